"""Inspect: a log in JSON, its samples with the scores that they got."""

import json
from pathlib import Path

from anaphor.answers.logs import UNSAID, Answers, LoggedAnswer, Rows
from anaphor.errors import FormatError


def inspect_answers(path: Path, rows: Rows) -> Answers:
    """A log of Inspect in JSON: the answer that its first scorer found in each sample; epochs are runs of their own."""
    _, log = next(rows)
    for place, sample in enumerate(log.get("samples") or (), 1):
        scores, epoch = sample.get("scores"), sample.get("epoch", 1)
        listed = [each for each in (scores or {}).values() if isinstance(each, dict)]
        found = next((each for each in listed if "answer" in each), listed[0] if listed else {})
        failed = bool(sample.get("error")) and not {"answer", "value"} & {*found}
        if not failed and not {"answer", "value"} & {*found}:
            raise FormatError("score-answers-no-answer", place=place, where=path)
        model, asked, notes = str(log["eval"].get("model")), sample.get("input"), sample.get("metadata") or {}
        yield LoggedAnswer(
            id=str(sample.get("id")),
            system=model if epoch == 1 else f"{model} ({epoch})",
            text=str(notes.get("text") or ""),
            prompt=asked if isinstance(asked, str) else json.dumps(asked, ensure_ascii=False),
            choice=found.get("answer", None if failed else UNSAID),
            options=sample.get("choices") or (),
            right=found.get("value"),
            mark=json.dumps([asked, sample.get("target")]),
            failed=failed,
            notes=notes,
        )
