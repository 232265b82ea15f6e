from .simulation import Crowd as Crowd
from .simulation import rehearse as rehearse
