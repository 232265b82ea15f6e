"""The unit of work: one part of an input becomes shards. It depends on its task alone, so any engine can run it.

Blocks are put together and scanned as they come; everything else is made when a shard is written.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from anaphor.corpus.index.records import SHARDS, IndexPlan, PartRecord, ShardRecord, read_part, write_part
from anaphor.corpus.index.shard_file import META, ShardMeta
from anaphor.corpus.index.shard_writing import ShardOptions, ShardWriting, resolve
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE, AnalysedWord, TextAnalysis, analysis_of
from anaphor.corpus.kernel.analysis_scan import LONGEST_WORD, SOURCE_MARK, RawWord, fold_character
from anaphor.corpus.kernel.kernel import END, SOURCE, Kernel, Numbers, Scanner
from anaphor.corpus.kernel.plain import kernel
from anaphor.corpus.sources.protocol import AnalysedBlock, Block, Part, ReadingTally
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.files import digest
from anaphor.text import speaking, text

SHARD_WORDS = 50_000_000
"""Words after which a new shard is begun."""
_BYTES_PER_WORD, _BYTES_PER_TYPE, _MOST_BYTES = 13, 600, 850_000_000
"""What a word, and a word that was not met before, take in memory while a shard is made, and how much all may take.

With what Python, the lexicon and the kernels need, that stays below 1.2 GB, whatever the text.
"""

Watch = Callable[[int], None]
"""Told how many bytes of the input have been read."""
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

    def __init__(self, analysis: TextAnalysis, scanner: Scanner) -> None:
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
            stream = [int(SOURCE)] if self._is_new_source(block.source) else []
            for sentence in block.sentences:
                stream += [self._ready.setdefault(token, len(self._ready)) for token in sentence]
                stream.append(int(END))
            yield np.array(stream, np.uint32), True
            return
        text = block.text.replace(_MARK, b" ") if _MARK in block.text else block.text
        mark = _MARK if self._is_new_source(block.source) else b""
        self._waiting += [mark, text, b"\n"]
        self._waiting_bytes += len(text) + 2
        if self._waiting_bytes >= _FED_AT_ONCE:
            yield from self.flush()

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

    def raw_words(self, start: int = 0) -> Iterator[RawWord]:
        """The scanned raw words, from a number on."""
        return self._scanner.raw_words(start)

    def scanned_words(self, start: int = 0) -> Iterator[tuple[AnalysedWord, ...]]:
        """The words of each scanned raw word, from a number on."""
        return map(self._analysis.types.words, self._scanner.raw_words(start))

    def ready_words(self, start: int = 0) -> Iterator[tuple[AnalysedWord, ...]]:
        """The words of each token that the source has cut, from a number on."""
        return (_ready_words(self._analysis, token) for token in list(self._ready)[start:])


def _ready_words(analysis: TextAnalysis, token: tuple[str, str | None]) -> tuple[AnalysedWord, ...]:
    """The words of a ready-made token, with the source's lemma where it gives one; none for punctuation."""
    form, capital = _folded(token[0])
    if not any(letter.isalnum() for letter in form) or len(form.encode("utf-8")) > LONGEST_WORD:
        return ()
    if token[1] is None:
        return analysis.types.words(RawWord(form, capital))
    lemma, is_name = _folded(token[1].split("|")[0])
    return (AnalysedWord(form, capital, lemma[:1].upper() + lemma[1:] if is_name else lemma or form),)


def _folded(text: str) -> tuple[str, bool]:
    normal = unicodedata.normalize("NFC", text)
    return "".join(map(fold_character, normal)), normal[:1].isupper()


class ShardBuilder:
    """Takes blocks in, and writes them as one shard."""

    def __init__(self, analysis: TextAnalysis, kernel: Kernel, options: ShardOptions) -> None:
        self._analysis = analysis
        self._kernel = kernel
        self._options = options
        self._feeder = Feeder(analysis, kernel.scanner(analysis.profile))
        self._streams: list[Stream] = []
        self.size = 0

    @property
    def types(self) -> int:
        """How many different raw words it has."""
        return self._feeder.types

    def add(self, block: Block) -> None:
        """Take in a block."""
        for stream in self._feeder.add(block):
            self._streams.append(stream)
            self.size += stream[0].size

    def write(self, folder: Path) -> ShardMeta | None:
        """Write the shard into a new folder; None, and nothing written, when there is no word in it."""
        self._streams += self._feeder.flush()
        vocabulary = resolve(chain(self._feeder.scanned_words(), self._feeder.ready_words()))
        for stream, ready in self._streams:
            if ready:  # the numbers of ready-made words stand behind those of scanned ones
                stream[stream < SOURCE] += np.uint32(self._feeder.scanned)
        streams, self._streams = [stream for stream, _ in self._streams], []
        text = self._kernel.expand(streams, vocabulary.expansion, LONGEST_SENTENCE)
        if not text.words.size:
            return None
        # Where some lemmas come from our analysis, questions are analysed, too.
        writing = ShardWriting(self._kernel, self._options, vocabulary, text, self._feeder.sources)
        return writing.write(
            folder,
            language=self._analysis.language,
            analysis=self._analysis.fingerprint,
            ready_made=self._feeder.is_ready_made,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTask:
    """One part of an index to be built; it can be sent to other processes and machines."""

    folder: str
    """Folder of the index, which all machines see."""
    plan: IndexPlan
    """What is built."""
    source: CorpusSource
    """Where the text comes from."""
    part: int
    compiled: bool | None = None
    """Whether the compiled kernel is used; None: where it is installed."""


def build_part(task: PartTask, watch: Watch | None = None) -> PartRecord:
    """Build the shards of a part and say that it is done; a part that was done before is left as it is."""
    folder = Path(task.folder)
    done = read_part(folder, task.part)
    if done is not None:
        return done
    tally = ReadingTally()
    with analysis_of(task.plan.language).with_memory():
        shards = _build_shards(task, folder / SHARDS, tally, watch)
    notes = [*tally.notes]
    with speaking("en"):  # the same part gives the same record, whoever builds it
        notes += [text("corpus-left-out", count=count, reason=reason) for reason, count in tally.skipped.items()]
        notes += [text("corpus-replaced", count=tally.replaced)] if tally.replaced else []
    record = PartRecord(part=task.part, shards=tuple(shards), notes=tuple(notes))
    write_part(folder, record)
    return record


def _build_shards(task: PartTask, folder: Path, tally: ReadingTally, watch: Watch | None) -> list[ShardRecord]:
    analysis = analysis_of(task.plan.language)
    options = ShardOptions(forward=not task.plan.counts_only, tables=task.plan.tables)
    chosen = kernel(compiled=task.compiled)
    shards: list[ShardRecord] = []

    def write(builder: ShardBuilder) -> None:
        place = folder / f"{task.part:05d}-{len(shards):02d}"
        meta = builder.write(place)
        if meta is not None:
            shards.append(
                ShardRecord(
                    name=place.name,
                    words=meta.words,
                    sentences=meta.sentences,
                    ready_made=meta.ready_made,
                    meta=digest(place / META, 64),
                )
            )

    builder = ShardBuilder(analysis, chosen, options)
    for block in task.source.blocks(Part(index=task.part, count=task.plan.parts), tally=tally):
        builder.add(block)
        if watch:
            watch(tally.bytes)
        needed = builder.size * _BYTES_PER_WORD + builder.types * _BYTES_PER_TYPE
        if builder.size >= task.plan.shard_words or needed >= _MOST_BYTES:
            write(builder)
            builder = ShardBuilder(analysis, chosen, options)
    write(builder)
    return shards
