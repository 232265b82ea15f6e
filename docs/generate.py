"""Makes the reference pages from the code; `--check` fails when they are stale."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
from docs import constructions, drawing

from anaphor import answer, errors, schema
from anaphor.cli.command import Command, Option, PlacedArgument
from anaphor.cli.main import app
from anaphor.collection import CATALOGUE, domains, load
from anaphor.collection.catalogue import Listing
from anaphor.collection.checks.checking import CODES
from anaphor.collection.protocol import EXPORTS, FORMATS, WritableFormat
from anaphor.parameters import declarations
from anaphor.text import speaking, text, words

REFERENCE = Path(__file__).parent / "reference"
DRAWING = Path(__file__).parent / "images" / "architecture.svg"
BLANK = "\n\n"
_NOTICE = "<!-- Made by docs/generate.py from the code; do not edit. -->\n\n"


def commands() -> str:
    """Every command with its arguments and options."""
    pieces = ["# Commands\n"]
    for path, command in every_command():
        pieces.append(f"## {path}\n\n{text(command.code)}\n\n{_usage(path, command)}")
    return "\n".join(pieces)


def every_command(path: str = "anaphor", command: click.Command = app) -> Iterator[tuple[str, Command]]:
    """Every command by its whole name."""
    if isinstance(command, Command):
        yield path, command
    elif isinstance(command, click.Group):
        context = click.Context(command)
        for name in sorted(command.list_commands(context)):
            found = command.get_command(context, name)
            if found is not None:
                yield from every_command(f"{path} {name}", found)


def _usage(path: str, command: Command) -> str:
    context = click.Context(command)
    placed = [each for each in command.params if isinstance(each, PlacedArgument)]
    arguments = [(_shown(each), each.sentence) for each in placed]
    records = [each.get_help_record(context) for each in command.params if isinstance(each, Option)]
    options = [record for record in records if record is not None]
    rows = [f"| `{_cell(name)}` | {_cell(words)} |" for name, words in (*arguments, *options)]
    table = "\n".join(["| | |", "|---|---|", *rows]) + "\n" if rows else ""
    line = " ".join([path, *(name for name, _ in arguments), *(["[OPTIONS]"] if options else [])])
    return f"```\n{line}\n```\n\n{table}"


def _shown(argument: PlacedArgument) -> str:
    name = argument.called if argument.named else argument.called.upper()
    shown = name if argument.nargs == 1 else f"{name}…"
    return shown if argument.required else f"[{shown}]"


def _cell(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())


def keywords() -> str:
    """Every call that has its parameters in a settings record: its keywords, as command and help have them too."""
    helps = {record: command.code for _, command in every_command() for record in command.records.values()}
    pieces = [
        "# Keywords of calls\n",
        "Each parameter is declared once, as a field of a settings record; the call takes the fields as keywords, or "
        "the record itself: `agreement.measure.with_settings(labels, MeasureSettings(level=0.9))`. The sentences are "
        "those of the command, in which a keyword is an option.\n",
    ]
    for door, names in every_door().items():
        for name in names:
            call = getattr(import_module(door), name)
            record = getattr(call, "record", None)
            if inspect.isroutine(call) and inspect.isclass(record):
                pieces.append(keyword_table(f"{door}.{name}", record, _help_of(record, helps)))
    return "\n".join(pieces)


def _help_of(record: type, helps: Mapping[type, str]) -> str | None:
    """The message of the command that takes this record, or else one with the same group of parameters."""
    shared = {kind for kind in record.__mro__ if is_dataclass(kind)}
    near = (code for kind, code in helps.items() if shared & set(kind.__mro__))
    return helps.get(record) or next(near, None)


def keyword_table(call: str, record: type, code: str | None) -> str:
    """The keywords of a call, each with its default and what the command says of it."""
    options = {option.name: option for option in declarations(record)}
    rows = []
    for parameter in inspect.signature(record).parameters.values():
        option = options.get(parameter.name)
        sentence = option.sentence(code) if option is not None and code is not None else None
        rows.append(f"| `{parameter.name}` | {_default(parameter)} | {_cell(sentence)} |")
    return f"## {call}\n\n" + "\n".join(["| keyword | default | |", "|---|---|---|", *rows]) + "\n"


def _default(parameter: inspect.Parameter) -> str:
    """A default as one types it; nothing where the keyword must be given, or where the default is a function."""
    if parameter.default is parameter.empty or callable(parameter.default):
        return ""
    value = parameter.default.value if isinstance(parameter.default, StrEnum) else parameter.default
    return f"`{_cell(repr(value))}`"


def error_tree() -> str:
    """Every error class with what it means."""
    pieces = ["# Errors\n", "Every error is one sentence: what is wrong, where, what to do. The exit code is 2.\n"]
    drawing = inspect.getdoc(errors) or ""
    pieces.append("```\n" + drawing.split("\n\n")[1] + "\n```\n")
    for name, each in vars(errors).items():
        if inspect.isclass(each) and issubclass(each, errors.AnaphorError):
            pieces.append(f"**{name}**: {inspect.getdoc(each)}\n")
    return "\n".join(pieces)


def findings() -> str:
    """Every finding of the checker, in both languages."""
    pieces = ["# Findings of the checker\n", "`anaphor collection check` prints these. Codes are stable.\n"]
    spoken = {}
    for language in ("en", "fr"):
        with speaking(language):
            spoken[language] = words("collection-finding-")
    for code, severity in sorted(CODES.items()):
        name = code.replace("-", "_")
        pieces.append(f"## {code}\n\n*{severity}*. {spoken['en'][name]}\n\n> {spoken['fr'][name]}\n")
    return "\n".join(pieces)


def records() -> str:
    """Every field of every shared record, from the sentence under it."""
    pieces = ["# Records\n", "What flows through the house. The same fields stand in the JSON lines.\n"]
    for module in (schema, answer):
        notes = _field_notes(module)
        for name, each in vars(module).items():
            if not inspect.isclass(each) or each.__module__ != module.__name__ or name.startswith("_"):
                continue
            if is_dataclass(each):
                rows = [f"| `{field.name}` | {notes.get((name, field.name), '')} |" for field in fields(each)]
            elif issubclass(each, StrEnum):
                rows = [f"| `{member.value}` | {notes.get((name, member.name), '')} |" for member in each]
            else:
                continue
            table = "\n".join(["| field | |", "|---|---|", *rows])
            pieces.append(f"## {name}\n\n{inspect.getdoc(each)}\n\n{table}\n")
    return "\n".join(pieces)


def _field_notes(module: ModuleType) -> dict[tuple[str, str], str]:
    """The sentence under each field, by class and field."""
    notes: dict[tuple[str, str], str] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for one, two in zip(node.body, node.body[1:], strict=False):
            target = one.target if isinstance(one, ast.AnnAssign) else getattr(one, "targets", [None])[0]
            if isinstance(target, ast.Name) and isinstance(two, ast.Expr) and isinstance(two.value, ast.Constant):
                notes[node.name, target.id] = str(two.value.value)
    return notes


def formats() -> str:
    """Every format, every collection of the catalogue, every domain."""
    pieces = ["# Formats, catalogue, domains\n", "## Formats\n"]
    pieces += ["| `--format` | whose | written too |", "|---|---|---|"]
    for name in FORMATS.names():
        each = FORMATS.get(name)
        pieces.append(f"| `{name}` | {each.title} | {'yes' if isinstance(each, WritableFormat) else ''} |")
    pieces += ["\n## Folders for other programs\n", "| `--to` | what is written |", "|---|---|"]
    pieces += [f"| `{name}` | {EXPORTS.get(name).title} |" for name in EXPORTS.names()]
    pieces += ["\n## Catalogue\n", "| name | language | items | licence | source |", "|---|---|---|---|---|"]
    for listing in CATALOGUE:
        source = listing.page or listing.repository or "embedded"
        licence = listing.licence or "not stated"
        pieces.append(f"| `{listing.name}` | {listing.language} | {_items(listing)} | {licence} | {source} |")
    pieces += ["\n## Domains\n", "| domain | kind | covers | DBpedia |", "|---|---|---|---|"]
    for domain in domains().values():
        pieces.append(f"| `{domain.name}` | {domain.kind} | {domain.covers} | {domain.dbpedia} |")
    return "\n".join(pieces) + "\n"


def _items(listing: Listing) -> int:
    return listing.items if listing.items is not None else len(load(listing.name).entries)


def door_list() -> str:
    """Every door with the names that it offers, each with the first sentence about it."""
    pieces = [
        "# Doors\n",
        "What each package offers to users and to the other packages: `from anaphor.PACKAGE import NAME`. What users "
        "need is in the [Python reference](python/anaphor.md), with examples; the rest serves anaphor itself.\n",
    ]
    for door, names in every_door().items():
        about = documentation(door).partition("\n")[0]
        rows = [f"| `{name}` | {_cell(documentation(door, name).partition(BLANK)[0])} |" for name in names]
        pieces.append(f"## {door}\n\n{about}\n\n" + "\n".join(["| | |", "|---|---|", *rows]) + "\n")
    return "\n".join(pieces)


def every_door() -> dict[str, tuple[str, ...]]:
    """The names of each door, the front door first."""
    inner = {f"anaphor.{door}": names for door, names in drawing.doors().items()}
    return {"anaphor": drawing.offered(drawing.PACKAGE), **inner}


def documentation(door: str, name: str = "") -> str:
    """What a door, or a class or function of it, says of itself; of a constant or an alias, what stands under it."""
    if not name:
        return inspect.cleandoc(import_module(door).__doc__ or "")
    thing = getattr(import_module(door), name)
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return _constant_note(f"{door}.__init__", name)
    text = inspect.cleandoc(thing.__doc__ or "")
    return "" if text.startswith(f"{name}(") else text  # a dataclass without a docstring gets its signature as one


def _constant_note(module: str, name: str) -> str:
    """The sentence under a constant, in the module that defines it, found by way of the imports."""
    package, _, file = module.rpartition(".")
    folder = drawing.PACKAGE.parent.joinpath(*package.split("."))
    path = next(each for each in (folder / f"{file}.pyi", folder / f"{file}.py") if each.is_file())
    body = ast.parse(path.read_text("utf-8")).body
    for one, two in zip(body, [*body[1:], None], strict=True):
        if isinstance(one, ast.ImportFrom) and any(name in (each.name, each.asname) for each in one.names):
            origin = f"{package}.{one.module}" if one.level else one.module or ""
            inner = drawing.PACKAGE.parent.joinpath(*origin.split(".")).is_dir()
            return _constant_note(f"{origin}.__init__" if inner else origin, name)
        if isinstance(one, ast.Assign | ast.AnnAssign) and isinstance(two, ast.Expr):
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target
            if isinstance(target, ast.Name) and target.id == name and isinstance(two.value, ast.Constant):
                return inspect.cleandoc(str(two.value.value))
    return ""


PAGES = {
    "doors.md": door_list,
    "commands.md": commands,
    "keywords.md": keywords,
    "errors.md": error_tree,
    "findings.md": findings,
    "records.md": records,
    "formats.md": formats,
    "../constructions.md": constructions.page,
}


def stale() -> list[str]:
    """Names of the pages that are not what the code would make."""
    drawn = [] if DRAWING.is_file() and DRAWING.read_text("utf-8") == drawing.drawing() else [DRAWING.name]
    return drawn + [
        name
        for name, make in PAGES.items()
        if not (REFERENCE / name).exists() or (REFERENCE / name).read_text("utf-8") != _NOTICE + make()
    ]


def main() -> None:
    """Write all pages, or check them."""
    if "--check" in sys.argv:
        old = stale()
        sys.exit(f"stale reference pages: {', '.join(old)}; run: make docs" if old else 0)
    REFERENCE.mkdir(exist_ok=True)
    DRAWING.write_text(drawing.drawing(), "utf-8")
    for name, make in PAGES.items():
        (REFERENCE / name).write_text(_NOTICE + make(), "utf-8")


if __name__ == "__main__":
    main()
