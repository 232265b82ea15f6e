"""Text as people expect to see it in print: French no-break spaces."""

import re

_NARROW = re.compile(r"(?<!\s)\s{1,3}(?=[?!;»])|(?<=«)\s{1,3}")
_WIDE = re.compile(r"(?<=\S) (?=:(?:\s|$))")


def typeset(text: str, language: str) -> str:
    """The text with no-break spaces where French has them; other languages are left alone.

    >>> typeset("Qui dort ?", "fr") == "Qui dort\\u202f?"
    True
    """
    if language != "fr":
        return text
    return _WIDE.sub("\u00a0", _NARROW.sub("\u202f", text))
