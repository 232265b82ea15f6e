"""lm-evaluation-harness: a line for each sample, with its document and the responses to it."""

import re
from pathlib import Path

from anaphor.answers.logs import METRICS, Answers, LoggedAnswer, Rows
from anaphor.answers.vocabulary import CHOICES
from anaphor.errors import FormatError, Place

_OPTIONS = ("option1", "option2")
"""Fields of a document that hold a candidate each."""
_NAME = re.compile(r"samples_(.+?)(?:_\d{4}-\d\d-\d\dT[\d.-]+)?")
"""How the file of a task is called, maybe with its time."""


def harness_answers(path: Path, rows: Rows) -> Answers:
    """`samples_….jsonl` of lm-evaluation-harness: each line has the document and the responses to it."""
    called = _NAME.fullmatch(path.stem)
    for line, sample in rows:
        metrics = [*(name for name in METRICS if name in sample), *(sample.get("metrics") or ()), ""]
        filtered = sample.get("filter") if sample.get("filter") not in (None, "none") else None
        where = Place(file=str(path), line=line)
        document, replies = sample.get("doc"), sample.get("filtered_resps") or sample.get("resps")
        if not isinstance(document, dict) or not isinstance(replies, list):
            raise FormatError("score-samples-no-sample", where=where)
        options = [document[name] for name in _OPTIONS if name in document]
        listed = (document.get("candidates"), document.get("choices"), options)
        yield LoggedAnswer(
            line=line,
            id=str(document.get("id", sample.get("doc_id"))),
            system=f"{path.resolve().parent.name}/{called[1] if called else path.stem}"
            + (f" ({filtered})" if filtered else ""),
            text=next((str(document[name]) for name in CHOICES["text"] if document.get(name)), ""),
            options=next((each for each in listed if isinstance(each, list) and each), ()),
            scores=replies,
            right=sample.get(metrics[0]),
            metric=metrics[0] or None,
            mark=sample.get("doc_hash"),
            notes=document,
        )
