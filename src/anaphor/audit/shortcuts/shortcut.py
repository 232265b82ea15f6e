"""Shortcuts that need no understanding, one record for all: how often they are right, against chance, with evidence.

*Of the surface*: which candidate comes first, stands nearest, is longer, more frequent, in the prompt. Twins make each
of them harmless by construction: a rule that does not look at the cue is right on one of the two. They matter for lone
problems, for twins that were separated, and for candidates that change with the cue.

*Of attestation*: schemas that a corpus answers by yes and no: a candidate goes with the cue, the other never does. The
mutual information abstains exactly there, since a count is zero; so these stand apart. *Selectional restriction*: in
both twins one pair is attested and the other never. *Associative* (Trichelair et al. 2018): the special word is tied
to one candidate, in either twin, by a lead in association or by attestation.

*Exposure*: the sentence, or a near copy of it, is in the corpus; a resolver trained on it may have read it. The two
rarest words of the sentence are looked up together and the sentences found are compared with it: a near copy holds most
of its word triples. A corpus that keeps no text cannot be asked.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from anaphor.audit.association.chance import null_law
from anaphor.audit.association.confrontation import ShortcutRule
from anaphor.audit.association.scores import Float, ItemScore, Pick, Tallies, frequency_of, leading, tally
from anaphor.audit.case import ShortcutCase, by_schema, language_of
from anaphor.collection import normal_words
from anaphor.corpus import Counts
from anaphor.errors import InputError
from anaphor.language import asked_as, candidate_lemmas, rules_of
from anaphor.schema import Associative, Question
from anaphor.scoring import Clusters, IntervalMethod, Sampling, share
from anaphor.statistics import Interval
from anaphor.text import Message, choice, is_known, message

MOST_EVIDENCE = 20
"""Pieces of evidence that a record carries."""
NO_GROUPS: Mapping[str, int] = {}
"""Every schema stands alone."""
NEAR = 0.6
"""Share of the sentence's word triples that a near copy holds."""
_RAREST = 3
"""Of so many rarest words, each two are looked up."""
_LINES = 50
"""Sentences that are compared for each two words."""
_LEAST_WORDS = 8
"""Sentences with fewer words are too short to be recognised."""

Score = float | None
"""What a rule gives a candidate; None where it has nothing to say of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutEvidence:
    """Where a shortcut speaks, and what it says."""

    place: str
    """Id of an item or a schema, or a word."""
    detail: Message | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """What a shortcut gives."""

    name: str
    items: int = 0
    answered: int = 0
    """Items on which it has a choice."""
    right: int = 0
    rate: float | None = None
    """Right over answered; None where nothing is answered, or there is no chance to compare with."""
    interval: Interval | None = None
    """Of the rate, for other schemas."""
    reussite: float | None = None
    """Right over all items when the rest is guessed; None where it was asked of nothing."""
    p: float = 1.0
    """How often keys swapped by schema, near copies together, are as far from chance, either way (exact); for what is
    learnt from the keys, how often it does as well when it is learnt anew from swapped ones."""
    p_adjusted: float | None = None
    """The same, corrected for all shortcuts that were tested together: what verdicts go by; None where not tested."""
    note: Message | None = None
    """What has to be known to read it: why it could not be asked, or what is approximate."""
    evidence: tuple[ShortcutEvidence, ...] = ()
    p_fixed: float | None = field(default=None, repr=False, compare=False)
    """What the exact test would say if choices that were learnt from the keys were taken as given: for benchmarks."""
    tallies: Tallies | None = field(default=None, repr=False, compare=False)
    """Its choices by schema, where they do not depend on the keys."""
    under_swaps: Float | None = field(default=None, repr=False, compare=False)
    """What it gives with the keys as they are and with each row of swapped ones, where it is learnt from keys."""

    @property
    def title(self) -> Message | str:
        """Its name for people; one's own is called as its function."""
        known = choice("audit-shortcut", self.name)
        return known if is_known(known.code) else self.name


def evaluate(
    name: str, picks: Sequence[Pick], evidence: Iterable[ShortcutEvidence] = (), remark: Message | None = None
) -> Shortcut:
    """How often the picks are right, with an interval and the exact test by swaps of what the picks call schema."""
    if not picks:
        return Shortcut(name=name, note=remark or message("audit-note-not-asked"))
    tallies = tally(picks, (0.0,))
    answered, right = int(tallies.answered.sum()), int(tallies.right[:, 0].sum())
    items, kept = int(tallies.items.sum()), tallies.answered[:, 0] > 0
    clusters = Clusters(*(each[kept].astype(np.float64) for each in (tallies.right[:, 0, 0], tallies.answered[:, 0])))
    # A bias helps either way round: how often keys swapped by schema are as far from what chance gives.
    moved = zip(tallies.right[:, :, 0].tolist(), tallies.shifts.tolist(), strict=True)
    centre = sum((Fraction(sum(each[:shifts]), shifts) for each, shifts in moved), Fraction(0))
    return Shortcut(
        name=name,
        items=items,
        answered=answered,
        right=right,
        rate=right / answered if answered else None,
        interval=share(clusters, Sampling(method=IntervalMethod.CLUSTER)).interval if answered else None,
        reussite=(right + float(tallies.guessed.sum())) / items,
        p=null_law(tallies, 0).beyond(Fraction(right), centre),
        note=remark,
        evidence=tuple(evidence)[:MOST_EVIDENCE],
        tallies=tallies,
    )


SURFACE: dict[str, Callable[[ShortcutCase], Sequence[Score]]] = {
    "listed_first": lambda case: [-float(n) for n in range(len(case.question.candidates))],
    "first_mention": lambda case: [None if at is None else -float(at) for at in case.mentions],
    "nearest_mention": lambda case: case.last_mentions,
    "longer_candidate": lambda case: [float(len(each.text)) for each in case.question.candidates],
}
"""Rules of the surface, which give each candidate a score: always the one that the collection lists first, that the
text mentions first, that it mentions last before the anaphor, or that has more letters."""


def of_surface(name: str, cases: Sequence[ShortcutCase]) -> Shortcut:
    return evaluate(name, [pick_highest(case, SURFACE[name](case)) for case in cases])


def of_rule(name: str, rule: ShortcutRule, cases: Sequence[ShortcutCase]) -> Shortcut:
    """A shortcut of the user's own, which sees questions and no keys; evidence: what it solves."""
    picks: list[Pick] = []
    for case in cases:
        count = len(case.question.candidates)
        scores: Sequence[Score] = [None] * count
        try:
            found: Any = rule(case.question)  # whatever a user's function gives
            listed = None if isinstance(found, str) or not isinstance(found, Iterable) else list(found)
            said = listed and [None if each is None or each != each else float(each) for each in listed]  # noqa: PLR0124  # NaN
        except Exception as error:  # it is the user's own code: one sentence, and the cause below it
            why = f"{type(error).__name__}: {error}"
            raise InputError("audit-shortcut-broke", name=name, item=case.item.id, why=why) from error
        if isinstance(found, int | np.integer) and not isinstance(found, bool) and 0 <= found < count:
            scores = [float(place == found) for place in range(count)]
        elif said and len(said) == count:
            scores = said
        elif found is not None:
            raise InputError(
                "audit-shortcut-no-choice", name=name, item=case.item.id, found=repr(found), most=count - 1
            )
        picks.append(pick_highest(case, scores))
    solved = [
        ShortcutEvidence(place=pick.item, detail=case.question.candidates[pick.key].text)
        for case, pick in zip(cases, picks, strict=True)
        if pick.right
    ]
    return evaluate(name, picks, solved)


def frequent_candidate(cases: Sequence[ShortcutCase], counts: Counts) -> Shortcut:
    """Always the candidate whose head is more frequent in the corpus."""
    picks: list[Pick] = []
    for case in cases:
        language = language_of(case.question)
        heads = [asked_as(language, word) for word in candidate_lemmas(language, case.question)] if language else []
        picks.append(pick_highest(case, [frequency_of(counts, head) if head else None for head in heads]))
    found = evaluate("frequent_candidate", picks)
    unknown = message("audit-note-no-words", corpus=counts.name)
    return found if found.answered else Shortcut(name="frequent_candidate", note=unknown)


def prompt_overlap(cases: Sequence[ShortcutCase]) -> Shortcut:
    """The candidate that shares more content words with the prompt; evidence: the words."""
    picks: list[Pick] = []
    evidence: list[ShortcutEvidence] = []
    for case in cases:
        if not case.question.prompt:
            continue
        language = language_of(case.question)
        empty = rules_of(language).word_lists.function_words if language else frozenset[str]()
        prompt = {word for word in normal_words(case.question.prompt) if len(word) > 1} - empty
        own = [set(normal_words(candidate.text)) for candidate in case.question.candidates]
        everywhere = own[0].intersection(*own[1:])  # what all candidates have tells nothing
        shared = [(words & prompt) - everywhere for words in own]
        evidence += [
            ShortcutEvidence(place=case.item.id, detail=f"{', '.join(sorted(words))}: {candidate.text}")
            for candidate, words in zip(case.question.candidates, shared, strict=True)
            if words
        ]
        picks.append(pick_highest(case, [float(len(words)) for words in shared]))
    return evaluate("prompt_overlap", picks, evidence)


def pick_highest(case: ShortcutCase, scores: Sequence[Score]) -> Pick:
    """The candidate with the highest score; none where a score is missing or the highest is shared.

    Near copies count as one schema: their keys hang together.
    """
    choice, lead = leading(scores)
    return Pick(
        item=case.item.id,
        schema=str(case.group),
        candidates=len(case.question.candidates),
        key=case.key,
        choice=choice,
        lead=lead,
    )


def selectional_restriction(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where in every twin of a schema exactly one is; evidence: schemas it solves.

    `groups` has the group of near copies that each item belongs to, here and below.
    """
    whole = {
        name: items
        for name, items in by_schema(scored).items()
        if len(items) > 1 and all(each.only_attested is not None for each in items)
    }
    evidence = [
        ShortcutEvidence(place=name, detail="; ".join(map(_meetings, items)))
        for name, items in whole.items()
        if all(each.only_attested == each.confrontation.key for each in items)
    ]
    choices = [each.only_attested if each.schema in whole else None for each in scored]
    return evaluate("selectional_restriction", _in_groups(scored, choices, groups), evidence)


def attestation(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where exactly one is, whatever the twin; evidence: items that it solves."""
    evidence = []
    for each in scored:
        if each.only_attested == each.confrontation.key:
            counts = [pair.count for pair in each.pairs if pair.count is not None]
            expected = sum(count.a * count.b / count.total for count in counts if not count.both)
            detail = message("audit-evidence-attested", pairs=_meetings(each), expected=f"{expected:.1f}")
            evidence.append(ShortcutEvidence(place=each.item, detail=detail))
    return evaluate("attestation", _in_groups(scored, [each.only_attested for each in scored], groups), evidence)


def associative(
    scored: Sequence[ItemScore],
    annotated: Mapping[str, Associative] | None = None,
    groups: Mapping[str, int] = NO_GROUPS,
) -> Shortcut:
    """The candidate that the cue is tied to; compared with the source's own labels where there are any.

    A schema is associative when the cue of either of its items is tied to that item's right candidate.
    """
    tied = [each for each in scored if each.tied_to == each.confrontation.key]
    labels = {each.item: (annotated or {}).get(each.item) for each in scored}
    theirs = {name for name, label in labels.items() if label is not None and label is not Associative.NO}
    ours = {each.item for each in tied if labels[each.item] is not None}
    schemas = len(by_schema(tied))
    remark = message("audit-note-associative", schemas=schemas)
    if theirs:
        beside = {"theirs": len(theirs), "found": len(theirs & ours), "others": len(ours - theirs)}
        remark = message("audit-note-associative-beside", schemas=schemas, **beside)
    evidence = [ShortcutEvidence(place=each.item, detail=_meetings(each)) for each in tied]
    return evaluate("associative", _in_groups(scored, [each.tied_to for each in scored], groups), evidence, remark)


def _in_groups(scored: Sequence[ItemScore], choices: Sequence[int | None], groups: Mapping[str, int]) -> list[Pick]:
    """The choices with their groups of near copies in place of their schemas: copies are one piece of evidence."""
    return [
        Pick.of(item.confrontation, pick, None if pick is None else 1.0, schema=str(groups.get(item.item, item.schema)))
        for item, pick in zip(scored, choices, strict=True)
    ]


def _meetings(item: ItemScore) -> str:
    return ", ".join(f"{pair.shown} {'?' if pair.count is None else pair.count.both}" for pair in item.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearCopy:
    """A sentence of the corpus that is, or nearly is, one of the item's."""

    item: str
    share: float
    """Share of the item's sentence (its word triples) that it holds."""
    text: str
    source: str


def exposure(cases: Sequence[ShortcutCase], scored: Sequence[ItemScore], counts: Counts) -> Shortcut:
    """How many items stand in the corpus, with the copies; `right` counts them: there is no chance to compare with."""
    met = next((pair for item in scored for pair in item.pairs if pair.count and pair.count.both), None)
    if met is None or not counts.concordance(met.candidate, met.cue, limit=1):  # it shows no sentence at all
        return Shortcut(name="exposure", note=message("audit-note-no-text", corpus=counts.name))
    found = [copy for case in cases if (copy := nearest_copy(case.question, counts))]
    evidence = [
        ShortcutEvidence(place=each.item, detail=f"{each.share:.0%}, {each.source}: {each.text}") for each in found
    ]
    size, note = len(found), message("audit-note-copies")
    return Shortcut(name="exposure", items=len(cases), answered=size, right=size, evidence=tuple(evidence), note=note)


def nearest_copy(question: Question, counts: Counts, least: float = NEAR) -> NearCopy | None:
    """The sentence of the corpus that holds most of one of the question's sentences, if it holds enough."""
    language = language_of(question)
    if language is None:
        return None
    best: NearCopy | None = None
    empty = rules_of(language).word_lists.function_words
    for span in language.sentences(question.text):
        sentence = span.of(question.text)
        triples = _triples(sentence)
        if len(triples) < _LEAST_WORDS - 2:
            continue
        words = [token.text for token in language.tokens(sentence) if token.is_word and len(token.text) > 2]
        lemmas = dict.fromkeys(language.lemma(word) for word in words if word.casefold() not in empty)
        known = [(frequency_of(counts, lemma), lemma) for lemma in lemmas]
        rarest = [lemma for _, lemma in sorted((count, lemma) for count, lemma in known if count)[:_RAREST]]
        for a, b in combinations(rarest, 2):
            for line in counts.concordance(a, b, limit=_LINES):
                share = len(triples & _triples(line.text)) / len(triples)
                if share >= max(least, best.share if best else 0.0):
                    best = NearCopy(item=question.id, share=share, text=line.text, source=line.source)
    return best


def _triples(sentence: str) -> frozenset[tuple[str, str, str]]:
    words = normal_words(sentence)
    return frozenset(zip(words, words[1:], words[2:], strict=False))
