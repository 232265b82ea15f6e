"""A corpus taken apart, so that a part of it can be asked alone or left out: by its corpora, or by its source files."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol, runtime_checkable

from anaphor.corpus import SENTENCE, Concordance, Counts, PairCount, Unit, Within
from anaphor.corpus.index import parts_of, pooled
from anaphor.provenance import Signature

MOST_LEFT_OUT = 8
"""Parts that are left out in turn, the largest ones."""


@runtime_checkable
class BySource(Protocol):
    """Counts that know which source each sentence comes from."""

    def pair_by_source(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Mapping[str, PairCount]:
        """How often two words occur and meet in the sentences of each source."""


class _Table:
    """The counts of each source, asked once per pair."""

    def __init__(self, counts: Counts, by_source: BySource) -> None:
        self.counts = counts
        self.ask = cache(lambda a, b, unit: by_source.pair_by_source(a, b, unit=unit))


class SomeSources:
    """The counts of some sources of a corpus; only sentences are told apart by source, windows are not."""

    def __init__(self, table: _Table, name: str, sources: Iterable[str], share: float) -> None:
        self._table = table
        self._sources = frozenset(sources)
        self.name = name
        self.language = table.counts.language
        self.words = round(table.counts.words * share)
        self.signature = table.counts.signature | Signature.of(sources=name)

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The sums over the sources; None for windows."""
        if within != SENTENCE:
            return None
        found = [count for source, count in self._table.ask(a, b, unit).items() if source in self._sources]
        return PairCount(
            total=sum(each.total for each in found),
            a=sum(each.a for each in found),
            b=sum(each.b for each in found),
            both=sum(each.both for each in found),
        )

    def counts_within(self, within: Within) -> bool:
        """Whether words so near one another are told apart by source: only those of a sentence are."""
        return within == SENTENCE

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """In how many sentences of the sources a word stands."""
        found = self.pair(word, word, unit=unit)
        return found.a if found else None

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Nothing: sentences are shown from the whole corpus."""
        return ()


def divided(counts: Counts, probe: tuple[str, str]) -> tuple[Counts, ...]:
    """The parts of a corpus, largest first: its corpora, else its files, else the documents of its only file.

    `probe` is any pair of words: asking for it tells which sources there are, and how large they are.
    """
    parts = parts_of(counts)
    if len(parts) > 1 or not isinstance(counts, BySource):
        return tuple(sorted(parts, key=lambda part: -part.words))
    sizes = {source: count.total for source, count in counts.pair_by_source(*probe).items()}
    groups = _grouped(sizes)
    table, whole = _Table(counts, counts), max(1, sum(sizes.values()))
    found = [
        SomeSources(table, name, sources, sum(sizes[source] for source in sources) / whole)
        for name, sources in groups.items()
    ]
    return tuple(sorted(found, key=lambda part: -part.words))


def _grouped(sizes: Mapping[str, int]) -> dict[str, list[str]]:
    """The sources by the file that they stand in; one by one where that is the same for all."""
    groups: dict[str, list[str]] = {}
    for source in sorted(sizes):
        groups.setdefault(source.partition("/")[0], []).append(source)
    return groups if len(groups) > 1 else {source: [source] for source in sorted(sizes)}


def halves(parts: Sequence[Counts]) -> tuple[Counts, ...]:
    """Two halves that are as equal in size as the parts allow; none where there is one part."""
    piles: tuple[list[Counts], list[Counts]] = ([], [])
    for part in parts:
        min(piles, key=lambda pile: sum(each.words for each in pile)).append(part)
    return tuple(pooled(pile) for pile in piles) if all(piles) else ()
