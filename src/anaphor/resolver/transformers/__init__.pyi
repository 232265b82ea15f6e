from .causal_models import CausalResolver as CausalResolver
from .causal_models import causal as causal
from .loading import Loaded as Loaded
from .masked_models import MaskedResolver as MaskedResolver
from .masked_models import masked as masked
