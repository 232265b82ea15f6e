"""A resolver that takes the longest candidate, or the shortest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.choosing import answer_from_scores
from anaphor.resolver.protocol import Resolver, Spec, TracedAnswer
from anaphor.schema import Question


@dataclass(frozen=True)
class Longest:
    """Counts letters."""

    sign: int

    @property
    def name(self) -> str:
        """Name in tables."""
        return "kept-longest" if self.sign > 0 else "kept-shortest"

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer."""
        return Signature.of(resolver="kept-longest", sign=self.sign)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer each."""
        for question in questions:
            lengths = [self.sign * float(len(each.text)) for each in question.candidates]
            made = answer_from_scores(self.name, question, lengths)
            if isinstance(made.reply, Abstention):
                assert made.reply.reason is AbstentionReason.TIE
            yield TracedAnswer(
                respondent=made.respondent,
                question=made.question,
                reply=made.reply,
                scores=made.scores,
                trace={"letters": [abs(each) for each in lengths]},
            )


def make_longest(spec: Spec) -> Resolver:
    """The longest candidate (`take=shortest`: the shortest)."""
    spec.takes_no_argument()
    spec.allow("take")
    if len(spec.settings) > 1:
        raise InputError("one setting is enough")
    return Longest(sign=1 if spec.setting("take", "longest", ("longest", "shortest")) == "longest" else -1)
