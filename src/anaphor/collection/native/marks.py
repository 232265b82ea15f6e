"""The marks of the native format: `[anaphor]`, `{special|alternate}`, and `\\` before a mark meant literally.

>>> marked = parse_marks("Le chat suit le chien car [il] a {faim|peur}.")
>>> marked.variants
2
>>> marked.expand(1).text
'Le chat suit le chien car il a peur.'
"""

from collections.abc import Iterator
from dataclasses import dataclass

from anaphor.errors import FormatError
from anaphor.schema import Mark, Span
from anaphor.text import joined, text

_SPECIAL = frozenset("[]{}|\\")
_MOST_ALTERNATIVES = 20
"""Each alternative is a whole text: without a bound a small file could fill the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """One variant of a marked text: the text without marks, and where they stood."""

    text: str
    """Without marks."""
    anaphors: tuple[Mark, ...]
    """The places between brackets, in order."""
    cues: tuple[Span, ...]
    """The places between braces, in order."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with its marks, parsed: literal stretches, marks, and alternatives."""

    pieces: tuple["str | _Bracket | tuple[tuple[str | _Bracket, ...], ...]", ...]

    @property
    def variants(self) -> int:
        """How many variants the braces give: 1 when there are none."""
        return max((len(piece) for piece in self.pieces if isinstance(piece, tuple)), default=1)

    def expand(self, variant: int) -> Plain:
        """The variant of that number, from 0; a brace without `|` is the same in all."""
        builder = _Builder()
        for piece in self.pieces:
            if not isinstance(piece, tuple):
                builder.add(piece)
                continue
            start = builder.length
            for part in piece[variant] if len(piece) > 1 else piece[0]:
                builder.add(part)
            builder.cues.append(Span(start=start, end=builder.length))
        return builder.plain()


@dataclass(frozen=True, slots=True)
class _Bracket:
    opens: bool


class _Builder:
    """Puts a plain text together and remembers where the marks fell."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.cues: list[Span] = []
        self._open: int | None = None
        self._places: list[tuple[int, int]] = []

    def add(self, piece: str | _Bracket) -> None:
        if isinstance(piece, str):
            self.parts.append(piece)
            self.length += len(piece)
        elif piece.opens:
            if self._open is not None:
                raise FormatError("collection-bracket-inside")
            self._open = self.length
        else:
            if self._open is None:
                raise FormatError("collection-bracket-unopened")
            self._places.append((self._open, self.length))
            self._open = None

    def plain(self) -> Plain:
        if self._open is not None:
            raise FormatError("collection-bracket-unclosed")
        text = "".join(self.parts)
        marks = (Mark(start=start, end=end, blank=text[start:end] in ("", "_")) for start, end in self._places)
        return Plain(text=text, anaphors=tuple(marks), cues=tuple(self.cues))


def parse_marks(marked: str) -> Marked:
    """The text with its marks understood; raises `FormatError` when they do not pair up."""
    pieces: list[str | _Bracket | tuple[tuple[str | _Bracket, ...], ...]] = []
    alternatives: list[list[str | _Bracket]] | None = None
    for piece, is_mark in _symbols(marked):
        if not is_mark:
            (pieces if alternatives is None else alternatives[-1]).append(piece)
        elif piece in "[]":
            (pieces if alternatives is None else alternatives[-1]).append(_Bracket(piece == "["))
        elif piece == "{":
            if alternatives is not None:
                raise FormatError("collection-brace-inside")
            alternatives = [[]]
        elif piece == "|" and alternatives is not None:
            if len(alternatives) == _MOST_ALTERNATIVES:
                raise FormatError("collection-many-alternatives", most=_MOST_ALTERNATIVES)
            alternatives.append([])
        elif piece == "|":
            pieces.append(piece)
        elif alternatives is None:
            raise FormatError("collection-brace-unopened")
        else:
            pieces.append(tuple(tuple(part) for part in alternatives))
            alternatives = None
    if alternatives is not None:
        raise FormatError("collection-brace-unclosed")
    widths = {len(piece) for piece in pieces if isinstance(piece, tuple)} - {1}
    if len(widths) > 1:
        listed = joined(sorted(widths), text("collection-and"))
        raise FormatError("collection-uneven-alternatives", counts=listed)
    return Marked(tuple(pieces))


def all_variants(text: str) -> tuple[Plain, ...]:
    """Every variant of a marked text; raises `FormatError` when the marks of any do not pair up."""
    marked = parse_marks(text)
    return tuple(marked.expand(variant) for variant in range(marked.variants))


def _symbols(text: str) -> Iterator[tuple[str, bool]]:
    """Literal stretches (False) and single marks (True), escapes undone."""
    literal: list[str] = []
    escaped = False
    for character in text:
        if escaped and character not in _SPECIAL:
            literal.append("\\")
        if escaped or character not in _SPECIAL:
            literal.append(character)
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            if literal:
                yield "".join(literal), False
            literal = []
            yield character, True
    if escaped:
        literal.append("\\")
    if literal:
        yield "".join(literal), False


def escape(text: str) -> str:
    """The text with a `\\` before every character that would be read as a mark.

    >>> escape("[sic] {a|b}")
    '\\\\[sic\\\\] \\\\{a\\\\|b\\\\}'
    """
    return "".join(f"\\{character}" if character in _SPECIAL else character for character in text)


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
    for position in range(len(plain.text) + 1):
        pieces += closing.get(position, []) + opening.get(position, [])
        pieces.append(escape(plain.text[position : position + 1]))
    return "".join(pieces)
