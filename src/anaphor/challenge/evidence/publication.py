"""What is published of a challenge beside its pages: enough to verify it, and nothing before its time.

    always            rules.json
    announced         journal.jsonl, judgement.json, outcomes.csv
    final             sheets.json (keys and votes, no text), replies.jsonl (what entries replied, no text)
    with traces       traces/: of the runs that are scored, and of second runs once results are final
    with questions    the collections and the people's answers, once results are final
    with consent      papers/, once results are final

Until results are final the journal ends before the line that reveals the secret of the second run: an entry that
runs elsewhere could still make use of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from anaphor.challenge.calendar import change_text, phase
from anaphor.challenge.entry import EntryFile
from anaphor.challenge.judging.judging import Judgement, judge_rounds, waiting
from anaphor.challenge.judging.sheet import REPLIES_FILE, SHEETS_FILE, replies_text
from anaphor.challenge.judging.standing import RoundResult, summary_of
from anaphor.challenge.judging.verdict import Changes, EntryVerdict, Repeat, Verdict
from anaphor.challenge.round import CourseChange, Deposit, Hearing, Phase, RunState
from anaphor.challenge.rulebook import JOURNAL, PUBLISHED, Rules, document
from anaphor.challenge.settings import Metric
from anaphor.challenge.store import Challenge, make_folder
from anaphor.challenge.transcript.trace import read_trace
from anaphor.errors import AnaphorError, InputError
from anaphor.files import atomic_file, digest, read_json, regular_bytes, safe_table
from anaphor.provenance import canonical_json
from anaphor.result import Result
from anaphor.schema import Item
from anaphor.text import speaking, text

JUDGEMENT = "judgement.json"
OUTCOMES = "outcomes.csv"
EVIDENCE = "evidence"
"""The folder in a site in which all this lies."""
PAPERS = f"{EVIDENCE}/papers"
"""The folder in a site in which papers lie that their authors want posted."""
WORDING = 2
"""Changes with what verdicts say and who is ranked: what an older one says is not held against it."""
COLUMNS = ("round", "entry", "question", "result", "reason", "seconds")
_LARGEST = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One file beside the pages."""

    path: str
    """Where, below the folder of evidence."""
    kind: str
    """Which words describe it."""
    about: str = ""
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Publication(Result):
    """What is published of a challenge at a moment."""

    rules: Rules
    phase: Phase
    judgement: Judgement | None
    """The results; None as long as none were announced."""
    head: str = ""
    """The journal's last hash: whoever has it can tell whether the journal was cut or written anew."""
    heads: tuple[tuple[str, str], ...] = ()
    """The last hash of the journal and of every trace that it speaks of, as far as it may be published now."""
    pieces: tuple[Piece, ...] = ()
    changes: tuple[CourseChange, ...] = ()
    """What did not go as the rules had it."""
    items: Mapping[str, Item] = field(default_factory=dict)
    """The questions by their names, once they may be read."""
    about: Mapping[str, EntryFile] = field(default_factory=dict)
    """What entrants say of their entries, by name, once results are announced."""
    at: datetime | None = None
    """The moment at which it was made."""

    @property
    def site(self) -> Mapping[str, bytes]:
        """Every file of its site by its path: pages in French and English, and the evidence beside them."""
        files = self._renderer.files
        return files(self) if files else {}


def publication_of(
    challenge: Challenge, *, now: datetime | None = None, traces: bool = False, questions: bool = False
) -> Publication:
    """What may be published now; scores stay hidden until they were announced. Traces hold every question."""
    course, rules = challenge.course, challenge.rules
    when = now or (course.last if rules.rehearsal else None) or datetime.now(UTC)
    found = judge_rounds(challenge, when) if course.announced or course.concluded else None
    head = _head_of(journal_part(challenge))
    # The questions of a rehearsal are public anyway; others are published if their organiser wants that.
    told = bool(course.concluded) and (questions or rules.rehearsal) and challenge.has_questions
    heads = [
        (run.trace or "", run.head)
        for (_, _, which), run in course.runs.items()
        if run.head and (course.concluded or which is Hearing.RUN)
    ]
    return Publication(
        rules=rules,
        phase=phase(rules.calendar, course, when),
        judgement=found,
        head=head,
        heads=((JOURNAL, head), *heads) if found else (),
        pieces=tuple(pieces(challenge, found, traces=traces, questions=questions)),
        changes=tuple(course.changes),
        items={item.id: item for drawn in challenge.rounds for item in drawn.items} if told else {},
        about=_about(challenge) if found and not challenge.is_published else {},
        at=when,
    )


def _about(challenge: Challenge) -> dict[str, EntryFile]:
    """What entries say of themselves; one that cannot be read any more says nothing."""
    found = {}
    for name in challenge.course.entries:
        with suppress(AnaphorError, OSError):
            found[name] = challenge.entry(name)
    return found


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a site, each whole or not at all, by their paths below a folder."""
    for name, data in files.items():
        make_folder((folder / name).parent)
        with atomic_file(folder / name) as file:
            file.write(data)


def journal_part(challenge: Challenge) -> tuple[bytes, ...]:
    """The lines of the journal that may be published now; more of them are a longer chain with the same beginning."""
    path = challenge.folder / JOURNAL
    lines = tuple(path.read_bytes().splitlines(keepends=True)) if path.exists() else ()
    if challenge.course.concluded:
        return lines
    kinds = [(event["kind"], event.get("which")) for event in challenge.events()]
    return lines[: kinds.index(("revealed", "rerun"))] if ("revealed", "rerun") in kinds else lines


def _head_of(lines: Sequence[bytes]) -> str:
    return str(read_json(lines[-1])["hash"]) if lines else ""


def pieces(
    challenge: Challenge, found: Judgement | None, *, traces: bool = False, questions: bool = False
) -> Iterator[Piece]:
    """Every file that is published beside the pages."""
    if questions and not challenge.course.concluded:
        raise InputError("challenge-published-too-early")
    yield Piece(path=PUBLISHED, kind="dl_rules", data=_json(document(challenge.rules)))
    if found is None:
        return
    journal = journal_part(challenge)
    told = {**judgement_document(found), "journal": {"head": _head_of(journal), "lines": len(journal)}}
    yield Piece(path=JUDGEMENT, kind="dl_judgement", data=_json(told))
    yield Piece(path=OUTCOMES, kind="dl_outcomes", data=outcomes_text(found).encode())
    yield Piece(path=JOURNAL, kind="dl_journal", data=b"".join(journal))
    if challenge.course.concluded:
        yield Piece(path=SHEETS_FILE, kind="dl_sheets", data=_json(challenge.sheets_document()))
        runs = (
            (label, summary_of(read_trace(challenge.folder / run.trace)))
            for label, run in challenge.course.runs.items()
            if run.head is not None and run.trace is not None
        )
        yield Piece(path=REPLIES_FILE, kind="dl_replies", data=replies_text(runs).encode())
        yield from _papers(challenge)
    for event in challenge.events() if traces else ():
        # Every trace that the published journal speaks of, lost attempts included, and the traffic beside it.
        if event["kind"] == "started" and (challenge.course.concluded or event["which"] == Hearing.RUN):
            path = challenge.folder / event["trace"]
            label = f"{event['entry']}, {event['round']}, {event['which']}"
            for file in (path, *sorted(path.parent.glob(f"{path.stem}.traffic-*.jsonl"))):
                if file.is_file():
                    name = file.relative_to(challenge.folder).as_posix()
                    yield Piece(path=name, kind="dl_trace", about=label, data=regular_bytes(file, _LARGEST))
    if questions:
        # The files of the rounds that lie in the challenge's folder; the catalogue's collections go by their names.
        for name in dict.fromkeys(
            part for round_rules in challenge.rules.rounds for part in (round_rules.collection, round_rules.people)
        ):
            path = challenge.folder / name
            if path.is_file() and path.resolve().is_relative_to(challenge.folder.resolve()):
                yield Piece(path=name, kind="dl_questions", about=name, data=regular_bytes(path, _LARGEST))


def _papers(challenge: Challenge) -> Iterator[Piece]:
    """The last paper of every entry whose authors want it posted."""
    for name, given in challenge.course.deposits.items():
        last = next((deposit.sha256 for deposit in reversed(given) if deposit.what is Deposit.PAPER), "")
        path = challenge.folder / "deposits" / name / f"{Deposit.PAPER}-{last[:16]}.pdf"
        if challenge.course.posting.get(name) and last and path.is_file():
            data = regular_bytes(path, _LARGEST, follow=False)
            if digest(data, 64) == last and data.startswith(b"%PDF-"):
                yield Piece(path=f"papers/{name}.pdf", kind="dl_paper", about=name, data=data)


def _json(value: object) -> bytes:
    return f"{canonical_json(value)}\n".encode("utf-8", "surrogatepass")


def outcomes_text(found: Judgement) -> str:
    rows = []
    for result in found.rounds:
        for row in result.rows:
            for outcome, answer in zip(row.heard.outcomes, row.heard.answers, strict=True):
                reason = outcome.reason.value if outcome.reason else ""
                seconds = "" if answer.seconds is None else answer.seconds
                rows.append((result.rules.name, row.entry, outcome.item, outcome.result.value, reason, seconds))
    return safe_table(COLUMNS, rows)


def judgement_document(found: Judgement) -> dict[str, Any]:
    """A judgement as JSON types, with stable keys: what commands print and what is published, always in English."""
    with speaking("en"):
        entries = [_entry(entry, found.rules) for entry in found.entries]
        changes = [
            {"kind": change.kind.value, "when": change.when.isoformat(), "text": str(change_text(change, found.rules))}
            for change in found.changes
        ]
    return {
        "title": found.rules.title,
        "phase": found.phase.value,
        "rehearsal": found.rules.rehearsal,
        "simulated": found.simulated,
        "sealed": found.sealed,
        "entries": entries,
        "rounds": [_round(round_) for round_ in found.rounds],
        "winners": list(found.winners),
        "rules": found.rules.fingerprint,
        "signature": str(found.signature),
        "wording": WORDING,
        **({"changes": changes} if changes else {}),
    }


def _entry(each: EntryVerdict, rules: Rules) -> dict[str, Any]:
    row, again = each.row, each.again
    told: dict[str, Any] = {
        "name": each.name,
        "state": each.state,
        "score": None if row is None else float(row.score),
        "verdict": each.verdict.value,
        "reasons": [reason.text(rules) for reason in each.reasons],
        "round": each.round_name,
    }
    if row is not None:
        told |= {
            "right": row.right,
            "rank": row.rank,
            "low": row.interval.low,
            "high": row.interval.high,
            "reussite": row.measures.reussite,
            "qualite": row.measures.qualite,
            "answered": row.measures.answered,
            "sealed": row.heard.sealed,
            "backend": row.heard.backend,
            "trace": row.heard.trace,
            "head": row.heard.head,
        }
        if rules.metric is not Metric.RIGHT:
            told |= {"points": float(row.points), "exactitude": row.measures.exactitude}
        told |= {"failed": row.failed} if row.broken else {}
    if again.worst_repeat is not None:
        rounds = {label: _repeat(part) for label, part in again.repeats.items()}
        told["rerun"] = {**_repeat(again.worst_repeat), "rounds": rounds}
    if again.worst_changes is not None:
        changed = {label: _changes(part) for label, part in again.changes.items()}
        told["changed"] = {**_changes(again.worst_changes), "rounds": changed}
    return told


def _repeat(found: Repeat) -> dict[str, Any]:
    names = ("discordant", "questions", "stays")
    return {"statement": found.statement.value, **{name: getattr(found, name) for name in names}}


def _changes(found: Changes) -> dict[str, Any]:
    return {"originals": found.originals, "drop": float(found.drop), "p": found.p, "holds": found.holds}


def _round(found: RoundResult) -> dict[str, Any]:
    def share(value: Fraction) -> dict[str, Any]:
        return {"exact": str(value), "value": float(value)}

    kinds = ("accuracy", "pairwise", "unanimous")
    return {
        "name": found.rules.name,
        "kind": found.rules.kind.value,
        "questions": len(found.targets),
        "threshold": share(found.threshold),
        "needed": found.needed,
        "agreement": {kind: share(getattr(found.agreements, kind)) for kind in kinds},
        "needed_by_agreement": dict(found.needed_by),
        "passed": list(found.passed),
        "tests": found.paired.tests,
        "power": [{"true": power.true, "passes": power.passes} for power in found.power],
        # Publications of right answers alone stay what they were.
        **({} if found.metric is Metric.RIGHT else {"metric": found.metric.value, "units": found.units}),
    }


def run_document(challenge: Challenge, when: datetime) -> dict[str, Any]:
    """Entries after a run as JSON types: judged where all of them have been run, else with their states."""
    course, first = challenge.course, challenge.rules.rounds[0].name
    begun = [(name, label) for name, label, which in course.runs if which is Hearing.RUN]
    new = [(each.name, first) for each in challenge.in_time]
    refused = [{"name": name, "reason": why} for name, why in challenge.refused.items()]
    if not any(waiting(challenge, label, [name]) for name, label in (*begun, *new)):
        found = judge_rounds(challenge, when)
        told = judgement_document(found)
        for each, entry in zip(found.entries, told["entries"], strict=True):
            why = " ".join(reason.text(found.rules) for reason in each.why)
            entry["why"] = why + _last_words(challenge, each.name)
        return {**told, "refused": refused}
    entries = []
    for name, entered in course.entries.items():
        last = challenge.last_run(name)
        ended = {RunState.TIMED_OUT: "challenge-run-timed-out", RunState.FAILED: "challenge-run-failed"}.get(last.state)
        why = last.reason or (text(ended) if ended else "") + _last_words(challenge, name)
        state = {
            "name": name,
            "state": "refused" if entered.late else last.state.value,
            "score": None,
            "verdict": (Verdict.LATE if entered.late else Verdict.NO_RESULT).value,
            "reasons": [why] if why else [],
            "why": why,
        }
        entries.append(state)
    now = phase(challenge.rules.calendar, course, when)
    return {"title": challenge.rules.title, "phase": now.value, "entries": entries, "refused": refused}


def _last_words(challenge: Challenge, name: str) -> str:
    """What an entry that failed wrote last, for the organiser alone: it may quote a question."""
    run = challenge.last_run(name)
    path = challenge.folder / (run.trace or "")
    if run.state is not RunState.FAILED or not path.is_file():
        return ""
    told = [
        line for record in read_trace(path) for line in str(record.get("stderr") or "").splitlines() if line.strip()
    ]
    return f" {text('challenge-run-last-line', line=told[-1].strip())}" if told else ""
