from .checking import CODES as CODES
from .checking import check as check
from .checking import other_language as other_language
from .checking import worst_first as worst_first
from .findings import Finding as Finding
from .findings import Severity as Severity
from .findings import TextIndex as TextIndex
