"""Are the answers in a trace what the entry said? Each is made anew from the line as it came, and compared.

A chain of hashes shows that a trace was not changed since it was written; this shows that it was written truly. Whoever
has the questions can also see that these were asked, in the order and under the names that the seed decides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.challenge.serving import question_from
from anaphor.challenge.transcript.record import FactKind, asked_record, read_line, read_state, reply, shuffle
from anaphor.challenge.transcript.session import NOT_ASKED
from anaphor.challenge.transcript.trace import END
from anaphor.errors import AnaphorError
from anaphor.files import read_json
from anaphor.provenance import plain
from anaphor.resolver import Blinded
from anaphor.schema import Question

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    """What the records of a trace say about answers."""

    asked: Mapping[str, Blinded]
    """What was shown, by the name under which it was shown."""
    facts: frozenset[str]
    """The kinds of facts that were noted."""


def check_replies(records: Sequence[Record]) -> str | None:
    """What is wrong with the answers of a whole trace, made anew from the entry's lines; None: nothing."""
    try:
        said = _Spoken(asked=dict(_asked(records)), facts=frozenset(_facts(records)))
        faults = (_fault(record, said) for record in records if record["kind"] == "answer")
        return next((fault for fault in faults if fault), None) or _summary_fault(records)
    except (AnaphorError, AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        return f"it is no trace of a hearing ({type(error).__name__}: {error})"


def check_asked(records: Sequence[Record], questions: Sequence[Question], seed: int) -> str | None:
    """What is wrong with what was asked, held against the questions and the seed; None: nothing."""
    order = shuffle(questions, seed)
    due = [part for each in order for part in _parts(asked_record([each]))]
    by_name = {part["question"]: part for part in due}
    seen: dict[str, None] = {}
    for record in records:
        for part in _parts(record) if record["kind"] == "asked" else ():
            if by_name.get(part["question"]) != part:
                return f"record {record['n']}: {part['question']} was not asked as it stands in the collection"
            seen[part["question"]] = None
    if list(seen) != [part["question"] for part in due[: len(seen)]]:
        return "the questions were not asked in the order that the seed decides"
    return None if records[0]["terms"]["seed"] == seed else "it was drawn by another seed"


def _parts(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(record["questions"])


def _asked(records: Iterable[Record]) -> Iterator[tuple[str, Blinded]]:
    for record in records:
        for part in _parts(record) if record["kind"] == "asked" else ():
            shown = question_from(read_json(part["line"]))
            yield part["shown"], Blinded(shown=shown, original=part["question"], order=tuple(part["order"]))


def _facts(records: Iterable[Record]) -> Iterator[str]:
    return (record["fact"] for record in records if record["kind"] == "fact")


def _fault(record: Record, said: _Spoken) -> str | None:
    """What is wrong with one answer."""
    name = f"record {record['n']} (answer to {record['question']})"
    if not record["line"]:
        return None if _is_excused(record["reply"], said.facts) else f"{name}: no line of the entry says so"
    each = said.asked.get(record["shown"])
    if each is None or each.original != record["question"]:
        return f"{name}: it was not asked under the name {record['shown']}"
    line = read_line(record["line"].encode("utf-8", "surrogatepass"))
    if line.record is None or line.id != record["shown"]:
        return f"{name}: the entry's line is about something else"
    found = reply(line.record, each.shown)
    answer = each.reveal(
        Answer(respondent=record["respondent"], question=record["shown"], reply=found.reply, scores=found.scores)
    )
    same = plain(answer.reply) == record["reply"] and list(answer.scores) == list(record.get("scores", ()))
    return None if same else f"{name}: the entry's line says {_short(answer)}, the record says another thing"


def _short(answer: Answer) -> str:
    if isinstance(answer.reply, Abstention):
        return f"nothing ({answer.reply.reason.value})"
    return f"candidate {answer.reply.candidate}"


def _is_excused(given: Mapping[str, Any], facts: frozenset[str]) -> bool:
    """Whether an answer without a line is an abstention for something that the trace tells."""
    if given.get("kind") != "abstention":
        return False
    why = str(given.get("detail", ""))
    if why == NOT_ASKED:
        return bool(given["reason"] == AbstentionReason.FAILED.value)
    unread = FactKind.UNREADABLE.value
    return why in facts or (unread in facts and why.startswith(f"{unread}: "))


def _summary_fault(records: Sequence[Record]) -> str | None:
    """What is wrong with the last record, which sums the answers up."""
    minutes, last = read_state(records), records[-1]
    if last["kind"] != END:
        return "its last record is missing"
    if len(minutes.answers) != records[0]["questions"]:
        return f"{records[0]['questions']} questions were to be asked, {len(minutes.answers)} are settled"
    found = {question: plain(minutes.final(question).reply) for question in minutes.answers}
    return None if found == last["outcomes"] else "its last record sums up other answers than those before it"
