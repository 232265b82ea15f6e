"""Any program as a resolver: one JSON line per question in, one per answer out; silence and garbage are abstentions."""

import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.answers import Heard, Silence, unreadable
from anaphor.errors import AnaphorError, InputError
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.asking.asking import limit_failures
from anaphor.resolver.asking.lines import decode, encode
from anaphor.resolver.protocol import LONGEST_WAIT_S, Resolver, Spec
from anaphor.schema import Question
from anaphor.text import message

LONGEST_LINE = 2**20
_PIECE = 2**16
_KEPT = 4096
"""Bytes of stderr that are remembered, from its end."""
_GRACE_S = 2.0
_MOST_DEATHS = 3
"""A program that dies so often in a row has a fault of its own: the run stops instead of filling with failures."""
_MOST_RESTARTS = 10
"""Deaths of a program, over a whole run, after which it is not started again unless `restarts` says more: a long run
may lose its process a few times to the machine, but one that has died ten times dies of its own questions."""
_LARGEST_RESTARTS = 10**9
_MOST_STALE = 100
"""Late answers to earlier questions that are skipped before the program is given up."""
_LARGEST_SCRIPT = 64 * 2**20


_REASONS = {
    Silence.TIMEOUT: AbstentionReason.TIMEOUT,
    Silence.DEAD: AbstentionReason.FAILED,
    Silence.ENDLESS: AbstentionReason.UNREADABLE,
}


class Program:
    """A running program that is spoken to in lines; its whole process group ends with it."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError("resolver-command-not-started", command=command[0], reason=reason) from error
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._streams = [stream for stream in streams if stream]
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in self._streams)
        self._selector = selectors.DefaultSelector()
        for handle in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(handle, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._received = bytearray()
        self._said = bytearray()

    def send(self, line: bytes, deadline: float) -> Silence | None:
        """Write a line, whatever the program does meanwhile; why that was impossible, or None."""
        rest = memoryview(line)
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while rest:
                ready = self._ready(deadline)
                if ready is None:
                    return Silence.TIMEOUT
                if self._stdin in ready:
                    rest = rest[os.write(self._stdin, rest) :]
        except OSError:
            return Silence.DEAD
        finally:
            self._selector.unregister(self._stdin)
        return None

    def line(self, deadline: float) -> bytes | Silence:
        while True:
            silent = self._stdout not in self._selector.get_map()  # nothing more can come from it
            end = self._received.find(b"\n")
            if (end if end >= 0 else len(self._received)) > LONGEST_LINE:  # whether it came in one piece or in many
                return Silence.ENDLESS
            if end >= 0 or (self._received and silent):
                end = end if end >= 0 else len(self._received)
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                return line
            if silent:
                return Silence.DEAD
            if self._ready(deadline) is None:
                return Silence.TIMEOUT

    def _ready(self, deadline: float) -> set[int] | None:
        """The streams that moved, after reading what they gave; None when the time is over."""
        left = deadline - time.monotonic()
        events = self._selector.select(left) if left > 0 else []
        if not events:
            return None
        handles = {key.fd for key, _ in events}
        return {handle for handle in handles if handle == self._stdin or self._read(handle)}

    def _read(self, handle: int) -> bool:
        """Take what a stream has; False when it has ended."""
        try:
            piece = os.read(handle, _PIECE)
        except BlockingIOError:
            return True
        if not piece:
            self._selector.unregister(handle)
            return False
        if handle == self._stdout:
            self._received += piece
        else:
            self._said = (self._said + piece)[-_KEPT:]
        return True

    def last_words(self) -> str:
        """The last line that the program wrote to stderr, and its exit code if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            if self._stdout not in self._selector.get_map():
                self._process.wait(0.2)
        while self._stderr in self._selector.get_map():
            before = len(self._said)
            if not self._read(self._stderr) or len(self._said) == before:
                break
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        code = self._process.poll()
        ended = "" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
        return ": ".join(part for part in (ended, lines[-1].strip()[:300] if lines else "") if part)

    def end(self) -> None:
        """Close its input, wait a little, then end its whole process group."""
        with suppress(OSError):
            self._streams[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE_S)
        self.kill()

    def kill(self) -> None:
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for stream in self._streams:
            with suppress(OSError):
                stream.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResolver:
    """A program that answers in JSON lines."""

    command: tuple[str, ...]
    timeout: float = 60.0
    start: float = 300.0
    """Seconds that the first answer of a process may take: a model has to be loaded."""
    each: bool = False
    """Whether every question gets a process of its own, so that it cannot remember the others."""
    version: str | None = None
    """What tells this state of the program from others, in its user's words: a model, a release."""
    restarts: int = _MOST_RESTARTS
    """How often a program that died is started again in one run."""

    @property
    def name(self) -> str:
        return f"command({self._script.name})"

    @property
    def signature(self) -> Signature:
        script, content = self._script, None
        with suppress(OSError):
            if _is_file(str(script)):
                size = script.stat().st_size  # all that is looked at where reading it each time takes too long
                content = f"{size}B" if size > _LARGEST_SCRIPT else digest(script)
        return Signature.of(
            resolver="command",
            command=shlex.join(self.command),
            script=content,
            version=self.version,
            process="each" if self.each else "one",
            timeout=self.timeout,
        )

    @property
    def _script(self) -> Path:
        """The first argument that is a file (`python answer.py …`), else the program itself."""
        return Path(next((part for part in self.command[1:] if _is_file(part)), self.command[0]))

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        def hopeless(exchange: tuple[Answer, Silence | None], deaths: int) -> AnaphorError:
            reply = exchange[0].reply
            detail = str(reply.detail) if isinstance(reply, Abstention) else ""
            return AnaphorError("resolver-command-dies", command=self.command[0], count=deaths, detail=detail)

        exchanges = self._exchanges(questions)
        kept = limit_failures(exchanges, lambda each: each[1] is Silence.DEAD, _MOST_DEATHS, hopeless)
        return (answer for answer, _ in kept)

    def _exchanges(self, questions: Sequence[Question]) -> Iterator[tuple[Answer, Silence | None]]:
        """The answers, from one process after the other, and why a process had to end."""
        program: Program | None = None
        asked, name, deaths = set[str](), self.name, 0
        try:
            for question in questions:
                began, heard = time.monotonic(), None
                asked.add(question.id)
                while heard is None:
                    fresh = program is None
                    program = program or Program(self.command)
                    heard = _heard(program, question, asked, time.monotonic() + (self.start if fresh else self.timeout))
                    if heard.silence:
                        program.kill()
                        program = None
                    if heard.silence is Silence.DEAD:
                        deaths += 1
                        if deaths > self.restarts:
                            last_words = str(heard.reply.detail) if isinstance(heard.reply, Abstention) else ""
                            raise AnaphorError(
                                "resolver-command-restarts",
                                command=self.command[0],
                                count=deaths,
                                detail=last_words,
                                answered=len(asked) - 1,
                            )
                        if not fresh:  # it had answered others: it is asked once more
                            heard = None
                answer = Answer(respondent=name, question=question.id, reply=heard.reply, scores=heard.scores)
                yield replace(answer, seconds=round(time.monotonic() - began, 6)), heard.silence
                if self.each and program:
                    program.end()
                    program = None
        finally:
            if program:
                program.end()


def _heard(program: Program, question: Question, asked: Collection[str], deadline: float) -> Heard:
    """What a program says to a question; late answers to those asked before are passed over."""
    found: Heard | Silence | None = program.send(encode(question), deadline)
    for _ in range(_MOST_STALE):
        if found is not None:
            break
        line = program.line(deadline)
        found = line if isinstance(line, Silence) else decode(line, question)
        if found is None and str(json.loads(line)["id"]) not in asked:
            break
    if found is None:
        return unreadable("it answers another question", Silence.ENDLESS)
    if isinstance(found, Heard):
        return found
    words = program.last_words()
    reply = Abstention(reason=_REASONS[found], detail=f"{found}: {words}" if words else found.value)
    return Heard(reply=reply, silence=found)


def _is_file(written: str) -> bool:
    try:
        return Path(written).is_file()
    except (OSError, ValueError):  # a whole script after `sh -c` is too long for a name
        return False


def make_command(spec: Spec) -> Resolver:
    """Any program that reads and writes JSON lines."""
    spec.allow("timeout", "start", "process", "restarts", "version")
    written = spec.needed(message("resolver-needs-command"))
    try:
        command = tuple(shlex.split(written))
    except ValueError as error:
        raise InputError("resolver-command-unreadable", command=written, reason=str(error)) from error
    timeout = spec.number("timeout", 60.0, at_least=0.001, at_most=LONGEST_WAIT_S)
    return CommandResolver(
        command=command,
        timeout=timeout,
        start=spec.number("start", max(300.0, timeout), at_least=0.001, at_most=LONGEST_WAIT_S),
        each=spec.setting("process", "one", ("one", "each")) == "each",
        version=spec.settings.get("version"),
        restarts=spec.whole("restarts", _MOST_RESTARTS, at_least=0, at_most=_LARGEST_RESTARTS),
    )
