"""Shortcuts that need no understanding, beside the mutual-information test: one module per kind of shortcut."""
