"""Prodigy: what was chosen, whether a label was accepted, and parts of texts (`ner.manual`).

The field `answer` is a verdict (accept, reject, ignore) on the whole task, and a label only where the task was a label.
"""

from collections.abc import Sequence

from anaphor.answers.roles import VERDICTS
from anaphor.answers.tools.export import HEAD, Export, Line
from anaphor.answers.tools.spans import parts_in, person_in, span_export


def prodigy_export(lines: Sequence[Line]) -> Export | None:
    """The labels of Prodigy: what was chosen, or whether a label was accepted; None for anything else."""
    if not all(str(values.get("answer")) in VERDICTS for _, values in lines[:HEAD]):
        return None
    first = lines[0][1]
    marked = "label" not in first and any(parts_in(values.get("spans")) for _, values in lines[:HEAD])
    if marked and not any("accept" in values for _, values in lines[:HEAD]):
        return span_export(lines, "spans", tool="Prodigy")
    person = person_in(lines)
    asked = {str(values.get("label")) for _, values in lines}
    texts = {(str(values.get("text")), str(values.get("_input_hash"))) for _, values in lines}
    plain = len({one for one, _ in texts}) == len(texts) and isinstance(first.get("text"), str)
    rows, left = list[Line](), 0
    for line, values in lines:
        who = values.get(person) if person else None
        item = str(values.get("text") if plain else values.get("_input_hash", values.get("text")))
        answer, chosen, style = values.get("answer", "ignore"), values.get("accept"), values.get("config")
        if isinstance(chosen, list):
            several = isinstance(style, dict) and style.get("choice_style") == "multiple"
            label: object = sorted(map(str, chosen)) or (["–"] if several else None)
            answer = "ignore" if answer != "accept" or label is None else answer
        else:
            label = answer
            item = f"{item} [{values.get('label')}]" if len(asked) > 1 else item
        if answer == "ignore":
            left += 1
            continue
        rows.append((line, {"item": item, "annotator": who, "label": label}))
    named = "text" if plain else "_input_hash"
    label_field = "accept" if any(isinstance(values.get("accept"), list) for _, values in lines) else "answer"
    sure = any(key.startswith("_") for key in first)  # its hashes, sessions and views
    who = person if any(row["annotator"] for _, row in rows) else None
    return Export(tool="Prodigy", rows=rows, item=named, annotator=who, label=label_field, left=left, sure=sure)
