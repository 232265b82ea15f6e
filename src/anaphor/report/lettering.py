"""The words in a figure as they are: no control characters, no formulas, no talk about fonts."""

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NO_LETTER = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def letters(text: str) -> str:
    r"""The text with a mark in the place of what is no letter: control characters, halves of characters.

    >>> letters("a\x07b")
    'a�b'
    """
    return _NO_LETTER.sub("\N{REPLACEMENT CHARACTER}", text)


@contextmanager
def lettered(figure: "Figure") -> Iterator[None]:
    """While the figure is written, its words are shown as they are, whatever a respondent is called.

    A letter that the font lacks is drawn as a box; the table behind the figure has it.
    """
    _clean(figure)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


def _clean(figure: "Figure") -> None:
    from matplotlib.text import Text
    from matplotlib.ticker import FuncFormatter

    numbers: set[int] = set()
    for axis in [axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)]:
        formatter = axis.get_major_formatter()
        if isinstance(formatter, FuncFormatter):  # what matplotlib makes of labels that are given
            formatter.func = partial(_label, formatter.func)
        else:  # an axis may write its own numbers as formulas
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            numbers |= {id(label) for tick in ticks for label in (tick.label1, tick.label2)}
    for text in [each for each in figure.findobj(Text) if id(each) not in numbers]:
        text.set_parse_math(False)
        text.set_text(letters(text.get_text()))


def _label(write: Callable[[float, int | None], str], value: float, place: int | None = None) -> str:
    return letters(write(value, place))
