"""A study leaves as files that others read, streaming, with a codebook and hashes, and comes back unchanged."""

import csv
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from anaphor.answer import Answer
from anaphor.answers import ImportSettings, read_study_file
from anaphor.errors import AnaphorError, FormatError, InputError
from anaphor.experiment import (
    FORMATS,
    Crowd,
    DesignPlan,
    Fate,
    Newcomer,
    Response,
    Store,
    Study,
    SubmittedAnswer,
    analyse_study,
    exclude,
    export_study,
    load_study,
    make_design,
    open_store,
    rehearse,
    save_study,
    study_of,
)
from anaphor.experiment.assembling import assemble
from anaphor.experiment.exporting.files import COLUMNS, codebook
from anaphor.experiment.study.record import Person, is_study
from anaphor.files import safe_cell
from anaphor.provenance import CRATE, canonical_json
from anaphor.scoring import people_of, targets_of
from anaphor.scoring.inputs import read_people
from anaphor.text import message
from tests.experiment.specimens import collection, design
from tests.experiment.visiting import consent, save_answers, start, withdraw

pytestmark = pytest.mark.slow

TEXTS = collection([2] * 8, [3, 4])


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = make_design(TEXTS, DesignPlan(quota=10))
    opened = open_store(str(tmp_path_factory.mktemp("study") / "s.db"), made)
    rehearse(opened, Crowd(finishing=10, seed=1, dropout=0.2, accuracy=0.7))
    yield opened
    opened.engine.dispose()


@pytest.fixture(scope="module")
def folder(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export")
    export_study(store, path, FORMATS)
    return path


def read_parquet(path: Path) -> list[dict[str, object]]:
    parquet: Any = import_module("pyarrow.parquet")  # it carries no types
    return list(parquet.read_table(path).to_pylist())


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_manifest_has_size_and_hash_of_every_file(folder: Path, store: Store) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["design"] == store.design.fingerprint
    names = {each["name"] for each in manifest["files"]}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert names == there - {"manifest.json", CRATE}
    for each in manifest["files"]:
        data = (folder / each["name"]).read_bytes()
        assert (each["bytes"], each["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


def test_the_long_table_has_every_answer_once(folder: Path, store: Store) -> None:
    rows = rows_of(folder / "answers.csv")
    study = study_of(store)
    assert len(rows) == len(study.responses)
    assert list(rows[0]) == list(COLUMNS)
    for row, response in zip(rows, study.responses, strict=True):
        assert (row["participant"], row["trial"], row["kind"]) == (response.person, response.trial, response.kind.value)
        assert row["right"] == ("" if response.right is None else str(int(response.right)))
        assert float(row["rt_ms"]) == response.rt_ms
        assert (int(row["side"]) == int(row["key_side"])) == (row["right"] == "1")


def test_json_lines_and_parquet_say_the_same_as_the_table(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "answers.jsonl").read_text("utf-8").splitlines()]
    parquet = read_parquet(folder / "answers.parquet")
    assert lines == parquet
    assert [line["trial"] for line in lines] == [row["trial"] for row in rows_of(folder / "answers.csv")]


def test_jspsych_is_one_array_with_its_usual_names(folder: Path, store: Store) -> None:
    trials = json.loads((folder / "jspsych.json").read_text("utf-8"))
    assert len(trials) == len(study_of(store).responses)
    assert {"trial_type", "trial_index", "rt", "response", "stimulus", "correct"} <= trials[0].keys()


def test_answer_records_are_the_canonical_ones(folder: Path, store: Store) -> None:
    lines = (folder / "answer-records.jsonl").read_text("utf-8").splitlines()
    answers = [each.answer() for each in study_of(store).responses if each.item]
    stamped = [replace(answer, respondent=f"simulated-{answer.respondent}") for answer in answers]
    assert lines == [canonical_json(answer) for answer in stamped]


def test_every_file_of_a_rehearsal_says_that_it_is_one(folder: Path) -> None:
    with (folder / "answers.csv").open(encoding="utf-8", newline="") as file:
        assert {row["simulated"] for row in csv.DictReader(file)} == {"1"}
    assert all(each["simulated"] for each in json.loads((folder / "jspsych.json").read_text("utf-8")))
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["simulated"] is True


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl", "jspsych.json"])
def test_a_rehearsal_that_is_imported_again_stays_one(folder: Path, name: str) -> None:
    settings = ImportSettings(columns={})
    assert assemble(read_study_file(folder / name, settings), "s", settings).simulated


def test_answer_records_are_read_by_scoring(folder: Path, store: Store) -> None:
    answers = read_people(folder / "answer-records.jsonl").answers
    assert all(isinstance(each, Answer) for each in answers)
    people = people_of(targets_of(TEXTS).items, answers)
    everybody = {each.person for each in study_of(store).responses if each.item}
    assert people.people == len(everybody)
    assert people.answers == len(answers)


def test_the_study_file_gives_the_study_back(folder: Path, store: Store) -> None:
    assert is_study(folder / "study.jsonl")
    assert load_study(folder / "study.jsonl") == study_of(store)


@pytest.mark.parametrize("file", ["answers.csv", "answers.jsonl", "jspsych.json"])
def test_what_was_exported_can_be_imported_with_the_same_rates(folder: Path, store: Store, file: str) -> None:
    settings = ImportSettings(columns={}, unfinished=True, keep_names=True)
    study = assemble(read_study_file(folder / file, settings), "back", settings, TEXTS)
    original = study_of(store)
    assert [(e.person, e.item, e.choice, e.key, e.rt_ms) for e in study.responses] == [
        (e.person, e.item, e.choice, e.key, e.rt_ms) for e in original.responses
    ]
    rules = replace(original.exclusion, finished_only=False)
    one, other = analyse_study(study, rules, model=False), analyse_study(original, rules, model=False)
    assert one.mean is not None
    assert other.mean is not None
    assert one.mean.value == pytest.approx(other.mean.value)
    rights = [{each.item: each.right for each in found.items if each.answers} for found in (one, other)]
    assert rights[0] == rights[1]
    assert [each.position for each in study.responses] == [each.position for each in original.responses]


def test_people_and_trials_stand_beside_the_answers(folder: Path, store: Store) -> None:
    people = rows_of(folder / "people.csv")
    assert [row["participant"] for row in people] == [person.name for person in study_of(store).people]
    trials = rows_of(folder / "trials.csv")
    assert [row["trial"] for row in trials] == [trial.id for trial in store.design.trials]
    assert json.loads(trials[0]["candidates"]) == list(store.design.trials[0].candidates)
    assert all(row["lists"] for row in trials if row["kind"] == "item")


@pytest.mark.parametrize("interface", ["en", "fr"])
def test_the_codebook_explains_every_column_and_the_kinds_that_are_there(interface: str) -> None:
    made = replace(design(bare=False), interface=interface)
    text = codebook(made)
    assert all(f"`{name}`" in text for name in COLUMNS)
    assert "`attention`" in text
    assert "`filler`" not in text.split("attention", 1)[1].replace("filler (", "").replace("filler,", "")


def hostile_store(path: Path) -> Store:
    made = replace(design(1, lists=1, quota=1), name="x")
    store = open_store(str(path), made)
    place = start(store, Newcomer(person="p"), 0.0)
    consent(store, place.token, made.consent_hash, {}, 0.0)
    sent = SubmittedAnswer(
        token=place.token,
        trial=place.shown[0].trial,
        choice=None,
        rt_ms=None,
        comment='=HYPERLINK("http://x")\n,"<script>" é\u2028',
    )
    assert [each.fate for each in save_answers(store, [sent], 1.0)] == [Fate.SAVED]
    return store


def test_hostile_remarks_are_quoted_and_no_formulas(tmp_path: Path) -> None:
    store = hostile_store(tmp_path / "s.db")
    export_study(store, tmp_path / "out", FORMATS)
    comment = study_of(store).responses[0].comment
    row = rows_of(tmp_path / "out" / "answers.csv")[0]
    assert row["comment"] == f"'{comment}"
    assert (row["chosen"], row["right"], row["side"], row["rt_ms"]) == ("", "", "", "")
    for name in ("answers.jsonl", "study.jsonl", "answer-records.jsonl"):
        last = (tmp_path / "out" / name).read_bytes().strip().split(b"\n")[-1]
        assert json.loads(last)
    assert load_study(tmp_path / "out" / "study.jsonl").responses[0].comment == comment
    record = json.loads((tmp_path / "out" / "answer-records.jsonl").read_text("utf-8"))
    assert record["reply"] == {"kind": "abstention", "reason": "declined"}


def test_an_empty_study_can_be_exported(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    export_study(store, tmp_path / "out", FORMATS)
    assert rows_of(tmp_path / "out" / "answers.csv") == []
    assert json.loads((tmp_path / "out" / "jspsych.json").read_text("utf-8")) == []
    assert read_parquet(tmp_path / "out" / "answers.parquet") == []


def test_an_unknown_format_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    with pytest.raises(InputError, match="'xls'"):
        export_study(store, tmp_path / "out", ["csv", "xls"])
    assert not (tmp_path / "out").exists()


def test_a_withdrawn_participant_leaves_no_answer(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design(4, quota=2))
    place = start(store, Newcomer(person="p"), 0.0)
    consent(store, place.token, store.design.consent_hash, {}, 0.0)
    save_answers(store, [SubmittedAnswer(token=place.token, trial=place.shown[0].trial, choice=0)], 1.0)
    assert len(study_of(store).responses) == 1
    withdraw(store, place.token, 2.0)
    export_study(store, tmp_path / "out", ["csv", "study"])
    assert rows_of(tmp_path / "out" / "answers.csv") == []
    assert rows_of(tmp_path / "out" / "people.csv")[0]["withdrawn"] == "1"


def test_a_study_survives_its_file(tmp_path: Path, store: Store) -> None:
    study = replace(study_of(store), source="csv", notes=("one", message("experiment-notes-lost", count=2)))
    save_study(study, tmp_path / "s.jsonl")
    assert load_study(tmp_path / "s.jsonl") == study


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (0, b"{}", "line of a study"),
        (0, b'{"format":"other","version":1,"name":"x"}', "other version 1"),
        (0, b'{"format":"anaphor-study","version":1,"name":"x","notes":[{"code":"experiment-stop"}]}', "note"),
        (0, b'{"format":"anaphor-study","version":1,"name":"x","notes":[{"code":"experiment-notes-x"}]}', "note"),
        (1, b"{", "line of a study"),
        (1, b'{"colour":1}', "colour"),
        (-2, b'{"response":{"person":"stranger","trial":"t"}}', "stranger"),
        (-2, b'{"response":{"person":"p0001","trial":"t","speed":1}}', "speed"),
    ],
    ids=["header", "format", "no note", "unknown note", "broken", "unknown", "stranger", "field"],
)
def test_a_study_file_that_is_none_is_one_sentence(
    tmp_path: Path, store: Store, number: int, text: bytes, said: str
) -> None:
    path = tmp_path / "s.jsonl"
    save_study(study_of(store), path)
    lines = path.read_bytes().replace(b',"summed":true', b"").split(b"\n")
    del lines[-2]  # a file of somebody else's has no checksum
    lines[number] = text
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(FormatError, match=said) as caught:
        load_study(path)
    assert "\n" not in str(caught.value)


SHARED = {"participant", "list", "excluded_by", "simulated"}
TRUTHS = ("finished", "withdrawn", "consented", "adult", "native", "simulated", "right", "repeated_key", "scale")


def test_files_join_by_the_same_names_and_say_yes_in_the_same_way(folder: Path) -> None:
    answers, people, trials = (rows_of(folder / f"{name}.csv") for name in ("answers", "people", "trials"))
    assert answers[0].keys() & people[0].keys() >= SHARED
    assert {"trial", "kind", "item_set", "item", "condition", "key"} <= answers[0].keys() & trials[0].keys()
    assert {row["participant"] for row in answers} <= {row["participant"] for row in people}
    said = {row[name] for rows in (answers, people, trials) for row in rows for name in TRUTHS if name in row}
    assert said <= {"0", "1", ""}
    for row in answers:
        assert row["item_set"] == row["item"].rpartition(".")[0] or row["item"].startswith("q") or row["kind"] != "item"
        assert row["answered_at"] == datetime.fromisoformat(row["answered_at"]).isoformat(
            timespec="milliseconds"
        ).replace("+00:00", "Z")


def test_the_chosen_candidate_stands_in_words(folder: Path, store: Store) -> None:
    for row in rows_of(folder / "answers.csv"):
        assert row["chosen_text"] == store.design.by_id[row["trial"]].candidates[int(row["chosen"])]


def test_exclusions_are_those_of_the_analysis(folder: Path, store: Store) -> None:
    found = analyse_study(study_of(store), model=False).screened
    by_person = {person.name: rule.value if rule else "" for person, rule in found.people}
    assert any(by_person.values())
    assert {row["participant"]: row["excluded_by"] for row in rows_of(folder / "people.csv")} == by_person
    kept = [row for row in rows_of(folder / "answers.csv") if row["kind"] == "item" and not row["excluded_by"]]
    assert len(kept) == found.flow.kept
    for row in rows_of(folder / "answers.csv"):
        assert by_person[row["participant"]] in ("", row["excluded_by"])


def test_people_with_more_answers_than_are_read_at_once_stay_whole(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr("anaphor.experiment.study.reading_out._AT_ONCE", 3)
    export_study(store, tmp_path, ["csv", "study"])
    assert (tmp_path / "answers.csv").read_bytes() == (folder / "answers.csv").read_bytes()
    assert (tmp_path / "study.jsonl").read_bytes() == (folder / "study.jsonl").read_bytes()


def test_who_was_left_out_by_hand_stays_out_when_the_table_is_imported(store: Store, tmp_path: Path) -> None:
    made = make_design(TEXTS, DesignPlan(quota=2))
    opened = open_store(str(tmp_path / "s.db"), made)
    rehearse(opened, Crowd(finishing=2, seed=2))
    exclude(opened, 1, "=cmd|' /C calc'!A0", "me", 0.0)
    export_study(opened, tmp_path / "out", ["csv"])
    assert rows_of(tmp_path / "out" / "people.csv")[0]["reason"] == "'=cmd|' /C calc'!A0"
    settings = ImportSettings(columns={})
    people = assemble(read_study_file(tmp_path / "out" / "answers.csv", settings), "s", settings).people
    assert [person.excluded for person in people] == ["by_hand", None]


def test_an_export_of_version_0_1_is_still_imported() -> None:
    settings = ImportSettings(columns={}, unfinished=True)
    old = Path(__file__).parents[1] / "kept" / "files" / "export" / "answers.csv"
    found = assemble(read_study_file(old, settings), "old", settings)
    assert found.responses
    assert all(each.at and each.schema for each in found.responses if each.item)


@pytest.mark.parametrize("hostile", ["=1+1", "+SUM(A1)", "-cmd|x", "@x", "\t=1", "ok;=HYPERLINK(1)", "＝1", "a\n=1"])
def test_no_table_of_ours_holds_a_formula(tmp_path: Path, hostile: str) -> None:
    made = replace(design(1, lists=1, quota=1), name="x")
    trials = tuple(replace(trial, text=hostile, candidates=(hostile, "b"), prompt=hostile) for trial in made.trials)
    opened = open_store(str(tmp_path / "s.db"), replace(made, trials=trials))
    rehearse(opened, Crowd(finishing=1, seed=1))
    export_study(opened, tmp_path / "out", ["csv"])
    for name in ("answers", "people", "trials"):
        for row in rows_of(tmp_path / "out" / f"{name}.csv"):
            for cell in row.values():
                for part in cell.replace("\n", ";").replace("\t", ";").split(";"):
                    assert not part.strip().startswith(("=", "@", "+SUM", "-cmd", "＝")), cell


def test_numbers_below_zero_stay_numbers() -> None:
    assert [safe_cell(each) for each in ("-3", "+2", "−1", -3, "-1,5", "-5 %")] == [
        "-3",
        "+2",
        "−1",
        -3,
        "-1,5",
        "-5 %",
    ]


def test_a_study_whose_file_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    people = (Person(name="p0001"),)
    answers = tuple(Response(person="p0001", trial=f"t{n}", choice=n % 2, rt_ms=900.0) for n in range(6))
    save_study(Study(name="s", people=people, responses=answers), path)
    data = path.read_bytes()
    assert load_study(path).responses == answers
    path.write_bytes(data.replace(b"\n", b"\r\n"))  # a program that copied it ends lines so
    assert load_study(path).responses == answers
    for bit in range(0, 8 * len(data), 8 * len(data) // 300):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(AnaphorError):
            load_study(path)
    lines = data.splitlines(keepends=True)
    for cut in (lines[:-1], lines[:-3], [*lines[:3], *lines[4:]]):
        path.write_bytes(b"".join(cut))
        with pytest.raises(AnaphorError, match="not as it was written"):
            load_study(path)
    old = [lines[0].replace(b',"summed":true', b""), *lines[1:-1]]  # as earlier versions wrote it
    path.write_bytes(b"".join(old))
    assert load_study(path).responses == answers
