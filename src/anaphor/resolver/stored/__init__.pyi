from .reading import COLUMNS as COLUMNS
from .reading import SCORE as SCORE
from .reading import choice_columns as choice_columns
from .reading import exported_answers as exported_answers
from .tables import stored_runs as stored_runs
from .tables import table_runs as table_runs
