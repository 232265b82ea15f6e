"""The workbench's sentences about a draft, in the language of the page."""

from anaphor.text import Value, interface, number, text

MARKS = {
    "collection-bracket-inside": "mark-nested-bracket",
    "collection-bracket-unopened": "mark-stray-bracket",
    "collection-bracket-unclosed": "mark-open-bracket",
    "collection-brace-inside": "mark-nested-brace",
    "collection-brace-unopened": "mark-stray-brace",
    "collection-brace-unclosed": "mark-open-brace",
}
"""What `parse_marks` refuses, by the code of the error, and the key of the same sentence here."""


def sentence(name: str, **parts: Value) -> str:
    """A sentence with its parts put in."""
    return text(f"workbench-{name.replace('_', '-')}", **parts)


def in_bits(value: float, digits: int = 1) -> str:
    """So many bits; in French, less than two take the singular.

    >>> in_bits(1.94), in_bits(0.045, 3)
    ('1.9\\xa0bits', '0.045\\xa0bits')
    """
    one = interface() == "fr" and abs(round(value, digits)) < 2
    return f"{number(value, digits)}\u00a0{'bit' if one else 'bits'}"
