"""What the challenge's commands print: entries with their verdicts, rules, evidence."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from anaphor.challenge import (
    Challenge,
    Hearing,
    RuleCheck,
    Rules,
    Run,
    RunState,
    percent,
    percents,
    phase,
    verdict_text,
)
from anaphor.challenge.evidence import Evidence, judgement_document
from anaphor.challenge.judging import EntryVerdict, Judgement, RoundResult, Verdict, judge, waiting
from anaphor.challenge.transcript import read_trace
from anaphor.cli.output import print_json, print_table, say


def print_judgement(found: Judgement) -> None:
    """The verdicts as a table, then what the bars mean."""
    rows = [_row(each, found.rules) for each in found.entries]
    print_table(["entry", "round", "rank", "score", "95 %", "state", "verdict", "why"], rows)
    for each in found.rounds:
        say(_bar_text(each))
    for stamp in stamps(found):
        say(stamp)


def _row(each: EntryVerdict, rules: Rules) -> list[Any]:
    row = each.row
    numbers = ["–", "–", "–"]
    if row is not None:
        ends = percents(row.interval.low, row.interval.high)
        numbers = [str(row.rank), f"{row.right}, {percent(row.score)}", ends]
    state = verdict_text(each.verdict.value)
    return [each.name, each.round_name or "–", *numbers, each.state, state, _why(each, rules)]


def _why(each: EntryVerdict, rules: Rules) -> str:
    return " ".join(reason.text(rules) for reason in each.why)


def _bar_text(found: RoundResult) -> str:
    agreed, needed = found.agreements, found.needed_by
    chance = next(each for each in found.power if each.true == 0.85)
    return (
        f"{found.rules.name}: {found.needed} of {len(found.targets)} right are needed "
        f"(threshold {percent(found.threshold)}). "
        f"Agreement of people: accuracy {percent(agreed.accuracy)} ({needed['accuracy']} needed), "
        f"pairwise {percent(agreed.pairwise)} ({needed['pairwise']}), unanimous {percent(agreed.unanimous)} "
        f"({needed['unanimous']}). A true {percent(chance.true)} system passes in {percent(chance.passes)} of trials."
    )


def stamps(found: Judgement) -> list[str]:
    """What must be said of results that are not what they look like."""
    said = []
    if found.rules.rehearsal:
        said.append("Rehearsal: dates were jumped to, nothing here is a result.")
    if found.simulated:
        said.append("Simulated: the people are made up.")
    if not found.sealed:
        said.append("Not sealed: at least one entry ran outside a sandbox.")
    return said


def states_document(challenge: Challenge, when: datetime) -> dict[str, Any]:
    """Entries after a run: judged where all of them have been run, else with their states."""
    if not _waiting(challenge):
        found = judge(challenge, when)
        document = judgement_document(found)
        said = {each.name: _why(each, found.rules) + _last_words(challenge, each.name) for each in found.entries}
        return {**document, "entries": [{**each, "why": said[each["name"]]} for each in document["entries"]]}
    entries = [_state_document(challenge, name) for name in challenge.course.entries]
    now = phase(challenge.rules.dates, challenge.course, when)
    return {"title": challenge.rules.title, "phase": now.value, "entries": entries}


def _waiting(challenge: Challenge) -> bool:
    """Whether a run is still to be made, or made again."""
    first = challenge.rules.rounds[0].name
    begun = [(name, label) for name, label, which in challenge.course.runs if which is Hearing.RUN]
    new = [(each.name, first) for each in challenge.in_time]
    return any(waiting(challenge, label, [name]) for name, label in (*begun, *new))


def _state_document(challenge: Challenge, name: str) -> dict[str, Any]:
    last = _last_run(challenge, name)
    late = challenge.course.entries[name].late
    why = last.reason or _mishap(last) + _last_words(challenge, name)
    return {
        "name": name,
        "state": "refused" if late else last.state.value,
        "score": None,
        "verdict": (Verdict.LATE if late else Verdict.NO_RESULT).value,
        "reasons": [why] if why else [],
        "why": why,
    }


def _last_run(challenge: Challenge, name: str) -> Run:
    runs = [challenge.course.run(name, each.name, Hearing.RUN) for each in challenge.rules.rounds]
    return next((run for run in reversed(runs) if run.attempt), runs[0])


def _mishap(run: Run) -> str:
    """Why a run that took place ended early; nothing of one that did not."""
    told = {RunState.TIMED_OUT: "Its time was up.", RunState.FAILED: "It ended by itself, as often as it was started."}
    return told.get(run.state, "")


def _last_words(challenge: Challenge, name: str) -> str:
    """What an entry that failed wrote last, for the organiser alone: it may quote a question."""
    run = _last_run(challenge, name)
    path = challenge.folder / (run.trace or "")
    if run.state is not RunState.FAILED or not path.is_file():
        return ""
    told = [line for each in read_trace(path) for line in str(each.get("stderr") or "").splitlines() if line.strip()]
    return f" The last line of its standard error: {told[-1].strip()}" if told else ""


def print_states(document: dict[str, Any]) -> None:
    """The same as a table."""
    rows = [
        [
            each["name"],
            each["state"],
            "–" if each["score"] is None else percent(each["score"]),
            verdict_text(each["verdict"]),
            each["why"],
        ]
        for each in document["entries"]
    ]
    print_table(["entry", "state", "score", "verdict", "why"], rows)


def print_rules(checks: Sequence[RuleCheck], rules: Rules, *, json: bool) -> bool:
    """The rules and which of them are broken; whether none is."""
    valid = all(each.holds for each in checks)
    if json:
        found = [
            {"rule": each.rule.value, "holds": each.holds, "text": each.text, "problem": each.problem}
            for each in checks
        ]
        print_json({"valid": valid, "fingerprint": rules.fingerprint, "rehearsal": rules.rehearsal, "rules": found})
        return valid
    rows = [[each.rule.value, "kept" if each.holds else "BROKEN", each.problem or each.text] for each in checks]
    print_table(["rule", "", "text, or what breaks it"], rows)
    said = f"fingerprint {rules.fingerprint}" if valid else "the challenge breaks its own rules"
    say(f"{'Valid' if valid else 'Not valid'}: {said}.")
    return valid


def print_evidence(found: Sequence[Evidence], *, json: bool) -> bool:
    """The evidence and what is wrong with it; whether nothing is."""
    ok = all(each.ok for each in found)
    if json:
        checks = [{"name": each.name, "ok": each.ok, "fault": each.fault, "unseen": each.unseen} for each in found]
        print_json({"ok": ok, "evidence": checks})
        return ok
    rows = [[each.name, _state(each), each.fault or each.unseen or ""] for each in found]
    print_table(["evidence", "", "fault, or what could not be looked at"], rows)
    unseen = sum(each.unseen is not None for each in found)
    if not ok:
        say("The evidence does not hold together.")
    elif unseen:
        say(f"Everything that is here holds together; {unseen} of {len(found)} pieces are not, or not wholly, here.")
    else:
        say("Everything holds together.")
    return ok


def _state(each: Evidence) -> str:
    if not each.ok:
        return "BROKEN"
    return "not seen" if each.unseen else "holds"
