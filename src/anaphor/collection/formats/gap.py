"""GAP of Webster et al.: tab-separated, offsets in characters; the right answer may be neither candidate.

A file without the coref columns gives questions without keys. A file of one's own in this shape is not GAP: licence
and citation go to the files that the catalogue knows.
"""

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, read_each, tab_rows
from anaphor.schema import NEITHER, Candidate, Key, Mark, Problem, Span

_HEADER = {"ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "B", "B-offset"}


def _problem(row: SourceRow, language: str) -> Problem:
    text, name = row.raw_text("Text"), row.text("ID")
    _, pronoun = _mention(row, text, "Pronoun")
    mentions = [_mention(row, text, letter) for letter in ("A", "B")]
    candidates = [Candidate(text=form, span=span) for form, span in mentions]
    key: Key | None = None
    if "A-coref" in row.values or "B-coref" in row.values:
        a, b = (row.one_of(name, ("FALSE", "TRUE")) for name in ("A-coref", "B-coref"))
        if a and b:
            raise row.error("collection-both-right", "B-coref")
        key = 0 if a else 1 if b else NEITHER
    entry = entry_of(name, language, text, Mark(start=pronoun.start, end=pronoun.end), candidates, key)
    return Problem(id=name, item=entry, source=row.optional_text("URL"))


def _mention(row: SourceRow, text: str, name: str) -> tuple[str, Span]:
    form, start = row.text(name), row.whole(f"{name}-offset")
    if start < 0 or not text.startswith(form, start):
        raise row.error("collection-value-elsewhere", f"{name}-offset", start=start, form=repr(form[:40]))
    return form, Span(start=start, end=start + len(form))


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
