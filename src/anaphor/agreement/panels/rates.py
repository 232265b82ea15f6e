"""Change rates and κ that votes pin down, and their sampling error: other items, and other people.

Panels are worked through one by one as Bregeon et al. (2019) do in section 4.1, or all at once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.kappa import distributions, meetings
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, disjoint_agreement, profiles, vote_shares
from anaphor.agreement.panels.winning import first_wins
from anaphor.answers import LabelMatrix
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
_UNCERTAIN = 0.02
"""A mean κ over panels that may be further off than this is replaced by the κ of all pairs together."""
_LARGEST = 30_000_000
"""Largest table of votes from which people are left out."""


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

    mean: float | None = None
    """Mean κ; None when no panel has a defined κ."""
    sd: float | None = None
    panels: int
    undefined: int = 0
    """Panels whose κ is undefined, left out (one class only, or no common item); 0 in closed form."""
    method: Message
    error: float = 0.0
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
        return KappaMoments(panels=panels, undefined=panels, method=ENUMERATED_ALL)
    mean = float(defined.sum()) / defined.size
    apart = defined - mean
    return KappaMoments(
        mean=mean,
        sd=float(np.sqrt(apart @ apart / defined.size)),
        panels=panels,
        undefined=int(kappa.size - defined.size),
        method=ENUMERATED_ALL,
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
        return KappaMoments(panels=panels, undefined=panels, method=SECOND_ORDER)
    ratio = gain / room
    gg, gr, rr = (covariance(sums.gain, sums.gain), covariance(sums.gain, sums.room), covariance(sums.room, sums.room))
    variance = max(0.0, gg - 2 * ratio * gr + ratio**2 * rr) / room**2
    mean = ratio - gr / room**2 + ratio * rr / room**2
    sd, spread = float(np.sqrt(variance)), np.sqrt(max(rr, 0.0)) / room
    error = 3 * (sd + abs(ratio) * spread) * spread**2
    return KappaMoments(mean=float(mean), sd=sd, panels=panels, method=SECOND_ORDER, error=float(error))


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
    total = rows[panels[:, 0]]
    for person in range(1, panels.shape[1]):
        total += rows[panels[:, person]]
    return total


def decisive(size: int, classes: int) -> int:
    """The smallest panel that decides exactly like one of `size`: one person for two, 2m − 1 for 2m on two classes.

    >>> decisive(2, 5), decisive(6, 2), decisive(6, 3)
    (1, 5, 6)
    """
    if size == 2:
        return 1
    return size - 1 if size % 2 == 0 and classes <= 2 else size


def own_majority_change(patterns: Profiles, size: int) -> Floats:
    """For each pattern, the chance that k of its voters elect another label than all of them (ties shared)."""
    return np.maximum(0.0, 1 - first_wins(patterns.rows, size))


def own_majority_rate(counts: Integers, size: int) -> float | None:
    """The paper's τ_G over all panels of k, exactly; None when no item has k labels.

    Up to three people have a formula: they elect class r with n of the P votes if two or three of them vote for it,
    C(n, 3) + C(n, 2)(P − n) panels, or if all three differ, and then in one case of three: n times the pairs of votes
    for two different other classes.
    """
    votes = counts.sum(axis=1)
    usable = counts if votes.min(initial=size) >= size else counts[votes >= size]
    if not len(usable):
        return None
    if size > 3:
        patterns = profiles(usable)
        kept = first_wins(patterns.rows, size)
        return max(0.0, 1 - float(kept @ patterns.times.astype(np.float64)) / len(usable))
    each = usable.astype(np.float64)
    leader, people = each.max(axis=1), each @ np.ones(each.shape[1])
    if size < 3:
        return max(0.0, 1 - float((leader / people).mean()))
    rest = people - leader
    apart = (rest**2 - np.einsum("jc,jc->j", each, each) + leader**2) / 2
    won = leader * ((leader - 1) * ((leader - 2) / 6 + rest / 2) + apart / 3)
    return max(0.0, 1 - float((won / (people * (people - 1) * (people - 2) / 6)).mean()))


def fresh_rate(counts: Integers, size: int) -> float | None:
    """The exact disjoint rate over the items with 2k labels; None when there is none."""
    usable = counts[counts.sum(axis=1) >= 2 * size]
    if not len(usable):
        return None
    patterns = profiles(usable)
    same = disjoint_agreement(patterns.rows, size)[0]
    return float(max(0.0, 1 - same @ patterns.times / patterns.times.sum()))


def ceiling(counts: Integers) -> float | None:
    """1 − A_o, the mean over items of the chance that two of their voters differ; None without a pair."""
    paired = counts[counts.sum(axis=1) >= 2]
    return float(1 - disjoint_agreement(paired, 1)[0].mean()) if len(paired) else None


def panel_agreement(matrix: LabelMatrix, size: int) -> KappaMoments | None:
    """Mean and sd of κ over panels of `size`, or of all people when there are fewer; None when it is undefined.

    Anonymous votes have a Fleiss κ only; sparse tables, where few panels share items, the κ of all pairs together.
    """
    if matrix.anonymous:
        change = ceiling(matrix.counts)
        expected = float(((matrix.counts.sum(axis=0) / max(1, matrix.counts.sum())) ** 2).sum())
        fleiss = None if change is None or expected >= 1 else 1 - change / (1 - expected)
        return _single(fleiss, message("agreement-method-fleiss"))
    people = len(matrix.annotators)
    if people < 2:
        return None
    sums = pair_sums(matrix)
    found = subset_kappa(sums, min(max(size, 2), people))
    if found.mean is not None and found.error <= _UNCERTAIN and not found.undefined:
        return found
    room = float(sums.room.sum())
    return _single(float(sums.gain.sum()) / room if room > 1e-9 else None, message("agreement-method-all-pairs"))


def _single(kappa: float | None, method: Message) -> KappaMoments | None:
    return None if kappa is None else KappaMoments(mean=kappa, panels=1, method=method)


Change = Callable[[Integers], Floats | None]
"""The chance to change of each pattern (rows of sorted counts); None where it cannot be had exactly."""


def people_error(matrix: LabelMatrix, change: Change, least: int) -> float | None:
    """Standard error from the people: a jackknife that leaves each of them out in turn.

    The mean change is over the items with `least` votes. Without one person, an item has lost a vote of a known
    count; there are few such patterns, so that each is worked out once, however many people there are. None when
    people are unknown, or when most items would no longer have enough votes.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or people < 3 or matrix.counts.size > _LARGEST:
        return None
    usable = matrix.votes_per_item >= least
    counted = usable[matrix.item]
    lost = counted & (matrix.votes_per_item[matrix.item] == least)
    if not counted.any() or lost.sum() > counted.sum() / 2:
        return None
    patterns = profiles(matrix.counts[usable])
    whole = change(patterns.rows)
    if whole is None:
        return None
    before = np.zeros(len(matrix.items))
    before[usable] = whole[patterns.inverse]
    # For each label that may go, the pattern of its item and the count that loses a vote.
    kept, base = counted & ~lost, int(patterns.rows.max()) + 1
    number = np.cumsum(usable) - 1
    key = patterns.inverse[number[matrix.item[kept]]] * base + matrix.counts[matrix.item[kept], matrix.label[kept]]
    found, inverse = np.unique(key, return_inverse=True)
    row, value = np.divmod(found, base)
    shorter = patterns.rows[row].copy()
    # The last of the equal counts gives the vote, so that rows stay sorted.
    last = shorter.shape[1] - 1 - (shorter[:, ::-1] == value[:, None]).argmax(axis=1)
    shorter[np.arange(len(shorter)), last] -= 1
    after = change(shorter) if len(shorter) else np.zeros(0)
    if after is None:
        return None
    gone = np.bincount(matrix.annotator, np.where(counted, before[matrix.item], 0.0), minlength=people)
    back = np.bincount(matrix.annotator[kept], after[inverse], minlength=people)
    fewer = usable.sum() - np.bincount(matrix.annotator[lost], minlength=people)
    rates = (before[usable].sum() - gone + back)[fewer > 0] / fewer[fewer > 0]
    return float(np.sqrt((len(rates) - 1) / len(rates) * ((rates - rates.mean()) ** 2).sum()))
