"""Answers that someone gave before, given again: one respondent's (`replay`), or a panel's majority (`panel`)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from anaphor.answer import AbstentionReason, Answer, Choice, RespondentKind
from anaphor.answers import Numbering, StoredAnswer, StoredAnswers, read_stored
from anaphor.errors import ContentError, InputError
from anaphor.provenance import Signature
from anaphor.resolver.protocol import Resolver, Spec, abstain, answer_from_scores
from anaphor.schema import Question
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResolver:
    """Gives again what was answered before."""

    stored: StoredAnswers
    count_from: int | None = None
    """Where the numbers of choices begin; None: as they show."""
    counted: Numbering | None = None
    """What they show in a whole collection; None: not yet looked at."""
    finds_by_id: bool = True
    """Stored answers are found by the collection's ids, so this resolver is shown them."""

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Refuse a collection that is not the one that was asked; ids alone would find answers to other questions."""
        asked = self.stored.collection
        if asked is not None and asked[1] != fingerprint:
            other, where = f"{name}#{fingerprint}", self.stored.file
            raise ContentError("resolver-stored-other", asked="#".join(asked), other=other, where=where)

    def prepared_for(self, questions: Sequence[Question], /) -> Self:
        stored = self.stored.of(questions)
        if rival := stored.rival(questions):
            raise InputError(
                "resolver-stored-two-columns", first=stored.doubtful or "", second=rival, where=stored.file
            )
        return replace(self, stored=stored, counted=stored.numbering(questions, self.count_from))

    @property
    def notes(self) -> tuple[Message, ...]:
        """What was taken for granted: which column holds the choices, and where numbers begin."""
        counted, doubtful = self.counted, self.stored.doubtful
        notes = [*self.stored.notes, *([message("resolver-stored-column", column=doubtful)] if doubtful else [])]
        if counted is not None and counted.count and counted.why != "given":
            why = message(f"resolver-stored-{counted.why}")
            notes.append(message("resolver-stored-numbers", first=str(counted.first), count=counted.count, why=why))
        notes += [message("resolver-stored-high")] if self.stored.high else []
        if counted is not None and counted.letters:
            notes.append(message("resolver-stored-letters", count=counted.letters))
        return tuple(notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResolver(StoredResolver):
    """Gives again what one respondent answered before."""

    respondent: str

    @property
    def name(self) -> str:
        return self.stored.name_of(self.respondent)

    @property
    def signature(self) -> Signature:
        return self.stored.signature(self.respondent, self.count_from)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        counted = self.counted or self.stored.numbering(questions, self.count_from)
        return self.stored.answers_of(self.respondent, questions, counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelResolver(StoredResolver):
    """Answers with the majority of a panel; a tie is an abstention, and people who abstained have no vote."""

    name: str
    least: int = 1
    margin: float = 0.0
    """How much larger the first share of votes must be than the second."""
    kind: RespondentKind = RespondentKind.HUMAN
    """People, though a machine reads their answers out."""

    @property
    def signature(self) -> Signature:
        file, people = self.stored.digest, len(self.stored.respondents)
        own = Signature.of(resolver="panel", file=file, people=people, least=self.least, margin=self.margin)
        return own | Signature.of(count_from=self.count_from)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The panel's answer to each question; its scores are the shares of votes."""
        stored: dict[str, list[StoredAnswer]] = defaultdict(list)
        for answer in self.stored.answers:
            stored[answer.question].append(answer)
        counted = self.counted or self.stored.numbering(questions, self.count_from)
        for question in questions:
            given = [answer.heard(question, counted).reply for answer in stored.get(question.id, ())]
            votes = [reply.candidate for reply in given if isinstance(reply, Choice)]
            if len(votes) < self.least:
                detail = f"{len(votes)} of {len(given)} people chose; {self.least} are needed."
                yield abstain(self.name, question, AbstentionReason.DECLINED, detail)
            else:
                shares = [votes.count(index) / len(votes) for index in range(len(question.candidates))]
                yield answer_from_scores(self.name, question, shares, margin=self.margin)


def make_replay(spec: Spec) -> Resolver:
    """Answers stored in a file, given again."""
    spec.allow("respondent", "count_from", "column")
    stored, count = _asked_for(spec)
    respondent = stored.only(spec.settings.get("respondent"))
    return ReplayResolver(stored=stored, respondent=respondent, count_from=count)


def make_panel(spec: Spec) -> Resolver:
    """The majority of a panel's stored answers."""
    spec.allow("least", "margin", "count_from", "column")
    stored, count = _asked_for(spec)
    return PanelResolver(
        name=f"panel({stored.file.stem})",
        stored=stored,
        count_from=count,
        least=spec.whole("least", 1, at_least=1),
        margin=spec.number("margin", 0.0, at_least=0.0),
    )


def _asked_for(spec: Spec) -> tuple[StoredAnswers, int | None]:
    stored = read_stored(Path(spec.needed(message("resolver-needs-answers"))), spec.settings.get("column"))
    count = spec.setting("count_from", "", ("", "0", "1"))
    return stored, int(count) if count else None
