"""Winogender schemas of Rudinger et al. and WinoPron of Gautam et al., tab-separated: sentences, or their templates.

Sentences: an item's id is its `sentid` without `.txt` (occupation.participant.answer.gender); the items of
one occupation, participant and gender are a schema. Templates: the pronoun is a blank, and an item's id is
occupation.participant.answer, in WinoPron (after its description) with the case of the pronoun behind it. The
candidates are the occupation (0) and the participant (1).
"""

import re
from collections.abc import Iterator
from itertools import islice

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, named_schemas, reader
from anaphor.collection.formats.tables import SourceRow, occurrences, read_each, sole_place, tab_rows, with_determiner
from anaphor.collection.protocol import Source
from anaphor.schema import Annotations, Candidate, Entry, Mark, Schema

_TEMPLATE = "occupation(0)\tother-participant(1)\tanswer\tsentence"
_SENTENCES = "sentid\tsentence"
_PRONOUNS = {"male": ("he", "him", "his"), "female": ("she", "her"), "neutral": ("they", "them", "their")}
_PLACEHOLDER = re.compile(r"\$(NOM|ACC|POSS)_PRONOUN\b")
_DETERMINER = re.compile(r"(?:the|an?) +", re.IGNORECASE)


def _schemas(source: Source, language: str) -> Iterator[Schema]:
    """The rows, those that differ in their answer together."""
    make = _of_sentence if source.head.startswith(_SENTENCES) else _of_template
    return named_schemas(read_each(tab_rows(source), lambda row: make(row, language)))


def _of_sentence(row: SourceRow, language: str) -> tuple[str, Entry]:
    name = row.text("sentid").removesuffix(".txt")
    match name.split("."):
        case [occupation, participant, ("0" | "1") as answer, gender] if gender in _PRONOUNS:
            text = row.text("sentence")
            places = [span for form in _PRONOUNS[gender] for span in islice(occurrences(text, form), 2)]
            candidates = [_candidate(row, text, noun) for noun in (occupation, participant)]
            notes = Annotations(gender=gender)
            entry = entry_of(name, language, text, sole_place(places), candidates, int(answer), annotations=notes)
            return f"{occupation}.{participant}.{gender}", entry
    raise row.error("collection-no-sentence-id", "sentid")


def _of_template(row: SourceRow, language: str) -> tuple[str, Entry]:
    columns = [next((name for name in row.values if noun in name), noun) for noun in ("occupation", "participant")]
    occupation, participant = map(row.text, columns)
    template = row.text("sentence").replace("$OCCUPATION", occupation).replace("$PARTICIPANT", participant)
    key = row.one_of("answer", ("0", "1"))
    cases, places = _PLACEHOLDER.findall(template), [match.start() for match in _PLACEHOLDER.finditer(template)]
    # A blank before a noun would be filled with "the nurse"; a possessive becomes "the nurse's".
    form = "their" if cases[:1] == ["POSS"] else "_"
    text = _PLACEHOLDER.sub(form, template)
    if len(cases) != 1 or "_" in text.replace(form, "", 1):
        raise row.error("collection-no-pronoun-place", "sentence")
    candidates = [_candidate(row, text, noun) for noun in (occupation, participant)]
    # WinoPron has each pair of nouns in all three cases.
    case = "" if row.source.head.startswith(_TEMPLATE) else f".{cases[0].lower()}"
    name = f"{occupation}.{participant}{case}"
    return name, entry_of(
        f"{occupation}.{participant}.{key}{case}",
        language,
        text,
        Mark(start=places[0], end=places[0] + len(form), blank=form == "_"),
        candidates,
        key,
    )


def _candidate(row: SourceRow, text: str, noun: str) -> Candidate:
    mentions = list(islice(occurrences(text, noun), 2))
    if not mentions:
        raise row.error("collection-noun-missing", "sentence", noun=repr(noun[:40]))
    span = with_determiner(text, mentions[0], _DETERMINER)
    lowered = _DETERMINER.sub(lambda determiner: determiner[0].lower(), span.of(text), count=1)
    return Candidate(text=lowered if span != mentions[0] else noun, span=span if len(mentions) == 1 else None)


def _is_winopron(source: Source) -> bool:
    head = source.head.split("\n", 1)[0].strip().split("\t")
    named = all(any(noun in name for name in head) for noun in ("occupation", "participant"))
    return named and {"answer", "sentence"} <= {*head} and len(head) > 4 and "$OCCUPATION" in source.head


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
WINOPRON = ForeignFormat(
    name="winopron",
    title="WinoPron (Gautam et al. 2024), templates",
    recognises=_is_winopron,
    read=reader(_schemas, family="winopron", language="en", title="WinoPron", citation="Gautam et al. 2024"),
)
