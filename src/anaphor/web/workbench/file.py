"""The author's file: read when it has changed, changed entry by entry, and never at the cost of somebody else's edit.

Each save says which entry it goes back to, by fingerprint. Where the entry in the file is still that one, the change is
made, whatever happened to other entries; where it is another, nothing is written and both versions are handed back.
"""

import fcntl
import hashlib
import os
import shlex
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anaphor.collection.changes import put, read_text, remove, rename
from anaphor.collection.native import quote
from anaphor.errors import ContentError, FormatError, InputError, OutputError, Place
from anaphor.files import atomic_file, regular_bytes
from anaphor.provenance import fingerprint
from anaphor.schema import Collection, Problem, Schema
from anaphor.web.workbench.shelf import parts_of

LARGEST = 16 * 2**20
"""Bytes of a file that can be edited in the browser."""
_TRIES = 5
"""How often a save begins anew when the file changes under its hands."""
ABSENT = "absent"
"""Fingerprint of a file that is not there yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """The file at one moment."""

    text: str
    """Its content."""
    fingerprint: str
    """Of its bytes; `absent` where there is no file."""
    collection: Collection
    """What it says."""

    def part(self, name: str) -> Schema | Problem | None:
        """The schema or problem of that id."""
        return next((each for each in parts_of(self.collection) if each.id == name), None)

    @property
    def names(self) -> frozenset[str]:
        """All ids of schemas and problems."""
        return frozenset(each.id for each in parts_of(self.collection))


class ConflictError(Exception):
    """Somebody else changed the very entry that is to be written."""

    def __init__(self, version: Version, theirs: Schema | Problem | None) -> None:
        super().__init__()
        self.version = version
        self.theirs = theirs


class _ChangedMeanwhileError(Exception):
    """The file is no longer the one that was read."""


class WorkFile:
    """One native file that is written in."""

    def __init__(self, path: Path, *, language: str = "fr") -> None:
        self.path = path.resolve()
        self._language = language
        self._lock = threading.RLock()
        self._seen: tuple[tuple[int, int, int] | None, Version] | None = None

    @property
    def id(self) -> str:
        """Stands for the file in the browser's own store."""
        return hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]

    def current(self) -> Version:
        """The file as it is now; read again only where it has changed."""
        with self._lock:
            stamp = self._stamp()
            if self._seen is None or self._seen[0] != stamp:
                self._seen = (stamp, self._read())
            return self._seen[1]

    def save(self, part: Schema | Problem, was: str | None, base: str | None) -> Version:
        """Write an entry in the place of the one that it goes back to, or add it."""

        def change(now: Version) -> str:
            theirs = now.part(was or part.id)
            if theirs == part:
                return now.text
            if base != (print_of(theirs) if theirs else None):
                raise ConflictError(now, theirs)
            if theirs is None or was is None:
                return put(now.text, part)
            _refuse_other_kind(theirs, part)
            renamed = rename(now.text, was, part.id) if was != part.id else now.text
            return put(renamed, part)

        return self._change(change)

    def remove(self, was: str, base: str) -> Version:
        """Take an entry out of the file."""

        def change(now: Version) -> str:
            theirs = now.part(was)
            if theirs is None:
                return now.text
            if print_of(theirs) != base:
                raise ConflictError(now, theirs)
            return remove(now.text, was)

        return self._change(change)

    def _change(self, change: Callable[[Version], str]) -> Version:
        with self._lock, self._alone():
            for _ in range(_TRIES):
                now = self._read()
                text = change(now)
                try:
                    if text != now.text or now.fingerprint == ABSENT:
                        self._write(text, now.fingerprint)
                    return self.current()
                except _ChangedMeanwhileError:
                    continue
        raise OutputError("web-file-changes", where=Place(file=str(self.path)))

    def _write(self, text: str, expected: str) -> None:
        with atomic_file(self.path) as file:
            file.write(text.encode("utf-8", "surrogatepass"))
            # The last look before the new file takes the old one's place: an editor may have saved meanwhile.
            if _print(self._bytes()) != expected:
                raise _ChangedMeanwhileError

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other workbenches on the same folder waiting; an editor is noticed by its changes instead."""
        try:
            handle = os.open(self.path.parent, os.O_RDONLY)
        except OSError as error:
            raise OutputError("web-folder-unusable", folder=str(self.path.parent), why=str(error.strerror)) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _bytes(self) -> bytes | None:
        return regular_bytes(self.path, LARGEST) if self.path.exists() else None

    def _read(self) -> Version:
        data = self._bytes()
        text = _decoded(data or b"", self.path)
        text = text if text.strip() else self._header()  # a file that was only touched is as good as none
        return Version(text=text, fingerprint=_print(data), collection=read_text(text, str(self.path)))

    def _header(self) -> str:
        return f"anaphor: 1\nname: {quote(self.path.stem)}\nlanguage: {quote(self._language)}\n"


def print_of(part: Schema | Problem) -> str:
    """The fingerprint of an entry."""
    return fingerprint(part)


def _refuse_other_kind(theirs: Schema | Problem, part: Schema | Problem) -> None:
    if type(theirs) is not type(part):
        raise ContentError("web-other-kind")


def _print(data: bytes | None) -> str:
    return ABSENT if data is None else hashlib.sha256(data).hexdigest()[:16]


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("web-not-utf8", where=Place(file=str(path))) from None


def open_work(path: Path, *, language: str = "fr") -> WorkFile:
    """The file to write in; one that is there must be in the native format."""
    where = Place(file=str(path))
    if path.is_dir():
        raise InputError("web-is-folder", where=where)
    if not path.resolve().parent.is_dir():
        raise InputError("web-no-folder", where=where)
    if path.suffix.lower() not in (".yaml", ".yml"):
        native = path.with_suffix(".yaml")
        if path.exists():
            convert = shlex.join(["anaphor", "collection", "convert", str(path), "-o", str(native)])
            raise InputError("web-not-native", where=where, convert=convert)
        raise InputError("web-name-native", where=where, name=str(native))
    found = WorkFile(path, language=language)
    found.current()
    return found
