from .changing import change_text as change_text
from .changing import correct_clock as correct_clock
from .changing import extend as extend
from .changing import withdraw as withdraw
from .deadlines import ActMoment as ActMoment
from .deadlines import moment as moment
from .status import ChallengeStatus as ChallengeStatus
from .status import challenge_status as challenge_status
