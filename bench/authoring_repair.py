"""Leaking schemas, repaired with one half of the novels and judged on the other.

Repaired are the schemas that counts are suspected to solve: the right candidate leads in every variant, in one by half
a bit, all leads together by more than their standard error; hardly any leaks by the audit's rule, on half of the
novels. "Leak" is said of that suspicion here. What leaks in one half often does not in the other, whatever is done: so
repairs are shown beside the schemas as they are, and beside all nouns of the same gender, number, kind of being and
band of frequency. Shown are the share that leaks in the other half (Wilson, 95 %), and the bits of association that are
left there, whichever way they point, over the variants of a schema (95 %, leaks resampled).
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

import anaphor
from anaphor.authoring.company import is_suspect, leads_of
from anaphor.authoring.repairing import candidates_for, proposals
from anaphor.corpus import PairTable
from anaphor.schema import Schema
from anaphor.statistics import wilson
from bench.authoring_halves import halves
from bench.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = {
    "wsc-fr": ("fr", "wsc-fr/French_Wino_Schemas.xml"),
    "wsc-en": ("en", "wsc-en/WSCollection-285.xml"),
    "WinoGrande-m": ("en", "winogrande/train_m.jsonl"),
}
"""WinoGrande-m holds WinoGrande-xs."""
_RESAMPLED = 2_000


class Left(NamedTuple):
    """What is left of a leak in the half that judges."""

    leaks: float
    bits: float


def _left(schema: Schema, table: PairTable) -> Left | None:
    leads = leads_of(schema, table)
    return Left(float(is_suspect(leads)), sum(abs(each.bits) for each in leads)) if leads else None


def _mean(found: Sequence[Left]) -> Left:
    return Left(*(float(np.mean(each)) for each in zip(*found, strict=True)))


def _told(found: Sequence[Left]) -> str:
    if not found:
        return "none to judge"
    share = wilson(round(sum(each.leaks for each in found)), len(found))
    bits = np.array([each.bits for each in found])
    drawn = bits[np.random.default_rng(0).integers(0, bits.size, (_RESAMPLED, bits.size))].mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    part = f"{sum(each.leaks for each in found):.1f} of {len(found)} leak ({share.low:.0%}–{share.high:.0%})"
    return f"{part}, {bits.mean():.2f} bits left ({low:.2f}–{high:.2f})"


def run() -> list[Row]:
    """For each set, and all together, both halves in turn as the one that repairs: what is left in the other."""
    found: dict[str, list[tuple[Left, Left, Left]]] = {}
    for name, (language, path) in SETS.items():
        tables, schemas = halves(language), anaphor.load(DATA / path).schemas
        for made, judge in (tables, tables[::-1]):
            for schema in schemas:
                leads, as_is = leads_of(schema, made), _left(schema, judge)
                if not leads or not as_is or not is_suspect(leads):
                    continue
                tried = [_left(each.schema, judge) for each in islice(proposals(schema, made), 5)]
                nouns = [_left(each.schema, judge) for each in candidates_for(schema, made)]
                first, chance = [each for each in tried if each], [each for each in nouns if each]
                if first and chance:
                    found.setdefault(name, []).append((as_is, first[0], _mean(chance)))
    found["all"] = [each for some in found.values() for each in some]
    rows = []
    for name, some in found.items():
        before, ours, peer = (_told([each[part] for each in some]) for part in range(3))
        work = f"{name}: leaks of one half of the novels, in the other"
        rows.append(
            Row(work=work, ours=f"first repair: {ours}", peer=f"a noun of that kind: {peer}; as it is: {before}")
        )
    return rows
