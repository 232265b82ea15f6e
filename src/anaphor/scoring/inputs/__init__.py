"""What is given beside runs: people's answers or counts, tables about items, and the map of changed wordings."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
