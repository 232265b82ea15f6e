"""The unit of work: one part of an input becomes shards. It depends on its task alone, so any engine can run it.

Blocks are put together and scanned as they come; everything else is made when a shard is written. The plan, the card
and the record of each part are JSON and carry a hash of themselves: a byte that is not as it was written is noticed.
"""

import hashlib
import json
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from anaphor.corpus.counts import CorpusCard
from anaphor.corpus.index.shard_file import META, ShardMeta, record_in, record_text
from anaphor.corpus.index.shard_writing import ShardOptions, ShardWriting, WantedWords, resolve
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE, AnalysedWord, TextAnalysis, analysis_of
from anaphor.corpus.kernel.analysis_scan import LONGEST_WORD, SOURCE_MARK, RawWord, fold_character
from anaphor.corpus.kernel.kernel import END, SOURCE, Kernel, Numbers, is_compiled
from anaphor.corpus.sources.protocol import AnalysedBlock, Block, Part, ReadingTally
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.errors import FormatError, InputError, OutputError
from anaphor.files import digest, regular_bytes, write_text
from anaphor.provenance import Record, plain
from anaphor.text import message, speaking, text

SHARD_WORDS = 50_000_000
"""Words after which a new shard is begun."""
_BYTES_PER_WORD, _BYTES_PER_TYPE, _MOST_BYTES = 13, 600, 850_000_000
"""What a word, and a new one, take in memory while a shard is made, and how much all may take: below 1.2 GB in all."""

Watch = Callable[[int], None]
"""Told how many bytes of the input have been read."""
_FED_AT_ONCE = 1 << 20
_GOOD_FEED = 1 << 19
"""Bytes that are scanned at a time: with what is found in them they stay near the processor."""
_LARGEST_FEED = 1 << 23
"""Bytes after which a text without spaces is cut."""
_MARK = SOURCE_MARK.encode()

VERSION = 1
PLAN, CARD, PARTS, SHARDS = "plan.json", "card.json", "parts", "shards"
SEAL = "seal"
"""The key of the hash."""
_LARGEST = 1 << 26
"""Bytes of a plan, a card or the record of a part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlan:
    """What an index is made of, and how; the same plan gives the same bytes wherever it is carried out."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    version: int = VERSION
    name: str
    language: str
    analysis: str
    inputs: tuple[str, ...]
    """Files, folders and patterns, as the user named them."""
    bytes: int
    """Size of the inputs on disk: an input that has changed since is noticed."""
    parts: int
    shard_words: int
    counts_only: bool = False
    """True: sentences are counted, their text is not kept."""
    tables: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardRecord:
    """A finished shard."""

    name: str
    words: int
    sentences: int
    ready_made: bool = False
    """Whether its lemmas come from the source itself."""
    meta: str
    """SHA-256 of its `meta.json`, which has the hashes of everything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRecord:
    """A finished part of an index."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    part: int
    shards: tuple[ShardRecord, ...] = ()
    """Its shards; none when the part holds no word."""
    notes: tuple[str, ...] = ()
    """What a user should know about how it was read."""


def sealed(record: object) -> str:
    """A record as JSON text with its seal: the same text for the same record, whoever writes it."""
    seal = hashlib.sha256(record_text(record).encode("utf-8")).hexdigest()
    return record_text(plain(record) | {SEAL: seal})


def is_whole(path: Path) -> bool:
    """Whether every byte of a sealed file is as it was written."""
    data = regular_bytes(path, _LARGEST)
    try:
        document = json.loads(data)
        document.pop(SEAL)
        return _is_sealed(document, data)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return False


def _is_sealed(document: object, data: bytes) -> bool:
    return sealed(document).encode("utf-8") == data


def write_record(path: Path, record: object) -> None:
    """Write a plan, a card, or the record of a part, which says that it is done; whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, sealed(record))


def _read(path: Path, kind: type[Record], code: str, *, strict: bool = True) -> Record:
    """A record of an index. Where it has a seal, a `strict` reader wants, to the byte, what was sealed."""
    data = regular_bytes(path, _LARGEST)
    with suppress(ValueError, RecursionError, AttributeError, TypeError):  # pydantic says what is wrong with it
        document = json.loads(data)
        if document.pop(SEAL, None) is not None and strict and not _is_sealed(document, data):
            raise FormatError("corpus-record-changed", where=path)
        data = json.dumps(document).encode("utf-8")
    return record_in(data, kind, path, code, fields=kind is CorpusCard)


def part_path(folder: Path, part: int) -> Path:
    return folder / PARTS / f"{part:05d}.json"


def parts_there(folder: Path) -> set[int]:
    """The numbers of the parts that are done."""
    paths = (folder / PARTS).glob("*.json")
    return {int(path.stem) for path in paths if path.stem.isdecimal() and path == part_path(folder, int(path.stem))}


def read_part(folder: Path, part: int, *, strict: bool = True) -> PartRecord | None:
    """The record of a part; None while it is not done."""
    path = part_path(folder, part)
    return _read(path, PartRecord, "corpus-no-part-record", strict=strict) if path.exists() else None


def read_card(path: Path) -> CorpusCard:
    return _read(path, CorpusCard, "corpus-no-card")


def refuse_changed(folder: Path, parts: int) -> None:
    """Refuse an index whose plan, or record of a part, has a seal and is not what was sealed."""
    read_plan(folder)
    for part in range(parts):
        read_part(folder, part)


def read_plan(folder: Path, *, strict: bool = True) -> IndexPlan:
    path = folder / PLAN
    if not path.is_file():
        code = "corpus-no-index" if folder.exists() else "corpus-absent-index"
        raise InputError(code, where=folder)
    plan = _read(path, IndexPlan, "corpus-no-plan", strict=strict)
    if plan.version != VERSION:
        raise FormatError("corpus-index-version", found=plan.version, known=VERSION, where=path)
    return plan


def settle_plan(folder: Path, plan: IndexPlan) -> IndexPlan:
    """The plan by which an index is built: the one begun here before, which must be for the same, or this one."""
    if not (folder / PLAN).exists():
        # A temporary file beside it is the plan that another part is just writing.
        if folder.exists() and not (
            folder.is_dir() and all(path.name.startswith(f".{PLAN}") for path in folder.iterdir())
        ):
            raise InputError("corpus-place-taken", where=folder)
        write_record(folder / PLAN, plan)
    begun = read_plan(folder)
    for name in ("name", "language", "analysis", "inputs", "bytes", "counts_only", "tables", "shard_words"):
        old, new = getattr(begun, name), getattr(plan, name)
        if old != new:
            said = name.replace("_", " ")
            raise InputError("corpus-other-index", field=said, old=repr(old), new=repr(new), where=folder)
    return begun


class ShardBuilder:
    """Takes blocks in, and writes them as one shard; it knows the raw words and the sources that it has seen."""

    def __init__(self, analysis: TextAnalysis, kernel: Kernel, options: ShardOptions) -> None:
        self._analysis, self._kernel, self._options = analysis, kernel, options
        self._scanner = kernel.scanner(analysis.profile)
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._ready: dict[tuple[str, str | None], int] = {}
        self._sources: list[str] = []
        self._streams: list[tuple[Numbers, bool]] = []
        """Raw streams, and whether their numbers are those of words that the source has cut and lemmatised itself."""
        self.size = 0

    @property
    def bytes_needed(self) -> int:
        """How much memory the shard takes while it is made."""
        return self.size * _BYTES_PER_WORD + (self._scanner.types + len(self._ready)) * _BYTES_PER_TYPE

    def add(self, block: Block) -> None:
        is_new = self._sources[-1:] != [block.source]
        if isinstance(block, AnalysedBlock):
            self._scan()
            stream = [int(SOURCE)] if is_new else []
            for sentence in block.sentences:
                stream += [self._ready.setdefault(token, len(self._ready)) for token in sentence]
                stream.append(int(END))
            self._keep(np.array(stream, np.uint32), ready=True)
        else:
            text = block.text.replace(_MARK, b" ") if _MARK in block.text else block.text
            self._waiting += [_MARK if is_new else b"", text, b"\n"]
            self._waiting_bytes += len(text) + 2
        if is_new:
            self._sources.append(block.source)
        if self._waiting_bytes >= _FED_AT_ONCE:
            self._scan()

    def _keep(self, stream: Numbers, *, ready: bool = False) -> None:
        self._streams.append((stream, ready))
        self.size += stream.size

    def _scan(self) -> None:
        """Scan the text that is waiting, some of it at a time."""
        text = b"".join(self._waiting)
        view, at = memoryview(text), 0
        self._waiting, self._waiting_bytes = [], 0
        while len(text) - at > _GOOD_FEED:
            cut = text.rfind(b" ", at, at + _GOOD_FEED) + 1
            if not cut and len(text) - at > _LARGEST_FEED:
                cut = text.rfind(b" ", at, at + _LARGEST_FEED) + 1 or at + _LARGEST_FEED
            if not cut:
                break
            self._keep(self._scanner.feed(view[at:cut]))
            at = cut
        if at < len(text):
            self._keep(self._scanner.feed(view[at:]))

    def _ready_words(self) -> Iterator[tuple[AnalysedWord, ...]]:
        """The words of each token that the source has cut, with its lemma if it gives one; none for punctuation."""
        for written, said in self._ready:
            form, capital = _folded(written)
            if not any(letter.isalnum() for letter in form) or len(form.encode("utf-8")) > LONGEST_WORD:
                yield ()
            elif said is None:
                yield self._analysis.types.words(RawWord(form, capital))
            else:
                lemma, is_name = _folded(said.split("|")[0])
                yield (AnalysedWord(form, capital, lemma[:1].upper() + lemma[1:] if is_name else lemma or form),)

    def write(self, folder: Path) -> ShardMeta | None:
        """Write the shard into a new folder; None, and nothing written, when there is no word in it."""
        self._scan()
        raw, types, wanted = self._scanner.raw_words(), self._analysis.types, self._options.wanted
        vocabulary = resolve(raw, types, self._ready_words(), wanted)
        for stream, ready in self._streams:
            if ready:  # the numbers of ready-made words stand behind those of scanned ones
                stream[stream < SOURCE] += np.uint32(self._scanner.types)
        streams, self._streams = [stream for stream, _ in self._streams], []
        text = self._kernel.expand(streams, vocabulary.expansion, LONGEST_SENTENCE)
        if not text.words.size:
            return None
        # Where some lemmas come from our analysis, questions are analysed, too.
        ready_made = not self._scanner.types and all(lemma is not None for _, lemma in self._ready)
        writing = ShardWriting(self._kernel, self._options, vocabulary, text, self._sources)
        return writing.write(folder, self._analysis, ready_made=ready_made)


def _folded(text: str) -> tuple[str, bool]:
    normal = unicodedata.normalize("NFC", text)
    return "".join(map(fold_character, normal)), normal[:1].isupper()


def kernel(*, compiled: bool | None = None) -> Kernel:
    """The kernel that this installation has; or the one that is asked for."""
    if compiled is False or (compiled is None and not is_compiled()):
        return Kernel()
    from anaphor.corpus.kernel.compiled import CompiledKernel

    return CompiledKernel()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTask:
    """One part of an index to be built; it can be sent to other processes and machines."""

    folder: str
    """Folder of the index, which all machines see."""
    plan: IndexPlan
    source: CorpusSource
    part: int
    compiled: bool | None = None
    """Whether the compiled kernel is used; None: where it is installed."""
    wanted: WantedWords | None = None
    """The words that are told apart; None: all."""


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
    write_record(part_path(folder, task.part), record)
    return record


def _build_shards(task: PartTask, folder: Path, tally: ReadingTally, watch: Watch | None) -> list[ShardRecord]:
    analysis = analysis_of(task.plan.language)
    options = ShardOptions(forward=not task.plan.counts_only, tables=task.plan.tables, wanted=task.wanted)
    chosen = kernel(compiled=task.compiled)
    shards: list[ShardRecord] = []

    def write(builder: ShardBuilder) -> None:
        place = folder / f"{task.part:05d}-{len(shards):02d}"
        try:
            meta = builder.write(place)
        except OutputError as error:
            raise OutputError(error.what, where=error.where, todo=message("corpus-shards-stay")) from error
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
        if builder.size >= task.plan.shard_words or builder.bytes_needed >= _MOST_BYTES:
            write(builder)
            builder = ShardBuilder(analysis, chosen, options)
    write(builder)
    return shards
