from .association.confrontation import AuditSettings as AuditSettings
from .association.confrontation import Unfit as Unfit
from .association.scores import ItemScore as ItemScore
from .association.suspects import Suspect as Suspect
from .association.verdict import AuditVerdict as AuditVerdict
from .association.verdict import ThresholdRow as ThresholdRow
from .association.verdict import VerdictKind as VerdictKind
from .auditing import AssociationTest as AssociationTest
from .auditing import Audit as Audit
from .running import run as run
from .settings import Criteria as Criteria
from .settings import PairSource as PairSource
from .settings import ShortcutRule as ShortcutRule
from .shortcuts.shortcut import Shortcut as Shortcut

# isort: split

# For the other packages of anaphor: not in the reference for users.
from .association.chance import maximum_test as maximum_test
from .association.confrontation import LEAST_SENTENCES as LEAST_SENTENCES
from .association.confrontation import Confrontation as Confrontation
from .association.confrontation import as_schema as as_schema
from .association.confrontation import confront_schema as confront_schema
from .association.scores import Bounds as Bounds
from .association.scores import Chosen as Chosen
from .association.scores import Lines as Lines
from .association.scores import PairScore as PairScore
from .association.scores import Pick as Pick
from .association.scores import bounds_of as bounds_of
from .association.scores import chosen as chosen
from .association.scores import frequency_of as frequency_of
from .association.scores import most_bits as most_bits
from .association.scores import tally as tally
from .association.verdict import HalfOutcome as HalfOutcome
from .association.verdict import HalfVerdict as HalfVerdict
from .association.verdict import LeakOutcome as LeakOutcome
from .association.verdict import judge as judge
from .association.verdict import judge_schema as judge_schema
from .association.verdict import table as table
from .documents import figures_of as figures_of
from .settings import AuditRunSettings as AuditRunSettings
