"""Schemas that counts solve, and words that would level them: another candidate or another special word.

Whether a schema leaks is the audit's to say (`anaphor.audit`), by the same rule as in the workbench. What levels a leak
in the corpus that it was found in may do so by luck: say with `judge` on which other counts the repaired schema is to
be measured.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from anaphor.audit import LeakOutcome, judge_schema
from anaphor.authoring.alternates import alternates_of, vocabulary
from anaphor.authoring.company import Lead, counts_of, is_suspect, leads_of, leaks, place_of
from anaphor.authoring.settings import RepairSettings
from anaphor.authoring.suggesting import chosen_parts, with_word
from anaphor.collection import Compared, LoadSettings, Severity, findings_in, load
from anaphor.corpus import Counts, PairTable, TableCounts, read_pairs, shipped_table
from anaphor.errors import InputError
from anaphor.language import LANGUAGES, NoReading, alternates, read_all
from anaphor.parameters import act, group_of
from anaphor.provenance import plain
from anaphor.result import Result
from anaphor.schema import Collection, Item, Schema, Span, Status, question_of

_LEFT = 0.5
"""Share of the leads, whichever way they point, that a repair may leave in the counts that it is made with."""
_LIKELY = 0.6
"""Weight of a word's log-probability at its place beside the bits that it shares with the word that it replaces."""
_PLAUSIBLE = 0.1
"""Bits of association, and of its error, that a word may have more where it is a unit more plausible."""
_TRIED = 40
"""Words tried in the place of each special word."""
_BAND = 4.0
"""How many times more or less frequent a word in another's place may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A word in another's place that levels a schema: a proposal, never saved by itself."""

    schema: str
    part: str
    """`candidate` or `cue`: what is replaced."""
    old: str
    new: str
    texts: tuple[str, ...]
    """The text of each variant."""
    readings: tuple[tuple[str | None, ...], ...]
    """For each variant, the sentence with each candidate."""
    before: tuple[float, ...]
    """For each variant, the bits by which the right candidate led."""
    after: tuple[float, ...]
    judged: tuple[float, ...] | None
    """The same in the counts that it is judged by; None where there are none."""
    findings: tuple[str, ...]
    """Codes of errors and warnings that the checker did not say of the schema before."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Repairs(Result):
    """Proposals for the schemas of a collection that leak, or are suspected to; nothing of it is saved."""

    collection: Collection
    repairs: tuple[Repair, ...]
    """Schema by schema, those that read best first."""
    leaking: tuple[str, ...]
    """Ids of the schemas that leak, by the audit's rule."""
    suspected: tuple[str, ...]
    """Ids of those that cannot be told, and whose special words attract the right candidate more in every variant."""
    looked_at: int
    """Schemas that the counts could be asked about, whether or not they are enough to tell."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `collection repair --json` prints."""
        return {
            "collection": self.collection.name,
            "looked_at": self.looked_at,
            "leaking": list(self.leaking),
            "suspected": list(self.suspected),
            "repairs": [plain(repair) for repair in self.repairs],
        }


@act(RepairSettings)
def repair(source: Compared, settings: RepairSettings) -> Repairs:
    """Replacements of a candidate or of a special word that level the association of schemas that counts solve.

    Made for the schemas that leak by the audit's rule, and for those of which it cannot tell but whose special words
    attract the right candidate more in every variant; excluded ones only where they are named.

    The source is a collection, or whatever `load` takes, with its settings; `id` is that of a schema. A replacement has
    the gender, number, kind of being and band of frequency of what it replaces. `counts` and `judge` are tables of
    pairs (`corpus.pair_table`): repairs are made with the first, the shipped one unless given, and also measured with
    the second.

    >>> found = repair("anaphor-fr")
    >>> len(found.leaking) <= found.looked_at
    True
    """
    wanted, most = settings.id, settings.most
    if most < 1:
        raise InputError("authoring-most", most=most)
    collection = load(source, **group_of(LoadSettings, settings))
    tables = [
        read_pairs(Path(table)) if isinstance(table, str | PathLike) else table
        for table in (settings.counts, settings.judge)
    ]
    repairs: list[Repair] = []
    leaking: list[str] = []
    suspects: list[str] = []
    looked_at = 0
    for part in chosen_parts(collection, wanted):
        code = question_of(part.entries[0]).language
        for foreign in (one for one in tables if one and one.language != code):
            raise InputError("authoring-table-language", table=foreign.language, collection=code)
        table = tables[0] or shipped_table(code)
        excluded = wanted is None and part.status is Status.EXCLUDED  # it counts for nothing, unless it is asked about
        if excluded or not isinstance(part, Schema) or table is None or code not in LANGUAGES.names():
            continue
        own_counts = counts_of(code, tables[0])
        verdict = judge_schema(part, own_counts) if own_counts else None
        leads = leads_of(part, table) or ()
        outcome = verdict.outcome if verdict else LeakOutcome.CANNOT_TELL
        looked_at += bool(leads) or outcome is LeakOutcome.LEAKS
        if outcome is LeakOutcome.LEAKS:
            leaking.append(part.id)
        elif outcome is LeakOutcome.CANNOT_TELL and is_suspect(leads):
            suspects.append(part.id)
        else:
            continue
        replacements = islice(proposals(part, table, own_counts), most)
        repairs += [_repair(part, replacement, leads, table, tables[1]) for replacement in replacements]
    return Repairs(
        collection=collection,
        repairs=tuple(repairs),
        leaking=tuple(leaking),
        suspected=tuple(suspects),
        looked_at=looked_at,
    )


class Replacement(NamedTuple):
    """A word of a schema and another in its place."""

    part: str
    old: str
    new: str
    schema: Schema
    plausible: float


def proposals(schema: Schema, table: PairTable, counts: Counts | None = None) -> Iterator[Replacement]:
    """The replacements that end a leak and halve its leads, the most plausible first, nouns and cues in turn.

    What leaks is judged by `counts`, which are those of the table unless given.
    """
    judging = counts or TableCounts(table)
    before = sum(abs(lead.bits) for lead in leads_of(schema, table) or ())

    def levelling(replacements: Iterator[Replacement]) -> list[Replacement]:
        ranked = []
        for replacement in replacements:
            leads = leads_of(replacement.schema, table)
            left = sum(abs(lead.bits) for lead in leads or ())
            level = leads and left <= _LEFT * before + 1e-9 and not is_suspect(leads)
            if leads and level and not leaks(replacement.schema, judging):
                # What is level by few counts may be so by luck: the surer ones come first.
                sure = math.hypot(*(lead.error for lead in leads))
                ranked.append((left + sure - _PLAUSIBLE * replacement.plausible, replacement))
        return [replacement for _, replacement in sorted(ranked, key=itemgetter(0))]

    for pair in zip_longest(levelling(candidates_for(schema, table)), levelling(cues_for(schema, table))):
        yield from (replacement for replacement in pair if replacement is not None)


def candidates_for(schema: Schema, table: PairTable) -> Iterator[Replacement]:
    """Nouns in the place of a candidate's: of its gender, number, kind of being and band of frequency."""
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    question = items[0].question
    language, words = LANGUAGES.get(question.language), vocabulary(question.language)
    if words is None:
        return
    model, listed, _ = words
    for candidate in question.candidates:
        head = language.head(candidate.text)
        old, number = head.of(candidate.text), table.number(head.of(candidate.text))
        places = [mention.span for mention in language.find(candidate.text, question.text)]
        company = table.bits(old)
        if number is None or company is None or not places or language.concord(candidate.text).is_name:
            continue
        wanted = language.concord(candidate.text).animacy
        logs = model.after([token.text for token in language.tokens(question.text[: places[0].start])])
        for word, lemma in alternates(language, candidate.text, head, listed).items():
            other = table.number(lemma)
            if other is None or not 1 / _BAND <= table.sizes[other] / table.sizes[number] <= _BAND:
                continue
            phrase = candidate.text[: head.start] + word + candidate.text[head.end :]
            if language.concord(phrase).animacy is wanted and word not in question.text.lower():
                plausible = float(company[other]) + _LIKELY * float(logs[model.vocabulary.id_of(word)])
                yield Replacement("candidate", old, word, with_noun(schema, old, word), plausible)


def cues_for(schema: Schema, table: PairTable) -> Iterator[Replacement]:
    """Words in the place of a special word that do not say the opposite."""
    for number, entry in enumerate(schema.variants):
        place = place_of(LANGUAGES.get(question_of(entry).language), question_of(entry))
        if not isinstance(entry, Item) or not isinstance(entry.key, int) or place is None:
            continue
        alternatives = alternates_of(entry.question, entry.key, place)
        for at in alternatives.ranked()[:_TRIED] if alternatives else ():
            if alternatives and not alternatives.figures[at, 0]:
                question = with_word(entry.question, place, alternatives.words[at])
                variants = [
                    replace(entry, question=question) if n == number else variant
                    for n, variant in enumerate(schema.variants)
                ]
                plausible = float(alternatives.scores[at])
                old = place.of(entry.question.text)
                changed = replace(schema, variants=tuple(variants))
                yield Replacement("cue", old, alternatives.words[at], changed, plausible)


def with_noun(schema: Schema, old: str, new: str) -> Schema:
    """A schema with another noun wherever one stands: in its texts, prompts and candidates."""
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    variants = []
    for entry in schema.variants:
        question = question_of(entry)
        for mention in reversed([*word.finditer(question.text)]):
            question = with_word(question, Span(start=mention.start(), end=mention.end()), new)
        candidates = tuple(replace(candidate, text=word.sub(new, candidate.text)) for candidate in question.candidates)
        prompt = word.sub(new, question.prompt) if question.prompt else None
        question = replace(question, candidates=candidates, prompt=prompt)
        variants.append(replace(entry, question=question) if isinstance(entry, Item) else question)
    return replace(schema, variants=tuple(variants))


def _repair(
    schema: Schema, replacement: Replacement, leads: Sequence[Lead], table: PairTable, judge: PairTable | None
) -> Repair:
    """A proposal, read and checked again."""
    questions = [question_of(entry) for entry in replacement.schema.variants]
    read = [
        tuple(None if isinstance(reading, NoReading) else reading.text for reading in read_all(q)) for q in questions
    ]
    codes = [
        {
            finding.code
            for finding in findings_in(Collection(name="-", language=questions[0].language, schemas=(one,)))
            if finding.severity is not Severity.NOTE
        }
        for one in (schema, replacement.schema)
    ]
    return Repair(
        schema=schema.id,
        part=replacement.part,
        old=replacement.old,
        new=replacement.new,
        texts=tuple(question.text for question in questions),
        readings=tuple(read),
        before=_rounded_bits(leads),
        after=_rounded_bits(leads_of(replacement.schema, table) or ()),
        judged=_rounded_bits(leads_of(replacement.schema, judge) or ()) if judge else None,
        findings=tuple(sorted(codes[1] - codes[0])),
    )


def _rounded_bits(leads: Sequence[Lead]) -> tuple[float, ...]:
    return tuple(round(lead.bits, 2) for lead in leads)
