"""People as respondents: what they got, item by item, and how a system stands beside them.

The people are taken as they are: intervals and tests are about other items, not about other people (for those, score
against references drawn from other panels).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from anaphor.answer import Answer
from anaphor.errors import AnaphorError, ContentError, InputError, Place
from anaphor.provenance import Signature
from anaphor.schema import Collection, HumanCount
from anaphor.scoring.inputs import PeopleInput, said_of
from anaphor.scoring.items import outcomes as made
from anaphor.scoring.items.intervals import USUAL, IntervalMethod, Sampling, ScoreEstimate, gather, share
from anaphor.scoring.items.outcomes import Measures, Outcome, Target, measure
from anaphor.scoring.systems.comparison import Comparison, compare_credits, credits_by_item

PEOPLE = "people"
"""Name of the respondent that stands for the mean person."""
_MOST_PEOPLE = 10**10


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """What a group of people got."""

    people: int | None
    """How many; unknown where the source gives only counts per item."""
    answers: int
    reussite: ScoreEstimate
    """Mean over items of the mean person's credit, with its interval by cluster."""
    credits: Mapping[str, Fraction]
    """The mean person's credit by item; items that nobody was asked are absent."""
    majority: Measures | None
    """The measures of the majority's choice (a tie abstains); unknown where the source gives only counts."""
    persons: Mapping[str, Measures]
    """Each person's measures on the items that they were asked."""
    signature: Signature = field(default_factory=lambda: Signature(()))


def one_each(answers: Iterable[Answer]) -> list[Answer]:
    """The answers, of which each person gave one to a question; two are refused, for they would be two people's."""
    seen: set[tuple[str, str]] = set()
    kept: list[Answer] = []
    for answer in answers:
        given = answer.respondent, answer.question
        if given in seen:
            raise ContentError("scoring-person-twice", person=answer.respondent, question=answer.question)
        seen.add(given)
        kept.append(answer)
    return kept


def _outcomes(targets: Sequence[Target], answers: Iterable[Answer]) -> dict[str, list[Outcome]]:
    """What became of each person's answers; those to other questions are left out, and there must be some."""
    asked = {each.item: each for each in targets}
    given: dict[str, list[Outcome]] = {}
    for answer in one_each(answers):
        if answer.question in asked:
            outcome = made.outcome_of_reply(asked[answer.question], answer.reply, answer.scores)
            given.setdefault(answer.respondent, []).append(outcome)
    if not given:
        raise InputError("scoring-no-people")
    return given


def people_outcomes(targets: Sequence[Target], known: PeopleInput) -> list[tuple[str, list[Outcome]]]:
    """Each person with what became of their answers; counts by item say nothing of a person and are refused."""
    if not known.answers:
        raise InputError("scale-counts", where=known.path and Place(file=str(known.path)))
    try:
        return list(_outcomes(targets, known.answers).items())
    except AnaphorError as error:
        raise said_of(known.path, error) from error


def people_of(targets: Sequence[Target], answers: Iterable[Answer], sampling: Sampling = USUAL) -> People:
    """What people got, from their answers; nobody answers a question twice."""
    asked = {each.item for each in targets}
    used = [answer for answer in answers if answer.question in asked]
    given = _outcomes(targets, used)
    by_item: dict[str, list[Fraction]] = {}
    for outcome in (each for part in given.values() for each in part):
        by_item.setdefault(outcome.item, []).append(outcome.credit)
    earned = {item: sum(each, Fraction(0)) / len(each) for item, each in by_item.items()}
    voted = made.outcomes_of(targets, made.panel_answers(used), missing=made.Missing.SKIP)
    return People(
        people=len(given),
        answers=len(used),
        reussite=_estimate(targets, earned, sampling),
        credits=earned,
        majority=measure(voted),
        persons={name: measure(part) for name, part in given.items()},
    )


def printed_counts(collection: Collection) -> dict[str, HumanCount]:
    """How many people were right on each item, where the collection itself prints it."""
    return {item.id: item.annotations.human for item in collection.items if item.annotations.human}


def usable_counts(targets: Iterable[Target], counts: Mapping[str, HumanCount]) -> dict[str, HumanCount]:
    """The counts of these items that anyone was asked; more people than there are is refused."""
    known = {each.item: counts[each.item] for each in targets if each.item in counts and counts[each.item].asked}
    for item, each in known.items():
        if each.asked > _MOST_PEOPLE:
            raise ContentError("scoring-too-many-people", item=item)
    return known


def people_from_counts(
    targets: Sequence[Target], counts: Mapping[str, HumanCount], sampling: Sampling = USUAL
) -> People:
    known = usable_counts(targets, counts)
    if not known:
        raise InputError("scoring-no-people-counts")
    earned = {name: Fraction(each.right, each.asked) for name, each in known.items()}
    answers, estimate = sum(each.asked for each in known.values()), _estimate(targets, earned, sampling)
    return People(people=None, answers=answers, reussite=estimate, credits=earned, majority=None, persons={})


def _estimate(targets: Sequence[Target], earned: Mapping[str, Fraction], sampling: Sampling) -> ScoreEstimate:
    known = [each for each in targets if each.item in earned]
    clusters = gather([each.cluster for each in known], [float(earned[each.item]) for each in known])
    if sampling.method is IntervalMethod.WILSON:  # an item's share of right people is no outcome 0 or 1
        sampling = replace(sampling, method=IntervalMethod.CLUSTER)
    return share(clusters, sampling)


def against_people(
    name: str,
    outcomes: Sequence[Outcome],
    people: People,
    sampling: Sampling = USUAL,
    signature: Signature | None = None,
) -> Comparison:
    """A respondent beside the mean person, on the items that people were asked."""
    known = [each.target for each in outcomes if each.item in people.credits]
    if not known:
        raise InputError("scoring-no-common-item", name=name)
    return compare_credits(
        known,
        (name, credits_by_item(outcomes)),
        (PEOPLE, people.credits),
        sampling=sampling,
        base=signature or Signature(()),
    )
