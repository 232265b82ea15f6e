"""Authoring: pronoun problems found in running text, for people to accept, edit and answer."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
