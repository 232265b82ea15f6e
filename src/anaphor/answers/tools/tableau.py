"""The tables of Bregeon et al. (2019): header lines, comments with %, one row per annotator, a dot for no label."""

import re
from dataclasses import replace

from anaphor.answers.grid import Grid
from anaphor.answers.labelling import LabelLayout, LabelSettings
from anaphor.answers.matrix import LabelMatrix
from anaphor.answers.opening import LabelFile
from anaphor.answers.wide import grid_matrix
from anaphor.text import message

_TABLEAU_HEADER = re.compile(r"\s*(Nb\w+)\s*=\s*(\d{1,9})\s*$")
"""A header line of the authors, such as Nbannotateurs=9."""


def is_tableau(head: str) -> bool:
    """Whether the first line that is no comment is one of the authors' header lines."""
    first = next((line for line in head.split("\n") if line.strip() and not line.startswith("%")), "")
    return bool(_TABLEAU_HEADER.match(first))


def read_tableau(file: LabelFile, content: str, settings: LabelSettings) -> LabelMatrix:
    """A matrix from one of the authors' tables; where its header promises other sizes, a note says so."""
    stated: dict[str, int] = {}
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for number, line in enumerate(content.split("\n"), 1):
        header = _TABLEAU_HEADER.match(line)
        if header:
            stated[header[1]] = int(header[2])
        elif line.strip() and not line.startswith("%"):
            rows.append(tuple(cell.strip() for cell in line.rstrip().split("\t")))
            lines.append(number)
    if not stated:
        raise file.error("agreement-no-tableau", line=1)
    if not rows:
        raise file.error("agreement-no-row-of-labels")
    for row, place in zip(rows, lines, strict=True):
        if len(row) != len(rows[0]):
            raise file.error("agreement-tableau-row-length", line=place, labels=len(row), width=len(rows[0]))
    found = {"Nbannotateurs": len(rows), "Nbobservables": len(rows[0])}
    grid = Grid(
        file=file,
        rows=tuple(str(number + 1) for number in range(len(rows))),
        columns=tuple(str(number + 1) for number in range(len(rows[0]))),
        cells=tuple(rows),
        lines=tuple(lines),
        notes=tuple(
            message("agreement-header-differs", name=name, stated=stated[name], count=count)
            for name, count in found.items()
            if stated.get(name, count) != count
        ),
    )
    return grid_matrix(grid, LabelLayout.ANNOTATORS, replace(settings, missing=settings.missing | {"."}))
