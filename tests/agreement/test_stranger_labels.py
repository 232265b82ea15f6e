"""Label files with what real ones have beside the labels give the agreement of the people in them, or stop."""

import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from anaphor.answers import label_settings, open_labels
from anaphor.collection import convert, load
from anaphor.errors import AnaphorError
from anaphor.scoring import candidate_labels
from tests.agreement.exports import Labels, alpha, book, lines, panel, prodigy_choice, spans, table, text_of, webanno
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written

MOODS = panel(("joy", "anger", "fear"), ("alice", "bob", "chloe"), seed=2)
FIVE = panel(("1", "2", "3", "4", "5"), ("r1", "r2", "r3"), seed=5)
CROWD = panel(("joy", "anger", "fear"), tuple(f"w{number}" for number in range(12)), items=60, seed=4, per_item=3)
ITEMS, PEOPLE = [f"s{number}" for number in range(1, 41)], ("alice", "bob", "chloe")
SETS = {"joy": ["a", "b", "c"], "anger": ["c", "a", "b"], "fear": ["b", "c", "a"]}
"""One and the same set, in the order of the clicks."""


def read(folder: Path, name: str, content: str | bytes, **settings: Any) -> tuple[Any, int, str]:
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
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    path = tmp_path / "argilla.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([_argilla(item) for item in ITEMS]), path)
    assert found_alpha(open_labels(path)) == pytest.approx(alpha(MOODS))


NINTH = {key: label for place, (key, label) in enumerate(CROWD.items()) if place % 9}
"""The labels of a crowd but for each ninth, which does not count."""


def _batch(names: str, gone: tuple[str, str], separator: str = ",") -> str:
    """A batch of a crowd platform: columns for the task, the worker, the answer and what became of it."""
    rows = [
        (item, who, label, gone[place % 9 > 0], text_of(item))
        for place, ((item, who), label) in enumerate(CROWD.items())
    ]
    return table([names.split(), *rows], separator)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("turk.csv", _batch("HITId WorkerId Answer.mood AssignmentStatus Input.text", ("Rejected", "Approved"))),
        (
            "toloka.tsv",
            _batch(
                "ASSIGNMENT:task_id ASSIGNMENT:worker_id OUTPUT:mood ASSIGNMENT:status INPUT:text",
                ("REJECTED", "APPROVED"),
                "\t",
            ),
        ),
        ("appen.csv", _batch("_unit_id _worker_id mood _tainted text", ("true", "false"))),
        ("long.csv", _batch("item annotator label status text", ("skipped", "submitted"))),
        (
            "quick.csv",
            "".join(
                f"{','.join(row.split(',')[:4])}\n"
                for row in _batch("item annotator label rejected text", ("1", "0")).splitlines()
            ),
        ),
        (
            "rows.jsonl",
            lines(
                {"item": item, "annotator": who, "label": label, "was_cancelled": place % 9 == 0}
                for place, ((item, who), label) in enumerate(CROWD.items())
            ),
        ),
    ],
)
def test_answers_that_were_rejected_or_skipped_are_left_out_and_said(tmp_path: Path, name: str, content: str) -> None:
    value, size, said = read(tmp_path, name, content)
    assert (value, size) == (pytest.approx(alpha(NINTH)), len(NINTH))
    assert "20 rows were left out" in said


def test_rejected_answers_can_be_measured_alone(tmp_path: Path) -> None:
    content = _batch("item annotator label status text", ("skipped", "submitted"))
    assert read(tmp_path, "long.csv", content, where={"status": "skipped"})[1] == 20


def _survey(*more: tuple[str, str, str], age: bool = False) -> str:
    """A survey of Qualtrics with its three headers; `more` are status, channel and whether finished of further rows."""
    people = sorted({who for _, who in FIVE})
    head = ["StartDate", "Status", "Finished", "RecordedDate", "ResponseId", "DistributionChannel"] + ["age"] * age
    second = ["Start Date", "Response Type", "Finished", "Recorded Date", "Response ID", "Distribution Channel"]
    rows: list[list[str]] = [[*head, *(f"Q{number}" for number in range(1, 41))]]
    rows += [[*second, *["How old?"] * age, *(f"Natural? {item}" for item in ITEMS)]]
    rows += [[f'{{"ImportId":"{name}"}}' for name in rows[0]]]
    for place, who in enumerate(people):
        fixed = ["2024-03-01 10:00:00", "IP Address", "True", "2024-03-01 10:20:01", f"R_{who}", "anonymous"]
        rows.append([*fixed, *[str(20 + place)] * age, *(FIVE[item, who] for item in ITEMS)])
    for place, (status, channel, finished) in enumerate(more):
        fixed = ["2024-03-01 09:00:00", status, finished, "2024-03-01 09:01:00", f"R_{place}", channel]
        rows.append([*fixed, *["20"] * age, *["1"] * 40])
    return table(rows)


@pytest.mark.parametrize(
    "row",
    [
        ("Survey Preview", "preview", "True"),
        ("IP Address", "preview", "True"),
        ("1", "anonymous", "True"),
        ("Spam", "anonymous", "True"),
    ],
)
def test_previews_of_a_survey_are_nobody(tmp_path: Path, row: tuple[str, str, str]) -> None:
    value, size, said = read(tmp_path, "qualtrics.csv", _survey(row, row))
    assert (value, size) == (pytest.approx(alpha(FIVE)), 120)
    assert "2 rows were left out" in said


def test_the_line_that_a_survey_stops_with_counts_people_and_no_headers(tmp_path: Path) -> None:
    path = written(tmp_path, "qualtrics.csv", _survey(("Survey Preview", "preview", "True"), age=True))
    with pytest.raises(AnaphorError, match="survey") as caught:
        open_labels(path)
    assert typed(caught.value.todo.partition(": ")[2]) == pytest.approx(alpha(FIVE))


def test_who_did_not_finish_is_left_out_by_a_status_column_and_that_is_said(tmp_path: Path) -> None:
    content = _survey(("IP Address", "anonymous", "False"))
    value, size, said = read(tmp_path, "qualtrics.csv", content)
    assert (value, size) == (pytest.approx(alpha(FIVE)), 120)
    assert "1 row was left out: column 'Finished' says False" in said
    assert read(tmp_path, "qualtrics.csv", content, without="Finished")[1] == 160
    rows = [
        (place, "" if place == 2 else "2024-03-01", 5, "fr", place, *(FIVE[item, f"r{place}"] for item in ITEMS))
        for place in (1, 2, 3)
    ]
    head = (
        "id",
        "submitdate",
        "lastpage",
        "startlanguage",
        "seed",
        *(f"nat[SQ{number:03}]" for number in range(1, 41)),
    )
    two = {key: label for key, label in FIVE.items() if key[1] != "r2"}
    value, size, said = read(tmp_path, "limesurvey.csv", table([head, *rows]))
    assert (value, size) == (pytest.approx(alpha(two)), 80)
    assert "1 row was left out: column 'submitdate' is empty" in said
    nobody = [(*row[:1], "", *row[2:]) for row in rows]
    value, _, said = read(tmp_path, "nobody.csv", table([head, *nobody]))
    assert value == pytest.approx(alpha(FIVE))
    assert "By column 'submitdate' nobody finished" in said


def _wide(labels: Labels, extra: Callable[[int], object], name: str, *, before: bool = False) -> str:
    """A wide table of three people with one more column, behind theirs or before."""
    people = sorted({who for _, who in labels})
    rows: list[list[object]] = []
    for place, item in enumerate(ITEMS):
        given, more = [labels[item, who] for who in people], [extra(place)]
        rows.append([item, *more, *given] if before else [item, *given, *more])
    return table([["item", name, *people] if before else ["item", *people, name], *rows])


YES_NO = panel(("yes", "no"), ("alice", "bob", "chloe"), seed=11)
BINARY = panel(("0", "1"), ("alice", "bob", "chloe"), seed=12)
EXTRA: dict[str, Callable[[int], object]] = {
    "age": lambda place: 20 + 7 * place % 40,
    "years": lambda place: 20 + 7 * place % 40,  # by what stands in it
    "comment": lambda place: ("", "unclear", "see 3", "typo")[place % 4],
    "remark": lambda place: "ok" if place % 9 == 0 else "",
    "duration": lambda place: 10 + place % 7,
    "date": lambda place: f"2024-01-{1 + place % 28:02}",
    "difficulty": lambda place: 1 + place % 5,
    "n_words": lambda place: 3 + place % 4,
    "batch": lambda place: 1 + place // 10,
    "agreement": lambda place: (0.33, 0.67, 1)[place % 3],
    "flag": lambda place: place % 2,
    "checked": lambda place: ("yes", "no")[place % 2],
    "prediction": lambda place: ("joy", "fear", "anger")[place % 3],
    "where": lambda place: "Paris",  # one and the same
    "mean": lambda place: 1 + place % 3 / 2,
    "target": lambda place: ("joy", "fear", "1", "yes")[place % 4],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXTRA)
@pytest.mark.parametrize("labels", [MOODS, FIVE, BINARY, YES_NO], ids=["moods", "five", "binary", "yes-no"])
def test_a_column_that_is_no_annotators_is_left_out_and_said(tmp_path: Path, name: str, labels: Labels) -> None:
    value, size, said = read(tmp_path, "wide.csv", _wide(labels, EXTRA[name], name))
    assert (value, size) == (pytest.approx(alpha(labels)), 120)
    assert f"'{name}' was left out" in said
    before = _wide(labels, EXTRA[name], name, before=True)
    assert read(tmp_path, "before.csv", before)[:2] == (pytest.approx(alpha(labels)), 120)


def test_annotators_are_named_and_a_column_of_theirs_can_be_kept(tmp_path: Path) -> None:
    content = _wide(MOODS, EXTRA["prediction"], "prediction")
    assert read(tmp_path, "wide.csv", content, layout="items")[1] == 160
    assert "one column per annotator (3: alice, bob, chloe)" in read(tmp_path, "wide.csv", content)[2]


@pytest.mark.parametrize("last", ["Total,40,40,40", "Mean,2.7,2.4,3.1", "kappa,0.45,,"])
def test_rows_that_sum_up_are_no_items(tmp_path: Path, last: str) -> None:
    people = sorted({who for _, who in FIVE})
    rows = [(item, *(FIVE[item, who] for who in people)) for item in ITEMS]
    value, size, said = read(tmp_path, "sums.csv", table([("item", *people), *rows]) + last + "\n")
    assert (value, size) == (pytest.approx(alpha(FIVE)), 120)
    assert "The last row was left out" in said


def test_what_a_platform_made_of_the_labels_is_not_measured_as_if_it_were_people(tmp_path: Path) -> None:
    head = ("_unit_id", "_golden", "_unit_state", "_trusted_judgments", "_last_judgment_at", "mood", "mood:confidence")
    rows = [(n, "false", "finalized", 3, "1/1/2024", MOODS[item, "bob"], 0.66) for n, item in enumerate(ITEMS)]
    with pytest.raises(AnaphorError, match="not clear"):
        read(tmp_path, "appen.csv", table([head, *rows]))


def test_json_with_a_field_for_each_annotator_is_a_wide_table(tmp_path: Path) -> None:
    flat = lines(
        {"text": text_of(item), **{f"annotator_{n}": MOODS[item, who] for n, who in enumerate(PEOPLE)}}
        for item in ITEMS
    )
    inner = lines({"text": text_of(item), "given": {who: MOODS[item, who] for who in PEOPLE}} for item in ITEMS)
    for content in (flat, inner):
        assert read(tmp_path, "wide.jsonl", content)[:2] == (pytest.approx(alpha(MOODS)), 120)


def _labelled(tmp_path: Path) -> tuple[Labels, dict[str, str | bytes]]:
    """What three people chose in our folders for Label Studio and doccano: place of the candidate, and the exports."""
    convert("anaphor-fr", to="label-studio", output=tmp_path / "studio")
    convert("anaphor-fr", to="doccano", output=tmp_path / "doccano")
    tasks = json.loads((tmp_path / "studio" / "tasks.json").read_text("utf-8"))
    examples = (tmp_path / "doccano" / "examples.jsonl").read_text("utf-8").splitlines()
    chosen, studio_tasks, rows, files = Labels(), list[object](), list[object](), dict[str, str]()
    rng, candidates = random.Random(3), {each.id: each.candidates for each in load("anaphor-fr").questions}
    for number, (task, line) in enumerate(zip(tasks, examples, strict=True), 1):
        data, example, truth, annotations = task["data"], json.loads(line), rng.randrange(2), list[object]()
        assert example["item"] == data["id"]
        for who in PEOPLE:
            place = truth if rng.random() < 0.8 else rng.randrange(len(data["options"]))
            name = data["options"][place]["value"]
            chosen[data["id"], who] = str([each.text for each in candidates[data["id"]]].index(name))
            annotations.append({"completed_by": who, "result": [answer("choices", choices=[name])]})
            made = {"annotator": who, "annotation_id": number, "lead_time": 1.5}
            rows.append({**data, "id": number, "answer": name, **made})  # Label Studio's number takes the id's place
            shown = str(example["options"].index(name) + 1)
            said = {**example, "id": number, "label": [shown], "Comments": []}
            files[f"{who}.jsonl"] = files.get(f"{who}.jsonl", "") + lines([said])
        studio_tasks.append({"id": number, "data": data, "annotations": annotations})
    exported: dict[str, str | bytes] = {
        "back.json": json.dumps(studio_tasks),
        "back-min.json": json.dumps(rows),
        "back.zip": packed(files),
    }
    return chosen, exported


@pytest.mark.slow
def test_labels_of_our_own_exports_are_places_of_candidates(tmp_path: Path) -> None:
    chosen, exported = _labelled(tmp_path)
    for name, content in exported.items():
        path = written(tmp_path, name, content)
        line = f"anaphor agreement measure {path} --collection anaphor-fr"
        assert typed(line) == pytest.approx(alpha(chosen)), name
    found = candidate_labels(tmp_path / "back.json", collection="anaphor-fr")
    assert (len(found.items), found.classes[:2]) == (438, ("0", "1"))
    assert "candidates of the items of anaphor-fr, by their places from 0." in " ".join(heard(found))
    with pytest.raises(AnaphorError, match="no label is a candidate of an item of anaphor-en"):
        candidate_labels(tmp_path / "back.json", collection="anaphor-en")
    with pytest.raises(AnaphorError, match="--collection NAME"):
        open_labels(tmp_path / "back.json")
    page = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text("utf-8")
    assert "anaphor agreement measure back.json --collection anaphor-fr" in page


@pytest.mark.slow
def test_which_sheet_was_read_is_said_and_sheets_alike_are_annotators(tmp_path: Path) -> None:
    labels = [["item", *PEOPLE], *([item, *(MOODS[item, who] for who in PEOPLE)] for item in ITEMS)]
    guide = [["Label", "Meaning"], ["joy", "is glad"], ["fear", "is afraid"], ["anger", "is angry"]]
    value, size, said = read(tmp_path, "guide.ods", book({"Guide": guide, "labels": labels}))
    assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
    assert "Sheet “labels” was read, the largest one (the others: Guide)" in said
    each = {who: [["item", "label"], *([item, MOODS[item, who]] for item in ITEMS)] for who in PEOPLE}
    assert open_labels(written(tmp_path, "each.ods", book(each))).annotators == PEOPLE
    assert read(tmp_path, "each.ods", book(each))[0] == pytest.approx(alpha(MOODS))
    with pytest.raises(AnaphorError, match="twice"):
        read(tmp_path, "rounds.ods", book({"round 1": labels, "round 2": labels}))


def test_files_in_an_archive_that_hold_no_labels_do_not_hinder_others(tmp_path: Path) -> None:
    files = {
        f"{who}.jsonl": lines({"id": item, "text": "x", "label": [MOODS[item, who]], "Comments": []} for item in ITEMS)
        for who in PEOPLE
    }
    assert read(tmp_path, "doccano.zip", packed({**files, "unknown.jsonl": ""}))[0] == pytest.approx(alpha(MOODS))
    texts, parts, words = spans()
    content = io.BytesIO(webanno(texts, parts))
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("exportedproject.json", "{}")
        archive.writestr("source/t1.txt", "Paris")
    assert read(tmp_path, "project.zip", content.getvalue())[0] == pytest.approx(alpha(words))


@pytest.mark.parametrize(
    ("names", "labels"), [(("id", "model", "prediction", "label"), MOODS), (("item", "rater", "rating", "class"), FIVE)]
)
def test_a_verdict_is_not_measured_in_the_place_of_what_people_said(
    tmp_path: Path, names: tuple[str, ...], labels: Labels
) -> None:
    rows = [(item, who, label, ("joy", "fear")[int(item[1:]) % 2]) for (item, who), label in labels.items()]
    path = written(tmp_path, "gold.csv", table([names, *rows]))
    with pytest.raises(AnaphorError, match=f"{names[3]} says one thing of each item") as caught:
        open_labels(path)
    assert typed(caught.value.todo.partition(": ")[2]) == pytest.approx(alpha(labels))
    unanimous = [(item, who, ("joy", "fear")[int(item[1:]) % 2]) for item, who in labels]
    assert read(tmp_path, "all.csv", table([("item", "rater", "class"), *unanimous]))[0] == 1


def test_signs_that_nobody_sees_do_not_part_classes(tmp_path: Path) -> None:
    said = {"joy": ("joy", "joy\u200b"), "anger": ("col\u00e8re", "cole\u0300re"), "fear": ("peur", "\ufeffpeur")}
    rows = [(item, who, said[label][place % 2]) for place, ((item, who), label) in enumerate(MOODS.items())]
    value, _, heard_of = read(tmp_path, "signs.csv", table([("item", "annotator", "label"), *rows]))
    assert value == pytest.approx(alpha(MOODS))
    assert "Labels written in several ways are one class" in heard_of


def test_skips_in_capitals_are_classes_that_may_be_none(tmp_path: Path) -> None:
    rows = [(item, who, "SKIP" if item == "s1" else label) for (item, who), label in MOODS.items()]
    assert "say --missing 'SKIP'" in read(tmp_path, "skip.csv", table([("item", "annotator", "label"), *rows]))[2]


@pytest.mark.parametrize(
    ("code", "classes", "said"),
    [
        ("-99", "123", True),
        ("999", "123", True),
        ("don't know", "abc", True),
        ("99", "123", True),
        ("99", ("98", "97", "50"), False),
        ("-9", ("-3", "0", "3"), False),
    ],
)
def test_codes_for_no_answer_are_remarked_unless_others_are_like_them(
    tmp_path: Path, code: str, classes: Sequence[str], said: bool
) -> None:
    rng = random.Random(5)
    rows = [["item", *PEOPLE]]
    rows += [[f"i{n}", *(code if rng.random() < 0.1 else rng.choice(classes) for _ in PEOPLE)] for n in range(40)]
    *_, heard_of = read(tmp_path, "codes.csv", table(rows))
    assert (f"say --missing '{code}'" in heard_of) is said


def test_every_pair_that_differs_in_capitals_is_named(tmp_path: Path) -> None:
    rows = [["item", *PEOPLE], ["i1", "Yes", "yes", "No"], ["i2", "no", "Yes", "no"], ["i3", "yes", "No", "no"]]
    *_, said = read(tmp_path, "capitals.csv", table(rows))
    assert "are one class: Yes = yes, No = no. To keep them apart, list them with --classes" in said
    letters = [[cell[:1] if place else cell for place, cell in enumerate(row)] for row in rows[1:]]
    *_, said = read(tmp_path, "letters.csv", table([rows[0], *letters]))
    assert said.count("differ in capitals only") == 2


def test_an_archive_in_an_archive_is_read_as_the_inner_one(tmp_path: Path) -> None:
    people = {
        f"{who}.jsonl": lines(
            {"id": n, "text": text_of(item), "label": [MOODS[item, who]]} for n, item in enumerate(ITEMS)
        )
        for who in PEOPLE
    }
    with zipfile.ZipFile(outer := io.BytesIO(), "w") as made:
        made.writestr("project/doccano.zip", packed(people))
    value, size, said = read(tmp_path, "export.zip", outer.getvalue())
    assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
    assert "3 files were read as one table: each is an annotator's" in said


def test_first_lines_of_prodigy_without_annotators_do_not_make_all_nameless(tmp_path: Path) -> None:
    kept = [json.loads(line) for line in prodigy_choice(MOODS).splitlines()]
    for line in kept[:3]:
        del line["_session_id"]
    with pytest.raises(AnaphorError, match=r"3 of \d+ lines cannot be read: 1, 2, 3 \(this row names no annotator"):
        read(tmp_path, "labels.jsonl", lines(kept))
    assert "annotators in '_session_id'" in read(tmp_path, "labels.jsonl", lines(kept), skip_bad=True)[2]
