"""The words of the analysis in English and French."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from statistics import median
from typing import Any

from anaphor.errors import InputError
from anaphor.estimation.intervals import Interval, jeffreys
from anaphor.experiment.analysis import LOW, Analysis
from anaphor.experiment.record import Study
from anaphor.experiment.screening import PersonRule, TrialReason

INTERFACES = ("en", "fr")


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(files("anaphor").joinpath("data/experiment/sentences.toml").read_text("utf-8"))


def told(interface: str, name: str, **values: object) -> str:
    """A sentence or word by its name, such as `heads.item`, with its values put in."""
    if interface not in INTERFACES:
        raise InputError(f"the words of a study have no language {interface!r}", todo="Write --interface en or fr.")
    found: Any = _texts()
    for part in name.split("."):
        found = found[part]
    text = str(found[interface])
    return text.format(**values) if values else text


def percent(share: float | None, interface: str = "en", digits: int = 1) -> str:
    """A share in per cent as the language writes it.

    >>> percent(0.936), percent(0.936, "fr"), percent(None)
    ('93.6 %', '93,6 %', '–')
    """
    if share is None:
        return "–"
    return f"{number(100 * share, interface, digits)} %"


def number(value: float, interface: str = "en", digits: int = 0) -> str:
    """A number as the language writes it.

    >>> number(5950), number(0.8412, "fr", 3)
    ('5,950', '0,841')
    """
    text = f"{value:,.{digits}f}"
    return text.replace(",", "\u202f").replace(".", ",") if interface == "fr" else text


def ends(interval: Interval | tuple[float, float] | None, interface: str = "en") -> str:
    """An interval in per cent.

    >>> ends((0.5, 0.75))
    '50.0–75.0 %'
    """
    if interval is None:
        return "–"
    low, high = interval if isinstance(interval, tuple) else (interval.low, interval.high)
    return f"{number(100 * low, interface, 1)}–{percent(high, interface)}"


def _counted(interface: str, table: str, counts: Sequence[tuple[PersonRule | TrialReason, int]]) -> str:
    return ", ".join(f"{count} {told(interface, f'{table}.{rule.value}')}" for rule, count in counts)


def sentences_of(study: Study, found: Analysis, interface: str = "en") -> tuple[str, ...]:
    """The whole analysis in sentences, the flow first."""
    lines = [told(interface, "simulated")] if study.simulated else []
    lines += _flow(found, interface)
    if found.mean is None or found.people_mean is None:
        return (*lines, told(interface, "nobody"))
    lines.append(told(interface, "mean", mean=percent(found.mean.value, interface),
                      ends=ends(found.mean.interval, interface),
                      people=percent(found.people_mean.value, interface),
                      people_ends=ends(found.people_mean.interval, interface)))  # fmt: skip
    lines += _low(found, interface)
    lines += _model(found, interface)
    lines += _contrasts(found, interface)
    answers = int(median(each.answers for each in found.items if each.rate is not None))
    bound = percent(jeffreys(answers, answers).low, interface, 0)
    lines.append(told(interface, "precise", answers=answers, bound=bound))
    return (*lines, *(told(interface, "note", note=note) for note in study.notes))


def _flow(found: Analysis, interface: str) -> list[str]:
    flow, items = found.screened.flow, found.item_flow
    out, dropped = flow.started - flow.analysed, flow.answers - flow.kept
    people = told(interface, "people_flow", started=flow.started, out=out, analysed=flow.analysed,
                  reasons=_counted(interface, "rules", flow.excluded))  # fmt: skip
    answers = told(interface, "answers_flow", kept=flow.kept, answers=flow.answers,
                   reasons=_counted(interface, "reasons", flow.dropped))  # fmt: skip
    return [
        people if out else told(interface, "people_flow_all", started=flow.started),
        answers if dropped else told(interface, "answers_flow_all", answers=flow.answers),
        told(interface, "items_flow", asked=items.asked, high=items.high, low=items.low, unanswered=items.unanswered,
             without_key=items.without_key),
    ]  # fmt: skip


def _low(found: Analysis, interface: str) -> list[str]:
    if not found.item_flow.low or found.low_by_chance is None:
        return []
    shrunken = sum(each.shrunken is not None and each.shrunken < LOW for each in found.items)
    said = told(interface, "chance", low=found.item_flow.low, expected=number(found.low_by_chance, interface, 1),
                shrunken=shrunken if found.model else "–")  # fmt: skip
    return [said, told(interface, "without", mean=percent(found.without_low, interface))]


def _model(found: Analysis, interface: str) -> list[str]:
    if found.model is None:
        return []
    people, items = (number(each, interface, 2) for each in (found.model.sd_people, found.model.sd_items))
    rate = percent(1 / (1 + exp(-found.model.intercept)), interface)
    return [told(interface, "model", people=people, items=items, rate=rate)]


def _contrasts(found: Analysis, interface: str) -> list[str]:
    return [
        told(interface, each.name, gap=_signed(each.difference, interface), people=each.people,
             ends=f"{_signed(each.interval.low, interface)} … {_signed(each.interval.high, interface)}")
        for each in found.contrasts
        if each.difference is not None and each.interval is not None
    ]  # fmt: skip


def _signed(share: float, interface: str) -> str:
    """A difference of shares in points, with its sign."""
    text = f"{100 * share:+.1f}".replace("-", "−")
    return text.replace(".", ",") if interface == "fr" else text
