"""Every Eval Ever: a record for each sample, with what was extracted from its output."""

from pathlib import Path
from typing import Any

from anaphor.answers.logs import Answers, LoggedAnswer, Rows
from anaphor.errors import FormatError, Place


def every_eval_answers(path: Path, rows: Rows) -> Answers:
    """Instance-level records of Every Eval Ever: the value that was extracted last from each sample's output."""
    for line, row in rows:
        asked, values = row.get("input"), row.get("answer_attribution")
        if not isinstance(asked, dict) or not isinstance(values, list):
            raise FormatError("score-answers-no-input", where=Place(file=str(path), line=line))
        found = [each.get("extracted_value") for each in values if isinstance(each, dict)]
        own: dict[str, Any] = {"prompt": str(asked.get("raw", "")), "choice": found[-1] if found else None}
        known, model = str(row.get("sample_id")), str(row.get("model_id"))
        own |= {"right": (row.get("evaluation") or {}).get("is_correct"), "notes": row.get("metadata")}
        own |= {"mark": row.get("sample_hash")}
        yield LoggedAnswer(line=line, id=known, system=model, options=asked.get("choices") or (), **own)
