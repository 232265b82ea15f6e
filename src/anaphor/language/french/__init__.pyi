from .junctures import APOSTROPHES as APOSTROPHES
from .junctures import apostrophe_of as apostrophe_of
from .junctures import contracted as contracted
from .junctures import elides as elides
from .junctures import fitted as fitted
from .junctures import full as full
from .language import FRENCH as FRENCH
from .lexicon import lookup as lookup
