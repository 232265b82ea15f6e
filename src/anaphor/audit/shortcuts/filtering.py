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
from anaphor.audit.shortcuts.ridge import Contrasts, Products, chosen
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence
from anaphor.audit.shortcuts.swapping import Swaps
from anaphor.errors import InputError
from anaphor.files import BAD_ARRAY
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
    under_swaps: tuple[float, ...] = ()
    """Mean share of right models in the first round, with the keys as they are and with each row of swapped ones."""


def read_embeddings(given: Path | Float, cases: Sequence[ShortcutCase]) -> Float:
    """The embeddings in memory or in a .npy file: a row per item, in the collection's order."""
    path = given if isinstance(given, Path) else None
    try:
        if path:
            with path.open("rb") as file:  # numpy leaves open what is no archive
                found = np.load(file, allow_pickle=False)
        else:
            found = np.asarray(given)
    except OSError as error:
        raise InputError("audit-embeddings-unreadable", problem=error.strerror or str(error), where=path) from error
    except BAD_ARRAY as error:
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


def embedding_shortcut(
    cases: Sequence[ShortcutCase], embeddings: Float, seed: int = 0, swaps: Swaps | None = None
) -> Shortcut:
    """What an adversarial filter finds in the user's embeddings; `right` counts the items that it sets aside."""
    found = adversarial_filter(cases, embeddings, np.random.default_rng(seed), swaps=swaps)
    rates = dict(found.predictability)
    if found.before is None or found.expected is None or found.after is None:
        return Shortcut(name="embeddings", note=message("audit-note-no-models"))
    return Shortcut(
        name="embeddings",
        items=len(cases),
        answered=sum(rate is not None for rate in rates.values()),
        right=len(found.dropped),
        p=found.p,
        under_swaps=np.array(found.under_swaps) if swaps else None,
        evidence=tuple(ShortcutEvidence(place=name, detail=f"{rates[name]:.0%}") for name in found.dropped),
        note=message(
            "audit-note-filtered", rounds=found.rounds, before=found.before, expected=found.expected, after=found.after
        ),
    )


def adversarial_filter(
    cases: Sequence[ShortcutCase],
    embeddings: Float,
    rng: np.random.Generator,
    settings: FilterSettings | None = None,
    *,
    swaps: Swaps | None = None,
) -> Filtered:
    """Set aside the most predictable items, round by round, until swapped keys do as well or few are left.

    The first round is compared with the keys swapped as `swaps` says, where they are given, so that it can be
    corrected together with other shortcuts; the later rounds draw their own.
    """
    how = settings or FilterSettings()
    contrasts = Contrasts.of(np.array([len(case.question.candidates) for case in cases]))
    likeness, sizes = _likeness(cases, embeddings, contrasts), contrasts.sizes
    groups = np.array([case.group for case in cases])
    names, place = np.unique(groups, return_inverse=True)
    keys, left = np.array([case.key for case in cases]), np.ones(len(cases), np.bool_)
    found: dict[int, float] = {}
    dropped: list[int] = []
    means: list[tuple[float, float, float]] = []
    first: tuple[float, ...] = ()
    while np.unique(groups[left]).size >= _FEWEST_GROUPS:
        # The keys as they are, and then moved on by as many candidates in all items of a group: swaps + 1 rows
        if swaps and not means:
            rotated = swaps.keys(cases)
        else:
            moved = (rng.random((how.swaps, names.size))[:, place] * sizes).astype(np.int64)
            rotated = np.vstack([keys, (keys + moved) % sizes])
        rates = _rates(contrasts, likeness, rotated, groups, left, rng, how)
        found |= {int(at): float(rates[0, at]) for at in np.flatnonzero(np.isfinite(rates[0]))}
        if not np.isfinite(rates[0]).any():
            break
        known = rates[:, np.isfinite(rates).all(0)]
        each = known.mean(1) if known.size else np.full(rates.shape[0], 0.5)
        reached = int((each >= each[0] - TIE).sum())  # the keys as they are among them
        first = first or tuple(each.tolist())
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
        under_swaps=first,
    )


def _likeness(cases: Sequence[ShortcutCase], embeddings: Float, contrasts: Contrasts) -> Float:
    """The products of all contrasts; a single embedding per item stands for its first candidate, nothing for others."""
    sizes = contrasts.sizes
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
    apart = contrasts.apart(np.arange(contrasts.item.size), lambda numbers: rows[numbers])
    return np.asarray(apart @ apart.T, np.float64)


def _rates(  # noqa: PLR0913, PLR0917  # what is learnt, of what, and how
    contrasts: Contrasts,
    likeness: Float,
    keys: Int,
    groups: Int,
    left: Bool,
    rng: np.random.Generator,
    how: FilterSettings,
) -> Float:
    """Share of the models that are right on each item, for each row of keys; nan where none has a choice."""
    names = np.unique(groups[left])
    right, asked = np.zeros(keys.shape), np.zeros(keys.shape)
    for _ in range(how.models):
        learnt = rng.permutation(names)[: max(1, int(how.train_share * names.size))]
        inside = np.isin(groups, learnt)
        train, test = (np.flatnonzero(part[contrasts.item]) for part in (left & inside, left & ~inside))
        held = how.strength * float(likeness[train, train].mean()) or 1.0
        products = Products(likeness[np.ix_(train, train)], likeness[np.ix_(train, test)])
        choices = chosen(contrasts, keys, train, test, products, held)
        others = np.flatnonzero(left & ~inside)
        asked[:, others] += choices >= 0
        right[:, others] += choices == keys[:, others]
    return np.where(asked > 0, right / np.maximum(asked, 1), np.nan)
