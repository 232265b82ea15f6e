"""Changed wordings of a collection: the same questions asked otherwise, each with the way back to its original.

A respondent that understands a sentence gives the same answer when the candidates are listed in another order, when
people bear other names, or when the sentence is said otherwise; and the other answer when the candidates change places
in a sentence where the answer follows them (Trichelair et al. 2018). How far it does so is consistency, in scoring.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from anaphor import __version__
from anaphor.collection.native.marks import parse_marks
from anaphor.collection.saving import with_parts
from anaphor.collection.settings import WordingChange as WordingChange
from anaphor.errors import ContentError, InputError
from anaphor.files import write_text
from anaphor.provenance import Signature, canonical_json
from anaphor.result import Result
from anaphor.schema import Annotations, Collection, Entry, Item, Neither, Problem, Question, Schema, question_of
from anaphor.text import Message, message, speaking


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOrigin:
    """Where a changed item comes from."""

    item: str
    """Id of the original."""
    candidates: tuple[int, ...]
    """For each candidate of the changed item, the original candidate whose part it plays."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Perturbed(Result):
    """A changed collection with the way back."""

    change: WordingChange
    collection: Collection
    """The changed items; what could not be changed is not in it."""
    origins: Mapping[str, ChangeOrigin]
    """By id of the changed item."""
    skipped: Mapping[str, Message]
    """Why an item could not be changed, by its id."""
    signature: Signature
    output: Path | None = None
    """The file that was written; None where none was wanted."""
    origins_file: Path | None = None
    """The file beside it with the way back, for `score --origins`."""


ChangedEntry = tuple[Entry, tuple[int, ...]]
"""A changed entry, still with the original's id; for each candidate, the original candidate whose part it plays."""
Changer = Callable[[Entry], ChangedEntry | Message]
"""The changed entry, or why there is none."""


def changed_by(
    collection: Collection, change: WordingChange, changer: Changer, *, seed: int | None = None
) -> Perturbed:
    """The collection with every entry changed that the changer can change; ids get `~` and the change's name."""
    origins: dict[str, ChangeOrigin] = {}
    skipped: dict[str, Message] = {}
    parts: list[Schema | Problem] = []
    for part in collection.parts:
        changed: list[Entry] = []
        for entry in part.entries:
            outcome = changer(entry)
            if isinstance(outcome, Message):
                skipped[entry.id] = outcome
            else:
                changed.append(_under_id(outcome, f"{entry.id}~{change}", origins))
        if isinstance(part, Problem):
            parts += [replace(part, id=entry.id, item=entry) for entry in changed]
        elif changed:
            parts.append(replace(part, variants=tuple(changed), versions=()))
    return _record_of_changes(collection, change, parts, origins, skipped, seed=seed)


def _record_of_changes(  # noqa: PLR0913  # the parts of one record, put together in one place
    collection: Collection,
    change: WordingChange,
    parts: Sequence[Schema | Problem],
    origins: Mapping[str, ChangeOrigin],
    skipped: Mapping[str, Message],
    *,
    seed: int | None = None,
) -> Perturbed:
    """The record of a change; refused when nothing could be changed."""
    if not origins:
        name, how = collection.name, change.value
        if not skipped:
            raise InputError("collection-nothing-changed", name=name, change=how)
        first, why = next(iter(skipped.items()))
        raise InputError("collection-nothing-changed-because", name=name, change=how, item=first, why=why)
    changed = replace(with_parts(collection, parts), name=f"{collection.name}~{change.value}")
    signature = Signature.of(
        collection=f"{collection.name}#{collection.fingerprint}",
        change=change.value,
        items=len(origins),
        skipped=len(skipped),
        seed=seed,
        version=__version__,
    )
    return Perturbed(change=change, collection=changed, origins=origins, skipped=skipped, signature=signature)


def _under_id(changed: ChangedEntry, name: str, origins: dict[str, ChangeOrigin]) -> Entry:
    """The changed entry under its own id, its origin noted."""
    entry, candidates = changed
    origins[name] = ChangeOrigin(item=entry.id, candidates=candidates)
    called = replace(question_of(entry), id=name)
    return replace(entry, question=called) if isinstance(entry, Item) else called


def with_question(entry: Entry, question: Question, order: Sequence[int]) -> ChangedEntry:
    """The entry with another question; what a source says of the old wording is dropped.

    `order` lists, for each new candidate, the old one whose part it plays: the key follows.
    """
    changed: Entry = question
    if isinstance(entry, Item):
        key = entry.key if isinstance(entry.key, Neither) else list(order).index(entry.key)
        changed = Item(question=question, key=key, annotations=Annotations())
    return changed, tuple(order)


def switch_order(collection: Collection) -> Perturbed:
    """The collection with the candidates of every item listed in the opposite order."""

    def reverse(entry: Entry) -> ChangedEntry | Message:
        question = question_of(entry)
        if len(question.candidates) < 2:
            return message("collection-skipped-one-candidate")
        turned = replace(question, candidates=question.candidates[::-1], readings=question.readings[::-1])
        return with_question(entry, turned, range(len(question.candidates))[::-1])

    return changed_by(collection, WordingChange.ORDER, reverse)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paraphrase:
    """Another wording of an item: the same candidates, the same right answer."""

    text: str
    """The text, its anaphor in `[…]`."""
    prompt: str | None = None
    """Another prompt; None: the original's."""


Wordings = Mapping[str, Sequence[Paraphrase]]
"""Other wordings by item id."""


def paraphrase(collection: Collection, wordings: Wordings) -> Perturbed:
    """The collection in the user's own wordings; the first ones of a schema's items make a schema, and so on."""
    items = {entry.id for entry in collection.entries}
    if unknown := sorted(set(wordings) - items):
        raise InputError("collection-no-item", name=collection.name, item=unknown[0])
    origins: dict[str, ChangeOrigin] = {}
    parts: list[Schema | Problem] = []
    for part in collection.parts:
        for number in range(max(len(wordings.get(entry.id, ())) for entry in part.entries)):
            worded = [entry for entry in part.entries if len(wordings.get(entry.id, ())) > number]
            changed = [(f"{entry.id}~{number + 1}", _with_wording(entry, wordings, number)) for entry in worded]
            reworded = tuple(_under_id(entry, name, origins) for name, entry in changed)
            name = f"{part.id}~{number + 1}"
            if isinstance(part, Schema):
                parts.append(replace(part, id=name, variants=reworded, versions=()))
            else:
                parts.append(replace(part, id=name, item=reworded[0]))
    left = dict.fromkeys(sorted(items - set(wordings)), message("collection-skipped-no-wording"))
    return _record_of_changes(collection, WordingChange.PARAPHRASE, parts, origins, left)


def _with_wording(entry: Entry, wordings: Wordings, number: int) -> ChangedEntry:
    question = question_of(entry)
    wording = wordings[question.id][number]
    plain = parse_marks(wording.text).expand(0)
    if len(plain.anaphors) != 1:
        raise ContentError("collection-wording-marks", number=number + 1, item=question.id)
    reworded = replace(
        question,
        text=plain.text,
        anaphor=plain.anaphors[0],
        prompt=wording.prompt or question.prompt,
        cues=(),
        readings=(),
        candidates=tuple(replace(candidate, span=None) for candidate in question.candidates),
    )
    return with_question(entry, reworded, range(len(question.candidates)))


def write_origins(perturbed: Perturbed, output: Path) -> Path:
    """Write the way back beside the file of the changed collection: p.origins.json for p.yaml."""
    with speaking("en"):  # a file's words do not depend on the language of whoever makes it
        skipped = {item: str(why) for item, why in perturbed.skipped.items()}
    content = {
        "kind": "anaphor-origins",
        "change": perturbed.change,
        "signature": str(perturbed.signature),
        "fingerprint": perturbed.collection.fingerprint,
        "origins": {name: asdict(origin) for name, origin in perturbed.origins.items()},
        "skipped": skipped,
    }
    path = output.with_name(f"{output.stem}.origins.json")
    write_text(path, canonical_json(content) + "\n")
    return path
