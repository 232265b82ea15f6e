"""The fields of one mapping of a native file: what is there, what is missing, what does not belong."""

from dataclasses import fields as record_fields
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from anaphor.collection.native.marks import Marked, parse_marks
from anaphor.collection.native.yaml_nodes import Node
from anaphor.schema import Annotations
from anaphor.text import joined, text

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Kind = TypeVar("Kind", bound=StrEnum)

_ANNOTATIONS = tuple(field.name for field in record_fields(Annotations))
_TRUTHS = frozenset({"switchable", "negatable", "pairs_usable"})


class Fields:
    """Typed access to a mapping; every refusal names file, line and field."""

    def __init__(self, node: Node, allowed: tuple[str, ...]) -> None:
        self.node = node
        self._parts = node.mapping()
        for name, part in self._parts.items():
            if name not in allowed:
                raise part.error("collection-unknown-key", key=name, known=", ".join(allowed))

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def __getitem__(self, name: str) -> Node:
        """The node of a key that must be there."""
        if name not in self._parts:
            raise self.node.error("collection-missing-key", key=name)
        return self._parts[name]

    def refuse(self, *names: str) -> None:
        """Refuse keys that do not go with the others."""
        for name in names:
            if name in self._parts:
                raise self._parts[name].error("collection-misplaced-key", key=name)

    def text(self, name: str) -> str | None:
        """The text of a key; None when it is absent or null."""
        node = self._parts.get(name)
        return None if node is None or node.value is None else node.text()

    def list(self, name: str) -> tuple[Node, ...]:
        """The parts of a list; none when the key is absent."""
        return self._parts[name].sequence() if name in self._parts else ()

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of a list; a single text counts as a list of one."""
        node = self._parts.get(name)
        if node is not None and isinstance(node.value, str):
            return (node.text(),)
        return tuple(part.text() for part in self.list(name))

    def choice(self, name: str, kind: type[Kind]) -> Kind | None:
        """One of a few words; None when the key is absent."""
        word = self.text(name)
        if word is None:
            return None
        if word not in tuple(kind):
            known = joined([each.value for each in kind], text("text-or"))
            raise self[name].error("collection-no-choice", key=name, word=word, known=known)
        return kind(word)

    def marked(self, name: str) -> Marked:
        """A text with its marks understood."""
        with self[name].blamed():
            return parse_marks(self[name].text())

    def expansions(self, name: str, count: int) -> tuple[str | None, ...]:
        """A text with braces but without anaphor, once per variant; None each when the key is absent."""
        node = self._parts.get(name)
        return (None,) * count if node is None or node.value is None else expand(node, count)


def expand(node: Node, count: int) -> tuple[str, ...]:
    """A question or a reading, once per variant."""
    with node.blamed():
        marked = parse_marks(node.text())
        plains = [marked.expand(variant) for variant in range(max(marked.variants, count))]
    if len(plains) > count:
        raise node.error("collection-other-alternatives", found=len(plains), wanted=count)
    if plains[0].anaphors:
        raise node.error("collection-no-anaphor-here")
    return tuple(plain.text for plain in plains)


def read_annotations(node: Node, candidates: int) -> Annotations:
    """What sources say about an item besides; unknown keys and impossible values are refused at their line."""
    from pydantic import ValidationError

    if node.value is None:
        return Annotations()
    parts = node.mapping()
    Fields(node, _ANNOTATIONS)
    if "pairs" in parts and len(parts["pairs"].sequence()) != candidates:
        raise parts["pairs"].error("collection-pairs-expected", count=candidates)
    try:
        with node.blamed():
            return _adapter().validate_python({name: _plain(part, name) for name, part in parts.items()})
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        raise parts.get(field, node).error("collection-unreadable-value", key=field, why=first["msg"]) from error


@cache
def _adapter() -> "TypeAdapter[Annotations]":
    from pydantic import TypeAdapter

    return TypeAdapter(Annotations)


def _plain(node: Node, name: str) -> Any:
    """The node as plain data for pydantic, which knows the types."""
    if isinstance(node.value, tuple):
        return tuple(_plain(part, name) for part in node.value)
    if isinstance(node.value, dict):
        return {key: _plain(part, key) for key, part in node.value.items()}
    if name in _TRUTHS and node.value in ("true", "false"):
        return node.value == "true"
    return node.value
