"""The author's file and its entries as drafts.

The file is read when it has changed, changed entry by entry, and never at the cost of somebody else's edit. Each save
says which entry it goes back to, by fingerprint. Where the entry in the file is still that one, the change is made,
whatever happened to other entries; where it is another, nothing is written and both versions are handed back.

A draft becomes a record, and a record a draft, by way of the lines that the native file has, so that nothing is lost. A
record that the form cannot show (variants one by one, places of candidates, keys that are no candidate) becomes a *raw*
draft: the lines of its entry, to be edited as they are.
"""

import fcntl
import hashlib
import os
import re
import shlex
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from anaphor.collection import (
    Line,
    Node,
    Source,
    parse_marks,
    parse_yaml,
    problem_lines,
    put,
    quote,
    quote_text,
    read_text,
    remove,
    rename,
    schema_lines,
    write_entry,
)
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, OutputError, Place
from anaphor.files import atomic_file, regular_bytes
from anaphor.provenance import fingerprint
from anaphor.schema import Collection, Problem, Schema, question_of
from anaphor.web.workbench.wire import Draft

LARGEST = 16 * 2**20
"""Bytes of a file that can be edited in the browser."""
_MOST_VERSIONS = 200
_TIMES_KEPT, _LEAST_KEPT = 10, 64 * 2**20
"""All versions of a file together have at most so many times its bytes, or so many where that is more."""
_TRIES = 5
"""How often a save begins anew when the file changes under its hands."""
_MOMENT = "%Y-%m-%dT%H-%M-%S.%f"
ABSENT = "absent"
"""Fingerprint of a file that is not there yet."""
UNNAMED = "draft"
"""Id of a draft that has none yet."""
_SIMPLE = ("source", "reason", "notes", "genre")
_CHOSEN = ("status", "origin")
_FORM = frozenset({"id", "text", "question", "candidates", "answers", "answer", "domains", *_SIMPLE, *_CHOSEN})


def parts_of(collection: Collection) -> tuple[Schema | Problem, ...]:
    """The schemas and problems of a collection, in the order of the file."""
    return (*collection.schemas, *collection.problems)


def text_of(part: Schema | Problem) -> str:
    """The text of an entry; the first variant's for a schema."""
    return question_of(part.variants[0] if isinstance(part, Schema) else part.item).text


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVersion:
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

    def __init__(self, version: FileVersion, theirs: Schema | Problem | None) -> None:
        super().__init__()
        self.version = version
        self.theirs = theirs


class _ChangedMeanwhileError(Exception):
    """The file is no longer the one that was read."""


class WorkFile:
    """One native file that is written in."""

    def __init__(self, path: Path, *, language: str = "fr", history: Path | None = None) -> None:
        self.path = path.resolve()
        self.history = history
        """Where each version is kept that a save replaces; None: nowhere."""
        self._language = language
        self._lock = threading.RLock()
        self._seen: tuple[tuple[int, int, int] | None, FileVersion] | None = None

    @property
    def id(self) -> str:
        """Stands for the file in the browser's own store."""
        return hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]

    def current(self) -> FileVersion:
        """The file as it is now; read again only where it has changed."""
        with self._lock:
            stamp = None
            with suppress(OSError):
                found = self.path.stat()
                stamp = found.st_mtime_ns, found.st_size, found.st_ino
            if self._seen is None or self._seen[0] != stamp:
                self._seen = (stamp, self._read())
            return self._seen[1]

    def save(self, part: Schema | Problem, was: str | None, base: str | None) -> FileVersion:
        """Write an entry in the place of the one that it goes back to, or add it."""

        def change(now: FileVersion) -> str:
            theirs = now.part(was or part.id)
            if theirs == part:
                return now.text
            if base != (fingerprint(theirs) if theirs else None):
                raise ConflictError(now, theirs)
            if theirs is None or was is None:
                return put(now.text, part)
            if type(theirs) is not type(part):
                raise ContentError("web-other-kind")
            return put(rename(now.text, was, part.id) if was != part.id else now.text, part)

        return self._change(change)

    def remove(self, was: str, base: str) -> FileVersion:
        """Take an entry out of the file."""

        def change(now: FileVersion) -> str:
            theirs = now.part(was)
            if theirs is None:
                return now.text
            if fingerprint(theirs) != base:
                raise ConflictError(now, theirs)
            return remove(now.text, was)

        return self._change(change)

    def _change(self, change: Callable[[FileVersion], str]) -> FileVersion:
        with self._lock, self._alone():
            for _ in range(_TRIES):
                now = self._read()
                text = change(now)
                if text == now.text and now.fingerprint != ABSENT:
                    return self.current()
                with suppress(_ChangedMeanwhileError):
                    self._keep()
                    with atomic_file(self.path, private=self.history is not None) as file:
                        file.write(text.encode("utf-8", "surrogatepass"))
                        # The last look before the new file takes the old one's place: an editor may have saved.
                        if self._bytes()[1] != now.fingerprint:
                            raise _ChangedMeanwhileError
                    return self.current()
        raise OutputError("web-file-changes", where=Place(file=str(self.path)))

    def versions(self) -> dict[str, Path]:
        """The versions that saves have replaced, by the time of the save, the newest first."""
        found = sorted(self.history.glob("*.yaml"), reverse=True) if self.history and self.history.is_dir() else []
        return {each.stem: each for each in found}

    def restore(self, version: str) -> None:
        """Put a version back byte for byte; the one in its place is kept as any other."""
        found = self.versions().get(version)
        if found is None:
            raise InputError("web-no-version")
        with self._lock, self._alone():
            data = found.read_bytes()
            self._keep()
            with atomic_file(self.path, private=True) as file:
                file.write(data)

    def _keep(self) -> None:
        """Keep the file as it is, before it is replaced."""
        if self.history is None or not self.path.exists():
            return
        for folder in (self.history.parent, self.history):
            folder.mkdir(mode=0o700, exist_ok=True)
        with atomic_file(self.history / f"{self._moment():{_MOMENT}}.yaml", private=True) as file:
            file.write(self._bytes()[0])
        left = max(_LEAST_KEPT, _TIMES_KEPT * self.path.stat().st_size)
        for place, version in enumerate(self.versions().values()):  # the newest first
            left -= version.stat().st_size
            if place and (place >= _MOST_VERSIONS or left < 0):
                version.unlink(missing_ok=True)

    def _moment(self) -> datetime:
        """Now, and later than every version that is kept: by a wrong clock the newest would be the first to go."""
        now, newest = datetime.now(UTC), next(iter(self.versions()), "")
        with suppress(ValueError):  # a file that somebody else put there
            now = max(now, datetime.strptime(newest, _MOMENT).replace(tzinfo=UTC) + timedelta(microseconds=1))
        return now

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

    def _bytes(self) -> tuple[bytes, str]:
        """The file's content and its fingerprint."""
        if not self.path.exists():
            return b"", ABSENT
        data = regular_bytes(self.path, LARGEST)
        return data, hashlib.sha256(data).hexdigest()[:16]

    def _read(self) -> FileVersion:
        data, digest = self._bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise FormatError("web-not-utf8", where=Place(file=str(self.path))) from None
        if not text.strip():  # a file that was only touched is as good as none
            text = f"anaphor: 1\nname: {quote(self.path.stem)}\nlanguage: {quote(self._language)}\n"
        return FileVersion(text=text, fingerprint=digest, collection=read_text(text, str(self.path)))


def open_work(path: Path, *, language: str = "fr", history: Path | None = None) -> WorkFile:
    """The file to write in; one that is there must be in the native format. `history` keeps what saves replace."""
    where = Place(file=str(path))
    if path.is_dir():
        raise InputError("web-is-folder", where=where)
    if not path.resolve().parent.is_dir():
        raise InputError("web-no-folder", where=where)
    if path.suffix.lower() not in (".yaml", ".yml"):
        beside = path.with_suffix(".yaml")
        if path.exists():
            convert = shlex.join(["anaphor", "collection", "convert", str(path), "-o", str(beside)])
            raise InputError("web-not-native", where=where, convert=convert)
        raise InputError("web-name-native", where=where, name=str(beside))
    found = WorkFile(path, language=language, history=history)
    found.current()
    return found


# --- drafts -----------------------------------------------------------------------------------------------------------


def _lines(draft: Draft) -> list[Line]:
    """The lines of an entry that the form shows; no answers where one of them is not said."""

    def flow(texts: list[str]) -> str:
        return "[" + ", ".join(quote(text) for text in texts) + "]"

    lines: list[Line] = [("id", quote(draft.id.strip() or UNNAMED)), ("text", quote_text(draft.text.strip()))]
    if draft.question.strip():
        lines.append(("question", quote_text(draft.question.strip())))
    given = {number: text for number, each in enumerate(draft.candidates) if (text := each.strip())}
    if given:
        lines.append(("candidates", flow(list(given.values()))))
    answers = [given.get(-1 if key is None else key) for key in draft.keys]
    said = [each for each in answers if each is not None]
    if said and len(said) == len(answers):
        lines.append(("answers", flow(said)) if draft.kind == "schema" else ("answer", quote(said[0])))
    if kept := [each.strip() for each in draft.domains if each.strip()]:
        lines.append(("domains", flow(kept)))
    if draft.status != "agreed":
        lines.append(("status", draft.status))
    if draft.origin and draft.kind == "problem":
        lines.append(("origin", draft.origin))
    simple = [name for name in _SIMPLE if name != "genre" or draft.kind == "problem"]
    return lines + [(name, quote(text)) for name in simple if (text := getattr(draft, name).strip())]


def part_of(draft: Draft, language: str) -> Schema | Problem:
    """The record that the draft describes; refused at the field where something is wrong."""
    lines = draft.more.replace("\r", "").split("\n")
    more = "\n".join(f"    {line}" if line.strip() else "" for line in lines).rstrip()
    entry = "  -\n" if draft.raw else write_entry(_lines(draft))
    if draft.raw or more.strip():
        entry += f"{more}\n"
    where = "schemas" if draft.kind == "schema" else "problems"
    try:
        found = read_text(f"anaphor: 1\nlanguage: {quote(language)}\n{where}:\n{entry}")
    except AnaphorError as error:
        field = (error.where.field if error.where else None) or ""
        place = Place(field=re.sub(r"^(schemas|problems)\[\d+\]\.?", "", field) or None)  # schemas[0].text: text
        raise FormatError(error.what, where=place, todo=error.todo) from error
    parts = parts_of(found)
    if len(parts) != 1:
        raise ContentError("web-several-entries", count=len(parts))
    return parts[0]


def _record_lines(part: Schema | Problem, language: str) -> list[Line]:
    return schema_lines(part, language) if isinstance(part, Schema) else problem_lines(part, language)


def lines_of(part: Schema | Problem, language: str) -> str:
    """A record as an entry of a native file, for people to compare."""
    return write_entry(_record_lines(part, language))


def draft_of(part: Schema | Problem, language: str) -> Draft:
    """A record as the form shows it; raw where the form would not give the same record back."""
    lines = _record_lines(part, language)
    kind = "schema" if isinstance(part, Schema) else "problem"
    try:
        made = msgspec.convert({"kind": kind, **_form(lines)}, Draft)
        if part_of(made, language) == part:
            return made
    except (AnaphorError, msgspec.ValidationError, KeyError, ValueError):
        pass  # the form cannot show it
    return msgspec.convert({"kind": kind, "id": part.id, "raw": True, "more": _below(lines)}, Draft)


def _form(lines: list[Line]) -> dict[str, object]:
    """The fields of the form, from the lines of an entry."""
    entry = f"entry:\n{write_entry(lines)}"
    node = parse_yaml(Source(name="", stem="x", data=entry.encode())).mapping()["entry"].sequence()[0]
    parts: Mapping[str, Node] = node.mapping()

    def texts(name: str) -> list[str]:
        return [each.text() for each in parts[name].sequence()] if name in parts else []

    answers = texts("answers") or ([parts["answer"].text()] if "answer" in parts else [])
    candidates = texts("candidates") or list(dict.fromkeys(answers))
    return {
        "text": "",
        **{name: parts[name].text() for name in ("id", "text", "question", *_SIMPLE, *_CHOSEN) if name in parts},
        "candidates": candidates,
        "domains": texts("domains"),
        "keys": [candidates.index(each) for each in answers],
        "more": _below([line for line in lines if line[0] not in _FORM]),
    }


def _below(lines: list[Line]) -> str:
    """Lines as they stand below each other, without the entry's own indentation."""
    whole = write_entry(lines).replace("- ", "  ", 1) if lines else ""
    return "\n".join(line[4:] for line in whole.splitlines())


def proposed_id(draft: Draft, taken: frozenset[str]) -> str:
    """A name for a draft that has none: its special words, or its first candidate."""

    def slug(text: str) -> str:
        letters = unicodedata.normalize("NFKD", re.sub(r"[^\w\s]+", "-", text.casefold()))
        plain = letters.encode("ascii", "ignore").decode()
        return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")

    words: list[str] = []
    with suppress(FormatError):  # marks that do not pair up
        found = parse_marks(draft.text)
        plains = [found.expand(number) for number in range(found.variants)]
        words = [plain.cues[0].of(plain.text) for plain in plains if plain.cues and len(plains) > 1]
    first = next((each for each in draft.candidates if each.strip()), "")
    name = slug("-".join(words)) or slug(first) or draft.kind
    numbered = (name if number == 1 else f"{name}-{number}" for number in range(1, len(taken) + 2))
    return next(each for each in numbered if each not in taken)
