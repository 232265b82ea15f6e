"""The referee: hears an entry, and writes down everything that happens.

An entry gets questions, never keys; under opaque ids, in an order and with candidates in orders that the seed
decides. Whatever it does (answers twice, answers what nobody asked, floods, stays silent, dies) becomes a fact in the
trace and an abstention, and the hearing goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor import __version__
from anaphor.answer import Abstention, Answer
from anaphor.challenge.sandbox.sandbox import Cell, Sandbox, Seal, Submission
from anaphor.challenge.transcript.record import Fact, FactKind, Hearing, Minutes, Terms, minutes_of
from anaphor.challenge.transcript.trace import END, TraceFile, read_trace
from anaphor.challenge.transcript.versions import versions
from anaphor.challenge.transcript.wire_questions import shuffle
from anaphor.challenge.transcript.wire_talk import Table, Talk
from anaphor.errors import ContentError, InputError, Place
from anaphor.provenance import Signature, fingerprint, plain
from anaphor.schema import Question

_SAME = ("respondent", "entry", "questions", "fingerprint", "terms", "limits", "backend", "sealed")
"""What must be as it was for a hearing to go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything that a hearing is made of."""

    submission: Submission
    """What is run."""
    questions: tuple[Question, ...]
    """What is asked."""
    sandbox: Sandbox
    """How it is run."""
    seal: Seal
    """Which layers hold, from `self_test`."""
    terms: Terms
    """How it is asked."""

    def __post_init__(self) -> None:
        if not self.questions or len({question.id for question in self.questions}) != len(self.questions):
            raise InputError("a hearing needs questions, each with an id of its own")
        if self.seal.backend is not self.sandbox.backend:
            raise InputError(f"the seal is of the backend {self.seal.backend}, not of {self.sandbox.backend}")

    @property
    def fingerprint(self) -> str:
        """What is asked, in sixteen digits."""
        return fingerprint(sorted(fingerprint(question) for question in self.questions))

    def header(self, cell: Cell) -> dict[str, Any]:
        """The first record of the trace."""
        return {
            "format": "anaphor-trace 1",
            "respondent": self.submission.name,
            "entry": plain(cell.manifest),
            "questions": len(self.questions),
            "fingerprint": self.fingerprint,
            "terms": plain(self.terms),
            "limits": plain(self.sandbox.limits),
            "backend": self.sandbox.backend.value,
            "sandbox": plain(self.sandbox.terms),
            "sealed": self.seal.sealed,
            "layers": [plain(layer) for layer in self.seal.layers],
            "versions": versions(),
        }


def hear(case: Case, trace: Path, *, resume: bool = False) -> Hearing:
    """The entry's answers, and the trace that proves them.

    With `resume` a hearing that was cut off goes on in its own trace: what was answered is not asked again.
    """
    earlier = read_trace(trace) if resume else ()
    minutes = minutes_of(earlier)
    with TraceFile(trace, resume=resume) as log:

        def record(kind: str, fields: Mapping[str, object]) -> None:
            log.add(kind, fields)
            if kind == "request" and fields.get("refused"):
                fact = Fact(kind=FactKind.REQUEST_REFUSED, detail=f"{fields['method']} {fields['target']}")
                minutes.facts.append(fact)
                log.add("fact", fact.record)

        with case.sandbox.admit(case.submission, record) as cell:
            header = case.header(cell)
            _open(log, header, earlier)
            table = Table(
                respondent=case.submission.name,
                cell=cell,
                limits=case.sandbox.limits,
                terms=case.terms,
                log=log,
                minutes=minutes,
            )
            Talk(table).settle_all(shuffle(case.questions, case.terms.seed))
        answers = tuple(minutes.final(question.id) for question in case.questions)
        log.add(END, _summary(answers, minutes))
    return Hearing(
        respondent=case.submission.name,
        answers=answers,
        facts=tuple(minutes.facts),
        backend=case.sandbox.backend,
        sealed=case.seal.sealed,
        usage=tuple(minutes.usage),
        trace=trace,
        head=log.head,
        signature=_signature(header),
    )


def _signature(header: Mapping[str, Any]) -> Signature:
    return Signature.of(
        entry=f"{header['respondent']}#{fingerprint(header['entry'])}",
        questions=f"{header['questions']}#{header['fingerprint']}",
        backend=header["backend"],
        sealed="yes" if header["sealed"] else "no",
        seed=header["terms"]["seed"],
        terms=fingerprint([header["terms"], header["limits"]]),
        version=__version__,
    )


def _open(log: TraceFile, header: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]]) -> None:
    """Begin the trace, or see that the one to go on with is of the same hearing."""
    if not earlier:
        log.add("run", header)
        return
    for name in _SAME:
        if earlier[0].get(name) != header[name]:
            raise ContentError(
                f"the trace is of another hearing: its {name} differs",
                where=Place(file=str(log.path), line=1, field=name),
                todo="Go on with what it was begun with, or begin a new trace.",
            )
    log.add("resumed", {"records": len(earlier), "versions": header["versions"]})


def _summary(answers: Sequence[Answer], minutes: Minutes) -> dict[str, object]:
    chosen = sum(not isinstance(answer.reply, Abstention) for answer in answers)
    return {
        "answers": chosen,
        "abstentions": len(answers) - chosen,
        "facts": len(minutes.facts),
        "starts": minutes.starts,
        "outcomes": {answer.question: plain(answer.reply) for answer in answers},
    }
