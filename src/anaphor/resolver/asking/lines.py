"""Questions and answers as lines of JSON, as programs read and write them."""

import json
from typing import Any

from anaphor.answers import Heard, read_reply, unreadable
from anaphor.schema import Mark, Question


def encode(question: Question) -> bytes:
    """A question as the line that a program reads; places count characters, `anaphor` is null where it has no place."""
    mark = question.anaphor if isinstance(question.anaphor, Mark) else None
    record: dict[str, Any] = {
        "id": question.id,
        "language": question.language,
        "text": question.text,
        "anaphor": mark and {"start": mark.start, "end": mark.end, "form": question.anaphor_form},
        "candidates": [candidate.text for candidate in question.candidates],
        "prompt": question.prompt,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def decode(line: bytes, question: Question) -> Heard | None:
    """What a line says about a question; None for a line about another one."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return unreadable(f"not JSON: {line[:80].decode('utf-8', 'replace')}")
    if not isinstance(record, dict):
        return unreadable("not a JSON object")
    if record.get("id") != question.id:
        return None if isinstance(record.get("id"), str) else unreadable("it has no id")
    return read_reply(record, question)
