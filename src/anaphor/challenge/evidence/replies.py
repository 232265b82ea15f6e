"""Are the answers in a trace what the entry said? Each is made anew from the line as it came, and compared.

A chain of hashes shows that a trace was not changed since it was written; this shows that it was written truly. Whoever
has the questions can also see that these were asked, in the order and under the names that the seed decides.
"""

from collections.abc import Mapping, Sequence
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
from anaphor.text import text

Record = Mapping[str, Any]


def check_replies(records: Sequence[Record]) -> str | None:
    """What is wrong with the answers of a whole trace, made anew from the entry's lines; None: nothing."""
    try:
        asked = {}
        for part in (part for record in records if record["kind"] == "asked" for part in record["questions"]):
            shown = question_from(read_json(part["line"]))
            asked[part["shown"]] = Blinded(shown=shown, original=part["question"], order=tuple(part["order"]))
        facts = frozenset(record["fact"] for record in records if record["kind"] == "fact")
        for record in records:
            if record["kind"] == "answer" and (fault := _fault(record, asked, facts)):
                told = {"number": record["n"], "question": str(record["question"])}
                return text("challenge-fault-record", fault=fault, **told)
        # The last record sums the answers up.
        minutes, last, due = read_state(records), records[-1], records[0]["questions"]
        if last["kind"] != END:
            return text("challenge-fault-no-last")
        if len(minutes.answers) != due:
            return text("challenge-fault-unsettled", due=due, settled=len(minutes.answers))
        found = {question: plain(minutes.final(question).reply) for question in minutes.answers}
        return None if found == last["outcomes"] else text("challenge-fault-sum")
    except (AnaphorError, AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        return text("challenge-fault-no-hearing", why=f"{type(error).__name__}: {error}")


def _fault(record: Record, asked: Mapping[str, Blinded], facts: frozenset[str]) -> str | None:
    """What is wrong with one answer."""
    given, each = record["reply"], asked.get(record["shown"])
    if not record["line"]:
        # An abstention for something that the trace tells needs no line.
        why, unread = str(given.get("detail", "")), FactKind.UNREADABLE.value
        excused = why in facts or (unread in facts and why.startswith(f"{unread}: "))
        if why == NOT_ASKED:
            excused = given["reason"] == AbstentionReason.FAILED.value
        return None if given.get("kind") == "abstention" and excused else text("challenge-fault-no-line")
    if each is None or each.original != record["question"]:
        return text("challenge-fault-not-asked", name=str(record["shown"]))
    line = read_line(record["line"].encode("utf-8", "surrogatepass"))
    if line.record is None or line.id != record["shown"]:
        return text("challenge-fault-other-line")
    found = reply(line.record, each.shown)
    answer = each.reveal(
        Answer(respondent=record["respondent"], question=record["shown"], reply=found.reply, scores=found.scores)
    )
    if plain(answer.reply) == given and list(answer.scores) == list(record.get("scores", ())):
        return None
    if isinstance(answer.reply, Abstention):
        return text("challenge-fault-says-nothing", reason=answer.reply.reason.value)
    return text("challenge-fault-says-candidate", candidate=answer.reply.candidate)


def check_asked(records: Sequence[Record], questions: Sequence[Question], seed: int) -> str | None:
    """What is wrong with what was asked, held against the questions and the seed; None: nothing."""
    asked: list[Record] = [asked_record([question]) for question in shuffle(questions, seed)]
    due = [part for record in asked for part in record["questions"]]
    by_name = {part["question"]: part for part in due}
    seen: dict[str, None] = {}
    for record in records:
        for part in record["questions"] if record["kind"] == "asked" else ():
            if by_name.get(part["question"]) != part:
                return text("challenge-fault-asked-otherwise", number=record["n"], question=str(part["question"]))
            seen[part["question"]] = None
    if list(seen) != [part["question"] for part in due[: len(seen)]]:
        return text("challenge-fault-asked-order")
    return None if records[0]["terms"]["seed"] == seed else text("challenge-fault-asked-seed")
