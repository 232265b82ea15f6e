"""Which columns of a table name items, annotators and labels, by what they are called and by what stands in them.

That is how tables without a header are read. Where a guess would be silly, an error shows the columns and the line to
type instead.
"""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from anaphor.agreement.labels.content.table import LabelFile
from anaphor.agreement.labels.labelling import (
    ANNOTATOR_WORDS,
    ASIDE_WORDS,
    COUNT_WORDS,
    ITEM_WORDS,
    LABEL_WORDS,
    Column,
    LabelLayout,
    LabelSettings,
    plain_word,
    says_verdict,
)
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import FormatError
from anaphor.text import message

_SAMPLE = 20_000
"""Rows that are looked at."""
_MOST_COLUMNS = 14
"""Columns that are tried in every role: with more the likeliest."""
_TIME = re.compile(r"\d{4}-\d\d-\d\d|\d\d?/\d\d?/\d{2,4}|\d\d?:\d\d")
_LONG_TEXT = 40
"""Characters on average from which on cells are texts, and no labels."""
_MARGIN = 2
"""By how much a reading must be better than any other to be taken without a word of the user."""
_SHOWN = 10
"""Columns that an error shows."""
_MOST_QUESTIONS = 12
"""Questions that an error lists."""
_MOST_LABELS = 50
_MANY_CLASSES = 20
"""Classes from which on they may be names of items, or texts."""
VERDICTS = frozenset({"accept", "reject", "ignore"})
"""What Prodigy's annotators answer: whether a label is right, not which one is."""
_NUMBERED = re.compile(r"(.*?)\d+(\D*)")
"""A column with a number, such as Answer.c0 or mood[SQ001]."""
_HINTS = {
    "item": re.compile(r"(i|q|s|t|d|x|id|doc|sent|hit|img|text|item|ex|phrase|tweet|question)[-_ ]?\d+", re.IGNORECASE),
    "annotator": re.compile(
        r"(w|c|r|u|p|a|j|coder|rater|ann|annot|annotator|annotateur|worker|judge|user)[-_ ]?\d+"
        r"|A[A-Z0-9]{9,}|[^@ ]+@[^@ ]+",
        re.IGNORECASE,
    ),
}
"""How names of items and of people look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Which column is what, by number."""

    item: int
    annotator: int | None
    label: int
    question: int | None = None
    """The column that says which of several questions a row answers."""
    sure: bool = False
    """Whether no other reading is as good."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sight:
    """The columns of a table, as a guess sees them."""

    names: Sequence[str]
    """Their names; empty where there is no header."""
    columns: Sequence[Column]

    def called(self, place: int) -> str:
        """What a user calls a column: its name, or its number from 1."""
        return (self.names[place] if self.names else "") or str(place + 1)

    def word(self, place: int) -> str:
        return plain_word(re.split(r"[.:]", self.called(place))[-1])


def _codes(column: Column) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.unique(column.codes[:_SAMPLE], return_inverse=True)[1].astype(np.int64)


def find_roles(sight: Sight) -> Roles | None:
    """The likeliest roles of the columns of a table with one row per label; None where no reading is possible.

    No annotator labels an item twice, items come again, and their labels vary; where two readings are as good, names
    say which: `worker`, `w12`, an address.
    """
    codes = [_codes(column) for column in sight.columns]
    rows = codes[0].size if codes else 0
    sizes = [int(each.max()) + 1 if each.size else 0 for each in codes]
    samples = [[name for name in column.names[:200] if name] for column in sight.columns]
    blank = [next((code for code, name in enumerate(column.names) if not name), -1) for column in sight.columns]
    usable = [
        place
        for place, size in enumerate(sizes)
        if size > 1
        and len(samples[place]) > 1
        and np.count_nonzero(sight.columns[place].codes[:_SAMPLE] == blank[place]) < rows / 2
        and not all(map(_TIME.search, samples[place]))
        and sight.word(place) not in (*ASIDE_WORDS, *COUNT_WORDS)
    ]
    words = {"item": ITEM_WORDS, "annotator": ANNOTATOR_WORDS, "label": LABEL_WORDS}

    def fits(place: int, role: str) -> float:
        """How well a column fits a role by its name and the looks of its cells."""
        called = sight.word(place)
        others = any(called in words[other] for other in words if other != role)
        hint = _HINTS.get(role)
        looks = sum(bool(hint and hint.fullmatch(name)) for name in samples[place]) / len(samples[place])
        return (8 - 0.01 * words[role].index(called) if called in words[role] else -4 if others else 0) + 2 * looks

    usable = sorted(usable, key=lambda place: -max(fits(place, role) for role in words))[:_MOST_COLUMNS]
    counts = {place: np.bincount(codes[place]) for place in usable}

    def pairs(one: int, two: int) -> int:
        return int(np.unique(codes[one] * sizes[two] + codes[two]).size)

    together = {(one, two): pairs(one, two) for one, two in permutations(usable, 2)}
    scored: list[tuple[float, Roles]] = []
    for item, annotator, label in permutations([*usable, None], 3):
        if item is None or label is None or not 1 < sizes[label] <= max(min(rows / 3, _MOST_LABELS), 2):
            continue
        text = sum(map(len, samples[label])) / len(samples[label]) > _LONG_TEXT
        text = text or sight.word(label) in (*ITEM_WORDS, *ANNOTATOR_WORDS)
        if sizes[item] > rows / 1.3 or text or (annotator is not None and together[item, annotator] < rows):
            continue
        score = fits(item, "item") + fits(label, "label") - 6 * says_verdict(sight.called(label))
        # A column that says one thing of each item is a verdict on it, or part of its name.
        score += 3 if together[item, label] > sizes[item] else -3
        score += (sizes[item] > 2 * sizes[label]) + 2 * (sizes[item] > sizes[label]) + (counts[item].std() == 0)
        if annotator is not None:
            score += fits(annotator, "annotator") + 4 - 3 * (sizes[annotator] > rows / 1.5)
            score += (sizes[item] > sizes[annotator]) + (sizes[item] > 2 * sizes[annotator])
            score += (counts[annotator].std() > 0) - 3 * (together[annotator, label] == sizes[annotator])
            # Another column with labels, one for each item, is a verdict, and nobody has one on annotators.
            golds = [each for each in usable if each not in (item, annotator, label)]
            golds = [each for each in golds if set(samples[each]) <= set(samples[label])]
            fixed = [each for each in golds if together[item, each] == sizes[item]]
            score += 5 * any(together[annotator, each] > sizes[annotator] for each in fixed)
        scored.append((score, Roles(item=item, annotator=annotator, label=label)))
    if not scored:
        return None
    scored.sort(key=lambda each: -each[0])
    best = scored[0][1]
    sure = len(scored) < 2 or scored[0][0] - scored[1][0] >= _MARGIN
    return Roles(item=best.item, annotator=best.annotator, label=best.label, sure=sure)


def find_question(sight: Sight, roles: Roles) -> Roles | None:
    """Roles with the column by which an annotator's several labels of an item differ, as several questions do."""
    if roles.annotator is None:
        return None
    codes = [_codes(column) for column in sight.columns]
    key = codes[roles.item] * (int(codes[roles.annotator].max()) + 1) + codes[roles.annotator]
    for place, other in enumerate(codes):
        size = int(other.max()) + 1
        if place in (roles.item, roles.annotator, roles.label) or not 1 < size <= other.size / 2:
            continue
        if np.unique(key * size + other).size == other.size:
            # Of the two that name what was judged, the one with fewer names is the question.
            less = size < int(codes[roles.item].max()) + 1
            item, question = (roles.item, place) if less else (place, roles.item)
            return Roles(item=item, annotator=roles.annotator, label=roles.label, question=question)
    return None


def unclear(
    file: LabelFile, code: str, sight: Sight, roles: Roles | None = None, options: str = "", **values: str
) -> FormatError:
    """An error that shows the columns with what stands in them, and the line to type, to raise.

    The line names the columns of the roles, which are found where they are not given, or has these options.
    """
    varied = [place for place, column in enumerate(sight.columns) if len(column.names) > 1]
    shown = []
    for place in varied[:_SHOWN]:
        names = sight.columns[place].names
        cells = ", ".join(name[:16] for name in names[:3] if name)
        shown.append(f"{sight.called(place)} ({cells}{', …' if len(names) > 3 else ''})")
    shown += ["…"] if len(varied) > _SHOWN else []
    roles = None if options else roles or find_roles(sight)
    if (
        roles
        and sight.names
        and not any(
            place is not None and sight.word(place) in words
            for place, words in (
                (roles.annotator, ANNOTATOR_WORDS),
                (roles.label, LABEL_WORDS),
                (roles.item, ITEM_WORDS),
            )
        )
    ):
        roles = None  # names that say nothing, in a table that may hold no labels at all
    options = options or "--item ITEM --annotator ANNOTATOR --label LABEL"
    if roles:
        named = {"item": roles.item, "annotator": roles.annotator, "label": roles.label}
        parts = [f"--{role} {shlex.quote(sight.called(place))}" for role, place in named.items() if place is not None]
        if roles.question is not None:
            value = next(name for name in sight.columns[roles.question].names if name)
            parts.append("--where " + shlex.quote(f"{sight.called(roles.question)}={value}"))
        options = " ".join(parts)
    line = f"anaphor agreement measure {file.typed or shlex.quote(file.name)} {options}"
    if file.memory:
        line = f"anaphor.agreement.measure({file.typed}, {in_keywords(options)})"
    said = message(code, columns="; ".join(shown), command=line, **values)
    return FormatError(said, where=file.place())


def several_questions(
    file: LabelFile, sight: Sight, questions: Sequence[str], layout: LabelLayout | None = None
) -> FormatError:
    """An error that lists the questions of a file, and has the line for the first one, to raise."""
    names = [name for name in questions if name]
    listed = ", ".join(names[:_MOST_QUESTIONS]) + (", …" if len(names) > _MOST_QUESTIONS else "")
    options = f"--question {shlex.quote(names[0])}" + (f" --layout {layout.value}" if layout else "")
    return unclear(file, "labels-several-questions", sight, options=options, question=listed)


def in_keywords(options: str) -> str:
    """Options as a user of Python writes them.

    >>> in_keywords("--item 'the item' --where q=1 --without a --without b")
    "item='the item', where={'q': '1'}, without=['a', 'b']"
    """
    words, given = shlex.split(options), dict[str, list[str]]()
    for option, value in zip(words[::2], words[1::2], strict=False):
        given.setdefault(option.removeprefix("--").replace("-", "_"), []).append(value)
    said: dict[str, object] = {name: values if name == "without" else values[0] for name, values in given.items()}
    if "where" in given:
        said["where"] = dict(pair.split("=", 1) for pair in given["where"])
    return ", ".join(f"{name}={value!r}" for name, value in said.items())


def refuse_silly(
    file: LabelFile, look: Callable[[], Sight], used: Sequence[int], matrix: LabelMatrix, settings: LabelSettings
) -> None:
    """Refuse a guess that gives one class, one item, a class for each item, or accept and reject.

    `look` gets the columns and `used` are those that the guess took; one class is believed where no other column
    could hold the labels.
    """
    if settings.layout is not None or (settings.item and settings.label) or matrix.size < 2 or file.shared:
        return
    items, classes = int(np.count_nonzero(np.diff(matrix.item))) + 1, len(matrix.classes)
    if set(matrix.classes) <= VERDICTS:
        raise unclear(file, "labels-accept-reject", look())
    refuse_texts(file, look, matrix)
    if classes > 1 and (items > 1 or matrix.size < 3):
        return
    sight = look()
    sizes = [len(set(column.names) - settings.missing) for column in sight.columns]
    if any(1 < size < len(sight.columns[0].codes) for place, size in enumerate(sizes) if place not in used):
        if classes == 1:
            raise unclear(file, "labels-one-class", sight, label=matrix.classes[0])
        raise unclear(file, "labels-one-item", sight, item=matrix.items[0][:40])


def refuse_texts(file: LabelFile, look: Callable[[], Sight], matrix: LabelMatrix) -> None:
    """Refuse labels of which there are about as many different ones as items: they are texts, or names of items."""
    items, classes = int(np.count_nonzero(np.diff(matrix.item))) + 1, len(matrix.classes)
    if classes > _MANY_CLASSES and classes >= 0.9 * items:
        given = np.unique(matrix.item.astype(np.int64) * classes + matrix.label).size
        if matrix.values is None or given == items < matrix.size:
            raise unclear(file, "labels-class-each", look(), classes=str(classes), items=str(items))


def in_group(name: str, group: str) -> bool:
    """Whether a column has a number where a pattern has a star.

    >>> in_group("Answer.c12", "Answer.c*"), in_group("Answer.comment", "Answer.c*")
    (True, False)
    """
    before, _, after = group.partition("*")
    return bool(re.fullmatch(rf"{re.escape(before)}\d+{re.escape(after)}", name))


def groups_of(names: Sequence[str]) -> list[str]:
    """The groups of two columns or more that differ in their last number, as patterns.

    >>> groups_of(["id", "c0", "c1", "x_1", "x_2"])
    ['c*', 'x_*']
    """
    stems = [f"{found[1]}*{found[2]}" for name in names if (found := _NUMBERED.fullmatch(name))]
    return [stem for stem in dict.fromkeys(stems) if stem != "*" and stems.count(stem) > 1]


def question_in(names: Sequence[str], settings: LabelSettings) -> list[str]:
    """Of columns and groups of columns those that are the question asked for; all of them where none is asked for."""
    if settings.question is None:
        return list(names)
    same = [name for name in names if name.removeprefix("Answer.") == settings.question]
    return same or [
        name for name in names if "*" in name and name.removeprefix("Answer.").startswith(settings.question)
    ]
