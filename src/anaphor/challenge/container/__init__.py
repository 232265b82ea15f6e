"""Entries in containers of podman or docker: the engine, its images, and the wire to a container."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
