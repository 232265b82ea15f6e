"""Any program as a resolver: one JSON line per question in, one JSON line per answer out.

The program is started once and asked one question at a time. It may answer at once or after a while, abstain, or
fail: silence, garbage and death are abstentions with their reasons, and the next question meets a fresh process.
"""

import hashlib
import json
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.errors import AnaphorError, InputError
from anaphor.provenance import Signature
from anaphor.resolver.choosing import choose
from anaphor.resolver.command_process import Program, Silence
from anaphor.resolver.failure_limit import with_patience
from anaphor.resolver.protocol import LONGEST_WAIT_S, Resolver, Spec
from anaphor.schema import Mark, Question

_REASONS = {
    Silence.TIMEOUT: AbstentionReason.TIMEOUT,
    Silence.DEAD: AbstentionReason.FAILED,
    Silence.ENDLESS: AbstentionReason.UNREADABLE,
}
_MOST_DEATHS = 3
"""A program that dies so often in a row has a fault of its own: the run stops instead of filling with failures."""
_MOST_STALE = 100
_LARGEST_SCRIPT = 64 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What came back for a question."""

    reply: Reply
    """The choice, or why there is none."""
    scores: tuple[float | None, ...] = ()
    """The program's own scores."""
    silence: Silence | None = None
    """Set where the program must be started anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResolver:
    """A program that answers in JSON lines."""

    command: tuple[str, ...]
    """The program and its arguments."""
    timeout: float = 60.0
    """Seconds that an answer may take."""
    start: float = 300.0
    """Seconds that the first answer of a process may take: a model has to be loaded."""
    each: bool = False
    """Whether every question gets a process of its own, so that it cannot remember the others."""
    version: str | None = None
    """What tells this state of the program from others, in its user's words: a model, a release."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"command({self._script.name})"

    @property
    def signature(self) -> Signature:
        """The command, the content of the script that it runs, and the version that its user gives it."""
        return Signature.of(
            resolver="command",
            command=shlex.join(self.command),
            script=_digest(self._script),
            version=self.version,
            process="each" if self.each else "one",
            timeout=self.timeout,
        )

    @property
    def _script(self) -> Path:
        """The first argument that is a file (`python answer.py …`), else the program itself."""
        written = next((part for part in self.command[1:] if _is_file(part)), self.command[0])
        return Path(written)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The program's answers, one question at a time."""
        name = self.name
        for question, heard, seconds in with_patience(self._talk(questions), _is_death, _MOST_DEATHS, self._hopeless):
            yield Answer(respondent=name, question=question.id, reply=heard.reply, scores=heard.scores, seconds=seconds)

    def _talk(self, questions: Sequence[Question]) -> "Iterator[Exchange]":
        conversation = _Conversation(self)
        try:
            for question in questions:
                began = time.monotonic()
                heard = conversation.ask(question)
                yield question, heard, round(time.monotonic() - began, 6)
                if self.each:
                    conversation.end()
        finally:
            conversation.end()

    def _hopeless(self, exchange: "Exchange", deaths: int) -> AnaphorError:
        reply = exchange[1].reply
        detail = reply.detail if isinstance(reply, Abstention) else None
        return AnaphorError(
            f"the command {self.command[0]!r} ended {deaths} times without an answer ({detail})",
            todo="Try it by hand with one line of JSON on its standard input.",
        )


Exchange = tuple[Question, Heard, float]
"""A question, what came back, and after how many seconds."""


def _is_death(exchange: Exchange) -> bool:
    return exchange[1].silence is Silence.DEAD


class _Conversation:
    """One process after the other, as long as there are questions."""

    def __init__(self, resolver: CommandResolver) -> None:
        self._resolver = resolver
        self._program: Program | None = None
        self._asked: set[str] = set()

    def ask(self, question: Question) -> Heard:
        """What the program says; one that had answered others and is gone is started anew and asked once more."""
        fresh = self._program is None
        heard = self._ask(question, fresh=fresh)
        if heard.silence is Silence.DEAD and not fresh:
            heard = self._ask(question, fresh=True)
        return heard

    def _ask(self, question: Question, *, fresh: bool) -> Heard:
        program = self._program = self._program or Program(self._resolver.command)
        deadline = time.monotonic() + (self._resolver.start if fresh else self._resolver.timeout)
        self._asked.add(question.id)
        silence = program.send(encode(question), deadline)
        heard = _failure(silence, program) if silence else self._listen(program, question, deadline)
        if heard.silence:
            self._program = None
            program.kill()
        return heard

    def _listen(self, program: Program, question: Question, deadline: float) -> Heard:
        for _ in range(_MOST_STALE):
            line = program.line(deadline)
            if isinstance(line, Silence):
                return _failure(line, program)
            heard = decode(line, question)
            if heard is not None:
                return heard
            if _id(line) not in self._asked:
                break
        return Heard(reply=_unreadable("it answers another question"), silence=Silence.ENDLESS)

    def end(self) -> None:
        if self._program:
            self._program.end()
            self._program = None


def _failure(silence: Silence, program: Program) -> Heard:
    words = program.last_words()
    detail = f"{silence}: {words}" if words else silence.value
    return Heard(reply=Abstention(reason=_REASONS[silence], detail=detail), silence=silence)


def encode(question: Question) -> bytes:
    """A question as the line that a program reads.

    Places count characters (Unicode code points) of `text` from 0; `anaphor` is null where it has no place.
    """
    mark = question.anaphor if isinstance(question.anaphor, Mark) else None
    record: dict[str, Any] = {
        "id": question.id,
        "language": question.language,
        "text": question.text,
        "anaphor": mark and {"start": mark.start, "end": mark.end, "form": question.anaphor_form},
        "candidates": [candidate.text for candidate in question.candidates],
        "prompt": question.prompt,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def decode(line: bytes, question: Question) -> Heard | None:
    """What a line says about a question; None for a line about another one."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return Heard(reply=_unreadable(f"not JSON: {line[:80].decode('utf-8', 'replace')}"))
    if not isinstance(record, dict):
        return Heard(reply=_unreadable("not a JSON object"))
    if record.get("id") != question.id:
        return None if isinstance(record.get("id"), str) else Heard(reply=_unreadable("it has no id"))
    return read_reply(record, question)


def _id(line: bytes) -> str:
    return str(json.loads(line)["id"])


def read_reply(record: Mapping[str, Any], question: Question) -> Heard:
    """What a reply says: `choice` (an index), else `abstain` (why), else the highest of `scores`."""
    scores = _scores(record.get("scores"), question)
    if scores is None:
        return Heard(reply=_unreadable("scores must be one finite number per candidate"))
    choice, count = record.get("choice"), len(question.candidates)
    if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < count:
        return Heard(reply=Choice(candidate=choice), scores=scores)
    if choice is not None:
        return Heard(reply=_unreadable(f"choice is not a number from 0 to {count - 1}"))
    if record.get("abstain"):
        return Heard(reply=_abstention(record), scores=scores)
    if scores:
        return Heard(reply=choose(scores), scores=scores)
    return Heard(reply=_unreadable("neither choice nor abstain nor scores"))


def _scores(given: object, question: Question) -> tuple[float, ...] | None:
    """The scores, empty when there are none; None when they cannot be used."""
    if given is None:
        return ()
    if not isinstance(given, list) or len(given) != len(question.candidates):
        return None
    try:
        numbers = [float(each) for each in given if isinstance(each, (int, float)) and abs(each) < float("inf")]
    except OverflowError:  # a whole number with hundreds of digits
        return None
    return tuple(numbers) if len(numbers) == len(given) else None


def _abstention(record: Mapping[str, Any]) -> Abstention:
    why, detail = record["abstain"], record.get("detail")
    known = isinstance(why, str) and why in set(AbstentionReason)
    reason = AbstentionReason(why) if known else AbstentionReason.DECLINED
    said = detail if isinstance(detail, str) else None if known or why is True else str(why)
    return Abstention(reason=reason, detail=said[:300] if said else None)


def _unreadable(why: str) -> Abstention:
    return Abstention(reason=AbstentionReason.UNREADABLE, detail=why)


def _is_file(written: str) -> bool:
    try:
        return Path(written).is_file()
    except (OSError, ValueError):  # a whole script after `sh -c` is too long for a name
        return False


def _digest(path: Path) -> str | None:
    """Sixteen digits of a file's content; its size where it is too large to be read each time; None for no file."""
    try:
        if not _is_file(str(path)):
            return None
        if path.stat().st_size > _LARGEST_SCRIPT:
            return f"{path.stat().st_size}B"
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return None


def make_command(spec: Spec) -> Resolver:
    """Any program that reads and writes JSON lines (`command:python answer.py,timeout=10`)."""
    spec.allow("timeout", "start", "process", "version")
    written = spec.needed("a command line")
    try:
        command = tuple(shlex.split(written))
    except ValueError as error:
        raise InputError(f"the command {written!r} cannot be read ({error})") from error
    timeout = spec.number("timeout", 60.0, at_least=0.001, at_most=LONGEST_WAIT_S)
    return CommandResolver(
        command=command,
        timeout=timeout,
        start=spec.number("start", max(300.0, timeout), at_least=0.001, at_most=LONGEST_WAIT_S),
        each=spec.setting("process", "one", ("one", "each")) == "each",
        version=spec.settings.get("version"),
    )
