"""Counting in one shard: sentences that hold words, and words near one another, read from its sets and its text."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.counts import Concordance, Unit, Within
from anaphor.corpus.index.shard_file import WINDOW, Shard
from anaphor.corpus.kernel.analysis import TextAnalysis
from anaphor.corpus.kernel.kernel import COLUMNS, ESCAPE, is_compiled
from anaphor.errors import InputError
from anaphor.language import forms_asked, forms_in

_KEPT_BYTES = 48 << 20
_WORTH_KEEPING = 64
"""Bytes from which on a set is kept: smaller ones are read as fast as they are found."""
_OVERHEAD = 512
"""Bytes that keeping a set takes beside its own."""
_SEARCHED_SET = 1 << 16
"""Bytes that a set counts for which was found by looking through the text."""
_WORTH_COMPILING = 20_000_000
"""Words looked through after which the compiled pass is loaded, which takes half a second."""
_SENTENCES_AT_ONCE = 1 << 15

Slot = tuple[tuple[int, int], ...]
"""Ranges of types that a word may be."""


class CorpusTarget(NamedTuple):
    """What is asked for, analysed as the corpus was: one word, or several that stand side by side."""

    unit: Unit
    words: tuple[str, ...]
    """A form may be several, any of which is meant: `=serveuse|serveuses`."""


def target_of(analysis: TextAnalysis, text: str, unit: Unit) -> CorpusTarget:
    """What a text asks for, read as the corpus is; `=serveuse|serveuses` asks for either form."""
    forms = [analysis.words(each) for each in forms_in(text)]
    if forms:
        if any(len(each) != 1 for each in forms):
            raise InputError("corpus-no-form", text=repr(text))
        return CorpusTarget(Unit.FORM, (forms_asked(each[0].form for each in forms),))
    words = analysis.words(text)
    if not words:
        raise InputError("corpus-no-word", text=repr(text))
    return CorpusTarget(unit, tuple(word.lemma if unit is Unit.LEMMA else word.form for word in words))


class Located(NamedTuple):
    """A target in one shard."""

    lemma: int
    """Its lemma, where it is one lemma and nothing else; else −1."""
    slots: tuple[Slot, ...]
    """What each of its words may be; nothing when the shard does not have one of them, or keeps no text."""

    @property
    def is_absent(self) -> bool:
        return self.lemma < 0 and not self.slots


_NOWHERE = Located(-1, ())


class Sentences(NamedTuple):
    """Some sentences, word by word."""

    sentences: NDArray[np.uint32]
    lengths: NDArray[np.int64]
    which: NDArray[np.int64]
    """For each word the index of its sentence."""
    place: NDArray[np.int64]
    words: NDArray[np.uint32]


class Occurrences(NamedTuple):
    """Where a target stands in some sentences, in order."""

    which: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    left: NDArray[np.int64]
    """Words of the sentence behind it."""


def stretches(sentences: BitMap) -> Iterator[NDArray[np.uint32]]:
    """The numbers of a set, some thousands at a time."""
    numbers = np.frombuffer(sentences.to_array(), np.uint32)
    for at in range(0, numbers.size, _SENTENCES_AT_ONCE):
        yield numbers[at : at + _SENTENCES_AT_ONCE]


def sentences_of(shard: Shard, sentences: NDArray[np.uint32]) -> Sentences:
    starts = shard.start(sentences)
    lengths = shard.start(sentences + np.uint32(1)) - starts
    which = np.repeat(np.arange(sentences.size), lengths)
    place = np.arange(which.size) - (np.cumsum(lengths) - lengths)[which]
    return Sentences(sentences, lengths, which, place, shard.words_at(starts[which] + place))


def occurrences(read: Sentences, slots: tuple[Slot, ...]) -> Occurrences:
    """Where words that fit the slots stand side by side."""
    found = np.flatnonzero(_fits(read.words, slots[0]))
    for step, slot in enumerate(slots[1:], start=1):
        found = found[found + step < read.words.size]
        beside = found + step
        found = found[(read.which[beside] == read.which[found]) & _fits(read.words[beside], slot)]
    which, start = read.which[found], read.place[found]
    end = start + len(slots)
    return Occurrences(which, start, end, read.lengths[which] - end)


def _fits(words: NDArray[np.uint32], slot: Slot) -> NDArray[np.bool_]:
    fits = np.zeros(words.size, np.bool_)
    for low, high in slot:
        fits |= (words >= low) & (words < high)
    return fits


def near(a: Occurrences, b: Occurrences, within: Within) -> NDArray[np.int64]:
    """For each a, how many of b stand so near behind it, and unless directed before it, from end to begin."""
    words = within.words or 0
    # Sentences are laid out one behind the other, so far apart that no window reaches the next.
    gap = int(np.max(b.end + b.left, initial=0)) + words + 1
    begins, ends = b.which * gap + b.start, b.which * gap + b.end
    first, last = a.which * gap + a.start, a.which * gap + a.end
    counts = np.searchsorted(begins, last + words - 1, "right") - np.searchsorted(begins, last, "left")
    if within.directed:
        return counts
    return counts + np.searchsorted(ends, first, "right") - np.searchsorted(ends, first - words + 1, "left")


def places_within(lengths: Iterable[tuple[int, int]], within: Within) -> int:
    """How many pairs of places stand so near in sentences, given how many sentences have each length.

    Each pair counts twice unless it has a direction: either place may be the first word's.

    >>> places_within([(3, 10)], Within(words=1)), places_within([(3, 10)], Within(words=5, directed=True))
    (40, 30)
    """
    words = within.words or 0
    reach = ((min(words, length - 1), length, count) for length, count in lengths)
    pairs = sum(count * (near * length - near * (near + 1) // 2) for near, length, count in reach)
    return pairs if within.directed else 2 * pairs


def line(forms: Iterable[str]) -> str:
    """Forms as a line of text: elided forms and contracted ones stand close to their neighbours.

    >>> line(["l'", "ami", "de", "Ann", "'s"])
    "l'ami de Ann's"
    """
    made = ""
    for form in forms:
        close = not made or made.endswith("'") or form.startswith("'") or form == "n't"
        made += form if close else f" {form}"
    return made


class Memory:
    """What the counters of an index share: sets of sentences used lately, and how much text was looked through."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        self._most = most
        self._bytes = 0
        self._looked_through = 0
        self._sets: OrderedDict[tuple[object, ...], tuple[BitMap, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[object, ...], size: int, make: Callable[[], BitMap]) -> BitMap:
        """The set of that name; made, and kept, if it is not there."""
        with self._lock:
            known = self._sets.get(key)
            if known is not None:
                self._sets.move_to_end(key)
                return known[0]
        made = make()
        with self._lock:
            if key not in self._sets:
                self._sets[key] = made, size
                self._bytes += size
            while self._bytes > self._most and len(self._sets) > 1:
                _, (_, freed) = self._sets.popitem(last=False)
                self._bytes -= freed
        return made

    def compiles(self, words: int) -> bool:
        """Whether so many words are looked through by the compiled pass: it is loaded, or worth loading by now."""
        self._looked_through += words
        return "numba" in sys.modules or (self._looked_through > _WORTH_COMPILING and is_compiled())


class Counter:
    """The counts of one shard."""

    def __init__(self, shard: Shard, memory: Memory) -> None:
        self.shard = shard
        self._memory = memory
        self._table = shard.meta.table
        self._both = shard.table("table/sentences")
        self._windows = shard.table("table/windows")
        self._beside = shard.table("table/beside")  # indexes of version 0.1 have none
        self._rows = 0 if self._beside is None else len(self._beside) // (2 * COLUMNS)

    def locate(self, target: CorpusTarget) -> Located:
        if target.unit is Unit.LEMMA and len(target.words) == 1:
            lemma = self.shard.lemma(target.words[0])
            if lemma < 0:
                return _NOWHERE
            return Located(lemma, (self.shard.types_of_lemma(lemma),) if self.shard.meta.forward else ())
        slots = tuple(self._slot(target.unit, word) for word in target.words)
        return Located(-1, slots) if all(slots) else _NOWHERE

    def _slot(self, unit: Unit, word: str) -> Slot:
        if unit is Unit.FORM:
            forms = forms_in(word) or (word,)
            return tuple((number, number + 1) for each in forms for number in self.shard.types.find(each))
        lemma = self.shard.lemma(word)
        return self.shard.types_of_lemma(lemma) if lemma >= 0 else ()

    def sentences(self, located: Located) -> BitMap:
        if located.lemma >= 0:
            return self._with_lemma(located.lemma)
        if not located.slots:
            return BitMap()
        return self._memory.get((id(self), located.slots), _SEARCHED_SET, lambda: self._searched(located))

    def _with_lemma(self, lemma: int) -> BitMap:
        size = self.shard.set_size(lemma)
        if size < _WORTH_KEEPING:
            return self.shard.sentences(lemma)
        return self._memory.get((id(self), lemma), size + _OVERHEAD, lambda: self.shard.sentences(lemma))

    def _searched(self, located: Located) -> BitMap:
        """The sentences of a form, or of words side by side: those of its lemmas, looked through."""
        sets = [
            BitMap.union(*map(self._with_lemma, {self.shard.lemma_of_type(low) for low, _ in slot}))
            for slot in located.slots
        ]
        found = BitMap()
        for numbers in stretches(BitMap.intersection(*sets)):
            held = occurrences(sentences_of(self.shard, numbers), located.slots)
            found |= BitMap(numbers[np.unique(held.which)])
        return found

    def size(self, located: Located) -> int:
        return self.shard.sentences_with[located.lemma] if located.lemma >= 0 else len(self.sentences(located))

    def both(self, a: Located, b: Located) -> int:
        low, high = (a.lemma, b.lemma) if a.lemma < b.lemma else (b.lemma, a.lemma)
        if self._both is not None and 0 <= low < high < self._table:
            return self._both[high * (high - 1) // 2 + low]
        if low == high >= 0:
            return self.shard.sentences_with[low]
        if a.is_absent or b.is_absent:
            return 0
        return self.sentences(a).intersection_cardinality(self.sentences(b))

    def near(self, a: Located, b: Located, within: Within) -> int:
        """How many pairs of occurrences stand within so many words: b behind a, and unless directed also before it."""
        low, high = (a.lemma, b.lemma) if a.lemma < b.lemma else (b.lemma, a.lemma)
        if within.words == WINDOW and low >= 0:
            if self._windows is not None and high < self._table:
                after = self._windows[a.lemma * self._table + b.lemma]
                return after if within.directed else after + self._windows[b.lemma * self._table + a.lemma]
            if self._beside is not None and low < COLUMNS and high < self._table + self._rows:
                at = (high - self._table) * 2 * COLUMNS + low  # how often the frequent one follows; then, is followed
                if within.directed:
                    return self._beside[at if b.lemma == low else at + COLUMNS]
                return self._beside[at] + self._beside[at + COLUMNS]
        if a.is_absent or b.is_absent:
            return 0
        common = self.sentences(a) & self.sentences(b)
        if not common:
            return 0
        words = len(common) * self.shard.meta.words // self.shard.meta.sentences
        if a.lemma >= 0 and b.lemma >= 0 and self._memory.compiles(words):
            # Sentences are searched for the rarer lemma, which has the larger number.
            from anaphor.corpus.kernel.passes import count_near

            before, behind = (0 if within.directed else within.words or 0), within.words or 0
            rare, frequent, around = (a, b, (before, behind)) if a.lemma > b.lemma else (b, a, (behind, before))
            numbers = np.frombuffer(common.to_array(), np.uint32)
            return int(count_near(numbers, tuple(self.shard.text), _ranges(rare), _ranges(frequent), *around))
        return sum(int(counts.sum()) for _, counts in self._near(common, a, b, within))

    def _near(
        self, common: BitMap, a: Located, b: Located, within: Within
    ) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
        """For each occurrence of a, its sentence and how many of b are near."""
        for numbers in stretches(common):
            read = sentences_of(self.shard, numbers)
            one = occurrences(read, a.slots)
            yield numbers[one.which], near(one, occurrences(read, b.slots), within)

    def neighbours(self, located: Located, words: int) -> tuple[int, int]:
        """How many words stand within so many words before, and behind, all occurrences of a target."""
        if words == WINDOW and located.lemma >= 0:
            ready_before, ready_behind = self.shard.neighbours
            return ready_before[located.lemma], ready_behind[located.lemma]
        if located.is_absent:
            return 0, 0
        before = behind = 0
        for numbers in stretches(self.sentences(located)):
            found = occurrences(sentences_of(self.shard, numbers), located.slots)
            before += int(np.minimum(found.start, words).sum())
            behind += int(np.minimum(found.left, words).sum())
        return before, behind

    def meeting(self, a: Located, b: Located | None, within: Within) -> NDArray[np.uint32]:
        """The sentences in which a target stands, or two stand so near one another."""
        common = self.sentences(a) if b is None else self.sentences(a) & self.sentences(b)
        if b is None or within.words is None or not common:
            return np.frombuffer(common.to_array(), np.uint32)
        return np.concatenate([np.unique(where[counts > 0]) for where, counts in self._near(common, a, b, within)])

    def concordance(self, sentence: int) -> Concordance:
        read = sentences_of(self.shard, np.array([sentence], np.uint32))
        return Concordance(
            text=line(self.shard.form(word) for word in read.words.tolist()), source=self.shard.source_of(sentence)
        )

    def by_source(self, a: Located, b: Located) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """For each source its sentences, those with either target, and those with both."""
        one, two = self.sentences(a), self.sentences(b)
        starts = self.shard.source_starts
        ends = np.append(starts[1:], self.shard.meta.sentences)
        columns = [ends.astype(np.int64) - starts]
        for chosen in (one, two, one & two):
            stretch = np.searchsorted(starts, np.frombuffer(chosen.to_array(), np.uint32), side="right") - 1
            columns.append(np.bincount(stretch, minlength=starts.size).astype(np.int64))
        for number, row in enumerate(np.stack(columns, axis=1)):
            yield self.shard.sources[number], row


def _ranges(located: Located) -> NDArray[np.int64]:
    """The ranges of a lemma's types: those with codes of their own, and the others; an empty one where it has none."""
    ranges = np.zeros((2, 2), np.int64)
    for low, high in located.slots[0]:
        ranges[int(low >= ESCAPE)] = low, high
    return ranges
