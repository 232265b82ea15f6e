"""From one to a hundred thousand items: what every command does with them must grow as they do.

Schemas are made of the word lists, so that no two are alike; sizes are those of $BENCH_ITEMS, by default 1,000, 10,000
and 100,000. Times are processor time, each step once; the ratio is that of the time per item, the second largest size
beside the largest: 1 is linear.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import anaphor
from anaphor.collection import readings, save
from anaphor.collection.changes import put
from anaphor.language.word_tables import words
from anaphor.schema import Candidate, Collection, Item, Mark, Question, Schema
from bench.collection import load_anew
from bench.table import Row

_SIZES = (1_000, 10_000, 100_000)
_ENTRIES = 5_000
_VERBS = (
    "hit",
    "carried",
    "pushed",
    "covered",
    "crossed",
    "passed",
    "reached",
    "touched",
    "moved",
    "held",
    "hid",
    "scratched",
)
_TRAITS = (
    "small",
    "large",
    "heavy",
    "light",
    "old",
    "new",
    "clean",
    "dirty",
    "loud",
    "quiet",
    "round",
    "broken",
    "empty",
    "full",
    "soft",
    "hard",
)
_PLACES = ("behind", "under", "near", "above", "beside", "inside", "beyond", "against")


def schemas(items: int) -> Iterator[Schema]:
    """So many items, two by two: `The old kettle hit the new drawer near the lamp because it was {heavy|soft}.`"""
    chance, things = random.Random(18), sorted(word for word in words("english", "things") if word.isalpha())
    for number in range(items // 2):
        one, other, third = chance.sample(things, 3)
        traits = chance.sample(_TRAITS, 4)
        head = f"The {traits[0]} {one} {chance.choice(_VERBS)} the {traits[1]} {other} "
        head += f"{chance.choice(_PLACES)} the {third} of number {number} because "
        variants = []
        for key, cue in enumerate(traits[2:]):
            question = Question(
                id=f"s{number}.{key + 1}",
                language="en",
                text=f"{head}it was {cue}.",
                anaphor=Mark(start=len(head), end=len(head) + 2),
                candidates=(Candidate(text=f"the {one}"), Candidate(text=f"the {other}")),
            )
            variants.append(Item(question=question, key=key))
        yield Schema(id=f"s{number}", variants=tuple(variants))


def steps(folder: Path, items: int) -> dict[str, Callable[[], object]]:
    """What is measured of a collection of so many items, in this order."""
    collection = Collection(name="growth", language="en", schemas=tuple(schemas(items)))
    file, runs = folder / f"growth-{items}.jsonl", [folder / f"{name}-{items}.run.jsonl" for name in ("one", "other")]
    page = folder / f"{items}.html"
    save(collection, file)
    for run, resolver in zip(runs, ("nearest", "first"), strict=True):
        anaphor.resolve(collection, resolver, output=run)
    return {
        "load": lambda: load_anew(file),
        "check": lambda: anaphor.check(collection),
        "readings": lambda: readings(collection),
        "audit": lambda: anaphor.audit.run(collection),
        "score": lambda: anaphor.score(runs[0], collection=collection),
        "compare": lambda: anaphor.compare(*runs, collection=collection),
        "report, audit included": lambda: anaphor.report.write(page, collection, anaphor.audit.run(collection)),
    }


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def run() -> list[Row]:
    """A row for each step, and one for a schema that is saved in a large file."""
    sizes = [int(each) for each in os.environ.get("BENCH_ITEMS", "").split(",") if each] or list(_SIZES)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        for work in steps(Path(name), 100).values():  # what is loaded once is loaded
            work()
        for size in sizes:
            for step, work in steps(Path(name), size).items():
                times.setdefault(step, []).append(seconds(work))
    rows: list[Row] = []
    for step, found in times.items():
        said = ", ".join(f"{size:,}: {each:.2f} s" for size, each in zip(sizes, found, strict=True))
        row: Row = {"work": f"{step}, items", "ours": said}
        if len(found) > 1:
            row["ratio"] = (found[-2] / sizes[-2]) / (found[-1] / sizes[-1])
            row["wanted"] = 0.8
        rows.append(row)
    return [*rows, saving()]


def saving() -> Row:
    """A schema changed in a native file of many, as the workbench saves it: the first time, and after that."""
    collection = Collection(name="large", language="en", schemas=tuple(schemas(2 * _ENTRIES)))
    with tempfile.TemporaryDirectory() as name:
        save(collection, Path(name, "large.yaml"))
        text = Path(name, "large.yaml").read_text("utf-8")
    made: list[str] = [text]
    took = []
    for number in (7, _ENTRIES // 2, _ENTRIES - 7):
        part = replace(collection.schemas[number], notes=f"changed {number}")
        took.append(seconds(lambda part=part: made.append(put(made[-1], part))))  # type: ignore[misc]  # bound now
    said = f"{took[0]:.2f} s the first time, then {min(took[1:]):.3f} s"
    return {"work": f"one schema saved in a file of {_ENTRIES:,}", "ours": said}
