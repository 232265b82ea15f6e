"""Runs on changed wordings beside the same respondent's runs on the originals."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphor.cli.score_inputs import ScoredRun
from anaphor.cli.score_tables import OriginMap, read_origins, said_of
from anaphor.errors import InputError, Place
from anaphor.scoring import Consistency, Sampling, consistency


@dataclass(frozen=True, slots=True, kw_only=True)
class Steady:
    """How steady one respondent is."""

    name: str
    """The respondent."""
    collection: str
    """The changed collection."""
    found: Consistency
    """What the two runs say."""
    differing: tuple[str, ...]
    """Settings of the resolver in which the two runs differ; empty as a rule."""


def steadiness(scored: Sequence[ScoredRun], path: Path, sampling: Sampling) -> list[Steady]:
    """Every run on changed wordings beside the run of the same respondent on the originals."""
    if len(scored) < 2:
        raise InputError("--origins needs two runs", todo="Give one on the originals and one on the changed wordings.")
    way = read_origins(path)
    changed = [run for run in scored if _is_changed(run, way)]
    originals = [run for run in scored if not _is_changed(run, way)]
    if not changed or not originals:
        raise InputError(
            f"no run is on the {'originals' if changed else 'changed wordings'} of this map",
            where=Place(file=str(path)),
            todo="Give a run on each, of the same respondent.",
        )
    return [_beside(run, _original_of(run, originals, way), way, sampling) for run in changed]


def _is_changed(run: ScoredRun, way: OriginMap) -> bool:
    if way.changed is not None:
        return run.run.header.fingerprint == way.changed
    return any(each.item in way.origins for each in run.outcomes)


def _original_of(run: ScoredRun, originals: Sequence[ScoredRun], way: OriginMap) -> ScoredRun:
    """The same respondent's run on the originals."""
    who = run.run.header.respondent.name
    found = [
        each
        for each in originals
        if each.run.header.respondent.name == who and way.original in (None, each.run.header.fingerprint)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        what = f"{found[0].path} and {found[1].path} are both runs of {who} on the originals"
        raise InputError(what, where=Place(file=str(run.path)), todo="Give one of them.")
    others = ", ".join(sorted({each.run.header.respondent.name for each in originals}))
    raise InputError(
        f"this is a run of {who} on changed wordings, and no run of {who} on the originals is given, only of {others}",
        where=Place(file=str(run.path)),
        todo="Consistency is that of one respondent: give both of its runs.",
    )


def _beside(run: ScoredRun, original: ScoredRun, way: OriginMap, sampling: Sampling) -> Steady:
    with said_of(run.path):
        found = consistency(original.outcomes, run.outcomes, way.origins, sampling)
    return Steady(
        name=original.run.header.respondent.name,
        collection=run.run.header.collection,
        found=found,
        differing=_differing(original.run.header.signature, run.run.header.signature),
    )


def _differing(one: str, other: str) -> tuple[str, ...]:
    """Names of the parts in which two signatures differ."""
    mine, theirs = (dict(part.partition(":")[::2] for part in text.split("|")) for text in (one, other))
    return tuple(sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)))
