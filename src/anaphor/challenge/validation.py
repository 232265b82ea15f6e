"""The rules as sentences, and whether a challenge keeps them: one finding per rule, before anybody enters."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from anaphor.challenge.calendar import local_moment, milestones
from anaphor.challenge.drawing import Drawn, Secrets, spelled, text_of
from anaphor.challenge.proxy.sites import check_sites, read_site
from anaphor.challenge.rulebook import LEAST_QUESTIONS, MOST_ROUNDS, Halves, RoundKind, Rules
from anaphor.challenge.sandbox.sandbox import SEALABLE, Backend
from anaphor.challenge.settings import Metric
from anaphor.collection import CATALOGUE, load
from anaphor.errors import AnaphorError
from anaphor.experiment import BELOW_AGREEMENT, LEAST_SCORE, SHARE_BY_ALL, apply_selection_rule
from anaphor.schema import Neither
from anaphor.text import Message, choice, is_known, number, text

BACKEND = "challenge-words-backend"
"""The family of words for how entries are run."""
_MIB = 2**20
_SHOWN_DIGITS = 16
_LEAST_CANDIDATES = 2
_MOST_GIB = 2**20
_RERUN_DAYS, _PAPER_DAYS = 14, 21
_PROVISIONAL_DAYS, _FINAL_DAYS = 1, 21
"""When results are announced (paper 4); not later, and not sooner."""


class RuleName(StrEnum):
    """Every rule, in the order in which they are published."""

    ROUNDS = "rounds"
    QUESTIONS = "questions"
    CANDIDATES = "candidates"
    PEOPLE = "people"
    THRESHOLD = "threshold"
    SECOND_ROUND = "second_round"
    SAME_TEXT = "same_text"
    HALVES = "halves"
    BLIND = "blind"
    UNPUBLISHED = "unpublished"
    SEALED = "sealed"
    HARDWARE = "hardware"
    INTERNET = "internet"
    SEEDS = "seeds"
    DATES = "dates"
    PAPER = "paper"
    SOURCE = "source"
    RERUN = "rerun"
    ACCESS = "access"

    @property
    def heading(self) -> str:
        """What the rule is called where its text stands elsewhere."""
        return str(choice("challenge-rule-names", self.value))


def word(value: str, family: str = "challenge-words") -> Message | str:
    """What people read for a value such as a state; a trace may name what is not known here.

    >>> print(word("timed out"), "|", word("none", BACKEND), "|", word("moon", BACKEND))
    timed out | as a plain process | moon
    """
    found = choice(family, value.replace(",", "").replace(" ", "-"))
    return found if is_known(found.code) else value


def percent(share: Fraction | float) -> str:
    """A share in per cent, exact where it is short.

    >>> percent(Fraction(9, 10)), percent(Fraction(2, 3))
    ('90 %', '66.7 %')
    """
    return f"{number(round(100 * float(share), 1), 'g')} %"


def percents(low: Fraction | float, high: Fraction | float) -> str:
    """The ends of an interval in per cent, with as many digits at one end as at the other.

    >>> percents(0.368, 0.6)
    '36.8 % – 60.0 %'
    """
    return f"{number(100 * float(low), 1)} % – {number(100 * float(high), 1)} %"


def rule_texts(rules: Rules) -> dict[RuleName, str]:
    """Every rule as a sentence; a rehearsal does not claim what it does not keep."""
    limits, tolerance, seeds = rules.limits, rules.tolerance, rules.commitments
    both = any(round_rules.halves is Halves.BOTH for round_rules in rules.rounds)
    batch = "one-at-a-time" if rules.asking.batch == 1 else "in-batches"
    points = {name: percent(getattr(tolerance, name)).removesuffix(" %") for name in ("score", "changed")}
    values: dict[str, str | int | Message] = {
        "rounds": ", ".join(f"{round_rules.name} ({word(round_rules.kind.value)})" for round_rules in rules.rounds),
        "questions": min(round_rules.questions or 1 for round_rules in rules.rounds)
        if "questions" in rules.own
        else LEAST_QUESTIONS,
        "by_all": percent(SHARE_BY_ALL),
        "least": percent(rules.threshold.least),
        "below": percent(rules.threshold.below).removesuffix(" %"),
        "counting": ", ".join(sorted({str(word(round_rules.counting.value)) for round_rules in rules.rounds})),
        "agreement": word(rules.threshold.agreement.value),
        "same_text": str(rules.same_text),
        "halves": text("challenge-words-both-halves" if both else "challenge-words-one-half"),
        "batch": choice("challenge-words", batch, batch=rules.asking.batch),
        "backend": word(rules.backend.value, BACKEND),
        "statement": rules.hardware.statement,
        "disk": str(rules.hardware.disk_gib),
        "memory": str(limits.memory // _MIB),
        "wall": f"{limits.wall:g}",
        "cpu": f"{limits.cpu:g}",
        "sites": ", ".join(rules.sites) or text("challenge-words-no-internet"),
        "run_seed": f"{seeds.run[:_SHOWN_DIGITS]}…",
        "rerun_seed": f"{seeds.rerun[:_SHOWN_DIGITS]}…",
        **{name: local_moment(when) for name, when in milestones(rules.calendar).items()},
        **points,
        "discordant": percent(tolerance.discordant),
        "alpha": percent(tolerance.alpha),
        "forbidden": ", ".join(str(word(site.value)) for site in rules.forbidden),
    }
    loose = {RuleName.UNPUBLISHED, *((RuleName.SEALED,) if rules.backend not in SEALABLE else ())}
    found = {}
    for name in RuleName:
        code = f"{name}-rehearsal" if rules.rehearsal and name in loose else name.value
        measured = name is RuleName.THRESHOLD and rules.metric is not Metric.RIGHT
        code = f"{name}-{rules.metric}" if measured else code
        found[name] = str(choice("challenge-rules", code, **values))
        if name is RuleName.INTERNET and rules.hosts:
            found[name] += f" {text('challenge-rules-hosts', hosts=', '.join(rules.hosts))}"
        if name is RuleName.HARDWARE and rules.needs:
            needs = ", ".join(f"{many} {text(f'site-job-need-{need}')}" for need, many in rules.needs.items())
            found[name] += f" {text('challenge-rules-needs', needs=needs, scratch=limits.scratch // _MIB)}"
        if name is RuleName.THRESHOLD and rules.most_failed < 1:
            limit = "challenge-rules-most-failed" + ("-adjusted" if rules.metric is Metric.ADJUSTED else "")
            found[name] += f" {text(limit, most=percent(rules.most_failed))}"
        if measured:
            found[name] += f" {text('challenge-rules-own-metric')}"
        if name in rules.own:
            found[name] += f" {choice('challenge-rules-own', name.value)}"
    return found


Finding = tuple[RuleName, str]
"""A rule, and what breaks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCheck:
    """What became of one rule."""

    rule: RuleName
    text: str
    """The rule as it is published."""
    problem: str | None
    """What breaks it; None: it is kept."""

    @property
    def holds(self) -> bool:
        return self.problem is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A challenge before it opens."""

    rules: Rules
    rounds: tuple[Drawn, ...]
    secrets: Secrets | None
    """The secrets that were committed to; None where they are not at hand."""


def check_rules(proposal: Proposal) -> tuple[RuleCheck, ...]:
    """One finding for each rule, in the order of the rules: the first thing that breaks it."""
    problems: dict[RuleName, str] = {}
    found = chain(_rounds(proposal), _asked(proposal), _published(proposal), _conditions(proposal), _dates(proposal))
    for name, problem in found:
        problems.setdefault(name, problem)
    texts = rule_texts(proposal.rules)
    return tuple(RuleCheck(rule=name, text=texts[name], problem=problems.get(name)) for name in RuleName)


def broken(checks: Sequence[RuleCheck]) -> tuple[RuleCheck, ...]:
    return tuple(check for check in checks if not check.holds)


def _rounds(proposal: Proposal) -> Iterator[Finding]:
    """How many rounds there are, of what, how many questions each asks, and what must be reached."""
    rounds, threshold = proposal.rules.rounds, proposal.rules.threshold
    names = [drawn.name for drawn in rounds]
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        yield RuleName.ROUNDS, text("challenge-breach-rounds", count=len(rounds))
    # A name is part of file names: "second-round" is one, "-x" and "tour 2" are not.
    fit = (name.isascii() and name.replace("-", "").isalnum() and not name.startswith("-") for name in names)
    if len(set(names)) < len(rounds) or not all(fit):
        yield RuleName.ROUNDS, text("challenge-breach-round-names")
    order = [drawn.kind for drawn in rounds]
    if len(order) == MOST_ROUNDS and order != [RoundKind.PROBLEMS, RoundKind.SCHEMAS]:
        yield RuleName.ROUNDS, text("challenge-breach-round-order", first=order[0].value, second=order[1].value)
    if proposal.rules.same_text < 1:
        yield RuleName.SAME_TEXT, text("challenge-breach-no-text")
    own = proposal.rules.own
    few = [
        drawn
        for drawn in proposal.rounds
        if len(drawn.items) < ((drawn.rules.questions or 1) if "questions" in own else LEAST_QUESTIONS)
    ]
    if few:
        asked = (text("challenge-breach-few", round=drawn.rules.name, count=len(drawn.items)) for drawn in few)
        yield RuleName.QUESTIONS, "; ".join(asked)
    if proposal.rules.metric is Metric.PAIRS:
        if RoundKind.SCHEMAS not in order:
            yield RuleName.THRESHOLD, text("challenge-breach-no-schemas")
        alone = (part.id for drawn in proposal.rounds for part in drawn.collection.schemas if len(part.variants) == 1)
        if schema := next(alone, None):
            yield RuleName.THRESHOLD, text("challenge-breach-no-twin", schema=schema)
    if "threshold" in own:
        return
    if not LEAST_SCORE <= threshold.least <= 1:
        yield RuleName.THRESHOLD, text("challenge-breach-threshold", least=str(LEAST_SCORE), given=str(threshold.least))
    if not 0 <= threshold.below <= BELOW_AGREEMENT:
        yield RuleName.THRESHOLD, text("challenge-breach-below", most=str(BELOW_AGREEMENT), given=str(threshold.below))


def _asked(proposal: Proposal) -> Iterator[Finding]:
    """What each question offers, what people made of it, and how often a text or a schema is asked about."""
    rules, people = proposal.rules, list[str]()
    for drawn in proposal.rounds:
        name, exact = drawn.rules.name, drawn.rules.kind is RoundKind.SCHEMAS
        for item in drawn.items:
            count = len(item.question.candidates)
            if count < _LEAST_CANDIDATES or (exact and count != _LEAST_CANDIDATES):
                yield RuleName.CANDIDATES, text("challenge-breach-candidates", item=item.id, count=count)
            if isinstance(item.key, Neither):
                yield RuleName.CANDIDATES, text("challenge-breach-neither", item=item.id)
        people += _people_breaches(drawn, rehearsal=rules.rehearsal)
        for shared, count in Counter(text_of(part) for part in drawn.collection.problems).most_common(1):
            if count > rules.same_text:
                told = repr(shared[:60])
                yield RuleName.SAME_TEXT, text("challenge-breach-same-text", count=count, round=name, text=told)
        whole = next((schema.id for schema in drawn.collection.schemas if len(schema.variants) > 1), None)
        if whole and drawn.rules.halves is not Halves.BOTH:
            yield RuleName.HALVES, text("challenge-breach-halves", schema=whole)
    if people:
        yield RuleName.PEOPLE, "; ".join(people)


def _people_breaches(each: Drawn, *, rehearsal: bool) -> Iterator[str]:
    """What is wrong with the people on whom the questions of a round were tried."""
    name = each.rules.name
    if not each.votes:
        yield text("challenge-breach-nobody", round=name)
        return
    if each.simulated and not rehearsal:
        yield text("challenge-breach-simulated", round=name)
    if each.not_adult:
        yield text("challenge-breach-adults", round=name, count=len(each.not_adult), first=each.not_adult[0])
    if each.asked_otherwise:
        yield text("challenge-breach-other-text", round=name, question=each.asked_otherwise)
    yield from (f"{name}: {reason}" for reason in apply_selection_rule(each.votes).reasons)


def _published(proposal: Proposal) -> Iterator[Finding]:
    """Whether a question, or its twin, stands in a collection that everybody can read."""
    if proposal.rules.rehearsal:
        return
    names = {listing.name for listing in CATALOGUE}
    public = [drawn.rules.name for drawn in proposal.rounds if drawn.collection.name in names]
    if public:
        yield RuleName.UNPUBLISHED, text("challenge-breach-public", rounds=", ".join(public))
        return
    known = published_texts()
    for drawn in proposal.rounds:
        for question in drawn.asked_and_twins:
            if where := known.get(spelled(question.text)):
                values = {"question": question.id, "round": drawn.rules.name, "collection": where}
                yield RuleName.UNPUBLISHED, text("challenge-breach-public-text", **values)


def published_texts() -> dict[str, str]:
    """Every text of the public collections that are on this machine, and which collection it is in."""
    found: dict[str, str] = {}
    for listing in CATALOGUE:
        path = CATALOGUE.file_of(listing)
        with suppress(AnaphorError):  # a download that was cut off says nothing about a challenge
            texts = {spelled(question.text) for question in load(path).questions} if path.exists() else set()
            found.update(dict.fromkeys(texts - {""}, listing.name))
    return found


def _conditions(proposal: Proposal) -> Iterator[Finding]:
    """What entries run on and may reach, and what is drawn by lot."""
    rules, secrets = proposal.rules, proposal.secrets
    if not rules.rehearsal and rules.backend not in SEALABLE:
        yield RuleName.SEALED, text("challenge-breach-unsealed", backend=rules.backend.value)
    if not rules.hardware.statement.strip():
        yield RuleName.HARDWARE, text("challenge-breach-no-machine")
    if not 1 <= rules.hardware.disk_gib <= _MOST_GIB:
        yield RuleName.HARDWARE, text("challenge-breach-disk", disk=number(rules.hardware.disk_gib))
    try:
        check_sites(tuple(map(read_site, rules.sites)))
    except AnaphorError as error:
        yield RuleName.INTERNET, str(error)
    if rules.sites and rules.backend is not Backend.PROCESS:
        yield RuleName.INTERNET, text("challenge-breach-sites")
    if secrets is None:
        yield RuleName.SEEDS, text("challenge-breach-no-secrets")
    elif secrets.commitments != rules.commitments:
        yield RuleName.SEEDS, text("challenge-breach-other-secrets")


def _dates(proposal: Proposal) -> Iterator[Finding]:
    """Whether everything follows in its order, neither sooner nor later than paper 4 has it."""
    dates, tolerance = proposal.rules.dates, proposal.rules.tolerance
    if not dates.opens < dates.closes <= dates.held:
        yield RuleName.DATES, text("challenge-breach-opening")
    if not dates.held < dates.source_or_trace <= dates.final:
        yield RuleName.DATES, text("challenge-breach-source")
    provisional, rerun, paper, final = dates.provisional_days, dates.rerun_days, dates.paper_days, dates.final_days
    if not 1 <= provisional < rerun <= final or not 1 <= paper <= final:
        yield RuleName.DATES, text("challenge-breach-order")
    own = proposal.rules.own
    if provisional > _PROVISIONAL_DAYS and "dates" not in own:
        yield RuleName.DATES, text("challenge-breach-provisional", days=provisional)
    if final < _FINAL_DAYS and "dates" not in own:
        yield RuleName.DATES, text("challenge-breach-final", least=_FINAL_DAYS, days=final)
    if paper > _PAPER_DAYS and "paper" not in own:
        yield RuleName.PAPER, text("challenge-breach-days", days=paper, most=_PAPER_DAYS)
    if not all(
        0 <= share <= 1 for share in (tolerance.score, tolerance.discordant, tolerance.changed, tolerance.alpha)
    ):
        yield RuleName.RERUN, text("challenge-breach-tolerance")
    if not 0 <= proposal.rules.most_failed <= 1:
        yield RuleName.THRESHOLD, text("challenge-breach-most-failed")
    if rerun > _RERUN_DAYS and "rerun" not in own:
        yield RuleName.RERUN, text("challenge-breach-days", days=rerun, most=_RERUN_DAYS)
