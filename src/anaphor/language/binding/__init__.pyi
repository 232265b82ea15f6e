from .binding import BindingRule as BindingRule
from .binding import preferred as preferred
from .binding import ruled_out as ruled_out
