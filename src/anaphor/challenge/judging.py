"""From a challenge's folder to a judgement: every round that was held, and what becomes of every entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from anaphor import __version__
from anaphor.challenge.changed import ChangedItem, changed_items
from anaphor.challenge.questions import Drawn
from anaphor.challenge.rerun_check import Changes, Repeat, changes, repeat
from anaphor.challenge.results import Heard, answered, heard, targets_for
from anaphor.challenge.round import Hearing, Phase, phase
from anaphor.challenge.rules import Rules
from anaphor.challenge.running import OVER
from anaphor.challenge.secret import seed_of
from anaphor.challenge.standing import RoundResult, Row, round_result, round_targets
from anaphor.challenge.store import Challenge, fingerprint_of
from anaphor.challenge.trace_hearing import Fact
from anaphor.challenge.verdict import Dossier, EntryVerdict, Verdict, judge_entry
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
    """Whether every run was sealed."""
    signature: Signature
    """How it was made."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        return tuple(each.name for each in self.entries if each.verdict is Verdict.PRIZE)


def judge(challenge: Challenge, now: datetime) -> Judgement:
    """The judgement at a moment; entries that have not been run are named and refused."""
    if not challenge.course.entries:
        raise InputError("nobody has entered", todo="Run: anaphor challenge enter")
    results: list[RoundResult] = []
    part: dict[str, list[tuple[str, Heard]]] = {}
    names = [each.name for each in challenge.in_time]
    for drawn in challenge.rounds:
        if not names:
            break
        _refuse_waiting(challenge, drawn.rules.name, names)
        targets = round_targets(drawn)
        found = [heard(challenge, name, drawn.rules.name, Hearing.RUN, targets) for name in names]
        for each in found:
            part.setdefault(each.entry, []).append((drawn.rules.name, each))
        results.append(round_result(drawn, found, challenge.rules.threshold))
        names = list(results[-1].passed)
    rows = {(result.rules.name, row.entry): row for result in results for row in result.rows}
    order = {each.name: number for number, each in enumerate(challenge.course.entries.values())}
    verdicts = [
        judge_entry(_dossier(challenge, name, part.get(name, []), rows), challenge.rules, results, challenge.course,
                    now)
        for name in order
    ]  # fmt: skip
    return Judgement(
        rules=challenge.rules, phase=phase(challenge.rules.dates, challenge.course, now), rounds=tuple(results),
        entries=tuple(sorted(verdicts, key=lambda each: (*_place(each, results), order[each.name]))),
        simulated=challenge.simulated, sealed=all(each.sealed for runs in part.values() for _, each in runs),
        signature=_signature(challenge, results),
    )  # fmt: skip


def verdicts_of(found: Judgement) -> str:
    """The verdicts in 64 digits, as the journal keeps them."""
    return fingerprint_of([(each.name, each.verdict) for each in found.entries])


def _signature(challenge: Challenge, results: list[RoundResult]) -> Signature:
    asked = ",".join(f"{each.rules.name}#{each.fingerprint}" for each in results)
    return Signature.of(
        challenge=f"{challenge.rules.title}#{challenge.rules.fingerprint}", rounds=asked,
        threshold=challenge.rules.threshold.agreement.value, test="exact swaps by cluster, Holm", version=__version__,
    )  # fmt: skip


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
        name for name in names
        if name not in challenge.course.removals
        and challenge.course.run(name, round_name, Hearing.RUN).state not in OVER
    ]  # fmt: skip


def _refuse_waiting(challenge: Challenge, round_name: str, names: list[str]) -> None:
    left = waiting(challenge, round_name, names)
    if left:
        raise InputError(
            f"{len(left)} entries have not been run in the round {round_name}, the first is {left[0]}",
            todo="Run: anaphor challenge run",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Again:
    """What the second runs of an entry say."""

    repeat: Repeat | None = None
    changes: Changes | None = None
    facts: tuple[Fact, ...] = ()


def _dossier(
    challenge: Challenge, name: str, part: list[tuple[str, Heard]], rows: Mapping[tuple[str, str], Row]
) -> Dossier:
    again = _second_runs(challenge, name, part[-1]) if part else _Again()
    return Dossier(
        entered=challenge.course.entries[name], source_included=challenge.entry(name).source_included,
        rounds=tuple((label, each, rows.get((label, name))) for label, each in part), repeat=again.repeat,
        changes=again.changes, later=again.facts,
    )  # fmt: skip


def _second_runs(challenge: Challenge, name: str, last: tuple[str, Heard]) -> _Again:
    """What the second runs of an entry say, as far as they are over."""
    label, first = last
    drawn = next(each for each in challenge.rounds if each.rules.name == label)
    tolerance = challenge.rules.tolerance
    repeated, changed = None, None
    facts: tuple[Fact, ...] = ()
    if challenge.course.run(name, label, Hearing.RERUN).state in OVER:
        second = answered(heard(challenge, name, label, Hearing.RERUN, round_targets(drawn)), round_targets(drawn))
        repeated = repeat((first.answers, first.outcomes), (second.answers, second.outcomes), tolerance)
        facts = second.facts
    if challenge.course.run(name, label, Hearing.CHANGED).state in OVER:
        asked = changed_questions(challenge, drawn)
        targets = targets_for([each.item for each in asked])
        found = answered(heard(challenge, name, label, Hearing.CHANGED, targets), targets)
        changed = changes(first.outcomes, found.outcomes, asked, tolerance)
        facts = (*facts, *found.facts)
    return _Again(repeat=repeated, changes=changed, facts=facts)


def changed_questions(challenge: Challenge, drawn: Drawn) -> tuple[ChangedItem, ...]:
    """The changed wordings of a round, from the secret of the second run."""
    return changed_items(drawn, seed_of(challenge.need_secrets().rerun, "names"))
