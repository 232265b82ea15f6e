"""A collection without some of its items: what is dropped stays in the file, excluded, with its reason.

Why an item is to go is not decided here; studies and audits say it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from anaphor.collection.changes.editing import put, put_header, read_text, remove, with_parts
from anaphor.collection.loading import locate, read_source, recognise
from anaphor.collection.saving import save, target_format
from anaphor.errors import ContentError, InputError
from anaphor.files import write_text
from anaphor.schema import Collection, Problem, Schema, Status, question_of
from anaphor.text import Value, message, speaking


class DropUnit(StrEnum):
    """What goes when an item goes."""

    SCHEMA = "schema"
    """The whole schema: an item without its twin no longer shows that the answer flips."""
    ITEM = "item"
    """The item alone; its twin stays."""


Part = Schema | Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """An item that was dropped."""

    item: str
    schema: str
    """Its schema or problem."""
    reason: Value
    twin: bool = False
    """True: only because its twin goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """A collection after the selection."""

    collection: Collection
    """With what was dropped marked as excluded, or taken out."""
    changed: tuple[Part, ...]
    """Schemas and problems that are not as they were."""
    removed: tuple[str, ...]
    """Ids of those that were taken out."""
    dropped: tuple[Dropped, ...]
    """Every item that went, with its reason, in order."""


def select(
    collection: Collection, reasons: Mapping[str, Value], unit: DropUnit = DropUnit.SCHEMA, *, take_out: bool = False
) -> Selected:
    """The collection without the items that have a reason to go; ids that it does not hold are refused."""
    known = {question_of(entry).id for entry in collection.entries}
    strange = [item for item in reasons if item not in known]
    if strange:
        raise InputError("collection-other-collection", name=collection.name, item=strange[0])
    dropped: list[Dropped] = []
    after = [_without_items(part, reasons, unit, dropped) for part in collection.parts]
    changed = [new for old, new in zip(collection.parts, after, strict=True) if new != old]
    gone = [part.id for part in changed if take_out and part.status is Status.EXCLUDED]
    left = [part for part in after if part.id not in gone]
    return Selected(
        collection=with_parts(collection, left),
        changed=tuple(part for part in changed if part.id not in gone),
        removed=tuple(gone),
        dropped=tuple(dropped),
    )


def _without_items(part: Part, reasons: Mapping[str, Value], unit: DropUnit, dropped: list[Dropped]) -> Part:
    names = [question_of(entry).id for entry in part.entries]
    mine = [name for name in names if name in reasons]
    if not mine or part.status is Status.EXCLUDED:
        return part
    dropped += [Dropped(item=name, schema=part.id, reason=reasons[name]) for name in mine]
    with speaking("en"):  # a file's words do not depend on the language of whoever makes it
        if isinstance(part, Problem):
            return replace(part, status=Status.EXCLUDED, reason=str(reasons[part.id]))
        said = "; ".join(f"{name}: {reasons[name]}" for name in mine)
    kept = tuple(entry for entry in part.variants if question_of(entry).id not in mine)
    if unit is DropUnit.ITEM and kept:
        return replace(part, variants=kept, notes=" ".join(filter(None, (part.notes, f"Left out: {said}."))))
    why = message("collection-dropped-twin", item=mine[0])
    dropped += [Dropped(item=question_of(entry).id, schema=part.id, reason=why, twin=True) for entry in kept]
    return replace(part, status=Status.EXCLUDED, reason=said)


_MARK = "+selected"


def stamped(selected: Selected, how: str) -> Selected:
    """The selection under its own version, its notes saying how it was made; as it is where nothing was dropped."""
    before = selected.collection
    if not selected.dropped:
        return selected
    version = None if before.version is None else before.version.removesuffix(_MARK) + _MARK
    notes = " ".join(filter(None, (before.notes, how)))
    return replace(selected, collection=replace(before, version=version, notes=notes))


def write_selected(source: str, selected: Selected, output: Path) -> bool:
    """Write the selected collection; gives whether the source's own text was kept, comments and all.

    That is so where source and output are native files; any other format is written anew.
    """
    path, native = locate(source), None
    if not path.is_dir():
        found = read_source(path)
        native = found.data.decode("utf-8") if recognise(found).name == "native" else None
    if native is None or target_format(output, None) != "native":
        save(selected.collection, output)
        return False
    text = _edited(native, selected)
    written, wanted = (
        ({part.id: part for part in each.parts}, each.version, each.notes)
        for each in (read_text(text), selected.collection)
    )
    if written != wanted:
        raise InputError("collection-other-text", output=str(output))
    write_text(output, text)
    return True


def _edited(text: str, selected: Selected) -> str:
    """A native text with what changed put in, and what was removed taken out."""
    apart = {part.passage for part in selected.changed if isinstance(part, Problem)} - {None}
    gone = {problem.passage for problem in read_text(text).problems if problem.id in selected.removed} - {None}
    for passage in sorted(each for each in apart | gone if each is not None):
        together = [each for each in read_text(text).problems if each.passage == passage]
        try:
            text = remove(text, passage)
        except ContentError:
            continue  # they stand apart already
        for problem in together:  # which stood in one entry, each in an entry of its own
            text = put(text, problem)
    for part in selected.changed:
        text = put(text, part)
    for name in selected.removed:
        text = remove(text, name)
    return put_header(text, version=selected.collection.version, notes=selected.collection.notes)
