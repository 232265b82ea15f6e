"""Rows that hold several labels side by side, in columns with numbers, as batches of Mechanical Turk do.

`--label 'Answer.c*' --item 'Input.schema_*' --annotator WorkerId` reads column Answer.c0 as the label of the item in
Input.schema_0, and so on. Without `--item` each column of labels is an item, called by its name.
"""

import re
from collections.abc import Sequence

import numpy as np

from anaphor.agreement.labels.labelling import Column, numbered
from anaphor.agreement.labels.long import LongTable, long_matrix, wanted_rows
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.settings import ANNOTATOR_WORDS, ReadingSettings, plain_word
from anaphor.agreement.labels.table import TextTable
from anaphor.agreement.wording import remark
from anaphor.errors import InputError, UnknownNameError

_NUMBERED = re.compile(r"(.*?)\d+")


def names_groups(settings: ReadingSettings) -> bool:
    """Whether the user names groups of columns with a `*`."""
    return "*" in (settings.label or "") or "*" in (settings.item or "")


def read_batch(table: TextTable, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from columns side by side: each row holds as many labels as there are numbers."""
    if not settings.label or "*" not in settings.label:
        raise InputError("--item has a * and --label has none", todo="Write both alike: --label 'Answer.c*'.")
    labels = _group(table.names, settings.label)
    items = _items(table.names, settings, labels)
    both = [number for number in labels if number in items]
    if not both:
        raise InputError(f"no number stands in both {settings.item} and {settings.label}")
    people = _annotators(table, settings)
    rows = wanted_rows(table, settings)
    cells = [(row, number) for row in rows for number in both]
    item = numbered(
        table.rows[row][items[number]] if settings.item else table.names[labels[number]] for row, number in cells
    )
    long = LongTable(
        file=table.file,
        item=item,
        annotator=Column(codes=np.repeat(people.codes[rows], len(both)), names=people.names),
        label=numbered(table.rows[row][labels[number]] for row, number in cells),
        lines=np.array([table.lines[row] for row, _ in cells], np.int64),
    )
    said = remark(
        "read_batch", rows=len(rows), columns=len(both), labels=settings.label, items=settings.item or settings.label
    )
    return long_matrix(long, settings, [said])


def _group(names: Sequence[str], pattern: str) -> dict[str, int]:
    """The columns that a pattern names, by the number in the place of the star."""
    before, _, after = pattern.partition("*")
    found = {
        name[len(before) : len(name) - len(after)]: place
        for place, name in enumerate(names)
        if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)
    }
    wanted = {number: place for number, place in found.items() if number.isdigit()}
    if not wanted:
        raise UnknownNameError("group of columns", pattern, groups_of(names))
    return wanted


def _items(names: Sequence[str], settings: ReadingSettings, labels: dict[str, int]) -> dict[str, int]:
    if settings.item is None:
        return labels
    if "*" in settings.item:
        return _group(names, settings.item)
    if settings.item not in names:
        raise UnknownNameError("column", settings.item, names)
    raise InputError(
        f"several labels of a row would belong to the one item in {settings.item}",
        todo="Put a * in --item as well, or name one column of labels.",
    )


def _annotators(table: TextTable, settings: ReadingSettings) -> Column:
    """Who filled each row in: the column named, or known by its name; otherwise each row is somebody else."""
    name = settings.annotator
    if name is not None and name not in table.names:
        raise UnknownNameError("column", name, table.names)
    known = [place for place, each in enumerate(table.names) if plain_word(each) in ANNOTATOR_WORDS]
    place = table.names.index(name) if name is not None else known[0] if known else None
    if place is None:
        return numbered(str(number + 1) for number in range(len(table.rows)))
    return numbered(table.column(place))


def groups_of(names: Sequence[str]) -> list[str]:
    """The groups of two columns or more that differ in their last number, as patterns.

    >>> groups_of(["id", "c0", "c1", "x_1", "x_2"])
    ['c*', 'x_*']
    """
    stems = [found[1] for name in names if (found := _NUMBERED.fullmatch(name))]
    return [f"{stem}*" for stem in dict.fromkeys(stems) if stem and stems.count(stem) > 1]


def refuse_turk_batch(table: TextTable) -> None:
    """Refuse, with the options that would read it, a batch of Mechanical Turk whose labels are not clear."""
    plain = {plain_word(name) for name in table.names}
    if not {"hitid", "workerid", "assignmentid"} <= plain:
        return
    groups = groups_of(table.names)
    answers = [group for group in groups if group.startswith("Answer.")]
    inputs = [group for group in groups if group.startswith("Input.")]
    single = [name for name in table.names if name.startswith("Answer.") and not _NUMBERED.fullmatch(name)]
    shown = ", ".join([*answers, *single][:8]) or "none"
    example = f"--item '{inputs[0]}' --label '{answers[0]}'" if inputs and answers else "--label 'Answer.NAME'"
    raise table.file.error(
        f"this is a batch of Mechanical Turk, and which answers are labels is not clear ({shown})",
        line=1,
        todo=f"Say it, for example with {example} --annotator WorkerId --repeats first.",
    )
