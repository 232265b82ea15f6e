"""Names beside the points of a figure, none over another."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from anaphor.report.safe_text import letters

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = 8
_LETTER, _LINE = 0.64, 1.25
"""Width of a letter and height of a line, as parts of the size of type: a little more than most fonts need."""
_AWAY = 5
"""How far a name stands from its point, in points of print."""
_DOT = 4
"""Half the width of a point's mark, in points of print."""

Box = tuple[float, float, float, float]


def name_points(figure: "Figure", axes: "Axes", points: Sequence[tuple[str, float, float]]) -> None:
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
    for (name, across, up), (x, y) in zip(points, placed, strict=True):
        shown = letters(name)
        for left, low in _offsets(len(shown)):
            box = (x + left, y + low, x + left + _width(len(shown)), y + low + _LINE * _SIZE)
            if _within(box, inside) and not any(_meet(box, other) for other in taken):
                taken.append(box)
                axes.annotate(
                    shown,
                    (across, up),
                    xytext=(left, low),
                    textcoords="offset points",
                    fontsize=_SIZE,
                    parse_math=False,
                )
                break


def _width(letters_: int) -> float:
    return _LETTER * _SIZE * letters_


def _offsets(letters_: int) -> list[tuple[float, float]]:
    """Where the lower left corner of a name may stand beside its point, best first."""
    width, height = _width(letters_), _LINE * _SIZE
    right, left, middle = float(_AWAY), -width - _AWAY, -width / 2
    above, below, level = float(_AWAY), -height - _AWAY, -height / 2
    return [
        (right, above - 2),
        (right, level),
        (left, above - 2),
        (left, level),
        (middle, above),
        (middle, below),
        (right, below + 2),
        (left, below + 2),
    ]


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _within(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]
