"""Asking a machine: blinded questions in, checked answers out; questions as lines of JSON, functions as resolvers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
