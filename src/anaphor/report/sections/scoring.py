"""The scores of systems as a section of a report: table, pairs, groups, items, and what must be known to read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from anaphor.report.figures.scoring import calibration_figure, risk_figure, scores_figure
from anaphor.report.sections import scoring_rows as rows_of
from anaphor.report.sections.scoring_sentences import comparison_sentences
from anaphor.report.sections.scoring_words import Tongue
from anaphor.scoring import FEWEST, UNLABELLED, Comparison, Published, Rescoring, Result, Scorecard
from anaphor.section import Cell, Part, Section, Table, Text


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
    cards: Sequence[Scorecard],
    comparisons: Sequence[Comparison] = (),
    published: Sequence[Published] = (),
    *,
    interface: str = "en",
    people: BesidePeople | None = None,
) -> Section:
    """The scores of one collection's runs: table, figures, pairs, people, panels, groups, published results, items."""
    tongue = Tongue(interface)
    parts: list[Part] = [
        _table(cards, tongue),
        Text(lines=_notes(cards, tongue), points=True, soft=True),
        scores_figure(cards, published, interface=interface),
    ]
    if any(card.risk and len(card.risk.points) > 1 for card in cards):  # one point is no curve
        parts.append(risk_figure(cards, interface=interface))
    if any(card.calibration for card in cards):
        parts.append(calibration_figure(cards, interface=interface))
    if comparisons:
        parts += _pairs(comparisons, tongue.sentence("pairs_note"), tongue)
    if people and people.comparisons:
        parts += _pairs(people.comparisons, tongue.title("people"), tongue)
    if people and people.rescoring:
        parts += _rescoring(people.rescoring, tongue)
    parts += [part for card in cards for part in group_parts(card, tongue)]
    if published:
        parts.append(_published(published, tongue))
    parts += _grid(cards, people.credits if people else {}, tongue)
    parts += [_items(card, tongue) for card in cards]
    signature = "\n".join(str(card.signature) for card in cards)
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
        share = [tongue.percent(float(people[item]) if item in people else None)] if people else []
        rows.append((item, *signs, *share))
    columns = (
        tongue.column("item"),
        *(card.respondent for card in cards),
        *([tongue.title("of_people")] if people else []),
    )
    return [Table(columns=columns, rows=tuple(rows), caption=tongue.title("grid"), folded=True)]


def _table(cards: Sequence[Scorecard], tongue: Tongue) -> Table:
    rows = tuple(rows_of.card_row(card, tongue) for card in cards)
    return Table(columns=rows_of.measure_columns(tongue), rows=rows, caption=tongue.sentence("shares"))


def _notes(cards: Sequence[Scorecard], tongue: Tongue) -> tuple[str, ...]:
    lines = [tongue.sentence(name) for name in ("symbols", "f1")]
    if any(card.twins for card in cards):
        lines += [tongue.sentence(name) for name in ("twins", "twin_note")]
    return (*lines, *(tongue.of(card.respondent, tongue.joined(_said(card, tongue))) for card in cards))


def _said(card: Scorecard, tongue: Tongue) -> list[str]:
    chance = tongue.percent(card.chance.chance)
    said = [tongue.sentence("chance", chance=chance, p=tongue.chance(card.chance.p))]
    if card.smallest is not None:
        said.append(tongue.sentence("smallest", points=tongue.points(card.smallest)))
    if card.abstentions:
        said.append(tongue.sentence("abstentions", reasons=tongue.counts(dict(card.abstentions))))
    return said


def _pairs(comparisons: Sequence[Comparison], caption: str, tongue: Tongue) -> list[Part]:
    rows = tuple(rows_of.pair_row(each, tongue) for each in comparisons)
    table = Table(columns=rows_of.pair_columns(tongue), rows=rows, caption=caption)
    lines = (*comparison_sentences(comparisons, tongue), tongue.sentence("pair_columns"))
    return [table, Text(lines=lines, soft=True, points=len(lines) > 1)]


def _rescoring(found: Rescoring, tongue: Tongue) -> list[Part]:
    """What other panels would make of the scores, and of their order."""
    table = Table(
        columns=rows_of.rescoring_columns(tongue),
        rows=tuple(rows_of.rescoring_rows(found, tongue)),
        caption=rows_of.rescoring_title(found, tongue),
    )
    if not found.pairs:
        return [table]
    order = Table(
        columns=rows_of.order_columns(tongue),
        rows=tuple(rows_of.order_rows(found, tongue)),
        caption=tongue.title("order"),
    )
    said = tongue.sentence("any_change", share=tongue.percent(found.any_change))
    return [table, order, Text(lines=(said,), soft=True)]


def group_parts(card: Scorecard, tongue: Tongue, *, folded: bool = False) -> list[Part]:
    """One table per kind of group, or a sentence where no item has a label of that kind; folded if nobody asked."""
    parts: list[Part] = []
    few = tongue.sentence("few", count=str(FEWEST))
    small = any(each.small for found in card.groups.values() for each in found if each.label != UNLABELLED)
    for kind, found in card.groups.items():
        if [each.label for each in found] == [UNLABELLED]:
            said = tongue.sentence("unlabelled", name=card.respondent, kind=tongue.kind(kind))
            parts += [] if folded else [Text(lines=(said,), soft=True)]
            continue
        rows = tuple(rows_of.group_row(kind, each, tongue) for each in found)
        caption = tongue.title("group", name=card.respondent, kind=tongue.kind(kind))
        caption += f" ({few.rstrip('.')})" if folded and small else ""  # a note outside would stand there unfolded
        parts.append(Table(columns=rows_of.group_columns(kind, tongue), rows=rows, caption=caption, folded=folded))
    if small and not folded:
        parts.append(Text(lines=(few,), soft=True))
    return parts


def _published(published: Sequence[Published], tongue: Tongue) -> Table:
    rows = tuple(rows_of.published_row(row, tongue) for row in published)
    return Table(columns=rows_of.published_columns(tongue), rows=rows, caption=tongue.title("published"), folded=True)


def _items(card: Scorecard, tongue: Tongue) -> Table:
    rows = tuple(rows_of.item_row(each, tongue) for each in card.outcomes)
    caption = tongue.title("items", name=card.respondent)
    return Table(columns=rows_of.item_columns(tongue), rows=rows, folded=True, caption=caption)
