from .interpretation import ChangeTarget as ChangeTarget
from .interpretation import Interpretation as Interpretation
from .interpretation import KappaOrAlpha as KappaOrAlpha
from .planning import PlanOption as PlanOption
from .published import PaperTables as PaperTables
from .published import Remade as Remade
from .published import TableColumn as TableColumn
from .structure import AnnotatorMap as AnnotatorMap
