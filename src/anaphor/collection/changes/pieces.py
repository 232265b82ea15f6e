"""A native text cut into its entries, so that to change one of nine thousand is the work of one.

Whoever cuts at lines that look like the next entry may be wrong: such a line can stand inside quotes. Then one of the
pieces cannot be read alone, and the text is read as a whole instead. Pieces that can be read are remembered.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from anaphor.collection.native.reading import read_collection
from anaphor.collection.native.writing import quote
from anaphor.collection.protocol import Source, most_items
from anaphor.errors import AnaphorError
from anaphor.schema import Collection, Problem, Schema

_KEY = re.compile(r"^(schemas|problems):[ \t]*(?:#.*)?\n", re.M)
_FIRST = re.compile(r"(?:[ \t]*(?:#.*)?\n)*( *)-(?=[ \n])")
_OUTSIDE = re.compile(r"^[^ \n#-]|^---", re.M)
"""A line that is part of no entry: another key, a new document."""
_REMEMBERED = 50_000


@dataclass(frozen=True, slots=True)
class EntryPiece:
    """An entry and what stands between it and the next one."""

    where: str
    """`schemas` or `problems`."""
    start: int
    end: int


def source_of(text: str, name: str = "") -> Source:
    """A text as a file."""
    return Source(name=name, stem="collection", data=text.encode("utf-8", "surrogatepass"))


def pieces_of(text: str) -> list[EntryPiece]:
    """The entries of a text with `\\n` at its line ends; none where it is not laid out line by line."""
    pieces: list[EntryPiece] = []
    keys = list(_KEY.finditer(text))
    if len({key[1] for key in keys}) < len(keys):
        return []
    for number, key in enumerate(keys):
        end = keys[number + 1].start() if number + 1 < len(keys) else len(text)
        first = _FIRST.match(text, key.end(), end)
        if first is None or _OUTSIDE.search(text, key.end(), end):
            return []
        dash = re.compile(rf"^{first[1]}-(?=[ \n])", re.M)
        starts = [key.end(), *(match.start() for match in dash.finditer(text, first.end(), end))]
        pieces += [EntryPiece(key[1], start, stop) for start, stop in zip(starts, [*starts[1:], end], strict=True)]
    return pieces


@lru_cache(_REMEMBERED)
def _entry(piece: str, where: str, language: str) -> tuple[str, tuple[Schema | Problem, ...]]:
    """Id and records of a piece that holds one entry."""
    parts = read_collection(source_of(_alone(piece, where, language))).parts
    name = parts[0].id
    if isinstance(parts[0], Problem) and parts[0].passage == name.removesuffix(".1"):
        name = name.removesuffix(".1")  # an entry with several anaphors makes as many problems
    elif len(parts) > 1:
        raise ValueError(name)
    return name, parts


def _alone(piece: str, where: str, language: str) -> str:
    return f"anaphor: 1\nlanguage: {quote(language)}\n{where}:\n{piece}"


def read_text(text: str, name: str = "") -> Collection:
    """The collection in a native text; of one much like it that was read before, only what is new is read."""
    with suppress(AnaphorError, ValueError):  # read as a whole it is well, or the error gets its line
        return _from_pieces(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    return read_collection(source_of(text, name))


@lru_cache(4)
def _from_pieces(text: str) -> Collection:
    pieces = pieces_of(text)
    if len(pieces) < 2:
        raise ValueError(pieces)
    header = read_collection(source_of(text[: pieces[0].start]))
    read = [_entry(text[piece.start : piece.end], piece.where, header.language) for piece in pieces]
    if len({entry for entry, _ in read}) < len(read):
        raise ValueError(pieces)
    parts = [part for _, entries in read for part in entries]
    if sum(len(part.entries) for part in parts) > most_items(source_of(text)):
        raise ValueError(pieces)
    schemas = tuple(part for part in parts if isinstance(part, Schema))
    return replace(header, schemas=schemas, problems=tuple(part for part in parts if isinstance(part, Problem)))


def views(text: str, name: str, where: str | None = None) -> Iterator[tuple[str, Callable[[str], str | None]]]:
    """Texts in which an entry can be changed, or added to its list, and the way back from each to the whole text.

    The first has that entry and a neighbour alone; the second is the text itself.
    """
    pieces = pieces_of(text)
    if len(pieces) > 1:
        with suppress(AnaphorError, ValueError):
            language = read_collection(source_of(text[: pieces[0].start])).language
            mine = [n for n, piece in enumerate(pieces) if name in text[piece.start : piece.end]]
            at = next(
                (
                    n
                    for n in mine
                    if _entry(text[pieces[n].start : pieces[n].end], pieces[n].where, language)[0] == name
                ),
                None,
            )
            if at is None:  # a new one goes behind the last of its kind
                at = max(n for n, piece in enumerate(pieces) if piece.where == where)
            beside = [n for n in (at - 1, at, at + 1) if 0 <= n < len(pieces) and pieces[n].where == pieces[at].where]
            start, end = pieces[beside[0]].start, pieces[beside[-1]].end
            top = _alone("", pieces[at].where, language)

            def whole(changed: str) -> str | None:
                rest = changed.removeprefix(top)
                return None if rest == changed else text[:start] + rest + text[end:]

            yield top + text[start:end], whole
    yield text, lambda changed: changed
