"""What a file format is: it recognises, reads and perhaps writes collections.

A format is one file in `formats/` and one entry point in the group `anaphor.formats`; another package can add its own
by the same door.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from anaphor.errors import FormatError, Place
from anaphor.registry import Registry
from anaphor.schema import Collection
from anaphor.text import Value

if TYPE_CHECKING:
    from pydantic import TypeAdapter

LARGEST_FILE = 256 * 2**20
"""Files over this many bytes are refused: no collection is that large."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """The content of a file, uncompressed, and its name."""

    name: str
    """The file's name as the user gave it; used in messages."""
    stem: str
    """The file's name without folders and endings; a collection without a name takes it."""
    data: bytes

    @cached_property
    def text(self) -> str:
        """The content as UTF-8 (a byte-order mark is dropped, line ends become `\\n`)."""
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise self.error("collection-not-utf8", line=line) from error
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    @cached_property
    def head(self) -> str:
        """The first 4,096 bytes as text, unreadable bytes replaced: enough to recognise a format."""
        return self.data[:4096].decode("utf-8-sig", "replace")

    def error(
        self, what: str, *, line: int | None = None, field: str | None = None, todo: str = "", **values: Value
    ) -> FormatError:
        """An error at a place of this file, to raise: a code of the catalogue with its values, or a sentence."""
        return FormatError(what, where=Place(file=self.name, line=line, field=field), todo=todo, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings:
    """What a user may say about a file before it is read."""

    language: str | None = None
    """Language wanted (a file with several) or stated (a file that does not say)."""
    columns: tuple[tuple[str, str], ...] = ()
    """Column mapping for tables whose columns have other names: (ours, theirs)."""


@cache
def adapter(kind: type) -> "TypeAdapter[Any]":
    """What makes records of a kind out of plain data, made once."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def most_items(source: Source) -> int:
    """How many items a file of its size may hold: a file of crumbs would fill far more memory than its size."""
    return 5_000 + len(source.data) // 75


class Format(Protocol):
    """A way to keep a collection in a file."""

    @property
    def name(self) -> str:
        """As used with `--format`."""

    @property
    def title(self) -> str:
        """For people: whose format this is."""

    def recognises(self, source: Source, /) -> bool:
        """Whether the content looks like this format; looks at `source.head` and at no more than it must."""

    def read(self, source: Source, settings: ReadSettings, /) -> Collection:
        """The collection in a file; raises `FormatError` or `ContentError` with a place."""


@runtime_checkable
class WritableFormat(Protocol):
    """A format that can also be written."""

    @property
    def ending(self) -> str:
        """The usual ending of such a file, with its dot."""

    def write(self, collection: Collection, /) -> Iterable[bytes]:
        """The file's content in pieces; raises `ContentError` when the format cannot say something."""


FORMATS: Registry[Format] = Registry("format", "anaphor.formats")
"""All formats of collections by name."""
