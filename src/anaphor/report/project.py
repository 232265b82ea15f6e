"""A report about what a project has: its collection, audit, study, labels, runs and challenge, one section each."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.agreement import MOST_PEOPLE, Measurement, summarise, usual_size
from anaphor.agreement.coefficients import estimate_all
from anaphor.agreement.labels import Abstentions, LabelMatrix, from_answers
from anaphor.agreement.panels import ReproductionSettings
from anaphor.audit import AuditSettings
from anaphor.audit import run as run_audit
from anaphor.challenge import open_challenge
from anaphor.challenge.judging import judge
from anaphor.collection import summarise as card_of
from anaphor.collection.checks import check, worst_first
from anaphor.corpus import Counts
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import analyse_study
from anaphor.experiment.study import Response, Study
from anaphor.language import read_all
from anaphor.provenance import Signature
from anaphor.report.collections.audit import audit_section
from anaphor.report.page import CollectionSection, ExampleItem
from anaphor.report.people.agreement import agreement_section
from anaphor.report.people.experiment import StudyAgreement, experiment_section
from anaphor.report.systems.challenge import challenge_section
from anaphor.report.systems.scoring import scores_sections
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.scoring import ScoredRun, score
from anaphor.section import Section

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much."""
_EXAMPLES = 6
_LINES = 3
"""Sentences of the corpus for each pair."""
_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")
"""What is said of a study's agreement."""


def collection_part(collection: Collection, progress: Progress = lambda done, total: None) -> CollectionSection:
    """What the checker says of a collection, with examples from all over it and their readings."""
    schemas, problems, few = collection.schemas, collection.problems, _EXAMPLES // 2
    parts: list[Schema | Problem] = [*schemas[:: max(1, len(schemas) // _EXAMPLES)][:_EXAMPLES]]
    parts += problems[:: max(1, len(problems) // few)][:few]
    examples = []
    for part in parts:
        items = [entry for entry in part.entries if isinstance(entry, Item)]
        examples.append((part, tuple(ExampleItem(item=each, readings=read_all(each.question)) for each in items)))
    return CollectionSection(
        collection=collection,
        card=card_of(collection),
        findings=tuple(worst_first(check(collection, progress=progress))),
        examples=tuple(examples),
    )


def audit_part(
    collection: Collection, counts: Counts, progress: Progress = lambda done, total: None, *, seed: int = 0
) -> Section | None:
    """Whether simple statistics give the answers away; None where no item has the shape that the test needs."""
    found = run_audit(collection, counts, AuditSettings(seed=seed, lines=_LINES, robustness=False), progress)
    return audit_section(found) if found.test else None


def study_part(study: Study) -> Section:
    """A study: the flow, the items, the people, and the agreement of the same answers."""
    found = analyse_study(study)
    return experiment_section(found, agreement_of(found.analysis.screened.responses))


def agreement_of(responses: Sequence[Response], seed: int = 0) -> StudyAgreement:
    """The agreement of some answers: the same as `anaphor agreement measure` gives for their exported records."""
    try:
        answers = [each.answer() for each in responses if not each.again]
        matrix = from_answers(answers, abstentions=Abstentions.MISSING)
        found = estimate_all(matrix, np.random.default_rng(seed), names=_COEFFICIENTS)
        size = usual_size(matrix)
        if not 1 < size <= MOST_PEOPLE:
            return StudyAgreement(coefficients=found)
        said = summarise(matrix, ReproductionSettings(size=size, seed=seed)).sentences
        return StudyAgreement(coefficients=found, sentences=tuple(said))
    except AnaphorError as error:
        return StudyAgreement(coefficients={}, reason=error.what)


def labels_part(matrix: LabelMatrix, *, size: int | None = None, seed: int = 0, stamp: str | None = None) -> Section:
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
    return agreement_section(measured, stamp=stamp)


def challenge_part(folder: Path) -> Section:
    """A challenge whose results were announced: verdicts, the bars, the pairs."""
    with open_challenge(folder) as held:
        if not (held.course.announced or held.course.concluded):
            raise InputError("report-no-results", where=folder)
        when = held.course.last if held.rules.rehearsal else None
        return challenge_section(judge(held, when or datetime.now(UTC)))


def runs_parts(scored: Sequence[ScoredRun]) -> tuple[Section, ...]:
    """The scores of runs, one section per collection."""
    return scores_sections(score(scored, kinds=("domain",)), folded=True)
