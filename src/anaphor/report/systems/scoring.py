"""The scores of systems as sections: tables, pairs, people, groups, items, and what must be known to read them.

Shares are in percent with two digits, as paper 2 has them: the same numbers wherever they are shown.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Any

from anaphor.collection import domain_name
from anaphor.report.cells import section_of
from anaphor.report.systems import figures
from anaphor.report.systems import scoring_tables as tables
from anaphor.report.systems.figures import best_first, percent_text, system_name
from anaphor.report.systems.resolver import tokens_text
from anaphor.report.systems.scoring_document import comparison_document, counts_document, scores_document
from anaphor.report.systems.scoring_tables import column, figures_table, measure_columns, measures_row, p_text, sentence
from anaphor.scoring import (
    FEWEST,
    PEOPLE,
    UNLABELLED,
    ComparedRuns,
    Comparison,
    CountedMeasures,
    OutcomeKind,
    Published,
    Rescoring,
    Scorecard,
    ScoredRun,
    Scores,
    SoftScore,
    comparable,
    compared,
    reason_name,
)
from anaphor.section import Cell, Part, Report, Section, Table, Text
from anaphor.text import Message, choice, is_known, joined, message, number, text

_MOST_SAID = 10
"""Pairs of systems that are told in a sentence each; of more, the table alone says it."""
_SIGNS = {OutcomeKind.RIGHT: "✓", OutcomeKind.WRONG: "✗", OutcomeKind.ABSTAINED: "○"}


def _points(share: float, digits: int = 1) -> Message:
    """A difference of shares in points; in French, less than two is singular."""
    shown = number(100 * share, digits)
    return message("scoring-points", shown=shown, count=abs(round(100 * share, digits)))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def kind_name(kind: str) -> str:
    """A kind of group; the user's own are as given."""
    code = f"scoring-kinds-{_slug(kind)}"
    return text(code) if is_known(code) else kind


def label_name(kind: str, label: str) -> str:
    """A group; the user's own, and what a source calls genders, are as given."""
    if kind == "domain" and label != UNLABELLED:
        return domain_name(label)
    code = f"scoring-labels-{_slug(label)}"
    own = label == UNLABELLED or (is_known(f"scoring-kinds-{_slug(kind)}") and kind != "gender")
    return text(code) if own and is_known(code) else label


def _unblinded(runs: Sequence[ScoredRun]) -> tuple[str, ...]:
    """A sentence about each respondent that saw the collection's own ids and orders."""
    return tuple(text("scoring-said-of", name=run.name, words=sentence("not-blind")) for run in runs if not run.blind)


def _notes(card: Scorecard, run: ScoredRun | None = None) -> str:
    """What must be known about one respondent; on its run more is known."""
    notes = [sentence("not-blind")] if run and not run.blind else []
    shown = {"chance": percent_text(card.chance.chance), "p": p_text(card.chance.p, "= ")}
    # Where much failed, these numbers look like those of a system that guesses.
    notes += [sentence("chance" if card.chance.chance else "no-chance", **shown)] if card.ranked else []
    if card.smallest is not None and card.ranked:
        notes.append(sentence("smallest", points=str(_points(card.smallest))))
    if card.abstentions:
        notes.append(sentence("abstentions", reasons=tables.reasons_text(card.abstentions)))
    if run and run.tokens:
        notes.append(sentence("tokens", shown=tokens_text(run.tokens)))
    if run and card.risk:
        area, best, blind = (number(each, 3) for each in (card.risk.area, card.risk.best, card.risk.risk))
        notes.append(sentence("area", area=area, best=best, blind=blind))
    if run and card.calibration and card.calibration.graded:
        how = str(choice("scoring-read-as", _slug(card.calibration.read_as)))
        notes.append(sentence("calibration", error=number(card.calibration.error, 3), how=how))
    if run and card.tied_choices:
        notes.append(sentence("tied-choices", count=number(card.tied_choices)))
    if run and run.targets.left_out:
        notes.append(sentence("left-out", reasons=tables.reasons_text(run.targets.left_out)))
    if run and run.half_line:
        notes.append(sentence("half-line"))
    words = reduce(lambda one, other: text("scoring-between", one=one, other=other), notes or [""])
    return text("scoring-said-of", name=card.respondent, words=words) if words else ""


def _published(rows: Sequence[Published], **how: Any) -> list[Part]:
    """Published results under the same headings; nothing without any."""
    cells = [(*measures_row(system_name(row.system), row.measures, None)[:8], row.collection) for row in rows]
    columns = (*measure_columns()[:8], column("collection"))
    return [figures_table(columns, cells, text("scoring-titles-published"), **how)] if rows else []


def _pair_name(first: str, second: str) -> str:
    return f"{first} − {text('scoring-titles-of-people') if second == PEOPLE else second}"


def _pairs_table(found: Sequence[Comparison], caption: str) -> Table:
    rows = []
    for each in found:
        shares = map(percent_text, (each.difference, each.interval.low, each.interval.high))
        chances = ("–" if chance is None else p_text(chance) for chance in (each.p, each.adjusted, each.mcnemar))
        last = (number(each.better), number(each.worse), percent_text(each.smallest))
        rows.append((_pair_name(each.first, each.second), *shares, *chances, *last))
    first, others = ("pair", "difference", "low", "high"), ("better", "worse", "smallest")
    columns = (*map(column, first), "p", "p (Holm)", "McNemar", *map(column, others))
    return figures_table(columns, rows, caption)


def _pair_sentence(found: Comparison) -> str:
    """Whether one of two respondents is better, in words; the better one comes first."""
    person = text("scoring-titles-mean-person")
    names = [person if each == PEOPLE else each for each in (found.first, found.second)]
    ends = [found.interval.low, found.interval.high]
    if found.difference < 0:
        names, ends = names[::-1], [-each for each in reversed(ends)]
    shown = found.adjusted < 1 - found.interval.level
    if shown and names[0] == person:  # it begins the sentence
        names[0] = person.capitalize()
    told = {"first": names[0], "second": names[1], "p": p_text(found.adjusted, "= ")}
    told |= {"points": str(_points(abs(found.difference), 2)), "low": percent_text(ends[0])}
    said = sentence("differ" if shown else "no-difference", **told, high=percent_text(ends[1]))
    if shown or found.smallest is None:
        return said
    return said + sentence("would-show", smallest=str(_points(found.smallest)))


def _soft(found: Sequence[SoftScore]) -> list[Part]:
    """Systems against people's distribution, and what one of these people gets."""
    rows = []
    for each in found:
        beside = ("–", "–", "–")
        if each.gap_interval is not None:
            ends = f"{number(each.gap_interval.low, 3)} – {number(each.gap_interval.high, 3)}"
            beside = (number(each.bar or 0.0, 3), ends, text(f"scoring-soft-{each.standing}"))
        ends = f"{number(each.interval.low, 3)} – {number(each.interval.high, 3)}"
        rows.append(
            (
                each.respondent,
                text(f"scoring-soft-{each.measure.replace('_', '-')}"),
                number(each.value, 3),
                ends,
                *beside,
            )
        )
    columns = [*map(column, ("respondent", "measure", "value", "between", "one-person", "gap", "standing"))]
    said = Text(lines=(sentence("soft"), str(found[0].signature)), soft=True) if found else None
    return [figures_table(columns, rows, text("scoring-titles-soft")), said] if said else []


def _rescoring(found: Rescoring | None) -> list[Part]:
    """What other panels would make of the scores, and of their order."""
    if found is None:
        return []
    panel, changed = number(found.panel.size or 0), percent_text(found.changed)
    rows = []
    for each in found.runs:
        ends = (each.interval.low, each.interval.high, each.whole.low, each.whole.high)
        rows.append((each.respondent, *map(percent_text, (each.reussite, each.mean, *ends))))
    columns = [*map(column, ("respondent", "on-key", "mean", "low", "high", "low-whole", "high"))]
    caption = text("scoring-titles-rescoring", times=number(found.times), panel=panel, changed=changed)
    parts: list[Part] = [figures_table(columns, rows, caption)]
    if found.pairs:
        order = [
            (_pair_name(each.first, each.second), *map(percent_text, (each.difference, each.reversed, each.tied)))
            for each in found.pairs
        ]
        headings = [*map(column, ("pair", "on-key", "turned", "tied"))]
        said = sentence("any-change", share=percent_text(found.any_change))
        parts += [figures_table(headings, order, text("scoring-titles-order")), Text(lines=(said,), soft=True)]
    return parts


def group_parts(card: Scorecard, *, folded: bool = False) -> list[Part]:
    """One table per kind of group, or a sentence where no item has a label of that kind; folded if nobody asked."""
    parts: list[Part] = []
    if not card.ranked:
        return parts
    few = sentence("few", count=str(FEWEST))
    small = any(each.small for found in card.groups.values() for each in found if each.label != UNLABELLED)
    for kind, found in card.groups.items():
        if [each.label for each in found] == [UNLABELLED]:
            said = sentence("unlabelled", name=card.respondent, kind=kind_name(kind))
            parts += [] if folded else [Text(lines=(said,), soft=True)]
            continue
        rows = []
        for each in found:
            name = ("~" if each.small else "") + label_name(kind, each.label)
            rows.append((*measures_row(name, each.measures, each.reussite.interval), p_text(each.chance.p)))
        caption = text("scoring-titles-group", name=card.respondent, kind=kind_name(kind))
        caption += f" ({few.rstrip('.')})" if folded and small else ""  # a note outside would stand there unfolded
        columns = (kind_name(kind), *measure_columns()[1:11], "p (Holm)")
        parts.append(figures_table(columns, rows, caption, folded=folded))
    if small and not folded:
        parts.append(Text(lines=(few,), soft=True))
    return parts


def _items(card: Scorecard, caption: str) -> Table:
    rows = []
    for each in card.outcomes:
        candidates = each.target.candidates
        chosen = "–" if each.chosen is None else candidates[each.chosen]
        reason = str(reason_name(each.reason.value)) if each.reason else ""
        result = str(choice("scoring-results", each.result))
        rows.append((each.item, result, chosen, candidates[each.target.key], reason))
    columns = [*map(column, ("item", "result", "chosen", "key", "reason"))]
    return figures_table(columns, rows, caption, folded=True)


def _grid(cards: Sequence[Scorecard], people: Mapping[str, Fraction]) -> list[Part]:
    """Items down, systems across, and people where they were asked; nothing for a single system without people."""
    if len(cards) + bool(people) < 2:
        return []
    found = [{outcome.item: outcome.result for outcome in card.outcomes} for card in cards]
    rows: list[tuple[Cell, ...]] = []
    for item in dict.fromkeys(item for each in found for item in each):
        signs = [_SIGNS[each[item]] if item in each else None for each in found]
        share = [percent_text(float(people[item]) if item in people else None)] if people else []
        rows.append((item, *signs, *share))
    names = [text("scoring-titles-of-people")] if people else []
    columns = (column("item"), *(card.respondent for card in cards), *names)
    return [Table(columns=columns, rows=tuple(rows), caption=text("scoring-titles-grid"), folded=True)]


def scoring_section(  # noqa: PLR0913  # systems, and what is known beside them
    cards: Sequence[Scorecard],
    comparisons: Sequence[Comparison] = (),
    published: Sequence[Published] = (),
    *,
    beside: Sequence[Comparison] = (),
    rescoring: Rescoring | None = None,
    soft: Sequence[SoftScore] = (),
    credits: Mapping[str, Fraction] | None = None,
    items: bool = True,
) -> Section:
    """The scores of one collection's runs for a page; `beside` and `credits` are of people."""
    lines = [sentence(name) for name in ("symbols", "f1")]
    if any(card.twins for card in cards):
        lines += [sentence(name) for name in ("twins", "twin-note")]
    parts: list[Part] = [
        Text(lines=tuple(tables.reply_lines(best_first(cards))), points=len(cards) > 1),
        figures_table(measure_columns(), [*map(tables.card_row, best_first(cards))], sentence("shares")),
        Text(lines=(*lines, *map(_notes, cards)), points=True, soft=True),
    ]
    if published or any(card.ranked for card in cards):
        parts.append(figures.scores_figure(cards, published))
    if any(card.risk and len(card.risk.points) > 1 for card in cards):  # one point is no curve
        parts.append(figures.risk_figure(cards))
    if any(card.calibration and card.calibration.graded for card in cards):
        parts.append(figures.calibration_figure(cards))
    for found, caption in ((comparisons, sentence("pairs-note")), (beside, text("scoring-titles-people"))):
        if found:
            said = (*(map(_pair_sentence, found) if len(found) <= _MOST_SAID else ()), sentence("pair-columns"))
            parts += [_pairs_table(found, caption), Text(lines=said, soft=True, points=len(said) > 1)]
    parts += [*_rescoring(rescoring), *_soft(soft)]
    parts += [part for card in cards for part in group_parts(card)]
    parts += _published(published, folded=True)
    if items:
        parts += _grid(cards, credits or {})
        parts += [_items(card, text("scoring-titles-items", name=card.respondent)) for card in cards]
    signature = "\n".join(str(card.signature) for card in cards)
    return Section(id="scoring", title=text("scoring-titles-section"), parts=tuple(parts), signature=signature)


def scores_report(found: Scores) -> Report:
    """The page of scored runs, one section per collection."""
    return Report(title=text("scoring-titles-report"), sections=scores_sections(found))


def scores_sections(found: Scores, *, folded: bool = False, items: bool = True) -> tuple[Section, ...]:
    """A section per collection; groups that nobody asked for are `folded` and come last, as in a larger report."""
    sections: list[Section] = []
    for name, pairs in found.by_collection().items():
        runs = [run for run, _ in pairs]
        ranked = [run for run, card in pairs if card.ranked]
        section = scoring_section(
            [replace(card, groups={}) if folded else card for _, card in pairs],
            compared(ranked, found.sampling) if len(ranked) > 1 and comparable(ranked) else (),
            found.published,
            beside=found.beside,
            rescoring=found.rescoring,
            soft=found.soft,
            credits=found.people.credits if found.people else {},
            items=items,
        )
        called = name.partition("#")[0]
        own = text("scoring-title-of", title=section.title, name=called)
        title = f"{section.title} ({called})" if folded else own
        notes = _unblinded(runs)
        groups = [part for _, card in pairs for part in group_parts(card, folded=True)] if folded else []
        parts = (*section.parts, *([Text(lines=notes)] if notes else []), *groups)
        sections.append(replace(section, id=f"scoring-{len(sections) + 1}", title=title, parts=parts))
    return tuple(sections)


def scores_page(found: Scores) -> Section:
    """Scored or compared runs as a notebook shows them, figures included; the items are a table of their own."""
    sections = scores_sections(found, items=found.items)
    notes = [Text(lines=tuple(map(str, found.notes)), points=True, soft=True)] if found.notes else []
    ranks: list[Part] = []
    if isinstance(found, ComparedRuns):
        ranked = text("scoring-titles-ranked", name=found.runs[0].asked)
        ranks = [tables.short_table(found.cards, found, ranked, found.ranks)]
    parts = [part for each in sections for part in each.parts]
    signature = "\n".join(str(card.signature) for card in found.cards)
    title = sections[0].title if len(sections) == 1 else text("scoring-titles-report")
    return Section(id="scores", title=title, parts=(*ranks, *parts, *notes), signature=signature)


def _value_and_ends(found: Any) -> dict[str, str]:
    """A réussite and the ends of its interval, as a sentence tells them."""
    ends = found.interval
    return {"reussite": percent_text(found.value), "low": percent_text(ends.low), "high": percent_text(ends.high)}


def scores_line(found: Scores) -> str:
    """Scored runs in a line: the best first."""
    best, collection = best_first(found.cards)[0], found.runs[0].asked.rpartition("#")[0]
    unranked = sum(not card.ranked for card in found.cards)
    if best.unranked_because:
        return text("scoring-line-unranked", count=unranked, why=best.unranked_because)
    told = {"respondent": best.respondent, **_value_and_ends(best.reussite)}
    line = text("scoring-line", count=len(found.cards), collection=collection, **told)
    if best.skipped:
        items = len(best.outcomes)
        line = text("scoring-line-skipped", line=line, items=items, whole=items + best.skipped)
    return text("scoring-line-some", line=line, count=unranked) if unranked else line


def comparison_line(found: ComparedRuns) -> str:
    """Compared runs in a line: who shares the first rank."""
    first = [name for name, rank in found.ranks.items() if rank == 1]
    line = text("scoring-line-compared", count=len(found.ranks), names=joined(first), first=len(first))
    unranked = len(found.cards) - len(found.ranks)
    return text("scoring-line-some", line=line, count=unranked) if unranked else line


def _beside_parts(found: Scores) -> list[Part]:
    """Pairs with people, and other panels, as a terminal shows them."""
    parts: list[Part] = []
    if found.people:
        parts += _pairs_printed(found.beside, text("scoring-titles-people"))
    parts += _rescoring(found.rescoring)
    if found.rescoring:
        fixed = [sentence("fixed", count=number(found.rescoring.fixed))] if found.rescoring.fixed else []
        parts.append(Text(lines=(*fixed, str(found.rescoring.signature))))
    return [*parts, *_soft(found.soft)]


def _pairs_printed(found: Sequence[Comparison], caption: str) -> list[Part]:
    sentences = map(_pair_sentence, found) if len(found) <= _MOST_SAID else ()
    return [_pairs_table(found, caption), _lines([sentence("pair-columns"), *sentences])]


def _lines(lines: Sequence[str]) -> Text:
    return Text(lines=tuple(lines), points=len(lines) > 2)


def scores_section(found: Scores, *, details: bool = False) -> Section:
    """Scored runs as a terminal shows them, one short table per collection, and as one document; `details` shows all
    columns, and what is to be known of every system."""
    parts: list[Part] = []
    for name, pairs in found.by_collection().items():
        chances = {card.measures.chance for _, card in pairs}
        title = text("scoring-titles-main-own", name=name)
        if len(chances) == 1:
            title = text("scoring-titles-main", name=name, chance=percent_text(chances.pop()))
        cards = [card for _, card in pairs]
        parts += [_lines(tables.reply_lines(best_first(cards))), tables.short_table(cards, found, title)]
        if details:
            rows = [*map(tables.card_row, best_first(cards))]
            symbols = ("letters", "f1", "twins") if any(card.twins for card in cards) else ("letters", "f1")
            said = [*map(sentence, symbols), *filter(None, (_notes(card, run) for run, card in pairs))]
            parts += [figures_table(measure_columns(), rows, text("scoring-titles-details")), _lines(said)]
        else:
            parts.append(_lines(tables.short_notes(pairs)))
    for card in found.cards:
        parts += group_parts(card)
        if card.unsolved and card.ranked:
            made, chance = card.unsolved.measures, p_text(card.unsolved.chance.p, "= ")
            told = {"name": card.respondent, "items": number(made.n), "p": chance}
            beyond = sentence("beyond", **told, **_value_and_ends(card.unsolved.reussite))
            parts.append(Text(lines=(beyond,), soft=True))
    parts += [*_published(found.published), *_beside_parts(found), *_steadiness(found)]
    parts += [_items(card, card.respondent) for card in found.cards if found.items]
    signatures = "\n".join(str(card.signature) for card in found.cards)
    signature = signatures if details else tables.common_signature(found.cards)
    return section_of("scores", text("scoring-titles-report"), parts, scores_document(found), signature=signature)


def _steadiness(found: Scores) -> list[Part]:
    rows, lines = [], []
    for each in found.steady:
        made, name = each.found, text("scoring-titles-changed", name=each.name, collection=each.collection)
        same = [made.same.value, made.same.interval.low, made.same.interval.high] if made.same else [None] * 3
        shares, changes = (made.original, made.changed), (made.lost, made.gained)
        asked, always = (made.pairs, made.answered), (made.always_right, made.originals)
        before = (*map(number, asked), *map(percent_text, same), *map(number, changes))
        rows.append((name, *before, *map(percent_text, shares), *map(number, always)))
        if each.differing:
            lines.append(sentence("other-settings", name=each.name, parts=", ".join(each.differing)))
    names = "respondent pairs answered same-answer low high lost gained before after always-right of"
    table = figures_table([*map(column, names.split())], rows, text("scoring-titles-consistency"))
    return [table, *([_lines(lines)] if lines else [])] if rows else []


def comparison_section(found: ComparedRuns) -> Section:
    """Runs compared: shared ranks, pairs, people, other panels."""
    last = [sentence("ranks", alpha=p_text(1 - found.sampling.level)), *_unblinded(found.runs)]
    last = [*([sentence("first-together")] if sum(each.first for each in found.drawn.values()) > 1 else []), *last]
    signatures = [*(card.signature for card in found.cards), *(pair.signature for pair in found.pairs)]
    ranked = text("scoring-titles-ranked", name=found.runs[0].asked)
    parts = (
        _lines(tables.reply_lines(best_first(found.cards))),
        tables.short_table(found.cards, found, ranked, found.ranks),
        _lines(tables.measure_notes(found.cards)),
        *_pairs_printed(found.pairs, text("scoring-titles-pairs-plain" if found.drawn else "scoring-titles-pairs")),
        *tables.drawn_tables(found),
        *_beside_parts(found),
        _lines(last),
    )
    signature = "\n".join(map(str, signatures))
    return section_of("comparison", text("scoring-comparison"), parts, comparison_document(found), signature=signature)


def counts_section(made: CountedMeasures) -> Section:
    """What three numbers say."""
    row = measures_row(text("scoring-titles-of-counts"), made.measures, made.interval)
    parts: list[Part] = [
        figures_table(measure_columns()[:11], [row], text("scoring-titles-counts")),
        *_published(made.published),
        Text(lines=(sentence("f1"),), soft=True),
    ]
    title, document = text("scoring-titles-report"), counts_document(made)
    return section_of("counts", title, parts, document, signature=str(made.signature))
