"""Calls of `anaphor.corpus` against the commands' `--json`; text in memory; measures of one's own; bad input."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from anaphor import corpus
from anaphor.corpus import Index, PairCount, Undefined
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.result import Result
from tests.corpus.conftest import invented
from tests.corpus.naive import write_corpus
from tests.corpus.test_corpus_command import called


def plain(found: Result) -> Any:
    """What it becomes, as it would be printed."""
    return json.loads(json.dumps(found.to_dict(), allow_nan=False))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return [*write_corpus(tmp_path_factory.mktemp("in"), invented(400))]


@pytest.fixture(scope="module")
def index(inputs: list[str], tmp_path_factory: pytest.TempPathFactory) -> Index:
    return corpus.build(inputs, tmp_path_factory.mktemp("made") / "small.idx", language="fr", licence="CC0")


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in names}


def test_build_gives_what_index_gives(index: Index, inputs: list[str], tmp_path: Path) -> None:
    made = called("index", *inputs, "-o", str(tmp_path / "small.idx"), "--language", "fr", "--licence", "CC0")
    assert plain(index) == made
    assert repr(index) == f"<Index: small (fr), {index.words:,} words>"


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ((), {}),
        (("--form",), {"form": True}),
        (("--window", "5", "--directed"), {"window": 5, "directed": True}),
        (("--measure", "npmi", "--measure", "llr", "--smoothing", "1"), {"measure": ["npmi", "llr"], "smoothing": 1}),
        (("--measure", "dice", "--lines", "3"), {"measure": "dice", "lines": 3}),
    ],
)
@pytest.mark.parametrize("words", [("moulin",), ("moulin", "lourd"), ("moulin", "absent")])
def test_count_gives_what_the_command_gives(
    index: Index, words: tuple[str, ...], options: tuple[str, ...], settings: dict[str, Any]
) -> None:
    assert plain(index.count(*words, **settings)) == called("count", str(index.folder), *words, *options)


def test_literal_words_are_those_of_the_index(index: Index) -> None:
    opened = corpus.open(index.folder, literal=True)
    assert plain(opened.count("moulin")) == called("count", str(index.folder), "moulin", "--literal")


@pytest.mark.parametrize("verify", [False, True])
def test_info_gives_what_the_command_gives(index: Index, verify: bool) -> None:
    asked = ["info", str(index.folder), *(["--verify"] if verify else [])]
    assert plain(corpus.open(str(index.folder)).info(verify=verify)) == called(*asked)


def test_damage_is_found(index: Index, inputs: list[str], tmp_path: Path) -> None:
    made = corpus.build(inputs, tmp_path / "broken.idx", language="fr")
    part = next((made.folder / "parts").iterdir())
    part.write_text(part.read_text("utf-8").replace('"part": 0', '"part":  0'), "utf-8")
    found = corpus.open(made.folder).info(verify=True)
    assert found.damaged == (f"parts/{part.name}",)
    assert plain(found) == called("info", str(made.folder), "--verify", code=1)
    assert index.damaged() == ()


def test_parts_become_an_index(inputs: list[str], tmp_path: Path, index: Index) -> None:
    for part in ("1/2", "2/2"):
        made = corpus.shard(inputs, tmp_path / "ours", part, language="fr", name="small")
        there = called(
            "shard", *inputs, "-o", str(tmp_path / "theirs"), "--part", part, "--language", "fr", "--name", "small"
        )
        assert plain(made) == there
        assert repr(made).startswith(f"<IndexPart: part {part} of ")
    assert corpus.open(tmp_path / "ours").pair("moulin", "lourd") == index.pair("moulin", "lourd")


def test_a_table_of_pairs_is_the_commands(index: Index, tmp_path: Path) -> None:
    ours = corpus.pair_table(index, tmp_path / "ours.pairs", frequency=5, ratio=1.2, common=10)
    asked = ("-o", str(tmp_path / "theirs.pairs"), "--frequency", "5", "--ratio", "1.2", "--common", "10")
    assert without(plain(ours), "table") == without(called("pairs", str(index.folder), *asked), "table")
    assert (tmp_path / "ours.pairs").read_bytes() == (tmp_path / "theirs.pairs").read_bytes()
    with pytest.raises(InputError, match="twice"):
        corpus.pair_table([index, index.folder], tmp_path / "x.pairs")
    with pytest.raises(InputError, match="much"):
        corpus.pair_table(index, tmp_path / "x.pairs", ratio="much")


def lines(inputs: list[str]) -> list[str]:
    return [line for path in inputs for line in Path(path).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("shape", [iter, pd.Series, pl.Series], ids=["iterator", "pandas", "polars"])
def test_text_in_memory_is_counted_like_text_in_files(
    shape: Callable[[list[str]], Any], index: Index, inputs: list[str], tmp_path: Path
) -> None:
    made = corpus.build(shape(lines(inputs)), tmp_path / "memory.idx", language="fr")
    assert (made.words, made.sentences) == (index.words, index.sentences)
    assert made.pair("moulin", "lourd") == index.pair("moulin", "lourd")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["memory.idx"]
    streamed = corpus.count_stream(shape(lines(inputs)), ["moulin", "lourd"], language="fr")
    assert streamed.pair("moulin", "lourd") == index.pair("moulin", "lourd")


def test_what_was_begun_in_memory_goes_on_with_the_same_text_only(tmp_path: Path) -> None:
    texts = ["Le moulin est lourd.", "Le vent tourne."]
    made = corpus.build(iter(texts), tmp_path / "x.idx", language="fr")
    (made.folder / "card.json").unlink()
    with pytest.raises(InputError):
        corpus.open(made.folder)
    assert corpus.build(iter(texts), tmp_path / "x.idx", language="fr").words == made.words
    with pytest.raises(InputError, match="inputs"):
        corpus.build(iter(texts[:1] * 2), tmp_path / "x.idx", language="fr")


def test_missing_text_is_passed_over_and_told_and_other_things_are_refused(tmp_path: Path) -> None:
    made = corpus.build(iter(["Le vent.", None, float("nan"), "Le foin."]), tmp_path / "x.idx", language="fr")  # type: ignore[arg-type]  # wrong on purpose
    assert made.sentences == 2
    assert "2 records left out" in made.notes[0]
    with pytest.raises(InputError, match="text number 2 is no string but a int"):
        corpus.build(iter(["Le vent.", 3]), tmp_path / "y.idx", language="fr")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InputError, match="inputs of the type int"):
        corpus.build(3, tmp_path / "y.idx")  # type: ignore[arg-type]  # wrong on purpose
    assert not (tmp_path / "y.idx").exists()


def test_a_guessed_language_is_heard(inputs: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = tmp_path / "french.txt"
    text.write_text("Le vent du nord se lève sur la plaine et les enfants rentrent à la maison.\n" * 20, "utf-8")
    heard: list[str] = []
    corpus.build(text, tmp_path / "x.idx", hear=lambda remark: heard.append(str(remark)))
    corpus.build(text, tmp_path / "y.idx")
    assert "indexed as fr" in heard[0]
    assert caplog.messages == [heard[0].replace("--language", "`language`")]


def test_a_measure_of_ones_own(index: Index) -> None:
    def overlap(count: PairCount) -> float:
        return count.both / min(count.a, count.b)

    found = index.count("moulin", "lourd", measure=[overlap, "dice"])
    assert found.scores["overlap"] == found.count.both / min(found.count.a, found.count.b)
    assert found.to_dict()["overlap"] == found.scores["overlap"]
    nothing = index.count("moulin", "absent", measure=overlap).scores["overlap"]
    assert isinstance(nothing, Undefined)
    assert "division by zero" in str(nothing.reason)


@pytest.mark.parametrize(
    ("settings", "kind", "said"),
    [
        ({"langauge": "fr"}, UnknownNameError, "language"),
        ({"engine": "fast"}, InputError, "'fast'.*'processes'"),
        ({"errors": "loud"}, InputError, "errors"),
        ({"newlines": "some"}, InputError, "newlines"),
        ({"format": "docx"}, UnknownNameError, "docx"),
    ],
)
def test_bad_settings_get_one_sentence(
    settings: dict[str, Any], kind: type[AnaphorError], said: str, inputs: list[str], tmp_path: Path
) -> None:
    with pytest.raises(kind, match=said):
        corpus.build(inputs, tmp_path / "x.idx", **settings)


def test_results_show_themselves(index: Index) -> None:
    found = index.count("moulin", "lourd", lines=2)
    assert repr(found).startswith("<CountAnswer: moulin – lourd: ")
    assert "moulin" in found._repr_html_()
    assert len(found.to_frame()) == 1
    assert len(found.to_frame("lines")) == 2
    assert str(index.words) in index._repr_html_().replace(",", "")
    assert repr(index.info()) == repr(index).replace("Index", "IndexInfo")
    with pytest.raises(InputError, match="window"):
        index.count("moulin", "lourd", directed=True)


@pytest.mark.slow
def test_a_script_without_a_guard_may_use_several_processes(tmp_path: Path) -> None:
    """Processes that are started anew must not run the user's script again."""
    text = tmp_path / "text.txt"
    text.write_text("Le moulin est lourd et le vent tourne sur la plaine.\n" * 40, "utf-8")
    script = tmp_path / "script.py"
    script.write_text(
        "from anaphor import corpus\n"
        "print('begun')\n"
        "print(corpus.build('text.txt', 'x.idx', language='fr', processes=2, parts=2))\n",
        "utf-8",
    )
    ran = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == ["begun", "<Index: x (fr), 440 words>"], ran.stderr
