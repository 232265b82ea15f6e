"""What a file format is: it recognises, reads and perhaps writes collections.

A format is one file in `formats/` and one entry point in the group `anaphor.formats`; another package can add its own
by the same door.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from anaphor.errors import FormatError, Place
from anaphor.registry import Registry
from anaphor.schema import Collection
from anaphor.text import Message, Value

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
    rows: Sequence[Mapping[str, object]] | None = None
    """The rows of a table in memory, where there is no file; `data` is then only a head to recognise it by."""
    remarks: list[tuple[str, dict[str, Value]]] = field(default_factory=list, compare=False)
    """What a reader assumed or noticed, to be said to the user: codes of findings with their values."""

    @property
    def encoding(self) -> str:
        """UTF-16 where the file begins with its mark, else UTF-8."""
        return "utf-16" if self.data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"

    @cached_property
    def text(self) -> str:
        """The content (a byte-order mark is dropped, line ends become `\\n`)."""
        try:
            text = self.data.decode(self.encoding)
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise self.error("collection-not-utf8", line=line) from error
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    @cached_property
    def head(self) -> str:
        """The first 4,096 bytes as text, unreadable bytes replaced: enough to recognise a format."""
        return self.data[:4096].decode(self.encoding, "replace")

    def error(  # `field` names a column or element of the file
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


OwnFormat = Callable[[Source], Collection | Iterable[Mapping[str, object]]]
"""A user's own way to read a file: from its content to a collection, or to rows with the columns of a table."""


FORMATS: Registry[Format] = Registry("format", "anaphor.formats")
"""All formats of collections by name."""


# --- folders for other programs: a task of an evaluation harness, an annotation project -----------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A schema, problem or item that a format cannot say."""

    id: str
    why: str | Message
    partly: bool = False
    """True where one part of a folder says it and another cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderContent:
    """The files of a folder that another program reads, and what they cannot say."""

    files: Mapping[str, str]
    """Content by path inside the folder."""
    left_out: tuple[LeftOut, ...] = ()


class FolderFormat(Protocol):
    """A folder that another program takes as it is; one file in `exports/` each, written and never read back."""

    @property
    def name(self) -> str:
        """As used with `--to`."""

    @property
    def title(self) -> str:
        """For people: which program takes it."""

    def content(self, collection: Collection, facts: Mapping[str, Any], /) -> FolderContent:
        """The files; `facts` are what people were found to say of the items, for formats that have a place for it."""


EXPORTS: Registry[FolderFormat] = Registry("export", "anaphor.exports")
"""All folders for other programs, by name."""
