"""Readings of sentences judged beforehand: right, wrong and needless abstentions per construction, and certainty."""

from collections.abc import Iterable

from anaphor.language import NoReading, Reading
from bench.table import Row
from tests.language.probe_sets import HALVES, Probe, Verdict, probes

_Made = tuple[Probe, Reading | NoReading, Verdict]


def run() -> list[Row]:
    """A row per language and construction, per set, and per certainty; development and test halves apart."""
    made, held = _made("."), _made("held")
    sets = sorted({(probe.language, probe.set_name) for probe, _, _ in made})
    rows = [_row(f"{name[0]}, {name[1]}: all", [each for each in made if each[0][:2] == name]) for name in sets]
    for name in sets:
        said = _said(each for each in held if each[0][:2] == name)
        rows.append({"work": f"{name[0]}, {name[1]}: held-back draws, as they come out now", "ours": said})
    for language in ("fr", "en"):
        mine = [each for each in made if each[0].language == language]
        for sureness in ("certain", "likely", "doubtful"):
            sure = [each for each in mine if isinstance(each[1], Reading) and each[1].sureness == sureness]
            rows.append(_row(f"{language}, {sureness}", sure))
        for construction in dict.fromkeys(probe.construction for probe, _, _ in mine):
            rows.append(
                _row(f"{language}: {construction}", [each for each in mine if each[0].construction == construction])
            )
    return rows


def _made(folder: str) -> list[_Made]:
    return [(probe, found := probe.made(), probe.verdict(found)) for probe in probes(folder)]


def _row(work: str, made: list[_Made]) -> Row:
    halves = (f"{half} {_said(each for each in made if each[0].half == half)}" for half in HALVES)
    return {"work": work, "ours": "; ".join(halves)}


def _said(made: Iterable[_Made]) -> str:
    """Right among outputs, and needless abstentions among all."""
    every = list(made)
    outputs = [verdict for _, found, verdict in every if isinstance(found, Reading)]
    right = sum(verdict is Verdict.RIGHT for verdict in outputs)
    needless = sum(verdict is Verdict.NEEDLESS for _, _, verdict in every)
    share = f" ({right / len(outputs):.1%})" if outputs else ""
    return f"{right}/{len(outputs)} right{share}, {needless}/{len(every)} needless"
