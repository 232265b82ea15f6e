"""XWinograd of Tikhonov and Ryabinin: seven tab-separated columns, several languages in one table.

An item's id is its language and its position in that language, from 1 (`fr-1`); a schema's id is
that of its first item. With a language, only its rows; without, all of them (language `mul`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from anaphor.collection.formats.foreign import ForeignFormat, are_twins, collection_of, entry_of, grouped, twin_schemas
from anaphor.collection.formats.tables import SourceRow, located, tab_rows
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.errors import UnknownNameError
from anaphor.schema import Annotations, Candidate, Collection, Entry, Mark, Span, question_of
from anaphor.text import text as say

_COLUMNS = ("lang", "source", "original", "text", "tokens", "pronoun", "candidates")
_QUOTES = {"``": "\"“”«»'", "''": "\"“”«»'"}
"""Tokens that tokenisers write in the place of quotation marks."""
_CODES = {"jp": "ja"}
"""Codes that the file uses and ISO 639 does not."""


def recognises(source: Source) -> bool:
    """Whether the first line has seven columns, the last three of them JSON lists."""
    cells = source.head.split("\n", 1)[0].split("\t")
    return len(cells) == 7 and len(cells[0]) == 2 and all(cell.startswith("[") for cell in cells[4:])


def read(source: Source, settings: ReadSettings) -> Collection:
    """The rows of the language asked for, or all; neighbours that are near are twins."""
    wanted = _CODES.get(settings.language or "", settings.language)
    seen: Counter[str] = Counter()

    def entries() -> Iterator[Entry]:
        for row in tab_rows(source, _COLUMNS):
            language = _CODES.get(row.text("lang"), row.text("lang"))
            seen[language] += 1
            if wanted in (None, language):
                with located(source, row.line):
                    yield _entry(row, f"{language}-{seen[language]}", language)

    groups = list(grouped(entries(), lambda one, other: are_twins(question_of(one), question_of(other))))
    if wanted and not seen[wanted]:
        raise UnknownNameError(
            say("collection-word-language"), wanted, seen, todo=say("collection-languages-of", name=source.name)
        )
    return collection_of(
        source,
        twin_schemas(groups),
        name=f"xwinograd-{wanted}" if wanted else "xwinograd",
        language=wanted or "mul",
        title="XWinograd",
        licence="Apache-2.0",
        citation="Tikhonov and Ryabinin 2021",
    )


def _entry(row: SourceRow, name: str, language: str) -> Entry:
    text = row.raw_text("text").rstrip()
    tokens = row.json("tokens")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise row.error("collection-value-no-list", "tokens")
    places = _token_places(text, [token.rstrip() for token in tokens])
    if places is None:
        raise row.error("collection-other-tokens", "tokens")
    _, pronoun, _ = _mention(row, "pronoun", row.json("pronoun"), text, places)
    listed = row.json("candidates")
    if not isinstance(listed, list) or not listed:
        raise row.error("collection-value-no-list", "candidates")
    mentions = [_mention(row, "candidates", value, text, places) for value in listed]
    rights = [right for _, _, right in mentions]
    if rights.count(True) != 1:
        raise row.error("collection-not-one-right", "candidates")
    original = row.optional_text("original")
    return entry_of(
        name,
        language,
        text,
        Mark(start=pronoun.start, end=pronoun.end),
        [Candidate(text=form, span=span) for form, span, _ in mentions],
        rights.index(True),
        annotations=Annotations(original=None if original == "?" else original),
    )


def _token_places(text: str, tokens: Sequence[str]) -> tuple[Span, ...] | None:
    """Where each token of a tokenised text stands; None when the tokens are not those of the text.

    >>> _token_places('He said "no".', ["He", "said", "``", "no", "''", "."])[2]
    Span(start=8, end=9)
    """
    spans: list[Span] = []
    place = 0
    for token in tokens:
        while place < len(text) and text[place].isspace() and not text.startswith(token, place):
            place += 1
        if text.startswith(token, place):
            length = len(token)
        elif place < len(text) and text[place] in _QUOTES.get(token, ""):
            length = 1
        else:
            return None
        spans.append(Span(start=place, end=place + length))
        place += length
    return tuple(spans)


def _mention(row: SourceRow, name: str, value: object, text: str, places: Sequence[Span]) -> tuple[str, Span, bool]:
    """The form, the place and the truth of `[form, [from, to], tokens, isCorrect]`."""
    match value:
        case [str(form), [int(start), int(end)], list(), *truth] if 0 <= start < end <= len(places) and form.strip():
            first = places[start].start
            whole = text.startswith(form, first)
            return form, Span(start=first, end=first + len(form) if whole else places[end - 1].end), truth == [True]
    raise row.error("collection-no-mention", name)


XWINOGRAD = ForeignFormat(
    name="xwinograd", title="XWinograd (Tikhonov and Ryabinin 2021)", recognises=recognises, read=read
)
