"""What to look at: schemas that simple statistics solve, or a table of pairs would, and pairs that look like slips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphor.audit.association.confrontation import AuditSettings, Unfit
from anaphor.audit.association.scores import ItemScore, bounds_of
from anaphor.audit.association.verdict import LeakOutcome, SchemaVerdict, judge_schema
from anaphor.audit.case import by_schema, language_of
from anaphor.audit.shortcuts.shortcut import ShortcutEvidence
from anaphor.collection import normal_words
from anaphor.corpus import Counts, mutual_information
from anaphor.language import candidate_lemmas
from anaphor.schema import Collection, Schema, Status
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A schema that simple statistics solve."""

    schema: str
    items: tuple[ItemScore, ...]
    by: str
    """`association`: the right candidate has the highest score in every item; `attestation`: it is the only one
    that goes with the cue, or has the highest score."""
    lead: float | None
    """Smallest lead of its items; None where only attestation speaks."""
    outcome: LeakOutcome = LeakOutcome.CANNOT_TELL
    """What the rule for schemas says of it: whether that is enough to say that it leaks."""


def suspects(scored: Sequence[ItemScore], outcomes: Mapping[str, LeakOutcome] | None = None) -> tuple[Suspect, ...]:
    """Schemas of two items or more, all of which the higher score solves, be it by a hair: largest lead first.

    `outcomes` has by schema what the rule for schemas says of it.
    """
    found, known = [], outcomes or {}
    for name, items in by_schema(scored).items():
        choices = [each.only_attested if each.choice is None else each.choice for each in items]
        if len(items) > 1 and choices == [each.confrontation.key for each in items]:
            leads = [each.lead for each in items if each.lead is not None]
            whole = len(leads) == len(items)
            by = "association" if whole else "attestation"
            lead, outcome = min(leads) if whole else None, known.get(name, LeakOutcome.CANNOT_TELL)
            found.append(Suspect(schema=name, items=tuple(items), by=by, lead=lead, outcome=outcome))
    return tuple(sorted(found, key=lambda each: (each.lead is None, -(each.lead or 0.0), each.schema)))


def decided(scored: Sequence[ItemScore]) -> int:
    """Schemas with a choice in every item; a quarter of them would be solved by chance."""
    return sum(
        len(items) > 1 and all(each.choice is not None or each.only_attested is not None for each in items)
        for items in by_schema(scored).values()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """An item of a schema that a table of frequent pairs would clearly solve."""

    item: str
    schema: str
    pair: str
    """The right candidate's word and the cue."""
    right_bits: float
    """Mutual information of that pair."""
    wrong_bits: float | None
    """The highest of the wrong candidates; None where only a bound of it is known, or it never meets the cue."""
    bound: float | None
    """Bits that the wrong candidate has at most, where that is all that is known of it."""


def hints(
    collection: Collection, exact: Sequence[ItemScore], verdicts: Sequence[SchemaVerdict], table: Counts
) -> tuple[Hint, ...]:
    """The items of schemas that leak by the table of pairs, and that exact counts do not hold.

    `exact` are the collection's items as exact counts score them; a schema whose words those hold is left to them. No
    rate is taken from hints: a table leaves pairs out by their count.
    """
    whole = {
        name
        for name, items in by_schema(exact).items()
        if all(pair.count is not None for each in items for pair in each.pairs)
    }
    lone = (judge_schema(problem, table) for problem in collection.problems if problem.status is not Status.EXCLUDED)
    found: list[Hint] = []
    for verdict in (*verdicts, *lone):
        if verdict.outcome is not LeakOutcome.LEAKS or verdict.schema in whole:
            continue
        for item in verdict.items:
            key = item.confrontation.key
            right, bounds = item.pairs[key], bounds_of(item, table)
            wrong = [pair.score for pair in item.pairs if pair is not right and pair.score is not None]
            most = [mutual_information(bound.most) for bound in bounds if bound is not None]
            highest = max((each for each in most if isinstance(each, float)), default=None)
            found.append(
                Hint(
                    item=item.item,
                    schema=verdict.schema,
                    pair=right.shown,
                    right_bits=right.score or 0.0,
                    wrong_bits=max(wrong, default=None),
                    bound=highest,
                )
            )
    return tuple(found)


def doubtful_pairs(collection: Collection) -> tuple[ShortcutEvidence, ...]:
    """Usable pairs by hand whose words are those of another candidate, of none, or the same for two; and why.

    A slip there looks like a wrong, or a right, choice of the statistics.
    """
    doubts: list[tuple[str, Message]] = []
    for item in collection.items:
        pairs = [pair for pair in item.annotations.pairs if pair is not None]
        language = language_of(item.question)
        whole = bool(pairs) and len(pairs) == len(item.question.candidates)
        if item.annotations.pairs_usable is False or language is None or not whole:
            continue
        if len({word for word, _ in pairs}) < len(pairs):
            doubts.append((item.id, message("audit-doubt-same-word", word=repr(pairs[0][0]))))
            continue
        if len({cue for _, cue in pairs}) > 1:
            doubts.append((item.id, message("audit-doubt-cues", cues=", ".join(cue for _, cue in pairs))))
        known: list[set[str]] = []  # the words of each candidate, as written and as lemmas
        for candidate, head in zip(item.question.candidates, candidate_lemmas(language, item.question), strict=True):
            lemmas = (language.lemma(token.text) for token in language.tokens(candidate.text) if token.is_word)
            known.append({word for each in (candidate.text, head, *lemmas) for word in normal_words(each)})
        for number, (word, _) in enumerate(pairs):
            fits = [bool(set(normal_words(word)) & words) for words in known]
            if not fits[number]:
                code = "audit-doubt-other-word" if any(fits) else "audit-doubt-no-word"
                named = repr(item.question.candidates[number].text)
                doubts.append((item.id, message(code, word=repr(word), candidate=named)))
    return tuple(ShortcutEvidence(place=place, detail=detail) for place, detail in doubts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaAudit:
    """What a corpus says of one schema."""

    items: tuple[ItemScore, ...]
    unfit: tuple[Unfit, ...]
    verdict: SchemaVerdict
    """What the rule for schemas says: the same whoever asks."""
    solved: bool
    """True where the highest association is right on every item, be it by a hair; `verdict` says whether it leaks."""
    attested: bool
    """True where in every item only the right candidate is attested with the cue."""
    tied: tuple[str, ...]
    """Items whose cue is tied to the right candidate."""


def audit_schema(schema: Schema, counts: Counts, settings: AuditSettings | None = None) -> SchemaAudit:
    """What a corpus says of one schema: quick enough to be asked while it is typed."""
    verdict = judge_schema(schema, counts, settings)
    items = verdict.items
    whole = bool(items) and len(items) == len(schema.variants)
    return SchemaAudit(
        items=items,
        unfit=verdict.unfit,
        verdict=verdict,
        solved=whole and all(each.right for each in items),
        attested=whole and all(each.only_attested == each.confrontation.key for each in items),
        tied=tuple(each.item for each in items if each.tied_to == each.confrontation.key),
    )
