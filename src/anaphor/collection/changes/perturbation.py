"""Changed wordings of a collection: the same questions asked otherwise, each with the way back to its original.

A respondent that understands a sentence gives the same answer when the candidates are listed in another order, when
people bear other names, or when the sentence is said otherwise; and the other answer when the candidates change places
in a sentence where the answer follows them (Trichelair et al. 2018). How far it does so is consistency, in scoring.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.provenance import Signature, canonical_json
from anaphor.schema import Annotations, Collection, Entry, Item, Neither, Problem, Question, Schema, question_of


class WordingChange(StrEnum):
    """How a wording is changed."""

    ORDER = "order"
    """The candidates are listed in the opposite order."""
    EXCHANGE = "exchange"
    """The candidates change places in the text, and the answer follows them."""
    NAMES = "names"
    """People bear other names of the same gender."""
    PARAPHRASE = "paraphrase"
    """The text is one that the user gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a changed item comes from."""

    item: str
    """Id of the original."""
    candidates: tuple[int, ...]
    """For each candidate of the changed item, the original candidate whose part it plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """An item that was not changed, and why."""

    item: str
    """Its id."""
    reason: str
    """Why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Perturbed:
    """A changed collection with the way back."""

    change: WordingChange
    """How wordings were changed."""
    collection: Collection
    """The changed items; what could not be changed is not in it."""
    origins: Mapping[str, Origin]
    """By id of the changed item."""
    skipped: tuple[Skipped, ...]
    """What could not be changed."""
    signature: Signature
    """How it was made."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed entry, before it gets its new id."""

    entry: Entry
    """The entry, with the original's id."""
    candidates: tuple[int, ...]
    """For each candidate, the original candidate whose part it plays."""


Changer = Callable[[Entry], Changed | str]
"""The changed entry, or why there is none."""


def perturb(collection: Collection, change: WordingChange, changer: Changer, *, seed: int | None = None) -> Perturbed:
    """The collection with every entry changed that the changer can change; ids get `~` and the change's name."""
    origins: dict[str, Origin] = {}
    skipped: list[Skipped] = []

    def made(entry: Entry) -> Entry | None:
        found = changer(entry)
        name = question_of(entry).id
        if isinstance(found, str):
            skipped.append(Skipped(item=name, reason=found))
            return None
        origins[f"{name}~{change}"] = Origin(item=name, candidates=found.candidates)
        return with_id(found.entry, f"{name}~{change}")

    schemas = tuple(_schema(schema, made) for schema in collection.schemas)
    problems = tuple(_problem(problem, made) for problem in collection.problems)
    return finished(
        collection,
        change,
        tuple(each for each in schemas if each),
        tuple(each for each in problems if each),
        origins,
        skipped,
        seed,
    )


def finished(  # noqa: PLR0913, PLR0917  # the parts of one record, put together in one place
    collection: Collection,
    change: WordingChange,
    schemas: tuple[Schema, ...],
    problems: tuple[Problem, ...],
    origins: Mapping[str, Origin],
    skipped: Sequence[Skipped],
    seed: int | None = None,
) -> Perturbed:
    """The record of a change; refused when nothing could be changed."""
    if not origins:
        reason = f" ({skipped[0].item}: {skipped[0].reason})" if skipped else ""
        raise InputError(f"no item of {collection.name} can be changed by {change.value}{reason}")
    name = f"{collection.name}~{change.value}"
    made = replace(collection, name=name, schemas=schemas, problems=problems)
    signature = Signature.of(
        collection=f"{collection.name}#{collection.fingerprint}",
        change=change.value,
        items=len(origins),
        skipped=len(skipped),
        seed=seed,
        version=__version__,
    )
    return Perturbed(change=change, collection=made, origins=origins, skipped=tuple(skipped), signature=signature)


def _schema(schema: Schema, made: Callable[[Entry], Entry | None]) -> Schema | None:
    variants = tuple(entry for each in schema.variants if (entry := made(each)) is not None)
    return replace(schema, variants=variants, versions=()) if variants else None


def _problem(problem: Problem, made: Callable[[Entry], Entry | None]) -> Problem | None:
    entry = made(problem.item)
    return None if entry is None else replace(problem, id=question_of(entry).id, item=entry)


def with_id(entry: Entry, name: str) -> Entry:
    """The entry under another id."""
    if isinstance(entry, Item):
        return replace(entry, question=replace(entry.question, id=name))
    return replace(entry, id=name)


def with_question(entry: Entry, question: Question, order: Sequence[int] | None = None) -> Entry:
    """The entry with another question; what a source says of the old wording is dropped.

    `order` lists, for each new candidate, the old one whose part it plays: the key follows.
    """
    if not isinstance(entry, Item):
        return question
    key = entry.key if isinstance(entry.key, Neither) or order is None else list(order).index(entry.key)
    return Item(question=question, key=key, annotations=Annotations())


def switch_order(collection: Collection) -> Perturbed:
    """The collection with the candidates of every item listed in the opposite order."""
    return perturb(collection, WordingChange.ORDER, _reversed)


def _reversed(entry: Entry) -> Changed | str:
    question = question_of(entry)
    if len(question.candidates) < 2:
        return "it has one candidate"
    order = tuple(reversed(range(len(question.candidates))))
    turned = replace(question, candidates=question.candidates[::-1], readings=question.readings[::-1])
    return Changed(with_question(entry, turned, order), order)


def origins_text(perturbed: Perturbed) -> str:
    """The way back as JSON, for a file beside the changed collection."""
    return canonical_json(
        {
            "kind": "anaphor-origins",
            "change": perturbed.change,
            "signature": str(perturbed.signature),
            "fingerprint": perturbed.collection.fingerprint,
            "origins": {
                name: {"item": each.item, "candidates": list(each.candidates)}
                for name, each in perturbed.origins.items()
            },
            "skipped": {each.item: each.reason for each in perturbed.skipped},
        }
    )


def origins_path(output: Path) -> Path:
    """The file of the way back, beside that of the changed collection."""
    return output.with_name(f"{output.stem}.origins.json")


def write_origins(perturbed: Perturbed, output: Path) -> Path:
    """Write the way back beside the file of the changed collection."""
    path = origins_path(output)
    write_text(path, origins_text(perturbed) + "\n")
    return path
