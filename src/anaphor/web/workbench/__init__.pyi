from .app import writing_app as writing_app
from .file import open_work as open_work
from .looker import Looker as Looker
from .models import SPECS as SPECS
from .models import ready as ready
