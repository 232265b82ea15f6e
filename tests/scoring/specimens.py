"""Outcomes made by hand, for the tests of this room."""

from collections.abc import Sequence

import numpy as np

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.scoring import Outcome, Target
from anaphor.scoring.items.outcomes import outcome_of_reply

CANDIDATES = ("the cup", "the case")


def target(
    item: str, key: int = 0, *, schema: str | None = None, candidates: Sequence[str] = CANDIDATES, **labels: str
) -> Target:
    """An item; with a schema it is a twin."""
    groups = {kind: (label,) for kind, label in labels.items()}
    return Target(
        item=item, key=key, candidates=tuple(candidates), schema=schema, twin=schema is not None, groups=groups
    )


def reply(sign: str, key: int = 0, candidates: int = 2) -> Reply:
    """The reply that makes an item right (+), wrong (-) or abstained (?)."""
    if sign == "?":
        return Abstention(reason=AbstentionReason.TIE)
    return Choice(candidate=key if sign == "+" else (key + 1) % candidates)


def outcomes(signs: str) -> tuple[Outcome, ...]:
    """Outcomes of two-candidate items: schemas are words, each of its signs an item whose key flips: "+- ++ ?+"."""
    made = []
    for number, word in enumerate(signs.split()):
        for place, sign in enumerate(word):
            each = target(f"{number}{'abc'[place]}", place % 2, schema=f"s{number}")
            made.append(outcome_of_reply(each, reply(sign, place % 2)))
    return tuple(made)


def problems(signs: str) -> tuple[Outcome, ...]:
    """Outcomes of lone items of two candidates: "++-?"."""
    return tuple(outcome_of_reply(target(f"p{n}", n % 2), reply(sign, n % 2)) for n, sign in enumerate(signs))


def drawn(rng: np.random.Generator, schemas: int, right: float, abstained: float = 0.0) -> tuple[Outcome, ...]:
    """Outcomes of schemas of two items, each right with this chance when it is not abstained."""
    signs = np.where(rng.random((schemas, 2)) < abstained, "?", np.where(rng.random((schemas, 2)) < right, "+", "-"))
    return outcomes(" ".join("".join(row) for row in signs))


def answer(question: str, candidate: int, who: str = "someone") -> Answer:
    """An answer that chooses."""
    return Answer(respondent=who, question=question, reply=Choice(candidate=candidate))
