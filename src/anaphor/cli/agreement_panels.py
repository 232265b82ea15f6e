"""Options with which commands describe panels, and how they write records, rates and sentences."""

import math
from collections.abc import Sequence
from typing import Annotated

import typer

from anaphor.agreement import Interface, percent, told
from anaphor.cli.output import stdout
from anaphor.errors import InputError
from anaphor.provenance import plain
from anaphor.text import visible

Annotators = Annotated[int, typer.Option("--annotators", "-k", min=1)]
ClassNumber = Annotated[int, typer.Option("--classes", "-c", min=2)]
Prevalence = Annotated[
    str | None,
    typer.Option("--prevalence"),
]
Seed = Annotated[int, typer.Option("--seed", min=0)]
Language = Annotated[Interface, typer.Option("--interface")]


def shares_of(text: str | None) -> tuple[float, ...] | None:
    """The numbers given with `--prevalence`."""
    if text is None:
        return None
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--prevalence {text} are no numbers", todo="Write --prevalence 0.5,0.3,0.2.") from None


def fields_of(record: object) -> dict[str, object]:
    """Every field of a slotted record, empty ones included: readers rely on the keys; a number that is none is null."""
    return {name: _finite(plain(getattr(record, name))) for name in type(record).__dict__["__slots__"]}


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def finite(value: object) -> object:
    """A document for JSON in which every number that is none (nan, inf) is null."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(part) for part in value]
    return _finite(value)


def percent_or_dash(rate: float | None, interface: Interface = Interface.EN) -> str:
    """A rate as a percentage; a dash when there is none."""
    return "–" if rate is None else percent(rate, interface)


def print_sentence(sentence: str) -> None:
    """A sentence on stdout, as it is."""
    stdout().print(visible(sentence), markup=False)


def whole_cells(numbers: Sequence[int], interface: Interface) -> list[str]:
    """Whole numbers for a column of a table, as the language writes them, standing to the right."""
    shown = [told(interface, "whole", value=number) for number in numbers]
    return [text.rjust(max(map(len, shown))) for text in shown]
