"""What a tool's labels become: rows of a long table, one by one who said what of which item to which question."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anaphor.answers import vocabulary
from anaphor.answers.labelling import cell_text
from anaphor.errors import ContentError, FormatError

_FIELDS_FROM = 500_000
"""Fields that the rows of any file may have together."""
_FIELDS_TIMES = 30
"""So many times the fields of its objects they may have beyond that: what stands beside a list stands in each of its
rows, and lists in inner objects are multiplied with each other."""
_LONG_NAME = 100
"""Characters of a name that take as much room as a field."""
_DEEPEST = 20
"""Lists in lists in a value: sets of labels have one level."""

Line = tuple[int, dict[str, object]]
"""A JSON object and its line, from 1; for an element of a list, its place in the list."""
HEAD = 50
"""Objects by which a tool is recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """The labels of an export: rows with the fields item, annotator, label and maybe question.

    A label is a text or a number, a list of them (a set), or a rank by option (a ranking).
    """

    tool: str
    rows: Sequence[Line]
    item: str
    annotator: str | None
    """The field that named annotators; None: nobody knows whose the labels are."""
    label: str
    left: int = 0
    """Annotations that do not count."""
    tokens: frozenset[str] = frozenset()
    """Questions whose items are the tokens of texts, because parts of these were labelled."""
    unread: frozenset[str] = frozenset()
    """Questions about parts of pictures, sounds or pages, whose places nothing here compares."""
    sure: bool = True
    """Whether no other tool, and nobody by hand, would have written it so."""


def ranks(order: Iterable[object]) -> dict[str, int]:
    """The place of each option in an order, from 1; options in a list of their own share a place.

    >>> ranks(["b", ["a", "c"], "d"])
    {'b': 1, 'a': 2, 'c': 2, 'd': 4}
    """
    found: dict[str, int] = {}
    for each in order:
        place = len(found) + 1
        found |= {str(one): place for one in (each if isinstance(each, list) else [each])}
    return found


def rank_rows(rows: Sequence[Line]) -> tuple[Sequence[Line], str]:
    """The rows with an item for each option where labels are rankings, and the code of what to say of it.

    Lists are rankings where all people give an item the same options, and not in the same order.
    """
    orders: dict[str, list[list[str]]] = {}
    for _, row in rows:
        if isinstance(row["label"], list):
            orders.setdefault(str(row["item"]), []).append([str(each) for each in row["label"]])
    alike = all(sorted(each) == sorted(lists[0]) for lists in orders.values() for each in lists)
    apart = sum(each != lists[0] for lists in orders.values() for each in lists)
    some = [each for lists in orders.values() for each in lists if len(each) > 2]
    if alike and apart and len(some) == len(rows):
        rows = [(line, {**row, "label": ranks(row["label"])}) for line, row in rows if isinstance(row["label"], list)]
    if not any(isinstance(row["label"], dict) for _, row in rows):
        return rows, ""
    split = [
        (line, {**row, "item": f"{row['item']}: {option}", "label": place})
        for line, row in rows
        for option, place in (row["label"].items() if isinstance(row["label"], dict) else ())
    ]
    numbers = all(isinstance(row["label"], int) for _, row in split)
    return split, "labels-ranks" if numbers else "labels-buckets"


def orders_in(names: Sequence[str]) -> dict[str, dict[str, int]] | None:
    """The ranks that each name spells, where all of them are rankings (`b>a=c`, or the same options in other orders).

    >>> orders_in(["b>a=c", "a>b>c"]), orders_in(["x, y, z", "z, y, x"])["z, y, x"], orders_in(["x,y", "x"])
    ({'b>a=c': {'b': 1, 'a': 2, 'c': 2}, 'a>b>c': {'a': 1, 'b': 2, 'c': 3}}, {'z': 1, 'y': 2, 'x': 3}, None)
    """
    for sign in (sign for sign in ">|;," if len(names) > 1 and sign in names[0]):
        parts = {name: [[one.strip() for one in each.split("=")] for each in name.split(sign)] for name in names}
        options = {name: sorted(one for each in found for one in each) for name, found in parts.items()}
        plain = all(each and len(set(found)) == len(found) for found in options.values() for each in found)
        same = all(found == options[names[0]] and len(found) > 2 for found in options.values())
        if plain and (same or (sign == ">" and all(len(found) > 1 for found in parts.values()))):
            orders = {name: ranks(found) for name, found in parts.items()}
            before = {(one, two) for each in orders.values() for one in each for two in each if each[one] < each[two]}
            # Of `animal > dog` and `animal > cat`, which are classes, no two parts ever stand the other way round.
            return orders if same or any((two, one) in before for one, two in before) else None
    return None


def named_ranks(value: object) -> dict[str, int] | None:
    """The ranks in a list of options with a rank each (`[{"value": "a", "rank": 1}]`); None for anything else."""
    if not isinstance(value, list) or not value:
        return None
    found: dict[str, int] = {}
    for each in value:
        if not isinstance(each, dict) or not isinstance(each.get("rank"), int) or "value" not in each:
            return None
        found[str(each["value"])] = each["rank"]
    return found


def listed(value: object) -> list[dict[str, object]]:
    """The objects in a list; none where it is no list, and without whatever else stands in it."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def whose(value: object) -> object:
    """A person from a number or name, or from an object that has a name, an address or a number."""
    if not isinstance(value, dict):
        return value if isinstance(value, str | int) else None
    return next((value[key] for key in ("email", "username", "annotator", "name", "id") if value.get(key)), None)


def flattened(value: Mapping[str, object]) -> list[dict[str, object]]:
    """An object as rows of plain fields: names of inner ones have dots, each object of a list makes a row.

    Lists of one length side by side, one of which names annotators, are such objects, as Hugging Face keeps them.

    >>> flattened({"id": 1, "labels": [{"by": "ann", "x": {"y": 2}}, {"by": "bob"}]})
    [{'id': 1, 'labels.by': 'ann', 'labels.x.y': 2}, {'id': 1, 'labels.by': 'bob'}]
    >>> flattened({"given": {"annotator_id": [1, 2], "label": ["yes", "no"]}})
    [{'given.annotator_id': 1, 'given.label': 'yes'}, {'given.annotator_id': 2, 'given.label': 'no'}]
    """
    return [row for _, row in flattened_lines([(0, value)])]


def flattened_lines(lines: Sequence[tuple[int, Mapping[str, object]]]) -> list[Line]:
    """The rows of many objects, each with the line of its object; refused where they are out of all proportion."""
    room = _FieldRoom(_FIELDS_FROM + _FIELDS_TIMES * _fields_in([values for _, values in lines]))
    return [(line, row) for line, values in lines for row in _flattened(values, "", room)]


def _fields_in(value: object) -> int:
    """How many values stand in one that was read from JSON."""
    count, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        count += 1
        waiting += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return count


class _FieldRoom:
    """How many fields the rows of a file may still have."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, rows: int, fields: int) -> None:
        """Make room for rows, before they are made."""
        self._left -= rows + fields
        if self._left < 0:
            raise FormatError("files-many-fields")


def _flattened(value: Mapping[str, object], before: str, room: _FieldRoom) -> list[dict[str, object]]:
    rows, lists = [dict[str, object]()], list[dict[str, object]]()
    for key, found in value.items():
        each, name = found, f"{before}{key}"
        beside = (
            {name: part for name, part in found.items() if isinstance(part, list)} if isinstance(found, dict) else {}
        )
        if len(set(map(len, beside.values()))) == 1 and any(vocabulary.called(name, "annotator") for name in beside):
            each = [dict(zip(beside, parts, strict=True)) for parts in zip(*beside.values(), strict=True)]
        if isinstance(each, dict):
            rows = _together(rows, _flattened(each, f"{name}.", room), room)
        elif isinstance(each, list) and each and all(isinstance(part, dict) for part in each):
            lists += [row for part in each for row in _flattened(part, f"{name}.", room)]
        else:
            room.take(len(rows), len(rows) + len(name) // _LONG_NAME)
            for row in rows:
                row[name] = each
    return _together(rows, lists, room) if lists else rows


def _together(
    rows: list[dict[str, object]], parts: Sequence[dict[str, object]], room: _FieldRoom
) -> list[dict[str, object]]:
    """Each of some rows with each of others."""
    if len(parts) == 1:
        room.take(len(rows), len(rows) * len(parts[0]))
        for row in rows:
            row.update(parts[0])
        return rows
    fields = len(parts) * sum(map(len, rows)) + len(rows) * sum(map(len, parts))
    room.take(len(rows) * len(parts), fields)
    return [row | part for row in rows for part in parts]


def label_text(value: object, depth: int = 0) -> str:
    """A value as a label or a name: numbers as short as they can be written, lists as sets (`a|b`), null as nothing."""
    if isinstance(value, list):
        if depth > _DEEPEST:
            raise ContentError("files-json-deep")
        return "|".join(sorted(label_text(part, depth + 1) for part in value))
    return cell_text(value)
