"""What the audit and the co-occurrence resolver ask of a corpus: one protocol, whoever counted.

An index answers it from its shards; the counts file that the package carries answers it for the pairs it knows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

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
    """Those with both."""


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
