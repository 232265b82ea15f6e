"""A study in Python: each call gives what the command prints, takes what is natural, and shows itself."""

import gc
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from matplotlib.figure import Figure

from anaphor import experiment
from anaphor.collection import load
from anaphor.errors import AnaphorError, FormatError, InputError, UnknownNameError
from anaphor.result import Result
from tests.embedded import ENGLISH
from tests.experiment.specimens import collection
from tests.experiment.test_study_commands import run

pytestmark = pytest.mark.slow

Call = Callable[[Path], Result]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rehearsed study with its files: d.json, d.db and the folder out."""
    path = tmp_path_factory.mktemp("library")
    design = experiment.new("anaphor-en", output=path / "d.json", quota=12, counting="first-3")
    found = experiment.simulate(design, participants=12, seed=2, database=path / "d.db")
    experiment.export(found, output=path / "out", to=("study", "answers", "csv"))
    return path


@pytest.fixture(scope="module")
def answers(folder: Path) -> pandas.DataFrame:
    """The answers of that study to items."""
    table = pandas.read_csv(folder / "out" / "answers.csv")
    return table[table["kind"] == "item"][["participant", "item", "chosen", "rt_ms", "position", "answered_at"]]


# ------------------------------------------------------------------------------------ the same as the command prints

SAME: dict[str, tuple[str, Call]] = {
    "new": (
        "new anaphor-en -o {new}.json --lists 3 --quota 9 --seed 5 --no-extras --recruiter tokens --name mine",
        lambda at: experiment.new(
            "anaphor-en",
            output=at / "new.json",
            lists=3,
            quota=9,
            seed=5,
            extras=False,
            recruiter="tokens",
            name="mine",
        ),
    ),
    "new-words": (
        "new anaphor-en -o {words}.json --interface fr --fillers anaphor-fr --counting all --block 10 --no-scale",
        lambda at: experiment.new(
            "anaphor-en",
            output=at / "words.json",
            language="fr",
            fillers=load("anaphor-fr"),
            counting="all",
            block=10,
            scale=False,
        ),
    ),
    "simulate": (
        "simulate {d}.json --participants 5 --seed 3 --dropout 0.3 --careless 0.2 --accuracy 0.8",
        lambda at: experiment.simulate(at / "d.json", participants=5, seed=3, dropout=0.3, careless=0.2, accuracy=0.8),
    ),
    "plan": (
        "plan --lists 3 --rate 0.9 --half-width 0.08 --bound 0.85 --level 0.9",
        lambda at: experiment.plan(lists=3, rate=0.9, half_width=0.08, bound=0.85, level=0.9),
    ),
    "plan-defaults": ("plan", lambda at: experiment.plan()),
    "status": ("status {d}.json", lambda at: experiment.status(at / "d.json")),
    "analyse": ("analyse {d}.json", lambda at: experiment.analyse(at / "d.json")),
    "analyse-database": (
        "analyse {d}.json --database {d}.db --trials paper1 --no-agreement",
        lambda at: experiment.analyse(at / "d.db", trials="paper1", agreement=False),
    ),
    "analyse-file": (
        "analyse {out}/study.jsonl --trials none",
        lambda at: experiment.analyse(str(at / "out" / "study.jsonl"), trials="none"),
    ),
    "select-questions": (
        "select-questions {d}.json",
        lambda at: experiment.select_questions(at / "d.json"),
    ),
    "select-questions-all": (
        "select-questions {d}.json --count all --trials none",
        lambda at: experiment.select_questions(at / "d.json", count="all", trials="none"),
    ),
    "import": (
        "import {out}/answers.csv -o {s}.jsonl --collection anaphor-en --where kind=item --name mine --keep-names",
        lambda at: experiment.import_answers(
            at / "out" / "answers.csv",
            output=at / "s.jsonl",
            collection="anaphor-en",
            where={"kind": "item"},
            name="mine",
            keep_names=True,
        ),
    ),
    "export": (
        "export {d}.json -o {e} --to csv --to jsonl",
        lambda at: experiment.export(at / "d.json", output=at / "e", to=["csv", "jsonl"]),
    ),
    "backup": ("backup {d}.json -o {copy}.db", lambda at: experiment.backup(at / "d.json", output=at / "copy.db")),
    "payments": (
        "payments {d}.json -o {pay}.csv",
        lambda at: experiment.payments(at / "d.json", output=at / "pay.csv"),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_a_call_gives_what_its_command_prints(folder: Path, name: str) -> None:
    command, call = SAME[name]
    arguments = [each.replace("{", f"{folder}/").replace("}", "") for each in command.split()]
    printed = run(*arguments, code=1 if name.startswith("select") else 0)
    found = call(folder)
    assert json.loads(json.dumps(found.to_dict())) == printed
    assert repr(found).startswith(f"<{type(found).__name__}: ")
    assert "\n" not in repr(found)
    assert len(repr(found)) < 160
    assert found._repr_html_().lstrip().startswith("<")


def test_what_a_restored_study_holds_is_what_the_command_prints(folder: Path, tmp_path: Path) -> None:
    experiment.backup(folder / "d.json", output=tmp_path / "copy.db")
    printed = run("restore", tmp_path / "copy.db", "--database", tmp_path / "one.db")
    found = experiment.restore(tmp_path / "copy.db", database=tmp_path / "two.db").to_dict()
    assert found.pop("database").endswith("two.db")
    assert printed.pop("database").endswith("one.db")
    found.pop("bytes"), printed.pop("bytes")  # pages of a database may be laid out otherwise
    assert found == printed


def test_invitations_are_links_that_no_page_shows(tmp_path: Path) -> None:
    design = experiment.new("anaphor-en", output=tmp_path / "d.json", recruiter="tokens")
    found = experiment.invite(design, count=3, link="https://example.org/")
    assert len(set(found.links)) == 3
    assert all(each.startswith("https://example.org/s/anaphor-en?token=") for each in found.links)
    assert found.to_dict().keys() == run("invite", tmp_path / "d.json", "--count", 1).keys()
    token = found.links[0].partition("token=")[2]
    assert token not in repr(found) + found._repr_html_()


# ------------------------------------------------------------------------------------------------------- in memory


def test_a_study_from_its_design_to_its_analysis_touches_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    design = experiment.new(collection([2] * 6), quota=8)
    people = experiment.simulate(design, participants=8)
    found = experiment.analyse(people)
    assert found.analysis.item_flow.asked == 12
    assert found.study.simulated
    assert "simulated" in repr(found)
    assert experiment.status(people).counted == 8
    assert experiment.select_questions(people, count="all").verdict.questions == 12
    assert list(tmp_path.iterdir()) == []
    place = Path(people.store.where)
    assert place.is_file()
    del people, found
    gc.collect()
    assert not place.parent.exists()


def test_a_rehearsal_that_is_interrupted_keeps_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, total: int | None) -> None:
        if done == 3:
            raise KeyboardInterrupt

    class Bar:
        def __enter__(self) -> Callable[[int, int | None], None]:
            return stop

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("anaphor.experiment.workflow.progress", lambda what: Bar())
    with pytest.raises(KeyboardInterrupt):
        experiment.simulate(experiment.new("anaphor-en"), participants=8, database=tmp_path / "r.db")
    monkeypatch.undo()
    assert experiment.status(tmp_path / "r.db").finished == 3
    assert experiment.analyse(tmp_path / "r.db").analysis.screened.flow.analysed == 3


@pytest.mark.parametrize(
    "made",
    [
        lambda table: table,
        polars.from_pandas,
        lambda table: polars.from_pandas(table).to_arrow(),
        lambda table: table.to_dict("records"),
        lambda table: table.to_dict("list"),
        lambda table: table.convert_dtypes(),
        lambda table: table.astype({"item": "category", "participant": "category"}),
    ],
    ids=["pandas", "polars", "pyarrow", "records", "columns", "nullable", "categorical"],
)
def test_a_table_of_answers_is_analysed_as_the_same_file_is(
    folder: Path, answers: pandas.DataFrame, made: Callable[[pandas.DataFrame], Any]
) -> None:
    pandas_itself = made(answers) is answers
    found = experiment.analyse(made(answers), collection="anaphor-en", agreement=pandas_itself)
    expected = experiment.analyse(folder / "out" / "study.jsonl", agreement=pandas_itself)
    by_item = [{each.item: (each.right, each.answers) for each in one.analysis.items} for one in (found, expected)]
    assert by_item[0] == by_item[1]
    assert found.to_dict()["mean"] == pytest.approx(expected.to_dict()["mean"])
    if found.agreement and expected.agreement:
        mine, theirs = (one.to_dict()["agreement"]["coefficients"] for one in (found, expected))
        assert mine.keys() == theirs.keys()
        for name, each in mine.items():
            assert each["value"] == pytest.approx(theirs[name]["value"])


def test_columns_of_other_names_and_people_of_ones_own(answers: pandas.DataFrame) -> None:
    table = answers.rename(columns={"participant": "who", "item": "stim", "chosen": "pressed"})
    table["seconds_taken"] = table.pop("rt_ms") / 1000
    named = {"person": "who", "item": "stim", "choice": "pressed", "rt_s": "seconds_taken"}
    found = experiment.import_answers(
        table, collection="anaphor-en", columns=named, where={"position": 5}, keep_names=True, name="mine"
    )
    assert found.study.name == "mine"
    assert {each.position for each in found.study.responses} == {5}
    assert {each.name for each in found.study.people} <= set(answers["participant"])
    assert all((each.rt_ms or 0) > 100 for each in found.study.responses)


def test_the_answers_of_a_study_are_a_table_that_is_read_again(folder: Path) -> None:
    study = experiment.import_answers(folder / "out" / "answers.csv", collection="anaphor-en").study
    table = study.to_frame()
    assert len(table) == len(study.responses)
    assert table["right"].dropna().isin([True, False]).all()
    again = experiment.analyse(table, collection="anaphor-en", agreement=False)
    assert again.analysis.mean == experiment.analyse(study, agreement=False).analysis.mean
    assert again.study.simulated


def test_a_frame_of_a_mechanical_turk_batch_is_known_by_its_columns() -> None:
    asked = {"Input.text_1": "Ada met Bea. She was late.", "Input.option_1_1": "Ada", "Input.option_2_1": "Bea"}
    row = {"HITId": "h", "AssignmentId": "a", "WorkerId": "w", **asked, "Input.gt_1": "Bea", "Answer.choice_1": "Bea"}
    found = experiment.import_answers(pandas.DataFrame([row])).study
    assert [(each.choice, each.right) for each in found.responses] == [(1, True)]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda table: table.drop(columns="participant"), "is the person is not clear"),
        (lambda table: table.drop(columns="chosen"), "is the choice is not clear"),
        (lambda table: table.assign(rt_ms="slow"), "DataFrame:1, .*rt_ms.*'slow' is no number"),
        (lambda table: table.assign(position=1.5), "position.*1.5 is no whole number"),
        (lambda table: table.assign(participant=None), "column 'participant'"),
        (lambda table: table.assign(item=float("nan")), "column 'item'"),
        (lambda table: table.iloc[:0], "row"),
        (lambda table: table.assign(item="nowhere"), "none of the"),
        (lambda table: pandas.concat([table, table["item"]], axis=1), "'item'"),
    ],
)
def test_a_bad_table_is_one_sentence_that_names_the_column(
    answers: pandas.DataFrame, spoil: Callable[[pandas.DataFrame], Any], said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        experiment.analyse(spoil(answers), collection="anaphor-en")
    assert "\n" not in str(caught.value)


def test_rows_that_stand_twice_are_second_answers_and_said_so(answers: pandas.DataFrame) -> None:
    found = experiment.import_answers(pandas.concat([answers, answers.iloc[:7]]), collection="anaphor-en")
    assert found.to_dict()["again"] == 7
    assert any("7" in note for note in found.to_dict()["notes"])
    assert "7" in found._repr_html_()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda at: experiment.new("anaphor-en", recruiter="post"), "'post'.*'link'"),
        (lambda at: experiment.new("anaphor-en", counting="some"), "'some'"),
        (lambda at: experiment.analyse(at / "d.json", trials="all"), "'all'.*'anticipations'"),
        (lambda at: experiment.analyse(at / "out" / "study.jsonl", collection="anaphor-en"), "collection"),
        (lambda at: experiment.analyse(experiment.new("anaphor-en")), "in memory"),
        (lambda at: experiment.analyse(at / "d.json", classes={"x": "hard"}), "'hard'.*'ambiguous'"),
        (lambda at: experiment.status(3), "int is no study"),
        (lambda at: experiment.status(at / "d.db", database="x.db"), "itself"),
        (lambda at: experiment.import_answers([{"participant": 1}], format="psytoolkit"), "psytoolkit"),
        (lambda at: experiment.simulate(experiment.new("anaphor-en"), database=at / "d.db"), "there already"),
    ],
)
def test_what_a_call_cannot_do_is_one_sentence(folder: Path, call: Call, said: str) -> None:
    with pytest.raises(AnaphorError, match=said) as caught:
        call(folder)
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------------------------------------------------- shown


def test_an_analysis_is_a_table_of_items_of_people_and_a_figure(folder: Path) -> None:
    found = experiment.analyse(folder / "d.db")
    items = found.to_frame()
    assert list(items["item"]) == [each.item for each in found.analysis.items]
    assert (items["wilson_low"] <= items["rate"]).all()
    assert (items["rate"] <= items["wilson_high"]).all()
    assert len(found.to_frame("participants")) == 12
    assert found.tables[0] == "items"
    assert isinstance(found.figure(), Figure)
    assert found.figure().axes[0].get_xlabel() == "share of right answers"
    assert isinstance(found.figure(2), Figure)
    with pytest.raises(UnknownNameError):
        found.to_frame("nothing")
    assert "Simulated participants" in found._repr_html_()
    assert isinstance(experiment.plan().figure(), Figure)
    assert isinstance(experiment.select_questions(found.study).figure(), Figure)


def test_an_author_says_why_items_are_hard_on_a_sheet_or_in_a_mapping(folder: Path, tmp_path: Path) -> None:
    first = experiment.analyse(folder / "d.db", agreement=False)
    low = first.analysis.low_items[0].item
    found = experiment.analyse(folder / "d.db", agreement=False, classes={low: "unnatural"})
    assert found.to_dict()["classes"]["unnatural"] == 1
    (tmp_path / "sheet.csv").write_text(found.sheet(), encoding="utf-8")
    again = experiment.analyse(folder / "d.db", agreement=False, classes=tmp_path / "sheet.csv")
    assert again.to_dict()["classes"] == found.to_dict()["classes"]


def test_who_is_to_be_paid_is_a_table_that_no_page_shows(tmp_path: Path) -> None:
    design = experiment.new(collection([2] * 4), output=tmp_path / "d.json", quota=2)
    experiment.simulate(design, participants=2, database=tmp_path / "d.db")
    found = experiment.payments(design)
    table = found.to_frame()
    assert list(table["outcome"]) == ["completed"] * 2
    assert found.to_dict() == {"file": None, "participants": 2}
    assert table["recruiter_id"][0] not in found._repr_html_()
    assert not list(tmp_path.glob("*.csv"))


def test_designs_and_studies_have_a_short_repr(folder: Path) -> None:
    design = experiment.new("anaphor-en").design
    assert repr(design) == f"<Design: anaphor-en, {ENGLISH} items in 2 lists for 40 participants>"
    study = experiment.analyse(folder / "d.db", agreement=False).study
    assert repr(study).startswith("<Study: anaphor-en, 12 people, ")
    assert design.to_dict()["items"] == ENGLISH
    assert study.to_dict()["people"] == 12


def test_a_setting_of_a_wrong_name_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="colection"):
        experiment.import_answers([{"participant": 1, "item": 1, "answer": 1}], colection="x")  # type: ignore[call-arg]  # it is wrong


def test_only_the_doors_names_are_seen() -> None:
    assert {"new", "simulate", "analyse", "import_answers"} <= set(dir(experiment))
    assert not [name for name in dir(experiment) if name.startswith("_")]


def test_a_bad_file_is_told_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text("{}", encoding="utf-8")
    with pytest.raises(FormatError, match=r"d\.json"):
        experiment.simulate(tmp_path / "d.json")
