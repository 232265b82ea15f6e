"""Labels of items, by which `score --by` groups them: the collection's own, an audit's, or the user's."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.cli.score_tables import collection_in, once_each, read_text
from anaphor.errors import ContentError, FormatError, InputError, Place, UnknownNameError
from anaphor.language import LANGUAGES
from anaphor.schema import Collection, Item, Mark, Question, question_of

ByKind = dict[str, tuple[str, ...]]
"""An item's labels by kind of group."""
_OWN_KINDS = ("domain", "pronoun", "associative", "switchable", "gender", "candidates")
_AUDIT_KINDS = ("audit", "exposure")
_OUTCOMES = {True: "right", False: "wrong", None: "unscored"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Which labels are wanted, and where they come from."""

    kinds: tuple[str, ...] = ()
    """Kinds of group."""
    audit: Path | None = None
    """What `anaphor audit --json` printed."""
    table: Path | None = None
    """A table with the column `item` and one column per kind."""


def labels_of(collection: Collection, wanted: Labels) -> dict[str, ByKind]:
    """Labels of items by kind, for the kinds that are wanted."""
    given = _from_table(wanted.table, collection) if wanted.table else {}
    known = {*_OWN_KINDS, *_AUDIT_KINDS, *(kind for labels in given.values() for kind in labels)}
    for kind in wanted.kinds:
        if kind not in known:
            raise UnknownNameError("kind of group", kind, known, todo="Other kinds come from --groups FILE.")
    audited = _audited(wanted, collection)
    unlabelled: ByKind = dict.fromkeys(wanted.kinds, ())
    labels: dict[str, ByKind] = {}
    for entry in collection.entries:
        name = question_of(entry).id
        own = {kind: label for kind in wanted.kinds if kind in _OWN_KINDS and (label := _own(entry, kind))}
        labels[name] = {
            **{kind: none for kind, none in unlabelled.items() if kind != "domain"},
            **{kind: (label,) for kind, label in own.items()},
            **audited.get(name, {}),
            **given.get(name, {}),
        }
    return labels


def _own(entry: Item | Question, kind: str) -> str | None:
    """The label that an item has by itself; domains are its schema's."""
    question, notes = question_of(entry), entry.annotations if isinstance(entry, Item) else None
    if kind == "candidates":
        return str(len(question.candidates))
    if kind == "pronoun":
        return _pronoun(question)
    if notes is None or kind == "domain":
        return None
    if kind == "switchable":
        return None if notes.switchable is None else "yes" if notes.switchable else "no"
    return notes.gender if kind == "gender" else notes.associative and notes.associative.value


def _pronoun(question: Question) -> str | None:
    if not isinstance(question.anaphor, Mark) or question.language not in LANGUAGES.names():
        return None
    found = LANGUAGES.get(question.language).analyse(question.text, question.anaphor.span)
    return found.kind.value if found else None


def _from_table(path: Path, collection: Collection) -> dict[str, ByKind]:
    """Labels of the user's own: a table with the column `item`; several labels of one kind are set apart by `;`."""
    found: dict[str, ByKind] = {}
    for _, row in once_each(path, ("item",)):
        item = row.pop("item")
        found[item] = {
            kind: tuple(part.strip() for part in value.split(";") if part.strip())
            for kind, value in row.items()
            if value
        }
    if found.keys().isdisjoint(question.id for question in collection.questions):
        raise ContentError(
            f"no row is about an item of {collection.name}",
            where=Place(file=str(path)),
            todo="Check the ids in the column item.",
        )
    return found


def _audited(wanted: Labels, collection: Collection) -> dict[str, ByKind]:
    kinds = [kind for kind in wanted.kinds if kind in _AUDIT_KINDS]
    if not kinds:
        return {}
    if wanted.audit is None:
        raise InputError(
            f"--by {kinds[0]} needs an audit", todo="Write: anaphor audit COLLECTION --json > audit.json, and --audit."
        )
    where = Place(file=str(wanted.audit))
    try:
        document = json.loads(read_text(wanted.audit))
        labels = _labels_of_audit(document)
        audited = collection_in(str(document.get("signature", "")))
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(
            "this is no audit", where=where, todo="`anaphor audit COLLECTION --json` prints one."
        ) from error
    _refuse_other(collection, audited, labels, where)
    return labels


def _refuse_other(collection: Collection, audited: str | None, labels: Mapping[str, ByKind], where: Place) -> None:
    """Refuse an audit of another collection, or of another state of it: by its signature, and by its items."""
    known = {each.id for each in collection.questions}
    strange = next((item for item in labels if item not in known), None)
    if strange is None and (audited is None or audited.rpartition("#")[2] == collection.fingerprint):
        return
    what = f"of {audited}" if audited else f"of a collection with an item {strange}"
    raise ContentError(
        f"this audit is {what}, and the run was asked {collection.name}#{collection.fingerprint}",
        where=where,
        todo="Audit the collection that was asked, in the same state.",
    )


def _labels_of_audit(document: Mapping[str, Any]) -> dict[str, ByKind]:
    """Whether mutual information is right on each item, and whether the corpus holds a copy of it."""
    labels: dict[str, ByKind] = {each["item"]: {"audit": (_OUTCOMES[each["right"]],)} for each in document["items"]}
    labels |= {each["item"]: {"audit": (_OUTCOMES[None],)} for each in document.get("unfit", ())}
    seen = [each for each in document.get("shortcuts", ()) if each["name"] == "exposure" and each["items"]]
    if seen:
        copied = {piece["place"] for piece in seen[0]["evidence"]}
        for item in labels:
            labels[item]["exposure"] = ("in the corpus" if item in copied else "not found",)
    return labels
