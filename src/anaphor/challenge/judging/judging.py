"""From a challenge's folder to a judgement: every round that was held, and what becomes of every entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from anaphor import __version__
from anaphor.challenge.judging.rerun_check import Changes, Repeat, SecondRuns, changes, repeat
from anaphor.challenge.judging.results import Heard, answered, heard
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import RoundResult, Row, round_result
from anaphor.challenge.judging.verdict import Dossier, EntryVerdict, Verdict, judge_entry
from anaphor.challenge.round import Hearing, Phase, phase
from anaphor.challenge.rules import Rules
from anaphor.challenge.running import OVER
from anaphor.challenge.store import Challenge
from anaphor.errors import InputError
from anaphor.provenance import Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Everything that is published about a challenge."""

    rules: Rules
    """The rules that were applied."""
    phase: Phase
    """Where the challenge stands."""
    rounds: tuple[RoundResult, ...]
    """The rounds that were held."""
    entries: tuple[EntryVerdict, ...]
    """What becomes of each entry, the best first."""
    simulated: bool
    """Whether the people were made up."""
    sealed: bool
    """Whether every run was sealed, second runs included."""
    signature: Signature
    """How it was made."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        return tuple(each.name for each in self.entries if each.verdict is Verdict.PRIZE)


def judge(challenge: Challenge, now: datetime) -> Judgement:
    """The judgement at a moment; entries that have not been run are named and refused."""
    if not challenge.course.entries:
        raise challenge.nobody()
    results: list[RoundResult] = []
    part: dict[str, list[tuple[str, Heard]]] = {}
    names = [each.name for each in challenge.in_time]
    for sheet in challenge.sheets:
        if not names:
            break
        _refuse_waiting(challenge, sheet.rules.name, names)
        found = [heard(challenge, name, sheet.rules.name, Hearing.RUN, sheet.targets) for name in names]
        for each in found:
            part.setdefault(each.entry, []).append((sheet.rules.name, each))
        results.append(round_result(sheet, found, challenge.rules.threshold))
        names = list(results[-1].passed)
    rows = {(result.rules.name, row.entry): row for result in results for row in result.rows}
    order = {each.name: number for number, each in enumerate(challenge.course.entries.values())}
    dossiers = [_dossier(challenge, name, part.get(name, []), rows) for name in order]
    verdicts = [judge_entry(each, challenge.rules, results, challenge.course, now) for each in dossiers]
    return Judgement(
        rules=challenge.rules,
        phase=phase(challenge.rules.dates, challenge.course, now),
        rounds=tuple(results),
        entries=tuple(sorted(verdicts, key=lambda each: (*_place(each, results), order[each.name]))),
        simulated=challenge.simulated,
        sealed=all(each.sealed for each in dossiers),
        signature=_signature(challenge, results),
    )


def verdicts_of(found: Judgement) -> str:
    """The verdicts in 64 digits, as the journal keeps them."""
    return fingerprint_of([(each.name, each.verdict) for each in found.entries])


def results_of(found: Judgement) -> str:
    """Every outcome of every round in 64 digits, as the journal keeps them beside the verdicts."""
    return fingerprint_of(
        [
            {
                "round": each.rules.name,
                "needed": each.needed,
                "outcomes": {row.entry: {part.item: part.result for part in row.heard.outcomes} for row in each.rows},
            }
            for each in found.rounds
        ]
    )


def _signature(challenge: Challenge, results: list[RoundResult]) -> Signature:
    asked = ",".join(f"{each.rules.name}#{each.fingerprint}" for each in results)
    return Signature.of(
        challenge=f"{challenge.rules.title}#{challenge.rules.fingerprint}",
        rounds=asked,
        threshold=challenge.rules.threshold.agreement.value,
        test="exact swaps by cluster, Holm",
        version=__version__,
    )


def _place(each: EntryVerdict, results: list[RoundResult]) -> tuple[bool, int, int, float]:
    """Where an entry stands in the list: the further it came the higher, then by rank and score; who is out, last."""
    out = each.verdict is Verdict.DISQUALIFIED
    reached = [result.rules.name for result in results].index(each.round_name) if each.round_name else -1
    if each.row is None:
        return out, -reached, 10**9, 0.0
    return out, -reached, each.row.rank, -float(each.row.score)


def waiting(challenge: Challenge, round_name: str, names: Sequence[str]) -> list[str]:
    """The entries that have not been run in a round; one that was disqualified by hand keeps nobody waiting."""
    return [
        name
        for name in names
        if name not in challenge.course.removals
        and challenge.course.run(name, round_name, Hearing.RUN).state not in OVER
    ]


def _refuse_waiting(challenge: Challenge, round_name: str, names: list[str]) -> None:
    left = waiting(challenge, round_name, names)
    if left:
        raise InputError(
            f"the round {round_name} waits for what has not been run: {', '.join(left[:5])}{' …' * (len(left) > 5)}",
            todo="Run: anaphor challenge run",
        )


def _dossier(
    challenge: Challenge, name: str, part: list[tuple[str, Heard]], rows: Mapping[tuple[str, str], Row]
) -> Dossier:
    entered = challenge.course.entries[name]
    return Dossier(
        entered=entered,
        rounds=tuple((label, each, rows.get((label, name))) for label, each in part),
        again=_second_runs(challenge, name, part),
    )


def _second_runs(challenge: Challenge, name: str, part: list[tuple[str, Heard]]) -> SecondRuns:
    """What the second runs of an entry say, as far as they are over: every round that it took part in."""
    repeats: dict[str, Repeat] = {}
    changed: dict[str, Changes] = {}
    runs: list[Heard] = []
    for label, first in part:
        if not first.answers:
            continue
        if challenge.course.run(name, label, Hearing.RERUN).state in OVER:
            repeats[label] = _repeated(challenge, label, first, runs)
        if challenge.course.run(name, label, Hearing.CHANGED).state in OVER:
            found = _changed(challenge, label, first, runs)
            changed |= {} if found is None else {label: found}
    return SecondRuns(
        repeats=repeats,
        changes=changed,
        facts=tuple(fact for each in runs for fact in each.facts),
        sealed=all(each.sealed for each in runs if each.head),
    )


def _repeated(challenge: Challenge, label: str, first: Heard, runs: list[Heard]) -> Repeat:
    targets = next(each.targets for each in challenge.sheets if each.rules.name == label)
    second = answered(heard(challenge, first.entry, label, Hearing.RERUN, targets), targets)
    runs.append(second)
    return repeat((first.answers, first.outcomes), (second.answers, second.outcomes), challenge.rules.tolerance)


def _changed(challenge: Challenge, label: str, first: Heard, runs: list[Heard]) -> Changes | None:
    asked = challenge.changed(label)
    targets = tuple(each.target for each in asked)
    found = answered(heard(challenge, first.entry, label, Hearing.CHANGED, targets), targets)
    runs.append(found)
    return changes(first.outcomes, found.outcomes, asked, challenge.rules.tolerance)
