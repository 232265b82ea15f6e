"""How hard items are: shares of right answers, their authors' reasons for those below 80 %, and how many answers an
item needs before its rate means something."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import floor
from pathlib import Path

from anaphor.answers import named_rows, text_of
from anaphor.errors import FormatError, InputError, Place, member_of
from anaphor.experiment.analysis.analysis import ItemResult, StudyAnalysis, low_by_chance
from anaphor.files import safe_table
from anaphor.result import Result
from anaphor.statistics import jeffreys, wilson
from anaphor.text import speaking, text

COLUMNS = ("item", "class", "note", "right", "answers", "text", "prompt", "key", "chosen", "comments")


class Difficulty(StrEnum):
    """Why an item is hard."""

    AMBIGUOUS = "ambiguous"
    """Both readings are possible when the twin is not seen."""
    CONNECTIVE = "connective"
    """A connective decides, and it is not always read so."""
    UNNATURAL = "unnatural"
    """Too constructed."""
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classed:
    """What the author says of an item."""

    why: Difficulty
    note: str | None = None


def confusion(found: StudyAnalysis, item: ItemResult) -> str:
    """How often each candidate was chosen, in words where they are known."""
    names = found.asked[item.item].candidates
    return ", ".join(
        text("experiment-after", name=names[candidate] if candidate < len(names) else str(candidate), said=count)
        for candidate, count in item.chosen
    )


def key_text(found: StudyAnalysis, item: ItemResult) -> str | None:
    """The right answer in words; its number where they are not known."""
    asked = found.asked[item.item]
    if asked.key is None:
        return None
    return asked.candidates[asked.key] if asked.key < len(asked.candidates) else str(asked.key)


def sheet(found: StudyAnalysis, classes: Mapping[str, Classed] | None = None) -> str:
    """A table of the items below 80 % to be filled in; what is classed already stays."""
    known, rows = classes or {}, []
    for item in found.low_items:
        asked, mine = found.asked[item.item], known.get(item.item)
        with speaking("en"):  # the sheet is read again by a program
            chosen = confusion(found, item)
        said = [mine.why.value, mine.note] if mine else ["", ""]
        about = [asked.text, asked.prompt, key_text(found, item), chosen, " / ".join(item.comments)]
        rows.append((item.item, *said, item.right, item.answers, *about))
    return safe_table(COLUMNS, rows)


def read_classes(path: Path) -> dict[str, Classed]:
    """The sheet as its author filled it in; lines without a class are left out."""
    file = str(path)
    rows = named_rows(text_of(path), file)
    missing = [name for name in ("item", "class") if name not in rows[0][1]]
    if missing:
        raise FormatError("experiment-sheet-no-column", where=Place(file=file, line=1), missing=missing[0])
    found = {}
    for line, row in rows:
        said = str(row["class"] or "").strip().casefold()
        if not said:
            continue
        if said not in list(Difficulty):
            where, names = Place(file=file, line=line, field="class"), ", ".join(Difficulty)
            raise FormatError("experiment-unknown-difficulty", where=where, said=said, names=names)
        note = str(row.get("note") or "").strip() or None
        found[str(row["item"])] = Classed(why=Difficulty(said), note=note)
    return found


def classes_of(given: Path | str | Mapping[str, str]) -> dict[str, Classed]:
    """What the author says of items: on a sheet, or as a class by item."""
    if isinstance(given, Mapping):
        return {item: Classed(why=member_of(Difficulty, why, "classes")) for item, why in given.items()}
    return read_classes(Path(given))


def class_counts(found: StudyAnalysis, classes: Mapping[str, Classed]) -> dict[str, int]:
    """How many items below 80 % are of each class; those that nobody classed are `unclassed`."""
    counts = Counter(classes[item.item].why.value if item.item in classes else "unclassed" for item in found.low_items)
    return {name: counts[name] for name in (*Difficulty, "unclassed") if counts[name]}


BARS = 10
"""Each bar is ten points wide; 80 % itself stands above 80 %, and 100 % in the last bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar."""

    low: float
    high: float
    observed: int
    equal: float
    """Items expected in it if all were as easy as the mean."""
    shrunken: int | None
    """Items whose estimate, drawn towards the others, lies in it; None where no model was fitted."""


def bars(found: StudyAnalysis) -> tuple[Bar, ...]:
    """The histogram of items: the numbers of paper 1's figure 2, and what chance would give."""
    from scipy.stats import binom  # takes a second to load

    rated = [each for each in found.items if each.rate is not None]
    observed = Counter(_bar(each.rate) for each in rated if each.rate is not None)
    drawn_in = Counter(_bar(each.shrunken) for each in rated if each.shrunken is not None)
    equal = [0.0] * BARS
    rate = found.mean.value if found.mean else 0.0
    for size, count in Counter(each.answers for each in rated).items():
        for right in range(size + 1):
            equal[_bar(right / size)] += count * float(binom.pmf(right, size, rate))
    return tuple(
        Bar(
            low=place / BARS,
            high=(place + 1) / BARS,
            observed=observed[place],
            equal=equal[place],
            shrunken=drawn_in[place] if found.model else None,
        )
        for place in range(BARS)
    )


def _bar(rate: float) -> int:
    return min(BARS - 1, floor(rate * BARS + 1e-9))


_MOST = 100_000
SIZES = (3, 5, 8, 11, 15, 20, 24, 30, 40, 60)
"""Answers per item that a plan shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a number of answers per item will tell."""

    answers: int
    participants: int
    """Participants, each of whom sees one list."""
    bound: float
    """What an item's rate is shown to lie above when everybody is right (Jeffreys)."""
    half_width: float
    """Half the width of Wilson's interval at the supposed rate."""
    low_by_chance: float
    """Chance that an item of that rate falls below 80 % all the same."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PrecisionPlan(Result):
    """How many answers an item needs for what is wanted, and what more would tell."""

    lists: int
    """Number of lists: each participant sees one."""
    rate: float
    """Share of right answers to reckon with."""
    level: float
    half_width: float
    """Wanted half width of an item's interval."""
    for_width: int
    """Answers per item that this takes."""
    bound: float
    """What an item that all get right is to be shown to lie above."""
    for_bound: int
    """Answers per item that this takes."""
    table: tuple[Prospect, ...]
    """Size by size."""


def plan(
    *, lists: int = 2, rate: float = 0.936, half_width: float = 0.1, bound: float = 0.9, level: float = 0.95
) -> PrecisionPlan:
    """How many answers an item needs, and how many participants that takes: by Wilson's interval, and by Jeffreys'.

    `lists` is how many lists the design has, `rate` the share of right answers to reckon with, `half_width` how wide
    half of an item's interval may be, `bound` what an item that all get right is to be shown to lie above, `level` that
    of the intervals.

    >>> found = plan(lists=1, rate=0.9, half_width=0.1, bound=0.8)
    >>> found.for_width, found.for_bound
    (37, 11)
    """
    if not 0 < rate < 1 or not 0 < half_width < 1 or lists < 1:
        raise InputError("experiment-bad-rate-or-width")
    if not 0 < bound < 1:
        raise InputError("experiment-bad-bound")

    def half(answers: int) -> float:
        ends = wilson(rate * answers, answers, level)
        return (ends.high - ends.low) / 2

    return PrecisionPlan(
        lists=lists,
        rate=rate,
        level=level,
        half_width=half_width,
        for_width=_first(lambda answers: half(answers) <= half_width),
        bound=bound,
        for_bound=_first(lambda answers: jeffreys(answers, answers, level).low >= bound),
        table=tuple(
            Prospect(
                answers=size,
                participants=size * lists,
                bound=jeffreys(size, size, level).low,
                half_width=half(size),
                low_by_chance=low_by_chance([size], rate),
            )
            for size in SIZES
        ),
    )


def _first(enough: Callable[[int], bool]) -> int:
    """The fewest answers that are enough, by halving what is left to search."""
    low, high = 1, 1
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            raise InputError("experiment-too-precise")
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return high
