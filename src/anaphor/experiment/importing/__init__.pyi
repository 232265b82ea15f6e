from .formats import IMPORTERS as IMPORTERS
from .records import ImportSettings as ImportSettings
