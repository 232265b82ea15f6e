"""A design out of a collection: a Latin square of items over lists."""

from dataclasses import dataclass

from anaphor.errors import ContentError, InputError
from anaphor.experiment.design import Design, Trial, TrialKind, Words
from anaphor.experiment.words import default_words, extra_trials
from anaphor.schema import Collection, Entry, Item, Neither, Status, question_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an experimenter decides when a design is made."""

    lists: int = 2
    """Number of lists."""
    quota: int = 40
    """Participants wanted in all."""
    seed: int = 1
    """Seed of all orders."""
    interface: str | None = None
    """Language of the page; the collection's where None."""
    extras: bool = True
    """Whether practice, attention and control trials of the package are added."""
    name: str | None = None
    """Name of the study; the collection's where None."""
    words: Words | None = None
    """What people read; the package's own words where None."""


def make_design(collection: Collection, plan: Plan) -> Design:
    """The design of a study of a whole collection: each list holds one item of every schema and every problem.

    The items of a schema go round the lists; a lone item stands in every list.
    """
    if plan.lists < 1:
        raise InputError(f"a study cannot have {plan.lists} lists", todo="Give 1 or more.")
    groups = _groups(collection)
    if not groups:
        raise ContentError(f"the collection {collection.name} has no item that could be asked")
    interface = plan.interface or (collection.language if collection.language in ("fr", "en") else "en")
    trials = [trial for group in groups for trial in group]
    lists = tuple(
        tuple(group[(number + place) % len(group)].id for place, group in enumerate(groups))
        for number in range(plan.lists)
    )
    shown = {name for names in lists for name in names}
    return Design(
        name=plan.name or collection.name,
        interface=interface,
        collection=collection.name,
        collection_fingerprint=collection.fingerprint,
        seed=plan.seed,
        quota=plan.quota,
        trials=(*(trial for trial in trials if trial.id in shown), *(extra_trials(interface) if plan.extras else ())),
        lists=lists,
        words=plan.words or default_words(interface),
    )


def _groups(collection: Collection) -> list[list[Trial]]:
    """The items of each schema and each problem as trials; what people cannot answer is left out."""
    schemas = [(schema.id, schema.variants) for schema in collection.schemas if schema.status is not Status.EXCLUDED]
    problems = [(each.id, (each.item,)) for each in collection.problems if each.status is not Status.EXCLUDED]
    groups = [[_trial(name, entry) for entry in entries if _askable(entry)] for name, entries in [*schemas, *problems]]
    return [group for group in groups if group]


def _askable(entry: Entry) -> bool:
    return len(question_of(entry).candidates) > 1


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
