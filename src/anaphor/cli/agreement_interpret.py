"""`anaphor agreement interpret`: what a κ or α means, and which value is needed."""

from typing import Annotated

import typer

from anaphor.agreement.interpretation import (
    Coefficient,
    Interpretation,
    Reading,
    Situation,
    TableRow,
    Target,
    needed,
    table_of,
)
from anaphor.agreement.interpretation import interpret as interpret_value
from anaphor.cli.agreement_panels import Annotators, ClassNumber, Prevalence, percent_or_dash, shares_of
from anaphor.cli.output import Json, print_json, print_table, stdout
from anaphor.errors import InputError
from anaphor.provenance import plain

_BOUNDS = ("floor", "typical", "ceiling")
_TARGETS = {"own_majority": "own majority", "ideal": "ideal panel", "fresh": "fresh panel"}
_KAPPAS = (0.2, 0.4, 0.5, 0.6, 0.67, 0.7, 0.8, 0.9, 0.95)


def interpret(
    annotators: Annotators,
    classes: ClassNumber,
    kappa: Annotated[float | None, typer.Option("--kappa", help="A Fleiss or Davies–Fleiss κ.")] = None,
    alpha: Annotated[float | None, typer.Option("--alpha", help="A nominal Krippendorff α instead.")] = None,
    prevalence: Prevalence = None,
    target: Annotated[
        float | None, typer.Option("--target", help="Ask the other way round: which value gives this change rate?")
    ] = None,
    pool: Annotated[int | None, typer.Option("--pool", min=1, help="People the paper's panel is drawn from.")] = None,
    labels: Annotated[int | None, typer.Option("--labels", min=2, help="Labels in all, to turn α into κ.")] = None,
    table: Annotated[bool, typer.Option("--table", help="Print the whole table over κ and panel sizes.")] = False,
    json: Json = False,
) -> None:  # fmt: skip
    """Say what a κ or α means: least, typical and most labels that would change; or which value is needed."""
    if kappa is not None and alpha is not None:
        raise InputError("both a κ and an α are given", todo="Give one of --kappa and --alpha.")
    value = kappa if alpha is None else alpha
    if value is None and target is None and not table:
        raise InputError("there is nothing to interpret", todo="Give --kappa 0.67, --alpha 0.67 or --target 0.05.")
    shares = shares_of(prevalence)
    situation = Situation(annotators=annotators, classes=classes, prevalence=shares, pool=pool, labels=labels)
    coefficient = Coefficient.KAPPA if alpha is None else Coefficient.ALPHA
    found = None if value is None else interpret_value(value, situation, coefficient)
    sizes = tuple(sorted({1, 3, 5, 7, 9, annotators}))
    rows = table_of(_KAPPAS, sizes, (classes,), (shares,)) if table else ()
    inverse = None if target is None else _needed(target, situation, coefficient)
    if json:
        print_json({
            "annotators": annotators, "classes": classes, "prevalence": plain(shares), "pool": situation.people,
            **(_interpretation(found) if found else {}),
            **({"target": target, "needed": inverse} if inverse else {}),
            **({"table": [_row(row) for row in rows]} if rows else {}),
        })  # fmt: skip
        return
    if found:
        _print_interpretation(found)
    if inverse and target is not None:
        _print_needed(inverse, coefficient, target)
    if rows:
        _print_rows(rows)


def _readings(readings: tuple[Reading, ...]) -> dict[str, dict[str, float]]:
    return {each.target.value: {"floor": each.floor, "typical": each.typical, "ceiling": each.ceiling}
            for each in readings}  # fmt: skip


def _interpretation(found: Interpretation) -> dict[str, object]:
    opinions = [{"scale": name, "word": word} for name, word in found.opinions]
    return {"coefficient": found.coefficient.value, "value": found.value, **_readings(found.readings),
            "opinions": opinions}  # fmt: skip


def _row(row: TableRow) -> dict[str, object]:
    return {"annotators": row.annotators, "classes": row.classes, "kappa": row.kappa, **_readings(row.readings)}


def _needed(rate: float, situation: Situation, coefficient: Coefficient) -> dict[str, dict[str, float | None]]:
    return {each.value: {bound: needed(rate, each, situation, bound=bound, coefficient=coefficient)
                         for bound in _BOUNDS} for each in Target}  # fmt: skip


def _print_interpretation(found: Interpretation) -> None:
    rows = [[words, *(percent_or_dash(_readings(found.readings)[key][bound]) for bound in _BOUNDS)]
            for key, words in _TARGETS.items()]  # fmt: skip
    title = f"{found.coefficient} {found.value:g}, panels of {found.situation.annotators}"
    print_table(["labels that change against", "at least", "typically", "at most"], rows, title=title)
    said = "; ".join(f"{name}: {word}" for name, word in found.opinions)
    stdout().print(f"Opinions in the literature, with no number behind them: {said}.")


def _print_needed(inverse: dict[str, dict[str, float | None]], coefficient: str, target: float) -> None:
    rows = [[words, *(_value(inverse[key][bound]) for bound in _BOUNDS)] for key, words in _TARGETS.items()]
    title = f"{coefficient} needed to change at most {percent_or_dash(target)}"
    print_table(["against", "if items are alike", "typically", "whatever the items"], rows, title=title)


def _value(value: float | None) -> str:
    return "any" if value is None else f"{value:.3f}"


def _print_rows(rows: tuple[TableRow, ...]) -> None:
    cells = [[row.annotators, row.kappa, *(_triple(bounds) for bounds in _readings(row.readings).values())]
             for row in rows]  # fmt: skip
    print_table(["people", "κ", *_TARGETS.values()], cells, title="labels that change, %: least / typical / most")


def _triple(bounds: dict[str, float]) -> str:
    return " / ".join(f"{100 * bounds[bound]:.1f}" for bound in _BOUNDS)
