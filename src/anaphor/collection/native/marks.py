"""The marks of the native format: `[anaphor]`, `{special|alternate}`, and `\\` before a mark meant literally.

>>> marked = parse_marks("Le chat suit le chien car [il] a {faim|peur}.")
>>> marked.variants
2
>>> marked.expand(1).text
'Le chat suit le chien car il a peur.'
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from anaphor.errors import FormatError
from anaphor.schema import Mark, Span
from anaphor.text import joined, text

_SYMBOL = re.compile(r"\\([\[\]{}|\\])|([\[\]{}|])|[^\[\]{}|\\]+|\\")
"""A mark that is meant literally (`\\[`), a mark, or what stands between marks."""
_MOST_ALTERNATIVES = 20
"""Each alternative is a whole text: without a bound a small file could fill the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """One variant of a marked text: the text without marks, and where they stood."""

    text: str
    anaphors: tuple[Mark, ...]
    cues: tuple[Span, ...]


class _Symbol(NamedTuple):
    text: str
    mark: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with its marks, parsed: stretches and brackets, and alternatives of them."""

    pieces: tuple[_Symbol | tuple[tuple[_Symbol, ...], ...], ...]

    @property
    def variants(self) -> int:
        """How many variants the braces give: 1 when there are none."""
        return max((len(piece) for piece in self.pieces if not isinstance(piece, _Symbol)), default=1)

    def expand(self, variant: int) -> Plain:
        """The variant of that number, from 0; a brace without `|` is the same in all."""
        parts: list[str] = []
        cues: list[Span] = []
        places: list[tuple[int, int]] = []
        opened: int | None = None
        length = 0
        for piece in self.pieces:
            start = length
            plain = isinstance(piece, _Symbol)
            for symbol in (piece,) if isinstance(piece, _Symbol) else piece[variant if len(piece) > 1 else 0]:
                if not symbol.mark:
                    parts.append(symbol.text)
                    length += len(symbol.text)
                elif symbol.text == "[":
                    if opened is not None:
                        raise FormatError("collection-bracket-inside")
                    opened = length
                elif opened is None:
                    raise FormatError("collection-bracket-unopened")
                else:
                    places.append((opened, length))
                    opened = None
            if not plain:
                cues.append(Span(start=start, end=length))
        if opened is not None:
            raise FormatError("collection-bracket-unclosed")
        text = "".join(parts)
        marks = (Mark(start=start, end=end, blank=text[start:end] in ("", "_")) for start, end in places)
        return Plain(text=text, anaphors=tuple(marks), cues=tuple(cues))


def parse_marks(marked: str) -> Marked:
    """The text with its marks understood; raises `FormatError` when they do not pair up."""
    pieces: list[_Symbol | tuple[tuple[_Symbol, ...], ...]] = []
    alternatives: list[list[_Symbol]] | None = None
    for match in _SYMBOL.finditer(marked):
        mark = match[2]
        if mark is None or mark in "[]" or (mark == "|" and alternatives is None):
            symbol = _Symbol(match[1] or match[0], mark is not None and mark in "[]")
            pieces.append(symbol) if alternatives is None else alternatives[-1].append(symbol)
        elif mark == "{":
            if alternatives is not None:
                raise FormatError("collection-brace-inside")
            alternatives = [[]]
        elif alternatives is None:
            raise FormatError("collection-brace-unopened")
        elif mark == "|":
            if len(alternatives) == _MOST_ALTERNATIVES:
                raise FormatError("collection-many-alternatives", most=_MOST_ALTERNATIVES)
            alternatives.append([])
        else:
            pieces.append(tuple(map(tuple, alternatives)))
            alternatives = None
    if alternatives is not None:
        raise FormatError("collection-brace-unclosed")
    widths = {len(piece) for piece in pieces if not isinstance(piece, _Symbol)} - {1}
    if len(widths) > 1:
        raise FormatError("collection-uneven-alternatives", counts=joined(sorted(widths), text("collection-and")))
    return Marked(tuple(pieces))


def all_variants(text: str) -> tuple[Plain, ...]:
    """Every variant of a marked text; raises `FormatError` when the marks of any do not pair up."""
    marked = parse_marks(text)
    return tuple(marked.expand(variant) for variant in range(marked.variants))


def escape(text: str) -> str:
    """The text with a `\\` before every character that would be read as a mark.

    >>> escape("[sic] {a|b}")
    '\\\\[sic\\\\] \\\\{a\\\\|b\\\\}'
    """
    return re.sub(r"[\[\]{}|\\]", r"\\\g<0>", text)


def write_marks(plain: Plain) -> str:
    """The text with marks of which `parse_marks(...).expand(0)` gives the same back.

    >>> write_marks(Plain(text="car il dort", anaphors=(Mark(start=4, end=6),), cues=(Span(start=7, end=11),)))
    'car [il] {dort}'
    """
    spans = [(mark.start, mark.end, "[", "]") for mark in plain.anaphors]
    spans += [(span.start, span.end, "{", "}") for span in plain.cues]
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for start, end, left, right in sorted(spans, key=lambda span: (span[0], span[1] > span[0], -span[1])):
        if start == end:  # an empty mark opens and closes at once
            opening.setdefault(start, []).append(left + right)
        else:
            opening.setdefault(start, []).append(left)
            closing.setdefault(end, []).insert(0, right)
    pieces: list[str] = []
    last = 0
    for position in sorted({*opening, *closing}):
        pieces += [escape(plain.text[last:position]), *closing.get(position, []), *opening.get(position, [])]
        last = position
    return "".join([*pieces, escape(plain.text[last:])])
