"""Questions as a resolver sees them: under names that mean nothing, their candidates in an order that means nothing.

A collection's own ids and orders can give the key away: in a file whose answers are listed special first, item
`lamp.1` is always candidate 0. So a resolver gets opaque ids and candidates ordered by a hash of their words; its
answers are put back under the collection's ids and orders afterwards.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from anaphor.answer import Answer, Choice
from anaphor.resolver.protocol import Resolver, TracedAnswer
from anaphor.schema import Question

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded:
    """A question as it is shown, and how to find the way back."""

    shown: Question
    """What the resolver sees."""
    original: str
    """The collection's own id."""
    order: tuple[int, ...]
    """For each candidate shown, its index in the collection."""

    def reveal(self, answer: Answer) -> Answer:
        """The answer under the collection's own id and order of candidates."""
        reply = answer.reply
        if isinstance(reply, Choice):
            reply = Choice(candidate=self.order[reply.candidate])
        open_answer = replace(answer, question=self.original, reply=reply, scores=self._back(answer.scores))
        if isinstance(open_answer, TracedAnswer):
            return replace(open_answer, candidate_traces=self._back(open_answer.candidate_traces))
        return open_answer

    def _back(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        pairs = sorted(zip(self.order, parts, strict=True), key=lambda pair: pair[0]) if parts else []
        return tuple(part for _, part in pairs)


def blind(question: Question, salt: str) -> Blinded:
    """The question under an opaque name, its candidates in the order of a hash.

    The salt is what a resolver cannot know: a collection's fingerprint, which the keys go into.
    """
    # A hash of text and candidate: neither the id nor the listing plays a part in the order.
    keys = [_digest(question.text, candidate.text) for candidate in question.candidates]
    order = tuple(sorted(range(len(keys)), key=lambda index: (keys[index], index)))
    shown = replace(
        question,
        id=_digest(salt, question.id)[:16],
        candidates=_pick(question.candidates, order),
        readings=_pick(question.readings, order) if question.readings else (),
    )
    return Blinded(shown=shown, original=question.id, order=order)


def finds_by_id(resolver: Resolver) -> bool:
    """True for a resolver that looks stored answers up by the collection's ids, and so cannot be blinded."""
    return bool(getattr(resolver, "finds_by_id", False))


def keeps_order(resolver: Resolver) -> bool:
    """True for the house's own models that compute twins together, and so are asked in the collection's order."""
    return is_ours(resolver) and bool(getattr(resolver, "keeps_order", False))


def is_ours(resolver: Resolver) -> bool:
    """True for a resolver of this package: only these are known not to look at what they could see."""
    return type(resolver).__module__.partition(".")[0] == __name__.partition(".")[0]


def _pick(parts: Sequence[Part], order: Sequence[int]) -> tuple[Part, ...]:
    return tuple(parts[index] for index in order)


def _digest(*parts: str) -> str:
    joined = "\0".join(parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()
