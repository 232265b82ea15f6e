"""Coefficients, intervals and reading of labels against the peers, all in the same run.

Work whose memory counts runs in a process of its own, which reports its peak.
"""

import contextlib
import csv
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.intervals import Resampled, bootstraps, catalogue
from anaphor.agreement.coefficients.kappa import conger_kappa, davies_fleiss_kappa
from anaphor.agreement.coefficients.pooled import alpha_disagreements, alpha_interval, alpha_nominal, alpha_ordinal
from anaphor.answers import Column, from_columns, from_table, read
from bench.table import Row, best_of

Float = NDArray[np.float64]


def _table(items: int, annotators: int, *, each: int | None = None, classes: int = 5) -> Float:
    """Labels with some agreement, items × annotators; `each`: labels per item, nan elsewhere."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, classes, items)
    people = annotators if each is None else each
    labels = np.where(rng.random((items, people)) < 0.7, truth[:, None], rng.integers(0, classes, (items, people)))
    if each is None:
        return labels.astype(np.float64)
    table = np.full((items, annotators), np.nan)
    start = rng.integers(0, annotators, items)
    for place in range(each):  # distinct annotators: steps around a circle
        table[np.arange(items), (start + place * (annotators // each - 7)) % annotators] = labels[:, place]
    return table


def _fastest(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs on the clock: some peers and our matrix products use several cores."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _alone(task: str, path: Path) -> dict[str, float]:
    """Run one of the tasks below in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.agreement_coefficients", task, str(path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _ours_davies_fleiss(path: Path) -> tuple[float, float]:
    data = np.load(path)
    items, people = data["shape"].tolist()
    matrix = from_columns(_column(data["item"], items), _column(data["annotator"], people), _column(data["label"], 5))
    # A copy has nothing computed in advance.
    return _fastest(3, lambda: davies_fleiss_kappa(replace(matrix))), conger_kappa(matrix).value or 0.0


def _column(codes: NDArray[np.int64], size: int) -> Column:
    return Column(codes=codes.astype(np.int32), names=tuple(map(str, range(size))))


def _irrcac_conger(path: Path) -> tuple[float, float]:
    data = np.load(path)
    table = np.full(tuple(data["shape"]), np.nan)
    table[data["item"], data["annotator"]] = data["label"]
    frame = import_module("pandas").DataFrame(table)
    peer = import_module("irrCAC.raw").CAC(frame, categories=[0.0, 1.0, 2.0, 3.0, 4.0], digits=12)
    found: list[float] = []
    seconds = _fastest(1, lambda: found.append(float(peer.conger()["est"]["coefficient_value"])))
    return seconds, found[0]


def _read(path: Path) -> tuple[float, float]:
    found: list[int] = []
    seconds = best_of(3, lambda: found.append(read(path).size))
    return seconds, float(found[0])


TASKS = {"ours": _ours_davies_fleiss, "irrcac": _irrcac_conger, "read": _read}


def _davies_fleiss() -> list[Row]:
    table = _table(100_000, 1_000, each=5)
    item, annotator = np.nonzero(~np.isnan(table))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.npz"
        np.savez(path, item=item, annotator=annotator, label=table[item, annotator], shape=np.array(table.shape))
        del table
        ours, peer = _alone("ours", path), _alone("irrcac", path)
    same = abs(ours["value"] - peer["value"])
    return [
        {
            "work": "Davies–Fleiss κ, 1,000 annotators × 100,000 items × 5 labels "
            f"(κ with irrCAC's weighing differs by {same:.0e})",
            "ours": f"{ours['seconds'] * 1000:.0f} ms, peak {ours['peak']:,.0f} MB",
            "peer": f"irrCAC {version('irrCAC')} conger: {peer['seconds']:.1f} s, {peer['peak']:,.0f} MB",
            "ratio": peer["seconds"] / ours["seconds"],
            "wanted": 300,
        }
    ]


def _alphas() -> list[Row]:
    krippendorff = import_module("krippendorff")
    rows: list[Row] = []
    name = f"krippendorff {version('krippendorff')}"
    for items, people in ((10, 3), (20, 3), (50, 4), (100, 5), (230, 25), (10_000, 100)):
        table = _table(items, people)
        turned = np.ascontiguousarray(table.T)
        counts = from_table(table).counts
        times = 3000 if items < 200 else 300 if items < 1000 else 5
        for level, alpha in (("nominal", alpha_nominal), ("ordinal", alpha_ordinal), ("interval", alpha_interval)):
            ours = _fastest(times, lambda alpha=alpha, table=table: alpha(from_table(table)))  # type: ignore[misc]  # bound now
            peer = _fastest(
                times,
                lambda level=level, turned=turned: krippendorff.alpha(turned, level_of_measurement=level),  # type: ignore[misc]
            )
            rows.append(
                {
                    "work": f"α {level} from raw labels, {people} × {items:,}",
                    "ours": f"{ours * 1000:.3f} ms",
                    "peer": f"{name}: {peer * 1000:.3f} ms",
                    "ratio": peer / ours,
                    "wanted": 1,
                }
            )
        ours = _fastest(times, lambda counts=counts: alpha_disagreements(counts, None))  # type: ignore[misc]
        peer = _fastest(
            times,
            lambda counts=counts: krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"),  # type: ignore[misc]
        )
        rows.append(
            {
                "work": f"α nominal from ready-made counts, {people} × {items:,}",
                "ours": f"{ours * 1000:.2f} ms",
                "peer": f"{name}: {peer * 1000:.2f} ms",
                "ratio": peer / ours,
                "wanted": 1 / 1.5,
            }
        )
    return rows


def _bootstrap() -> list[Row]:
    krippendorff = import_module("krippendorff")
    matrix = from_table(_table(10_000, 100))
    counts, kind = matrix.counts, catalogue(matrix)["krippendorff_alpha_nominal"]
    rng = np.random.default_rng(0)
    ours = _fastest(3, lambda: bootstraps([kind], matrix, Resampled.ITEMS, 1000, np.random.default_rng(0)))

    def peer_once() -> object:
        drawn = counts[rng.integers(0, len(counts), len(counts))]
        return krippendorff.alpha(value_counts=drawn, level_of_measurement="nominal")

    peer = _fastest(1, lambda: [peer_once() for _ in range(1000)])
    return [
        {
            "work": "bootstrap of α over items, 1,000 resamples of 100 × 10,000 (the peer from ready-made counts)",
            "ours": f"{ours * 1000:.0f} ms",
            "peer": f"loop over krippendorff: {peer:.2f} s",
            "ratio": peer / ours,
            "wanted": 50,
        }
    ]


def _reading() -> list[Row]:
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.csv"
        item, who = np.repeat(np.arange(200_000), 5), np.tile(np.arange(5), 200_000) * 200 + rng.integers(0, 200, 10**6)
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["item", "worker", "label"])
        writer.writerows(zip(item.tolist(), who.tolist(), rng.integers(0, 5, 10**6).tolist(), strict=True))
        path.write_text(text.getvalue(), "utf-8")
        ours = _alone("read", path)
        floor = best_of(3, lambda: list(csv.reader(path.open(encoding="utf-8"))))
        pandas = best_of(3, lambda: import_module("pandas").read_csv(path))
    return [
        {
            "work": "read a million labels (long CSV) into a label matrix; wanted < 1 s, < 500 MB",
            "ours": f"{ours['seconds']:.2f} s, peak {ours['peak']:,.0f} MB",
            "peer": f"csv.reader alone {floor:.2f} s, pandas.read_csv alone {pandas:.2f} s",
            "ratio": 1 / ours["seconds"],
            "wanted": 1,
        }
    ]


def run() -> list[Row]:
    """Every promise about coefficients and reading, measured."""
    rows: list[Row] = []
    for part in (_reading, _alphas, _bootstrap, _davies_fleiss):
        with warnings.catch_warnings(), contextlib.suppress(ModuleNotFoundError):
            warnings.simplefilter("ignore")
            rows.extend(part())
    return rows


def _task() -> None:
    warnings.simplefilter("ignore")
    seconds, value = TASKS[sys.argv[1]](Path(sys.argv[2]))
    print(json.dumps({"seconds": seconds, "value": value, "peak": _peak()}))


def _peak() -> float:
    """Most memory that this process had, in MB; Linux counts the parent's too in getrusage."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    found = [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")]
    return found[0] if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    _task()
