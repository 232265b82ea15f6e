"""Blocks on their way to a kernel: small ones are put together, and all become raw streams."""

import unicodedata
from collections.abc import Iterator

import numpy as np

from anaphor.corpus.kernel.analysis import Analysis
from anaphor.corpus.kernel.analysis_characters import SOURCE_MARK, fold_character
from anaphor.corpus.kernel.analysis_scan import LONGEST_WORD, RawWord
from anaphor.corpus.kernel.analysis_types import Word
from anaphor.corpus.kernel.stream import END, SOURCE, Numbers, Scanner
from anaphor.corpus.sources.document import AnalysedBlock, Block, TextBlock

_FED_AT_ONCE = 1 << 20
_GOOD_FEED = 1 << 19
"""Bytes that are scanned at a time: with what is found in them they stay near the processor."""
_LARGEST_FEED = 1 << 23
"""Bytes after which a text without spaces is cut."""
_MARK = SOURCE_MARK.encode()

Stream = tuple[Numbers, bool]
"""A raw stream, and whether its numbers are those of words that the source has cut and lemmatised itself."""


class Feeder:
    """Takes blocks in and gives raw streams out; it knows the raw words and the sources that it has seen."""

    def __init__(self, analysis: Analysis, scanner: Scanner) -> None:
        self._analysis = analysis
        self._scanner = scanner
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._ready: dict[tuple[str, str | None], int] = {}
        self.sources: list[str] = []

    @property
    def scanned(self) -> int:
        """How many different raw words were scanned."""
        return self._scanner.types

    @property
    def types(self) -> int:
        """How many different raw words there are, those that came ready-made included."""
        return self._scanner.types + len(self._ready)

    @property
    def is_ready_made(self) -> bool:
        """Whether the source has given all lemmas."""
        return not self._scanner.types and all(lemma is not None for _, lemma in self._ready)

    def add(self, block: Block) -> Iterator[Stream]:
        """Take in a block; the streams that are ready."""
        if isinstance(block, AnalysedBlock):
            yield from self.flush()
            yield self._analysed(block), True
            return
        self._wait(block)
        if self._waiting_bytes >= _FED_AT_ONCE:
            yield from self.flush()

    def _wait(self, block: TextBlock) -> None:
        text = block.text.replace(_MARK, b" ") if _MARK in block.text else block.text
        mark = _MARK if self._is_new_source(block.source) else b""
        self._waiting += [mark, text, b"\n"]
        self._waiting_bytes += len(text) + 2

    def _is_new_source(self, source: str) -> bool:
        if self.sources and self.sources[-1] == source:
            return False
        self.sources.append(source)
        return True

    def flush(self) -> Iterator[Stream]:
        """The streams of what still waits."""
        text = b"".join(self._waiting)
        self._waiting, self._waiting_bytes = [], 0
        at = 0
        while len(text) - at > _GOOD_FEED:
            cut = text.rfind(b" ", at, at + _GOOD_FEED) + 1
            if not cut and len(text) - at > _LARGEST_FEED:
                cut = text.rfind(b" ", at, at + _LARGEST_FEED) + 1 or at + _LARGEST_FEED
            if not cut:
                break
            yield self._scanner.feed(text[at:cut]), False
            at = cut
        if at < len(text):
            yield self._scanner.feed(text[at:] if at else text), False

    def _analysed(self, block: AnalysedBlock) -> Numbers:
        ready = self._ready
        stream = [int(SOURCE)] if self._is_new_source(block.source) else []
        for sentence in block.sentences:
            stream += [ready.setdefault(token, len(ready)) for token in sentence]
            stream.append(int(END))
        return np.array(stream, np.uint32)

    def raw_words(self, start: int = 0) -> Iterator[RawWord]:
        """The scanned raw words, from a number on."""
        return self._scanner.raw_words(start)

    def scanned_words(self, start: int = 0) -> Iterator[tuple[Word, ...]]:
        """The words of each scanned raw word, from a number on."""
        return map(self._analysis.types.words, self._scanner.raw_words(start))

    def ready_words(self, start: int = 0) -> Iterator[tuple[Word, ...]]:
        """The words of each token that the source has cut, from a number on."""
        return (_ready_words(self._analysis, token) for token in list(self._ready)[start:])


def _ready_words(analysis: Analysis, token: tuple[str, str | None]) -> tuple[Word, ...]:
    """The words of a ready-made token, with the source's lemma where it gives one; none for punctuation."""
    form, capital = _folded(token[0])
    if not any(letter.isalnum() for letter in form) or len(form.encode("utf-8")) > LONGEST_WORD:
        return ()
    if token[1] is None:
        return analysis.types.words(RawWord(form, capital))
    lemma, is_name = _folded(token[1].split("|")[0])
    return (Word(form, capital, lemma[:1].upper() + lemma[1:] if is_name else lemma or form),)


def _folded(text: str) -> tuple[str, bool]:
    normal = unicodedata.normalize("NFC", text)
    return "".join(map(fold_character, normal)), normal[:1].isupper()
