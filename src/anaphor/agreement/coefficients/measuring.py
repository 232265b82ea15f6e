"""All coefficients that fit a label matrix, by name, ready to be estimated."""

from collections.abc import Sequence

import numpy as np

from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.alpha import alpha_custom, alpha_interval, alpha_nominal, alpha_ordinal, alpha_ratio
from anaphor.agreement.coefficients.coefficient import undefined
from anaphor.agreement.coefficients.distances import Distance, distance_table
from anaphor.agreement.coefficients.intervals import DEFAULT, Estimate, Resampling, estimates
from anaphor.agreement.coefficients.kappa import Weighing, cohen_kappa, conger_kappa, davies_fleiss_kappa, scott_pi
from anaphor.agreement.coefficients.pooled import (
    ALPHA,
    BRENNAN_PREDIGER,
    FLEISS,
    GWET,
    ORDINAL_ALPHA,
    PERCENT,
    brennan_prediger,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    observed_agreement,
    pabak,
)
from anaphor.agreement.coefficients.weighting import Estimable
from anaphor.agreement.labels.labelling import Scale
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import UnknownNameError
from anaphor.text import message, text


def catalogue(matrix: LabelMatrix, distance: Distance | None = None) -> dict[str, Estimable]:
    """The coefficients that make sense for a matrix: all nominal ones, and those that its scale allows.

    Weighted ones are under the distance asked for; without one they are linear, where classes have an order.
    """
    kinds = {
        "observed_agreement": Estimable(measure=observed_agreement, pooled=PERCENT, least=0.0),
        "davies_fleiss_kappa": Estimable(measure=davies_fleiss_kappa, own_marginals=Weighing.LABELS),
        "fleiss_kappa": Estimable(measure=fleiss_kappa, pooled=FLEISS),
        "krippendorff_alpha_nominal": Estimable(measure=alpha_nominal, pooled=ALPHA),
        "gwet_ac1": Estimable(measure=gwet_ac1, pooled=GWET),
        "brennan_prediger": Estimable(measure=brennan_prediger, pooled=BRENNAN_PREDIGER),
    }
    if not matrix.complete and not matrix.anonymous:
        kinds["conger_kappa"] = Estimable(measure=conger_kappa, own_marginals=Weighing.PANEL)
    if len(matrix.classes) == 2:
        kinds["pabak"] = Estimable(measure=pabak, pooled=BRENNAN_PREDIGER)
    if len(matrix.annotators) == 2:
        kinds["cohen_kappa"] = Estimable(measure=cohen_kappa, own_marginals=Weighing.LABELS)
        kinds["scott_pi"] = Estimable(measure=scott_pi)
    # Numbers have an order, also where no scale is stated.
    ordered = matrix.scale is not Scale.NOMINAL or matrix.values is not None
    kinds["krippendorff_alpha_ordinal"] = (
        Estimable(measure=alpha_ordinal, pooled=ORDINAL_ALPHA)
        if ordered
        else Estimable(measure=lambda _: undefined("krippendorff_alpha_ordinal", message("agreement-reason-no-order")))
    )
    if ordered or distance:
        far = distance_table(matrix, distance or Distance.LINEAR)
        kinds["davies_fleiss_kappa_weighted"] = Estimable(
            measure=lambda part: davies_fleiss_kappa(part, far), own_marginals=Weighing.LABELS, distance=far
        )
        kinds["gwet_ac2"] = Estimable(measure=lambda part: gwet_ac2(part, far), pooled=GWET, distance=far)
        if distance:
            name = f"krippendorff_alpha_{distance.replace('-', '_')}"
            kinds[name] = Estimable(measure=lambda part: alpha_custom(part, far, name=name), pooled=ALPHA, distance=far)
    if matrix.values is not None:
        numbers = np.array(matrix.values)
        kinds["krippendorff_alpha_interval"] = Estimable(
            measure=alpha_interval, pooled=ALPHA, distance=distances.interval(numbers)
        )
        if matrix.scale is Scale.RATIO:
            kinds["krippendorff_alpha_ratio"] = Estimable(
                measure=alpha_ratio, pooled=ALPHA, distance=distances.ratio(numbers)
            )
    return kinds


def estimate_all(
    matrix: LabelMatrix,
    rng: np.random.Generator,
    *,
    names: Sequence[str] = (),
    resampling: Resampling = DEFAULT,
    distance: Distance | None = None,
) -> dict[str, Estimate]:
    """Coefficients by name with their intervals; all that make sense, or those asked for."""
    kinds = catalogue(matrix, distance)
    for name in names:
        if name not in kinds:
            raise UnknownNameError(text("agreement-kind-coefficient"), name, kinds)
    wanted = list(names or kinds)
    found = estimates([kinds[name] for name in wanted], matrix, rng, resampling)
    return dict(zip(wanted, found, strict=True))
