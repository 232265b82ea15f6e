"""What sources say about an item besides, in the native format: read and written field by field."""

from dataclasses import fields as record_fields
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.collection.native.yaml_nodes import Node
from anaphor.schema import Annotations

_ADAPTER = TypeAdapter(Annotations)
_FLAGS = {"true": True, "false": False}
_KNOWN = tuple(field.name for field in record_fields(Annotations))
_TRUTHS = frozenset({"switchable", "negatable", "pairs_usable"})


def read_annotations(node: Node, candidates: int) -> Annotations:
    """The annotations in a mapping; unknown keys and impossible values are refused at their line."""
    if node.value is None:
        return Annotations()
    fields = node.mapping()
    for name, part in fields.items():
        if name not in _KNOWN:
            raise part.error(f"the key {name!r} is not known here", todo=f"Known keys: {', '.join(_KNOWN)}.")
    if "pairs" in fields and len(fields["pairs"].sequence()) != candidates:
        raise fields["pairs"].error(f"{candidates} pairs are expected, one per candidate")
    try:
        with node.blamed():
            return _ADAPTER.validate_python({name: _value(part, name) for name, part in fields.items()})
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        raise fields.get(field, node).error(f"{field} cannot be read ({first['msg']})") from error


def _value(node: Node, name: str) -> Any:
    """The node as plain data for pydantic, which knows the types."""
    if isinstance(node.value, tuple):
        return tuple(_value(part, name) for part in node.value)
    if isinstance(node.value, dict):
        return {key: _value(part, key) for key, part in node.value.items()}
    if name in _TRUTHS and isinstance(node.value, str):
        return _FLAGS.get(node.value, node.value)
    return node.value
