"""Entries run in isolation: backends, limits, isolation layers and the self-test that tries them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
