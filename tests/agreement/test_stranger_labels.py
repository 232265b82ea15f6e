"""Label files with what real ones have beside the labels give the agreement of the people in them, or stop."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from anaphor.agreement.labels import label_settings, open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import Labels, alpha, lines, panel, table, text_of
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, written

MOODS = panel(("joy", "anger", "fear"), ("alice", "bob", "chloe"), seed=2)
FIVE = panel(("1", "2", "3", "4", "5"), ("r1", "r2", "r3"), seed=5)
CROWD = panel(("joy", "anger", "fear"), tuple(f"w{number}" for number in range(12)), items=60, seed=4, per_item=3)
ITEMS, PEOPLE = [f"s{number}" for number in range(1, 41)], ("alice", "bob", "chloe")
SETS = {"joy": ["a", "b", "c"], "anger": ["c", "a", "b"], "fear": ["b", "c", "a"]}
"""One and the same set, in the order of the clicks."""


def read(folder: Path, name: str, content: str | bytes, **settings: Any) -> tuple[float | None, int, str]:
    """The α of a file, how many labels were read, and what the user hears."""
    matrix = open_labels(written(folder, name, content), label_settings(**settings))
    return found_alpha(matrix), matrix.size, " ".join(heard(matrix))


def studio(result: Callable[[str, str, str], list[dict[str, object]]], labels: Labels = MOODS) -> str:
    """Label Studio's JSON with these results for item, annotator and label."""
    tasks: dict[str, dict[str, Any]] = {}
    for (item, who), label in labels.items():
        task = tasks.setdefault(item, {"id": int(item[1:]), "data": {"text": text_of(item)}, "annotations": []})
        task["annotations"].append({"completed_by": who, "was_cancelled": False, "result": result(item, who, label)})
    return json.dumps(list(tasks.values()))


def answer(kind: str, **value: object) -> dict[str, object]:
    return {"from_name": kind, "to_name": "text", "type": kind, "value": value}


def packed(files: Mapping[str, str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return archive.getvalue()


def test_a_taxonomy_is_a_class_and_no_ranking(tmp_path: Path) -> None:
    paths = {"joy": ["Mood", "Good", "Joy"], "anger": ["Mood", "Bad", "Anger"], "fear": ["Mood", "Bad", "Fear"]}
    content = studio(lambda item, who, label: [answer("taxonomy", taxonomy=[paths[label]])])
    value, size, said = read(tmp_path, "taxonomy.json", content)
    assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
    assert "rankings" not in said
    rows = [(item, who, " > ".join(paths[label])) for (item, who), label in MOODS.items()]
    value, size, said = read(tmp_path, "paths.csv", table([("item", "annotator", "label"), *rows]))
    assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
    assert "rankings" not in said


def test_choices_are_sets_whatever_was_clicked_first(tmp_path: Path) -> None:
    chosen = studio(lambda item, who, label: [answer("choices", choices=SETS[label])])
    assert open_labels(written(tmp_path, "choices.json", chosen)).classes == ("a|b|c",)
    clicked = lines(
        {"text": text_of(item), "_session_id": who, "accept": SETS[label], "answer": "accept"}
        for (item, who), label in MOODS.items()
    )
    assert open_labels(written(tmp_path, "clicked.jsonl", clicked)).classes == ("a|b|c",)


def test_a_text_box_of_label_studio_is_a_question_and_an_empty_submission_is_said(tmp_path: Path) -> None:
    def result(item: str, who: str, label: str) -> list[dict[str, object]]:
        return [answer("choices", choices=[label]), answer("textarea", text=[f"because of {item}, {who}"])]

    with pytest.raises(AnaphorError, match=r"several questions about an item \(choices, textarea\)"):
        read(tmp_path, "why.json", studio(result))
    assert read(tmp_path, "why.json", studio(result), question="choices")[0] == pytest.approx(alpha(MOODS))
    some = {key: label for key, label in MOODS.items() if key[0] != "s7"}
    empty = studio(lambda item, who, label: [answer("choices", choices=[label])] if item != "s7" else [])
    value, size, said = read(tmp_path, "empty.json", empty)
    assert (value, size) == (pytest.approx(alpha(some)), 117)
    assert "3 annotations were left out" in said


def test_boxes_in_pictures_are_not_measured_as_if_they_were_classes(tmp_path: Path) -> None:
    def result(item: str, who: str, label: str) -> list[dict[str, object]]:
        return [answer("rectanglelabels", x=1, y=2, width=3, height=4, rectanglelabels=[label])]

    with pytest.raises(AnaphorError, match="labels of parts of"):
        read(tmp_path, "boxes.json", studio(result))
    both = studio(lambda *given: [*result(*given), answer("choices", choices=[given[2]])])
    assert read(tmp_path, "both.json", both, question="choices")[0] == pytest.approx(alpha(MOODS))


def test_texts_that_people_wrote_are_no_labels(tmp_path: Path) -> None:
    files = {
        f"{who}.jsonl": lines(
            {"id": item, "text": text_of(item), "label": [f"{item} as {who} translates it"], "Comments": []}
            for item in ITEMS
        )
        for who in PEOPLE
    }
    with pytest.raises(AnaphorError, match="120 classes for 40 items"):
        read(tmp_path, "seq2seq.zip", packed(files))
    boxes = studio(lambda item, who, label: [answer("textarea", text=[f"{item} {who}"])])
    with pytest.raises(AnaphorError, match="120 classes for 40 items"):
        read(tmp_path, "boxes.json", boxes)


def test_lists_side_by_side_are_read_as_objects_of_one_person_each(tmp_path: Path) -> None:
    rows = [
        {"id": item, "annotators": {"label": [MOODS[item, who] for who in PEOPLE], "annotator_id": list(PEOPLE)}}
        for item in ITEMS
    ]
    assert read(tmp_path, "hatexplain.jsonl", lines(rows))[:2] == (pytest.approx(alpha(MOODS)), 120)


def _argilla(item: str) -> dict[str, object]:
    return {
        "id": item,
        "status": "completed",
        "text": text_of(item),
        "mood.responses": [MOODS[item, who] for who in PEOPLE],
        "mood.responses.users": list(PEOPLE),
        "mood.responses.status": ["submitted"] * 3,
        "mood.suggestion": "joy",
        "mood.suggestion.agent": "gpt",
    }


@pytest.mark.parametrize("between", [", ", " "])
def test_lists_of_argilla_in_the_cells_of_a_table_are_read(tmp_path: Path, between: str) -> None:
    rows = [_argilla(item) for item in ITEMS]
    cells = [
        [f"[{between.join(map(repr, each))}]" if isinstance(each, list) else each for each in row.values()]
        for row in rows
    ]
    content = table([tuple(rows[0]), *cells])
    assert read(tmp_path, "argilla.csv", content)[:2] == (pytest.approx(alpha(MOODS)), 120)


def test_lists_in_parquet_are_read(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "argilla.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([_argilla(item) for item in ITEMS]), path)
    assert found_alpha(open_labels(path)) == pytest.approx(alpha(MOODS))
