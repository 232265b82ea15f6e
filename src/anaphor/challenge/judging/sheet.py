"""What judging needs of a round and of the runs in it, with no text of any question: keys, votes, and replies.

So a judgement can be made anew by somebody who may not see the questions: sheets and replies are published with the
final results. Candidates are told apart by letters there; that is all that twins are compared by.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.challenge.drawing import Drawn
from anaphor.challenge.round import Hearing, RunName
from anaphor.challenge.rulebook import Rules
from anaphor.collection import Perturbed, exchange_candidates, exchange_names
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.experiment import QuestionVotes
from anaphor.files import digest, read_json, regular_bytes
from anaphor.provenance import canonical_json
from anaphor.schema import Collection, Item, Neither
from anaphor.scoring import Target, targets_of

SHEETS_FILE = "sheets.json"
REPLIES_FILE = "replies.jsonl"
_MOST_SHEETS, _MOST_REPLIES = 2**28, 2**30
_REPLY_KEYS = {"entry", "round", "which", "backend", "sealed", "facts", "replies"}


class ChangeKind(StrEnum):
    """How a question was changed."""

    NAMES = "names"
    EXCHANGE = "exchange"
    """The candidates change places in the text, and the answer follows them."""
    TWIN = "twin"
    """The other half of the schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedItem:
    """A changed item with the way back."""

    item: Item
    original: str
    """Id of the item that was asked before."""
    kind: ChangeKind


def changed_items(drawn: Drawn, seed: int) -> tuple[ChangedItem, ...]:
    """All changed wordings of what a round asked: other names, candidates exchanged, the twins that were held back.

    A program that looks answers up by their text meets questions that it has never seen; one that understands does
    about as well as before. What cannot be changed has no such wording.
    """
    changes: dict[ChangeKind, Callable[[Collection], Perturbed]] = {
        ChangeKind.NAMES: lambda collection: exchange_names(collection, seed),
        ChangeKind.EXCHANGE: exchange_candidates,
    }
    found = []
    for kind, change in changes.items():
        try:
            made = change(drawn.collection)
        except InputError:  # nothing of this collection can be changed so
            continue
        items = made.collection.items
        found += [ChangedItem(item=item, original=made.origins[item.id].item, kind=kind) for item in items]
    asked = {item.id for item in drawn.items}
    for schema in drawn.whole.schemas:
        twins = [entry for entry in schema.variants if isinstance(entry, Item)]
        before = next((item.id for item in twins if item.id in asked), None)
        if before is not None:
            held_back = (item for item in twins if item.id not in asked)
            found += [ChangedItem(item=item, original=before, kind=ChangeKind.TWIN) for item in held_back]
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A changed wording as judging needs it."""

    target: Target
    original: str
    """Id of the item that was asked before."""
    kind: ChangeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A round as judging needs it."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic reads it from the class; nothing writes to it
    name: str
    fingerprint: str
    simulated: bool
    targets: tuple[Target, ...]
    votes: tuple[QuestionVotes, ...]
    """The votes that count, in the same order."""
    changed: tuple[Changed, ...] = ()
    """Changed wordings, where they are read from a published sheet."""


_ADAPTER: TypeAdapter[tuple[Sheet, ...]] = TypeAdapter(tuple[Sheet, ...])


def sheet_of(drawn: Drawn) -> Sheet:
    """The sheet of a round whose questions are at hand."""
    return Sheet(
        name=drawn.rules.name,
        fingerprint=drawn.collection.fingerprint,
        simulated=drawn.simulated,
        targets=targets_of(drawn.collection).items,
        votes=drawn.votes,
    )


def changed_of(items: Iterable[ChangedItem]) -> tuple[Changed, ...]:
    """Changed wordings as judging needs them; each stands on its own."""
    found = []
    for item in items:
        key, texts = item.item.key, tuple(part.text for part in item.item.question.candidates)
        if not isinstance(key, Neither):
            target = Target(item=item.item.id, key=key, candidates=texts)
            found.append(Changed(target=target, original=item.original, kind=item.kind))
    return tuple(found)


def published_sheet(sheet: Sheet) -> dict[str, Any]:
    """A sheet as JSON types, without a word of the questions: the same words within a schema get the same letter."""
    names: dict[str, dict[str, str]] = {}

    def lettered(target: Target) -> Target:
        known = names.setdefault(target.cluster, {})
        letters = tuple(known.setdefault(form, f"candidate {len(known) + 1}") for form in target.forms)
        return replace(target, candidates=letters)

    mute = replace(
        sheet,
        targets=tuple(map(lettered, sheet.targets)),
        changed=tuple(replace(changed, target=lettered(changed.target)) for changed in sheet.changed),
    )
    found: dict[str, Any] = _ADAPTER.dump_python((mute,), mode="json")[0]
    return found


def sheet_digest(sheet: Sheet) -> str:
    """A sheet in 64 digits, as the journal keeps it from the opening on: it tells no key, and binds all of them."""
    return fingerprint_of(published_sheet(replace(sheet, changed=())))


def fingerprint_of(value: object) -> str:
    """64 digits of a value's canonical JSON."""
    return digest(canonical_json(value), 64)


def read_sheets(folder: Path, rules: Rules) -> tuple[Sheet, ...]:
    place = folder / SHEETS_FILE
    try:
        found = _ADAPTER.validate_python(read_json(regular_bytes(folder / SHEETS_FILE, _MOST_SHEETS)))
    except (ValidationError, ValueError, AnaphorError) as error:
        why = error.what if isinstance(error, AnaphorError) else str(error)
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            why = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
        raise FormatError("challenge-published-no-sheets", why=why, where=place) from error
    known = {round_rules.name for round_rules in rules.rounds}
    for sheet in found:
        if sheet.name not in known:
            raise FormatError("challenge-published-unknown-round", name=repr(sheet.name), where=place)
    return found


def replies_text(runs: Iterable[tuple[RunName, Mapping[str, Any]]]) -> str:
    """What entries replied, as it is published without their traces: one line for each run."""
    labelled = ({"entry": name, "round": label, "which": which, **told} for (name, label, which), told in runs)
    return "".join(f"{canonical_json(item)}\n" for item in labelled)


def read_replies(folder: Path) -> dict[RunName, Mapping[str, Any]]:
    """Every run in the file of a folder; none where there is no such file."""
    path = folder / REPLIES_FILE
    if not path.exists():
        return {}
    found: dict[RunName, Mapping[str, Any]] = {}
    for number, line in enumerate(regular_bytes(path, _MOST_REPLIES).splitlines(), 1):
        where = Place(file=str(path), line=number)
        try:
            record = read_json(line)
        except ValueError as error:
            raise FormatError("files-no-json", why=str(error), where=where) from error
        if not isinstance(record, dict) or set(record) != _REPLY_KEYS or record["which"] not in list(Hearing):
            raise FormatError("challenge-published-no-run", where=where)
        label = (str(record.pop("entry")), str(record.pop("round")), Hearing(record.pop("which")))
        if label in found:
            raise FormatError("challenge-published-run-twice", entry=label[0], round=label[1], where=where)
        found[label] = record
    return found
