"""The alternates of published schemas, hidden: how often the suggested words have the one that the authors wrote.

Weights were fitted on our own collections. Random: the expected share of a random order of all words of the same part
of speech and form. Intervals: 95 %, schemas resampled. `judged_suggestions.tsv` holds the first ten words for a sample
of items, each read by a developer (not by participants): 1 where the word makes the other candidate right. With
$BENCH_MASKED, a folder with masked models in `fr` and `en`, these help.
"""

import csv
import os
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

import anaphor
from anaphor.authoring.alternates import alternates_of
from anaphor.authoring.company import place_of
from anaphor.authoring.suggesting import with_word
from anaphor.language import LANGUAGES
from anaphor.resolver import MaskedResolver, make
from anaphor.schema import Item, Question, question_of
from bench.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = {
    "wsc-fr": "wsc-fr/French_Wino_Schemas.xml",
    "wsc-en": "wsc-en/WSCollection-285.xml",
    "FWSC285": "fwsc285/wsc_285_v3.json",
}
JUDGED = Path(__file__).parent / "embedded" / "judged_suggestions.tsv"
_SAMPLE = 10
"""Items of each set whose first ten words were read."""
_RESAMPLED = 2_000


@cache
def _filling(code: str) -> MaskedResolver | None:
    """The masked model in the folder `code` of $BENCH_MASKED, where it is given."""
    place = os.environ.get("BENCH_MASKED")
    found = make(f"masked:{place}/{code}") if place else None
    return found if isinstance(found, MaskedResolver) else None


def hidden(name: str) -> Iterator[tuple[int, Item, Question]]:
    """The number of a schema, an item of it, and its twin."""
    for number, schema in enumerate(anaphor.load(DATA / SETS[name]).schemas):
        if len(schema.variants) == 2:
            for item, twin in (schema.variants, schema.variants[::-1]):
                if isinstance(item, Item) and isinstance(item.key, int):
                    yield number, item, question_of(twin)


def outcomes(name: str) -> list[dict[str, float]]:
    """For each item: its schema, whether one word tells the twins apart, the ranks of the right word, the pool."""
    rows = []
    for number, item, twin in hidden(name):
        question, language = item.question, LANGUAGES.get(item.question.language)
        place = place_of(language, question)
        tokens = [[token.text for token in language.tokens(each.text)] for each in (question, twin)]
        apart = sum(one != other for one, other in zip(*tokens, strict=False)) if len(set(map(len, tokens))) == 1 else 2
        row: dict[str, float] = {
            "schema": number,
            "single": apart == 1,
            "rank": np.inf,
            "unlisted": np.inf,
            "random": 0,
        }
        assert isinstance(item.key, int)
        found = alternates_of(question, item.key, place, _filling(language.code)) if place and apart == 1 else None
        if found:
            wanted = [
                n for n, word in enumerate(found.words) if with_word(question, found.place, word).text == twin.text
            ]
            row["pool"] = len(found.words)
            if wanted:
                weights = np.array(found.weights)
                row["rank"] = found.ranked().index(wanted[0])
                row["unlisted"] = found.ranked(weights * (np.arange(weights.size) > 0)).index(wanted[0])
                row["random"] = 1 / len(found.words)
        rows.append(row)
    return rows


def _recall(rows: list[dict[str, float]], key: str, most: int) -> str:
    """A recall with its interval."""
    value = [float(row[key] < most) if key != "random" else min(1, most * row["random"]) for row in rows]
    schemas = np.unique([row["schema"] for row in rows], return_inverse=True)[1]
    sums, sizes = np.bincount(schemas, value), np.bincount(schemas)
    drawn = np.random.default_rng(0).integers(0, sums.size, (_RESAMPLED, sums.size))
    low, high = np.quantile(sums[drawn].sum(1) / sizes[drawn].sum(1), (0.025, 0.975))
    return f"{np.mean(value):.1%} ({low:.1%}–{high:.1%})"


def sample(name: str) -> list[tuple[str, str, str]]:
    """Item, special word and suggested word of the items that are read."""
    items = [item for _, item, _ in hidden(name)]
    read = []
    for item in random.Random(0).sample(items, len(items)):
        found = list(anaphor.authoring.suggesting.suggestions_for(item))
        if len(found) == 10:
            read.append([(item.id, each.cue, each.word) for each in found])
        if len(read) == _SAMPLE:
            break
    return [each for rows in read for each in rows]


def run() -> list[Row]:
    """Recall of the hidden alternates, ours beside random words and without the list of opposites."""
    rows: list[Row] = []
    for name in os.environ.get("BENCH_SETS", ",".join(SETS)).split(","):
        found = outcomes(name)
        single = [row for row in found if row["single"]]
        for about, some in (
            (f"all {len(found)} items", found),
            (f"the {len(single)} that one word tells apart", single),
        ):
            for most in (10, 50):
                ours, peer = _recall(some, "rank", most), _recall(some, "random", most)
                shares = [
                    np.mean([row["rank"] < most for row in some]),
                    np.mean([min(1, most * row["random"]) for row in some]),
                ]
                work = f"{name}, {about}: the hidden alternate among the first {most}"
                if some is single:
                    ours += f"; without the list of opposites {_recall(some, 'unlisted', most)}"
                rows.append(
                    Row(
                        work=work,
                        ours=ours,
                        peer=f"random words of the same form {peer}",
                        ratio=float(shares[0] / shares[1]),
                        wanted=2,
                    )
                )
        print(name, rows[-4:], file=sys.stderr, flush=True)
    if JUDGED.is_file():
        with JUDGED.open(encoding="utf-8") as file:
            judged = list(csv.DictReader(file, delimiter="\t"))
        for name in SETS:
            mine = [int(each["flips"]) for each in judged if each["set"] == name]
            if mine:
                per = np.array(mine).reshape(-1, 10)
                drawn = per[np.random.default_rng(0).integers(0, len(per), (_RESAMPLED, len(per)))].mean(axis=(1, 2))
                low, high = np.quantile(drawn, (0.025, 0.975))
                told = f"{per.mean():.0%} ({low:.0%}–{high:.0%}); {(per.any(axis=1)).mean():.0%} of the items have one"
                rows.append(
                    Row(
                        work=f"{name}: first ten words of {len(per)} items that flip the answer, read by a developer",
                        ours=told,
                    )
                )
    return rows


if __name__ == "__main__":
    for each in SETS:
        for row in sample(each):
            print(each, *row, sep="\t")
