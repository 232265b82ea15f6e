"""What the package says of its own collections is what they are."""

import csv
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from anaphor import experiment
from anaphor.collection import check, load, readings
from anaphor.experiment import TrialKind

ROOT = Path(__file__).resolve().parents[2]
FOLDER = files("anaphor") / "data" / "collections"
NAMES = ("anaphor-fr", "anaphor-en")


def test_the_data_statement_lies_beside_the_data_and_in_the_docs() -> None:
    assert (FOLDER / "README.md").read_text("utf-8") == (ROOT / "docs" / "data-statement.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_statement_counts_what_the_collection_has(name: str) -> None:
    collection = load(name)
    row = f"| `{name}` | {len(collection.schemas)} | {len(collection.problems)} | {len(collection.entries)} | "
    assert row in (FOLDER / "README.md").read_text("utf-8")
    assert re.search("not yet validated|pas encore validé", collection.notes or "", re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_check_finds_nothing_and_every_sentence_can_be_substituted(name: str) -> None:
    assert all(each.severity.value == "note" for each in check(name).found)
    assert all("reading" in each for row in readings(name).to_dict()["items"] for each in row["readings"])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_validation_study_has_lists_of_at_most_forty_trials(name: str) -> None:
    made = experiment.new(name, trials=40, quota=40)
    others = [trial for trial in made.design.trials if trial.kind is not TrialKind.ITEM]
    assert not made.unseen
    assert all(len(names) + len(others) <= 40 for names in made.design.lists)
    schema_of = {trial.id: trial.schema for trial in made.design.trials}
    assert all(len({schema_of[each] for each in names}) == len(names) for names in made.design.lists)
    twins = [[each for each in names if each.endswith(".1")] for names in made.design.lists]
    assert all(0.2 * len(names) < len(first) for names, first in zip(made.design.lists, twins, strict=True))


def test_answers_that_keep_the_schema_become_a_study(tmp_path: Path) -> None:
    fields = [each["name"] for each in json.loads((FOLDER / "answers.schema.json").read_text("utf-8"))["fields"]]
    items = load("anaphor-fr").items[:4]
    rows = [
        dict(zip(fields, (f"p{who}", item.id, str(item.answer), 0, place, 900 + place), strict=True))
        for who in range(3)
        for place, item in enumerate(items, 1)
    ]
    with (tmp_path / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, fields)
        table.writeheader()
        table.writerows(rows)
    study = experiment.import_answers(tmp_path / "answers.csv", collection="anaphor-fr").study
    assert len(study.people) == 3
    assert len(study.responses) == 12
    assert all(each.choice == each.key for each in study.responses)
