"""JSON by annotator: `{"alice": {"s1": "yes"}}`, with lists of labels, or with lists of objects that name an item."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from anaphor.answers import vocabulary
from anaphor.answers.roles import looks_like
from anaphor.answers.tools.export import Line, listed

_LEWIDI = frozenset({"annotators", "annotations"})
_SPLIT = frozenset({"columns", "index", "data", "index_names", "column_names"})
"""Fields of a table that pandas wrote with its names apart from its rows."""
_FEWEST_PEOPLE = 2
_DENSE = 0.9
"""Share of the cells that are filled in, from which on a table is complete but for some holes."""
_ALIKE = 0.8
"""Share of names that look like items or people, from which on they are."""


def by_annotator(document: Mapping[str, Any], *, stated: bool = False) -> list[Line] | None:
    """A row for each label, where the outer names are annotators; None where they are items, or it is something else.

    `stated`: the user says that they are annotators.
    """
    people = {str(name): value for name, value in document.items()}
    if len(people) < 2 - stated:
        return None
    if all(isinstance(value, list) and value and len(listed(value)) == len(value) for value in people.values()):
        rows = [(name, row) for name, value in people.items() for row in listed(value)]
        named = all(any(vocabulary.called(key, "item") for key in row) for _, row in rows)
        if not named or any(vocabulary.called(key, "annotator") for _, row in rows for key in row):
            return None
        return [(number, {"annotator": name, **row}) for number, (name, row) in enumerate(rows, 1)]
    if all(isinstance(value, list) and value and not any(map(_inner, value)) for value in people.values()):
        lengths = {len(value) for value in people.values()}
        if len(lengths) > 1 or not (stated or _people_outside(people, list(map(str, range(max(lengths)))))):
            return None
        cells = [(name, str(place), label) for name, value in people.items() for place, label in enumerate(value, 1)]
        return [
            (number, {"annotator": name, "item": item, "label": label})
            for number, (name, item, label) in enumerate(cells, 1)
        ]
    if not all(isinstance(value, dict) and value for value in people.values()):
        return None
    if any(_LEWIDI & value.keys() for value in people.values()):
        return None
    inner = [(name, str(item), label) for name, value in people.items() for item, label in value.items()]
    items = list(dict.fromkeys(item for _, item, _ in inner))
    if not (stated or _people_outside(people, items, [(name, item) for name, item, _ in inner])):
        return None
    if all(isinstance(label, dict) for *_, label in inner):
        return [(n, {"annotator": name, "item": item, **label}) for n, (name, item, label) in enumerate(inner, 1)]
    if any(isinstance(label, dict) for *_, label in inner):
        return None
    return [(n, {"annotator": name, "item": item, "label": label}) for n, (name, item, label) in enumerate(inner, 1)]


def records_in(document: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The rows of a table that was written column by column, as pandas does it; None where names are annotators.

    >>> records_in({"columns": ["item", "label"], "index": [0], "data": [["s1", "yes"]]})
    [{'item': 's1', 'label': 'yes'}]
    >>> records_in({"item": ["s1"], "label": ["yes"]}), records_in({"id": {"0": "s1"}, "ann": {"0": "yes"}})
    ([{'item': 's1', 'label': 'yes'}], [{'id': 's1', 'ann': 'yes'}])
    >>> records_in({str(n): {"item": "s1", "annotator": who, "label": 1} for n, who in enumerate("ab")})[1]
    {'item': 's1', 'annotator': 'b', 'label': 1}
    >>> records_in({"ann": ["yes"], "bob": ["no"]})
    """
    columns, data = document.get("columns"), document.get("data")
    if isinstance(columns, list) and isinstance(data, list) and document.keys() <= _SPLIT:
        names = [str(name) for name in columns]
        if all(isinstance(row, list) and len(row) == len(names) for row in data):
            return [dict(zip(names, row, strict=True)) for row in data]
        return None
    parts = list(document.values())
    if len(parts) >= _FEWEST_PEOPLE and all(isinstance(part, dict) and _is_record(part) for part in parts):
        return [{str(key): value for key, value in part.items()} for part in parts]
    if len(parts) < _FEWEST_PEOPLE or not any(vocabulary.called(name, "item") for name in document):
        return None
    if all(isinstance(part, dict) for part in parts):
        keys = [list(part) for part in parts]
        numbered = keys[0] == list(map(str, range(len(keys[0])))) and all(each == keys[0] for each in keys)
        lists = [list(part.values()) for part in parts] if numbered else []
    else:
        lists = parts if all(isinstance(part, list) for part in parts) else []
    if (
        not lists
        or len({len(values) for values in lists}) > 1
        or any(_inner(value) for each in lists for value in each)
    ):
        return None
    return [dict(zip(document, row, strict=True)) for row in zip(*lists, strict=True)]


def _is_record(part: Mapping[str, object]) -> bool:
    """Whether an object says which item it is about, who labelled it, and something more: one label."""
    named = all(any(vocabulary.called(str(key), role) for key in part) for role in ("item", "annotator"))
    return named and len(part) > 2 and not _LEWIDI & part.keys() and not any(map(_inner, part.values()))


def lists_by_annotator(lines: Sequence[Line]) -> list[Line] | None:
    """A row for each label, where each object names an annotator and has one list of labels, all equally long."""
    if len(lines) < _FEWEST_PEOPLE:
        return None
    first = lines[0][1]
    who = next((key for key in first if vocabulary.called(key, "annotator") and not _inner(first[key])), None)
    fields = [key for key, value in first.items() if isinstance(value, list)]
    named = any(vocabulary.called(key, "item") for key in first)
    if who is None or len(fields) != 1 or named or len({str(values.get(who)) for _, values in lines}) < len(lines):
        return None
    document = {str(values[who]): values.get(fields[0]) for _, values in lines}
    lists = [value for value in document.values() if isinstance(value, list)]
    if len(lists) < len(document) or len({len(value) for value in lists}) > 1 or len(lists[0]) <= len(lists):
        return None
    return by_annotator(document, stated=True)


def _inner(value: object) -> bool:
    return isinstance(value, (dict, list))


def _people_outside(
    outer: Mapping[str, object], inner: Sequence[str], given: Sequence[tuple[str, str]] | None = None
) -> bool:
    """Whether the outer names are annotators and the inner ones items: by their looks, else because items are more.

    Where people label some items each, items are those of which all have equally many labels.
    """
    names = list(outer)
    outside, inside = (_looks(each, "annotator") - _looks(each, "item") for each in (names, inner))
    if outside != inside:
        return outside > inside
    if given is None or len(given) >= _DENSE * len(names) * len(inner):
        return len(inner) > len(names)
    often = [Counter(pair[side] for pair in given) for side in (0, 1)]
    even = [len(set(each.values())) == 1 for each in often]
    return even == [False, True]


def _looks(names: Sequence[str], role: str) -> int:
    """1 where names are called or look like those of a role, else 0."""
    hits = sum(looks_like(name, role) for name in names)
    return int(hits >= _ALIKE * len(names))
