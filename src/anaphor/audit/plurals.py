"""Sentences in which a word follows its number: 1 item, 2 items; in French zero takes the singular too."""

from string import Formatter

from anaphor.language.french import in_print


class _Counted(Formatter):
    """Fills in sentences; `{count:?item|items}` is one of two words, by the number."""

    def __init__(self, interface: str) -> None:
        self._french = interface == "fr"

    def format_field(self, value: str | int, format_spec: str) -> str:
        """A field as the sentence wants it."""
        if not format_spec.startswith("?"):
            return str(value)
        one, _, many = format_spec[1:].partition("|")
        return one if self._is_one(int(value)) else many

    def _is_one(self, count: int) -> bool:
        return abs(count) < 2 if self._french else count == 1


def fill(text: str, interface: str, /, **values: object) -> str:
    """A sentence with its fields filled in.

    >>> fill("{count} {count:?item|items}", "en", count=0), fill("{count} {count:?item|items}", "fr", count=0)
    ('0 items', '0 item')
    """
    return _Counted(interface).vformat(in_print(text) if interface == "fr" else text, (), values)
