"""Which items a linear model solves from embeddings alone: an adversarial filter in the manner of AFLite.

Linear models are learnt on random parts of the collection and asked about the rest; an item that most of them get right
is predictable. The most predictable are set aside and the rest is asked again (Sakaguchi et al. 2020). Schemas stay
whole. The embeddings are the user's: items × dimensions, or items × candidates × dimensions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from anaphor.audit.case import Case
from anaphor.audit.logit import Choices, fit, scores
from anaphor.audit.pick import Bool, Float
from anaphor.errors import InputError, Place

_SAVE = "Save an array of numbers with numpy.save."


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterSettings:
    """How the filter works."""

    models: int = 64
    """Linear models per round."""
    train_share: float = 0.8
    """Share of the groups that each model learns from."""
    predictable: float = 0.75
    """Share of models that must be right for an item to be set aside."""
    most_dropped: float = 0.1
    """Share of the items that one round sets aside at the most."""
    strength: float = 1.0
    """How strongly the weights are held back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """What the filter found."""

    predictability: tuple[tuple[str, float | None], ...]
    """Item and share of the models that were right on it in its last round; None: never asked."""
    dropped: tuple[str, ...]
    """Items set aside, most predictable first."""
    rounds: int
    """How often models were learnt."""
    before: float | None
    """Mean share of right models in the first round."""
    after: float | None
    """In the last round, over the items that are left."""


def read_embeddings(path: Path, cases: Sequence[Case]) -> Float:
    """The embeddings in a .npy file: a row per item, in the collection's order."""
    where = Place(file=str(path))
    try:
        found = np.load(path, allow_pickle=False)
    except OSError as error:
        raise InputError(f"the embeddings cannot be read ({error.strerror or error})", where=where) from error
    except (ValueError, EOFError) as error:
        raise InputError("the embeddings cannot be read: this is no .npy file", where=where, todo=_SAVE) from error
    if not isinstance(found, np.ndarray) or found.ndim not in (2, 3) or found.shape[0] != len(cases):
        shape = getattr(found, "shape", "an archive")
        raise InputError(
            f"the embeddings are {shape}, for {len(cases)} items", where=where,
            todo="Give items × dimensions, or items × candidates × dimensions.",
        )  # fmt: skip
    if not (np.issubdtype(found.dtype, np.number) and np.isfinite(found).all()):
        raise InputError("the embeddings hold something that is no finite number", where=where)
    return np.asarray(found, np.float64)


def adversarial_filter(
    cases: Sequence[Case], embeddings: Float, rng: np.random.Generator, settings: FilterSettings | None = None
) -> Filtered:
    """Set aside the most predictable items, round by round, until none is predictable or few are left."""
    how = settings or FilterSettings()
    choices = _choices(cases, embeddings)
    groups = np.array([case.group for case in cases])
    left = np.ones(len(cases), np.bool_)
    found: dict[int, float] = {}
    dropped: list[int] = []
    means: list[float] = []
    while np.unique(groups[left]).size >= 10:
        rates = _rates(choices, groups, left, rng, how)
        found |= rates
        means.append(float(np.mean(list(rates.values()))) if rates else 0.5)
        most = max(1, int(how.most_dropped * len(cases)))
        worst = sorted(
            (each for each in rates if rates[each] >= how.predictable), key=lambda each: (-rates[each], each)
        )
        if not worst:
            break
        dropped += worst[:most]
        left[worst[:most]] = False
    return Filtered(
        predictability=tuple((case.item.id, found.get(number)) for number, case in enumerate(cases)),
        dropped=tuple(cases[number].item.id for number in dropped),
        rounds=len(means), before=means[0] if means else None, after=means[-1] if means else None,
    )  # fmt: skip


def _choices(cases: Sequence[Case], embeddings: Float) -> Choices:
    """An embedding per candidate; a single one per item stands for its first candidate, nothing for the others."""
    sizes = np.array([len(case.question.candidates) for case in cases])
    starts = np.cumsum(sizes) - sizes
    rows = np.zeros((int(sizes.sum()), embeddings.shape[-1]))
    if embeddings.ndim == 2:
        rows[starts] = embeddings
    else:
        if embeddings.shape[1] != sizes.max() or sizes.min() != sizes.max():
            raise InputError(
                "the embeddings do not have a row per candidate", todo="Give items × candidates × dimensions."
            )
        rows = embeddings.reshape(-1, embeddings.shape[-1])
    spread = rows.std(0)
    return Choices(
        rows=rows / np.where(spread > 0, spread, 1.0), starts=starts, keys=np.array([case.key for case in cases])
    )


def _rates(
    choices: Choices, groups: np.ndarray[tuple[int, ...], np.dtype[np.int64]], left: Bool, rng: np.random.Generator,
    how: FilterSettings,
) -> dict[int, float]:  # fmt: skip
    """Share of the models that are right on each item that is left."""
    names = np.unique(groups[left])
    right, asked = np.zeros(left.size), np.zeros(left.size)
    for _ in range(how.models):
        learnt = rng.permutation(names)[: max(1, int(how.train_share * names.size))]
        inside = np.isin(groups, learnt)
        weights = fit(choices.kept(left & inside), how.strength, steps=50)
        others = np.flatnonzero(left & ~inside)
        for place, found in zip(others, scores(choices.kept(left & ~inside), weights), strict=True):
            asked[place] += 1
            right[place] += int(found.argmax()) == choices.keys[place]
    return {int(place): float(right[place] / asked[place]) for place in np.flatnonzero(asked)}
