"""The commands: what they print, their keys, and one sentence for every wrong question."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.corpus import app
from anaphor.corpus import open_index
from anaphor.errors import AnaphorError
from tests.corpus.conftest import invented
from tests.corpus.naive import write_corpus
from tests.corpus.test_building import run


def call(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def called(*arguments: str, code: int = 0) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(call(*arguments, "--json", code=code))
    return printed


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("command")
    inputs = write_corpus(place / "in", invented(500))
    call(
        "index",
        *inputs,
        "-o",
        str(place / "small.idx"),
        "--language",
        "fr",
        "--processes",
        "1",
        "--licence",
        "CC0",
        "--source",
        "invented",
    )
    return str(place / "small.idx")


def test_count_prints_the_promised_keys(folder: str) -> None:
    found = called("count", folder, "moulin", "lourd")
    counted = open_index(folder).pair("moulin", "lourd")
    assert (found["sentences"], found["a"], found["b"], found["both"]) == (
        counted.total,
        counted.a,
        counted.b,
        counted.both,
    )
    assert found["mi"] == pytest.approx(__import__("math").log2(counted.both * counted.total / (counted.a * counted.b)))
    assert found["asked"] == ["moulin", "lourd"]
    assert found["counted_in"] == "sentences"


def test_a_single_word_is_counted_alone(folder: str) -> None:
    found = called("count", folder, "moulins")
    assert found["a"] == open_index(folder).frequency("moulin") > 0
    assert (found["b"], found["both"], found["mi"]) == (None, None, None)


def test_a_pair_that_never_meets_has_a_reason_and_no_score(folder: str) -> None:
    found = called("count", folder, "moulin", "zèbre", "--measure", "npmi")
    assert (found["both"], found["mi"], found["npmi"]) == (0, None, None)
    assert found["undefined"]["mi"] == "the second word does not occur"
    assert "no score" in call("count", folder, "moulin", "zèbre")
    assert called("count", folder, "moulin", "zèbre", "--smoothing", "0.5")["mi"] is not None


def test_windows_forms_and_directions_are_said_in_the_answer(folder: str) -> None:
    found = called("count", folder, "lourde", "la", "--form", "--window", "4", "--directed", "--measure", "llr")
    assert (found["unit"], found["window"], found["directed"], found["counted_in"]) == (
        "form",
        4,
        True,
        "pairs of places",
    )
    assert found["total"] > found["sentences"]
    assert isinstance(found["llr"], float)


def test_sentences_are_shown_on_request(folder: str) -> None:
    found = called("count", folder, "moulin", "lourd", "--lines", "2")
    assert len(found["lines"]) == 2
    assert found["lines"][0]["source"] == "text0.txt"
    assert found["lines"][0]["text"] in call("count", folder, "moulin", "lourd", "--lines", "2")


def test_literal_questions_are_not_analysed(folder: str) -> None:
    assert called("count", folder, "lourde")["a"] > 0
    assert called("count", folder, "lourde", "--literal")["a"] == 0


def test_info_describes_and_verifies(folder: str, tmp_path: Path) -> None:
    found = called("info", folder, "--verify")
    assert (found["name"], found["shards"], found["damaged"], found["verified"]) == ("small", 1, [], True)
    assert found["card"]["licence"] == "CC0"
    assert found["words"] == open_index(folder).words
    inputs = write_corpus(tmp_path / "in", invented(50))
    call("index", *inputs, "-o", str(tmp_path / "x"), "--processes", "1")
    data = tmp_path / "x" / "shards" / "00000-00" / "data.bin"
    whole = data.read_bytes()
    for place in (len(whole) // 2, len(whole) - 1):
        data.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert called("info", str(tmp_path / "x"), "--verify", code=1)["damaged"]
        assert called("info", str(tmp_path / "x"))["damaged"] == []
    data.write_bytes(whole)
    meta = data.with_name("meta.json")
    meta.write_bytes(meta.read_bytes().replace(b'"sections"', b'"sectionz"'))
    assert called("info", str(tmp_path / "x"), "--verify", code=1)["damaged"] == ["00000-00/meta.json"]
    with pytest.raises(AnaphorError, match="not as it was written"):
        call("info", str(tmp_path / "x"))


def test_parts_built_one_by_one_are_an_index(folder: str, tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(500))
    made = tmp_path / "parts.idx"
    for part in ("2/3", "1/3", "3/3"):
        assert called("shard", *inputs, "-o", str(made), "--part", part)["part"] == int(part[0]) - 1
    assert open_index(made).pair("moulin", "lourd") == open_index(folder).pair("moulin", "lourd")
    call("index", *inputs, "-o", str(made), "--processes", "2")  # all parts are there: nothing is left to do
    with pytest.raises(AnaphorError, match="3 parts, not 4"):
        call("shard", *inputs, "-o", str(made), "--part", "1/4")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["count", "nowhere", "a"], "no such index"),
        (["info", "nowhere"], "no such index"),
        (["index", "nowhere.txt", "-o", "x"], "no such file"),
        (["index", "{input}", "-o", "{out}", "--language", "xx"], "no language"),
        (["index", "{input}", "-o", "{out}", "--engine", "dask"], "scheduler"),
        (["index", "{input}", "-o", "{out}", "--scheduler", "tcp://h:1"], "for Dask"),
        (["index", "{input}", "-o", "{input}"], "no index"),
        (["shard", "{input}", "-o", "{out}", "--part", "9/3"], "names no part"),
        (["count", "{folder}", "a", "b", "--directed"], "window"),
        (["count", "{folder}", "a", "b", "--measure", "nmi"], "npmi"),
        (["count", "{folder}", "—"], "no word"),
        (["count", "{folder}", "a", "b", "--smoothing", "-1"], "smoothed"),
    ],
)
def test_wrong_questions_are_one_sentence(arguments: list[str], message: str, folder: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Il dort.\n")
    names = {"input": str(tmp_path / "a.txt"), "out": str(tmp_path / "out"), "folder": folder}
    with pytest.raises(AnaphorError, match=message):
        call(*(each.format(**names) for each in arguments))


def test_the_command_ends_with_two_and_no_traceback(tmp_path: Path) -> None:
    failed = run("corpus", "count", str(tmp_path), "a", "b")
    assert failed.returncode == 2
    assert failed.stderr.startswith("anaphor: ")
    assert failed.stderr.count("\n") == 1


ENGLISH_TEXT = "The cat sat on the mat because it was tired, and the dog was at the door of the house.\n" * 9
FRENCH_TEXT = "Le chat dort sur le tapis parce que la porte de la maison est fermée et il fait froid.\n" * 9
GERMAN_TEXT = "Der Hund ist nicht zu Hause, und die Katze war auf dem Dach, weil es nicht regnete.\n" * 9


@pytest.mark.parametrize(("text", "language"), [(ENGLISH_TEXT, "en"), (FRENCH_TEXT, "fr")])
def test_the_language_of_a_text_is_found_and_said(tmp_path: Path, text: str, language: str) -> None:
    source = tmp_path / "text.txt"
    source.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["index", str(source), "-o", str(tmp_path / "i.idx")], catch_exceptions=False)
    assert f"indexed as {language}" in result.output
    assert open_index(tmp_path / "i.idx").language == language
    again = CliRunner().invoke(app, ["index", str(source), "-o", str(tmp_path / "i.idx")], catch_exceptions=False)
    assert (again.exit_code, "indexed as" in again.output) == (0, False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ENGLISH_TEXT + FRENCH_TEXT, "several languages"),
        (GERMAN_TEXT, "looks like de"),
    ],
)
def test_a_text_in_no_single_known_language_is_not_indexed_by_a_guess(tmp_path: Path, text: str, said: str) -> None:
    source = tmp_path / "text.txt"
    source.write_text(text, "utf-8")
    with pytest.raises(AnaphorError, match=said):
        call("index", str(source), "-o", str(tmp_path / "i.idx"))
    assert not (tmp_path / "i.idx").exists()
    call("index", str(source), "-o", str(tmp_path / "i.idx"), "--language", "fr")
    assert open_index(tmp_path / "i.idx").language == "fr"


def test_a_language_that_the_text_does_not_look_like_is_taken_but_told(tmp_path: Path) -> None:
    source = tmp_path / "text.txt"
    source.write_text(ENGLISH_TEXT, "utf-8")
    result = CliRunner().invoke(app, ["index", str(source), "-o", str(tmp_path / "i.idx"), "--language", "fr"])
    assert "look like en" in result.output
