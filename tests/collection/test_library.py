"""Collections in Python: each call gives what the command prints, takes what is natural, and shows itself."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

import anaphor
from anaphor import collection
from anaphor.cli.main import app
from anaphor.collection import Finding, Source
from anaphor.errors import AnaphorError, FormatError, InputError, UnknownNameError
from anaphor.result import Result
from anaphor.schema import Collection, Item, Problem, Schema
from tests.embedded import ENGLISH

ROWS = [
    {
        "schema": "cup",
        "text": "The cup fell off the shelf because [it] was wobbly.",
        "candidates": ["the cup", "the shelf"],
        "answer": "the shelf",
    },
    {
        "schema": "cup",
        "text": "The cup fell off the shelf because [it] was nudged.",
        "candidates": ["the cup", "the shelf"],
        "answer": "the cup",
    },
]
WINOGRANDE = {
    "qID": ["a-1", "a-2"],
    "sentence": ["Ann thanked Bea because _ had been helped.", "Ann thanked Bea because _ had helped."],
    "option1": ["Ann", "Ann"],
    "option2": ["Bea", "Bea"],
    "answer": ["1", "2"],
}


def printed(*command: str) -> Any:
    """What a command prints with `--json`."""
    done = CliRunner().invoke(app, [*command, "--json"])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return json.loads(done.stdout)


# ------------------------------------------------------------------------------------ the same as the command prints

SAME: dict[str, tuple[str, Callable[[Path], Result]]] = {
    "list": ("collection list", lambda _: collection.listed()),
    "show": ("collection show anaphor-fr", lambda _: collection.show("anaphor-fr")),
    "show items": ("collection show anaphor-en --items", lambda _: collection.show("anaphor-en", items=True)),
    "collection": ("collection show anaphor-en --items", lambda _: anaphor.load("anaphor-en")),
    "check": ("collection check anaphor-fr", lambda _: anaphor.check("anaphor-fr")),
    "check of a kind": (
        "collection check anaphor-fr --from warning --only no-twin --only prompt-missing --beside anaphor-fr",
        lambda _: anaphor.check(
            "anaphor-fr", severity="warning", only=["no-twin", "prompt-missing"], beside="anaphor-fr"
        ),
    ),
    "check without": (
        "collection check anaphor-fr --ignore concord-unknown",
        lambda _: anaphor.check(anaphor.load("anaphor-fr"), ignore=["concord-unknown"]),
    ),
    "readings": ("collection readings anaphor-fr", lambda _: anaphor.readings("anaphor-fr")),
    "diff": ("collection diff anaphor-fr anaphor-en", lambda _: anaphor.differences("anaphor-fr", "anaphor-en")),
    "read": (
        "read Léa~a~vu~Paul~quand~[il]~sortait. Paul",
        lambda _: anaphor.read("Léa a vu Paul quand [il] sortait.", "Paul"),
    ),
    "read without": (
        "read It~rains. Ann --language en",
        lambda _: anaphor.read("It rains.", "Ann", language="en"),
    ),
    "perturb": (
        "collection perturb anaphor-fr --how names --seed 4 -o {at}/names.yaml",
        lambda at: collection.perturb("anaphor-fr", how="names", seed=4, output=at / "names.yaml"),
    ),
    "suggest": (
        "collection suggest anaphor-fr plafond --most 2",
        lambda _: anaphor.authoring.suggest("anaphor-fr", "plafond", most=2),
    ),
    "repair": ("collection repair anaphor-fr plafond", lambda _: anaphor.authoring.repair("anaphor-fr", "plafond")),
    "select": (
        "collection select anaphor-en --study {at}/study.jsonl --least 0.7 --unit item --remove -o {at}/kept.yaml",
        lambda at: anaphor.select(
            "anaphor-en", at / "kept.yaml", study=at / "study.jsonl", least=0.7, unit="item", remove=True
        ),
    ),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a rehearsed study."""
    at = tmp_path_factory.mktemp("collections")
    design = anaphor.experiment.new("anaphor-en", quota=8)
    people = anaphor.experiment.simulate(design, participants=8, seed=3)
    anaphor.experiment.export(people, output=at / "out", to=("study",))
    (at / "out" / "study.jsonl").rename(at / "study.jsonl")
    return at


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_a_call_gives_what_the_command_prints(name: str, place: Path) -> None:
    command, call = SAME[name]
    words = [word.replace("~", " ").format(at=place) for word in command.split()]
    assert call(place).to_dict() == printed(*words)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_a_result_shows_itself(name: str, place: Path) -> None:
    found = SAME[name][1](place)
    assert repr(found).startswith(f"<{type(found).__name__}: ")
    assert "\n" not in repr(found)
    assert "<" in found._repr_html_()
    assert found.section.parts
    assert isinstance(found.to_frame(), pandas.DataFrame)


def test_a_heading_tells_what_was_found_and_no_command() -> None:
    for found in (anaphor.load("anaphor-en"), anaphor.check("anaphor-en"), anaphor.experiment.new("anaphor-en")):
        assert repr(found) == f"<{type(found).__name__}: {found.section.title}>"
    quoted = anaphor.collection.read("Ann left --so Bea said-- when [she] was ill.", "Bea", language="en")
    assert "--so Bea" in quoted._repr_html_()


def test_findings_have_a_figure_and_readings_a_row_for_each_candidate() -> None:
    assert isinstance(anaphor.check("anaphor-fr").figure(), Figure)
    frame = anaphor.readings("anaphor-en").to_frame()
    assert len(frame) == sum(len(each.candidates) for each in anaphor.load("anaphor-en").questions)
    assert (frame["reading"].notna() ^ frame["why"].notna()).all()


def test_a_collection_is_converted_as_the_command_does_it(tmp_path: Path) -> None:
    done = collection.convert("anaphor-en", tmp_path / "mine.jsonl", to="winogrande", skip=True)
    theirs = tmp_path / "theirs.jsonl"
    command = ["collection", "convert", "anaphor-en", "-o", str(theirs), "--to", "winogrande", "--skip"]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert theirs.read_bytes() == (tmp_path / "mine.jsonl").read_bytes()
    assert done.left_out
    assert 0.9 * ENGLISH < len(done.collection.entries) < ENGLISH
    with pytest.raises(InputError, match="is read"):
        collection.convert(theirs, theirs, to="jsonl")


@pytest.mark.slow
def test_selecting_in_memory_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    people = anaphor.experiment.simulate(anaphor.experiment.new("anaphor-en"), participants=8, seed=3)
    audited = anaphor.audit.run("anaphor-en", quick=True)
    kept = anaphor.select(anaphor.load("anaphor-en"), study=people, audit=audited)
    assert 0 < len(kept.collection.entries) < ENGLISH
    assert len(kept.to_frame()) == ENGLISH - len(kept.collection.entries)
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="unit"):
        anaphor.select("anaphor-en", study=people, unit="word")


# ----------------------------------------------------------------------------------------------------- tables in


@pytest.mark.parametrize("made", ["pandas", "polars", "pyarrow", "rows", "columns", "dataset"])
def test_a_table_with_winogrande_s_columns_is_known(made: str) -> None:
    frame = pandas.DataFrame(WINOGRANDE)
    if made == "dataset":
        datasets = pytest.importorskip("datasets", reason="the extra hf is not installed")
    tables: dict[str, Callable[[], Any]] = {
        "pandas": lambda: frame,
        "polars": lambda: polars.DataFrame(WINOGRANDE),
        "pyarrow": lambda: polars.DataFrame(WINOGRANDE).to_arrow(),
        "rows": lambda: frame.to_dict("records"),
        "columns": lambda: WINOGRANDE,
        "dataset": lambda: datasets.Dataset.from_dict(WINOGRANDE),
    }
    found = anaphor.load(tables[made](), language="en")
    (schema,) = found.schemas
    assert [entry.key for entry in schema.variants if isinstance(entry, Item)] == [0, 1]


def test_a_table_is_read_as_the_file_with_its_columns(tmp_path: Path, shared: Path) -> None:
    real = shared / "winogrande" / "train_xs.jsonl"
    found = anaphor.load(pandas.read_json(real, lines=True, dtype=False), language="en")
    assert found.fingerprint == anaphor.load(real, language="en").fingerprint
    rows = ("1,a,Ann saw [her].,Who?,Ann|Bea,2", "1,b,Ann met [her].,Who?,Ann|Bea,1")
    columns = "\n".join(("item,condition,text,question,options,answer", *rows)) + "\n"
    path = tmp_path / "items.csv"
    path.write_text(columns, "utf-8")
    assert anaphor.load(pandas.read_csv(path), language="en").schemas == anaphor.load(path, language="en").schemas


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
@pytest.mark.parametrize("library", [pandas.DataFrame, polars.from_pandas])
def test_the_frame_of_a_collection_is_a_collection_again(name: str, library: Callable[[Any], Any]) -> None:
    before = anaphor.load(name)
    after = anaphor.load(library(before.to_frame()), language=before.language)
    assert [entry.id for entry in after.entries] == [entry.id for entry in before.entries]
    changes = {each.change.value for each in anaphor.differences(before, after)}
    assert changes <= {"cues"}
    assert [each.key for each in after.items] == [each.key for each in before.items]


def test_columns_are_a_mapping() -> None:
    frame = pandas.DataFrame({"s": ["Ann saw Bea when [she] left."], "x": ["Ann"], "y": ["Bea"], "right": [1]})
    found = anaphor.load(
        frame, columns={"text": "s", "candidates": ["x", "y"], "answer": "right"}, count_from=0, language="en"
    )
    assert [item.answer for item in found.items] == ["Bea"]
    assert anaphor.check(frame, columns={"text": "s", "candidates": ["x", "y"], "answer": "right"}, count_from=0)


def test_holes_in_a_column_of_numbers_do_no_harm() -> None:
    rows = [{"text": "Ann saw Bea when she left.", "start": 17, "end": 20, "candidates": ["Ann", "Bea"], "answer": 1}]
    frame = pandas.DataFrame([*rows, {**rows[0], "text": "Ann saw Bea.", "start": None, "end": None, "answer": None}])
    found = anaphor.load(frame, count_from=0, language="en")
    assert found.items[0].answer == "Bea"
    assert found.items[0].question.anaphor_form == "she"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"a": 1, "b": 2}], "a, b"),
        ([{**ROWS[0], "answer": 7}], "answer"),
        ([{**ROWS[0], "candidates": [3, 4]}], "candidates"),
        ([{**ROWS[0], "text": None}], "text"),
        ([{**ROWS[0], "text": 4}], "text"),
        ([], "no rows"),
        ([1], "row 1"),
    ],
)
def test_a_bad_table_is_one_error_with_the_column_s_name(rows: list[Any], said: str) -> None:
    with pytest.raises(AnaphorError, match=said) as caught:
        anaphor.load(rows)
    assert "--" not in str(caught.value)


def test_unknown_columns_are_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownNameError, match="phrase"):
        anaphor.load(ROWS, columns={"text": "phrase"})
    with pytest.raises(UnknownNameError, match="sentense"):
        anaphor.load(ROWS, columns={"sentense": "text"})


# ---------------------------------------------------------------------------------------------------- one's own parts


def mine() -> Collection:
    return anaphor.load(ROWS, language="en", name="mine")


def no_cups(part: Schema | Problem) -> Iterator[str]:
    for entry in part.entries:
        if isinstance(entry, Item) and "cup" in entry.question.text:
            yield f"{entry.id}: there is a cup."


def graded(part: Schema | Problem) -> list[Finding]:
    return [Finding.of("Too many cups.", part.id, code="cups", severity="error")]


def test_a_check_of_one_s_own_stands_beside_the_others() -> None:
    found = anaphor.check(mine(), checks=[no_cups, graded])
    assert [each.code for each in found if each.place == "cup"][-3:] == ["no-cups", "no-cups", "cups"]
    assert [str(each.message) for each in found.errors] == ["Too many cups."]
    assert "Too many cups." in found._repr_html_()
    document = anaphor.check(mine(), checks=[no_cups], only=["no-cups"]).to_dict()
    assert [row["message"] for row in document["findings"]] == ["1: there is a cup.", "2: there is a cup."]
    assert not anaphor.check(mine(), checks=[graded], only=["cups"], ignore=["cups"])


def test_a_check_that_breaks_is_told_by_its_name_and_place() -> None:
    def broken(part: Any) -> list[str]:
        return [str(part.nothing)]

    def odd(part: Any) -> Any:
        return [3]

    with pytest.raises(InputError, match=r"broken broke at cup .*nothing"):
        anaphor.check(mine(), checks=[broken])
    with pytest.raises(InputError, match="odd gave a int at cup"):
        anaphor.check(mine(), checks=[odd])
    with pytest.raises(UnknownNameError, match="no-twin"):
        anaphor.check(mine(), only=["no-twins"])
    with pytest.raises(InputError, match="severity"):
        anaphor.check(mine(), severity="fatal")


def test_a_format_of_one_s_own_is_a_function_or_an_object(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("Ann saw Bea when [she] left.|Ann|Bea\n", "utf-8")

    def rows(source: Source) -> Iterator[dict[str, object]]:
        for number, line in enumerate(source.text.splitlines(), 1):
            cells = line.split("|")
            if len(cells) != 3:
                raise source.error("Two candidates are needed", line=number)
            yield {"text": cells[0], "candidates": cells[1:]}

    found = anaphor.load(path, format=rows, language="en")
    assert (found.name, [each.text for each in found.questions]) == ("mine", ["Ann saw Bea when she left."])
    assert anaphor.load(path, format=lambda source: mine()) == mine()
    assert anaphor.check(path, format=rows, language="en").collection == found
    path.write_text("Ann left.\n", "utf-8")
    with pytest.raises(FormatError, match=r"mine\.txt:1: Two candidates are needed"):
        anaphor.load(path, format=rows)


def test_wordings_come_by_item_or_as_a_table() -> None:
    text = "Off the shelf fell the cup, since [it] was wobbly."
    by_item = collection.perturb(mine(), how="paraphrase", wordings={"1": text})
    table = collection.perturb(mine(), how="paraphrase", wordings=pandas.DataFrame({"item": [1], "text": [text]}))
    assert by_item.collection == table.collection
    assert by_item.collection.items[0].answer == "the shelf"
    with pytest.raises(InputError, match="paraphrase"):
        collection.perturb(mine(), how="order", wordings={"1": text})
    with pytest.raises(InputError, match="how"):
        collection.perturb(mine(), how="upside down")


# ----------------------------------------------------------------------------------------------------- what it was


def test_findings_and_differences_are_still_sequences() -> None:
    found = anaphor.check(mine())
    assert [each.code for each in found] == [found[number].code for number in range(len(found))]
    assert found[:1] == tuple(found)[:1]
    none = anaphor.differences(mine(), mine())
    assert not none
    assert none == ()
    assert anaphor.differences(mine(), replace(mine(), schemas=())) != ()


def test_collections_are_pickled_replaced_and_compared_as_before() -> None:
    before = mine()
    assert pickle.loads(pickle.dumps(before)) == before
    assert replace(before, name="other") != before
    assert hash(before) == hash(mine())
    assert repr(before) == "<Collection: mine, 1 schema, 0 problems, 2 items (en)>"
    assert len(repr(anaphor.load("anaphor-fr"))) < 80


def test_sentences_are_shown_with_their_anaphor_marked_and_a_question_without_its_key() -> None:
    item = mine().items[0]
    assert repr(item) == "<Item 1: The cup fell off the shelf because [it] was wobbly. (the cup | the shelf ✓)>"
    assert "✓" not in repr(item.question) + item.question._repr_html_()
    assert "<mark>it</mark>" in mine().schemas[0]._repr_html_()
    nasty = replace(item.question, text="<b>it</b> fell & rose.", anaphor=anaphor.Mark(start=3, end=5), cues=())
    assert "&lt;b&gt;<mark>it</mark>&lt;/b&gt; fell &amp; rose." in nasty._repr_html_()


@pytest.mark.slow
def test_the_top_door_shows_its_names_and_opens_the_packages() -> None:
    shown = dir(anaphor)
    assert {"load", "check", "readings", "resolve", "score", "compare", "agreement", "audit"} <= set(shown)
    assert not {"schema", "errors", "files", "sys", "lazy_loader"} & set(shown)
    code = (
        "import anaphor, sys; before = set(sys.modules); print(anaphor.agreement.measure.__name__, 'numpy' in before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["measure", "False"]
