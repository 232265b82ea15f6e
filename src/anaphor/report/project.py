"""A report about what a project has: its collection, audit, study, labels, runs and challenge, one section each."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from anaphor import challenge, corpus, experiment, scoring
from anaphor.agreement import LabelMatrix, measure
from anaphor.answer import MOST_FAILED
from anaphor.audit import run as run_audit
from anaphor.challenge import judge_rounds
from anaphor.collection import Finding, findings_in, worst_first
from anaphor.errors import InputError
from anaphor.experiment import analyse
from anaphor.progress import progress
from anaphor.report.sections.audit import audit_section
from anaphor.report.sections.challenge import challenge_section
from anaphor.report.sections.collection import collection_report
from anaphor.report.sections.scoring import scores_sections
from anaphor.schema import Collection
from anaphor.scoring import score_runs
from anaphor.section import Section
from anaphor.text import text

_LINES = 3
"""Sentences of the corpus for each pair."""


def collection_part(collection: Collection, findings: Sequence[Finding] | None = None) -> Section:
    """What the checker says of a collection, with examples from all over it and their readings."""
    if findings is None:
        with progress(text("report-progress-checking", name=collection.name)) as bar:
            findings = tuple(worst_first(findings_in(collection, progress=bar)))
    return collection_report(collection, findings)


def audit_part(collection: Collection, counts: "corpus.Counts", *, seed: int = 0) -> Section | None:
    """Whether simple statistics give the answers away; None where no item has the shape that the test needs."""
    found = run_audit(collection, corpus=counts, seed=seed, lines=_LINES, robustness=False)
    return audit_section(found) if found.test else None


def study_part(study: "experiment.Study") -> Section:
    """A study: the flow, the items, the people, and the agreement of the same answers."""
    return analyse(study).section


def labels_part(matrix: LabelMatrix, *, size: int | None = None, seed: int = 0, stamp: str | None = None) -> Section:
    """What the agreement of some labels means."""
    return replace(measure(matrix, panel=size, seed=seed).section, stamp=stamp)


def challenge_part(held: "challenge.Challenge") -> Section:
    """A challenge whose results were announced: verdicts, the bars, the pairs."""
    if not (held.course.announced or held.course.concluded):
        raise InputError("report-no-results", where=held.folder)
    when = held.course.last if held.rules.rehearsal else None
    return challenge_section(judge_rounds(held, when or datetime.now(UTC)))


def runs_parts(scored: Sequence["scoring.ScoredRun"], *, most_failed: float = MOST_FAILED) -> tuple[Section, ...]:
    """The scores of runs, one section per collection; with more failures than `most_failed` a run is not ranked."""
    return scores_sections(score_runs(scored, kinds=("domain",), most_failed=most_failed), folded=True)
