"""A run: a whole collection asked, every answer written down as it comes, and taken up again where it stopped."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from anaphor import __version__
from anaphor.answer import Abstention, AbstentionReason, Answer, Respondent, RespondentKind
from anaphor.resolver.asking import ask_promptly, in_asking_order
from anaphor.resolver.blindness import finds_by_id
from anaphor.resolver.protocol import BoundResolver, Resolver, make
from anaphor.resolver.run_file import Run, RunHeader, RunWriter, read_run, totals
from anaphor.schema import Collection
from anaphor.text import Message, message

__all__ = ["FinishedRun", "Run", "RunHeader", "RunSettings", "read_run", "resolve", "run_collection"]

WORTH_ASKING_AGAIN = frozenset({AbstentionReason.FAILED, AbstentionReason.TIMEOUT})
"""Reasons that lie with the machine or the network, not with the question."""

Progress = Callable[[int, int], None]


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
class FinishedRun:
    """Where a run stands when it ends."""

    path: Path
    """Its file."""
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

    @property
    def usage(self) -> dict[str, float]:
        """What the answers cost in all."""
        return totals(self.answers)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What the user should know: a line that was dropped, questions that can be asked again or otherwise."""
        found: list[Message] = []
        if self.dropped:
            found.append(message("resolve-line-dropped", path=str(self.path)))
        if failed := sum(self.abstentions.get(reason, 0) for reason in WORTH_ASKING_AGAIN):
            found.append(message("resolve-failed", path=str(self.path), count=failed))
        silent = self.abstentions.get(AbstentionReason.SEVERAL_SENTENCES, 0)
        if silent and "sentences:abstain" in self.header.signature.split("|"):
            found.append(message("resolve-several-sentences", count=silent, answers=len(self.answers)))
        return tuple(found)


def resolve(
    collection: Collection | str,
    resolver: Resolver | str,
    output: Path | None = None,
    settings: RunSettings | None = None,
    progress: Progress | None = None,
) -> FinishedRun:
    """Put a collection to a resolver and keep its answers in a file, by default one of its own in the folder `runs`.

    The same call goes on where an earlier one was stopped.
    """
    from anaphor.collection import load

    asked = load(collection) if isinstance(collection, str) else collection
    machine = make(resolver) if isinstance(resolver, str) else resolver
    given = {"with": resolver} if isinstance(resolver, str) else {}
    source = collection if isinstance(collection, str) else collection.name
    settings = settings or RunSettings(source=source, given=given)
    return run_collection(asked, machine, output or default_path(asked, machine), settings, progress)


def default_path(collection: Collection, resolver: Resolver) -> Path:
    """A file of its own for each collection, resolver and setting, in the folder `runs`."""
    name = "-".join(re.sub(r"[^\w.=-]+", "-", part).strip("-.")[:60] for part in (collection.name, resolver.name))
    signed = f"{collection.fingerprint}|{resolver.signature}"
    return Path("runs") / f"{name}-{hashlib.sha256(signed.encode()).hexdigest()[:6]}.jsonl"


def run_collection(
    collection: Collection, resolver: Resolver, path: Path, settings: RunSettings, progress: Progress | None = None
) -> FinishedRun:
    """Ask all questions of a collection that the run in `path` has no answer to, and write the answers there."""
    if isinstance(resolver, BoundResolver):
        resolver.refuse_other(collection.name, collection.fingerprint)
    wanted = collection.questions[: settings.limit]
    with RunWriter(path, header_of(collection, resolver, settings)) as writer:
        known = {answer.question: answer for answer in writer.kept}
        failed = {
            name
            for name, answer in known.items()
            if isinstance(answer.reply, Abstention) and answer.reply.reason in WORTH_ASKING_AGAIN
        }
        again = failed if settings.again else set()
        still_open = [question for question in wanted if question.id not in known or question.id in again]
        open_questions = in_asking_order(resolver, still_open, salt=collection.fingerprint)
        show: Progress = progress or (lambda done, total: None)
        show(len(wanted) - len(open_questions), len(wanted))
        for number, answer in enumerate(ask_promptly(resolver, open_questions, salt=collection.fingerprint), 1):
            known[answer.question] = answer if answer.at else replace(answer, at=datetime.now(UTC))
            writer.append(known[answer.question])
            show(len(wanted) - len(open_questions) + number, len(wanted))
        answers = tuple(known[question.id] for question in collection.questions if question.id in known)
        return FinishedRun(
            path=path, header=writer.header, answers=answers, asked=len(open_questions), dropped=writer.dropped
        )


def header_of(collection: Collection, resolver: Resolver, settings: RunSettings) -> RunHeader:
    """The first line of a run that starts now."""
    seed = dict(resolver.signature.parts).get("seed", "")
    kind = RespondentKind(getattr(resolver, "kind", RespondentKind.MACHINE))
    return RunHeader(
        collection=collection.name,
        fingerprint=collection.fingerprint,
        source=settings.source,
        questions=len(collection.questions),
        respondent=Respondent(name=resolver.name, kind=kind),
        signature=str(resolver.signature),
        settings=settings.given,
        seed=int(seed) if seed.removeprefix("-").isdecimal() else None,
        blind=not finds_by_id(resolver),
        started=datetime.now(UTC),
        anaphor=__version__,
    )
