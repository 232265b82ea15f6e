"""GAP of Webster et al.: tab-separated, offsets in characters; the right answer may be neither candidate.

A file of one's own in this shape is not GAP: licence and citation go to the files that the catalogue knows.
"""

from collections.abc import Iterator

from anaphor.collection.formats.tables import Row, collection_name, located, tab_rows
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import NEITHER, Candidate, Collection, Entry, Item, Key, Mark, Problem, Question, Span

_HEADER = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "B", "B-offset")

_LANGUAGE = "en"


class GapFormat:
    """Tab-separated values with a header."""

    name = "gap"
    title = "GAP coreference (Webster et al. 2018)"

    def recognises(self, source: Source) -> bool:
        """Whether the header names GAP's columns."""
        first = source.head.split("\n", 1)[0].strip().split("\t")
        return all(name in first for name in _HEADER)

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """One problem per row; a file without the coref columns gives questions without keys."""
        with located(source, None):
            return Collection(
                name=collection_name(source, "gap"),
                language=_LANGUAGE,
                problems=tuple(_problems(source, _LANGUAGE)),
                title=source.stem,
            )


def _problems(source: Source, language: str) -> Iterator[Problem]:
    for row in tab_rows(source):
        with located(source, row.line):
            entry = _entry(row, language)
            yield Problem(id=row.text("ID"), item=entry, source=row.optional_text("URL"))


def _entry(row: Row, language: str) -> Entry:
    text = row.raw_text("Text")
    pronoun = _span(row, text, "Pronoun")
    question = Question(
        id=row.text("ID"),
        language=language,
        text=text,
        anaphor=Mark(start=pronoun.start, end=pronoun.end),
        candidates=tuple(Candidate(text=row.text(name), span=_span(row, text, name)) for name in ("A", "B")),
    )
    if "A-coref" not in row.values and "B-coref" not in row.values:
        return question
    return Item(question=question, key=_key(row))


def _span(row: Row, text: str, name: str) -> Span:
    form, start = row.text(name), row.whole(f"{name}-offset")
    if start < 0 or text[start : start + len(form)] != form:
        raise row.error(f"is {start}, where the text does not say {form[:40]!r}", f"{name}-offset")
    return Span(start=start, end=start + len(form))


def _key(row: Row) -> Key:
    a, b = (row.one_of(name, ("FALSE", "TRUE")) for name in ("A-coref", "B-coref"))
    if a and b:
        raise row.error("is TRUE for both candidates", "B-coref")
    return 0 if a else 1 if b else NEITHER


GAP = GapFormat()
