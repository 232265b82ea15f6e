"""What a choice in somebody's file means: words, a letter, a name such as `option1`, or a number from 0 or from 1."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.errors import ContentError
from anaphor.schema import Mark, Question
from anaphor.text import joined

_NAMED = r"option|candidate|choice|answer"
_NUMBER = re.compile(rf"(?:({_NAMED})[ :_-]*)?(\d{{1,8}})(?:[.,]0+)?")
_LETTER = re.compile(rf"(?:(?:{_NAMED})[ :_-]*)?([a-z])(?:[.:)]+ (.+))?")
"""A letter, perhaps after `option` and the like, or before the words of its candidate: `Answer: B`, `B) the bag`."""
_FEW = 5
"""Fewer numbers than that, with neither a 0 nor a last one among them, say nothing of where they count from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenNumber:
    """A choice that is a number, or a name with a number in it."""

    number: int
    named: bool
    """True for `option1` and the like, which count from 1."""


def written_choice(written: object, question: Question) -> object:
    """The candidate's index where words or a letter name it, the number where one is written; else what it was.

    >>> from anaphor.schema import Candidate, Mark
    >>> boxes = (Candidate(text="the box"), Candidate(text="the bag"))
    >>> asked = Question(id="1", language="en", text="It is full.", anaphor=Mark(start=0, end=2), candidates=boxes)
    >>> written_choice("The bag", asked), written_choice("B", asked), written_choice(1.0, asked)
    (1, 1, WrittenNumber(number=1, named=False))
    """
    if isinstance(written, bool) or not isinstance(written, (str, int, float)):
        return written
    wanted, *texts = map(_bare, (str(written), *(candidate.text for candidate in question.candidates)))
    if isinstance(written, str) and texts.count(wanted) == 1:
        return texts.index(wanted)
    if letter := _LETTER.fullmatch(wanted):
        place = ord(letter[1]) - ord("a")
        if place < len(texts) and letter[2] in (None, texts[place]):  # one that stands before other words says nothing
            return place
    found = _NUMBER.fullmatch(wanted)
    return WrittenNumber(number=int(found[2]), named=bool(found[1])) if found else written


def _bare(written: object) -> str:
    """A choice without capitals, and without the brackets, quotation marks and full stop around it."""
    return " ".join(str(written).replace("’", "'").casefold().split()).strip('.:()[]"“”«»* ')


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """From which number on choices are counted, and how that is known."""

    first: int = 0
    why: str = "few"
    count: int = 0
    named: int = 1
    """From which number on names such as `option1` are counted."""
    names: int = 0
    """How many choices are such names."""
    letters: int = 0
    """How many choices are letters alone, which say nothing of the order that they count in."""


def numbering(
    choices: Iterable[tuple[Question, object]],
    questions: Sequence[Question],
    given: int | None,
    where: Path,
    *,
    zero: bool = False,
) -> Numbering:
    """Where the numbers of a file begin: seen in all of them together, and in how the collection itself counts.

    A 0 is only there where they begin with 0, the number of candidates only where they begin with 1. A set of blanks
    with two options each has WinoGrande's shape, whose own answers are 1 and 2. `zero`: a 0 stands at another question.
    """
    pairs: list[tuple[int, int]] = []
    named, names, letters = 1, 0, 0
    for asked, choice in choices:
        written = written_choice(choice, asked)
        letter = _LETTER.fullmatch(_bare(choice))
        if isinstance(written, int) and letter and not letter[2]:
            letters += _bare(choice) != _bare(asked.candidates[written].text)
        elif isinstance(written, WrittenNumber) and written.named:
            named, names = min(named, written.number), names + 1
        elif isinstance(written, WrittenNumber):
            pairs.append((written.number, len(asked.candidates)))
    counted = Numbering(count=len(pairs), named=named, names=names, letters=letters)
    if given is not None:
        return replace(counted, first=given, why="given")
    zero, last = zero or any(not number for number, _ in pairs), any(number == most for number, most in pairs)
    blanks = all(
        isinstance(each.anaphor, Mark) and each.anaphor.blank and len(each.candidates) == 2 for each in questions
    )
    if not pairs or (not zero and not last and not blanks and len(pairs) < _FEW):
        return counted
    if zero is last and (zero or not blanks):
        seen = joined([str(number) for number in sorted({number for number, _ in pairs})][:9])
        raise ContentError("resolver-stored-torn", seen=seen, count=len(pairs), where=where)
    why = "zero" if zero else "last" if last else "blanks"
    return replace(counted, first=0 if zero else 1, why=why)
