"""Options with which commands describe panels, and how they write records and rates."""

from typing import Annotated

import typer

from anaphor.agreement.summary import percent
from anaphor.errors import InputError
from anaphor.provenance import plain

Annotators = Annotated[int, typer.Option("--annotators", "-k", min=1, help="People per panel.")]
ClassNumber = Annotated[int, typer.Option("--classes", "-c", min=2, help="How many classes there are.")]
Prevalence = Annotated[
    str | None, typer.Option("--prevalence", help="Shares of the classes, e.g. 0.5,0.3,0.2; all alike if left out.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of whatever is drawn.")]


def shares_of(text: str | None) -> tuple[float, ...] | None:
    """The numbers given with `--prevalence`."""
    if text is None:
        return None
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--prevalence {text} are no numbers", todo="Write --prevalence 0.5,0.3,0.2.") from None


def fields_of(record: object) -> dict[str, object]:
    """Every field of a slotted record, empty ones included: readers rely on the keys."""
    return {name: plain(getattr(record, name)) for name in type(record).__dict__["__slots__"]}


def percent_or_dash(rate: float | None) -> str:
    """A rate as a percentage; a dash when there is none."""
    return "–" if rate is None else percent(rate)
