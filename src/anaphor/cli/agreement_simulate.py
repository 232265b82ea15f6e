"""`anaphor agreement simulate`: panels that err as often as wanted."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from anaphor.agreement import TABLE_1_MEANS, TABLE_1_SDS, TABLE_1_SETTINGS, Interface, told
from anaphor.agreement.labels import LabelMatrix
from anaphor.agreement.panels import (
    ItemDraw,
    RealSettings,
    SimulatedPoint,
    SyntheticSettings,
    WrongClass,
    from_real,
    mean_errors,
    point,
    synthetic,
)
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import Annotators, ClassNumber, Language, Prevalence, Seed, fields_of, shares_of
from anaphor.cli.output import Json, print_json, print_table

_REAL_SHARES = (0.25, 0.5, 0.75, 1.0)
_MADE_UP_SHARES = (0.02, 0.05, 0.1, 0.2, 0.3)


def simulate(
    annotators: Annotators = 3,
    source: Annotated[Path | None, typer.Option("--from")] = None,
    items: Annotated[int, typer.Option("--items", "-n", min=1)] = 200,
    classes: ClassNumber = 3,
    errors: Annotated[list[float] | None, typer.Option("--errors", "-m")] = None,
    spread: Annotated[float, typer.Option("--spread")] = 0.0,
    sd: Annotated[float, typer.Option("--sd")] = 0.0,
    unanimous: Annotated[float, typer.Option("--unanimous")] = 0.0,
    prevalence: Prevalence = None,
    wrong: Annotated[WrongClass, typer.Option("--wrong")] = WrongClass.UNIFORM,
    draw: Annotated[ItemDraw, typer.Option("--draw")] = ItemDraw.SUCCESSIVE,
    groups: Annotated[int, typer.Option("--groups", min=2)] = 200,
    table_1: Annotated[bool, typer.Option("--table-1")] = False,
    layout: reading.LayoutOption = None,
    cut: reading.Cut = None,
    merge: reading.Merge = None,
    seed: Seed = 0,
    interface: Language = Interface.EN,
    json: Json = False,
) -> None:
    """Simulate panels, and measure what they change. Panels err as in paper 3 (Bregeon and others, 2019)."""
    rng = np.random.default_rng(seed)
    if table_1:
        rows = _table_1(rng)
    elif source is not None:
        how = reading.settings_of(layout=layout)
        matrix = reading.read_labels(source, how, cut=cut, merge=merge, quiet=json, interface=interface)
        wanted = errors or [round(mean_errors(matrix.counts) * share, 2) for share in _REAL_SHARES]
        rows = _from_real(
            matrix,
            [
                RealSettings(size=annotators, errors=many, spread=spread, groups=groups, wrong=wrong, draw=draw)
                for many in wanted
            ],
            rng,
            interface,
        )
    else:
        rows = _made_up(
            [
                SyntheticSettings(
                    items=items,
                    classes=classes,
                    size=annotators,
                    errors=many,
                    sd=sd,
                    unanimous=unanimous,
                    prevalence=shares_of(prevalence),
                    groups=groups,
                )
                for many in errors or [round(items * share, 2) for share in _MADE_UP_SHARES]
            ],
            rng,
            interface,
        )
    if json:
        print_json({"annotators": annotators, "seed": seed, "points": rows})
        return
    shown = [name for name in rows[0] if any(row[name] is not None for row in rows) or name != "reason"]
    print_table(shown, [[_cell(row[name]) for name in shown] for row in rows])


def _cell(value: object) -> object:
    return "–" if value is None else round(value, 4) if isinstance(value, float) else value


def _table_1(rng: np.random.Generator) -> list[dict[str, object]]:
    found = [point(settings.errors, synthetic(settings, rng)) for settings in TABLE_1_SETTINGS]
    return [
        {"errors": each.errors, "kappa": each.kappa, "printed": mean, "kappa_sd": each.kappa_sd, "printed_sd": sd}
        for each, mean, sd in zip(found, TABLE_1_MEANS, TABLE_1_SDS, strict=True)
    ]


def _from_real(
    matrix: LabelMatrix, settings: list[RealSettings], rng: np.random.Generator, interface: Interface
) -> list[dict[str, object]]:
    return [_row(point(each.errors, from_real(matrix.counts, each, rng)), each.size, interface) for each in settings]


def _made_up(
    settings: list[SyntheticSettings], rng: np.random.Generator, interface: Interface
) -> list[dict[str, object]]:
    return [_row(point(each.errors, synthetic(each, rng)), each.size, interface) for each in settings]


def _row(found: SimulatedPoint, size: int, interface: Interface) -> dict[str, object]:
    """A point, and why it has no κ, if it has none."""
    row = fields_of(found)
    why = None if row["kappa"] is not None else "no_kappa_single" if size < 2 else "no_kappa_one_class"
    return row | {"reason": told(interface, why) if why else None}
