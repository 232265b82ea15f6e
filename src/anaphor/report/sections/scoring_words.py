"""What is said about systems, in English and French, with numbers as each language writes them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from anaphor.collection import domain_name
from anaphor.errors import InputError
from anaphor.report.page import INTERFACES
from anaphor.text import typeset

_NO_BREAK, _NARROW = "\u00a0", "\u202f"


@cache
def _texts() -> dict[str, dict[str, dict[str, str]]]:
    """Texts by kind, name and language."""
    text = files("anaphor").joinpath("data/report/scoring.toml").read_text("utf-8")
    return cast(dict[str, dict[str, dict[str, str]]], tomllib.loads(text))


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language of the interface: its words, and how it writes numbers.

    >>> Tongue("fr").number(0.5, 3), Tongue("en").whole(2000), Tongue("fr").column("low")
    ('0,500', '2,000', 'borne inf.')
    """

    interface: str = "en"
    """en or fr."""

    def __post_init__(self) -> None:
        if self.interface not in INTERFACES:
            raise InputError(f"the interface has no language {self.interface!r}", todo="Write --interface fr or en.")

    def _text(self, kind: str, name: str, default: str | None = None) -> str:
        found = _texts()[kind]
        return found[name][self.interface] if name in found or default is None else default

    def column(self, name: str) -> str:
        """The heading of a column."""
        return self._typeset(self._text("columns", name), {})

    def title(self, key: str, /, **values: str) -> str:
        """A title with its fields."""
        return self._typeset(self._text("titles", key), values)

    def sentence(self, key: str, /, **values: str) -> str:
        """A sentence, or a part of one, with its fields."""
        return self._typeset(self._text("sentences", key), values)

    def figure(self, name: str) -> str:
        """A word or title in a figure."""
        return typeset(self._text("figures", name), self.interface)

    def result(self, name: str) -> str:
        """What became of an item."""
        return self._text("results", name)

    def reason(self, name: str) -> str:
        """Why there is no choice, or why an item was left out."""
        return self._text("reasons", name, name)

    def kind(self, name: str) -> str:
        """A kind of group; the user's own are as given."""
        return self._text("kinds", name, name)

    def label(self, kind: str, name: str) -> str:
        """A group; the user's own, and what a source calls genders, are as given."""
        if kind == "domain" and name != "(none)":
            return domain_name(name, self.interface)
        known = name == "(none)" or (kind in _texts()["kinds"] and kind != "gender")
        return self._text("labels", name, name) if known else name

    def system(self, name: str) -> str:
        """A published system, as its source calls it; what is no name is translated."""
        return self._text("systems", name, name)

    def read_as(self, name: str) -> str:
        """How scores are read."""
        return self._text("read_as", name)

    def number(self, value: float, digits: int) -> str:
        """A number with so many digits behind the point."""
        return self._pointed(f"{value:.{digits}f}".replace("-", "−"))

    def points(self, share: float, digits: int = 1) -> str:
        """A difference of shares in points; in French, less than two is singular."""
        one = self.interface == "fr" and abs(round(100 * share, digits)) < 2
        return f"{self.number(100 * share, digits)} {'point' if one else 'points'}"

    def chance(self, p: float) -> str:
        """A probability with three digits that count."""
        return self._pointed(f"{p:.3g}")

    def percent(self, value: float | None) -> str:
        """A share in percent, two digits behind the point as paper 2 has it; – where it is not defined."""
        return "–" if value is None else self.number(100 * value, 2)

    def whole(self, number: int) -> str:
        """A whole number, its thousands set apart."""
        return f"{number:,}".replace(",", _NARROW) if self.interface == "fr" else f"{number:,}"

    def joined(self, parts: list[str]) -> str:
        """Parts of one sentence."""
        return f"{_NARROW}; ".join(parts) if self.interface == "fr" else "; ".join(parts)

    def of(self, name: str, text: str) -> str:
        """A name, and what is said of it."""
        return f"{name}{_NO_BREAK if self.interface == 'fr' else ''}: {text}."

    def counts(self, reasons: dict[str, int]) -> str:
        """Reasons with how often each occurs."""
        return ", ".join(f"{self.reason(why)} {count}" for why, count in reasons.items())

    def _pointed(self, text: str) -> str:
        return text.replace(".", ",") if self.interface == "fr" else text

    def _typeset(self, text: str, values: dict[str, str]) -> str:
        """The text in print, then its fields: what a file calls itself is not touched."""
        if self.interface == "fr":
            text = typeset(text, "fr").replace(" %", f"{_NO_BREAK}%")
        return text.format(**values)
