"""The words and extra trials that the package brings, in French and English; an experimenter may replace them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from anaphor.experiment.design import Trial, TrialKind, Words

_KINDS = (TrialKind.PRACTICE, TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)


@cache
def _table(interface: str) -> dict[str, Any]:
    text = files("anaphor").joinpath(f"data/experiment/{interface}.toml").read_text("utf-8")
    return tomllib.loads(text)


def default_words(interface: str) -> Words:
    """What people read besides the items."""
    return Words(**_table(interface)["words"])


def extra_trials(interface: str) -> tuple[Trial, ...]:
    """Practice, attention and control trials."""
    return tuple(
        Trial(
            id=f"{kind.value}-{number}",
            kind=kind,
            text=each["text"],
            prompt=each.get("prompt"),
            candidates=tuple(each["candidates"]),
            key=each["key"],
        )
        for kind in _KINDS
        for number, each in enumerate(_table(interface).get(kind.value, ()), 1)
    )
