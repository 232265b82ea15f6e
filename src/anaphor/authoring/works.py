"""What an input says of itself: title, author, licence, genre, from its header or from a table of works."""

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path, PurePath
from typing import NamedTuple

from anaphor.errors import FormatError, Place
from anaphor.files import decode_text, open_stream, read_unpacked, text_rows

_HEAD = 1 << 16
"""Bytes in which a header is looked for."""
_TAG = re.compile(r"<[^<>]++>")
_TEI = {
    "title": (re.compile("<titleStmt>"), re.compile("<title"), re.compile("</title>")),
    "author": (re.compile("<titleStmt>"), re.compile("<author"), re.compile("</author>")),
    "licence": (re.compile("<(?:licence|availability)"), re.compile("</(?:licence|availability)>")),
}
"""Elements of a header: what comes before, the opening tag, the closing one, each looked for after the last."""
_PLAIN = {
    name: re.compile(rf"^(?:{written}) ?: *+(\S.*)$", re.MULTILINE | re.IGNORECASE)
    for name, written in (("title", "title|titre"), ("author", "author|auteur"), ("licence", "licen[cs]e|rights"))
}
"""Lines as at the top of Project Gutenberg's files."""
_COLUMNS = {
    "title": ("title", "titre"),
    "author": ("author", "author-name", "auteur", "creator"),
    "licence": ("licence", "license", "rights"),
    "genre": ("genre", "subgenre", "domain"),
}
_FILES = ("file", "filename", "fichier", "work", "id")
_MOST = 1 << 26


class Work(NamedTuple):
    """Where a text comes from; empty is not said."""

    title: str = ""
    author: str = ""
    licence: str = ""
    genre: str = ""

    def source(self, place: str) -> str:
        """In one line: author, title, place, licence."""
        named = ", ".join(filter(None, (self.author, self.title, place)))
        return f"{named} ({self.licence})" if self.licence else named


def work_of(path: str, name: str) -> Work:
    """What the header of a file says; its name is the title of one that says nothing."""
    with open_stream(path) as raw:
        head = raw.unpacked().peek(_HEAD).decode("utf-8", "replace").replace("\r\n", "\n")
    written: dict[str, str] = {}
    if "<teiHeader" in head:
        written = {key: _element(head, *marks) for key, marks in _TEI.items()}
    else:
        written = {key: line[1] for key, pattern in _PLAIN.items() if (line := pattern.search(head))}
    entries = {key: " ".join(unescape(_TAG.sub(" ", content)).split()) for key, content in written.items()}
    return Work(**{"title": PurePath(name).stem, **{key: value for key, value in entries.items() if value}})


def _element(head: str, *marks: re.Pattern[str]) -> str:
    """What stands in an element of a header; empty where one of its marks does not follow the one before."""
    *before, closing = marks
    place = 0
    for mark in before:
        tag = mark.search(head, place)
        place = tag.end() if tag else len(head)
    start = head.find(">", place) + 1
    end = closing.search(head, start) if start else None
    return head[start : end.start()] if end else ""


def works_table(path: Path) -> Mapping[str, Work]:
    """The works that a table lists, by the names of their files without endings: `file`, then what is known."""
    content = decode_text(read_unpacked(path, _MOST), file=str(path))
    rows = [cells for _, cells in text_rows(content, file=str(path))]
    header = [cell.strip().lower() for cell in rows[0]] if rows else []

    def column(names: tuple[str, ...]) -> int | None:
        return next((header.index(name) for name in names if name in header), None)

    at = column(_FILES)
    if at is None:
        raise FormatError("authoring-no-file-column", known=" / ".join(_FILES[:2]), where=Place(file=str(path)))
    columns = {key: number for key, names in _COLUMNS.items() if (number := column(names)) is not None}
    return {
        PurePath(cells[at]).stem: Work(**{key: cells[n].strip() for key, n in columns.items() if n < len(cells)})
        for cells in rows[1:]
        if at < len(cells)
    }
