"""Which noun phrases syntax keeps from being the antecedent of a pronoun: binding and control."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
