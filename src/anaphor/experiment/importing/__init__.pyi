from .formats import IMPORTERS as IMPORTERS
from .rows import ImportSettings as ImportSettings
