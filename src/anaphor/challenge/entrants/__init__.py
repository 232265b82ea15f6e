"""Teams that enter a challenge in a browser: accounts, what they send, trial runs, quotas, receipts, the board."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
