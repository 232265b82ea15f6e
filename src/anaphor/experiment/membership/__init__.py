"""Who is let in, as what, and how they come back: invitations, roles, new passwords, identity providers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
