"""What `score` and `compare` are given: nothing of another collection, nobody twice, every refusal with its file."""

import json
from pathlib import Path

import pytest

from anaphor.answer import Answer, Choice
from anaphor.collection import load
from anaphor.schema import Item
from tests.cli.scored_runs import call, document, first, refusal, right, shaky, write

pytestmark = pytest.mark.slow

LONE = """\
anaphor: 1
name: lone
language: en
problems:
  - {id: a, text: "Ann rang Bea up, as [she] was bored.", candidates: [Ann, Bea], answer: Ann}
  - {id: b, text: "Ann, Bea and Cleo left when [she] was tired.", candidates: [Ann, Bea, Cleo], answer: Cleo}
  - {id: c, text: "Ann rang Bea up, as [she] was late.", candidates: [Ann, Bea], key: neither}
"""


@pytest.fixture
def english(tmp_path: Path) -> Path:
    return write(tmp_path / "first.jsonl", "anaphor-en", "first", first)


@pytest.fixture
def lone(tmp_path: Path) -> Path:
    path = tmp_path / "lone.yaml"
    path.write_text(LONE, "utf-8")
    return path


def audit_of(path: Path, name: str) -> Path:
    collection = load(name)
    items = [{"item": each.id, "right": (True, False, None)[n % 3]} for n, each in enumerate(collection.items)]
    signature = f"collection:{collection.name}#{collection.fingerprint}|measure:mi"
    path.write_text(json.dumps({"items": items, "signature": signature}), "utf-8")
    return path


def test_an_audit_of_another_collection_is_refused_with_both_names(english: Path, tmp_path: Path) -> None:
    told = refusal("score", english, "--by", "audit", "--audit", audit_of(tmp_path / "fr.json", "anaphor-fr"))
    assert "fr.json" in told
    assert load("anaphor-fr").fingerprint in told
    assert load("anaphor-en").fingerprint in told


def test_an_audit_of_items_that_were_not_asked_is_refused_whatever_its_signature(english: Path, tmp_path: Path) -> None:
    audit = tmp_path / "audit.json"
    audit.write_text('{"items": [{"item": "zz", "right": true}]}', "utf-8")
    assert "zz" in refusal("score", english, "--by", "audit", "--audit", audit)


def test_an_audit_says_how_a_system_does_where_co_occurrence_does_not_solve(english: Path, tmp_path: Path) -> None:
    words = ("score", english, "--by", "audit", "--audit", audit_of(tmp_path / "en.json", "anaphor-en"))
    (row,) = document(*words)["runs"]
    parts = {each["label"]: each for each in row["groups"]["audit"]}
    assert row["beyond_audit"]["n"] == parts["wrong"]["n"] + parts["unscored"]["n"]
    assert row["beyond_audit"]["h"] == parts["wrong"]["h"] + parts["unscored"]["h"]
    assert "items that mutual information does not solve" in call(*words)


def test_a_collection_without_domains_has_one_group_and_says_so(lone: Path, tmp_path: Path) -> None:
    run = write(tmp_path / "run.jsonl", lone, "first", first)
    (row,) = document("score", run, "--by", "domain", "--by", "associative")["runs"]
    assert [(each["label"], each["n"]) for each in row["groups"]["domain"]] == [("(none)", 2)]
    assert "no item has a label of the kind domain" in call("score", run, "--by", "domain")


def test_labels_of_other_items_and_rows_given_twice_are_refused_with_their_file(english: Path, tmp_path: Path) -> None:
    table = tmp_path / "groups.csv"
    table.write_text("item,author\nzz,me\n", "utf-8")
    assert "groups.csv: no row is about an item" in refusal("score", english, "--by", "author", "--groups", table)
    item = load("anaphor-en").items[0].id
    table.write_text(f"item,author\n{item},me\n{item},you\n", "utf-8")
    assert "groups.csv:3" in refusal("score", english, "--by", "author", "--groups", table)


def test_consistency_is_that_of_one_respondent(tmp_path: Path) -> None:
    order = document("perturb", "anaphor-en", "--how", "order", "-o", tmp_path / "order.yaml")
    old = {name: write(tmp_path / f"{name}.jsonl", "anaphor-en", name, first) for name in ("a", "b")}
    new = {name: write(tmp_path / f"{name}2.jsonl", tmp_path / "order.yaml", name, first) for name in ("a", "b")}
    told = refusal("score", old["a"], new["b"], "--origins", order["origins"])
    assert "no run of b on the originals" in told
    assert "b2.jsonl" in told
    rows = document("score", new["b"], old["a"], new["a"], old["b"], "--origins", order["origins"])["consistency"]
    assert [row["respondent"] for row in rows] == ["b on anaphor-en~order", "a on anaphor-en~order"]
    assert {row["same"] for row in rows} == {0.0}
    assert "no run is on the changed wordings" in refusal("score", old["a"], old["b"], "--origins", order["origins"])


def people(path: Path, *answers: tuple[str, str, int]) -> Path:
    lines = [
        {"respondent": who, "question": item, "reply": {"kind": "choice", "candidate": chosen}}
        for who, item, chosen in answers
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_a_person_who_answers_twice_is_not_two_people(english: Path, tmp_path: Path) -> None:
    item = load("anaphor-en").items[0].id
    twice = people(tmp_path / "people.jsonl", ("x", item, 0), ("y", item, 0), ("x", item, 1))
    told = refusal("score", english, "--people", twice)
    assert f"people.jsonl: x answers the question {item} twice" in told
    counts = tmp_path / "counts.csv"
    counts.write_text(f"item,right,asked\n{item},1,3\n{item},2,3\n", "utf-8")
    assert "counts.csv:3" in refusal("score", english, "--people", counts)


def test_a_table_may_have_semicolons_and_says_what_a_row_lacks(english: Path, tmp_path: Path) -> None:
    item = load("anaphor-en").items[0].id
    counts = tmp_path / "gens à moi.csv"
    counts.write_text(f"item;right;asked\n{item};2;3\n", "utf-8")
    assert document("score", english, "--people", counts, "--times", "50")["people"]
    counts.write_text(f"item;right;asked\n{item};;\n", "utf-8")
    assert "gens à moi.csv:2: this row has no counts (right and asked are whole numbers)" in refusal(
        "score", english, "--people", counts
    )


def test_counts_of_more_people_than_there_are_are_refused(english: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts.csv"
    counts.write_text(f"item,right,asked\n{load('anaphor-en').items[0].id},1,{10**400}\n", "utf-8")
    assert "more people than there are" in refusal("score", english, "--people", counts)


def test_in_a_run_of_a_person_a_later_answer_takes_the_place_of_an_earlier_one(english: Path, tmp_path: Path) -> None:
    run = write(tmp_path / "person.jsonl", "anaphor-en", "person", right)
    item = load("anaphor-en").items[0]
    again = json.dumps(
        {"respondent": "r", "question": item.id, "trace": {"a": 1}, "reply": {"kind": "choice", "candidate": item.key}}
    )
    run.write_text(run.read_text("utf-8") + again + "\n", "utf-8")
    found = document("score", english, "--people", run, "--times", "50")["people"]
    assert (found["people"], found["reussite"]) == (1, 1.0)


def test_the_chance_is_that_of_the_items_that_were_scored(lone: Path, tmp_path: Path) -> None:
    part = write(tmp_path / "part.jsonl", lone, "first", first, keep=1)
    whole = write(tmp_path / "whole.jsonl", lone, "second", answers_all)
    assert "chance is 50.00" in call("score", part, "--missing", "skip")
    assert "each run on the items that it answered" in call("score", part, whole, "--missing", "skip")
    (row,) = document("score", part, "--missing", "abstain")["runs"]
    assert row["abstentions"] == {"missing": 1}


def answers_all(number: int, item: Item) -> Answer:
    return Answer(respondent="r", question=item.id, reply=Choice(candidate=0))


def test_a_report_of_runs_on_different_items_leaves_their_comparison_out(lone: Path, tmp_path: Path) -> None:
    part = write(tmp_path / "part.jsonl", lone, "first", first, keep=1)
    whole = write(tmp_path / "whole.jsonl", lone, "second", answers_all)
    call("score", part, whole, "--missing", "skip", "--html", tmp_path / "report.md")
    assert "McNemar" not in (tmp_path / "report.md").read_text("utf-8")


def test_a_copy_of_a_run_does_not_count_twice(english: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(english.read_bytes())
    told = refusal("compare", english, copy)
    assert "copy.jsonl" in told
    assert str(english) in told
    link = tmp_path / "link.jsonl"
    link.symlink_to(english)
    assert "given twice" in refusal("score", english, link)


def test_answers_to_unknown_questions_and_other_candidates_are_refused_with_the_file(tmp_path: Path) -> None:
    def strange(number: int, item: Item) -> Answer:
        return Answer(respondent="r", question=f"{item.id}?", reply=Choice(candidate=0))

    def far(number: int, item: Item) -> Answer:
        return Answer(respondent="r", question=item.id, reply=Choice(candidate=7))

    assert "strange.jsonl: the run answers" in refusal(
        "score", write(tmp_path / "strange.jsonl", "anaphor-en", "x", strange), "--missing", "skip"
    )
    assert "far.jsonl: the answer to" in refusal("score", write(tmp_path / "far.jsonl", "anaphor-en", "x", far))
    assert "part.jsonl: " in refusal("score", write(tmp_path / "part.jsonl", "anaphor-en", "x", first, keep=3))


def test_a_run_is_scored_on_its_collection_as_it_was_read(tmp_path: Path) -> None:
    source = tmp_path / "items.jsonl"  # the format has no field for the language: it was said on the command line
    line = {
        "qID": "a-1",
        "sentence": "Zoé aime Léa car _ est drôle.",
        "option1": "Zoé",
        "option2": "Léa",
        "answer": "2",
    }
    source.write_text(json.dumps(line) + "\n", "utf-8")
    run = write(tmp_path / "run.jsonl", source, "first", answers_all, format="winogrande", language="en")
    assert load(source).fingerprint != load(source, language="en").fingerprint
    assert document("score", run)["runs"][0]["n"] == 1
    assert document("score", run, "--collection", source)["runs"][0]["n"] == 1
    assert "another state" in refusal("score", run, "--language", "fr")


@pytest.mark.parametrize("folder", [".", "runs"])
def test_a_run_finds_its_collection_from_another_folder(
    lone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    run = write(Path(folder) / "run.jsonl", lone.name, "first", answers_all)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert document("score", tmp_path / run)["runs"][0]["n"] == 2


def test_keys_that_no_choice_could_meet_are_left_out_and_counted(lone: Path, tmp_path: Path) -> None:
    (row,) = document("score", write(tmp_path / "run.jsonl", lone, "first", answers_all))["runs"]
    assert (row["n"], row["left_out"]) == (2, {"key neither": 1})
    assert row["chance"] == pytest.approx(5 / 12)
    assert "Left out: key neither 1" in call("score", tmp_path / "run.jsonl")


def test_scores_as_far_apart_as_numbers_go_are_scored(tmp_path: Path) -> None:
    def wild(number: int, item: Item) -> Answer:
        far = 1e308 if number % 2 else -1e308
        scores = tuple(far if n == 0 else -far for n in range(len(item.question.candidates)))
        return Answer(respondent="r", question=item.id, reply=Choice(candidate=0), scores=scores)

    (row,) = document("score", write(tmp_path / "wild.jsonl", "anaphor-en", "wild", wild))["runs"]
    assert row["risk"]["points"][0]["lead"] > 1e308
    assert row["calibration"]["bins"]


def test_a_lone_item_with_or_without_an_answer_is_scored(tmp_path: Path, lone: Path) -> None:
    lone.write_text(LONE.partition("  - {id: b")[0], "utf-8")
    runs = [write(tmp_path / f"{each.__name__}.jsonl", lone, each.__name__, each) for each in (right, answers_all)]
    (one,) = document("score", runs[0])["runs"]
    assert (one["n"], one["reussite"], one["smallest_difference"]) == (1, 1.0, None)
    assert one["low"] < 0.3
    assert document("compare", *runs)["pairs"][0]["p"] == 1.0


def test_a_run_of_abstentions_alone_is_at_chance_with_room_on_both_sides(tmp_path: Path) -> None:
    def silent(number: int, item: Item) -> Answer:
        return shaky(2, item)

    (row,) = document("score", write(tmp_path / "silent.jsonl", "anaphor-en", "silent", silent))["runs"]
    assert (row["qualite"], row["f1"], row["smallest_difference"]) == (None, None, None)
    assert row["reussite"] == pytest.approx(row["chance"])
    assert row["high"] - row["low"] > 0.02


def test_choices_between_equal_scores_are_told(tmp_path: Path) -> None:
    def careless(number: int, item: Item) -> Answer:
        even = (0.0,) * len(item.question.candidates)
        return Answer(respondent="r", question=item.id, reply=Choice(candidate=0), scores=even)

    run = write(tmp_path / "careless.jsonl", "anaphor-en", "careless", careless)
    assert document("score", run)["runs"][0]["tied_choices"] == len(load("anaphor-en").items)
    assert "some choices were made among equal scores" in call("score", run)


def test_counts_beyond_all_reason_are_one_sentence() -> None:
    for words in ((10**400, 1, 1), (10, 10**400, 1), (-(10**400), 1, 1)):
        assert "beyond all reason" in refusal("score", "--counts", *map(str, words))
