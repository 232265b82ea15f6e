"""Tables that people open in a spreadsheet: nothing in them is a formula, and yes is 1 in all of them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
