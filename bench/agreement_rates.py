"""Change rates predicted from three or five votes per item, beside what all votes say, on real panels.

Of 100 and of 400 items all votes but three or five are hidden: drawn item by item, and where everybody labelled
everything also those of the same three or five people throughout. Truth is the exact rate between panels of 3, 5, 7 and
9 of all votes on these items, where there are twice as many. What public panels add is learnt without the data set
asked about. *Before* is the former estimate without the part of the interval that comes from people.

Panels come from $BENCH_DATA or the folder of real data beside the project; `BENCH_REPEATS` says how often each is
thinned.
"""

import csv
import json
import lzma
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement import LabelMatrix
from anaphor.agreement.panels.mixture import identified_range
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.agreement.panels.urn import disjoint_agreement, profiles
from anaphor.agreement.prior import Experience
from anaphor.answers import from_counts, from_triples
from bench.table import Row

DATA = Path(os.environ.get("BENCH_DATA", "../shared/data"))
SIZES = (3, 5, 7, 9)
_REPEATS = int(os.environ.get("BENCH_REPEATS", "2"))
_LEAST = 60
"""Fewest items of a panel that the prior learns from."""
_ITEMS = (100, 400)
"""Items of a trial, at most."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """Every vote of a panel: who said what on which item; `person` is −1 where nobody knows."""

    name: str
    family: str
    item: Integers
    person: Integers
    label: Integers

    @property
    def counts(self) -> Integers:
        table = np.zeros((int(self.item.max()) + 1, int(self.label.max()) + 1), dtype=np.int64)
        np.add.at(table, (self.item, self.label), 1)
        return table


def panel(family: str, name: str, votes: list[tuple[Any, Any, Any]]) -> Panel:
    """A panel from (item, person, label); `person` is None where nobody knows."""
    columns = [np.unique([str(vote[n]) for vote in votes], return_inverse=True)[1].astype(np.int64) for n in range(3)]
    if votes[0][1] is None:
        columns[1] = np.full(len(votes), -1, dtype=np.int64)
    return Panel(name=name, family=family, item=columns[0], person=columns[1], label=columns[2])


def _json(path: Path) -> Any:
    return json.loads(lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes())


def _chaos() -> Iterator[Panel]:
    for name in ("snli", "mnli_m", "alphanli"):
        lines = (DATA / "chaosnli" / f"chaosNLI_{name}.jsonl").read_text("utf-8").splitlines()
        counters = [json.loads(line)["label_counter"] for line in lines]
        votes = [
            (n, None, label) for n, each in enumerate(counters) for label, many in each.items() for _ in range(many)
        ]
        yield panel("chaosnli", f"ChaosNLI {name}", votes)


def _crowd() -> Iterator[Panel]:
    for name in ("bluebird", "d_sentiment", "face_sentiment", "rte"):
        with (DATA / "crowd" / name / "label.csv").open(encoding="utf-8") as file:
            yield panel(f"crowd {name}", name, [(item, who, what) for item, who, what in list(csv.reader(file))[1:]])


def _lewidi() -> Iterator[Panel]:
    for name in ("HS-Brexit", "ArMIS", "MD-Agreement", "ConvAbuse"):
        tasks: dict[str, list[tuple[Any, Any, Any]]] = defaultdict(list)
        for part in ("train", "dev", "test"):
            (path,) = (DATA / "lewidi2023").glob(f"{name}_{part}.json*")
            for key, item in _json(path).items():
                people = item["annotators"].split(",")
                others = item.get("other_info", {}).get("other annotations") if name == "HS-Brexit" else None
                for task, said in {"": item["annotations"], **(others or {})}.items():
                    tasks[task] += [((part, key), who, what) for who, what in zip(people, said.split(","), strict=True)]
        for task, votes in tasks.items():
            yield panel(f"lewidi {name}", f"{name} {task}".strip(), votes)


def _multipico() -> Iterator[Panel]:
    languages: dict[str, list[tuple[Any, Any, Any]]] = defaultdict(list)
    for part in ("dev", "test"):
        for key, item in _json(DATA / "multipico" / f"MP_{part}.json.xz").items():
            languages[item["lang"]] += [((part, key), who, what) for who, what in item["annotations"].items()]
    for language, votes in languages.items():
        yield panel("multipico", f"MultiPICo {language}", votes)


def _bregeon() -> Iterator[Panel]:
    # The pools; the groups of nine are parts of them.
    for path in sorted((DATA / "iaa-bregeon").glob("classe*/*.csv")):
        if not ("250" in path.name or "Similarite" in path.name):
            continue
        rows = [line.split("\t") for line in path.read_text("latin-1").splitlines()[3:] if not line.startswith("%")]
        votes = [(n, who, cell.strip()) for who, row in enumerate(rows) for n, cell in enumerate(row)]
        said = [vote for vote in votes if vote[2] not in ("", ".")]
        yield panel("iaa-bregeon", f"{path.stem[7:]} {path.parent.name[-1]}", said)


def _others() -> Iterator[Panel]:
    with (DATA / "dawid-skene" / "anesthesia.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    # The first rater judged three times.
    yield panel("anaesthetists", "anaesthetists", [(row[0], (n, row[1]), row[2]) for n, row in enumerate(rows)])
    with (DATA / "dawid-skene" / "caries.csv").open(encoding="utf-8") as file:
        teeth = [row[:5] for row in list(csv.reader(file))[1:] for _ in range(int(float(row[5])))]
    yield panel("caries", "caries", [(n, who, what) for n, row in enumerate(teeth) for who, what in enumerate(row)])
    with (DATA / "irr-classic" / "irr" / "diagnoses.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    yield panel("diagnoses", "diagnoses", [(n, None, what) for n, row in enumerate(rows) for what in row])
    with (DATA / "human-winogrande" / "WG_results.csv").open(encoding="utf-8") as file:
        answers: dict[tuple[str, str], str] = {}
        for each in csv.DictReader(file):
            for n in range(9):
                answers.setdefault((each[f"Input.schema_{n}"], each["WorkerId"]), each[f"Answer.c{n}"])
    said = [(item, who, what) for (item, who), what in answers.items() if what]
    yield panel("human-winogrande", "WinoGrande", said)
    with (DATA / "crowd" / "emotion_numeric" / "answer.csv").open(encoding="utf-8") as file:
        numbers = [(item, who, float(what)) for item, who, what in list(csv.reader(file))[1:]]
    yield panel("emotions", "emotions 2", [(item, who, what > 0) for item, who, what in numbers])
    yield panel(
        "emotions", "emotions 4", [(item, who, int(np.ceil(what / 34))) for item, who, what in numbers if what >= 0]
    )
    lines = [json.loads(line) for line in (DATA / "varierr" / "varierr.json").read_text("utf-8").splitlines()]
    labels = ("entailment", "neutral", "contradiction")
    marked: list[tuple[Any, Any, Any]] = [
        (n, why["annotator"], label) for n, each in enumerate(lines) for label in labels for why in each[label]
    ]
    first = {vote[:2]: vote for vote in reversed(marked)}
    yield panel("varierr", "VariErr", list(first.values()))


def panels() -> list[Panel]:
    """All panels."""
    makers = (_chaos, _crowd, _lewidi, _multipico, _bregeon, _others)
    return [each for maker in makers for each in maker()]


def change_of(counts: Integers, size: int) -> float | None:
    """The exact rate between panels of `size` that share nobody; None where too few items have so many votes."""
    usable = counts[counts.sum(axis=1) >= 2 * size]
    if len(usable) < 0.7 * len(counts):
        return None
    patterns = profiles(usable)
    return float(1 - disjoint_agreement(patterns.rows, size)[0] @ patterns.times / patterns.times.sum())


def listed(some: list[Panel]) -> list[dict[str, Any]]:
    """What data/agreement/panels.toml says about panels that are large enough."""
    found = []
    for each in some:
        counts = each.counts
        changes = [change_of(counts, size) for size in (1, 3, 5, 7, 9)]
        if len(counts) >= _LEAST and changes[1] is not None:
            known = [round(rate, 4) for rate in changes if rate is not None]
            row = {"name": each.name, "family": each.family, "classes": counts.shape[1], "items": len(counts)}
            found.append({**row, "changes": known})
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trial:
    """Votes that are shown, and the rates of all votes on the same items."""

    panel: Panel
    shown: int
    matrix: LabelMatrix
    truth: dict[int, float]


def trials(some: list[Panel], repeats: int, seed: int = 0) -> Iterator[Trial]:
    """Votes of each item drawn at random; where everybody labelled everything, also those of a few people."""
    rng = np.random.default_rng(seed)
    for each in some:
        counts = each.counts
        votes = counts.sum(axis=1)
        usable = np.flatnonzero(votes >= 6)
        people = int(each.person.max()) + 1
        whole = 0 < people <= 45 and float((votes >= people - 2).mean()) > 0.9
        for shown, items, same, _ in product((3, 5), _ITEMS, (False, True)[: 1 + whole], range(repeats)):
            if len(usable) < 0.7 * len(counts) or (items > _ITEMS[0] and len(usable) < items / 2):
                continue
            chosen = rng.permutation(usable)[:items]
            if same:
                kept = np.isin(each.person, rng.permutation(people)[:shown])
            else:
                order = np.lexsort((rng.random(len(each.item)), each.item))
                kept = np.zeros(len(order), dtype=bool)
                kept[order] = np.arange(len(order)) - np.searchsorted(each.item[order], each.item[order]) < shown
            kept &= np.isin(each.item, chosen)
            truth = {size: change_of(counts[chosen], size) for size in SIZES}
            known = {size: rate for size, rate in truth.items() if rate is not None}
            if known:
                yield Trial(panel=each, shown=shown, matrix=_matrix(each, kept), truth=known)


def _matrix(panel: Panel, kept: NDArray[np.bool_]) -> LabelMatrix:
    item, person, label = (column[kept] for column in (panel.item, panel.person, panel.label))
    if person[0] >= 0:
        return from_triples(*(column.astype(str).tolist() for column in (item, person, label)))
    places = np.unique(item, return_inverse=True)[1]
    table = np.zeros((int(places.max()) + 1, int(label.max()) + 1), dtype=np.int64)
    np.add.at(table, (places, label), 1)
    return from_counts(table, items=list(map(str, range(len(table)))), classes=list(map(str, range(table.shape[1]))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was said about one rate, and what is true."""

    family: str
    shown: int
    size: int
    truth: float
    rate: float
    ends: tuple[float, float]

    @property
    def held(self) -> bool:
        return self.ends[0] - 1e-9 <= self.truth <= self.ends[1] + 1e-9


def _before(study: PanelStudy, size: int) -> tuple[float, float, float]:
    """The former estimate: a Dirichlet's rate moved near the likeliest mixtures, and the hull of all likely ones."""
    change = study.mixture.changes(size)[0]
    near, fit, wide = (identified_range(study.mixture, change, slack=slack) for slack in (0.5, 2.0, 2.448))
    one = study.quick(1) or 1e-9
    rate = min(max((study.quick(size) or 0.0) * (study.ceiling or 0.0) / one, near[0]), near[1])
    return rate, min(fit[0], wide[0], rate), max(fit[1], wide[1], rate)


def replayed(repeats: int = _REPEATS, seed: int = 0) -> Iterator[tuple[Said, Said]]:
    """What is said now and what was said before; nothing is learnt from the data set that is asked about."""
    every = panels()
    known = listed(every)
    for trial in trials(every, repeats, seed):
        family = trial.panel.family
        learnt = Experience.of([row for row in known if row["family"] != family])
        study = PanelStudy(trial.matrix, ReproductionSettings(size=3, experience=learnt))
        for size, truth in trial.truth.items():
            rate, (old, low, high) = study.fresh(size), _before(study, size)
            same: dict[str, Any] = {"family": family, "shown": trial.shown, "size": size, "truth": truth}
            now = Said(**same, rate=rate.rate or 0.0, ends=(rate.low or 0.0, rate.high or 0.0))
            yield now, Said(**same, rate=old, ends=(low, high))


def _summed(some: list[Said]) -> str:
    """The mean error in points (and that of data sets weighing the same), coverage, median width."""
    errors: dict[str, list[float]] = defaultdict(list)
    for each in some:
        errors[each.family].append(each.rate - each.truth)
    bias = 100 * np.mean([error for family in errors.values() for error in family])
    even = 100 * np.mean([np.mean(family) for family in errors.values()])
    width = 100 * np.median([each.ends[1] - each.ends[0] for each in some])
    return f"bias {bias:+.1f} ({even:+.1f}), held {np.mean([each.held for each in some]):.1%}, width {width:.1f}"


def run() -> list[Row]:
    """Bias in points (in brackets: each data set once), how often the interval held the truth, and its width."""
    groups: dict[str, list[tuple[Said, Said]]] = defaultdict(list)
    for pair in replayed():
        groups["all"].append(pair)
        groups[f"{pair[0].shown} votes shown, panels of {pair[0].size}"].append(pair)
        groups[f"data set {pair[0].family}"].append(pair)
    order = sorted(groups, key=lambda name: (name != "all", not name[0].isdigit(), name))
    return [
        {
            "work": f"{name} ({len(groups[name])} rates)",
            "ours": _summed([now for now, _ in groups[name]]),
            "peer": f"before: {_summed([before for _, before in groups[name]])}",
        }
        for name in order
    ]


def written() -> str:
    """The rows of data/agreement/panels.toml, remade from the data."""
    return "".join(
        f'\n[[panel]]\nname = "{row["name"]}"\nfamily = "{row["family"]}"\nclasses = {row["classes"]}\n'
        f"items = {row['items']}\nchanges = {row['changes']}\n"
        for row in listed(panels())
    )
