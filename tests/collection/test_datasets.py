"""Hugging Face datasets: any table by its columns, and a collection as a dataset folder."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from anaphor.collection import Source, load, save
from anaphor.collection.formats.datasets import read_dataset
from anaphor.collection.formats.gap import GAP
from anaphor.collection.formats.winogrande import WINOGRANDE
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import AnaphorError, FormatError, MissingExtraError, OutputError, UnknownNameError
from anaphor.schema import NEITHER, Collection, Entry, Item, Mark, Unmarked, UnmarkedReason, question_of

SPECIMENS = Path(__file__).parent / "specimens"


def read(rows: list[dict[str, object]], columns: Mapping[str, str] | None = None) -> tuple[Entry, ...]:
    return read_dataset(rows, columns or {}, "en").entries


def row(**values: object) -> dict[str, object]:
    return {"text": "The cup hit the jug and it broke.", "candidates": ["the cup", "the jug"], "answer": "B", **values}


def winogrande() -> Collection:
    data = (SPECIMENS / "winogrande.jsonl").read_bytes()
    return WINOGRANDE.read(Source(name="w", stem="w", data=data), ReadSettings())


def test_columns_of_any_name_are_mapped() -> None:
    rows: list[dict[str, object]] = [
        {"sent": "Ann saw Eve and she ran.", "pron": "she", "loc": 16, "a": "Ann", "b": "Eve", "gold": "Eve", "n": 7}
    ]
    columns = {"text": "sent", "anaphor": "pron", "start": "loc", "candidate1": "a", "candidate2": "b"}
    (item,) = read(rows, {**columns, "answer": "gold", "id": "n"})
    assert isinstance(item, Item)
    assert (item.id, item.key, item.question.anaphor) == ("7", 1, Mark(start=16, end=19))


@pytest.mark.parametrize(
    ("values", "anaphor"),
    [
        ({"text": "The cup hit the jug and [it] broke."}, Mark(start=24, end=26)),
        ({"text": "The cup hit the jug and _ broke."}, Mark(start=24, end=25, blank=True)),
        ({"start": 24, "end": 26}, Mark(start=24, end=26)),
        ({"anaphor": "it"}, Mark(start=24, end=26)),
        ({}, Unmarked(reason=UnmarkedReason.UNSAID)),
    ],
)
def test_the_anaphor_is_taken_from_the_best_evidence(values: dict[str, object], anaphor: object) -> None:
    (item,) = read([row(**values)])
    assert isinstance(item, Item)
    assert item.question.anaphor == anaphor
    assert "[" not in item.question.text


@pytest.mark.parametrize(
    ("answer", "key"), [(0, 0), ("0", 0), (2, 1), ("2", 1), ("2.0", 1), ("B", 1), ("The Jug", 1), ("the cup", 0)]
)
def test_answers_are_indices_numbers_letters_or_texts(answer: object, key: int) -> None:
    (item,) = read([row(answer=answer)])
    assert isinstance(item, Item)
    assert item.key == key


@pytest.mark.parametrize("answer", [1, "1", 1.0])
def test_a_number_that_may_count_from_0_or_from_1_is_asked_about(answer: object) -> None:
    with pytest.raises(FormatError, match="`count_from=1`"):
        read([row(answer=answer)])
    for first in (0, 1):
        (item,) = read_dataset([row(answer=answer)], {}, "en", count_from=first).items
        assert item.key == 1 - first


def test_other_rows_tell_from_where_answers_count() -> None:
    for others, key in (([0], 1), ([2], 0), (["2", None], 0)):
        several = [row(answer=answer, id=str(number)) for number, answer in enumerate([1, *others])]
        assert next(item for item in read(several) if isinstance(item, Item)).key == key
    with pytest.raises(FormatError, match="field answer"):
        read([row(answer=0, id="a"), row(answer=2, id="b")])


@pytest.mark.parametrize(
    "written",
    [
        '["the cup", "the jug"]',
        "['the cup', 'the jug']",
        "['the cup' 'the jug']",
        "the cup|the jug",
        "the cup; the jug",
    ],
)
def test_candidates_may_be_a_list_written_as_text(written: str) -> None:
    (item,) = read([row(candidates=written)])
    assert [each.text for each in question_of(item).candidates] == ["the cup", "the jug"]


def test_pair_id_makes_twins_and_two_option_columns_are_mapped() -> None:
    rows = [
        {"sentence": f"The cup hit the jug and _ {verb}.", "A": "the cup", "B": "the jug", "gold": gold, "pair_id": 7}
        for verb, gold in (("broke", "B"), ("stayed", "A"))
    ]
    numbered = [{**each, "id": number} for number, each in enumerate(rows)]
    columns = {"candidates": "A,B", "answer": "gold"}
    found = read_dataset(numbered, columns, "en")
    (schema,) = found.schemas
    assert (schema.id, [item.answer for item in found.items]) == ("7", ["the jug", "the cup"])
    assert [cue.of(found.questions[0].text) for cue in found.questions[0].cues] == ["broke"]


def test_a_table_with_known_names_is_recognised_and_its_language_said(tmp_path: Path) -> None:
    path, heard = tmp_path / "mine.csv", []
    path.write_text(
        "id,text,optionA,optionB,key\nx,Le chat suit le chien car [il] est las.,le chat,le chien,A\n", "utf-8"
    )
    collection = load(path, hear=lambda code, details: heard.append((code, details["language"])))
    assert (collection.language, collection.items[0].answer, heard) == ("fr", "le chat", [("language-assumed", "fr")])


@pytest.mark.parametrize("answer", [None, "", -1])
def test_a_hidden_answer_makes_a_question(answer: object) -> None:
    (entry,) = read([row(answer=answer)])
    assert not isinstance(entry, Item)


def test_true_and_false_over_one_candidate_are_the_candidate_and_neither() -> None:
    entries = read(
        [row(candidates=["the cup"], answer=False, id="1"), row(candidates=["the cup"], answer=True, id="2")]
    )
    assert [entry.key for entry in entries if isinstance(entry, Item)] == [NEITHER, 0]


@pytest.mark.parametrize("answer", [3, "3", "C", "the pot", True, 1.5, []])
def test_an_answer_that_is_no_candidate_is_refused_with_its_row(answer: object) -> None:
    with pytest.raises(FormatError, match="dataset:1, field answer"):
        read([row(answer=answer)])


def test_unknown_columns_are_refused_with_near_names() -> None:
    with pytest.raises(UnknownNameError, match="candidates"):
        read([row()], {"candidate": "options"})
    with pytest.raises(UnknownNameError, match="answer"):
        read([row()], {"answer": "answers"})


def test_a_written_folder_reads_back_with_the_same_questions_and_keys(tmp_path: Path) -> None:
    collection = winogrande()
    save(collection, tmp_path / "new" / "folder", "hf")
    again = read_dataset(tmp_path / "new" / "folder", {}, "en")
    assert [(e.key, e.question.text, e.question.anaphor) for e in again.items] == [
        (e.key, e.question.text, e.question.anaphor) for e in collection.items
    ]
    assert [schema.id for schema in again.schemas] == [schema.id for schema in collection.schemas]


def test_neither_survives_the_folder(tmp_path: Path) -> None:
    data = (SPECIMENS / "gap.tsv").read_bytes()
    collection = GAP.read(Source(name="g", stem="g", data=data), ReadSettings())
    save(collection, tmp_path / "gap", "hf")
    assert [item.key for item in read_dataset(tmp_path / "gap", {}, "en").items] == [1, NEITHER]


def test_the_card_says_licence_citation_and_where_the_rows_are(tmp_path: Path) -> None:
    published = replace(winogrande(), licence="CC BY", citation="Sakaguchi et al.")
    save(published, tmp_path / "folder", "hf")
    _, header, body = (tmp_path / "folder" / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(header)
    assert (card["language"], card["license"]) == (["en"], "other")
    assert card["configs"][0]["data_files"] == [{"split": "test", "path": "data/test.jsonl"}]
    assert card["license_name"] == "cc-by"
    assert "note = {Sakaguchi et al.}" in body
    assert len((tmp_path / "folder" / "data" / "test.jsonl").read_text("utf-8").splitlines()) == 3


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="not empty"):
        save(winogrande(), tmp_path, "hf")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_several_splits_ask_for_one(tmp_path: Path) -> None:
    for name in ("train", "test"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row()))
    with pytest.raises(AnaphorError, match=r"several splits \(test, train\)"):
        read_dataset(tmp_path)
    assert len(read_dataset(tmp_path, split="train").items) == 1


def test_without_the_extra_the_install_line_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state.json").write_text("{}")
    for name in ("datasets", "pyarrow"):  # as Python marks a module that is not to be found
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[hf\]"):
        read_dataset(tmp_path)
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingExtraError, match=r"anaphor\[hf\]"):
        read_dataset(tmp_path / "x.parquet")


@pytest.mark.slow
def test_saved_datasets_parquet_and_arrow_files_are_read(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra hf is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra hf is not installed")
    rows = [row(id="a", answer=1), row(id="b", answer=0)]
    made = datasets.Dataset.from_list(rows)
    made.save_to_disk(str(tmp_path / "saved"))
    datasets.DatasetDict({"test": made}).save_to_disk(str(tmp_path / "split"))
    parquet.write_table(made.data.table, tmp_path / "rows.parquet")
    arrow = next((tmp_path / "saved").glob("*.arrow"))
    for place in (tmp_path / "saved", tmp_path / "split", tmp_path / "rows.parquet", arrow):
        assert [item.key for item in read_dataset(place, {}, "en").items] == [1, 0]
    assert [item.key for item in read_dataset(made, {}, "en").items] == [1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("place", [1_000_000, -5])
def test_a_place_that_no_dictionary_has_is_a_damaged_file(tmp_path: Path, place: int) -> None:
    arrow = pytest.importorskip("pyarrow", reason="the extra hf is not installed")
    ipc = pytest.importorskip("pyarrow.ipc", reason="the extra hf is not installed")
    coded = arrow.DictionaryArray.from_arrays(
        arrow.array([0, place], arrow.int32()), arrow.array(["a", "b"]), safe=False
    )
    batch = arrow.record_batch([coded], names=["text"])
    with ipc.new_file(tmp_path / "x.arrow", batch.schema) as file:
        file.write_batch(batch)
    with pytest.raises(FormatError, match="cannot be read"):
        read_dataset(tmp_path / "x.arrow", {}, "en")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x.parquet", "x.arrow", "state.json", "x.jsonl", "x.csv", "x.zip"])
def test_a_broken_file_is_refused(tmp_path: Path, name: str) -> None:
    pytest.importorskip("datasets", reason="the extra hf is not installed")
    (tmp_path / name).write_bytes(b"\x00broken\xff")
    with pytest.raises(AnaphorError):
        read_dataset(tmp_path if name == "state.json" else tmp_path / name)
