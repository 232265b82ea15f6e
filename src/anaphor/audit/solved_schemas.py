"""The schemas to look at first: those that simple statistics solve, with the figures behind that."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.audit.scores import ItemScore
from anaphor.audit.selection import attested_only
from anaphor.audit.wording_tables import decimal, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A schema that simple statistics solve."""

    schema: str
    """The schema's id."""
    items: tuple[str, ...]
    """Its items."""
    by: str
    """`association`: the right candidate has the highest score in every item; `attestation`: it is the only one
    that goes with the cue, or has the highest score."""
    lead: float | None
    """Smallest lead of its items; None where only attestation speaks."""
    figures: tuple[str, ...]
    """Per item, how often each pair meets."""


def suspects(scored: Sequence[ItemScore], interface: str = "en") -> tuple[Suspect, ...]:
    """Schemas all of whose items are solved, largest lead first; figures are written as the language writes them."""
    schemas: dict[str, list[ItemScore]] = {}
    for each in scored:
        schemas.setdefault(each.confrontation.schema, []).append(each)
    twins = {name: items for name, items in schemas.items() if len(items) > 1}
    found = [_suspect(name, items, interface) for name, items in twins.items() if all(map(_solved, items))]
    return tuple(sorted(found, key=lambda each: (each.lead is None, -(each.lead or 0.0), each.schema)))


def decided(scored: Sequence[ItemScore]) -> int:
    """Schemas with a choice in every item; a quarter of them would be solved by chance."""
    schemas: dict[str, list[bool]] = {}
    for each in scored:
        known = each.choice is not None or attested_only([pair.count for pair in each.pairs]) is not None
        schemas.setdefault(each.confrontation.schema, []).append(known)
    return sum(len(known) > 1 and all(known) for known in schemas.values())


def _solved(item: ItemScore) -> bool:
    if item.choice is not None:
        return item.right is True
    return attested_only([pair.count for pair in item.pairs]) == item.confrontation.key


def _suspect(name: str, items: Sequence[ItemScore], interface: str) -> Suspect:
    leads = [each.lead for each in items if each.lead is not None]
    by_score = len(leads) == len(items)
    return Suspect(
        schema=name,
        items=tuple(each.confrontation.item for each in items),
        by="association" if by_score else "attestation",
        lead=min(leads) if by_score else None,
        figures=tuple(_figures(each, interface) for each in items),
    )


def _figures(item: ItemScore, interface: str) -> str:
    """The pairs of an item with their counts and scores, the right one marked."""
    told = []
    for number, pair in enumerate(item.pairs):
        mark = "*" if number == item.confrontation.key else ""
        score = "" if pair.score is None else f" ({decimal(pair.score, 2, interface)})"
        met = "?" if pair.count is None else whole(pair.count.both, interface)
        told.append(f"{mark}{pair.candidate}–{pair.cue} {met}{score}")
    return ", ".join(told)
