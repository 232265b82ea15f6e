"""How far those who answered a study agree: the same answers as labels, and what another panel would change."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from anaphor.agreement import measure
from anaphor.agreement.coefficients import Estimate, estimate_all
from anaphor.agreement.labels import Abstentions, from_answers
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
    lead: int = 1
    """How many of the sentences are cautions and what they are about."""
    reason: Message | str | None = None


def agreement_of(
    responses: Sequence[Response], seed: int = 0, *, unsaid: Collection[str] = frozenset()
) -> StudyAgreement:
    """The agreement of some answers: the same as `anaphor.agreement.measure` gives for their exported records.

    Of trials that are `unsaid` only right or wrong is known, not what was chosen: they say nothing of agreement.
    """
    told = [each for each in responses if each.trial not in unsaid]
    if responses and not told:
        return StudyAgreement(coefficients={}, reason=message("experiment-agreement-only-right"))
    try:
        answers = [each.answer() for each in told if not each.again]
        matrix = from_answers(answers, abstentions=Abstentions.MISSING)
        if not matrix.size:
            return StudyAgreement(coefficients=estimate_all(matrix, np.random.default_rng(seed), names=_COEFFICIENTS))
        found = measure(matrix, coefficient=_COEFFICIENTS, seed=seed)
        said = found.summary if found.summary and found.summary.reproduction.size > 1 else None
        sentences, lead = (
            (said.sentences, max(1, len(said.cautions) + (said.leading_rate is not None))) if said else ((), 1)
        )
        if unsaid:
            left = message("experiment-agreement-left", count=len({each.trial for each in responses} & set(unsaid)))
            sentences, lead = (left, *sentences), lead + 1
        return StudyAgreement(coefficients=found.coefficients, sentences=sentences, lead=lead)
    except AnaphorError as error:
        return StudyAgreement(coefficients={}, reason=error.what)
