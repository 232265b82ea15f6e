"""Text as people expect to see it in print: French no-break spaces and apostrophes."""

import re

_NARROW = re.compile(r"(?<!\s)\s{1,3}(?=[?!;»])|(?<=«)\s{1,3}")
_WIDE = re.compile(r"(?<=\S) (?=:(?:\s|$))|(?<=\d) (?=%)")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")


def typeset(text: str, language: str) -> str:
    """The text with no-break spaces where French has them, and its own apostrophe; other languages are left alone.

    >>> typeset("Qui dort ?", "fr") == "Qui dort\\u202f?"
    True
    >>> typeset("l'item à 5 %", "fr") == "l’item à 5\\u00a0%"
    True
    """
    if language != "fr":
        return text
    return _APOSTROPHE.sub("’", _WIDE.sub("\u00a0", _NARROW.sub("\u202f", text)))
