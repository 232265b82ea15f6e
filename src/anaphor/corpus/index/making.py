"""An index from inputs: the plan, the card, and every part built by an engine."""

import math
from dataclasses import dataclass
from pathlib import Path

from anaphor.corpus.index.building import SHARD_WORDS, PartTask
from anaphor.corpus.index.engines import Engine, Progress
from anaphor.corpus.index.index import Index, open_index
from anaphor.corpus.index.records import CARD, SHARDS, IndexPlan, settle_plan, write_card
from anaphor.corpus.index.shard_file import sweep
from anaphor.corpus.kernel.analysis import analysis_of
from anaphor.corpus.sources.protocol import Part
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.errors import InputError

_PART_BYTES = 250_000_000
"""Text of one part: about 45 million words, one shard."""
_SMALL_PART_BYTES = 16_000_000
"""Text below which a part is not divided for the sake of more processes: small shards take more room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOptions:
    """What the user says about an index."""

    name: str
    """Name of the corpus."""
    language: str
    """Its language."""
    source: str = ""
    """Where the corpus comes from."""
    licence: str = ""
    """Its licence."""
    counts_only: bool = False
    """True: sentences are counted, their text is not kept."""
    tables: bool = True
    """Whether frequent pairs have tables."""
    parts: int | None = None
    """Into how many parts the inputs are divided; None: as their size asks."""
    shard_words: int = SHARD_WORDS
    """Words after which a new shard is begun."""


def part_count(source: CorpusSource, processes: int) -> int:
    """How many parts inputs are divided into: shards of a good size, and work for every process."""
    size = sum(file.weight for file in source.files)
    return max(1, math.ceil(size / _PART_BYTES), min(processes, math.ceil(size / _SMALL_PART_BYTES)))


def begin_index(
    inputs: tuple[str, ...], source: CorpusSource, folder: Path, options: IndexOptions, *, parts: int
) -> IndexPlan:
    """Write the plan of an index, or take up the one that was begun in the folder."""
    if parts < 1:
        raise InputError("corpus-no-parts", parts=parts)
    plan = IndexPlan(
        name=options.name,
        language=options.language,
        analysis=analysis_of(options.language).fingerprint,
        inputs=inputs,
        bytes=source.bytes,
        parts=parts,
        shard_words=options.shard_words,
        counts_only=options.counts_only,
        tables=options.tables and not options.counts_only,
    )
    return settle_plan(folder, plan)


def write_index_card(source: CorpusSource, folder: Path, options: IndexOptions, plan: IndexPlan) -> None:
    """Write the card of an index, which needs the hash of all inputs, unless it is there."""
    if not (folder / CARD).exists():
        card = source.card(
            name=options.name,
            language=options.language,
            source=options.source,
            licence=options.licence,
            analyser=plan.analysis,
        )
        write_card(folder / CARD, card)


def make_index(  # noqa: PLR0913, PLR0917  # what, where, how, by whom, and who watches
    inputs: tuple[str, ...],
    source: CorpusSource,
    folder: Path,
    options: IndexOptions,
    engine: Engine,
    progress: Progress | None = None,
) -> Index:
    """Build an index, or what is missing of one that was begun."""
    parts = options.parts or part_count(source, engine.processes)
    plan = begin_index(inputs, source, folder, options, parts=parts)
    tasks = [task_of(source, folder, plan, part) for part in range(plan.parts)]
    engine.run(tasks, progress)
    write_index_card(source, folder, options, plan)
    sweep(folder / SHARDS, older_than_s=0)
    return open_index(folder)


def task_of(source: CorpusSource, folder: Path, plan: IndexPlan, part: int) -> PartTask:
    """One part of an index as a task that can be sent away."""
    if not 0 <= part < plan.parts:
        raise InputError("corpus-absent-part", part=part + 1, parts=plan.parts)
    return PartTask(folder=str(folder.resolve()), plan=plan, source=source, part=part)


def part_named(text: str) -> Part:
    """A part from the way it is written on the command line.

    >>> part_named("3/8")
    Part(index=2, count=8)
    """
    first, slash, second = text.partition("/")
    if not (slash and first.isdecimal() and second.isdecimal() and 1 <= int(first) <= int(second)):
        raise InputError("corpus-no-part-name", name=repr(text))
    return Part(index=int(first) - 1, count=int(second))
