"""WSC of SuperGLUE: JSON lines, one candidate a row, true or false.

True makes the candidate the key; false makes the key `Neither`; a row without a label is a question
without a key. Spans are given as numbers of white-space tokens; where the token there is not the
form, the only place of the form in the text is taken, else none. An item's id is its `idx`.
"""

import re
from collections.abc import Iterator
from itertools import groupby, islice

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, object_rows, occurrences, read_each
from anaphor.collection.protocol import Source
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Candidate,
    Entry,
    Mark,
    Problem,
    Span,
    Unmarked,
    UnmarkedReason,
    question_of,
)

_WORD = re.compile(r"\S+")
_ENDS = ".,;:"


def recognises(source: Source) -> bool:
    first = first_line(source)
    return first.startswith("{") and '"span1_text"' in first and '"span2_text"' in first


def _problems(source: Source, language: str) -> Iterator[Problem]:
    """One problem per row; neighbours over one text share a passage."""
    entries = read_each(object_rows(source), lambda row: _entry(row, language))
    for _, run in groupby(entries, key=lambda entry: question_of(entry).text):
        together = list(run)
        first = together[0].id if len(together) > 1 else None
        yield from (Problem(id=entry.id, item=entry, passage=first) for entry in together)


def _entry(row: SourceRow, language: str) -> Entry:
    text, target = " ".join(row.text("text").split()), row.values.get("target")
    if target is None and "span1_text" in row.values:  # the columns side by side, as `datasets` has them
        target = dict(row.values)
    if not isinstance(target, dict):
        raise row.error("collection-value-no-spans", "target")
    spans = SourceRow(source=row.source, line=row.line, values=target)
    form = spans.text("span2_text").rstrip(_ENDS) or spans.text("span2_text")
    for name in ("span1_index", "span2_index"):
        if not 0 <= spans.whole(name) < len(text.split()):
            raise spans.error("collection-no-word", name, count=len(text.split()))
    place = _place(text, form, spans.whole("span2_index"))
    anaphor: Anaphor = (
        Mark(start=place.start, end=place.end) if place else Unmarked(reason=UnmarkedReason.AMBIGUOUS, form=form)
    )
    phrase = " ".join(spans.text("span1_text").split())
    candidate = Candidate(text=phrase, span=_place(text, phrase, spans.whole("span1_index")))
    key = None if row.values.get("label") is None else (NEITHER, 0)[row.one_of("label", (False, True))]
    return entry_of(str(row.whole("idx")), language, text, anaphor, [candidate], key)


def _place(text: str, phrase: str, number: int) -> Span | None:
    """Where a phrase stands that begins in the token of that number, or stands nowhere else."""
    form = phrase.rstrip(_ENDS)
    token = next(islice(_WORD.finditer(text), number, None), None) if number >= 0 else None
    if token is not None:
        place = next(occurrences(text, form, start=token.start(), end=token.end() + len(form)), None)
        if place is not None and place.start < token.end():
            return place
    everywhere = list(islice(occurrences(text, form), 2))
    return everywhere[0] if len(everywhere) == 1 else None


SUPERGLUE_WSC = ForeignFormat(
    name="superglue-wsc",
    title="SuperGLUE WSC (JSON lines)",
    recognises=recognises,
    read=reader(_problems, family="superglue-wsc", title="SuperGLUE WSC"),
)
