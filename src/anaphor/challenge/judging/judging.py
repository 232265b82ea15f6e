"""From a challenge's folder to a judgement: every round that was held, and what becomes of every entry."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from anaphor import __version__
from anaphor.challenge.calendar import phase
from anaphor.challenge.judging import standing, verdict
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import EntryResult, RoundResult
from anaphor.challenge.judging.verdict import EntryVerdict, Verdict
from anaphor.challenge.round import OVER, CourseChange, Hearing, Phase
from anaphor.challenge.rulebook import Rules
from anaphor.challenge.settings import Metric
from anaphor.challenge.store import Challenge
from anaphor.errors import InputError
from anaphor.provenance import Method, Signature
from anaphor.result import Result

JUDGE = Method("judge", 1)
"""How entries are ranked and held against the bar. Raise the number whenever a figure changes."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Judgement(Result):
    """Everything that is published about a challenge."""

    rules: Rules
    phase: Phase
    rounds: tuple[RoundResult, ...]
    entries: tuple[EntryVerdict, ...]
    """What becomes of each entry, the best first."""
    simulated: bool
    sealed: bool
    """Whether every run was sealed, second runs included."""
    signature: Signature
    changes: tuple[CourseChange, ...] = ()
    """What did not go as the rules had it."""
    head: str = ""
    """The journal's last hash, where the results were announced: to be published with them."""
    rerun: tuple[str, ...] | None = None
    """Who was run again, where that was done."""

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self.entries if entry.verdict is Verdict.PRIZE)


def judge_rounds(challenge: Challenge, now: datetime) -> Judgement:
    """The judgement at a moment; entries that have not been run are named and refused."""
    if not challenge.course.entries:
        raise challenge.nobody()
    rules, results = challenge.rules, list[RoundResult]()
    part: dict[str, list[tuple[str, EntryResult]]] = {name: [] for name in challenge.course.entries}
    names = [entered.name for entered in challenge.in_time]
    for sheet in challenge.sheets:
        if not names:
            break
        if left := waiting(challenge, sheet.name, names):
            named = ", ".join(left[:5]) + " …" * (len(left) > 5)
            raise InputError("challenge-folder-waiting", round=sheet.name, names=named)
        found = [standing.result_of(challenge, name, sheet.name, Hearing.RUN, sheet.targets) for name in names]
        for each in found:
            part[each.entry].append((sheet.name, each))
        results.append(standing.round_result(sheet, found, rules))
        names = list(results[-1].passed)
    rows = {(result.rules.name, row.entry): row for result in results for row in result.rows}
    dossiers = [
        verdict.Dossier(
            entered=entered,
            rounds=tuple((label, each, rows.get((label, name))) for label, each in part[name]),
            again=_second_runs(challenge, name, part[name]),
        )
        for name, entered in challenge.course.entries.items()
    ]
    verdicts = [verdict.judge_entry(dossier, rules, results, challenge.course, now) for dossier in dossiers]
    if out := {each.name for each in verdicts if each.verdict is Verdict.DISQUALIFIED}:
        results = [standing.ranked_without(result, out) for result in results]
        rows = {(result.rules.name, row.entry): row for result in results for row in result.rows}
        verdicts = [replace(each, row=rows.get((each.round_name or "", each.name))) for each in verdicts]
    return Judgement(
        rules=rules,
        phase=phase(rules.calendar, challenge.course, now),
        rounds=tuple(results),
        entries=tuple(sorted(verdicts, key=lambda each: _place(each, results))),
        simulated=any(each.simulated for each in challenge.sheets),
        sealed=all(dossier.sealed for dossier in dossiers),
        signature=Signature.of(
            challenge=f"{rules.title}#{rules.fingerprint}",
            rounds=",".join(f"{result.rules.name}#{result.fingerprint}" for result in results),
            threshold=rules.threshold.agreement.value,
            **({} if rules.metric is Metric.RIGHT else {"metric": rules.metric.value}),
            test="exact swaps by cluster, Holm",
            method=JUDGE,
            version=__version__,
        ),
        changes=tuple(challenge.course.changes),
    )


def verdicts_of(found: Judgement) -> str:
    """The verdicts in 64 digits, as the journal keeps them."""
    return fingerprint_of([(entry.name, entry.verdict) for entry in found.entries])


def results_of(found: Judgement) -> str:
    """Every outcome of every round in 64 digits, as the journal keeps them beside the verdicts."""
    return fingerprint_of(
        [
            {
                "round": round_.rules.name,
                "needed": round_.needed,
                "outcomes": {row.entry: {part.item: part.result for part in row.heard.outcomes} for row in round_.rows},
            }
            for round_ in found.rounds
        ]
    )


def _place(each: EntryVerdict, results: list[RoundResult]) -> tuple[bool, int, bool, int, float]:
    """Where an entry stands in the list: the further it came the higher, then by rank and score; who is out, last.

    Who failed too often to have a rank stands below those who have one.
    """
    out = each.verdict is Verdict.DISQUALIFIED
    reached = [result.rules.name for result in results].index(each.round_name) if each.round_name else -1
    if each.row is None:
        return out, -reached, True, 10**9, 0.0
    return out, -reached, each.row.rank is None, each.row.rank or 0, -float(each.row.score)


def waiting(challenge: Challenge, round_name: str, names: Sequence[str]) -> list[str]:
    """The entries that have not been run in a round; one that was disqualified by hand keeps nobody waiting."""
    return [
        name
        for name in names
        if name not in challenge.course.removals
        and challenge.course.run(name, round_name, Hearing.RUN).state not in OVER
    ]


def _second_runs(challenge: Challenge, name: str, part: Sequence[tuple[str, EntryResult]]) -> verdict.SecondRuns:
    """What the second runs of an entry say, as far as they are over: every round that it took part in."""
    repeats: dict[str, verdict.Repeat] = {}
    changed: dict[str, verdict.Changes] = {}
    runs: list[EntryResult] = []
    targets = {sheet.name: sheet.targets for sheet in challenge.sheets}
    for label, first in part:
        if not first.answers:
            continue
        if challenge.course.run(name, label, Hearing.RERUN).state in OVER:
            found = standing.result_of(challenge, name, label, Hearing.RERUN, targets[label])
            runs.append(second := standing.answered(found, targets[label]))
            both = (first.answers, first.outcomes), (second.answers, second.outcomes)
            repeats[label] = verdict.repeat(*both, challenge.rules.tolerance)
        if challenge.course.run(name, label, Hearing.CHANGED).state in OVER:
            asked = challenge.changed(label)
            wordings = tuple(question.target for question in asked)
            found = standing.result_of(challenge, name, label, Hearing.CHANGED, wordings)
            runs.append(other := standing.answered(found, wordings))
            lost = verdict.changes(first.outcomes, other.outcomes, asked, challenge.rules.tolerance)
            changed |= {} if lost is None else {label: lost}
    return verdict.SecondRuns(
        repeats=repeats,
        changes=changed,
        facts=tuple(fact for run in runs for fact in run.facts),
        sealed=all(run.sealed for run in runs if run.head),
    )
