from .counting import SPECS as SPECS
from .counting import ready as ready
from .file import open_work as open_work
from .looker import Looker as Looker
from .workbench import writing_app as writing_app
