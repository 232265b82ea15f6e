"""A resolver as an entry: questions come in as JSON lines, replies go out the same way.

python -m anaphor.challenge.serving lstm,sentences=last
"""

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from anaphor.answer import Abstention
from anaphor.errors import AnaphorError
from anaphor.resolver import Resolver, checked_answers, make
from anaphor.schema import Anaphor, Candidate, Mark, Question, Unmarked, UnmarkedReason


def question_from(record: Mapping[str, Any]) -> Question:
    """The question in a line of the wire."""
    text = record["text"]
    anaphor: Anaphor = Unmarked(reason=UnmarkedReason.UNSAID)
    if found := record.get("anaphor"):
        start, end = int(found["start"]), int(found["end"])
        anaphor = Mark(start=start, end=end, blank=text[start:end] in ("", "_"))
    return Question(
        id=record["id"],
        language=record["language"],
        text=text,
        anaphor=anaphor,
        prompt=record.get("prompt"),
        candidates=tuple(Candidate(text=text) for text in record["candidates"]),
    )


def serve(resolver: Resolver, lines: Iterable[str], out: TextIO) -> None:
    """Answer every question that comes, one at a time."""
    for line in lines:
        question = question_from(json.loads(line))
        for answer in checked_answers(resolver, [question]):
            reply: dict[str, object] = {"id": answer.question}
            if isinstance(answer.reply, Abstention):
                reply |= {"abstain": answer.reply.reason.value, "detail": answer.reply.detail}
            else:
                reply["choice"] = answer.reply.candidate
            if answer.scores and all(score is not None for score in answer.scores):
                reply["scores"] = list(answer.scores)
            out.write(json.dumps(reply, ensure_ascii=False) + "\n")
            out.flush()


def main() -> None:
    """Serve the resolver that the command line names."""
    try:
        serve(make(",".join(sys.argv[1:])), sys.stdin, sys.stdout)
    except AnaphorError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
