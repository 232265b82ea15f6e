"""What people chose in an annotation project, and systems in files of many shapes, is found again among the items."""

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor import agreement
from anaphor.cli.main import app
from anaphor.collection import convert, load
from anaphor.errors import AnaphorError
from anaphor.resolver import resolve
from anaphor.schema import Item
from anaphor.scoring import candidate_labels, score

PEOPLE = ("ann", "bob", "cleo")
Rows = list[dict[str, Any]]


@cache
def items() -> tuple[Item, ...]:
    return tuple(item for item in load("anaphor-fr").items if len(item.question.candidates) == 2)[:120]


@cache
def chosen() -> dict[tuple[str, str], int]:
    drawn = random.Random(1)
    return {
        (item.question.id, who): item.key if drawn.random() < 0.9 else 1 - item.key
        for item in items()
        for who in PEOPLE
        if isinstance(item.key, int)
    }


def words(item: Item, who: str) -> str:
    return item.question.candidates[chosen()[item.question.id, who]].text


def table(rows: Rows) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows({k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows)
    return out.getvalue()


def lines(rows: Rows) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def packed(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


@cache
def exports(folder: Path) -> dict[str, bytes]:
    """Our Label Studio and doccano folders, annotated, as these programs write them."""
    known = {item.question.id: item for item in items()}
    convert("anaphor-fr", to="label-studio", output=folder / "studio")
    convert("anaphor-fr", to="doccano", output=folder / "doccano")
    tasks = json.loads((folder / "studio" / "tasks.json").read_text("utf-8"))
    asked = [(n, task["data"]) for n, task in enumerate(tasks, 1) if task["data"]["id"] in known]
    result = {"from_name": "referent", "to_name": "text", "type": "choices"}
    full = [
        {
            "id": n,
            "data": data,
            "annotations": [
                {"completed_by": {"email": who}, "result": [{**result, "value": {"choices": [said]}}]}
                for who in PEOPLE
                for said in [words(known[data["id"]], who)]
            ],
        }
        for n, data in asked
    ]
    beside = {"annotation_id": 1, "lead_time": 2.5, "created_at": "2024", "updated_at": "2024"}
    small = [
        {**data, "id": n, "referent": words(known[data["id"]], who), "annotator": who, **beside}
        for n, data in asked
        for who in PEOPLE
    ]
    examples = [json.loads(line) for line in (folder / "doccano" / "examples.jsonl").read_text("utf-8").splitlines()]
    examples = [each for each in examples if each["item"] in known]
    each = {
        who: [
            {**row, "id": n, "label": [str(row["options"].index(words(known[row["item"]], who)) + 1)], "Comments": []}
            for n, row in enumerate(examples, 1)
        ]
        for who in PEOPLE
    }
    bare = {
        who: [{key: row[key] for key in ("id", "text", "label", "Comments")} for row in rows]
        for who, rows in each.items()
    }
    cells = {who: [{**row, "label": row["label"][0], "Comments": ""} for row in rows] for who, rows in bare.items()}
    return {
        "full.json": json.dumps(full).encode(),
        "min.json": json.dumps(small).encode(),
        "min.csv": table(small).encode(),
        "full.zip": packed({"project.json": json.dumps(full)}),
        "doccano.zip": packed({f"{who}.jsonl": lines(rows) for who, rows in each.items()}),
        "bare.zip": packed({f"{who}.jsonl": lines(rows) for who, rows in bare.items()}),
        "csv.zip": packed({f"{who}.csv": table(rows) for who, rows in cells.items()}),
    }


@pytest.fixture(scope="module")
def annotated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("annotated")
    for name, content in exports(folder).items():
        (folder / name).write_bytes(content)
    return {path.name: path for path in folder.iterdir() if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["full.json", "min.json", "min.csv", "full.zip", "doccano.zip", "bare.zip", "csv.zip"])
def test_an_annotated_folder_comes_back_through_every_door(
    annotated: dict[str, Path], tmp_path: Path, name: str
) -> None:
    path = annotated[name]
    labels = candidate_labels(path, collection="anaphor-fr")
    known = {
        (labels.items[i], labels.annotators[a]): int(labels.classes[c])
        for i, a, c in zip(labels.item.tolist(), labels.annotator.tolist(), labels.label.tolist(), strict=True)
    }
    assert known == chosen()
    keys = {item.question.id: item.key for item in items()}
    found = score(path, collection="anaphor-fr", missing="skip")
    right = {who: sum(chosen()[item, who] == key for item, key in keys.items()) for who in PEOPLE}
    assert {card.respondent: card.measures.h for card in found.cards} == right
    assert any("Read as labels from" in str(note) for run in found.runs for note in run.notes)
    votes = {item: [chosen()[item, who] for who in PEOPLE] for item in keys}
    panel = resolve("anaphor-fr", f"panel:{path}")
    given = {each.question: each.reply for each in panel.answers if each.reply.kind == "choice"}
    assert {item: reply.candidate for item, reply in given.items()} == {
        item: max(set(said), key=said.count) for item, said in votes.items()
    }
    words = ["collection", "convert", "anaphor-fr", "--to", "huggingface", "--people", str(path)]
    assert CliRunner().invoke(app, [*words, "-o", str(tmp_path / "hf")]).exit_code == 0
    alpha = agreement.measure(labels).to_dict()["coefficients"]["krippendorff_alpha_nominal"]["value"]
    assert f"{alpha:.2f}" in (tmp_path / "hf" / "README.md").read_text("utf-8")


def test_answers_to_other_questions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(lines([{"id": str(n), "choice": "1"} for n in range(20)]), "utf-8")
    for kind in ("panel", "replay"):
        with pytest.raises(AnaphorError, match="none of the answers is to a question of this collection"):
            resolve("anaphor-fr", f"{kind}:{path}")


def rows(make: Callable[[Item, int], dict[str, Any]]) -> Rows:
    return [make(item, number) for number, item in enumerate(items())]


def accuracy(path: Path) -> float:
    return score(path, collection="anaphor-fr", missing="skip").cards[0].measures.exactitude


def truth(left: Sequence[str] = ()) -> float:
    kept = [item for item in items() if item.question.id not in left]
    return sum(chosen()[item.question.id, "ann"] == item.key for item in kept) / len(kept)


@pytest.mark.parametrize("form", ["text", "sentence", "id and input", "id and text"])
def test_answers_are_found_by_a_column_of_texts(tmp_path: Path, form: str) -> None:
    *number, text = form.split(" and ")
    path = tmp_path / "texts.csv"
    made = rows(
        lambda item, n: {
            **dict.fromkeys(number, n),
            text: item.question.text.replace("'", "’"),
            "prediction": words(item, "ann"),
        }
    )
    path.write_text(table(made), "utf-8")
    texts = [item.question.text for item in items()]
    shared = [item.question.id for item in items() if texts.count(item.question.text) > 1]
    assert accuracy(path) == pytest.approx(truth(shared))
    if number and not shared:
        assert "found by the item's text" in " ".join(map(str, resolve("anaphor-fr", f"replay:{path}").said))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "sign"), [("score_{}", -1), ("perplexity_{}", 1), ("nll {}", 1), ("logprob_{}", -1), ("PPL-{}", 1)]
)
def test_of_perplexities_the_lowest_wins(tmp_path: Path, names: str, sign: int) -> None:
    def made(item: Item, number: int) -> dict[str, Any]:
        own = chosen()[item.question.id, "ann"]
        cells = {names.format(place): sign * (12.5 if place == own else 48.0) for place in range(2)}
        return {"item": item.question.id, **cells}

    path = tmp_path / "scores.csv"
    path.write_text(table(rows(made)), "utf-8")
    assert accuracy(path) == pytest.approx(truth())
    replies = resolve("anaphor-fr", f"replay:{path}").answers
    assert sum(each.reply.kind == "choice" for each in replies) == len(items())


def test_scores_above_one_are_said_to_win_when_they_are_high(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(table(rows(lambda item, n: {"item": item.question.id, "score_0": 12.5, "score_1": 30})), "utf-8")
    notes = " ".join(
        str(note) for run in score(path, collection="anaphor-fr", missing="skip").runs for note in run.notes
    )
    assert "all are above 1, as perplexities and losses are" in notes


@pytest.mark.parametrize("marks", ["A) {} B) {}", "(A) {}\n(B) {}", "A. {}\nB. {}", "1. {}\n2. {}", "1) {} 2) {}"])
def test_a_list_in_a_prompt_says_which_candidate_a_letter_is(tmp_path: Path, marks: str) -> None:
    drawn = random.Random(7)
    logged, plain = list[dict[str, Any]](), list[dict[str, Any]]()
    for item in items():
        order = drawn.sample(range(2), 2)
        shown = marks.format(*(item.question.candidates[place].text for place in order))
        asked = f"{item.question.text}\n{item.question.prompt or ''}\n{shown}\nAnswer:"
        letter = ("12" if "1" in marks else "AB")[order.index(chosen()[item.question.id, "ann"])]
        logged.append({"id": item.question.id, "input": asked, "scores": {"x": {"answer": letter}}})
        plain.append({"item": item.question.id, "prompt": asked, "prediction": letter})
    log, path = tmp_path / "log.json", tmp_path / "plain.csv"
    document = {"version": 2, "status": "success", "eval": {"model": "m"}, "samples": logged}
    log.write_text(json.dumps(document, indent=1), "utf-8")
    assert accuracy(log) == pytest.approx(truth())
    path.write_text(table(plain), "utf-8")
    with pytest.raises(AnaphorError, match="lists the candidates in another order"):
        accuracy(path)


@pytest.mark.parametrize("name", ["paraphrase", "paraphrased_sentence", "paraphrased"])
@pytest.mark.parametrize("write", [table, lines])
def test_another_wording_of_each_row_is_read(tmp_path: Path, name: str, write: Callable[[Rows], str]) -> None:
    found: Rows = [
        {"id": f"q{n}", "sentence": f"The _ {n} fell.", "option1": f"cup {n}", "option2": f"pot {n}", "answer": "2"}
        | {name: f"Down came the _ {n}."}
        for n in range(4)
    ]
    path = tmp_path / f"wordings.{'csv' if write is table else 'jsonl'}"
    path.write_text(write(found), "utf-8")
    collection = load(path, language="en")
    assert len(collection.items) == 8
    assert collection.schemas[0].conditions == ("original", "paraphrased")
