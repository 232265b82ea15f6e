"""From one to a hundred thousand items: what every command does with them must grow as they do.

Schemas are made of the word lists, so that no two are alike; sizes are those of $BENCH_ITEMS, by default 1,000, 10,000
and 100,000. Times are processor time, each step once, in a process of its own that has seen none of the items: what is
remembered of ten thousand would not be of a hundred thousand, and look like growth. The ratio is that of the time per
item, the second largest size beside the largest: 1 is linear.
"""

import gc
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import anaphor
from anaphor.collection import put, readings, save
from anaphor.language.word_tables import words
from anaphor.provenance import fingerprint
from anaphor.schema import Candidate, Collection, Item, Mark, Question, Schema
from anaphor.web.workbench.file import WorkFile
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
        alone(lambda run=run, resolver=resolver: anaphor.resolve(collection, resolver, output=run))  # type: ignore[misc]
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


def alone(work: Callable[[], object]) -> float:
    """Processor time of one piece of work in a copy of this process, which remembers nothing of it afterwards."""
    gc.collect()  # what the copy would otherwise have to go through, sooner or later
    copies = multiprocessing.get_context("fork")
    answer, told = copies.Pipe(duplex=False)
    process = copies.Process(target=lambda: told.send(seconds(work)))
    process.start()
    told.close()
    took = float(answer.recv())
    process.join()
    return took


def run() -> list[Row]:
    """A row for each step, and two for a schema that is saved in a large file."""
    sizes = [int(each) for each in os.environ.get("BENCH_ITEMS", "").split(",") if each] or list(_SIZES)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        for work in steps(Path(name), 100).values():  # what is loaded once is loaded
            work()
        for size in sizes:
            for step, work in steps(Path(name), size).items():
                times.setdefault(step, []).append(alone(work))
                print(f"{size:,} {step}: {times[step][-1]:.2f} s", file=sys.stderr)
    rows: list[Row] = []
    for step, found in times.items():
        said = ", ".join(f"{size:,}: {each:.2f} s" for size, each in zip(sizes, found, strict=True))
        row: Row = {"work": f"{step}, items", "ours": said}
        if len(found) > 1:
            row["ratio"] = (found[-2] / sizes[-2]) / (found[-1] / sizes[-1])
            row["wanted"] = 0.8
        rows.append(row)
    return [*rows, *saving()]


def saving() -> list[Row]:
    """A schema changed in a native file of many: by a call in a new process, and in the workbench that has it open."""
    collection = Collection(name="large", language="en", schemas=tuple(schemas(2 * _ENTRIES)))
    parts = [replace(collection.schemas[number], notes="changed") for number in (7, _ENTRIES // 2, _ENTRIES - 7)]
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "large.yaml")
        save(collection, path)
        text, file = path.read_text("utf-8"), WorkFile(path)
        first = alone(lambda: put(text, parts[0]))
        opened = seconds(file.current)
        bases = {part.id: fingerprint(file.current().part(part.id)) for part in parts}
        took = [seconds(lambda part=part: file.save(part, part.id, bases[part.id])) for part in parts]  # type: ignore[misc]
    return [
        {"work": f"`put`, a file of {_ENTRIES:,} schemas never read before", "ours": f"{first:.2f} s"},
        {
            "work": f"workbench, a file of {_ENTRIES:,} schemas: opened, then one saved",
            "ours": f"{opened:.2f} s, then {max(took):.2f} s",
            "peer": "when the goal was set: 4 s",
            "ratio": 4 / max(took),
            "wanted": 5,
        },
    ]
