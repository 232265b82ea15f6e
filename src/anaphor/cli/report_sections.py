"""The sections of a report, each from what a user has: a collection, counts, a study, labels, runs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.agreement import MOST_PEOPLE, Measurement, summarise, usual_size
from anaphor.agreement.coefficients import estimate_all
from anaphor.agreement.labels import LabelMatrix
from anaphor.agreement.panels import ReproductionSettings
from anaphor.audit import AuditSettings
from anaphor.audit import run as run_audit
from anaphor.challenge import open_challenge
from anaphor.challenge.judging import judge
from anaphor.cli.experiment import agreement_of
from anaphor.cli.output import progress
from anaphor.collection import summarise as card_of
from anaphor.collection.checks import check, worst_first
from anaphor.corpus import Counts
from anaphor.errors import InputError, Place
from anaphor.experiment import analyse_study
from anaphor.experiment.study import Study
from anaphor.language import read_all
from anaphor.provenance import Signature
from anaphor.report import CollectionSection, ExampleItem
from anaphor.report.collections import audit_section
from anaphor.report.people import agreement_section, experiment_section
from anaphor.report.systems import challenge_section, group_parts, scoring_section, unblinded
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.scoring import ScoredRun, comparable, compared, score
from anaphor.section import Section, Text
from anaphor.text import speaking

_EXAMPLES = 6
_LINES = 3
"""Sentences of the corpus for each pair."""


def collection_part(collection: Collection) -> CollectionSection:
    """What the checker says of a collection, with examples and their readings."""
    with progress(f"checking {collection.name}") as bar:
        findings = check(collection, progress=bar)
    parts = [*_spread(collection.schemas), *_spread(collection.problems, _EXAMPLES // 2)]
    return CollectionSection(
        collection=collection,
        card=card_of(collection),
        findings=tuple(worst_first(findings)),
        examples=tuple((part, _examples(part)) for part in parts),
    )


def _spread(parts: Sequence[Schema | Problem], count: int = _EXAMPLES) -> list[Schema | Problem]:
    """A few parts from all over the collection."""
    return list(parts[:: max(1, len(parts) // count)][:count])


def _examples(part: Schema | Problem) -> tuple[ExampleItem, ...]:
    entries = part.variants if isinstance(part, Schema) else (part.item,)
    return tuple(
        ExampleItem(item=entry, readings=read_all(entry.question)) for entry in entries if isinstance(entry, Item)
    )


def audit_part(collection: Collection, counts: Counts, interface: str, *, seed: int = 0) -> Section | None:
    """Whether simple statistics give the answers away; None where no item has the shape that the test needs."""
    with progress(f"auditing {collection.name}") as bar, speaking(interface):
        found = run_audit(collection, counts, AuditSettings(seed=seed, lines=_LINES, robustness=False), bar)
        return audit_section(found) if found.test else None


def study_part(study: Study, interface: str) -> Section:
    """A study: the flow, the items, the people, and the agreement of the same answers."""
    with progress(f"analysing {study.name}") as bar, speaking(interface):
        found = analyse_study(study)
        bar(2, 3)
        return experiment_section(found, agreement_of(found.analysis.screened.responses))


def labels_part(
    matrix: LabelMatrix, interface: str, *, size: int | None = None, seed: int = 0, stamp: str | None = None
) -> Section:
    """What the agreement of some labels means."""
    panel = size or usual_size(matrix)
    possible = 1 < panel <= MOST_PEOPLE
    summary = summarise(matrix, ReproductionSettings(size=panel, seed=seed)) if possible else None
    measured = Measurement(
        labels=matrix,
        coefficients=estimate_all(matrix, np.random.default_rng(seed)),
        summary=summary,
        sentences=summary.sentences if summary else (),
        signature=str(Signature.of(labels=matrix.fingerprint, panel=panel, seed=seed, version=__version__)),
    )
    with speaking(interface):
        return agreement_section(measured, stamp=stamp)


def challenge_part(folder: Path, interface: str) -> Section:
    """A challenge whose results were announced: verdicts, the bars, the pairs."""
    with open_challenge(folder) as held:
        if not (held.course.announced or held.course.concluded):
            raise InputError(
                "this challenge has announced no results yet",
                where=Place(file=str(folder)),
                todo="Announce them: anaphor challenge judge",
            )
        when = held.course.last if held.rules.rehearsal else None
        return challenge_section(judge(held, when or datetime.now(UTC)), interface)


def runs_parts(scored: Sequence[ScoredRun], interface: str) -> list[Section]:
    """The scores of runs, one section per collection."""
    sections = []
    with speaking(interface):
        found = score(scored, kinds=("domain",))
        for number, (name, pairs) in enumerate(found.by_collection().items(), 1):
            runs, cards = [run for run, _ in pairs], [card for _, card in pairs]
            pairwise = compared(runs) if comparable(runs) else ()
            section = scoring_section([replace(card, groups={}) for card in cards], pairwise)
            groups = [part for card in cards for part in group_parts(card, folded=True)]
            seeing = unblinded(runs)
            notes = [Text(lines=seeing)] if seeing else []
            sections.append(
                replace(
                    section,
                    id=f"scoring-{number}",
                    title=f"{section.title} ({name.partition('#')[0]})",
                    parts=(*section.parts, *notes, *groups),
                )
            )
    return sections
