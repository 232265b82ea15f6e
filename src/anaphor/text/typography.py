"""Text as people expect to see it: French signs bound to their word, and nothing that hides or turns a line around."""

import re

# French sets ; ! ? after a narrow no-break space, : % » after a no-break space, and « before one.
_HIGH_SIGNS = re.compile(r"(?<=\S) (?=[;!?])")
_LOW_SIGNS = re.compile(r"(?<=\S) (?=[:%»])|(?<=«) ")
# The apostrophe inside a word or before a field or quotation; quotes around a word, as in a command, stay.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")
_PERCENT = re.compile(r"(?<=\d) (?=%)")

_CONTROL = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb"
_TURNING = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN = r"\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f"
_NO_CHARACTER = r"\ud800-\udfff\ufffe\uffff"
_UNSEEN = re.compile(f"[{_CONTROL}{_TURNING}{_HIDDEN}{_NO_CHARACTER}]")


def typeset(text: str, language: str) -> str:
    """The text with the no-break spaces of its language, before % in any; French gets its own apostrophe.

    >>> typeset("L'item : 3 % ; dites --missing 'x' !", "fr")
    "L’item\\xa0: 3\\xa0%\\u202f; dites --missing 'x'\\u202f!"
    >>> typeset("it's 5 %", "en")
    "it's 5\\xa0%"
    """
    if language != "fr":
        return _PERCENT.sub("\u00a0", text)
    return _APOSTROPHE.sub("’", _LOW_SIGNS.sub("\u00a0", _HIGH_SIGNS.sub("\u202f", text)))


def visible(text: str) -> str:
    r"""The text with a mark in the place of what cannot be seen: control characters, marks that turn the direction.

    >>> visible("a\x07b"), visible("\u202egnp.exe"), visible("two\nlines")
    ('a�b', '�gnp.exe', 'two\nlines')
    """
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)
