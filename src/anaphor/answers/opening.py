"""A label file, opened: out of archives and spreadsheets, its encoding found; and errors at its places."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from anaphor.answers.labelling import DEFAULTS, LabelSettings
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import HEAD, decode_text, find_encoding, read_unpacked, sheet_texts, zip_members
from anaphor.text import Message, Value, message, text

BOM = b"\xef\xbb\xbf"
LARGEST = 2 * 2**30
"""Bytes, uncompressed: about a hundred million labels."""
_FOREIGN = {
    b"%PDF": "pdf",
    b"SQLite format 3": "sqlite",
    b"\xd0\xcf\x11\xe0": "old-office",
    b"RDX": "r",
    b"RDA": "r",
    b"X\n\x00\x00\x00": "r",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"\x7fELF": "program",
    b"\x93NUMPY": "numpy",
    **{bytes((0x80, version)): "pickle" for version in range(2, 6)},
}
"""How files begin that hold no table of text: a PDF, data of R …"""
_TABLES = (".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx", ".ods")
"""How the names of tables in an archive end; where there is none, every file in it is taken for one."""
_STANDOFF = ".ann"
"""How the names of brat's files end."""
_PER_PERSON = ("user_state.json", "annotated_instances.jsonl")
"""What Potato keeps in a folder for each person, beside tasks and settings: of version 2, else of version 1."""
_MOST_FILES = 20_000
"""Files in a folder that are looked through."""
_KEPT: ContextVar[dict[Path, bytes] | None] = ContextVar("label_files_kept", default=None)
"""Contents of files while readings of them are tried."""
_LISTED = 200
"""Lines with one and the same trouble that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFile:
    """The content of a label file."""

    name: str
    data: bytes
    encoding: str | None = None
    """The encoding that the user states or that was guessed; None: UTF-8, or that of the byte-order mark."""
    notes: tuple[Message, ...] = ()
    """What was guessed when it was opened."""
    typed: str = ""
    """What a user types to name it, and the files that belong to it."""
    shared: bool = False
    """Whether several files are one table: then one of them may well hold one class only."""
    memory: bool = False
    """Whether it is no file but a table in memory, whose rows have numbers and no lines."""

    def place(self, line: int | None = None, field: str | None = None) -> Place:
        """A place of this file, or of this table in memory."""
        if self.memory and line:
            return Place(file=text("labels-row", name=self.name, row=line), field=field)
        return Place(file=self.name, line=line, field=field)

    def text(self) -> str:
        """The content as text, line ends as `\\n`."""
        return decode_text(self.data, file=self.name, encoding=self.encoding).removeprefix("\ufeff")

    def refuse_question(self, settings: LabelSettings) -> None:
        """Refuse a question that nothing in the file was found to be."""
        if settings.question is not None:
            raise self.error("labels-no-question", question=repr(settings.question))

    def error(self, code: str, *, line: int | None = None, field: str | None = None, **values: Value) -> FormatError:
        """An error at a place of this file, to raise."""
        return FormatError(message(code, **values), where=self.place(line, field))

    def impossible(
        self, code: str, *, line: int | None = None, field: str | None = None, **values: Value
    ) -> ContentError:
        """A statement of this file that cannot be, to raise."""
        return ContentError(message(code, **values), where=self.place(line, field))

    def without_bad(
        self, bad: Sequence[tuple[int, Message]], lines: int, settings: LabelSettings
    ) -> tuple[Message, ...]:
        """The record of lines that are left out because they cannot be read; an error that lists them unless asked."""
        if not bad:
            return ()
        reasons: dict[str, list[int]] = {}
        for line, why in bad:
            reasons.setdefault(str(why), []).append(line)
        shown = {why: ", ".join(map(str, numbers[:_LISTED])) for why, numbers in reasons.items()}
        listed = "; ".join(f"{shown[why]}{', …' * (len(reasons[why]) > _LISTED)} ({why})" for why in reasons)
        if settings.skip_bad:
            return (message("labels-skipped", count=len(bad), lines=lines, listed=listed),)
        if len(bad) == 1:
            where = self.place(bad[0][0])
            raise FormatError(bad[0][1], where=where, todo=message("labels-skip-one", lines=lines))
        raise self.error("labels-bad-lines", line=bad[0][0], count=len(bad), lines=lines, listed=listed)


def open_files(path: Path, settings: LabelSettings = DEFAULTS) -> list[LabelFile]:
    """The content of a file, uncompressed, or of those in an archive; compression is found from the content.

    `-` is the standard input.
    """
    typed = shlex.quote(str(path))
    if path.is_dir():
        return _folder_files(path, typed, settings)
    if not path.is_file() and str(path) != "-":
        raise FormatError("agreement-no-file", where=path)
    if path.suffix == _STANDOFF:
        texts = [path.with_suffix(".txt")] if path.with_suffix(".txt").is_file() else []
        return [_standoff_file(each, typed, settings) for each in (path, *texts)]
    data = _read_once(path)
    if (sheets := sheet_texts(data, file=str(path))) is not None:
        return [_opened(*sheet, typed, settings) for sheet in _sheets(str(path), sheets)]
    members = [(str(path), data)]
    if data.startswith(b"PK\x03\x04"):
        packed = zip_members(data, file=str(path), most=LARGEST)
        members = [(f"{path}/{name}", part) for name, part in packed if part.strip()]
        tables = [each for each in members if PurePosixPath(each[0]).suffix.lower() in _TABLES]
        # A whole project of INCEpTION holds settings and sources, too.
        members = [each for each in members if each[1].startswith(b"#FORMAT=WebAnno")] or tables or members
        if not members:
            raise FormatError("agreement-empty-file", where=path)
    contents: list[tuple[str, bytes, tuple[Message, ...]]] = []
    for name, part in members:
        inner = sheet_texts(part, file=name) if part is not data else None
        contents += [(name, part, ())] if inner is None else _sheets(name, inner)
    return [_opened(*content, typed, settings) for content in contents]


def _read_once(path: Path) -> bytes:
    """The content of a file; while readings of it are tried, it is read from the disk, or the standard input, once."""
    kept = _KEPT.get()
    if kept is None:
        return read_unpacked(path, LARGEST)
    if path not in kept:
        kept[path] = read_unpacked(path, LARGEST)
    return kept[path]


@contextmanager
def read_once() -> Iterator[None]:
    """While this lasts, each file is read once, however often it is opened."""
    if _KEPT.get() is not None:
        yield
        return
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def _folder_files(folder: Path, typed: str, settings: LabelSettings) -> list[LabelFile]:
    """The tables in a folder and the folders in it: what a tool keeps for each person, where one is recognised."""
    inside = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    inside = [path for path in inside if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    if len(inside) > _MOST_FILES:
        raise FormatError("labels-many-files", where=folder, count=len(inside), most=_MOST_FILES)
    if any(path.suffix == _STANDOFF for path in inside):
        beside = {path.with_suffix("") for path in inside if path.suffix == _STANDOFF}
        wanted = [path for path in inside if path.suffix == _STANDOFF]
        wanted += [path for path in inside if path.suffix == ".txt" and path.with_suffix("") in beside]
        return [_standoff_file(path, typed, settings) for path in wanted]
    kept = next((found for name in _PER_PERSON if (found := [path for path in inside if path.name == name])), [])
    tables = kept or [path for path in inside if path.suffix.lower() in _TABLES]
    if not tables:
        raise FormatError("agreement-folder", where=folder)
    return [replace(file, typed=typed) for path in tables for file in open_files(path, settings)]


def _standoff_file(path: Path, typed: str, settings: LabelSettings) -> LabelFile:
    """A file of brat, which is empty where somebody marked nothing."""
    return LabelFile(name=str(path), data=_read_once(path), encoding=settings.encoding, typed=typed)


def _sheets(name: str, texts: Mapping[str, str]) -> list[tuple[str, bytes, tuple[Message, ...]]]:
    """Name, content and what is to be said: of a spreadsheet all sheets with one header, or else the largest sheet."""
    sheets = {sheet: text.encode("utf-8", "surrogatepass") for sheet, text in texts.items()}
    if len(sheets) > 1 and len({each.partition(b"\n")[0] for each in sheets.values()}) == 1:
        return [(f"{name}/{sheet}", each, ()) for sheet, each in sheets.items()]
    largest = max(sheets, key=lambda sheet: len(sheets[sheet]), default="")
    others = ", ".join(sheet for sheet in sheets if sheet != largest)
    said = (message("labels-sheet", sheet=largest, others=others),) if others else ()
    return [(name, sheets.get(largest, b""), said)]


def _opened(name: str, data: bytes, notes: tuple[Message, ...], typed: str, settings: LabelSettings) -> LabelFile:
    """The content of one file; an encoding that is not UTF-8 is guessed and said, lines above the table are emptied."""
    where, encoding = Place(file=name), settings.encoding
    for start, kind in _FOREIGN.items():
        if data.startswith(start):
            raise FormatError("agreement-foreign-file", kind=kind, where=where)
    if not data.removeprefix(BOM).strip():
        raise FormatError("agreement-empty-file", where=where)
    if encoding is None and not data.isascii() and not data.startswith(b"PAR1"):
        try:
            data.decode()
        except UnicodeDecodeError as error:
            # By the text around the first strange byte: a few of them in UTF-8 are an error of the file.
            found = find_encoding(data[:2] + data[max(error.start - HEAD // 2, 2) : error.start + HEAD // 2], None)
            if found and found.note:
                lines = data.split(b"\n")
                strange = {place for place, line in enumerate(lines) if "\ufffd" in line.decode("utf-8", "replace")}
                others = (line for place, line in enumerate(lines) if place not in strange)
                mixed = "utf" not in found.name and not all(map(bytes.isascii, others))
                code, encoding = ("labels-encodings", None) if mixed else ("labels-encoding", found.name)
                notes = (*notes, message(code, encoding=found.name, count=len(strange)))
                if encoding is None:
                    for place in strange:
                        lines[place] = lines[place].decode(found.name, "replace").encode()
                    data = b"\n".join(lines)
    file = LabelFile(name=name, data=data, encoding=encoding, notes=notes, typed=typed)
    if not settings.skip_rows:
        return file
    below = file.text().split("\n", settings.skip_rows)[settings.skip_rows :]
    if not "".join(below).strip():
        raise FormatError("labels-skipped-all", rows=settings.skip_rows, where=where)
    # Empty lines take the place of those above the table, so that the lines of what follows keep their numbers.
    return replace(file, data=("\n" * settings.skip_rows + below[0]).encode("utf-8", "surrogatepass"), encoding="utf-8")
