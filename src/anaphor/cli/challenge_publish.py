"""The static site of a challenge, written with the evidence beside it."""

import csv
import io
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from anaphor.challenge.judging import Judgement, judge
from anaphor.challenge.round import phase
from anaphor.challenge.rules import document
from anaphor.challenge.store import JOURNAL, Challenge, make_folder
from anaphor.cli.challenge_output import judgement_document
from anaphor.errors import OutputError, Place
from anaphor.provenance import canonical_json
from anaphor.report.challenge_pages import Shown, site_of
from anaphor.storage.files import write_text

Download = tuple[str, str, str]


def write_site(challenge: Challenge, output: Path, *, traces: bool = False) -> list[str]:
    """Write the site of a challenge; the paths of its files. Scores stay hidden until they were announced."""
    now = challenge.course.last if challenge.rules.rehearsal else None
    now = now or datetime.now(UTC)
    found = judge(challenge, now) if challenge.course.announced or challenge.course.concluded else None
    texts = dict(_evidence(challenge, found))
    downloads = [(f"evidence/{name}", kind, "") for name, (kind, _) in texts.items()]
    copied = list(_traces(found)) if traces and found else []
    downloads += [(f"evidence/{path}", "dl_trace", name) for path, name in copied]
    shown = Shown(
        rules=challenge.rules, phase=phase(challenge.rules.dates, challenge.course, now), judgement=found,
        downloads=tuple(downloads),
    )  # fmt: skip
    pages = site_of(shown)
    for folder in ("fr", "evidence"):
        make_folder(output / folder)
    for name, (_, text) in texts.items():
        write_text(output / "evidence" / name, text)
    for path, _ in copied:
        _copy(challenge.folder / path, output / "evidence" / path)
    for name, text in pages.items():
        write_text(output / name, text)
    return [*pages, *(path for path, _, _ in downloads)]


def _evidence(challenge: Challenge, found: Judgement | None) -> Iterator[tuple[str, tuple[str, str]]]:
    yield "rules.json", ("dl_rules", canonical_json(document(challenge.rules)) + "\n")
    if found is None:
        return
    yield "judgement.json", ("dl_judgement", canonical_json(judgement_document(found)) + "\n")
    yield "outcomes.csv", ("dl_outcomes", _outcomes(found))
    journal = (challenge.folder / JOURNAL).read_text("utf-8")
    yield "journal.jsonl", ("dl_journal", journal)


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


def _traces(found: Judgement) -> Iterator[tuple[str, str]]:
    for result in found.rounds:
        for row in result.rows:
            if row.heard.trace:
                yield row.heard.trace, f"{row.entry}, {result.rules.name}"


def _copy(source: Path, target: Path) -> None:
    make_folder(target.parent)
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise OutputError(f"the trace cannot be copied ({error.strerror})", where=Place(file=str(target))) from error
