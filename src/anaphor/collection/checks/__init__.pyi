from .all_checks import Compared as Compared
from .checking import CODES as CODES
from .checking import findings_in as findings_in
from .checking import other_language as other_language
from .checking import worst_first as worst_first
from .findings import RecordSequence as RecordSequence
from .findings import TextIndex as TextIndex
from .findings import normal_words as normal_words
