"""`agreement next`: which item deserves the next label, and by whom.

The label distributions of items are taken as drawn from one Dirichlet distribution, fitted to all votes. The votes of
an item then say how likely it is that its label is not the one that very many people would elect: its risk. The next
label goes where it can lower the risk most if it comes out well (the optimistic knowledge gradient of Chen, Lin & Zhou
2015). The mean over how it may come out would be zero wherever one label alone cannot turn the majority, which is
nearly everywhere. A label comes out well when it goes to the leader: nothing else makes an item surer. Where it is
known who gave the votes, those of people who agree with others weigh more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import special

from anaphor import __version__
from anaphor.agreement.advice.summary import uneven_people
from anaphor.agreement.coefficients.numbers import MANY, are_quantities
from anaphor.agreement.limits import check_rate
from anaphor.agreement.panels.dependence import dependence_reason, depends_on_votes
from anaphor.agreement.panels.mixture import fit_dirichlet
from anaphor.agreement.panels.urn import Floats, Integers
from anaphor.agreement.settings import NextSettings
from anaphor.answers import LabelMatrix, Labels, open_labels, settings_for
from anaphor.document import taken
from anaphor.errors import ContentError, InputError, with_keywords
from anaphor.files import safe_table, write_text
from anaphor.parameters import act
from anaphor.provenance import Method, Signature, plain
from anaphor.result import Result
from anaphor.text import Message, message

NEXT_LABELS = Method("next-labels", 1)
"""How the gain of one more label is worked out. Raise the number whenever a figure changes."""

_LONGEST = 5
"""Most labels that one item is given before the answers are looked at."""
_NODES = 40
_LEAST = 0.02
"""Smallest parameter of a class: any may still be given, were it not seen yet."""
_CELLS = 2_000_000
"""About how many numbers are worked on at once."""
_PATTERNS = 2500
"""Most different patterns of weighted votes; more would take longer than a second."""
_NAMED = 3
"""Most people who are named for an item."""
_DIFFER = 0.01
"""How unlikely the differences between people must be by luck alone before some are preferred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedItem:
    """An item that is to be labelled again."""

    item: str
    label: str
    """The label it has now; tied labels stand side by side; empty where it has none."""
    votes: int
    risk: float
    """Chance that very many people would elect another label."""
    ask: int
    """How many labels to ask for before this is worked out again."""
    by: tuple[str, ...] = ()
    """Who is asked first: the most reliable of those who have not labelled it; empty where people do not differ."""

    @classmethod
    def of(cls, matrix: LabelMatrix, number: int, *, risk: float, ask: int, by: Sequence[int]) -> "QueuedItem":
        """The item of this number, with the label and the votes it has."""
        votes = matrix.counts[number]
        leading = np.flatnonzero(votes == votes.max()).tolist() if votes.any() else []
        label = "/".join(matrix.classes[c] for c in leading)
        people = tuple(matrix.annotators[each] for each in by)
        return cls(item=matrix.items[number], label=label, votes=int(votes.sum()), risk=risk, ask=ask, by=people)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LabelQueue(Result):
    """Where the next labels do most for the reference."""

    labels: LabelMatrix
    budget: int
    target: float | None
    risk: float
    """The share of all labels that very many people would change, as the model expects it."""
    items: tuple[QueuedItem, ...]
    """The items to ask about, the most urgent first; none where the target is reached."""
    signature: str

    @property
    def reached(self) -> bool:
        """Whether the reference is as good as was asked for, so that nobody need be asked."""
        return self.target is not None and self.risk <= self.target

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed or left out when the labels were read."""
        return tuple(with_keywords(str(note)) for note in self.labels.notes)

    @property
    def cautions(self) -> tuple[Message, ...]:
        """Why the rate that is expected may be off: votes that were asked for because of votes, people who differ."""
        relation = depends_on_votes(self.labels)
        if relation is not None:
            return (message("agreement-queue-depends", why=dependence_reason(relation)),)
        uneven = uneven_people(self.labels)
        return (message("agreement-queue-uneven", low=uneven.low, high=uneven.high),) if uneven else ()

    def to_dict(self) -> dict[str, Any]:
        """The document that `next --json` prints."""
        return {
            **taken(self, "risk budget target reached"),
            "items": [plain(item) for item in self.items],
            "cautions": list(map(str, self.cautions)),
            "notes": list(map(str, self.labels.notes)),
            "signature": self.signature,
        }

    def write(self, path: Path | str) -> None:
        """Write the queue as a table, with the text of each item where it is known: what annotation tools import."""
        # Kept beside the labels that come of it, the last column says how they came to be asked for.
        heads = ("item", "text", "ask", "by", "label", "votes", "risk", "policy")
        texts = self.labels.texts
        rows = (
            (
                each.item,
                texts.get(each.item, ""),
                each.ask,
                "|".join(each.by),
                each.label,
                each.votes,
                f"{each.risk:.4f}",
                "next",
            )
            for each in self.items
        )
        write_text(Path(path), safe_table(heads, rows))


@act(NextSettings)
def next_labels(labels: Labels, settings: NextSettings) -> LabelQueue:
    """Which items deserve the next labels, so many as the `budget` allows, and how many each.

    `labels` is whatever `read` takes, with its settings. With a `target` nobody is asked once the share of labels that
    very many people would change is expected to be at most that. With `output` the queue is also written (CSV).

    >>> rows = [("easy", "A", "yes"), ("easy", "B", "yes"), ("hard", "A", "yes"), ("hard", "B", "no")]
    >>> table = [dict(zip(("item", "annotator", "label"), row)) for row in rows]
    >>> [(each.item, each.ask) for each in next_labels(table, budget=1).items]
    [('hard', 1)]
    """
    budget, target, output = settings.budget, settings.target, settings.output
    if budget < 1:
        raise InputError("agreement-no-budget", budget=budget)
    if target is not None:
        check_rate(target)
    matrix = open_labels(labels, settings_for(settings))
    if are_quantities(matrix) and len(matrix.classes) > MANY:
        raise ContentError("agreement-no-majority-of-numbers", classes=len(matrix.classes))
    heard = HeardPeople.of(matrix)
    risks = _along(matrix.counts, heard.weighted(matrix) if heard else None)
    now = risks[:, 0]
    expected = float(now.mean())
    asked = np.zeros(len(now), dtype=np.int64)
    if target is None or expected > target:
        # One by one to where the next helps most; where it helps not at all none is asked for.
        gains = np.minimum.accumulate(risks[:, :-1] - risks[:, 1:], axis=1).reshape(-1)
        best = np.argsort(-gains, kind="stable")[:budget]
        asked = np.bincount(best[gains[best] > 0] // _LONGEST, minlength=len(now))
    chosen = np.flatnonzero(asked)
    chosen = chosen[np.argsort(risks[chosen, 1] - risks[chosen, 0], kind="stable")]
    trusted = heard.reliable if heard else []
    asking = np.isin(matrix.item, chosen) & bool(trusted)
    done = set(zip(matrix.item[asking].tolist(), matrix.annotator[asking].tolist(), strict=True))
    found = LabelQueue(
        labels=matrix,
        budget=budget,
        target=target,
        risk=expected,
        items=tuple(
            QueuedItem.of(
                matrix,
                number,
                risk=float(now[number]),
                ask=int(asked[number]),
                by=[each for each in trusted if (number, each) not in done][:_NAMED],
            )
            for number in chosen.tolist()
        ),
        signature=str(
            Signature.of(
                labels=matrix.fingerprint, budget=budget, target=target, method=NEXT_LABELS, version=__version__
            )
        ),
    )
    if output is not None:
        found.write(output)
    return found


def label_gains(counts: Integers) -> Floats:
    """By how much each of the next labels can lower the risk of an item, from its votes: items × steps.

    >>> label_gains(np.array([[4, 0], [2, 2]])).round(2)[:, 0].tolist()
    [0.0, 0.07]
    """
    risks = _along(counts)
    return np.minimum.accumulate(risks[:, :-1] - risks[:, 1:], axis=1)


def _along(counts: Integers, trusted: Floats | None = None) -> Floats:
    """The risk of each item, and after one label more for its leader, two more and so on: items × steps.

    `trusted` are the votes weighted by who gave them.
    """
    patterns, which = np.unique(counts if trusted is None else trusted, axis=0, return_inverse=True)
    seen = counts.sum(axis=0) > 0
    prior = np.full(len(seen), _LEAST)
    if seen.any():
        prior[seen] = np.maximum(fit_dirichlet(counts[:, seen]).parameters, _LEAST)
    weights = patterns + prior
    leader = weights.argmax(axis=1)
    rows = np.arange(len(weights))
    found = []
    for _ in range(_LONGEST + 1):
        found.append(leader_risk(weights, leader))
        weights[rows, leader] += 1
    return np.column_stack(found)[which.reshape(-1)]


def leader_risk(weights: Floats, leader: Integers) -> Floats:
    """The chance that another class has the largest share, where shares follow Dirichlet distributions.

    Shares are gamma variables over their sum, so the leader's is the largest with the chance that the others stay below
    it; over the quantiles of the leader's, the low ones finely, since there it is overtaken.

    >>> leader_risk(np.array([[3.0, 1.0], [2.0, 2.0]]), np.array([0, 0])).round(4).tolist()
    [0.125, 0.5]
    """
    rows = np.arange(len(weights))
    own = weights[rows, leader]
    others = np.delete(weights.reshape(-1), rows * weights.shape[1] + leader).reshape(len(weights), -1)
    if others.shape[1] <= 1:
        return np.asarray(special.betainc(own, others[:, 0], 0.5) if others.shape[1] else np.zeros(len(weights)))
    nodes, shares = np.polynomial.legendre.leggauss(_NODES)
    fine = ((nodes + 1) / 2) ** 3
    shares = shares / 2 * 3 * ((nodes + 1) / 2) ** 2
    found = np.empty(len(weights))
    step = max(1, _CELLS // (_NODES * others.shape[1]))
    for start in range(0, len(weights), step):
        part = slice(start, start + step)
        reached = special.gammaincinv(own[part, None], fine)
        below = special.gammainc(others[part, None, :], reached[:, :, None]).prod(axis=2)
        found[part] = (1 - below) @ shares
    return np.clip(found, 0.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardPeople:
    """How often people agree with the majority of the others."""

    tried: Integers
    agreed: Integers
    share: float
    """Of everybody's labels."""

    @classmethod
    def of(cls, matrix: LabelMatrix) -> "HeardPeople | None":
        """What the labels say; None where people have no names, are few, or always or never agree."""
        if matrix.anonymous or len(matrix.annotators) < 3:
            return None
        others = matrix.counts[matrix.item].copy()
        others[np.arange(matrix.size), matrix.label] -= 1
        leaders = (others == others.max(axis=1, keepdims=True)).sum(axis=1)
        decided, right = leaders == 1, others.argmax(axis=1) == matrix.label
        people = len(matrix.annotators)
        tried = np.bincount(matrix.annotator[decided], minlength=people)
        agreed = np.bincount(matrix.annotator[decided & right], minlength=people)
        share = float(agreed.sum() / max(1, tried.sum()))
        return cls(tried=tried, agreed=agreed, share=share) if 0 < share < 1 else None

    @property
    def trust(self) -> Floats:
        """Each one's share, shrunk towards the mean, as if each had ten labels more that agree as often as all do."""
        return np.asarray((self.agreed + 10 * self.share) / (self.tried + 10))

    @property
    def reliable(self) -> list[int]:
        """The numbers of those who agree more often than people do, the best first; none where it may be luck."""
        heard, share, trust = self.tried > 0, self.share, self.trust
        distance = ((self.agreed - self.tried * share)[heard] ** 2 / (self.tried[heard] * share * (1 - share))).sum()
        if heard.sum() < 3 or special.chdtrc(int(heard.sum()) - 1, distance) > _DIFFER:
            return []
        return [each for each in np.argsort(-trust, kind="stable").tolist() if trust[each] > share]

    def weighted(self, matrix: LabelMatrix) -> Floats | None:
        """The votes, each as heavy as its giver's log-odds of agreeing are beside everybody's; None where all guess.

        Sums are rounded to halves, or to whole votes, so that few patterns are left to work out.
        """
        rest = len(matrix.classes) - 1
        least = 1 / (rest + 1) + 0.01
        if self.share <= least:
            return None
        surer = special.logit(np.clip([self.share, *self.trust], least, 0.99)) + np.log(rest)
        weights = np.clip(surer[1:] / surer[0], 0.1, 2.0)
        cell = matrix.item.astype(np.int64) * (rest + 1) + matrix.label
        votes = np.bincount(cell, weights[matrix.annotator], matrix.counts.size).reshape(matrix.counts.shape)
        halves = np.rint(2 * votes) / 2
        return halves if len(np.unique(halves, axis=0)) <= _PATTERNS else np.rint(votes)
