"""What differs from one run to the next, replaced by a word in angle brackets."""

import html.parser
import platform
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from anaphor import __version__

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d|CES?T|UTC))?")
_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_STAMP = re.compile(r"\b1[789]\d{8}(\.\d+)?\b")
_PORT = re.compile(r"(?<=127\.0\.0\.1:)\d+")
_HASH = re.compile(r"(?<!\.)\b[0-9a-f]{16}\b|\b[0-9a-f]{64}\b")
"""Not the sixteen decimals of a number, whose last one depends on the processor."""
_KEY = re.compile(r"anaphor_[\w-]{43}")
_TOKEN = re.compile(r"(?<=token=)[\w-]+")
_SIZE = re.compile(r"(\bbytes\b\W+?)\d+(?:,\d{3})*(\W+?bytes_per_word\W+)[\d.]+")
"""The size of an index, which holds the path of its text."""
_TYPOGRAPHY = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'"})
"""Spaces that do not break and the apostrophe of print: a matter of the typesetter, tested there."""
_SUM = re.compile(r'(?<="sum":")[0-9a-f]{16}(?=")')
"""A run's checksums count its moments too."""
_DURATION = re.compile(r'(?<="seconds":)( ?)[\d.]+(e-?\d+)?')
_BUG = re.compile(r"\S*anaphor-bug-\S+\.txt")


def normalised(text: str, folder: Path, *, drawn: bool = False) -> str:
    """A command's text without what changes by itself; `drawn`: the command also draws secrets and sets dates."""
    text = text.translate(_TYPOGRAPHY)
    for path in {str(folder.resolve()), str(folder)}:
        text = text.replace(path, "<folder>")
    text = text.replace(sys.executable, "<python>").replace(sys.prefix, "<prefix>")
    text = text.replace(platform.python_version(), "<python version>")
    text = re.sub(rf"(?<![\w.]){re.escape(__version__)}(?![\w.])", "<version>", text)
    text = _SIZE.sub(r"\g<1>0\g<2>0", text)
    text = _DURATION.sub(r"\g<1>0", text)
    text = _BUG.sub("<bug file>", text)
    text = _SUM.sub("<sum>", _STAMP.sub("<seconds>", _MOMENT.sub("<moment>", text)))
    text = _TOKEN.sub("<token>", _KEY.sub("<key>", _PORT.sub("<port>", text)))
    if drawn:
        text = _HASH.sub("<hash>", _DATE.sub("<date>", text))
    else:
        for days in (-1, 0, 1):
            text = text.replace((datetime.now(UTC) + timedelta(days)).date().isoformat(), "<today>")
    return "\n".join(line.rstrip() for line in text.splitlines())


class _Visible(html.parser.HTMLParser):
    """Collects the text of a page; every element that starts a block starts a line."""

    _hidden = frozenset({"script", "style", "head"})
    _inline = frozenset(
        {
            "a",
            "abbr",
            "b",
            "bdi",
            "cite",
            "code",
            "em",
            "i",
            "kbd",
            "mark",
            "q",
            "small",
            "span",
            "strong",
            "sub",
            "sup",
            "wbr",
        }
    )

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._hidden:
            self._within.append(tag)
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.pieces.append(data.replace("\n", " "))

    def _break(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self.pieces.append(" | ")
        elif tag not in self._inline:
            self.pieces.append("\n")


def visible_text(page: str) -> str:
    """The text of an HTML page as a reader sees it, without tags."""
    parser = _Visible()
    parser.feed(page)
    parser.close()
    lines = (
        re.sub(r"( \| )+", " | ", re.sub(r"[ \t]+", " ", line)).strip(" |")
        for line in "".join(parser.pieces).split("\n")
    )
    return "\n".join(line for line in lines if line)
