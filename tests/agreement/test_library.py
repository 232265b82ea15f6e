"""Agreement in Python: each call gives what the command prints, takes what is natural, and shows itself."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets  # type: ignore[import-untyped]  # it has no types
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

from anaphor import agreement
from anaphor.agreement.coefficients.pooled import fleiss_kappa
from anaphor.answers import LabelMatrix
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.result import Result
from anaphor.text import speaking

CARE = {"ann": 0.9, "bob": 0.8, "cleo": 0.85, "dan": 0.7, "eve": 0.9}


def table(items: int = 60, seed: int = 0) -> pd.DataFrame:
    """Labels of five made-up people, some missing."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(items):
        for name, care in CARE.items():
            truth = ("no", "yes", "maybe")[item % 3]
            label = truth if rng.random() < care else str(rng.choice(["no", "yes", "maybe"]))
            rows.append({"item": f"i{item}", "annotator": name, "label": label, "text": f"This is {item}."})
    return pd.DataFrame(rows)[rng.random(len(rows)) < 0.9].reset_index(drop=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Labels and grades as files."""
    path = tmp_path_factory.mktemp("library")
    table().to_csv(path / "labels.csv", index=False)
    grades = table().assign(label=lambda rows: rows["label"].map({"no": 1, "maybe": 2, "yes": 4}))
    grades.to_csv(path / "grades.csv", index=False)
    pd.concat([table(), table().iloc[:5]]).to_csv(path / "twice.csv", index=False)
    return path


# ------------------------------------------------------------------------------------ the same as the command prints

SAME: dict[str, tuple[str, Callable[[Path], Result]]] = {
    "measure": ("measure {0}/labels.csv", lambda at: agreement.measure(at / "labels.csv")),
    "measure-ordinal": (
        "measure {0}/grades.csv --scale ordinal --classes 1,2,3,4 --method bootstrap --times 50 --seed 3",
        lambda at: agreement.measure(
            at / "grades.csv", scale="ordinal", classes=[1, 2, 3, 4], method="bootstrap", times=50, seed=3
        ),
    ),
    "measure-merge": (
        "measure {0}/labels.csv --merge rest=no,maybe --without dan --other items --level 0.9 --panel 3",
        lambda at: agreement.measure(
            at / "labels.csv", merge={"rest": ["no", "maybe"]}, without="dan", other="items", level=0.9, panel=3
        ),
    ),
    "measure-cut": (
        "measure {0}/grades.csv --cut 1.5,3 --where annotator=ann --item item --label label --no-change",
        lambda at: agreement.measure(
            at / "grades.csv",
            cut=[1.5, 3],
            where={"annotator": "ann"},
            item="item",
            label="label",
            change=False,
        ),
    ),
    "measure-distance": (
        "measure {0}/grades.csv --distance quadratic --coefficient gwet_ac2 --coefficient fleiss_kappa --no-change",
        lambda at: agreement.measure(
            at / "grades.csv", distance="quadratic", coefficient=["gwet_ac2", "fleiss_kappa"], change=False
        ),
    ),
    "measure-missing": (
        "measure {0}/labels.csv --missing maybe --repeats last --no-change",
        lambda at: agreement.measure(str(at / "labels.csv"), missing="maybe", repeats="last", change=False),
    ),
    "measure-several": (
        "measure {0}/labels.csv {0}/twice.csv --repeats first --no-change",
        lambda at: agreement.measure([at / "labels.csv", at / "twice.csv"], repeats="first", change=False),
    ),
    "reproduce": (
        "reproduce {0}/labels.csv -k 3 --target 0.1 --target 0.03 --panels 4 --items 2 --confidence 0.9",
        lambda at: agreement.reproduce(
            at / "labels.csv", annotators=3, target=(0.1, 0.03), panels=4, items=2, confidence=0.9
        ),
    ),
    "reproduce-plain": ("reproduce {0}/labels.csv", lambda at: agreement.reproduce(at / "labels.csv")),
    "consensus": (
        "consensus {0}/labels.csv -o {0}/command.csv",
        lambda at: agreement.consensus(at / "labels.csv", output=at / "call.csv"),
    ),
    "next": (
        "next {0}/labels.csv --budget 7 --target 0.01 -o {0}/command.csv",
        lambda at: agreement.next_labels(at / "labels.csv", budget=7, target=0.01, output=at / "call.csv"),
    ),
    "interpret": (
        "interpret -k 3 -c 2 --kappa 0.67 --prevalence 0.7,0.3 --pool 12",
        lambda at: agreement.interpret(annotators=3, classes=2, kappa=0.67, prevalence=[0.7, 0.3], pool=12),
    ),
    "interpret-target": (
        "interpret -k 3 -c 3 --alpha 0.7 --labels 300 --target 0.05",
        lambda at: agreement.interpret(annotators=3, classes=3, alpha=0.7, labels=300, target=0.05),
    ),
    "simulate": (
        "simulate -k 4 -n 100 -c 2 -m 5 -m 20 --sd 1 --unanimous 0.1 --prevalence 0.6,0.4 --groups 20 --seed 2",
        lambda at: agreement.simulate(
            annotators=4,
            items=100,
            classes=2,
            errors=(5, 20),
            sd=1,
            unanimous=0.1,
            prevalence=(0.6, 0.4),
            groups=20,
            seed=2,
        ),
    ),
    "simulate-from": (
        "simulate --from {0}/labels.csv --groups 20 --wrong votes --draw proportional --spread 1",
        lambda at: agreement.simulate(at / "labels.csv", groups=20, wrong="votes", draw="proportional", spread=1),
    ),
    "simulate-table": ("simulate --table-1", lambda at: agreement.simulate(table_1=True)),
    "plan": (
        "plan --target 0.05 --kappa 0.8 --classes 3 --cost 0.2 --items 100",
        lambda at: agreement.plan(0.05, kappa=0.8, classes=3, cost=0.2, items=100),
    ),
    "plan-pilot": (
        "plan --target 0.1 --pilot {0}/labels.csv --width 0.04",
        lambda at: agreement.plan(target=0.1, pilot=at / "labels.csv", width=0.04),
    ),
}


def printed(line: str, folder: Path) -> str:
    """What a command prints."""
    words = [word.replace("{0}", str(folder)) for word in line.split()]
    return CliRunner().invoke(app, ["agreement", *words], catch_exceptions=False).stdout


@pytest.mark.slow
@pytest.mark.parametrize("case", SAME)
def test_a_call_gives_what_the_command_prints(case: str, folder: Path) -> None:
    line, call = SAME[case]
    assert json.loads(json.dumps(call(folder).to_dict())) == json.loads(printed(line + " --json", folder))


@pytest.mark.parametrize("name", ["consensus", "next"])
def test_a_call_writes_what_the_command_writes(name: str, folder: Path) -> None:
    line, call = SAME[name]
    printed(line, folder)
    call(folder)
    assert (folder / "call.csv").read_bytes() == (folder / "command.csv").read_bytes()


# ------------------------------------------------------------------------------------ tables in

LONG: dict[str, Callable[[pd.DataFrame], Any]] = {
    "pandas": lambda rows: rows,
    "categories": lambda rows: rows.astype("category"),
    "objects": lambda rows: rows.astype(object),
    "index": lambda rows: rows.set_index(["item", "annotator"]),
    "polars": pl.from_pandas,
    "lazy": lambda rows: pl.from_pandas(rows).lazy(),
    "arrow": lambda rows: pa.Table.from_pandas(rows, preserve_index=False),
    "records": lambda rows: rows.to_dict("records"),
    "columns": lambda rows: {name: rows[name].tolist() for name in rows},
    "dataset": lambda rows: datasets.Dataset.from_pandas(rows, preserve_index=False),
    "matrix": agreement.read,
}


@pytest.mark.parametrize("kind", LONG)
def test_a_table_in_memory_is_read_as_its_file_is(kind: str, folder: Path) -> None:
    found, wanted = agreement.read(LONG[kind](table())), agreement.read(folder / "labels.csv")
    assert found.fingerprint == wanted.fingerprint
    assert [note.code for note in found.notes] == [note.code for note in wanted.notes]
    assert dict(found.texts) == dict(wanted.texts)
    assert found.texts["i7"] == "This is 7."


@pytest.mark.parametrize("named", [True, False])
def test_a_wide_frame_has_its_items_in_an_index_or_in_a_column(named: bool) -> None:
    wide = table().pivot(index="item", columns="annotator", values="label")
    found = agreement.measure(wide if named else pl.from_pandas(wide.reset_index()), change=False)
    long = agreement.measure(table(), change=False)
    assert set(found.labels.items) == set(long.labels.items)
    assert found.labels.annotators == tuple(CARE)
    for name, each in long.coefficients.items():
        assert found.coefficients[name].coefficient.value == pytest.approx(each.coefficient.value)
    assert "one column per annotator" in found.notes[0]


def test_rows_are_picked_by_the_values_of_columns() -> None:
    both = pd.concat([table(seed=1).assign(round=1), table(seed=2).assign(round=2)])
    found = agreement.read(both, where={"round": 2})
    assert found.fingerprint == agreement.read(table(seed=2)).fingerprint
    with pytest.raises(InputError, match="`where`"):
        agreement.read(both, where={"round": 3})


def test_labels_in_json_layouts_are_read_from_records() -> None:
    rows = [{"id": f"i{place}", "counter": {"yes": place % 4, "no": 3}} for place in range(20)]
    found = agreement.read(rows, layout="votes", item="id", label="counter")
    assert found.anonymous
    assert found.size == sum(place % 4 + 3 for place in range(20))


LABELS: dict[str, tuple[Callable[[pd.Series], Any], tuple[str, ...]]] = {
    "booleans": (lambda label: label == "yes", ("False", "True")),
    "whole numbers": (lambda label: label.map({"no": 0, "yes": 1, "maybe": 2}), ("0", "1", "2")),
    "nullable numbers": (
        lambda label: label.map({"no": 0, "yes": 1, "maybe": pd.NA}).astype("Int64"),
        ("0", "1"),
    ),
    "numbers and NaN": (lambda label: label.map({"no": 0.0, "yes": 0.5, "maybe": np.nan}), ("0", "0.5")),
    "texts and None": (lambda label: label.map({"no": "a", "yes": "b", "maybe": None}), ("a", "b")),
    "numbers and words": (lambda label: label.map({"no": 1, "yes": "b", "maybe": 2.0}).astype(object), ("1", "2", "b")),
    "True beside 1": (lambda label: label.map({"no": 1, "yes": True, "maybe": "1"}).astype(object), ("1", "True")),
    "dates": (
        lambda label: label.map({"no": datetime.date(2024, 5, 1), "yes": datetime.date(2024, 5, 2)}),
        ("2024-05-01", "2024-05-02"),
    ),
    "times": (
        lambda label: pd.to_datetime(label.map({"no": "2024-05-01", "yes": "2024-05-02"})),
        ("2024-05-01", "2024-05-02"),
    ),
    "unused categories": (
        lambda label: label.astype("category").cat.add_categories(["never"]),
        ("maybe", "no", "yes"),
    ),
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_any_kind_are_classes(kind: str) -> None:
    change, classes = LABELS[kind]
    rows = table().drop(columns="text")
    rows["label"] = change(rows["label"])
    assert agreement.read(rows).classes == classes
    if kind not in ("numbers and words", "True beside 1"):
        assert agreement.read(pl.from_pandas(rows)).classes == classes


BAD: dict[str, tuple[Callable[[pd.DataFrame], Any], dict[str, Any], str]] = {
    "no such column": (lambda rows: rows, {"label": "lable"}, "no column is called 'lable'. Did you mean label?"),
    "no such setting": (lambda rows: rows, {"anotator": "x"}, "'anotator'. Did you mean annotator"),
    "no such scale": (lambda rows: rows, {"scale": "ordnal"}, "scale is 'ordnal'"),
    "no rows": (lambda rows: rows.iloc[:0], {}, "no rows; its columns: item, annotator, label"),
    "rows again": (lambda rows: pd.concat([rows, rows.iloc[:1]]), {}, "label: annotator 'ann' labels item 'i0' twice"),
    "lists": (
        lambda rows: rows.assign(label=pd.Series([["a"]] * len(rows))),
        {},
        "row 1, field label: a cell of this column is a",
    ),
    "arrays": (
        lambda rows: rows.assign(label=pd.Series([np.array([1])] * len(rows))),
        {},
        "field label: a cell of this column is a ndarray",
    ),
    "only missing": (lambda rows: rows.assign(label=None), {}, "field label: every label is missing"),
    "no item": (
        lambda rows: rows.assign(item=rows["item"].where(rows.index != 7)),
        {},
        "row 8: this row names no item in column 'item'",
    ),
    "no annotator": (
        lambda rows: rows.assign(annotator=rows["annotator"].where(rows.index != 7)),
        {},
        "row 8: this row names no annotator in column 'annotator'",
    ),
    "another class": (lambda rows: rows, {"classes": ["no", "yes"]}, "field label: the label 'maybe' is none of"),
    "too many classes": (
        lambda rows: pd.DataFrame({"item": range(20_000), "annotator": "a", "label": [f"c{n}" for n in range(20_000)]}),
        {},
        "field label: there are 20,000 different labels",
    ),
    "columns alike": (lambda rows: rows.set_axis(["item", "item", "label", "text"], axis=1), {}, "column 'item' twice"),
    "uneven columns": (lambda rows: {"item": ["a"], "label": ["x", "y"]}, {}, "different lengths: item 1, label 2"),
    "no records": (lambda rows: [1, 2], {}, "row 1 of this list is a int"),
    "no table": (lambda rows: 5, {}, "a int is no table"),
    "unclear": (
        lambda rows: rows.assign(mood=rows["label"], sure=rows["label"].map(str.upper)).drop(columns=["label", "text"]),
        {},
        "277 labels): anaphor.agreement.measure(table, item='item', annotator='annotator', label=",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_gets_one_sentence_that_names_the_column(case: str) -> None:
    spoil, settings, says = BAD[case]
    with pytest.raises(AnaphorError) as caught:
        agreement.measure(spoil(table()), **settings)
    assert says in str(caught.value)
    assert "--" not in str(caught.value)
    with speaking("fr"):
        assert says not in str(caught.value)


# ------------------------------------------------------------------------------------ own parts


def own_fleiss(labels: LabelMatrix) -> float | None:
    """Fleiss κ by hand."""
    return fleiss_kappa(labels).value


@pytest.mark.parametrize(
    "settings", [{}, {"other": "items"}, {"other": "annotators"}, {"other": "items", "method": "bootstrap"}]
)
def test_an_own_coefficient_has_the_interval_of_the_known_one(settings: dict[str, Any]) -> None:
    found = agreement.measure(
        table(200), coefficient=["fleiss_kappa", own_fleiss], change=False, times=300, **settings
    ).coefficients
    known, own = found["fleiss_kappa"], found["own_fleiss"]
    assert own.coefficient.value == known.coefficient.value
    assert known.interval is not None
    assert own.interval is not None
    assert own.interval.low == pytest.approx(known.interval.low, abs=0.02)
    assert own.interval.high == pytest.approx(known.interval.high, abs=0.02)


def test_people_are_left_out_in_turn_where_a_bootstrap_would_copy_them() -> None:
    found = agreement.measure(table(), coefficient=own_fleiss, method="bootstrap", change=False)
    interval = found.coefficients["own_fleiss"].interval
    assert interval is not None
    assert interval.method == "analytic + jackknife"


def test_an_own_coefficient_may_be_undefined_and_must_be_a_number() -> None:
    found = agreement.measure(table(), coefficient=lambda labels: None, change=False)
    assert found.coefficients["lambda"].coefficient.value is None
    assert "not defined" in found._repr_html_()
    with pytest.raises(InputError, match="the coefficient lambda gives a str"):
        agreement.measure(table(), coefficient=lambda labels: "0.5", change=False)  # type: ignore[arg-type,return-value]  # it is wrong
    with pytest.raises(UnknownNameError, match="Did you mean fleiss_kappa"):
        agreement.measure(table(), coefficient="fleis_kappa")


def test_an_own_distance_weighs_as_the_known_one_does(folder: Path) -> None:
    def steps(one: float, two: float) -> float:
        return abs(one - two) / 3

    own, known = (
        agreement.measure(folder / "grades.csv", scale="interval", distance=each, change=False).coefficients
        for each in (steps, "linear")
    )
    for mine, theirs in (("krippendorff_alpha_steps", "krippendorff_alpha_linear"), ("gwet_ac2", "gwet_ac2")):
        assert own[mine].coefficient.value == pytest.approx(known[theirs].coefficient.value)
        assert own[mine].interval == known[theirs].interval


@pytest.mark.parametrize(
    ("distance", "says"),
    [
        (lambda one, two: 1.0, "no distance"),
        (lambda one, two: one - two, "the distance lambda cannot be used"),
        ("liner", "distance is 'liner'"),
    ],
)
def test_what_is_no_distance_is_refused(distance: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        agreement.measure(table(), distance=distance, change=False)


# ------------------------------------------------------------------------------------ results out

SHOWN: dict[str, Callable[[], Result]] = {
    "measure": lambda: agreement.measure(table()),
    "reproduce": lambda: agreement.reproduce(table()),
    "consensus": lambda: agreement.consensus(table()),
    "consensus-votes": lambda: agreement.consensus(table().drop(columns="annotator")),
    "interpret": lambda: agreement.interpret(kappa=0.67, annotators=3, classes=2),
    "interpret-table": lambda: agreement.interpret(annotators=3, classes=2, table=True),
    "plan": lambda: agreement.plan(0.05, kappa=0.8, classes=3),
    "plan-none": lambda: agreement.plan(0.001, pilot=table()),
    "simulate": lambda: agreement.simulate(groups=10),
    "simulate-table": lambda: agreement.simulate(table_1=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", SHOWN)
def test_a_result_shows_itself(case: str) -> None:
    found = SHOWN[case]()
    assert len(repr(found)) < 200
    assert "\n" not in repr(found)
    with speaking("fr"):
        assert "<svg" in found._repr_html_()
    assert isinstance(found.figure(), Figure)
    assert len(found.to_frame()) > 0
    for name in found.tables:
        found.to_frame(name)
    assert json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.slow
def test_what_was_guessed_is_in_the_notes_and_on_the_page() -> None:
    found = agreement.measure(table().assign(label=lambda rows: rows["label"].replace("maybe", "?")))
    said = [note for note in found.notes if "may mean that there is no label" in note]
    assert said == ["'?' may mean that there is no label; here it is a class. If it is none, say `missing` '?'."]
    assert "may mean that there is no label" in found._repr_html_()


@pytest.mark.slow
def test_readable_labels_are_measured_without_their_table() -> None:
    labels = agreement.read(table(), item="item", annotator="annotator", label="label")
    assert agreement.measure(labels).to_dict() == agreement.measure(table()).to_dict()


def test_a_coefficient_is_at_hand_with_its_interval() -> None:
    found = agreement.measure(table(), change=False)
    fleiss = found["fleiss_kappa"]
    assert fleiss.interval is not None
    assert (fleiss.value, fleiss.low) == (fleiss.coefficient.value, fleiss.interval.low)
    row = found.to_frame().set_index("name").loc["fleiss_kappa"]
    assert (row["value"], row["low"], row["high"]) == (fleiss.value, fleiss.low, fleiss.high)
    with pytest.raises(UnknownNameError, match="fleiss_kappa"):
        found["fleiss"]


def test_the_frame_begins_with_the_leading_coefficient_and_empty_tables_are_not_listed() -> None:
    found = agreement.measure(table(), change=False)
    assert list(found.to_frame()["name"]) == list(found.coefficients)
    assert found.to_dict()["means"] == []
    assert "means" not in found.tables
    assert len(found.to_frame("means")) == 0


@pytest.mark.parametrize(
    "names", [("index", "coder", "tag"), ("nr", "worker_id", "choice"), ("nr", "who knows", "tag")]
)
def test_a_melted_frame_is_one_row_per_label(names: tuple[str, str, str]) -> None:
    rows = table()[["item", "annotator", "label"]]
    rows["item"] = rows["item"].str[1:].astype(int)
    found = agreement.measure(rows.set_axis(list(names), axis=1), change=False)
    assert found.labels.annotators == tuple(CARE)
    assert found["fleiss_kappa"].value == agreement.measure(table(), change=False)["fleiss_kappa"].value
    guessed = [note for note in found.notes if "other way round" in note]
    assert guessed == [] or guessed[0].endswith("`item` 'who knows' `annotator` nr `label` tag.")


def test_what_a_result_says_is_said_to_those_who_type_python() -> None:
    alone = agreement.measure({"ann": ["yes", "no"] * 5})
    assert "--annotator" in str(alone.sentences[0])
    assert repr(alone.sentences[0]) == f'"{alone.sentences[0]}"'
    assert "columns with `item`, `annotator` and `label`" in alone._repr_html_()
    assert "--" not in " ".join(filter(None, alone.to_frame()["reason"]))
