"""An index from inputs: the plan, the card, and every part built by an engine."""

import math
from dataclasses import dataclass
from pathlib import Path

from anaphor.corpus.index.building import SHARD_WORDS, PartTask, Watch, build_part
from anaphor.corpus.index.engines import Engine, Progress
from anaphor.corpus.index.index import Index, open_index
from anaphor.corpus.index.records import CARD, SHARDS, IndexPlan, PartRecord, settle_plan, write_card
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
    source: str = ""
    """Where the corpus comes from."""
    licence: str = ""
    counts_only: bool = False
    """True: sentences are counted, their text is not kept."""
    tables: bool = True
    """Whether frequent pairs have tables."""
    parts: int | None = None
    """Into how many parts the inputs are divided; None: as their size asks."""
    shard_words: int = SHARD_WORDS
    """Words after which a new shard is begun."""


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
    # Shards of a good size, and work for every process.
    size = sum(file.weight for file in source.files)
    parts = max(1, math.ceil(size / _PART_BYTES), min(engine.processes, math.ceil(size / _SMALL_PART_BYTES)))
    plan = begin_index(inputs, source, folder, options, parts=options.parts or parts)
    place = str(folder.resolve())
    engine.run([PartTask(folder=place, plan=plan, source=source, part=part) for part in range(plan.parts)], progress)
    write_index_card(source, folder, options, plan)
    sweep(folder / SHARDS, older_than_s=0)
    return open_index(folder)


def make_part(  # noqa: PLR0913, PLR0917  # what, where, how, which part, and who watches
    inputs: tuple[str, ...],
    source: CorpusSource,
    folder: Path,
    options: IndexOptions,
    part: str,
    watch: Watch | None = None,
) -> PartRecord:
    """Build one part of an index, such as 3/8; when all parts are built, it is an index."""
    wanted = part_named(part)
    plan = begin_index(inputs, source, folder, options, parts=wanted.count)
    if plan.parts != wanted.count:
        raise InputError("corpus-other-parts", begun=plan.parts, wanted=wanted.count)
    if wanted.index == 0:
        write_index_card(source, folder, options, plan)
    return build_part(PartTask(folder=str(folder.resolve()), plan=plan, source=source, part=wanted.index), watch)


def part_named(text: str) -> Part:
    """A part from the way it is written on the command line.

    >>> part_named("3/8")
    Part(index=2, count=8)
    """
    first, slash, second = text.partition("/")
    if not (slash and first.isdecimal() and second.isdecimal() and 1 <= int(first) <= int(second)):
        raise InputError("corpus-no-part-name", name=repr(text))
    return Part(index=int(first) - 1, count=int(second))
