"""Does the evidence hold together? Journal, traces, entries, seeds and rules, each held against the others.

The same questions are put to an organiser's folder and to what was published of it; what is not published cannot be
looked at, and that is said.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from anaphor.challenge.entry import files_digest, joined_digest
from anaphor.challenge.evidence.published import NOT_YET, Unseen, check_judgement, check_runs, check_sheets
from anaphor.challenge.evidence.replies import check_asked, check_replies
from anaphor.challenge.judging.judging import judge, results_of, verdicts_of
from anaphor.challenge.judging.results import summary_of
from anaphor.challenge.judging.sheet import SHEETS_FILE as SHEETS
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.proxy.sites import read_site
from anaphor.challenge.round import Act, Deposited, Entered, Hearing, Run, RunName, is_late, moment
from anaphor.challenge.rules import Rules
from anaphor.challenge.sandbox.sandbox import SEALABLE
from anaphor.challenge.secret import commitment, seed_of
from anaphor.challenge.store import JOURNAL, Challenge
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.errors import AnaphorError
from anaphor.provenance import plain
from anaphor.schema import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One piece of evidence."""

    name: str
    """What it is."""
    fault: str | None = None
    """What is wrong with it; None: nothing."""
    unseen: str | None = None
    """Why it could not be looked at, or not wholly; None: it was."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it, as far as it could be looked at."""
        return self.fault is None


Check = Callable[[], str | Unseen | None]
"""What is wrong, or why that cannot be said; None: nothing is wrong."""


def verify(challenge: Challenge, head: str | None = None) -> tuple[Evidence, ...]:
    """Every piece of evidence of a challenge, with what is wrong; `head` is a published hash of the journal."""
    inspection = _Inspection(challenge)
    found = [_looked_at(name, check) for name, check in inspection.checks(head)]
    if all(each.ok for each in found):  # else what the verdicts rest on is named already
        found += [_looked_at(name, check) for name, check in inspection.announcements()]
    return tuple(found)


def verify_file(path: Path, head: str | None = None) -> Evidence:
    """One trace, or a journal, on its own."""
    if path.is_file() and _is_journal(path):
        return _looked_at(str(path), partial(_journal, path, head))
    check = verify_trace(path, head=head)
    where = f"line {check.line}: " if check.line else ""
    if check.fault:
        return Evidence(name=str(path), fault=f"{where}{check.fault}")
    records = read_trace(path)
    return Evidence(name=str(path), fault=check_replies(records) if "terms" in records[0] else None)


def _looked_at(name: str, check: Check) -> Evidence:
    try:
        found = check()
    except AnaphorError as error:
        found = str(error)
    except OSError as error:
        found = f"it cannot be read ({error.strerror})"
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:  # a chain of made-up records
        found = f"no referee writes such records ({type(error).__name__}: {error})"
    if isinstance(found, Unseen):
        return Evidence(name=name, unseen=found.why)
    return Evidence(name=name, fault=found)


class _Inspection:
    """The checks of one challenge; what takes long to hash is hashed once."""

    def __init__(self, challenge: Challenge) -> None:
        self._challenge, self._files = challenge, dict[str, str]()

    def checks(self, head: str | None) -> Iterator[tuple[str, Check]]:
        """Everything but the verdicts."""
        challenge, course = self._challenge, self._challenge.course
        yield "journal", partial(_own_journal, challenge, head)
        yield "rules", partial(_rules, challenge)
        yield "questions and people", partial(_material, challenge)
        if challenge.is_published:
            yield "sheets", partial(check_sheets, challenge)
            yield "replies", partial(check_runs, challenge)
        for which, secret in course.revealed.items():
            yield f"seed of the {which}", partial(_seed, challenge, which, secret)
        for name, entered in course.entries.items():
            yield f"entry {name}", partial(self._entry, entered)
        yield "traces", partial(_strays, challenge)
        for name, given in course.deposits.items():
            for each in given:
                yield f"{each.what.value} of {name}", partial(_deposit, challenge, name, each)
        for label, run in course.runs.items():
            if run.trace is not None and run.head is not None:
                yield run.trace, partial(self._run, label, run)

    def announcements(self) -> Iterator[tuple[str, Check]]:
        """The verdicts, which must follow from all the rest."""
        for number, event in enumerate(self._challenge.events()):
            if event["kind"] in ("announced", "concluded"):
                yield f"verdicts {event['kind']}", partial(_verdicts, self._challenge, number, event)
        if self._challenge.is_published:
            yield "judgement", partial(check_judgement, self._challenge)

    def _entry(self, entered: Entered) -> str | Unseen | None:
        challenge = self._challenge
        if entered.late != is_late(Act.ENTER, challenge.rules.dates, entered.when):
            return f"it came {moment(entered.when)}, and is said to be {'late' if entered.late else 'in time'}"
        if challenge.is_published:
            return Unseen("its files are not published")
        same = joined_digest(challenge.path_of(entered.name), self._files_of(entered.name)) == entered.digest
        return None if same else "its files are not those that came"

    def _files_of(self, name: str) -> str:
        if name not in self._files:
            self._files[name] = files_digest(self._challenge.path_of(name))
        return self._files[name]

    def _run(self, label: RunName, run: Run) -> str | Unseen | None:
        """What is wrong with a run: its trace, or what was published of it without the trace."""
        challenge, path = self._challenge, self._challenge.folder / (run.trace or "")
        told = challenge.replies.get(label)
        if told is not None and run.replies is not None and fingerprint_of(told) != run.replies:
            return "the published replies are not those that the journal speaks of"
        if challenge.is_published and not path.exists():
            return Unseen(
                NOT_YET if told is None else "its trace is not published; its replies are those of the journal"
            )
        return _trace(path, run.head or "") or self._hearing(label, run, read_trace(path))

    def _hearing(self, label: RunName, run: Run, records: tuple[Mapping[str, Any], ...]) -> str | None:
        """What is wrong with what a trace tells: whose it is, what was asked and how, what was answered."""
        entry, first = label[0], records[0]
        if first["respondent"] != entry:
            return f"it is the trace of {first['respondent']}, not of {entry}"
        if not self._challenge.is_published and first["entry"].get("digest") not in (None, self._files_of(entry)):
            return "what was run is not what was entered"
        if run.replies is not None and fingerprint_of(summary_of(records)) != run.replies:
            return "its replies are not those that the journal speaks of"
        return _other_terms(first, self._challenge.rules) or self._asked(label, records)

    def _asked(self, label: RunName, records: tuple[Mapping[str, Any], ...]) -> str | None:
        """What is wrong with how it was asked, as far as secrets and questions are known."""
        challenge, first = self._challenge, records[0]
        _, round_name, which = label
        secret = challenge.course.revealed.get("run" if which is Hearing.RUN else "rerun")
        if secret is None:
            return None
        seed = seed_of(secret, "order")
        if first["terms"]["seed"] != seed:
            return "its order was not drawn by the secret that was committed to"
        if first["terms"] != plain(challenge.rules.asking.terms(seed)):
            return "it was asked under other terms than those of the rules"
        asked = _questions(challenge, round_name, which) if challenge.has_questions else ()
        return check_asked(records, asked, seed) if asked else None


def _other_terms(first: Mapping[str, Any], rules: Rules) -> str | None:
    """What an entry was given that the rules do not give, or a seal that its layers do not bear."""
    if first["limits"] != plain(rules.limits):
        return "it was run under other limits than those of the rules"
    network = first["sandbox"].get("network", "none")
    if network != "none" and network["sites"] != [str(read_site(each)) for each in rules.sites]:
        return "it could reach other sites than those of the rules"
    layers = [each for each in first["layers"] if each["required"]]
    bears = first["backend"] in SEALABLE and bool(layers) and all(each["ok"] for each in layers)
    return None if first["sealed"] == bears else "it is said to be sealed, or not, against what its layers say"


def _questions(challenge: Challenge, round_name: str, which: Hearing) -> tuple[Question, ...]:
    """What a run had to ask."""
    if which is Hearing.CHANGED:
        return tuple(each.item.question for each in challenge.changed_questions(round_name))
    drawn = next(each for each in challenge.rounds if each.rules.name == round_name)
    return tuple(item.question for item in drawn.items)


def _trace(path: Path, head: str) -> str | None:
    """What is wrong with the chain of a trace, or of the traffic that it speaks of."""
    fault = verify_file(path, head).fault
    if fault is not None:
        return fault
    traffic = [each for each in read_trace(path) if each["kind"] == "traffic"]
    parts = [verify_file(path.with_name(each["file"]), each["head"]) for each in traffic]
    return next((f"{part.name}: {part.fault}" for part in parts if not part.ok), None)


def _strays(challenge: Challenge) -> str | None:
    """Traces that no line of the journal speaks of: lines were taken from its end, or files put in."""
    known = {each["trace"] for each in challenge.events() if each["kind"] == "started"}
    found = sorted(str(path.relative_to(challenge.folder)) for path in challenge.folder.glob("traces/*/*.jsonl"))
    strange = [name for name in found if name not in known and ".traffic-" not in name]
    return f"{strange[0]} stands in no line of the journal" if strange else None


def _verdicts(challenge: Challenge, number: int, event: Mapping[str, Any]) -> str | Unseen | None:
    """Whether what was announced follows from what lay before it."""
    if not challenge.has_questions and not (challenge.folder / SHEETS).exists():
        return Unseen(NOT_YET)
    found = judge(challenge.before(number), datetime.fromisoformat(event["when"]))
    if verdicts_of(found) != event["entries"]:
        return "they do not follow from the evidence"
    same = event.get("results") in (None, results_of(found))
    return None if same else "the outcomes behind them do not follow from the evidence"


def _material(challenge: Challenge) -> str | Unseen | None:
    if challenge.course.fingerprint is None:
        return None
    if not challenge.has_questions:
        return Unseen("they are not published: that keys and votes are theirs has to be believed")
    if challenge.secrets is None:
        return Unseen("the secret that draws the questions is not revealed yet")
    return challenge.check_material()


def _deposit(challenge: Challenge, name: str, given: Deposited) -> str | Unseen | None:
    kept = sorted((challenge.folder / "deposits" / name).glob(f"{given.what.value}-{given.sha256[:16]}*"))
    if not kept:
        return Unseen("it is not published") if challenge.is_published else "it is not there"
    with kept[0].open("rb") as file:
        same = hashlib.file_digest(file, "sha256").hexdigest() == given.sha256
    return None if same else "it is not what was handed in"


def _is_journal(path: Path) -> bool:
    """Whether a file begins as a journal does: that has no last record."""
    with path.open("rb") as file:
        return b'"kind":"opened"' in file.readline(1000)


def _own_journal(challenge: Challenge, head: str | None) -> str | Unseen | None:
    path = challenge.folder / JOURNAL
    if not path.exists() and head is None:  # nobody has entered; or no results are announced yet
        return Unseen("it is published with the first results") if challenge.is_published else None
    return _journal(path, head)


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
