"""What became of each item: right, wrong or abstained. Everything else in this room is made from these records."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.errors import ContentError, InputError
from anaphor.schema import Collection, Item, Neither, Question, Status
from anaphor.scoring.items.measures import Measures, from_counts
from anaphor.text import Message, choice, joined, message

Labels = Mapping[str, tuple[str, ...]]
"""An item's group labels by kind of group: {"domain": ("spatial",), "pronoun": ("subject",)}."""


class Result(StrEnum):
    """What became of an item."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"


class Missing(StrEnum):
    """What to do with questions that a run has no answer to."""

    REFUSE = "refuse"
    """Say so and stop."""
    ABSTAIN = "abstain"
    """Count them as abstentions."""
    SKIP = "skip"
    """Score only what was answered to; the items that are left are another set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An item as scoring needs it: no text, only what is right and how items hang together."""

    item: str
    """Id of the item."""
    key: int
    """Index of the right candidate."""
    candidates: tuple[str, ...]
    """The candidates' texts, by which twins are compared."""
    schema: str | None = None
    """Its schema, or the passage that several problems share; None for an item that stands alone."""
    twin: bool = False
    """Whether it belongs to a schema, so that another item flips its answer."""
    groups: Labels = field(default_factory=dict)
    """Its group labels."""

    @property
    def cluster(self) -> str:
        """What is drawn as a whole in intervals and tests: the schema, the passage, or the item itself."""
        return f"item {self.item}" if self.schema is None else f"schema {self.schema}"

    @property
    def forms(self) -> tuple[str, ...]:
        """The candidates' texts without capitals, as twins are compared."""
        return tuple(text.casefold() for text in self.candidates)

    @property
    def chance(self) -> Fraction:
        """Chance of a guess: 1/m."""
        return Fraction(1, len(self.candidates))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One respondent on one item."""

    target: Target
    """The item."""
    result: Result
    """Right, wrong or abstained."""
    chosen: int | None = None
    """Index of the chosen candidate; absent for an abstention."""
    reason: AbstentionReason | None = None
    """Why there is no choice; absent for a choice, and where there is no answer at all."""
    scores: tuple[float | None, ...] = ()
    """The respondent's own score of each candidate."""

    @property
    def item(self) -> str:
        """Id of the item."""
        return self.target.item

    @property
    def credit(self) -> Fraction:
        """1 for right, 0 for wrong, and what a guess would bring, 1/m, for an abstention."""
        if self.result is Result.ABSTAINED:
            return self.target.chance
        return Fraction(self.result is Result.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringTargets:
    """The items of a collection that can be scored, and how many cannot."""

    items: tuple[Target, ...]
    """In the order of the collection."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many items were left out, by reason: no key, key neither, one candidate."""

    @property
    def chance(self) -> float:
        """Réussite of guessing: the mean of 1/mᵢ."""
        return float(sum(each.chance for each in self.items) / len(self.items))


def reason_name(why: str) -> Message:
    """Why there is no choice, or why an item was left out, in words."""
    return choice("scoring-reasons", why.replace(" ", "-"))


def targets_of(collection: Collection, groups: Mapping[str, Labels] | None = None) -> ScoringTargets:
    """The items of a collection, without what is excluded, as scoring needs them; refused when there is none.

    Left out are entries without a key, items whose key is `Neither` (no choice could be right) and items with one
    candidate (no choice could be wrong). `groups` are further labels by item id.
    """
    given = groups or {}
    kept: list[Target] = []
    left: Counter[str] = Counter()
    for entry, schema, twin, domains in _entries(collection):
        if not isinstance(entry, Item) or isinstance(entry.key, Neither):
            left["key neither" if isinstance(entry, Item) else "no key"] += 1
            continue
        if len(entry.question.candidates) < 2:
            left["one candidate"] += 1
            continue
        labels = {"domain": domains, **given.get(entry.id, {})}
        texts = tuple(candidate.text for candidate in entry.question.candidates)
        kept.append(Target(item=entry.id, key=entry.key, candidates=texts, schema=schema, twin=twin, groups=labels))
    if not kept:
        found = [message("scoring-unscorable-with", count=count, why=reason_name(why)) for why, count in left.items()]
        reasons = joined(found) if found else message("scoring-unscorable-empty")
        raise ContentError("scoring-unscorable", name=collection.name, reasons=reasons)
    return ScoringTargets(items=tuple(kept), left_out=dict(left))


def _entries(collection: Collection) -> Iterator[tuple[Item | Question, str | None, bool, tuple[str, ...]]]:
    for schema in collection.schemas:
        if schema.status is not Status.EXCLUDED:
            yield from ((entry, schema.id, True, schema.domains) for entry in schema.variants)
    for problem in collection.problems:
        if problem.status is not Status.EXCLUDED:
            passage = None if problem.passage is None else f"passage {problem.passage}"
            yield problem.item, passage, False, problem.domains


def outcomes_of(
    targets: Iterable[Target], answers: Iterable[Answer], *, missing: Missing = Missing.REFUSE
) -> tuple[Outcome, ...]:
    """One outcome per item, in the order of the items; two answers to one question are refused."""
    by_question: dict[str, Answer] = {}
    for answer in answers:
        if answer.question in by_question:
            raise ContentError("scoring-answered-twice", question=answer.question, respondent=answer.respondent)
        by_question[answer.question] = answer
    listed = tuple(targets)
    absent = [each.item for each in listed if each.item not in by_question]
    if absent and missing is Missing.REFUSE:
        raise InputError("scoring-missing", absent=len(absent), items=len(listed), first=absent[0])
    if missing is Missing.SKIP:
        listed = tuple(each for each in listed if each.item in by_question)
    found: list[Outcome] = []
    for each in listed:
        given = by_question.get(each.item)
        silent = Outcome(target=each, result=Result.ABSTAINED)
        found.append(silent if given is None else outcome_of_reply(each, given.reply, given.scores))
    return tuple(found)


def outcome_of_reply(target: Target, reply: Reply, scores: tuple[float | None, ...] = ()) -> Outcome:
    """What a reply makes of an item.

    >>> item = Target(item="1a", key=1, candidates=("the cup", "the case"))
    >>> outcome_of_reply(item, Choice(candidate=1)).result.value
    'right'
    """
    if isinstance(reply, Abstention):
        return Outcome(target=target, result=Result.ABSTAINED, reason=reply.reason, scores=scores)
    if reply.candidate >= len(target.candidates) or (scores and len(scores) != len(target.candidates)):
        raise ContentError("scoring-other-candidates", item=target.item, candidates=len(target.candidates))
    result = Result.RIGHT if reply.candidate == target.key else Result.WRONG
    return Outcome(target=target, result=result, chosen=reply.candidate, scores=scores)


def measure(outcomes: Sequence[Outcome]) -> Measures:
    """The measures of a set of outcomes; items may have any number of candidates."""
    counts = Counter(each.result for each in outcomes)
    guessed = sum((each.credit for each in outcomes if each.result is Result.ABSTAINED), Fraction(0))
    chance = sum((each.target.chance for each in outcomes), Fraction(0)) / max(1, len(outcomes))
    return from_counts(
        len(outcomes), counts[Result.RIGHT], counts[Result.ABSTAINED], chance=float(chance), guessed=float(guessed)
    )


def panel_answers(answers: Iterable[Answer], name: str = "panel") -> tuple[Answer, ...]:
    """One answer per question: the choice that most people made; a tie, or no choice at all, is an abstention."""
    votes: dict[str, Counter[int]] = {}
    for answer in answers:
        box = votes.setdefault(answer.question, Counter())
        if isinstance(answer.reply, Choice):
            box[answer.reply.candidate] += 1
    chosen: list[Answer] = []
    for question, box in votes.items():
        first = box.most_common(2)
        tied = len(first) > 1 and first[0][1] == first[1][1]
        reply: Reply = Abstention(reason=AbstentionReason.TIE if first else AbstentionReason.DECLINED)
        if first and not tied:
            reply = Choice(candidate=first[0][0])
        chosen.append(Answer(respondent=name, question=question, reply=reply))
    return tuple(chosen)
