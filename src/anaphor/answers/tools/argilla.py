"""Argilla: records as JSON or flattened, as on the Hub (2.x), feedback datasets (1.x).

Argilla 2 does not say in its JSON which responses were discarded: there they count.
"""

from collections.abc import Iterator, Mapping, Sequence

from anaphor.answers.tools.export import HEAD, Export, Line, listed, named_ranks
from anaphor.answers.tools.spans import part_tokens, parts_in

_GONE = ("discarded", "draft")
_BESIDE = ("id", "status", "_server_id", "external_id")
"""Fields of flattened records that are no text."""
Response = tuple[str, object, object, object]
"""Question, value, who, status."""


def argilla_export(lines: Sequence[Line]) -> Export | None:
    """The responses to each question; None for anything else. A list of parts with places is read token by token."""
    if not any(True for _, values in lines[:HEAD] for _ in _responses(values)):
        return None
    given = [(line, values, each) for line, values in lines for each in _responses(values)]
    tokens = {question for _, _, (question, value, _, _) in given if value and parts_in(value)}
    rows, left = list[Line](), 0
    for line, values, (question, value, who, status) in given:
        known = values.get("id")
        said = {"item": line if known in (None, "") else known, "annotator": who, "question": question}
        if status in _GONE or value is None:
            left += 1
        elif question in tokens:
            parts, fields = parts_in(value), values.get("fields", {k: v for k, v in values.items() if k not in _BESIDE})
            texts = fields.values() if isinstance(fields, dict) else ()
            text = next((each for each in texts if isinstance(each, str)), "")
            left += parts is None
            rows += [(line, said | each) for each in part_tokens(said["item"], text, parts or ())]
        else:
            rows.append((line, {**said, "label": named_ranks(value) or value}))
    asked = ", ".join(dict.fromkeys(each[0] for _, _, each in given))
    return Export(
        tool="Argilla", rows=rows, item="id", annotator="user_id", label=asked, left=left, tokens=frozenset(tokens)
    )


def _responses(values: Mapping[str, object]) -> Iterator[Response]:
    answers = values.get("responses")
    if isinstance(answers, dict):  # 2.x, as JSON
        for question, each in answers.items():
            yield from ((question, one.get("value"), one["user_id"], one.get("status")) for one in _signed(each))
    for one in _signed(answers):  # 1.x, as JSON
        said = one.get("values")
        for question, each in said.items() if isinstance(said, dict) else ():
            value = each.get("value") if isinstance(each, dict) else each
            yield question, value, one["user_id"], one.get("status")
    for name, each in values.items():
        who, states = values.get(f"{name}.users"), values.get(f"{name}.status")
        if name.endswith(".responses") and isinstance(each, list) and isinstance(who, list):  # 2.x, flattened
            known = states if isinstance(states, list) and len(states) == len(each) else [None] * len(each)
            question = name.removesuffix(".responses")
            yield from ((question, *one) for one in zip(each, who, known, strict=False))
        elif name != "responses":  # 1.x, as a dataset
            signed = [one for one in _signed(each) if one.keys() >= {"value", "status"}]
            yield from ((name, one["value"], one["user_id"], one["status"]) for one in signed)


def _signed(value: object) -> list[dict[str, object]]:
    return [each for each in listed(value) if "user_id" in each]
