"""Selecting the good items of a collection by what people and an audit said of them, each loss with its reason."""

import random
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from anaphor import audit as audits
from anaphor import experiment
from anaphor.audit import Pick, judge, maximum_test, table, tally
from anaphor.collection import DropUnit, Format, Selected, load, selected, stamped, write_selected
from anaphor.errors import AnaphorError, InputError, Place, member_of
from anaphor.files import MemoryTable, document_in, is_path
from anaphor.result import Result
from anaphor.schema import Collection, question_of
from anaphor.text import Message, Value, joined, message, speaking, text

_LEAST_RATE = 0.8
_LEAD = 2.0
"""Bits: the lead from which on the audit calls a cue tied to a candidate."""
_SPLITS = 20
"""How often people are split in halves to see what the selection is worth."""
_FEWEST = 4
"""People below which there are no halves."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CollectionSelection(Result):
    """What a selection left of a collection, and why the rest went."""

    selected: Selected
    """The collection that is left, and every item that went with its reason."""
    document: Mapping[str, Any]
    """Figures of people and audit before and after, as `--json` prints them."""

    @property
    def collection(self) -> Collection:
        return self.selected.collection


def select(  # noqa: PLR0913  # the options of the command
    source: str | Path | Collection | MemoryTable,
    output: str | Path | None = None,
    *,
    study: "experiment.StudySource | None" = None,
    database: str | None = None,
    audit: "str | Path | audits.Audit | None" = None,
    least: float = _LEAST_RATE,
    shrunken: bool = False,
    lead: float = _LEAD,
    unit: DropUnit | str = DropUnit.SCHEMA,
    remove: bool = False,
    seed: int = 0,
    format: str | Format | None = None,
    language: str | None = None,
) -> CollectionSelection:
    """The good items of a collection, with a reason for each that goes; with `output` written there.

    By a `study` (whatever `experiment.analyse` takes, with its `database`) go items that fewer than `least` of the
    people got right, by their rates, or by the `shrunken` ones; by an `audit` (a result of `audit.run`, or a file with
    its JSON) go the schemas that mutual information solves with a `lead` of so many bits, and items that stand in the
    corpus. With an item goes its schema, or with `unit="item"` the item alone. What goes is marked as excluded, or
    with `remove` taken out. `seed` is that of the intervals. The source is whatever `load` takes; `format` and
    `language` say what it is.
    """
    if study is None and audit is None:
        raise InputError("collection-nothing-selects")
    if not 0 <= least <= 1:
        raise InputError("collection-bad-share", share=least)
    unit, target = member_of(DropUnit, unit, "unit"), None if output is None else Path(output)
    if target and is_path(source) and target.exists() and Path(source).exists() and target.samefile(source):
        raise InputError("collection-own-output", output=str(target))
    collection = load(source, format=format, language=language)
    human = HumanEvidence.of(study, database, collection) if study is not None else None
    audited = AuditEvidence.of(audit, collection, seed) if audit is not None else None
    reasons: dict[str, list[Value]] = {}
    for found in (human.reasons(least, shrunken=shrunken) if human else {}, audited.reasons(lead) if audited else {}):
        for item, reason in found.items():
            reasons.setdefault(item, []).append(reason)
    chosen = selected(collection, {item: joined(told, "; ") for item, told in reasons.items()}, unit, take_out=remove)
    left = stamped(chosen, _how(collection, chosen, human, audited))
    if not left.collection.entries:
        seen = audited is not None and len(audited.copied) == len(collection.entries)
        raise InputError("collection-all-copied" if seen else "collection-nothing-left")
    kept_text = write_selected(str(source) if is_path(source) else None, left, target) if target else False
    document: dict[str, Any] = {
        "collection": collection.name,
        "output": str(target) if target else None,
        "before": _side(collection, human, audited),
        "after": _side(left.collection, human, audited),
        "dropped": _dropped(left, human, audited),
        "least": least,
        "judged_by": "shrunken" if shrunken else "raw",
        "lead": lead,
        "unit": unit.value,
        "simulated": human.study.simulated if human else None,
        "concerns": list(audited.concerns) if audited else [],
        "comments_kept": kept_text,
    }
    if target:  # problems that stood in one entry may stand last now
        document["after"]["fingerprint"] = load(target).fingerprint
    if human:
        document["held_out"] = human.held_out(least, unit)
    return CollectionSelection(selected=left, document=document)


def _how(before: Collection, found: Selected, human: "HumanEvidence | None", audited: "AuditEvidence | None") -> str:
    """How the selection was made, for the notes of what is left: in a file, so in English."""
    by: list[Value] = []
    if human:
        by.append(message("collection-select-by-study", whom=human.whom, study=human.study.name))
    if audited:
        by.append(message("collection-select-by-audit"))
    with speaking("en"):
        return text(
            "collection-select-how",
            name=" ".join(filter(None, (before.name, before.version))),
            fingerprint=before.fingerprint,
            dropped=len(found.dropped),
            items=len(before.entries),
            by=joined(by, text("collection-and")),
        )


def _side(collection: Collection, human: "HumanEvidence | None", audited: "AuditEvidence | None") -> dict[str, Any]:
    items = {question_of(entry).id for entry in collection.entries}
    return {
        "items": len(items),
        "fingerprint": collection.fingerprint,
        "human": human.mean(items) if human else None,
        "audit": audited.row(items) if audited else None,
    }


def _dropped(found: Selected, human: "HumanEvidence | None", audited: "AuditEvidence | None") -> list[dict[str, Any]]:
    with speaking("en"):  # the same words as in the file
        return [
            {
                "item": each.item,
                "schema": each.schema,
                "reason": str(each.reason),
                "twin": each.twin,
                "human": human.card(each.item) if human else None,
                "audit": audited.card(each.item) if audited else None,
            }
            for each in found.dropped
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanEvidence:
    """What people said of the items."""

    study: "experiment.Study"
    analysis: "experiment.StudyAnalysis"
    items: "dict[str, experiment.ItemResult]"
    """Results of the collection's items that have a rate."""

    @classmethod
    def of(cls, path: "experiment.StudySource", database: str | None, collection: Collection) -> "HumanEvidence":
        """The study at a path; one of another collection is refused."""
        study = experiment.study_from(path, database)
        found = experiment.analyse_study(study)
        known = {question_of(entry).id for entry in collection.entries}
        items = {each.item: each for each in found.items if each.rate is not None and each.item in known}
        if not items:
            raise InputError("collection-other-study", study=study.name, name=collection.name)
        return cls(study=study, analysis=found, items=items)

    @property
    def whom(self) -> Message:
        """Who answered, in words: what nobody was asked must not read as if somebody had been."""
        return message("collection-simulated-people" if self.study.simulated else "collection-people")

    def reasons(self, least: float, *, shrunken: bool) -> dict[str, Message]:
        """Why items are to go: too few people got them right."""
        found = {}
        for name, each in self.items.items():
            value = each.shrunken if shrunken and each.shrunken is not None else each.rate
            if value is None or each.rate is None or value >= least:
                continue
            values: dict[str, Value] = {"right": each.right, "answers": each.answers, "whom": self.whom}
            values["rate"] = 100 * each.rate
            if each.shrunken is None:
                found[name] = message("collection-dropped-rate", **values)
            else:
                found[name] = message("collection-dropped-drawn-rate", drawn=100 * each.shrunken, **values)
        return found

    def mean(self, items: AbstractSet[str]) -> dict[str, float | int | None]:
        """Mean rate of some items, with its interval for other schemas."""
        import numpy as np

        from anaphor.statistics import student

        rated = [self.items[name] for name in sorted(items & self.items.keys())]
        groups: dict[str, list[float]] = {}
        for each in rated:
            groups.setdefault(each.schema or each.item, []).append(each.rate or 0.0)
        units = np.array([mean(group) for group in groups.values()])
        value = mean([each.rate or 0.0 for each in rated]) if rated else None
        ends = None
        if value is not None and units.size > 1:
            ends = student(value, float(units.std(ddof=1)) / units.size**0.5, units.size - 1).within(0, 1)
        low, high = (ends.low, ends.high) if ends else (None, None)
        return {"items": len(rated), "mean": value, "low": low, "high": high}

    def card(self, item: str) -> dict[str, Any] | None:
        each = self.items.get(item)
        if each is None:
            return None
        return {"right": each.right, "answers": each.answers, "rate": each.rate, "shrunken": each.shrunken}

    def held_out(self, least: float, unit: DropUnit, seed: int = 0) -> dict[str, float] | None:
        """Mean rate before and after, where one half of the people selects and the other is asked; None: too few."""
        people = sorted({each.person for each in self.analysis.screened.responses})
        if len(people) < _FEWEST:
            return None
        rng, before, after = random.Random(seed), [], []
        for _ in range(_SPLITS):
            half = set(rng.sample(people, len(people) // 2))
            first, second = (self._rates(half, inside=inside) for inside in (True, False))
            bad = {name for name, rate in first.items() if rate < least}
            if unit is DropUnit.SCHEMA:
                schemas = {self.items[name].schema for name in bad}
                bad |= {name for name in second if self.items[name].schema in schemas}
            kept = [rate for name, rate in second.items() if name not in bad]
            if second and kept:
                before.append(mean(second.values()))
                after.append(mean(kept))
        return {"before": mean(before), "after": mean(after)} if after else None

    def _rates(self, people: set[str], *, inside: bool) -> Mapping[str, float]:
        counts: dict[str, list[bool]] = {}
        for each in self.analysis.screened.responses:
            if (each.person in people) is inside and each.right is not None and each.name in self.items:
                counts.setdefault(each.name, []).append(each.right)
        return {name: mean(found) for name, found in counts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvidence:
    """What an audit said of the items."""

    picks: "tuple[Pick, ...]"
    """The choice by association on each item that has the shape of the test."""
    leads: dict[str, float]
    """Items of the schemas that the audit solves, with its lead on the schema."""
    seed: int
    copied: frozenset[str] = frozenset()
    """Items that stand in the audited corpus, nearly word for word."""
    concerns: tuple[str, ...] = ()
    """What speaks against the whole collection, the worst first."""

    @classmethod
    def of(cls, found: "str | Path | audits.Audit", collection: Collection, seed: int) -> "AuditEvidence":
        """The audit in a file, of the same collection."""
        where = Place(file=str(found)) if is_path(found) else None
        held = nullcontext(found.to_dict()) if isinstance(found, Result) else None
        with held or document_in(Path(str(found)), "collection-no-audit") as document:
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
            leads = {
                str(item): float(each["lead"])
                for each in document["suspects"]
                for item in each["items"]
                if each["lead"] is not None
            }
            seen = [each["evidence"] for each in document.get("shortcuts", ()) if each["name"] == "exposure"]
            copied = frozenset(str(piece["place"]) for pieces in seen for piece in pieces)
            concerns = tuple(map(str, document.get("concerns", ())))
        known = {question_of(entry).id for entry in collection.entries}
        kept = tuple(pick for pick in picks if pick.item in known)
        if not kept and not copied & known:
            raise InputError("collection-other-audit", where=where, name=collection.name)
        return cls(picks=kept, leads=leads, seed=seed, copied=copied & known, concerns=concerns)

    def reasons(self, lead: float) -> dict[str, Message]:
        """Why items are to go: they stand in the corpus, or mutual information solves their schema with such a lead."""
        known = {pick.item for pick in self.picks}
        solved = {item: found for item, found in self.leads.items() if item in known and found >= lead}
        reasons = {item: message("collection-dropped-solved", lead=found) for item, found in solved.items()}
        return reasons | {item: message("collection-dropped-copied") for item in sorted(self.copied)}

    def row(self, items: AbstractSet[str]) -> dict[str, Any] | None:
        """Paper 1's table without a threshold, and the verdict, for some items."""
        import numpy as np

        picks = [pick for pick in self.picks if pick.item in items]
        if not picks:
            return None
        try:
            tallies, rng = tally(picks), np.random.default_rng(self.seed)
            rows = table(tallies, rng)
            chance = maximum_test(tallies, rng)
            verdict = judge(rows, tallies, chance, audits.Criteria())
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
            "accuracy": first.couverture,
            "precision_on_answered": first.qualite,
            "guess_adjusted_accuracy": first.reussite,
            "low": first.reussite_interval.low,
            "high": first.reussite_interval.high,
            "p": verdict.p,
            "verdict": verdict.kind.value,
        }

    def card(self, item: str) -> dict[str, Any] | None:
        pick = next((each for each in self.picks if each.item == item), None)
        return None if pick is None else {"right": pick.right, "lead": pick.lead}
