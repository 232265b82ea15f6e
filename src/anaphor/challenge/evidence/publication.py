"""What is published of a challenge beside its pages: enough to verify it, and nothing before its time.

    always            rules.json
    announced         journal.jsonl, judgement.json, outcomes.csv
    final             sheets.json (keys and votes, no text), replies.jsonl (what entries replied, no text)
    with traces       traces/: of the runs that are scored, and of second runs once results are final
    with questions    the collections and the people's answers, once results are final

Until results are final the journal ends before the line that reveals the secret of the second run: an entry that
runs elsewhere could still make use of it.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.challenge.evidence.documents import judgement_document
from anaphor.challenge.evidence.replies_file import REPLIES_FILE as REPLIES
from anaphor.challenge.evidence.replies_file import replies_text
from anaphor.challenge.judging.judging import Judgement
from anaphor.challenge.judging.results import summary_of
from anaphor.challenge.judging.sheet import SHEETS_FILE as SHEETS
from anaphor.challenge.round import Hearing
from anaphor.challenge.rules import document
from anaphor.challenge.rules_file import PUBLISHED as RULES
from anaphor.challenge.store import JOURNAL, Challenge
from anaphor.challenge.transcript.trace import read_trace
from anaphor.errors import InputError
from anaphor.files import read_json, regular_bytes
from anaphor.provenance import canonical_json

JUDGEMENT = "judgement.json"
OUTCOMES = "outcomes.csv"
EVIDENCE = "evidence"
"""The folder in a site in which all this lies."""
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
    """The name that they speak of."""
    data: bytes
    """Its content."""


def journal_part(challenge: Challenge) -> tuple[bytes, ...]:
    """The lines of the journal that may be published now; more of them are a longer chain with the same beginning."""
    path = challenge.folder / JOURNAL
    lines = tuple(path.read_bytes().splitlines(keepends=True)) if path.exists() else ()
    if challenge.course.concluded:
        return lines
    kinds = [(each["kind"], each.get("which")) for each in challenge.events()]
    return lines[: kinds.index(("revealed", "rerun"))] if ("revealed", "rerun") in kinds else lines


def head_of(lines: Sequence[bytes]) -> str:
    """The hash of the last of these lines; empty where there is none."""
    return str(read_json(lines[-1])["hash"]) if lines else ""


def pieces(
    challenge: Challenge, found: Judgement | None, *, traces: bool = False, questions: bool = False
) -> Iterator[Piece]:
    """Every file that is published beside the pages."""
    if questions and not challenge.course.concluded:
        raise InputError(
            "the questions are published with the final results, and these are not final",
            todo="Leave --questions out: second runs may still ask changed wordings of them.",
        )
    yield Piece(path=RULES, kind="dl_rules", data=_json(document(challenge.rules)))
    if found is None:
        return
    journal = journal_part(challenge)
    told = {**judgement_document(found), "journal": {"head": head_of(journal), "lines": len(journal)}}
    yield Piece(path=JUDGEMENT, kind="dl_judgement", data=_json(told))
    yield Piece(path=OUTCOMES, kind="dl_outcomes", data=outcomes_text(found).encode())
    yield Piece(path=JOURNAL, kind="dl_journal", data=b"".join(journal))
    if challenge.course.concluded:
        yield Piece(path=SHEETS, kind="dl_sheets", data=_json(challenge.sheets_document()))
        yield Piece(path=REPLIES, kind="dl_replies", data=replies_text(_runs(challenge)).encode())
    if traces:
        yield from _traces(challenge)
    if questions:
        yield from _questions(challenge)


def _json(value: object) -> bytes:
    return f"{canonical_json(value)}\n".encode("utf-8", "surrogatepass")


def _runs(challenge: Challenge) -> Iterator[tuple[tuple[str, str, Hearing], Mapping[str, Any]]]:
    for label, run in challenge.course.runs.items():
        if run.head is not None and run.trace is not None:
            yield label, summary_of(read_trace(challenge.folder / run.trace))


def _traces(challenge: Challenge) -> Iterator[Piece]:
    """Every trace that the published journal speaks of, attempts that were lost included, and the traffic beside it."""
    final = bool(challenge.course.concluded)
    for event in challenge.events():
        if event["kind"] != "started" or not (final or event["which"] == Hearing.RUN):
            continue
        path = challenge.folder / event["trace"]
        label = f"{event['entry']}, {event['round']}, {event['which']}"
        for each in (path, *sorted(path.parent.glob(f"{path.stem}.traffic-*.jsonl"))):
            if each.is_file():
                name = each.relative_to(challenge.folder).as_posix()
                yield Piece(path=name, kind="dl_trace", about=label, data=regular_bytes(each, _LARGEST))


def _questions(challenge: Challenge) -> Iterator[Piece]:
    """The files of the rounds that lie in the challenge's folder; the catalogue's collections go by their names."""
    for name in dict.fromkeys(part for each in challenge.rules.rounds for part in (each.collection, each.people)):
        path = challenge.folder / name
        if _is_inside(path, challenge.folder):
            yield Piece(path=name, kind="dl_questions", about=name, data=regular_bytes(path, _LARGEST))


def _is_inside(path: Path, folder: Path) -> bool:
    return path.is_file() and path.resolve().is_relative_to(folder.resolve())


def outcomes_text(found: Judgement) -> str:
    """Every outcome of every round, as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in found.rounds:
        for row in result.rows:
            for outcome, answer in zip(row.heard.outcomes, row.heard.answers, strict=True):
                reason = outcome.reason.value if outcome.reason else ""
                writer.writerow(
                    [
                        result.rules.name,
                        row.entry,
                        outcome.item,
                        outcome.result.value,
                        reason,
                        "" if answer.seconds is None else answer.seconds,
                    ]
                )
    return text.getvalue()
