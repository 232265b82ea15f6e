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

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands: any of file, line (from 1) and field."""

    file: str | None = None
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        spot = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return ", ".join(part for part in (spot, self.field and f"field {self.field}") if part)


class AnaphorError(Exception):
    """Something went wrong that a user can understand and mend."""

    def __init__(self, what: str, *, where: Place | None = None, todo: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.todo = todo

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
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(names) or 'none'}."
        super().__init__(f"no {kind} is called {name!r}", todo=f"{hint} {todo}".strip())


class OutputError(AnaphorError):
    """A result could not be written; what was there before is whole."""


class DownloadError(AnaphorError):
    """A file could not be fetched."""


class ChecksumError(DownloadError):
    """What was fetched is not what the catalogue promises."""


class MissingExtraError(AnaphorError):
    """A heavy part is not installed; the message has the install line."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need} needs an extra that is not installed", todo=f"Run: pip install 'anaphor[{extra}]'")


class RegistryError(AnaphorError):
    """Two plug-ins claim one name, or one of them cannot be loaded."""
