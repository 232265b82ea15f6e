"""What goes over the wire: questions as an entry sees them, and what a line that it sends back says.

Order, ids and the orders of candidates come from a seed, and mean nothing.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from anaphor.answer import Abstention, AbstentionReason
from anaphor.files import AmbiguousJsonError, read_json
from anaphor.provenance import fingerprint
from anaphor.resolver import Blinded, Heard, blind, encode, read_reply
from anaphor.schema import Question

SHOWN = 300
"""Characters of a bad line that are kept."""


def shuffle(questions: Sequence[Question], seed: int) -> list[Blinded]:
    """The questions in the order in which they are asked; the order in which they were given plays no part.

    Candidates stand in an order that changes with the seed, so that a second run can see what that changes.
    """
    salt = f"{seed}|{fingerprint(sorted(question.id for question in questions))}"
    hidden = []
    for question in questions:
        blinded = blind(question, salt)
        shown, original = blinded.shown, blinded.original
        places = sorted(range(len(shown.candidates)), key=lambda place: _digest(salt, original, str(place)))
        shown = replace(
            shown,
            candidates=tuple(shown.candidates[place] for place in places),
            readings=tuple(shown.readings[place] for place in places) if shown.readings else (),
        )
        hidden.append(replace(blinded, order=tuple(blinded.order[place] for place in places), shown=shown))
    return sorted(hidden, key=lambda each: _digest(salt, "order", each.original))


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


def asked_record(batch: Sequence[Blinded]) -> dict[str, object]:
    """What the trace keeps of a batch: what was sent, and how it is undone."""
    return {
        "questions": [
            {
                "question": each.original,
                "shown": each.shown.id,
                "order": list(each.order),
                "line": encode(each.shown).decode("utf-8").rstrip("\n"),
            }
            for each in batch
        ]
    }


class LineFault(StrEnum):
    """Why a line cannot be read."""

    NOT_UTF8 = "invalid UTF-8"
    NOT_JSON = "not JSON"
    NOT_AN_OBJECT = "not a JSON object"
    NO_ID = "no id"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyLine:
    """A line from an entry as far as it can be read."""

    shown: str
    """Its beginning, as text."""
    text: str = ""
    """All of it; empty where it is no text."""
    id: str | None = None
    """The question that it is about; None with a fault."""
    record: Mapping[str, Any] | None = None
    """Its content."""
    fault: str | None = None
    """Why it cannot be read: a `LineFault`, or what makes its JSON say two things at once."""


def read_line(line: bytes) -> ReplyLine:
    """A line from an entry; whatever its bytes are, this returns."""
    shown = line[: SHOWN * 4].decode("utf-8", "replace")[:SHOWN]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return ReplyLine(shown=shown, fault=LineFault.NOT_UTF8)
    try:
        record = read_json(text)
    except AmbiguousJsonError as error:
        return ReplyLine(shown=shown, text=text, fault=str(error))
    except ValueError:
        return ReplyLine(shown=shown, text=text, fault=LineFault.NOT_JSON)
    if not isinstance(record, dict):
        return ReplyLine(shown=shown, text=text, fault=LineFault.NOT_AN_OBJECT)
    if not isinstance(record.get("id"), str):
        return ReplyLine(shown=shown, text=text, fault=LineFault.NO_ID)
    return ReplyLine(shown=shown, text=text, id=record["id"], record=record)


def reply(record: Mapping[str, Any], question: Question) -> Heard:
    """The reply in a line about a question; what cannot be used is an abstention."""
    try:
        return read_reply(record, question)
    except (ValueError, OverflowError, RecursionError) as error:  # a score of four hundred digits is no float
        detail = f"it cannot be used: {error}"[:SHOWN]
        return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=detail))
