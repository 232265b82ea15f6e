"""A release says one thing everywhere: its version, what comes with it, how it is cited."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import anaphor

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
KINDS = {kind["directory"] for kind in SETTINGS["tool"]["towncrier"]["type"]}
CHANGES = ROOT / "changes"


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


def test_every_change_has_a_kind_and_is_a_sentence_or_a_few() -> None:
    name = re.compile(rf"(\d+\.|\+)[a-z][a-z0-9-]*\.({'|'.join(sorted(KINDS))})\.md")
    fragments = {path.name: path.read_text("utf-8") for path in CHANGES.glob("*.md") if path.name != "README.md"}
    assert [each for each in fragments if not name.fullmatch(each)] == [], "see changes/README.md"
    bulleted = [each for each, text in fragments.items() if not re.fullmatch(r"[^\s#*-].*[.)!`]\n", text, re.DOTALL)]
    assert bulleted == [], "each is text without a bullet and ends with a full stop"


def test_the_kinds_of_changes_are_explained() -> None:
    explained = (CHANGES / "README.md").read_text("utf-8")
    assert {kind for kind in KINDS if f"`{kind}`" not in explained} == set()


def test_changes_become_a_release_of_the_changelog(tmp_path: Path) -> None:
    builder = pytest.importorskip("towncrier.build", reason="towncrier (group test) is not installed")
    shutil.copytree(CHANGES, tmp_path / "changes", ignore=shutil.ignore_patterns("[0-9+]*"))
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "changes" / "30.answers.fixed.md").write_text("`score`: one sentence,\nin two lines.\n", "utf-8")
    (tmp_path / "changes" / "+scale.new.md").write_text("`scale`: another.\n", "utf-8")
    arguments = ["--version", "9.9.9", "--date", "2030-01-02", "--draft", "--dir", str(tmp_path)]
    printed = CliRunner().invoke(builder._main, arguments).stdout
    new, fixed = "### New\n- `scale`: another.", "### Fixed\n- `score`: one sentence,\n  in two lines."
    lines = "\n".join(line for line in printed.splitlines() if line.strip())
    assert lines.endswith(f"## 9.9.9 (2030-01-02)\n{new}\n{fixed}")


def _newest() -> tuple[str, str]:
    """The newest release that the changelog has, and its day."""
    found = re.search(r"(?m)^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert found
    return found[1], found[2]
