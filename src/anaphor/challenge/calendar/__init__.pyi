from .deadlines import change_text as change_text
from .deadlines import local_moment as local_moment
from .deadlines import milestones as milestones
from .deadlines import moment as moment
from .status import ChallengeStatus as ChallengeStatus
from .status import challenge_status as challenge_status
