"""All files of a challenge's site, the pages and the evidence beside them: for a folder, or for a server."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime

from anaphor.challenge.documents import judgement_document
from anaphor.challenge.judging import Judgement, judge
from anaphor.challenge.round import phase
from anaphor.challenge.rules import document
from anaphor.challenge.store import JOURNAL, Challenge
from anaphor.provenance import canonical_json
from anaphor.report.challenge_pages import Shown, site_of


def site_files(challenge: Challenge, *, now: datetime | None = None, traces: bool = False) -> dict[str, bytes]:
    """Every file by its path; scores stay hidden until they were announced. Traces hold every question."""
    when = now or (challenge.course.last if challenge.rules.rehearsal else None) or datetime.now(UTC)
    found = judge(challenge, when) if challenge.course.announced or challenge.course.concluded else None
    evidence = list(_evidence(challenge, found, traces=traces))
    shown = Shown(
        rules=challenge.rules, phase=phase(challenge.rules.dates, challenge.course, when), judgement=found,
        head=str(challenge.events()[-1]["hash"]) if found else "",
        downloads=tuple((f"evidence/{path}", kind, about) for path, kind, about, _ in evidence),
    )  # fmt: skip
    pages = {path: text.encode() for path, text in site_of(shown).items()}
    return pages | {f"evidence/{path}": data for path, _, _, data in evidence}


def _evidence(challenge: Challenge, found: Judgement | None, *, traces: bool) -> Iterator[tuple[str, str, str, bytes]]:
    """Files beside the pages: path, which words, what they speak of, content."""
    yield "rules.json", "dl_rules", "", _json(document(challenge.rules))
    if found is None:
        return
    yield "judgement.json", "dl_judgement", "", _json(judgement_document(found))
    yield "outcomes.csv", "dl_outcomes", "", _outcomes(found).encode()
    yield "journal.jsonl", "dl_journal", "", (challenge.folder / JOURNAL).read_bytes()
    rows = [(result, row) for result in found.rounds for row in result.rows if row.heard.trace] if traces else []
    for result, row in rows:
        path = row.heard.trace or ""
        yield path, "dl_trace", f"{row.entry}, {result.rules.name}", (challenge.folder / path).read_bytes()


def _json(value: object) -> bytes:
    return f"{canonical_json(value)}\n".encode("utf-8", "surrogatepass")


def _outcomes(found: Judgement) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["round", "entry", "question", "result", "reason", "seconds"])
    for result in found.rounds:
        for row in result.rows:
            for outcome, answer in zip(row.heard.outcomes, row.heard.answers, strict=True):
                reason = outcome.reason.value if outcome.reason else ""
                writer.writerow([result.rules.name, row.entry, outcome.item, outcome.result.value, reason,
                                 "" if answer.seconds is None else answer.seconds])  # fmt: skip
    return text.getvalue()
