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
from anaphor.report.figures import scoring as figures
from anaphor.report.figures.scoring import best_first, percent_text, system_name
from anaphor.report.sections import scoring_tables as tables
from anaphor.report.sections.resolver import tokens_text
from anaphor.report.sections.scale import scale_section, wright_map
from anaphor.report.sections.scoring_tables import (
    column,
    figures_table,
    measure_columns,
    measures_row,
    p_text,
    sentence,
)
from anaphor.result import Renderer
from anaphor.scoring import (
    FEWEST,
    PEOPLE,
    UNLABELLED,
    ComparedRuns,
    Comparison,
    CountedMeasures,
    JointScale,
    OutcomeKind,
    People,
    Published,
    Rescoring,
    Scorecard,
    ScoredRun,
    Scores,
    SoftScore,
    card_document,
    comparable,
    compared,
    group_document,
    outcome_document,
    reason_name,
)
from anaphor.section import Block, Cell, Figure, Provenance, Report, Section, Table, Text
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


def _published(rows: Sequence[Published], **how: Any) -> list[Block]:
    """Published results under the same headings; nothing without any."""
    cells = [(*measures_row(system_name(row.system), row.measures, None)[:8], row.collection) for row in rows]
    columns = (*measure_columns()[:8], column("collection"))
    return [figures_table(columns, cells, text("scoring-titles-published"), **how)] if rows else []


def _pair_name(first: str, second: str) -> str:
    return f"{first} − {text('scoring-titles-of-people') if second == PEOPLE else second}"


def _pairs_table(found: Sequence[Comparison], caption: str, *, detail: bool = False) -> Table:
    rows = []
    for each in found:
        shares = map(percent_text, (each.difference, each.interval.low, each.interval.high))
        chances = ("–" if chance is None else p_text(chance) for chance in (each.p, each.adjusted, each.mcnemar))
        last = (number(each.better), number(each.worse), percent_text(each.smallest))
        rows.append((_pair_name(each.first, each.second), *shares, *chances, *last))
    first, others = ("pair", "difference", "low", "high"), ("better", "worse", "smallest")
    columns = (*map(column, first), "p", "p (Holm)", "McNemar", *map(column, others))
    return figures_table(columns, rows, caption, detail=detail)


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


def _soft(found: Sequence[SoftScore]) -> list[Block]:
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


def _rescoring(found: Rescoring | None) -> list[Block]:
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
    parts: list[Block] = [figures_table(columns, rows, caption)]
    if found.pairs:
        order = [
            (_pair_name(each.first, each.second), *map(percent_text, (each.difference, each.reversed, each.tied)))
            for each in found.pairs
        ]
        headings = [*map(column, ("pair", "on-key", "turned", "tied"))]
        said = sentence("any-change", share=percent_text(found.any_change))
        parts += [figures_table(headings, order, text("scoring-titles-order")), Text(lines=(said,), soft=True)]
    fixed = [sentence("fixed", count=number(found.fixed))] if found.fixed else []
    return [*parts, Text(lines=(*fixed, str(found.signature)))]


def group_parts(card: Scorecard, *, folded: bool = False) -> list[Block]:
    """One table per kind of group, or a sentence where no item has a label of that kind; folded if nobody asked."""
    parts: list[Block] = []
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
        parts.append(figures_table(columns, rows, caption, detail=folded))
    if small and not folded:
        parts.append(Text(lines=(few,), soft=True))
    return parts


def _items(card: Scorecard, caption: str, *, detail: bool) -> Table:
    rows = []
    for each in card.outcomes:
        candidates = each.target.candidates
        chosen = "–" if each.chosen is None else candidates[each.chosen]
        reason = str(reason_name(each.reason.value)) if each.reason else ""
        result = str(choice("scoring-results", each.result))
        rows.append((each.item, result, chosen, candidates[each.target.key], reason))
    columns = [*map(column, ("item", "result", "chosen", "key", "reason"))]
    return figures_table(columns, rows, caption, detail=detail)


def _grid(cards: Sequence[Scorecard], people: Mapping[str, Fraction]) -> list[Block]:
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
    return [Table(columns=columns, rows=tuple(rows), caption=text("scoring-titles-grid"), detail=True)]


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
    listed: bool = False,
    runs: Sequence[ScoredRun] = (),
    people: People | None = None,
    name: str = "",
) -> Section:
    """The scores of one collection's runs; `beside`, `people` and `credits` are of people, `name` is its collection.

    `items` adds what became of each item, as a detail unless that was asked for (`listed`).
    """
    chances = {card.measures.chance for card in cards}
    title = text("scoring-titles-main-own", name=name)
    if len(chances) == 1:
        title = text("scoring-titles-main", name=name, chance=percent_text(chances.pop()))
    table = tables.short_table(cards, title if name else None, people=people)
    parts = [*_systems(cards, runs, table), *_figures(cards, published)]
    if comparisons:
        parts += _pairs(comparisons, sentence("pairs-note"), detail=True)
    parts += [block for card in cards for block in group_parts(card)]
    parts += [*_beyond(cards), *_published(published), *_beside(beside, rescoring, soft)]
    if items:
        parts += [*_grid(cards, credits or {})]
        captions = [text("scoring-titles-items", name=card.respondent) for card in cards]
        pairs = zip(cards, captions, strict=True)
        parts += [_items(card, caption, detail=not listed) for card, caption in pairs]
    return _signed("scoring", text("scoring-titles-section"), parts, cards)


def _systems(cards: Sequence[Scorecard], runs: Sequence[ScoredRun], table: Table) -> list[Block]:
    """How much was answered, the short table, what must be known to read it; and all measures, as a detail."""
    best = best_first(cards)
    known = dict(zip((card.respondent for card in cards), runs, strict=False))
    replies, short = tables.reply_lines(best), tables.short_notes([(known.get(c.respondent), c) for c in cards])
    symbols = [sentence(name) for name in ("letters", "symbols", "f1")]
    symbols += [sentence(name) for name in ("twins", "twin-note")] if any(card.twins for card in cards) else []
    notes = [*symbols, *filter(None, (_notes(card, known.get(card.respondent)) for card in cards))]
    rows = [*map(tables.card_row, best)]
    return [
        Text(lines=tuple(replies), points=len(replies) > 1),
        table,
        *([Text(lines=tuple(short), points=len(short) > 1)] if short else []),
        figures_table(measure_columns(), rows, text("scoring-titles-details"), detail=True),
        Text(lines=tuple(notes), points=True, soft=True, detail=True),
    ]


def _figures(cards: Sequence[Scorecard], published: Sequence[Published] = ()) -> list[Block]:
    """The scores with their intervals, risk and calibration, where there is anything to draw."""
    parts: list[Block] = []
    if published or any(card.ranked for card in cards):
        parts.append(Figure(draw=lambda: figures.scores_figure(cards, published)))
    if any(card.risk and len(card.risk.points) > 1 for card in cards):  # one point is no curve
        parts.append(Figure(draw=lambda: figures.risk_figure(cards)))
    if any(card.calibration and card.calibration.graded for card in cards):
        parts.append(Figure(draw=lambda: figures.calibration_figure(cards)))
    return parts


def _pairs(found: Sequence[Comparison], caption: str, *, detail: bool = False) -> list[Block]:
    """Each pair of systems, in a table and while they are few in sentences."""
    sentences = map(_pair_sentence, found) if len(found) <= _MOST_SAID else ()
    lines = (sentence("pair-columns"), *sentences)
    return [_pairs_table(found, caption, detail=detail), Text(lines=lines, points=len(lines) > 1, detail=detail)]


def _beside(beside: Sequence[Comparison], rescoring: Rescoring | None, soft: Sequence[SoftScore]) -> list[Block]:
    """Pairs with people, and what other panels would make of the scores."""
    pairs = _pairs(beside, text("scoring-titles-people")) if beside else []
    return [*pairs, *_rescoring(rescoring), *_soft(soft)]


def _beyond(cards: Sequence[Scorecard]) -> list[Block]:
    """What each system reaches on the items that no audit solves."""
    lines = []
    for card in cards:
        if card.unsolved and card.ranked:
            measures, chance = card.unsolved.measures, p_text(card.unsolved.chance.p, "= ")
            about = {"name": card.respondent, "items": number(measures.n), "p": chance}
            lines.append(sentence("beyond", **about, **_value_and_ends(card.unsolved.reussite)))
    return [Text(lines=tuple(lines), soft=True)] if lines else []


def _signed(
    id: str, title: str, parts: Sequence[Block], cards: Sequence[Scorecard], more: Sequence[str] = ()
) -> Section:
    """A section whose provenance names every signature, and first what they share."""
    signatures = (*(str(card.signature) for card in cards), *more)
    last = Provenance(signatures=signatures, shared=None if more else tables.common_signature(cards))
    return Section(id=id, title=title, parts=(*parts, last))


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
            listed=found.items,
            runs=runs,
            people=found.people,
            name=name,
        )
        called = name.partition("#")[0]
        own = text("scoring-title-of", title=section.title, name=called)
        title = f"{section.title} ({called})" if folded else own
        *parts, last = section.parts
        groups = [block for _, card in pairs for block in group_parts(card, folded=True)] if folded else []
        sections.append(replace(section, id=f"scoring-{len(sections) + 1}", title=title, parts=(*parts, *groups, last)))
    return tuple(sections)


def scores_section(found: Scores) -> Section:
    """Scored runs, the collections one after the other."""
    sections = scores_sections(found, items=found.items)
    blocks = [block for section in sections for block in section.parts[:-1]]
    title = sections[0].title if len(sections) == 1 else text("scoring-titles-report")
    return _signed("scores", title, [*blocks, *_steadiness(found), *_run_notes(found)], found.cards)


def comparison_section(found: ComparedRuns) -> Section:
    """Runs compared: shared ranks, pairs, people, other panels."""
    ranked = text("scoring-titles-ranked", name=found.runs[0].asked)
    table = tables.short_table(found.cards, ranked, people=found.people, ranks=found.ranks)
    pairs = text("scoring-titles-pairs-plain" if found.drawn else "scoring-titles-pairs")
    last = [sentence("first-together")] if sum(drawn.first for drawn in found.drawn.values()) > 1 else []
    last += [sentence("ranks", alpha=p_text(1 - found.sampling.level))]
    parts = [
        *_systems(found.cards, found.runs, table),
        *_figures(found.cards, found.published),
        *_pairs(found.pairs, pairs),
        *tables.drawn_tables(found),
        *_beside(found.beside, found.rescoring, found.soft),
        Text(lines=tuple(last), points=len(last) > 1),
        *_run_notes(found),
    ]
    signatures = [str(pair.signature) for pair in found.pairs]
    return _signed("comparison", text("scoring-comparison"), parts, found.cards, signatures)


def _run_notes(found: Scores) -> list[Block]:
    """What was guessed when the runs were read; a command says it before its result."""
    return [Text(lines=tuple(map(str, found.notes)), points=True, soft=True, detail=True)] if found.notes else []


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


def _steadiness(found: Scores) -> list[Block]:
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
    return [table, *([Text(lines=tuple(lines), points=len(lines) > 2)] if lines else [])] if rows else []


def counts_section(made: CountedMeasures) -> Section:
    """What three numbers say."""
    row = measures_row(text("scoring-titles-of-counts"), made.measures, made.interval)
    parts: list[Block] = [
        figures_table(measure_columns()[:11], [row], text("scoring-titles-counts")),
        *_published(made.published),
        Text(lines=(sentence("f1"),), soft=True),
    ]
    return section_of("counts", text("scoring-titles-report"), parts, signature=made.signature)


_OF_THE_RANKED = ("f1", "reussite", "low", "high", "p_chance", "twins")
"""What a row has of ranked runs only: where much failed, these numbers look like those of a system that guesses."""


def _score_rows(found: Scores) -> list[dict[str, Any]]:
    """One row per run: what a person reads first; the document's `runs` have the rest."""
    shown = "respondent n h theta exactitude qualite f1 reussite low high answered chance p_chance twins"
    rows = [
        {name: None if name in _OF_THE_RANKED and not row["ranked"] else row[name] for name in shown.split()}
        for row in map(card_document, found.cards)
    ]
    return [row | {"collection": run.asked.rpartition("#")[0]} for run, row in zip(found.runs, rows, strict=True)]


def _item_rows(found: Scores) -> list[dict[str, Any]]:
    """One row per item and run."""
    return [{"respondent": card.respondent, **outcome_document(each)} for card in found.cards for each in card.outcomes]


def _group_rows(found: Scores) -> list[dict[str, Any]]:
    """One row per group and run."""
    return [
        {"respondent": card.respondent, "kind": kind, **group_document(each)}
        for card in found.cards
        for kind, listed in card.groups.items()
        for each in listed
    ]


_FIGURES: Mapping[str, Any] = {
    "scores": lambda found: figures.scores_figure(found.cards, found.published),
    "risk": lambda found: figures.risk_figure(found.cards),
    "calibration": lambda found: figures.calibration_figure(found.cards),
}
"""The figures of scored runs by their names."""
_ROWS: Mapping[str, Any] = {
    "scores": _score_rows,
    "items": _item_rows,
    "groups": _group_rows,
}
"""The tables of scored runs that their document does not hold."""
RESULTS: Mapping[type, Renderer] = {
    Scores: Renderer(
        section=scores_section,
        line=scores_line,
        table="scores",
        rows=_ROWS,
        figures=_FIGURES,
    ),
    ComparedRuns: Renderer(
        section=comparison_section,
        line=comparison_line,
        table="pairs",
        rows=_ROWS,
        figures=_FIGURES,
    ),
    JointScale: Renderer(
        section=scale_section,
        line=lambda found: text(
            "scale-line",
            people=found.people,
            machines=found.machines,
            items=len(found.items),
            suspects=sum(item.broken >= 0.5 for item in found.items),
        ),
        table="respondents",
        figures={"map": wright_map},
    ),
    CountedMeasures: Renderer(
        section=counts_section,
        line=lambda found: text(
            "scoring-line-counts", reussite=percent_text(found.measures.reussite), n=found.measures.n
        ),
        table="runs",
    ),
}
"""How the results of `anaphor.scoring` are shown."""
