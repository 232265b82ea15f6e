"""A collection is filtered with a reason for each item that goes, and the author's file keeps everything else."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.collection import select_
from anaphor.collection import load, read_text, save, selected, stamped, write_selected
from anaphor.collection.changes.editing import DropUnit, put_header
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import Asked, Response, Study, save_study
from anaphor.experiment.study.record import Person
from anaphor.schema import Collection, Status, question_of

FILE = """anaphor: 1
name: small
language: en

# The authors' remark on top.
schemas:
  - id: trophy   # keep this remark
    text: "The trophy does not fit into the suitcase because [it] is too {large|small}."
    question: "What is too {large|small}?"
    candidates: [the trophy, the suitcase]
    answers: [the trophy, the suitcase]

  # Between two schemas.
  - id: shelf
    text: "The vase fell off the shelf because [it] was {heavy|crooked}."
    question: "What was {heavy|crooked}?"
    candidates: [the vase, the shelf]
    answers: [the vase, the shelf]

problems:
  - id: letter
    text: "Tom gave Sam the letter [he] had written."
    question: "Who had written it?"
    candidates: [Tom, Sam]
    answer: Tom
  - id: tea
    text: "Ann poured Eve tea. [She] thanked her; then [she] poured some for herself."
    anaphors:
      - {question: "Who thanked?", candidates: [Ann, Eve], answer: Eve}
      - {question: "Who poured some more?", candidates: [Ann, Eve], answer: Ann}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "small.yaml"
    file.write_text(FILE, encoding="utf-8")
    return file


@pytest.fixture
def texts(path: Path) -> Collection:
    return load(path)


def ids(collection: Collection) -> list[str]:
    return [question_of(entry).id for entry in collection.entries]


def test_a_schema_goes_whole_and_its_twin_says_why(texts: Collection) -> None:
    found = selected(texts, {"trophy.2": "3 of 11 people right"})
    assert "trophy.1" not in ids(found.collection)
    assert [(each.item, str(each.reason), each.twin) for each in found.dropped] == [
        ("trophy.2", "3 of 11 people right", False),
        ("trophy.1", "its twin trophy.2 is dropped", True),
    ]
    kept = found.collection.schemas[0]
    assert (kept.status, kept.reason) == (Status.EXCLUDED, "trophy.2: 3 of 11 people right")


def test_an_item_can_go_alone_and_the_schema_remembers_it(texts: Collection) -> None:
    found = selected(texts, {"trophy.2": "too hard"}, DropUnit.ITEM)
    assert [each.item for each in found.dropped] == ["trophy.2"]
    assert "trophy.1" in ids(found.collection)
    assert found.collection.schemas[0].notes == "Left out: trophy.2: too hard."
    both = selected(texts, {"trophy.1": "a", "trophy.2": "b"}, DropUnit.ITEM)
    assert both.collection.schemas[0].status is Status.EXCLUDED


def test_ids_of_another_collection_are_refused(texts: Collection) -> None:
    with pytest.raises(InputError, match="'nobody'"):
        selected(texts, {"nobody": "x"})


def test_nothing_to_drop_changes_nothing(texts: Collection, path: Path, tmp_path: Path) -> None:
    found = selected(texts, {})
    assert (found.collection, found.changed, found.dropped) == (texts, (), ())
    assert write_selected(str(path), found, tmp_path / "out.yaml")
    assert (tmp_path / "out.yaml").read_text("utf-8") == FILE


@pytest.mark.parametrize("unit", DropUnit)
def test_the_authors_file_keeps_its_comments_and_everything_else(
    texts: Collection, path: Path, tmp_path: Path, unit: DropUnit
) -> None:
    found = selected(texts, {"shelf.1": "2 of 9 people right", "letter": "4 of 9 people right"}, unit)
    assert write_selected(str(path), found, tmp_path / "out.yaml")
    text = (tmp_path / "out.yaml").read_text("utf-8")
    for remark in ("# The authors' remark on top.", "# keep this remark", "# Between two schemas."):
        assert remark in text
    again = load(tmp_path / "out.yaml")
    assert ids(again) == ids(found.collection)
    assert "4 of 9 people right" in text
    assert "2 of 9 people right" in text


def test_problems_that_share_a_text_can_go_one_by_one(texts: Collection, path: Path, tmp_path: Path) -> None:
    found = selected(texts, {"tea.1": "too hard"})
    assert write_selected(str(path), found, tmp_path / "out.yaml")
    again = load(tmp_path / "out.yaml")
    assert sorted(ids(again)) == sorted(set(ids(texts)) - {"tea.1"})
    excluded = [each for each in again.problems if each.status is Status.EXCLUDED]
    assert [(each.id, each.reason) for each in excluded] == [("tea.1", "too hard")]


def test_what_goes_can_be_taken_out_altogether(texts: Collection, path: Path, tmp_path: Path) -> None:
    found = selected(texts, {"trophy.1": "x", "tea.2": "y"}, take_out=True)
    assert write_selected(str(path), found, tmp_path / "out.yaml")
    text = (tmp_path / "out.yaml").read_text("utf-8")
    assert "trophy" not in text
    assert "# Between two schemas." in text
    assert sorted(ids(load(tmp_path / "out.yaml"))) == ["letter", "shelf.1", "shelf.2", "tea.1"]


HEADS = {
    "none": "anaphor: 1\nlanguage: fr  # a remark\n",
    "plain": "anaphor: 1\nversion: 1.0  # ours\nnotes: old\nlanguage: fr  # a remark\n",
    "block": "anaphor: 1\nlanguage: fr\nnotes: |\n  One line,\n  and another.\n\n# a remark\n",
    "after": "anaphor: 1\nlanguage: fr  # a remark\nschemas: [{id: b, text: '[il]', answers: [p]}]\nname: x",
    "windows": "anaphor: 1\r\nlanguage: fr  # a remark\r\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_header_is_stamped_and_keeps_its_remarks(head: str) -> None:
    body = "schemas:\n  - {id: a, text: '[il]', answers: [p]}\n" if "schemas" not in head else ""
    text = head + (body.replace("\n", "\r\n") if "\r" in head else body)
    after = put_header(text, version="1.0+selected", notes='Why: "so".')
    found = read_text(after)
    assert (found.version, found.notes) == ("1.0+selected", 'Why: "so".')
    assert found.schemas == read_text(text).schemas
    assert "# a remark" in after
    assert after.count("\r\n") == (after.count("\n") if "\r" in text else 0)


def test_another_format_is_written_anew(texts: Collection, path: Path, tmp_path: Path) -> None:
    found = selected(texts, {"letter": "x"})
    assert not write_selected(str(path), found, tmp_path / "out.jsonl")
    assert sorted(ids(load(tmp_path / "out.jsonl"))) == sorted(ids(found.collection))


# --- the command ------------------------------------------------------------------------------------------------------

APP = select_


def run(*arguments: object) -> Any:
    found = CliRunner().invoke(APP, [*map(str, arguments), "--json"])
    if isinstance(found.exception, AnaphorError):
        raise found.exception
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def study_of(texts: Collection, wrong: dict[str, int], people: int = 10) -> Study:
    """A study in which so many people are wrong on some items and right on all others."""
    asked, responses = [], []
    parts = [(schema.id, entry) for schema in texts.schemas for entry in schema.variants]
    parts += [(problem.id, problem.item) for problem in texts.problems]
    for schema, entry in parts:
        name = question_of(entry).id
        asked.append(Asked(trial=name, item=name, schema=schema, key=0, candidates=("a", "b")))
        responses += [
            Response(person=f"p{p}", trial=name, item=name, schema=schema, key=0, choice=int(p < wrong.get(name, 0)))
            for p in range(people)
        ]
    return Study(
        name="s",
        people=tuple(Person(name=f"p{p}") for p in range(people)),
        responses=tuple(responses),
        asked=tuple(asked),
    )


def audit_of(path: Path, solved: dict[str, float], items: list[str]) -> Path:
    """What an audit printed: every item scored, some schemas solved with a lead."""
    rows = [
        {
            "item": name,
            "schema": name.partition(".")[0],
            "key": 0,
            "choice": int(name.partition(".")[0] not in solved),
            "lead": solved.get(name.partition(".")[0], 0.3),
            "right": name.partition(".")[0] in solved,
            "pairs": [{"both": 3}, {"both": 1}],
        }
        for name in items
    ]
    suspects = [
        {"schema": schema, "items": [f"{schema}.1", f"{schema}.2"], "by": "association", "lead": lead, "figures": []}
        for schema, lead in solved.items()
    ]
    path.write_text(json.dumps({"items": rows, "suspects": suspects}), encoding="utf-8")
    return path


def test_study_and_audit_are_joined_with_a_reason_for_each_item(path: Path, texts: Collection, tmp_path: Path) -> None:
    save_study(study_of(texts, {"letter": 5, "shelf.1": 2}), tmp_path / "s.jsonl")
    audit = audit_of(tmp_path / "a.json", {"trophy": 3.0}, ["trophy.1", "trophy.2", "shelf.1", "shelf.2"])
    found = run(path, "--study", tmp_path / "s.jsonl", "--audit", audit, "-o", tmp_path / "out.yaml")
    reasons = {each["item"]: each["reason"] for each in found["dropped"]}
    assert set(reasons) == {"letter", "trophy.1", "trophy.2"}
    assert "5 of 10 people right" in reasons["letter"]
    assert "lead 3.0" in reasons["trophy.1"]
    before, after = found["before"], found["after"]
    assert (before["items"], after["items"]) == (7, 4)
    assert before["human"]["mean"] == pytest.approx((5 * 1 + 0.8 + 0.5) / 7)
    assert after["human"]["mean"] == pytest.approx((3 * 1 + 0.8) / 4)
    assert before["audit"]["reussite"] == 0.5
    assert after["audit"]["reussite"] == 0.0
    assert after["fingerprint"] == load(tmp_path / "out.yaml").fingerprint != before["fingerprint"]
    assert found["comments_kept"]


def test_simulated_people_do_not_pass_for_real_ones(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(FILE.replace("language: en\n", 'language: en\nversion: "1.0"  # ours\n'), encoding="utf-8")
    made = study_of(load(path), {"letter": 5})
    save_study(replace(made, people=tuple(replace(each, simulated=True) for each in made.people)), tmp_path / "s.jsonl")
    arguments = [str(path), "--study", str(tmp_path / "s.jsonl"), "-o", str(tmp_path / "out.yaml")]
    found = run(*arguments)
    assert found["simulated"] is True
    assert "5 of 10 simulated people right" in found["dropped"][0]["reason"]
    shown = CliRunner().invoke(APP, arguments)
    assert "Simulated participants: nobody was asked" in shown.stderr
    assert "simulated people right" in shown.stdout
    left = load(tmp_path / "out.yaml")
    assert left.version == "1.0+selected"
    assert "a study of simulated people (s)" in (left.notes or "")
    assert "5 of 10 simulated people right" in (next(each.reason for each in left.problems if each.reason) or "")


def test_what_is_left_has_a_version_of_its_own(tmp_path: Path) -> None:
    texts = replace(load("anaphor-en"), version="1.0")
    item = ids(texts)[0]
    once = stamped(selected(texts, {item: "x"}), "Once.").collection
    assert (once.version, (once.notes or "").endswith("Once.")) == ("1.0+selected", True)
    assert stamped(selected(once, {ids(once)[0]: "y"}), "Twice.").collection.version == "1.0+selected"
    assert stamped(selected(texts, {}), "Nothing.").collection == texts


@pytest.mark.slow
def test_the_limits_can_be_moved(path: Path, texts: Collection, tmp_path: Path) -> None:
    save_study(study_of(texts, {"letter": 5, "shelf.1": 2}), tmp_path / "s.jsonl")
    audit = audit_of(tmp_path / "a.json", {"trophy": 3.0}, ["trophy.1", "trophy.2"])
    study = ("--study", tmp_path / "s.jsonl", "-o", tmp_path / "out.yaml")
    assert [each["item"] for each in run(path, *study, "--least", 0.9)["dropped"]] == ["shelf.1", "shelf.2", "letter"]
    assert [each["item"] for each in run(path, *study, "--least", 0.9, "--unit", "item")["dropped"]] == [
        "shelf.1",
        "letter",
    ]
    both = run(path, "--audit", audit, "--lead", 4, "-o", tmp_path / "out.yaml")
    assert both["dropped"] == []
    assert both["after"]["fingerprint"] == both["before"]["fingerprint"]


@pytest.mark.slow
def test_the_gain_is_also_told_for_people_who_did_not_select(tmp_path: Path) -> None:
    """Where all items are equally hard, selecting gains nothing for other people, and much for the same ones."""
    import random

    texts = load("anaphor-en")
    rng = random.Random(1)
    study = study_of(texts, {})
    noisy = tuple(replace(each, choice=int(rng.random() < 0.2)) for each in study.responses)
    save_study(replace(study, responses=noisy), tmp_path / "s.jsonl")
    found = run("anaphor-en", "--study", tmp_path / "s.jsonl", "-o", tmp_path / "out.yaml", "--unit", "item")
    gain = found["after"]["human"]["mean"] - found["before"]["human"]["mean"]
    assert gain > 0.05
    assert abs(found["held_out"]["after"] - found["held_out"]["before"]) < 0.02


def test_wrong_inputs_are_one_sentence(path: Path, texts: Collection, tmp_path: Path) -> None:
    save_study(study_of(load("anaphor-en"), {}), tmp_path / "other.jsonl")
    save_study(study_of(texts, dict.fromkeys(ids(texts), 10)), tmp_path / "bad.jsonl")
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    out = ("-o", tmp_path / "out.yaml")
    cases = [
        ((path, *out), "nothing says"),
        ((path, "--study", tmp_path / "other.jsonl", *out), "asked no item"),
        ((path, "--study", tmp_path / "bad.jsonl", *out), "nothing would be left"),
        ((path, "--audit", tmp_path / "a.json", *out), "no audit"),
        ((path, "--audit", tmp_path / "gone.json", *out), "no such file"),
        ((path, "--study", tmp_path / "bad.jsonl", "-o", path), "is read"),
        ((path, "--study", tmp_path / "bad.jsonl", "--least", 2, *out), "a share"),
    ]
    for arguments, said in cases:
        with pytest.raises(AnaphorError, match=said):
            run(*arguments)
    assert not (tmp_path / "out.yaml").exists()


def test_a_published_format_comes_out_as_native(texts: Collection, tmp_path: Path) -> None:
    save(texts, tmp_path / "c.jsonl")
    save_study(study_of(texts, {"letter": 9}), tmp_path / "s.jsonl")
    found = run(tmp_path / "c.jsonl", "--study", tmp_path / "s.jsonl", "-o", tmp_path / "out.yaml")
    assert not found["comments_kept"]
    assert "letter" not in ids(load(tmp_path / "out.yaml"))
