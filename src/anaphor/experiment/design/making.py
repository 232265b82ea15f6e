"""A design out of a collection: a Latin square of items over lists."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace

from anaphor.errors import ContentError, InputError
from anaphor.experiment.design.design import (
    INTERFACES,
    Counting,
    Design,
    Exclusion,
    Recruiting,
    Trial,
    TrialKind,
    Words,
)
from anaphor.experiment.design.extras import Extras, default_words, extra_trials
from anaphor.schema import Collection, Entry, Item, Neither, Status, question_of

_SECONDS_PER_TRIAL = 8
"""Reading two sentences, answering, and the pause until the next screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignPlan:
    """What an experimenter decides when a design is made."""

    lists: int = 2
    """Number of lists."""
    quota: int = 40
    """Participants wanted in all."""
    seed: int = 1
    """Seed of all orders."""
    block: int = 40
    """Trials between two breaks."""
    interface: str | None = None
    """Language of the page; the collection's where None."""
    name: str | None = None
    """Name of the study; the collection's where None."""
    extras: Extras | None = None
    """What is shown besides the items; the package's own where None."""
    bare: bool = False
    """True: no practice, attention, control or filler trial at all."""
    fillers: Collection | None = None
    """Another collection, one item of each schema of which is shown as a filler."""
    recruiting: Recruiting = field(default_factory=Recruiting)
    """Where participants come from."""
    exclusion: Exclusion = field(default_factory=Exclusion)
    """Who is left out."""
    counting: Counting | None = None
    """Whose answers count for paper 4's rule."""
    retention: str | None = None
    """Date after which the identities given by a recruiter are deleted."""


def make_design(collection: Collection, plan: DesignPlan) -> Design:
    """The design of a study of a whole collection: each list holds one item of every schema and every problem.

    The items of a schema go round the lists; a lone item stands in every list.
    """
    if plan.lists < 1:
        raise InputError("experiment-study-cannot-lists", lists=plan.lists)
    groups = _groups(collection)
    if not groups:
        raise ContentError("experiment-collection-no-item-could-asked", name=collection.name)
    interface = interface_of(collection, plan.interface)
    lists = tuple(
        tuple(group[(number + place) % len(group)].id for place, group in enumerate(groups))
        for number in range(plan.lists)
    )
    shown = {name for names in lists for name in names}
    items = [trial for group in groups for trial in group if trial.id in shown]
    others = _others(plan, interface, {trial.id for trial in items})
    words = plan.extras.words if plan.extras else default_words(interface)
    return Design(
        name=plan.name or _slug(collection.name),
        interface=interface,
        collection=collection.name,
        collection_fingerprint=collection.fingerprint,
        seed=plan.seed,
        quota=plan.quota,
        block=plan.block,
        trials=(*items, *others),
        lists=lists,
        words=_timed(words, minutes_for(len(groups) + len(others))),
        recruiting=plan.recruiting,
        exclusion=plan.exclusion,
        counting=plan.counting,
        retention=plan.retention,
    )


def minutes_for(trials: int) -> int:
    """About how long so many trials take, in minutes; from ten on in fives, since nobody knows better."""
    found = trials * _SECONDS_PER_TRIAL / 60
    return 5 * round(found / 5) if found >= 10 else max(2, round(found))


def _timed(words: Words, minutes: int) -> Words:
    """The same words, where {minutes} is a number."""
    said = {name: getattr(words, name).replace("{minutes}", str(minutes)) for name in ("consent", "instructions")}
    return replace(words, **said)


def interface_of(collection: Collection, wanted: str | None) -> str:
    """Language of the page: the one wanted, else the collection's, else English."""
    if wanted is not None and wanted not in INTERFACES:
        raise InputError("experiment-page-no-language", interface=wanted)
    return wanted or (collection.language if collection.language in INTERFACES else "en")


def _slug(name: str) -> str:
    bare = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return re.sub(r"[^A-Za-z0-9._-]+", "-", bare).strip("-._")[:80] or "study"


def _others(plan: DesignPlan, interface: str, taken: set[str]) -> list[Trial]:
    """Trials that are no items, with ids of their own."""
    found: list[Trial] = []
    if not plan.bare:
        found += plan.extras.trials if plan.extras else extra_trials(interface)
    if plan.fillers is not None:
        found += [_filler(group[0]) for group in _groups(plan.fillers)]
    clash = next((trial.id for trial in found if trial.id in taken), None)
    if clash is not None:
        raise ContentError("experiment-item-collection-called-like-trial", clash=clash)
    return found


def _filler(trial: Trial) -> Trial:
    return Trial(
        id=f"filler-{trial.id}",
        kind=TrialKind.FILLER,
        text=trial.text,
        prompt=trial.prompt,
        candidates=trial.candidates,
        key=trial.key,
    )


def _groups(collection: Collection) -> list[list[Trial]]:
    """The items of each schema and each problem as trials; what people cannot answer is left out."""
    schemas = [(schema.id, schema.variants) for schema in collection.schemas if schema.status is not Status.EXCLUDED]
    problems = [(each.id, (each.item,)) for each in collection.problems if each.status is not Status.EXCLUDED]
    groups = [[_trial(name, entry) for entry in entries if _askable(entry)] for name, entries in [*schemas, *problems]]
    return [group for group in groups if group]


def _askable(entry: Entry) -> bool:
    """Whether there is something to choose from: two answers or more, and all of them different."""
    texts = [candidate.text for candidate in question_of(entry).candidates]
    return len(texts) > 1 and len(set(texts)) == len(texts)


def _trial(schema: str, entry: Entry) -> Trial:
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None
    return Trial(
        id=question.id,
        kind=TrialKind.ITEM,
        text=question.text,
        prompt=question.prompt,
        candidates=tuple(candidate.text for candidate in question.candidates),
        key=key,
        item=question.id,
        schema=schema,
    )


def unseen_items(collection: Collection, design: Design) -> tuple[str, ...]:
    """Items of the collection that nobody is asked: there are too few lists for them, or nothing to choose from."""
    asked = {trial.item for trial in design.of_kind(TrialKind.ITEM)}
    return tuple(name for entry in collection.entries if (name := question_of(entry).id) not in asked)


def answers_per_item(design: Design) -> tuple[int, int]:
    """Fewest and most answers that an item gets when the quota is full and the lists are level."""
    per_list = [design.quota // len(design.lists)] * len(design.lists)
    for number in range(design.quota % len(design.lists)):
        per_list[number] += 1
    counts: Counter[str] = Counter()
    for people, names in zip(per_list, design.lists, strict=True):
        counts.update(dict.fromkeys(names, people))
    return min(counts.values()), max(counts.values())
