"""Which items a linear model solves from embeddings alone: an adversarial filter in the manner of AFLite.

Linear models (ridge) are learnt on random parts of the collection and asked about the rest; an item that most of them
get right is predictable, and the most predictable are set aside before the rest is asked again (Sakaguchi et al. 2020).
The models of different parts are much alike: with keys that nothing can tell, half of the items look predictable. So
every round is compared with the same models taught the same collection with its keys swapped, group by group, and only
what goes beyond that is set aside. Schemas and near copies stay whole. The embeddings are the user's: items ×
dimensions, or items × candidates × dimensions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from anaphor.audit.association.scores import TIE, Bool, Float, Int
from anaphor.audit.case import ShortcutCase
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence
from anaphor.errors import InputError
from anaphor.text import message

_LARGEST = 1e100
"""Numbers beyond this cannot be squared and summed."""
_FEWEST_GROUPS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterSettings:
    """How the filter works."""

    models: int = 64
    train_share: float = 0.8
    """Share of the groups that each model learns from."""
    predictable: float = 0.75
    """Share of models that must be right for an item to be set aside."""
    most_dropped: float = 0.1
    """Share of the items that one round sets aside at the most."""
    strength: float = 1.0
    """How strongly the weights are held back, beside the mean square of the rows."""
    swaps: int = 199
    """Collections with swapped keys that each round is compared with."""
    alpha: float = 0.05
    """How often swapped keys may do as well before a round sets nothing aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """What the filter found."""

    predictability: tuple[tuple[str, float | None], ...]
    """Item and share of the models that were right on it in its last round; None: never answered."""
    dropped: tuple[str, ...]
    rounds: int
    before: float | None
    """Mean share of right models in the first round; None where nothing was answered."""
    expected: float | None
    """The same with swapped keys."""
    after: float | None
    """Mean share of right models in the last round, over the items that are left."""
    p: float
    """How often swapped keys do as well in the first round; the keys as they are count as one of the swaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """The candidates of all items as a linear model sees them: what sets them apart, one row less than candidates."""

    likeness: Float
    """Rows × rows: their products."""
    item: Int
    contrast: Int
    """Which of its item's rows it is."""
    sizes: Int
    """Candidates of each item."""
    weights: Float
    """By number of candidates: contrasts × candidates, how much of each candidate is in each row."""


def read_embeddings(given: Path | Float, cases: Sequence[ShortcutCase]) -> Float:
    """The embeddings in memory or in a .npy file: a row per item, in the collection's order."""
    path = given if isinstance(given, Path) else None
    try:
        found = np.load(path, allow_pickle=False) if path else np.asarray(given)
    except OSError as error:
        raise InputError("audit-embeddings-unreadable", problem=error.strerror or str(error), where=path) from error
    except (ValueError, EOFError) as error:
        raise InputError("audit-embeddings-no-file", where=path) from error
    shape: tuple[int, ...] = getattr(found, "shape", ())
    if not isinstance(found, np.ndarray) or len(shape) not in (2, 3) or shape[0] != len(cases) or not shape[-1]:
        shown = str(shape) if shape else message("audit-embeddings-archive")
        raise InputError("audit-embeddings-shape", shape=shown, items=len(cases), where=path)
    if not (np.issubdtype(found.dtype, np.floating) or np.issubdtype(found.dtype, np.integer)):
        raise InputError("audit-embeddings-type", type=str(found.dtype), where=path)
    numbers = np.asarray(found, np.float64)
    if not np.isfinite(numbers).all():
        raise InputError("audit-embeddings-infinite", where=path)
    if np.abs(numbers).max(initial=0.0) > _LARGEST:
        raise InputError("audit-embeddings-huge", most=f"{_LARGEST:g}", where=path)
    return numbers


def embedding_shortcut(cases: Sequence[ShortcutCase], embeddings: Float, seed: int = 0) -> Shortcut:
    """What an adversarial filter finds in the user's embeddings; `right` counts the items that it sets aside."""
    found = adversarial_filter(cases, embeddings, np.random.default_rng(seed))
    rates = dict(found.predictability)
    if found.before is None or found.expected is None or found.after is None:
        return Shortcut(name="embeddings", note=message("audit-note-no-models"))
    return Shortcut(
        name="embeddings",
        items=len(cases),
        answered=sum(rate is not None for rate in rates.values()),
        right=len(found.dropped),
        p=found.p,
        evidence=tuple(ShortcutEvidence(place=name, detail=f"{rates[name]:.0%}") for name in found.dropped),
        note=message(
            "audit-note-filtered", rounds=found.rounds, before=found.before, expected=found.expected, after=found.after
        ),
    )


def adversarial_filter(
    cases: Sequence[ShortcutCase], embeddings: Float, rng: np.random.Generator, settings: FilterSettings | None = None
) -> Filtered:
    """Set aside the most predictable items, round by round, until swapped keys do as well or few are left."""
    how = settings or FilterSettings()
    rows, groups = _rows_of(cases, embeddings), np.array([case.group for case in cases])
    names, place = np.unique(groups, return_inverse=True)
    keys, left = np.array([case.key for case in cases]), np.ones(len(cases), np.bool_)
    found: dict[int, float] = {}
    dropped: list[int] = []
    means: list[tuple[float, float, float]] = []
    while np.unique(groups[left]).size >= _FEWEST_GROUPS:
        # The keys as they are, and then moved on by as many candidates in all items of a group: swaps + 1 rows
        moved = (rng.random((how.swaps, names.size))[:, place] * rows.sizes).astype(np.int64)
        rates = _rates(rows, np.vstack([keys, (keys + moved) % rows.sizes]), groups, left, rng, how)
        found |= {int(at): float(rates[0, at]) for at in np.flatnonzero(np.isfinite(rates[0]))}
        if not np.isfinite(rates[0]).any():
            break
        known = rates[:, np.isfinite(rates).all(0)]
        each = known.mean(1) if known.size else np.full(rates.shape[0], 0.5)
        reached = int((each >= each[0] - TIE).sum())  # the keys as they are among them
        means.append((float(each[0]), float(each[1:].mean()), reached / each.size))
        # The most predictable items, as many as there are more of them than with swapped keys.
        many = (np.nan_to_num(rates) >= how.predictable).sum(1)
        most = max(1, int(how.most_dropped * rates.shape[1]))
        extra = max(0, min(most, round(float(many[0] - many[1:].mean()))))
        telling = np.flatnonzero(np.nan_to_num(rates[0]) >= how.predictable).tolist()
        order = [at for _, at in sorted((-float(rates[0][at]), at) for at in telling)]
        worst = order[:extra] if means[-1][2] <= how.alpha else []
        if not worst:
            break
        dropped += worst
        left[worst] = False
    return Filtered(
        predictability=tuple((case.item.id, found.get(number)) for number, case in enumerate(cases)),
        dropped=tuple(cases[number].item.id for number in dropped),
        rounds=len(means),
        before=means[0][0] if means else None,
        expected=means[0][1] if means else None,
        after=means[-1][0] if means else None,
        p=means[0][2] if means else 1.0,
    )


def _rows_of(cases: Sequence[ShortcutCase], embeddings: Float) -> _Rows:
    """An embedding per candidate; a single one per item stands for its first candidate, nothing for the others."""
    sizes = np.array([len(case.question.candidates) for case in cases])
    starts = np.cumsum(sizes) - sizes
    if embeddings.ndim == 2:
        rows = np.zeros((int(sizes.sum()), embeddings.shape[-1]))
        rows[starts] = embeddings
    elif embeddings.shape[1] != sizes.max() or sizes.min() != sizes.max():
        raise InputError("audit-embeddings-candidates")
    else:
        rows = embeddings.reshape(-1, embeddings.shape[-1])
    spread = rows.std(0)
    rows = rows / np.where(spread > 0, spread, 1.0)
    most = int(sizes.max())
    from scipy import linalg  # takes long to load

    # For each number of candidates Helmert's contrasts: turned rows without what all have in common.
    weights = np.zeros((most + 1, most - 1, most))
    for size in range(2, most + 1):
        weights[size, : size - 1, :size] = linalg.helmert(size)
    item = np.repeat(np.arange(len(cases)), sizes - 1)
    contrast = np.arange(item.size) - np.repeat(np.cumsum(sizes - 1) - (sizes - 1), sizes - 1)
    apart = np.zeros((item.size, rows.shape[1]))
    for choice in range(most):
        there = np.flatnonzero(choice < sizes[item])
        part = weights[sizes[item[there]], contrast[there], choice]
        apart[there] += part[:, None] * rows[starts[item[there]] + choice]
    return _Rows(likeness=apart @ apart.T, item=item, contrast=contrast, sizes=sizes, weights=weights)


def _rates(  # noqa: PLR0913, PLR0917  # what is learnt, of what, and how
    rows: _Rows, keys: Int, groups: Int, left: Bool, rng: np.random.Generator, how: FilterSettings
) -> Float:
    """Share of the models that are right on each item, for each row of keys; nan where none has a choice."""
    names = np.unique(groups[left])
    right, asked = np.zeros(keys.shape), np.zeros(keys.shape)
    for _ in range(how.models):
        learnt = rng.permutation(names)[: max(1, int(how.train_share * names.size))]
        inside = np.isin(groups, learnt)
        chosen = _chosen(rows, keys, left & inside, left & ~inside, how.strength)
        others = np.flatnonzero(left & ~inside)
        asked[:, others] += chosen >= 0
        right[:, others] += chosen == keys[:, others]
    return np.where(asked > 0, right / np.maximum(asked, 1), np.nan)


def _chosen(rows: _Rows, keys: Int, learnt: Bool, asked: Bool, strength: float) -> Int:
    """The candidate that each model chooses in each item that is asked, for each row of keys; −1 for a tie."""
    from scipy import linalg

    train, test = np.flatnonzero(learnt[rows.item]), np.flatnonzero(asked[rows.item])
    item = rows.item[train]
    target = rows.weights[rows.sizes[item], rows.contrast[train], keys[:, item]].T
    kernel = rows.likeness[np.ix_(train, train)]
    held = strength * float(np.trace(kernel)) / train.size or 1.0
    kernel[np.diag_indices(train.size)] += held
    learnt_weights = linalg.cho_solve(linalg.cho_factor(kernel, check_finite=False), target, check_finite=False)
    scores = rows.likeness[np.ix_(test, train)] @ learnt_weights
    items, place = np.unique(rows.item[test], return_inverse=True)
    wide = np.zeros((items.size, rows.weights.shape[2], scores.shape[1]))
    parts = rows.weights[rows.sizes[rows.item[test]], rows.contrast[test]]
    np.add.at(wide, place, parts[:, :, None] * scores[:, None, :])
    wide[np.arange(wide.shape[1]) >= rows.sizes[items][:, None]] = -np.inf
    ranked = np.sort(wide, axis=1)
    clear = ranked[:, -1] - ranked[:, -2] > TIE * max(float(np.abs(scores).max(initial=0.0)), TIE)
    return np.where(clear, wide.argmax(1), -1).T
