"""The pages of the site, one module for each place of its navigation: each calls what a command calls."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
