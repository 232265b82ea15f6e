"""The page for those who come from other tools: every line of theirs and of ours runs, and gives what the page says."""

import doctest
import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import anaphor

PAGE = Path(__file__).resolve().parents[1] / "docs" / "from-other-tools.md"
SECTIONS = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.M | re.S))
NEEDED = {"scikit-learn": "sklearn", "lm-eval": "lm_eval"}
"""What the packages are imported as, where that is not the name of the section."""
MODELS = ("minicons", "lm-eval")
"""Sections that score with the model in the folder `model`."""
BENCH_ONLY = ("lm-eval",)
"""What the bench group alone installs, since it brings more than a test environment should carry."""
_BLOCK = re.compile(r'^```pycon title="([\w-]+)"\n(.*?)^```$', re.M | re.S)


def test_every_section_shows_the_job_in_both() -> None:
    assert list(SECTIONS) == ["krippendorff", "irrCAC", "scikit-learn", "minicons", "lm-eval"]
    for name, text in SECTIONS.items():
        assert {title for title, _ in _BLOCK.findall(text)} == {name, "anaphor"}
        assert len(_BLOCK.findall(text)) == text.count("```pycon"), f"{name}: a block without a title is not run"
        assert "**What differs.**" in text


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # other people's libraries may warn
@pytest.mark.parametrize("name", SECTIONS)
def test_the_lines_of_a_section_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec(NEEDED.get(name, name)) is None:
        if os.environ.get("CI") and name not in BENCH_ONLY:
            pytest.fail(f"CI must have {name}")
        pytest.skip(f"{name} is not installed (the groups test and bench name it): the section on it did not run")
    monkeypatch.chdir(tmp_path)
    if name in MODELS:
        from tests.resolver.tiny_models import causal_folder

        # Tokens as large models have them: a word of the collection is one, with the space before it.
        text = [question.text for question in anaphor.load("anaphor-en").questions]
        causal_folder(tmp_path / "model", text=[*text, *text], tokens=4000)
    lines = "\n".join(content for _, content in _BLOCK.findall(SECTIONS[name]))
    test = doctest.DocTestParser().get_doctest(lines, {}, name, str(PAGE), 0)
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=said.append)
    assert not said, "".join(said)
