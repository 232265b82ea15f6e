from .formats import IMPORTERS as IMPORTERS
from .formats import read_answers as read_answers
from .importing import assemble as assemble
from .records import ImportSettings as ImportSettings
