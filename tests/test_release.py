"""A release says one thing everywhere: its version, what comes with it, how it is cited."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

import anaphor

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_one_version_is_in_the_project_the_package_the_citation_and_the_changelog() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    newest, day = _newest()
    assert {PROJECT["version"], anaphor.__version__, cited["version"]} == {newest}
    assert str(cited["date-released"]) == day


def test_type_information_comes_along() -> None:
    assert (Path(anaphor.__file__).parent / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_every_extra_is_tried_in_an_empty_environment_and_told_about(extra: str) -> None:
    install = ROOT / "tests" / "install"
    assert f"  [{extra}]=" in (install / "every_extra.sh").read_text("utf-8")
    assert f'("{extra}", [' in (install / "missing_extras.py").read_text("utf-8")
    assert f"| `{extra}` |" in (ROOT / "docs" / "install.md").read_text("utf-8")


def _newest() -> tuple[str, str]:
    """The newest release that the changelog has, and its day."""
    found = re.search(r"(?m)^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert found
    return found[1], found[2]
