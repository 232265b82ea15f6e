from .teams import KEPT_TRIALS as KEPT_TRIALS
from .teams import TEAMS_FILE as TEAMS_FILE
from .teams import BoardRow as BoardRow
from .teams import Registration as Registration
from .teams import TeamBook as TeamBook
from .teams import TeamState as TeamState
