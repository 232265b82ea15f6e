"""What agreement means: for other panels, for a plan, beside what others published."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
