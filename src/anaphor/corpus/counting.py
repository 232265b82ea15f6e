"""Counting in one shard: sentences that hold words, words near one another, and where they stand."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.counts import Concordance, Unit, Within
from anaphor.corpus.shard import WINDOW
from anaphor.corpus.shard_reading import Shard

_SENTENCES_AT_ONCE = 1 << 15
_KEPT_BYTES = 48 << 20
"""Bytes of sets that are kept ready, over all shards of a process."""


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
    slots: tuple[tuple[tuple[int, int], ...], ...]
    """Ranges of types that each of its words may be; nothing when the shard does not have one of them."""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where a target stands in some sentences, by sentence and place."""

    sentence: NDArray[np.int64]
    """Index among the sentences that were looked at."""
    start: NDArray[np.int64]
    """Place of its first word in the sentence."""
    end: NDArray[np.int64]
    """Place behind its last word."""
    length: NDArray[np.int64]
    """Words of the sentence."""


class KeptSets:
    """Sets of sentences that were used lately, as many as fit into some bytes."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        self._most = most
        self._bytes = 0
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


_NOWHERE = Located(-1, ())


class Counter:
    """The counts of one shard."""

    def __init__(self, shard: Shard, kept: KeptSets) -> None:
        self.shard = shard
        self._kept = kept
        self._table = shard.meta.table
        self._both = shard.table("table/sentences")
        self._windows = shard.table("table/windows")
        self._neighbours = shard.table("neighbour/before"), shard.table("neighbour/behind")

    def locate(self, target: Target) -> Located:
        """A target in this shard."""
        if target.unit is Unit.LEMMA and len(target.words) == 1:
            lemma = self.shard.lemma(target.words[0])
            if lemma < 0:
                return _NOWHERE
            return Located(lemma, (self._range(lemma),) if self.shard.meta.forward else ())
        slots = tuple(self._slot(target.unit, word) for word in target.words)
        return Located(-1, slots) if all(slots) else _NOWHERE

    def _range(self, lemma: int) -> tuple[tuple[int, int], ...]:
        first = self.shard.first_type
        return ((int(first[lemma]), int(first[lemma + 1])),)

    def _slot(self, unit: Unit, word: str) -> tuple[tuple[int, int], ...]:
        if unit is Unit.FORM:
            return tuple((number, number + 1) for number in self.shard.types_of_form(word))
        lemma = self.shard.lemma(word)
        return self._range(lemma) if lemma >= 0 else ()

    def sentences(self, located: Located) -> BitMap:
        """The sentences that hold a target."""
        if located.lemma >= 0:
            return self._sentences_of_lemma(located.lemma)
        if not located.slots:
            return BitMap()
        key = (id(self), located.slots)
        return self._kept.get(key, 1 << 16, lambda: self._searched(located))

    def _sentences_of_lemma(self, lemma: int) -> BitMap:
        size = self.shard.set_size(lemma)
        if size < 1024:
            return self.shard.sentences(lemma)
        return self._kept.get((id(self), lemma), size, lambda: self.shard.sentences(lemma))

    def _searched(self, located: Located) -> BitMap:
        """The sentences of a form, or of words side by side: those of its lemmas, looked through."""
        found = BitMap()
        for numbers in _stretches(self._candidates(located)):
            occurrences = self.occurrences(located, numbers)
            found |= BitMap(numbers[np.unique(occurrences.sentence)])
        return found

    def _candidates(self, located: Located) -> BitMap:
        """Sentences in which all words of a target may stand."""
        sets = []
        for slot in located.slots:
            lemmas = {self.shard.lemma_of_type(low) for low, _ in slot}
            sets.append(BitMap.union(*(self._sentences_of_lemma(lemma) for lemma in lemmas)))
        return BitMap.intersection(*sets)

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
        if (a.lemma < 0 and not a.slots) or (b.lemma < 0 and not b.slots):
            return 0
        return self.sentences(a).intersection_cardinality(self.sentences(b))

    def near(self, a: Located, b: Located, within: Within) -> int:
        """How many pairs of occurrences stand within so many words: b behind a, and unless directed also before it."""
        words = within.words or 0
        if (
            self._windows is not None
            and words == WINDOW
            and min(a.lemma, b.lemma) >= 0
            and max(a.lemma, b.lemma) < self._table
        ):
            after = self._windows[a.lemma * self._table + b.lemma]
            return after if within.directed else after + self._windows[b.lemma * self._table + a.lemma]
        if not a.slots or not b.slots:
            return 0
        common = self.sentences(a) & self.sentences(b)
        return sum(
            _pairs(self.occurrences(a, numbers), self.occurrences(b, numbers), words, within.directed)
            for numbers in _stretches(common)
        )

    def neighbours(self, located: Located, words: int) -> tuple[int, int]:
        """How many words stand within so many words before, and behind, all occurrences of a target."""
        before, behind = self._neighbours
        if words == WINDOW and before is not None and behind is not None and 0 <= located.lemma < len(before):
            return before[located.lemma], behind[located.lemma]
        totals = [0, 0]
        for numbers in _stretches(self.sentences(located)) if located.slots else ():
            found = self.occurrences(located, numbers)
            totals[0] += int(np.minimum(found.start, words).sum())
            totals[1] += int(np.minimum(found.length - found.end, words).sum())
        return totals[0], totals[1]

    def meeting(self, a: Located, b: Located | None, within: Within) -> NDArray[np.uint32]:
        """The sentences in which a target stands, or two stand so near one another."""
        common = self.sentences(a) if b is None else self.sentences(a) & self.sentences(b)
        numbers = np.frombuffer(common.to_array(), np.uint32)
        if b is None or within.words is None or not numbers.size:
            return numbers
        near = [number for number in numbers if self._meets(a, b, np.array([number], np.uint32), within)]
        return np.array(near, np.uint32)

    def _meets(self, a: Located, b: Located, sentence: NDArray[np.uint32], within: Within) -> bool:
        one, two = self.occurrences(a, sentence), self.occurrences(b, sentence)
        return _pairs(one, two, within.words or 0, within.directed) > 0

    def concordance(self, sentence: int) -> Concordance:
        """A sentence as text."""
        start, end = self.shard.start(np.array([sentence, sentence + 1]))
        forms = [self.shard.form(int(word)) for word in self.shard.words_at(np.arange(start, end))]
        return Concordance(text=_joined(forms), source=self.shard.source_of(sentence))

    def by_source(self, a: Located, b: Located) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """For each source its sentences, those with either target, and those with both."""
        one, two = self.sentences(a), self.sentences(b)
        starts = self.shard.source_starts
        sizes = np.diff(starts.astype(np.int64), append=self.shard.meta.sentences)
        columns = [sizes]
        for chosen in (one, two, one & two):
            numbers = np.frombuffer(chosen.to_array(), np.uint32)
            stretches = np.searchsorted(starts, numbers, side="right") - 1
            columns.append(np.bincount(stretches, minlength=starts.size))
        for name, counts in zip(self.shard.source_names, np.stack(columns, axis=1), strict=True):
            yield name, counts

    def occurrences(self, located: Located, sentences: NDArray[np.uint32]) -> Occurrences:
        """Where a target stands in some sentences."""
        starts = self.shard.start(sentences)
        lengths = self.shard.start(sentences + 1) - starts
        which = np.repeat(np.arange(sentences.size), lengths)
        place = np.arange(which.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        words = self.shard.words_at(np.repeat(starts, lengths) + place)
        found = np.flatnonzero(_matches(words, which, located))
        which, place = which[found], place[found]
        return Occurrences(which, place, place + len(located.slots), lengths[which])


def _joined(forms: list[str]) -> str:
    """Forms as a line: elided forms and contracted ones stand close to their neighbours."""
    line = ""
    for form in forms:
        close = not line or line.endswith("'") or form.startswith("'") or form == "n't"
        line += form if close else f" {form}"
    return line


def _matches(words: NDArray[np.uint32], which: NDArray[np.int64], located: Located) -> NDArray[np.bool_]:
    """Whether a target begins at each word."""
    found = np.ones(words.size, np.bool_)
    for step, slot in enumerate(located.slots):
        here = np.zeros(words.size, np.bool_)
        for low, high in slot:
            here |= (words >= low) & (words < high)
        if step:
            here = np.concatenate([here[step:], np.zeros(step, np.bool_)])[: words.size]
            same = np.zeros(words.size, np.bool_)
            same[:-step] = which[step:] == which[:-step]
            here &= same
        found &= here
    return found


def _pairs(a: Occurrences, b: Occurrences, words: int, directed: bool) -> int:
    """How many pairs of occurrences stand within so many words, in one sentence, side by side but not overlapping."""
    gap = int(max(np.max(a.length, initial=0), np.max(b.length, initial=0))) + words + 1
    begins, ends = np.sort(b.sentence * gap + b.start), np.sort(b.sentence * gap + b.end)
    first, last = a.sentence * gap + a.start, a.sentence * gap + a.end
    count = _between(begins, last, last + words - 1)
    return count if directed else count + _between(ends, first - words + 1, first)


def _between(numbers: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]) -> int:
    """How many numbers lie in each closed range, all ranges together."""
    return int((np.searchsorted(numbers, high, "right") - np.searchsorted(numbers, low, "left")).sum())


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


def _stretches(sentences: BitMap) -> list[NDArray[np.uint32]]:
    """The numbers of a set, some thousands at a time."""
    numbers = np.frombuffer(sentences.to_array(), np.uint32)
    return [numbers[at : at + _SENTENCES_AT_ONCE] for at in range(0, numbers.size, _SENTENCES_AT_ONCE)]
