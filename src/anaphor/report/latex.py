"""The tables of a report as LaTeX, for a paper: booktabs rules, nothing to mend by hand."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from anaphor.report.cells import cell_text, figure_columns
from anaphor.report.markdown import printed, table_of
from anaphor.section import Drawing, Report, Section, Table
from anaphor.text import visible

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


# ------------------------------------------------------------- how a long table fits the line of an article

GAP = 6.0
"""Between two columns, in points."""
_SIZES = {"": 5.1, r"\small": 4.7, r"\footnotesize": 4.4, r"\scriptsize": 4.1, r"\tiny": 3.5}
"""Width of a letter in each size of type, in points: Computer Modern is wider where it is small."""
_UPRIGHT, _TURNED = 345.0, 540.0
"""Width of the line, in points."""
_WHOLE = 16
"""Most letters of a cell that never breaks into lines."""
_SIDE_BY_SIDE = 20
"""Letters that a line of a broken cell has at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How a table is set."""

    size: str
    """The command for the size of type; empty for that of the text."""
    places: str
    """Where the cells of each column stand, as `longtable` wants it."""
    turned: bool
    """True: on its side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """What decides the width of a column."""

    longest: int
    """Letters of its longest cell."""
    word: int
    """Letters of its longest word."""
    breaks: bool
    """Whether its cells may break into lines."""
    figures: bool
    """Whether it holds figures only."""

    @property
    def least(self) -> int:
        """Letters that it needs side by side."""
        return max(self.word, min(self.longest, _SIDE_BY_SIDE)) if self.breaks else self.longest


def fit_of(table: Table, cells: Sequence[Sequence[str]]) -> Fit:
    """The largest type in which the table fits the line; on its side where it never does upright."""
    columns = _columns(table, cells)
    for turned, line in ((False, _UPRIGHT), (True, _TURNED)):
        for size, letter in _SIZES.items():
            left = line - GAP * len(columns) - letter * sum(each.least for each in columns)
            if left >= 0 and (turned or size != r"\tiny"):
                return Fit(size=size, places=_widths(columns, left, letter, line), turned=turned)
    return Fit(size=r"\tiny", places=_widths(columns, 0.0, _SIZES[r"\tiny"], _TURNED), turned=True)


def _columns(table: Table, cells: Sequence[Sequence[str]]) -> list[_Column]:
    columns = []
    for number, (column, figures) in enumerate(
        zip(zip(table.columns, *cells, strict=True), figure_columns(table.rows), strict=True)
    ):
        longest = max(map(len, column))
        breaks = not figures and longest > (_WHOLE if number else _SENTENCE)
        word = max((len(word) for cell in column for word in cell.split(" ")), default=0)
        columns.append(_Column(longest=longest, word=word, breaks=breaks, figures=figures))
    return columns


def _widths(columns: Sequence[_Column], left: float, letter: float, line: float) -> str:
    """The places of the cells; what is left of the line goes to the columns that break, more to those with more."""
    wish = sum((each.longest - each.least) ** 0.5 for each in columns)
    places = []
    for each in columns:
        if not each.breaks:
            places.append("r" if each.figures else "l")
            continue
        more = left * (each.longest - each.least) ** 0.5 / wish if wish else 0.0
        width = min(each.longest * letter, each.least * letter + more)
        places.append(rf"p{{{width / line:.3f}\linewidth}}")
    return "".join(places)


# --------------------------------------------- text in which nothing is a command and no letter stops the run

_WRITTEN = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": "{[}",
    "*": "{*}",
    "\n": " ",
    "\t": " ",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "✓": r"\checkmark{}",
    "✗": r"$\times$",
    "○": r"$\circ$",
    "→": r"$\rightarrow$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "θ": r"$\theta$",
    "κ": r"$\kappa$",
    "λ": r"$\lambda$",
    "μ": r"$\mu$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "τ": r"$\tau$",
    "χ": r"$\chi$",
    "Δ": r"$\Delta$",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "\u00a0": "~",
    "…": r"\dots{}",
    "\ufffd": r"\textquestiondown{}",
}
_PRINTED = re.compile(
    r"[ -~\u00a1-\u00b7\u00b9-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165"
    r"\u0168-\u017e\u0218-\u021b\u1e9e\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2030\u2039\u203a"
    r"\u20ac\u2122]"
)
"""What pdfLaTeX prints with the T1 fonts, without another package."""
_JOINING = "-,'"
"""Letters that LaTeX would join with the same one: two hyphens become a dash, two commas a quotation mark."""
_BEFORE_STOP = re.compile("\u202f(?=[;:!?])")
"""The narrow space of French, which babel makes by itself out of a plain one that does not break."""


def latex_text(text: str) -> str:
    r"""The text as LaTeX prints it; a [ or * that began a row would belong to the end of the row before.

    >>> latex_text("50 % of --all"), latex_text("模")
    ('50 \\% of -{}-all', '\\otherletter{模}{6A21}')
    """
    seen = _BEFORE_STOP.sub("\u00a0", visible(unicodedata.normalize("NFC", text)))
    return "".join(_letter(each, following) for each, following in zip_longest(seen, seen[1:], fillvalue=""))


def _letter(each: str, following: str) -> str:
    if each in _JOINING and each == following:
        return each + "{}"
    if each in _WRITTEN:
        return _WRITTEN[each]
    return each if _PRINTED.fullmatch(each) else rf"\otherletter{{{each}}}{{{ord(each):04X}}}"
