"""How a report is written: for the terminal, as a page, as Markdown, as LaTeX."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
