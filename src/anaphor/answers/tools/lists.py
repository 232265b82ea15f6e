"""Lists of votes, as SNLI has them, in JSON and in the cells of tables."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

from anaphor.answers import vocabulary
from anaphor.answers.labelling import Column
from anaphor.answers.table import LabelTable, text_table
from anaphor.answers.tools.export import Export, Line

_LISTS = ("annotatorlabels", "labels", "label", "annotations", "votes", "rawlabels", "labellist", "answers", "ratings")
"""Fields that hold a list of labels, one by each annotator or several at once."""
_ARGILLA = (".responses", ".responses.users", ".responses.status")
"""How columns of Argilla's flattened records end that hold a list."""
_TALLIES = frozenset({"labelcounter", "labelcounts", "votecounts", "counts", "distribution", "labeldistribution"})
"""Columns of which each cell says how many chose what, besides those that are called after labels or votes."""
_MOST_PAIRED = 4
"""Columns of people, and of labels, that are looked at in pairs."""
_LEAF = re.compile(r"[\[\],\"' ]+")


def listed_votes(lines: Sequence[Line], label: str | None) -> Export | None:
    """Votes in a list for each item, as SNLI's `annotator_labels`; None where there is no such list, or it is a set.

    A set of labels never holds one twice, and nobody stands beside it.
    """
    first = lines[0][1]
    names = [label] if label else [name for word in _LISTS for name in first if vocabulary.plain(name) == word]
    people = next((key for key in first if vocabulary.called(key, "annotator") and isinstance(first[key], list)), None)
    if any(vocabulary.called(key, "annotator") and not isinstance(first[key], list) for key in first):
        return None
    for name in names:
        lists = [each for _, values in lines if isinstance(each := values.get(name), list)]
        plain = all(isinstance(part, (str, int, float, type(None))) for each in lists for part in each)
        sure = (
            people or vocabulary.plain(name) == _LISTS[0] or any(len(set(map(str, each))) < len(each) for each in lists)
        )
        if not lists or not plain or not sure:
            continue
        keys = [key for word in vocabulary.ITEM for key in first if vocabulary.plain(key) == word]
        named = [key for key in keys if all(key in values for _, values in lines)]
        found = [key for key in named if len({str(values[key]) for _, values in lines}) == len(lines)]
        rows = list[Line]()
        for line, values in lines:
            votes, who = values.get(name), values.get(people) if people else None
            item = str(values[found[0]]) if found else str(line)
            for place, vote in enumerate(votes if isinstance(votes, list) else ()):
                person = who[place] if isinstance(who, list) and place < len(who) else None
                rows.append((line, {"item": item, "annotator": person, "label": vote}))
        tool = "SNLI" if vocabulary.plain(name) == _LISTS[0] and "pairID" in first else "JSON"
        return Export(tool=tool, rows=rows, item=found[0] if found else "–", annotator=people, label=name)
    return None


def unlisted(cell: str) -> list[str]:
    """The parts of a list that was written into a cell.

    >>> unlisted("['yes', 'no']"), unlisted('["a b"]'), unlisted("[1 2]")
    (['yes', 'no'], ['a b'], ['1', '2'])
    """
    try:
        return [str(part) for part in json.loads(cell.replace("'", '"'))]
    except (ValueError, RecursionError):
        return [part for part in _LEAF.split(cell) if part]


def hold_lists(annotators: Column | None, labels: Column) -> bool:
    """Whether cells hold the labels of several people each, or how many chose what, and no label.

    >>> from anaphor.answers.labelling import numbered
    >>> who, what = (numbered(cells) for cells in (["ann|bob", "ann|bob"], ["yes|no", "no|no"]))
    >>> hold_lists(who, what), hold_lists(numbered(["ann", "bob"]), what)
    (True, False)
    """
    cells = [cell for cell in labels.names if cell]
    if not cells:
        return False
    if annotators is None or all(cell[:1] + cell[-1:] == "{}" for cell in cells):
        return all(cell[:1] + cell[-1:] in ("[]", "{}") for cell in cells)
    people = [cell for cell in annotators.names if cell]
    return bool(people) and (all(cell[:1] + cell[-1:] == "[]" for cell in people) or bool(_common_sign(people, cells)))


def _common_sign(people: Sequence[str], labels: Sequence[str]) -> str:
    """The sign that parts people and labels into equally many parts, two or more; empty where none does.

    Names and labels of two words each are no lists: a blank, a comma or a stroke parts one list of people, or several
    in which some stand again.
    """
    for sign in "|;,/ ":
        sizes = {cell.count(sign) for cell in (*people, *labels)}
        often = Counter(part.strip() for cell in people for part in cell.split(sign))
        if len(sizes) == 1 and min(sizes) and (sign in "|;" or len(people) == 1 or max(often.values()) > 1):
            return sign
    return ""


def tallied(table: LabelTable) -> LabelTable | None:
    """A table of votes for each class, from cells that say how many chose what: {'yes': 2, 'no': 1}; else None."""
    if any(vocabulary.called(name, "annotator") for name in table.names):
        return None
    called = [place for place, name in enumerate(table.names) if vocabulary.called(name, "label", "voters")]
    called += [place for place, name in enumerate(table.names) if vocabulary.plain(name) in _TALLIES]
    for place in called:
        filled = [cell for cell in table.coded(place).names if cell]
        if not filled or not all(cell[:1] + cell[-1:] == "{}" for cell in filled):
            continue
        cells = table.column(place)
        tallies = [_tally(cell) for cell in cells]
        if any(tally is None for tally in tallies):
            continue
        classes = list(dict.fromkeys(name for tally in tallies for name in tally or ()))
        names = [at for at in range(table.width) if len(table.coded(at).names) == len(cells) and at != place]
        names.sort(key=lambda at: not vocabulary.called(table.names[at], "item"))
        item = table.column(names[0]) if names else [str(line) for line in table.lines.tolist()]
        rows = [
            (name, *(str((tally or {}).get(each, 0)) for each in classes))
            for name, tally in zip(item, tallies, strict=True)
        ]
        head = (table.names[names[0]] if names else "item", *classes)
        return text_table(table.file, head, rows, table.lines.tolist(), notes=table.notes) if len(classes) > 1 else None
    return None


def _tally(cell: str) -> dict[str, int] | None:
    try:
        found = json.loads(cell.replace("'", '"') or "{}")
    except (ValueError, RecursionError):
        return None
    counts: dict[str, int] = {}
    for name, count in found.items() if isinstance(found, dict) else [("", None)]:
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            return None
        counts[str(name)] = count
    return counts


def list_lines(table: LabelTable) -> list[Line] | None:
    """The rows of a table one of whose columns holds lists, as JSON lines would; None for any other table."""
    lists: dict[int, str] = {}
    for place, name in enumerate(table.names):
        cells = [cell for cell in table.column(place) if cell]
        argilla = name.endswith(_ARGILLA)
        if not (argilla or vocabulary.plain(name) in (*_LISTS, *vocabulary.ANNOTATOR)) or not cells:
            continue
        if all(cell[:1] + cell[-1:] == "[]" for cell in cells):
            lists[place] = ""
        # Without brackets a list shows in labels that stand in it twice, and in few different ones.
        for sign in "" if argilla else ";|,/ ":
            found = [[part.strip() for part in cell.split(sign)] for cell in cells]
            often = Counter(part for each in found for part in each)
            again = sum(len(set(each)) < len(each) for each in found)
            if again > len(found) / 4 and len(often) < len(found) / 2 and place not in lists:
                lists[place] = sign
    named = [place for place, name in enumerate(table.names) if vocabulary.called(name, "annotator")]
    labelled = [place for place, name in enumerate(table.names) if vocabulary.plain(name) in _LISTS]
    for who, what in product(named[:_MOST_PAIRED], labelled[:_MOST_PAIRED]):
        people, labels = ([cell for cell in table.coded(place).names if cell] for place in (who, what))
        sign = _common_sign(people, labels) if people and labels else ""
        lists |= {place: sign for place in (who, what) if sign and place not in lists}
    if not any(vocabulary.plain(name := table.names[place]) in _LISTS or name.endswith(_ARGILLA) for place in lists):
        return None
    lines = list[Line]()
    for line, row in zip(table.lines.tolist(), table.rows, strict=True):
        values: dict[str, object] = dict(zip(table.names, row, strict=True))
        for place, sign in lists.items():
            values[table.names[place]] = (
                unlisted(row[place]) if not sign else [x.strip() for x in row[place].split(sign)]
            )
        lines.append((line, values))
    return lines
