"""The fields of one mapping of a native file: what is there, what is missing, what does not belong."""

from enum import StrEnum
from typing import TypeVar

from anaphor.collection.native.marks import Marked, parse_marks
from anaphor.collection.native.yaml_nodes import Node

Kind = TypeVar("Kind", bound=StrEnum)


class Fields:
    """Typed access to a mapping; every refusal names file, line and field."""

    def __init__(self, node: Node, allowed: tuple[str, ...]) -> None:
        self.node = node
        self._parts = node.mapping()
        for name, part in self._parts.items():
            if name not in allowed:
                raise part.error(f"the key {name!r} is not known here", todo=f"Known keys: {', '.join(allowed)}.")

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def __getitem__(self, name: str) -> Node:
        """The node of a key that must be there."""
        if name not in self._parts:
            raise self.node.error(f"the key {name!r} is missing", todo=f"Add {name}: …")
        return self._parts[name]

    def refuse(self, *names: str) -> None:
        """Refuse keys that do not go with the others."""
        for name in names:
            if name in self._parts:
                raise self._parts[name].error(f"the key {name!r} does not go with the others here")

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
            raise self[name].error(f"{name} cannot be {word!r}", todo=f"Write {' or '.join(kind)}.")
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
        raise node.error(f"its braces have {len(plains)} alternatives and the text {count}")
    if plains[0].anaphors:
        raise node.error("no anaphor is marked here", todo="Write \\[ and \\] for brackets that are part of the text.")
    return tuple(plain.text for plain in plains)
