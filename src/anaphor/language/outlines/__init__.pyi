from .outline import Outline as Outline
from .outline import OutlinePhrase as OutlinePhrase
from .outline import PhraseRole as PhraseRole
