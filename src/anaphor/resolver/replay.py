"""Answers given before, given again: a run from elsewhere, or a system that can no longer be asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphor.answer import AbstentionReason, Answer
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.stored_answers import StoredAnswer, StoredAnswers, only, read_stored
from anaphor.schema import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResolver:
    """Gives again what one respondent answered before."""

    stored: StoredAnswers
    """What was answered."""
    respondent: str
    """By whom."""
    finds_by_id: bool = True
    """Stored answers are found by the collection's ids, so this resolver is shown them."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"replay({self.respondent})"

    @property
    def signature(self) -> Signature:
        """The content of the file, and whose answers are taken."""
        return Signature.of(resolver="replay", respondent=self.respondent, file=self.stored.digest)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The stored answer to each question; an abstention where there is none."""
        known = {each.question: each for each in self.stored.answers if each.respondent == self.respondent}
        for question in questions:
            yield self._answer(question, known.get(question.id))

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Refuse another collection than the one that was asked."""
        self.stored.refuse_other(name, fingerprint)

    def _answer(self, question: Question, stored: StoredAnswer | None) -> Answer:
        if stored is None:
            return abstain(self.name, question, AbstentionReason.DECLINED, "No answer to this question is stored.")
        heard = stored.heard(question)
        return Answer(respondent=self.name, question=question.id, reply=heard.reply, scores=heard.scores)


def make_replay(spec: Spec) -> Resolver:
    """Answers stored in a file, given again (`replay:RUN.jsonl`)."""
    spec.allow("respondent")
    path = Path(spec.needed("a file of answers"))
    stored = read_stored(path)
    return ReplayResolver(stored=stored, respondent=only(stored, spec.settings.get("respondent"), path))
