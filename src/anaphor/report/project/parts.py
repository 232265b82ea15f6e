"""A report about what a project has: its collection, audit, study, labels, runs and challenge, one section each."""

from collections.abc import Sequence
from datetime import UTC, datetime

from anaphor import challenge, corpus, experiment, scoring
from anaphor.agreement import LabelMatrix, measure
from anaphor.answer import MOST_FAILED
from anaphor.audit import run as run_audit
from anaphor.challenge import judge_rounds
from anaphor.collection import findings_in, worst_first
from anaphor.collection import summarise as card_of
from anaphor.errors import InputError
from anaphor.experiment import analyse
from anaphor.language import read_all
from anaphor.progress import progress
from anaphor.report.collections.audit import audit_section
from anaphor.report.page import CollectionSection, ExampleItem
from anaphor.report.people.agreement import agreement_section
from anaphor.report.people.experiment import experiment_section
from anaphor.report.systems.challenge import challenge_section
from anaphor.report.systems.scoring import scores_sections
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.scoring import score_runs
from anaphor.section import Section
from anaphor.text import text

_EXAMPLES = 6
_LINES = 3
"""Sentences of the corpus for each pair."""


def collection_part(collection: Collection) -> CollectionSection:
    """What the checker says of a collection, with examples from all over it and their readings."""
    schemas, problems, few = collection.schemas, collection.problems, _EXAMPLES // 2
    parts: list[Schema | Problem] = [*schemas[:: max(1, len(schemas) // _EXAMPLES)][:_EXAMPLES]]
    parts += problems[:: max(1, len(problems) // few)][:few]
    examples = []
    for part in parts:
        items = [entry for entry in part.entries if isinstance(entry, Item)]
        examples.append((part, tuple(ExampleItem(item=each, readings=read_all(each.question)) for each in items)))
    with progress(text("report-progress-checking", name=collection.name)) as bar:
        findings = tuple(worst_first(findings_in(collection, progress=bar)))
    return CollectionSection(
        collection=collection,
        card=card_of(collection),
        findings=findings,
        examples=tuple(examples),
    )


def audit_part(collection: Collection, counts: "corpus.Counts", *, seed: int = 0) -> Section | None:
    """Whether simple statistics give the answers away; None where no item has the shape that the test needs."""
    found = run_audit(collection, corpus=counts, seed=seed, lines=_LINES, robustness=False)
    return audit_section(found) if found.test else None


def study_part(study: "experiment.Study") -> Section:
    """A study: the flow, the items, the people, and the agreement of the same answers."""
    return experiment_section(analyse(study))


def labels_part(matrix: LabelMatrix, *, size: int | None = None, seed: int = 0, stamp: str | None = None) -> Section:
    """What the agreement of some labels means."""
    return agreement_section(measure(matrix, panel=size, seed=seed), stamp=stamp)


def challenge_part(held: "challenge.Challenge") -> Section:
    """A challenge whose results were announced: verdicts, the bars, the pairs."""
    if not (held.course.announced or held.course.concluded):
        raise InputError("report-no-results", where=held.folder)
    when = held.course.last if held.rules.rehearsal else None
    return challenge_section(judge_rounds(held, when or datetime.now(UTC)))


def runs_parts(scored: Sequence["scoring.ScoredRun"], *, most_failed: float = MOST_FAILED) -> tuple[Section, ...]:
    """The scores of runs, one section per collection; with more failures than `most_failed` a run is not ranked."""
    return scores_sections(score_runs(scored, kinds=("domain",), most_failed=most_failed), folded=True)
