"""French text as people expect to see it in print."""

import re

_HIGH_SIGNS = re.compile(r"(?<=\S) (?=[;!?])")
_LOW_SIGNS = re.compile(r"(?<=\S) (?=[:%»])|(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")


def in_print(text: str) -> str:
    """The text with no-break spaces before ; : ! ? % » and after «, and with the apostrophe of print.

    Quotes that stand around a word, as in a command, are left as they are.

    >>> in_print("L'item : 3 % ; dites --missing 'x' !")
    "L’item\\xa0: 3\\xa0%\\u202f; dites --missing 'x'\\u202f!"
    """
    return _APOSTROPHE.sub("’", _LOW_SIGNS.sub("\u00a0", _HIGH_SIGNS.sub("\u202f", text)))
