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
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from numbers import Integral
from pathlib import Path
from typing import Any, Self, TypeVar

from anaphor.text import Message, Value, attribute, joined, message, text

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9-]*)(?: (\d+(?:\.\d+)?)(?!\w))?")
"""An option, with its value where that is a number."""
_COMMAND = re.compile(
    r"\banaphor (?:demo|collection|read|write|corpus|audit|experiment|agreement|resolver?|model|score|compare"
    r"|scale|report|challenge|serve|account)\b"
)
Kind = TypeVar("Kind", bound="AnaphorError")
Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands: any of file, line (from 1) and field."""

    file: str | None = None
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        spot = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return ", ".join(part for part in (spot, self.field and text("text-place-field", field=self.field)) if part)


_commanded: ContextVar[bool] = ContextVar("commanded", default=False)
"""Whether a command is at work, so that people know options and not keywords."""


@contextmanager
def command_at_work() -> Iterator[None]:
    """While this lasts, sentences speak of options as they stand."""
    token = _commanded.set(True)
    try:
        yield
    finally:
        _commanded.reset(token)


def is_command_at_work() -> bool:
    """Whether what is said is said to somebody who has typed a command."""
    return _commanded.get()


def with_keywords(sentence: str) -> str:
    """A sentence for those who type Python: options as keyword arguments, unless it holds a whole command to type.

    >>> with_keywords("Say which with --skip-rows."), with_keywords("Run: anaphor demo --json")
    ('Say which with `skip_rows`.', 'Run: anaphor demo --json')
    >>> with_keywords("Leave them out: --no-extras.")
    'Leave them out: `extras=False`.'
    >>> with_keywords("Allow more: --most-failed 1.")
    'Allow more: `most_failed=1`.'
    """
    if is_command_at_work() or _COMMAND.search(sentence):
        return sentence

    def keyword(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        if name.startswith("no_"):
            return f"`{name[3:]}=False`"
        return f"`{name}={option[2]}`" if option[2] else f"`{name}`"

    return _OPTION.sub(keyword, sentence)


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
    def values(self) -> dict[str, Value]:
        """What its message speaks of, by name."""
        return dict(self._what.values) if isinstance(self._what, Message) else {}

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

    def advised(self, advice: Message) -> Self:
        """The same error with what to do about it found out: what its message says comes first."""
        hint = self.todo
        return type(self)(self._what, where=self.where, todo=f"{hint} {advice}" if hint else advice)

    def retold(self, kind: type[Kind], where: Place) -> Kind:
        """The same in an error of another kind, at a place."""
        return kind(self._what, where=where, todo=self._todo)

    @property
    def sentence(self) -> str:
        """Where, what is wrong and what to do, in the words of the command line."""
        place = str(self.where) if self.where else ""
        head = f"{place}: {self.what}" if place else self.what
        return f"{head.rstrip('.')}. {self.todo}" if self.todo else head

    def __str__(self) -> str:
        return with_keywords(self.sentence)


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


def member_of(kind: type[Word], given: str, setting: str, among: Sequence[Word] = ()) -> Word:
    """The member of an enumeration, or of some of it, that a user gave, as itself or as its plain word."""
    if given in (among or list(kind)):
        return kind(given)
    known = joined((repr(each.value) for each in among or kind), text("text-or"))
    raise InputError("text-no-such-value", setting=setting, given=repr(given), known=known, kind=kind.__name__)


def whole_numbers(**given: Any) -> None:
    """Refuse settings that are no whole numbers; all but a seed may be None, and a seed is not negative."""
    for setting, value in given.items():
        seed = setting == "seed"
        if (seed or value is not None) and (not isinstance(value, Integral) or (seed and value < 0)):
            raise InputError("text-no-whole-number", setting=setting, given=repr(value))


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
