"""Options of `anaphor agreement` that cannot be, documents that hold no NaN, and the two languages."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.errors import AnaphorError
from anaphor.text import number, set_interface, text

pytestmark = pytest.mark.slow

LABELS = "item,annotator,label\n" + "\n".join(
    f"{item},{who},{(item + (who == 'c' and item % 4 == 0)) % 3}" for item in range(24) for who in "abc"
)
ALONE = "item,annotator,label\n" + "\n".join(f"{item},a,{item % 2}" for item in range(12))
VOTES = "item,label\n" + "\n".join(
    f"{item},{(item + (vote == 2 and item % 3 == 0)) % 2}" for item in range(9) for vote in range(3)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, rows in (("labels", LABELS), ("alone", ALONE), ("votes", VOTES)):
        (tmp_path / name).write_text(rows, "utf-8")
    return tmp_path


def run(*words: object, code: int = 0) -> str:
    set_interface("en")
    result = CliRunner().invoke(app, ["agreement", *(str(word) for word in words)])
    if isinstance(result.exception, AnaphorError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def document(*words: object, code: int = 0) -> dict[str, Any]:
    def refuse(name: str) -> float:
        raise AssertionError(f"{name} is no JSON")

    found = json.loads(run(*words, "--json", code=code), parse_constant=refuse)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("plan --target 0.05 --kappa 1.5", "a κ of 1.5"),
        ("plan --target 0.05 --kappa nan", "a κ of nan"),
        ("plan --target 0.05 --kappa 0.7 --cost nan", "cost of a label cannot be nan"),
        ("plan --target 0.05 --pilot alone", "the pilot has one annotator"),
        ("plan --target 0.05 --kappa 0.7 --prevalence 1,0", "only one class"),
        ("plan --target 0.05 --kappa 0.7 --prevalence 0.5,0.3", "sum to 0.8"),
        ("plan --target 0.05 --pilot labels --prevalence 0.5,0.5", "a pilot has prevalences of its own"),
        ("interpret --kappa 0.5 -k 3 -c 3 --prevalence nan,0.5,0.5", "a prevalence of nan"),
        ("interpret --kappa 0.5 -k 3 -c 3 --prevalence 1.5,-0.5,0", "a prevalence of 1.5"),
        ("interpret --kappa 0.5 -k 3 -c 3 --prevalence 5,3,2", "a prevalence of 5"),
        ("interpret --kappa 0.5 -k 3 -c 1000", "the number of classes cannot be 1,000"),
        ("interpret --kappa 0.5 -k 100000 -c 3", "a panel of 100,000 people"),
        ("interpret --alpha nan -k 3 -c 3", "an alpha of nan"),
        ("simulate --sd -1", "standard deviation of the errors cannot be -1"),
        ("simulate -m -3", "errors per person cannot be -3"),
        ("simulate -m nan", "errors per person cannot be nan"),
        ("simulate -n 10 -m 20", "there are 10 items"),
        ("simulate --prevalence 5,3,2", "a prevalence of 5"),
        ("simulate --from labels -m nan", "errors per person cannot be nan"),
        ("measure labels --panel 100000", "a panel of 100,000 people"),
        ("measure labels --level nan", "a level of nan"),
        ("measure labels --merge x=0 --merge y=0", "'0' cannot become both 'x' and 'y'"),
        ("measure labels --merge x=9", "no class is called '9'"),
        ("measure labels --layout counts", "votes need a column for each class"),
        ("measure labels --classes 0,0", "names '0' twice"),
        ("measure labels --classes 0,", "without a name"),
        ("measure labels --missing 0 --present 0", "both --missing and --present"),
        ("measure labels --without a --without b --without c", "no label is left"),
        ("measure labels --missing 0 --missing 1 --missing 2", "every label is missing"),
        ("measure labels --item label --label label", "named twice"),
        ("measure labels --item nothing", "no column is called 'nothing'"),
        ("reproduce labels --target 0", "a change rate of 0"),
        ("reproduce labels --target nan", "a change rate of nan"),
        ("reproduce labels --confidence nan", "a confidence of nan"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_with_the_right_reason(folder: Path, words: str, said: str) -> None:
    files = {name: folder / name for name in ("labels", "alone", "votes")}
    with pytest.raises(AnaphorError) as caught:
        run(*(files.get(word, word) for word in words.split()))
    assert said in caught.value.sentence
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("words", [("--panel", 0), ("--seed", -1, "--method", "bootstrap")])
def test_options_with_a_range_are_refused_by_the_parser(folder: Path, words: tuple[object, ...]) -> None:
    run("measure", folder / "labels", *words, code=2)


def test_one_annotator_has_no_kappa_and_a_reason() -> None:
    for row in document("simulate", "-k", 1, "--groups", 5, "-n", 20)["points"]:
        assert row["kappa"] is None
        assert row["reason"] == "one annotator per panel: κ needs two"
    assert "–" in run("simulate", "-k", 1, "--groups", 5, "-n", 20)
    assert document("simulate", "-k", 2, "--groups", 5, "-n", 20)["points"][0]["reason"] is None


def test_votes_without_names_have_no_number_of_annotators(folder: Path) -> None:
    assert document("measure", folder / "votes")["annotators"] is None
    assert document("reproduce", folder / "votes")["annotators"] is None
    assert document("measure", folder / "labels")["annotators"] == 3


def test_a_merge_that_is_given_twice_takes_both_in(folder: Path) -> None:
    found = document("measure", folder / "labels", "--merge", "x=0", "--merge", "x=1")
    assert found["class_names"] == ["x", "2"]


def test_a_cell_can_be_said_to_be_a_label(folder: Path) -> None:
    path = folder / "na"
    path.write_text(LABELS.replace(",0\n", ",NA\n"), "utf-8")
    assert document("measure", path, "--no-change")["classes"] == 2
    assert "NA" not in document("measure", path, "--no-change")["class_names"]
    assert "NA" in document("measure", path, "--no-change", "--present", "NA")["class_names"]


def test_a_table_with_one_class_and_one_with_one_item_are_measured(folder: Path) -> None:
    path = folder / "flat"
    path.write_text("item,annotator,label\n" + "\n".join(f"{i},{w},x" for i in range(4) for w in "abc"), "utf-8")
    assert document("measure", path)["change"]["rate"] == 0
    path.write_text("item,annotator,label\n1,a,x\n1,b,y\n1,c,x\n", "utf-8")
    assert document("measure", path)["items"] == 1


def test_panels_that_are_too_large_are_not_worked_out(folder: Path) -> None:
    path = folder / "many"
    path.write_text("item,yes,no\n1,9000,1000\n2,5000,5000\n3,200,9800\n", "utf-8")
    found = document("measure", path)
    assert found["change"] is None
    assert "ask for smaller ones with --panel" in found["sentences"][0]


@pytest.mark.parametrize(
    "words",
    [
        "measure labels",
        "reproduce labels -k 3 --panels 10",
        "interpret --kappa 0.67 -k 3 -c 5 --target 0.05",
        "plan --target 0.1 --kappa 0.8 -c 3",
        "measure votes",
        "measure alone",
    ],
)
def test_the_language_changes_words_and_no_number(folder: Path, words: str) -> None:
    files = {name: folder / name for name in ("labels", "alone", "votes")}
    given = [files.get(word, word) for word in words.split()]
    english, french = document(*given), document(*given, "--interface", "fr")
    assert english.keys() == french.keys()
    assert numbers(english) == numbers(french)
    shown = run(*given), run(*given, "--interface", "fr")
    assert shown[0] != shown[1]


def numbers(value: object) -> list[float]:
    """Every number of a document, in order."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, (int, float)) else []


def test_the_locale_of_the_machine_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("measure", folder / "labels")
    for name in ("LANG", "LC_ALL", "LANGUAGE"):
        monkeypatch.setenv(name, "fr_FR.UTF-8")
    assert run("measure", folder / "labels") == plain


def test_one_of_each_is_said_in_the_singular(folder: Path) -> None:
    assert run("measure", folder / "alone").startswith("1 annotator, 12 items, 2 classes, 12 labels")
    assert run("measure", folder / "alone", "--interface", "fr").startswith("1 annotateur, 12 items, 2 classes")
    easy = run("plan", "--target", 0.4, "--kappa", 0.9, "-c", 2)
    assert "1 person per item will do" in easy


def test_interpret_says_its_answer_in_a_sentence() -> None:
    found = document("interpret", "--kappa", 0.67, "-k", 3, "-c", 5)
    assert found["sentences"][0].startswith("With κ = 0.67, another panel of 3 would change at most 26.4 %")
    assert "8.5 % at least" in found["sentences"][0]
    lost = document("interpret", "--kappa", 0.67, "-k", 25, "-c", 20)
    assert lost["own_majority"] is None
    assert "--pool" in lost["left_out"]["own_majority"]
    assert "–" in run("interpret", "--kappa", 0.67, "-k", 25, "-c", 20)


def test_per_cent_is_written_in_one_way(folder: Path) -> None:
    shown = run("measure", folder / "labels") + run("reproduce", folder / "labels", "-k", 3)
    assert "%" in shown
    assert "%" not in shown.replace("\u00a0%", " %").replace(" %", "")


def test_many_numbers_are_said_to_be_compared_exactly_with_a_way_to_cut_them(tmp_path: Path) -> None:
    rows = "".join(f"{item},{who},{10 * (item % 12) - 60}\n" for item in range(24) for who in "ab")
    (tmp_path / "numbers.csv").write_text(f"item,annotator,label\n{rows}", "utf-8")
    noted = document("measure", tmp_path / "numbers.csv", "--no-change")["notes"]
    assert any("The 12 classes are numbers from −60 to 50" in each and "--cut -23.3,13.3" in each for each in noted)
    noted = document("measure", tmp_path / "numbers.csv", "--no-change", "--cut", "-23.3,13.3")["notes"]
    assert not any("are numbers from" in each for each in noted)


def test_votes_are_printed_with_their_classes(folder: Path) -> None:
    assert "2 × 0, 1 × 1" in run("reproduce", folder / "labels")


def test_coefficients_have_names_and_negative_numbers_a_minus() -> None:
    assert text("agreement-coefficient-krippendorff-alpha-ordinal") == "Krippendorff α (ordinal)"
    assert number(-0.25, 3) == "−0.250"


def test_a_plan_has_a_column_of_costs_only_when_labels_cost_something() -> None:
    said = [run("plan", "--target", 0.4, "--kappa", 0.9, "--cost", cost).splitlines() for cost in (0, 0.1)]
    free, paid = (next(line for line in lines if line.startswith("people")) for lines in said)
    assert "cost" not in free
    assert paid.split() == [*free.split(), "cost"]


def test_a_spread_between_panels_takes_more_than_one_panel(folder: Path) -> None:
    assert " sd " not in run("reproduce", folder / "labels", "-k", 3)
    assert " sd " in run("reproduce", folder / "labels", "-k", 2)
