"""Sentences for people, in every interface language: the catalogue, numbers, typography.

A record carries a `Message` (a code and values); it becomes a sentence at the edge, in the language that is spoken.

>>> from anaphor.text import message, speaking
>>> found = message("text-example", count=1200)
>>> str(found)
'1,200 labels are missing.'
>>> with speaking("fr"):
...     print(found)
Il manque 1 200 étiquettes.
"""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
