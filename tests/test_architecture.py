"""The plan of the package: who may import whom, doors, and the rules of `docs/architecture.md` that a test can hold."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "anaphor"

TOP = {"schema", "answer", "section", "provenance", "errors", "registry", "result", "progress", "processes"}
TOP |= {"parameters", "clock", "document", "door"}
"""Files that every package may import; they import one another, `text` and `files`."""
OPEN = TOP | {"text", "files"}

TABLE: dict[str, set[str]] = {
    "text": set(),
    "files": set(),
    "statistics": set(),
    "language": set(),
    "collection": {"language"},
    "corpus": {"language"},
    "answers": {"collection"},
    "scoring": {"statistics", "collection", "answers"},
    "agreement": {"statistics", "answers"},
    "audit": {"statistics", "language", "collection", "corpus", "scoring"},
    "experiment": {"statistics", "language", "collection", "answers", "agreement"},
    "resolver": {"language", "collection", "corpus", "answers"},
    "authoring": {"statistics", "language", "collection", "corpus", "audit", "experiment", "resolver"},
    "challenge": {"statistics", "collection", "answers", "resolver", "scoring", "agreement", "experiment"},
}
"""Each package with the packages whose doors it may use, beside those that are open to all."""
RESULTS = set(TABLE) - {"text", "files"}
TABLE |= {
    "report": RESULTS,
    "library": RESULTS | {"report"},
    "web": RESULTS | {"report", "library"},
    "cli": RESULTS | {"report", "library", "web"},
}

FRONT = {"__version__", "RESULTS_SHOWN_BY"}
"""What the front door holds itself: the version, and the name of the module that shows results, which no package that
computes may know. Anything else there is a detour round the table."""

NAMELESS_DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager"}


def modules() -> list[str]:
    """All modules of the package but its doors, as `package.module`."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))
    return [".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in paths]


def doors() -> list[str]:
    """The packages; each has one door, and what lies inside has none."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def path_of(module: str) -> Path:
    """The file of a module or a door."""
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(path_of(module).read_text("utf-8"))


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports of the package, wherever in the file: in functions, for types only, or by a string."""
    return frozenset(
        name.removeprefix("anaphor").removeprefix(".")
        for node in ast.walk(tree_of(module))
        for name in _imported(node)
        if name == "anaphor" or name.startswith("anaphor.")
    )


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if _is_module(inner) or node.module == "anaphor" else node.module or ""
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "import_module":
        yield from (each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _is_module(name: str) -> bool:
    path = ROOT.joinpath("src", *name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def package_of(module: str) -> str:
    """The package, or the top file, that a module belongs to."""
    return module.partition(".")[0]


@cache
def stub_of(door: str) -> tuple[tuple[str, str], ...]:
    """(module, name) of everything that a door offers."""
    stub = path_of(door).with_suffix(".pyi")
    if not stub.is_file():
        return ()
    nodes = [node for node in ast.parse(stub.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
    # `from . import agreement` names a package, which has a door of its own.
    return tuple((node.module, alias.name) for node in nodes if node.module for alias in node.names)


# ------------------------------------------------------------------------------------------- who may import whom


def test_every_folder_with_code_is_a_package_of_the_table() -> None:
    assert {package_of(module) for module in modules()} - TOP == TABLE.keys()


def test_a_module_imports_only_what_the_table_allows() -> None:
    forbidden = {module: names for module in modules() if (names := imports_beside_the_table(module))}
    assert forbidden == {}


def imports_beside_the_table(module: str) -> set[str]:
    """What a module imports of packages that its own may not import."""
    package = package_of(module)
    allowed = OPEN if package in TOP else OPEN | TABLE[package] | {package}
    return {name for name in imports(module) if name not in FRONT and package_of(name) not in allowed}


PACKAGES = set(doors()) | TABLE.keys()
"""What may be imported from; a package of one module is its own door."""


def test_other_packages_are_entered_through_their_doors() -> None:
    beside = {module: names for module in modules() if (names := imports_beside_the_doors(module, PACKAGES))}
    assert beside == {}


def imports_beside_the_doors(module: str, packages: set[str]) -> set[str]:
    """The modules of other packages that a module imports from directly."""
    package = package_of(module)
    return {
        name for name in imports(module) if package_of(name) not in (package, *FRONT, *TOP) and name not in packages
    }


def test_the_check_sees_imports_in_functions_type_blocks_and_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from anaphor.web import application
def late():
    from anaphor.corpus.index import Index
    import anaphor.cli.main
    importlib.import_module("anaphor.scoring")
    from anaphor import load
"""
    monkeypatch.setattr("tests.test_architecture.tree_of", lambda module: ast.parse(hidden))
    found = imports.__wrapped__("collection.loading")
    assert {"corpus.index", "cli.main", "scoring", "load"} <= found


def test_a_package_inside_a_package_has_no_door() -> None:
    stubs = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.pyi")}
    assert {stub for stub in stubs if "/" in stub} == set()
    inner = [path for path in PACKAGE.glob("*/**/__init__.py") if path.parent.parent != PACKAGE]
    assert [path for path in inner if len(ast.parse(path.read_text("utf-8")).body) > 1] == []


def test_no_module_leads_back_to_itself() -> None:
    known = set(modules())
    homes = {(door, name): f"{door}{module}" for door in doors() for module, name in _homes(door)}
    graph = {module: (_reached(module, homes) & known) - {module} for module in known}
    while leaves := {module for module, needed in graph.items() if not needed}:
        graph = {module: needed - leaves for module, needed in graph.items() if module not in leaves}
    assert graph == {}


def _homes(door: str) -> list[tuple[str, str]]:
    return [(f".{module}", name) for module, name in stub_of(door)]


def _reached(module: str, homes: dict[tuple[str, str], str]) -> set[str]:
    """The modules that a module needs, through doors too."""
    found = set(imports(module))
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("anaphor."):
            door = node.module.removeprefix("anaphor.")
            found |= {homes[door, alias.name] for alias in node.names if (door, alias.name) in homes}
    return found


# ------------------------------------------------------------------------------------------------------- other rules


def test_every_name_of_a_door_is_documented() -> None:
    silent = []
    for door in (door for door in doors() if package_of(door) != "cli"):
        names = stub_of(door)
        inner = {path.stem for path in path_of(door).parent.glob("*.py")} | {
            path.parent.name for path in path_of(door).parent.glob("*/__init__.py")
        }
        assert {name for _, name in names} & inner == set(), f"a module would hide a name of {door}"
        silent += [f"{door}.{name}" for module, name in names if not _has_docstring(f"{door}.{module}", name)]
    assert silent == []


def _has_docstring(module: str, name: str) -> bool:
    body = tree_of(module).body
    for number, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            return ast.get_docstring(node) is not None
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            after = body[number + 1] if number + 1 < len(body) else None
            return isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            home = (node.module or "").removeprefix("anaphor.")  # it is handed on: settings, or another package's door
            known = {handed: module for module, handed in stub_of(home)} if home in doors() else {name: ""}
            return name in known and _has_docstring(".".join(filter(None, (home, known[name]))), name)
    return False


def functions(module: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a module."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_sentences_for_people_stand_in_the_catalogue() -> None:
    prose = []
    for module in modules():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.Call) and str(getattr(node.func, "id", "")) in USER_ERRORS and node.args:
                first = node.args[0]
                if isinstance(first, ast.JoinedStr) or (isinstance(first, ast.Constant) and " " in str(first.value)):
                    prose.append(f"{module}:{node.lineno}")
    assert {package_of(place.partition(":")[0]) for place in prose} == set()


USER_ERRORS = {
    "InputError",
    "FormatError",
    "ContentError",
    "OutputError",
    "DownloadError",
    "ChecksumError",
    "RegistryError",
}


def test_no_package_that_computes_is_told_the_language_of_the_interface() -> None:
    told = [
        f"{module}:{each.name}"
        for module in modules()
        if package_of(module) in RESULTS
        for each in functions(module)
        if "interface" in {argument.arg for argument in (*each.args.args, *each.args.kwonlyargs)}
    ]
    assert {package_of(place) for place in told} == set()


def test_only_the_terminal_renderer_makes_tables_for_the_terminal() -> None:
    makers = {module for module in modules() if _imports_library(module, "rich.table")}
    assert makers <= {"report.terminal"}


def _imports_library(module: str, library: str) -> bool:
    return any(
        (isinstance(node, ast.ImportFrom) and node.module == library)
        or (isinstance(node, ast.Import) and any(alias.name == library for alias in node.names))
        for node in ast.walk(tree_of(module))
    )


def test_every_class_name_is_used_once() -> None:
    names = Counter(
        node.name for module in modules() for node in ast.walk(tree_of(module)) if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} == set()


def test_no_file_is_a_drawer_without_a_name() -> None:
    assert [name for name in modules() if name.rpartition(".")[2] in NAMELESS_DRAWERS] == []


def test_the_formatter_formats() -> None:
    skipped = sum(path.read_text("utf-8").count("# fmt: skip") for path in PACKAGE.rglob("*.py"))
    assert skipped <= 20


# That a new part touches at most three files, is tried in tests/test_newcomer.py.
