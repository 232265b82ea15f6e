"""Writing a collection changes the named output and nothing else, whole or not at all."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import load, save, writable
from anaphor.collection.saving import sayable, target_format
from anaphor.errors import AnaphorError, ContentError, InputError, OutputError
from anaphor.schema import Collection, question_of

SAVE_UNDER_A_LIMIT = """
import resource, sys
from pathlib import Path
import anaphor
from anaphor.errors import OutputError
collection = anaphor.load("anaphor-fr")
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    anaphor.save(collection, Path(sys.argv[1]), "native")
except OutputError as error:
    print(error)
"""


def snapshot(*folders: Path) -> dict[Path, bytes]:
    """Every file below the folders with its content."""
    return {path: path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write to, as the working folder; home, cache and temporary files are below it too."""
    for name in ("work", "home", "cache", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    return tmp_path / "work"


@pytest.mark.parametrize(("ending", "name"), [(".yaml", "native"), (".yml", "native"), (".JSONL", "jsonl")])
def test_the_ending_says_the_format_and_the_file_reads_back(place: Path, ending: str, name: str) -> None:
    output = place / f"copy{ending}"
    assert target_format(output, None) == name
    collection = load("anaphor-en")
    save(collection, output, name)
    assert load(output) == collection


def test_a_named_format_goes_before_the_ending(place: Path) -> None:
    assert target_format(place / "copy.yaml", "jsonl") == "jsonl"


@pytest.mark.parametrize(
    ("output", "name"), [("copy.txt", None), ("copy", None), ("copy.yaml", "gap"), ("copy", "zzz")]
)
def test_a_format_that_cannot_be_written_is_refused_with_those_that_can(output: str, name: str | None) -> None:
    with pytest.raises(InputError, match=r"`to`: .*jsonl\|native.*hf"):
        target_format(Path(output), name)


def test_native_and_json_lines_can_be_written() -> None:
    assert {"native", "jsonl", "hf"} <= set(writable())


def test_loading_and_saving_write_nothing_but_the_output(place: Path) -> None:
    before = snapshot(place.parent)
    save(load("anaphor-fr"), place / "a.yaml", "native")
    save(load(place / "a.yaml"), place / "b.jsonl", "jsonl")
    load("b.jsonl")
    assert snapshot(place.parent).keys() - before.keys() == {place / "a.yaml", place / "b.jsonl"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["collection", "show", "mine.yaml", "--json"], ["collection", "check", "mine.yaml"], ["collection", "list"]],
    ids=lambda arguments: arguments[1],
)
def test_a_command_that_only_looks_writes_nothing_but_its_cache(place: Path, arguments: list[str]) -> None:
    save(load("anaphor-en"), place / "mine.yaml", "native")
    before = snapshot(place.parent)
    command = [sys.executable, "-B", "-m", "anaphor", *arguments]
    run = subprocess.run(command, capture_output=True, cwd=place, env=os.environ.copy(), check=False)
    assert run.returncode in (0, 1), run.stderr
    after = snapshot(place.parent)  # what simplemma said of words is kept between commands
    assert {path: read for path, read in after.items() if "words" not in path.parts} == before


@pytest.mark.slow
def test_converting_writes_only_the_named_output(place: Path) -> None:
    save(load("anaphor-en"), place / "mine.yaml", "native")
    before = snapshot(place.parent)
    command = [sys.executable, "-B", "-m", "anaphor", "collection", "convert", "mine.yaml", "-o", "out.jsonl"]
    subprocess.run(command, capture_output=True, cwd=place, env=os.environ.copy(), check=True)
    after = snapshot(place.parent)
    assert after.keys() - before.keys() == {place / "out.jsonl"}
    assert {path: after[path] for path in before} == before


@pytest.mark.slow
def test_a_disk_without_room_leaves_the_old_file_whole(place: Path) -> None:
    output = place / "a.yaml"
    output.write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", SAVE_UNDER_A_LIMIT, str(output)], capture_output=True, text=True, check=True
    )
    assert "could not be written (File too large)" in run.stdout
    assert snapshot(place) == {output: b"old"}


def test_a_record_that_cannot_be_said_leaves_the_old_file_whole(place: Path) -> None:
    output = place / "a.yaml"
    output.write_text("old")
    broken = replace(load("anaphor-fr"), title="half \ud800")
    for name in ("native", "jsonl"):
        with pytest.raises(ContentError, match="half a character"):
            save(broken, output, name)
    assert snapshot(place) == {output: b"old"}


def test_half_a_character_deep_in_a_schema_is_refused_too(place: Path) -> None:
    whole = load("anaphor-fr")
    broken = replace(whole, schemas=(replace(whole.schemas[0], notes="\udcff"),), problems=())
    with pytest.raises(ContentError, match="half a character"):
        save(broken, place / "a.yaml", "native")
    assert snapshot(place) == {}


def test_a_folder_in_the_place_of_a_file_is_refused(place: Path) -> None:
    with pytest.raises(OutputError, match="this is a folder"):
        save(Collection(name="c", language="fr"), place, "native")


def test_an_unknown_format_is_one_sentence(place: Path) -> None:
    with pytest.raises(AnaphorError, match="nativ"):
        save(Collection(name="c", language="fr"), place / "a", "nativ")
    assert snapshot(place) == {}


@pytest.mark.slow
def test_what_a_format_cannot_say_is_left_out_and_named_when_asked(place: Path) -> None:
    collection = load("anaphor-fr")
    with pytest.raises(ContentError, match="`skip`"):
        save(collection, place / "all.jsonl", "winogrande")
    kept, left_out = sayable(collection, "winogrande")
    more = {
        part.id for part in collection.parts if any(len(question_of(item).candidates) != 2 for item in part.entries)
    }
    reasons = {each.id: each.why for each in left_out}
    assert {name for name, why in reasons.items() if "candidates and not two" in str(why)} == more
    # Two candidates, but no blank that both fill: `si bien que Malik`, `si bien qu'Étienne`.
    assert reasons.keys() - more == {"averse", "cachette", "dessert", "grele"}
    save(kept, place / "some.jsonl", "winogrande")
    assert len(load(str(place / "some.jsonl")).entries) == len(kept.entries)
    assert sayable(collection, "jsonl") == (collection, ())
