"""What `import anaphor` gives, what it costs, and that it is typed."""

import inspect
import subprocess
import sys
from importlib.resources import files

import pytest

import anaphor

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
    "Signature",
    "Span",
    "__version__",
    "check",
    "differences",
    "load",
    "read_candidate",
    "save",
]
HEAVY = {"pydantic", "yaml", "rich", "typer", "numpy", "datasets"}
TRIES = 5
SECONDS = 0.3


def test_the_public_names_are_these_and_no_others() -> None:
    assert anaphor.__all__ == PUBLIC
    assert set(PUBLIC) <= set(dir(anaphor))


@pytest.mark.parametrize("name", [name for name in PUBLIC if name != "__version__"])
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(anaphor, name)
    documentation = inspect.cleandoc(thing.__doc__ or "")
    assert documentation.partition("\n\n")[0].endswith(".")
    # A dataclass without a docstring gets its signature as one.
    assert not documentation.startswith(f"{name}(")


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        anaphor.lode  # noqa: B018  # looking it up is the test


def test_importing_the_package_is_quick_and_imports_nothing_heavy() -> None:
    code = (
        "import sys, time; start = time.perf_counter(); import anaphor; end = time.perf_counter();"
        "print(end - start, *{name.partition('.')[0] for name in sys.modules})"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in "x" * TRIES
    ]
    assert min(float(run.stdout.split()[0]) for run in runs) < SECONDS
    assert HEAVY & set(runs[0].stdout.split()[1:]) == set()


def test_the_package_says_that_it_is_typed() -> None:
    assert files("anaphor").joinpath("py.typed").is_file()
