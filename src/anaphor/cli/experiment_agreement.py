"""The agreement of a study's own answers, joined here since the experiment does not know of agreement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from anaphor.agreement import MOST_PEOPLE, summarise, usual_size
from anaphor.agreement.coefficients import Estimate, estimate_all
from anaphor.agreement.labels import Abstentions, from_answers
from anaphor.agreement.panels import ReproductionSettings
from anaphor.errors import AnaphorError
from anaphor.experiment.study import Response
from anaphor.text import speaking

_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """What agreement says of the answers that are analysed."""

    coefficients: Mapping[str, Estimate]
    """By name; empty where there is nothing to compare."""
    sentences: tuple[str, ...]
    """What they mean for the labels."""
    reason: str | None = None
    """Why there is nothing."""

    def document(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "coefficients": {
                name: {
                    "value": each.coefficient.value,
                    "low": each.interval.low if each.interval else None,
                    "high": each.interval.high if each.interval else None,
                }
                for name, each in self.coefficients.items()
            },
            "sentences": list(self.sentences),
            "reason": self.reason,
        }


def agreement_of(responses: Sequence[Response], interface: str, seed: int = 0) -> Agreed:
    """The agreement of some answers: the same as `anaphor agreement measure` gives for their exported records."""
    try:
        answers = [each.answer() for each in responses if not each.again]
        matrix = from_answers(answers, abstentions=Abstentions.MISSING)
        found = estimate_all(matrix, np.random.default_rng(seed), names=_COEFFICIENTS)
        size = usual_size(matrix)
        if not 1 < size <= MOST_PEOPLE:
            return Agreed(coefficients=found, sentences=())
        said = summarise(matrix, ReproductionSettings(size=size, seed=seed)).sentences
        with speaking(interface):
            return Agreed(coefficients=found, sentences=tuple(map(str, said)))
    except AnaphorError as error:
        return Agreed(coefficients={}, sentences=(), reason=error.what)
