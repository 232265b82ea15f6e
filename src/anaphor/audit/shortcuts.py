"""All shortcuts in one report, each with its evidence."""

from collections.abc import Sequence

import numpy as np

from anaphor.audit import order, predictability
from anaphor.audit.case import Case
from anaphor.audit.exposure import exposure
from anaphor.audit.filtering import Filtered, adversarial_filter
from anaphor.audit.pick import Float
from anaphor.audit.scores import ItemScore
from anaphor.audit.selection import associative, attestation, selectional_restriction
from anaphor.audit.shortcut import Evidence, Shortcut
from anaphor.corpus.counts import Counts


def shortcuts(
    cases: Sequence[Case], scored: Sequence[ItemScore], counts: Counts, seed: int = 0
) -> tuple[Shortcut, ...]:
    """What each shortcut gives on the items; those that could not be asked say why."""
    rng = np.random.default_rng(seed)
    labels = {case.item.id: case.item.annotations.associative for case in cases}
    annotated = {name: label for name, label in labels.items() if label is not None}
    return (
        selectional_restriction(scored),
        attestation(scored),
        associative(scored, annotated),
        order.listed_first(cases),
        order.first_mention(cases),
        order.nearest_mention(cases),
        order.longer_candidate(cases),
        order.frequent_candidate(cases, counts),
        order.prompt_overlap(cases),
        predictability.candidate_only(cases, rng),
        predictability.cue_only(cases, rng),
        predictability.text_only(cases, rng),
        exposure(cases, scored, counts),
    )


def embedding_shortcut(cases: Sequence[Case], embeddings: Float, seed: int = 0) -> Shortcut:
    """What an adversarial filter finds in the user's embeddings; `right` counts the items that it sets aside."""
    found: Filtered = adversarial_filter(cases, embeddings, np.random.default_rng(seed))
    rates = dict(found.predictability)
    evidence = tuple(
        Evidence(place=name, detail=f"{rates[name]:.0%} of the models are right") for name in found.dropped
    )
    told = (
        "" if found.before is None else f"mean share of right models {found.before:.2f}, at the end {found.after:.2f}"
    )
    return Shortcut(
        name="embeddings", items=len(cases), answered=len(cases), right=len(found.dropped), rate=None, interval=None,
        reussite=None, p=1.0, evidence=evidence, note=f"items set aside in {found.rounds} rounds; {told}",
    )  # fmt: skip
