"""`anaphor agreement plan`: how many people and items, before annotating."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor.agreement import Interface, Plan, PlanSettings, check_pilot, heads, plan_from_curve, plan_from_kappa, told
from anaphor.agreement.panels import change_curve
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import (
    ClassNumber,
    Language,
    Prevalence,
    fields_of,
    percent_or_dash,
    print_sentence,
    shares_of,
    whole_cells,
)
from anaphor.cli.output import Json, print_json, print_table
from anaphor.errors import InputError


def plan(
    target: Annotated[float, typer.Option("--target")],
    width: Annotated[float, typer.Option("--width")] = 0.02,
    kappa: Annotated[float | None, typer.Option("--kappa")] = None,
    classes: ClassNumber = 2,
    prevalence: Prevalence = None,
    pilot: Annotated[Path | None, typer.Option("--pilot")] = None,
    items: Annotated[int | None, typer.Option("--items", min=1)] = None,
    cost: Annotated[float, typer.Option("--cost")] = 0.0,
    layout: reading.LayoutOption = None,
    cut: reading.Cut = None,
    merge: reading.Merge = None,
    interface: Language = Interface.EN,
    json: Json = False,
) -> None:
    """Say how many annotators and items are needed. Exit code 1 when no panel up to 25 will do."""
    settings = PlanSettings(rate=target, width=width, cost=cost, items=items)
    if kappa is not None and pilot is None:
        made = plan_from_kappa(settings, kappa, classes, shares_of(prevalence))
    elif pilot is not None and kappa is None:
        if prevalence is not None:
            raise InputError("a pilot has prevalences of its own", todo="Leave --prevalence out, or give --kappa.")
        how = reading.settings_of(layout=layout)
        matrix = reading.read_labels(pilot, how, cut=cut, merge=merge, quiet=json, interface=interface)
        check_pilot(matrix)
        made = plan_from_curve(settings, change_curve(matrix, settings.longest))
    else:
        raise InputError("a plan rests on an expected κ or on a pilot", todo="Give --kappa 0.7, or --pilot FILE.")
    if json:
        print_json(
            {
                "basis": made.basis.told(interface),
                "target": target,
                "width": width,
                "chosen": fields_of(made.chosen) if made.chosen else None,
                "options": [fields_of(each) for each in made.options],
                "sentences": [_verdict(made, interface)],
            }
        )
    else:
        _print_plan(made, interface)
    if made.chosen is None:
        raise typer.Exit(1)


def _print_plan(made: Plan, interface: Interface) -> None:
    checks = whole_cells([each.check_items for each in made.options], interface)
    labels = whole_cells([each.labels for each in made.options], interface)
    rows = [
        [
            each.annotators,
            percent_or_dash(each.rate, interface),
            told(interface, "from_to", low=each.low, high=each.high),
            told(interface, "yes" if each.meets else "no"),
            checks[place],
            labels[place],
            told(interface, "money", value=each.cost),
        ]
        for place, each in enumerate(made.options)
    ]
    titles = heads(interface, "people", "change", "between", "enough", "check", "labels", "cost")
    shown = len(titles) if made.settings.cost else len(titles) - 1
    print_table(titles[:shown], [row[:shown] for row in rows])
    print_sentence(_verdict(made, interface))


def _verdict(made: Plan, interface: Interface) -> str:
    basis = made.basis.told(interface)
    if made.chosen is None:
        return told(interface, "plan_none", size=made.settings.longest, basis=basis)
    return told(
        interface,
        "plan_chosen",
        size=made.chosen.annotators,
        basis=basis,
        check=made.chosen.check_items,
        half=made.settings.width / 2,
        points=50 * made.settings.width,
    )
