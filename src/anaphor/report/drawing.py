"""A figure with the numbers in it: colours, axes, and how it is written.

Colours are Okabe and Ito's, which colour-blind readers tell apart; lines also differ in marker and dash, so that grey
prints can be read. Every figure carries the table behind it.
"""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from anaphor.errors import InputError, OutputError
from anaphor.report.safe_text import lettered, letters
from anaphor.section import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import ScalarFormatter

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
"""Okabe and Ito (2008), the yellow left out: it vanishes on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
_KINDS = (".svg", ".png", ".pdf")


def new_axes(
    title: str, across: str, up: str, *, size: tuple[float, float] = (7.2, 4.6), interface: str = "en"
) -> "tuple[Figure, Axes]":
    """A figure with one pair of axes in the house's manner."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=11, loc="left")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    plain(axes, interface)
    return figure, axes


def plain(axes: "Axes", interface: str) -> None:
    """Give axes the house's manner: a light grid, no frame, numbers as the language writes them."""
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if interface == "fr":
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(_comma_formatter())


def _comma_formatter() -> "ScalarFormatter":
    from matplotlib.ticker import ScalarFormatter

    class CommaFormatter(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return str(super().__call__(x, pos)).replace(".", ",")

    return CommaFormatter()


def line(axes: "Axes", number: int, name: str, across: Sequence[float], up: Sequence[float]) -> None:
    """Draw the numbered line of a figure."""
    axes.plot(
        across,
        up,
        color=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        linestyle=DASHES[number % len(DASHES)],
        markersize=4.5,
        linewidth=1.5,
        label=name,
    )


def in_percent(axes: "Axes", *, across: bool = False, interface: str = "en") -> None:
    """Label an axis of shares from 0 to 1 in per cent, with as many digits as its steps need."""
    axis = axes.xaxis if across else axes.yaxis
    axis.set_major_formatter(lambda value, _: percent_label(value, interface))


def percent_label(share: float, interface: str = "en") -> str:
    """A share on an axis, in per cent.

    >>> percent_label(0.175), percent_label(0.1 + 0.2, "fr"), percent_label(0.025, "fr")
    ('17.5 %', '30\\xa0%', '2,5\\xa0%')
    """
    number = f"{round(100 * share, 6):g}".replace("-", "−")
    return f"{number.replace('.', ',')}\u00a0%" if interface == "fr" else f"{number} %"


def legend(axes: "Axes") -> None:
    """Say which line is which."""
    axes.legend(fontsize=9, framealpha=0.85, edgecolor="none")


def svg_of(drawing: Drawing) -> str:
    """The figure as SVG text that is the same for the same numbers, to stand inside a page."""
    from matplotlib import rc_context

    text = StringIO()
    settings = rc_context({"svg.hashsalt": "anaphor", "svg.fonttype": "none", "font.family": "sans-serif"})
    with settings, lettered(drawing.figure):
        drawing.figure.savefig(text, format="svg", metadata={"Date": None, "Title": letters(drawing.title)})
    return text.getvalue()[text.getvalue().index("<svg") :]


def save(drawing: Drawing, path: Path) -> None:
    """Write the figure as SVG, PNG or PDF, by the file's ending."""
    kind = path.suffix.lower()
    if kind not in _KINDS:
        raise InputError(f"a figure cannot be written as {path.name!r}", todo=f"End the name in {', '.join(_KINDS)}.")
    try:
        if kind == ".svg":
            path.write_text('<?xml version="1.0" encoding="utf-8"?>\n' + svg_of(drawing), encoding="utf-8")
        else:
            with lettered(drawing.figure):
                drawing.figure.savefig(path, dpi=200)
    except OSError as error:
        raise OutputError(f"the figure could not be written to {path} ({error.strerror})") from error
