"""What asking costs beyond the one who answers: a program over JSON lines, a run on disk, the sentences compared."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from anaphor.collection import load
from anaphor.resolver import Resolver, make, read_run
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.resolver.sentences import SentencePolicy, candidate_sentences
from anaphor.schema import Collection, Problem, Question
from bench.table import Row, best_of, rounds

ITEMS = rounds(10_000, 2_000)
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "choice": 0}), flush=True)
"""


def run() -> list[Row]:
    """Seconds per question, by wall clock for what two processes do and by processor time for the rest."""
    collection = _large()
    with tempfile.TemporaryDirectory() as folder:
        script, path = Path(folder) / "answer.py", Path(folder) / "run.jsonl"
        script.write_text(PROGRAM)
        command = make(f"command:{sys.executable} -I -S {script}")
        asked = _wall(lambda: list(command.resolve(collection.questions)))
        written = best_of(1, lambda: run_collection(collection, make("random"), path, RunSettings(source="bench")))
        read = best_of(3, lambda: read_run(path))
    rows: list[Row] = [
        {
            "work": f"{ITEMS:,} questions to a command resolver",
            "ours": _each(asked, "wall clock, the program included"),
        },
        {"work": f"a run of {ITEMS:,} guesses, written", "ours": _each(written, "processor time")},
        {"work": f"a run of {ITEMS:,} answers, read", "ours": _each(read, "processor time")},
    ]
    return [*rows, *(_sentences(name) for name in ("anaphor-fr", "anaphor-en")), *(_models("ngram", "lstm"))]


def _models(*names: str) -> Iterator[Row]:
    """Both readings of a question, scored by a model that comes along."""
    alone = [each for each in load("anaphor-fr").questions if each.text.count(".") == 1]  # the models read one sentence
    first, *questions = alone[:6]
    for name in names:
        resolver = make(name)
        list(resolver.resolve([first]))  # loads it
        seconds = best_of(1, partial(_exhaust, resolver, questions)) / len(questions)
        yield {"work": f"both readings of a question, {name}", "ours": f"{1000 * seconds:.1f} ms (wanted: < 50)"}


def _exhaust(resolver: Resolver, questions: Sequence[Question]) -> None:
    list(resolver.resolve(questions))


def _large() -> Collection:
    questions = load("anaphor-fr").questions
    many = [replace(questions[n % len(questions)], id=str(n)) for n in range(ITEMS)]
    return Collection(name="large", language="fr", problems=tuple(Problem(id=each.id, item=each) for each in many))


def _wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _each(seconds: float, clock: str) -> str:
    return f"{seconds / ITEMS * 1000:.3f} ms each ({clock})"


def _sentences(name: str) -> Row:
    questions = load(name).questions
    seconds = best_of(3, lambda: [candidate_sentences(each, SentencePolicy.WHOLE) for each in questions])
    return {"work": f"sentences to compare, {name}", "ours": f"{seconds / len(questions) * 1000:.2f} ms per question"}
