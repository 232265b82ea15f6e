"""Systems that are broken: what score, rank and remark each kind gets beside two that work.

Each kind answers anaphor-en; *failures ranked* is `--most-failed 1`, as all runs were ranked before. Guesses are right
half of the time, so that 50 % says nothing. `python -m bench broken_systems` takes some seconds.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anaphor
from anaphor.answer import Abstention, AbstentionReason
from anaphor.errors import AnaphorError
from anaphor.resolver import FinishedRun, read_run
from anaphor.schema import Question
from bench.table import Row

_COLLECTION = "anaphor-en"
_DYING = """
import json, sys
for number, line in enumerate(sys.stdin):
    if number == 2:
        sys.exit("out of memory")
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""
Answering = Callable[[Question], Any]


def sound(question: Question) -> int:
    """A system that does something: the longer candidate."""
    return max(range(len(question.candidates)), key=lambda place: len(question.candidates[place].text))


def failing(reason: AbstentionReason, of_a_hundred: int) -> Answering:
    """The same system, of whose first requests in each hundred so many fail."""
    asked = 0

    def answer(question: Question) -> Any:
        nonlocal asked
        asked += 1
        return Abstention(reason=reason) if asked % 100 < of_a_hundred else sound(question)

    return answer


KINDS: dict[str, Answering] = {
    "every reply unreadable": failing(AbstentionReason.UNREADABLE, 100),
    "35 % of the requests fail": failing(AbstentionReason.FAILED, 35),
    "every reply cut off by its length": failing(AbstentionReason.CUT_OFF, 100),
    "4 % of the requests fail": failing(AbstentionReason.TIMEOUT, 4),
    "equal scores for all candidates": failing(AbstentionReason.TIE, 100),
    "declines everything": lambda question: None,
    "always the first candidate shown": lambda question: 0,
}


def told(run: FinishedRun | Path, others: list[FinishedRun]) -> tuple[str, str]:
    """What is said of a run among others, and what was said when failures were no reason against a rank."""
    said = []
    for most_failed in (0.05, 1.0):
        scores = anaphor.score(run, *others, most_failed=most_failed, missing="abstain")
        card = scores.cards[0]
        ranks: Mapping[str, int] = {}
        try:
            ranks = anaphor.compare(run, *others, most_failed=most_failed, missing="abstain").ranks
        except AnaphorError:  # fewer than two of the runs are ranked
            ranks = {}
        counts = card.replies
        share = (
            f"{100 * card.measures.reussite:.1f} %, rank {ranks.get(card.respondent)}" if card.ranked else "not ranked"
        )
        note = f"answered {counts.answered}, failed {counts.failed}, declined {counts.declined}"
        better = card.chance.p < 0.05 and card.measures.reussite > card.chance.chance
        note += "" if better or not card.ranked else "; not shown to be better than chance"
        said.append(f"{share} ({note})" if most_failed < 1 else share)
    return said[0], said[1]


def run() -> list[Row]:
    """All kinds."""
    others = [anaphor.resolve(_COLLECTION, name) for name in ("nearest", "first")]
    rows: list[Row] = []
    for kind, answer in KINDS.items():
        made = anaphor.resolve(_COLLECTION, answer, name=kind, version="1")
        now, before = told(made, others)
        ended = "" if made.trusted else "; `resolve` exits with 1"
        rows.append({"work": kind, "ours": f"{now}{ended}", "peer": f"failures ranked: {before}"})
    with tempfile.TemporaryDirectory() as folder:
        script, path = Path(folder) / "answer.py", Path(folder) / "run.jsonl"
        script.write_text(_DYING)
        try:
            anaphor.resolve(_COLLECTION, f"command:{sys.executable} {script}", output=path)
            ended = "went on for ever"
        except AnaphorError as error:
            ended = str(error).replace(sys.executable, "python").replace(folder, "…")
        kept = len(read_run(path).answers)
    rows.append({"work": "a program that dies on its third question", "ours": f"stopped, {kept} answers kept: {ended}"})
    return rows
