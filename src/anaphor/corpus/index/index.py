"""An index opened for asking: its shards' counts, added up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.association import OwnMeasure, Undefined, measure_name, measure_named
from anaphor.corpus.counts import (
    SENTENCE,
    Concordance,
    CorpusCard,
    Counts,
    PairCount,
    Unit,
    Within,
    is_counts_file,
    pooled,
    read_counts,
    shipped,
)
from anaphor.corpus.index.building import (
    CARD,
    PLAN,
    SHARDS,
    IndexPlan,
    ShardRecord,
    is_whole,
    part_path,
    parts_there,
    read_card,
    read_part,
    read_plan,
    refuse_changed,
)
from anaphor.corpus.index.counting import CorpusTarget, Counter, Located, Memory, places_within, target_of
from anaphor.corpus.index.shard_file import META, SectionReader, Shard, read_meta
from anaphor.corpus.kernel.analysis import TextAnalysis, analysis_of
from anaphor.document import fields_of
from anaphor.errors import FormatError, InputError
from anaphor.provenance import Signature, plain
from anaphor.result import Result
from anaphor.text import choice

_REMEMBERED = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountAnswer(Result):
    """What an index says of a word, or of two."""

    corpus: str
    words: int
    sentences: int
    signature: Signature
    asked: tuple[str, ...]
    """One word or two, read as the corpus was."""
    unit: Unit
    within: Within
    count: PairCount
    """How often they occur and meet; of a single word, the second half is 0."""
    scores: Mapping[str, float | Undefined]
    """How much they attract each other, by measure."""
    lines: tuple[Concordance, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The document that `corpus count --json` prints."""
        count, within, scores = self.count, self.within, self.scores.items()
        return {
            "sentences": self.sentences,
            "a": count.a,
            "b": None if self.single else count.b,
            "both": None if self.single else count.both,
            "mi": None,
            **{name: None if isinstance(score, Undefined) else score for name, score in scores},
            "total": count.total,
            "counted_in": "sentences" if within.words is None else "pairs of places",
            "window": within.words,
            "directed": within.directed,
            **fields_of(self, "unit", "asked"),
            "undefined": {name: str(score.reason) for name, score in scores if isinstance(score, Undefined)},
            **fields_of(self, "words", "corpus"),
            "signature": str(self.signature),
            "lines": [fields_of(line, "text", "source") for line in self.lines],
        }

    @property
    def single(self) -> bool:
        return len(self.asked) == 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IndexInfo(Result):
    """What an index holds, and whether that is as it was written."""

    index: "Index"
    verified: bool = False
    """Whether all its bytes were looked at."""
    damaged: tuple[str, ...] = ()
    """Files and arrays whose bytes are not those that were written."""

    def description(self) -> dict[str, Any]:
        """What the index says of itself; of a damaged one its name alone where it can say no more."""
        try:
            return self.index.description()
        except FormatError:
            if not self.damaged:
                raise
            return {"name": self.index.name}

    def to_dict(self) -> dict[str, Any]:
        """The document that `corpus info --json` prints."""
        return self.description() | {"verified": self.verified, "damaged": list(self.damaged)}


class Index(Counts, Result):
    """The counts of a corpus. It changes nothing on disk and may be shared by threads and processes."""

    def __init__(self, folder: Path, plan: IndexPlan, records: Sequence[ShardRecord], *, literal: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self.records = tuple(records)
        self.name, self.language = plan.name, plan.language
        self.words = sum(record.words for record in records)
        self.sentences = sum(record.sentences for record in records)
        self._literal = literal
        self._memory = Memory()
        self._located = lru_cache(_REMEMBERED)(self._locate)
        self._places: dict[Within, int] = {}

    def to_dict(self) -> dict[str, Any]:
        """The document that `corpus index --json` prints."""
        return self.description()

    @cached_property
    def card(self) -> CorpusCard:
        return read_card(self.folder / CARD)

    @cached_property
    def signature(self) -> Signature:
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
        """What is asked, shard by shard; none is where the plan or the record of a part is not as it was written."""
        refuse_changed(self.folder, self.plan.parts)
        return self._counters

    @cached_property
    def _counters(self) -> tuple[Counter, ...]:
        places = [(self.folder / SHARDS / record.name, record.meta) for record in self.records]
        return tuple(Counter(Shard(place, read_meta(place, meta)), self._memory) for place, meta in places)

    @cached_property
    def _analysis(self) -> TextAnalysis:
        analysis = analysis_of(self.language)
        if analysis.fingerprint != self.plan.analysis:
            old, new = self.plan.analysis, analysis.fingerprint
            raise InputError("corpus-other-analysis", old=old, new=new, where=self.folder)
        return analysis

    def target(self, text: str, unit: Unit = Unit.LEMMA) -> CorpusTarget:
        """What a text asks for: read as the corpus was, but for what the corpus has as a lemma of its own."""
        if self._literal:
            return CorpusTarget(unit, tuple(text.split()))
        ready_made = unit is Unit.LEMMA and all(record.ready_made for record in self.records)
        if ready_made and any(counter.shard.lemma(text) >= 0 for counter in self.counters):
            return CorpusTarget(unit, (text,))
        return target_of(self._analysis, text, unit)

    def _locate(self, text: str, unit: Unit) -> tuple[Located, ...]:
        target = self.target(text, unit)
        if self.plan.counts_only and (target.unit is Unit.FORM or len(target.words) > 1):
            raise self._no_text("forms" if target.unit is Unit.FORM else "several")
        return tuple(counter.locate(target) for counter in self.counters)

    def _no_text(self, what: str) -> InputError:
        return InputError("corpus-no-text", asked=choice("corpus-no-text", what), where=self.folder)

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount:
        """How often two words occur and meet: in sentences, or in pairs of neighbouring places."""
        shards = zip(self.counters, self._located(a, unit), self._located(b, unit), strict=True)
        size_a = size_b = both = 0
        if within.words is None:
            for counter, one, two in shards:
                size_a += counter.size(one)
                size_b += counter.size(two)
                both += counter.both(one, two)
            return PairCount(total=self.sentences, a=size_a, b=size_b, both=both)
        if self.plan.counts_only:
            raise self._no_text("windows")
        if within.words < 1:
            raise InputError("corpus-no-window", words=str(within.words))
        for counter, one, two in shards:
            before, behind = counter.neighbours(one, within.words)
            size_a += behind if within.directed else before + behind
            before, behind = counter.neighbours(two, within.words)
            size_b += before if within.directed else before + behind
            both += counter.near(one, two, within)
        return PairCount(total=self.places(within), a=size_a, b=size_b, both=both)

    def counts_within(self, within: Within) -> bool:
        """Whether words so near one another can be counted: windows need the text."""
        return within.words is None or not self.plan.counts_only

    def places(self, within: Within) -> int:
        """How many pairs of places stand so near, in one sentence: what windows are counted in."""
        if within.words is None:
            return self.sentences
        if within not in self._places:
            lengths = (each for counter in self.counters for each in counter.shard.meta.lengths)
            self._places[within] = places_within(lengths, within)
        return self._places[within]

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int:
        located = self._located(word, unit)
        return sum(counter.size(one) for counter, one in zip(self.counters, located, strict=True))

    def count(  # noqa: PLR0913  # two words, and how they are counted
        self,
        a: str,
        b: str | None = None,
        /,
        *,
        form: bool = False,
        window: int | None = None,
        directed: bool = False,
        measure: str | OwnMeasure | Sequence[str | OwnMeasure] = (),
        smoothing: float = 0.0,
        lines: int = 0,
    ) -> CountAnswer:
        """A word counted, or how often two meet and how much they attract each other.

        Lemmas are counted, with `form` words as they stand; in sentences, or within a `window` of so many words, with
        `directed` only where the second follows the first. Beside the mutual information, other measures of
        association by name (`npmi`, `llr`, `t`, `chi2`, `dice`, `logdice`, `ppmi`), or a function of a `PairCount`;
        `smoothing` is added to each cell before. `lines` is how many sentences of the corpus are shown.
        """
        if directed and window is None:
            raise InputError("corpus-direction-without-window")
        unit, within = Unit.FORM if form else Unit.LEMMA, Within(words=window, directed=directed)
        asked = [measure] if isinstance(measure, str) or callable(measure) else measure
        named = {measure_name(each): measure_named(each, smoothing) for each in ("mi", *asked)}
        if b is None:
            found = PairCount(total=self.sentences, a=self.frequency(a, unit=unit), b=0, both=0)
        else:
            found = self.pair(a, b, within=within, unit=unit)
        return CountAnswer(
            corpus=self.name,
            words=self.words,
            sentences=self.sentences,
            signature=self.signature,
            asked=tuple(" ".join(self.target(each, unit).words) for each in (a, b) if each is not None),
            unit=unit,
            within=within,
            count=found,
            scores={} if b is None else {name: each(found) for name, each in named.items()},
            lines=self.concordance(a, b, limit=lines, within=within, unit=unit) if lines else (),
        )

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
        lines = []
        for place in (each * total // shown for each in range(shown)):  # among those of all shards together
            number = int(np.searchsorted(ends, place, side="right"))
            lines.append(self.counters[number].concordance(int(found[number][place - int(ends[number])])))
        return tuple(lines)

    @cached_property
    def bytes(self) -> int:
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about how the inputs were read."""
        parts = (read_part(self.folder, number, strict=False) for number in range(self.plan.parts))
        return tuple(dict.fromkeys(note for part in parts if part for note in part.notes))

    def description(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "language": self.language,
            "words": self.words,
            "sentences": self.sentences,
            # Of the shard that has most: shards share most of theirs.
            "lemmas": max((counter.shard.meta.lemmas for counter in self._counters), default=0),
            "shards": len(self.records),
            "parts": self.plan.parts,
            "bytes": self.bytes,
            "bytes_per_word": round(self.bytes / self.words, 3) if self.words else None,
            "text": not self.plan.counts_only,
            "tables": self.plan.tables,
            "analysis": self.plan.analysis,
            "signature": str(self.signature),
            "card": plain(self.card),
            "notes": list(self.notes),
        }

    def info(self, *, verify: bool = False) -> IndexInfo:
        """What it holds; with `verify`, also whether its bytes are those that were written."""
        if not verify:
            refuse_changed(self.folder, self.plan.parts)
        return IndexInfo(index=self, verified=verify, damaged=self.damaged() if verify else ())

    def damaged(self) -> tuple[str, ...]:
        """What is on disk is read again: the files and arrays whose bytes are not those that were written."""
        written = [self.folder / PLAN, self.folder / CARD]
        written += [part_path(self.folder, number) for number in range(self.plan.parts)]
        found = [str(path.relative_to(self.folder)) for path in written if not is_whole(path)]
        for record in self.records:
            try:
                place = self.folder / SHARDS / record.name
                names = SectionReader(place, read_meta(place, record.meta)).damaged()
            except FormatError as error:
                names = (Path(error.where.file or META).name,) if error.where else (META,)
            found += [f"{record.name}/{name}" for name in names]
        return tuple(found)


def open_index(path: str | Path, *, literal: bool = False) -> Index:
    """An index; one whose parts are not all done is refused. `literal`: questions are lemmas as they stand in it."""
    folder = Path(path)
    plan = read_plan(
        folder, strict=False
    )  # whoever asks is strict: of what is damaged, `info` can still say what it is
    # Those that are there are counted, not those that a plan speaks of: a damaged one may speak of any number.
    finished = {number for number in parts_there(folder) if number < plan.parts}
    if len(finished) < plan.parts:
        raise InputError("corpus-unfinished", missing=plan.parts - len(finished), parts=plan.parts, where=folder)
    if not (folder / CARD).is_file():
        raise InputError("corpus-unfinished-card", where=folder)
    parts = [read_part(folder, number, strict=False) for number in range(plan.parts)]
    records = [record for part in parts if part is not None for record in part.shards]
    return Index(folder, plan, records, literal=literal)


CorpusLike: TypeAlias = str | Path | Counts
"""A corpus that was counted: an index or a file of counts, by its path, or opened."""


def counts_for(language: str, corpora: CorpusLike | Sequence[CorpusLike] = ()) -> Counts:
    """Indexes and files of counts, counted as one; where none is named, what the package carries for a language."""
    listed = [corpora] if isinstance(corpora, str | Path | Counts) else list(corpora)
    for each in listed:
        if not isinstance(each, str | Path | Counts):
            raise InputError("corpus-no-corpus", kind=type(each).__name__)
    places = [getattr(each, "folder", each) for each in listed]
    if len({each if isinstance(each, Counts) else Path(each).resolve() for each in places}) < len(places):
        raise InputError("corpus-counts-twice")
    if not listed and language == "mul":
        raise InputError("corpus-several-languages")
    opened = [each if isinstance(each, Counts) else _counts_at(Path(each)) for each in listed]
    return pooled(opened) if opened else shipped(language)


def _counts_at(path: Path) -> Counts:
    return read_counts(path) if is_counts_file(path) else open_index(path)
