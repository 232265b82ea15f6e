"""A shard from blocks of text: words are scanned as they come, and everything else is made when it is written."""

import unicodedata
from pathlib import Path

import numpy as np

from anaphor.corpus.analysis import LONGEST_SENTENCE, Analysis
from anaphor.corpus.analysis_characters import SOURCE_MARK, fold_character
from anaphor.corpus.analysis_scan import LONGEST_WORD, RawWord
from anaphor.corpus.analysis_types import Word
from anaphor.corpus.kernel_stream import END, SOURCE, Kernel, Numbers
from anaphor.corpus.shard import ShardMeta
from anaphor.corpus.shard_vocabulary import resolve
from anaphor.corpus.shard_writing import ShardOptions, ShardWriting
from anaphor.corpus.text import AnalysedBlock, Block, TextBlock

_FED_AT_ONCE = 1 << 20
_LARGEST_FEED = 1 << 23
_MARK = SOURCE_MARK.encode()


class ShardBuilder:
    """Takes blocks in, and writes them as one shard."""

    def __init__(self, analysis: Analysis, kernel: Kernel, options: ShardOptions) -> None:
        self._analysis = analysis
        self._kernel = kernel
        self._options = options
        self._scanner = kernel.scanner(analysis.profile)
        self._streams: list[tuple[Numbers, bool]] = []
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._sources: list[str] = []
        self._ready: dict[tuple[str, str | None], int] = {}
        self.size = 0

    @property
    def types(self) -> int:
        """How many different raw words it has."""
        return self._scanner.types + len(self._ready)

    def add(self, block: Block) -> None:
        """Take in a block."""
        if isinstance(block, TextBlock):
            self._add_text(block)
        else:
            self._add_analysed(block)

    def _add_text(self, block: TextBlock) -> None:
        text = block.text.replace(_MARK, b" ") if _MARK in block.text else block.text
        if self._is_new_source(block.source):
            self._wait(_MARK)
        self._wait(text)
        self._wait(b"\n")
        if self._waiting_bytes >= _FED_AT_ONCE:
            self._flush()

    def _wait(self, text: bytes) -> None:
        self._waiting.append(text)
        self._waiting_bytes += len(text)

    def _is_new_source(self, source: str) -> bool:
        if self._sources and self._sources[-1] == source:
            return False
        self._sources.append(source)
        return True

    def _flush(self) -> None:
        """Scan what waits."""
        text = b"".join(self._waiting)
        self._waiting, self._waiting_bytes = [], 0
        while len(text) > _LARGEST_FEED:
            cut = text.rfind(b" ", 0, _LARGEST_FEED) + 1 or _LARGEST_FEED
            self._keep(self._scanner.feed(text[:cut]), ready=False)
            text = text[cut:]
        if text:
            self._keep(self._scanner.feed(text), ready=False)

    def _keep(self, stream: Numbers, *, ready: bool) -> None:
        self._streams.append((stream, ready))
        self.size += stream.size

    def _add_analysed(self, block: AnalysedBlock) -> None:
        self._flush()
        ready = self._ready
        stream = [int(SOURCE)] if self._is_new_source(block.source) else []
        for sentence in block.sentences:
            stream += [ready.setdefault(token, len(ready)) for token in sentence]
            stream.append(int(END))
        self._keep(np.array(stream, np.uint32), ready=True)

    def write(self, folder: Path) -> ShardMeta | None:
        """Write the shard into a new folder; None, and nothing written, when there is no word in it."""
        self._flush()
        vocabulary = resolve(
            self._scanner.raw_words(),
            (_ready_words(self._analysis, token) for token in self._ready),
            self._analysis.types,
        )
        text = self._kernel.expand(self._numbered(), vocabulary.expansion, LONGEST_SENTENCE)
        if not text.words.size:
            return None
        writing = ShardWriting(self._kernel, self._options, vocabulary, text, self._sources)
        return writing.write(
            folder, language=self._analysis.language, analysis=self._analysis.fingerprint, ready_made=self._is_ready_made
        )

    @property
    def _is_ready_made(self) -> bool:
        """Whether the source has given the lemmas; where some come from our analysis, questions are analysed, too."""
        return not self._scanner.types and all(lemma is not None for _, lemma in self._ready)

    def _numbered(self) -> list[Numbers]:
        """All streams, the numbers of ready-made words behind those of scanned ones."""
        for stream, ready in self._streams:
            if ready:
                stream[stream < SOURCE] += np.uint32(self._scanner.types)
        streams = [stream for stream, _ in self._streams]
        self._streams = []
        return streams


def _ready_words(analysis: Analysis, token: tuple[str, str | None]) -> tuple[Word, ...]:
    """The words of a token that the source has cut, with the source's lemma where it gives one; none for punctuation."""
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
