"""A shard from blocks of text: words are scanned as they come, and everything else is made when it is written."""

from itertools import chain
from pathlib import Path

import numpy as np

from anaphor.corpus.index.shard import ShardMeta
from anaphor.corpus.index.shard_feeding import Feeder, Stream
from anaphor.corpus.index.shard_vocabulary import resolve
from anaphor.corpus.index.shard_writing import ShardOptions, ShardWriting
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE, Analysis
from anaphor.corpus.kernel.stream import SOURCE, Kernel, Numbers
from anaphor.corpus.sources.document import Block


class ShardBuilder:
    """Takes blocks in, and writes them as one shard."""

    def __init__(self, analysis: Analysis, kernel: Kernel, options: ShardOptions) -> None:
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
        text = self._kernel.expand(self._numbered(), vocabulary.expansion, LONGEST_SENTENCE)
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

    def _numbered(self) -> list[Numbers]:
        """All streams, the numbers of ready-made words behind those of scanned ones."""
        for stream, ready in self._streams:
            if ready:
                stream[stream < SOURCE] += np.uint32(self._feeder.scanned)
        streams = [stream for stream, _ in self._streams]
        self._streams = []
        return streams
