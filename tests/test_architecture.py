"""The rooms of the house and who may import whom, hidden imports included."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "src" / "anaphor"

TOP = {"schema", "answer", "provenance", "errors", "registry"}
"""Files that every room may import; they import only one another."""

PURE = {"estimation", "storage", "linguistics"}
ROOMS_WITH_A_RESULT = {"collection", "corpus", "audit", "experiment", "agreement", "resolver", "scoring", "challenge"}
TABLE: dict[str, set[str]] = {
    "estimation": set(),
    "storage": set(),
    "linguistics": set(),
    "collection": {"storage", "linguistics"},
    "corpus": {"storage", "linguistics"},
    "audit": {"estimation", "linguistics", "corpus", "scoring"},
    "experiment": {"storage", "estimation", "linguistics"},
    "agreement": {"estimation"},
    "resolver": {"linguistics", "corpus", "storage"},
    "scoring": {"estimation"},
    "challenge": {
        "storage",
        "estimation",
        "collection",
        "resolver",
        "scoring",
        "agreement",
        "experiment",
    },
    "report": PURE | ROOMS_WITH_A_RESULT,
    "web": PURE | ROOMS_WITH_A_RESULT | {"report"},
    "cli": PURE | ROOMS_WITH_A_RESULT | {"report", "web"},
}
"""Each room with the rooms it may import, as the plan of the house has it."""

DOORS = {"__init__", "__main__"}
"""The front door imports by name when asked; `python -m anaphor` opens the command."""

NAMELESS_DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager"}
LONGEST_FILE = 450


def modules() -> list[str]:
    """All modules of the package but its front doors, as `room.file` or `file`."""
    paths = sorted(HOUSE.rglob("*.py"))
    names = [".".join(path.relative_to(HOUSE).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in names if name not in DOORS]


def path_of(module: str) -> Path:
    """The file of a module."""
    path = HOUSE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def room_of(module: str) -> str:
    """The room, or the top file, that a module belongs to."""
    return module.partition(".")[0]


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports of the package, wherever in the file: in functions, for types only, or by a string."""
    tree = ast.parse(path_of(module).read_text("utf-8"))
    return frozenset(
        name.removeprefix("anaphor").removeprefix(".")
        for node in ast.walk(tree)
        for name in _imported(node, module)
        if name == "anaphor" or name.startswith("anaphor.")
    )


def _imported(node: ast.AST, module: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        start = _absolute(node, module)
        for alias in node.names:
            inner = f"{start}.{alias.name}"
            yield inner if _is_module(inner) or start == "anaphor" else start
    elif isinstance(node, ast.Call) and _called(node.func) in ("import_module", "__import__"):
        yield from (each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _absolute(node: ast.ImportFrom, module: str) -> str:
    if not node.level:
        return node.module or ""
    inside = path_of(module).name == "__init__.py"
    parts = ["anaphor", *module.split(".")][: None if inside and node.level == 1 else -node.level + inside]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _is_module(name: str) -> bool:
    path = ROOT.joinpath("src", *name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_the_table_names_only_rooms_of_the_house() -> None:
    assert set().union(*TABLE.values()) <= TABLE.keys()


def test_every_folder_with_code_is_a_room_of_the_table() -> None:
    assert {room_of(module) for module in modules()} - TOP <= TABLE.keys()


@pytest.mark.parametrize("module", modules())
def test_a_module_imports_only_what_the_table_allows(module: str) -> None:
    room = room_of(module)
    allowed = TOP if room in TOP else TOP | TABLE[room] | {room}
    # The version is the one thing that the front door holds itself; anything else there is a detour round the table.
    assert {name for name in imports(module) if name != "__version__" and room_of(name) not in allowed} == set()


def test_the_check_sees_imports_in_functions_type_blocks_and_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from anaphor.web import app
def late():
    from . import difference
    from ..corpus.index import Index
    import anaphor.cli.main
    importlib.import_module("anaphor.scoring")
    from anaphor import load
"""
    monkeypatch.setattr(Path, "read_text", lambda path, encoding: hidden)
    found = imports.__wrapped__("collection.loading")
    assert found == {"web.app", "collection.difference", "corpus.index", "cli.main", "scoring", "load"}


def test_no_module_leads_back_to_itself() -> None:
    known = set(modules())
    graph = {module: (imports(module) & known) - {module} for module in known}
    while leaves := {module for module, needed in graph.items() if not needed}:
        graph = {module: needed - leaves for module, needed in graph.items() if module not in leaves}
    assert graph == {}


def test_there_is_no_third_level_of_folders() -> None:
    deep = [path for path in HOUSE.rglob("*.py") if len(path.relative_to(HOUSE).parts) > 2]
    assert deep == []


def test_no_file_is_a_drawer_without_a_name() -> None:
    names = [*HOUSE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    assert [path for path in names if NAMELESS_DRAWERS & set(path.stem.split("_"))] == []


def test_data_holds_no_code() -> None:
    assert [path for path in (HOUSE / "data").rglob("*") if path.suffix in (".py", ".pyc", ".so")] == []


def test_a_file_can_be_read_in_a_sitting() -> None:
    sizes = {path: len(path.read_text("utf-8").splitlines()) for path in HOUSE.rglob("*.py")}
    assert {str(path.relative_to(HOUSE)): size for path, size in sizes.items() if size > LONGEST_FILE} == {}
