"""Does a challenge keep its own rules? One finding per rule, before anybody enters."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from anaphor.challenge.proxy.sites import check_sites, read_site
from anaphor.challenge.questions import Drawn, spelled, text_of
from anaphor.challenge.rules import LEAST_QUESTIONS, MOST_ROUNDS, Halves, RoundKind, Rules
from anaphor.challenge.rules_text import RuleName, rule_texts
from anaphor.challenge.sandbox.sandbox import SEALABLE, Backend
from anaphor.challenge.secret import Secrets
from anaphor.collection import CATALOGUE, load
from anaphor.errors import AnaphorError
from anaphor.experiment.selection import BELOW_AGREEMENT, LEAST_SCORE, select_questions
from anaphor.schema import Neither

_LEAST_CANDIDATES = 2
_MOST_GIB = 2**20
_PROVISIONAL_DAYS = 1
_FINAL_DAYS = 21
"""When results are announced (paper 4); not later, and not sooner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCheck:
    """What became of one rule."""

    rule: RuleName
    """Which."""
    text: str
    """The rule as it is published."""
    problem: str | None
    """What breaks it; None: it is kept."""

    @property
    def holds(self) -> bool:
        """Whether the rule is kept."""
        return self.problem is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A challenge before it opens."""

    rules: Rules
    """Its rules."""
    rounds: tuple[Drawn, ...]
    """What would be asked."""
    secrets: Secrets | None
    """The secrets that were committed to; None where they are not at hand."""


def check_rules(proposal: Proposal) -> tuple[RuleCheck, ...]:
    """One finding for each rule, in the order of the rules."""
    texts = rule_texts(proposal.rules)
    return tuple(
        RuleCheck(rule=name, text=texts[name], problem=_CHECKS[name](proposal) if name in _CHECKS else None)
        for name in RuleName
    )


def _rounds(proposal: Proposal) -> str | None:
    rounds = proposal.rules.rounds
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        return f"there are {len(rounds)} rounds"
    if len({each.name for each in rounds}) < len(rounds) or not all(_is_name(each.name) for each in rounds):
        return "each round needs a name of its own, of letters, digits and -"
    order = [each.kind for each in rounds]
    return (
        None
        if len(order) < MOST_ROUNDS or order == [RoundKind.PROBLEMS, RoundKind.SCHEMAS]
        else (f"the rounds ask {order[0].value}, then {order[1].value}")
    )


def _is_name(text: str) -> bool:
    return bool(text) and text.isascii() and text.replace("-", "").isalnum() and not text.startswith("-")


def _questions(proposal: Proposal) -> str | None:
    few = [f"{each.rules.name} asks {len(each.items)}" for each in proposal.rounds if len(each.items) < LEAST_QUESTIONS]
    return "; ".join(few) or None


def _candidates(proposal: Proposal) -> str | None:
    for each in proposal.rounds:
        for item in each.items:
            count, exact = len(item.question.candidates), each.rules.kind is RoundKind.SCHEMAS
            if count < _LEAST_CANDIDATES or (exact and count != _LEAST_CANDIDATES):
                return f"{item.id} has {count} candidates"
            if isinstance(item.key, Neither):
                return f"the right answer to {item.id} is none of its candidates"
    return None


def _people(proposal: Proposal) -> str | None:
    found = []
    for each in proposal.rounds:
        if not each.votes:
            found.append(f"{each.rules.name}: nobody was asked")
            continue
        if each.simulated and not proposal.rules.rehearsal:
            found.append(f"{each.rules.name}: the people are made up (a rehearsal may use them)")
        if each.asked_otherwise:
            found.append(
                f"{each.rules.name}: people may have been asked another text than that of {each.asked_otherwise}"
            )
        found += [f"{each.rules.name}: {reason}" for reason in select_questions(each.votes).reasons]
    return "; ".join(found) or None


def _threshold(proposal: Proposal) -> str | None:
    threshold = proposal.rules.threshold
    if not LEAST_SCORE <= threshold.least <= 1:
        return f"at least {LEAST_SCORE} and at most 1 is needed, not {threshold.least}"
    return (
        None
        if 0 <= threshold.below <= BELOW_AGREEMENT
        else (f"at most {BELOW_AGREEMENT} below agreement is allowed, not {threshold.below}")
    )


def _same_text(proposal: Proposal) -> str | None:
    if proposal.rules.same_text < 1:
        return "at least one question must be allowed"
    for each in proposal.rounds:
        texts = Counter(text_of(part) for part in each.collection.problems)
        for text, count in texts.most_common(1):
            if count > proposal.rules.same_text:
                return f"{count} questions of {each.rules.name} share {text[:60]!r}"
    return None


def _halves(proposal: Proposal) -> str | None:
    for each in proposal.rounds:
        if each.rules.halves is Halves.BOTH:
            continue
        whole = next((schema.id for schema in each.collection.schemas if len(schema.variants) > 1), None)
        if whole:
            return f"two halves of {whole} are asked"
    return None


def _unpublished(proposal: Proposal) -> str | None:
    if proposal.rules.rehearsal:
        return None
    names = {listing.name for listing in CATALOGUE}
    public = [each.rules.name for each in proposal.rounds if each.collection.name in names]
    if public:
        return f"the questions of {', '.join(public)} are in the public catalogue (a rehearsal may use them)"
    known = published_texts()
    for each in proposal.rounds:
        for question in each.asked_and_twins:
            if where := known.get(spelled(question.text)):
                return f"the text of {question.id} in {each.rules.name} stands in {where} (a rehearsal may use it)"
    return None


def published_texts() -> dict[str, str]:
    """Every text of the public collections that are on this machine, and which collection it is in."""
    found: dict[str, str] = {}
    for listing in CATALOGUE:
        path = CATALOGUE.file_of(listing)
        with suppress(AnaphorError):  # a download that was cut off says nothing about a challenge
            texts = {spelled(each.text) for each in load(path).questions} if path.exists() else set()
            found.update(dict.fromkeys(texts - {""}, listing.name))
    return found


def _sealed(proposal: Proposal) -> str | None:
    backend = proposal.rules.backend
    if proposal.rules.rehearsal or backend in SEALABLE:
        return None
    return f"the backend {backend.value} is never sealed (a rehearsal may use it)"


def _hardware(proposal: Proposal) -> str | None:
    hardware = proposal.rules.hardware
    if not hardware.statement.strip():
        return "the machine is not described"
    return None if 1 <= hardware.disk_gib <= _MOST_GIB else f"a disk limit of {hardware.disk_gib:,} GiB is none"


def _internet(proposal: Proposal) -> str | None:
    rules = proposal.rules
    try:
        check_sites(tuple(map(read_site, rules.sites)))
    except AnaphorError as error:
        return str(error)
    return "sites need the backend process" if rules.sites and rules.backend is not Backend.PROCESS else None


def _seeds(proposal: Proposal) -> str | None:
    if proposal.secrets is None:
        return "the secrets are not at hand, so nothing can be drawn"
    return (
        None
        if proposal.secrets.commitments == proposal.rules.commitments
        else ("the secrets are not those that were committed to")
    )


def _dates(proposal: Proposal) -> str | None:
    dates = proposal.rules.dates
    if not dates.opens < dates.closes <= dates.held:
        return "it must open before it closes, and close before it is held"
    if not dates.held < dates.source_or_trace <= dates.final:
        return "source or trace must be due after the run and before the final results"
    days = (dates.provisional_days, dates.rerun_days, dates.paper_days, dates.final_days)
    if not 1 <= days[0] < days[1] <= days[3] or not 1 <= days[2] <= days[3]:
        return "provisional results, re-run, paper and final results must follow each other"
    if days[0] > _PROVISIONAL_DAYS:
        return f"provisional results come the next day, not {days[0]} days after the run"
    return None if days[3] >= _FINAL_DAYS else f"results are final after {_FINAL_DAYS} days, not after {days[3]}"


def _days(proposal: Proposal, name: str, most: int) -> str | None:
    days: int = getattr(proposal.rules.dates, name)
    return None if days <= most else f"{days} days are more than {most}"


def _tolerance(proposal: Proposal) -> str | None:
    tolerance = proposal.rules.tolerance
    shares = (tolerance.score, tolerance.discordant, tolerance.changed, tolerance.alpha)
    if not all(0 <= each <= 1 for each in shares):
        return "a tolerance lies between 0 and 1"
    return _days(proposal, "rerun_days", 14)


_CHECKS: dict[RuleName, Callable[[Proposal], str | None]] = {
    RuleName.ROUNDS: _rounds,
    RuleName.QUESTIONS: _questions,
    RuleName.CANDIDATES: _candidates,
    RuleName.PEOPLE: _people,
    RuleName.THRESHOLD: _threshold,
    RuleName.SAME_TEXT: _same_text,
    RuleName.HALVES: _halves,
    RuleName.UNPUBLISHED: _unpublished,
    RuleName.SEALED: _sealed,
    RuleName.HARDWARE: _hardware,
    RuleName.INTERNET: _internet,
    RuleName.SEEDS: _seeds,
    RuleName.DATES: _dates,
    RuleName.PAPER: lambda proposal: _days(proposal, "paper_days", 21),
    RuleName.RERUN: _tolerance,
}


def broken(checks: Sequence[RuleCheck]) -> tuple[RuleCheck, ...]:
    """The rules that are not kept."""
    return tuple(each for each in checks if not each.holds)
