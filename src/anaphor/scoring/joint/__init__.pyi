from .scaling import ScaledItem as ScaledItem
from .scaling import ScaledRespondent as ScaledRespondent
from .scaling import ScaleModel as ScaleModel
from .scaling import scale_outcomes as scale_outcomes
