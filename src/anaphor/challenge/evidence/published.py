"""Does what was published agree with itself? Judgement, outcomes and sheets, held against the journal beside them."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any

from anaphor.challenge.evidence.documents import judgement_document
from anaphor.challenge.evidence.publication import COLUMNS, JUDGEMENT, OUTCOMES, outcomes_text
from anaphor.challenge.judging.judging import Judgement, judge
from anaphor.challenge.judging.sheet import SHEETS_FILE as SHEETS
from anaphor.challenge.judging.sheet import fingerprint_of, read_sheets, sheet_digest
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.round import Hearing, Phase
from anaphor.challenge.store import Challenge
from anaphor.errors import FormatError, Place
from anaphor.files import read_json, read_object, regular_bytes
from anaphor.provenance import canonical_json
from anaphor.scoring.items import Result

NOT_YET = "keys and replies are published with the final results"
_HALF = "scores are those of the outcomes that were announced; ranks, intervals, seals and second runs come at the end"
_LARGEST = 2**30
_NEAR = 1e-9
Outcomes = dict[str, dict[str, dict[str, str]]]
"""What became of each question: by round, entry and question."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """A check that could not be made here."""

    why: str
    """Why."""


def check_judgement(challenge: Challenge) -> str | Unseen | None:
    """What is wrong with the published judgement; None: nothing."""
    announced = [each for each in challenge.events() if each["kind"] in ("announced", "concluded")]
    if not announced:
        return None
    found = read_object(challenge.folder / JUDGEMENT, _LARGEST, "this is no judgement")
    rows = _read_rows(challenge.folder / OUTCOMES)
    try:
        fault = _faults(challenge, found, _by_round(rows), announced[-1])
        if fault is None and challenge.course.concluded:
            fault = _differences(found, rows, judge(challenge, challenge.course.concluded))
        return fault or (None if challenge.course.concluded else Unseen(_HALF))
    except (KeyError, TypeError, AttributeError) as error:
        return f"it is no judgement ({type(error).__name__}: {error})"


def _faults(challenge: Challenge, found: Mapping[str, Any], outcomes: Outcomes, last: Mapping[str, Any]) -> str | None:
    if found["rules"] != challenge.rules.fingerprint:
        return f"it was made under the rules {found['rules']}"
    if found["journal"] != {"head": challenge.head, "lines": len(challenge.events())}:
        return "it speaks of another journal"
    stated = _misstated(challenge, found) or next(
        filter(None, (_misread(challenge, each, found, outcomes) for each in found["entries"])), None
    )
    if stated:
        return stated
    told = [
        {"round": each["name"], "needed": each["needed"], "outcomes": outcomes.get(each["name"], {})}
        for each in found["rounds"]
    ]
    if last.get("results") not in (None, fingerprint_of(told)):
        return f"{OUTCOMES} is not what was announced"
    # The line that makes results final was written of candidates: by it they became winners.
    verdicts = [
        (each["name"], Verdict.CANDIDATE if each["verdict"] == Verdict.PRIZE else each["verdict"])
        for each in found["entries"]
    ]
    final = last["kind"] == "concluded"
    same = fingerprint_of(verdicts) == last["entries"]
    return "its verdicts are not those that were announced" if final and not same else None


def _misstated(challenge: Challenge, found: Mapping[str, Any]) -> str | None:
    """What rules and journal contradict, which needs no key to be seen."""
    rules, over = challenge.rules, bool(challenge.course.concluded)
    if sorted(each["name"] for each in found["entries"]) != sorted(challenge.course.entries):
        return "its entries are not those that the journal knows"
    if (found["title"], found["rehearsal"]) != (rules.title, rules.rehearsal) or over != (
        found["phase"] == Phase.FINAL
    ):
        return "its title, or what it says of itself, is not that of rules and journal"
    won = [each["name"] for each in found["entries"] if each["verdict"] == Verdict.PRIZE]
    return "somebody has won, and the results are not final" if not over and (won or found["winners"]) else None


def _misread(challenge: Challenge, each: Mapping[str, Any], found: Mapping[str, Any], outcomes: Outcomes) -> str | None:
    """What the journal, the outcomes or the bar contradict in what is said of an entry."""
    name, label, verdict = each["name"], each["round"], each["verdict"]
    if challenge.course.entries[name].late:
        return None if verdict == Verdict.LATE and each["score"] is None else f"{name} came late"
    results = outcomes.get(label, {}).get(name, {}).values()
    right = sum(result == Result.RIGHT for result in results)
    if each.get("right", 0) != right or each["score"] != (right / len(results) if results else None):
        return f"{name} has {right} right answers in {OUTCOMES}, and {each.get('right', 'none')} here ({each['score']})"
    held = [part["name"] for part in found["rounds"]]
    part_in = [part for part in held if challenge.course.run(name, part, Hearing.RUN).attempt]
    state = challenge.course.run(name, label, Hearing.RUN).state
    # One that was disqualified by hand may be said to wait for a round in which it was never run.
    known = name in challenge.course.removals or label == next(reversed(part_in), held[0])
    if not known or each["state"] != state:
        return f"{name} stands in the journal as {state.value} in another way than here"
    passes = bool(results) and label == held[-1] and right >= found["rounds"][-1]["needed"]
    allowed = {Verdict.CANDIDATE, Verdict.PRIZE} if passes else {Verdict.BELOW if results else Verdict.NO_RESULT}
    return None if verdict in allowed | {Verdict.DISQUALIFIED} else f"{name} has {right} right, and is {verdict!r} here"


def _read_rows(path: Path) -> list[list[str]]:
    """The rows of the table of outcomes."""
    rows = list(csv.reader(regular_bytes(path, _LARGEST).decode("utf-8", "replace").splitlines()))
    for number, row in enumerate(rows, 1):
        if len(row) != len(COLUMNS):
            raise FormatError("this is no outcome", where=Place(file=str(path), line=number))
    return rows[1:]


def _by_round(rows: list[list[str]]) -> Outcomes:
    found: Outcomes = {}
    for label, entry, question, result, *_ in rows:
        found.setdefault(label, {}).setdefault(entry, {})[question] = result
    return found


def _differences(told: Mapping[str, Any], rows: list[list[str]], made: Judgement) -> str | None:
    """What differs from a judgement made anew; words may, where another version of this program chose them."""
    anew, skipped = judgement_document(made), {"signature", "journal"}
    worded = told["signature"] == anew["signature"]
    for name in sorted({*told, *anew} - skipped):
        if not _alike(told.get(name), anew.get(name), worded=worded):
            return f"what it says of {name} does not follow from the evidence"
    due = list(csv.reader(outcomes_text(made).splitlines()))[1:]
    # How long an answer took stands in the trace alone.
    same = len(due) == len(rows) and all(
        ours[:-1] == row[:-1] and ours[-1] in ("", row[-1]) for ours, row in zip(due, rows, strict=True)
    )
    return None if same else f"{OUTCOMES} does not follow from the evidence"


def _alike(one: object, other: object, *, worded: bool) -> bool:
    """Whether two JSON values are the same; other machines may round a last digit otherwise."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = {*one, *other} - (set() if worded else {"reasons"})
        return all(name in one and name in other and _alike(one[name], other[name], worded=worded) for name in names)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            _alike(mine, yours, worded=worded) for mine, yours in zip(one, other, strict=True)
        )
    if isinstance(one, float) and isinstance(other, float | int) and not isinstance(other, bool):
        return isclose(one, other, rel_tol=_NEAR, abs_tol=_NEAR)
    return type(one) is type(other) and one == other


def check_runs(challenge: Challenge) -> str | Unseen | None:
    """What is wrong with whose replies are published: once results are final, those of every run, and of no other."""
    known = {label for label, run in challenge.course.runs.items() if run.head} if challenge.course.concluded else set()
    other = known ^ set(challenge.replies)
    if not other:
        return None if challenge.course.concluded else Unseen(NOT_YET)
    entry, label, which = min(other)
    here = "no line of the journal speaks of" if (entry, label, which) in challenge.replies else "there are none of"
    return f"{here} the {which.value} of {entry} in {label}"


def check_sheets(challenge: Challenge) -> str | Unseen | None:
    """What is wrong with the published keys and votes, which the journal is bound to from the opening on."""
    path = challenge.folder / SHEETS
    if not path.exists():
        return "they are missing, and the results are final" if challenge.course.concluded else Unseen(NOT_YET)
    told, events = read_json(regular_bytes(path, _LARGEST)), challenge.events()
    opened: list[Mapping[str, Any]] = next((each["material"] for each in events if each["kind"] == "opened"), [])
    sheets, _ = read_sheets(challenge.folder, challenge.rules)
    if [sheet_digest(each) for each in sheets] != [each.get("sheet") for each in opened]:
        return "they are not those to which the journal was bound when the challenge opened"
    final = next((each.get("sheets") for each in events if each["kind"] == "concluded"), None)
    if final is not None and fingerprint_of(told) != final:
        return "they are not those that were announced with the final results"
    same = canonical_json(told) == canonical_json(challenge.sheets_document())
    return None if same else "keys or votes are not those of the questions"
