"""Labels in inner objects that name an annotator each: doccano's older JSON lines, and files of no known tool."""

from collections.abc import Sequence

from anaphor.answers import vocabulary
from anaphor.answers.tools.export import HEAD, Export, Line, flattened_lines

_LABELS = ("choices", "choice", "label", "value", "rating", "responses", "class", "category", "answer", "annotation")
"""Inner fields that hold a label, the likelier first."""


def nested_export(lines: Sequence[Line], label: str | None, tool: str = "JSON") -> Export | None:
    """Labels in inner objects that name an annotator each; None for anything else.

    `label` names the field, or the question where there are several.
    """
    flat = flattened_lines(lines)
    names = list(dict.fromkeys(name for _, row in flat[: 20 * HEAD] for name in row))
    people: dict[str, str] = {}
    for name in names:
        parts = name.split(".")
        inner = [place for place, part in enumerate(parts) if place and vocabulary.called(part, "annotator")]
        if inner:
            people.setdefault(".".join(parts[: inner[0]]), name)
    inside = [name for name in names if any(f"{name}.".startswith(f"{where}.") for where in people)]
    known = {name: _LABELS.index(end) for name in inside if (end := name.rpartition(".")[2]) in _LABELS}
    fields = [name for name, likely in known.items() if likely == min(known.values())]
    outer = [name for name in names if not any(name.startswith(f"{where}.") for where in people)]
    keys = [name for word in vocabulary.ITEM for name in outer if vocabulary.plain(name.rpartition(".")[2]) == word]
    item = next((name for name in keys if len({str(row.get(name)) for _, row in flat}) == len(lines)), None)
    found = list[Line]()
    for line, row in flat:
        for field in (name for name in fields if row.get(name) is not None):
            where = max((each for each in people if f"{field}.".startswith(f"{each}.")), key=len)
            asked = field.split(".")[-2:][0]
            if label in (None, asked, field):
                said = {"item": row.get(item, line) if item else line, "label": row[field], "question": asked}
                found.append((line, {**said, "annotator": row.get(people[where])}))
    if not found:
        return None
    who = next(iter(people.values()))
    return Export(tool=tool, rows=found, item=item or "–", annotator=who, label=fields[0])
