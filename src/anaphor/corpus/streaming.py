"""Counting some words in one pass over a corpus, without an index: their sentences, their pairs, their windows."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.counts import SENTENCE, Counts, PairCount, Unit, Within
from anaphor.corpus.index.building import Feeder, Watch, kernel
from anaphor.corpus.index.counting import CorpusTarget, places_within, target_of
from anaphor.corpus.index.making import process_context
from anaphor.corpus.index.shard_writing import expansion_of
from anaphor.corpus.kernel import passes
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE, AnalysedWord, TextAnalysis, TypeAnalyser, analysis_of
from anaphor.corpus.kernel.analysis_scan import RawWord
from anaphor.corpus.kernel.kernel import Expansion, Numbers, Totals
from anaphor.corpus.sources.protocol import WHOLE, Part, ReadingTally
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.errors import InputError
from anaphor.provenance import Signature

WINDOWS = (5, 10)
"""Windows that are counted unless others are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTask:
    """What is counted in one pass."""

    language: str
    targets: tuple[CorpusTarget, ...]
    """What is counted, analysed."""
    windows: tuple[int, ...] = WINDOWS
    """Within how many words pairs are counted, beside sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Streamed:
    """What was counted; the figures of parts add."""

    words: int
    lengths: Totals
    """How many sentences have each length."""
    both: Totals
    """Sentences with both of two targets."""
    near: Totals
    """For each window, how often the second target follows the first."""
    around: Totals
    """For each window and target, how many words stand before it and behind it."""
    ready_made: bool = True

    def __add__(self, other: "Streamed") -> "Streamed":
        return Streamed(
            words=self.words + other.words,
            lengths=self.lengths + other.lengths,
            both=self.both + other.both,
            near=self.near + other.near,
            around=self.around + other.around,
            ready_made=self.ready_made and other.ready_made,
        )


class StreamedCounts(Counts):
    """The counts of some words; asked for others, it says that it did not count them."""

    def __init__(self, task: StreamTask, counted: Streamed, *, name: str, signature: Signature) -> None:
        self._task = task
        self._counted = counted
        self._numbers = {target: number for number, target in enumerate(task.targets)}
        self._analysis = analysis_of(task.language)
        self.name = name
        self.signature = signature
        self.language = task.language
        self.words = counted.words
        self.sentences = int(counted.lengths.sum())

    def _number(self, word: str, unit: Unit) -> int | None:
        if unit is Unit.LEMMA and self._counted.ready_made:
            literal = self._numbers.get(CorpusTarget(unit, (word,)))
            if literal is not None and self._counted.both[literal, literal]:
                return literal  # a lemma of the source itself: not analysed, as in an index
        return self._numbers.get(target_of(self._analysis, word, unit))

    def counts_within(self, within: Within) -> bool:
        return within.words is None or within.words in self._task.windows

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None when one of them, or the window, was not counted."""
        one, two = self._number(a, unit), self._number(b, unit)
        if one is None or two is None:
            return None
        if within.words is None:
            both = self._counted.both
            return PairCount(
                total=self.sentences, a=int(both[one, one]), b=int(both[two, two]), both=int(both[one, two])
            )
        if within.words not in self._task.windows:
            return None
        window = self._task.windows.index(within.words or 0)
        near, around = self._counted.near[window], self._counted.around[window]
        lengths = ((length, int(count)) for length, count in enumerate(self._counted.lengths) if count)
        places = places_within(lengths, within)
        if within.directed:
            return PairCount(total=places, a=int(around[one, 1]), b=int(around[two, 0]), both=int(near[one, two]))
        met = int(near[one, two] + near[two, one])
        return PairCount(total=places, a=int(around[one].sum()), b=int(around[two].sum()), both=met)


def count_targets(  # noqa: PLR0913  # a corpus, what to count in it, and how
    source: CorpusSource,
    lemmas: Iterable[str],
    *,
    language: str,
    forms: Iterable[str] = (),
    windows: Sequence[int] = WINDOWS,
    name: str = "stream",
    processes: int = 1,
    watch: Watch | None = None,
) -> StreamedCounts:
    """Count words and all their pairs in one pass over a corpus; the counts are those that an index would give."""
    analysis = analysis_of(language)
    words = tuple(lemmas)
    asked = [(text, Unit.LEMMA) for text in words] + [(text, Unit.FORM) for text in forms]
    analysed = [target_of(analysis, text, unit) for text, unit in asked]
    # Where the source has lemmas of its own, a question may be one of them, which our analysis would change.
    targets = tuple(dict.fromkeys([*analysed, *(CorpusTarget(Unit.LEMMA, (text,)) for text in words)]))
    if not targets:
        raise InputError("corpus-no-targets")
    if any(window < 1 for window in windows):
        raise InputError("corpus-empty-window")
    task = StreamTask(language=language, targets=targets, windows=tuple(windows))
    if processes < 2:
        counted = count_part(source, WHOLE, task, watch)
    else:
        with ProcessPoolExecutor(processes, mp_context=process_context()) as pool:
            parts = [Part(index=index, count=processes) for index in range(processes)]
            found = pool.map(count_part, [source] * processes, parts, [task] * processes)
            counted = reduce(Streamed.__add__, found)
    signature = Signature.of(
        corpus=name, hash=source.hash()[:16], analysis=analysis.fingerprint, words=counted.words, streamed=len(targets)
    )
    return StreamedCounts(task, counted, name=name, signature=signature)


def count_part(source: CorpusSource, part: Part, task: StreamTask, watch: Watch | None = None) -> Streamed:
    """Count targets in one part of a corpus."""
    analysis = analysis_of(task.language)
    feeder = Feeder(analysis, kernel().scanner(analysis.profile))
    counting = _Counting(task, analysis)
    tally = ReadingTally()
    with analysis.with_memory():
        for block in source.blocks(part, tally=tally):
            for stream, ready in feeder.add(block):
                counting.count(stream, feeder, ready=ready)
            if watch:
                watch(tally.bytes)
        for stream, ready in feeder.flush():
            counting.count(stream, feeder, ready=ready)
    return counting.result(ready_made=feeder.is_ready_made)


class _Counting:
    """The counts of a pass so far, and what is known of the words that were met."""

    def __init__(self, task: StreamTask, analysis: TextAnalysis) -> None:
        size, windows = len(task.targets), len(task.windows)
        self._analysis = analysis
        self._slots = _Slots(task.targets)
        self._windows = np.array(task.windows, np.int64)
        self._state = np.zeros(4, np.int64)
        self._kinds, self._places = np.zeros((2, LONGEST_SENTENCE + 1), np.int64)
        self._distinct, self._met = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        self._both = np.zeros((size, size), np.int64)
        self._near, self._around = np.zeros((windows, size, size), np.int64), np.zeros((windows, size, 2), np.int64)
        self._lengths = np.zeros(LONGEST_SENTENCE + 1, np.int64)
        self._known = {False: _KnownKinds(), True: _KnownKinds()}

    def count(self, stream: Numbers, feeder: Feeder, *, ready: bool) -> None:
        known = self._known[ready]
        if ready:
            known.add([self._slots.of(each) for each in feeder.ready_words(known.size)])
        else:
            known.add(self._slots.of_raw(feeder.scanner.raw_words(known.size), self._analysis.types))
        expansion, search = known.expansion(), self._slots.arrays()
        passes.count_targets(
            stream,
            known.telling,
            (expansion.single, expansion.starts, expansion.types),
            LONGEST_SENTENCE,
            search,
            self._windows,
            self._state,
            (self._kinds, self._places, self._slots.hits, self._distinct, self._met),
            (self._both, self._near, self._around, self._lengths),
        )

    def result(self, *, ready_made: bool) -> Streamed:
        return Streamed(
            words=int(self._state[passes.COUNTED]),
            lengths=self._lengths,
            both=self._both,
            near=self._near,
            around=self._around,
            ready_made=ready_made,
        )


class _KnownKinds:
    """What the raw words met so far are made of; it grows without being made anew."""

    def __init__(self) -> None:
        self._single = np.zeros(1 << 12, np.int32)
        self.telling = np.zeros(1 << 12, np.uint8)
        self._starts: list[int] = [0]
        self._several: list[int] = []
        self._tail: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None
        self.size = 0

    def add(self, raw_words: list[list[int]]) -> None:
        more = expansion_of(raw_words)
        while self.size + more.single.size > self._single.size:
            self._single = np.concatenate([self._single, np.zeros_like(self._single)])
            self.telling = np.concatenate([self.telling, np.zeros_like(self.telling)])
        shifted = np.where(more.single < 0, more.single - len(self._starts) + 1, more.single)
        self._single[self.size : self.size + shifted.size] = shifted
        self.telling[self.size : self.size + shifted.size] = shifted != 0
        self.size += shifted.size
        if more.types.size or more.starts.size > 1:
            self._starts += [len(self._several) + int(start) for start in more.starts[1:]]
            self._several += more.types.tolist()
            self._tail = None

    def expansion(self) -> Expansion:
        if self._tail is None:
            self._tail = np.array(self._starts, np.int32), np.array(self._several, np.int32)
        return Expansion(single=self._single, starts=self._tail[0], types=self._tail[1])


_NOTHING = [0]
"""The kinds of a raw word that is one word of no interest."""


class _Slots:
    """Which words may stand where in the targets: each kind of word has a number, 0 is every word of no interest."""

    def __init__(self, targets: Sequence[CorpusTarget]) -> None:
        wanted = dict.fromkeys((target.unit, word) for target in targets for word in target.words)
        self._wanted = {each: number for number, each in enumerate(wanted)}
        self._targets = [[self._wanted[target.unit, word] for word in target.words] for target in targets]
        self._lemmas = {word: number for (unit, word), number in self._wanted.items() if unit is Unit.LEMMA}
        self._forms = {word: number for (unit, word), number in self._wanted.items() if unit is Unit.FORM}
        self._ending: list[list[int]] = [[] for _ in self._wanted]
        for number, words in enumerate(self._targets):
            self._ending[words[-1]].append(number)
        self._kinds: dict[tuple[int, ...], int] = {(): 0}
        self._arrays: tuple[NDArray[np.int64] | NDArray[np.bool_], ...] | None = None
        self.hits = np.zeros((0, 3), np.int64)

    def of(self, words: tuple[AnalysedWord, ...]) -> list[int]:
        return [self._kind(word) for word in words]

    def of_raw(self, raw_words: Iterable[RawWord], types: TypeAnalyser) -> list[list[int]]:
        """The kinds of the words of raw words; what is known to be one word of no interest is not looked at further."""
        small, capital = types.known.small, types.known.capital
        lemmas, forms = self._lemmas, self._forms
        found: list[list[int]] = []
        for raw in raw_words:
            lemma = (capital if raw[1] else small).get(raw[0])
            if lemma is not None and lemma not in lemmas and raw[0] not in forms:
                found.append(_NOTHING)
            else:
                found.append(self.of(types.words(raw)))
        return found

    def _kind(self, word: AnalysedWord) -> int:
        lemma, form = self._lemmas.get(word.lemma), self._forms.get(word.form)
        if lemma is None and form is None:
            return 0
        kind = tuple(each for each in (lemma, form) if each is not None)
        if kind not in self._kinds:
            self._kinds[kind] = len(self._kinds)
            self._arrays = None
        return self._kinds[kind]

    def arrays(self) -> tuple[NDArray[np.int64] | NDArray[np.bool_], ...]:
        """For each kind its only target, and all that may end with it; their words; which kind may be which word."""
        if self._arrays is None:
            by_last = [[number for word in kind for number in self._ending[word]] for kind in self._kinds]
            fits = np.zeros((len(self._wanted), len(self._kinds)), np.bool_)
            for column, kind in enumerate(self._kinds):
                fits[list(kind), column] = True
            alone = [
                numbers[0] if len(numbers) == 1 and len(self._targets[numbers[0]]) == 1 else -1 for numbers in by_last
            ]
            self._arrays = (
                np.array(alone, np.int64),
                np.array([number for numbers in by_last for number in numbers], np.int64),
                np.cumsum([0, *map(len, by_last)], dtype=np.int64),
                np.cumsum([0, *map(len, self._targets)], dtype=np.int64),
                np.array([number for words in self._targets for number in words], np.int64),
                fits,
            )
            hits = np.zeros((LONGEST_SENTENCE * max(map(len, by_last)) + 1, 3), np.int64)
            hits[: self.hits.shape[0]] = self.hits  # those of a sentence that is still open
            self.hits = hits
        return self._arrays
