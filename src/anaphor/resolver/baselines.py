"""Resolvers that know nothing: a guess, the candidate named first, the one nearest to the anaphor."""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from anaphor.answer import AbstentionReason, Answer, Choice
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain, answer_from_scores
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.sentences import language_of
from anaphor.schema import Mark, Question, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomResolver:
    """Guesses: each candidate draws a number from the seed, the text and its own words, and the highest wins.

    So the guess is the same whatever else is asked, under whatever id, and in whatever order candidates are listed.
    """

    seed: int = 0
    """Seed of the guesses."""

    @property
    def name(self) -> str:
        return f"random(seed={self.seed})" if self.seed else "random"

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver="random", seed=self.seed)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One guess for each question."""
        for question in questions:
            keys = [f"{self.seed}\0{question.text}\0{candidate.text}" for candidate in question.candidates]
            draws = [hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest() for key in keys]
            yield Answer(respondent=self.name, question=question.id, reply=Choice(candidate=draws.index(max(draws))))


Distance = Callable[[Span, Question], float]
"""How far a mention stands from where the resolver looks."""


def from_anaphor(mention: Span, question: Question) -> float:
    """How many characters lie between a mention and the anaphor, on either side."""
    anaphor = question.anaphor
    if not isinstance(anaphor, Mark):
        return 0.0
    gap = anaphor.start - mention.end if mention.start < anaphor.start else mention.start - anaphor.end
    return float(max(gap, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceResolver:
    """Chooses by place: the candidate whose nearest mention stands nearest to a point of the text."""

    name: str
    """Name in tables."""
    distance: Distance
    """How far a mention stands from that point, in characters."""
    needs_anaphor: bool
    """Whether the point is the anaphor, so that a question without a marked one is atypical."""

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver=self.name)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The nearest candidate of each question; an abstention where one of them is not found in the text."""
        for question in questions:
            places = [mentions(question, number) for number in range(len(question.candidates))]
            if self.needs_anaphor and not isinstance(question.anaphor, Mark):
                yield abstain(self.name, question, AbstentionReason.ATYPICAL, "The text has no marked anaphor.")
            elif () in places:
                lost = question.candidates[places.index(())].text[:80]
                detail = f"The text does not speak of “{lost}” in words that are recognised."
                yield abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
            else:
                scores = [-min(self.distance(mention, question) for mention in found) for found in places]
                yield answer_from_scores(self.name, question, scores)


def mentions(question: Question, number: int) -> tuple[Span, ...]:
    """The places where the text speaks of a candidate, from left to right; none where it is not found.

    The source's own place wins; else the language's best kind of evidence; else, in a language without rules, the
    words themselves.
    """
    candidate = question.candidates[number]
    if candidate.span:
        return (candidate.span,)
    language = language_of(question)
    if language is None:
        found = re.finditer(re.escape(candidate.text), question.text, re.IGNORECASE)
        return tuple(Span(start=match.start(), end=match.end()) for match in found)
    evidence = language.find(candidate.text, question.text)
    best = [each.span for each in evidence if each.by is evidence[0].by]
    return tuple(sorted(best, key=lambda span: span.start))


def make_random(spec: Spec) -> Resolver:
    """A guess, the same for the same seed."""
    spec.takes_no_argument()
    spec.allow("seed")
    return RandomResolver(seed=spec.whole("seed", 0))


def make_first(spec: Spec) -> Resolver:
    """The candidate that the text names first."""
    spec.takes_no_argument()
    spec.allow()
    return PlaceResolver(name="first", distance=lambda mention, _: float(mention.start), needs_anaphor=False)


def make_nearest(spec: Spec) -> Resolver:
    """The candidate named nearest to the anaphor, on either side."""
    spec.takes_no_argument()
    spec.allow()
    return PlaceResolver(name="nearest", distance=from_anaphor, needs_anaphor=True)
