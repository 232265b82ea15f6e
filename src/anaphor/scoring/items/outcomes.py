"""What became of each item: right, wrong or abstained; everything else in this room is made from these records.

The measures count abstentions fairly, from three numbers: items, right answers, abstentions (paper 2).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from anaphor.answer import FAILURES, Abstention, AbstentionReason, Answer, Choice, Reply, ReplyCounts, count_replies
from anaphor.errors import ContentError, InputError
from anaphor.schema import Collection, Item, Neither, Schema, Status
from anaphor.scoring.settings import Missing as Missing
from anaphor.text import Message, choice, joined, message, number

_COIN = 0.5
"""Chance of a guess between two candidates."""
_MOST = 10**15
"""Items up to which every count is an exact number in a quotient."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """How a respondent did on a set of items; rates go from 0 to 1."""

    n: int
    """Items."""
    h: int
    """Right answers."""
    theta: int
    """Abstentions (θ)."""
    exactitude: float
    """Right answers over all items: h/n."""
    qualite: float | None
    """Right answers over answered items: h/(n − θ); not defined where nothing was answered."""
    f1: float | None
    """Harmonic mean of the two above: only for comparison with the literature, which calls them recall, precision."""
    reussite: float
    """Right answers as if abstentions were guessed: (h + Σ 1/mᵢ over abstentions)/n, for two candidates (h + θ/2)/n."""
    p: float | None
    """(réussite − chance)/(1 − chance), 0 for guessing and 1 for perfection; for two candidates 2·réussite − 1."""
    answered: float
    """Share of the items that were answered: (n − θ)/n."""
    chance: float
    """Réussite of a respondent that guesses, or that never answers: the mean of 1/mᵢ."""

    @property
    def wrong(self) -> int:
        return self.n - self.h - self.theta


def from_counts(n: int, h: int, theta: int, *, chance: float = _COIN, guessed: float | None = None) -> Measures:
    """The measures of h right answers and θ abstentions on n items.

    `chance` is the mean of 1/mᵢ over the items (mᵢ candidates), `guessed` the sum of 1/mᵢ over the abstentions; by
    default all items have two candidates.

    >>> shown = from_counts(214, 65, 88)
    >>> f"{shown.exactitude:.2%} {shown.qualite:.2%} {shown.reussite:.2%}"
    '30.37% 51.59% 50.93%'
    """
    if max(abs(n), abs(h), abs(theta)) > _MOST:
        raise InputError("scoring-counts-huge", most=_MOST)
    if n < 1:
        raise InputError("scoring-counts-none", n=n)
    if h < 0 or theta < 0:
        raise InputError("scoring-counts-negative", h=h, theta=theta)
    if h + theta > n:
        raise InputError("scoring-counts-many", h=h, theta=theta, n=n)
    expected = theta * chance if guessed is None else guessed
    answered = n - theta
    reussite = (h + expected) / n
    return Measures(
        n=n,
        h=h,
        theta=theta,
        exactitude=h / n,
        qualite=h / answered if answered else None,
        f1=2 * h / (n + answered) if answered else None,
        reussite=reussite,
        p=(reussite - chance) / (1 - chance) if chance < 1 else None,
        answered=answered / n,
        chance=chance,
    )


Labels = Mapping[str, tuple[str, ...]]
"""An item's group labels by kind of group: {"domain": ("spatial",), "pronoun": ("subject",)}."""


class OutcomeKind(StrEnum):
    """What became of an item."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An item as scoring needs it: no text, only what is right and how items hang together."""

    item: str
    key: int
    """Index of the right candidate."""
    candidates: tuple[str, ...]
    schema: str | None = None
    """Its schema, or the passage that several problems share; None for an item that stands alone."""
    twin: bool = False
    """Whether it belongs to a schema, so that another item flips its answer."""
    groups: Labels = field(default_factory=dict)

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
        """Chance of a guess: 1/m, and nothing where no candidates are known."""
        return Fraction(1, len(self.candidates)) if self.candidates else Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedTarget(Target):
    """An item of a 0/1 table: of its candidates only the number is known."""

    options: int

    @property
    def chance(self) -> Fraction:
        """Chance of a guess: 1/m."""
        return Fraction(1, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One respondent on one item."""

    target: Target
    result: OutcomeKind
    chosen: int | None = None
    """Index of the chosen candidate; absent for an abstention."""
    reason: AbstentionReason | None = None
    """Why there is no choice; absent for a choice, and where there is no answer at all."""
    scores: tuple[float | None, ...] = ()
    """The respondent's own score of each candidate."""

    @property
    def item(self) -> str:
        return self.target.item

    @property
    def credit(self) -> Fraction:
        """1 for right, 0 for wrong, and what a guess would bring, 1/m, for an abstention."""
        if self.result is OutcomeKind.ABSTAINED:
            return self.target.chance
        return Fraction(self.result is OutcomeKind.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringTargets:
    """The items of a collection that can be scored, and how many cannot."""

    items: tuple[Target, ...]
    """In the order of the collection."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many items were left out, by reason: no key, key neither, one candidate."""

    @property
    def chance(self) -> float:
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
    kept_parts = [part for part in collection.parts if part.status is not Status.EXCLUDED]
    for part, entry in [(each, entry) for each in kept_parts for entry in each.entries]:
        if not isinstance(entry, Item) or isinstance(entry.key, Neither):
            left["key neither" if isinstance(entry, Item) else "no key"] += 1
            continue
        if len(entry.question.candidates) < 2:
            left["one candidate"] += 1
            continue
        twin = isinstance(part, Schema)
        schema = part.id if isinstance(part, Schema) else part.passage and f"passage {part.passage}"
        labels = {"domain": part.domains, **given.get(entry.id, {})}
        texts = tuple(candidate.text for candidate in entry.question.candidates)
        kept.append(Target(item=entry.id, key=entry.key, candidates=texts, schema=schema, twin=twin, groups=labels))
    if not kept:
        found = [message("scoring-unscorable-with", count=count, why=reason_name(why)) for why, count in left.items()]
        reasons = joined(found) if found else message("scoring-unscorable-empty")
        raise ContentError("scoring-unscorable", name=collection.name, reasons=reasons)
    return ScoringTargets(items=tuple(kept), left_out=dict(left))


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
        silent = Outcome(target=each, result=OutcomeKind.ABSTAINED)
        found.append(silent if given is None else outcome_of_reply(each, given.reply, given.scores))
    return tuple(found)


def outcome_of_reply(target: Target, reply: Reply, scores: tuple[float | None, ...] = ()) -> Outcome:
    """What a reply makes of an item.

    >>> item = Target(item="1a", key=1, candidates=("the cup", "the case"))
    >>> outcome_of_reply(item, Choice(candidate=1)).result.value
    'right'
    """
    if isinstance(reply, Abstention):
        return Outcome(target=target, result=OutcomeKind.ABSTAINED, reason=reply.reason, scores=scores)
    if reply.candidate >= len(target.candidates) or (scores and len(scores) != len(target.candidates)):
        raise ContentError("scoring-other-candidates", item=target.item, candidates=len(target.candidates))
    result = OutcomeKind.RIGHT if reply.candidate == target.key else OutcomeKind.WRONG
    return Outcome(target=target, result=result, chosen=reply.candidate, scores=scores)


def measure(outcomes: Sequence[Outcome]) -> Measures:
    """The measures of a set of outcomes; items may have any number of candidates."""
    counts = Counter(each.result for each in outcomes)
    guessed = sum((each.credit for each in outcomes if each.result is OutcomeKind.ABSTAINED), Fraction(0))
    chance = sum((each.target.chance for each in outcomes), Fraction(0)) / max(1, len(outcomes))
    return from_counts(
        len(outcomes),
        counts[OutcomeKind.RIGHT],
        counts[OutcomeKind.ABSTAINED],
        chance=float(chance),
        guessed=float(guessed),
    )


def replies_of(outcomes: Sequence[Outcome], skipped: int = 0) -> ReplyCounts:
    """How many items were answered, failed, were declined, or have no reply at all; `skipped` were left out for that.

    What has no reply is a failure, except in a 0/1 table, of whose items no candidates are known: a gap is not right
    there, so that nobody gains by it.
    """
    silent = [each for each in outcomes if each.result is OutcomeKind.ABSTAINED]
    reasons = [each.reason for each in silent if each.reason]
    return count_replies(
        reasons,
        answered=len(outcomes) - len(silent),
        missing=len(silent) - len(reasons),
        gaps=sum(not each.reason and not each.target.candidates for each in silent),
        skipped=skipped,
    )


def unranked_sentence(name: str, outcomes: Sequence[Outcome], most_failed: float, skipped: int = 0) -> Message:
    """Why a respondent is not ranked, in words: what failed or is not there, by reason, or that it chose nothing."""
    counts = replies_of(outcomes, skipped)
    told = Counter(each.reason.value for each in outcomes if each.reason in FAILURES and each.reason)
    kind: str | None = counts.unranked(most_failed)
    absent = counts.missing - counts.gaps + skipped
    if kind == "failed" and absent:
        kind, told["missing"] = "skipped" if skipped else "missing", absent
    return message(
        f"scoring-unranked-{kind}",
        name=name,
        failed=counts.lost,
        asked=counts.asked + skipped,
        share=number(100 * counts.lost_share, 2),
        reasons=joined(f"{reason_name(reason)} {number(count)}" for reason, count in sorted(told.items())),
        most=number(100 * most_failed, ".4g"),
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
