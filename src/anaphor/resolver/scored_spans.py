"""Which tokens of a sentence count, and by what their sum is divided.

*full* scores the whole sentence, *partial* what follows the candidate (Trinh & Le), *candidate* the candidate itself,
*candidate_suffix* the candidate and what follows. Sums favour short candidates; the norms say against what.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from anaphor.resolver.sentences import CandidateSentences
from anaphor.schema import Span


class Score(StrEnum):
    """Which part of a sentence is scored."""

    FULL = "full"
    PARTIAL = "partial"
    CANDIDATE = "candidate"
    CANDIDATE_SUFFIX = "candidate_suffix"


class Norm(StrEnum):
    """What the sum of log-probabilities is divided by, or compared with."""

    NONE = "none"
    TOKEN = "token"
    WORD = "word"
    CHAR = "char"
    BYTE = "byte"
    PMI = "pmi"
    """The same tokens without what stands before them are subtracted (domain-conditional mutual information)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of a sentence, where they stand, and which of them count."""

    ids: tuple[int, ...]
    """Token numbers."""
    offsets: tuple[tuple[int, int], ...]
    """Where each token stands in the sentence."""
    words: tuple[int | None, ...]
    """Number of the word that each token belongs to, as the tokenizer cuts words; None for marks at the edges."""
    first: int
    """First token that counts."""
    end: int
    """Token after the last that counts."""
    part: str
    """The stretch of the sentence that counts."""

    @property
    def count(self) -> int:
        """How many tokens count."""
        return self.end - self.first


def span_of(sentences: CandidateSentences, candidate: int, score: Score) -> Span:
    """The stretch of a candidate's sentence that counts."""
    sentence = sentences.sentences[candidate]
    suffix = sentences.suffix(candidate)
    if score is Score.PARTIAL:
        return suffix
    if score is Score.CANDIDATE:
        return sentence.slot
    if score is Score.CANDIDATE_SUFFIX:
        return Span(start=sentence.slot.start, end=suffix.end)
    return Span(start=0, end=len(sentence.text))


def counting(offsets: Sequence[tuple[int, int]], span: Span) -> tuple[int, int]:
    """The first token that overlaps the span and the one after the last; both past the end where none does.

    >>> counting([(0, 3), (3, 6), (6, 8)], Span(start=4, end=9))
    (1, 3)
    """
    inside = [n for n, (start, end) in enumerate(offsets) if max(start, span.start) < min(end, span.end)]
    return (inside[0], inside[-1] + 1) if inside else (len(offsets), len(offsets))


def normalised(total: float, tokens: Tokens, norm: Norm, unconditional: float = 0.0) -> float:
    """The sum of log-probabilities in the norm's measure; nothing is divided by zero."""
    part = tokens.part
    by = {
        Norm.TOKEN: tokens.count,
        Norm.WORD: len(part.split()),
        Norm.CHAR: len(part),
        Norm.BYTE: len(part.encode()),
    }.get(norm, 1)
    return (total - unconditional) / max(1, by)
