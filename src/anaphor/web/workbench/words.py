"""The workbench's sentences about a draft, in the language of the page."""

from anaphor.text import Value, interface, number, text

# What `parse_marks` says, by the key of the same sentence in both languages.
MARKS = {
    "a [ stands inside another [ ]": "mark_nested_bracket",
    "a ] has no [ before it": "mark_stray_bracket",
    "a [ is never closed": "mark_open_bracket",
    "a { stands inside another { }": "mark_nested_brace",
    "a } has no { before it": "mark_stray_brace",
    "a { is never closed": "mark_open_brace",
}


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
