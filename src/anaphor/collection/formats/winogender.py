"""Winogender schemas of Rudinger et al.: all sentences, or the templates they were made from (tab-separated).

Sentences: an item's id is its `sentid` without `.txt` (occupation.participant.answer.gender); the items of
one occupation, participant and gender are a schema. Templates: the pronoun is a blank, and an item's id is
occupation.participant.answer. The candidates are the occupation (0) and the participant (1).
"""

import re
from collections.abc import Iterator
from itertools import islice

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, named_schemas, reader
from anaphor.collection.formats.tables import SourceRow, occurrences, read_each, sole_mark, tab_rows, with_determiner
from anaphor.collection.protocol import Source
from anaphor.schema import Anaphor, Annotations, Candidate, Entry, Mark, Schema, Unmarked, UnmarkedReason

_TEMPLATE = "occupation(0)\tother-participant(1)\tanswer\tsentence"
_SENTENCES = "sentid\tsentence"
_PRONOUNS = {"male": ("he", "him", "his"), "female": ("she", "her"), "neutral": ("they", "them", "their")}
_PLACEHOLDER = re.compile(r"\$(?:NOM|ACC|POSS)_PRONOUN\b")
_DETERMINER = re.compile(r"(?:the|an?) +", re.IGNORECASE)


def _schemas(source: Source, language: str) -> Iterator[Schema]:
    """The rows, those that differ in their answer together."""
    make = _of_template if source.head.startswith("occupation") else _of_sentence
    return named_schemas(read_each(tab_rows(source), make))


def _of_sentence(row: SourceRow) -> tuple[str, Entry]:
    name = row.text("sentid").removesuffix(".txt")
    match name.split("."):
        case [occupation, participant, ("0" | "1") as answer, gender] if gender in _PRONOUNS:
            text = row.text("sentence")
            found = [span for form in _PRONOUNS[gender] for span in islice(occurrences(text, form), 2)]
            anaphor: Anaphor = Unmarked(reason=UnmarkedReason.AMBIGUOUS if found else UnmarkedReason.UNSAID)
            if len(found) == 1:
                anaphor = Mark(start=found[0].start, end=found[0].end)
            candidates = [_candidate(row, text, noun) for noun in (occupation, participant)]
            notes = Annotations(gender=gender)
            entry = entry_of(name, "en", text, anaphor, candidates, int(answer), annotations=notes)
            return f"{occupation}.{participant}.{gender}", entry
    raise row.error("collection-no-sentence-id", "sentid")


def _of_template(row: SourceRow) -> tuple[str, Entry]:
    occupation, participant = row.text("occupation(0)"), row.text("other-participant(1)")
    template = row.text("sentence").replace("$OCCUPATION", occupation).replace("$PARTICIPANT", participant)
    key = row.one_of("answer", ("0", "1"))
    text, blanks = _PLACEHOLDER.subn("_", template)
    if blanks != 1 or text.count("_") != 1:
        raise row.error("collection-no-pronoun-place", "sentence")
    candidates = [_candidate(row, text, noun) for noun in (occupation, participant)]
    name = f"{occupation}.{participant}"
    return name, entry_of(f"{name}.{key}", "en", text, sole_mark(text, "_"), candidates, key)


def _candidate(row: SourceRow, text: str, noun: str) -> Candidate:
    found = list(islice(occurrences(text, noun), 2))
    if not found:
        raise row.error("collection-noun-missing", "sentence", noun=repr(noun[:40]))
    span = with_determiner(text, found[0], _DETERMINER)
    shown = _DETERMINER.sub(lambda determiner: determiner[0].lower(), span.of(text), count=1)
    return Candidate(text=shown if span != found[0] else noun, span=span if len(found) == 1 else None)


WINOGENDER = ForeignFormat(
    name="winogender",
    title="Winogender schemas (Rudinger et al. 2018)",
    recognises=lambda source: source.head.split("\n", 1)[0].strip() in (_TEMPLATE, _SENTENCES),
    read=reader(
        _schemas,
        family="winogender",
        language="en",
        title="Winogender schemas",
        licence="MIT",
        citation="Rudinger et al. 2018",
    ),
)
