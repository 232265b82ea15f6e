"""What a builder without a corpus learns: schemas to look at by the carried table, and sentences that do not clash."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphor.collection import save
from anaphor.schema import Collection
from tests.audit.items import problems, schema
from tests.audit.test_command import document, run

pytestmark = pytest.mark.slow

DOG = "The dog chased the cat because [it] wanted to {}."
KING = "The king banished the knight because [he] was {}."


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """One schema that any table of pairs solves, and one that none does."""
    path = tmp_path / "fresh.yaml"
    dog = schema("dog", DOG, ("bark", "purr"), ("the dog", "the cat"), language="en")
    king = schema("king", KING, ("cruel", "disloyal"), ("the king", "the knight"), language="en")
    save(Collection(name="fresh", language="en", schemas=(dog, king)), path)
    return path


def test_new_schemas_that_the_carried_table_solves_are_named_without_a_rate(fresh: Path) -> None:
    found = document(fresh, "--quick")
    assert found["verdict"] == "undecided"
    assert found["table"][0]["items"] == 0
    assert [each["item"] for each in found["look_at"]] == ["dog.1", "dog.2"]
    for each in found["look_at"]:
        others = [each[name] for name in ("wrong_bits", "bound") if each[name] is not None]
        assert each["right_bits"] - 2 >= max(others)


def test_people_read_which_schemas_and_the_way_to_a_corpus(fresh: Path) -> None:
    _, text = run(fresh, "--quick")
    assert "Look at these: the table of pairs that comes along would solve 1 schema" in text
    assert "dog–bark" in text
    assert "anaphor corpus index TEXT -o my.idx" in text
    assert "À regarder" in run(fresh, "--quick", "--interface", "fr")[1]


def test_with_a_corpus_of_ones_own_the_table_is_not_asked(fresh: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The dog ran. The cat slept.\n", "utf-8")
    assert document(fresh, "--quick", "--stream", text)["look_at"] == []


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_a_collection_that_was_counted_exactly_is_left_to_its_counts(name: str) -> None:
    assert document(name, "--quick")["look_at"] == []


def test_a_page_is_written_where_only_the_other_shortcuts_could_be_asked(tmp_path: Path) -> None:
    save(problems([0] * 30), tmp_path / "lone.yaml")
    page = tmp_path / "lone.html"
    code, _ = run(tmp_path / "lone.yaml", "--html", page)
    text = page.read_text("utf-8")
    assert code == 0
    assert "none of the 30 items has the shape" in text
    assert "frequent candidate" in text
    assert "There is a shortcut to the answers: chance does not explain" in text


def attested(tmp_path: Path) -> tuple[Path, Path]:
    """A schema, and a text in which each cue meets the right candidate alone."""
    text, path = tmp_path / "text.txt", tmp_path / "dog.yaml"
    text.write_text("The dog may bark. The cat may purr.\n" * 9, "utf-8")
    dog = schema("dog", DOG, ("bark", "purr"), ("the dog", "the cat"), language="en")
    save(Collection(name="dog", language="en", schemas=(dog,)), path)
    return path, text


def test_no_score_and_a_schema_solved_by_attestation_are_told_without_contradiction(tmp_path: Path) -> None:
    path, text = attested(tmp_path)
    _, told = run(path, "--stream", text, "--quick")
    assert "none of the 2 items could be scored: a candidate that never meets the cue has no score" in told
    assert "Attestation alone, without two scores to compare, solves 1 of 1 schema:" in told
    assert "Simple statistics solve" not in told


def test_nothing_is_extrapolated_from_a_handful_of_words(tmp_path: Path) -> None:
    path, text = attested(tmp_path)
    found: dict[str, Any] = document(path, "--stream", text, "--quick")
    assert found["growth"]["needs"] == []
    assert "Gamma" not in json.dumps(found["sentences"])
    assert "because a pair never meets" in found["sentences"][-1]
