"""A panel of people as one respondent: the majority of their answers; a tie is an abstention, never the first."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anaphor.answer import AbstentionReason, Answer, RespondentKind
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain, answer_from_scores
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.stored_answers import StoredAnswer, StoredAnswers, choice_of, read_stored
from anaphor.schema import Question


@dataclass(frozen=True, kw_only=True)
class PanelResolver:
    """Answers with the majority of a panel; people who abstained have no vote."""

    name: str
    """Name in tables."""
    stored: StoredAnswers
    """What each member answered."""
    least: int = 1
    """How many votes there must be."""
    margin: float = 0.0
    """How much larger the first share of votes must be than the second."""
    finds_by_id: bool = True
    """Stored answers are found by the collection's ids, so this resolver is shown them."""
    kind: RespondentKind = RespondentKind.HUMAN
    """People, though a machine reads their answers out."""

    @property
    def signature(self) -> Signature:
        """The content of the file, and how votes become an answer."""
        return Signature.of(
            resolver="panel",
            file=self.stored.digest,
            people=len(self.stored.respondents),
            least=self.least,
            margin=self.margin,
        )

    @cached_property
    def _by_question(self) -> Mapping[str, list[StoredAnswer]]:
        votes: dict[str, list[StoredAnswer]] = defaultdict(list)
        for answer in self.stored.answers:
            votes[answer.question].append(answer)
        return votes

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The panel's answer to each question; its scores are the shares of votes."""
        for question in questions:
            yield self._answer(question)

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Refuse another collection than the one that was asked."""
        self.stored.refuse_other(name, fingerprint)

    def _answer(self, question: Question) -> Answer:
        given = [choice_of(answer.heard(question)) for answer in self._by_question.get(question.id, ())]
        votes = [choice for choice in given if choice is not None]
        if len(votes) < self.least:
            detail = f"{len(votes)} of {len(given)} people chose; {self.least} are needed."
            return abstain(self.name, question, AbstentionReason.DECLINED, detail)
        shares = [votes.count(index) / len(votes) for index in range(len(question.candidates))]
        return answer_from_scores(self.name, question, shares, margin=self.margin)


def make_panel(spec: Spec) -> Resolver:
    """The majority of a panel's stored answers (`panel:ANSWERS.jsonl`)."""
    spec.allow("least", "margin")
    path = Path(spec.needed("a file of answers"))
    return PanelResolver(
        name=f"panel({path.stem})",
        stored=read_stored(path),
        least=spec.whole("least", 1, at_least=1),
        margin=spec.number("margin", 0.0, at_least=0.0),
    )
