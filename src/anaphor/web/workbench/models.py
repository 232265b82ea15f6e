"""What the language models of the base install say of a draft's readings."""

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.errors import AnaphorError
from anaphor.resolver import Resolver, make
from anaphor.schema import Entry, Item, Neither, question_of
from anaphor.text import is_known
from anaphor.web.workbench.wire import Said, ShownScore
from anaphor.web.workbench.words import in_bits, sentence

_REASONS = {
    AbstentionReason.ATYPICAL: "model_atypical",
    AbstentionReason.NO_READING: "model_no_reading",
    AbstentionReason.UNKNOWN_WORDS: "model_unknown_words",
    AbstentionReason.TIE: "model_open",
}
_SHOWN = 0.05
"""Bits from which on one decimal shows them."""
SPECS = {"ngram": "ngram,sentences=last", "lstm": "lstm,sentences=last"}
"""The resolvers that are asked; the last sentence is scored where there are several."""


@cache
def ready(spec: str) -> Resolver:
    """The resolver of a spec, made once, or why there is none."""
    return make(spec)


def usable(specs: dict[str, str]) -> dict[str, str]:
    """Those of the resolvers that can be made here; an author can do without the others."""
    found = {}
    for name, spec in specs.items():
        with suppress(AnaphorError):
            ready(spec)
            found[name] = spec
    return found


def score_entry(entry: Entry, specs: dict[str, str]) -> list[ShownScore]:
    """What each model says of the readings of one item."""
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None
    found = []
    for name, spec in specs.items():
        answer = next(iter(ready(spec).resolve([question])))
        scores = [None if each is None else each / math.log(2) for each in answer.scores]
        bits = scores or [None] * len(question.candidates)
        model = sentence(f"model-name-{name}") if is_known(f"workbench-model-name-{name}") else name
        found.append(ShownScore(model=model, bits=bits, said=_said(model, answer, bits, key)))
    return found


def _said(model: str, answer: Answer, bits: Sequence[float | None], key: int | None) -> Said:
    reply = answer.reply
    if isinstance(reply, Abstention):
        return Said("open", sentence(_REASONS.get(reply.reason, "model_silent"), model=model))
    if key is None:
        return Said("open", sentence("model-unkeyed", model=model))
    right = reply.candidate == key
    known = sorted((each for each in bits if each is not None), reverse=True)
    lead = known[0] - known[1] if len(known) > 1 else 0.0
    name = "model_right" if right else "model_wrong"
    bits_shown = in_bits(lead, 1 if lead >= _SHOWN else 3)
    return Said("warn" if right else "fine", sentence(name, model=model, bits=bits_shown))
