"""The examples in docstrings run, and print what they say."""

import doctest
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).resolve().parents[1] / "src"


def modules_with_examples() -> dict[str, list[str]]:
    """The modules whose text holds an example, by package; the others need not be imported to know that."""
    modules = defaultdict(list)
    for path in sorted((SOURCE / "anaphor").rglob("*.py")):
        if ">>> " in path.read_text("utf-8"):
            parts = path.relative_to(SOURCE).with_suffix("").parts
            modules[parts[1]].append(".".join(part for part in parts if part != "__init__"))
    return dict(modules)


@pytest.mark.parametrize("package", modules_with_examples())
def test_the_examples_of_a_package_run(package: str) -> None:
    failures: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for module in modules_with_examples()[package]:
        for examples in doctest.DocTestFinder(exclude_empty=True).find(import_module(module), module):
            runner.run(examples, out=failures.append)
    assert runner.tries
    assert not failures, "\n".join(failures)
