"""An index opened for asking: its shards' counts, added up."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.counting import Counter, Located, Memory, Target
from anaphor.corpus.counting_places import places_within
from anaphor.corpus.counts import SENTENCE, Concordance, PairCount, Unit, Within
from anaphor.corpus.index.card import CorpusCard, read_card
from anaphor.corpus.index.plan import (
    CARD,
    LARGEST_RECORD,
    PLAN,
    SHARDS,
    IndexPlan,
    ShardRecord,
    part_path,
    read_part,
    read_plan,
)
from anaphor.corpus.index.sealing import is_whole
from anaphor.corpus.index.shard import META, read_meta
from anaphor.corpus.index.shard_reading import Shard
from anaphor.corpus.kernel.analysis import Analysis, analysis_of
from anaphor.errors import FormatError, InputError, Place
from anaphor.provenance import Signature

_REMEMBERED = 1 << 16


class Index:
    """The counts of a corpus. It changes nothing on disk and may be shared by threads and processes."""

    def __init__(self, folder: Path, plan: IndexPlan, records: Sequence[ShardRecord], *, literal: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self.records = tuple(records)
        self._literal = literal
        self._memory = Memory()
        self._located = lru_cache(_REMEMBERED)(self._locate)
        self._places = lru_cache(_REMEMBERED)(self._count_places)

    @property
    def name(self) -> str:
        """Name of the corpus."""
        return self.plan.name

    @property
    def language(self) -> str:
        """Language of the corpus."""
        return self.plan.language

    @cached_property
    def words(self) -> int:
        """Size of the corpus in words."""
        return sum(record.words for record in self.records)

    @cached_property
    def sentences(self) -> int:
        """Size of the corpus in sentences."""
        return sum(record.sentences for record in self.records)

    @cached_property
    def card(self) -> CorpusCard:
        """What the corpus is and where it comes from."""
        return read_card(self.folder / CARD)

    @cached_property
    def signature(self) -> Signature:
        """What was counted and how."""
        return Signature.of(
            corpus=self.name,
            hash=self.card.hash[:16],
            analysis=self.plan.analysis,
            words=self.words,
            sentences=self.sentences,
            index=self.plan.version,
        )

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """The counts of each shard."""
        return tuple(Counter(self._shard(record), self._memory) for record in self.records)

    def _shard(self, record: ShardRecord) -> Shard:
        folder = self.folder / SHARDS / record.name
        return Shard(folder, read_meta(folder, record.meta))

    @cached_property
    def _analysis(self) -> Analysis:
        analysis = analysis_of(self.language)
        if analysis.fingerprint != self.plan.analysis:
            raise InputError(
                f"the index was made with another analysis ({self.plan.analysis}, here {analysis.fingerprint})",
                where=Place(file=str(self.folder)),
                todo="Build it again, or ask for lemmas as they stand in it (--literal).",
            )
        return analysis

    def target(self, text: str, unit: Unit = Unit.LEMMA) -> Target:
        """What a text asks for: read as the corpus was, but for what the corpus has as a lemma of its own."""
        if self._literal:
            return Target(unit, tuple(text.split()))
        if unit is Unit.LEMMA and self._is_ready_made(text):
            return Target(unit, (text,))
        words = self._analysis.words(text)
        if not words:
            raise InputError(f"there is no word in {text!r}")
        return Target(unit, tuple(word.lemma if unit is Unit.LEMMA else word.form for word in words))

    def _is_ready_made(self, text: str) -> bool:
        """Whether the source itself has lemmatised everything, and has this lemma."""
        if not all(record.ready_made for record in self.records):
            return False
        return any(counter.shard.lemma(text) >= 0 for counter in self.counters)

    def _locate(self, text: str, unit: Unit) -> tuple[Located, ...]:
        target = self.target(text, unit)
        if self.plan.counts_only and (unit is Unit.FORM or len(target.words) > 1):
            what = "forms" if unit is Unit.FORM else "several words side by side"
            raise self._no_text(what)
        return tuple(counter.locate(target) for counter in self.counters)

    def _no_text(self, what: str) -> InputError:
        return InputError(
            f"this index keeps no text, so {what} cannot be counted",
            where=Place(file=str(self.folder)),
            todo="Build it without --counts-only.",
        )

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount:
        """How often two words occur and meet: in sentences, or in pairs of neighbouring places."""
        first, second = self._located(a, unit), self._located(b, unit)
        if within.words is not None:
            return self._near(first, second, within)
        size_a = size_b = both = 0
        for counter, one, two in zip(self.counters, first, second, strict=True):
            size_a += counter.size(one)
            size_b += counter.size(two)
            both += counter.both(one, two)
        return PairCount(total=self.sentences, a=size_a, b=size_b, both=both)

    def _near(self, first: Sequence[Located], second: Sequence[Located], within: Within) -> PairCount:
        words = self._checked(within)
        size_a = size_b = both = 0
        for counter, one, two in zip(self.counters, first, second, strict=True):
            before, behind = counter.neighbours(one, words)
            size_a += behind if within.directed else before + behind
            before, behind = counter.neighbours(two, words)
            size_b += before if within.directed else before + behind
            both += counter.near(one, two, within)
        return PairCount(total=self.places(within), a=size_a, b=size_b, both=both)

    def counts_within(self, within: Within) -> bool:
        """Whether words so near one another can be counted: windows need the text."""
        return within.words is None or not self.plan.counts_only

    def _checked(self, within: Within) -> int:
        if self.plan.counts_only:
            raise self._no_text("windows")
        if within.words is None or within.words < 1:
            raise InputError(f"a window of {within.words} words is none", todo="Write a number from 1 on.")
        return within.words

    def places(self, within: Within) -> int:
        """How many pairs of places stand so near, in one sentence: what windows are counted in."""
        if within.words is None:
            return self.sentences
        return self._places(within)

    def _count_places(self, within: Within) -> int:
        lengths = (each for counter in self.counters for each in counter.shard.meta.lengths)
        return places_within(lengths, within)

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int:
        """In how many sentences a word stands."""
        located = self._located(word, unit)
        return sum(counter.size(one) for counter, one in zip(self.counters, located, strict=True))

    def pair_by_source(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Mapping[str, PairCount]:
        """How often two words occur and meet in the sentences of each source."""
        found: dict[str, NDArray[np.int64]] = {}
        for counter, one, two in zip(self.counters, self._located(a, unit), self._located(b, unit), strict=True):
            for name, counts in counter.by_source(one, two):
                found[name] = found[name] + counts if name in found else counts
        return {
            name: PairCount(total=int(total), a=int(size_a), b=int(size_b), both=int(both))
            for name, (total, size_a, size_b, both) in found.items()
        }

    def concordance(
        self, a: str, b: str | None = None, /, *, limit: int = 5, within: Within = SENTENCE, unit: Unit = Unit.LEMMA
    ) -> tuple[Concordance, ...]:
        """Sentences in which a word stands, or two; spread over the corpus; none where the index keeps no text."""
        if self.plan.counts_only or limit < 1:
            return ()
        first = self._located(a, unit)
        second = self._located(b, unit) if b is not None else (None,) * len(first)
        found = [
            counter.meeting(one, two, within) for counter, one, two in zip(self.counters, first, second, strict=True)
        ]
        ends = np.cumsum([sentences.size for sentences in found], dtype=np.int64)
        total = int(ends[-1]) if ends.size else 0
        shown = min(limit, total)
        return tuple(self._line(found, ends, at * total // shown) for at in range(shown))

    def _line(self, found: Sequence[NDArray[np.uint32]], ends: NDArray[np.int64], at: int) -> Concordance:
        """One of the sentences that were found in all shards together."""
        number = int(np.searchsorted(ends, at, side="right"))
        sentence = found[number][at - int(ends[number])]
        return self.counters[number].concordance(int(sentence))

    @cached_property
    def bytes(self) -> int:
        """Size of the index on disk."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    @cached_property
    def largest_vocabulary(self) -> int:
        """Different lemmas of the shard that has most; shards share most of theirs."""
        return max((counter.shard.meta.lemmas for counter in self.counters), default=0)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about how the inputs were read."""
        parts = (read_part(self.folder, number) for number in range(self.plan.parts))
        return tuple(dict.fromkeys(note for part in parts if part for note in part.notes))

    def damaged(self) -> tuple[str, ...]:
        """What is on disk is read again: the files and arrays whose bytes are not those that were written."""
        written = [self.folder / PLAN, self.folder / CARD]
        written += [part_path(self.folder, number) for number in range(self.plan.parts)]
        found = [str(path.relative_to(self.folder)) for path in written if not is_whole(path, LARGEST_RECORD)]
        for record in self.records:
            try:
                names = self._shard(record).reader.damaged()
            except FormatError as error:
                names = (Path(error.where.file or META).name,) if error.where else (META,)
            found += [f"{record.name}/{name}" for name in names]
        return tuple(found)


def open_index(path: str | Path, *, literal: bool = False) -> Index:
    """An index; one whose parts are not all done is refused. `literal`: questions are lemmas as they stand in it."""
    folder = Path(path)
    plan = read_plan(folder)
    parts = [read_part(folder, number) for number in range(plan.parts)]
    missing = [number for number, part in enumerate(parts) if part is None]
    if missing or not (folder / CARD).is_file():
        what = f"{len(missing)} of {plan.parts} parts are missing" if missing else "its card is missing"
        raise InputError(
            f"the index is not finished: {what}",
            where=Place(file=str(folder)),
            todo="Start the command that builds it again; finished parts are kept.",
        )
    records = [record for part in parts if part is not None for record in part.shards]
    return Index(folder, plan, records, literal=literal)
