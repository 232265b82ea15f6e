"""The sentences that say what another panel would change; every number in them comes from the records."""

from anaphor.agreement.panels.reproduction_records import CurvePoint, Rate, Reproduction
from anaphor.agreement.structure import Split, Standing
from anaphor.agreement.wording import Interface, in_language, percent, told

_FEW = 5
"""Items and people that are named."""
_LONGEST = 40
"""Letters of an item's name that are shown."""
_VISIBLE = 0.0005
"""Rates nearer to each other than this look alike when they are printed."""


def sentences_of(
    found: Reproduction,
    apart: tuple[Standing, ...],
    split: Split | None,
    warnings: tuple[str, ...],
    interface: Interface,
) -> tuple[str, ...]:
    """The whole answer, the most important sentence first."""
    return (
        headline(found, interface),
        *_doubt(found, interface),
        *_own_majority(found, interface),
        *_risky(found, interface),
        *warnings,
        *_camps(split, interface),
        *_apart(apart, interface),
        told(interface, "error_or_reading"),
    )


def headline(found: Reproduction, interface: Interface = Interface.EN) -> str:
    """What another panel of the same size would change, and what larger panels would make of it."""
    fresh = found.fresh
    if fresh.rate is None:
        why = told(interface, "join").join(in_language(note, interface) for note in fresh.notes)
        return told(interface, "headline_nothing", size=found.size, why=why)
    key = "headline_single" if found.size == 1 else "headline"
    better = _better(found, fresh.rate, interface)
    if fresh.low is None or fresh.high is None:
        return told(interface, key, size=found.size, rate=fresh.rate, better=better)
    return told(
        interface, f"{key}_sure", size=found.size, rate=fresh.rate, low=fresh.low, high=fresh.high, better=better
    )


def _better(found: Reproduction, rate: float, interface: Interface) -> str:
    points = [point for point in larger_panels(found) if point.fresh < rate - max(_VISIBLE, rate / 100)]
    if not points:
        return ""
    if len(points) == 1 or points[1].fresh > points[0].fresh - _VISIBLE:
        return told(interface, "better_one", size=points[0].size, rate=points[0].fresh)
    return told(
        interface, "better_two", size=points[0].size, rate=points[0].fresh, more=points[1].size, less=points[1].fresh
    )


def larger_panels(found: Reproduction) -> tuple[CurvePoint, ...]:
    """The next larger odd panel on the curve, and the one nearest to three times as many people."""
    odd = [point for point in found.curve if point.size % 2 and point.size > found.size]
    if len(odd) < 2:
        return tuple(odd)
    return odd[0], min(odd[1:], key=lambda point: abs(point.size - 3 * found.size))


def _doubt(found: Reproduction, interface: Interface) -> tuple[str, ...]:
    ends = _range(found.fresh)
    if ends is None:
        return ()
    low, high = found.fresh.low, found.fresh.high
    held = low is not None and high is not None and low <= ends[0] and ends[1] <= high
    key = "doubt_held" if held else "doubt"
    return (told(interface, key, needed=2 * found.size, low=ends[0], high=ends[1]),)


def _range(rate: Rate) -> tuple[float, float] | None:
    """The identified range, where it has a width that can be seen."""
    if rate.rate is None or rate.range_low is None or rate.range_high is None:
        return None
    return (rate.range_low, rate.range_high) if rate.range_high - rate.range_low >= _VISIBLE else None


def _own_majority(found: Reproduction, interface: Interface) -> tuple[str, ...]:
    own, fresh = found.own_majority, found.fresh
    if own.rate is None or own.notes or fresh.rate is None or own.rate > fresh.rate - _VISIBLE:
        return ()
    return (told(interface, "own_majority", rate=own.rate),)


def _risky(found: Reproduction, interface: Interface) -> tuple[str, ...]:
    """The items likeliest to change, unless all are alike."""
    if not found.items or found.items[0].change <= found.items[-1].change + _VISIBLE:
        return ()
    most = found.items[0].change
    alike = [_short(each.item) for each in found.items if each.change > most - 1e-9]
    if len(alike) > _FEW:
        some = ", ".join(alike[:3])
        return (told(interface, "risky_many", count=len(alike), rate=most, items=some),)
    risky = [
        f"{_short(each.item)} ({percent(each.change, interface)})" for each in found.items[:_FEW] if each.change > 0
    ]
    return (told(interface, "risky", items=", ".join(risky)),)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def warnings_of(found: Reproduction, classes: int, interface: Interface) -> tuple[str, ...]:
    """What a reader must not overlook; `classes` is how many classes were used."""
    return (
        *_above_ceiling(found, interface),
        *_even(found.size, classes, interface),
        *_rival(found, interface),
    )


def _above_ceiling(found: Reproduction, interface: Interface) -> tuple[str, ...]:
    """The rate, or else the end of its range, that lies visibly above what two people differ on."""
    rate, most, ceiling = found.fresh.rate, found.fresh.range_high, found.ceiling
    if rate is None or most is None or ceiling is None or max(rate, most) <= ceiling + _VISIBLE:
        return ()
    if rate > ceiling + _VISIBLE:
        return (told(interface, "above_ceiling", rate=rate, ceiling=ceiling),)
    return (told(interface, "range_above_ceiling", rate=most, ceiling=ceiling),)


def _even(size: int, classes: int, interface: Interface) -> tuple[str, ...]:
    if size == 2:
        return (told(interface, "two_people"),)
    if size % 2 == 0 and classes == 2:
        return (told(interface, "even_panel", size=size, fewer=size - 1, more=size + 1),)
    return ()


def _rival(found: Reproduction, interface: Interface) -> tuple[str, ...]:
    """A single Dirichlet that lies well outside the range: more than a point, and more than a tenth of the rate."""
    ends, quick, rate = _range(found.fresh), found.quick, found.fresh.rate
    if ends is None or quick is None or rate is None or ends[0] <= quick <= ends[1]:
        return ()
    if abs(quick - rate) < max(0.01, rate / 10):
        return ()
    return (told(interface, "rival", quick=quick),)


def _camps(split: Split | None, interface: Interface) -> tuple[str, ...]:
    if split is None or len(split.groups) != 2:
        return ()
    first, second = (_camp(group) for group in split.groups)
    return (told(interface, "camps", first=first, second=second, within=split.within, between=split.between),)


def _camp(group: tuple[str, ...]) -> str:
    return f"{len(group)} ({', '.join(group[:4])}{', …' if len(group) > 4 else ''})"


def _apart(apart: tuple[Standing, ...], interface: Interface) -> tuple[str, ...]:
    if not apart:
        return ()
    names = ", ".join(each.annotator for each in apart[:_FEW])
    if len(apart) > _FEW:
        return (told(interface, "apart_more", names=names, more=len(apart) - _FEW),)
    return (told(interface, "apart", count=len(apart), names=names),)
