"""Schemas that a corpus answers by yes and no: a candidate goes with the cue, the other never does.

The mutual information abstains exactly there, because a count is zero; so these are reported apart. *Selectional
restriction*: in both twins one pair is attested and the other never. *Associative* (Trichelair et al. 2018): the
special word is tied to one candidate, in either twin, by a lead in association or by attestation.
"""

from collections.abc import Mapping, Sequence

from anaphor.audit.association_choice import Pick
from anaphor.audit.case import by_schema
from anaphor.audit.scores import ItemScore
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, evaluate, in_groups
from anaphor.schema import Associative
from anaphor.text import message

NO_GROUPS: Mapping[str, int] = {}
"""Every schema stands alone."""


def selectional_restriction(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where in every twin of a schema exactly one is; evidence: schemas it solves.

    `groups` has the group of near copies that each item belongs to, here and below.
    """
    whole = {
        name: items
        for name, items in by_schema(scored).items()
        if len(items) > 1 and all(each.only_attested is not None for each in items)
    }
    evidence = [
        ShortcutEvidence(place=name, detail="; ".join(map(_meetings, items)))
        for name, items in whole.items()
        if all(each.only_attested == each.confrontation.key for each in items)
    ]
    picks = [_pick(each, each.only_attested if each.schema in whole else None) for each in scored]
    return evaluate("selectional_restriction", in_groups(picks, groups), evidence)


def attestation(scored: Sequence[ItemScore], groups: Mapping[str, int] = NO_GROUPS) -> Shortcut:
    """The attested candidate, where exactly one is, whatever the twin; evidence: items that it solves."""
    evidence = []
    for each in scored:
        if each.only_attested == each.confrontation.key:
            counts = [pair.count for pair in each.pairs if pair.count is not None]
            expected = sum(count.a * count.b / count.total for count in counts if not count.both)
            detail = message("audit-evidence-attested", pairs=_meetings(each), expected=f"{expected:.1f}")
            evidence.append(ShortcutEvidence(place=each.item, detail=detail))
    return evaluate("attestation", in_groups([_pick(each, each.only_attested) for each in scored], groups), evidence)


def associative(
    scored: Sequence[ItemScore],
    annotated: Mapping[str, Associative] | None = None,
    groups: Mapping[str, int] = NO_GROUPS,
) -> Shortcut:
    """The candidate that the cue is tied to; compared with the source's own labels where there are any.

    A schema is associative when the cue of either of its items is tied to that item's right candidate.
    """
    tied = [each for each in scored if each.tied_to == each.confrontation.key]
    labels = {each.item: (annotated or {}).get(each.item) for each in scored}
    theirs = {name for name, label in labels.items() if label is not None and label is not Associative.NO}
    ours = {each.item for each in tied if labels[each.item] is not None}
    schemas = len(by_schema(tied))
    remark = message("audit-note-associative", schemas=schemas)
    if theirs:
        remark = message(
            "audit-note-associative-beside",
            schemas=schemas,
            theirs=len(theirs),
            found=len(theirs & ours),
            others=len(ours - theirs),
        )
    evidence = [ShortcutEvidence(place=each.item, detail=_meetings(each)) for each in tied]
    return evaluate("associative", in_groups([_pick(each, each.tied_to) for each in scored], groups), evidence, remark)


def _pick(item: ItemScore, choice: int | None) -> Pick:
    return item.picking(choice, None if choice is None else 1.0)


def _meetings(item: ItemScore) -> str:
    """The pairs of an item with how often each meets."""
    return ", ".join(
        f"{pair.candidate}–{pair.cue} {'?' if pair.count is None else pair.count.both}" for pair in item.pairs
    )
