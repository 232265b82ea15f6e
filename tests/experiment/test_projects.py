"""A designed study as a project for another server: what stands in it, and what is said of results that are broken."""

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor import experiment
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, InputError, OutputError
from anaphor.experiment import present, save_design
from anaphor.experiment.exporting.projects import project_files
from tests.experiment.projects import full_design

pytestmark = pytest.mark.slow

DESIGN = full_design()
ROOT = Path(__file__).resolve().parents[2]


def told(files: dict[str, str]) -> dict[str, Any]:
    """What the page of a jsPsych project is told."""
    found: dict[str, Any] = json.loads(files["study-data.js"].removeprefix("const STUDY = ").removesuffix(";\n"))
    return found


def test_people_see_the_presentations_of_our_own_server() -> None:
    study = told(project_files(DESIGN, "jspsych", "study.json"))
    assert len(study["presentations"]) == 8
    for number, each in enumerate(study["presentations"]):
        shown = present(DESIGN, number % 2, number // 2)
        assert each["list"] == number % 2 + 1
        ids = [study["trials"][place]["id"] for place, *_ in each["shown"]]
        assert [(name, tuple(order)) for name, (_, *order) in zip(ids, each["shown"], strict=True)] == [
            (one.trial, one.order) for one in shown
        ]


@pytest.mark.parametrize("to", ["jspsych", "pcibex"])
def test_no_project_holds_the_right_answer_of_an_item(to: str) -> None:
    other = tuple(replace(each, key=1 - (each.key or 0)) if each.schema else each for each in DESIGN.trials)
    files, others = (project_files(each, to, "study.json") for each in (DESIGN, replace(DESIGN, trials=other)))
    # Sides are balanced by keys, so that they move with them; nothing else may.
    changed = [name for name in files if files[name] != others[name]]
    assert set(changed) <= {"study-data.js", "data_includes/main.js", "chunk_includes/presentations.csv", "README.md"}
    if to == "jspsych":
        one, two = told(files), told(others)
        assert one.pop("trials") == two.pop("trials")
        assert {name for name in one if one[name] != two[name]} == {"presentations", "fingerprint"}
        assert not any("key" in each for each in told(files)["trials"] if each["kind"] in ("item", "control"))


@pytest.mark.parametrize("to", ["jspsych", "pcibex"])
def test_words_are_text_and_markdown_and_never_markup(to: str) -> None:
    files = project_files(DESIGN, to, "study.json")
    script = files["study-data.js" if to == "jspsych" else "data_includes/main.js"]
    assert "<strong>short<\\/strong>" in script
    assert "&lt;b&gt;No" in script
    assert "</script>" not in script


def test_a_trial_is_called_in_the_script_as_in_the_table() -> None:
    first = DESIGN.lists[0][0]
    trials = tuple(replace(each, id="-x") if each.id == first else each for each in DESIGN.trials)
    lists = tuple(tuple("-x" if name == first else name for name in names) for names in DESIGN.lists)
    files = project_files(replace(DESIGN, trials=trials, lists=lists), "pcibex", "my study.json")
    assert ",'-x," in files["chunk_includes/presentations.csv"]
    assert '"\'-x": {' in files["data_includes/main.js"]
    assert "--design 'my study.json'" in files["README.md"]


def test_a_page_speaks_the_language_of_its_design() -> None:
    files = project_files(replace(DESIGN, interface="fr"), "jspsych", "study.json")
    assert '<html lang="fr">' in files["index.html"]
    assert told(files)["words"]["agree"] == "Continuer"
    assert "téléchargez" in told(files)["download"]


def test_scripts_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no jspsych@8"):
        project_files(DESIGN, "jspsych", "study.json", tmp_path)
    path = tmp_path / "node_modules" / "jspsych" / "dist" / "index.browser.min.js"
    path.parent.mkdir(parents=True)
    path.write_text("other bytes", "utf-8")
    with pytest.raises(InputError, match="is not jspsych@8"):
        project_files(DESIGN, "jspsych", "study.json", tmp_path)


def test_what_cannot_be_converted_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be converted to 'psychopy'\. Known: jspsych, pcibex"):
        experiment.convert(DESIGN, tmp_path / "a", to="psychopy")
    with pytest.raises(InputError, match="needs no scripts"):
        experiment.convert(DESIGN, tmp_path / "a", to="pcibex", scripts=tmp_path)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine.txt").write_text("x", "utf-8")
    with pytest.raises(OutputError):
        experiment.convert(DESIGN, tmp_path / "b", to="pcibex")


# ----------------------------------------------------------------------------------------------- results that come back


def jspsych_rows() -> list[dict[str, Any]]:
    """What the first person's browser keeps, without times of screens."""
    rows = []
    for each in present(DESIGN, 0, 0):
        trial = DESIGN.by_id[each.trial]
        row = {"trial_type": "html-button-response", "trial_index": 2 * each.position + 5, "rt": 900, "response": 1}
        row |= {
            "trial": trial.id,
            "item": trial.item,
            "kind": trial.kind.value,
            "order": ",".join(map(str, each.order)),
        }
        row |= {"position": each.position + 1, "side": 1, "choice": each.order[1], "participant": "abc", "list": 1}
        said = {"design": DESIGN.fingerprint, "adult": True, "native": True, "asked_age": "30", "finished": True}
        rows.append(row | said)
    return rows


def pcibex_text() -> str:
    """The same as PCIbex keeps it."""
    names = ["Results reception time", "MD5 hash of participant's IP address", "Order number of item", "Label"]
    names += ["PennElementType", "PennElementName", "Parameter", "Value", "EventTime"]
    logged = ["trial", "item", "kind", "order", "position", "list", "participant", "adult", "design"]
    lines = ["# Results", *(f"# {place}. {name}." for place, name in enumerate([*names, *logged], 1))]
    for row in jspsych_rows():
        said = [row[name] if row[name] is not None else "" for name in logged]
        said[3] = str(said[3]).replace(",", " ")
        for event in (
            ["PennController", "0", "_Trial_", "Start", 1000],
            ["Selector", "answer", "Selection", f"choice-{row['choice']}", 1900],
        ):
            lines.append(",".join(map(str, [1700000000, "0123", row["position"], "study", *event, *said])))
    return "\n".join(lines) + "\n"


def read(tmp_path: Path, text: str, name: str) -> Any:
    save_design(DESIGN, tmp_path / "study.json")
    (tmp_path / name).write_text(text, "utf-8")
    return experiment.import_answers(tmp_path / name, design=tmp_path / "study.json").study


def test_json_csv_and_pcibex_give_the_same_answers(tmp_path: Path) -> None:
    rows = jspsych_rows()
    heads = list(rows[0])
    cells = [
        [
            "" if row[name] is None else str(row[name]).lower() if isinstance(row[name], bool) else str(row[name])
            for name in heads
        ]
        for row in rows
    ]
    table = "\n".join(",".join(f'"{cell}"' for cell in line) for line in [heads, *cells])
    studies = [
        read(tmp_path, json.dumps(rows), "data.json"),
        read(tmp_path, table, "data.csv"),
        read(tmp_path, pcibex_text(), "results.csv"),
    ]
    assert [each.source for each in studies] == ["jspsych", "jspsych", "pcibex"]
    assert studies[0].responses == studies[1].responses == studies[2].responses
    assert all(person.finished and person.adult for each in studies for person in each.people)


def test_who_has_not_answered_every_trial_has_not_finished(tmp_path: Path) -> None:
    assert not read(tmp_path, json.dumps(jspsych_rows()[:-1]), "data.json").people[0].finished


Break = Callable[[list[dict[str, Any]]], object]
BROKEN: dict[str, Break] = {
    "empty": lambda rows: "",
    "cut": lambda rows: json.dumps(rows)[:-40],
    "no list": lambda rows: "[]",
    "numbers": lambda rows: "[1, 2, 3]",
    "no answers": lambda rows: [
        {"trial_type": "instructions", "rt": 5, "participant": "abc", "item": None, "choice": None}
    ],
    "unknown trial": lambda rows: [{**rows[0], "trial": "elsewhere-7", "item": "elsewhere-7"}],
    "unknown kind": lambda rows: [{**rows[0], "kind": "dessert"}],
    "time in words": lambda rows: [{**rows[0], "rt": "soon"}],
    "half a position": lambda rows: [{**rows[0], "position": 1.5}],
    "list in words": lambda rows: [{**rows[0], "list": "first"}],
    "adult in words": lambda rows: [{**rows[0], "adult": "perhaps"}],
    "deep": lambda rows: "[" * 100_000,
}
BROKEN_PCIBEX: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "no column": lambda text: "# nothing here\n",
    "no answer": lambda text: "\n".join(line for line in text.splitlines() if "Selection" not in line),
    "open quotation": lambda text: text + '"1700000000,0123\n',
    "unknown trial": lambda text: text.replace(",practice-1,", ",elsewhere-7,"),
    "unknown kind": lambda text: text.replace(",practice,", ",dessert,"),
    "half a position": lambda text: text.replace(",1,1,abc", ",1.5,1,abc"),
    "list in words": lambda text: text.replace(",1,abc", ",first,abc"),
    "adult in words": lambda text: text.replace(",True", ",perhaps"),
    "only comments": lambda text: "\n".join(line for line in text.splitlines() if line.startswith("#")),
}


def one_sentence(tmp_path: Path, text: str, name: str, form: str) -> None:
    save_design(DESIGN, tmp_path / "study.json")
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(AnaphorError) as caught:
        experiment.import_answers(tmp_path / name, design=tmp_path / "study.json", format=form)
    assert "Traceback" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_of_jspsych_gets_one_sentence(tmp_path: Path, how: str) -> None:
    made = BROKEN[how](jspsych_rows())
    one_sentence(tmp_path, made if isinstance(made, str) else json.dumps(made), "data.json", "jspsych")


@pytest.mark.parametrize("how", BROKEN_PCIBEX)
def test_a_broken_file_of_pcibex_gets_one_sentence(tmp_path: Path, how: str) -> None:
    whole = pcibex_text()
    assert BROKEN_PCIBEX[how](whole) != whole
    one_sentence(tmp_path, BROKEN_PCIBEX[how](whole), "results.csv", "pcibex")


def test_a_design_and_a_collection_at_once_are_refused(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(json.dumps(jspsych_rows()), "utf-8")
    with pytest.raises(InputError, match="a design knows its items"):
        experiment.import_answers(tmp_path / "data.json", design=DESIGN, collection="anaphor-en")


def test_answers_to_another_design_are_read_aloud(tmp_path: Path) -> None:
    save_design(DESIGN, tmp_path / "study.json")
    for said, count in ((DESIGN.fingerprint, 0), ("0123456789abcdef", 1)):
        rows = [{**row, "design": said} for row in jspsych_rows()]
        notes = read(tmp_path, json.dumps(rows), "data.json").notes
        assert [str(each) for each in notes if "another design" in str(each)][count:] == []
        assert len(notes) == count


def test_a_folder_without_files_says_so(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match="no file of jspsych"):
        experiment.import_answers(tmp_path, design=DESIGN, format="jspsych")


def test_the_commands_of_the_page_run_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "neighbours.md").read_text("utf-8").partition("## Out: a study")[2]
    commands = [line for line in page.splitlines() if line.startswith("anaphor experiment ")]
    assert {each.split()[2] for each in commands} == {"new", "convert", "import", "export"}
    monkeypatch.chdir(tmp_path)
    save_design(DESIGN, tmp_path / "study.json")
    experiment.simulate(DESIGN, participants=4, database=tmp_path / "study.db")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "abc.json").write_text(json.dumps(jspsych_rows()), "utf-8")
    (tmp_path / "results.csv").write_text(pcibex_text(), "utf-8")
    for words in commands:
        if words.split()[2] != "new":  # the study is there
            run = CliRunner().invoke(app, shlex.split(words)[1:])
            assert run.exit_code == 0, run.output
