"""OpenAI's evals: a log of events, among them what was picked for each sample."""

import json
from pathlib import Path
from typing import Any

from anaphor.answers.logs import Answers, LoggedAnswer, Rows
from anaphor.errors import FormatError, Place


def openai_answers(path: Path, rows: Rows) -> Answers:
    """Events of OpenAI's evals: what was picked, or else sampled; prompts stand in events of their own."""
    _, first = next(rows)
    spec = first["spec"] if isinstance(first["spec"], dict) else {}
    prompts: dict[str, str] = {}
    matches: dict[str, tuple[int, Any, Any]] = {}
    for line, event in rows:
        known, data = str(event.get("sample_id")), event.get("data")
        if "final_report" not in event and not isinstance(data, dict):
            raise FormatError("score-answers-no-event", where=Place(file=str(path), line=line))
        if isinstance(data, dict) and "prompt" in data:
            prompts[known] = json.dumps(data["prompt"], ensure_ascii=False).replace("\\n", " ").replace('\\"', '"')
        if isinstance(data, dict) and event.get("type") == "match":
            picked = data.get("picked") or data.get("sampled")
            matches[known] = line, picked[0] if isinstance(picked, list) and picked else picked, data.get("correct")
    model = ", ".join(map(str, spec.get("completion_fns") or ())) or None
    for known, (line, choice, right) in matches.items():
        yield LoggedAnswer(line=line, id=known, system=model, prompt=prompts.get(known, ""), choice=choice, right=right)
