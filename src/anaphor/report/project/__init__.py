"""What a project has, as sections of a report: its collection, audit, study, labels, runs and challenge."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
