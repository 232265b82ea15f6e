"""Wide tables, either way round; votes per class; two annotators crossed. What was recognised is said in the notes.

The part that holds labels or votes is a grid: names, groups, verdicts and comments are set aside.
"""

import math
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice

import numpy as np

from anaphor.answers import chance, vocabulary
from anaphor.answers import grid as grids
from anaphor.answers import long as longs
from anaphor.answers.cells import labels_in, odd_labels, spelled_number, whole
from anaphor.answers.contingency import crossing_in, read_crossing
from anaphor.answers.grid import Grid
from anaphor.answers.labelling import Column, LabelLayout, LabelSettings, number_of, numbered
from anaphor.answers.matrix import LabelMatrix, from_columns, from_counts
from anaphor.answers.roles import groups_of, leading_key, proposals_for, refuse_silly, unclear
from anaphor.answers.table import LabelTable, names_both_ways, parts_of_item
from anaphor.answers.tools.export import orders_in
from anaphor.errors import ContentError, InputError
from anaphor.text import Message, message

_ONE_WORD = re.compile(r"[\w.+-]*")
"""A cell in which no list, no pair and no sentence can stand."""
_MOST_ROWS = 5_000_000
"""Rows that a table with frequencies may stand for."""
_ASKED = 3
"""Questions whose readings are tried where several stand side by side."""
_LIKELY = 8
"""Columns that are tried as items and annotators beside a lone column of labels."""
_SHOWN = 8
"""Annotators that are named."""
_DISTINCT = 3
"""Different rows from which on a column that is the sum of the others is so by no accident."""
_NUMBERED_ROWS = 6
"""Rows from which on a column that counts them is nobody's labels."""
_NEAR = 0.25
"""Sums of rows of votes vary less than a quarter as much as independent columns would make them,"""
_ERRORS = 2.5
"""or less by so many standard errors."""


def _set_aside(
    table: LabelTable, values: Sequence[set[str]], settings: LabelSettings
) -> tuple[list[int], list[Message]]:
    """The columns that may hold labels, and notes on the others: verdicts, times, what stands beside label1, label2."""
    places, notes, names = list(range(table.width)), list[Message](), table.names
    if not names:
        return places, notes
    grouped = settings.layout is None and longs.one_column_each(names, vocabulary.LABEL)
    groups = groups_of(names) if grouped else []
    for labels in (group for group in groups if vocabulary.called(group, "label")):
        numbers = longs.column_group(names, labels).keys()
        beside = [group for group in groups if group != labels and longs.column_group(names, group).keys() == numbers]
        if beside:  # several items side by side, each with its label
            options = f"--item {shlex.quote(beside[0])} --label {shlex.quote(labels)}"
            raise unclear(table, "labels-unclear", options=options)
    people = sum(map(vocabulary.says_annotator, names)) > 1
    # Votes for a class that is called valid or final are no verdict: those of a row add up to its voters.
    counts = [[whole(cell) for cell in table.column(place)] for place in places]
    voted = [place for place in places if None not in counts[place] and not vocabulary.called(names[place], "item")]
    sums = {sum(counts[place][row] or 0 for place in voted) for row in range(len(table.rows))}
    tallies = set(voted if len(voted) > 1 and len(sums) == 1 and max(sums) > 1 else [])
    # A word that all columns with labels have in their names says nothing of any of them.
    chosen = [place for place in places if 0 < len(values[place]) < len(table.rows) and not _says_name(names[place])]
    all_verdicts = len(chosen) > 1 and all(vocabulary.says_verdict(names[place]) for place in chosen)
    holders, kept = grids.holders_of(values), dict.fromkeys(places)

    def shares(place: int) -> bool:
        """Whether two other columns have something in common with one."""
        others = set[int]()
        for value in values[place]:
            others |= set(islice(holders[value], 3)) - {place}
            if len(others) > 1:
                return True
        return False

    def leave_out(place: int) -> None:
        del kept[place]
        for value in values[place]:
            del holders[value][place]

    words = Counter(map(vocabulary.plain, names))
    for place in range(table.width):
        if len(kept) < 3 or place in tallies or (all_verdicts and place in chosen):
            continue
        word = vocabulary.plain(names[place])
        forms = vocabulary.says_complete(names[place]) and values[place] <= vocabulary.COMPLETE
        # One column called label beside those of annotators is what was made of theirs.
        lone = word in vocabulary.LABEL and words[word] == 1
        verdict = lone and not grouped and settings.layout is None and (people or shares(place))
        if (vocabulary.says_verdict(names[place]) or verdict) and len(values[place]) < max(len(table.rows), 2):
            leave_out(place)
            code = "labels-verdict-word" if verdict else "agreement-left-out-verdict"
            notes.append(message(code, column=names[place]))
        elif (
            (grouped and word not in vocabulary.LABEL and word not in vocabulary.ITEM)
            or word in vocabulary.ASIDE
            or forms
        ):
            leave_out(place)
            notes.append(message("agreement-left-out-names", column=names[place]))
    return list(kept), notes


def label_grid(table: LabelTable, settings: LabelSettings) -> Grid:
    """The cells with labels, without columns of names, groups, verdicts and frequencies."""
    table = table.wanted(settings)
    repeated, times = list[str](), list[Message]()
    if settings.repetition is not None:
        if settings.item is None:
            raise table.file.error("labels-repetition-item", column=settings.repetition)
        table, items, said = longs.repetitions(table, table.coded(table.place(settings.item)), settings)
        repeated, times = [items.names[code] for code in items.codes.tolist()], [said]
    values = grids.column_values([table.column(place) for place in range(table.width)], settings)
    names = table.names or tuple(str(place + 1) for place in range(table.width))
    places, notes = _set_aside(table, values, settings)
    row_word, row_names = "", [str(number + 1) for number in range(len(table.rows))]
    if settings.label or (settings.item and settings.annotator):
        raise InputError("agreement-wide-label", layout=str(settings.layout))
    stated = settings.item or settings.annotator
    if stated is not None:
        place = table.place(stated)
        beside = {settings.repetition, *parts_of_item(settings.item, table.names)}
        places = [each for each in places if each != place and (not table.names or table.names[each] not in beside)]
        row_word, row_names = stated, repeated or table.column(place)
        notes += times
    for place in _row_numbers(table, places, values, named=bool(row_word)):
        places.remove(place)
        notes.append(message("labels-index", column=names[place] or str(place + 1)))
    while len(places) > 1 and _is_name(table, places, values, settings, named=bool(row_word)):
        first = places.pop(0)
        distinct = len(set(table.column(first))) == len(table.rows)  # as texts: 01 and 1 are two items
        # The file's own names count even where they are not distinct: that is an error, reported with its line.
        own = len(places) > 1 and _says_name(names[first]) and not _says_name(names[places[0]])
        if not row_word and (distinct or own):
            row_word, row_names = names[first], table.column(first)
        else:
            notes.append(message("agreement-left-out-names", column=names[first]))
    total = _total(table, places, values, settings)
    notes += [total.note] if total else []
    if total and total.left_out:  # which says of every other column whether it counts votes
        rest = [place for place in places if place not in (*total.parts, total.place)]
        own_names = [place for place in rest if not row_word and len(values[place]) == len(table.rows)][:1]
        row_names = table.column(own_names[0]) if own_names else row_names
        row_word = names[own_names[0]] if own_names else row_word
        beside_votes = [names[place] for place in rest if place not in own_names]
        notes += [message("agreement-left-out-names", column=name) for name in beside_votes]
        places = list(total.parts)
    counts = settings.layout is LabelLayout.COUNTS or not table.names
    if len(places) > 2 and not counts and vocabulary.called(names[places[-1]], "count"):
        table = _repeated(table, places.pop())
        row_names = [str(number + 1) for number in range(len(table.rows))]
        notes.append(message("agreement-repeated-rows", column=names[-1]))
    return Grid(
        file=table.file,
        rows=tuple(row_names),
        columns=tuple(names[place] for place in places),
        cells=tuple(tuple(row[place] for place in places) for row in table.rows),
        lines=tuple(table.lines.tolist()),
        row_word=row_word,
        total=names[total.place] if total and total.left_out else "",
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Total:
    """A column that is the sum of the other columns of numbers in every row."""

    place: int
    parts: tuple[int, ...]
    """The columns of which it is the sum."""
    left_out: bool
    """Whether it is certain enough to be no class."""
    note: Message


def _total(
    table: LabelTable, places: Sequence[int], values: Sequence[set[str]], settings: LabelSettings
) -> _Total | None:
    """The total that stands beside votes per class, by its values; None where there is none, or it is said to count.

    A class may be the sum of the others by accident, in a table of few different rows: there the name must say total.
    Where annotators have columns of labels beside the votes, those are read, and there is no total to speak of.
    """
    if not table.names or settings.layout not in (None, LabelLayout.COUNTS):
        return None
    numbers = {
        place: [0 if cell in settings.missing else whole(cell) for cell in table.column(place)] for place in places
    }
    known = [place for place, column in numbers.items() if None not in column]
    votes = np.array([numbers[place] for place in known], np.float64)
    if len(known) < 3 or float(votes.max(initial=0)) < 2:
        return None
    # What names the rows may be numbers, too, and stands before the votes.
    for start in range(len(known) - 2):
        sums = votes[start:].sum(axis=0)
        likely = np.flatnonzero(2 * votes[start:, 0] == sums[0]) + start
        totals = [known[each] for each in likely.tolist() if (2 * votes[each] == sums).all()]
        if totals:
            break
    else:
        return None
    called = [place for place in totals if vocabulary.called(table.names[place], "total", "voters", "count")]
    place = called[0] if called else totals[-1]
    parts = tuple(each for each in known[start:] if each != place)
    others = [table.names[each] for each in parts]
    rest = [each for each in places if each not in (*parts, place)]
    again = [values[each] for each in rest if len(values[each]) < len(table.rows)]
    labelled = any(one & two for one, two in combinations(again, 2))
    people = any(vocabulary.says_annotator(table.names[each]) for each in (*parts, *rest))
    if labelled or people or table.names[place] in (settings.labelling.classes or ()):
        return None
    name, names, distinct = table.names[place], ", ".join(others), len(np.unique(votes[start:], axis=1).T)
    left_out = bool(called) or (len(totals) == 1 and distinct >= _DISTINCT)
    note = message("labels-total", column=name, names=names)
    if not left_out:
        note = message("labels-maybe-total", column=name, names=names, option=f"--without {shlex.quote(name)}")
    return _Total(place=place, parts=parts, left_out=left_out, note=note)


def _row_numbers(table: LabelTable, places: Sequence[int], values: Sequence[set[str]], *, named: bool) -> list[int]:
    """The columns that number the rows from 0 or 1, but for one that names them where no other does.

    Ranks in the order of one annotator are no numbers of rows: others have ranks, too.
    """
    rows = len(table.rows)
    if not table.names or rows < _NUMBERED_ROWS:
        return []
    counted = {tuple(map(str, range(first, rows + first))) for first in (0, 1)}
    running = [
        place
        for place in places
        if len(values[place]) == rows
        and not vocabulary.says_annotator(table.names[place])
        and tuple(table.column(place)) in counted
    ]
    others = [place for place in places if place not in running]
    running = [place for place in running if not any(values[place] == values[other] for other in others)]
    own = named or any(
        len(values[other]) == rows
        and (_says_name(table.names[other]) or not values[other] & set(map(str, range(rows))))
        for other in others[:2]
    )
    return running if own else running[1:]


def _is_name(
    table: LabelTable, places: Sequence[int], values: Sequence[set[str]], settings: LabelSettings, *, named: bool
) -> bool:
    """Whether the first of these columns holds names or groups instead of labels or votes; `named`: rows have names."""
    rows, name = len(table.rows), table.names[places[0]] if table.names else ""
    first, others = values[places[0]], [values[place] for place in places[1:]]
    if name and _says_name(name):
        # A column called `expert` or `model` may hold that one's labels: those of others, too, and again and again.
        shared = len(first) < rows and any(first & other for other in others)
        return vocabulary.called(name, "item") or not shared
    if not first or not others:
        return False
    if settings.layout is LabelLayout.COUNTS:
        # Among votes, names are words, or numbers in order from 0 or 1.
        numbers = [number_of(cell) for cell in table.column(places[0])]
        in_order = not named and rows > 3 and numbers in ([*range(rows)], [*range(1, rows + 1)])
        return numbers.count(None) > rows / 2 or in_order
    together: set[str] = set().union(*others)
    shared = any(one & two for number, one in enumerate(others) for two in others[number + 1 : number + 4])
    strange = first.isdisjoint(together) and (shared or len(others) == 1)
    return strange or (len(first) == rows and rows > 3 and len(first) > 2 * len(together))


def _says_name(name: str) -> bool:
    """Whether a column is called `item` or `annotator` or the like, without a number (`Rater1` holds labels)."""
    return name == name.rstrip("0123456789") and vocabulary.called(name, "item", "annotator")


def _repeated(table: LabelTable, place: int) -> LabelTable:
    """The table with each row as often as one of its columns says."""
    rows = list[int]()
    for row, (cell, line) in enumerate(zip(table.column(place), table.lines.tolist(), strict=True)):
        times = whole(cell)
        if times is None:
            raise table.file.error("agreement-no-number-of-rows", line=line, field=table.names[place], cell=repr(cell))
        if len(rows) + times > _MOST_ROWS:
            raise table.file.impossible("agreement-many-rows", line=line, most=_MOST_ROWS)
        rows += [row] * times
    return table.taken(rows)


def grid_matrix(grid: Grid, layout: LabelLayout, settings: LabelSettings) -> LabelMatrix:
    """A matrix from the cells with labels."""
    grid.file.refuse_question(settings)
    width = len(grid.columns)
    cells = numbered(chain.from_iterable(grid.cells))
    by_items = layout is not LabelLayout.ANNOTATORS
    every = np.arange(cells.codes.size)
    whose = every % width if by_items else every // width
    people = Column(codes=whose.astype(np.int32), names=grid.columns if by_items else grid.rows)
    label, gone, notes = labels_in(cells, settings, people)
    kept = np.flatnonzero(~gone)
    if kept.size == 0:
        raise grid.file.impossible("agreement-all-missing")
    rows = numbered(grid.rows if settings.repetition else grid.unique_rows())
    row = Column(codes=rows.codes[kept // width].astype(np.int32), names=rows.names)
    column = Column(codes=(kept % width).astype(np.int32), names=grid.columns)
    item, annotator = (row, column) if by_items else (column, row)
    if orders_in([name for name in cells.names if name not in settings.missing]):
        lines = np.array(grid.lines, np.int64)[row.codes]
        ranked = longs.LongTable(file=grid.file, item=item, annotator=annotator, label=cells.taken(kept), lines=lines)
        return longs.long_matrix(ranked, settings, grid.notes)
    try:
        matrix = from_columns(item, annotator, label.taken(kept), settings.labelling)
    except ContentError as error:
        error.where = grid.file.place()
        raise
    code = "agreement-read-items" if by_items else "agreement-read-annotators"
    shown = matrix.annotators[:_SHOWN]
    names = ", ".join(shown) + (", …" if len(matrix.annotators) > _SHOWN else "")
    said = message(code, rows=len(grid.rows), columns=len(grid.columns), names=names)
    return matrix.noting(said, *grid.notes, *notes, *odd_labels(matrix.classes))


def _checked_grid(table: LabelTable, settings: LabelSettings) -> Grid:
    """The cells with labels or votes, without what sums them up; an error where rows have no names of their own."""
    if settings.layout in (None, LabelLayout.ITEMS) and not (settings.item or settings.annotator):
        _refuse_pairs(table, settings)
        _refuse_key(table)
    grid = label_grid(table, settings)
    grid = grids.without_summary(grid) if settings.layout in (None, LabelLayout.COUNTS) else grid
    if settings.layout is not None:
        return grid
    grid = grids.without_odd_rows(grid, settings)
    grid = grids.without_means(grids.without_extremes(grid, settings), settings)
    filled = [each for each in zip(*grid.cells, strict=True) if not settings.missing.issuperset(each)]
    if len(filled) == 1 and len(grid.columns) > 2:
        raise unclear(table, "labels-unclear")  # one column has something in it
    again, often = Counter(grid.rows).most_common(1)[0]
    people = any(map(vocabulary.says_annotator, grid.columns)) and not grids.named_beside(grid, settings)
    if often > 1 and not people:
        raise unclear(table, "labels-rows-alike", name=again)
    if grids.are_shares(grid, settings):
        raise table.file.error("labels-shares", names=", ".join(grid.columns[:_SHOWN]))
    beside = grids.shares_side_by_side(grid, settings)
    if beside and len(grid.columns) - len(beside) < 2:
        raise table.file.error("labels-shares", names=", ".join(grid.columns[:_SHOWN]))
    return grids.without_fractions(grid.less(beside, "labels-fractions") if beside else grid, settings)


def _refuse_pairs(table: LabelTable, settings: LabelSettings) -> None:
    """Refuse a square of figures: shares of two annotators crossed, or the agreement of each pair of annotators."""
    if settings.layout is not None or not names_both_ways(table.column(0), table.names[1:]):
        return
    blank = {*settings.missing, "-", "–", "—"}
    figures = [
        spelled_number(cell.removesuffix("%").strip()) for row in table.rows for cell in row[1:] if cell not in blank
    ]
    if None not in figures and any(number is not None and not number.is_integer() for number in figures):
        raise table.file.error("labels-pairs", names=", ".join(table.names[1 : _SHOWN + 1]))


def is_plain_wide(table: LabelTable, settings: LabelSettings) -> bool:
    """Whether a table is surely a wide one: items named once each, and beside them columns called after nothing known.

    Nobody's tool writes such a table, and no reader of one need be tried: columns that are called by a name of somebody
    or of nothing (`ann`, `c`, Rater1 and Rater2), whose cells are single words, and the same words in all of them.
    """
    named = settings.names_columns or settings.names_groups or settings.counts_columns or settings.question
    if named or settings.layout or settings.items or settings.where or settings.repetition or table.file.memory:
        return False
    first, *others = table.names or ("",)
    if first and (vocabulary.plain(first) not in vocabulary.ITEM or vocabulary.plain(first) in vocabulary.ANNOTATOR):
        return False
    numbered_people = longs.one_column_each(others) and len({vocabulary.plain(name) for name in others}) == 1
    plain_names = all(name.isalnum() and vocabulary.plain(name) not in vocabulary.KNOWN for name in others)
    if len(others) < 2 or not (numbered_people or plain_names) or not table.lines.size:
        return False
    items = table.coded(0).names
    if len(items) < table.lines.size or "" in items:
        return False
    words = [frozenset(table.coded(place).names) for place in range(1, table.width)]
    every = frozenset[str]().union(*words)
    # Of a column that names items, people or labels in each row, the others have few words.
    return len(every) <= 2 * min(map(len, words)) and all(map(_ONE_WORD.fullmatch, every))


def read_wide(table: LabelTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from a wide table; what its rows and columns are is found from names and sizes, and said."""
    crossing = crossing_in(table) if settings.layout in (None, LabelLayout.CONTINGENCY) else None
    if crossing or settings.layout is LabelLayout.CONTINGENCY:
        return read_crossing(table, crossing, settings)
    grid = _checked_grid(table, settings)
    counted = settings.layout is LabelLayout.COUNTS or vocabulary.called(grid.total, "voters")
    if counted or (settings.layout is None and _are_votes(grid, bool(table.names))):
        return _from_votes(grid, settings)
    grid = grids.without_empty(grid, settings)
    grid = grid if settings.layout else grids.without_beside(grid, settings)
    layout = settings.layout or _orientation(grid)
    kept = grid
    if layout is LabelLayout.ITEMS and settings.layout is None:
        grid, kept, settings = _annotators_of_one_question(table, grid, settings)
    elif layout is LabelLayout.ANNOTATORS:
        kept = grids.without_other_answers(grid, settings)
    if len(kept.columns) == 1 and settings.layout is None and table.names:
        if vocabulary.says_beside(kept.columns[0]) and not vocabulary.says_annotator(kept.columns[0]):
            raise unclear(table, "labels-unclear")  # what is known of an item is nobody's label
        _refuse_long(table, kept.columns[0])
    matrix = grid_matrix(kept, layout, settings)
    matrix = matrix.noting(*vocabulary.only_right(kept.columns, matrix.classes))
    if layout is LabelLayout.ITEMS and settings.layout is None and (named := grids.named_beside(kept, settings)):
        # Names of people or items are nobody's labels.
        known = [name for name in named if not vocabulary.called(name, "annotator")]
        without = " ".join(f"--without {shlex.quote(name)}" for name in known) if known == named else ""
        raise unclear(table, "labels-unclear", options=[*proposals_for(table), without])
    strange = chance.doubts(kept, settings) if layout is LabelLayout.ITEMS else []
    if layout is LabelLayout.ITEMS and settings.layout is None:
        _refuse_nobodys(table, kept, strange, settings)
    matrix = matrix.noting(
        *(message("labels-at-chance", column=each.column, name=shlex.quote(each.column)) for each in strange)
    )
    columns = set(kept.columns)
    used = [place for place, name in enumerate(table.names) if name in columns]
    refuse_silly(table, used or range(table.width), matrix, settings)
    # Columns that are called as labels are: the first row may be no header but the first item.
    names = set(filter(None, kept.columns))
    if table.names and not _named(grid) and names and names <= set(chain.from_iterable(kept.cells)):
        matrix = matrix.noting(message("agreement-header-of-labels", row=", ".join(filter(None, table.names))))
    if len(kept.columns) == 1 and vocabulary.says_verdict(kept.columns[0]):
        return matrix.noting(message("agreement-verdict-alone", column=kept.columns[0]))
    if settings.layout or _named(grid):
        return matrix
    return matrix.noting(message("agreement-maybe-votes" if _whole_numbers(kept) else "agreement-which-way-round"))


def _annotators_of_one_question(
    table: LabelTable, grid: Grid, settings: LabelSettings
) -> tuple[Grid, Grid, LabelSettings]:
    """The columns of the question asked for, those of them that are annotators', and the settings without the question.

    An error asks which question is meant where several stand side by side.
    """
    asked = settings.question is not None
    grid, settings = _one_question(grid, settings)
    begin = [place for place, name in enumerate(grid.columns) if name.startswith(settings.question or " ")]
    if settings.question and 1 < len(begin) < len(grid.columns):
        grid, settings = grid.taken(begin), replace(settings, question=None)
    kept = grids.without_majority(grids.without_foreign(grids.without_compared(grid), settings), settings)
    if len(kept.columns) < min(2, len(grid.columns)):  # what people say of the same items is not all different
        raise unclear(table, "labels-unclear")
    other = None if asked else grids.says_otherwise(kept, _left_out(table, kept, settings), settings)
    if other:
        raise table.file.error("labels-other-words", name=other[0], option=shlex.quote(other[0]), words=other[1])
    apart = grids.second_question(kept, settings)
    if apart:
        stems = {name: re.split(r"[_.: -]", name)[0] for name in kept.columns}
        first = {stem for name, stem in stems.items() if name not in apart}
        options = " ".join(f"--without {shlex.quote(name)}" for name in apart)
        if len(first) == 1 and first.isdisjoint(stems[name] for name in apart):
            options = f"--question {shlex.quote(*first)}"
        raise unclear(table, "labels-blocks", options=options, names=", ".join(apart))
    _refuse_crossed(table, grids.crossed_questions(kept, settings) or grids.crossed_questions(grid, settings))
    return grid, kept, settings


def _left_out(table: LabelTable, kept: Grid, settings: LabelSettings) -> dict[str, Sequence[str]]:
    """The columns of a table that were left out though their names do not say that they are something else."""
    if len(kept.rows) != len(table.rows) or not table.names:
        return {}
    return {
        name: table.column(place)
        for place, name in enumerate(table.names)
        if name not in (*kept.columns, *settings.without, kept.row_word)
        and not vocabulary.called(name, "item", "label", "aside", "count", "gold")
        and not (vocabulary.says_verdict(name) or vocabulary.says_beside(name) or vocabulary.says_circumstance(name))
        and not (vocabulary.says_position(name) or vocabulary.says_identifier(name))
    }


def _refuse_nobodys(table: LabelTable, kept: Grid, strange: Sequence[chance.Doubt], settings: LabelSettings) -> None:
    """Refuse columns that seem to be nobody's labels.

    They are scores of classes, or what people in rows have judged, or they count or group the rows and agree with
    nobody: that is known of the items.
    """
    if chance.are_scores(kept, settings):
        raise table.file.error("labels-scores", names=", ".join(kept.columns[:_SHOWN]))
    if chance.lies_across(kept, settings):
        raise unclear(table, "labels-across", options=["--layout annotators", "--layout items"])
    names = [each.column for each in strange if each.counts]
    if names:
        without = " ".join(f"--without {shlex.quote(name)}" for name in names)
        raise unclear(table, "labels-counting", options=[without, "--layout items"], names=", ".join(names))


def _refuse_key(table: LabelTable) -> None:
    """Refuse a table whose rows are named by several columns together: each of them would be taken for an annotator."""
    key = leading_key(table)
    if not key:
        return
    votes = [[whole(cell or "0") for cell in row[len(key) :]] for row in table.rows]
    totals = {sum(cell or 0 for cell in row) for row in votes if None not in row}
    equal = len(totals) == 1 and not any(None in row for row in votes)
    layouts = (LabelLayout.COUNTS, LabelLayout.ITEMS) if equal else (LabelLayout.ITEMS,)
    options = [f"--item {shlex.quote(','.join(key))} --layout {layout}" for layout in layouts]
    raise unclear(table, "labels-key-wide", options=options, names=", ".join(key))


def _refuse_long(table: LabelTable, label: str) -> None:
    """Refuse one column of labels beside two that name each of its rows together, as items and annotators do."""
    others = [place for place, name in enumerate(table.names) if name != label]
    sizes = {place: len(table.coded(place).names) for place in others}
    rows = table.lines.size
    again = [place for place in others if 1 < sizes[place] <= rows / 1.5]
    for one, two in combinations(sorted(again, key=lambda place: -sizes[place])[:_LIKELY], 2):
        if len(set(zip(table.coded(one).codes.tolist(), table.coded(two).codes.tolist(), strict=True))) == rows:
            names = [shlex.quote(table.called(place)) for place in (one, two, table.names.index(label))]
            ways = [(one, names), (two, [names[1], names[0], names[2]])]
            ways = [way for way in ways if not vocabulary.called(table.called(way[0]), "annotator")] or ways
            options = ["--item {} --annotator {} --label {}".format(*each) for _, each in ways]
            raise unclear(table, "labels-unclear", options=options)


def _one_question(grid: Grid, settings: LabelSettings) -> tuple[Grid, LabelSettings]:
    """The columns of the question asked for, called after annotators, where several questions stand side by side."""
    crossing = grids.crossed_questions(grid, settings) if settings.question else None
    if crossing is None or settings.question is None or settings.question not in crossing.columns:
        return grid, settings
    asked = crossing.columns[settings.question]
    kept = grid.taken([grid.columns.index(name) for name in asked.values()])
    return replace(kept, columns=tuple(asked)), replace(settings, question=None)


def _refuse_crossed(table: LabelTable, crossing: grids.Crossing | None) -> None:
    """Refuse several questions side by side: their answers are no annotators of each other."""
    if crossing is None:
        return
    people = list(next(iter(crossing.columns.values())))
    asked = list(crossing.questions[:_ASKED])
    if not crossing.sure:  # it may be the other part of the names: both are shown
        asked[1:] = people[: _ASKED - 1]
    raise unclear(
        table,
        "labels-crossed",
        options=[
            *(f"--question {shlex.quote(name)}" for name in asked),
            *([] if crossing.sure else ["--layout items"]),
        ],
        questions=", ".join(crossing.questions[:_SHOWN]),
        names=", ".join(people[:_SHOWN]),
    )


def _orientation(grid: Grid) -> LabelLayout:
    """Whether rows are items or annotators: by the names of columns, otherwise there are more items."""
    if vocabulary.called(grid.row_word, "annotator"):
        return LabelLayout.ANNOTATORS
    if vocabulary.called(grid.row_word, "item"):
        return LabelLayout.ITEMS
    plain = [vocabulary.plain(name) for name in grid.columns]
    if sum(map(vocabulary.says_annotator, grid.columns)) > len(plain) / 2:
        return LabelLayout.ITEMS
    if sum(name in vocabulary.ITEM for name in plain) > len(plain) / 2:
        return LabelLayout.ANNOTATORS
    return LabelLayout.ITEMS if len(grid.rows) >= len(grid.columns) else LabelLayout.ANNOTATORS


def _named(grid: Grid) -> bool:
    """Whether names say what rows and columns are; names of items say it only where the cells cannot be votes."""
    names = (grid.row_word, *grid.columns)
    known = any(vocabulary.called(name, "item") for name in names)
    return any(map(vocabulary.says_annotator, names)) or (known and not _whole_numbers(grid))


def _whole_numbers(grid: Grid, *, blank: bool = False) -> bool:
    """Whether every cell could be a number of votes for one of several classes, and some cells are more than one.

    Pivot tables leave the cell blank where there is no vote.
    """
    if len(grid.columns) < 2:
        return False
    numbers = [0 if blank and not cell else whole(cell) for row in grid.cells for cell in row]
    return all(number is not None for number in numbers) and max((number or 0 for number in numbers), default=0) > 1


def _are_votes(grid: Grid, headed: bool) -> bool:
    """Whether cells count votes per class instead of holding labels.

    The votes of an item add up to the number of its voters, so that what one class gets another lacks: the sums of
    rows are equal, or vary much less than columns that know nothing of each other would make them. Labels of
    annotators who agree at all do the contrary. Where a column held the sums, it is enough that they vary less.
    """
    if any(map(vocabulary.says_annotator, (grid.row_word, *grid.columns))) or not _whole_numbers(grid, blank=True):
        return False
    blanks = any(not cell for row in grid.cells for cell in row)
    several = len({cell for row in grid.cells for cell in row if cell}) > 2
    votes = np.array([[whole(cell) or 0 for cell in row] for row in grid.cells], np.float64)
    totals = votes.sum(axis=1)
    apart = float(votes.var(axis=0).sum())
    if apart == 0 or float(np.median(totals)) < 2:
        return False
    unnamed = not headed or all(name.isdigit() for name in grid.columns)
    if float(totals.var()) == 0:
        return len(totals) >= (5 if unnamed or blanks else 3) and (several or not blanks)
    if grid.total:
        return bool((votes == 0).any()) and float(totals.var()) < apart
    empty = not blanks and bool((votes == 0).any(axis=1).mean() > 0.5) and len(grid.columns) <= len(totals)
    near = max(_NEAR, 1 - _ERRORS * math.sqrt(2 / (len(totals) - 1))) if len(totals) > 1 else _NEAR
    return empty and len(totals) >= (16 if unnamed else 8) and float(totals.var()) < near * apart


def _from_votes(grid: Grid, settings: LabelSettings) -> LabelMatrix:
    grid.file.refuse_question(settings)
    if len(grid.columns) < 2:
        raise grid.file.error("agreement-votes-in-one-column", line=grid.lines[0], column=repr(grid.columns[0]))
    votes = np.zeros((len(grid.rows), len(grid.columns)), np.int64)
    for number, (row, line) in enumerate(zip(grid.cells, grid.lines, strict=True)):
        for place, cell in enumerate(row):
            count = 0 if cell in settings.missing else whole(cell)
            if count is None:
                raise grid.file.error("agreement-cell-no-votes", line=line, field=grid.columns[place], cell=repr(cell))
            votes[number, place] = count
    if not votes.any():
        raise grid.file.impossible("agreement-no-vote-in-table")
    totals = votes.sum(axis=1)
    equal = "-equal" if totals.min() == totals.max() else ""
    said = message(
        f"agreement-read-counts{equal}",
        items=len(grid.rows),
        classes=len(grid.columns),
        fewest=int(totals.min()),
        most=int(totals.max()),
    )
    names, classes = grid.unique_rows(), settings.labelling.classes or grid.columns
    strange = [name for name in (*grid.columns, *classes) if name not in grid.columns or name not in classes]
    if strange:
        raise grid.file.impossible("agreement-class-no-column", name=repr(strange[0]))
    ordered = votes[:, [grid.columns.index(name) for name in classes]]
    matrix = from_counts(ordered, items=names, classes=classes, scale=settings.labelling.scale)
    return matrix.noting(said, *grid.notes, *([] if settings.layout else [message("agreement-maybe-labels")]))
