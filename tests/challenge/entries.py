"""Entries that the tests run: small Python programs, honest and hostile, and the questions that they are asked."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, Answer
from anaphor.challenge import Seal
from anaphor.challenge.container.container import ContainerSandbox
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import MIB, Layer, Limits, Sandbox, Submission
from anaphor.challenge.sandbox.unsealed import UNSEALED, PlainSandbox
from anaphor.challenge.transcript.record import FactKind, Terms, Transcript
from anaphor.challenge.transcript.session import SessionSetup, run_session
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.schema import Candidate, Mark, Question

LOOP = """
import json, os, sys, time
def tell(*words):
    print(*words, file=sys.stderr, flush=True)
for number, line in enumerate(sys.stdin):
    q = json.loads(line)
    def say(**reply):
        print(json.dumps({"id": q["id"], **reply}), flush=True)
    BODY
"""
"""An entry's loop; BODY is what it does with each question."""

PYTHON = next((path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if Path(path).exists()), sys.executable)
"""The interpreter that a cage has too; `python3` on a developer's path may be a script that looks for one."""
SMALL = Limits(memory=64 * MIB, processes=32, cpu=2, wall=30, output=2 * MIB, file=MIB, scratch=4 * MIB)
"""Limits under which an attack does no harm to a machine that others use."""
TERMS = Terms(seed=7, question=1.5, start=20, starts=2)


def questions(count: int) -> tuple[Question, ...]:
    """Questions that differ in a number."""
    text = "The cup number {} did not fit into the box because it was too large."
    return tuple(
        Question(
            id=f"cup.{number}",
            language="en",
            text=text.format(number),
            anaphor=Mark(start=text.format(number).index("it was"), end=text.format(number).index(" was too")),
            candidates=(Candidate(text=f"the cup number {number}"), Candidate(text="the box")),
        )
        for number in range(count)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A hearing with the records of its trace."""

    hearing: Transcript
    records: tuple[Mapping[str, Any], ...]

    @property
    def facts(self) -> set[FactKind]:
        """The kinds of facts, which must stand in the trace too."""
        kinds = {fact.kind for fact in self.hearing.facts}
        assert kinds == {FactKind(record["fact"]) for record in self.records if record["kind"] == "fact"}
        return kinds

    @property
    def stderr(self) -> str:
        """What the entry wrote to standard error, as the trace has it."""
        return "".join(record.get("stderr", "") for record in self.records if record["kind"] == "ending")

    @property
    def replies(self) -> list[int | str]:
        """The choices, and the reasons for there being none."""
        return [_short(answer) for answer in self.hearing.answers]

    def detail(self, kind: FactKind) -> str:
        """What the facts of a kind say."""
        return " ".join(fact.detail for fact in self.hearing.facts if fact.kind is kind)


def _short(answer: Answer) -> int | str:
    return answer.reply.reason.value if isinstance(answer.reply, Abstention) else answer.reply.candidate


class Ring:
    """Runs entries, each with a trace of its own."""

    def __init__(self, folder: Path, sandbox: Sandbox | None = None) -> None:
        self.folder = folder
        self.sandbox = sandbox or ProcessSandbox(limits=SMALL)
        self.image: str | None = None
        self.patience = 0.0
        self.number = 0

    def change(self, *, groups: bool = True, **limits: Any) -> None:
        """Go on with other limits, or without control groups."""
        if not isinstance(self.sandbox, ProcessSandbox | ContainerSandbox):
            raise TypeError("only cages have limits to change")
        self.sandbox = replace(self.sandbox, groups=groups, limits=replace(self.sandbox.limits, **limits))

    def entry(self, script: str, name: str = "entry") -> Submission:
        """An entry that is one Python file: the loop with a body, or a whole program that begins with #!."""
        self.number += 1
        folder = self.folder / f"{name}-{self.number}"
        folder.mkdir()
        whole = script if script.startswith("#!") else body(script)
        (folder / "answer.py").write_text(whole, "utf-8")
        return Submission(name=name, command=(PYTHON, "answer.py"), folder=folder, image=self.image)

    def case(self, submission: Submission, count: int = 2, **changes: Any) -> SessionSetup:
        """A case with small limits."""
        terms = replace(TERMS, **changes)
        return SessionSetup(
            submission=submission,
            questions=questions(count),
            sandbox=self.sandbox,
            seal=seal_of(self.sandbox),
            terms=terms,
        )

    def ask(self, script: str, count: int = 2, **changes: Any) -> Heard:
        """The hearing of a script; its trace must hold together."""
        return self.run(self.case(self.entry(script), count, **changes))

    def run(self, case: SessionSetup) -> Heard:
        """The hearing of a case; its trace must hold together."""
        self.number += 1
        path = self.folder / f"trace-{self.number}.jsonl"
        hearing = run_session(case, path)
        check = verify_trace(path, head=hearing.head)
        assert check.ok, check
        assert len(hearing.answers) == len(case.questions)
        return Heard(hearing=hearing, records=read_trace(path))


def body(text: str) -> str:
    """The loop with a body."""
    return LOOP.replace("BODY", "\n    ".join(text.strip("\n").split("\n")))


def seal_of(sandbox: Sandbox) -> Seal:
    """A seal for tests that are not about seals."""
    if isinstance(sandbox, PlainSandbox):
        return UNSEALED[sandbox.backend]
    return Seal(backend=sandbox.backend, layers=(Layer(name="test", required=True, ok=True, reason="a test's own"),))
