from .reading import COLUMNS as COLUMNS
from .tables import table_runs as table_runs
