"""The rows of tables about systems, in percent with two digits: the same numbers wherever they are shown."""

from collections.abc import Sequence

from anaphor.report.sections.scoring_words import Tongue
from anaphor.scoring import PEOPLE, Comparison, GroupResult, Measures, Outcome, Published, Rescoring, Scorecard
from anaphor.statistics import Interval


def measure_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above the measures of a respondent, its twins at the end."""
    ends = (tongue.column(name) for name in ("low", "high", "answered", "twins", "same"))
    return tongue.column("respondent"), "n", "h", "θ", "exactitude", "qualité", "F1*", "réussite", *ends


def measures_row(name: str, measures: Measures, interval: Interval | None, tongue: Tongue) -> tuple[str, ...]:
    """Measures under the first eleven headings."""
    ends = (interval.low, interval.high) if interval else (None, None)
    shares = (measures.exactitude, measures.qualite, measures.f1, measures.reussite, *ends, measures.answered)
    return name, *map(tongue.whole, (measures.n, measures.h, measures.theta)), *map(tongue.percent, shares)


def card_row(card: Scorecard, tongue: Tongue) -> tuple[str, ...]:
    """A scorecard under all headings."""
    twins = (card.twins.share, card.twins.same_share) if card.twins else (None, None)
    return *measures_row(card.respondent, card.measures, card.reussite.interval, tongue), *map(tongue.percent, twins)


def group_columns(kind: str, tongue: Tongue) -> tuple[str, ...]:
    """The headings above groups of one kind."""
    return tongue.kind(kind), *measure_columns(tongue)[1:11], "p (Holm)"


def group_row(kind: str, group: GroupResult, tongue: Tongue) -> tuple[str, ...]:
    """A group under its headings; ~ marks one that is small."""
    name = ("~" if group.small else "") + tongue.label(kind, group.label)
    return *measures_row(name, group.measures, group.reussite.interval, tongue), tongue.chance(group.chance.p)


def published_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above published results."""
    return *measure_columns(tongue)[:8], tongue.column("collection")


def published_row(row: Published, tongue: Tongue) -> tuple[str, ...]:
    """A published result under its headings."""
    return *measures_row(tongue.system(row.system), row.measures, None, tongue)[:8], row.collection


def pair_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above pairs of respondents."""
    first, last = ("pair", "difference", "low", "high"), ("better", "worse", "smallest")
    return *map(tongue.column, first), "p", "p (Holm)", "McNemar", *map(tongue.column, last)


def pair_row(found: Comparison, tongue: Tongue) -> tuple[str, ...]:
    """A pair of respondents under its headings."""
    points = map(tongue.percent, (found.difference, found.interval.low, found.interval.high))
    mcnemar = "–" if found.mcnemar is None else tongue.chance(found.mcnemar)
    return (
        pair_name(found.first, found.second, tongue),
        *points,
        tongue.chance(found.p),
        tongue.chance(found.adjusted),
        mcnemar,
        tongue.whole(found.better),
        tongue.whole(found.worse),
        tongue.percent(found.smallest),
    )


def pair_name(first: str, second: str, tongue: Tongue) -> str:
    """Two respondents whose difference is shown."""
    return f"{first} − {tongue.title('of_people') if second == PEOPLE else second}"


def item_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above items."""
    return tuple(map(tongue.column, ("item", "result", "chosen", "key", "reason")))


def item_row(outcome: Outcome, tongue: Tongue) -> tuple[str, ...]:
    """What became of an item, under its headings."""
    candidates = outcome.target.candidates
    chosen = "–" if outcome.chosen is None else candidates[outcome.chosen]
    reason = tongue.reason(outcome.reason.value) if outcome.reason else ""
    return outcome.item, tongue.result(outcome.result.value), chosen, candidates[outcome.target.key], reason


def rescoring_title(found: Rescoring, tongue: Tongue) -> str:
    """On what systems were scored again, and how many labels changed."""
    return tongue.title(
        "rescoring",
        times=tongue.whole(found.times),
        panel=tongue.whole(found.panel.size or 0),
        changed=tongue.percent(found.changed),
    )


def rescoring_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above systems on other panels' references."""
    return tuple(map(tongue.column, ("respondent", "on_key", "mean", "low", "high", "low_whole", "high")))


def rescoring_rows(found: Rescoring, tongue: Tongue) -> Sequence[tuple[str, ...]]:
    """Each system on the key and on the references of other panels."""
    return [
        (
            each.respondent,
            *map(
                tongue.percent,
                (each.reussite, each.mean, each.interval.low, each.interval.high, each.whole.low, each.whole.high),
            ),
        )
        for each in found.runs
    ]


def order_columns(tongue: Tongue) -> tuple[str, ...]:
    """The headings above the order of pairs."""
    return tuple(map(tongue.column, ("pair", "on_key", "turned", "tied")))


def order_rows(found: Rescoring, tongue: Tongue) -> Sequence[tuple[str, ...]]:
    """Each pair of systems, and how often other panels turn its order."""
    return [
        (pair_name(each.first, each.second, tongue), *map(tongue.percent, (each.difference, each.reversed, each.tied)))
        for each in found.pairs
    ]
