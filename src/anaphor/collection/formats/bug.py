"""BUG of Levy et al.: sentences of corpora with a profession and a pronoun that refers to it, comma-separated.

There is one candidate, the profession, and it is right: such an item tells a coreference system from a wrong one, and
is left out where two candidates are compared. Places are counted in words; the gender is that of the pronoun. After
the table of columns in the set's documentation.
"""

import re
from collections.abc import Iterator
from itertools import count

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, comma_rows, read_each, sole_mark
from anaphor.collection.protocol import Source
from anaphor.schema import Annotations, Candidate, Mark, Problem, Span

_COLUMNS = ("sentence_text", "profession", "profession_first_index", "g_first_index")


def problems(source: Source, language: str) -> Iterator[Problem]:
    """A problem for each row."""
    numbers = count(1)

    def problem(row: SourceRow) -> Problem:
        name, text, form = str(next(numbers)), row.text("sentence_text"), row.text("g")
        profession = row.text("profession")
        place, own = _word(row, text, "g_first_index", form), _word(row, text, "profession_first_index", profession)
        mark = Mark(start=place.start, end=place.end) if place else sole_mark(text, form)
        notes = Annotations(gender=row.optional_text("predicted gender"))
        candidate = Candidate(text=profession, span=own)
        entry = entry_of(name, language, text, mark, [candidate], 0, annotations=notes)
        kind = row.optional_text("stereotype")
        domains = (f"stereotype {kind}",) if kind else ()
        return Problem(id=name, item=entry, domains=domains, source=row.optional_text("corpus"))

    return read_each(comma_rows(source), problem)


def _word(row: SourceRow, text: str, column: str, form: str) -> Span | None:
    """The word at a place that is counted in words, where it is the form that the row names."""
    words, place = list(re.finditer(r"\S+", text)), row.whole(column)
    if not 0 <= place < len(words):
        raise row.error("collection-no-place", column)
    start = words[place].start()
    return Span(start=start, end=start + len(form)) if text[start:].lower().startswith(form.lower()) else None


BUG = ForeignFormat(
    name="bug",
    title="BUG (Levy et al. 2021)",
    recognises=lambda source: all(f",{name}," in f",{first_line(source)}," for name in _COLUMNS),
    read=reader(problems, family="bug", language="en", title="BUG", citation="Levy et al. 2021"),
)
