"""Words that others wrote, shown as they are: nothing in them moves a cursor, turns a line around, or hides.

In figures, no formulas and no talk about fonts either.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CONTROL = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb"
_TURNING = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN = r"\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f"
_NO_CHARACTER = r"\ud800-\udfff\ufffe\uffff"
_UNSEEN = re.compile(f"[{_CONTROL}{_TURNING}{_HIDDEN}{_NO_CHARACTER}]")


def visible(text: str) -> str:
    r"""The text with a mark in the place of what cannot be seen: control characters, marks that turn the direction.

    >>> visible("a\x07b"), visible("\u202egnp.exe"), visible("two\nlines")
    ('a�b', '�gnp.exe', 'two\nlines')
    """
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def letters(text: str) -> str:
    r"""The visible text on a figure, where a tab is a space.

    >>> letters("a\tb")
    'a b'
    """
    return visible(text).replace("\t", " ")


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
