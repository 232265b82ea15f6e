"""Every error that anaphor raises on purpose.

    AnaphorError
    ├── InputError             what was given cannot be used
    │   ├── FormatError        a file is not what it claims to be
    │   ├── ContentError       a file is well-formed and says something impossible
    │   └── UnknownNameError   no such collection, format, language, resolver …
    ├── OutputError            a result could not be written; what was there before is whole
    ├── DownloadError          a file could not be fetched
    │   └── ChecksumError      what was fetched is not what the catalogue promises
    ├── MissingExtraError      a heavy part is not installed; the message has the install line
    └── RegistryError          two plug-ins claim one name, or one of them cannot be loaded

An error has three parts: what is wrong, where (file, line, field), what to do.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from anaphor.text import Message, Value, attribute, joined, message, text

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
Kind = TypeVar("Kind", bound="AnaphorError")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands: any of file, line (from 1) and field."""

    file: str | None = None
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        spot = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return ", ".join(part for part in (spot, self.field and text("text-place-field", field=self.field)) if part)


class AnaphorError(Exception):
    """An error the user can fix: what is wrong, where, and what to do, in the language that is spoken.

    `what` is a code of the catalogue: its message says what is wrong, its attribute `.todo` what to do, both with the
    `values`. Or it is a sentence, as plug-ins write it, with its own `todo`.
    """

    def __init__(
        self, what: str | Message, *, where: Place | Path | None = None, todo: str | Message = "", **values: Value
    ) -> None:
        super().__init__(what)
        self._what = message(what, **values) if isinstance(what, str) and _CODE.fullmatch(what) else what
        self._todo = todo
        self.where = Place(file=str(where)) if isinstance(where, Path) else where

    @property
    def code(self) -> str | None:
        """Its code in the catalogue; None where it was given as a sentence."""
        return self._what.code if isinstance(self._what, Message) else None

    @property
    def what(self) -> str:
        """What is wrong."""
        return str(self._what)

    @property
    def todo(self) -> str:
        """What to do about it; empty where there is nothing to be said."""
        if self._todo or not isinstance(self._what, Message):
            return str(self._todo)
        return attribute(self._what.code, "todo", dict(self._what.values)) or ""

    def retold(self, kind: type[Kind], where: Place) -> Kind:
        """The same in an error of another kind, at a place."""
        return kind(self._what, where=where, todo=self._todo)

    def __str__(self) -> str:
        place = str(self.where) if self.where else ""
        head = f"{place}: {self.what}" if place else self.what
        return f"{head.rstrip('.')}. {self.todo}" if self.todo else head


class InputError(AnaphorError):
    """What was given cannot be used."""


class FormatError(InputError):
    """A file is not what it claims to be."""


class ContentError(InputError):
    """A file is well-formed and says something impossible."""


class UnknownNameError(InputError):
    """No such collection, format, language or resolver; near names are suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, todo: str = "") -> None:
        names = sorted(known)
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        listed = message("text-none") if not names else joined(names)
        hint = (
            message("text-did-you-mean", names=joined(near, text("text-or")))
            if near
            else message("text-known", names=listed)
        )
        super().__init__("text-unknown-name", kind=kind, name=name, todo=joined([hint, todo], " ") if todo else hint)


class OutputError(AnaphorError):
    """A result could not be written; what was there before is whole."""


class DownloadError(AnaphorError):
    """A file could not be fetched."""


class ChecksumError(DownloadError):
    """What was fetched is not what the catalogue promises."""


class MissingExtraError(AnaphorError):
    """A heavy part is not installed; the message has the install line."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__("text-missing-extra", need=need, extra=extra)


class RegistryError(AnaphorError):
    """Two plug-ins claim one name, or one of them cannot be loaded."""
