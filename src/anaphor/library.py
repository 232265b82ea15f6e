"""Calls under the names that they had before they moved to `scoring` and `authoring`.

What is at home here joins packages neither of which may know of the other.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from anaphor import agreement
from anaphor.authoring import CollectionSelection as CollectionSelection
from anaphor.authoring import select as select
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.schema import Collection
from anaphor.scoring import RunInput, compare
from anaphor.scoring import RunOrigin as RunOrigin
from anaphor.scoring import ScoringSettings as ScoringSettings
from anaphor.scoring import WantedLabels as WantedLabels
from anaphor.scoring import answer_labels as answer_labels
from anaphor.scoring import candidate_labels as candidate_labels
from anaphor.scoring import labels_of as labels_of
from anaphor.scoring import read_scored as read_scored
from anaphor.scoring import scale as scale
from anaphor.scoring import score as score
from anaphor.scoring import write_records as write_records


def plan_comparison(
    difference: float | None = None,
    *,
    runs: Sequence[RunInput] = (),
    collection: str | Path | Collection | None = None,
    **settings: Any,
) -> agreement.ComparisonPlan:
    """How many schemas separate two systems, as `agreement.plan_comparison` says it from two pilot `runs`.

    With a `collection` and no number of `schemas`, it is asked what the collection's own can show.

    >>> plan_comparison(collection="anaphor-en").options[0].smallest < 0.15
    True
    """
    if runs and len(runs) != 2:
        raise InputError("agreement-plan-runs", count=len(runs))
    gains = compare(*runs, collection=collection).differences() if runs else None
    if collection is not None and "schemas" not in settings:
        known = load(collection)
        parts = [len(each.entries) for each in known.parts]
        settings |= {"schemas": len(parts), "items": min(2, round(sum(parts) / len(parts)))}
    return agreement.plan_comparison(difference, differences=gains, **settings)
