"""Counts of a handful of sentences, made the slow and obvious way: what the audit's tests ask."""

from collections.abc import Sequence

from anaphor.corpus import SENTENCE, Concordance, Counts, PairCount, Unit, Within
from anaphor.provenance import Signature


class NaiveCounts(Counts):
    """Counts over sentences whose words are separated by spaces; lemmas and forms are the same here."""

    def __init__(self, sentences: Sequence[str], *, name: str = "toy", language: str = "fr", text: bool = True) -> None:
        self._sentences = [sentence.split() for sentence in sentences]
        self._text = text
        self.name = name
        self.language = language
        self.words = sum(map(len, self._sentences))
        self.signature = Signature.of(corpus=name, sentences=len(sentences))

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """Sentences with a, with b, and with both near enough to each other."""
        return PairCount(
            total=len(self._sentences),
            a=sum(a in each for each in self._sentences),
            b=sum(b in each for each in self._sentences),
            both=sum(self._meet(each, a, b, within) for each in self._sentences),
        )

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """Sentences with the word."""
        return sum(word in each for each in self._sentences)

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences with both words."""
        found = [each for each in self._sentences if self._meet(each, a, b, within)] if self._text else []
        return tuple(Concordance(text=" ".join(each), source=self.name) for each in found[:limit])

    @staticmethod
    def _meet(words: list[str], a: str, b: str, within: Within) -> bool:
        first = [place for place, word in enumerate(words) if word == a]
        second = [place for place, word in enumerate(words) if word == b]
        gaps = [y - x for x in first for y in second if y != x and not (within.directed and y < x)]
        return any(within.words is None or abs(gap) <= within.words for gap in gaps)


class FixedCounts(NaiveCounts):
    """Counts that are told, not counted: (a, b) → how often they meet."""

    def __init__(
        self,
        pairs: dict[tuple[str, str], int],
        words: dict[str, int],
        *,
        total: int = 10_000,
        name: str = "told",
        language: str = "fr",
    ) -> None:
        super().__init__([], name=name, language=language)
        self._pairs, self._frequencies, self._total = pairs, words, total
        self.words = 20 * total

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The told counts; None for a pair that was not told."""
        if (a, b) not in self._pairs:
            return None
        return PairCount(total=self._total, a=self._frequencies[a], b=self._frequencies[b], both=self._pairs[a, b])

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """The told frequency."""
        return self._frequencies.get(word)
