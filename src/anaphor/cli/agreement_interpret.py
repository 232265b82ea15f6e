"""`anaphor agreement interpret`: what a κ or α means, and which value is needed."""

from typing import Annotated

import typer

from anaphor.agreement import (
    Coefficient,
    Interface,
    Interpretation,
    Reading,
    Situation,
    TableRow,
    Target,
    check_panel,
    heads,
    in_language,
    needed,
    table_of,
    told,
)
from anaphor.agreement import interpret as interpret_value
from anaphor.cli.agreement_panels import (
    Annotators,
    ClassNumber,
    Language,
    Prevalence,
    percent_or_dash,
    print_sentence,
    shares_of,
)
from anaphor.cli.output import Json, print_json, print_table
from anaphor.errors import InputError
from anaphor.provenance import plain

_BOUNDS = ("floor", "typical", "ceiling")
_KAPPAS = (0.2, 0.4, 0.5, 0.6, 0.67, 0.7, 0.8, 0.9, 0.95)
_SIGNS = {Coefficient.KAPPA: "κ", Coefficient.ALPHA: "α"}
_NOTHING = dict.fromkeys(_BOUNDS)


def interpret(
    annotators: Annotators,
    classes: ClassNumber,
    kappa: Annotated[float | None, typer.Option("--kappa")] = None,
    alpha: Annotated[float | None, typer.Option("--alpha")] = None,
    prevalence: Prevalence = None,
    target: Annotated[float | None, typer.Option("--target")] = None,
    pool: Annotated[int | None, typer.Option("--pool", min=1)] = None,
    labels: Annotated[int | None, typer.Option("--labels", min=2)] = None,
    table: Annotated[bool, typer.Option("--table")] = False,
    interface: Language = Interface.EN,
    json: Json = False,
) -> None:
    """Say what a κ or α means for labels. Least, typical and most labels that would change; or the value needed."""
    if kappa is not None and alpha is not None:
        raise InputError("both a κ and an α are given", todo="Give one of --kappa and --alpha.")
    value = kappa if alpha is None else alpha
    if value is None and target is None and not table:
        raise InputError("there is nothing to interpret", todo="Give --kappa 0.67, --alpha 0.67 or --target 0.05.")
    shares = shares_of(prevalence)
    situation = Situation(
        annotators=check_panel(annotators), classes=classes, prevalence=shares, pool=pool, labels=labels
    )
    coefficient = Coefficient.KAPPA if alpha is None else Coefficient.ALPHA
    found = None if value is None else interpret_value(value, situation, coefficient)
    sizes = tuple(sorted({1, 3, 5, 7, 9, annotators}))
    rows = table_of(_KAPPAS, sizes, (classes,), (shares,)) if table else ()
    inverse = None if target is None else _needed(target, situation, coefficient)
    if json:
        print_json(
            {
                "annotators": annotators,
                "classes": classes,
                "prevalence": plain(shares),
                "pool": situation.people,
                **(_interpretation(found, interface) if found else {}),
                **({"target": target, "needed": inverse} if inverse else {}),
                **({"table": [_row(row) for row in rows]} if rows else {}),
                "left_out": {each.value: told(interface, "too_many_outcomes") for each in _lost(situation)},
            }
        )
        return
    if found:
        _print_interpretation(found, interface)
    if inverse and target is not None:
        _print_needed(inverse, coefficient, target, interface)
    if rows:
        _print_rows(rows, interface)
    for each in _lost(situation):
        print_sentence(f"{told(interface, f'against_{each}')}: {told(interface, 'too_many_outcomes')}")


def _lost(situation: Situation) -> list[Target]:
    """The targets that cannot be worked out."""
    return [each for each in Target if each not in situation.targets]


def _readings(readings: tuple[Reading, ...]) -> dict[str, dict[str, float] | None]:
    found: dict[str, dict[str, float] | None] = {each.value: None for each in Target}
    return found | {
        each.target.value: {"floor": each.floor, "typical": each.typical, "ceiling": each.ceiling} for each in readings
    }


def _interpretation(found: Interpretation, interface: Interface) -> dict[str, object]:
    opinions = [{"scale": name, "word": word} for name, word in found.opinions]
    return {
        "coefficient": found.coefficient.value,
        "value": found.value,
        **_readings(found.readings),
        "opinions": opinions,
        "sentences": _sentences(found, interface),
    }


def _sentences(found: Interpretation, interface: Interface) -> list[str]:
    fresh = next(each for each in found.readings if each.target is Target.FRESH)
    said = told(interface, "join").join(
        told(interface, "opinion", scale=name, word=in_language(word, interface)) for name, word in found.opinions
    )
    return [
        told(
            interface,
            "interpreted",
            coefficient=_SIGNS[found.coefficient],
            value=found.value,
            size=found.situation.annotators,
            floor=fresh.floor,
            typical=fresh.typical,
            ceiling=fresh.ceiling,
        ),
        told(interface, "opinions", said=said),
    ]


def _row(row: TableRow) -> dict[str, object]:
    return {"annotators": row.annotators, "classes": row.classes, "kappa": row.kappa, **_readings(row.readings)}


def _needed(rate: float, situation: Situation, coefficient: Coefficient) -> dict[str, dict[str, float | None]]:
    return {
        each.value: {bound: needed(rate, each, situation, bound=bound, coefficient=coefficient) for bound in _BOUNDS}
        for each in situation.targets
    }


def _print_interpretation(found: Interpretation, interface: Interface) -> None:
    bounds = _readings(found.readings)
    rows = [
        [
            told(interface, f"against_{each}"),
            *(percent_or_dash((bounds[each] or _NOTHING)[bound], interface) for bound in _BOUNDS),
        ]
        for each in Target
    ]
    title = told(
        interface,
        "interpret_title",
        coefficient=_SIGNS[found.coefficient],
        value=found.value,
        size=found.situation.annotators,
    )
    print_table(heads(interface, "against", "at_least", "typically", "at_most"), rows, title=title)
    for sentence in _sentences(found, interface):
        print_sentence(sentence)


def _print_needed(
    inverse: dict[str, dict[str, float | None]], coefficient: Coefficient, target: float, interface: Interface
) -> None:
    rows = [
        [told(interface, f"against_{key}"), *(_value(values[bound], interface) for bound in _BOUNDS)]
        for key, values in inverse.items()
    ]
    title = told(interface, "needed_title", coefficient=_SIGNS[coefficient], rate=target)
    print_table(heads(interface, "needed_against", "alike", "typically", "whatever"), rows, title=title)


def _value(value: float | None, interface: Interface) -> str:
    return told(interface, "any_value") if value is None else told(interface, "value", value=value)


def _print_rows(rows: tuple[TableRow, ...], interface: Interface) -> None:
    cells = [
        [row.annotators, told(interface, "short", value=row.kappa)]
        + [_triple(bounds, interface) for bounds in _readings(row.readings).values()]
        for row in rows
    ]
    columns = [*heads(interface, "people"), "κ", *(told(interface, f"against_{each}") for each in Target)]
    print_table(columns, cells, title=told(interface, "table_title"))


def _triple(bounds: dict[str, float] | None, interface: Interface) -> str:
    return "–" if bounds is None else told(interface, "triple", **{key: 100 * bounds[key] for key in _BOUNDS})
