"""The tables of Bregeon et al. (2019): header lines, comments with %, one row per annotator, a dot for no label."""

import re
from dataclasses import replace

from anaphor.agreement.labels.grid import Grid
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.settings import Layout, ReadingSettings
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.labels.wide import grid_matrix
from anaphor.agreement.wording import Remark, remark

_HEADER = re.compile(r"\s*(Nb\w+)\s*=\s*(\d+)\s*$")


def is_tableau(head: str) -> bool:
    """Whether the first line that is no comment is one of the authors' header lines."""
    first = next((line for line in head.split("\n") if line.strip() and not line.startswith("%")), "")
    return bool(_HEADER.match(first))


def read_tableau(file: LabelFile, text: str, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from one of the authors' tables; where its header promises other sizes, a note says so."""
    stated: dict[str, int] = {}
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        if header:
            stated[header[1]] = int(header[2])
        elif line.strip() and not line.startswith("%"):
            rows.append(tuple(cell.strip() for cell in line.rstrip().split("\t")))
            lines.append(number)
    if not stated:
        raise file.error("no header line such as Nbannotateurs=9 says that this is one of the authors' tables", line=1)
    if not rows:
        raise file.error("there is no row of labels in it")
    for row, place in zip(rows, lines, strict=True):
        if len(row) != len(rows[0]):
            raise file.error(f"this row has {len(row)} labels and the first one {len(rows[0])}", line=place)
    grid = Grid(
        file=file,
        rows=tuple(str(number + 1) for number in range(len(rows))),
        columns=tuple(str(number + 1) for number in range(len(rows[0]))),
        cells=tuple(rows),
        lines=tuple(lines),
        notes=_surprises(stated, len(rows), len(rows[0])),
    )
    return grid_matrix(grid, Layout.ANNOTATORS, replace(settings, missing=settings.missing | {"."}))


def _surprises(stated: dict[str, int], annotators: int, items: int) -> tuple[Remark, ...]:
    found = {"Nbannotateurs": annotators, "Nbobservables": items}
    return tuple(
        remark("header_differs", name=name, stated=stated[name], count=count)
        for name, count in found.items()
        if stated.get(name, count) != count
    )
