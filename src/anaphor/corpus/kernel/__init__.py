"""One definition of sentence, word and lemma, and the passes over text, compiled where numba is installed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
