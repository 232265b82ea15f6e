"""Leaking schemas, repaired with one half of the novels and judged on the other.

A schema leaks where the right candidate leads in every variant, in one by half a bit. What leaks in one half often does
not in the other, whatever is done: so repairs are shown beside the schemas as they are, and beside random words of the
same gender, number, kind of being and band of frequency. Intervals: Wilson, 95 %.
"""

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import anaphor
from anaphor.authoring.company import leads_of, leaks
from anaphor.authoring.repairing import candidates_for, proposals
from anaphor.corpus.pairs import PairTable
from anaphor.schema import Schema
from anaphor.statistics import wilson
from bench.authoring_halves import halves
from bench.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = {"wsc-fr": ("fr", "wsc-fr/French_Wino_Schemas.xml"), "WinoGrande-xs": ("en", "winogrande/train_xs.jsonl")}
_RANDOM = 20


def _level(schema: Schema, table: PairTable) -> bool | None:
    leads = leads_of(schema, table)
    return None if leads is None else not leaks(leads)


def _share(levelled: Sequence[float]) -> str:
    if not levelled:
        return "none to judge"
    found = wilson(round(sum(levelled)), len(levelled))
    return f"{sum(levelled):g} of {len(levelled)} ({found.low:.0%}–{found.high:.0%})"


def run() -> list[Row]:
    """For each set and each half as the one that repairs: what is level in the other half."""
    rows: list[Row] = []
    for name, (language, path) in SETS.items():
        tables, schemas = halves(language), anaphor.load(DATA / path).schemas
        for about in ("in the half that repairs", "in both halves"):
            first, chance, as_is, none, known = [], [], [], 0, 0
            for made, judge in (tables, tables[::-1]):
                for schema in schemas:
                    leads, other = leads_of(schema, made), leads_of(schema, judge)
                    known += leads is not None and other is not None
                    if not leads or not other or not leaks(leads) or (about == "in both halves" and not leaks(other)):
                        continue
                    as_is.append(float(not leaks(other)))
                    tried = [_level(each.schema, judge) for each in islice(proposals(schema, made), 5)]
                    judged = [float(each) for each in tried if each is not None]
                    none += not judged
                    first += judged[:1]
                    pool = list(candidates_for(schema, made))
                    drawn = [
                        _level(each.schema, judge) for each in random.Random(0).sample(pool, min(_RANDOM, len(pool)))
                    ]
                    counted = [float(each) for each in drawn if each is not None]
                    chance += [sum(counted) / len(counted)] if counted and judged else []
            work = f"{name}: {len(as_is)} leaks {about} ({known} looked at, two ways round), level in the other half"
            ours = f"first repair {_share(first)}; {none} without a repair"
            mean = sum(chance) / len(chance) if chance else float("nan")
            peer = f"random word {mean:.0%}; left as it is {_share(as_is)}"
            rows.append(Row(work=work, ours=ours, peer=peer))
    return rows
