"""The Python reference: every name of every public door has its place in a page, with an example that runs."""

import doctest
import re
from pathlib import Path

import pytest

from anaphor.door import names_for_users
from tests.test_architecture import path_of
from tests.test_public_names import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "reference" / "python"
PUBLIC = ("anaphor", *PACKAGES)
"""The doors that users enter by; what the packages offer one another is listed in `docs/reference/doors.md`."""
_ENTRY = re.compile(r"^::: (\S+)\n(.*?)(?=^::: |^## |\Z)", re.M | re.S)
_BLOCK = re.compile(r"^```(?:pycon|python)\n(.*?)^```$", re.M | re.S)


def entries(door: str) -> dict[str, str]:
    """What stands under each name of a page."""
    return dict(_ENTRY.findall((PAGES / f"{door}.md").read_text("utf-8")))


def names(door: str) -> list[str]:
    """The names of a door, as users write them."""
    inner = "" if door == "anaphor" else door
    stub = path_of(inner).with_suffix(".pyi").read_text("utf-8")
    return [f"anaphor.{inner}.{name}".replace("..", ".") for name in names_for_users(stub)]


@pytest.mark.parametrize("door", PUBLIC)
def test_every_name_of_a_door_is_in_the_reference_with_an_example(door: str) -> None:
    found = entries(door)
    assert sorted(found) == sorted(names(door))
    for name, below in found.items():
        examples = "".join(_BLOCK.findall(below))
        assert re.search(rf"\b{name.rpartition('.')[2]}\b", examples), f"no example uses {name}"


@pytest.mark.slow
@pytest.mark.parametrize("page", [*(f"reference/python/{door}.md" for door in PUBLIC), "python.md"])
def test_the_examples_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = ROOT / "docs" / page
    examples = "\n".join(_BLOCK.findall(path.read_text("utf-8")))
    test = doctest.DocTestParser().get_doctest(examples, {}, page, str(path), 0)
    assert test.examples
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=said.append)
    assert not said, "".join(said)
