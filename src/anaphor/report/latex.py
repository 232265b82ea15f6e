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


def latex_of(report: Report) -> str:
    """Every table of the report, and the table behind every figure, one `table` each."""
    parts = [part for section in report.sections for part in section.parts if isinstance(part, Table | Drawing)]
    tables = [table_of(part) if isinstance(part, Drawing) else part for part in parts]
    return (
        "\n\n".join(["% needs \\usepackage{booktabs,amssymb}", *(_table(table, report.interface) for table in tables)])
        + "\n"
    )


def _table(table: Table, interface: str) -> str:
    lines = [r"\begin{table}", r"\centering"]
    lines += [rf"\begin{{tabular}}{{{_places(table)}}}", r"\toprule"]
    lines += [_row(table.columns), r"\midrule"]
    lines += [_row([cell_text(cell, table.digits, interface) for cell in row]) for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*lines, *([rf"\caption{{{_escape(table.caption)}}}"] if table.caption else []), r"\end{table}"])


def _places(table: Table) -> str:
    """Where the cells of each column stand: names to the left, figures to the right."""
    return "".join("r" if each else "l" for each in figure_columns(table.rows)) or "l" * len(table.columns)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return " & ".join(_escape(cell) for cell in cells) + r" \\"


def _escape(text: str) -> str:
    """The text as LaTeX prints it; a [ or * that began a row would belong to the end of the row before."""
    return "".join(_ESCAPES.get(each, each if each.isprintable() else "") for each in text)
