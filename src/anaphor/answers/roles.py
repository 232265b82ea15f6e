"""Which columns of a table name items, annotators and labels, by what they are called and by what stands in them.

That is how tables without a header are read. Where a guess would be silly, an error shows the columns and the line to
type instead.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from anaphor.answers import vocabulary
from anaphor.answers.labelling import Column, Int64, LabelLayout, LabelSettings
from anaphor.answers.matrix import LabelMatrix
from anaphor.answers.opening import LabelFile
from anaphor.answers.table import LabelTable
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
_MOST_KEYS = 6
"""Columns that are tried as labels beside items that several columns name."""
_MOST_PROPOSALS = 4
"""Readings that are tried before one of them is shown."""
_FEWEST_KEYS = 4
"""Rows from which on several columns may name them together."""
_MOST_KEY_PARTS = 4
"""Columns that name rows together at the most."""
_MANY_CLASSES = 20
"""Classes from which on they may be names of items, or texts."""
VERDICTS = frozenset({"accept", "reject", "ignore"})
"""What Prodigy's annotators answer: whether a label is right, not which one is."""
_NUMBERED = re.compile(r"(?<!\d)\d++(\D*+)\Z")
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
_KNOWN = {"item": vocabulary.ITEM, "annotator": vocabulary.ANNOTATOR, "label": (*vocabulary.LABEL, *vocabulary.OPINION)}


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
    return vocabulary.plain(re.split(r"[.:]", table.called(place))[-1])


def looks_like(name: str, role: str) -> bool:
    """Whether a name looks like that of an item, or like that of a person.

    >>> looks_like("doc12", "item"), looks_like("worker_3", "annotator"), looks_like("alice", "annotator")
    (True, True, False)
    """
    return bool(_HINTS[role].fullmatch(name)) or (role == "annotator" and vocabulary.says_annotator(name))


def _codes(column: Column) -> Int64:
    return np.unique(column.codes[:_SAMPLE], return_inverse=True)[1].astype(np.int64)


def find_roles(table: LabelTable) -> Roles | None:
    """The likeliest roles of the columns of a table with one row per label; None where no reading is possible."""
    return next(iter(likely_roles(table)), None)


def likely_roles(table: LabelTable) -> list[Roles]:
    """The roles that the columns of a table with one row per label may have, the likeliest first.

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
        and _word(table, place) not in (*vocabulary.ASIDE, *vocabulary.COUNT)
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
        text = text or _word(table, label) in (*vocabulary.ITEM, *vocabulary.ANNOTATOR)
        text = text or vocabulary.says_circumstance(table.called(label))
        if sizes[item] > rows / 1.3 or text or (annotator is not None and together[item, annotator] < rows):
            continue
        own = _word(table, label) in vocabulary.OPINION and together[item, label] > sizes[item]
        score = fits(item, "item") + fits(label, "label")
        score -= 6 * (vocabulary.says_verdict(table.called(label)) and not own)
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
        return []
    scored.sort(key=lambda each: -each[0])
    sure = len(scored) < 2 or scored[0][0] - scored[1][0] >= _MARGIN
    return [replace(roles, sure=sure and not place) for place, (_, roles) in enumerate(scored)]


def find_question(table: LabelTable, roles: Roles) -> Roles | None:
    """Roles with the column by which an annotator's several labels of an item differ, as several questions do."""
    if roles.annotator is None:
        return None
    codes = [_codes(column) for column in table.columns]
    key = codes[roles.item] * (int(codes[roles.annotator].max()) + 1) + codes[roles.annotator]
    again = vocabulary.repetition_places([table.called(place) for place in range(table.width)])
    for place in dict.fromkeys([*again, *range(table.width)]):
        other = codes[place]
        size = int(other.max()) + 1
        if place in (roles.item, roles.annotator, roles.label) or not 1 < size <= other.size / 2:
            continue
        if np.unique(key * size + other).size == other.size:
            # Of the two that name what was judged, the one with fewer names is the question.
            less = place in again or size < int(codes[roles.item].max()) + 1
            item, question = (roles.item, place) if less else (place, roles.item)
            return Roles(item=item, annotator=roles.annotator, label=roles.label, question=question)
    return None


def time_column(table: LabelTable, roles: Roles) -> str | None:
    """The column of times by which an annotator's several labels of an item differ, as when somebody thought again."""
    if roles.annotator is None:
        return None
    codes = [_codes(column) for column in table.columns]
    for place, column in enumerate(table.columns):
        cells = [name for name in column.names[:200] if name]
        if place in (roles.item, roles.annotator, roles.label) or not cells or not all(map(_TIME.search, cells)):
            continue
        if _joint([codes[roles.item], codes[roles.annotator], codes[place]])[1] == codes[place].size:
            return table.called(place)
    return None


class UnclearError(FormatError):
    """A file whose reading is not clear, with the options that may make it clear: none of them is tried yet."""

    proposals: tuple[str, ...] = ()
    file: LabelFile | None = None


def unclear(
    table: LabelTable,
    code: str,
    roles: Roles | None = None,
    options: str | Sequence[str] = "",
    **values: str,
) -> UnclearError:
    """An error that shows the columns with what stands in them, to raise; with options that may read the file.

    The options name the columns of the roles, which are looked for where they are not given. Whoever opens the file
    tries each of them on it, and shows those that work.
    """
    table, file = table.seen(), table.file
    varied = [place for place, column in enumerate(table.columns) if len(column.names) > 1]
    shown = []
    for place in varied[:_SHOWN]:
        names = table.columns[place].names
        cells = ", ".join(name[:16] for name in names[:3] if name)
        shown.append(f"{table.called(place)} ({cells}{', …' if len(names) > 3 else ''})")
    shown += ["…"] if len(varied) > _SHOWN else []
    error = UnclearError(message(code, columns="; ".join(shown), **values), where=file.place())
    proposals = [options] if isinstance(options, str) else list(options)
    error.proposals = tuple(filter(None, proposals)) or tuple(proposals_for(table, roles))
    error.file = file
    return error


def proposals_for(table: LabelTable, roles: Roles | None = None) -> list[str]:
    """Options that name the columns of these roles, or of the likeliest; without names that say something, none."""
    if not table.width or not table.lines.size:
        return []
    found = [roles] if roles else likely_roles(table)
    if roles is None and any(_word(table, place) in vocabulary.ANNOTATOR for place in range(table.width)):
        found = [each for each in found if each.annotator is not None]  # who labelled is known: nobody may be left out
    # Whoever is called an annotator is no item.
    found = [each for each in found if _word(table, each.item) not in vocabulary.ANNOTATOR] or found
    # What is known of people is neither what they labelled nor what they said of it.
    found = [each for each in found if not _says_person(table, each)]
    # And what numbers the parts of an item is neither an annotator nor a label.
    found = [each for each in found if not _names_parts(table, each.annotator, each.label)]
    found = found[:_MOST_PROPOSALS]
    proposals = _repeated_rows(table) + [role_options(table, each) for each in found if _telling(table, each)]
    if roles is None and table.names:
        proposals += key_options(table) or _label_options(table)
    return list(dict.fromkeys(proposals))[:_MOST_PROPOSALS]


def _says_person(table: LabelTable, roles: Roles) -> bool:
    return bool(table.names) and any(vocabulary.says_person(table.called(place)) for place in (roles.item, roles.label))


def _names_parts(table: LabelTable, *places: int | None) -> bool:
    names = [table.called(place) for place in places if place is not None] if table.names else []
    return any(vocabulary.says_position(name) or vocabulary.called(name, "item") for name in names)


def leading_key(table: LabelTable) -> list[str]:
    """The first columns of a wide table that name its rows together, while none of them does so alone; else nothing.

    They are called after items and their parts, or count alike within each block of rows: sentences in a document.
    """
    if not table.names or table.lines.size < _FEWEST_KEYS:
        return []
    codes, names, rows = list[Int64](), list[str](), table.lines.size
    for place in range(min(table.width - 2, _MOST_KEY_PARTS)):
        column, name = table.coded(place), table.names[place]
        if len(column.names) in (1, rows) or "" in column.names or _word(table, place) in vocabulary.ANNOTATOR:
            return []
        new = column.codes.astype(np.int64)
        if codes and _joint([*codes, new])[1] == _joint(codes)[1]:  # it says what those before it say
            continue
        codes.append(new)
        names.append(name)
        if not (_says_part(name) or (_in_blocks(new) if len(codes) == 1 else _counts_alike(codes))):
            return []
        if len(codes) > 1 and _joint(codes)[1] == rows:
            return names
    return []


def _says_part(name: str) -> bool:
    return vocabulary.called(name, "item") or vocabulary.says_position(name) or vocabulary.says_identifier(name)


def _in_blocks(codes: Int64) -> bool:
    """Whether equal values of a column stand in one block each."""
    return int((np.diff(codes) != 0).sum()) + 1 == np.unique(codes).size


def _counts_alike(codes: Sequence[Int64]) -> bool:
    """Whether the last column goes through the same values, in the same order, in each block of the others."""
    block, blocks = _joint(codes[:-1])
    counted: dict[int, list[int]] = {}
    for where, value in zip(block.tolist(), codes[-1].tolist(), strict=True):
        values = counted.setdefault(where, [])
        if values[-1:] != [value]:
            values.append(value)
    longest = max(counted.values(), key=len)
    several = len(longest) > 1 and len(set(longest)) == len(longest) and blocks > 1
    return several and all(values == longest[: len(values)] for values in counted.values())


def _label_options(table: LabelTable) -> list[str]:
    """Options that take each column that may hold labels for them, where items and annotators are known by their names.

    Columns whose names say that they are something else come last: a question may be called so.
    """
    words = [_word(table, place) for place in range(table.width)]
    items = [place for place, word in enumerate(words) if word in vocabulary.ITEM]
    people = [place for place, word in enumerate(words) if word in vocabulary.ANNOTATOR]
    rows = table.lines.size
    few = [place for place in range(table.width) if 1 < len(table.columns[place].names) <= max(rows / 3, 2)]
    if not items or not people:
        return []
    labels = [place for place in few if place not in (items[0], *people)]
    labels = [place for place in labels if not vocabulary.says_circumstance(table.called(place))]
    labels = [place for place in labels if not vocabulary.says_person(table.called(place))]
    labels.sort(key=lambda place: words[place] in vocabulary.ASIDE)
    return [role_options(table, Roles(item=items[0], annotator=people[0], label=place)) for place in labels]


def _repeated_rows(table: LabelTable) -> list[str]:
    """Options for a table with a column for each annotator, in which rows are items and repetitions of them."""
    words = [_word(table, place) for place in range(table.width)]
    items = [place for place, word in enumerate(words) if word in vocabulary.ITEM]
    times = vocabulary.repetition_places([table.called(place) for place in range(table.width)])
    if not items or not times or any(word in vocabulary.ANNOTATOR for word in words) or not table.names:
        return []
    item, time = table.columns[items[0]], table.columns[times[0]]
    rows = zip(item.codes.tolist(), time.codes.tolist(), strict=True)
    if len(item.names) == item.codes.size or len(set(rows)) < item.codes.size:
        return []
    named = f"--item {shlex.quote(table.called(items[0]))} --repetition {shlex.quote(table.called(times[0]))}"
    return [f"{named} --layout items"]


def _telling(table: LabelTable, roles: Roles) -> bool:
    """Whether one name at least says what a column is: else the table may hold no labels at all."""
    named = {"item": roles.item, "annotator": roles.annotator, "label": roles.label}
    known = [role for role, place in named.items() if place is not None and _word(table, place) in _KNOWN[role]]
    return bool(known) or not table.names


def role_options(table: LabelTable, roles: Roles) -> str:
    """The options that name the columns of roles, and the rows of one question where there are several."""
    named = {"item": roles.item, "annotator": roles.annotator, "label": roles.label}
    parts = [f"--{role} {shlex.quote(table.called(place))}" for role, place in named.items() if place is not None]
    if roles.question is not None:
        value = next(name for name in table.columns[roles.question].names if name)
        parts.append("--where " + shlex.quote(f"{table.called(roles.question)}={value}"))
    return " ".join(parts)


def key_options(table: LabelTable, roles: Roles | None = None) -> list[str]:
    """Options that name items by several columns, or tell repetitions apart, where one column is not enough.

    Columns are added until nobody labels an item twice: those called after items first, then the likelier ones.
    """
    codes, known = _answers(table)
    words = [_word(table, place) for place in range(table.width)]
    people = [place for place, word in enumerate(words) if word in vocabulary.ANNOTATOR]
    who = roles.annotator if roles else people[0] if people else None
    if who is None:
        return []
    times = vocabulary.repetition_places([table.called(place) for place in range(table.width)])
    rest = [
        place
        for place in known
        if place != who and (words[place] not in (*vocabulary.ASIDE, *vocabulary.COUNT) or place in times)
    ]
    labels = [place for place in rest if words[place] in _KNOWN["label"]]
    others = [place for place in rest[::-1] if not vocabulary.says_circumstance(table.called(place))]
    labels += [place for place in others if place not in labels]
    labels = [roles.label] if roles else labels
    found = list[str]()
    for label in labels[:_MOST_KEYS]:
        names = [place for place in rest if place != label and 1 < len(table.columns[place].names) < codes[0].size]
        names.sort(key=lambda place: (words[place] not in vocabulary.ITEM, place))
        key, used = codes[who], list[int]()
        for place in names[:_MOST_COLUMNS]:
            if np.unique(key).size == key.size:
                break
            joint = np.unique(key * (int(codes[place].max()) + 1) + codes[place], return_inverse=True)[1]
            if int(joint.max()) > int(key.max()):
                key, used = joint.astype(np.int64), [*used, place]
        varied = 1 < len(table.columns[label].names) <= max(codes[0].size / 3, 2)
        if np.unique(key).size < key.size or not varied or not used:
            continue
        several, used = len(used) > 1, _needed(codes, who, used)
        unit, size = _joint([codes[place] for place in used])
        if _joint([unit, codes[label]])[1] == size < key.size:  # it says one thing of each item: nobody chose it
            continue
        used.sort()
        again = [place for place in used if place in times]
        items = [place for place in used if place not in again[:1]]
        if not items:
            continue
        options = f"--item {shlex.quote(','.join(table.called(place) for place in items))}"
        options += f" --repetition {shlex.quote(table.called(again[0]))}" if again else ""
        options += f" --annotator {shlex.quote(table.called(who))} --label {shlex.quote(table.called(label))}"
        if several:
            found.append(options)
    return found[:_MOST_PROPOSALS]


def _answers(table: LabelTable) -> tuple[list[Int64], Sequence[int]]:
    """The codes of the columns, one row for each answer, and the columns that may say something of it.

    A list in a record, such as a conversation, makes several rows of one answer.
    """
    codes, places = [_codes(column) for column in table.columns], range(table.width)
    single = [place for place in places if "." not in table.called(place)]
    if not 1 < len(single) < table.width:
        return codes, places
    rows, answers = _joint([codes[place] for place in single])
    if answers == rows.size or rows.size % answers:
        return codes, places
    first = np.unique(rows, return_index=True)[1]
    return [each[first] for each in codes], single


def _needed(codes: Sequence[Int64], who: int, used: list[int]) -> list[int]:
    """Those columns that are needed to name items together: later ones may say what those before them say."""
    for place in used[::-1]:
        others = [each for each in used if each != place]
        if others and _joint([codes[who], *(codes[each] for each in others)])[1] == codes[who].size:
            used = others
    return used


def _joint(
    codes: Sequence[Int64],
) -> tuple[Int64, int]:
    """One code for each combination of codes, and how many there are."""
    key = codes[0]
    for each in codes[1:]:
        key = np.unique(key * (int(each.max()) + 1) + each, return_inverse=True)[1].astype(np.int64)
    return key, int(np.unique(key).size)


def several_questions(
    table: LabelTable, questions: Sequence[str], layout: LabelLayout | None = None, more: Sequence[str] = ()
) -> UnclearError:
    """An error that lists the questions of a file, and has options for each, to raise; `more` are other readings.

    The other readings stand behind the first question: what is shown is cut off after a few.
    """
    names = [name for name in questions if name]
    listed = ", ".join(names[:_MOST_QUESTIONS]) + (", …" if len(names) > _MOST_QUESTIONS else "")
    said = f" --layout {layout.value}" if layout else ""
    options = [f"--question {shlex.quote(name)}{said}" for name in names[:_MOST_PROPOSALS]]
    return unclear(table, "labels-several-questions", options=[*options[:1], *more, *options[1:]], question=listed)


def in_keywords(options: str) -> str:
    """Options as a user of Python writes them.

    >>> in_keywords("--item 'the item' --where q=1 --without a --without b")
    "item='the item', where={'q': '1'}, without=['a', 'b']"
    """
    words, given = shlex.split(options), dict[str, list[str]]()
    flags = [word for word in words if word == "--skip-bad"]
    words = [word for word in words if word not in flags]
    for option, value in zip(words[::2], words[1::2], strict=False):
        given.setdefault(option.removeprefix("--").replace("-", "_"), []).append(value)
    several = ("without", "missing", "present")
    said: dict[str, object] = {name: values if name in several else values[0] for name, values in given.items()}
    said |= {"classes": given["classes"][0].split(",")} if "classes" in given else {}
    said |= {"skip_rows": int(given["skip_rows"][0])} if "skip_rows" in given else {}
    said |= {"skip_bad": True} if flags else {}
    if "where" in given:
        said["where"] = dict(pair.split("=", 1) for pair in given["where"])
    return ", ".join(f"{name}={value!r}" for name, value in said.items())


def refuse_silly(table: LabelTable, used: Iterable[int], matrix: LabelMatrix, settings: LabelSettings) -> None:
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
    columns, taken = table.seen().columns, set(used)
    sizes = [len(set(column.names) - settings.missing) for column in columns]
    if any(1 < size < len(columns[0].codes) for place, size in enumerate(sizes) if place not in taken):
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
    words = [vocabulary.plain(table.called(place)) for place in range(table.width)]
    codes, sizes = [each.codes.astype(np.int64) for each in table.columns], [len(each.names) for each in table.columns]

    def pairs(one: int, two: int) -> int:
        return int(np.unique(codes[one] * sizes[two] + codes[two]).size)

    rest = [place for place in range(table.width) if place not in (roles.item, who, roles.label)]
    rows = len(codes[0])
    if once and who >= 0:
        items = [place for place in rest if 1 < sizes[place] < rows == pairs(place, who)]
        items = [
            place for place in items if words[place] not in vocabulary.ASIDE and "" not in table.columns[place].names
        ]
        if items:
            best = max(items, key=lambda place: (words[place] in vocabulary.ITEM, sizes[place]))
            raise unclear(table, "labels-each-once", replace(roles, item=best), name=table.called(roles.item))
        return [message("labels-all-once", name=table.called(roles.item))]
    for place in rest:
        cells = set(table.columns[place].names)
        both = {"label": table.called(roles.label), "other": table.called(place)}
        if pairs(roles.item, place) <= sizes[roles.item]:
            continue
        if verdict and (words[place] in vocabulary.LABEL or not cells.isdisjoint(matrix.classes)):
            raise unclear(table, "labels-verdict-column", replace(roles, label=place), **both)
        few = 1 < sizes[place] <= max(rows / 3, 2) and not cells <= VERDICTS and "" not in cells
        apart = few and pairs(place, roles.label) > max(sizes[place], sizes[roles.label])
        if several and apart and words[place] in vocabulary.LABEL:
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
    stems = Counter(f"{name[: last.start()]}*{last[1]}" for name in names if (last := _NUMBERED.search(name)))
    return [stem for stem, count in stems.items() if stem != "*" and count > 1]


def question_in(names: Sequence[str], settings: LabelSettings) -> list[str]:
    """Of columns and groups of columns those that are the question asked for; all of them where none is asked for."""
    if settings.question is None:
        return list(names)
    same = [name for name in names if name.removeprefix("Answer.") == settings.question]
    return same or [
        name for name in names if "*" in name and name.removeprefix("Answer.").startswith(settings.question)
    ]
