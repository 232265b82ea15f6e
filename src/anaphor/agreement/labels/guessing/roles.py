"""Which columns of a table name items, annotators and labels, by what they are called and by what stands in them.

That is how tables without a header are read. Where a guess would be silly, an error shows the columns and the line to
type instead.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from anaphor.agreement.labels.content.table import LabelTable
from anaphor.agreement.labels.guessing import wording
from anaphor.agreement.labels.labelling import Column, LabelLayout, LabelSettings
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import FormatError
from anaphor.text import Message, message

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
_KNOWN = {"item": wording.ITEM, "annotator": wording.ANNOTATOR, "label": wording.LABEL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Which column is what, by number."""

    item: int
    annotator: int | None
    """The column that names annotators; None: nobody says whose the labels are."""
    label: int
    question: int | None = None
    """The column that says which of several questions a row answers."""
    times: int | None = None
    """The column that says how many votes a row stands for; only where nobody is named."""
    sure: bool = True
    """Whether no other reading is as good; False also where the column with labels is only the one that was left."""


def _word(table: LabelTable, place: int) -> str:
    return wording.plain(re.split(r"[.:]", table.called(place))[-1])


def _codes(column: Column) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.unique(column.codes[:_SAMPLE], return_inverse=True)[1].astype(np.int64)


def find_roles(table: LabelTable) -> Roles | None:
    """The likeliest roles of the columns of a table with one row per label; None where no reading is possible.

    No annotator labels an item twice, items come again, and their labels vary; where two readings are as good, names
    say which: `worker`, `w12`, an address.
    """
    codes = [_codes(column) for column in table.columns]
    rows = codes[0].size if codes else 0
    sizes = [int(each.max()) + 1 if each.size else 0 for each in codes]
    samples = [[name for name in column.names[:200] if name] for column in table.columns]
    blank = [next((code for code, name in enumerate(column.names) if not name), -1) for column in table.columns]
    usable = [
        place
        for place, size in enumerate(sizes)
        if size > 1
        and len(samples[place]) > 1
        and np.count_nonzero(table.columns[place].codes[:_SAMPLE] == blank[place]) < rows / 2
        and not all(map(_TIME.search, samples[place]))
        and _word(table, place) not in (*wording.ASIDE, *wording.COUNT)
    ]

    def fits(place: int, role: str) -> float:
        """How well a column fits a role by its name and the looks of its cells."""
        called = _word(table, place)
        others = any(called in _KNOWN[other] for other in _KNOWN if other != role)
        hint = _HINTS.get(role)
        looks = sum(bool(hint and hint.fullmatch(name)) for name in samples[place]) / len(samples[place])
        return (8 - 0.01 * _KNOWN[role].index(called) if called in _KNOWN[role] else -4 if others else 0) + 2 * looks

    usable = sorted(usable, key=lambda place: -max(fits(place, role) for role in _KNOWN))[:_MOST_COLUMNS]
    counts = {place: np.bincount(codes[place]) for place in usable}

    def pairs(one: int, two: int) -> int:
        return int(np.unique(codes[one] * sizes[two] + codes[two]).size)

    together = {(one, two): pairs(one, two) for one, two in permutations(usable, 2)}
    scored: list[tuple[float, Roles]] = []
    for item, annotator, label in permutations([*usable, None], 3):
        if item is None or label is None or not 1 < sizes[label] <= max(min(rows / 3, _MOST_LABELS), 2):
            continue
        text = sum(map(len, samples[label])) / len(samples[label]) > _LONG_TEXT
        text = text or _word(table, label) in (*wording.ITEM, *wording.ANNOTATOR)
        if sizes[item] > rows / 1.3 or text or (annotator is not None and together[item, annotator] < rows):
            continue
        score = fits(item, "item") + fits(label, "label") - 6 * wording.says_verdict(table.called(label))
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


def find_question(table: LabelTable, roles: Roles) -> Roles | None:
    """Roles with the column by which an annotator's several labels of an item differ, as several questions do."""
    if roles.annotator is None:
        return None
    codes = [_codes(column) for column in table.columns]
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


def unclear(table: LabelTable, code: str, roles: Roles | None = None, options: str = "", **values: str) -> FormatError:
    """An error that shows the columns with what stands in them, and the line to type, to raise.

    The line names the columns of the roles, which are found where they are not given, or has these options.
    """
    table, file = table.seen(), table.file
    varied = [place for place, column in enumerate(table.columns) if len(column.names) > 1]
    shown = []
    for place in varied[:_SHOWN]:
        names = table.columns[place].names
        cells = ", ".join(name[:16] for name in names[:3] if name)
        shown.append(f"{table.called(place)} ({cells}{', …' if len(names) > 3 else ''})")
    shown += ["…"] if len(varied) > _SHOWN else []
    roles = None if options else roles or find_roles(table)
    named = {"item": roles.item, "annotator": roles.annotator, "label": roles.label} if roles else {}
    known = [role for role, place in named.items() if place is not None and _word(table, place) in _KNOWN[role]]
    options = options or "--item ITEM --annotator ANNOTATOR --label LABEL"
    if roles and (known or not table.names):  # else names that say nothing, in a table that may hold no labels at all
        parts = [f"--{role} {shlex.quote(table.called(place))}" for role, place in named.items() if place is not None]
        if roles.question is not None:
            value = next(name for name in table.columns[roles.question].names if name)
            parts.append("--where " + shlex.quote(f"{table.called(roles.question)}={value}"))
        options = " ".join(parts)
    line = f"anaphor agreement measure {file.typed or shlex.quote(file.name)} {options}"
    if file.memory:
        line = f"anaphor.agreement.measure({file.typed}, {in_keywords(options)})"
    said = message(code, columns="; ".join(shown), command=line, **values)
    return FormatError(said, where=file.place())


def several_questions(table: LabelTable, questions: Sequence[str], layout: LabelLayout | None = None) -> FormatError:
    """An error that lists the questions of a file, and has the line for the first one, to raise."""
    names = [name for name in questions if name]
    listed = ", ".join(names[:_MOST_QUESTIONS]) + (", …" if len(names) > _MOST_QUESTIONS else "")
    options = f"--question {shlex.quote(names[0])}" + (f" --layout {layout.value}" if layout else "")
    return unclear(table, "labels-several-questions", options=options, question=listed)


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


def refuse_silly(table: LabelTable, used: Sequence[int], matrix: LabelMatrix, settings: LabelSettings) -> None:
    """Refuse a guess that gives one class, one item, a class for each item, or accept and reject.

    `used` are the columns that the guess took; one class is believed where no other column could hold the labels.
    """
    if settings.layout is not None or (settings.item and settings.label) or matrix.size < 2 or table.file.shared:
        return
    items, classes = int(np.count_nonzero(np.diff(matrix.item))) + 1, len(matrix.classes)
    if set(matrix.classes) <= VERDICTS:
        raise unclear(table, "labels-accept-reject")
    refuse_texts(table, matrix)
    if classes > 1 and (items > 1 or matrix.size < 3):
        return
    columns = table.seen().columns
    sizes = [len(set(column.names) - settings.missing) for column in columns]
    if any(1 < size < len(columns[0].codes) for place, size in enumerate(sizes) if place not in used):
        if classes == 1:
            raise unclear(table, "labels-one-class", label=matrix.classes[0])
        raise unclear(table, "labels-one-item", item=matrix.items[0][:40])


def refuse_rivals(table: LabelTable, roles: Roles, matrix: LabelMatrix, settings: LabelSettings) -> list[Message]:
    """Refuse labels and items of a long table where another column would do as well or better.

    A verdict says one thing of each item while another column says what people said; of two columns with labels
    either may be meant, unless the first was all that was left (not `sure`); numbers of rows are labelled once each,
    and where no other column names items, that is said.
    """
    given = np.unique(matrix.item.astype(np.int64) * len(matrix.classes) + matrix.label).size
    verdict = settings.label is None and given <= len(matrix.items) and given < matrix.size
    once = len(matrix.items) == matrix.size > len(matrix.annotators) > 1 and not (settings.item or table.file.shared)
    several = roles.sure and roles.annotator is not None and not (settings.label or settings.question)
    if not table.names or not (verdict or once or several):
        return []
    table, who = table.seen(), -1 if roles.annotator is None else roles.annotator
    words = [wording.plain(table.called(place)) for place in range(table.width)]
    codes, sizes = [each.codes.astype(np.int64) for each in table.columns], [len(each.names) for each in table.columns]

    def pairs(one: int, two: int) -> int:
        return int(np.unique(codes[one] * sizes[two] + codes[two]).size)

    rest = [place for place in range(table.width) if place not in (roles.item, who, roles.label)]
    rows = len(codes[0])
    if once and who >= 0:
        items = [place for place in rest if 1 < sizes[place] < rows == pairs(place, who)]
        items = [place for place in items if words[place] not in wording.ASIDE and "" not in table.columns[place].names]
        if items:
            best = max(items, key=lambda place: (words[place] in wording.ITEM, sizes[place]))
            raise unclear(table, "labels-each-once", replace(roles, item=best), name=table.called(roles.item))
        return [message("labels-all-once", name=table.called(roles.item))]
    for place in rest:
        cells = set(table.columns[place].names)
        both = {"label": table.called(roles.label), "other": table.called(place)}
        if pairs(roles.item, place) <= sizes[roles.item]:
            continue
        if verdict and (words[place] in wording.LABEL or not cells.isdisjoint(matrix.classes)):
            raise unclear(table, "labels-verdict-column", replace(roles, label=place), **both)
        few = 1 < sizes[place] <= max(rows / 3, 2) and not cells <= VERDICTS and "" not in cells
        apart = few and pairs(place, roles.label) > max(sizes[place], sizes[roles.label])
        if several and apart and words[place] in wording.LABEL:
            raise unclear(table, "labels-two-labels", roles, **both)
    return []


def refuse_texts(table: LabelTable, matrix: LabelMatrix) -> None:
    """Refuse labels of which there are about as many different ones as items: they are texts, or names of items."""
    items, classes = int(np.count_nonzero(np.diff(matrix.item))) + 1, len(matrix.classes)
    if classes > _MANY_CLASSES and classes >= 0.9 * items:
        given = np.unique(matrix.item.astype(np.int64) * classes + matrix.label).size
        if matrix.values is None or given == items < matrix.size:
            raise unclear(table, "labels-class-each", classes=str(classes), items=str(items))


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
