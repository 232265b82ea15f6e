"""Surveys, pivot tables and long tables of other programs: what is no label is told from labels, or asked about."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from anaphor import agreement
from anaphor.answers import open_labels
from anaphor.answers.labelling import DEFAULTS
from anaphor.answers.opening import LabelFile
from anaphor.answers.trying import tried_advice
from anaphor.errors import AnaphorError
from tests.agreement.exports import Labels, alpha, lines, panel, table, text_of
from tests.agreement.foreign_tables import BINARY, ITEMS, MOODS, PEOPLE, YES_NO, Foreign, side_by_side, wide
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written

FIVE = panel(("yes", "no", "unsure"), tuple(f"p{n}" for n in range(5)), items=30, seed=41)
FEW = panel(("Natural", "Odd", "Cannot say"), tuple(f"r{n}" for n in range(8)), items=6, seed=42)
CODED = panel(("joy", "anger", "fear"), ("alice", "bob", "carol", "dave"), items=30, seed=46, per_item=3)
SENTENCES = {
    "s1": "The time is right for a walk.",
    "s2": "Dogs bark at the moon.",
    "s3": "The source of the river lies north.",
    "s4": "Birds fly over many houses.",
    "s5": "Cats like to drink warm milk.",
    "s6": "Rain fell on the old roof.",
}
LINE = re.compile(r"anaphor agreement measure .*")


def microsoft_forms() -> str:
    people = list(dict.fromkeys(who for _, who in FEW))
    rows = [
        [n + 1, f"{n}:00", f"{n}:05", "anonymous", "", *(FEW[s, who] for s in SENTENCES), "thanks" if n == 3 else ""]
        for n, who in enumerate(people)
    ]
    head = ["ID", "Start time", "Completion time", "Email", "Name", *SENTENCES.values(), "Have you any other remarks?"]
    return table([head, *rows])


def survey_monkey_with_remarks() -> str:
    people = list(dict.fromkeys(who for _, who in FEW))
    first = ["Respondent ID", "Collector ID", "Start Date", "End Date", "How natural is it?", *[""] * 5, "Remarks?"]
    second = [*[""] * 4, *SENTENCES.values(), "Open-Ended Response"]
    rows = [
        [f"114{n}", 41, "05/01/2023", "05/01/2023", *(FEW[s, who] for s in SENTENCES), "fine" if n % 4 == 0 else ""]
        for n, who in enumerate(people)
    ]
    return table([first, second, *rows])


def redcap() -> str:
    people = list(dict.fromkeys(who for _, who in FEW))
    rows = [[n + 1, "1", *(FEW[s, who] for s in SENTENCES), 2] for n, who in enumerate(people)]
    unfinished = [9, "1", "Odd", *[""] * 5, 0]
    return table([["record_id", "consent", *SENTENCES, "survey_complete"], *rows, unfinished])


def votes(*, margins: bool) -> str:
    """A pivot table of counts: a cell is blank where nobody said so."""
    classes = ("yes", "no", "unsure")
    counts = [[sum(FIVE[item, f"p{n}"] == each for n in range(5)) for each in classes] for item in ITEMS]
    rows = [[item, *(count or "" for count in each), *[5] * margins] for item, each in zip(ITEMS, counts, strict=True)]
    below = [["All", *map(sum, zip(*counts, strict=True)), 150]] if margins else []
    return table([["sentence", *classes, *["All"] * margins], *rows, *below])


def mt_bench() -> tuple[str, Labels]:
    """Judgements of pairs of answers, with the conversations as lists of messages."""
    labels: Labels = {}
    rows = []
    judged = panel(("model_a", "model_b", "tie"), PEOPLE, items=40, seed=43)
    for (item, who), label in judged.items():
        question, pair, turn = int(item[1:]) % 10, int(item[1:]) // 10 % 2, 1 + int(item[1:]) // 20 % 2
        key = f"{question},{pair},{turn}"
        if (key, who) in labels:
            continue
        labels[key, who] = label
        talk = [{"role": "user", "content": f"What about {question}?"}]
        rows.append(
            {"question_id": question, "model_b": f"m{pair}", "winner": label, "judge": who, "turn": turn, "talk": talk}
        )
    return lines(rows), labels


def composite(names: tuple[str, str, str, str]) -> str:
    rows = [[(int(item[1:]) - 1) // 5, (int(item[1:]) - 1) % 5, who, label] for (item, who), label in CODED.items()]
    return table([names, *rows])


def about_people() -> str:
    """A label that is called after nothing known, beside what is known of annotators and items."""
    rows = [
        [item, who, text_of(item), label, "fm"[PEOPLE.index(who) % 2], "xyz"[int(item[1:]) % 3]]
        for (item, who), label in MOODS.items()
    ]
    return table([["item", "user", "text", "offensiveness", "gender", "topic"], *rows])


def sheet_truths() -> str:
    """Two people whose sheet wrote TRUE and FALSE, and one who typed 1 and 0."""
    said = {"0": "FALSE", "1": "TRUE"}
    rows = [[i, said[BINARY[i, "alice"]], said[BINARY[i, "bob"]], BINARY[i, "carol"]] for i in ITEMS]
    return table([["item", *PEOPLE], *rows])


def capitals() -> str:
    rows = [[i, YES_NO[i, "alice"], YES_NO[i, "bob"].upper(), YES_NO[i, "carol"].title()] for i in ITEMS]
    return table([["item", *PEOPLE], *rows])


def with_sums(*below: list[object]) -> str:
    return table([*wide(YES_NO), *below])


JUDGED = mt_bench()
FORMS = {
    "forms.csv": Foreign(content=microsoft_forms(), labels=FEW, asks=True),
    "monkey.csv": Foreign(content=survey_monkey_with_remarks(), labels=FEW, asks=True),
    "redcap.csv": Foreign(content=redcap(), labels=FEW, asks=True),
    "judged.jsonl": Foreign(content=JUDGED[0], labels=JUDGED[1], asks=True),
    "speeches.csv": Foreign(content=composite(("debate", "speech", "coder", "tone")), labels=CODED, asks=True),
    "utterances.csv": Foreign(
        content=composite(("transcript_id", "utterance_id", "annotator_id", "behaviour")), labels=CODED, asks=True
    ),
    "truths.csv": Foreign(content=sheet_truths(), labels=BINARY),
    "capitals.csv": Foreign(content=capitals(), labels=YES_NO, heard="one class"),
    "counts-below.csv": Foreign(content=with_sums(["Number of yes", 11, 12, 9]), labels=YES_NO, heard="Number of yes"),
    "percent-below.csv": Foreign(
        content=with_sums(["yes", 11, 12, 9], ["share", "37%", "40%", "30%"]), labels=YES_NO, heard="last 2 rows"
    ),
}


@pytest.mark.parametrize("name", [name for name, each in FORMS.items() if not each.asks])
def test_what_is_no_label_is_left_out(tmp_path: Path, name: str) -> None:
    foreign = FORMS[name]
    matrix = open_labels(foreign.write(tmp_path, name))
    assert found_alpha(matrix) == pytest.approx(alpha(foreign.labels))
    assert matrix.size == len(foreign.labels)
    assert re.search(foreign.heard, " ".join(heard(matrix)))


@pytest.mark.parametrize("name", [name for name, each in FORMS.items() if each.asks])
def test_where_a_file_says_too_little_the_line_to_type_reads_it(tmp_path: Path, name: str) -> None:
    foreign = FORMS[name]
    with pytest.raises(AnaphorError) as caught:
        open_labels(foreign.write(tmp_path, name))
    line = LINE.search(caught.value.todo)
    assert line is not None
    assert typed(line[0]) == pytest.approx(alpha(foreign.labels))
    sizes = [len({key[place] for key in foreign.labels}) for place in (0, 1)]
    counted = f"{sizes[0]} items, {sizes[1]} annotators, 3 classes, {len(foreign.labels)} labels"
    assert f"Type ({counted}): {line[0]}" in caught.value.todo


@pytest.mark.parametrize("margins", [True, False])
def test_a_pivot_table_that_leaves_zeros_blank_holds_votes(tmp_path: Path, margins: bool) -> None:
    matrix = open_labels(written(tmp_path, "pivot.csv", votes(margins=margins)))
    assert matrix.anonymous
    assert (matrix.size, len(set(matrix.items))) == (150, 30)
    assert found_alpha(matrix) == pytest.approx(alpha(FIVE))


def test_ratings_with_gaps_are_no_votes(tmp_path: Path) -> None:
    thinned = panel(("1", "2", "3", "4", "5"), ("Ana", "Ben", "Cyd", "Dan", "Eve"), items=30, seed=44, per_item=3)
    matrix = open_labels(written(tmp_path, "gaps.csv", table(wide(thinned))))
    assert matrix.size == len(thinned) == 90
    assert found_alpha(matrix) == pytest.approx(alpha(thinned))


def test_an_item_whose_text_speaks_of_time_is_an_item(tmp_path: Path) -> None:
    people = list(dict.fromkeys(who for _, who in FEW))
    rows = [[who, *(FEW[item, who] for item in SENTENCES)] for who in people]
    matrix = open_labels(written(tmp_path, "heads.csv", table([["participant", *SENTENCES.values()], *rows])))
    assert set(matrix.items) == set(SENTENCES.values())
    assert found_alpha(matrix) == pytest.approx(alpha(FEW))


def test_a_row_of_words_below_a_table_of_words_is_an_item(tmp_path: Path) -> None:
    content = with_sums(["Number ten won.", "yes", "no", "yes"])
    assert open_labels(written(tmp_path, "items.csv", content)).size == len(YES_NO) + 3


def test_a_sheet_that_writes_true_beside_ratings_is_no_annotator(tmp_path: Path) -> None:
    ratings = panel(("1", "2", "3", "4", "5"), PEOPLE, items=30, seed=45)
    header, *rows = wide(ratings)
    content = table([[*header, "discuss"], *([*row, "TRUE" if n % 3 else "FALSE"] for n, row in enumerate(rows))])
    assert set(open_labels(written(tmp_path, "flag.csv", content)).annotators) == set(PEOPLE)


def test_what_is_known_of_people_or_items_is_offered_as_no_label(tmp_path: Path) -> None:
    path = written(tmp_path, "people.csv", about_people())
    named = [f"--item item --annotator user --label {name}" for name in ("gender", "topic", "offensiveness")]
    advice = tried_advice(named, LabelFile(name="people.csv", data=b""), DEFAULTS, partial(open_labels, path))
    assert "--label offensiveness" in str(advice)
    assert "gender" not in str(advice)
    assert "topic" not in str(advice)


def test_numbers_of_items_are_offered_as_no_label(tmp_path: Path) -> None:
    rows = [
        [
            900 + n,
            who,
            json.dumps([{"task": "T0", "label": "What do you see in it?", "value": label}]),
            70 + int(item[1:]),
        ]
        for n, ((item, who), label) in enumerate(MOODS.items())
    ]
    content = table([["classification_id", "user_name", "annotations", "subject_ids"], *rows])
    with pytest.raises(AnaphorError) as caught:
        open_labels(written(tmp_path, "zoo.csv", content))
    assert "--label subject_ids" not in str(caught.value)


def test_two_questions_of_several_people_are_never_offered_as_one(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError) as caught:
        open_labels(written(tmp_path, "two.csv", side_by_side()))
    assert "--question toxic" in caught.value.todo
    assert "--layout items" not in caught.value.todo


@pytest.mark.parametrize("make", [pd.DataFrame, lambda rows: pl.DataFrame(rows, infer_schema_length=None)])
def test_a_frame_with_nested_columns_gives_the_advice_that_its_file_gives(make: Callable[[Any], Any]) -> None:
    frame = make([json.loads(line) for line in JUDGED[0].splitlines()])
    with pytest.raises(AnaphorError, match=r"item='question_id,model_b,turn', annotator='judge', label='winner'"):
        agreement.read(frame)
    told = agreement.read(frame, item="question_id,model_b,turn", annotator="judge", label="winner")
    assert found_alpha(told) == pytest.approx(alpha(JUDGED[1]))


def test_whoever_is_called_an_annotator_is_offered_as_no_item(tmp_path: Path) -> None:
    rows = [(f"2023-01-{int(item[1:]):02}", who, label) for (item, who), label in YES_NO.items()]
    with pytest.raises(AnaphorError) as caught:
        open_labels(written(tmp_path, "days.csv", table([("date", "coder", "value"), *rows])))
    assert "--item date --annotator coder --label value" in caught.value.todo
    assert "--item coder" not in caught.value.todo


def test_a_reading_is_promised_as_many_items_as_measuring_it_says(tmp_path: Path) -> None:
    rows = [(item, who, label) for (item, who), label in YES_NO.items()]
    again = [("s1", who, "no" if YES_NO["s1", who] == "yes" else "yes") for who in PEOPLE]
    path = written(tmp_path, "twice.csv", table([("item", "annotator", "label"), *rows, *again]))
    with pytest.raises(AnaphorError) as caught:
        open_labels(path)
    told = agreement.measure(path, repeats="majority").to_dict()
    promised = "{items} items, {annotators} annotators, {classes} classes, {labels} labels".format(**told)
    assert f"--repeats majority ({promised})" in caught.value.todo
