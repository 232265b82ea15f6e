"""What `import anaphor` gives, what it costs, and that it is typed."""

import inspect
import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

import anaphor
from anaphor.provenance import Signature

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "anaphor"
PUBLIC = [
    "Abstention",
    "AbstentionReason",
    "AnaphorError",
    "Answer",
    "Candidate",
    "Choice",
    "Collection",
    "Item",
    "Mark",
    "Problem",
    "Question",
    "Respondent",
    "Schema",
    "Span",
    "__version__",
    "check",
    "compare",
    "differences",
    "load",
    "read",
    "read_candidate",
    "readings",
    "resolve",
    "save",
    "scale",
    "score",
    "select",
]
PACKAGES = [
    "agreement",
    "audit",
    "authoring",
    "challenge",
    "collection",
    "corpus",
    "experiment",
    "language",
    "report",
    "resolver",
    "scoring",
    "statistics",
]
HEAVY = {"babel", "fluent", "matplotlib", "numpy", "pydantic", "rich", "scipy", "sqlalchemy", "torch", "typer", "yaml"}
DOORS = sorted(
    ".".join(("anaphor", *path.parent.relative_to(PACKAGE).parts)) for path in PACKAGE.rglob("*/__init__.py")
)
OFFERING = sorted(
    ".".join(("anaphor", *path.parent.relative_to(PACKAGE).parts)) for path in PACKAGE.rglob("__init__.pyi")
)


def test_the_public_names_are_these_and_no_others() -> None:
    assert sorted(vars(anaphor)["__all__"]) == sorted([*PUBLIC, *PACKAGES])
    assert set(dir(anaphor)) == {*PUBLIC, *PACKAGES}
    assert "Signature" not in dir(anaphor)
    assert anaphor.Signature is Signature  # type: ignore[attr-defined]  # offered by version 0.1


@pytest.mark.slow
def test_a_public_name_is_there_and_says_what_it_is() -> None:
    documentation = {name: inspect.cleandoc(getattr(anaphor, name).__doc__ or "") for name in PUBLIC}
    del documentation["__version__"]  # a text, whose documentation is that of all texts
    # A dataclass without a docstring gets its signature as one.
    silent = [
        name
        for name, text in documentation.items()
        if not text.partition("\n\n")[0].endswith(".") or text.startswith(f"{name}(")
    ]
    assert silent == []


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="attribute lode"):
        getattr(anaphor, "lode")  # noqa: B009  # looking it up is the test


def test_no_door_imports_a_library_before_it_is_used() -> None:
    code = f"import sys, {', '.join(DOORS)}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(done.stdout.split()) == set()


@pytest.mark.slow
def test_a_name_of_a_door_is_there() -> None:
    for door in DOORS:
        module = import_module(door)
        for name in getattr(module, "__all__", ()):
            getattr(module, name)


def test_looking_at_a_door_shows_its_names_and_nothing_else() -> None:
    shown = {}
    for door in OFFERING:
        module = import_module(door)
        for name in module.__all__:
            getattr(module, name)  # what was used is kept in the module, and so are the modules that it came from
        shown[door] = set(dir(module)) ^ set(module.__all__)
    assert {door: names for door, names in shown.items() if names} == {}


def test_the_package_says_that_it_is_typed() -> None:
    assert files("anaphor").joinpath("py.typed").is_file()
