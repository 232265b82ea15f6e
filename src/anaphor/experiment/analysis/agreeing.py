"""How far those who answered a study agree: the same answers as labels, and what another panel would change."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphor.agreement import Estimate, Summary, estimate_all, measure
from anaphor.answers import Abstentions, from_answers
from anaphor.errors import AnaphorError
from anaphor.experiment.study.record import Response
from anaphor.text import Message, message

_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")
"""What is said of a study's agreement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAgreement:
    """What agreement says of the answers that are analysed."""

    coefficients: Mapping[str, Estimate]
    """By name; empty where there is nothing to compare."""
    sentences: tuple[Message, ...] = ()
    cautions: int = 0
    """How many of the sentences, the first ones, must be known before any number is read."""
    lead: int = 1
    """How many of the sentences are cautions and what they are about."""
    reason: Message | str | None = None


def _sentences(summary: Summary | None) -> tuple[tuple[Message, ...], int]:
    """What is said of agreement, and how much of it comes first; of single answers only what misleads in them."""
    if summary is None:
        return (), 1
    lead = max(1, len(summary.cautions) + (summary.leading_rate is not None))
    return (summary.sentences if summary.reproduction.size > 1 else summary.cautions), lead


def agreement_of(
    responses: Sequence[Response], seed: int = 0, *, unsaid: Collection[str] = frozenset(), adaptive: bool = False
) -> StudyAgreement:
    """The agreement of some answers: the same as `anaphor.agreement.measure` gives for their exported records.

    Of trials that are `unsaid` only right or wrong is known, not what was chosen: they say nothing of agreement. In an
    `adaptive` study the number of answers depends on the answers, whatever a test finds.
    """
    told = [each for each in responses if each.trial not in unsaid]
    if responses and not told:
        return StudyAgreement(coefficients={}, reason=message("experiment-agreement-only-right"))
    try:
        answers = [each.answer() for each in told if not each.again]
        matrix = from_answers(answers, abstentions=Abstentions.MISSING)
        if not matrix.size:
            return StudyAgreement(coefficients=estimate_all(matrix, np.random.default_rng(seed), names=_COEFFICIENTS))
        found = measure(replace(matrix, adaptive=adaptive), coefficient=_COEFFICIENTS, seed=seed)
        sentences, lead = _sentences(found.summary)
        cautions = found.cautions if sentences else 0
        if unsaid:
            left = message("experiment-agreement-left", count=len({each.trial for each in responses} & set(unsaid)))
            sentences, lead, cautions = (left, *sentences), lead + 1, cautions + 1
        return StudyAgreement(coefficients=found.coefficients, sentences=sentences, cautions=cautions, lead=lead)
    except AnaphorError as error:
        return StudyAgreement(coefficients={}, reason=error.what)
