from .results import ChallengeRun as ChallengeRun
from .results import ChallengeValidation as ChallengeValidation
from .results import EntryReceipt as EntryReceipt
from .results import EntryTrial as EntryTrial
from .results import NewChallenge as NewChallenge
from .results import PublishedSite as PublishedSite
from .results import Verification as Verification
