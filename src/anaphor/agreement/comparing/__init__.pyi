from .planning import ComparisonOption as ComparisonOption
from .studies import ItemDifference as ItemDifference
from .studies import StudyPair as StudyPair
from .studies import StudySite as StudySite
from .studies import variation as variation
