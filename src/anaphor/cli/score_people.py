"""People beside runs: from a file of their answers or counts, or from what the collection itself prints."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from anaphor import __version__
from anaphor.answer import Answer
from anaphor.cli.score_inputs import ScoredRun, refuse_several
from anaphor.cli.score_tables import digest_of, read_people, said_of
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import HumanCount
from anaphor.scoring import (
    Comparison,
    Panel,
    People,
    Rescoring,
    Sampling,
    Votes,
    against_people,
    corrected,
    counted_people,
    made_by,
    people_from_counts,
    people_of,
    rescore,
    votes_from_counts,
    votes_of,
)


def people_beside(
    scored: Sequence[ScoredRun], path: Path | None, sampling: Sampling
) -> tuple[People, tuple[Comparison, ...]] | None:
    """People, and every run compared with them (Holm over the runs); None where nothing is known of people."""
    if len({run.run.header.fingerprint for run in scored}) > 1 and path is None:
        return None
    people = _people(scored, path, sampling)
    if people is None:
        return None
    whose = Signature.of(people=_source(path), version=__version__)
    found = [against_people(run.name, run.outcomes, people, sampling, run.signature | whose) for run in scored]
    of_them = Signature.of(collection=scored[0].asked, people=_source(path)) | made_by(people.reussite, sampling)
    return replace(people, signature=of_them), corrected(found)


def _source(path: Path | None) -> str:
    """Where what is known of people stands: a digest of their file, or the collection itself."""
    return digest_of(path) if path else "collection"


def _people(scored: Sequence[ScoredRun], path: Path | None, sampling: Sampling) -> People | None:
    first = scored[0]
    if path is None:
        return counted_people(first.collection, first.targets.items, sampling)
    refuse_several(scored)
    answers, counts = read_people(path)
    with said_of(path):
        if answers:
            return people_of(first.targets.items, answers, sampling)
        return people_from_counts(first.targets.items, counts, sampling)


def rescored(scored: Sequence[ScoredRun], path: Path | None, panel: int | None, sampling: Sampling) -> Rescoring | None:
    """All runs on references of other panels; None unless people are given, or a panel is asked for."""
    if path is None and panel is None:
        return None
    refuse_several(scored)
    answers, counts = read_people(path) if path else ([], _printed(scored[0]))
    votes = _votes(scored[0], answers, counts)
    base = _signature_of(scored) | Signature.of(people=_source(path), version=__version__)
    runs = [(run.name, run.outcomes) for run in scored]
    return rescore(runs, votes, Panel(size=panel), sampling, base)


def _signature_of(scored: Sequence[ScoredRun]) -> Signature:
    """What the runs were made from: in full for one, a digest over all for several."""
    if len(scored) == 1:
        return scored[0].signature
    mark = fingerprint([str(run.signature) for run in scored])
    return Signature.of(collection=scored[0].asked, runs=f"{len(scored)}#{mark}")


def _printed(run: ScoredRun) -> dict[str, HumanCount]:
    """How people did, as the collection prints it."""
    return {item.id: item.annotations.human for item in run.collection.items if item.annotations.human}


def _votes(run: ScoredRun, answers: Sequence[Answer], counts: dict[str, HumanCount]) -> Votes:
    items = run.targets.items
    return votes_of(items, answers) if answers else votes_from_counts(items, counts)
