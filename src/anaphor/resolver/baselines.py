"""Resolvers that know nothing: a guess, the candidate named first, the one nearest to the anaphor."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anaphor.answer import AbstentionReason, Answer, Choice
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.protocol import Resolver, Spec, abstain, answer_from_scores
from anaphor.resolver.sentences import language_of
from anaphor.schema import Mark, Question, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomResolver:
    """Guesses by a hash of seed, text and candidate: the same whatever else is asked, under whatever id and order."""

    seed: int = 0

    @property
    def name(self) -> str:
        return f"random(seed={self.seed})" if self.seed else "random"

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver="random", seed=self.seed)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for question in questions:
            draws = [digest(f"{self.seed}\0{question.text}\0{each.text}", 64) for each in question.candidates]
            yield Answer(respondent=self.name, question=question.id, reply=Choice(candidate=draws.index(max(draws))))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceResolver:
    """Chooses by place: the candidate whose nearest mention stands nearest to the anaphor, or to the text's start."""

    name: str
    from_anaphor: bool
    """Whether the anaphor counts, so that a question without a marked one is atypical."""

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver=self.name)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The nearest candidate of each question; an abstention where one of them is not found in the text."""
        for question in questions:
            places = [mentions(question, number) for number in range(len(question.candidates))]
            if self.from_anaphor and not isinstance(question.anaphor, Mark):
                yield abstain(self.name, question, AbstentionReason.ATYPICAL, "The text has no marked anaphor.")
            elif () in places:
                lost = question.candidates[places.index(())].text[:80]
                detail = f"The text does not speak of “{lost}” in words that are recognised."
                yield abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
            else:
                scores = [-min(self._distance(mention, question) for mention in found) for found in places]
                yield answer_from_scores(self.name, question, scores)

    def _distance(self, mention: Span, question: Question) -> float:
        """How many characters lie between a mention and the anaphor, on either side, or before the mention."""
        anaphor = question.anaphor
        if not self.from_anaphor or not isinstance(anaphor, Mark):
            return float(mention.start)
        gap = anaphor.start - mention.end if mention.start < anaphor.start else mention.start - anaphor.end
        return float(max(gap, 0))


def mentions(question: Question, number: int) -> tuple[Span, ...]:
    """The places where the text speaks of a candidate, left to right: the source's, the language's, or its words."""
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
    return PlaceResolver(name="first", from_anaphor=False)


def make_nearest(spec: Spec) -> Resolver:
    """The candidate named nearest to the anaphor, on either side."""
    spec.takes_no_argument()
    spec.allow()
    return PlaceResolver(name="nearest", from_anaphor=True)
