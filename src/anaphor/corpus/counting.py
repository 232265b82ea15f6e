"""Counting in one shard: sentences that hold words, and words near one another."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.counting_places import (
    Slot,
    line,
    near,
    neighbours,
    occurrences,
    passage,
    stretches,
)
from anaphor.corpus.counts import Concordance, Unit, Within
from anaphor.corpus.index.shard import ESCAPE, WINDOW
from anaphor.corpus.index.shard_reading import Shard
from anaphor.corpus.kernel.kernel import is_compiled

_KEPT_BYTES = 48 << 20
_WORTH_KEEPING = 64
"""Bytes from which on a set is kept: smaller ones are read as fast as they are found."""
_OVERHEAD = 512
"""Bytes that keeping a set takes beside its own."""
_SEARCHED_SET = 1 << 16
"""Bytes that a set counts for which was found by looking through the text."""
_WORTH_COMPILING = 20_000_000
"""Words looked through after which the compiled pass is loaded, which takes half a second."""


class Target(NamedTuple):
    """What is asked for, analysed as the corpus was: one word, or several that stand side by side."""

    unit: Unit
    """Lemmas or forms."""
    words: tuple[str, ...]
    """In order."""


class Located(NamedTuple):
    """A target in one shard."""

    lemma: int
    """Its lemma, where it is one lemma and nothing else; else −1."""
    slots: tuple[Slot, ...]
    """What each of its words may be; nothing when the shard does not have one of them, or keeps no text."""

    @property
    def is_absent(self) -> bool:
        """Whether the shard does not have it."""
        return self.lemma < 0 and not self.slots


_NOWHERE = Located(-1, ())


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

    def locate(self, target: Target) -> Located:
        """A target in this shard."""
        if target.unit is Unit.LEMMA and len(target.words) == 1:
            lemma = self.shard.lemma(target.words[0])
            if lemma < 0:
                return _NOWHERE
            return Located(lemma, (self.shard.types_of_lemma(lemma),) if self.shard.meta.forward else ())
        slots = tuple(self._slot(target.unit, word) for word in target.words)
        return Located(-1, slots) if all(slots) else _NOWHERE

    def _slot(self, unit: Unit, word: str) -> Slot:
        if unit is Unit.FORM:
            return tuple((number, number + 1) for number in self.shard.types_of_form(word))
        lemma = self.shard.lemma(word)
        return self.shard.types_of_lemma(lemma) if lemma >= 0 else ()

    def sentences(self, located: Located) -> BitMap:
        """The sentences that hold a target."""
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
            held = occurrences(passage(self.shard, numbers), located.slots)
            found |= BitMap(numbers[np.unique(held.which)])
        return found

    def size(self, located: Located) -> int:
        """In how many sentences a target stands."""
        return self.shard.sentences_with[located.lemma] if located.lemma >= 0 else len(self.sentences(located))

    def both(self, a: Located, b: Located) -> int:
        """In how many sentences two targets stand."""
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
        if self._windows is not None and within.words == WINDOW and self._is_in_table(a) and self._is_in_table(b):
            after = self._windows[a.lemma * self._table + b.lemma]
            return after if within.directed else after + self._windows[b.lemma * self._table + a.lemma]
        if a.is_absent or b.is_absent:
            return 0
        common = self.sentences(a) & self.sentences(b)
        if not common:
            return 0
        words = len(common) * self.shard.meta.words // self.shard.meta.sentences
        if a.lemma >= 0 and b.lemma >= 0 and self._memory.compiles(words):
            return self._near_by_pass(common, a, b, within)
        return sum(int(counts.sum()) for _, counts in self._near(common, a, b, within))

    def _is_in_table(self, located: Located) -> bool:
        return 0 <= located.lemma < self._table

    def _near_by_pass(self, common: BitMap, a: Located, b: Located, within: Within) -> int:
        """The same by the compiled pass: sentences are searched for the rarer lemma, which has the larger number."""
        from anaphor.corpus.kernel.windows import count_near

        words = within.words or 0
        before, behind = (0 if within.directed else words), words
        rare, frequent, around = (a, b, (before, behind)) if a.lemma > b.lemma else (b, a, (behind, before))
        numbers = np.frombuffer(common.to_array(), np.uint32)
        return int(count_near(numbers, *self.shard.text, _ranges(rare), _ranges(frequent), *around))

    def _near(
        self, common: BitMap, a: Located, b: Located, within: Within
    ) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
        """For each occurrence of a, its sentence and how many of b are near."""
        for numbers in stretches(common):
            read = passage(self.shard, numbers)
            one = occurrences(read, a.slots)
            yield numbers[one.which], near(one, occurrences(read, b.slots), within)

    def neighbours(self, located: Located, words: int) -> tuple[int, int]:
        """How many words stand within so many words before, and behind, all occurrences of a target."""
        if words == WINDOW and located.lemma >= 0:
            before, behind = self.shard.neighbours
            return before[located.lemma], behind[located.lemma]
        if located.is_absent:
            return 0, 0
        found = [
            neighbours(occurrences(passage(self.shard, numbers), located.slots), words)
            for numbers in stretches(self.sentences(located))
        ]
        return sum(one for one, _ in found), sum(two for _, two in found)

    def meeting(self, a: Located, b: Located | None, within: Within) -> NDArray[np.uint32]:
        """The sentences in which a target stands, or two stand so near one another."""
        common = self.sentences(a) if b is None else self.sentences(a) & self.sentences(b)
        if b is None or within.words is None or not common:
            return np.frombuffer(common.to_array(), np.uint32)
        return np.concatenate([np.unique(where[counts > 0]) for where, counts in self._near(common, a, b, within)])

    def concordance(self, sentence: int) -> Concordance:
        """A sentence as text."""
        read = passage(self.shard, np.array([sentence], np.uint32))
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
        yield from zip(self.shard.source_names, np.stack(columns, axis=1), strict=True)


def _ranges(located: Located) -> NDArray[np.int64]:
    """The ranges of a lemma's types: those with codes of their own, and the others; an empty one where it has none."""
    ranges = np.zeros((2, 2), np.int64)
    for low, high in located.slots[0]:
        ranges[int(low >= ESCAPE)] = low, high
    return ranges
