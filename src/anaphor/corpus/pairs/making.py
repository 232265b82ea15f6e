"""A table of pairs made from indexes: which words are listed, and all pairs of them that meet often enough."""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, vstack

from anaphor.corpus.counts import CountedCorpus, Unit, counted_corpus
from anaphor.corpus.index.counting import CorpusTarget, target_of
from anaphor.corpus.index.counting import Counter as ShardCounter
from anaphor.corpus.index.index import Index
from anaphor.corpus.kernel.analysis import analysis_of
from anaphor.corpus.pairs.coding import encoded
from anaphor.corpus.pairs.table import HEADER_SUM, LENGTH, MAGIC, Keeping
from anaphor.errors import InputError
from anaphor.files import atomic_file
from anaphor.language import LANGUAGES, LanguageRules, asked_as, forms_in, rules_of
from anaphor.provenance import fingerprint

Numbers = NDArray[np.int64]
Matrix = csr_array[np.int32, tuple[int, int]]
FREQUENCY = 10
"""Sentences in which a word must stand to be listed."""
_SHORTEST = 2
_LARGEST_RATIO = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFigures:
    """What a table is made of; words are in the order of their frequency, the most frequent first."""

    language: str
    corpora: tuple[CountedCorpus, ...]
    sentences: int
    keeping: Keeping
    words: tuple[str, ...]
    """The lemmas that are listed."""
    frequencies: Numbers
    rows: Sequence[tuple[Numbers, Numbers]]
    """For each word, the more frequent ones that it meets, by number and in order, and in how many sentences."""

    @property
    def pairs(self) -> int:
        return sum(met.size for met, _ in self.rows)


def table_of(indexes: Sequence[Index], frequency: int = FREQUENCY, keeping: Keeping | None = None) -> PairFigures:
    """The table of some corpora in one language, counted as one, of words that stand in so many sentences."""
    how = keeping or Keeping()
    if frequency < 1 or not 0 <= how.ratio <= _LARGEST_RATIO:
        raise InputError("corpus-pairs-range", frequency=frequency, ratio=str(how.ratio), most=_LARGEST_RATIO)
    if len({each.language for each in indexes}) != 1:
        raise InputError("corpus-pairs-languages")
    counters = [counter for index in indexes for counter in index.counters]
    listed = _listed(counters, indexes[0].language, frequency)
    if not listed:
        raise InputError("corpus-pairs-empty")
    words, sentences = tuple(word for word, _ in listed), sum(each.sentences for each in indexes)
    sizes = np.array([count for _, count in listed], np.int64)
    met = vstack([_sentences(counter, words) for counter in counters], format="csr")
    together: Matrix = csr_array(met.T @ met)  # in how many sentences each two words meet
    return PairFigures(
        language=indexes[0].language,
        corpora=tuple(counted_corpus(each) for each in indexes),
        sentences=sentences,
        keeping=how,
        words=words,
        frequencies=sizes,
        rows=list(_rows(together, sizes, lambda a, b: how.least(sentences, a, b))),
    )


def _listed(counters: Sequence[ShardCounter], language: str, frequency: int) -> list[tuple[str, int]]:
    rules = rules_of(LANGUAGES.get(language))
    found: Counter[str] = Counter()
    for shard in (counter.shard for counter in counters):
        found.update({shard.lemmas[number]: shard.sentences_with[number] for number in range(shard.meta.lemmas)})
    kept = [each for each in found.items() if each[1] >= frequency and _is_listed(each[0], rules)]
    # Nouns mostly counted as another word are listed by their forms, all of which occur, where the text was kept
    texts = [counter.shard for counter in counters if counter.shard.meta.forward]
    forms = {shard.types[number] for shard in texts for number in range(shard.meta.types)}
    asked_for = {asked_as(rules, form) or "" for form in forms}
    apart = {asked for asked in asked_for if forms_in(asked) and set(forms_in(asked)) <= forms}
    targets = {asked: target_of(analysis_of(language), asked, Unit.LEMMA) for asked in apart}
    for asked, target in targets.items():
        count = sum(counter.size(counter.locate(target)) for counter in counters)
        kept += [(asked, count)] if count >= frequency else []
    return sorted(kept, key=lambda each: (-each[1], each[0]))


def _is_listed(word: str, rules: LanguageRules) -> bool:
    """Whether a lemma is a word that a pair may be made of: no function word, name, figure, code or old spelling."""
    if len(word) < _SHORTEST or not word[0].islower() or "'" in word or "\n" in word:
        return False
    if word in rules.word_lists.function_words or word in rules.word_lists.boundaries:
        return False
    return rules.is_word is None or rules.is_word(word)


def _rows(total: Matrix, sizes: Numbers, least: Callable[[Numbers, int], Numbers]) -> Iterator[tuple[Numbers, Numbers]]:
    """For each word the more frequent ones that it meets often enough, in order, and in how many sentences."""
    for number in range(sizes.size):
        start, end = total.indptr[number], total.indptr[number + 1]
        others, counts = total.indices[start:end].astype(np.int64), total.data[start:end].astype(np.int64)
        kept = np.flatnonzero((others < number) & (counts >= least(sizes[others], int(sizes[number]))))
        kept = kept[np.argsort(others[kept])]
        yield others[kept], counts[kept]


def _sentences(counter: ShardCounter, words: Sequence[str]) -> csc_array:
    """The sentences of a shard (rows) with the words in each (columns)."""
    columns, shard = [], counter.shard
    for word in words:
        located = counter.locate(CorpusTarget(Unit.FORM if forms_in(word) else Unit.LEMMA, (word,)))
        columns.append(np.array(counter.sentences(located).to_array(), np.int64))
    ends = np.concatenate([[0], np.cumsum([each.size for each in columns])])
    ones = np.ones(int(ends[-1]), np.int32)
    return csc_array((ones, np.concatenate(columns), ends), shape=(shard.meta.sentences, len(words)))


def write_pairs(path: Path, figures: PairFigures) -> int:
    """Write a table, and say how many bytes it has."""
    sizes = figures.frequencies
    rows: list[bytes] = []
    for number, (met, counts) in enumerate(figures.rows):
        least = figures.keeping.least(figures.sentences, sizes[met], int(sizes[number]))
        rows.append(encoded(met, counts - least + 1, number) if met.size else b"")
    text = "\n".join(figures.words).encode("utf-8")
    numbers = (figures.frequencies, [met.size for met, _ in figures.rows], [len(row) for row in rows])
    head = zlib.compress(text + np.array(numbers, "<u4").tobytes(), 9)
    body = b"".join([head, *rows])
    header = {
        "language": figures.language,
        "corpora": [asdict(card) for card in figures.corpora],
        "sentences": figures.sentences,
        "ratio": str(figures.keeping.ratio),
        "common": figures.keeping.common,
        "words": len(figures.words),
        "text": len(text),
        "head": len(head),
        "pairs": figures.pairs,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    header[HEADER_SUM] = fingerprint(header)
    said = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    data = MAGIC + LENGTH.pack(len(said)) + said + body
    with atomic_file(path) as file:
        file.write(data)
    return len(data)
