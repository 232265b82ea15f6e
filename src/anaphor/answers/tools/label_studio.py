"""Label Studio: JSON, JSON-MIN and CSV.

JSON says for each answer which question it is to, and what kind it is. In JSON-MIN and CSV data and answers stand side
by side: an answer is what differs within an item, or lists choices or parts of a text.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from anaphor.answers.tools.export import HEAD, Export, Line, listed, ranks, whose
from anaphor.answers.tools.spans import part_tokens, parts_in

_ROWS = frozenset({"annotation_id", "annotator", "lead_time"})
_BESIDE = frozenset({"id", "created_at", "updated_at", "agreement", "task_id"})
"""Fields that Label Studio adds to each row of JSON-MIN and CSV: always, and what else is no answer."""
_PLACES = frozenset({"x", "points", "vertices", "rle", "ranges", "channel", "sequence", "start"})
"""Fields of which a part of a picture, a sound or a page has one."""
_UNSORTED = "_"
"""The bucket of options that nobody moved anywhere."""
_PLAIN = "plain"
_KINDS = (
    "choices",
    "taxonomy",
    "rating",
    "number",
    "ranker",
    "selected",
    "labels",
    "hypertextlabels",
    "datetime",
    "text",
)
"""What the value of an answer holds, the likelier first."""
Answers = dict[str, list[dict[str, object]]]
"""The values of one annotation by question, each with its kind under `type`."""
Annotated = tuple[int, Mapping[str, object], object, Answers]
"""Line, task, who, answers."""


def label_studio_export(lines: Sequence[Line]) -> Export | None:
    """The answers of every annotation that was submitted and is no ground truth; None for anything else."""
    if lines[0][1].keys() >= _ROWS:
        who, given, left = "annotator", _side_by_side(lines), 0
    elif any(isinstance(each.get("result"), list) for _, task in lines[:HEAD] for each in _annotations(task)):
        who, (given, left) = "completed_by", _annotated(lines)
    else:
        return None
    tokens = {name for *_, answers in given for name, each in answers.items() if any(_marks(each))}
    placed = {
        name for *_, answers in given for name, each in answers.items() if any(_PLACES & value.keys() for value in each)
    }
    # The text of a question is the field of the data that has the marked words in their places most often.
    fitting = {name: Counter[str](text=0) for name in tokens}
    for _, task, _, answers in given:
        for name in tokens & answers.keys():
            for start, end, said in ((mark.get("start"), mark.get("end"), mark.get("text")) for mark in answers[name]):
                if isinstance(start, int) and isinstance(end, int):
                    fitting[name].update(key for key, each in _data(task).items() if str(each)[start:end] == said)
    texts = {name: found.most_common(1)[0][0] for name, found in fitting.items()}
    rows = list[Line]()
    for line, task, person, answers in given:
        said, before = {"item": task.get("id", line), "annotator": person}, len(rows)
        for name in tokens:  # who marked nothing says O of every token
            parts = parts_in(list(_marks(answers.get(name, [])))) or ()
            found = part_tokens(said["item"], str(_data(task).get(texts[name], "")), parts)
            rows += [(line, {**said, "question": name, **each}) for each in found]
        for name, values in answers.items():
            label = _label(values) if name not in tokens else None
            rows += [(line, {**said, "question": name, "label": label})] if label is not None else []
        left += len(rows) == before  # submitted, and empty
    asked = ", ".join(dict.fromkeys(str(row["question"]) for _, row in rows))
    export = Export(tool="Label Studio", rows=rows, item="id", annotator=who, label=asked, left=left)
    export = replace(export, tokens=frozenset(tokens), unread=frozenset(placed - tokens))
    return export if rows or who == "completed_by" else None


def _annotated(lines: Sequence[Line]) -> tuple[list[Annotated], int]:
    """The annotations of JSON, and how many do not count."""
    given, left = list[Annotated](), 0
    for line, task in lines:
        for each in _annotations(task):
            if each.get("was_cancelled") or each.get("ground_truth"):
                left += 1
                continue
            answers: Answers = {}
            for result in listed(each.get("result")):
                value, name = result.get("value"), result.get("from_name")
                if isinstance(value, dict) and isinstance(name, str):
                    answers.setdefault(name, []).append({**value, "type": str(result.get("type"))})
            given.append((line, task, whose(each.get("completed_by")), answers))
    return given, left


def _side_by_side(lines: Sequence[Line]) -> list[Annotated]:
    """The annotations of JSON-MIN and CSV: objects of a known kind, and what differs within an item."""
    given, seen = list[Annotated](), dict[str, dict[str, set[str]]]()
    for line, values in lines:
        answers: Answers = {}
        for name in (each for each in values if each not in _ROWS and each not in _BESIDE):
            value = values[name]
            if isinstance(value, str) and value.startswith(("{", "[")):
                with suppress(ValueError, RecursionError):
                    value = json.loads(value)
            kinds = [(kind, each) for each in listed(value if isinstance(value, list) else [value]) for kind in _KINDS]
            found: list[dict[str, object]] = [{**each, "type": kind} for kind, each in kinds if kind in each]
            if not found and isinstance(value, str | int | float) and value != "":
                seen.setdefault(name, {}).setdefault(str(values.get("id")), set()).add(str(value))
                found = [{_PLAIN: value, "type": _PLAIN}]
            answers |= {name: found} if found else {}
        task = {"id": values.get("id", line), "data": values}
        given.append((line, task, whose(values["annotator"]), answers))
    sure = {name for *_, answers in given for name, each in answers.items() if each[0]["type"] != _PLAIN}
    sure |= {name for name, items in seen.items() if any(len(each) > 1 for each in items.values())}
    for *_, answers in given:
        for name in answers.keys() - sure:
            del answers[name]
    return given


def _annotations(task: Mapping[str, object]) -> list[dict[str, object]]:
    return listed(task.get("annotations")) or listed(task.get("completions"))


def _marks(values: Sequence[Mapping[str, object]]) -> Iterator[dict[str, object]]:
    """The parts of a text among values: those with numbers from and to."""
    for value in values:
        labels = value.get(str(value["type"]))
        if isinstance(value.get("start"), int) and isinstance(value.get("end"), int) and isinstance(labels, list):
            yield {"start": value["start"], "end": value["end"], "labels": labels}


def _data(task: Mapping[str, object]) -> Mapping[str, object]:
    data = task.get("data")
    return data if isinstance(data, dict) else {}


def _label(values: Sequence[Mapping[str, object]]) -> object:
    """What somebody answered: a number, a text, a set, or ranks; buckets of options are a label for each option."""
    found: list[object] = []
    for value in values:
        kind = str(value["type"])
        inner = value.get({"pairwise": "selected", "textarea": "text"}.get(kind, kind))
        if kind == "ranker":
            return _ranked(inner)
        if isinstance(inner, list):
            # A place in a taxonomy is a path, and `a > b` would be a ranking.
            found += [" › ".join(map(str, each)) if isinstance(each, list) else each for each in inner]
        elif inner is not None:
            return inner
    return sorted(found, key=str) or None  # a set, whatever was clicked first


def _ranked(value: object) -> dict[str, object] | None:
    """Ranks from `["b", "a"]` or `{"rank": ["b", "a"]}`; from several buckets, the bucket of each option."""
    if isinstance(value, dict):
        buckets = {name: each for name, each in value.items() if name != _UNSORTED and isinstance(each, list)}
        if len(value) > 1:
            return {str(option): name for name, each in buckets.items() for option in each} or None
        value = next(iter(buckets.values()), None)
    return {**ranks(value)} if isinstance(value, list) and value else None
