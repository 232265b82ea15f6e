"""`anaphor agreement plan`: how many people and items, before annotating."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor.agreement.planning import Plan, PlanSettings, plan_from_curve, plan_from_kappa
from anaphor.agreement.reproduction import change_curve
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import ClassNumber, Prevalence, fields_of, percent_or_dash, shares_of
from anaphor.cli.output import Json, print_json, print_table, stdout
from anaphor.errors import InputError


def plan(
    target: Annotated[float, typer.Option("--target", help="Labels that another panel may change, e.g. 0.05.")],
    width: Annotated[float, typer.Option("--width", help="Full width of the rate's interval.")] = 0.02,
    kappa: Annotated[float | None, typer.Option("--kappa", help="The κ you expect.")] = None,
    classes: ClassNumber = 2,
    prevalence: Prevalence = None,
    pilot: Annotated[Path | None, typer.Option("--pilot", help="Labels of a pilot instead of an expected κ.")] = None,
    items: Annotated[int | None, typer.Option("--items", min=1, help="Items to be labelled.")] = None,
    cost: Annotated[float, typer.Option("--cost", help="Cost of one label.")] = 0.0,
    layout: reading.LayoutOption = None, cut: reading.Cut = None, merge: reading.Merge = None, json: Json = False,
) -> None:  # fmt: skip
    """Say how many annotators and items are needed, before annotating. Exit code 1 when no panel up to 25 will do."""
    settings = PlanSettings(rate=target, width=width, cost=cost, items=items)
    if kappa is not None and pilot is None:
        made = plan_from_kappa(settings, kappa, classes, shares_of(prevalence))
    elif pilot is not None and kappa is None:
        how = reading.settings_of(layout=layout)
        matrix = reading.read_labels(pilot, how, cut=cut, merge=merge, quiet=json)
        made = plan_from_curve(settings, change_curve(matrix, settings.longest))
    else:
        raise InputError("a plan rests on an expected κ or on a pilot", todo="Give --kappa 0.7, or --pilot FILE.")
    if json:
        print_json({"basis": made.basis, "target": target, "width": width,
                    "chosen": fields_of(made.chosen) if made.chosen else None,
                    "options": [fields_of(each) for each in made.options]})  # fmt: skip
    else:
        _print_plan(made)
    if made.chosen is None:
        raise typer.Exit(1)


def _print_plan(made: Plan) -> None:
    rows = [[each.annotators, percent_or_dash(each.rate), f"{percent_or_dash(each.low)} – {percent_or_dash(each.high)}",
             "yes" if each.meets else "no", each.check_items, each.labels, f"{each.cost:,.2f}"]
            for each in made.options]  # fmt: skip
    columns = ["people", "labels that change", "at least – at most", "enough", "items to check", "labels", "cost"]
    print_table(columns, rows)
    if made.chosen:
        stdout().print(
            f"{made.chosen.annotators} people per item will do, judging by {made.basis}; a second panel on "
            f"{made.chosen.check_items:,} items measures the rate to ±{percent_or_dash(made.settings.width / 2)}."
        )
    else:
        stdout().print(f"No panel of up to {made.settings.longest} people will do, judging by {made.basis}.")
