"""The tables of a report as LaTeX, for a paper: booktabs rules, nothing to mend by hand."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from anaphor.report.cells import cell_text, figure_columns
from anaphor.report.markdown import printed, table_of, table_of_cards
from anaphor.section import Block, Cards, Drawing, Report, Section, Table, Text
from anaphor.text import speaking, visible

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
    """Every table of the report with the cautions of its section, and the table behind every figure.

    Long ones go over pages.
    """
    blocks = [_HEAD]
    with speaking(report.interface):
        for section in printed(report).sections:
            tables = [table for part in section.parts if (table := _as_table(part)) is not None and table.columns]
            blocks += [f"% {latex_text(section.title)}"] if tables and section.title else []
            name = re.sub(r"[^A-Za-z0-9]+", "-", section.id)
            cautions = _cautions(section)
            for number, table in enumerate(tables, 1):
                blocks.append(_table(table, rf"\label{{tab:{name}-{number}}}", cautions))
    return "\n\n".join(blocks) + "\n"


def _as_table(part: Block) -> Table | None:
    """A block as a table for a paper; None where it is none."""
    if isinstance(part, Table):
        return part
    if isinstance(part, Drawing):
        return table_of(part)
    return table_of_cards(part) if isinstance(part, Cards) else None


def _cautions(section: Section) -> list[str]:
    """What must be known before a number of a section is read: a table that is pasted into a paper takes it along."""
    texts = [line for part in section.parts if isinstance(part, Text) and part.caution for line in part.lines]
    return [*([section.stamp] if section.stamp else []), *texts]


def _table(table: Table, label: str, cautions: Sequence[str] = ()) -> str:
    """A table that floats, no wider than the line; a long one goes on over the pages, its column names on each."""
    cells = [[cell_text(cell, table.digits) for cell in row] for row in table.rows]
    caption = rf"\caption{{{latex_text(table.caption)}}}{label}" if table.caption else ""
    head, body = [r"\toprule", _row(table.columns), r"\midrule"], list(map(_row, cells))
    if len(cells) < _LONG:
        begin = [r"\begin{table}[htbp]", r"\centering", caption, rf"\fitted{{\begin{{tabular}}{{{_places(table)}}}"]
        note = [rf"\par\smallskip\parbox{{\linewidth}}{{\footnotesize {latex_text(said)}}}" for said in cautions]
        lines = [*begin, *head, *body, r"\bottomrule", r"\end{tabular}}", *note, r"\end{table}"]
    else:
        fit = fit_of(table, cells)
        lines = [
            r"\begin{landscape}" if fit.turned else "",
            rf"\begingroup{fit.size}\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}",
            rf"\begin{{longtable}}{{{fit.places}}}",
            rf"{caption}\\" if caption else "",
            *(*head, r"\endfirsthead", *head, r"\endhead", r"\bottomrule", r"\endfoot", *body),
            r"\end{longtable}",
            r"\endgroup",
            *(rf"{{\footnotesize {latex_text(said)}\par}}" for said in cautions),
            r"\end{landscape}" if fit.turned else "",
        ]
    return "\n".join(filter(None, lines))


def _places(table: Table) -> str:
    """Where the cells of each column stand: names to the left, figures to the right, sentences in lines that break."""
    if not table.rows:
        return "l" * len(table.columns)
    columns = zip(*table.rows, strict=True)
    long = [any(isinstance(cell, str) and len(cell) > _SENTENCE for cell in column) for column in columns]
    width = rf"p{{{_SENTENCES_SHARE / max(1, sum(long)):.2f}\linewidth}}"
    sides = zip(long, figure_columns(table.rows), strict=True)
    return "".join(width if sentence else "r" if figures else "l" for sentence, figures in sides)


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


class Fit(NamedTuple):
    """How a table is set."""

    size: str
    """The command for the size of type; empty for that of the text."""
    places: str
    """Where the cells of each column stand, as `longtable` wants it."""
    turned: bool
    """True: on its side."""


class _Column(NamedTuple):
    """What decides the width of a column."""

    longest: int
    """Letters of its longest cell."""
    least: int
    """Letters that it needs side by side."""
    breaks: bool
    figures: bool


def fit_of(table: Table, cells: Sequence[Sequence[str]]) -> Fit:
    """The largest type in which the table fits the line; on its side where it never does upright."""
    columns = []
    sides = zip(zip(table.columns, *cells, strict=True), figure_columns(table.rows), strict=True)
    for number, (column, figures) in enumerate(sides):
        longest = max(map(len, column))
        word = max((len(word) for cell in column for word in cell.split(" ")), default=0)
        breaks = not figures and longest > (_WHOLE if number else _SENTENCE)
        least = max(word, min(longest, _SIDE_BY_SIDE)) if breaks else longest
        columns.append(_Column(longest, least, breaks, figures))
    for turned, line in ((False, _UPRIGHT), (True, _TURNED)):
        for size, letter in _SIZES.items():
            left = line - GAP * len(columns) - letter * sum(each.least for each in columns)
            if left >= 0 and (turned or size != r"\tiny"):
                return Fit(size, _widths(columns, left, letter, line), turned)
    return Fit(r"\tiny", _widths(columns, 0.0, _SIZES[r"\tiny"], _TURNED), turned=True)


def _widths(columns: Sequence[_Column], left: float, letter: float, line: float) -> str:
    """The places of the cells; what is left of the line goes to the columns that break, more to those with more."""
    wish = sum((each.longest - each.least) ** 0.5 for each in columns)
    places = []
    for each in columns:
        more = left * (each.longest - each.least) ** 0.5 / wish if wish else 0.0
        width = min(each.longest * letter, each.least * letter + more)
        whole = "r" if each.figures else "l"
        places.append(rf"p{{{width / line:.3f}\linewidth}}" if each.breaks else whole)
    return "".join(places)


# --------------------------------------------- text in which nothing is a command and no letter stops the run

_NAMED = "backslash asciitilde asciicircum asciigrave less greater bar quotedbl"
_RELATIONS = r"- \times \circ \rightarrow \geq \leq \neq \approx \infty"
_GREEK = r"\alpha \beta \gamma \delta \theta \kappa \lambda \mu \rho \sigma \tau \chi \Delta"
_WRITTEN = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    **{sign: rf"\text{name}{{}}" for sign, name in zip('\\~^`<>|"', _NAMED.split(), strict=True)},
    **{sign: f"${name}$" for sign, name in zip("−✗○→≥≤≠≈∞", _RELATIONS.split(), strict=True)},
    **{letter: f"${name}$" for letter, name in zip("αβγδθκλμρστχΔ", _GREEK.split(), strict=True)},
    "[": "{[}",
    "*": "{*}",
    "\n": " ",
    "\t": " ",
    "–": "--",
    "—": "---",
    "✓": r"\checkmark{}",
    "…": r"\dots{}",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "\u00a0": "~",
    "\ufffd": r"\textquestiondown{}",
}
"""Letters that LaTeX would take for a command, or does not have."""
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
    written = []
    for each, following in zip_longest(seen, seen[1:], fillvalue=""):
        if each in _JOINING and each == following:
            written.append(each + "{}")
        elif each in _WRITTEN:
            written.append(_WRITTEN[each])
        else:
            written.append(each if _PRINTED.fullmatch(each) else rf"\otherletter{{{each}}}{{{ord(each):04X}}}")
    return "".join(written)
