"""The tables of scores that pages and terminals share: a short one, the best system first, and one of all measures."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from anaphor import scoring, statistics
from anaphor.report.figures.scoring import percent_text
from anaphor.report.sections.resolver import counts_lines, tokens_text
from anaphor.scoring import Measures, reason_name
from anaphor.section import Cell, Table
from anaphor.text import number, text

_NUMBER = re.compile(r"(< )?[−-]?\d[\d.,\u202f]*(–[−-]?\d[\d.,\u202f]*)?|–")
"""What stands to the right in a terminal: 47.92, 41.20–54.71, < 0.001, 2 000, or – for nothing."""
_UNRANKED = -1.0
"""Below every accuracy: who is not ranked stands at the end of a table."""
_LEAST_P = 0.001
"""Smaller probabilities are said to be below this."""


def column(name: str) -> str:
    return text(f"scoring-columns-{name}")


def sentence(name: str, /, **values: str) -> str:
    return text(f"scoring-sentences-{name}", **values)


def p_text(chance: float, equals: str = "") -> str:
    """A probability in a table; in a sentence behind `p`, with its sign: `= 0.03`, `< 0.001`."""
    return f"< {number(_LEAST_P, 3)}" if chance < _LEAST_P else f"{equals}{number(chance, '.3g')}"


def reasons_text(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{reason_name(why)} {count}" for why, count in counts.items())


def figures_table(columns: Sequence[str], rows: Sequence[Sequence[Cell]], caption: str | None, **how: Any) -> Table:
    """A table whose columns of figures stand to the right."""
    right = tuple(place for place in range(1, len(columns)) if all(_NUMBER.fullmatch(str(row[place])) for row in rows))
    return Table(columns=tuple(columns), rows=tuple(map(tuple, rows)), caption=caption, right=right, **how)


def measure_columns() -> tuple[str, ...]:
    """The headings above the measures of a respondent, its twins at the end."""
    rates = map(column, ("exactitude", "qualite"))
    ends = map(column, ("reussite", "low", "high", "answered", "twins", "same"))
    return column("respondent"), "n", "h", "θ", *rates, "F1*", *ends


def measures_row(name: str, measures: Measures, interval: "statistics.Interval | None") -> tuple[str, ...]:
    ends = (interval.low, interval.high) if interval else (None, None)
    shares = (measures.exactitude, measures.qualite, measures.f1, measures.reussite, *ends, measures.answered)
    return name, *map(number, (measures.n, measures.h, measures.theta)), *map(percent_text, shares)


def card_row(card: "scoring.Scorecard") -> tuple[str, ...]:
    twins = (card.twins.share, card.twins.same_share) if card.twins else (None, None)
    cells = *measures_row(card.respondent, card.measures, card.reussite.interval), *map(percent_text, twins)
    if card.ranked:
        return cells
    counts, answered = cells[:4], cells[10]
    return *counts, *"–" * 6, answered, *"–" * 2


def short_table(
    cards: Sequence["scoring.Scorecard"],
    title: str | None,
    *,
    people: "scoring.People | None" = None,
    ranks: Mapping[str, int] | None = None,
) -> Table:
    """What most want to know, the best system first; accuracy is plain where nobody abstained."""
    level = number(100 * cards[0].reussite.interval.level, ".4g")
    paired, plain = any(card.twins for card in cards), not any(card.measures.theta for card in cards if card.ranked)
    rows: list[tuple[float, tuple[str, ...]]] = []
    for card in cards:
        twins, ends = card.twins.share if card.twins else None, card.reussite.interval
        shares = ([percent_text(twins)] if paired else []) + [percent_text(card.measures.answered)]
        value = percent_text(card.reussite.value)
        if not card.ranked:  # failures count as guesses: a number would look like that of a system that guesses
            blank = "–" * (2 + paired)
            row = (card.respondent, number(card.measures.n), *blank, percent_text(card.measures.answered))
            rows.append((_UNRANKED, row))
            continue
        rows.append((card.reussite.value, (card.respondent, number(card.measures.n), value, _ends(ends), *shares)))
    if people and not ranks:
        made, whom = people.reussite, text("scoring-titles-of-people")
        whom = whom if people.people is None else f"{whom} ({number(people.people)})"
        blank = "–" * (1 + paired)
        rows.append((made.value, (whom, number(made.items), percent_text(made.value), _ends(made.interval), *blank)))
    listed = [row for _, row in sorted(rows, key=lambda each: (-each[0], each[1]))]
    columns = [column("respondent"), "n", column("exactitude" if plain else "reussite")]
    columns += [text("scoring-columns-interval", level=level), *([column("pair-accuracy")] if paired else [])]
    columns.append(column("answered"))
    if ranks is not None:
        columns, listed = [column("rank"), *columns], [(str(ranks.get(row[0], "–")), *row) for row in listed]
    return figures_table(columns, listed, title)


def drawn_tables(found: "scoring.ComparedRuns") -> list[Table]:
    """How steady the ranks are, where that is known."""
    rows = [(name, f"{each.low}–{each.high}", percent_text(each.first)) for name, each in found.drawn.items()]
    title = text("scoring-titles-drawn", count=found.sampling.times)
    return [figures_table([*map(column, ("respondent", "rank", "first"))], rows, title)] if rows else []


def _ends(interval: "statistics.Interval") -> str:
    return f"{percent_text(interval.low)}–{percent_text(interval.high)}"


def reply_lines(cards: Sequence["scoring.Scorecard"]) -> list[str]:
    """How many items were answered, failed and were declined, systems with the same counts in one line; then who is not
    ranked, and why."""
    lines = counts_lines([(card.respondent, card.replies) for card in cards])
    whys = [why for card in cards if (why := card.unranked_because)]
    return [*lines, *(text("scoring-unranked", why=why) for why in whys)]


def measure_notes(cards: Sequence["scoring.Scorecard"]) -> list[str]:
    """What the columns of the short table are, beside accuracy."""
    guessed = any(card.measures.theta for card in cards if card.ranked)
    paired = any(card.twins for card in cards)
    return [sentence(name) for name, known in (("guess-adjusted", guessed), ("pair-accuracy", paired)) if known]


def _beats(card: "scoring.Scorecard") -> bool:
    """Whether it is shown to be better than a guess, at the level of its interval."""
    return card.measures.reussite > card.chance.chance and card.chance.p < 1 - card.reussite.interval.level


def short_notes(pairs: Sequence[tuple["scoring.ScoredRun | None", "scoring.Scorecard"]]) -> list[str]:
    """What must be known to read the short table: no more than a line per kind of thing; runs may be unknown."""
    lines = measure_notes([card for _, card in pairs])
    kinds = {
        "not-blind": [run.name for run, _ in pairs if run and not run.blind],
        "half-line": [run.name for run, _ in pairs if run and run.half_line],
        "tied": [card.respondent for _, card in pairs if card.tied_choices],
        "no-better": [card.respondent for _, card in pairs if card.ranked and card.chance.chance and not _beats(card)],
        "partial": [card.respondent for _, card in pairs if card.skipped],
    }
    for kind, names in kinds.items():
        if names:
            lines.append(text("scoring-said-of", name=", ".join(names), words=sentence(kind)))
    for run, _ in pairs:
        if run and run.tokens:
            shown = sentence("tokens", shown=tokens_text(run.tokens))
            lines.append(text("scoring-said-of", name=run.name, words=shown))
    left = next((run.targets.left_out for run, _ in pairs if run and run.targets.left_out), None)
    if left:
        lines.append(f"{sentence('left-out', reasons=reasons_text(left)).capitalize()}.")
    return lines


def common_signature(cards: Sequence["scoring.Scorecard"]) -> str:
    """The parts that all signatures share: how the numbers were made; `--details` prints every one."""
    lists = [str(card.signature).split("|") for card in cards]
    return "|".join(part for part in lists[0] if all(part in each for each in lists))
