"""What the audit and the co-occurrence resolver ask of a corpus: one protocol, whoever counted.

An index answers it from its shards; the counts file that the package carries answers it for the pairs it knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from anaphor.errors import InputError
from anaphor.provenance import Signature


class Unit(StrEnum):
    """What is counted."""

    LEMMA = "lemma"
    FORM = "form"


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """How near two words must stand: in one sentence, or within so many words of each other."""

    words: int | None = None
    """Distance in words, inside one sentence; None: anywhere in the sentence."""
    directed: bool = False
    """True: the second word must follow the first."""


SENTENCE = Within()
"""Anywhere in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCount:
    """How often two words occur and meet; all four numbers are counted in the same thing, `total` of them."""

    total: int
    """All sentences, or all windows: the denominator of the three probabilities."""
    a: int
    """Those with the first word."""
    b: int
    """Those with the second word."""
    both: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Concordance:
    """A sentence of the corpus in which the words stand."""

    text: str
    """The sentence, its tokens separated by spaces where the source's own spacing is not kept."""
    source: str
    """Name of the file or document it comes from."""


class Counts(Protocol):
    """Something that knows how often words occur together."""

    @property
    def name(self) -> str:
        """Name of the corpus."""

    @property
    def language(self) -> str:
        """Language of the corpus."""

    @property
    def words(self) -> int:
        """Size of the corpus in words."""

    @property
    def signature(self) -> Signature:
        """What was counted and how: corpus, hash, analyser, version."""

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None when this source never counted that pair."""

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """In how many sentences a word stands; None when this source never counted it."""

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences in which both words stand; empty when the source keeps no text."""


@runtime_checkable
class Windowed(Protocol):
    """Counts that are of some distances only."""

    def counts_within(self, within: Within) -> bool:
        """Whether pairs so near one another were counted at all."""


def can_count(counts: Counts, within: Within) -> bool:
    """Whether a source has counts of words so near one another; True where it does not say."""
    return counts.counts_within(within) if isinstance(counts, Windowed) else True


@runtime_checkable
class Divided(Protocol):
    """Counts that can be taken apart into counts that add up to them."""

    @property
    def parts(self) -> tuple[Counts, ...]:
        """The parts, at least one."""


def parts_of(counts: Counts) -> tuple[Counts, ...]:
    """The parts that counts consist of; the counts themselves where they cannot be taken apart."""
    return counts.parts if isinstance(counts, Divided) else (counts,)


def pooled(parts: Sequence[Counts]) -> Counts:
    """The parts counted as one corpus; a single one as it is."""
    return parts[0] if len(parts) == 1 else Pool(parts)


class Pool:
    """Corpora in one language, counted as one."""

    def __init__(self, parts: Sequence[Counts]) -> None:
        languages = sorted({part.language for part in parts})
        if len(languages) != 1:
            code = "corpus-pool-languages" if parts else "corpus-pool-empty"
            raise InputError(code, languages=", ".join(languages))
        self.parts = tuple(parts)
        self.name = " + ".join(part.name for part in parts)
        self.language = languages[0]
        self.words = sum(part.words for part in parts)

    @property
    def signature(self) -> Signature:
        """The signatures of the corpora, numbered."""
        parts = enumerate((part.signature for part in self.parts), start=1)
        return Signature(tuple((f"{name}{number}", value) for number, each in parts for name, value in each.parts))

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The sums of the parts' counts; None when one of them never counted that pair."""
        found = [part.pair(a, b, within=within, unit=unit) for part in self.parts]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return PairCount(
            total=sum(each.total for each in known),
            a=sum(each.a for each in known),
            b=sum(each.b for each in known),
            both=sum(each.both for each in known),
        )

    def counts_within(self, within: Within) -> bool:
        """Whether all parts have counts of words so near one another."""
        return all(can_count(part, within) for part in self.parts)

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """The sum of the parts' counts; None when one of them never counted that word."""
        found = [part.frequency(word, unit=unit) for part in self.parts]
        return None if None in found else sum(each for each in found if each is not None)

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences from the first part that has them, then from the next."""
        lines: list[Concordance] = []
        for part in self.parts:
            if len(lines) < limit:
                lines += part.concordance(a, b, limit=limit - len(lines), within=within)
        return tuple(lines)
