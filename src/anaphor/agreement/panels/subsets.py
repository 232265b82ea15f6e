"""The subset procedure of Bregeon et al. (2019), section 4.1: κ and τ of every panel of k among P people.

pair_sums          what any panel's κ is made of, once for all panels
subset_kappa       mean and sd of κ over all panels of k: enumerated, or in closed form beyond a million
subset_study       κ_i and τ_i panel by panel, enumerated or sampled, to compare with the paper's own way
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.urn import Floats, Integers, vote_shares
from anaphor.errors import InputError
from anaphor.statistics import crossed, gram
from anaphor.text import Message, message

ENUMERATED = 1_000_000
"""Most panels that are worked through one by one."""
ENUMERATED_ALL = message("agreement-method-enumerated")
SECOND_ORDER = message("agreement-method-second-order")
_NO_ROOM = 1e-9
"""Room for agreement beyond chance, in items, below which κ is undefined."""
_DENSE = 20_000_000
"""Largest one-hot table (annotators × items × classes) that is multiplied densely."""
_FILLED = 0.1
"""Share of the table that must be filled for that to pay."""
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
    """Standard deviation of κ between panels."""
    panels: int
    """How many panels there are."""
    undefined: int
    """Panels whose κ is undefined, left out (one class only, or no common item); 0 in closed form."""
    method: Message
    """One by one, or to second order."""
    error: float
    """How far the closed form may be off: 0 when enumerated."""


def pair_sums(matrix: LabelMatrix) -> PairSums:
    """What the Davies–Fleiss κ (paper 3, formula 3) of any panel is made of."""
    matrix.need_annotators("kappa")
    people, items, classes = len(matrix.annotators), len(matrix.items), len(matrix.classes)
    filled = matrix.size >= _FILLED * people * items
    agree, common = _dense_pairs(matrix) if filled and people * items * classes <= _DENSE else _sparse_pairs(matrix)
    share = matrix.usage / np.maximum(matrix.labels_per_annotator, 1)[:, None]
    expected = common * (share @ share.T)
    gain, room = agree - expected, common - expected
    np.fill_diagonal(gain, 0.0)
    np.fill_diagonal(room, 0.0)
    return PairSums(gain=gain, room=room)


def _dense_pairs(matrix: LabelMatrix) -> tuple[Floats, Floats]:
    people, items, classes = len(matrix.annotators), len(matrix.items), len(matrix.classes)
    if matrix.complete:
        # Labels lie item by item, so that a complete table is only a matter of its shape.
        narrow = np.uint8 if classes <= 256 else np.int32
        labels = matrix.label.astype(narrow).reshape(items, 1, people)
        given = (labels == np.arange(classes, dtype=narrow)[:, None]).astype(np.float32).reshape(-1, people)
        agree = crossed(given, given).astype(np.float64)
        return agree, np.full_like(agree, items)
    votes = np.zeros((people, items * classes), dtype=np.float32)
    votes[matrix.annotator, matrix.item.astype(np.int64) * classes + matrix.label] = 1.0
    agree = gram(votes).astype(np.float64)
    seen = np.zeros((people, items), dtype=np.float32)
    seen[matrix.annotator, matrix.item] = 1.0
    return agree, gram(seen).astype(np.float64)


def _sparse_pairs(matrix: LabelMatrix) -> tuple[Floats, Floats]:
    people, items, classes = len(matrix.annotators), len(matrix.items), len(matrix.classes)
    ones = np.ones(matrix.size)
    cell = matrix.item.astype(np.int64) * classes + matrix.label
    votes = sparse.csr_array((ones, (matrix.annotator, cell)), shape=(people, items * classes))
    seen = sparse.csr_array((ones, (matrix.annotator, matrix.item)), shape=(people, items))
    return np.asarray((votes @ votes.T).toarray()), np.asarray((seen @ seen.T).toarray())


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
        return np.asarray(gain / room, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(room > _NO_ROOM, gain / room, np.nan)


def _second_order(sums: PairSums, size: int, panels: int) -> KappaMoments:
    """Mean and sd of a ratio of sums over pairs, by the delta method with exact (co)variances in O(P²).

    The stated error is the size of the first term left out, three times the cube of the relative sd.
    """
    gain, room = _mean_of_pairs(sums.gain), _mean_of_pairs(sums.room)
    if room <= 0:
        return KappaMoments(mean=None, sd=None, panels=panels, undefined=panels, method=SECOND_ORDER, error=0.0)
    ratio = gain / room
    gg, gr, rr = (
        _covariance(one, two, size)
        for one, two in ((sums.gain, sums.gain), (sums.gain, sums.room), (sums.room, sums.room))
    )
    variance = max(0.0, gg - 2 * ratio * gr + ratio**2 * rr) / room**2
    mean = ratio - gr / room**2 + ratio * rr / room**2
    spread = np.sqrt(max(rr, 0.0)) / room
    error = 3 * (np.sqrt(variance) + abs(ratio) * spread) * spread**2
    return KappaMoments(
        mean=float(mean),
        sd=float(np.sqrt(variance)),
        panels=panels,
        undefined=0,
        method=SECOND_ORDER,
        error=float(error),
    )


def _mean_of_pairs(table: Floats) -> float:
    people = len(table)
    return float(table.sum() / (people * (people - 1)))


def _covariance(one: Floats, two: Floats, size: int) -> float:
    """Covariance, over panels of `size`, of the mean over pairs of two symmetric tables with zero diagonal."""
    people = len(one)
    same = float((one * two).sum()) / 2
    share = float(one.sum(axis=1) @ two.sum(axis=1)) - 2 * same
    apart = float(one.sum()) * float(two.sum()) / 4 - same - share
    falling = [np.prod([(size - i) / (people - i) for i in range(r)]) if people >= r else 0.0 for r in (2, 3, 4)]
    pairs = size * (size - 1) / 2
    product = (same * falling[0] + share * falling[1] + apart * falling[2]) / pairs**2
    return float(product) - _mean_of_pairs(one) * _mean_of_pairs(two)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetStudy:
    """κ_i and τ_i of panels, as the paper computes them."""

    kappa: Floats
    """κ of each panel, nan where undefined."""
    tau: Floats
    """Share of the items (that the whole panel labelled) whose reference the panel changes; ties integrated out."""
    rate: float
    """τ averaged per item first: equal to the exact urn value when all panels are used."""
    panels: int
    """How many panels were used."""
    drawn: bool
    """Whether the panels are a random sample."""


def subset_study(
    matrix: LabelMatrix, size: int, *, limit: int = ENUMERATED, rng: np.random.Generator | None = None
) -> SubsetStudy:
    """κ_i and τ_i of all panels of `size`, or of `limit` panels drawn without repeats when there are more.

    The paper's own rule is `limit=1000`. An item counts for a panel when all its people labelled it.
    """
    people = len(matrix.annotators)
    panels = _number_of_panels(people, size)
    drawn = panels > limit
    chosen = _drawn_panels(people, size, limit, rng or np.random.default_rng(0)) if drawn else all_panels(people, size)
    tau, rate = _panel_tau(matrix, chosen)
    return SubsetStudy(
        kappa=panel_kappa(pair_sums(matrix), chosen), tau=tau, rate=rate, panels=len(chosen), drawn=drawn
    )


def _drawn_panels(people: int, size: int, wanted: int, rng: np.random.Generator) -> NDArray[np.int16]:
    found: dict[bytes, NDArray[np.int16]] = {}
    while len(found) < wanted:
        batch = np.argsort(rng.random((wanted, people)), axis=1)[:, :size]
        for row in np.sort(batch, axis=1).astype(np.int16):
            found.setdefault(row.tobytes(), row)
    return np.stack(list(found.values())[:wanted])


def _panel_tau(matrix: LabelMatrix, panels: NDArray[np.int16]) -> tuple[Floats, float]:
    """τ of each panel, and the mean over items of each item's mean over the panels that labelled it."""
    item, reference, weight = _references(matrix.counts)
    ballots = _Ballots.of(matrix, item, reference, panels.shape[1])
    kept, used = np.empty(len(panels)), np.empty(len(panels))
    hit, seen = np.zeros(len(item)), np.zeros(len(item))
    block = max(1, _BLOCK // max(1, len(item)))
    for start in range(0, len(panels), block):
        some = panels[start : start + block]
        share = ballots.kept(some)
        full = ballots.full(some)
        # One thread: a product this thin costs BLAS more in waking others than in work.
        kept[start : start + block] = np.einsum("pi,i->p", share, weight)
        used[start : start + block] = weight.sum() if full is None else full @ weight
        if full is not None:
            hit += share.sum(axis=0)
            seen += full.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        tau = 1 - kept / used
    if not ballots.holes:
        return tau, float(tau.mean())
    some_panel = seen > 0
    if not some_panel.any():
        return tau, float("nan")
    weight = weight[some_panel]
    return tau, 1 - float((hit[some_panel] / seen[some_panel]) @ weight / weight.sum())


def _references(counts: Integers) -> tuple[Integers, Integers, Floats]:
    """Item, majority class and weight: an item whose majority is tied stands once per tied class."""
    shares = vote_shares(counts)
    item, reference = np.nonzero(shares)
    return item, reference, shares[item, reference]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ballots:
    """Votes counted from the reference (class 0 of each item), ready to be summed over many panels at once."""

    size: int
    """People per panel."""
    classes: int
    """How many classes there are."""
    place: NDArray[np.int16]
    """Annotators × items: the class, counted from the item's reference; −1 for a hole."""
    holes: bool
    """Whether any label is missing."""

    @classmethod
    def of(cls, matrix: LabelMatrix, item: Integers, reference: Integers, size: int) -> "_Ballots":
        table = matrix.table[item]
        place = np.where(table < 0, -1, (table - reference[:, None]) % len(matrix.classes))
        holes = bool((table < 0).any())
        return cls(size=size, classes=len(matrix.classes), place=place.T.astype(np.int16), holes=holes)

    def kept(self, panels: NDArray[np.int16]) -> Floats:
        """Panels × items: the chance that the reference stays; 0 where someone of the panel has no label."""
        small = (self.size + 1) ** self.classes <= 2**22
        share = self._by_table(panels) if small else self._by_class(panels)
        full = self.full(panels)
        return share if full is None else share * full

    def full(self, panels: NDArray[np.int16]) -> NDArray[np.bool_] | None:
        """Panels × items: whether the whole panel labelled the item; None when nothing is missing."""
        return _added((self.place >= 0).astype(np.int32), panels) == self.size if self.holes else None

    def _by_table(self, panels: NDArray[np.int16]) -> Floats:
        """The digits of a sum, in base k + 1, are the votes; the share is then looked up."""
        weight = np.where(self.place < 0, 0, (self.size + 1) ** np.maximum(self.place, 0).astype(np.int64))
        # Indexing is three times as fast as `take` here, which first widens the numbers.
        return np.asarray(_share_table(self.size, self.classes)[_added(weight.astype(np.int32), panels)])

    def _by_class(self, panels: NDArray[np.int16]) -> Floats:
        own = _added((self.place == 0).astype(np.int32), panels)
        beaten, ties = own == 0, np.ones(own.shape)
        for c in range(1, self.classes):
            votes = _added((self.place == c).astype(np.int32), panels)
            beaten |= votes > own
            ties += votes == own
        return np.where(beaten, 0.0, 1.0 / ties)


def _added(rows: NDArray[np.int32], panels: NDArray[np.int16]) -> NDArray[np.int32]:
    """The sum of each panel's rows."""
    total = rows[panels[:, 0]]
    for person in range(1, panels.shape[1]):
        total += rows[panels[:, person]]
    return total


@lru_cache(maxsize=8)
def _share_table(size: int, classes: int) -> Floats:
    """For each number whose digits in base k + 1 are votes, the share of the win that class 0 (lowest digit) has."""
    code = np.arange((size + 1) ** classes)
    own = code % (size + 1)
    beaten, ties = own == 0, np.ones(len(code))
    for _ in range(1, classes):
        code = code // (size + 1)
        votes = code % (size + 1)
        beaten |= votes > own
        ties += votes == own
    return np.where(beaten, 0.0, 1.0 / ties)
