"""What people are asked about themselves, and whether they have understood the instructions."""

import re
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from anaphor.errors import ContentError

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_LONGEST = 500
STANDARD = ("adult", "native")
"""What every study asks unless it says otherwise: whether somebody is of age, and a native speaker."""
_TAKEN = {"participant", "list", "started_at", "finished_at", "finished", "withdrawn", "consented", "restarts"}
_TAKEN |= {"excluded_by", "reason", "simulated"}
"""Columns that the file of people has anyway."""


class Strict:
    """A record out of a file: what the file says and the record does not know is refused."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonQuestion(Strict):
    """A question about the participant, asked beside the consent: who is looked for, or a demographic question."""

    id: str
    """Its column in the file of people."""
    text: str
    options: tuple[str, ...] = ()
    """What can be answered; empty: a number where there are limits, else any text."""
    accept: tuple[str, ...] = ()
    """Of the options those that let somebody take part; empty: all."""
    least: float | None = None
    """A smaller number turns somebody away."""
    most: float | None = None
    """A larger number turns somebody away."""
    required: bool = True

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id) or self.id in _TAKEN:
            raise ContentError("experiment-bad-question-id", id=self.id)
        numbered = self.least is not None or self.most is not None
        if not self.text.strip() or len(self.options) == 1 or (self.options and numbered):
            raise ContentError("experiment-bad-question", id=self.id)
        if not set(self.accept) <= set(self.options):
            raise ContentError("experiment-bad-accept", id=self.id)

    @property
    def number(self) -> bool:
        """Whether a number is asked for."""
        return self.least is not None or self.most is not None

    def fits(self, answer: str) -> bool:
        """Whether this can be an answer."""
        if not answer.strip():
            return not self.required
        if self.options:
            return answer in self.options
        return _value(answer) is not None if self.number else len(answer) <= _LONGEST

    def lets_in(self, answer: str) -> bool:
        """Whether somebody who answers this may take part."""
        if not answer.strip():
            return True
        value = _value(answer)
        if self.number and value is not None:
            least, most = (-1e12 if self.least is None else self.least), (1e12 if self.most is None else self.most)
            return least <= value <= most
        return not self.accept or answer in self.accept


def _value(answer: str) -> float | None:
    try:
        found = float(answer.strip().replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e12 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComprehensionQuestion(Strict):
    """A question on the instructions, asked before the first trial; who fails twice is turned away."""

    text: str
    candidates: tuple[str, ...]
    key: int

    def __post_init__(self) -> None:
        if len(set(self.candidates)) < max(2, len(self.candidates)) or not 0 <= self.key < len(self.candidates):
            raise ContentError("experiment-bad-comprehension", text=self.text[:60])
