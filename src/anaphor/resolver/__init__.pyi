from .conformance import Conformance as Conformance
from .conformance import examine as examine
from .protocol import RESOLVERS as RESOLVERS
from .protocol import Resolver as Resolver
from .protocol import Spec as Spec
from .protocol import TracedAnswer as TracedAnswer
from .protocol import answer_from_scores as answer_from_scores
from .protocol import available as available
from .protocol import make as make
from .protocol import read_spec as read_spec
from .running import FinishedRun as FinishedRun
from .running import StoredRun as StoredRun
from .running import is_run as is_run
from .running import read_run as read_run
from .running import resolve as resolve
from .training.models import export_model as export_model
from .training.models import model_info as model_info
from .training.models import shipped_models as shipped_models
from .training.models import train as train

# isort: split

# For the other packages of anaphor: not in the reference for users.
from .asking.asking import Blinded as Blinded
from .asking.asking import blind as blind
from .asking.asking import checked_answers as checked_answers
from .asking.lines import encode as encode
from .chat.client import asking_only as asking_only
from .networks.compact_lstm import CompactLstm as CompactLstm
from .networks.lstm import shipped_lstms as shipped_lstms
from .protocol import ResolverList as ResolverList
from .settings import ModelKind as ModelKind
from .settings import ResolveSettings as ResolveSettings
from .settings import TrainSettings as TrainSettings
from .training.models import ModelDescription as ModelDescription
from .training.models import ModelList as ModelList
from .transformers.masked_models import MaskedResolver as MaskedResolver
from .words.cooccurrence import corpus_of as corpus_of
