from .files import FORMATS as FORMATS
from .files import Exported as Exported
from .files import export as export
