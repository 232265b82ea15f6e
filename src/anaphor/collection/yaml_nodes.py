"""YAML as a tree of plain texts that know their line: no anchors, no types, no surprises (`no` stays `no`)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from dataclasses import field as record_field
from typing import Protocol

import yaml

from anaphor.collection.format import Source
from anaphor.errors import FormatError, InputError, Place

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_DEEPEST = 40
_LINE_BREAK = re.compile("[\n\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a YAML file and where it stands."""

    value: "Value"
    """A text, nothing, a list or a mapping; texts are kept as written."""
    file: str
    """The file's name."""
    line: int
    """Its first line, from 1."""
    field: str
    """The path that leads to it, e.g. `schemas[3].text`."""
    start: int
    """Position of its first character in the text."""
    end: int
    """Position after its last character."""
    flow: bool = False
    """True for a list or mapping written with brackets on one line."""
    keys: Mapping[str, int] = record_field(default_factory=dict)
    """For a mapping: where each key starts."""

    def error(self, what: str, todo: str = "") -> FormatError:
        """An error at this place, to raise."""
        return FormatError(what, where=Place(file=self.file, line=self.line, field=self.field or None), todo=todo)

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Errors without a place that are raised inside get this one."""
        try:
            yield
        except InputError as error:
            if error.where:
                raise
            raise self.error(error.what, error.todo) from error

    def mapping(self) -> Mapping[str, "Node"]:
        """The value as a mapping; anything else is refused."""
        if not isinstance(self.value, dict):
            raise self.error("a mapping (key: value) is expected here")
        return self.value

    def sequence(self) -> tuple["Node", ...]:
        """The value as a list; nothing at all is an empty list."""
        if self.value is None:
            return ()
        if not isinstance(self.value, tuple):
            raise self.error("a list is expected here")
        return self.value

    def text(self) -> str:
        """The value as a text that is not empty."""
        if not isinstance(self.value, str):
            raise self.error("a text is expected here", todo="Put it between quotes.")
        if not self.value.strip():
            raise self.error("the text is empty")
        return self.value


Value = str | tuple[Node, ...] | dict[str, Node] | None


def parse_yaml(source: Source) -> Node:
    """The one document of a YAML file."""
    try:
        events = _Events(source)
        events.skip(yaml.StreamStartEvent)
        if isinstance(events.current, yaml.StreamEndEvent):
            raise source.error("the file is empty", line=1)
        events.skip(yaml.DocumentStartEvent)
        root = events.node("", 0)
        events.skip(yaml.DocumentEndEvent)
        if not isinstance(events.current, yaml.StreamEndEvent):
            raise source.error("the file holds more than one YAML document", line=events.line)
        return root
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"this is not valid YAML ({error.problem or error.context})"
        raise source.error(what, line=mark.line + 1 if mark else None, todo=_hint(error)) from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        what = f"this is not valid YAML ({' '.join(str(error).split())[:200]})"
        raise source.error(what, todo="Remove the character.") from error


def _hint(error: yaml.MarkedYAMLError) -> str:
    if "escape character" in (error.problem or ""):
        return "Inside double quotes write \\\\[ for \\[, or use single quotes."
    return "Texts with : { } [ ] or # need quotes around them."


class _Mark(Protocol):
    line: int
    column: int


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


class _Events:
    """A parser over libyaml's events that builds nodes."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._events: Iterator[yaml.Event] = iter(yaml.parse(source.text, Loader=yaml.CSafeLoader))
        self._offsets = _Offsets(source.text)
        self.current: yaml.Event = next(self._events)

    @property
    def line(self) -> int:
        """The line of the current event."""
        return _line(self.current)

    def skip(self, kind: type[yaml.Event]) -> None:
        """Go past an event of a known kind."""
        assert isinstance(self.current, kind), "libyaml keeps its own order of events"
        self.current = next(self._events, self.current)

    def _advance(self) -> yaml.Event:
        event, self.current = self.current, next(self._events, self.current)
        return event

    def _make(self, value: Value, first: yaml.Event, field: str) -> Node:
        start = self._offsets.of(first.start_mark)
        flow = bool(getattr(first, "flow_style", False))
        return Node(value, self._name, _line(first), field, start, self._end(value, first, flow), flow)

    def _end(self, value: Value, first: yaml.Event, flow: bool) -> int:
        """Where a value ends; libyaml lets a block run on to the next token, over comments that are not its own."""
        children = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
        ends = [child.end for child in children]
        if ends and not flow:
            return max(ends)
        return self._offsets.of(self._last.end_mark if isinstance(value, (dict, tuple)) else first.end_mark)

    def node(self, field: str, depth: int) -> Node:
        """The value that starts at the current event."""
        event = self._advance()
        if depth > _DEEPEST:
            raise self._refuse(event, field, "the lists and mappings are nested too deeply")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._refuse(event, field, "anchors (&) and aliases (*) are not used in collections")
        if isinstance(event, yaml.ScalarEvent):
            plain = event.style is None
            return self._make(None if plain and event.value in _NULLS else event.value, event, field)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, field, depth)
        return self._mapping(event, field, depth)

    def _sequence(self, first: yaml.Event, field: str, depth: int) -> Node:
        parts: list[Node] = []
        while not isinstance(self.current, yaml.SequenceEndEvent):
            parts.append(self.node(f"{field}[{len(parts) + 1}]", depth + 1))
        self._last = self._advance()
        return self._make(tuple(parts), first, field)

    def _mapping(self, first: yaml.Event, field: str, depth: int) -> Node:
        parts: dict[str, Node] = {}
        keys: dict[str, int] = {}
        while not isinstance(self.current, yaml.MappingEndEvent):
            key = self.node(field, depth + 1)
            if not isinstance(key.value, str):
                raise key.error("a key must be a plain word")
            if key.value in parts:
                raise key.error(f"the key {key.value!r} stands twice in one mapping")
            keys[key.value] = key.start
            parts[key.value] = self.node(f"{field}.{key.value}" if field else key.value, depth + 1)
        self._last = self._advance()
        return replace(self._make(parts, first, field), keys=keys)

    def _refuse(self, event: yaml.Event, field: str, what: str) -> FormatError:
        return FormatError(what, where=Place(file=self._name, line=_line(event), field=field or None))


class _Offsets:
    """Character positions of libyaml's marks (its own index counts bytes in some builds)."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text)), len(text)]

    def of(self, mark: _Mark | None) -> int:
        """The position in the text of a mark's line and column."""
        if mark is None:
            return 0
        return self._starts[min(mark.line, len(self._starts) - 1)] + int(mark.column)
