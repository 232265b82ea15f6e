"""The subset procedure of Bregeon et al. (2019), section 4.1: κ and τ of every panel of k among P people.

pair_sums          what any panel's κ is made of, once for all panels
subset_kappa       mean and sd of κ over all panels of k: enumerated, or in closed form beyond a million
subset_study       κ_i and τ_i panel by panel, enumerated or sampled, to compare with the paper's own way
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.kappa import distributions, meetings
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.urn import Floats, vote_shares
from anaphor.errors import InputError
from anaphor.text import Message, message

ENUMERATED = 1_000_000
"""Most panels that are worked through one by one."""
ENUMERATED_ALL = message("agreement-method-enumerated")
SECOND_ORDER = message("agreement-method-second-order")
_NO_ROOM = 1e-9
"""Room for agreement beyond chance, in items, below which κ is undefined."""
_BLOCK = 400_000
"""Panels times items that are worked through at once, so that they stay in the cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSums:
    """Two symmetric tables, annotators × annotators, zero on the diagonal; κ of a panel is a ratio of their sums.

    With holes, a pair weighs as many items as both labelled, and each person's marginals are over all their labels.
    """

    gain: Floats
    """Observed less expected agreement, in items."""
    room: Floats
    """All co-labelled items less expected agreement: the largest gain possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KappaMoments:
    """Davies–Fleiss κ over the panels of k people among P."""

    mean: float | None
    """Mean κ; None when no panel has a defined κ."""
    sd: float | None
    panels: int
    undefined: int
    """Panels whose κ is undefined, left out (one class only, or no common item); 0 in closed form."""
    method: Message
    error: float
    """How far the closed form may be off: 0 when enumerated."""


def pair_sums(matrix: LabelMatrix) -> PairSums:
    """What the Davies–Fleiss κ (paper 3, formula 3) of any panel is made of."""
    matrix.need_annotators("kappa")
    agree, common = meetings(matrix)
    share = distributions(matrix)
    expected = common * (share @ share.T)
    gain, room = agree - expected, common - expected
    np.fill_diagonal(gain, 0.0)
    np.fill_diagonal(room, 0.0)
    return PairSums(gain=gain, room=room)


def subset_kappa(sums: PairSums, size: int, *, enumerated: int = ENUMERATED) -> KappaMoments:
    """Mean and sd of κ over all panels of `size`, one by one up to `enumerated` panels, else to second order."""
    people = len(sums.gain)
    panels = _number_of_panels(people, size)
    if panels > enumerated:
        return _second_order(sums, size, panels)
    kappa = panel_kappa(sums, all_panels(people, size))
    missing = np.isnan(kappa)
    defined = kappa[~missing] if missing.any() else kappa
    if not defined.size:
        return KappaMoments(mean=None, sd=None, panels=panels, undefined=panels, method=ENUMERATED_ALL, error=0.0)
    mean = float(defined.sum()) / defined.size
    apart = defined - mean
    return KappaMoments(
        mean=mean,
        sd=float(np.sqrt(apart @ apart / defined.size)),
        panels=panels,
        undefined=int(kappa.size - defined.size),
        method=ENUMERATED_ALL,
        error=0.0,
    )


def _number_of_panels(people: int, size: int) -> int:
    if not 2 <= size <= people:
        raise InputError("agreement-no-kappa-of-panel", size=size, people=people)
    return comb(people, size)


@lru_cache(maxsize=4)
def all_panels(people: int, size: int) -> NDArray[np.int16]:
    """Every panel as a row of annotator numbers."""
    flat = np.fromiter(chain.from_iterable(combinations(range(people), size)), np.int16)
    panels = flat.reshape(-1, size)
    panels.flags.writeable = False
    return panels


def panel_kappa(sums: PairSums, panels: NDArray[np.int16]) -> Floats:
    """Davies–Fleiss κ of each row of annotator numbers; nan where it is undefined."""
    gain, room = np.zeros(len(panels)), np.zeros(len(panels))
    gains, rooms = sums.gain.ravel(), sums.room.ravel()
    people = panels.T.astype(np.int64)
    for one in range(len(people)):
        row = people[one] * len(sums.gain)
        for two in range(one + 1, len(people)):
            pair = row + people[two]
            gain += gains.take(pair)
            room += rooms.take(pair)
    if room.size and room.min() > _NO_ROOM:
        return gain / room
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(room > _NO_ROOM, gain / room, np.nan)


def _second_order(sums: PairSums, size: int, panels: int) -> KappaMoments:
    """Mean and sd of a ratio of sums over pairs, by the delta method with exact (co)variances in O(P²).

    The stated error is the size of the first term left out, three times the cube of the relative sd.
    """
    people = len(sums.gain)

    def mean_of(table: Floats) -> float:
        return float(table.sum() / (people * (people - 1)))

    def covariance(one: Floats, two: Floats) -> float:
        """Over the panels, of the means over pairs of two symmetric tables with zero diagonal."""
        same = float((one * two).sum()) / 2
        share = float(one.sum(axis=1) @ two.sum(axis=1)) - 2 * same
        apart = float(one.sum()) * float(two.sum()) / 4 - same - share
        falling = [np.prod([(size - i) / (people - i) for i in range(r)]) if people >= r else 0.0 for r in (2, 3, 4)]
        pairs = size * (size - 1) / 2
        product = (same * falling[0] + share * falling[1] + apart * falling[2]) / pairs**2
        return float(product) - mean_of(one) * mean_of(two)

    gain, room = mean_of(sums.gain), mean_of(sums.room)
    if room <= 0:
        return KappaMoments(mean=None, sd=None, panels=panels, undefined=panels, method=SECOND_ORDER, error=0.0)
    ratio = gain / room
    gg, gr, rr = (covariance(sums.gain, sums.gain), covariance(sums.gain, sums.room), covariance(sums.room, sums.room))
    variance = max(0.0, gg - 2 * ratio * gr + ratio**2 * rr) / room**2
    mean = ratio - gr / room**2 + ratio * rr / room**2
    sd, spread = float(np.sqrt(variance)), np.sqrt(max(rr, 0.0)) / room
    error = 3 * (sd + abs(ratio) * spread) * spread**2
    return KappaMoments(mean=float(mean), sd=sd, panels=panels, undefined=0, method=SECOND_ORDER, error=float(error))


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetStudy:
    """κ_i and τ_i of panels, as the paper computes them."""

    kappa: Floats
    """κ of each panel, nan where undefined."""
    tau: Floats
    """Share of the items (that the whole panel labelled) whose reference the panel changes; ties integrated out."""
    panels: int
    drawn: bool


def subset_study(
    matrix: LabelMatrix, size: int, *, limit: int = ENUMERATED, rng: np.random.Generator | None = None
) -> SubsetStudy:
    """κ_i and τ_i of all panels of `size`, or of `limit` panels drawn without repeats when there are more.

    The paper's own rule is `limit=1000`. An item counts for a panel when all its people labelled it.
    """
    people = len(matrix.annotators)
    drawn = _number_of_panels(people, size) > limit
    if drawn:
        rng, found = rng or np.random.default_rng(0), dict[bytes, NDArray[np.int16]]()
        while len(found) < limit:
            batch = np.argsort(rng.random((limit, people)), axis=1)[:, :size]
            for row in np.sort(batch, axis=1).astype(np.int16):
                found.setdefault(row.tobytes(), row)
        chosen = np.stack(list(found.values())[:limit])
    else:
        chosen = all_panels(people, size)
    kappa = panel_kappa(pair_sums(matrix), chosen)
    return SubsetStudy(kappa=kappa, tau=_panel_tau(matrix, chosen), panels=len(chosen), drawn=drawn)


def _panel_tau(matrix: LabelMatrix, panels: NDArray[np.int16]) -> Floats:
    """τ of each panel over the items that all of it labelled; nan where there is none."""
    size, classes = panels.shape[1], len(matrix.classes)
    # An item whose majority is tied stands once per tied class.
    shares = vote_shares(matrix.counts)
    item, reference = np.nonzero(shares)
    weight = shares[item, reference]
    table = matrix.table[item]
    holes = bool((table < 0).any())
    # Annotators × items: the class, counted from the item's reference; −1 for a hole.
    place = np.where(table < 0, -1, (table - reference[:, None]) % classes).T.astype(np.int16)
    small = (size + 1) ** classes <= 2**22
    base = size + 1 if small else 0
    digits = np.where(place < 0, 0, base ** np.maximum(place, 0).astype(np.int64)).astype(np.int32)
    tau = np.empty(len(panels))
    block = max(1, _BLOCK // max(1, len(item)))
    for start in range(0, len(panels), block):
        some = panels[start : start + block]
        if small:
            # The digits of a sum, in base k + 1, are the votes. Indexing is three times as fast as `take` here.
            share = _share_table(size, classes)[_added(digits, some)]
        else:
            share = _first_share(_added((place == c).astype(np.int32), some) for c in range(classes))
        used: float | Floats = weight.sum()
        if holes:
            full = _added((place >= 0).astype(np.int32), some) == size
            share, used = share * full, full @ weight
        # One thread: a product this thin costs BLAS more in waking others than in work.
        with np.errstate(invalid="ignore", divide="ignore"):
            tau[start : start + block] = 1 - np.einsum("pi,i->p", share, weight) / used
    return tau


@lru_cache(maxsize=8)
def _share_table(size: int, classes: int) -> Floats:
    """For each number whose digits in base k + 1 are votes, the share of the win that class 0 (lowest digit) has."""
    code = np.arange((size + 1) ** classes)
    return _first_share(code // (size + 1) ** c % (size + 1) for c in range(classes))


def _first_share(votes: Iterator[NDArray[np.integer]]) -> Floats:
    """The share of the win that the first class has, from the votes for each class in turn."""
    own = next(votes)
    beaten, ties = own == 0, np.ones(own.shape)
    for others in votes:
        beaten |= others > own
        ties += others == own
    return np.where(beaten, 0.0, 1.0 / ties)


def _added(rows: NDArray[np.int32], panels: NDArray[np.int16]) -> NDArray[np.int32]:
    """The sum of each panel's rows."""
    total = rows[panels[:, 0]]
    for person in range(1, panels.shape[1]):
        total += rows[panels[:, person]]
    return total
