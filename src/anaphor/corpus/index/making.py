"""Who builds the parts of an index: this process, several of this machine, or a Dask cluster (extra `cluster`) that
runs already or that Slurm starts; the shards are the same."""

import gc
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_longlong
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from anaphor.corpus.index.building import (
    CARD,
    PLAN,
    SHARD_WORDS,
    IndexPlan,
    PartRecord,
    PartTask,
    Watch,
    build_part,
    read_plan,
    settle_plan,
    write_record,
)
from anaphor.corpus.index.index import Index, open_index
from anaphor.corpus.index.shard_writing import WantedWords
from anaphor.corpus.kernel.analysis import analysis_of
from anaphor.corpus.settings import EngineName as EngineName
from anaphor.corpus.sources.protocol import Part
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.errors import AnaphorError, InputError, MissingExtraError, OutputError
from anaphor.language import LANGUAGES
from anaphor.processes import WorkerPool, begin_processes, process_context
from anaphor.provenance import written_path
from anaphor.text import Message, joined, message, text

_LOOKED_AT_S = 0.2
_LOADED = ("anaphor.corpus.index.making", "anaphor.corpus.kernel.loaded")
"""What the process loads that workers are forked from."""

_read: Any = None
"""In a worker: the bytes read of each part, in memory shared with the process that shows them."""
_ADDRESS = re.compile(r"(?:\w+://)?[^\s/]+:\d+")
_PATIENCE_S = 30
_JOBS = 4
"""Slurm jobs, unless their number is said."""
_RETRIES = 3
"""How often a part is tried again when its worker is lost."""

Progress = Callable[[int, int], None]
"""Told how much has been done, and of how much: bytes of the inputs, or parts."""


class Engine(Protocol):
    """Something that builds parts."""

    @property
    def processes(self) -> int:
        """How many parts it builds at a time."""

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; the first that cannot be built stops the work, and what is finished stays."""


def attempt(task: PartTask) -> PartRecord | str:
    """Build a part; what is wrong comes back as a sentence: errors themselves do not travel well between machines."""

    def watch(done: int) -> None:
        if _read is not None:
            _read[task.part] = done

    try:
        return build_part(task, watch)
    except AnaphorError as error:
        return str(error)
    except MemoryError:
        return text("corpus-no-memory")


def raise_failure(result: PartRecord | str) -> None:
    """Stop where a part could not be built."""
    if isinstance(result, str):
        raise OutputError(result)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class HereEngine:
    """One part after the other, in this process."""

    processes = 1

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        read: dict[int, int] = {}
        for task in tasks:

            def watch(done: int, task: PartTask = task) -> None:
                read[task.part] = done
                if progress:
                    progress(min(sum(read.values()), task.source.bytes), task.source.bytes)

            build_part(task, watch)


class ProcessesEngine:
    """Several processes, each with one part at a time."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def expect(self, source: CorpusSource) -> None:
        """Have processes ready where there will be work for several: they load what they need meanwhile."""
        if self.processes > 1 and source.bytes > _SMALL_PART_BYTES:
            begin_processes(*_LOADED)

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; a process that is killed ends the work with one sentence, and finished parts stay."""
        if len(tasks) < 2 or self.processes < 2:
            HereEngine().run(tasks, progress)
            return
        context = process_context(*_LOADED)
        read = context.Array(c_longlong, len(tasks), lock=False)
        workers = min(self.processes, len(tasks))
        pool = WorkerPool(workers, mp_context=context, initializer=_begin, initargs=(read,))
        try:
            left: set[Future[PartRecord | str]] = {pool.submit(attempt, task) for task in tasks}
            total = tasks[0].source.bytes
            while left:
                done, left = wait(left, timeout=_LOOKED_AT_S, return_when=FIRST_COMPLETED)
                for future in done:
                    raise_failure(future.result())
                if progress:
                    progress(min(sum(read), total), total)
        except BrokenProcessPool as error:
            raise OutputError("corpus-process-ended") from error
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(read: Any) -> None:
    global _read  # noqa: PLW0603  # a worker gets its shared memory once, when it begins
    _read = read
    gc.set_threshold(100_000)  # a vocabulary has no circles: it is not gone through again and again


def engine_named(name: EngineName, processes: int | None = None, scheduler: str | None = None) -> Engine:
    """The engine of that name, with so many processes or jobs, or with the workers of a Dask scheduler."""
    if scheduler and name is not EngineName.DASK:
        raise InputError("corpus-scheduler-unused")
    if name is EngineName.PROCESSES:
        count = processes or processors()
        return ProcessesEngine(count) if count > 1 else HereEngine()
    if name is EngineName.SLURM:
        return SlurmEngine(processes or _JOBS)
    if not scheduler:
        raise InputError("corpus-which-scheduler")
    return DaskEngine(scheduler)


class DaskEngine:
    """The workers of a Dask scheduler; they must see the inputs and the index under the same paths."""

    def __init__(self, scheduler: str) -> None:
        if not _ADDRESS.fullmatch(scheduler):
            raise InputError("corpus-no-scheduler-address", address=repr(scheduler))
        self._scheduler = scheduler
        with self._client() as client:
            self.processes = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = _distributed()
        try:
            client = distributed.Client(self._scheduler, timeout=_PATIENCE_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError("corpus-silent-scheduler", address=self._scheduler) from error
        try:
            yield client
        finally:
            client.close()

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; the part of a worker that is lost is built by another one."""
        with self._client() as client:
            _run(client, tasks, progress)


class SlurmEngine:
    """Workers that a Slurm site starts as jobs; what a job asks for comes from Dask's own settings (jobqueue.slurm)."""

    def __init__(self, jobs: int) -> None:
        self.processes = jobs

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        try:
            from dask_jobqueue.slurm import SLURMCluster
        except ImportError as error:
            raise MissingExtraError(text("corpus-using-slurm"), "cluster") from error
        distributed = _distributed()
        try:
            with SLURMCluster(cores=1, processes=1, memory="2GB") as cluster:
                cluster.scale(jobs=min(self.processes, len(tasks)))
                with distributed.Client(cluster, set_as_default=False) as client:
                    _run(client, tasks, progress)
        except (OSError, RuntimeError) as error:
            raise InputError("corpus-no-slurm", why=str(error)) from error


def _run(client: Any, tasks: Sequence[PartTask], progress: Progress | None) -> None:
    distributed = _distributed()
    futures = [client.submit(attempt, task, retries=_RETRIES, pure=False) for task in tasks]
    finished = distributed.as_completed(futures, loop=client.loop)
    try:
        for done, future in enumerate(finished, start=1):
            raise_failure(future.result())
            if progress:
                progress(done, len(tasks))
    except distributed.KilledWorker as error:
        raise InputError("corpus-workers-lost") from error
    finally:
        client.cancel(futures)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtraError(text("corpus-using-dask"), "cluster") from error
    return distributed


_PART_BYTES = 250_000_000
"""Text of one part: about 45 million words, one shard."""
_SMALL_PART_BYTES = 16_000_000
"""Text below which a part is not divided for the sake of more processes: small shards take more room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOrder:
    """What is to be indexed, where, and what the user says about it."""

    inputs: tuple[str, ...]
    """Files, folders and patterns, as the user named them."""
    corpus: CorpusSource
    folder: Path
    name: str
    language: str
    source: str = ""
    licence: str = ""
    counts_only: bool = False
    tables: bool = True
    parts: int | None = None
    """Into how many parts the inputs are divided; None: as their size asks."""
    shard_words: int = SHARD_WORDS

    def begin(self, parts: int) -> IndexPlan:
        """The plan of the index, written to its folder, or the one that was begun there."""
        if parts < 1:
            raise InputError("corpus-no-parts", parts=parts)
        plan = IndexPlan(
            name=self.name,
            language=self.language,
            analysis=analysis_of(self.language).fingerprint,
            inputs=tuple(map(written_path, self.inputs)),
            bytes=self.corpus.bytes,
            parts=parts,
            shard_words=self.shard_words,
            counts_only=self.counts_only,
            tables=self.tables and not self.counts_only,
        )
        return settle_plan(self.folder, plan)

    def write_card(self, plan: IndexPlan) -> None:
        """Write the card of the index, which needs the hash of all inputs, unless it is there."""
        if not (self.folder / CARD).exists():
            said = {"name": self.name, "language": self.language, "source": self.source, "licence": self.licence}
            write_record(self.folder / CARD, self.corpus.card(**said, analyser=plan.analysis))

    def task(self, plan: IndexPlan, part: int, wanted: WantedWords | None = None) -> PartTask:
        """One part of the index to be built."""
        return PartTask(folder=str(self.folder.resolve()), plan=plan, source=self.corpus, part=part, wanted=wanted)


_USUAL = "fr"
"""The language of a text that tells none: a word or two, a list of numbers."""


def language_of_index(source: CorpusSource, folder: Path, said: str | None) -> tuple[str, Message | None]:
    """The language in which a corpus is indexed, and what is to be said about it: the user's word, that of an index
    begun, else what the text looks like; a text of several languages, or of one without rules, is refused."""
    begun = read_plan(folder).language if said is None and (folder / PLAN).is_file() else None
    found = source.looks_like() if begun is None else None
    if found is None:
        return begun or "", None
    counts = joined([message("corpus-in-language", language=name, count=count) for name, count in found.texts])
    if said is not None:
        other = found.code is not None and found.code != said
        return said, message(
            "corpus-language-other", said=said, language=found.code or "", counts=counts
        ) if other else None
    if found.torn:
        raise InputError("corpus-language-torn", counts=counts, language=found.texts[0][0])
    if found.code is None:
        return _USUAL, message("corpus-language-unknown", language=_USUAL)
    if found.code not in LANGUAGES.names():
        raise InputError("corpus-language-missing", language=found.code, known=", ".join(LANGUAGES.names()))
    return found.code, message("corpus-language-found", language=found.code, counts=counts)


def make_index(
    order: IndexOrder, engine: Engine, progress: Progress | None = None, *, wanted: WantedWords | None = None
) -> Index:
    """Build an index, or what is missing of one that was begun; with `wanted`, only these words are told apart."""
    # Shards of a good size, and work for every process.
    size = sum(file.weight for file in order.corpus.files)
    parts = max(1, math.ceil(size / _PART_BYTES), min(engine.processes, math.ceil(size / _SMALL_PART_BYTES)))
    plan = order.begin(order.parts or parts)
    with ThreadPoolExecutor(1) as beside:  # the hash of the inputs is taken meanwhile
        card = beside.submit(order.write_card, plan)
        engine.run([order.task(plan, part, wanted) for part in range(plan.parts)], progress)
        card.result()
    for left in order.folder.rglob(".*.part"):  # of processes that were killed: shards, and records of parts
        left.unlink(missing_ok=True)
    return open_index(order.folder)


def make_part(order: IndexOrder, part: str, watch: Watch | None = None) -> PartRecord:
    """Build one part of an index, such as 3/8; when all parts are built, it is an index."""
    wanted = part_named(part)
    plan = order.begin(wanted.count)
    if plan.parts != wanted.count:
        raise InputError("corpus-other-parts", begun=plan.parts, wanted=wanted.count)
    if wanted.index == 0:
        order.write_card(plan)
    return build_part(order.task(plan, wanted.index), watch)


def part_named(text: str) -> Part:
    """A part from the way it is written on the command line.

    >>> part_named("3/8")
    Part(index=2, count=8)
    """
    first, slash, second = text.partition("/")
    if not (slash and first.isdecimal() and second.isdecimal() and 1 <= int(first) <= int(second)):
        raise InputError("corpus-no-part-name", name=repr(text))
    return Part(index=int(first) - 1, count=int(second))
