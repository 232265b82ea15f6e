from .scaling import ScaledItem as ScaledItem
from .scaling import ScaledRespondent as ScaledRespondent
from .scaling import ScaleModel as ScaleModel
from .scaling import places_text as places_text
from .scaling import scale_outcomes as scale_outcomes
