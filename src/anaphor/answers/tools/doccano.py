"""doccano: JSON lines and CSV of 1.8 (each annotator has a file), JSON lines of 1.0 (users have numbers)."""

import re
from collections.abc import Sequence

from anaphor.answers.tools.export import HEAD, Export, Line, listed
from anaphor.answers.tools.nested import nested_export
from anaphor.answers.tools.spans import parts_in, span_export

_CLASSES = frozenset({"label", "cats"})
_SPANS = ("entities", "label", "labels")
_LISTED = re.compile(r"^\d+\. (.+)$", re.MULTILINE)
"""The candidates in a text of our folders, where the field `options` was lost on the way."""
_JOINED = "#"
"""What stands between the labels of a text in CSV."""


def doccano_export(lines: Sequence[Line]) -> Export | None:
    """The labels of texts, or of their tokens; None for anything else."""
    first = lines[0][1]
    if any(
        each.keys() >= {"user", "label"} for _, values in lines[:HEAD] for each in listed(values.get("annotations"))
    ):
        return nested_export(lines, None, tool="doccano")
    spans = next((name for name in _SPANS if any(parts_in(values.get(name)) for _, values in lines[:HEAD])), None)
    if spans is not None and not first.keys() & {"answer", "cats"}:
        return span_export(lines, spans, tool="doccano")
    if not first.keys() >= {"id", "Comments"} or not first.keys() & _CLASSES:
        return None
    rows = list[Line]()
    for line, values in lines:
        for name in sorted(_CLASSES & values.keys()):
            value = values[name]
            label = value.split(_JOINED) if isinstance(value, str) and value else value or None
            options = values.get("options")
            if not isinstance(options, list):
                options = _LISTED.findall(str(values.get("text")).partition("\n\n")[2])
            if isinstance(label, list):  # our folders: numbered candidates, no two alike
                label = [options[int(one) - 1] if one in map(str, range(1, len(options) + 1)) else one for one in label]
            question = name if "cats" in first else ""
            rows.append((line, {"item": values.get("id"), "annotator": None, "label": label, "question": question}))
    tokens: frozenset[str] = frozenset()
    if "cats" in first and spans is not None:
        found = span_export(lines, spans, tool="doccano")
        rows += [(line, {**row, "question": spans}) for line, row in found.rows] if found else []
        tokens = frozenset({spans})
    return Export(tool="doccano", rows=rows, item="id", annotator=None, label="label", tokens=tokens)
