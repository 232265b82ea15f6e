"""French, put together: the protocol `Language` over the modules beside this one."""

from anaphor.language.french import finding as french_finding
from anaphor.language.french import lemmas as french_lemmas
from anaphor.language.french import nouns as french_nouns
from anaphor.language.french import pronouns as french_pronouns
from anaphor.language.french import tokens as french_tokens
from anaphor.language.french.reading import reading as french_reading
from anaphor.language.protocol import Language, LanguageRules

FRENCH: Language = LanguageRules(
    code="fr",
    tokens=french_tokens.tokens,
    sentences=french_tokens.sentences,
    lemma=french_lemmas.lemma,
    head=french_nouns.head,
    concord=french_nouns.concord,
    analyse=french_pronouns.analyse,
    anaphors=french_pronouns.anaphors,
    find=french_finding.find,
    readings=french_reading.readings,
)
"""French, as the registry has it."""
