"""YAML as a tree of plain texts that know their line: no anchors, no types, no surprises (`no` stays `no`)."""

import re
import sys
from array import array
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from dataclasses import field as record_field
from itertools import chain
from typing import Any

import yaml

from anaphor.collection.protocol import Source
from anaphor.errors import FormatError, InputError, Place

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_DEEPEST = 40
_LARGEST = 20_000
"""More values than any schema has; a file that piles them up is refused before it fills the memory."""
_LONGEST_STEP = 60
_NO_KEYS: Mapping[str, int] = {}
_LINE_BREAK = re.compile("[\n\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Trail:
    """The way that leads to a value, spelled out only when a message needs it."""

    above: "Trail | None"
    step: str | int
    """A key, or a place in a list, from 1."""

    def __str__(self) -> str:
        above = str(self.above) if self.above else ""
        if isinstance(self.step, int):
            return f"{above}[{self.step}]"
        step = self.step if len(self.step) <= _LONGEST_STEP else self.step[:_LONGEST_STEP] + "…"
        return f"{above}.{step}" if above else step


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a YAML file and where it stands."""

    value: "Content"
    """A text, nothing, a list or a mapping; texts are kept as written."""
    file: str
    line: int
    """Its first line, from 1."""
    trail: Trail | None
    """The way that leads to it; None for the whole document."""
    start: int
    end: int
    """Positions in the text of its first character and after its last."""
    flow: bool = False
    """True for a list or mapping written with brackets on one line."""
    keys: Mapping[str, int] = record_field(default_factory=lambda: _NO_KEYS)
    """For a mapping: where each key starts."""

    @property
    def place(self) -> Place:
        """Its file and line, and the way that leads to it in words, e.g. `schemas[3].text`."""
        return Place(file=self.file, line=self.line, field=str(self.trail) if self.trail else None)

    def error(self, code: str, **values: Any) -> FormatError:
        return FormatError(code, where=self.place, **values)

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Errors without a place that are raised inside get this one."""
        try:
            yield
        except InputError as error:
            if error.where:
                raise
            raise error.retold(FormatError, self.place) from error

    def mapping(self) -> Mapping[str, "Node"]:
        """The value as a mapping; anything else is refused."""
        if not isinstance(self.value, dict):
            raise self.error("collection-no-mapping")
        return self.value

    def sequence(self) -> tuple["Node", ...]:
        """The value as a list; nothing at all is an empty list."""
        if self.value is None:
            return ()
        if not isinstance(self.value, tuple):
            raise self.error("collection-no-list")
        return self.value

    def text(self) -> str:
        """The value as a text that is not empty."""
        if not isinstance(self.value, str):
            raise self.error("collection-no-text")
        if not self.value.strip():
            raise self.error("collection-empty-text")
        return self.value


Content = str | tuple[Node, ...] | dict[str, Node] | None


def parse_yaml(source: Source) -> Node:
    """The one document of a YAML file."""
    with _document(source) as events:
        return events.node(None)


def top_level(source: Source, lists: Container[str]) -> Iterator[tuple[str, Node]]:
    """The keys of a document with their values, in order; of `lists`, one pair for each part.

    Nothing is kept, so a file takes no more memory than its largest part.
    """
    with _document(source) as events:
        if not isinstance(events.current, yaml.MappingStartEvent):
            raise source.error("collection-no-mapping", line=_line(events.current))
        yield from events.pairs(lists)


@contextmanager
def _document(source: Source) -> Iterator["_Events"]:
    """The events of the one document of a file; what libyaml cannot read becomes an error of ours."""
    try:
        events = _Events(source)
        events.skip(yaml.StreamStartEvent)
        if isinstance(events.current, yaml.StreamEndEvent):
            raise source.error("collection-empty-file", line=1)
        events.skip(yaml.DocumentStartEvent)
        yield events
        events.skip(yaml.DocumentEndEvent)
        if not isinstance(events.current, yaml.StreamEndEvent):
            raise source.error("collection-several-documents", line=_line(events.current))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        code = "collection-yaml-escape" if "escape character" in (error.problem or "") else "collection-yaml"
        why = error.problem or error.context or ""
        raise source.error(code, line=mark.line + 1 if mark else None, why=why) from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise source.error("collection-yaml-character", why=" ".join(str(error).split())[:200]) from error


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


class _Events:
    """A parser over libyaml's events that builds nodes."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._events: Iterator[yaml.Event] = iter(yaml.parse(source.text, Loader=yaml.CSafeLoader))
        # Character positions of lines: libyaml's own index counts bytes in some builds.
        ends = (match.end() for match in _LINE_BREAK.finditer(source.text))
        self._starts = array("q", chain((0,), ends, (len(source.text),)))
        self._room = sys.maxsize
        self.current: yaml.Event = next(self._events)

    def skip(self, kind: type[yaml.Event]) -> None:
        assert isinstance(self.current, kind), "libyaml keeps its own order of events"
        self.advance()

    def advance(self) -> yaml.Event:
        """The current event, left behind."""
        event, self.current = self.current, next(self._events, self.current)
        return event

    def pairs(self, lists: Container[str]) -> Iterator[tuple[str, Node]]:
        """Keys and values of the mapping that starts here; a list whose key is among `lists` comes part by part."""
        self._refuse_anchor(self.advance(), None)
        seen: set[str] = set()
        while not isinstance(self.current, yaml.MappingEndEvent):
            self._room = _LARGEST
            key, _ = self._key(None, seen, 1)
            seen.add(key)
            trail = Trail(None, key)
            if key in lists and isinstance(self.current, yaml.SequenceStartEvent):
                self._refuse_anchor(self.advance(), trail)
                number = 0
                while not isinstance(self.current, yaml.SequenceEndEvent):
                    self._room = _LARGEST
                    number += 1
                    yield key, self.node(Trail(trail, number), 2)
                self.advance()
            else:
                yield key, self.node(trail, 1)
        self.advance()

    def node(self, trail: Trail | None, depth: int = 0) -> Node:
        event = self.advance()
        self._room -= 1
        if depth > _DEEPEST:
            raise self._refuse(event, trail, "collection-nested")
        if self._room < 0:
            raise self._refuse(event, trail, "collection-many-values", most=_LARGEST)
        self._refuse_anchor(event, trail)
        if isinstance(event, yaml.ScalarEvent):
            plain = not event.style
            return self._make(None if plain and event.value in _NULLS else event.value, event, trail)
        if isinstance(event, yaml.SequenceStartEvent):
            parts: list[Node] = []
            while not isinstance(self.current, yaml.SequenceEndEvent):
                parts.append(self.node(Trail(trail, len(parts) + 1), depth + 1))
            return self._make(tuple(parts), event, trail, self.advance())
        values: dict[str, Node] = {}
        keys: dict[str, int] = {}
        while not isinstance(self.current, yaml.MappingEndEvent):
            key, start = self._key(trail, values, depth + 1)
            keys[key] = start
            values[key] = self.node(Trail(trail, key), depth + 1)
        return replace(self._make(values, event, trail, self.advance()), keys=keys)

    def _key(self, trail: Trail | None, seen: Container[str], depth: int) -> tuple[str, int]:
        """The key that starts at the current event, and where it starts."""
        key = self.node(trail, depth)
        if not isinstance(key.value, str):
            raise key.error("collection-no-key")
        if key.value in seen:
            raise key.error("collection-key-twice", key=key.value)
        return key.value, key.start

    def _make(self, value: Content, first: yaml.Event, trail: Trail | None, last: yaml.Event | None = None) -> Node:
        start, end = self._place(first.start_mark), self._place((last or first).end_mark)
        flow = bool(getattr(first, "flow_style", False))
        if not flow and value and not isinstance(value, str):
            # libyaml lets a block run on to the next token, over comments that are not its own.
            end = max(child.end for child in (value.values() if isinstance(value, dict) else value))
        return Node(value, self._name, _line(first), trail, start, end, flow)

    def _place(self, mark: Any) -> int:
        """The position in the text of a mark's line and column."""
        return self._starts[min(mark.line, len(self._starts) - 1)] + int(mark.column) if mark else 0

    def _refuse_anchor(self, event: yaml.Event, trail: Trail | None) -> None:
        if getattr(event, "tag", None):
            raise self._refuse(event, trail, "collection-tags")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._refuse(event, trail, "collection-anchors")

    def _refuse(self, event: yaml.Event, trail: Trail | None, code: str, **values: Any) -> FormatError:
        return Node(None, self._name, _line(event), trail, 0, 0).error(code, **values)
