from .answer import Abstention as Abstention
from .answer import AbstentionReason as AbstentionReason
from .answer import Answer as Answer
from .answer import Choice as Choice
from .answer import Respondent as Respondent
from .collection.changes.difference import differences as differences
from .collection.checks.checking import check as check
from .collection.loading import load as load
from .collection.saving import save as save
from .errors import AnaphorError as AnaphorError
from .language.substitution import read_candidate as read_candidate
from .provenance import Signature as Signature
from .schema import Candidate as Candidate
from .schema import Collection as Collection
from .schema import Item as Item
from .schema import Mark as Mark
from .schema import Problem as Problem
from .schema import Question as Question
from .schema import Schema as Schema
from .schema import Span as Span

__version__: str
