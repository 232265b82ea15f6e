"""What is made of a corpus in one call: an index, a part of one, a table of pairs, the counts of some words."""

import logging
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from anaphor.corpus.counts import Counts
from anaphor.corpus.index.building import PartRecord
from anaphor.corpus.index.index import Index, open_index
from anaphor.corpus.index.making import (
    Engine,
    EngineName,
    IndexOrder,
    ProcessesEngine,
    engine_named,
    language_of_index,
    make_index,
    make_part,
)
from anaphor.corpus.settings import BuildSettings, IndexSettings, PairTableSettings, ShardSettings, StreamSettings
from anaphor.corpus.sources.reading import TextInputs, settings_of, text_source
from anaphor.corpus.streaming import count_targets
from anaphor.errors import ContentError, InputError, Place, member_of, with_keywords
from anaphor.parameters import act
from anaphor.progress import progress
from anaphor.provenance import plain, writable
from anaphor.result import Result
from anaphor.text import Message, text, visible


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IndexPart(Result):
    """A part of an index that was built; when all of them are, they are an index."""

    part: str
    """Which of how many: 3/8."""
    folder: Path
    """The folder of the index."""
    record: PartRecord

    def to_dict(self) -> dict[str, Any]:
        """The document that `corpus shard --json` prints."""
        return dict(plain(self.record))

    @property
    def words(self) -> int:
        return sum(each.words for each in self.record.shards)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PairTableFile(Result):
    """A table of pairs that was written."""

    path: Path
    words: int
    """Words that it lists."""
    pairs: int
    """Pairs of them that meet often enough."""
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The document that `corpus pairs --json` prints."""
        return {"table": str(self.path), "words": self.words, "pairs": self.pairs, "bytes": self.bytes}


def _log(remark: Message) -> None:
    logging.getLogger("anaphor.corpus").warning("%s", visible(with_keywords(str(remark))))


@contextmanager
def _ordered(
    inputs: TextInputs,
    settings: IndexSettings,
    parts: int | None = None,
    engine: Engine | None = None,
) -> Iterator[IndexOrder]:
    """What `build` and `shard` are both told, as the makers of indexes take it."""
    folder, read = Path(settings.output), settings_of(settings)
    with text_source(inputs, read, folder.parent) as (names, corpus):
        if isinstance(engine, ProcessesEngine):
            engine.expect(corpus)
        language, remark = language_of_index(corpus, folder, settings.language)
        if remark:
            (settings.hear or _log)(remark)
        yield IndexOrder(
            inputs=names,
            corpus=corpus,
            folder=folder,
            language=language,
            parts=parts,
            name=writable(settings.name or folder.name.removesuffix(".idx")),
            source=settings.source,
            licence=settings.licence,
            counts_only=settings.counts_only,
            tables=settings.tables,
        )


@act(BuildSettings)
def build(inputs: TextInputs, settings: BuildSettings) -> Index:
    """An index of a corpus; started again after an interruption, it goes on where it stopped.

    `inputs` are a file, a folder or a pattern, or a list of them, in any source format; or running text in memory: an
    iterator, or the column of a frame, of strings (`iter(texts)` for a list). `output` is the folder of the index.
    The work is divided into `parts`, as many as the size asks for, which so many `processes` of this machine, a Dask
    cluster (`engine="dask"`, with the address of its `scheduler`) or jobs of Slurm build. `language`, `name`,
    `source`, `licence`, `counts_only` and `tables` say what it is; `format`, `encoding`, `errors`, `field`, `column`
    and `newlines` how the text is read.
    """
    workers = engine_named(member_of(EngineName, settings.engine, "engine"), settings.processes, settings.scheduler)
    name = settings.name or Path(settings.output).name
    with (
        _ordered(inputs, settings, settings.parts, workers) as order,
        progress(text("corpus-indexing", name=name)) as move,
    ):
        fresh = not order.folder.exists()
        made = make_index(order, workers, move)
    if not made.words:
        if fresh:  # nothing of it could be used, and it would stand in the way of an index with words
            shutil.rmtree(order.folder, ignore_errors=True)
        raise ContentError("corpus-no-words", where=Place(file=order.inputs[0]))
    return made


@act(ShardSettings)
def shard(inputs: TextInputs, settings: ShardSettings) -> IndexPart:
    """One part of an index, such as 3/8: for a job array, where each job is told its own; settings are `build`'s."""
    with (
        _ordered(inputs, settings) as order,
        progress(text("corpus-building-part", part=settings.part)) as move,
    ):
        record = make_part(order, settings.part, lambda done: move(done, None))
    return IndexPart(part=settings.part, folder=Path(settings.output), record=record)


def open(path: str | PathLike[str], *, literal: bool = False) -> Index:  # noqa: A001  # as one opens a file
    """An index that was built, with all its parts; with `literal`, words asked for are lemmas as they stand in it."""
    return open_index(Path(path), literal=literal)


@act(PairTableSettings)
def pair_table(
    indexes: str | PathLike[str] | Index | Sequence[str | PathLike[str] | Index],
    settings: PairTableSettings,
) -> PairTableFile:
    """A table of all frequent pairs of some indexes, counted as one: words and figures, no text, for authors.

    Listed are words that stand in `frequency` sentences; kept are pairs that meet `ratio` times as often as by chance,
    and all pairs of the `common` most frequent words.
    """
    from anaphor.corpus.pairs.making import table_of, write_pairs
    from anaphor.corpus.pairs.table import Keeping

    listed = [indexes] if isinstance(indexes, str | PathLike | Index) else list(indexes)
    opened = [each if isinstance(each, Index) else open_index(Path(each)) for each in listed]
    if len({each.folder.resolve() for each in opened}) < len(opened):
        raise InputError("corpus-index-twice")
    try:
        share = Fraction(settings.ratio).limit_denominator(1000)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError("corpus-no-ratio", ratio=repr(settings.ratio)) from None
    made = table_of(opened, settings.frequency, Keeping(ratio=share, common=settings.common))
    size = write_pairs(Path(settings.output), made)
    return PairTableFile(path=Path(settings.output), words=len(made.words), pairs=made.pairs, bytes=size)


@act(StreamSettings)
def count_stream(inputs: TextInputs, words: Iterable[str], settings: StreamSettings) -> Counts:
    """The counts of some words and of all their pairs, in one pass over a text, without an index.

    `words` are counted by lemma, `forms` as they stand, both in sentences and in `windows` of so many words; they are
    the figures that an index of the same text gives. The text is named and read as in `build`.
    """
    with (
        text_source(inputs, settings_of(settings)) as (_, source),
        progress(text("corpus-indexing", name=settings.name)) as move,
    ):
        return count_targets(
            source,
            words,
            language=settings.language,
            forms=settings.forms,
            windows=settings.windows,
            name=settings.name,
            processes=settings.processes,
            progress=move,
        )
