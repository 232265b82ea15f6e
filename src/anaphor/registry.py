"""Named parts that other packages can add to: formats, languages, resolvers, measures.

The house's own parts come in by the same door: an entry point in `pyproject.toml`.
"""

import sys
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar, cast

from anaphor.errors import RegistryError, UnknownNameError
from anaphor.text import joined, text

Part = TypeVar("Part")


@cache
def _installed(path: tuple[str, ...]) -> Any:
    """All entry points on the path: to look through what is installed takes long, and every registry needs it."""
    return entry_points()


class Registry(Generic[Part]):
    """Parts of one kind by name; a part is imported when it is first asked for."""

    def __init__(self, kind: str, group: str) -> None:
        self.kind = kind
        self.group = group
        self._loaded: dict[str, Part] = {}

    @cached_property
    def _points(self) -> dict[str, list[EntryPoint]]:
        """The places that claim each name; one package found twice on the path claims a name once."""
        points: dict[str, list[EntryPoint]] = {}
        for point in _installed(tuple(sys.path)).select(group=self.group):
            known = points.setdefault(point.name, [])
            if all(point.value != each.value for each in known):
                known.append(point)
        return points

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._points))

    def get(self, name: str) -> Part:
        """The part of that name; unknown names are refused with near ones suggested."""
        if name in self._loaded:
            return self._loaded[name]
        points = self._points.get(name)
        if points is None:
            raise UnknownNameError(self.kind, name, self.names())
        if len(points) > 1:
            claims = joined((point.value for point in points), text("registry-and"))
            raise RegistryError("registry-claimed", count=len(points), kind=self.kind, name=repr(name), claims=claims)
        try:
            self._loaded[name] = cast(Part, points[0].load())
        # A plug-in is other people's code: whatever it raises is one sentence for the user.
        except (Exception, SystemExit) as error:
            why = f"{type(error).__name__}: {error}"
            place = points[0].value
            raise RegistryError("registry-broken", kind=self.kind, name=repr(name), place=place, why=why) from error
        return self._loaded[name]

    def usable(self) -> tuple[dict[str, Part], list[str]]:
        """All parts that can be loaded, and what is wrong with the others: one broken plug-in stops nobody."""
        parts: dict[str, Part] = {}
        broken: list[str] = []
        for name in self.names():
            try:
                parts[name] = self.get(name)
            except RegistryError as error:
                broken.append(str(error))
        return parts, broken
