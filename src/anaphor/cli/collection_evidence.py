"""What a study and an audit say of the items of a collection, and what is left of each when items go."""

import json
import random
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from anaphor.audit import Criteria, Pick, judge, maximum_test, table, tally
from anaphor.cli.experiment_study import study_from
from anaphor.cli.score_tables import read_text
from anaphor.collection.changes import Unit
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.experiment import percent
from anaphor.experiment.analysis import Analysis, ItemResult, analyse
from anaphor.experiment.study import Study
from anaphor.schema import Collection, question_of
from anaphor.statistics import student

_SPLITS = 20
"""How often people are split in halves to see what the selection is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Human:
    """What people said of the items."""

    study: Study
    """The study."""
    analysis: Analysis
    """Its analysis."""
    items: dict[str, ItemResult]
    """Results of the collection's items that have a rate."""

    @classmethod
    def of(cls, path: Path, database: str | None, collection: Collection) -> "Human":
        """The study at a path; one of another collection is refused."""
        study = study_from(path, database)
        found = analyse(study)
        known = {question_of(entry).id for entry in collection.entries}
        items = {each.item: each for each in found.items if each.rate is not None and each.item in known}
        if not items:
            raise InputError(
                f"the study {study.name} asked no item of {collection.name}",
                todo="Import it with --collection, so that items are found.",
            )
        return cls(study=study, analysis=found, items=items)

    @property
    def whom(self) -> str:
        """Who answered, in words: what nobody was asked must not read as if somebody had been."""
        return "simulated people" if self.study.simulated else "people"

    def reasons(self, least: float, *, shrunken: bool) -> dict[str, str]:
        """Why items are to go: too few people got them right."""
        found = {}
        for name, each in self.items.items():
            value = each.shrunken if shrunken and each.shrunken is not None else each.rate
            if value is not None and value < least:
                drawn = (
                    ""
                    if each.shrunken is None
                    else (f"; {percent(each.shrunken, digits=0)} when drawn towards the other items")
                )
                found[name] = (
                    f"{each.right} of {each.answers} {self.whom} right ({percent(each.rate, digits=0)}{drawn})"
                )
        return found

    def mean(self, items: AbstractSet[str]) -> dict[str, float | int | None]:
        """Mean rate of some items, with its interval for other schemas."""
        rated = [self.items[name] for name in sorted(items & self.items.keys())]
        groups: dict[str, list[float]] = {}
        for each in rated:
            groups.setdefault(each.schema or each.item, []).append(each.rate or 0.0)
        units = np.array([mean(group) for group in groups.values()])
        value = mean([each.rate or 0.0 for each in rated]) if rated else None
        ends = None
        if value is not None and units.size > 1:
            ends = student(value, float(units.std(ddof=1)) / units.size**0.5, units.size - 1).within(0, 1)
        return {
            "items": len(rated),
            "mean": value,
            "low": ends.low if ends else None,
            "high": ends.high if ends else None,
        }

    def card(self, item: str) -> dict[str, Any] | None:
        """What people said of one item."""
        each = self.items.get(item)
        if each is None:
            return None
        return {"right": each.right, "answers": each.answers, "rate": each.rate, "shrunken": each.shrunken}

    def held_out(self, least: float, unit: Unit, seed: int = 0) -> dict[str, float] | None:
        """Mean rate before and after, where one half of the people selects and the other half is asked.

        None where there are too few people to be split.
        """
        people = sorted({each.person for each in self.analysis.screened.responses})
        if len(people) < 4:
            return None
        rng, before, after = random.Random(seed), [], []
        for _ in range(_SPLITS):
            chosen = set(rng.sample(people, len(people) // 2))
            first, second = (self._rates(chosen, inside=inside) for inside in (True, False))
            bad = {name for name, rate in first.items() if rate < least}
            if unit is Unit.SCHEMA:
                schemas = {self.items[name].schema for name in bad}
                bad |= {name for name in second if self.items[name].schema in schemas}
            kept = [rate for name, rate in second.items() if name not in bad]
            if second and kept:
                before.append(mean(second.values()))
                after.append(mean(kept))
        return {"before": mean(before), "after": mean(after)} if after else None

    def _rates(self, people: set[str], *, inside: bool) -> dict[str, float]:
        counts: dict[str, list[bool]] = {}
        for each in self.analysis.screened.responses:
            if (each.person in people) is inside and each.right is not None and each.name in self.items:
                counts.setdefault(each.name, []).append(each.right)
        return {name: mean(found) for name, found in counts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What an audit said of the items."""

    picks: tuple[Pick, ...]
    """The choice by association on each item that has the shape of the test."""
    suspects: tuple[dict[str, Any], ...]
    """Schemas that the audit solves."""
    seed: int
    """Seed of the intervals."""

    @classmethod
    def of(cls, path: Path, collection: Collection, seed: int) -> "Audited":
        """The audit in a file, of the same collection."""
        where = Place(file=str(path))
        try:
            document = json.loads(read_text(path))
            picks = tuple(
                Pick(
                    item=str(each["item"]),
                    schema=str(each["schema"]),
                    candidates=len(each["pairs"]),
                    key=int(each["key"]),
                    choice=each["choice"],
                    lead=each["lead"],
                    attested=all(pair["both"] for pair in each["pairs"]),
                )
                for each in document["items"]
            )
            suspects = tuple(
                {
                    "schema": str(each["schema"]),
                    "items": [str(item) for item in each["items"]],
                    "by": str(each["by"]),
                    "lead": None if each["lead"] is None else float(each["lead"]),
                }
                for each in document["suspects"]
            )
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
            raise FormatError(
                "this is no audit", where=where, todo="`anaphor audit COLLECTION --json` prints one."
            ) from error
        known = {question_of(entry).id for entry in collection.entries}
        if not any(pick.item in known for pick in picks):
            raise InputError(f"this audit is of no item of {collection.name}", where=where)
        return cls(picks=tuple(pick for pick in picks if pick.item in known), suspects=suspects, seed=seed)

    def reasons(self, lead: float) -> dict[str, str]:
        """Why items are to go: mutual information solves every item of their schema with such a lead."""
        known = {pick.item for pick in self.picks}
        return {
            item: f"the audit solves its schema (lead {each['lead']:.1f})"
            for each in self.suspects
            if each["lead"] is not None and each["lead"] >= lead
            for item in each["items"]
            if item in known
        }

    def row(self, items: AbstractSet[str]) -> dict[str, Any] | None:
        """Paper 1's table without a threshold, and the verdict, for some items."""
        picks = [pick for pick in self.picks if pick.item in items]
        if not picks:
            return None
        try:
            tallies, rng = tally(picks), np.random.default_rng(self.seed)
            rows = table(tallies, rng)
            verdict = judge(rows, tallies, maximum_test(tallies, rng), Criteria())
        except AnaphorError:
            return None
        first = rows[0]
        return {
            "n": first.n,
            "h": first.h,
            "theta": first.theta,
            "exactitude": first.exactitude,
            "couverture": first.couverture,
            "reussite": first.reussite,
            "low": first.reussite_interval.low,
            "high": first.reussite_interval.high,
            "p": verdict.p,
            "verdict": verdict.kind.value,
        }

    def card(self, item: str) -> dict[str, Any] | None:
        """What the audit said of one item."""
        pick = next((each for each in self.picks if each.item == item), None)
        return None if pick is None else {"right": pick.right, "lead": pick.lead}
