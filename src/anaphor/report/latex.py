"""The tables of a report as LaTeX, for a paper: booktabs rules, nothing to mend by hand."""

from anaphor.report.drawing import Drawing
from anaphor.report.markdown import table_of
from anaphor.report.section import Report, Table, cell_text, figure_columns

_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "✓": r"\checkmark{}", "–": "--", "−": "$-$",
    "κ": r"$\kappa$", "α": r"$\alpha$", "θ": r"$\theta$", "τ": r"$\tau$", "≥": r"$\geq$", "≤": r"$\leq$",
    "\u202f": r"\,", "\u00a0": "~", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "[": "{[}", "*": "{*}", "→": r"$\rightarrow$", "✗": r"$\times$", "○": r"$\circ$", "\n": " ",
}  # fmt: skip
_HEAD = "% needs \\usepackage{booktabs,amssymb,longtable}"
_LONG = 40
"""Rows from which on a table may go over pages."""
_SENTENCE = 60
"""Letters of a cell from which on it is a sentence."""
_SENTENCES_SHARE = 0.6
"""Share of a line that the columns with sentences take together."""


def latex_of(report: Report) -> str:
    """Every table of the report, and the table behind every figure; long ones go over pages."""
    parts = [part for section in report.sections for part in section.parts if isinstance(part, Table | Drawing)]
    tables = [table_of(part) if isinstance(part, Drawing) else part for part in parts]
    return "\n\n".join([_HEAD, *(_table(table, report.interface) for table in tables)]) + "\n"


def _table(table: Table, interface: str) -> str:
    rows = [_row([cell_text(cell, table.digits, interface) for cell in row]) for row in table.rows]
    caption = rf"\caption{{{_escape(table.caption)}}}" if table.caption else ""
    return "\n".join(line for line in (_long if len(rows) >= _LONG else _short)(table, rows, caption) if line)


def _short(table: Table, rows: list[str], caption: str) -> list[str]:
    """A table that floats."""
    begin = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{_places(table)}}}", r"\toprule"]
    end = [r"\bottomrule", r"\end{tabular}", caption, r"\end{table}"]
    return [*begin, _row(table.columns), r"\midrule", *rows, *end]


def _long(table: Table, rows: list[str], caption: str) -> list[str]:
    """A table that goes on over the pages, under its column names on each."""
    begin = [rf"\begin{{longtable}}{{{_places(table)}}}", rf"{caption}\\" if caption else ""]
    head = [r"\toprule", _row(table.columns), r"\midrule"]
    return [*begin, *head, r"\endfirsthead", *head, r"\endhead", r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}"]


def _places(table: Table) -> str:
    """Where the cells of each column stand: names to the left, figures to the right, sentences in lines that break."""
    if not table.rows:
        return "l" * len(table.columns)
    long = [
        any(isinstance(cell, str) and len(cell) > _SENTENCE for cell in column)
        for column in zip(*table.rows, strict=True)
    ]
    width = rf"p{{{_SENTENCES_SHARE / max(1, sum(long)):.2f}\linewidth}}"
    return "".join(width if sentence else "r" if figures else "l"
                   for sentence, figures in zip(long, figure_columns(table.rows), strict=True))  # fmt: skip


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return " & ".join(_escape(cell) for cell in cells) + r" \\"


def _escape(text: str) -> str:
    """The text as LaTeX prints it; a [ or * that began a row would belong to the end of the row before."""
    return "".join(_ESCAPES.get(each, each if each.isprintable() else "") for each in text)
