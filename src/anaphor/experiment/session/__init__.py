"""A participant's way through a study: place, consent, answers, end, and where they come from."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
