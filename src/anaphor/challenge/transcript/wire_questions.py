"""Questions as an entry sees them: order, ids and the orders of candidates come from a seed, and mean nothing."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from anaphor.provenance import fingerprint
from anaphor.resolver import Blinded, blind, encode
from anaphor.schema import Question


def shuffle(questions: Sequence[Question], seed: int) -> list[Blinded]:
    """The questions in the order in which they are asked; the order in which they were given plays no part."""
    salt = f"{seed}|{fingerprint(sorted(question.id for question in questions))}"
    hidden = [_mix(blind(question, salt), salt) for question in questions]
    return sorted(hidden, key=lambda each: _digest(salt, "order", each.original))


def _mix(blinded: Blinded, salt: str) -> Blinded:
    """The candidates in an order that changes with the seed, so that a second hearing can see what that changes."""
    shown = blinded.shown
    places = sorted(range(len(shown.candidates)), key=lambda place: _digest(salt, blinded.original, str(place)))
    return replace(
        blinded,
        order=tuple(blinded.order[place] for place in places),
        shown=replace(
            shown,
            candidates=tuple(shown.candidates[place] for place in places),
            readings=tuple(shown.readings[place] for place in places) if shown.readings else (),
        ),
    )


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


def lines(batch: Sequence[Blinded]) -> bytes:
    """What is sent for a batch."""
    return b"".join(encode(each.shown) for each in batch)


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
