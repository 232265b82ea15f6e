"""Columns of label files that are no labels, no items or nobody's are left out or asked about, and that is said."""

import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest

from anaphor.agreement import read as read_labels
from anaphor.answers import open_labels
from anaphor.collection import convert, load
from anaphor.errors import AnaphorError
from anaphor.experiment import import_answers
from anaphor.resolver import resolve
from anaphor.scoring import candidate_labels, compare
from tests.agreement.exports import Labels, alpha, book, lines, panel, spans, table, text_of
from tests.agreement.tables import heard
from tests.agreement.test_exports import typed, written
from tests.agreement.test_stranger_labels import CROWD, ITEMS, MOODS, PEOPLE, answer, packed, read

YES_NO = panel(("acceptable", "unacceptable"), tuple(f"p{n}" for n in range(8)), items=20, seed=9)
FIVE = panel(("1", "2", "3", "4", "5"), tuple(f"p{n}" for n in range(8)), items=20, seed=5)
BINARY = panel(("1", "0"), PEOPLE, seed=12)
TRUTHS = {key: {"1": "TRUE", "0": "FALSE"}[label] for key, label in BINARY.items()}
Asked = Mapping[str, Sequence[str]]
"""Answers of people to a question about them, by its text."""


def survey(labels: Labels, about: Asked, item: str = "How natural is {}?", separator: str = ",") -> str:
    """Qualtrics: every question is called Q and a number, those about the person come first."""
    people, items = sorted({who for _, who in labels}), list(dict.fromkeys(name for name, _ in labels))
    fixed = ["StartDate", "Status", "Finished", "RecordedDate", "ResponseId"]
    names = [*fixed, *(f"Q{n}" for n in range(1, len(about) + len(items) + 1))]
    texts = ["Start Date", "Response Type", "Finished", "Recorded Date", "Response ID"]
    rows = [names, [*texts, *about, *(item.format(name) for name in items)], [f'{{"ImportId":"{n}"}}' for n in names]]
    for place, who in enumerate(people):
        own = [each[place % len(each)] for each in about.values()]
        day = "2024-03-01 10:00:00"
        rows.append([day, "IP Address", "True", day, f"R_{who}", *own, *(labels[name, who] for name in items)])
    return table(rows, separator)


ABOUT: list[tuple[Labels, Asked, str]] = [
    (YES_NO, {"What is your native language?": ("French", "English")}, "Q1"),
    (YES_NO, {"Langue ?": ("français", "anglais"), "Âge ?": ("23", "31", "45")}, "Q2"),
    (FIVE, {"How old are you?": ("23", "31", "45", "19", "60")}, "Q1"),
    (FIVE, {"Native": ("Yes", "No"), "Why?": [f"because {n}" for n in range(8)]}, "Q2"),
]


@pytest.mark.parametrize(("labels", "about", "name"), ABOUT)
def test_what_people_are_asked_about_themselves_is_no_item(
    tmp_path: Path, labels: Labels, about: Asked, name: str
) -> None:
    content = survey(labels, about)
    for settings in ({}, {"label": "Q*", "annotator": "ResponseId"}):
        value, size, said = read(tmp_path, "q.csv", content, **settings)
        assert (value, size) == (pytest.approx(alpha(labels)), 160)
        assert f"'{name}' was left out: its answers are none of those to most others" in said
    classes = list(dict.fromkeys([*labels.values(), *(cell for each in about.values() for cell in each)]))
    assert read(tmp_path, "q.csv", content, classes=classes)[1] == 160 + 8 * len(about)


def test_answers_in_the_same_numbers_are_named_and_can_be_left_out(tmp_path: Path) -> None:
    content = survey(FIVE, {"Gender": ("1", "2")})
    *_, said = read(tmp_path, "q.csv", content)
    assert "By their texts these questions are about the people: Q1. If they are no items, say --without Q1" in said
    value, size, said = read(tmp_path, "q.csv", content, without="Q1")
    assert (value, size) == (pytest.approx(alpha(FIVE)), 160)
    assert "Column 'Q1' was left out, as --without says" in said
    sliders = panel(tuple(map(str, range(101))), tuple(f"p{n}" for n in range(8)), items=20, seed=3)
    assert read(tmp_path, "sliders.csv", survey(sliders, {}))[1] == 160


def test_people_in_rows_may_be_asked_about_themselves_without_being_items(tmp_path: Path) -> None:
    rows = [(f"p{n}", *(YES_NO[f"s{item}", f"p{n}"] for item in range(1, 21)), ("FR", "EN")[n % 2]) for n in range(8)]
    content = table([("participant", *(f"s{n}" for n in range(1, 21)), "L1"), *rows])
    value, size, said = read(tmp_path, "rows.csv", content)
    assert (value, size) == (pytest.approx(alpha(YES_NO)), 160)
    assert "'L1' was left out: its answers are none" in said


@pytest.mark.slow
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "item", ["Honestly; how natural, is {}?", "Read\nthis,\n\n{}; and judge", '"{}", he said;\nOK?']
)
def test_signs_and_breaks_in_questions_part_no_columns(tmp_path: Path, separator: str, item: str) -> None:
    content = survey(YES_NO, {}, item, separator)
    assert read(tmp_path, "q.csv", content)[:2] == (pytest.approx(alpha(YES_NO)), 160)
    long = survey(YES_NO, {}, f"{item} {'and so on, and so forth; ' * 40}", separator)  # the head is cut in a cell
    assert read(tmp_path, "long.csv", long)[:2] == (pytest.approx(alpha(YES_NO)), 160)


def wide(labels: Labels, more: Mapping[str, Callable[[list[str]], str]]) -> str:
    """A wide table with columns that a formula makes of the labels of a row."""
    given = [[labels[item, who] for who in PEOPLE] for item in ITEMS]
    rows = [[item, *each, *(made(each) for made in more.values())] for item, each in zip(ITEMS, given, strict=True)]
    return table([["item", *PEOPLE, *more], *rows])


def alike(cells: list[str]) -> str:
    return str(len(set(cells)) == 1).upper()


@pytest.mark.parametrize(
    "more",
    [
        {"match": alike},
        {"agree?": lambda cells: "1" if alike(cells) == "TRUE" else "0"},
        {"agree?": lambda cells: "yes" if alike(cells) == "TRUE" else ""},
        {"all": alike, "A=B": lambda cells: alike(cells[:2]), "B=C": lambda cells: alike(cells[1:])},
    ],
)
@pytest.mark.parametrize("labels", [MOODS, TRUTHS, BINARY], ids=["moods", "truths", "binary"])
def test_a_formula_that_compares_annotators_is_none(
    tmp_path: Path, labels: Labels, more: Mapping[str, Callable[[list[str]], str]]
) -> None:
    value, size, said = read(tmp_path, "sheet.csv", wide(labels, more))
    assert (value, size) == (pytest.approx(alpha(labels)), 120)
    assert said.count("it says where others are alike") == len(more)


def test_one_who_agrees_with_another_is_no_formula(tmp_path: Path) -> None:
    rows = [(item, cell, "1", cell) for item in ITEMS for cell in [BINARY[item, "bob"]]]
    assert read(tmp_path, "twin.csv", table([("item", *PEOPLE), *rows]))[1] == 120


def test_an_empty_column_is_nobodys_and_a_models_is_named(tmp_path: Path) -> None:
    for name in ("diane", "r4"):
        value, size, said = read(tmp_path, "empty.csv", wide(MOODS, {name: lambda cells: "", "": lambda cells: ""}))
        assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
        assert f"Column '{name}' was left out: there is nothing in it" in said
        assert "per annotator (3: alice, bob, chloe); --without NAME leaves one out" in said
    for name in ("gpt4", "ChatGPT_label", "model"):
        content = wide(MOODS, {name: lambda cells: cells[1]})
        path = written(tmp_path, "model.csv", content)
        assert f"(4: alice, bob, chloe, {name}); --without NAME" in " ".join(heard(open_labels(path)))
        assert typed(f"anaphor agreement measure {path} --without {name}") == pytest.approx(alpha(MOODS))


def test_columns_and_annotators_are_left_out_of_any_table(tmp_path: Path) -> None:
    two = {key: label for key, label in MOODS.items() if key[1] != "bob"}
    rows = [(item, who, label, "joy") for (item, who), label in MOODS.items()]
    long = table([("item", "annotator", "label", "category"), *rows])
    for without in (["bob"], ["bob", "category"]):
        assert read(tmp_path, "long.csv", long, without=without)[:2] == (pytest.approx(alpha(two)), 80)
    names = ("item", "annotator", "label", "category")
    objects = lines(dict(zip(names, row, strict=True)) for row in rows)
    assert read(tmp_path, "long.jsonl", objects, without=["category", "bob"])[:2] == (pytest.approx(alpha(two)), 80)
    frame = pd.DataFrame([{"item": item, **{who: MOODS[item, who] for who in PEOPLE}, "gpt": "joy"} for item in ITEMS])
    assert read_labels(frame, without=["gpt", "bob"]).annotators == ("alice", "chloe")
    with pytest.raises(AnaphorError, match="no annotator and no column is called 'nobody'"):
        read(tmp_path, "long.csv", long, without=["nobody"])


def test_a_feature_that_nobody_filled_in_is_no_question(tmp_path: Path) -> None:
    texts, _, words = spans()

    def page(name: str, who: str, given: Callable[[str], str]) -> str:
        found = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NamedEntity|identifier|value", "", "", f"#Text={texts[name]}"]
        for place, word in enumerate(texts[name].split()):
            label = words[f"{name}-{place}", who]
            cells = ["_", "_"] if label == "O" else [given(label), label]
            found.append("\t".join([f"1-{place + 1}", "0-1", word, *cells, ""]))
        return "\n".join(found) + "\n"

    for given, asked in ((lambda label: "*", {}), (lambda label: f"http_{label}", {"question": "NamedEntity.value"})):
        path = tmp_path / "inception.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name in texts:
                for who in ("ann", "bob"):
                    archive.writestr(f"annotation/{name}.txt/{who}.tsv", page(name, who, given))
        if asked:
            with pytest.raises(AnaphorError, match=r"--question NamedEntity\.value"):
                open_labels(path)
        assert read(tmp_path, "inception.zip", path.read_bytes(), **asked)[0] == pytest.approx(alpha(words))


def test_platforms_are_spoken_of_in_their_own_words(tmp_path: Path) -> None:
    rows = [(item, who, label, text_of(item)) for (item, who), label in CROWD.items()]
    toloka = ("ASSIGNMENT:task_id", "ASSIGNMENT:worker_id", "OUTPUT:mood", "INPUT:text")
    appen = ("_unit_id", "_worker_id", "mood", "text")
    for name, head, separator in (("toloka.tsv", toloka, "\t"), ("appen.csv", appen, ",")):
        content = table([head, *rows], separator)
        value, _, said = read(tmp_path, name, content)
        assert value == pytest.approx(alpha(CROWD))
        assert f"items in '{head[0]}', annotators in '{head[1]}', labels in '{head[2]}'" in said
        named = {"item": head[0], "annotator": head[1], "label": head[2]}
        assert read(tmp_path, name, content, **named)[0] == pytest.approx(alpha(CROWD))
        twice = [(*row, "yn"[place % 2]) for place, row in enumerate(rows)]
        second = "OUTPUT:sure" if name == "toloka.tsv" else "sure"
        with pytest.raises(AnaphorError, match=f"a batch of {name[:-4].capitalize()}, .*{head[2]}, {second}"):
            read(tmp_path, name, table([(*head, second), *twice], separator))


def test_boxes_to_tick_are_labels(tmp_path: Path) -> None:
    boxes = {c: f"Answer.{c}.{c}" for c in ("joy", "anger", "fear")}
    rows = [(item, who, *(str(label == c).lower() for c in boxes)) for (item, who), label in CROWD.items()]
    content = table([("HITId", "WorkerId", *boxes.values()), *rows])
    assert read(tmp_path, "boxes.csv", content)[:2] == (pytest.approx(alpha(CROWD)), 180)
    one = {key: str(label == "joy").lower() for key, label in CROWD.items()}
    content = table([("HITId", "WorkerId", "Answer.joy.joy"), *((*key, label) for key, label in one.items())])
    assert read(tmp_path, "box.csv", content)[:2] == (pytest.approx(alpha(one)), 180)
    bare = [(*row[:2], *(cell if row[0] != "s1" else "false" for cell in row[2:])) for row in rows]
    none = {key: "none" if key[0] == "s1" else label for key, label in CROWD.items()}
    value, _, said = read(tmp_path, "none.csv", table([("HITId", "WorkerId", *boxes.values()), *bare]))
    assert value == pytest.approx(alpha(none))
    assert "say --missing 'none'" in said


def test_sheets_are_called_sheets(tmp_path: Path) -> None:
    each = {who: [["item", "label"], *([item, MOODS[item, who]] for item in ITEMS)] for who in PEOPLE}
    *_, said = read(tmp_path, "each.ods", book(each))
    assert "3 sheets were read as one table: each is an annotator's, called after the sheet" in said
    files = {f"{who}.csv": table(rows) for who, rows in each.items()}
    assert "3 files were read as one table" in read(tmp_path, "each.zip", packed(files))[2]


@pytest.mark.parametrize("form", ["Option {}", "{}"])
@pytest.mark.parametrize("first", [0, 1])
def test_where_numbers_of_options_begin_is_said(tmp_path: Path, form: str, first: int) -> None:
    asked = load("anaphor-en").questions[:20]
    rows = [(each.id, who, form.format(first + place % 2)) for place, each in enumerate(asked) for who in PEOPLE]
    path = written(tmp_path, "options.csv", table([("item", "annotator", "choice"), *rows]))
    found = candidate_labels(path, collection="anaphor-en")
    assert found.classes == ("0", "1")
    assert f"taken to count from {first}" in " ".join(heard(found))


def test_a_study_that_was_imported_is_people_by_items(tmp_path: Path) -> None:
    rng, asked = random.Random(3), load("anaphor-en").questions[:20]
    chosen = {(each.id, f"P{n}"): rng.randrange(2) for n in range(6) for each in asked}
    texts = {each.id: [candidate.text for candidate in each.candidates] for each in asked}
    rows = [(who, item, texts[item][place], 800) for (item, who), place in chosen.items()]
    source = written(tmp_path, "answers.csv", table([("participant", "item", "choice", "rt"), *rows]))
    import_answers(source, output=tmp_path / "study.jsonl", collection="anaphor-en")
    path = tmp_path / "study.jsonl"
    value, size, said = read(tmp_path, "study.jsonl", path.read_text("utf-8"))
    assert (value, size) == (pytest.approx(alpha({key: str(place) for key, place in chosen.items()})), 120)
    assert "people are the annotators, and the label is the number of the candidate, from 0" in said
    checks = {"response": {"person": "p0001", "trial": "check.1", "kind": "attention", "choice": 0}}
    value, size, said = read(tmp_path, "more.jsonl", path.read_text("utf-8") + lines([checks]))
    assert size == 120
    assert "One answer to what is no item was left out" in said


def test_numbers_of_rows_are_no_items(tmp_path: Path) -> None:
    rows = [(n, who, text_of(item), label) for n, ((item, who), label) in enumerate(MOODS.items(), 1)]
    path = written(tmp_path, "rows.csv", table([("id", "annotator", "phrase lue", "label"), *rows]))
    with pytest.raises(AnaphorError, match="nothing that column id names is labelled by two people") as caught:
        open_labels(path)
    assert typed(caught.value.todo.partition(": ")[2]) == pytest.approx(alpha(MOODS))
    bare = table([("id", "annotator", "label"), *((n, who, label) for n, who, _, label in rows)])
    assert "Nothing that column 'id' names was labelled by two people" in read(tmp_path, "bare.csv", bare)[2]
    assert read(tmp_path, "rows.csv", path.read_text("utf-8"), item="id")[1] == 120


@pytest.mark.parametrize("strange", [lambda n, who: who == "bob", lambda n, who: n % 7 == 0])
def test_lines_in_two_encodings_are_each_read_in_their_own(tmp_path: Path, strange: Callable[[int, str], bool]) -> None:
    words = {"joy": "joie", "anger": "colère", "fear": "gêne"}
    rows = [(f"{item},{who},{words[label]}\n", who) for (item, who), label in MOODS.items()]
    data = [row.encode("cp1252" if strange(n, who) else "utf-8") for n, (row, who) in enumerate(rows)]
    value, size, said = read(tmp_path, "mixed.csv", b"item,annotator,label\n" + b"".join(data))
    assert (value, size) == (pytest.approx(alpha(MOODS)), 120)
    assert "not in UTF-8, while others are: they are read as cp1252" in said
    whole = b"item,annotator,label\n" + b"".join(row.encode("cp1252") for row, _ in rows)
    assert "The file is not UTF-8 and is read as cp1252" in read(tmp_path, "whole.csv", whole)[2]


@pytest.mark.parametrize(("first", "second"), [("label", "category"), ("answer", "rating"), ("classe", "note")])
def test_of_two_columns_with_labels_one_is_asked_for(tmp_path: Path, first: str, second: str) -> None:
    rows = [(item, who, label, "123"[n % 3]) for n, ((item, who), label) in enumerate(MOODS.items())]
    path = written(tmp_path, "two.csv", table([("item", "annotator", first, second), *rows]))
    with pytest.raises(AnaphorError, match=f"may stand in column {first} or in {second}") as caught:
        open_labels(path)
    assert typed(caught.value.todo.partition(": ")[2]) == pytest.approx(alpha(MOODS))
    codes = {"joy": "1", "anger": "2", "fear": "3"}
    same = table([("item", "annotator", first, second), *((*row[:3], codes[row[2]]) for row in rows)])
    assert read(tmp_path, "same.csv", same)[0] == pytest.approx(alpha(MOODS))  # one and the same, in two ways


@pytest.mark.parametrize("words", [("True", "False"), ("TRUE", "FALSE")])
def test_true_is_1_beside_numbers(tmp_path: Path, words: tuple[str, str]) -> None:
    rows = [(item, who, words[label == "0"] if who == "bob" else label) for (item, who), label in BINARY.items()]
    value, _, said = read(tmp_path, "truths.csv", table([("item", "annotator", "label"), *rows]))
    assert value == pytest.approx(alpha(BINARY))
    assert f"{words[0]} = 1" in said or f"1 = {words[0]}" in said


def test_who_labelled_twice_is_refused_by_agreement_and_by_a_panel(tmp_path: Path) -> None:
    convert("anaphor-fr", to="label-studio", output=tmp_path / "studio")
    tasks = json.loads((tmp_path / "studio" / "tasks.json").read_text("utf-8"))[:10]
    for again, more in ((0, {}), (1, {}), (1, {"ground_truth": True})):
        exported = []
        for number, task in enumerate(tasks, 1):
            options = [each["value"] for each in task["data"]["options"]]
            said: list[tuple[str, str, dict[str, bool]]] = [(who, options[0], {}) for who in PEOPLE] + [
                ("bob", options[again], more)
            ] * (number == 4)
            given = [
                {"completed_by": who, "result": [answer("choices", choices=[name])], **extra}
                for who, name, extra in said
            ]
            exported.append({"id": number, "data": task["data"], "annotations": given})
        path = written(tmp_path, "twice.json", json.dumps(exported))
        if more:  # a verdict is nobody's, in both
            assert candidate_labels(path, collection="anaphor-fr").size == 30
            assert sum("choice" in each.reply.kind for each in resolve("anaphor-fr", f"panel:{path}").answers) == 10
            continue
        with pytest.raises(AnaphorError, match=r"'bob' labels item .* twice"):
            candidate_labels(path, collection="anaphor-fr")
        with pytest.raises(AnaphorError, match=r"bob answered .* twice"):
            resolve("anaphor-fr", f"panel:{path}")


def outcomes(more: Mapping[str, Callable[[int], object]], count: int = 60) -> str:
    drawn = random.Random(4)
    rows = [
        [f"i{n}", *(int(drawn.random() < 0.7) for _ in range(3)), *(of(n) for of in more.values())]
        for n in range(count)
    ]
    return table([["item", "m1", "m2", "m3", *more], *rows])


@pytest.mark.parametrize(
    "name", ["gold", "label", "is_hard", "fold", "m1_pred", "Correct answer", "has_negation", "split"]
)
def test_what_is_known_of_an_item_is_no_system(tmp_path: Path, name: str) -> None:
    for of in (lambda n: n % 2, lambda n: n % 5):
        found = compare(written(tmp_path, "t.csv", outcomes({name: of})), outcomes=True)
        assert [run.name for run in found.runs] == ["m1", "m2", "m3"]
        assert f"The column {name} has 0 and 1, but by its name it is no system's" in " ".join(map(str, found.notes))


def test_a_system_or_a_column_can_be_left_out_of_a_comparison(tmp_path: Path) -> None:
    path = written(tmp_path, "t.csv", outcomes({"v2": lambda n: n % 2, "dev": lambda n: n % 4}))
    assert [run.name for run in compare(path, outcomes=True, without=["v2", "dev"]).runs] == ["m1", "m2", "m3"]
    with pytest.raises(AnaphorError, match="column dev is neither 0 nor 1"):
        compare(path, outcomes=True)
    with pytest.raises(AnaphorError, match="no column nobody"):
        compare(path, outcomes=True, without=["dev", "nobody"])


@pytest.mark.parametrize(
    "names", [("item", "system", "correct"), ("example_id", "model", "is_correct"), ("qid", "Model", "acc")]
)
def test_a_row_for_each_answer_is_read_as_a_column_for_each_system(tmp_path: Path, names: tuple[str, ...]) -> None:
    drawn = random.Random(4)
    rows = [(f"i{n}", name, int(drawn.random() < 0.6), f"p{n // 2}") for n in range(40) for name in ("a", "b", "c")]
    found = compare(written(tmp_path, "long.csv", table([(*names, "passage"), *rows])), outcomes=True)
    right = {name: sum(row[2] for row in rows if row[1] == name) for name in "abc"}
    assert {card.respondent: card.measures.h for card in found.cards} == right
    assert found.to_dict()["runs"][0]["clusters"] == 20
    assert f"items in {names[0]}, systems in {names[1]}, what was right in {names[2]}" in " ".join(
        map(str, found.notes)
    )
    with pytest.raises(AnaphorError, match=r"has a row for each answer .* Call the columns item, system and correct"):
        compare(written(tmp_path, "twice.csv", table([names, *(row[:3] for row in (*rows, rows[0]))])), outcomes=True)
    with pytest.raises(AnaphorError, match="no outcome"):
        compare(written(tmp_path, "hole.csv", table([names, *(row[:3] for row in rows[1:])])), outcomes=True)
