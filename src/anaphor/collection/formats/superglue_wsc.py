"""WSC of SuperGLUE: JSON lines, one candidate a row, true or false.

True makes the candidate the key; false makes the key `Neither`; a row without a label is a question
without a key. Spans are given as numbers of white-space tokens; where the token there is not the
form, the only place of the form in the text is taken, else none. An item's id is its `idx`.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from anaphor.collection.formats.tables import Row, collection_name, json_lines, located
from anaphor.collection.places import occurrences, only
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Candidate,
    Collection,
    Entry,
    Item,
    Mark,
    Problem,
    Question,
    Span,
    Unmarked,
    UnmarkedReason,
    question_of,
)

_WORD = re.compile(r"\S+")
_ENDS = ".,;:"


class SuperglueWscFormat:
    """JSON lines with a target of two spans."""

    name = "superglue-wsc"
    title = "SuperGLUE WSC (JSON lines)"

    def recognises(self, source: Source) -> bool:
        """Whether the first object has SuperGLUE's spans."""
        first = source.head.lstrip().split("\n", 1)[0]
        return first.startswith("{") and '"span1_text"' in first and '"span2_text"' in first

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """One problem per row; neighbours over one text share a passage."""
        language = settings.language or "en"
        with located(source, None):
            return Collection(
                name=collection_name(source, "superglue-wsc"),
                language=language,
                problems=tuple(_problems(source, language)),
                title="SuperGLUE WSC",
            )


def _problems(source: Source, language: str) -> Iterator[Problem]:
    for _, run in groupby(_entries(source, language), key=lambda entry: question_of(entry).text):
        entries = list(run)
        first = question_of(entries[0]).id if len(entries) > 1 else None
        yield from (Problem(id=question_of(entry).id, item=entry, passage=first) for entry in entries)


def _entries(source: Source, language: str) -> Iterator[Entry]:
    for row in json_lines(source):
        with located(source, row.line):
            yield _entry(row, language)


def _entry(row: Row, language: str) -> Entry:
    text, target = " ".join(row.text("text").split()), row.values.get("target")
    if not isinstance(target, dict):
        raise row.error("must be an object with two spans", "target")
    spans = Row(source=row.source, line=row.line, values=target)
    candidate = " ".join(spans.text("span1_text").split())
    question = Question(
        id=str(row.whole("idx")),
        language=language,
        text=text,
        anaphor=_anaphor(text, spans),
        candidates=(Candidate(text=candidate, span=_place(text, candidate, spans.whole("span1_index"))),),
    )
    if row.values.get("label") is None:
        return question
    return Item(question=question, key=(NEITHER, 0)[row.one_of("label", (False, True))])


def _anaphor(text: str, spans: Row) -> Anaphor:
    form = spans.text("span2_text").rstrip(_ENDS) or spans.text("span2_text")
    place = _place(text, form, spans.whole("span2_index"))
    if place is None:
        return Unmarked(reason=UnmarkedReason.AMBIGUOUS, form=form)
    return Mark(start=place.start, end=place.end)


def _place(text: str, phrase: str, number: int) -> Span | None:
    """Where a phrase stands that begins in the token of that number, or stands nowhere else."""
    form = phrase.rstrip(_ENDS)
    token = next((word for place, word in enumerate(_WORD.finditer(text)) if place == number), None)
    if token is not None:
        found = next(occurrences(text, form, start=token.start(), end=token.end() + len(form)), None)
        if found is not None and found.start < token.end():
            return found
    return only(text, form)


SUPERGLUE_WSC = SuperglueWscFormat()
