"""Changing a native file by program the way a careful person would: only the lines that must change.

Comments, order, quoting and blank lines of everything else stay as they are. The result is read back
before anybody gets it: it says what was asked for, and nothing else has changed.

So are items selected: what is dropped stays in the file, excluded, with its reason. Why an item is to go is not
decided here; studies and audits say it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

from anaphor.collection.changes.pieces import read_text, source_of, views
from anaphor.collection.loading import locate, read_source, recognise
from anaphor.collection.native.writing import Line, problem_lines, quote, schema_lines, write_entry
from anaphor.collection.native.yaml_nodes import Node, parse_yaml
from anaphor.collection.saving import save, target_format, with_parts
from anaphor.collection.settings import DropUnit as DropUnit
from anaphor.errors import AnaphorError, ContentError, InputError
from anaphor.files import write_text
from anaphor.schema import Collection, Problem, Schema, Status
from anaphor.text import Value, message, speaking

_KEY_COLUMN = 4
_BLOCK_COLUMN = 6
"""Where `native.writing` puts keys, and the lists below them."""


Given = ParamSpec("Given")
Part = Schema | Problem


def _keeping_line_ends(change: Callable[Concatenate[str, Given], str]) -> Callable[Concatenate[str, Given], str]:
    """A change that knows only `\\n`, for a text with any line ends; a file that mixes them gets one kind."""

    @wraps(change)
    def changed(text: str, /, *arguments: Given.args, **named: Given.kwargs) -> str:
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        end = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
        unix = text.removeprefix(mark).replace("\r\n", "\n").replace("\r", "\n")
        return mark + change(unix, *arguments, **named).replace("\n", end)

    return changed


@_keeping_line_ends
def put(text: str, part: Part) -> str:
    """The text with a schema or problem changed to what the record says, or added at the end of its list."""
    collection = read_text(text)
    old = next((known_part for known_part in collection.parts if known_part.id == part.id), None)
    if old == part:
        return text
    parts = [part if known_part is old else known_part for known_part in collection.parts] + ([] if old else [part])
    expected = with_parts(collection, parts)
    where = "schemas" if isinstance(part, Schema) else "problems"
    for near, whole in views(text, part.id, where):
        for changed in map(whole, _ways_to_put(near, old, part, collection.language)):
            if changed is not None and _says(changed, expected):
                return changed
    raise ContentError("collection-not-put", id=part.id)


def _ways_to_put(text: str, old: Part | None, part: Part, language: str) -> Iterator[str]:
    """Texts that might say what is wanted, the least changed one first."""
    root = parse_yaml(source_of(text))
    where = "schemas" if isinstance(part, Schema) else "problems"
    lines = _lines(part, language)
    node = _entry(root, where, part.id)
    if old is None or node is None:
        yield _append(text, root, where, lines)
        return
    before = dict(_lines(old, language))
    have, wanted = node.mapping().keys(), dict(lines).keys()
    if not node.flow or have == wanted:
        different = [(key, value) for key, value in lines if before.get(key) != value]
        yield _rewrite(text, node, different, before.keys() - wanted)
        yield _rewrite(text, node, lines, have - wanted)
    if node.flow:
        yield text[: node.start] + _flow_entry(lines) + text[node.end :]
    block = _shift(write_entry(lines), _column(text, node.start) - _KEY_COLUMN).strip(" -\n")
    yield text[: node.start] + block + text[_stop(text, node) :]


@_keeping_line_ends
def remove(text: str, name: str) -> str:
    """The text without the schema or problem of that id; comments between entries stay."""
    collection = read_text(text)
    for near, whole in views(text, name):
        root = parse_yaml(source_of(near))
        where = "schemas" if _entry(root, "schemas", name) else "problems"
        node = _entry(root, where, name)
        if node is None:
            continue
        anaphors = node.mapping()["anaphors"].sequence() if "anaphors" in node.mapping() else ()
        gone = {name, *(f"{name}.{number}" for number in range(1, len(anaphors) + 1))}
        changed = whole(_without(near, root.mapping()[where], node))
        left = with_parts(collection, [rest for rest in collection.parts if rest.id not in gone])
        if changed is not None and _says(changed, left):
            return changed
        if near is text:
            raise ContentError("collection-not-removed", id=name)
    raise ContentError("collection-no-part-called", id=name)


@_keeping_line_ends
def rename(text: str, name: str, new: str) -> str:
    """The text with the schema or problem of one id called by another, at its place; its other lines stay."""
    for near, whole in views(text, name):
        root = parse_yaml(source_of(near))
        node = _entry(root, "schemas", name) or _entry(root, "problems", name)
        if node is not None:
            place = node.mapping()["id"]
            changed = whole(near[: place.start] + quote(new) + near[place.end :])
            assert changed is not None, "what stands above an entry stays"
            read_text(changed)  # an id that is taken is refused here
            return changed
    raise ContentError("collection-no-part-called", id=name)


def put_header(text: str, *, version: str | None, notes: str | None) -> str:
    """The text with another version and other notes; what is None, and every other line, stays."""
    old = read_text(text)
    wanted = (("version", version, old.version), ("notes", notes, old.notes))
    values = {key: value for key, value, before in wanted if value is not None and value != before}
    expected = replace(old, version=version or old.version, notes=notes or old.notes)
    changed = _with_header(text, values) if values else text
    if not _says(changed, expected):
        raise ContentError("collection-header-not-changed")
    return changed


@_keeping_line_ends
def _with_header(text: str, values: dict[str, str]) -> str:
    text = text if text.endswith("\n") else text + "\n"
    root = parse_yaml(source_of(text))
    have = root.mapping()
    last = max((have[key] for key in ("anaphor", "name", "language") if key in have), key=lambda node: node.end)
    new = [(key, quote(value)) for key, value in values.items() if key not in have]
    if root.flow:
        changes = [(last.end, last.end, "".join(f", {key}: {value}" for key, value in new))]
    else:
        end = _line_end(text, last.end)
        changes = [(end, end, "".join(f"{key}: {value}\n" for key, value in new))]
    changes += [(have[key].start, _stop(text, have[key]), quote(value)) for key, value in values.items() if key in have]
    changed = text
    for start, end, written in sorted(changes, reverse=True):
        changed = changed[:start] + written + changed[end:]
    return changed


def _says(text: str, expected: Collection) -> bool:
    try:
        return read_text(text) == expected
    except AnaphorError:
        return False


def _lines(part: Part, language: str) -> list[Line]:
    return schema_lines(part, language) if isinstance(part, Schema) else problem_lines(part, language)


def _entry(root: Node, where: str, name: str) -> Node | None:
    nodes = root.mapping()[where].sequence() if where in root.mapping() else ()
    return next((node for node in nodes if node.mapping()["id"].value == name), None)


def _append(text: str, root: Node, where: str, lines: list[Line]) -> str:
    text = text if text.endswith("\n") else text + "\n"
    if where not in root.mapping():
        return f"{text}\n{where}:\n{write_entry(lines)}"
    whole = root.mapping()[where]
    if not whole.sequence():
        key_end = text.index(":", root.keys[where]) + 1
        end = _line_end(text, whole.end)
        return text[:key_end] + text[max(key_end, whole.end) : end] + write_entry(lines) + text[end:]
    last = whole.sequence()[-1]
    if whole.flow:
        return text[: last.end] + ", " + _flow_entry(lines) + text[last.end :]
    end = _line_end(text, _stop(text, last))
    entry = _shift(write_entry(lines), _column(text, whole.start) - 2)
    return text[:end] + entry + text[end:]


def _without(text: str, whole: Node, node: Node) -> str:
    siblings = whole.sequence()
    number = siblings.index(node)
    if whole.flow and len(siblings) > 1:
        last = number == len(siblings) - 1
        start, end = (siblings[-2].end, node.end) if last else (node.start, siblings[number + 1].start)
        return text[:start] + text[end:]
    if whole.flow:
        return text[: whole.start] + "[]" + text[whole.end :]
    # The line with the dash of the entry; all dashes of a list stand in one column.
    column, start = _column(text, whole.start), _line_start(text, node.start)
    while text[start : start + column].strip() or text[start + column] != "-":
        start = _line_start(text, start - 1)
    text = text[:start] + text[_line_end(text, _stop(text, node)) :]
    if len(siblings) > 1:
        return text
    key_end = text.rindex(":", 0, _line_start(text, whole.start)) + 1
    return text[:key_end] + " []" + text[key_end:]


def _rewrite(text: str, old: Node, lines: list[Line], gone: set[str]) -> str:
    """Put in values that differ and take out keys, from the last to the first so that positions stay right."""
    wanted = dict(lines)
    have, keys = old.mapping(), sorted(old.keys.values())
    column = _column(text, old.start)
    added = [f"{' ' * column}{_pair(key, value, column)}\n" for key, value in lines if key not in have]
    end = _line_end(text, _stop(text, old))
    text = text[:end] + ("" if text[:end].endswith("\n") or not added else "\n") + "".join(added) + text[end:]
    for key in sorted(have, key=lambda section: -have[section].start):
        node = have[key]
        if key in gone:
            start, end = _line_start(text, old.keys[key]), _line_end(text, _stop(text, node))
            if old.keys[key] == keys[0] and len(keys) > 1:
                start, end = keys[:2]  # the first key shares its line with the dash, which must stay
            text = text[:start] + text[end:]
        elif key in wanted:
            value = wanted[key]
            if _value(parse_yaml(source_of(_pair(key, value) + "\n")).mapping()[key]) == _value(node):
                continue
            # A block that took a line of its own may become a flow, and back.
            if value.startswith("\n") and text[_line_start(text, node.start) : node.start].strip(" -"):
                value = _shift(value, column - _KEY_COLUMN)
            elif value.startswith("\n"):
                value = _shift(value, _column(text, node.start) - _BLOCK_COLUMN).lstrip("\n ")
            text = text[: node.start] + value + text[_stop(text, node) :]
    return text


def _pair(key: str, value: str, column: int = _KEY_COLUMN) -> str:
    return f"{key}:{_shift(value, column - _KEY_COLUMN)}" if value.startswith("\n") else f"{key}: {value}"


def _flow_entry(lines: list[Line]) -> str:
    return "{" + ", ".join(_pair(key, value) for key, value in lines) + "}"


def _value(node: Node) -> object:
    """The content of a node without its place."""
    if isinstance(node.value, dict):
        return {key: _value(part) for key, part in node.value.items()}
    return [_value(part) for part in node.value] if isinstance(node.value, tuple) else node.value


def _shift(block: str, columns: int) -> str:
    """A block moved to the right, or to the left as far as it can go."""
    lines = block.splitlines(keepends=True)
    if columns >= 0:
        return "".join(" " * columns + line if line.strip() else line for line in lines)
    free = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "".join(line[min(-columns, free) :] if line.strip() else line for line in lines)


def _stop(text: str, node: Node) -> int:
    """Where a value ends without the blank lines that YAML counts to a block of text."""
    end = node.end
    while end > node.start and text[end - 1] in " \n":
        end -= 1
    return end


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end + 1


def _column(text: str, position: int) -> int:
    return position - _line_start(text, position)


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


def selected(
    collection: Collection, reasons: Mapping[str, Value], unit: DropUnit = DropUnit.SCHEMA, *, take_out: bool = False
) -> Selected:
    """The collection without the items that have a reason to go; ids that it does not hold are refused."""
    items = {entry.id for entry in collection.entries}
    strange = [item for item in reasons if item not in items]
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
    names = [entry.id for entry in part.entries]
    mine = [name for name in names if name in reasons]
    if not mine or part.status is Status.EXCLUDED:
        return part
    dropped += [Dropped(item=name, schema=part.id, reason=reasons[name]) for name in mine]
    with speaking("en"):  # a file's words do not depend on the language of whoever makes it
        if isinstance(part, Problem):
            return replace(part, status=Status.EXCLUDED, reason=str(reasons[part.id]))
        reasons_given = "; ".join(f"{name}: {reasons[name]}" for name in mine)
    remaining = tuple(entry for entry in part.variants if entry.id not in mine)
    if unit is DropUnit.ITEM and remaining:
        return replace(
            part, variants=remaining, notes=" ".join(filter(None, (part.notes, f"Left out: {reasons_given}.")))
        )
    why = message("collection-dropped-twin", item=mine[0])
    dropped += [Dropped(item=entry.id, schema=part.id, reason=why, twin=True) for entry in remaining]
    return replace(part, status=Status.EXCLUDED, reason=reasons_given)


_MARK = "+selected"


def stamped(selected: Selected, how: str) -> Selected:
    """The selection under its own version, its notes saying how it was made; as it is where nothing was dropped."""
    before = selected.collection
    if not selected.dropped:
        return selected
    version = None if before.version is None else before.version.removesuffix(_MARK) + _MARK
    notes = " ".join(filter(None, (before.notes, how)))
    return replace(selected, collection=replace(before, version=version, notes=notes))


def write_selected(source: str | None, selected: Selected, output: Path) -> bool:
    """Write the selected collection; gives whether the source's own text was kept, comments and all.

    That is so where source and output are native files; any other format is written anew.
    """
    path, native = None if source is None else locate(source), None
    if path and not path.is_dir():
        read = read_source(path)
        native = read.data.decode("utf-8") if recognise(read).name == "native" else None
    if native is None or target_format(output, None) != "native":
        save(selected.collection, output)
        return False
    text = _with_selection(native, selected)
    written, wanted = (
        ({part.id: part for part in version.parts}, version.version, version.notes)
        for version in (read_text(text), selected.collection)
    )
    if written != wanted:
        raise InputError("collection-other-text", output=str(output))
    write_text(output, text)
    return True


def _with_selection(text: str, selected: Selected) -> str:
    """A native text with what changed put in, and what was removed taken out."""
    apart = {part.passage for part in selected.changed if isinstance(part, Problem)} - {None}
    gone = {problem.passage for problem in read_text(text).problems if problem.id in selected.removed} - {None}
    for passage in sorted(one for one in apart | gone if one is not None):
        together = [problem for problem in read_text(text).problems if problem.passage == passage]
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
