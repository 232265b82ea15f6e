"""A figure with the numbers in it: colours, axes, and how it is written.

Colours are Okabe and Ito's, which colour-blind readers tell apart; lines also differ in marker and dash, so that grey
prints can be read. Every figure carries the table behind it.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from html import escape, unescape
from io import StringIO
from os import PathLike
from pathlib import Path
from textwrap import wrap
from threading import RLock
from typing import TYPE_CHECKING, Any

from anaphor.errors import InputError, OutputError
from anaphor.result import Result
from anaphor.section import Drawing, Figure, Report, Section
from anaphor.text import interface, number, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as MatplotlibFigure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
"""Okabe and Ito (2008), the yellow left out: it vanishes on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
_ONE_AT_A_TIME = RLock()
"""Settings of matplotlib are those of all threads: two at once would get each other's, and leave theirs behind."""
_LETTERS = 11
"""Most letters of a title for each inch that a figure is wide: longer ones go on below."""
_KINDS = (".svg", ".png", ".pdf")


def new_axes(
    title: str, across: str, up: str, *, size: tuple[float, float] = (7.2, 4.6)
) -> "tuple[MatplotlibFigure, Axes]":
    """A figure with one pair of axes in the house's manner."""
    from matplotlib.figure import Figure as MatplotlibFigure

    figure = MatplotlibFigure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title("\n".join(wrap(title, int(_LETTERS * size[0]))), fontsize=11, loc="left")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    plain(axes)
    return figure, axes


def plain(axes: "Axes") -> None:
    """Give axes the house's manner: a light grid, no frame, numbers as the language writes them."""
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if interface() == "fr":
        from matplotlib.ticker import ScalarFormatter

        class CommaFormatter(ScalarFormatter):
            def __call__(self, x: float, pos: int | None = None) -> str:
                return str(super().__call__(x, pos)).replace(".", ",")

        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(CommaFormatter())


def line(axes: "Axes", number: int, name: str, across: Sequence[float], up: Sequence[float]) -> None:
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    how: dict[str, Any] = {"linestyle": DASHES[number % len(DASHES)], "markersize": 4.5, "linewidth": 1.5}
    axes.plot(across, up, color=colour, marker=marker, label=name, **how)


def band(axes: "Axes", across: Sequence[float], low: Sequence[float], high: Sequence[float], name: str = "") -> None:
    """The range around the first line."""
    axes.fill_between(across, low, high, color=COLOURS[0], alpha=0.15, linewidth=0, label=name or None)


def named_shares(axes: "Axes", names: Sequence[str]) -> None:
    """Names down the side, the first on top, and shares from 0 to 1 across."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    in_percent(axes, across=True)


def in_percent(axes: "Axes", *, across: bool = False) -> None:
    """Label an axis of shares from 0 to 1 in per cent, with as many digits as its steps need."""
    axis = axes.xaxis if across else axes.yaxis
    spoken = interface()  # the label is written later, when another language may be spoken
    axis.set_major_formatter(lambda value, _: percent_label(value, spoken))


def percent_label(share: float, language: str = "en") -> str:
    """A share on an axis, in per cent.

    >>> percent_label(0.175), percent_label(0.1 + 0.2, "fr"), percent_label(0.025, "fr")
    ('17.5 %', '30\\xa0%', '2,5\\xa0%')
    """
    return number(round(100 * share, 6), "g", language) + ("\u00a0%" if language == "fr" else " %")


def legend(axes: "Axes") -> None:
    axes.legend(fontsize=9, framealpha=0.85, edgecolor="none")


def svg_of(drawing: Drawing) -> str:
    """The figure as SVG text that is the same for the same numbers, to stand inside a page."""
    from matplotlib import rc_context

    text = StringIO()
    settings = rc_context({"svg.hashsalt": "anaphor", "svg.fonttype": "none", "font.family": "sans-serif"})
    with _ONE_AT_A_TIME, settings, lettered(drawing.figure):
        drawing.figure.savefig(text, format="svg", metadata={"Date": None, "Title": letters(drawing.title)})
    return text.getvalue()[text.getvalue().index("<svg") :]


_GROUP = re.compile(r'<g id="(hover-\d+)">(.*?)(?=<g id="|\Z)', re.DOTALL)
_HEAD = re.compile(r"<(title|metadata|defs)>.*?</\1>", re.DOTALL)
_STYLE = re.compile(r'style="([^"]*)"')


def hoverable_svg(drawing: Drawing) -> str:
    """The figure as SVG for a page whose policy allows no styles; each point and bar says what it is when pointed at.

    What matplotlib writes as styles are attributes here, which mean the same and which the policy lets be.
    """
    said: dict[str, list[str]] = {}
    for axes in drawing.figure.axes:
        boxes = {id(each): box for box in axes.containers for each in box.get_children()}
        for artist in (*axes.lines, *axes.collections, *axes.patches):
            points, box = _points_of(artist, boxes.get(id(artist))), boxes.get(id(artist), artist)
            names = [str(row[0]) for row in drawing.rows] if len(points) == len(drawing.rows) else [""] * len(points)
            if points:
                artist.set_gid(f"hover-{len(said)}")
                said[f"hover-{len(said)}"] = [
                    " · ".join(dict.fromkeys(each for each in words if each and not each.startswith("_")))
                    for name, (x, y) in zip(names, points, strict=True)
                    for words in [(str(box.get_label()), name, _tick(axes.xaxis, x), _tick(axes.yaxis, y))]
                ]

    def titled(group: re.Match[str]) -> str:
        mark = re.compile(rf"<({'use' if '<use' in group[2] else 'path'})( [^>]*)/>")
        titles = map(escape, said[group[1]])
        if len(mark.findall(group[2])) != len(said[group[1]]):
            return f"<g>{group[2]}"
        return "<g>" + mark.sub(lambda each: f"<{each[1]}{each[2]}><title>{next(titles)}</title></{each[1]}>", group[2])

    def attributes(style: re.Match[str]) -> str:
        pairs = (each.partition(": ") for each in unescape(style[1]).split("; "))
        return " ".join(f'{name}="{escape(value)}"' for name, _, value in pairs)

    whole = _HEAD.sub("", svg_of(drawing), count=3).replace("<svg ", '<svg stroke-linejoin="round" ', 1)
    return _STYLE.sub(attributes, _GROUP.sub(titled, whole))


def _points_of(artist: Any, box: Any) -> list[tuple[float, float]]:
    """The places in a figure that stand for a number: marks of lines, points, the ends of bars."""
    if hasattr(artist, "get_xydata"):
        return [tuple(each) for each in artist.get_xydata()] if artist.get_marker() not in (None, "None", "") else []
    if type(artist).__name__ == "PathCollection":
        return [tuple(each) for each in artist.get_offsets()]
    if not hasattr(box, "orientation"):
        return []
    across, up, wide, high = artist.get_x(), artist.get_y(), artist.get_width(), artist.get_height()
    return [(across + wide, up + high / 2) if box.orientation == "horizontal" else (across + wide / 2, up + high)]


def _tick(axis: "Axis", value: float) -> str:
    """A value as an axis writes it; nothing where it has no marks."""
    formatter = axis.get_major_formatter()
    if not len(axis.get_ticklocs()):
        return ""
    if type(formatter).__name__ == "FuncFormatter":
        return letters(str(formatter(float(f"{value:.3g}"), None)))
    return number(float(f"{round(value, 6):.4g}"), "g", interface())


def save(drawing: Drawing | Result, path: str | PathLike[str], *, number: int = 1) -> Path:
    """Write a figure as SVG, PNG or PDF, by the file's ending: of a result its first, or that of a number; the path."""
    path = Path(path)
    if isinstance(drawing, Result):
        drawing = Drawing(figure=drawing.figure(number), title=type(drawing).__name__, columns=(), rows=())
    kind = path.suffix.lower()
    if kind not in _KINDS:
        raise InputError("report-figure-ending", name=repr(path.name), endings=", ".join(_KINDS))
    try:
        if kind == ".svg":
            path.write_text('<?xml version="1.0" encoding="utf-8"?>\n' + svg_of(drawing), encoding="utf-8")
        else:
            with lettered(drawing.figure):
                drawing.figure.savefig(path, dpi=200)
    except OSError as error:
        raise OutputError("report-figure-not-written", path=str(path), why=error.strerror or "") from error
    return path


def letters(text: str) -> str:
    r"""The visible text on a figure, where a tab is a space.

    >>> letters("a\tb")
    'a b'
    """
    return visible(text).replace("\t", " ")


def drawn_report(report: Report) -> Report:
    """The report with every figure drawn, as documents need it."""

    def with_figures(section: Section) -> Section:
        blocks = (part.draw() if isinstance(part, Figure) else part for part in section.parts)
        return replace(section, parts=tuple(block for block in blocks if block is not None))

    return replace(report, sections=tuple(map(with_figures, report.sections)))


def drawn(drawing: Drawing) -> "MatplotlibFigure":
    """The figure of a drawing, whose words stay what they are whoever writes it."""
    with lettered(drawing.figure):
        return drawing.figure


@contextmanager
def lettered(figure: "MatplotlibFigure") -> Iterator[None]:
    """While the figure is written, its words are shown as they are, whatever a respondent is called.

    A letter that the font lacks is drawn as a box; the table behind the figure has it.
    """
    from matplotlib.text import Text
    from matplotlib.ticker import FuncFormatter

    def label(write: Callable[[float, int | None], str], value: float, place: int | None = None) -> str:
        return letters(write(value, place))

    numbers: set[int] = set()
    for axis in [axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)]:
        formatter = axis.get_major_formatter()
        if isinstance(formatter, FuncFormatter):  # what matplotlib makes of labels that are given
            formatter.func = partial(label, formatter.func)
        else:  # an axis may write its own numbers as formulas
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            numbers |= {id(each) for tick in ticks for each in (tick.label1, tick.label2)}
    for text in [each for each in figure.findobj(Text) if id(each) not in numbers]:
        text.set_parse_math(False)
        text.set_text(letters(text.get_text()))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


# ---------------------------------------------------------------- names beside points, none over another

_SIZE = 8
_LETTER, _LINE = 0.64, 1.25
"""Width of a letter and height of a line, as parts of the size of type: a little more than most fonts need."""
_AWAY = 5
"""How far a name stands from its point, in points of print."""
_DOT = 4
"""Half the width of a point's mark, in points of print."""

Box = tuple[float, float, float, float]


def name_points(figure: "MatplotlibFigure", axes: "Axes", points: Sequence[tuple[str, float, float]]) -> None:
    """Write each name beside its point where it covers nothing; one that finds no room is left to the table."""
    figure.draw_without_rendering()  # the axes know their scale only when they are laid out
    scale = 72 / figure.dpi
    frame = axes.get_window_extent()
    inside = (frame.x0 * scale, frame.y0 * scale, frame.x1 * scale, frame.y1 * scale)
    placed = [
        (float(x) * scale, float(y) * scale)
        for x, y in axes.transData.transform([(across, up) for _, across, up in points])
    ]
    taken = [(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in placed]

    def is_free(box: Box) -> bool:
        within = inside[0] <= box[0] and inside[1] <= box[1] and box[2] <= inside[2] and box[3] <= inside[3]
        return within and not any(
            box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken
        )

    for (name, across, up), (x, y) in zip(points, placed, strict=True):
        shown = letters(name)
        width, height = _LETTER * _SIZE * len(shown), _LINE * _SIZE
        right, left, middle = float(_AWAY), -width - _AWAY, -width / 2
        above, below, level = float(_AWAY), -height - _AWAY, -height / 2
        # Where the lower left corner of the name may stand beside its point, best first.
        corners = [(right, above - 2), (right, level), (left, above - 2), (left, level)]
        corners += [(middle, above), (middle, below), (right, below + 2), (left, below + 2)]
        boxes = ((x + aside, y + low, x + aside + width, y + low + height) for aside, low in corners)
        free = next(((box, corner) for box, corner in zip(boxes, corners, strict=True) if is_free(box)), None)
        if free is not None:
            taken.append(free[0])
            how: dict[str, Any] = {"textcoords": "offset points", "fontsize": _SIZE, "parse_math": False}
            axes.annotate(shown, (across, up), xytext=free[1], **how)
