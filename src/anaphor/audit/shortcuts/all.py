"""All shortcuts in one report, each with its evidence."""

from collections.abc import Sequence

import numpy as np

from anaphor.audit.association_choice import Float
from anaphor.audit.case import Case
from anaphor.audit.scores import ItemScore
from anaphor.audit.selection import associative, attestation, selectional_restriction
from anaphor.audit.shortcuts import order, predictability
from anaphor.audit.shortcuts.exposure import exposure
from anaphor.audit.shortcuts.filtering import Filtered, adversarial_filter
from anaphor.audit.shortcuts.shortcut import Evidence, Shortcut, note, nothing
from anaphor.corpus import Counts


def shortcuts(
    cases: Sequence[Case], scored: Sequence[ItemScore], counts: Counts, seed: int = 0
) -> tuple[Shortcut, ...]:
    """What each shortcut gives on the items; those that could not be asked say why."""
    rng = np.random.default_rng(seed)
    labels = {case.item.id: case.item.annotations.associative for case in cases}
    annotated = {name: label for name, label in labels.items() if label is not None}
    groups = {case.item.id: case.group for case in cases}
    return (
        selectional_restriction(scored, groups),
        attestation(scored, groups),
        associative(scored, annotated, groups),
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
    if found.before is None or found.expected is None or found.after is None:
        return nothing("embeddings", note("no_models"))
    evidence = tuple(Evidence(place=name, detail=f"{rates[name]:.0%}") for name in found.dropped)
    asked = sum(rate is not None for rate in rates.values())
    return Shortcut(
        name="embeddings",
        items=len(cases),
        answered=asked,
        right=len(found.dropped),
        rate=None,
        interval=None,
        reussite=None,
        p=found.p,
        evidence=evidence,
        note=note("filtered", rounds=found.rounds, before=found.before, expected=found.expected, after=found.after),
    )
