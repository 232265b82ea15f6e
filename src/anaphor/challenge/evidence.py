"""Does the evidence hold together? Journal, traces, entries, seeds and rules, each held against the others."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from anaphor.challenge.entry import entry_digest
from anaphor.challenge.judging import judge, verdicts_of
from anaphor.challenge.round import Act, Deposited, Entered, Hearing, RunName, is_late, moment
from anaphor.challenge.secret import commitment, seed_of
from anaphor.challenge.store import JOURNAL, Challenge
from anaphor.challenge.trace import read_trace, verify_trace
from anaphor.errors import AnaphorError


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One piece of evidence."""

    name: str
    """What it is."""
    fault: str | None
    """What is wrong with it; None: nothing."""

    @property
    def ok(self) -> bool:
        """Whether it holds."""
        return self.fault is None


def verify(challenge: Challenge, head: str | None = None) -> tuple[Evidence, ...]:
    """Every piece of evidence of a challenge, with what is wrong; `head` is a published hash of the journal."""
    found = [Evidence(name=name, fault=_said(check)) for name, check in _checks(challenge, head)]
    if all(each.ok for each in found):  # else what the verdicts rest on is named already
        found += [Evidence(name=name, fault=_said(check)) for name, check in _announcements(challenge)]
    return tuple(found)


def verify_file(path: Path, head: str | None = None) -> Evidence:
    """One trace, or a journal, on its own."""
    if path.is_file() and _is_journal(path):
        return Evidence(name=str(path), fault=_said(partial(_journal, path, head)))
    check = verify_trace(path, head=head)
    where = f"line {check.line}: " if check.line else ""
    return Evidence(name=str(path), fault=f"{where}{check.fault}" if check.fault else None)


def _said(check: Callable[[], str | None]) -> str | None:
    try:
        return check()
    except AnaphorError as error:
        return str(error)
    except OSError as error:
        return f"it cannot be read ({error.strerror})"


def _checks(challenge: Challenge, head: str | None) -> Iterator[tuple[str, Callable[[], str | None]]]:
    course = challenge.course
    yield "journal", partial(_journal, challenge.folder / JOURNAL, head)
    yield "rules", partial(_rules, challenge)
    if challenge.secrets is not None and course.fingerprint is not None:
        yield "questions and people", challenge.check_material
    for which, secret in course.revealed.items():
        yield f"seed of the {which}", partial(_seed, challenge, which, secret)
    for name, entered in course.entries.items():
        yield f"entry {name}", partial(_entry, challenge, entered)
    yield "traces", partial(_strays, challenge)
    for name, given in course.deposits.items():
        for each in given:
            yield f"{each.what.value} of {name}", partial(_deposit, challenge.folder / "deposits" / name, each)
    for label, run in course.runs.items():
        if run.trace is not None and run.head is not None:
            yield run.trace, partial(_trace, challenge, label, challenge.folder / run.trace, run.head)


def _announcements(challenge: Challenge) -> Iterator[tuple[str, Callable[[], str | None]]]:
    for number, event in enumerate(challenge.events()):
        if event["kind"] in ("announced", "concluded"):
            yield f"verdicts {event['kind']}", partial(_verdicts, challenge, number, event)


def _strays(challenge: Challenge) -> str | None:
    """Traces that no line of the journal speaks of: lines were taken from its end, or files put in."""
    known = {each["trace"] for each in challenge.events() if each["kind"] == "started"}
    found = sorted(str(path.relative_to(challenge.folder)) for path in challenge.folder.glob("traces/*/*.jsonl"))
    strange = [name for name in found if name not in known and ".traffic-" not in name]
    return f"{strange[0]} stands in no line of the journal" if strange else None


def _verdicts(challenge: Challenge, number: int, event: Mapping[str, Any]) -> str | None:
    """Whether what was announced follows from what lay before it."""
    found = verdicts_of(judge(challenge.before(number), datetime.fromisoformat(event["when"])))
    return None if found == event["entries"] else "they do not follow from the evidence"


def _trace(challenge: Challenge, label: RunName, path: Path, head: str) -> str | None:
    """What is wrong with a trace: its chain, whose it is, what it was drawn by, the traffic that it speaks of."""
    fault = verify_file(path, head).fault
    if fault is not None:
        return fault
    first, *rest = read_trace(path)
    entry, _, which = label
    if first["respondent"] != entry:
        return f"it is the trace of {first['respondent']}, not of {entry}"
    secret = challenge.course.revealed.get("run" if which is Hearing.RUN else "rerun")
    if secret is not None and first["terms"]["seed"] != seed_of(secret, "order"):
        return "its order was not drawn by the secret that was committed to"
    parts = [verify_file(path.with_name(each["file"]), each["head"]) for each in rest if each["kind"] == "traffic"]
    return next((f"{part.name}: {part.fault}" for part in parts if not part.ok), None)


def _deposit(folder: Path, given: Deposited) -> str | None:
    kept = sorted(folder.glob(f"{given.what.value}-{given.sha256[:16]}*"))
    if not kept:
        return "it is not there"
    return None if hashlib.sha256(kept[0].read_bytes()).hexdigest() == given.sha256 else "it is not what was handed in"


def _entry(challenge: Challenge, entered: Entered) -> str | None:
    if entered.late != is_late(Act.ENTER, challenge.rules.dates, entered.when):
        return f"it came {moment(entered.when)}, and is said to be {'late' if entered.late else 'in time'}"
    same = entry_digest(challenge.path_of(entered.name)) == entered.digest
    return None if same else "its files are not those that came"


def _is_journal(path: Path) -> bool:
    """Whether a file begins as a journal does: that has no last record."""
    with path.open("rb") as file:
        return b'"kind":"opened"' in file.readline(1000)


def _journal(path: Path, head: str | None) -> str | None:
    """What is wrong with a journal; one that has grown since a hash of it was published still holds that hash."""
    hashes = [each["hash"] for each in read_trace(path)]
    if head is None or head in hashes:
        return None
    return f"it does not hold the published {head[:16]}…: it was rewritten, or lines were taken from its end"


def _rules(challenge: Challenge) -> str | None:
    published = challenge.course.fingerprint
    if published is None or published == challenge.rules.fingerprint:
        return None
    return f"the rules are {challenge.rules.fingerprint}, those at the opening were {published}"


def _seed(challenge: Challenge, which: str, secret: str) -> str | None:
    promised: str = getattr(challenge.rules.commitments, which)
    return None if commitment(secret) == promised else "it is not the one that was committed to"
