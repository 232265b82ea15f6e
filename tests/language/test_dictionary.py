"""Answers of simplemma that are kept: the same as without, and no file can spoil them."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import simplemma

CODE = """
import sys
from anaphor.language import dictionary
print(dictionary.lemmatize("mice", lang="en"), dictionary.is_known("xanrof", lang="en"), "simplemma" in sys.modules)
"""


def asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ANAPHOR_CACHE", str(folder))
    return subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout


def test_what_was_asked_before_needs_no_dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(tmp_path, monkeypatch) == "mouse False True\n"
    (kept,) = tmp_path.rglob("*.tsv")
    assert kept.name == f"simplemma-{version('simplemma')}-en.tsv"
    assert kept.read_text("utf-8") == "lemma\tmice\tmouse\nknown\txanrof\tno\n"
    assert asked(tmp_path, monkeypatch) == "mouse False False\n"
    assert simplemma.lemmatize("mice", lang="en") == "mouse"


@pytest.mark.parametrize("broken", [b"lemma\tmice\tmo", b"\xff\xfe\n", b"lemma\tmi\nce\n\n", b""], ids=repr)
def test_a_broken_file_is_as_good_as_none(broken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "words" / f"simplemma-{version('simplemma')}-en.tsv"
    place.parent.mkdir()
    place.write_bytes(broken)
    assert asked(tmp_path, monkeypatch) == "mouse False True\n"


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words").write_text("no folder", "utf-8")
    assert asked(tmp_path, monkeypatch) == "mouse False True\n"
