from .files import FORMATS as FORMATS
from .files import export as export
