"""The unit of work: one part of an input becomes shards. It depends on its task alone, so any engine can run it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from anaphor.corpus.index.plan import SHARDS, IndexPlan, PartRecord, ShardRecord, read_part, write_part
from anaphor.corpus.index.shard import META
from anaphor.corpus.index.shard_building import ShardBuilder
from anaphor.corpus.index.shard_writing import ShardOptions
from anaphor.corpus.kernel.analysis import analysis_of
from anaphor.corpus.kernel.kernel import kernel
from anaphor.corpus.sources.document import Part
from anaphor.corpus.sources.protocol import Tally
from anaphor.corpus.sources.reading import CorpusSource

SHARD_WORDS = 50_000_000
"""Words after which a new shard is begun."""
_BYTES_PER_WORD, _BYTES_PER_TYPE, _MOST_BYTES = 13, 600, 850_000_000
"""What a word, and a word that was not met before, take in memory while a shard is made, and how much all may take.

With what Python, the lexicon and the kernels need, that stays below 1.2 GB, whatever the text.
"""

Watch = Callable[[int], None]
"""Told how many bytes of the input have been read."""


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
    """Which part, from 0."""
    compiled: bool | None = None
    """Whether the compiled kernel is used; None: where it is installed."""


def build_part(task: PartTask, watch: Watch | None = None) -> PartRecord:
    """Build the shards of a part and say that it is done; a part that was done before is left as it is."""
    folder = Path(task.folder)
    done = read_part(folder, task.part)
    if done is not None:
        return done
    tally = Tally()
    with analysis_of(task.plan.language).with_memory():
        shards = _build_shards(task, folder / SHARDS, tally, watch)
    record = PartRecord(part=task.part, shards=tuple(shards), notes=_notes(tally))
    write_part(folder, record)
    return record


def _build_shards(task: PartTask, folder: Path, tally: Tally, watch: Watch | None) -> list[ShardRecord]:
    analysis = analysis_of(task.plan.language)
    options = ShardOptions(forward=not task.plan.counts_only, tables=task.plan.tables)
    chosen = kernel(compiled=task.compiled)
    shards: list[ShardRecord] = []

    def write(builder: ShardBuilder) -> None:
        place = folder / f"{task.part:05d}-{len(shards):02d}"
        meta = builder.write(place)
        if meta is not None:
            digest = hashlib.sha256((place / META).read_bytes()).hexdigest()
            shards.append(
                ShardRecord(
                    name=place.name, words=meta.words, sentences=meta.sentences, ready_made=meta.ready_made, meta=digest
                )
            )

    builder = ShardBuilder(analysis, chosen, options)
    for block in task.source.blocks(Part(index=task.part, count=task.plan.parts), tally=tally):
        builder.add(block)
        if watch:
            watch(tally.bytes)
        if builder.size >= task.plan.shard_words or _needs(builder) >= _MOST_BYTES:
            write(builder)
            builder = ShardBuilder(analysis, chosen, options)
    write(builder)
    return shards


def _needs(builder: ShardBuilder) -> int:
    return builder.size * _BYTES_PER_WORD + builder.types * _BYTES_PER_TYPE


def _notes(tally: Tally) -> tuple[str, ...]:
    skipped = tuple(f"{count:,} records left out: {reason}" for reason, count in tally.skipped.items())
    replaced = (f"{tally.replaced:,} broken byte sequences replaced",) if tally.replaced else ()
    return (*tally.notes, *skipped, *replaced)
