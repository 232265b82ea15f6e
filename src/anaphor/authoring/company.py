"""The company that special words keep: by how much they go with the right candidate, and how sure that is.

Whether a schema leaks is the audit's to say (`judge_schema`), here as everywhere. Leads in this module rank words,
measure what a repair leaves, and raise suspicion; they judge nothing. `association_betrays` is the checker's warning:
it speaks where the audit says that a schema leaks and, of things, where counts leave little doubt but the audit cannot
tell; never where the audit says that a schema resists. People and names keep company with everything.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from anaphor.audit import LEAST_SENTENCES, Confrontation, confront_schema
from anaphor.collection import Finding, Severity
from anaphor.corpus import (
    Counts,
    Fewer,
    PairCount,
    PairTable,
    TableCounts,
    shipped_for_authors,
    shipped_languages,
    shipped_table,
)
from anaphor.errors import InputError
from anaphor.language import LANGUAGES, Animacy, Language, candidate_lemmas, in_clause, lemma_at, own_cue, shown_word
from anaphor.schema import Item, Question, Schema, Span, question_of

LEAD = 0.5
"""Bits by which the right candidate must lead in one variant, and at all in the others, for a schema to be suspected;
all leads together must be above their standard error."""
_SURE = 1.28
"""Standard errors between an estimate and its bound: nine of ten are on the right side of it."""


class Lead(NamedTuple):
    """The bits by which a special word goes with one candidate more than with any other, and their standard error."""

    bits: float
    error: float
    least: float
    """The same at the lower bound for the one, and at the upper bound for the others."""


def place_of(language: Language, question: Question, word: str | None = None) -> Span | None:
    """Where the special word of a question stands: the first place of `word`, else the head of what is marked."""
    if word is not None:
        tokens = language.tokens(question.text)
        return next((Span(start=t.start, end=t.end) for t in tokens if t.text.casefold() == word.casefold()), None)
    cue = own_cue(language, question)
    return cue.head if cue else next(iter(question.cues), None)


def leads_of(schema: Schema, table: PairTable) -> tuple[Lead, ...] | None:
    """For each variant, how clearly the special word goes with the right candidate.

    None where the table cannot say: a word that it does not list, a name, an item without a key or a special word.
    """
    leads = []
    for entry in schema.variants:
        if not isinstance(entry, Item) or not isinstance(entry.key, int):
            return None
        language = LANGUAGES.get(entry.question.language)
        place = place_of(language, entry.question)
        if place is None:
            return None
        cue = lemma_at(language, entry.question.text, place)
        company = [company_of(table, cue, noun) for noun in candidate_lemmas(language, entry.question)]
        listed = [met for met in company if met is not None]
        if len(listed) < max(2, len(company)):
            return None
        right = listed.pop(entry.key)
        other = max(listed)
        least = right.least - max(rival.bits + _SURE * rival.error for rival in listed)
        leads.append(Lead(right.bits - other.bits, math.hypot(right.error, other.error), least))
    return tuple(leads)


def company_of(table: PairTable, cue: str, noun: str) -> Lead | None:
    """How much more often two words meet than by chance, one meeting being added to those seen and expected."""
    pair = table.find(cue, noun)
    if pair is None:
        return None
    expected = pair.a * pair.b / pair.total + 1
    if isinstance(pair, Fewer):  # near chance, or below it; nothing speaks for it
        return Lead(0.0, 1 / (math.log(2) * math.sqrt(expected)), -math.inf)
    error = 1 / (math.log(2) * math.sqrt(pair.both + 1))
    bits = math.log2((pair.both + 1) / expected)
    return Lead(bits, error, bits - _SURE * error)


def is_suspect(leads: Sequence[Lead]) -> bool:
    """Whether the right candidate leads in every variant, clearly in one, and all together not by luck.

    That is worth a repair, and no verdict: in other texts most of such leads are gone.
    """
    bits = [lead.bits for lead in leads]
    return (
        bool(bits) and min(bits) > 0 and max(bits) >= LEAD and sum(bits) > math.hypot(*(lead.error for lead in leads))
    )


def counts_of(language: str, table: PairTable | None = None) -> Counts | None:
    """What schemas are judged by: a table of pairs, or all that the package knows of a language, if anything."""
    if table is not None:
        return TableCounts(table)
    return shipped_for_authors(language) if language in shipped_languages() else None


def leaks(schema: Schema, counts: Counts) -> bool:
    """Whether a schema leaks by the audit's rule."""
    # The audit's rule takes numpy and scipy, which the checker, whose module this is too, seldom needs.
    from anaphor.audit import LeakOutcome, judge_schema

    return judge_schema(schema, counts).outcome is LeakOutcome.LEAKS


def association_betrays(schema: Schema) -> Iterator[Finding]:
    """A warning where the package's counts suggest that a schema leaks, unless the audit says that it resists."""
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    code = items[0].question.language if items else ""
    if code not in LANGUAGES.names() or len(items) < 2:
        return
    try:
        counts = counts_of(code)
        if counts is None:
            return
        suspicious = _is_surely_suspect(schema, code)
        if not suspicious and not _may_leak(schema, counts):
            return
        from anaphor.audit import (
            LeakOutcome,
            judge_schema,  # takes numpy and scipy: only where needed
        )

        outcome = judge_schema(schema, counts).outcome
    except InputError:  # counts of another analysis than this one: there is nothing to go by
        return
    if outcome is LeakOutcome.LEAKS or (suspicious and outcome is LeakOutcome.CANNOT_TELL):
        pairs = "; ".join(f"{word} – {item.answer}" for word, item in zip(_cues(schema), items, strict=True))
        details = {"pairs": pairs, "outcome": outcome.value}
        yield Finding(code="association-betrays", severity=Severity.WARNING, place=schema.id, details=details)


def _is_surely_suspect(schema: Schema, code: str) -> bool:
    """Whether a schema of things is suspected, and each lead is above zero at its bound."""
    language = LANGUAGES.get(code)
    for entry in schema.variants:
        question = question_of(entry)
        if any(language.concord(candidate.text).animacy is not Animacy.THING for candidate in question.candidates):
            return False
        cue = own_cue(language, question)
        if cue is None or not in_clause(language, question, cue):
            return False
    table = shipped_table(code)
    leads = leads_of(schema, table) if table else None
    return bool(leads) and is_suspect(leads or ()) and min(lead.least for lead in leads or ()) > 0


def _may_leak(schema: Schema, counts: Counts) -> bool:
    """Whether the audit's rule could say so: in every variant the right pair meets often enough, and is ahead.

    What it needs at the least, found without the limits of leads.
    """
    for confronted in confront_schema(schema):
        if not isinstance(confronted, Confrontation) or confronted.refused is not None:
            return False
        counted = []
        for pair in confronted.pairs:
            try:
                counted.append(counts.pair(*pair, unit=confronted.unit))
            except InputError:  # this pair cannot be counted
                counted.append(None)
        right = counted.pop(confronted.key)
        if right is None or right.both < LEAST_SENTENCES:
            return False
        if any(other is not None and _ratio(other) >= _ratio(right) for other in counted):
            return False
    return True


def _ratio(count: PairCount) -> float:
    """How many times as often as by chance two words meet."""
    return count.both * count.total / (count.a * count.b) if count.both else 0.0


def _cues(schema: Schema) -> Iterator[str]:
    """The special word of each variant as the text has it, or as counts were asked for it."""
    for entry, confronted in zip(schema.variants, confront_schema(schema), strict=True):
        question = question_of(entry)
        cue = own_cue(LANGUAGES.get(question.language), question)
        if cue is not None:
            yield cue.head.of(question.text)
        elif isinstance(confronted, Confrontation):
            yield shown_word(confronted.pairs[confronted.key][1])
