"""Plain text: one sentence per line, paragraphs, or lines wrapped at a width; which of them is seen from the head."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.sources.protocol import (
    Block,
    Certainty,
    Cut,
    Head,
    Lines,
    Passage,
    ReadingSettings,
    SourceFormat,
    text_block,
)

_FOREIGN = re.compile(r"\s*(?:<\?xml|<!doctype|<html|<mediawiki|\[\s*[{\"\[]|\{\s*\")", re.IGNORECASE)
"""Markup and JSON: to index their tags and keys as words would be an error that nobody sees."""
_ENDS = tuple('.!?…"»”')
_SHORT = 120
"""Bytes: text with longer lines is not wrapped between blank lines."""
_NARROWEST = 40
"""Bytes: a full line of text that is wrapped without blank lines, at least."""
_AT_WIDTH = 0.78
"""Median over 95th percentile of the line lengths in such text, at least."""
_CONTINUED_IF_WRAPPED = 0.2
"""Share of lines that go on from the one above with a small letter, in wrapped text at least."""
_CONTINUED_IF_CUT = (0.03, 0.6)
"""The same in paragraphs of which some were cut inside a sentence; more is text without capitals."""
_LONG = 300
"""Bytes, median: lines as long as that are paragraphs, not sentences."""
_ENOUGH = 20
"""Lines without which nothing is concluded from them, unless blank lines separate paragraphs."""
_FULL = 0.75
"""Share of the width from which a line counts as full, so that the next one continues it."""
_SURELY_SHORT = 0.4
_UNCONTINUED = rb"(?=[ \t]*[^a-z\x80-\xff \t\r])"
"""Before a sign that begins no continuation in any encoding."""

_NEWLINE = ord("\n")
_SPACE = ord(" ")
_TAB = ord("\t")
_MOST_BLANKS = 200

_Codes: TypeAlias = NDArray[np.uint8]
_Places: TypeAlias = NDArray[np.intp]
_Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLayout:
    """What the newlines of a text mean."""

    lines: Lines
    width: int | None = None
    """Wrapped text without blank lines: length of a full line, in bytes of UTF-8."""

    @property
    def cut(self) -> Cut:
        """Where such a text may be cut: at newlines that are never made spaces."""
        if self.lines is Lines.LINE:
            boundary = rb"\n"
        elif self.lines is Lines.PARAGRAPH:
            boundary = rb"\n" + _UNCONTINUED
        elif self.width is None:
            boundary = rb"\n(?:[ \t\r]*\n)+"
        else:
            boundary = rb"\n[^\n]{0,%d}\n" % int(self.width * _SURELY_SHORT) + _UNCONTINUED
        return Cut(after=re.compile(boundary), forced=True)


def layout_of(text: str, stated: Lines | None = None) -> TextLayout:
    """The layout of a text, from its beginning.

    >>> layout_of("Il pleut.\\nElle sort.\\n").lines.value
    'line'
    >>> layout_of("Le vent du nord se\\nlève sur la plaine.\\n\\nOn rentre le foin\\navant la nuit.\\n").lines.value
    'wrapped'
    """
    lines = [line.strip() for line in text.strip().split("\n")]
    sizes = sorted(len(line.encode("utf-8", "replace")) for line in lines if line) or [0]
    width, median = sizes[int(len(sizes) * 0.95)], sizes[len(sizes) // 2]
    if stated is not None:
        return TextLayout(lines=stated, width=width if stated is Lines.WRAPPED and "" not in lines else None)
    # Among lines under another, the share that begin with a small letter where the one above ends no sentence.
    pairs = [(above, below) for above, below in pairwise(lines) if above and below]
    continued = sum(below[0].islower() and not above.endswith(_ENDS) for above, below in pairs) / max(len(pairs), 1)
    if continued >= _CONTINUED_IF_WRAPPED:
        # Whether blank lines stand between paragraphs that have two short lines or more, on average
        written = sum(1 for line in lines if line)
        paragraphs = sum(1 for above, below in zip(["", *lines], lines, strict=False) if below and not above)
        if paragraphs > 1 and written >= 2 * paragraphs and width <= _SHORT:
            return TextLayout(lines=Lines.WRAPPED)
        if len(lines) >= _ENOUGH and width >= _NARROWEST and median >= _AT_WIDTH * width:
            return TextLayout(lines=Lines.WRAPPED, width=width)
    low, high = _CONTINUED_IF_CUT
    cut = len(lines) >= _ENOUGH and low <= continued <= high
    return TextLayout(lines=Lines.PARAGRAPH if cut or median >= _LONG else Lines.LINE)


def joined(data: bytes, layout: TextLayout) -> bytes:
    """The text with a space for every newline that ends neither a sentence nor a paragraph.

    >>> joined("Le vent se\\nlève.\\nOn rentre.\\n".encode(), TextLayout(lines=Lines.PARAGRAPH)).decode()
    'Le vent se lève.\\nOn rentre.\\n'
    """
    if layout.lines is Lines.LINE:
        return data
    codes = np.frombuffer(bytearray(b"\n" + data + b"\n\n"), np.uint8)
    ends = np.flatnonzero(codes == _NEWLINE)[:-1]
    codes[ends[1:][_continues(codes, ends, layout)[1:]]] = _SPACE
    return codes[1 : len(data) + 1].tobytes()


def _continues(codes: _Codes, ends: _Places, layout: TextLayout) -> _Mask:
    """For each newline, whether the next line continues the one that it ends."""
    last, first = _past_blanks(codes, ends - 1, -1), _past_blanks(codes, ends + 1, 1)
    inner: _Mask = (codes[last] != _NEWLINE) & (codes[first] != _NEWLINE)
    if layout.lines is Lines.PARAGRAPH:
        return inner & _small(codes, first) & ~_line_ends(codes, last)
    if layout.width is None:
        return inner
    sizes = np.diff(ends, prepend=-1) - 1
    return inner & ((sizes >= _FULL * layout.width) | _small(codes, first))


def _past_blanks(codes: _Codes, places: _Places, step: int) -> _Places:
    """The places moved on, one way, past spaces and tabs."""
    for _ in range(_MOST_BLANKS):
        blank = (codes[places] == _SPACE) | (codes[places] == _TAB)
        if not blank.any():
            break
        places = places + step * blank
    return places


def _small(codes: _Codes, places: _Places) -> _Mask:
    """Whether a small Latin letter stands at a place."""
    first, second = codes[places], codes[np.minimum(places + 1, codes.size - 1)]
    plain = (first >= ord("a")) & (first <= ord("z"))
    accented = (first == 0xC3) & (second >= 0x9F) & (second <= 0xBF) & (second != 0xB7)
    ligature = (first == 0xC5) & (second == 0x93)
    return np.asarray(plain | accented | ligature)


def _line_ends(codes: _Codes, places: _Places) -> _Mask:
    """Whether a sign that ends a sentence, . ! ? … or a closing quotation mark, stands at a place."""
    last, before = codes[places], codes[np.maximum(places - 1, 0)]
    marks = np.isin(last, np.frombuffer(b'.!?"', np.uint8))
    return np.asarray(
        marks | ((before == 0xC2) & (last == 0xBB)) | ((before == 0x80) & ((last == 0xA6) | (last == 0x9D)))
    )


class _PlainText(SourceFormat):
    name = "text"

    def certainty(self, head: Head, /) -> Certainty:
        """Any text can be plain text, but markup and JSON are not."""
        return Certainty.NO if head.encoding is None or _FOREIGN.match(head.text) else Certainty.POSSIBLE

    def cut(self, head: Head, settings: ReadingSettings, /) -> Cut:
        return layout_of(head.text, settings.lines).cut

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        layout = layout_of(passage.head.text, passage.settings.lines)
        for chunk in passage.chunks(layout.cut):
            yield text_block(passage, joined(chunk.data, layout))


TEXT = _PlainText()
