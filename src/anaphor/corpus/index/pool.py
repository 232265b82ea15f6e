"""Several corpora counted as one: their counts add, and any of them can be left out."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from anaphor.corpus.counts import SENTENCE, Concordance, Counts, PairCount, Unit, Within, can_count
from anaphor.errors import InputError
from anaphor.provenance import Signature


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
            what = f"are in different languages ({', '.join(languages)})" if parts else "are none"
            raise InputError(f"corpora that are counted as one {what}", todo="Name corpora in one language.")
        self._parts = tuple(parts)

    @property
    def parts(self) -> tuple[Counts, ...]:
        """The corpora."""
        return self._parts

    @property
    def name(self) -> str:
        """The names of the corpora."""
        return " + ".join(part.name for part in self._parts)

    @property
    def language(self) -> str:
        """Their language."""
        return self._parts[0].language

    @property
    def words(self) -> int:
        """Their words together."""
        return sum(part.words for part in self._parts)

    @property
    def signature(self) -> Signature:
        """The signatures of the corpora, numbered."""
        parts = enumerate((part.signature for part in self._parts), start=1)
        return Signature(tuple((f"{name}{number}", value) for number, each in parts for name, value in each.parts))

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The sums of the parts' counts; None when one of them never counted that pair."""
        found = [part.pair(a, b, within=within, unit=unit) for part in self._parts]
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
        return all(can_count(part, within) for part in self._parts)

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """The sum of the parts' counts; None when one of them never counted that word."""
        found = [part.frequency(word, unit=unit) for part in self._parts]
        return None if None in found else sum(each for each in found if each is not None)

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences from the first part that has them, then from the next."""
        lines: list[Concordance] = []
        for part in self._parts:
            if len(lines) < limit:
                lines += part.concordance(a, b, limit=limit - len(lines), within=within)
        return tuple(lines)
