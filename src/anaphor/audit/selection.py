"""Schemas that a corpus answers by yes and no: a candidate goes with the cue, the other never does.

The mutual information abstains exactly there, because a count is zero; so these are reported apart. *Selectional
restriction*: in both twins one pair is attested and the other never. *Associative* (Trichelair et al. 2018): the
special word is tied to one candidate, in either twin, by a lead in association or by attestation.
"""

from collections.abc import Mapping, Sequence

from anaphor.audit.association_choice import Pick
from anaphor.audit.confrontation import Confrontation
from anaphor.audit.scores import ItemScore
from anaphor.audit.shortcuts.shortcut import Evidence, Note, Shortcut, evaluate, in_groups, note
from anaphor.corpus import PairCount
from anaphor.schema import Associative

NO_GROUPS: Mapping[str, int] = {}
"""Every schema stands alone."""
TIED = 2.0
"""Lead, in the measure's units (bits for mutual information), from which on a cue counts as tied to a candidate."""


def attested_only(counts: Sequence[PairCount | None]) -> int | None:
    """The one candidate whose pair is attested while all words are; None where none or several are.

    >>> attested_only([PairCount(total=9, a=3, b=2, both=1), PairCount(total=9, a=3, b=2, both=0)])
    0
    """
    if any(count is None or not count.a or not count.b for count in counts):
        return None
    met = [number for number, count in enumerate(counts) if count is not None and count.both]
    return met[0] if len(met) == 1 else None


def selectional_restriction(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where in every twin of a schema exactly one is; evidence: schemas it solves.

    `groups` has the group of near copies that each item belongs to, here and below.
    """
    found = {each.confrontation.item: attested_only([pair.count for pair in each.pairs]) for each in scored}
    schemas = _schemas(scored)
    whole = {
        name
        for name, items in schemas.items()
        if len(items) > 1 and all(found[_id(each)] is not None for each in items)
    }
    picks = [
        _pick(each.confrontation, found[_id(each)] if each.confrontation.schema in whole else None) for each in scored
    ]
    solved = [
        name
        for name in schemas
        if name in whole and all(found[_id(each)] == each.confrontation.key for each in schemas[name])
    ]
    evidence = [Evidence(place=name, detail="; ".join(map(_told, schemas[name]))) for name in solved]
    return evaluate("selectional_restriction", in_groups(picks, groups), evidence)


def attestation(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where exactly one is, whatever the twin; evidence: items that it solves."""
    found = [(each, attested_only([pair.count for pair in each.pairs])) for each in scored]
    evidence = [
        Evidence(place=_id(each), detail=f"{_told(each)}; {_absent(each):.1f} expected by chance")
        for each, choice in found
        if choice == each.confrontation.key
    ]
    picks = [_pick(each.confrontation, choice) for each, choice in found]
    return evaluate("attestation", in_groups(picks, groups), evidence)


def associative(
    scored: Sequence[ItemScore],
    annotated: Mapping[str, Associative] | None = None,
    groups: Mapping[str, int] = NO_GROUPS,
    tied: float = TIED,
) -> Shortcut:
    """The candidate that the cue is tied to; compared with the source's own labels where there are any.

    A schema is associative when the cue of either of its items is tied to that item's right candidate.
    """
    ties = {_id(each): tie(each, tied) for each in scored}
    picks = [_pick(each.confrontation, ties[_id(each)]) for each in scored]
    schemas = [
        name
        for name, items in _schemas(scored).items()
        if any(ties[_id(each)] == each.confrontation.key for each in items)
    ]
    evidence = [
        Evidence(place=_id(each), detail=_told(each)) for each in scored if ties[_id(each)] == each.confrontation.key
    ]
    remark = _beside(len(schemas), scored, ties, annotated or {})
    return evaluate("associative", in_groups(picks, groups), evidence, remark)


def _beside(
    schemas: int, scored: Sequence[ItemScore], ties: Mapping[str, int | None], annotated: Mapping[str, Associative]
) -> Note:
    """How many schemas are associative, and how far that agrees with the labels that the source gives."""
    labelled = [each for each in scored if _id(each) in annotated]
    theirs = {_id(each) for each in labelled if annotated[_id(each)] is not Associative.NO}
    if not theirs:
        return note("associative", schemas=schemas)
    ours = {_id(each) for each in labelled if ties[_id(each)] == each.confrontation.key}
    found, others = len(theirs & ours), len(ours - theirs)
    return note("associative_beside", schemas=schemas, theirs=len(theirs), found=found, others=others)


def tie(item: ItemScore, tied: float = TIED) -> int | None:
    """The candidate that the cue is tied to, by lead or by attestation; None where it is tied to none."""
    if item.lead is not None and item.choice is not None:
        return item.choice if item.lead >= tied else None
    return attested_only([pair.count for pair in item.pairs])


def _id(item: ItemScore) -> str:
    return item.confrontation.item


def _schemas(scored: Sequence[ItemScore]) -> dict[str, list[ItemScore]]:
    schemas: dict[str, list[ItemScore]] = {}
    for each in scored:
        schemas.setdefault(each.confrontation.schema, []).append(each)
    return schemas


def _pick(confrontation: Confrontation, choice: int | None) -> Pick:
    return Pick(
        item=confrontation.item,
        schema=confrontation.schema,
        candidates=len(confrontation.pairs),
        key=confrontation.key,
        choice=choice,
        lead=None if choice is None else 1.0,
    )


def _told(item: ItemScore) -> str:
    """The pairs of an item with how often each meets."""
    return ", ".join(
        f"{pair.candidate}–{pair.cue} {'?' if pair.count is None else pair.count.both}" for pair in item.pairs
    )


def _absent(item: ItemScore) -> float:
    """How often the pairs that never meet would, if words were independent."""
    counts = [pair.count for pair in item.pairs if pair.count is not None]
    return sum(count.a * count.b / count.total for count in counts if not count.both)
