"""What careless and hostile hands do to the library: a right result, or one sentence that names the column."""

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import anaphor
from anaphor import AnaphorError, agreement, audit, experiment

LEVELS = ["low", "mid", "high"]


def _rows(labels: tuple[object, ...] = ("x", "y", "x")) -> list[dict[str, Any]]:
    return [
        {"item": f"i{item}", "annotator": f"p{who}", "label": labels[(item + who * (item % 4 == 0)) % len(labels)]}
        for item in range(12)
        for who in range(3)
    ]


def _alpha(table: Any, **how: Any) -> float | None:
    return next(iter(agreement.measure(table, change=False, **how).coefficients.values())).coefficient.value


def test_candidates_as_parquet_brings_them() -> None:
    """`pd.read_parquet` gives arrays where a list was written."""
    rows = [{"text": f"Ann saw Bea as [she] left {n}.", "candidates": ["Ann", "Bea"], "answer": "Bea"} for n in (1, 2)]
    asked = anaphor.load(rows)
    for kind in (np.array, tuple):
        frame = pd.DataFrame([{**row, "candidates": kind(row["candidates"])} for row in rows])
        assert anaphor.load(frame).fingerprint == asked.fingerprint


def test_dict_of_arrays_is_a_table() -> None:
    frame = pd.DataFrame(_rows())
    assert _alpha({name: frame[name].to_numpy() for name in frame}) == _alpha(frame)
    assert _alpha({name: pl.Series(frame[name].tolist()) for name in frame}) == _alpha(frame)


def test_index_that_copies_a_column() -> None:
    frame = pd.DataFrame(_rows())
    assert _alpha(frame.set_index("item", drop=False)) == _alpha(frame)
    with pytest.raises(AnaphorError, match="'item' twice"):
        _alpha(frame.set_index(frame["annotator"].rename("item")))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([{1: "a", "1": "b", "label": "x"}], "'1' twice"),
        (pl.DataFrame(_rows()).lazy().with_columns(pl.col("nope")), "LazyFrame"),
        (pd.DataFrame, "type is no table"),
    ],
)
def test_tables_that_are_none(table: Any, said: str) -> None:
    with pytest.raises(AnaphorError, match=said):
        agreement.measure(table)


def test_codes_of_many_digits_stay_apart() -> None:
    """Rounded to what a float holds, 2**53 and 2**53 + 1 are one number."""
    assert _alpha(_rows((2**53, 2**53 + 1))) == _alpha(_rows(("a", "b")))
    assert agreement.read(_rows((1e30, 2e30))).classes == ("1e+30", "2e+30")


def test_infinite_labels_are_not_missing() -> None:
    assert agreement.read(_rows((1.0, float("inf")))).size == 36


@pytest.mark.slow
def test_levels_of_an_ordinal_scale() -> None:
    """The order of categories is the scale's, or that of a known scale; the alphabet is no order."""
    frame = pd.DataFrame(_rows(tuple(LEVELS)))
    ordered = frame.assign(label=pd.Categorical(frame["label"], categories=[*LEVELS, "top"], ordered=True))
    assert agreement.read(ordered, scale="ordinal").classes == (*LEVELS, "top")
    assert agreement.read(ordered).classes == ("high", "low", "mid")
    polar = pl.DataFrame(_rows(tuple(LEVELS))).with_columns(pl.col("label").cast(pl.Enum(LEVELS)))
    assert agreement.read(polar, scale="ordinal").classes == tuple(LEVELS)
    guessed = agreement.measure(frame, scale="ordinal", change=False)
    assert any("low < mid < high" in note for note in guessed.notes)
    with pytest.raises(AnaphorError, match="without a known order"):
        agreement.measure(frame.assign(label=frame["label"].str[::-1]), scale="ordinal")
    assert not any("<" in note for note in agreement.measure(frame, scale="ordinal", classes=LEVELS).notes)
    assert _alpha(frame, scale="ordinal", classes=LEVELS) == _alpha(ordered, scale="ordinal")


@pytest.mark.parametrize("said", [0.5, True, [0.2, 0.8], np.array([0.2, 0.8]), b"0", pd.Timestamp("2020-01-01")])
def test_predictions_that_tell_no_candidate(said: object) -> None:
    rows = [{"item": question.id, "prediction": said} for question in anaphor.load("anaphor-fr").questions]
    with pytest.raises(AnaphorError, match="'prediction'"):
        anaphor.score(pd.DataFrame(rows), collection="anaphor-fr")


@pytest.mark.slow
def test_answers_that_cannot_be_read() -> None:
    rows = [{"participant": f"p{n}", "item": "q", "answer": "cat", "key": "cat"} for n in range(4)]
    for name in ("participant", "item", "answer", "key"):
        with pytest.raises(AnaphorError, match=f"field {name}.*list"):
            experiment.import_answers([{**row, name: ["cat"]} for row in rows])
    study = experiment.import_answers([*rows, {"item": "q", "answer": "cat"}]).study
    assert "1 row names no person" in " ".join(map(str, study.notes))


def _raise(*_: object) -> Any:
    raise LookupError("mine")


@pytest.mark.slow
def test_own_parts_that_break() -> None:
    """One sentence, and the user's own exception below it."""
    calls = (
        lambda: agreement.measure(_rows(), coefficient=_raise),
        lambda: agreement.measure(_rows(), distance=_raise),
        lambda: audit.run("anaphor-en", quick=True, shortcuts={"mine": _raise}),
        lambda: audit.run("anaphor-en", quick=True, measure=_raise),
    )
    for call in calls:
        with pytest.raises(AnaphorError, match="mine") as caught:
            call()
        assert isinstance(caught.value.__cause__, LookupError)


def test_set_of_answers_has_no_order() -> None:
    with pytest.raises(AnaphorError, match="set"):
        anaphor.resolve("anaphor-fr", lambda questions: {0, 1}, batch=2, limit=4)


@pytest.mark.parametrize("seed", [None, -1, 1.5, "a"])
def test_seeds_that_are_none(seed: Any) -> None:
    calls = (
        lambda: agreement.measure(_rows(), seed=seed),
        lambda: agreement.simulate(seed=seed),
        lambda: audit.run("anaphor-fr", quick=True, seed=seed),
        lambda: experiment.new("anaphor-en", seed=seed),
    )
    for call in calls:
        with pytest.raises(AnaphorError, match="seed is"):
            call()


def test_results_go_elsewhere() -> None:
    """Into another process, or a copy, from a table in memory."""
    found = agreement.measure(_rows(), change=False)
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert other.to_dict() == found.to_dict()
    assert repr(found.labels) == "<LabelMatrix: 12 items, 36 labels>"


@pytest.mark.slow
def test_formulas_in_names_are_no_formulas() -> None:
    labels = ("$\\frac{1}{0$", "<script>alert(1)</script>")
    found = agreement.consensus(_rows(labels))
    found.figure().savefig(BytesIO())
    assert "<script>" not in found._repr_html_()


@pytest.mark.slow
def test_pages_of_several_threads_are_alike() -> None:
    """Settings of matplotlib are global: one thread must not draw with another's, nor leave its own."""
    from matplotlib import rcParams

    before, start = rcParams["svg.fonttype"], threading.Barrier(3)

    def drawn(_: int) -> str:
        found = agreement.consensus(_rows())
        start.wait()
        return found._repr_html_()

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(drawn, range(3)))) == 1
    assert rcParams["svg.fonttype"] == before
