"""What an input says of itself: title, author, licence, genre, from its header or from a table of works."""

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path, PurePath
from typing import NamedTuple

from anaphor.errors import FormatError, Place
from anaphor.files import decode_text, read_unpacked, text_rows
from anaphor.files.streams import open_stream

_HEAD = 1 << 16
"""Bytes in which a header is looked for."""
_TAG = re.compile(r"<[^>]+>")
_TEI = {
    "title": re.compile(r"<titleStmt>.*?<title[^>]*>(.*?)</title>", re.DOTALL),
    "author": re.compile(r"<titleStmt>.*?<author[^>]*>(.*?)</author>", re.DOTALL),
    "licence": re.compile(r"<(?:licence|availability)[^>]*>(.*?)</(?:licence|availability)>", re.DOTALL),
}
_PLAIN = {
    name: re.compile(rf"^(?:{written}) ?: *(\S.*)$", re.MULTILINE | re.IGNORECASE)
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
    patterns = _TEI if "<teiHeader" in head else _PLAIN
    found = {key: pattern.search(head) for key, pattern in patterns.items()}
    said = {key: " ".join(unescape(_TAG.sub(" ", each[1])).split()) for key, each in found.items() if each}
    return Work(**{"title": PurePath(name).stem, **{key: value for key, value in said.items() if value}})


def works_table(path: Path) -> Mapping[str, Work]:
    """The works that a table lists, by the names of their files without endings: `file`, then what is known."""
    content = decode_text(read_unpacked(path, _MOST), file=str(path))
    rows = [cells for _, cells in text_rows(content, file=str(path))]
    header = [each.strip().lower() for each in rows[0]] if rows else []

    def column(names: tuple[str, ...]) -> int | None:
        return next((header.index(name) for name in names if name in header), None)

    at = column(_FILES)
    if at is None:
        raise FormatError("authoring-no-file-column", known=" / ".join(_FILES[:2]), where=Place(file=str(path)))
    columns = {key: found for key, names in _COLUMNS.items() if (found := column(names)) is not None}
    return {
        PurePath(cells[at]).stem: Work(**{key: cells[n].strip() for key, n in columns.items() if n < len(cells)})
        for cells in rows[1:]
        if at < len(cells)
    }
