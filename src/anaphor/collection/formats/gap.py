"""GAP of Webster et al.: tab-separated, offsets in characters; the right answer may be neither candidate.

A file without the coref columns gives questions without keys. A file of one's own in this shape is not GAP: licence
and citation go to the files that the catalogue knows.
"""

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, read_each, tab_rows
from anaphor.schema import NEITHER, Candidate, Key, Mark, Problem, Span

_HEADER = {"ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "B", "B-offset"}


def _problem(row: SourceRow, language: str) -> Problem:
    text = row.raw_text("Text")
    pronoun = _span(row, text, "Pronoun")
    candidates = [Candidate(text=row.text(name), span=_span(row, text, name)) for name in ("A", "B")]
    key: Key | None = None
    if "A-coref" in row.values or "B-coref" in row.values:
        a, b = (row.one_of(name, ("FALSE", "TRUE")) for name in ("A-coref", "B-coref"))
        if a and b:
            raise row.error("collection-both-right", "B-coref")
        key = 0 if a else 1 if b else NEITHER
    entry = entry_of(row.text("ID"), language, text, Mark(start=pronoun.start, end=pronoun.end), candidates, key)
    return Problem(id=row.text("ID"), item=entry, source=row.optional_text("URL"))


def _span(row: SourceRow, text: str, name: str) -> Span:
    form, start = row.text(name), row.whole(f"{name}-offset")
    if start < 0 or text[start : start + len(form)] != form:
        raise row.error("collection-value-elsewhere", f"{name}-offset", start=start, form=repr(form[:40]))
    return Span(start=start, end=start + len(form))


GAP = ForeignFormat(
    name="gap",
    title="GAP coreference (Webster et al. 2018)",
    recognises=lambda source: set(first_line(source).split("\t")) >= _HEADER,
    read=reader(
        lambda source, language: read_each(tab_rows(source), lambda row: _problem(row, language)),
        family="gap",
        language="en",
    ),
)
