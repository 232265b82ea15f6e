"""`anaphor.score` and `anaphor.compare`: the same as the commands, from files, from memory and from tables."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow  # type: ignore[import-untyped]  # it has no types
import pytest
from matplotlib.figure import Figure

import anaphor
from anaphor.answer import Answer, Choice
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, UnknownNameError
from anaphor.resolver import FinishedRun
from anaphor.schema import Question
from anaphor.scoring import ComparedRuns, Scores, counted
from tests.cli.scored_runs import Chooser, document, first, right, shaky, write

pytestmark = pytest.mark.slow


def longest(question: Question) -> list[float] | None:
    """Scores by length; nothing where two are equally long."""
    lengths = [float(len(candidate.text)) for candidate in question.candidates]
    return lengths if len(set(lengths)) == len(lengths) else None


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    choosers: dict[str, Chooser] = {"right": right, "first": first, "shaky": shaky}
    return {name: write(folder / f"{name}.jsonl", "anaphor-en", name, each) for name, each in choosers.items()}


@pytest.fixture(scope="module")
def mine() -> FinishedRun:
    return anaphor.resolve("anaphor-en", longest)


@pytest.fixture(scope="module")
def nearest() -> FinishedRun:
    return anaphor.resolve("anaphor-en", "nearest")


# --------------------------------------------------------------------------------------------- the same as commands

SETTINGS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, ()),
    ({"by": ("domain", "candidates"), "level": 0.9}, ("--by", "domain", "--by", "candidates", "--level", "0.9")),
    ({"interval": "bootstrap", "times": 200, "seed": 5}, ("--interval", "bootstrap", "--times", "200", "--seed", "5")),
    ({"items": True, "literature": True}, ("--items", "--literature")),
]


@pytest.mark.parametrize(("settings", "words"), SETTINGS, ids=lambda each: " ".join(each) if each else "-")
def test_scores_are_those_of_the_command(
    settings: dict[str, Any], words: tuple[str, ...], runs: dict[str, Path]
) -> None:
    found = anaphor.score(runs["shaky"], runs["first"], **settings)
    assert json.loads(json.dumps(found.to_dict())) == document("score", runs["shaky"], runs["first"], *words)


def test_people_and_panels_are_those_of_the_command(runs: dict[str, Path], tmp_path: Path) -> None:
    items = anaphor.load("anaphor-en").items
    counts = [{"item": item.id, "right": 5 + number % 3, "asked": 8} for number, item in enumerate(items)]
    path = tmp_path / "people.csv"
    path.write_text("\n".join(["item,right,asked", *(",".join(map(str, row.values())) for row in counts)]), "utf-8")
    words = ("--people", path, "--panel", "5", "--times", "100")
    command = document("score", runs["shaky"], *words)
    assert anaphor.score(runs["shaky"], people=path, panel=5, times=100).to_dict() == command
    table = anaphor.score(runs["shaky"], people=pandas.DataFrame(counts), panel=5, times=100).to_dict()
    for part in ("people", "rescoring"):  # all but the digest of the file
        assert _unsigned(table[part]) == _unsigned(command[part])


def _unsigned(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _unsigned(each) for name, each in part.items() if name != "signature"}
    return [_unsigned(each) for each in part] if isinstance(part, list) else part


def test_a_table_of_groups_and_an_audit_are_taken_from_files_and_from_memory(
    runs: dict[str, Path], tmp_path: Path
) -> None:
    items = anaphor.load("anaphor-en").items
    groups = [{"item": item.id, "half": "even" if number % 2 else "odd"} for number, item in enumerate(items)]
    path = tmp_path / "groups.csv"
    path.write_text("\n".join(["item,half", *(",".join(row.values()) for row in groups)]), "utf-8")
    command = document("score", runs["shaky"], "--by", "half", "--groups", path)
    assert anaphor.score(runs["shaky"], by="half", groups=path).to_dict() == command
    assert anaphor.score(runs["shaky"], by="half", groups=polars.DataFrame(groups)).to_dict() == command
    audited = {"items": [{"item": item.id, "right": number % 2 == 0} for number, item in enumerate(items)]}
    (tmp_path / "audit.json").write_text(json.dumps(audited), "utf-8")
    command = document("score", runs["shaky"], "--by", "audit", "--audit", tmp_path / "audit.json")
    assert anaphor.score(runs["shaky"], by="audit", audit=audited).to_dict() == command


def test_a_comparison_is_that_of_the_command(runs: dict[str, Path]) -> None:
    found = anaphor.compare(list(runs.values()), seed=3)
    assert isinstance(found, ComparedRuns)
    assert found.to_dict() == document("compare", *runs.values(), "--seed", "3")
    assert list(found.to_frame()["first"]) == [each.first for each in found.pairs]
    assert repr(found) == "<ComparedRuns: 3 systems compared, the best is right>"


def test_three_numbers_are_those_of_the_command() -> None:
    assert counted(214, 65, 88).to_dict() == document("score", "--counts", "214", "65", "88")
    told = document("score", "--counts", "214", "65", "88", "--level", "0.9", "--literature")
    assert counted(214, 65, 88, level=0.9, with_literature=True).to_dict() == told
    assert repr(counted(214, 65, 88)) == "<CountedMeasures: guess-adjusted accuracy 50.93 % on 214 items>"


# ------------------------------------------------------------------------------------------- from memory and tables


def measures(found: Scores) -> list[tuple[int, int, int, float, float]]:
    return [
        (
            card.measures.n,
            card.measures.h,
            card.measures.theta,
            card.reussite.interval.low,
            card.chance.p,
        )
        for card in found.cards
    ]


def test_a_run_in_memory_is_scored_as_its_file(mine: FinishedRun, tmp_path: Path) -> None:
    path = mine.save(tmp_path / "mine.jsonl")
    here, there = anaphor.score(mine).to_dict(), anaphor.score(path).to_dict()
    assert here["runs"][0] | {"run": ""} == there["runs"][0] | {"run": ""}
    assert here["runs"][0]["theta"] > 0


LIBRARIES: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "list": list,
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.Table.from_pylist,
    "columns": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
}


def predictions(run: FinishedRun) -> list[dict[str, Any]]:
    texts = {question.id: [each.text for each in question.candidates] for question in run.collection.questions}
    return [
        {
            "item": each.question,
            "prediction": texts[each.question][each.reply.candidate] if isinstance(each.reply, Choice) else None,
        }
        for each in run.answers
    ]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_table_of_predictions_is_scored_as_the_run(library: str, mine: FinishedRun) -> None:
    table = LIBRARIES[library](predictions(mine))
    found = anaphor.score(table, collection="anaphor-en")
    assert measures(found) == measures(anaphor.score(mine))
    assert found.cards[0].abstentions == {"declined": mine.abstentions["declined"]}
    assert not found.runs[0].blind


def test_columns_of_scores_choose_and_are_kept(mine: FinishedRun) -> None:
    rows = [
        {"item": each.question} | {f"score_{number}": score for number, score in enumerate(each.scores)}
        for each in mine.answers
        if each.scores
    ]
    found = anaphor.score(pandas.DataFrame(rows), collection="anaphor-en", missing="abstain")
    assert measures(found) == measures(anaphor.score(mine))
    assert found.cards[0].risk == anaphor.score(mine).cards[0].risk


def test_numbers_are_understood_and_that_is_said(nearest: FinishedRun) -> None:
    rows: list[dict[str, Any]] = [
        {"item": each.question, "prediction": each.reply.candidate}
        for each in nearest.answers
        if isinstance(each.reply, Choice)
    ]
    found = anaphor.score(rows, collection="anaphor-en", missing="abstain")
    assert measures(found) == measures(anaphor.score(nearest))
    assert [str(note) for note in found.notes] == [
        f"table: {len(rows)} predictions are numbers, taken to count from 0."
    ]
    assert "taken to count from 0" in found._repr_html_()
    later = [row | {"prediction": row["prediction"] + 1} for row in rows]
    assert measures(anaphor.score(later, collection="anaphor-en", missing="abstain")) == measures(found)


def test_several_systems_stand_in_one_table_or_have_names(mine: FinishedRun, nearest: FinishedRun) -> None:
    one, two = predictions(mine), predictions(nearest)
    together = [row | {"system": "mine"} for row in one] + [row | {"system": "theirs"} for row in two]
    column = anaphor.compare(pandas.DataFrame(together), collection="anaphor-en")
    named = anaphor.compare({"mine": pandas.DataFrame(one), "theirs": two}, collection="anaphor-en")
    memory = anaphor.compare({"mine": mine, "theirs": nearest})
    for found in (column, named, memory):
        assert [card.respondent for card in found.cards] == ["mine", "theirs"]
    assert column.pairs[0].p == named.pairs[0].p == memory.pairs[0].p
    twice = anaphor.score(anaphor.resolve("anaphor-en", longest, version="1"), mine)
    assert [card.respondent for card in twice.cards] == ["longest (1)", "longest (2)"]


def test_answers_of_people_are_a_list_or_a_table(mine: FinishedRun) -> None:
    items = anaphor.load("anaphor-en").items
    answers = [
        Answer(respondent=f"p{person}", question=item.id, reply=Choice(candidate=(number + person) % 2))
        for person in range(3)
        for number, item in enumerate(items)
    ]
    rows = [
        {
            "item": each.question,
            "annotator": each.respondent,
            "choice": item.question.candidates[each.reply.candidate].text,
        }
        for each, item in zip(answers, items * 3, strict=True)
        if isinstance(each.reply, Choice)
    ]
    known, tabled = (anaphor.score(mine, people=given, times=50).people for given in (answers, pandas.DataFrame(rows)))
    assert known is not None
    assert tabled is not None
    assert (known.people, known.credits) == (3, tabled.credits)


# ------------------------------------------------------------------------------------------------------- bad input


def bad(rows: list[dict[str, Any]]) -> Any:
    return pandas.DataFrame(rows)


ITEM = anaphor.load("anaphor-en").items[0].id
REFUSED: list[tuple[Any, dict[str, Any], type[AnaphorError], str]] = [
    (bad([{"x": 1}]), {}, InputError, "no column of items: there is x"),
    (bad([{"item": ITEM, "x": 1}]), {}, InputError, "no column of predictions: there is item, x"),
    (bad([{"item": ITEM, "answer": "a", "label": "b"}]), {}, InputError, "may stand in the column answer or in label"),
    (
        bad([{"item": "nowhere", "prediction": "a"}]),
        {},
        ContentError,
        "nowhere, a question that anaphor-en does not",
    ),
    (bad([{"item": ITEM, "prediction": "a"}] * 2), {}, ContentError, f"'{ITEM}' is in row 1 already"),
    (bad([{"item": ITEM, "prediction": "a"}]), {}, InputError, "items have no answer"),
    (pandas.DataFrame({"item": [], "prediction": []}), {}, InputError, "no rows; its columns: item, prediction"),
    ([{"item": ITEM, "prediction": "a"}, 3], {}, InputError, ""),
    (bad([{"item": ITEM, "prediction": "a"}]), {"collection": None}, InputError, "does not say which collection"),
    ("nowhere.jsonl", {}, AnaphorError, "nowhere.jsonl"),
    (bad([{"item": ITEM, "prediction": "a"}]), {"missing": "guess"}, InputError, "missing is 'guess'"),
    (
        bad([{"item": ITEM, "prediction": "a"}]),
        {"missing": "skip", "interval": "normal"},
        InputError,
        "interval is 'normal'",
    ),
    (bad([{"item": ITEM, "prediction": "a"}]), {"missing": "skip", "by": "colour"}, UnknownNameError, "'colour'"),
    (bad([{"item": ITEM, "prediction": "a"}]), {"missing": "skip", "by": "audit"}, InputError, "needs an audit"),
    (
        bad([{"item": ITEM, "prediction": "a"}]),
        {"missing": "skip", "groups": [{"thing": 1}]},
        FormatError,
        "no column 'item'",
    ),
    (
        bad([{"item": ITEM, "prediction": "a"}]),
        {"missing": "skip", "people": [{"item": ITEM, "right": "many", "asked": 3}]},
        FormatError,
        "right and asked are whole numbers",
    ),
]


@pytest.mark.parametrize(("run", "settings", "kind", "told"), REFUSED, ids=[told for *_, told in REFUSED])
def test_what_cannot_be_scored_is_refused_in_one_sentence(
    run: Any, settings: dict[str, Any], kind: type[AnaphorError], told: str
) -> None:
    with pytest.raises(kind) as caught:
        anaphor.score(run, **({"collection": "anaphor-en"} | settings))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_run_the_same_run_and_one_run_are_refused(mine: FinishedRun) -> None:
    with pytest.raises(InputError, match=r"Ask it first: anaphor.score\(anaphor.resolve\(collection, longest\)\)"):
        anaphor.score(longest, collection="anaphor-en")
    with pytest.raises(InputError, match="no run to score"):
        anaphor.score()
    with pytest.raises(InputError, match="the same run is given twice"):
        anaphor.score(mine, mine)
    with pytest.raises(InputError, match="one run cannot be compared"):
        anaphor.compare(mine)
    with pytest.raises(ContentError, match="another collection"):
        anaphor.score(mine, collection="anaphor-fr")


# -------------------------------------------------------------------------------------------------- scores as a result


def test_scores_show_themselves(mine: FinishedRun, nearest: FinishedRun, capfd: pytest.CaptureFixture[str]) -> None:
    found = anaphor.score(mine, nearest, by="domain")
    assert repr(found).startswith("<Scores: 2 runs, the best ")
    assert repr(anaphor.score(mine)).startswith("<Scores: longest on anaphor-en, guess-adjusted accuracy ")
    assert found.tables == ("scores", "runs", "items", "groups")
    assert len(found.to_frame()) == 2
    assert found.to_frame().shape[1] <= 15
    assert set(found.to_frame().columns) < set(found.to_frame("runs").columns)
    items = found.to_frame("items")
    assert len(items) == 2 * len(anaphor.load("anaphor-en").items)
    assert set(items["result"]) == {"right", "wrong", "abstained"}
    assert set(found.to_frame("groups")["kind"]) == {"domain"}
    with pytest.raises(UnknownNameError, match="items"):
        found.to_frame("item")
    page = found._repr_html_()
    assert page.count("<svg") >= 2
    assert found.section.signature == "\n".join(str(card.signature) for card in found.cards)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["scores", "risk", "calibration", 1, 2])
def test_figures_have_names_and_numbers(name: str | int, mine: FinishedRun) -> None:
    assert isinstance(anaphor.score(mine).figure(name), Figure)


def test_a_figure_that_is_not_there_is_said() -> None:
    found = anaphor.score(anaphor.resolve("anaphor-en", lambda question: 0))
    with pytest.raises(InputError, match="scores"):
        found.figure("risk")
    with pytest.raises(UnknownNameError, match="calibration"):
        found.figure("calibrate")
    with pytest.raises(InputError, match="no number 9"):
        found.figure(9)
