"""A table is read right, or read with the doubt said, or refused with a line that was tried: never wrong in silence."""

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest

from anaphor import agreement
from anaphor.answers import label_settings, open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import Labels, alpha, lines, panel, table, text_of
from tests.agreement.foreign_tables import survey_monkey
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written
from tests.agreement.test_foreign_tables import LINE

MOODS = ("pos", "neg", "neu")
TWO = panel(MOODS, ("x", "y"), items=60, seed=41)


def crossed(corner: str, *, rows: str = "", columns: str = "", classes: Sequence[str] = MOODS) -> list[list[object]]:
    """Two annotators crossed, with sums of that name below and beside."""
    names = dict(zip(MOODS, classes, strict=False))
    votes = Counter((names[TWO[f"s{n}", "x"]], names[TWO[f"s{n}", "y"]]) for n in range(1, 61))
    body: list[list[int]] = [[votes[one, two] for two in classes] for one in classes]
    below = [list(map(sum, zip(*body, strict=True)))] if rows else []
    head = [corner, *classes, *([columns] if columns else [])]
    named = zip([*classes, *([rows] if rows else [])], [*body, *below], strict=True)
    return [[*head], *([name, *cells, *([sum(cells)] if columns else [])] for name, cells in named)]


@pytest.mark.parametrize("corner", ["B", ""])
@pytest.mark.parametrize(
    "margins",
    [
        {},
        {"rows": "Total", "columns": "Total"},
        {"rows": "Gesamtergebnis", "columns": "Gesamtergebnis"},
        {"rows": "All"},
        {"columns": "Row sums"},
    ],
)
@pytest.mark.parametrize("classes", [MOODS, ("1", "2", "3")])
def test_sums_beside_two_crossed_annotators_are_no_class(
    tmp_path: Path, corner: str, margins: dict[str, str], classes: Sequence[str]
) -> None:
    content = table(crossed(corner, **margins, classes=classes))
    path = written(tmp_path, "crossed.csv", content)
    matrix = open_labels(path)
    assert found_alpha(matrix) == pytest.approx(alpha(TWO))
    assert (len(matrix.items), len(matrix.annotators), matrix.classes) == (60, 2, tuple(classes))
    for name in margins.values():
        assert f"left out as sums of the others: {name}" in " ".join(heard(matrix))
    stated = open_labels(path, label_settings(layout="contingency"))
    assert stated.fingerprint == matrix.fingerprint


def test_a_class_that_is_the_sum_of_others_by_accident_stays_a_class(tmp_path: Path) -> None:
    content = "x,a,b,c\na,5,1,2\nb,1,4,1\nc,6,5,3\n"
    assert open_labels(written(tmp_path, "accident.csv", content)).classes == ("a", "b", "c")


def test_crossed_annotators_need_not_use_the_same_classes(tmp_path: Path) -> None:
    content = "first,no,yes\nno,20,3\nunsure,2,1\nyes,4,30\n"
    matrix = open_labels(written(tmp_path, "fewer.csv", content))
    assert (len(matrix.items), matrix.classes) == (60, ("no", "yes", "unsure"))


def test_votes_for_classes_with_a_row_of_sums_stay_votes(tmp_path: Path) -> None:
    rows = [[f"s{n}", n % 4, 3 - n % 4] for n in range(12)]
    content = table([["item", "no", "yes"], *rows, ["Total", 18, 18]])
    matrix = open_labels(written(tmp_path, "votes.csv", content))
    assert (len(matrix.items), matrix.anonymous) == (12, True)


def test_crossed_annotators_are_measured_on_the_scale_that_is_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, "crossed.csv", table(crossed("", classes=("1", "2", "3"))))
    assert open_labels(path, label_settings(scale="ordinal")).scale == "ordinal"


PEOPLE = ("alice", "bob", "carol")
KEYS = [(doc, turn) for doc in "ABCDEFGH" for turn in range(1, 5)]
RATED = panel(("1", "2", "3", "4"), PEOPLE, items=len(KEYS), seed=42)
"""Ratings on the scale on which the sentences of each document are numbered."""


def keyed(names: Sequence[str]) -> str:
    """A table whose rows are named by two columns together."""
    rows = [[*key, *(RATED[f"s{n}", who] for who in PEOPLE)] for n, key in enumerate(KEYS, 1)]
    return table([names, *rows])


def asked(path: Path, **settings: object) -> str:
    """The line that is printed where a table is asked about."""
    with pytest.raises(AnaphorError) as caught:
        open_labels(path, label_settings(**settings))  # type: ignore[arg-type]
    line = LINE.search(str(caught.value))
    assert line is not None, str(caught.value)
    return line[0]


def test_the_parts_of_a_key_are_no_annotators(tmp_path: Path) -> None:
    path = written(tmp_path, "key.csv", keyed(["doc", "sent", *PEOPLE]))
    matrix = open_labels(path, label_settings(item="doc,sent", layout="items"))
    assert matrix.annotators == PEOPLE
    assert found_alpha(matrix) == pytest.approx(alpha(RATED))


def test_the_parts_of_a_key_are_no_labels(tmp_path: Path) -> None:
    rows = [[f"p{n % 8}", f"r{n}", who, RATED[f"s{n}", who]] for n in range(1, 33) for who in PEOPLE]
    path = written(tmp_path, "key.csv", table([["prompt", "response", "annotator", "preference"], *rows]))
    matrix = open_labels(path, label_settings(item="prompt,response"))
    assert found_alpha(matrix) == pytest.approx(alpha(RATED))


ASKED = {
    "toxic": panel(("yes", "no"), PEOPLE, items=30, seed=43),
    "sarcastic": panel(("yes", "no"), PEOPLE, items=30, seed=44),
}
SPELLINGS = {
    "{who}{Question}": "Toxic",
    "{Question}{Who}": "Toxic",
    "{question}{Who}": "toxic",
    "{question}[{who}]": "toxic",
    "{question}#{who}": "toxic",
    "{question}@{who}": "toxic",
    "{{{who}}}{question}": "toxic",
    "{question}{who}": "toxic",
    "{question}~{who}": "toxic",
}


@pytest.mark.slow
@pytest.mark.parametrize("form", SPELLINGS)
def test_questions_side_by_side_are_asked_about_however_their_columns_are_spelled(tmp_path: Path, form: str) -> None:
    names = [
        form.format(question=name, Question=name.title(), who=who, Who=who.title()) for name in ASKED for who in PEOPLE
    ]
    rows = [[f"s{n}", *(each[f"s{n}", who] for each in ASKED.values() for who in PEOPLE)] for n in range(1, 31)]
    line = asked(written(tmp_path, "spelled.csv", table([["id", *names], *rows])))
    assert line.endswith(f"--question {SPELLINGS[form]}")
    assert typed(line) == pytest.approx(alpha(ASKED["toxic"]))


@pytest.mark.parametrize("form", ["Q{n}{letter}", "q{n}{letter}", "Q{n}R{place}"])
def test_questions_that_are_numbered_are_asked_about(tmp_path: Path, form: str) -> None:
    names = [form.format(n=n, letter="abc"[p], place=p + 1) for n in (1, 2) for p in range(3)]
    rows = [[f"s{n}", *(each[f"s{n}", who] for each in ASKED.values() for who in PEOPLE)] for n in range(1, 31)]
    assert typed(asked(written(tmp_path, "numbered.csv", table([["id", *names], *rows])))) == pytest.approx(
        alpha(ASKED["toxic"])
    )


@pytest.mark.parametrize(
    "names",
    [
        ("AnnaSchmidt", "BertMaier", "CleoKurz", "DoraBerg"),
        ("w11", "w12", "w21", "w22"),
        ("aa", "ab", "ba", "bb"),
        ("R1a", "R1b", "R2a", "R2b"),
        ("annemarie", "anne", "marie", "rosemarie"),
    ],
)
def test_names_that_are_made_of_parts_stay_those_of_annotators(tmp_path: Path, names: tuple[str, ...]) -> None:
    four = panel(MOODS, names, items=30, seed=45)
    rows = [[f"s{n}", *(four[f"s{n}", who] for who in names)] for n in range(1, 31)]
    assert open_labels(written(tmp_path, "names.csv", table([["item", *names], *rows]))).annotators == names


def test_a_question_called_after_something_known_of_items_is_not_left_out_of_a_crossing(tmp_path: Path) -> None:
    names = [f"{question}_{who}" for question in ("hate_speech", "offensive_language") for who in PEOPLE]
    rows = [[f"s{n}", *(each[f"s{n}", who] for each in ASKED.values() for who in PEOPLE)] for n in range(1, 31)]
    line = asked(written(tmp_path, "words.csv", table([["id", *names], *rows])))
    assert typed(line) == pytest.approx(alpha(ASKED["toxic"]))


def test_verdict_words_in_all_columns_leave_none_of_them_out(tmp_path: Path) -> None:
    names = [f"{question}_final_{who}" for question in ASKED for who in PEOPLE]
    rows = [[f"s{n}", *(each[f"s{n}", who] for each in ASKED.values() for who in PEOPLE)] for n in range(1, 31)]
    line = asked(written(tmp_path, "final.csv", table([["id", *names], *rows])))
    assert typed(line) == pytest.approx(alpha(ASKED["toxic"]))


BATCH_THREE = panel(MOODS, PEOPLE, items=30, seed=49)
BATCH = panel(MOODS, ("W1", "W2", "W3", "W4"), items=30, seed=46)


@pytest.mark.slow
@pytest.mark.parametrize("about", ["gender", "age", "native_language", "confidence", "country"])
@pytest.mark.parametrize(
    ("task", "worker", "answer"),
    [
        ("HITId", "WorkerId", "Answer.{}"),
        ("ASSIGNMENT:task_id", "ASSIGNMENT:worker_id", "OUTPUT:{}"),
        ("_unit_id", "_worker_id", "{}"),
    ],
)
def test_what_people_of_a_batch_say_of_themselves_is_not_advised(
    tmp_path: Path, about: str, task: str, worker: str, answer: str
) -> None:
    own = {who: ("f", "m", "x")[place % 3] for place, who in enumerate(("W1", "W2", "W3", "W4"))}
    if about == "confidence":
        said = {key: str((len(label) * int(key[1][1]) + int(key[0][1:])) % 3 + 1) for key, label in BATCH.items()}
    else:
        said = {key: own[key[1]] for key in BATCH}
    rows = [[item, who, said[item, who], label] for (item, who), label in BATCH.items()]
    head = [task, worker, answer.format(about), answer.format("sentiment")]
    path = written(tmp_path, "batch.csv", table([head, *rows]))
    try:
        value = found_alpha(open_labels(path))
    except AnaphorError:
        value = typed(asked(path))
    assert value == pytest.approx(alpha(BATCH))


def test_all_questions_of_a_batch_are_shown(tmp_path: Path) -> None:
    other = panel(("yes", "no"), ("W1", "W2", "W3", "W4"), items=30, seed=47)
    rows = [[item, who, label, other[item, who]] for (item, who), label in BATCH.items()]
    path = written(tmp_path, "batch.csv", table([["HITId", "WorkerId", "Answer.mood", "Answer.rude"], *rows]))
    with pytest.raises(AnaphorError, match="--question rude"):
        open_labels(path)
    assert typed(asked(path)) == pytest.approx(alpha(BATCH))


@pytest.mark.parametrize("names", [("doc_id", "sentence_id"), ("doc_id", "sent_id"), ("document", "line")])
def test_two_columns_that_are_called_after_items_name_them_together(tmp_path: Path, names: tuple[str, str]) -> None:
    rows = [[doc, turn, who, RATED[f"s{n}", who]] for n, (doc, turn) in enumerate(KEYS, 1) for who in PEOPLE]
    line = asked(written(tmp_path, "long.csv", table([[*names, "coder", "code"], *rows])))
    assert f"--item {','.join(names)}" in line
    assert typed(line) == pytest.approx(alpha(RATED))


def test_a_question_in_a_column_is_asked_for_and_a_key_is_shown_beside_it(tmp_path: Path) -> None:
    rows = [[f"s{n}", q, who, each[f"s{n}", who]] for n in range(1, 31) for q, each in ASKED.items() for who in PEOPLE]
    path = written(tmp_path, "long.csv", table([["item", "aspect", "coder", "code"], *rows]))
    assert typed(asked(path)) == pytest.approx(alpha(ASKED["toxic"]))
    with pytest.raises(AnaphorError, match="--item item,aspect"):
        open_labels(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["occasion", "visit", "trial"])
def test_occasions_are_repetitions(tmp_path: Path, name: str) -> None:
    rows = [
        [f"s{n}", who, t, each[f"s{n}", who]]
        for n in range(1, 31)
        for t, each in enumerate(ASKED.values())
        for who in PEOPLE
    ]
    line = asked(written(tmp_path, "times.csv", table([["item", "rater", name, "score"], *rows])))
    assert f"--repetition {name}" in line
    both = {(f"{item} {q}", who): label for q, each in ASKED.items() for (item, who), label in each.items()}
    assert typed(line) == pytest.approx(alpha(both))


@pytest.mark.slow
@pytest.mark.parametrize("names", [("doc", "sent"), ("doc_id", "sentence_id"), ("chapter", "verse"), ("x", "y")])
@pytest.mark.parametrize("people", [PEOPLE, ("judge_1", "judge_2", "judge_3")])
def test_rows_that_several_leading_columns_name_are_items_of_that_key(
    tmp_path: Path, names: tuple[str, str], people: tuple[str, ...]
) -> None:
    path = written(tmp_path, "wide.csv", keyed([*names, *people]))
    line = asked(path)
    assert f"--item {','.join(names)} --layout items" in line
    assert typed(line) == pytest.approx(alpha(RATED))
    with pytest.raises(AnaphorError) as caught:
        open_labels(path)
    assert f"--annotator {names[1]}" not in str(caught.value)


def test_three_leading_columns_name_the_rows_of_two_questions(tmp_path: Path) -> None:
    rows = [[f"d{n // 5}", n % 5, q, *(ASKED[q][f"s{n}", who] for who in PEOPLE)] for n in range(1, 31) for q in ASKED]
    line = asked(written(tmp_path, "three.csv", table([["dialogue", "turn", "question", *PEOPLE], *rows])))
    assert "--item dialogue,turn,question --layout items" in line
    both = {(f"{item} {q}", who): label for q, each in ASKED.items() for (item, who), label in each.items()}
    assert typed(line) == pytest.approx(alpha(both))


@pytest.mark.parametrize(
    "first", [["Unnamed: 0", "index"], ["", "index"], ["index", "no"], ["level_0", "index"], ["n1", "n2"]]
)
def test_columns_that_number_the_rows_are_nobodys(tmp_path: Path, first: list[str]) -> None:
    rows = [[n - 1, n, f"s{n}", *(ASKED["toxic"][f"s{n}", who] for who in PEOPLE)] for n in range(1, 31)]
    matrix = open_labels(written(tmp_path, "index.csv", table([[*first, "item", *PEOPLE], *rows])))
    assert (matrix.annotators, matrix.items[:2]) == (PEOPLE, ("s1", "s2"))
    assert found_alpha(matrix) == pytest.approx(alpha(ASKED["toxic"]))
    rows = [[n - 1, n - 1, *(RATED[f"s{n}", who] for who in PEOPLE)] for n in range(1, 33)]
    matrix = open_labels(written(tmp_path, "rated.csv", table([[*first, *PEOPLE], *rows])))
    assert found_alpha(matrix) == pytest.approx(alpha(RATED))


FIVE = panel(("1", "2", "3", "4", "5"), PEOPLE, items=30, seed=48)


def beside(labels: Labels, name: str, cells: Sequence[object]) -> str:
    """A wide table with one column more behind the items."""
    rows = [[f"s{n}", cell, *(labels[f"s{n}", who] for who in PEOPLE)] for n, cell in enumerate(cells, 1)]
    return table([["item", name, *PEOPLE], *rows])


def at_random(points: Sequence[object], seed: int, rows: int = 30) -> list[object]:
    chooser = random.Random(seed)
    return [chooser.choice(points) for _ in range(rows)]


@pytest.mark.parametrize(
    "name", ["turn", "speaker", "block", "List", "page", "cluster", "level", "stars", "sent", "kapitel"]
)
def test_a_column_that_is_called_after_a_place_in_the_text_is_nobodys(tmp_path: Path, name: str) -> None:
    matrix = open_labels(written(tmp_path, "beside.csv", beside(FIVE, name, at_random("12345", 1))))
    assert matrix.annotators == PEOPLE
    assert f"'{name}' was left out" in " ".join(heard(matrix))


COUNTED = {
    "counts": [n % 5 + 1 for n in range(30)],
    "blocks": [n // 6 + 1 for n in range(30)],
    "counts unevenly": [*range(1, 6), *range(1, 4), *range(1, 6), *range(1, 5), *range(1, 6), *range(1, 6), 1, 2, 3],
}


@pytest.mark.parametrize("name", COUNTED)
def test_a_column_that_counts_and_agrees_with_nobody_is_asked_about(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, "counted.csv", beside(FIVE, "xyz", COUNTED[name]))
    line = asked(path)
    assert line.endswith("--without xyz")
    assert typed(line) == pytest.approx(alpha(FIVE))
    assert len(open_labels(path, label_settings(layout="items")).annotators) == 4


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("labels", [FIVE, ASKED["toxic"], BATCH_THREE])
def test_a_column_at_chance_is_read_with_the_doubt_said(tmp_path: Path, seed: int, labels: Labels) -> None:
    cells = at_random(sorted(set(labels.values())), seed)
    matrix = open_labels(written(tmp_path, "careless.csv", beside(labels, "dan", cells)))
    said = " ".join(heard(matrix))
    assert matrix.annotators == ("dan", *PEOPLE)
    assert "'dan' agrees with the others no better than chance" in said
    assert f"--without dan gives 30 items, 3 annotators, {len(set(labels.values()))} classes, 90 labels" in said


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_people_who_agree_are_not_doubted(tmp_path: Path, seed: int) -> None:
    people = (*PEOPLE, "dan")
    labels = panel(("1", "2", "3", "4", "5"), people, items=30, seed=100 + seed)
    rows = [[f"s{n}", *(labels[f"s{n}", who] for who in people)] for n in range(1, 31)]
    matrix = open_labels(written(tmp_path, "fine.csv", table([["item", *people], *rows])))
    assert "chance" not in " ".join(heard(matrix))


def test_who_is_always_one_point_above_is_not_doubted(tmp_path: Path) -> None:
    cells = [str(min(int(FIVE[f"s{n}", "bob"]) + 1, 6)) for n in range(1, 31)]
    assert "chance" not in " ".join(heard(open_labels(written(tmp_path, "above.csv", beside(FIVE, "dan", cells)))))


def test_where_nobody_agrees_nobody_is_doubted(tmp_path: Path) -> None:
    columns = [at_random("12345", seed) for seed in range(4)]
    rows = [[f"s{n}", *row] for n, row in enumerate(zip(*columns, strict=True), 1)]
    matrix = open_labels(written(tmp_path, "noise.csv", table([["item", *PEOPLE, "dan"], *rows])))
    assert "chance" not in " ".join(heard(matrix))


def test_an_identifier_beside_annotators_can_be_left_out_by_a_line(tmp_path: Path) -> None:
    path = written(tmp_path, "system.csv", beside(FIVE, "system_id", at_random("12345", 5)))
    assert typed(asked(path)) == pytest.approx(alpha(FIVE))


NOTHING = ["k. A.", "keine Angabe", "weiß nicht", "je ne sais pas", "Sans réponse", "non renseigné", "Not applicable",
           "no answer", "cannot tell", "N/D", "I don’t know", "no sabe", "NS/NC", "unbeantwortet", "x"]  # fmt: skip


@pytest.mark.parametrize("word", NOTHING)
def test_no_answer_in_words_is_remarked_on(tmp_path: Path, word: str) -> None:
    cells = {key: word if place % 7 == 0 else label for place, (key, label) in enumerate(BATCH_THREE.items())}
    rows = [[f"s{n}", *(cells[f"s{n}", who] for who in PEOPLE)] for n in range(1, 31)]
    matrix = open_labels(written(tmp_path, "nothing.csv", table([["item", *PEOPLE], *rows])))
    assert "may mean that there is no label" in " ".join(heard(matrix))


def records(labels: Labels, more: Mapping[str, Sequence[object]] | None = None) -> list[dict[str, object]]:
    """One object for each item, with a field for each annotator."""
    return [
        {
            "id": f"s{n}",
            **{name: cells[n - 1] for name, cells in (more or {}).items()},
            **{who: labels[f"s{n}", who] for who in PEOPLE},
        }
        for n in range(1, 31)
    ]


MORE: Mapping[str, Sequence[object]] = {
    "text": [text_of(f"s{n}") for n in range(1, 31)],
    "seconds": [n * 7 % 13 / 2 for n in range(30)],
}


@pytest.mark.slow
@pytest.mark.parametrize("form", ["list", "lines", "columns", "lists", "split", "wrapped"])
@pytest.mark.parametrize("more", [{}, MORE])
@pytest.mark.parametrize("labels", [BATCH_THREE, FIVE])
def test_records_with_a_field_for_each_annotator_are_read_as_the_same_table(
    tmp_path: Path, form: str, more: Mapping[str, Sequence[object]], labels: Labels
) -> None:
    rows = records(labels, more)
    frame = pd.DataFrame(rows)
    content = {
        "list": json.dumps(rows),
        "lines": lines(rows),
        "columns": frame.to_json(),
        "lists": json.dumps(frame.to_dict("list")),
        "split": frame.to_json(orient="split"),
        "wrapped": json.dumps({"meta": {"project": "x"}, "data": rows}),
    }[form]
    matrix = open_labels(written(tmp_path, "wide.json", content))
    assert found_alpha(matrix) == pytest.approx(alpha(labels))
    assert (matrix.annotators, matrix.items[0]) == (PEOPLE, "s1")


def test_records_with_holes_are_read_as_the_same_table(tmp_path: Path) -> None:
    rows = records(BATCH_THREE)
    rows[0]["alice"] = None
    matrix = open_labels(written(tmp_path, "holes.jsonl", lines(rows)))
    assert (matrix.annotators, matrix.size) == (PEOPLE, 89)


@pytest.mark.parametrize("name", ["text", "seconds"])
@pytest.mark.parametrize("by", ["annotator", "item"])
def test_a_field_of_the_items_is_no_annotator_in_json(tmp_path: Path, name: str, by: str) -> None:
    rows = records(BATCH_THREE, {name: MORE[name]})
    by_item = {row["id"]: {key: value for key, value in row.items() if key != "id"} for row in rows}
    by_annotator = {key: {item: row[key] for item, row in by_item.items()} for key in (*PEOPLE, name)}
    document = by_item if by == "item" else by_annotator
    matrix = open_labels(written(tmp_path, "by.json", json.dumps(document)))
    assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))
    assert sorted(matrix.annotators) == sorted(PEOPLE)
    assert f"'{name}' was left out" in " ".join(heard(matrix))


def test_labels_by_annotator_that_never_meet_stay_everybodys(tmp_path: Path) -> None:
    measured = {who: {f"s{n}": n + place / 10 for n in range(12)} for place, who in enumerate(PEOPLE)}
    assert len(open_labels(written(tmp_path, "numbers.json", json.dumps(measured))).annotators) == 3


@pytest.mark.parametrize("wrapped", [False, True])
def test_annotations_that_are_objects_in_objects_are_read(tmp_path: Path, wrapped: bool) -> None:
    rows = [
        {
            "id": f"s{n}",
            "annotations": [
                {"annotator": {"id": place, "name": who}, "result": {"label": BATCH_THREE[f"s{n}", who]}}
                for place, who in enumerate(PEOPLE)
            ],
        }
        for n in range(1, 31)
    ]
    document = {"project": "x", "data": rows, "meta": {"n": 30}} if wrapped else rows
    matrix = open_labels(written(tmp_path, "nested.json", json.dumps(document)))
    assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))


def test_a_series_is_read_as_its_frame() -> None:
    frame = pd.DataFrame([(item, who, label) for (item, who), label in BATCH_THREE.items()])
    frame.columns = pd.Index(["item", "annotator", "label"])
    read = agreement.read(frame.set_index(["item", "annotator"])["label"])
    assert read.fingerprint == agreement.read(frame).fingerprint
    unnamed = frame.set_index(["item", "annotator"])["label"].rename(None)
    assert agreement.read(unnamed).fingerprint == read.fingerprint


def list_cells(form: str) -> list[list[object]]:
    """One row for each item, with the people and their labels in one cell each."""

    def cell(parts: Sequence[str]) -> str:
        quoted = [f"'{part}'" for part in parts]
        inner = {"numpy": " ".join(quoted), "repr": ", ".join(quoted)}
        return f"[{inner[form]}]" if form in inner else form.join(parts)

    rows: list[list[object]] = [
        [f"s{n}", cell(PEOPLE), cell([BATCH_THREE[f"s{n}", who] for who in PEOPLE])] for n in range(1, 31)
    ]
    return [["id", "annotators", "labels"], *rows]


@pytest.mark.parametrize("form", ["numpy", "repr", "|", ";", "; ", ", "])
@pytest.mark.parametrize("memory", [False, True])
def test_lists_in_cells_are_read_whatever_parts_them(tmp_path: Path, form: str, memory: bool) -> None:
    rows = list_cells(form)
    if memory:
        matrix = agreement.read(pd.DataFrame(rows[1:], columns=pd.Index(rows[0])))
    else:
        matrix = open_labels(written(tmp_path, "lists.csv", table(rows)))
    assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))
    assert sorted(matrix.annotators) == sorted(PEOPLE)


@pytest.mark.parametrize("memory", [False, True])
def test_lists_in_which_nothing_stands_twice_are_lists(tmp_path: Path, memory: bool) -> None:
    rows = [["id", "annotators", "labels"], ["s1", "['a', 'b', 'c']", "['x', 'y', 'x']"],
            ["s2", "['a', 'b', 'c']", "['x', 'y', 'z']"], ["s3", "['a', 'b', 'c']", "['y', 'y', 'z']"]]  # fmt: skip
    frame = pd.DataFrame(rows[1:], columns=pd.Index(rows[0]))
    matrix = agreement.read(frame) if memory else open_labels(written(tmp_path, "few.csv", table(rows)))
    assert (matrix.annotators, matrix.classes, matrix.size) == (("a", "b", "c"), ("x", "y", "z"), 9)


def test_names_and_labels_of_two_words_are_no_lists(tmp_path: Path) -> None:
    said = {"pos": "very good", "neg": "very bad", "neu": "not sure"}
    rows = [[item, f"{who} x{who}", said[label]] for (item, who), label in BATCH_THREE.items()]
    matrix = open_labels(written(tmp_path, "words.csv", table([["id", "annotator", "label"], *rows])))
    assert (len(matrix.annotators), len(matrix.classes), matrix.size) == (3, 3, 90)


def test_how_many_chose_what_is_read_from_one_cell(tmp_path: Path) -> None:
    rows = [[f"s{n}", str(dict(Counter(BATCH_THREE[f"s{n}", who] for who in PEOPLE)))] for n in range(1, 31)]
    for name in ("votes", "label", "labels"):
        matrix = open_labels(written(tmp_path, f"{name}.csv", table([["id", name], *rows])))
        assert (matrix.anonymous, matrix.size) == (True, 90)
        assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))


def with_rows(labels: Labels, first: Sequence[object] = (), last: Sequence[object] = ()) -> str:
    rows = [[f"s{n}", *(labels[f"s{n}", who] for who in PEOPLE)] for n in range(1, 31)]
    return table([["item", *PEOPLE], *([first] if first else []), *rows, *([last] if last else [])])


@pytest.mark.parametrize(
    "rows",
    [
        {"first": ["Item number", "First annotator", "Second annotator", "Third annotator"]},
        {"first": ["id", "(nominal)", "(nominal)", "(nominal)"]},
        {"first": ["Nummer", "Kodierer A", "Kodierer B", "Kodierer C"]},
        {"last": ["geprüft von", "Anna", "Bert", "Cleo"]},
    ],
)
def test_a_row_that_has_nothing_in_common_with_the_others_is_left_out(
    tmp_path: Path, rows: dict[str, Sequence[object]]
) -> None:
    for labels in (BATCH_THREE, ASKED["toxic"]):
        matrix = open_labels(written(tmp_path, "rows.csv", with_rows(labels, **rows)))
        assert len(matrix.items) == 30
        assert found_alpha(matrix) == pytest.approx(alpha(labels))
        assert "was left out: its cells" in " ".join(heard(matrix))


@pytest.mark.parametrize("last", [["Durchschnitt", "3,1", "2,9", "3,3"], ["media", "3.1", "2.9", "3.25"]])
def test_means_below_ratings_are_left_out(tmp_path: Path, last: Sequence[object]) -> None:
    matrix = open_labels(written(tmp_path, "means.csv", with_rows(FIVE, last=last)))
    assert len(matrix.items) == 30
    assert found_alpha(matrix) == pytest.approx(alpha(FIVE))


@pytest.mark.parametrize(
    "row", [["s31", "rare", "rare", "rare"], ["s31", "rare", "pos", "neg"], ["s31", "rare", "", ""]]
)
def test_an_item_with_a_rare_label_stays(tmp_path: Path, row: Sequence[object]) -> None:
    for place in ("first", "last"):
        matrix = open_labels(written(tmp_path, "rare.csv", with_rows(BATCH_THREE, **{place: row})))
        assert (len(matrix.items), "rare" in matrix.classes) == (31, True)


def test_an_item_with_the_highest_numbers_stays(tmp_path: Path) -> None:
    matrix = open_labels(written(tmp_path, "high.csv", with_rows(FIVE, last=["s31", 8, 9, 10])))
    assert len(matrix.items) == 31


def test_remarks_below_a_table_are_no_items(tmp_path: Path) -> None:
    content = with_rows(BATCH_THREE) + ",,,\nFleiss kappa: 0.61,,,\nn = 30,,,\n"
    assert len(open_labels(written(tmp_path, "remarks.csv", content)).items) == 30


def test_a_row_that_explains_the_header_of_a_long_table_is_left_out(tmp_path: Path) -> None:
    rows = [[item, who, label] for (item, who), label in BATCH_THREE.items()]
    head = [["item", "annotator", "label"], ["Sentence", "Who labelled", "What they said"]]
    matrix = open_labels(written(tmp_path, "long.csv", table([*head, *rows])))
    assert matrix.size == 90
    assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))
    assert "Who labelled" in " ".join(heard(matrix))


def test_a_second_row_of_headings_of_a_survey_is_found_in_a_frame(tmp_path: Path) -> None:
    path = written(tmp_path, "survey.csv", survey_monkey())
    read = open_labels(path)
    frame = pd.read_csv(path, dtype=str)
    assert agreement.read(frame).fingerprint == read.fingerprint
    as_text = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert agreement.read(as_text).fingerprint == read.fingerprint


@pytest.mark.parametrize(
    "names",
    [
        ["annotator_1", "label_1", "annotator_2", "label_2", "annotator_3", "label_3"],
        ["worker1", "worker2", "worker3", "judgment1", "judgment2", "judgment3"],
    ],
)
def test_pairs_of_columns_say_who_labelled_and_what(tmp_path: Path, names: list[str]) -> None:
    crowd = panel(MOODS, tuple(f"w{n}" for n in range(6)), items=30, seed=50, per_item=3)
    rows = []
    for n in range(1, 31):
        given = [(who, label) for (item, who), label in crowd.items() if item == f"s{n}"]
        people, labels = ([pair[side] for pair in given] for side in (0, 1))
        paired = [cell for pair in given for cell in pair]
        rows.append([f"s{n}", *(paired if names[1].startswith("label") else [*people, *labels])])
    matrix = open_labels(written(tmp_path, "slots.csv", table([["id", *names], *rows])))
    assert (len(matrix.items), len(matrix.annotators), matrix.size) == (30, 6, 90)
    assert found_alpha(matrix) == pytest.approx(alpha(crowd))


def test_labels_that_a_time_tells_apart_are_asked_about_as_repetitions(tmp_path: Path) -> None:
    rows = [
        [f"s{n}", who, f"2026-01-{day:02} 10:{n:02}:{place:02}", each[f"s{n}", who]]
        for day, each in enumerate(ASKED.values(), 1)
        for n in range(1, 31)
        for place, who in enumerate(PEOPLE)
    ]
    line = asked(written(tmp_path, "times.csv", table([["item", "rater", "timestamp", "score"], *rows])))
    assert line.endswith("--repeats last")
    assert typed(line) == pytest.approx(alpha(ASKED["sarcastic"]))


def test_people_whose_names_differ_in_capitals_are_remarked_on(tmp_path: Path) -> None:
    rows = [[item, who.title() if n % 2 else who, label] for n, ((item, who), label) in enumerate(BATCH_THREE.items())]
    matrix = open_labels(written(tmp_path, "names.csv", table([["item", "annotator", "label"], *rows])))
    assert "differ only in capitals or spaces, as do 3 such pairs" in " ".join(heard(matrix))


def test_who_is_in_progress_by_a_status_of_annotators_is_left_out(tmp_path: Path) -> None:
    rows = [[item, who, label, "Done"] for (item, who), label in BATCH_THREE.items()]
    rows += [[f"s{n}", "dan", "pos", "In progress"] for n in range(1, 6)]
    path = written(tmp_path, "status.csv", table([["item", "annotator", "label", "annotator_status"], *rows]))
    assert sorted(open_labels(path).annotators) == sorted(PEOPLE)


def test_words_that_people_judged_are_items(tmp_path: Path) -> None:
    words = ("page", "list", "level", "house", "dog", "tree")
    judged = panel(("1", "2", "3"), words, items=8, seed=51)
    rows = [[f"p{n}", *(judged[f"s{n}", word] for word in words)] for n in range(1, 9)]
    matrix = open_labels(written(tmp_path, "words.csv", table([["participant", *words], *rows])))
    assert sorted(matrix.items) == sorted(words)


def test_objects_in_a_column_beside_labels_are_left_alone(tmp_path: Path) -> None:
    rows = [[item, who, label, '{"length": 3}'] for (item, who), label in BATCH_THREE.items()]
    matrix = open_labels(written(tmp_path, "meta.csv", table([["item", "annotator", "label", "meta"], *rows])))
    assert found_alpha(matrix) == pytest.approx(alpha(BATCH_THREE))


def test_a_line_that_lacks_the_field_that_names_the_others_is_an_item_all_the_same(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"sentence": f"s{n}", "annotator_labels": [BATCH_THREE[f"s{n}", who] for who in PEOPLE]} for n in range(1, 31)
    ]
    rows[7] = {"sentense": "s8", "annotator_labels": rows[7]["annotator_labels"]}
    matrix = open_labels(written(tmp_path, "lists.jsonl", lines(rows)))
    assert (len(matrix.items), matrix.size) == (30, 90)


# --- scores of classes, surveys with people in rows, items whose names differ as texts only ---------------------------


def scored(names: Sequence[str], rows: int = 40, *, of: int | None = None) -> str:
    """A table with a number from 0 to 1 for each class, as classifiers and shares of many raters give them."""
    rng = random.Random(47)
    numbers = [[rng.betavariate(0.4, 3) for _ in names] for _ in range(rows)]
    cells = [[f"{round(number * of) / of:.4f}" if of else f"{number:.6f}" for number in row] for row in numbers]
    return table([["id", "text", *names], *([1000 + n, f"what was said {n}", *row] for n, row in enumerate(cells))])


@pytest.mark.parametrize("of", [None, 10])
def test_scores_of_classes_are_nobodys_labels(tmp_path: Path, of: int | None) -> None:
    content = scored(("toxicity", "severe_toxicity", "obscene", "insult", "threat"), of=of)
    path = written(tmp_path, "scores.csv", content if of is None else content.replace("0.0000", "0.1000"))
    with pytest.raises(AnaphorError, match="scores of classes, or shares of people") as raised:
        open_labels(path)
    assert "If each column holds the numbers of one annotator, say" in str(raised.value)
    assert len(open_labels(path, label_settings(layout="items")).annotators) == 5


def survey() -> tuple[str, Labels]:
    """A row for each person, called by a number, and a column for each question."""
    people, labels = [str(1000 + n) for n in range(40)], Labels()
    rng = random.Random(53)
    for question in range(1, 31):
        usual = rng.choice("abc")
        for who in people:
            labels[f"Q{question}", who] = usual if rng.random() < 0.75 else rng.choice("abc")
    rows = [[who, *(labels[f"Q{question}", who] for question in range(1, 31))] for who in people]
    return table([["id", *(f"Q{question}" for question in range(1, 31))], *rows]), labels


def test_a_survey_with_people_in_rows_is_asked_about(tmp_path: Path) -> None:
    content, labels = survey()
    path = written(tmp_path, "survey.csv", content)
    with pytest.raises(AnaphorError, match="people may be in the rows") as raised:
        open_labels(path)
    assert "--layout annotators" in str(raised.value)
    matrix = open_labels(path, label_settings(layout="annotators"))
    assert (len(matrix.items), len(matrix.annotators)) == (30, 40)
    assert found_alpha(matrix) == pytest.approx(alpha(labels))


def test_people_in_columns_who_do_not_agree_are_still_people(tmp_path: Path) -> None:
    """A careless panel is no survey: its rows do not agree either."""
    rng = random.Random(59)
    rows = [[f"s{n}", *(rng.choice("abc") for _ in range(10))] for n in range(40)]
    path = written(tmp_path, "careless.csv", table([["item", *(f"rater {n}" for n in range(10))], *rows]))
    assert len(open_labels(path).annotators) == 10


def test_items_whose_names_differ_as_texts_keep_their_names(tmp_path: Path) -> None:
    names = ("01", "1", "5", "5.0", "q0", "q1", "q2")
    content = table([["item", "ann", "bob"], *([name, "xy"[n % 2], "xy"[n % 2]] for n, name in enumerate(names))])
    assert open_labels(written(tmp_path, "names.csv", content)).items == names


# --- good annotators, means and brackets ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("people", "items", "random_share", "classes"), [(5, 200, 0.05, 2), (5, 100, 0.1, 3)])
def test_good_annotators_are_no_verdicts(
    tmp_path: Path, people: int, items: int, random_share: float, classes: int
) -> None:
    """Who is right where others slip says what most of the others say; a verdict never differs from all of them."""
    kept = []
    for seed in range(20):
        rng = random.Random(seed)
        names = ("alice", "bob", "carol", "dan", "eve")[:people]
        rows: list[list[str]] = [["item", *names]]
        for number in range(items):
            truth = rng.randrange(classes)
            given = [rng.randrange(classes) if rng.random() < random_share else truth for _ in names]
            rows.append([f"s{number}", *("abc"[label] for label in given)])
        matrix = open_labels(written(tmp_path, f"good-{seed}.csv", table(rows)))
        kept.append(len(matrix.annotators))
    assert kept.count(people) >= 19


@pytest.mark.parametrize(("name", "digits"), [("Mittelwert", 2), ("MW", 1), ("x̄", 2), ("col5", 2)])
def test_a_column_of_means_is_left_out_whatever_its_name(tmp_path: Path, name: str, digits: int) -> None:
    rng, rows = random.Random(61), list[list[object]]()
    for number in range(30):
        given = [min(5, max(1, round(rng.gauss(3, 1)))) for _ in range(3)]
        rows.append([f"s{number}", *given, f"{sum(given) / 3:.{digits}f}"])
    matrix = open_labels(written(tmp_path, "means.csv", table([["item", "alice", "bob", "carol", name], *rows])))
    assert matrix.annotators == ("alice", "bob", "carol")
    assert name in " ".join(heard(matrix))


@pytest.mark.parametrize("nothing", ["<missing>", "(none)", "<empty>", "(leer)", "nicht beurteilt"])
def test_no_answer_in_brackets_is_remarked_on(tmp_path: Path, nothing: str) -> None:
    rows = [[f"s{n}", *(nothing if (n + who) % 7 == 0 else "xyz"[n % 3] for who in range(3))] for n in range(30)]
    matrix = open_labels(written(tmp_path, "nothing.csv", table([["item", "ann", "bob", "cy"], *rows])))
    assert nothing in " ".join(heard(matrix))


def test_signs_of_comparison_are_classes(tmp_path: Path) -> None:
    rows = [[f"s{n}", *("<=>"[(n + who * (n % 4 == 0)) % 3] for who in range(3))] for n in range(30)]
    matrix = open_labels(written(tmp_path, "signs.csv", table([["item", "ann", "bob", "cy"], *rows])))
    assert "may mean that there is no label" not in " ".join(heard(matrix))


def test_estimates_with_holes_are_those_of_people(tmp_path: Path) -> None:
    """Nobody estimated every item: those who did are held against each other."""
    rng, rows = random.Random(67), list[list[object]]()
    for number in range(40):
        truth = rng.random()
        given = [f"{min(max(truth + rng.gauss(0, 0.08), 0.01), 0.99):.2f}" for _ in range(5)]
        rows.append([f"s{number}", *(cell if (number + who) % 5 else "" for who, cell in enumerate(given))])
    matrix = open_labels(
        written(tmp_path, "holes.csv", table([["item", "alice", "bob", "carol", "dan", "eve"], *rows]))
    )
    assert len(matrix.annotators) == 5
