"""Potato: CSV, TSV and JSON lines of its exporter (2.x), its `user_state.json`, and tables and JSON lines of 1.x.

A schema holds a value for each label that was chosen; where all answers to it have one and the same name (a text box,
an order), the value is the answer. Parts of texts are offsets without the text, and are not read.
"""

from collections.abc import Iterator, Sequence

from anaphor.answers.tools.export import HEAD, Export, Line, listed, ranks

_OWN = ("labels", "label_annotations", "instance_id_to_label_to_value")
_ORDER = "rank_order"
_SPANS = "_spans"
_NOTHING = ("", None, "false")
"""What stands where a lone field was left empty."""
_NOT_CHOSEN = ("", None, False, "false", "0")
"""What stands beside a label that was not chosen."""
Answer = tuple[int, object, object, str, dict[str, object]]
"""Line, item, annotator, schema, and the value of each label."""


def potato_export(lines: Sequence[Line]) -> Export | None:
    """The answers to each schema; None for anything else."""
    if not any(True for _ in _answers(lines[:HEAD])):
        return None
    given = list(_answers(lines))
    names: dict[str, set[str]] = {}
    for *_, schema, values in given:
        names.setdefault(schema, set()).update(values)
    rows = list[Line]()
    for line, item, who, schema, values in given:
        chosen = {name: value for name, value in values.items() if value not in _NOT_CHOSEN}
        label: object = [name.removeprefix("scale_") for name in chosen]
        if len(names[schema]) == 1:
            # Of a lone name the value is the answer, which may be 0.
            label = next((value for value in values.values() if value is not False and value not in _NOTHING), None)
            label = ranks(str(label).split(",")) if label and names[schema] == {_ORDER} else label
        if label not in (None, []):
            rows.append((line, {"item": item, "annotator": who, "question": schema, "label": label}))
    sure, asked = any(":::" in name or name in _OWN for name in lines[0][1]), ", ".join(names)
    return Export(tool="Potato", rows=rows, item="instance_id", annotator="user", label=asked, sure=sure)


def _answers(lines: Sequence[Line]) -> Iterator[Answer]:
    for line, values in lines:
        state = values.get("instance_id_to_label_to_value")
        for item, pairs in state.items() if isinstance(state, dict) else ():  # what the server keeps for each person
            found: dict[str, dict[str, object]] = {}
            for pair in pairs if isinstance(pairs, list) else ():
                if isinstance(pair, list) and len(pair) == 2 and listed(pair[:1]):
                    found.setdefault(str(pair[0].get("schema")), {})[str(pair[0].get("name"))] = pair[1]
            yield from ((line, item, values.get("user_id"), schema, each) for schema, each in found.items())
        item = values.get("instance_id", values.get("id"))
        who = values.get("user_id", values.get("user"))
        if item is None or ("instance_id" not in values and "label_annotations" not in values):
            continue
        inner = values.get("label_annotations", values.get("labels"))
        schemas = dict[str, object](inner) if isinstance(inner, dict) else {}
        for column, value in values.items() if not schemas and who is not None else ():
            schema, sign, label = column.partition(
                ":::" if ":::" in column else "."
            )  # mood:::joy (1.x), mood.joy (2.x)
            if sign and label != _SPANS and isinstance(each := schemas.setdefault(schema, {}), dict):
                each[label] = value
        yield from ((line, item, who, schema, each) for schema, each in schemas.items() if isinstance(each, dict))
