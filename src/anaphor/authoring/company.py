"""The company that special words keep: by how much they go with the right candidate, and how sure that is.

Schemas that counts solve *leak*. `association_betrays` is the checker's rule: it speaks where the counts leave no
doubt, and only of things; people and names keep company with everything.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from anaphor.collection import Finding, Severity
from anaphor.corpus.pairs import Fewer, PairTable, shipped_table
from anaphor.errors import InputError
from anaphor.language import LANGUAGES, Animacy, Language
from anaphor.language.pairs import candidate_lemmas, in_clause, lemma_at, own_cue
from anaphor.schema import Item, Question, Schema, Span

LEAD = 0.5
"""Bits by which the right candidate must lead in one variant, and at all in the others, for a schema to leak; all
leads together must be above their standard error."""
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
    found = []
    for entry in schema.variants:
        if not isinstance(entry, Item) or not isinstance(entry.key, int):
            return None
        language = LANGUAGES.get(entry.question.language)
        place = place_of(language, entry.question)
        if place is None:
            return None
        cue = lemma_at(language, entry.question.text, place)
        company = [company_of(table, cue, each) for each in candidate_lemmas(language, entry.question)]
        known = [each for each in company if each is not None]
        if len(known) < max(2, len(company)):
            return None
        right = known.pop(entry.key)
        other = max(known)
        least = right.least - max(each.bits + _SURE * each.error for each in known)
        found.append(Lead(right.bits - other.bits, math.hypot(right.error, other.error), least))
    return tuple(found)


def company_of(table: PairTable, cue: str, noun: str) -> Lead | None:
    """How much more often two words meet than by chance, one meeting being added to those seen and expected."""
    found = table.find(cue, noun)
    if found is None:
        return None
    expected = found.a * found.b / found.total + 1
    if isinstance(found, Fewer):  # near chance, or below it; nothing speaks for it
        return Lead(0.0, 1 / (math.log(2) * math.sqrt(expected)), -math.inf)
    error = 1 / (math.log(2) * math.sqrt(found.both + 1))
    bits = math.log2((found.both + 1) / expected)
    return Lead(bits, error, bits - _SURE * error)


def leaks(leads: Sequence[Lead]) -> bool:
    """Whether counts solve a schema: the right candidate leads in every variant, clearly in one, and not by luck."""
    bits = [each.bits for each in leads]
    return min(bits) > 0 and max(bits) >= LEAD and sum(bits) > math.hypot(*(each.error for each in leads))


def association_betrays(schema: Schema) -> Iterator[Finding]:
    """A warning where every special word clearly goes with its right candidate, and the candidates are things."""
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    code = items[0].question.language if items else ""
    if code not in LANGUAGES.names() or len(items) < 2:
        return
    language, told = LANGUAGES.get(code), []
    for item in items:
        things = all(language.concord(each.text).animacy is Animacy.THING for each in item.question.candidates)
        cue = own_cue(language, item.question) if things else None
        if cue is None or not in_clause(language, item.question, cue):
            return
        told.append(f"{cue.head.of(item.question.text)} – {item.answer}")
    table = shipped_table(code)
    try:
        leads = leads_of(schema, table) if table else None
    except InputError:  # counts of another analysis than this one: there is nothing to go by
        return
    if leads and min(each.least for each in leads) > 0:
        details = {"pairs": "; ".join(told)}
        yield Finding(code="association-betrays", severity=Severity.WARNING, place=schema.id, details=details)
