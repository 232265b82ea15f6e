from .judging import Judgement as Judgement
from .judging import judge as judge
from .standing import DomainScore as DomainScore
from .standing import Metric as Metric
from .standing import RoundResult as RoundResult
from .standing import Row as Row
from .verdict import EntryVerdict as EntryVerdict
from .verdict import Verdict as Verdict
