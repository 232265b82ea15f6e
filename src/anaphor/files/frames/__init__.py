"""Tables that are in memory already: data frames of any library, lists of records, Hugging Face datasets."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
