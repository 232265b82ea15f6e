"""Logs as strangers have them: parts mixed or repeated, other candidates' orders, samples that failed, other ids."""

import json
import lzma
import zipfile
from pathlib import Path

import pytest

from anaphor.errors import AnaphorError
from anaphor.scoring import answer_labels, compare, score
from anaphor.scoring.benchmarks import outcome_runs
from anaphor.scoring.items.outcomes import Missing
from anaphor.text import Message
from tests.scoring.test_logged_answers import (
    ASKED,
    INSPECT,
    SPECIMENS,
    Record,
    csv_file,
    every_eval,
    inspect_log,
    json_lines,
    packed_log,
    wrong_every_third,
)


def samples(number: int = 1) -> list[Record]:
    packed = SPECIMENS / f"samples_anaphor_en_partial_tiny{number}.jsonl.xz"
    return [json.loads(line) for line in lzma.decompress(packed.read_bytes()).splitlines()]


def filed(folder: Path, records: list[Record], task: str = "x") -> Path:
    folder.mkdir(exist_ok=True)
    return json_lines(folder / f"samples_{task}_2026-11-16T10-00-00.000000.jsonl", records)


# ------------------------------------------------------------------------------------------------ lm-evaluation-harness


def test_filters_of_one_task_are_systems_of_their_own(tmp_path: Path) -> None:
    both = [
        sample | {"filter": name, "metrics": ["exact_match"], "exact_match": float((n % 3 > 0) is (name == "strict"))}
        for n, sample in enumerate(samples())
        for name in ("strict", "flexible")
    ]
    runs = outcome_runs([filed(tmp_path / "m", both)], None, Missing.REFUSE)
    assert [run.name for run in runs] == ["m/x (strict)", "m/x (flexible)"]
    assert len({run.signature for run in runs}) == 2


def test_a_document_that_stands_twice_and_otherwise_is_refused(tmp_path: Path) -> None:
    one = samples()
    path = filed(tmp_path / "m", [*one, one[0] | {"acc": 1.0 - one[0]["acc"]}])
    with pytest.raises(AnaphorError, match="twice, and not the same"):
        compare(path, filed(tmp_path / "n", samples(2)), outcomes=True)
    filed(tmp_path / "m", [*one, one[0]])
    assert compare(path, filed(tmp_path / "n", samples(2)), outcomes=True).pairs


def test_two_tasks_that_share_numbers_make_no_pairs(tmp_path: Path) -> None:
    def numbered(task: str) -> list[Record]:
        return [
            {"doc_id": n, "doc": {"q": f"{task}{n}"}, "doc_hash": f"{task}{n}", "resps": [], "acc": float(n % 2)}
            for n in range(20)
        ]

    mine, theirs = filed(tmp_path / "m", numbered("arc"), "arc"), filed(tmp_path / "n", numbered("piqa"), "piqa")
    with pytest.raises(AnaphorError, match="0 is another item here than in the file before"):
        compare(mine, theirs, outcomes=True)
    assert compare(mine, filed(tmp_path / "n", numbered("arc"), "arc"), outcomes=True).pairs


def test_the_measure_is_said_and_a_share_of_right_is_none(tmp_path: Path) -> None:
    rows: list[Record] = [{"doc_id": n, "doc": {}, "resps": [], "metrics": ["f1", "exact_match"]} for n in range(20)]
    one = [row | {"f1": 0.5, "exact_match": float(row["doc_id"] % 3 > 0)} for row in rows]
    (run,) = outcome_runs([filed(tmp_path / "m", one)], None, Missing.REFUSE)
    assert any(str(note).endswith("right is what exact_match says.") for note in run.notes)
    with pytest.raises(AnaphorError, match=r"gives 1 the share 0.5, which is neither right nor wrong"):
        outcome_runs([filed(tmp_path / "m", [row | {"f1": row["doc_id"] / 2} for row in rows])], None, Missing.SKIP)


def test_a_verdict_of_the_program_that_the_key_contradicts_is_said(tmp_path: Path) -> None:
    turned = [sample | {"acc": 1.0 - sample["acc"]} if n < 7 else sample for n, sample in enumerate(samples())]
    found = score(filed(tmp_path / "m", turned), collection="anaphor-en", missing="skip")
    said = [
        str(note) for note in found.notes if "right for the program and wrong by this collection's key" in str(note)
    ]
    assert said[0].partition(": ")[2].startswith("6 answers")  # the text of the seventh is another by now
    assert turned[0]["doc"]["id"] in said[0]
    whole = score(filed(tmp_path / "n", samples()), collection="anaphor-en", missing="skip")
    assert not any("for the program" in str(note) for note in whole.notes)


def test_a_log_whose_verdicts_the_key_contradicts_throughout_is_refused(tmp_path: Path) -> None:
    turned = [sample | {"acc": 1.0 - sample["acc"]} for sample in samples()]
    with pytest.raises(AnaphorError, match="its own verdict contradicts this collection's key for"):
        score(filed(tmp_path / "m", turned), collection="anaphor-en", missing="skip")


@pytest.mark.parametrize("names", [("A", "B"), ("answer0", "answer1"), ("np1", "np2"), ("options",)])
def test_a_row_that_shows_its_candidates_in_another_order_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    rows: list[Record] = []
    for item, chosen in wrong_every_third():
        shown = [each.text for each in reversed(item.question.candidates)]
        cells = shown if len(names) > 1 else [[{"value": each} for each in shown]]
        rows.append({"id": item.question.id, **dict(zip(names, cells, strict=True)), "prediction": "BA"[chosen]})
    with pytest.raises(AnaphorError, match="lists the candidates in another order than the collection"):
        score(json_lines(tmp_path / "t.jsonl", rows), collection="anaphor-en", missing="skip")
    words = [
        {**row, "prediction": item.question.candidates[chosen].text}
        for row, (item, chosen) in zip(rows, wrong_every_third(), strict=True)
    ]
    found = score(json_lines(tmp_path / "w.jsonl", words), collection="anaphor-en", missing="skip")
    assert found.cards[0].measures.exactitude == pytest.approx(2 / 3)


@pytest.mark.parametrize("codes", ["BA", "21", "AB", "12"])
def test_a_table_whose_own_key_contradicts_the_collection_is_refused(tmp_path: Path, codes: str) -> None:
    rows: list[Record] = []
    for item, chosen in wrong_every_third():
        assert isinstance(item.key, int)
        rows.append({"id": item.question.id, "gold": codes[item.key], "prediction": codes[chosen]})
    path = csv_file(tmp_path / "t.csv", rows)
    if codes in ("BA", "21"):
        with pytest.raises(AnaphorError, match="verdict contradicts this collection's key"):
            score(path, collection="anaphor-en", missing="skip")
    else:
        found = score(path, collection="anaphor-en", missing="skip")
        assert found.cards[0].measures.exactitude == pytest.approx(2 / 3)


# -------------------------------------------------------------------------------------------------------------- Inspect


def test_a_packed_log_of_several_frames_is_read_whole(tmp_path: Path) -> None:
    found = score(packed_log(tmp_path / "log.eval", frame=500), collection=ASKED, missing="skip")
    assert found.cards[0].measures.exactitude == pytest.approx(INSPECT[1])


def test_samples_that_failed_are_no_choices_and_said(tmp_path: Path) -> None:
    def fail(log: Record, most: int) -> None:
        for sample in log["samples"][:most]:
            sample.update(scores={}, error={"message": "ConnectionError"})

    path = inspect_log(tmp_path / "log.json", 1, lambda log: fail(log, 5))
    found = score(path, collection=ASKED, missing="skip")
    assert (found.cards[0].measures.n, found.cards[0].measures.theta) == (40, 5)
    assert "5 samples ended in an error of the program" in " ".join(map(str, found.notes))
    with pytest.raises(AnaphorError, match="5 "):
        outcome_runs([path], None, Missing.REFUSE)
    with pytest.raises(AnaphorError, match="stopped with an error in all 40 samples"):
        score(inspect_log(tmp_path / "log.json", 1, lambda log: fail(log, 40)), collection=ASKED, missing="skip")


def test_a_log_that_was_not_finished_says_so(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("_journal/start.json", "{}")
        archive.writestr("samples/1_epoch_1.json", "{}")
    with pytest.raises(AnaphorError, match="was not finished"):
        score(tmp_path / "log.eval", collection=ASKED)


# ------------------------------------------------------------------------------------------------- ids, texts and order


def test_an_id_whose_prompt_asks_something_else_is_no_match(tmp_path: Path) -> None:
    records = every_eval()
    for record, (item, _) in zip(records, wrong_every_third(), strict=True):
        record["sample_id"] = item.question.id
    for record in records[:3]:
        record["input"]["raw"] = "The sun is a star. What is it?\nAnswer:"
    found = score(json_lines(tmp_path / "x_samples.jsonl", records), collection="anaphor-en", missing="skip")
    assert found.cards[0].measures.n == 57
    assert str(found.notes[0]).startswith("x_samples.jsonl: 3 samples match no single item of anaphor-en, by id or by")


@pytest.mark.parametrize("listed", ["columns", "list"])
def test_letters_of_another_order_are_refused_and_words_are_not(tmp_path: Path, listed: str) -> None:
    rows: dict[str, list[Record]] = {"letters": [], "words": []}
    for item, chosen in wrong_every_third():
        shown = [each.text for each in item.question.candidates][::-1]
        options = {"option1": shown[0], "option2": shown[1]} if listed == "columns" else {"choices": shown}
        for name, said in (("letters", "BA"[chosen]), ("words", item.question.candidates[chosen].text)):
            rows[name].append({"item": item.question.id, **options, "prediction": said})
    made = {name: json_lines(tmp_path / f"{name}.jsonl", each) for name, each in rows.items()}
    assert score(made["words"], collection="anaphor-en", missing="skip").cards[0].measures.h == 40
    with pytest.raises(AnaphorError, match="lists the candidates in another order"):
        score(made["letters"], collection="anaphor-en", missing="skip")


def test_rows_without_names_are_said_to_be_taken_in_order(tmp_path: Path) -> None:
    rows = [{"good": n % 2, "fair": int(n % 3 > 0)} for n in range(30)]
    found = compare(csv_file(tmp_path / "t.csv", rows), outcomes=True)
    assert any("rows are taken in their order" in str(note) for note in found.notes)


def test_labels_of_systems_say_what_was_supposed_and_what_matched_nothing(tmp_path: Path) -> None:
    rows = [{"item": item.question.id, "prediction": "AB"[chosen]} for item, chosen in wrong_every_third()]
    heard: list[Message] = []
    path = csv_file(tmp_path / "t.csv", [*rows, {"item": "nobody", "prediction": "A"}])
    assert len(answer_labels(path, collection="anaphor-en", hear=heard.append)) == 60
    assert any(
        "one sample matches no single item of anaphor-en" in str(note) and "(nobody)" in str(note) for note in heard
    )
    assert any("60 predictions are letters" in str(note) for note in heard)


def test_samples_that_failed_count_with_the_failures_and_are_not_declined(tmp_path: Path) -> None:
    def fail(log: Record) -> None:
        for sample in log["samples"][:14]:
            sample.update(scores={}, error={"message": "429 Too Many Requests"})

    found = score(inspect_log(tmp_path / "log.json", 1, fail), collection=ASKED, missing="skip")
    replies = found.to_dict()["runs"][0]["replies"]
    assert (replies["failed"], replies["declined"]) == (14, 0)
