"""Labels of parts of texts as labels of tokens: WebAnno TSV 3 (INCEpTION), and JSON with places from and to.

A token has the labels of the parts that it lies in, or O: so a coefficient for labels of items exists. What else
differs between two parts (whether neighbours are one or two) is not measured.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from anaphor.answers import vocabulary
from anaphor.answers.tools.export import Export, Line

OUTSIDE = "O"
"""The label of a token that lies in no part."""
NOBODY = ("INITIAL_CAS", "CURATION_USER")
"""Files of INCEpTION that are no annotator's: the text before annotation, and the verdict."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
_FROM = ("start", "start_offset")
_TO = ("end", "end_offset")
_WHAT = ("label", "tag", "labels")
"""Fields of a part of a text: where it begins and ends, and what it was called."""
_ITEMS = ("id", "_input_hash")
_ALL = frozenset({""})
Part = tuple[int, int, str]
"""From where to where, and the label."""


def part_of(value: object) -> Part | None:
    """A part of a text, from `[0, 5, "LOC"]` or an object with a start, an end and a label."""
    if isinstance(value, dict):
        keys = [next((key for key in known if key in value), "") for known in (_FROM, _TO, _WHAT)]
        found = [value.get(key) for key in keys]
        found[2:] = found[2] if isinstance(found[2], list) else found[2:]
    else:
        found = value if isinstance(value, list) else []
    start, end, *label = found if len(found) > 2 else (None, None)
    if not isinstance(start, int) or not isinstance(end, int) or not all(isinstance(each, str) for each in label):
        return None
    return start, end, "|".join(sorted(map(str, label)))


def parts_in(value: object) -> list[Part] | None:
    """The parts that a list holds; None where it is no list, or has something else in it."""
    found = [part_of(each) for each in value] if isinstance(value, list) else [None]
    return None if None in found else [part for part in found if part]


def part_tokens(item: object, text: str, parts: Sequence[Part]) -> Iterator[dict[str, object]]:
    """Item and label of each token of a text in which one person marked these parts."""
    for number, token in enumerate(_TOKEN.finditer(text), 1):
        inside = [label.split("|") for start, end, label in parts if start < token.end() and end > token.start()]
        labels = sorted({one for each in inside for one in each})
        yield {"item": f"{item}:{number} {token[0]}", "label": "|".join(labels) or OUTSIDE}


def person_in(lines: Sequence[Line]) -> str | None:
    """The field that says who annotated, which lines from before it was switched on do not have."""
    keys = dict.fromkeys(key for _, values in lines for key in values)
    return next((key for key in ("_annotator_id", *keys) if key in keys and vocabulary.called(key, "annotator")), None)


def span_export(lines: Sequence[Line], field: str, *, tool: str) -> Export | None:
    """The labels of tokens where every object has a text and, in a field, the parts that a person marked; else None."""
    first = lines[0][1]
    if not isinstance(first.get("text"), str):
        return None
    person = person_in(lines)
    item = next((name for name in _ITEMS if name in first), "text")
    rows, left = list[Line](), 0
    for line, values in lines:
        parts, text = parts_in(values.get(field)), values.get("text")
        if parts is None or not isinstance(text, str) or values.get("answer", "accept") != "accept":
            left += 1
            continue
        said = {"annotator": values.get(person) if person else None}
        rows += [(line, said | each) for each in part_tokens(values.get(item), text, parts)]
    return Export(tool=tool, rows=rows, item=item, annotator=person, label=field, left=left, tokens=_ALL)


def webanno_export(name: str, content: str, question: str | None = None) -> Export:
    """The labels of tokens in a file of WebAnno TSV 3, which is one annotator's of one text, called after both.

    Each feature of a layer of spans is a question, unless nobody filled it in and it is not the one asked for;
    relations and chains have no label for a token.
    """
    path, columns, rows, left = PurePath(name), list[str](), list[Line](), 0
    for line, row in enumerate(content.split("\n"), 1):
        if row.startswith("#T_"):
            kind, _, layer = row.partition("=")
            title, *features = layer.strip().split("|")
            short = title.rpartition(".")[2]
            columns += [f"{short}.{each}".rstrip(".") if kind == "#T_SP" else "" for each in features]
        cells = row.rstrip("\r").split("\t")
        if not re.match(r"\d+-\d+", row) or len(cells) < 3:
            continue
        if "." in cells[0]:  # a part of a token
            left += 1
            continue
        said = {"item": f"{path.parent.name}/{cells[0]} {cells[2]}", "annotator": path.stem}
        for feature, cell in zip(columns, cells[3:], strict=False):
            if feature:
                found = {re.sub(r"\[\d+\]$", "", each) for each in re.split(r"(?<!\\)\|", cell)} - {"_", ""}
                label = "|".join(sorted(re.sub(r"\\(.)", r"\1", each) for each in found)) or OUTSIDE
                rows.append((line, {**said, "question": feature, "label": label}))
    # What nobody filled in (`*`) is no question; the fullest one comes first, or the one that the tool calls value.
    filled = Counter(str(row["question"]) for _, row in rows if row["label"] not in (OUTSIDE, "*"))
    known = sorted(dict.fromkeys(filter(None, columns)), key=lambda name: (-filled[name], not name.endswith(".value")))
    asked = [name for name in known if filled[name] or name == question] or known[:1]
    rows = [line for name in asked for line in rows if line[1]["question"] == name]
    export = Export(
        tool="WebAnno TSV 3", rows=rows, item="#Text", annotator=path.name, label=", ".join(asked), left=left
    )
    return replace(export, tokens=frozenset(asked))
