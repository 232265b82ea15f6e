"""Label tables of other programs give the labels that stand in them, or are asked about with a line that was tried."""

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from anaphor import agreement
from anaphor.answers import label_settings, open_labels
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, InputError
from tests.agreement.exports import Labels, alpha, lines, table
from tests.agreement.foreign_tables import (
    BINARY,
    FIRST,
    ITEMS,
    JUDGED,
    LIKERT,
    MOODS,
    OTHER,
    PEOPLE,
    REPEATED,
    SECOND,
    SENTIMENT,
    THIRD,
    WIDE_RUNS,
    YES_NO,
    Foreign,
    side_by_side,
    wide,
)
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written

ALL = {**FIRST, **SECOND, **THIRD}
LINE = re.compile(r"anaphor agreement measure .*")


def labelled(labels: Labels, names: tuple[str, str, str] = ("item", "annotator", "label")) -> str:
    return table([names, *((item, who, label) for (item, who), label in labels.items())])


def frame(content: str) -> pd.DataFrame:
    rows = [line.split(",") for line in content.splitlines()]
    return pd.DataFrame(rows[1:], columns=rows[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, each in ALL.items() if not (each.asks or each.missing)])
def test_a_table_of_another_program_gives_its_labels(tmp_path: Path, name: str) -> None:
    foreign = ALL[name]
    matrix = open_labels(foreign.write(tmp_path, name))
    assert found_alpha(matrix) == pytest.approx(alpha(foreign.labels))
    assert matrix.size == len(foreign.labels)
    assert re.search(foreign.heard, " ".join(heard(matrix)))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, each in ALL.items() if each.asks])
def test_a_table_that_is_asked_about_prints_a_line_that_reads_it(tmp_path: Path, name: str) -> None:
    foreign = ALL[name]
    with pytest.raises(AnaphorError) as caught:
        open_labels(foreign.write(tmp_path, name))
    line = LINE.search(caught.value.todo)
    assert line is not None
    assert typed(line[0]) == pytest.approx(alpha(foreign.labels))
    sizes = [len({key[place] for key in foreign.labels}) for place in (0, 1)]
    classes = len(set(foreign.labels.values()))
    counted = f"{sizes[0]} items, {sizes[1]} annotators, {classes} classes, {len(foreign.labels)} labels"
    assert f"Type ({counted}): {line[0]}" in caught.value.todo


@pytest.mark.parametrize("name", [name for name, each in ALL.items() if each.missing])
def test_where_nothing_reads_a_table_no_line_is_printed(tmp_path: Path, name: str) -> None:
    with pytest.raises(AnaphorError, match="missing") as caught:
        open_labels(ALL[name].write(tmp_path, name))
    assert not LINE.search(str(caught.value))


@pytest.mark.parametrize("command", ["measure", "reproduce", "consensus", "next"])
def test_every_command_that_reads_labels_asks_which_question_is_meant(tmp_path: Path, command: str) -> None:
    path = written(tmp_path, "two.csv", side_by_side())
    refused = CliRunner().invoke(app, ["agreement", command, str(path)]).exception
    assert isinstance(refused, AnaphorError)
    assert "several questions (toxic, sarcastic)" in str(refused)


def test_one_of_two_questions_side_by_side_is_measured_and_its_annotators_have_their_names() -> None:
    both = frame(side_by_side())
    with pytest.raises(AnaphorError, match=r"question='toxic'\)"):
        agreement.measure(both)
    for question, labels in (("toxic", YES_NO), ("sarcastic", OTHER)):
        matrix = agreement.read(both, question=question)
        assert matrix.annotators == PEOPLE
        assert found_alpha(matrix) == pytest.approx(alpha(labels))
    with pytest.raises(AnaphorError, match=r"several questions \(toxic, sarcastic\)"):
        agreement.read(both, question="rude")


def test_a_pivot_table_in_memory_is_asked_about_as_its_file_is() -> None:
    rows = [
        {"item": item, "annotator": who, "toxic": YES_NO[item, who], "sarcastic": OTHER[item, who]}
        for item in ITEMS
        for who in PEOPLE
    ]
    pivot = pd.DataFrame(rows).pivot(index="item", columns="annotator", values=["toxic", "sarcastic"])
    with pytest.raises(AnaphorError, match=r"several questions \(toxic, sarcastic\)"):
        agreement.read(pivot)
    matrix = agreement.read(pivot, question="sarcastic")
    assert matrix.annotators == PEOPLE
    assert found_alpha(matrix) == pytest.approx(alpha(OTHER))


@pytest.mark.slow
@pytest.mark.parametrize(
    "form", ["{question}_{who}", "{who}_{question}", "{question} - {who}", "{who}: {question}", "Q_{question}.{who}"]
)
def test_which_part_of_a_name_is_the_question_is_found_from_who_agrees(form: str) -> None:
    with pytest.raises(AnaphorError) as caught:
        agreement.read(frame(side_by_side(form)))
    assert caught.value.code == "labels-crossed"
    assert "alice, bob, carol" in str(caught.value)


@pytest.mark.parametrize(
    "names",
    [
        ("rater_1", "rater_2", "coder_1", "coder_2"),
        ("A1", "A2", "B1", "B2"),
        ("alice", "bob", "carol", "dan"),
        ("annotator_a", "annotator_b", "annotator_c", "annotator_d"),
        ("anna_m", "ben_k", "carl_s", "dora_l"),
    ],
)
def test_annotators_whose_names_have_parts_stay_annotators(tmp_path: Path, names: tuple[str, ...]) -> None:
    rows = [(item, *(MOODS[item, PEOPLE[place % 3]] for place in range(4))) for item in ITEMS]
    matrix = open_labels(written(tmp_path, "names.csv", table([("item", *names), *rows])))
    assert matrix.annotators == names


def test_columns_of_columns_can_be_taken_for_annotators_by_saying_so(tmp_path: Path) -> None:
    matrix = open_labels(written(tmp_path, "two.csv", side_by_side()), label_settings(layout="items"))
    assert len(matrix.annotators) == 6


SCALES = {
    "very low": ("very low", "low", "medium", "high", "very high"),
    "disagree": ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
    "never": ("never", "rarely", "sometimes", "often", "always"),
    "d'accord": ("Pas du tout d'accord", "Plutôt pas d'accord", "Neutre", "Plutôt d'accord", "Tout à fait d'accord"),
    "jamais": ("jamais", "rarement", "parfois", "souvent", "toujours"),
    "très faible": ("très faible", "faible", "moyen", "élevé", "très élevé"),
    "numbered": ("1 - no", "2 - hardly", "3 - so so", "4 - rather", "10 - yes"),
}


@pytest.mark.parametrize("name", SCALES)
def test_words_of_a_known_scale_have_its_order_and_that_is_said(name: str) -> None:
    words = SCALES[name]
    said = [{"item": item, "annotator": who, "label": words[int(label) - 1]} for (item, who), label in LIKERT.items()]
    numbers = [{"item": item, "annotator": who, "label": int(label)} for (item, who), label in LIKERT.items()]
    found = agreement.measure(said, scale="ordinal", change=False)
    wanted = agreement.measure(numbers, scale="ordinal", change=False)
    assert found.labels.classes == words
    assert found["krippendorff_alpha_ordinal"].value == pytest.approx(wanted["krippendorff_alpha_ordinal"].value)
    assert any("in its order" in note for note in found.notes)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",  # the hint is one sentence for every known scale, and that each is known is tried above
    [name if name in ("very low", "jamais") else pytest.param(name, marks=pytest.mark.long) for name in SCALES],
)
def test_words_of_a_known_scale_get_the_hint_of_it_where_none_is_stated(name: str) -> None:
    words = SCALES[name]
    steps = [
        (item, who, max(0, min(4, 2 * (n % 3) + (n * 7 + m) % 2)))
        for n, item in enumerate(ITEMS)
        for m, who in enumerate(PEOPLE)
    ]
    said = [{"item": item, "annotator": who, "label": words[step]} for item, who, step in steps]
    assert "--scale ordinal, and the answer is about medians" in " ".join(map(str, agreement.measure(said).sentences))
    ordered = agreement.measure(said, scale="ordinal")
    assert "--scale ordinal" not in " ".join(map(str, ordered.sentences))


def test_words_without_a_scale_get_no_hint_of_an_order() -> None:
    rows = [{"item": item, "annotator": who, "label": label} for (item, who), label in MOODS.items()]
    assert "--scale" not in " ".join(map(str, agreement.measure(rows).sentences))


def test_the_scale_that_is_told_is_the_one_that_was_computed() -> None:
    rng = random.Random(31)
    level = {item: rng.gauss(3, 1) for item in ITEMS}
    rows = [
        {"item": item, "annotator": who, "label": f"{level[item] + rng.gauss(0, 0.5):.2f}"}
        for item in ITEMS
        for who in PEOPLE
    ]
    found = agreement.measure(rows, change=False)
    assert "krippendorff_alpha_interval" in found.coefficients
    assert found.to_dict()["scale"] == "interval"
    assert "|scale:interval|" in found.signature
    words = agreement.measure([{**row, "label": "xy"[n % 2]} for n, row in enumerate(rows)], change=False)
    assert words.to_dict()["scale"] == "nominal"
    assert "|scale:nominal|" in words.signature


def test_words_without_a_known_order_are_refused_on_an_ordinal_scale() -> None:
    words = ("zero", "some", "plenty", "loads", "all")
    said = [{"item": item, "annotator": who, "label": words[int(label) - 1]} for (item, who), label in LIKERT.items()]
    with pytest.raises(InputError, match=r"without a known order .*`classes`"):
        agreement.measure(said, scale="ordinal", change=False)
    assert agreement.read(said, scale="ordinal", classes=words).classes == words
    two = [{**row, "label": "some" if row["label"] in words[:2] else "all"} for row in said]
    assert agreement.read(two, scale="ordinal").size == 90  # of two classes any order is one
    merged = {"little": words[:2], "much": words[2:]}
    assert agreement.read(said, scale="ordinal", merge=merged).size == 90


@pytest.mark.slow
def test_an_unknown_order_ends_a_command_in_one_sentence(tmp_path: Path) -> None:
    words = {"1": "bleu", "2": "vert", "3": "rouge", "4": "jaune", "5": "noir"}
    path = written(tmp_path, "w.csv", labelled({key: words[label] for key, label in LIKERT.items()}))
    refused = CliRunner().invoke(app, ["agreement", "measure", str(path), "--scale", "ordinal"]).exception
    assert isinstance(refused, InputError)
    assert "with --classes" in refused.sentence
    typed_order = ["agreement", "measure", str(path), "--scale", "ordinal", "--classes", ",".join(words.values())]
    assert CliRunner().invoke(app, typed_order).exit_code == 0


@pytest.mark.parametrize("odd", ["{}\u00a0", "\u200b{}", " {} ", "{}\u00ad", "{}\ufeff", "{}\u2009"])
def test_what_nobody_sees_splits_no_class(tmp_path: Path, odd: str) -> None:
    rows = {key: odd.format(label) if key[1] == "bob" else label for key, label in MOODS.items()}
    for content in (labelled(rows), table(wide(rows))):
        matrix = open_labels(written(tmp_path, "odd.csv", content))
        assert matrix.classes == ("anger", "fear", "joy")
        assert found_alpha(matrix) == pytest.approx(alpha(MOODS))


def test_minus_one_is_a_class_of_a_sentiment_and_can_be_said_to_be_one(tmp_path: Path) -> None:
    matrix = open_labels(written(tmp_path, "s.csv", table(wide(SENTIMENT))))
    assert matrix.classes == ("-1", "0", "1")
    assert any("say --missing '-1'" in note for note in heard(matrix))
    five = {key: str(int(label) - 2) for key, label in LIKERT.items()}  # -1 to 3: no scale begins there
    path = written(tmp_path, "five.csv", table(wide(five)))
    assert "-1" not in open_labels(path).classes
    assert "-1" in open_labels(path, label_settings(present="-1")).classes
    assert "-1" in open_labels(path, label_settings(scale="interval")).classes
    plus = {key: {"0": "-1", "1": "1"}[label] for key, label in BINARY.items()}
    assert open_labels(written(tmp_path, "plus.csv", table(wide(plus)))).classes == ("-1", "1")


def test_names_are_texts_and_one_only_where_every_row_shows_a_spreadsheet(tmp_path: Path) -> None:
    rows = [("5", "ann", "x"), ("5.0", "ann", "y"), ("5", "bob", "x"), ("5.0", "bob", "y")]
    matrix = open_labels(written(tmp_path, "ids.csv", table([("item", "annotator", "label"), *rows])))
    assert matrix.items == ("5", "5.0")
    zeros = [("01", "ann", "x"), ("1", "ann", "y"), ("01", "bob", "x"), ("1", "bob", "y")]
    matrix = open_labels(written(tmp_path, "zeros.csv", table([("item", "annotator", "label"), *zeros])))
    assert matrix.items == ("01", "1")
    assert any("The names 01 and 1 are two" in note for note in heard(matrix))
    sheet = [(f"{n}.0" if who == "bob" else str(n), who, "xy"[n % 2]) for n in range(4) for who in ("ann", "bob")]
    matrix = open_labels(written(tmp_path, "sheet.csv", table([("item", "annotator", "label"), *sheet])))
    assert matrix.items == ("0", "1", "2", "3")
    assert any("are one" in note for note in heard(matrix))


def test_planned_holes_are_no_reason_to_warn(tmp_path: Path) -> None:
    planned = {key: label for n, (key, label) in enumerate(MOODS.items()) if n % 3}
    assert "labelled" not in " ".join(heard(open_labels(written(tmp_path, "p.csv", labelled(planned))))).replace(
        "one row per label", ""
    )


@pytest.mark.parametrize("status", ["unfinished", "In progress", "Screened out", "incomplète", "en cours"])
def test_who_is_unfinished_by_a_status_column_is_left_out(tmp_path: Path, status: str) -> None:
    rows = [(item, who, label, status if who == "carol" else "done") for (item, who), label in MOODS.items()]
    two = {key: label for key, label in MOODS.items() if key[1] != "carol"}
    names = ("item", "annotator", "label", "status")
    matrix = open_labels(written(tmp_path, "s.csv", table([names, *rows])))
    assert found_alpha(matrix) == pytest.approx(alpha(two))
    assert f"column 'status' says {status}" in " ".join(heard(matrix))
    in_memory = agreement.read([dict(zip(names, row, strict=True)) for row in rows])
    assert found_alpha(in_memory) == pytest.approx(alpha(two))


def _key_rows() -> list[dict[str, Any]]:
    head, *rows = (line.split(",") for line in JUDGED[0].splitlines())
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_several_columns_name_an_item_together(tmp_path: Path) -> None:
    named: dict[str, Any] = {"item": "question_id,pair,turn", "annotator": "judge", "label": "winner"}
    path = written(tmp_path, "judged.csv", JUDGED[0])
    json_path = written(tmp_path, "judged.jsonl", lines(_key_rows()))
    frames = [pd.DataFrame(_key_rows()), _key_rows()]
    for source in (path, json_path, *frames):
        matrix = agreement.read(source, **named)
        assert found_alpha(matrix) == pytest.approx(alpha(JUDGED[1]))
        assert matrix.items[0] == "81, gpt-4|alpaca, 1"
        listed = agreement.read(source, **{**named, "item": ["question_id", "pair", "turn"]})
        assert listed.fingerprint == matrix.fingerprint
    with pytest.raises(AnaphorError, match="question_id,nothing"):
        agreement.read(path, **{**named, "item": "question_id,nothing"})


def test_repetitions_are_kept_apart_or_reduced_by_a_stated_rule(tmp_path: Path) -> None:
    path = written(tmp_path, "runs.csv", REPEATED[0])
    head, *rows = (line.split(",") for line in REPEATED[0].splitlines())
    shuffled = [dict(zip(head, row, strict=True)) for row in reversed(rows)]
    for source in (path, shuffled):
        apart = agreement.read(source, repetition="run")
        assert found_alpha(apart) == pytest.approx(alpha(REPEATED[1]))
        assert "an item of each repetition is an item of its own" in " ".join(heard(apart))
        for rule, run in (("first", 1), ("last", 3)):
            labels = {key: label for key, label in REPEATED[1].items() if key[0].endswith(f" {run}")}
            reduced = agreement.read(source, repetition="run", repeats=rule)
            assert found_alpha(reduced) == pytest.approx(alpha(labels))
            assert reduced.size == 60
            assert f"one counts ({rule})" in " ".join(heard(reduced))


def test_repetitions_in_the_rows_of_a_wide_table_are_kept_apart_or_reduced(tmp_path: Path) -> None:
    path = written(tmp_path, "wide.csv", WIDE_RUNS[0])
    apart = open_labels(path, label_settings(item="item", repetition="run", layout="items"))
    assert found_alpha(apart) == pytest.approx(alpha(WIDE_RUNS[1]))
    last = open_labels(path, label_settings(item="item", repetition="run", layout="items", repeats="last"))
    assert found_alpha(last) == pytest.approx(alpha(OTHER))
    assert last.size == 90


def test_an_annotator_who_labels_twice_is_told_what_each_rule_would_give(tmp_path: Path) -> None:
    path = written(tmp_path, "twice.csv", labelled(MOODS) + "s1,alice,joy\ns1,alice,fear\n")
    with pytest.raises(AnaphorError, match="labels item 's1' twice") as caught:
        open_labels(path)
    assert "--repeats last (30 items, 3 annotators, 3 classes, 90 labels)" in caught.value.todo
    line = LINE.search(caught.value.todo)
    assert line is not None
    assert line[0].endswith("--repeats first")
    assert typed(line[0]) == pytest.approx(alpha(MOODS))


def test_the_line_to_type_keeps_what_was_said_already(tmp_path: Path) -> None:
    path = written(tmp_path, "two.csv", side_by_side(first="item").replace("yes", "Oui"))
    with pytest.raises(AnaphorError) as caught:
        open_labels(path, label_settings(without="toxic_carol"))
    assert "Type (30 items, 2 annotators, 2 classes, 60 labels)" in caught.value.todo
    assert caught.value.todo.endswith("--question toxic --without toxic_carol")
    with pytest.raises(AnaphorError) as caught:
        open_labels(path, label_settings(classes=["no", "Oui"]))
    assert caught.value.todo.endswith("--question toxic --classes no,Oui")


def test_what_is_read_from_the_standard_input_can_be_tried_too() -> None:
    refused = CliRunner().invoke(app, ["agreement", "measure", "-"], input=side_by_side()).exception
    assert isinstance(refused, AnaphorError)
    assert "Type (30 items, 3 annotators, 2 classes, 90 labels): anaphor agreement measure -" in refused.todo


def test_what_a_note_proposes_was_tried(tmp_path: Path) -> None:
    rows = [(item, *(MOODS[item, who] for who in PEOPLE), ("joy", "fear")[n % 2]) for n, item in enumerate(ITEMS)]
    matrix = open_labels(written(tmp_path, "p.csv", table([("item", *PEOPLE, "prediction"), *rows])))
    said = [note for note in heard(matrix) if "--layout items" in note]
    assert said == ["If something else is meant: --layout items gives 30 items, 4 annotators, 3 classes, 120 labels."]


def test_an_empty_file_of_brat_says_o_of_every_token(tmp_path: Path) -> None:
    content = {"a/d.txt": "Paris is nice", "a/d.ann": "T1\tLOC 0 5\tParis\n", "b/d.txt": "Paris is nice", "b/d.ann": ""}
    matrix = open_labels(Foreign(content=content, labels={}).write(tmp_path, "brat"))
    assert (matrix.size, matrix.classes, matrix.annotators) == (6, ("LOC", "O"), ("a", "b"))
    one_by_one = open_labels([tmp_path / "brat" / "a" / "d.ann", tmp_path / "brat" / "b" / "d.ann"])
    assert one_by_one.fingerprint == matrix.fingerprint


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a/d.ann": "T1\tLOC 0 5\tParis\n", "b/d.ann": ""}, "the text to which these annotations belong is missing"),
        ({"a/d.ann": "nonsense\n", "a/d.txt": "x", "b/d.ann": "", "b/d.txt": "x"}, "not one of a brat standoff file"),
        ({"a/d.ann": "", "a/d.txt": "x y", "b/d.ann": "", "b/d.txt": "x z"}, "is not the same as in"),
        ({"notes.md": "nothing"}, "a folder"),
    ],
)
def test_a_folder_that_cannot_be_read_gets_one_sentence(tmp_path: Path, files: dict[str, str], says: str) -> None:
    with pytest.raises(AnaphorError, match=says):
        open_labels(Foreign(content=files, labels={}).write(tmp_path, "folder"))


def test_json_by_annotator_is_told_from_json_by_item_by_its_shape(tmp_path: Path) -> None:
    crowd = {f"i{n}": {f"w{(n * 7 + place) % 40}": "xy"[(n + place) % 2] for place in range(3)} for n in range(30)}
    path = written(tmp_path, "crowd.json", json.dumps(crowd))
    assert len(open_labels(path).items) == 30
    turned: dict[str, dict[str, str]] = {}
    for item, who in itertools.chain.from_iterable(((item, each) for each in given) for item, given in crowd.items()):
        turned.setdefault(who, {})[item] = crowd[item][who]
    assert len(agreement.read(turned).items) == 30


def test_where_nobody_can_tell_which_part_of_a_name_is_the_question_both_are_offered(tmp_path: Path) -> None:
    rng = random.Random(1)
    names = [f"{question}_{who}" for question in ("toxic", "sarcastic") for who in ("alice", "bob", "carol")]
    rows = [[f"t{n}", *(rng.choice(("yes", "no")) for _ in names)] for n in range(40)]
    path = tmp_path / "x.csv"
    path.write_text(table([["item", *names], *rows]), "utf-8")
    with pytest.raises(AnaphorError) as error:
        agreement.read(path)
    for question in ("toxic", "sarcastic", "alice"):
        assert f"--question {question} " in f"{error.value} ", question
