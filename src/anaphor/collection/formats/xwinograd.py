"""XWinograd of Tikhonov and Ryabinin: seven tab-separated columns, several languages in one table.

An item's id is its language and its position in that language, from 1 (`fr-1`); a schema's id is
that of its first item. With a language, only its rows; without, all of them (language `mul`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from anaphor.collection.formats.tables import Row, located, tab_rows
from anaphor.collection.places import token_places
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import are_twins, grouped, with_cues
from anaphor.errors import UnknownNameError
from anaphor.schema import Annotations, Candidate, Collection, Item, Mark, Question, Schema, Span

_COLUMNS = ("lang", "source", "original", "text", "tokens", "pronoun", "candidates")
_CODES = {"jp": "ja"}


class XwinogradFormat:
    """Seven tab-separated columns without a header."""

    name = "xwinograd"
    title = "XWinograd (Tikhonov and Ryabinin 2021)"

    def recognises(self, source: Source) -> bool:
        """Whether the first line has seven columns, the last three of them JSON lists."""
        cells = source.head.split("\n", 1)[0].split("\t")
        return len(cells) == 7 and len(cells[0]) == 2 and all(cell.startswith("[") for cell in cells[4:])

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The rows of the language asked for, or all; neighbours that are near are twins."""
        wanted = _CODES.get(settings.language or "", settings.language)
        seen: Counter[str] = Counter()
        schemas = tuple(_schema(group) for group in grouped(_items(source, wanted, seen), _belong))
        if wanted and not seen[wanted]:
            raise UnknownNameError("language", wanted, seen, todo=f"That is what {source.name} has.")
        with located(source, None):
            return Collection(
                name=f"xwinograd-{wanted}" if wanted else "xwinograd",
                language=wanted or "mul",
                schemas=schemas,
                title="XWinograd",
                licence="Apache-2.0",
                citation="Tikhonov and Ryabinin 2021",
            )


def _items(source: Source, wanted: str | None, seen: Counter[str]) -> Iterator[Item]:
    for row in tab_rows(source, _COLUMNS):
        language = _CODES.get(row.text("lang"), row.text("lang"))
        seen[language] += 1
        if wanted in (None, language):
            with located(source, row.line):
                yield _item(row, f"{language}-{seen[language]}", language)


def _belong(one: Item, other: Item) -> bool:
    return are_twins(one.question, other.question)


def _schema(group: Sequence[Item]) -> Schema:
    return Schema(id=group[0].id, variants=with_cues(group))


def _item(row: Row, name: str, language: str) -> Item:
    text = row.raw_text("text").rstrip()
    places = _places(row, text)
    _, pronoun, _ = _mention(row, "pronoun", row.json("pronoun"), text, places)
    listed = row.json("candidates")
    if not isinstance(listed, list) or not listed:
        raise row.error("must be a list of candidates", "candidates")
    mentions = [_mention(row, "candidates", value, text, places) for value in listed]
    if [right for _, _, right in mentions].count(True) != 1:
        raise row.error("must have one right candidate", "candidates")
    original = row.optional_text("original")
    question = Question(
        id=name,
        language=language,
        text=text,
        anaphor=Mark(start=pronoun.start, end=pronoun.end),
        candidates=tuple(Candidate(text=form, span=span) for form, span, _ in mentions),
    )
    return Item(
        question=question,
        key=[right for _, _, right in mentions].index(True),
        annotations=Annotations(original=None if original == "?" else original),
    )


def _places(row: Row, text: str) -> tuple[Span, ...]:
    tokens = row.json("tokens")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise row.error("must be a list of texts", "tokens")
    places = token_places(text, [token.rstrip() for token in tokens])
    if places is None:
        raise row.error("are not the tokens of the text", "tokens")
    return places


def _mention(row: Row, name: str, value: object, text: str, places: Sequence[Span]) -> tuple[str, Span, bool]:
    """The form, the place and the truth of `[form, [from, to], tokens, isCorrect]`."""
    match value:
        case [str(form), [int(start), int(end)], list(), *truth] if 0 <= start < end <= len(places) and form.strip():
            first = places[start].start
            whole = text.startswith(form, first)
            return form, Span(start=first, end=first + len(form) if whole else places[end - 1].end), truth == [True]
    raise row.error("must be a form, its first and last token, its tokens", name)


XWINOGRAD = XwinogradFormat()
