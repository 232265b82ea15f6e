"""What the folders share: the record that each of them is, their items, and templates filled in.

What stands in a folder beside the items is written in `data/exports/NAME/`, with `$words` in it; a file's words do not
depend on the language of whoever makes it. An item that the other program cannot take is left out with its reason.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from anaphor import __version__
from anaphor.collection.formats.foreign import written_entries
from anaphor.collection.protocol import FolderContent, LeftOut
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema, question_of
from anaphor.text import message, speaking, text

_LINE_ENDS = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "\x85\u2028\u2029"})
"""Some programs take these three for the end of a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder for another program, as `FolderFormat` asks for it."""

    name: str
    title: str
    content: Callable[[Collection, Mapping[str, Any]], FolderContent]


def keyed_items(collection: Collection, left_out: list[LeftOut]) -> Iterator[tuple[Schema | Problem, Question, int]]:
    """The items whose right answer is a candidate, with their schema or problem; the others go to `left_out`."""
    for part, entry in written_entries(collection):
        key = entry.key if isinstance(entry, Item) else None
        if isinstance(key, int) and len(question_of(entry).candidates) > 1:
            yield part, question_of(entry), key
        else:  # of one candidate a harness would choose it, and be right
            codes = {int: "collection-export-one-candidate", type(None): "collection-export-no-key"}
            code = codes.get(type(key), "collection-export-neither")
            left_out.append(LeftOut(id=question_of(entry).id, why=message(code)))


def identified(part: Schema | Problem, question: Question) -> dict[str, Any]:
    """By what an item is known again when its answer comes back; twins share their schema."""
    return {"id": question.id, "schema": part.id, "language": question.language}


def asked(question: Question) -> str:
    """The sentence that asks: the collection's own, or one in the language of the text."""
    if question.prompt:
        return question.prompt
    gap = isinstance(question.anaphor, Mark) and question.anaphor.blank
    return str(_prompts(question.language)["gap" if gap else "question"])


@cache
def _prompts(language: str) -> dict[str, Any]:
    folder = files("anaphor") / "data" / "prompts"
    own = folder / f"{language}.toml"
    return tomllib.loads((own if own.is_file() else folder / "en.toml").read_text("utf-8"))


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """The rows as JSON lines."""
    return "".join(f"{json.dumps(row, ensure_ascii=False).translate(_LINE_ENDS)}\n" for row in rows)


def filled(
    name: str, collection: Collection, data: Mapping[str, str], left_out: Iterable[LeftOut] = (), **words: object
) -> FolderContent:
    """The data of a folder with its templates, filled with what is known of the collection and with `words`."""
    refused = tuple(left_out)
    with speaking("en"):
        reasons: dict[str, list[str]] = {}
        for item in refused:
            reasons.setdefault(str(item.why), []).append(f"`{item.id}`")
        unsaid = text("collection-export-not-stated")
        standing = {
            "task": task_name(collection.name),
            "name": collection.name,
            "title": collection.title or collection.name,
            "items": sum(1 for _ in written_entries(collection)) - sum(not item.partly for item in refused),
            "fingerprint": collection.fingerprint,
            "licence": collection.licence or unsaid,
            "citation": collection.citation or unsaid,
            "authors": ", ".join(collection.authors) or unsaid,
            "version": __version__,
            "left_out": "\n".join(f"- {why}: {', '.join(ids)}" for why, ids in reasons.items())
            or text("collection-export-nothing"),
        }
    templates = (files("anaphor") / "data" / "exports" / name).iterdir()
    texts = {
        # A template of a program ends in .txt, so that no tool takes it for a module of this package.
        template.name.removesuffix(".txt"): Template(template.read_text("utf-8")).substitute(standing | words)
        for template in sorted(templates, key=lambda template: template.name)
    }
    return FolderContent(files={**texts, **data}, left_out=refused)


def task_name(name: str) -> str:
    """The collection's name as other programs' tasks are called: never one of their own.

    >>> task_name("anaphor-fr"), task_name("WinoGrande XL")
    ('anaphor_fr', 'anaphor_winogrande_xl')
    """
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name.lower()).strip("_")
    return plain if plain.startswith("anaphor_") else f"anaphor_{plain or 'collection'}"
