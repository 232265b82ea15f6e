"""A run: a whole collection asked, every answer written down as it comes, and taken up again where it stopped."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from anaphor import __version__
from anaphor.answer import Abstention, AbstentionReason, Answer, Respondent, RespondentKind
from anaphor.resolver.asking import ask_promptly, in_asking_order
from anaphor.resolver.blindness import finds_by_id
from anaphor.resolver.protocol import BoundResolver, Resolver
from anaphor.resolver.run_file import Run, RunHeader, RunWriter, read_run
from anaphor.schema import Collection, Question

__all__ = ["Run", "RunHeader", "RunSettings", "RunState", "read_run", "run_collection"]

WORTH_ASKING_AGAIN = frozenset({AbstentionReason.FAILED, AbstentionReason.TIMEOUT})
"""Reasons that lie with the machine or the network, not with the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run is made, besides the resolver."""

    source: str
    """The collection as given: a path or a name."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What else was given on the command line, for the header: `with` is the resolver, then how the file is read."""
    limit: int | None = None
    """Ask only the first so many questions of the collection; the rest can follow later."""
    again: bool = False
    """Ask again what failed or timed out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """Where a run stands when it ends."""

    header: RunHeader
    """Its first line."""
    answers: tuple[Answer, ...]
    """All answers, those of earlier starts included, in the collection's order."""
    asked: int
    """How many questions were asked now."""
    dropped: bool
    """Whether a half-written last line of an earlier start was dropped."""

    @property
    def abstentions(self) -> dict[str, int]:
        """How many abstentions there are, by reason."""
        reasons = Counter(each.reply.reason.value for each in self.answers if isinstance(each.reply, Abstention))
        return dict(sorted(reasons.items()))

    @property
    def missing(self) -> int:
        """How many questions of the collection have no answer yet."""
        return self.header.questions - len(self.answers)


Progress = Callable[[int, int], None]


def run_collection(
    collection: Collection, resolver: Resolver, path: Path, settings: RunSettings, progress: Progress | None = None
) -> RunState:
    """Ask all questions of a collection that the run in `path` has no answer to, and write the answers there."""
    if isinstance(resolver, BoundResolver):
        resolver.refuse_other(collection.name, collection.fingerprint)
    header = header_of(collection, resolver, settings)
    wanted = collection.questions[: settings.limit]
    with RunWriter(path, header) as writer:
        known = {answer.question: answer for answer in writer.kept}
        still_open = [question for question in wanted if _is_open(question, known, again=settings.again)]
        open_questions = in_asking_order(resolver, still_open, salt=collection.fingerprint)
        show = progress or _nothing
        show(len(wanted) - len(open_questions), len(wanted))
        for number, answer in enumerate(ask_promptly(resolver, open_questions, salt=collection.fingerprint), 1):
            known[answer.question] = answer if answer.at else replace(answer, at=datetime.now(UTC))
            writer.append(known[answer.question])
            show(len(wanted) - len(open_questions) + number, len(wanted))
        answers = tuple(known[question.id] for question in collection.questions if question.id in known)
        return RunState(header=writer.header, answers=answers, asked=len(open_questions), dropped=writer.dropped)


def header_of(collection: Collection, resolver: Resolver, settings: RunSettings) -> RunHeader:
    """The first line of a run that starts now."""
    return RunHeader(
        collection=collection.name,
        fingerprint=collection.fingerprint,
        source=settings.source,
        questions=len(collection.questions),
        respondent=Respondent(name=resolver.name, kind=_kind(resolver)),
        signature=str(resolver.signature),
        settings=settings.given,
        seed=_seed(resolver),
        blind=not finds_by_id(resolver),
        started=datetime.now(UTC),
        anaphor=__version__,
    )


def _kind(resolver: Resolver) -> RespondentKind:
    """What the resolver says it is; a machine when it says nothing."""
    return RespondentKind(getattr(resolver, "kind", RespondentKind.MACHINE))


def _seed(resolver: Resolver) -> int | None:
    written = dict(resolver.signature.parts).get("seed", "")
    return int(written) if written.removeprefix("-").isdecimal() else None


def _is_open(question: Question, known: Mapping[str, Answer], *, again: bool) -> bool:
    answer = known.get(question.id)
    if answer is None:
        return True
    return again and isinstance(answer.reply, Abstention) and answer.reply.reason in WORTH_ASKING_AGAIN


def _nothing(done: int, total: int) -> None:
    """Show no progress."""
