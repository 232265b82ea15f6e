"""The scores of systems as a section of a report: table, pairs, groups, items, and what must be known to read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from anaphor.report.drawing import Cell
from anaphor.report.scoring_figures import calibration_figure, risk_figure, scores_figure
from anaphor.report.scoring_words import Tongue
from anaphor.report.section import Part, Section, Table, Text
from anaphor.scoring.comparison import Comparison
from anaphor.scoring.literature import Published
from anaphor.scoring.outcomes import Result
from anaphor.scoring.people import PEOPLE
from anaphor.scoring.references import Rescoring
from anaphor.scoring.scorecard import Scorecard


@dataclass(frozen=True, slots=True, kw_only=True)
class BesidePeople:
    """What is known of systems beside people."""

    comparisons: Sequence[Comparison] = ()
    """Every system compared with the mean person."""
    rescoring: Rescoring | None = None
    """The systems on references of other panels."""
    credits: Mapping[str, Fraction] = field(default_factory=dict)
    """What the mean person gets, by item."""


def scoring_section(
    cards: Sequence[Scorecard], comparisons: Sequence[Comparison] = (), published: Sequence[Published] = (), *,
    interface: str = "en", people: BesidePeople | None = None,
) -> Section:  # fmt: skip
    """The scores of one collection's runs: table, figures, pairs, people, panels, groups, published results, items."""
    tongue = Tongue(interface)
    parts: list[Part] = [_table(cards, tongue), Text(lines=_notes(cards, tongue), points=True, soft=True),
                         scores_figure(cards, published, interface=interface)]  # fmt: skip
    if any(card.risk for card in cards):
        parts.append(risk_figure(cards, interface=interface))
    if any(card.calibration for card in cards):
        parts.append(calibration_figure(cards, interface=interface))
    if comparisons:
        parts.append(_pairs(comparisons, tongue.sentence("pairs_note"), tongue))
    if people and people.comparisons:
        parts.append(_pairs(people.comparisons, tongue.title("people"), tongue))
    if people and people.rescoring:
        parts += _rescoring(people.rescoring, tongue)
    parts += [_group(card, kind, tongue) for card in cards for kind in card.groups]
    if published:
        parts.append(_published(published, tongue))
    parts += _grid(cards, people.credits if people else {}, tongue)
    parts += [_items(card, tongue) for card in cards]
    signature = " ; ".join(str(card.signature) for card in cards)
    return Section(id="scoring", title=tongue.title("section"), parts=tuple(parts), signature=signature)


_SIGNS = {Result.RIGHT: "✓", Result.WRONG: "✗", Result.ABSTAINED: "○"}


def _grid(cards: Sequence[Scorecard], people: Mapping[str, Fraction], tongue: Tongue) -> list[Part]:
    """Items down, systems across, and people where they were asked; nothing for a single system without people."""
    if len(cards) + bool(people) < 2:
        return []
    found = [{outcome.item: outcome.result for outcome in card.outcomes} for card in cards]
    items = dict.fromkeys(item for each in found for item in each)
    rows: list[tuple[Cell, ...]] = []
    for item in items:
        signs = [_SIGNS[each[item]] if item in each else None for each in found]
        share = [float(people[item]) if item in people else None] if people else []
        rows.append((item, *signs, *share))
    columns = (tongue.column("item"), *(card.respondent for card in cards),
               *([tongue.title("of_people")] if people else []))  # fmt: skip
    return [Table(columns=columns, rows=tuple(rows), caption=tongue.title("grid"), folded=True, digits=2)]


def _columns(tongue: Tongue) -> tuple[str, ...]:
    ends = (tongue.column(name) for name in ("low", "high", "answered"))
    return (tongue.column("respondent"), "n", "h", "θ", "exactitude", "qualité", "F1*", "réussite", *ends)


def _table(cards: Sequence[Scorecard], tongue: Tongue) -> Table:
    columns = (*_columns(tongue), tongue.column("twins"), tongue.column("same"))
    return Table(columns=columns, rows=tuple(map(_row, cards)), caption=tongue.sentence("shares"), digits=4)


def _row(card: Scorecard) -> tuple[Cell, ...]:
    made, ends, twins = card.measures, card.reussite.interval, card.twins
    return (card.respondent, made.n, made.h, made.theta, made.exactitude, made.qualite, made.f1, made.reussite,
            ends.low, ends.high, made.answered, twins.share if twins else None,
            twins.same_share if twins else None)  # fmt: skip


def _notes(cards: Sequence[Scorecard], tongue: Tongue) -> tuple[str, ...]:
    lines = [tongue.sentence("f1"), tongue.sentence("twins"), tongue.sentence("twin_note")]
    return (*lines, *(tongue.of(card.respondent, tongue.joined(_said(card, tongue))) for card in cards))


def _said(card: Scorecard, tongue: Tongue) -> list[str]:
    chance = tongue.percent(card.chance.chance)
    said = [tongue.sentence("chance", chance=chance, p=tongue.chance(card.chance.p))]
    if card.smallest is not None:
        said.append(tongue.sentence("smallest", points=tongue.points(card.smallest)))
    if card.abstentions:
        said.append(tongue.sentence("abstentions", reasons=tongue.counts(dict(card.abstentions))))
    return said


def _pairs(comparisons: Sequence[Comparison], caption: str, tongue: Tongue) -> Table:
    first = (tongue.column(name) for name in ("pair", "difference", "low", "high"))
    columns = (*first, "p", "p (Holm)", "McNemar", tongue.column("smallest"))
    rows = tuple((_pair(each.first, each.second, tongue), each.difference, each.interval.low, each.interval.high,
                  each.p, each.adjusted, each.mcnemar, each.smallest) for each in comparisons)  # fmt: skip
    return Table(columns=columns, rows=rows, caption=caption)


def _pair(first: str, second: str, tongue: Tongue) -> str:
    return f"{first} − {tongue.title('of_people') if second == PEOPLE else second}"


def _rescoring(found: Rescoring, tongue: Tongue) -> list[Part]:
    """What other panels would make of the scores, and of their order."""
    title = tongue.title("rescoring", times=tongue.whole(found.times), panel=tongue.whole(found.panel.size or 0),
                         changed=tongue.percent(found.changed))  # fmt: skip
    names = ("respondent", "on_key", "mean", "low", "high", "low_whole", "high")
    rows = tuple((each.respondent, each.reussite, each.mean, each.interval.low, each.interval.high, each.whole.low,
                  each.whole.high) for each in found.runs)  # fmt: skip
    table = Table(columns=tuple(map(tongue.column, names)), rows=rows, caption=title, digits=4)
    if not found.pairs:
        return [table]
    pairs = tuple((_pair(each.first, each.second, tongue), each.difference, each.reversed, each.tied)
                  for each in found.pairs)  # fmt: skip
    columns = tuple(tongue.column(name).removesuffix("%").rstrip() for name in ("pair", "on_key", "turned", "tied"))
    said = tongue.sentence("any_change", share=tongue.percent(found.any_change))
    return [table, Table(columns=columns, rows=pairs, caption=tongue.title("order")), Text(lines=(said,), soft=True)]


def _group(card: Scorecard, kind: str, tongue: Tongue) -> Table:
    rows = tuple(
        (tongue.label(kind, each.label), each.measures.n, each.measures.h, each.measures.theta,
         each.measures.exactitude, each.measures.qualite, each.measures.reussite, each.reussite.interval.low,
         each.reussite.interval.high, each.chance.p)
        for each in card.groups[kind]
    )  # fmt: skip
    columns = (tongue.kind(kind), "n", "h", "θ", "exactitude", "qualité", "réussite", tongue.column("low"),
               tongue.column("high"), "p")  # fmt: skip
    caption = tongue.title("group", name=card.respondent, kind=tongue.kind(kind))
    return Table(columns=columns, rows=rows, caption=caption, folded=True)


def _published(published: Sequence[Published], tongue: Tongue) -> Table:
    rows = tuple((row.system, row.n, row.h, row.theta, row.measures.exactitude, row.measures.qualite, row.measures.f1,
                  row.measures.reussite, row.collection) for row in published)  # fmt: skip
    columns = (*_columns(tongue)[:8], tongue.column("collection"))
    return Table(columns=columns, rows=rows, caption=tongue.title("published"), folded=True, digits=4)


def _items(card: Scorecard, tongue: Tongue) -> Table:
    rows = tuple(
        (each.item, tongue.result(each.result.value),
         None if each.chosen is None else each.target.candidates[each.chosen], each.target.candidates[each.target.key],
         tongue.reason(each.reason.value) if each.reason else None)
        for each in card.outcomes
    )  # fmt: skip
    columns = tuple(tongue.column(name) for name in ("item", "result", "chosen", "key", "reason"))
    caption = tongue.title("items", name=card.respondent)
    return Table(columns=columns, rows=rows, folded=True, caption=caption)
