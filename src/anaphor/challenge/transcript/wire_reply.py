"""What a line from an entry says: a reply to a question, or what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from anaphor.answer import Abstention, AbstentionReason
from anaphor.files import AmbiguousJsonError, read_json
from anaphor.resolver import Heard, read_reply
from anaphor.schema import Question

SHOWN = 300
"""Characters of a bad line that are kept."""


class Fault(StrEnum):
    """Why a line cannot be read."""

    NOT_UTF8 = "invalid UTF-8"
    NOT_JSON = "not JSON"
    NOT_AN_OBJECT = "not a JSON object"
    NO_ID = "no id"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as far as it can be read."""

    shown: str
    """Its beginning, as text."""
    text: str = ""
    """All of it; empty where it is no text."""
    id: str | None = None
    """The question that it is about; None with a fault."""
    record: Mapping[str, Any] | None = None
    """Its content."""
    fault: str | None = None
    """Why it cannot be read: a `Fault`, or what makes its JSON say two things at once."""


def read_line(line: bytes) -> Line:
    """A line from an entry; whatever its bytes are, this returns."""
    shown = line[: SHOWN * 4].decode("utf-8", "replace")[:SHOWN]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return Line(shown=shown, fault=Fault.NOT_UTF8)
    try:
        record = read_json(text)
    except AmbiguousJsonError as error:
        return Line(shown=shown, text=text, fault=str(error))
    except ValueError:
        return Line(shown=shown, text=text, fault=Fault.NOT_JSON)
    if not isinstance(record, dict):
        return Line(shown=shown, text=text, fault=Fault.NOT_AN_OBJECT)
    if not isinstance(record.get("id"), str):
        return Line(shown=shown, text=text, fault=Fault.NO_ID)
    return Line(shown=shown, text=text, id=record["id"], record=record)


def reply(record: Mapping[str, Any], question: Question) -> Heard:
    """The reply in a line about a question; what cannot be used is an abstention."""
    try:
        return read_reply(record, question)
    except (ValueError, OverflowError, RecursionError) as error:  # a score of four hundred digits is no float
        detail = f"it cannot be used: {error}"[:SHOWN]
        return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=detail))
