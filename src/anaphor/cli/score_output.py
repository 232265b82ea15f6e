"""The tables and remarks of `score` and `compare`, in English and French."""

import re
from collections.abc import Sequence
from typing import Any

from rich.markup import escape

from anaphor.cli.output import print_table, stdout
from anaphor.cli.score_inputs import ScoredRun
from anaphor.cli.score_steadiness import Steady
from anaphor.report.sections import Tongue, comparison_sentences
from anaphor.report.sections import scoring_rows as rows_of
from anaphor.scoring import FEWEST, UNLABELLED, Comparison, People, Published, Rescoring, Scorecard, tied_choices
from anaphor.text import visible

_NUMBER = re.compile(r"[−-]?\d[\d.,\u202f]*(e[-+]?\d+)?|–")


def remark(text: str) -> None:
    """A line below a table, whatever characters a file put into it."""
    stdout().print(visible(text), style="dim", markup=False)


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str) -> None:
    """A table whose headings come from files: they are shown as they are, never read as markup."""
    right = [number for number in range(1, len(columns)) if all(_NUMBER.fullmatch(str(row[number])) for row in rows)]
    print_table([escape(visible(each)) for each in columns], rows, title=escape(visible(title)), right=right)


def print_collection(
    name: str, pairs: Sequence[tuple[ScoredRun, Scorecard]], people: People | None, tongue: Tongue
) -> None:
    """The runs on one collection, and what must be known to read them."""
    rows = [rows_of.card_row(card, tongue) for _, card in pairs]
    if people:
        rows.append(_people_row(people, tongue))
    chances = {card.measures.chance for _, card in pairs}
    chance = tongue.percent(chances.pop())
    title = tongue.title("main_own", name=name) if chances else tongue.title("main", name=name, chance=chance)
    table(rows_of.measure_columns(tongue), rows, title)
    print_symbols([card for _, card in pairs], tongue)
    for run, card in pairs:
        remark(tongue.of(card.respondent, tongue.joined(_notes(run, card, tongue))))


def print_symbols(cards: Sequence[Scorecard], tongue: Tongue) -> None:
    """Say what the columns of a table of scores are."""
    for name in ("letters", "f1", *(("twins",) if any(card.twins for card in cards) else ())):
        remark(tongue.sentence(name))


def print_unblinded(runs: Sequence[ScoredRun], tongue: Tongue) -> None:
    """Say which respondents saw what a run hides."""
    for sentence in unblinded(runs, tongue):
        remark(sentence)


def unblinded(runs: Sequence[ScoredRun], tongue: Tongue) -> list[str]:
    """A sentence about each respondent that saw the collection's own ids and orders."""
    return [tongue.of(run.name, tongue.sentence("not_blind")) for run in runs if not run.run.header.blind]


def _people_row(people: People, tongue: Tongue) -> tuple[str, ...]:
    ends, name = people.reussite.interval, tongue.title("of_people")
    shown = name if people.people is None else f"{name} ({tongue.whole(people.people)})"
    reussite = map(tongue.percent, (people.reussite.value, ends.low, ends.high))
    return shown, tongue.whole(people.reussite.items), *"–––––", *reussite, *"–––"


def _notes(run: ScoredRun, card: Scorecard, tongue: Tongue) -> list[str]:
    """What must be known about one run."""
    chance, tied = tongue.percent(card.chance.chance), tied_choices(card.outcomes)
    notes = [] if run.run.header.blind else [tongue.sentence("not_blind")]
    notes.append(tongue.sentence("chance", chance=chance, p=tongue.chance(card.chance.p)))
    if card.smallest is not None:
        notes.append(tongue.sentence("smallest", points=tongue.points(card.smallest)))
    if card.abstentions:
        notes.append(tongue.sentence("abstentions", reasons=tongue.counts(dict(card.abstentions))))
    if card.risk:
        area, best, blind = (tongue.number(each, 3) for each in (card.risk.area, card.risk.best, card.risk.risk))
        notes.append(tongue.sentence("area", area=area, best=best, blind=blind))
    if card.calibration:
        error, how = tongue.number(card.calibration.error, 3), tongue.read_as(card.calibration.read_as)
        notes.append(tongue.sentence("calibration", error=error, how=how))
    if tied:
        notes.append(tongue.sentence("tied_choices", count=tongue.whole(tied)))
    if run.targets.left_out:
        notes.append(tongue.sentence("left_out", reasons=tongue.counts(dict(run.targets.left_out))))
    if run.run.half_line:
        notes.append(tongue.sentence("half_line"))
    return notes


def print_groups(card: Scorecard, tongue: Tongue) -> None:
    """Results by group, one table per kind."""
    for kind, found in card.groups.items():
        if [each.label for each in found] == [UNLABELLED]:
            remark(tongue.sentence("unlabelled", name=card.respondent, kind=tongue.kind(kind)))
            continue
        rows = [rows_of.group_row(kind, each, tongue) for each in found]
        title = tongue.title("group", name=card.respondent, kind=tongue.kind(kind))
        table(rows_of.group_columns(kind, tongue), rows, title)
    if any(each.small for found in card.groups.values() for each in found if each.label != UNLABELLED):
        remark(tongue.sentence("few", count=str(FEWEST)))
    if card.unsolved:
        remark(unsolved_sentence(card, tongue))


def unsolved_sentence(card: Scorecard, tongue: Tongue) -> str:
    """Whether a respondent beats chance where co-occurrence does not give the answer (paper 2's open question)."""
    found = card.unsolved
    if found is None:
        return ""
    ends = found.reussite.interval
    return tongue.sentence(
        "beyond",
        name=card.respondent,
        items=tongue.whole(found.measures.n),
        p=tongue.chance(found.chance.p),
        reussite=tongue.percent(found.measures.reussite),
        low=tongue.percent(ends.low),
        high=tongue.percent(ends.high),
    )


def print_items(card: Scorecard, tongue: Tongue) -> None:
    """What became of each item."""
    rows = [rows_of.item_row(each, tongue) for each in card.outcomes]
    table(rows_of.item_columns(tongue), rows, card.respondent)


def print_published(rows: Sequence[Published], tongue: Tongue) -> None:
    """Published results under the same headings."""
    cells = [rows_of.published_row(row, tongue) for row in rows]
    table(rows_of.published_columns(tongue), cells, tongue.title("published"))


def print_comparisons(found: Sequence[Comparison], title: str, tongue: Tongue) -> None:
    """Pairs of respondents, and a sentence on each where there are few."""
    table(rows_of.pair_columns(tongue), [rows_of.pair_row(each, tongue) for each in found], title)
    remark(tongue.sentence("pair_columns"))
    for sentence in comparison_sentences(found, tongue):
        remark(sentence)


def print_rescoring(found: Rescoring, tongue: Tongue) -> None:
    """What other panels would make of the scores."""
    table(
        rows_of.rescoring_columns(tongue), rows_of.rescoring_rows(found, tongue), rows_of.rescoring_title(found, tongue)
    )
    if found.pairs:
        table(rows_of.order_columns(tongue), rows_of.order_rows(found, tongue), tongue.title("order"))
        remark(tongue.sentence("any_change", share=tongue.percent(found.any_change)))
    if found.fixed:
        remark(tongue.sentence("fixed", count=tongue.whole(found.fixed)))
    remark(str(found.signature))


def print_steadiness(rows: Sequence[Steady], tongue: Tongue) -> None:
    """Consistency over changed wordings."""
    cells = []
    for each in rows:
        made = each.found
        counts = map(tongue.whole, (made.pairs, made.answered))
        same = [made.same.value, made.same.interval.low, made.same.interval.high] if made.same else [None] * 3
        cells.append(
            [
                tongue.title("changed", name=each.name, collection=each.collection),
                *counts,
                *map(tongue.percent, same),
                tongue.whole(made.lost),
                tongue.whole(made.gained),
                tongue.percent(made.original),
                tongue.percent(made.changed),
                tongue.whole(made.always_right),
                tongue.whole(made.originals),
            ]
        )
    names = (
        "respondent",
        "pairs",
        "answered",
        "same_answer",
        "low",
        "high",
        "lost",
        "gained",
        "before",
        "after",
        "always_right",
        "of",
    )
    table([tongue.column(name) for name in names], cells, tongue.title("consistency"))
    for each in rows:
        if each.differing:
            remark(tongue.sentence("other_settings", name=each.name, parts=", ".join(each.differing)))
