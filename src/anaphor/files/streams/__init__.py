"""Files of any size, read in order in constant memory: unpacked, in any encoding, as UTF-8 in NFC."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
