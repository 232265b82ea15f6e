"""How far those who answered a study agree: the same answers as labels, and what another panel would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from anaphor.agreement import measure
from anaphor.agreement.coefficients import Estimate, estimate_all
from anaphor.agreement.labels import Abstentions, from_answers
from anaphor.errors import AnaphorError
from anaphor.experiment.study.record import Response
from anaphor.text import Message

_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")
"""What is said of a study's agreement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAgreement:
    """What agreement says of the answers that are analysed."""

    coefficients: Mapping[str, Estimate]
    """By name; empty where there is nothing to compare."""
    sentences: tuple[Message, ...] = ()
    reason: Message | str | None = None


def agreement_of(responses: Sequence[Response], seed: int = 0) -> StudyAgreement:
    """The agreement of some answers: the same as `anaphor.agreement.measure` gives for their exported records."""
    try:
        answers = [each.answer() for each in responses if not each.again]
        matrix = from_answers(answers, abstentions=Abstentions.MISSING)
        if not matrix.size:
            return StudyAgreement(coefficients=estimate_all(matrix, np.random.default_rng(seed), names=_COEFFICIENTS))
        found = measure(matrix, coefficient=_COEFFICIENTS, seed=seed)
        said = found.summary if found.summary and found.summary.reproduction.size > 1 else None
        return StudyAgreement(coefficients=found.coefficients, sentences=said.sentences if said else ())
    except AnaphorError as error:
        return StudyAgreement(coefficients={}, reason=error.what)
