from .reading import COLUMNS as COLUMNS
from .reading import SCORE as SCORE
from .reading import choice_columns as choice_columns
from .tables import table_runs as table_runs
