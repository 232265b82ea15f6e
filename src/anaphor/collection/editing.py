"""Changing a native file by program the way a careful person would: only the lines that must change.

Comments, order, quoting and blank lines of everything else stay as they are, and the result is read
back before anybody gets it.
"""

from anaphor.collection.format import Source
from anaphor.collection.native_reading import read_collection
from anaphor.collection.native_writing import Line, problem_lines, schema_lines, write_entry
from anaphor.collection.yaml_nodes import Node, parse_yaml
from anaphor.errors import ContentError
from anaphor.schema import Collection, Problem, Schema


def read_text(text: str, name: str = "") -> Collection:
    """The collection in a native text."""
    return read_collection(_source(text, name))


def put(text: str, part: Schema | Problem) -> str:
    """The text with a schema or problem changed to what the record says, or added at the end of its list."""
    source = _source(text)
    collection = read_collection(source)
    root = parse_yaml(source)
    where = "schemas" if isinstance(part, Schema) else "problems"
    lines = _lines(part, collection.language)
    old = _entry(root, where, part.id)
    if old is None:
        changed = _append(text, root, where, write_entry(lines))
    elif old.flow:
        changed = text[: old.start] + _reindent(write_entry(lines), old, text) + text[old.end :]
    else:
        changed = _rewrite(text, old, lines)
    return _verified(changed, part)


def remove(text: str, name: str) -> str:
    """The text without the schema or problem of that id; comments between entries stay."""
    root = parse_yaml(_source(text))
    for where in ("schemas", "problems"):
        old = _entry(root, where, name)
        if old is None:
            continue
        if len(root.mapping()[where].sequence()) == 1:
            start, end = _line_start(text, root.keys[where]), _line_end(text, old.end)
        else:
            start, end = _line_start(text, text.rindex("-", 0, old.start)), _line_end(text, old.end)
        return text[:start] + text[end:]
    raise ContentError(f"there is no schema or problem called {name!r}")


def _source(text: str, name: str = "") -> Source:
    return Source(name=name, stem="collection", data=text.encode("utf-8"))


def _lines(part: Schema | Problem, language: str) -> list[Line]:
    return schema_lines(part, language) if isinstance(part, Schema) else problem_lines(part, language)


def _entry(root: Node, where: str, name: str) -> Node | None:
    nodes = root.mapping()[where].sequence() if where in root.mapping() else ()
    return next((node for node in nodes if node.mapping()["id"].value == name), None)


def _append(text: str, root: Node, where: str, entry: str) -> str:
    text = text if text.endswith("\n") else text + "\n"
    if where not in root.mapping() or not root.mapping()[where].sequence():
        if where in root.mapping():
            start, end = _line_start(text, root.keys[where]), _line_end(text, root.keys[where])
            text = text[:start] + text[end:]
        return f"{text}\n{where}:\n{entry}"
    last = root.mapping()[where].sequence()[-1]
    end = _line_end(text, last.end)
    return text[:end] + _reindent_block(entry, _column(text, last.start) - 2) + text[end:]


def _rewrite(text: str, old: Node, lines: list[Line]) -> str:
    """Replace values that differ, from the last to the first so that positions stay right."""
    wanted = dict(lines)
    have = old.mapping()
    space = " " * _column(text, old.start)
    added = [f"{space}{_pair(key, value)}\n" for key, value in lines if key not in have]
    end = _line_end(text, old.end)
    text = text[:end] + "".join(added) + text[end:]
    for key in sorted(have, key=lambda each: -have[each].start):
        node = have[key]
        if key not in wanted:
            text = text[: _line_start(text, old.keys[key])] + text[_line_end(text, node.end) :]
        elif _value(_parse_value(wanted[key])) != _value(node):
            text = text[: node.start] + _fitted(wanted[key], node, text) + text[node.end :]
    return text


def _fitted(value: str, node: Node, text: str) -> str:
    """A value to stand where an old one stood: a block that took a line of its own may become a flow, and back."""
    opens_line = not text[_line_start(text, node.start) : node.start].strip(" -")
    if value.startswith("\n"):
        return value.lstrip("\n ").rstrip() if opens_line else value
    return value


def _pair(key: str, value: str) -> str:
    return f"{key}:{value}" if value.startswith("\n") else f"{key}: {value}"


def _parse_value(written: str) -> Node:
    return parse_yaml(_source(_pair("value", written) + "\n")).mapping()["value"]


def _value(node: Node) -> object:
    """The content of a node without its place."""
    if isinstance(node.value, dict):
        return {key: _value(part) for key, part in node.value.items()}
    return [_value(part) for part in node.value] if isinstance(node.value, tuple) else node.value


def _verified(text: str, part: Schema | Problem) -> str:
    collection = read_text(text)
    parts: tuple[Schema | Problem, ...] = (*collection.schemas, *collection.problems)
    if part not in parts:
        raise ContentError(f"{part.id} cannot be written into this file as it is", todo="Edit it by hand.")
    return text


def _reindent(entry: str, old: Node, text: str) -> str:
    return _reindent_block(entry, _column(text, old.start) - 2).strip(" -\n")


def _reindent_block(entry: str, column: int) -> str:
    """An entry written for column 2, moved to another column."""
    space = " " * max(column, 0)
    return "".join(f"{space}{line[2:]}" if line.strip() else line for line in entry.splitlines(keepends=True))


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end + 1


def _column(text: str, position: int) -> int:
    return position - _line_start(text, position)
