"""The tables of a report as LaTeX, for a paper: booktabs rules, nothing to mend by hand."""

import re
from collections.abc import Iterator

from anaphor.report.cells import cell_text, figure_columns
from anaphor.report.latex_fit import GAP, fit_of
from anaphor.report.latex_letters import latex_text
from anaphor.report.markdown import table_of
from anaphor.report.printed import printed
from anaphor.section import Drawing, Report, Section, Table

_HEAD = r"""% Needs \usepackage[T1]{fontenc} and \usepackage{booktabs,longtable,lscape,amssymb,graphicx}.
% A letter that pdfLaTeX does not have is printed as its number; XeLaTeX and LuaLaTeX print it where the font has it.
\DeclareRobustCommand*{\otherletter}[2]{\ifdefined\Umathcode#1\else\texttt{U+#2}\fi}
% A table that is wider than the line is made to fit.
\DeclareRobustCommand{\fitted}[1]{\sbox0{#1}\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi}"""
_LONG = 40
"""Rows from which on a table may go over pages."""
_SENTENCE = 60
"""Letters of a cell from which on it is a sentence."""
_SENTENCES_SHARE = 0.6
"""Share of a line that the columns with sentences take together in a table that floats."""


def latex_of(report: Report) -> str:
    """Every table of the report, and the table behind every figure; long ones go over pages."""
    blocks = [block for section in printed(report).sections for block in _section(section, report.interface)]
    return "\n\n".join([_HEAD, *blocks]) + "\n"


def _section(section: Section, interface: str) -> Iterator[str]:
    parts = [part for part in section.parts if isinstance(part, Table | Drawing)]
    if parts:
        yield f"% {latex_text(section.title)}"
    name = re.sub(r"[^A-Za-z0-9]+", "-", section.id)
    for number, part in enumerate(parts, 1):
        table = table_of(part) if isinstance(part, Drawing) else part
        yield _table(table, rf"\label{{tab:{name}-{number}}}", interface)


def _table(table: Table, label: str, interface: str) -> str:
    cells = [[cell_text(cell, table.digits, interface) for cell in row] for row in table.rows]
    caption = rf"\caption{{{latex_text(table.caption)}}}{label}" if table.caption else ""
    return "\n".join(line for line in (_long if len(cells) >= _LONG else _short)(table, cells, caption) if line)


def _short(table: Table, cells: list[list[str]], caption: str) -> list[str]:
    """A table that floats, no wider than the line."""
    begin = [r"\begin{table}[htbp]", r"\centering", caption, rf"\fitted{{\begin{{tabular}}{{{_places(table)}}}"]
    body = [r"\toprule", _row(table.columns), r"\midrule", *map(_row, cells), r"\bottomrule"]
    return [*begin, *body, r"\end{tabular}}", r"\end{table}"]


def _places(table: Table) -> str:
    """Where the cells of each column stand: names to the left, figures to the right, sentences in lines that break."""
    if not table.rows:
        return "l" * len(table.columns)
    long = [
        any(isinstance(cell, str) and len(cell) > _SENTENCE for cell in column)
        for column in zip(*table.rows, strict=True)
    ]
    width = rf"p{{{_SENTENCES_SHARE / max(1, sum(long)):.2f}\linewidth}}"
    return "".join(
        width if sentence else "r" if figures else "l"
        for sentence, figures in zip(long, figure_columns(table.rows), strict=True)
    )


def _long(table: Table, cells: list[list[str]], caption: str) -> list[str]:
    """A table that goes on over the pages, under its column names on each; on its side where it is too wide."""
    fit = fit_of(table, cells)
    turn = ([r"\begin{landscape}"], [r"\end{landscape}"]) if fit.turned else ([], [])
    begin = [
        *turn[0],
        rf"\begingroup{fit.size}\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}",
        rf"\begin{{longtable}}{{{fit.places}}}",
        rf"{caption}\\" if caption else "",
    ]
    head = [r"\toprule", _row(table.columns), r"\midrule"]
    heads = [*head, r"\endfirsthead", *head, r"\endhead", r"\bottomrule", r"\endfoot"]
    return [*begin, *heads, *map(_row, cells), r"\end{longtable}", r"\endgroup", *turn[1]]


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return " & ".join(map(latex_text, cells)) + r" \\"
