"""One respondent on one collection: every number of this room in one record, with its signature."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Any
from urllib.parse import unquote

from anaphor import __version__
from anaphor.answer import MOST_FAILED, ReplyCounts, checked_share
from anaphor.document import fields_of
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.result import Result
from anaphor.scoring.items.chance import AgainstChance, against_chance
from anaphor.scoring.items.confidence import Calibration, RiskCurve, calibration, lead, risk_curve
from anaphor.scoring.items.documents import group_document, measures_document, outcome_document, with_ends
from anaphor.scoring.items.grouping import GroupResult, Twins, by_group, twins, unsolved
from anaphor.scoring.items.intervals import SCORE, USUAL, Sampling, ScoreEstimate, from_error, gather, made_by, reussite
from anaphor.scoring.items.outcomes import (
    Measures,
    Missing,
    Outcome,
    OutcomeKind,
    ScoringTargets,
    from_counts,
    measure,
    replies_of,
    unranked_sentence,
)
from anaphor.scoring.systems.comparison import smallest_difference
from anaphor.statistics import Interval, wilson
from anaphor.text import Message

MISSING = "missing"
"""Why there is no choice where there is no answer at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """A respondent on a collection."""

    respondent: str
    measures: Measures
    """Exactitude, qualité, F1, réussite and what they are made from."""
    reussite: ScoreEstimate
    chance: AgainstChance
    twins: Twins | None
    """Consistency over twins; None where no schema has two items."""
    groups: Mapping[str, tuple[GroupResult, ...]]
    unsolved: GroupResult | None
    """Results where an audit's co-occurrence does not give the answer; None without an audit."""
    risk: RiskCurve | None
    """Risk over the share answered; None without scores."""
    calibration: Calibration | None
    """How far its scores can be believed; None without scores."""
    abstentions: Mapping[str, int]
    """Abstentions by reason; those of questions without any answer are `missing`."""
    smallest: float | None
    """Smallest true difference between two systems like this one, unrelated, that these items show with power 0.8."""
    outcomes: tuple[Outcome, ...]
    signature: Signature
    most_failed: float = MOST_FAILED
    """Largest share of failures with which it is ranked."""
    skipped: int = 0
    """Items of the collection that were left out because the run has no answer to them."""

    @property
    def replies(self) -> ReplyCounts:
        """How many items were answered, failed, were declined, or have no reply at all."""
        return replies_of(self.outcomes, self.skipped)

    @property
    def answered(self) -> int:
        return self.replies.answered

    @property
    def failed(self) -> int:
        return self.replies.failed

    @property
    def declined(self) -> int:
        return self.replies.declined

    @property
    def unranked(self) -> str | None:
        """Why it is not ranked: too much `failed`, or it was `silent` on everything; None where it is."""
        return self.replies.unranked(self.most_failed)

    @property
    def ranked(self) -> bool:
        return self.unranked is None

    @property
    def unranked_because(self) -> Message | None:
        """The same in words."""
        return (
            None if self.ranked else unranked_sentence(self.respondent, self.outcomes, self.most_failed, self.skipped)
        )

    @property
    def tied_choices(self) -> int:
        """How many choices were made although another candidate has the same score: a tie is better left unanswered."""
        return sum(lead(each) == 0 for each in self.outcomes)


def scorecard(  # noqa: PLR0913  # outcomes, and how they are summed up
    respondent: str,
    outcomes: Sequence[Outcome],
    *,
    kinds: Sequence[str] = (),
    sampling: Sampling = USUAL,
    signature: Signature | None = None,
    most_failed: float = MOST_FAILED,
    skipped: int = 0,
) -> Scorecard:
    """Every number about one respondent; `signature` says what the outcomes were made from.

    With a larger share of failures than `most_failed` it is not ranked: failures count as guesses. The items that were
    `skipped` because there is no answer to them count with the failures.
    """
    if not outcomes:
        raise InputError("scoring-nothing", respondent=respondent)
    estimate = reussite(outcomes, sampling)
    silent = (each for each in outcomes if each.result is OutcomeKind.ABSTAINED)
    reasons = Counter(each.reason.value if each.reason else MISSING for each in silent)
    smallest = None
    if reasons.total() < len(outcomes):  # a respondent that never answers says nothing of others
        # What twins that exclude each other gain is not counted on for another system.
        alone = gather([each.item for each in outcomes], [float(each.credit) for each in outcomes]).error
        error = max((each for each in (estimate.error, alone) if each > 0), default=0.0)
        smallest = smallest_difference(sqrt(2) * error, estimate.clusters, 1 - sampling.level)
    return Scorecard(
        respondent=respondent,
        measures=measure(outcomes),
        reussite=estimate,
        chance=against_chance(outcomes),
        twins=twins(outcomes, sampling.level),
        groups={kind: by_group(outcomes, kind, sampling) for kind in kinds},
        unsolved=unsolved(outcomes, sampling) if "audit" in kinds else None,
        risk=risk_curve(outcomes, sampling),
        calibration=calibration(outcomes, sampling),
        abstentions=dict(sorted(reasons.items())),
        smallest=smallest,
        outcomes=tuple(outcomes),
        signature=(signature or Signature(())) | made_by(estimate, sampling),
        most_failed=checked_share(most_failed),
        skipped=skipped,
    )


def run_signature(  # noqa: PLR0913  # what can change a number
    asked: str,
    resolver: str,
    targets: ScoringTargets,
    missing: Missing = Missing.REFUSE,
    *,
    blind: bool = True,
    columns: str | None = None,
) -> Signature:
    """What the outcomes of a run were made from: the collection `asked`, as NAME#FINGERPRINT, and the resolver.

    `blind:no` says that the collection's own ids and orders were not hidden from it, `columns` how a table was read.
    """
    left = ",".join(f"{count} {why}" for why, count in sorted(targets.left_out.items()))
    scored = Signature.of(left_out=left or None, missing=None if missing is Missing.REFUSE else missing)
    seen = Signature.of(blind=None if blind else "no")
    # The parts of the resolver's own signature keep their values, and say whose they are.
    pairs = [part.partition(":") for part in resolver.split("|")]
    named = ((name if name == "resolver" else f"resolver.{name}", unquote(value)) for name, _, value in pairs)
    return Signature.of(collection=asked, columns=columns) | Signature(tuple(named)) | seen | scored


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountedMeasures(Result):
    """The measures of three numbers, with the interval of réussite if items are independent."""

    measures: Measures
    interval: Interval
    """Interval of réussite: too narrow for schemas, whose twins are not independent."""
    signature: Signature
    published: "tuple[Published, ...]" = ()
    """Published results to set beside it, where they were asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `score --counts --json` prints."""
        row = {"respondent": "counts", **measures_document(self.measures, self.interval), "twins": None}
        row["signature"] = str(self.signature)
        listed = {"literature": [published_document(each) for each in self.published]} if self.published else {}
        return row | {"runs": [row]} | listed


def counted(n: int, h: int, theta: int = 0, *, level: float = 0.95, with_literature: bool = False) -> CountedMeasures:
    """What three numbers say: n items of two candidates, h right answers, θ abstentions.

    `level` is that of the interval; `with_literature` sets published results beside it.

    >>> shown = counted(214, 65, 88).interval
    >>> f"{shown.low:.3f} {shown.high:.3f}"
    '0.458 0.561'
    """
    if not 0 < level < 1:
        raise InputError("scoring-bad-level", level=str(level))
    measures = from_counts(n, h, theta)
    if theta:
        spread = (4 * h + theta) * n - (2 * h + theta) ** 2  # whole numbers: n equal items give exactly 0
        error = sqrt(spread / (4 * n * n * (n - 1))) if n > 1 else 0.0
        interval = from_error(measures.reussite, error, n, level, "t, Wilson's form")
    else:
        interval = wilson(h, n, level)
    made = Signature.of(
        counts=f"{n},{h},{theta}",
        interval=f"{interval.method}, items independent",
        level=level,
        method=SCORE,
        version=__version__,
    )
    return CountedMeasures(
        measures=measures, interval=interval, signature=made, published=literature() if with_literature else ()
    )


PAPER_2 = "paper2_table1"
"""The nine rows of table 1 of Seminck, Segonne & Amsili (2019)."""
_FILES = (PAPER_2, "other_systems")


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """One published result."""

    system: str
    language: str
    collection: str
    n: int
    h: int
    theta: int
    source: str
    chance: float = 0.5
    printed: Mapping[str, float] = field(default_factory=dict)
    """The rates that the source prints, in percent."""
    corrected: Mapping[str, float] = field(default_factory=dict)
    """Rates that the source misprints, as they follow from its own counts, in percent."""

    @property
    def measures(self) -> Measures:
        return from_counts(self.n, self.h, self.theta, chance=self.chance)


@cache
def published(name: str) -> tuple[Published, ...]:
    """The rows of one file of published results."""
    text = files("anaphor").joinpath("data", "literature", f"{name}.toml").read_text("utf-8")
    document = tomllib.loads(text)
    default = document["source"]["citation"]
    return tuple(Published(**{"source": default, **row}) for row in document["rows"])


def literature(language: str | None = None) -> tuple[Published, ...]:
    """All published results, or those in one language: paper 2's table first."""
    rows = (row for name in _FILES for row in published(name))
    return tuple(row for row in rows if language is None or row.language == language)


# ------------------------------------------------------------------------------------ documents, which `--json` prints


def card_document(card: Scorecard, *, items: bool = False) -> dict[str, Any]:
    """A scorecard; `twins` is the share of schemas whose items are all right."""
    twins, risk, found = card.twins, card.risk, card.calibration
    document: dict[str, Any] = {
        "respondent": card.respondent,
        **measures_document(card.measures, card.reussite.interval),
        "twins": twins.share if twins else None,
        "signature": str(card.signature),
        "clusters": card.reussite.clusters,
        "error": card.reussite.error if card.reussite.clusters > 1 else None,
        "p_chance": card.chance.p if card.chance.chance else None,
        "smallest_difference": card.smallest,
        "abstentions": dict(card.abstentions),
        "replies": fields_of(card.replies),
        **with_ends(card, "ranked unranked most_failed"),
        "twins_detail": twins and with_ends(twins, "schemas both_right interval chance comparable same same_share"),
        "groups": {kind: [group_document(group) for group in groups] for kind, groups in card.groups.items()},
        "risk": risk
        and {
            **with_ends(risk, "area interval best risk unplaced"),
            "points": [with_ends(each, "answered risk lead") for each in risk.points],
        },
        "calibration": found
        and {
            **with_ends(found, "read_as n error brier log_loss overconfidence overconfidence_interval discrimination"),
            "bins": [with_ends(each, "n confidence right interval") for each in found.bins],
        },
        "tied_choices": card.tied_choices,
        "beyond_audit": group_document(card.unsolved) if card.unsolved else None,
    }
    return document | ({"items": [outcome_document(each) for each in card.outcomes]} if items else {})


def published_document(row: Published) -> dict[str, Any]:
    """A published result beside scores of ours."""
    return {
        **with_ends(row, "system collection language n h theta"),
        **with_ends(row.measures, "exactitude qualite f1 reussite"),
        "printed": dict(row.printed),
        "corrected": dict(row.corrected),
        "source": row.source,
    }
