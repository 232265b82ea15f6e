"""Text as people expect to see it in print: spaces that do not break, French apostrophes."""

import re

from anaphor.language.french import in_print

_PERCENT = re.compile(r"(?<=\d) (?=%)")


def typeset(text: str, language: str) -> str:
    """The text with no-break spaces where its language has them, before % in any; French gets its own apostrophe.

    >>> typeset("Qui dort ?", "fr") == "Qui dort\\u202f?"
    True
    >>> typeset("l'item à 5 %", "fr") == "l’item à 5\\u00a0%"
    True
    >>> typeset("it's 5 %", "en") == "it's 5\\u00a0%"
    True
    """
    return in_print(text) if language == "fr" else _PERCENT.sub("\u00a0", text)
