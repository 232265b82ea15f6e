from .finding import find as find
from .proposals import Proposals as Proposals
from .proposals import ProposedProblem as ProposedProblem
from .repairing import Repair as Repair
from .repairing import Repairs as Repairs
from .repairing import repair as repair
from .settings import FindSettings as FindSettings
from .suggesting import Suggestion as Suggestion
from .suggesting import Suggestions as Suggestions
from .suggesting import suggest as suggest

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .selection import CollectionSelection as CollectionSelection
from .selection import select as select
from .settings import FindOptions as FindOptions
from .settings import RepairSettings as RepairSettings
from .settings import SuggestSettings as SuggestSettings
