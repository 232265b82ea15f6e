"""`agreement reproduce`, `interpret`, `simulate` and `plan` from the outside."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.errors import AnaphorError

pytestmark = pytest.mark.slow

RATE = {"rate", "low", "high", "range_low", "range_high", "method"}


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    rows = ["item,annotator,label"]
    for item in range(40):
        for person in range(7):
            wrong = (item * 7 + person * 3) % 5 == 0 or (item % 4 == 0 and person % 3 == 0)
            rows.append(f"i{item},a{person},{'no' if wrong == (item % 2 == 0) else 'yes'}")
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["agreement", *(str(each) for each in arguments)])
    if isinstance(result.exception, AnaphorError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def document(*arguments: object, code: int = 0) -> dict[str, Any]:
    found = json.loads(run(*arguments, "--json", code=code))
    assert isinstance(found, dict)
    return found


def test_reproduce_prints_the_fixed_keys(labels: Path) -> None:
    found = document("reproduce", labels, "--annotators", 3)
    assert {"kappa_mean", "own_majority", "ideal", "fresh", "ceiling", "left_out"} <= found.keys()
    assert "rate" in found["own_majority"]
    assert found["ideal"].keys() >= RATE
    assert found["fresh"].keys() >= RATE
    assert found["left_out"] == 0
    assert found["signature"].startswith("labels:")


def test_reproduce_without_a_number_takes_the_usual_panel(labels: Path) -> None:
    assert document("reproduce", labels)["panel"] == 7


def test_more_people_than_labelled_is_answered_with_a_range(labels: Path) -> None:
    found = document("reproduce", labels, "--annotators", 9)
    assert found["own_majority"]["rate"] is None
    assert found["left_out"] == 40
    assert found["fresh"]["range_low"] <= found["fresh"]["rate"] <= found["fresh"]["range_high"]


def test_reproduce_says_it_in_a_sentence_and_never_in_a_word_of_praise(labels: Path) -> None:
    said = run("reproduce", labels, "--annotators", 3)
    assert said.startswith("With another panel of 3, ")
    assert "substantial" not in said


def test_panels_one_by_one_give_the_same_rate(labels: Path) -> None:
    found = document("reproduce", labels, "--annotators", 3, "--panels", 1000)
    assert found["study"]["panels"] == 35
    assert found["study"]["tau_mean"] == pytest.approx(found["own_majority"]["rate"], abs=1e-12)
    assert found["study"]["kappa_mean"] == pytest.approx(found["kappa_mean"], abs=1e-12)


def test_the_curve_is_drawn_where_asked(labels: Path, tmp_path: Path) -> None:
    run("reproduce", labels, "--annotators", 3, "--figure", tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")


def test_interpret_gives_three_bounds_for_three_targets() -> None:
    found = document("interpret", "--kappa", 0.67, "--annotators", 3, "--classes", 5)
    for target in ("own_majority", "ideal", "fresh"):
        assert found[target]["floor"] <= found[target]["typical"] <= found[target]["ceiling"]
    assert {each["scale"] for each in found["opinions"]} >= {"Landis & Koch 1977", "Carletta 1996"}


def test_interpret_gives_the_inverse_and_the_table() -> None:
    found = document("interpret", "--target", 0.05, "--annotators", 3, "--classes", 3, "--table")
    assert 0.85 < found["needed"]["fresh"]["typical"] < 0.92
    assert {row["annotators"] for row in found["table"]} == {1, 3, 5, 7, 9}


def test_interpret_reads_alpha_and_prevalence() -> None:
    found = document("interpret", "--alpha", 0.5, "--annotators", 3, "--classes", 2, "--prevalence", "0.9,0.1")
    assert found["coefficient"] == "alpha"
    assert found["fresh"]["ceiling"] == pytest.approx(0.5 * 0.18)


@pytest.mark.parametrize(
    "wrong",
    [
        ("--kappa", 0.5, "--alpha", 0.5),
        (),
        ("--kappa", 1.5),
        ("--kappa", 0.5, "--prevalence", "a,b"),
        ("--kappa", 0.5, "--prevalence", "1,1,1"),
        ("--target", 2),
    ],
)
def test_what_cannot_be_interpreted_gets_a_sentence(wrong: tuple[object, ...]) -> None:
    with pytest.raises(AnaphorError):
        run("interpret", "--annotators", 3, "--classes", 2, *wrong)


def test_simulate_remakes_table_1() -> None:
    for row in document("simulate", "--table-1")["points"]:
        assert row["kappa"] == pytest.approx(row["printed"], abs=0.006)
        assert row["kappa_sd"] == pytest.approx(row["printed_sd"], abs=0.006)


def test_simulate_errs_like_real_people_or_made_up_ones(labels: Path) -> None:
    real = document("simulate", "--from", labels, "--errors", 2, "--errors", 6, "--groups", 20)["points"]
    assert real[0]["kappa"] > real[1]["kappa"]
    made_up = document("simulate", "--items", 60, "--classes", 4, "--unanimous", 0.2, "--groups", 20)["points"]
    assert len(made_up) == 5


def test_plan_from_a_kappa_or_a_pilot(labels: Path) -> None:
    found = document("plan", "--target", 0.1, "--kappa", 0.8, "--classes", 3, "--cost", 0.5)
    assert found["chosen"]["cost"] == pytest.approx(0.5 * found["chosen"]["labels"])
    pilot = document("plan", "--target", 0.4, "--pilot", labels)
    assert pilot["basis"].startswith("the votes of the pilot (Fleiss κ 0.146, --prevalence 0.586")


def test_a_plan_that_cannot_be_met_is_a_no() -> None:
    assert document("plan", "--target", 0.001, "--kappa", 0.4, "--classes", 3, code=1)["chosen"] is None


def test_a_plan_needs_one_basis(labels: Path) -> None:
    with pytest.raises(AnaphorError, match="rests on"):
        run("plan", "--target", 0.1)
    with pytest.raises(AnaphorError, match="rests on"):
        run("plan", "--target", 0.1, "--kappa", 0.5, "--pilot", labels)


@pytest.mark.shared
def test_paper_remakes_figure_2_and_draws_the_others(shared: Path, tmp_path: Path) -> None:
    found = document("paper", shared / "iaa-bregeon", "-o", tmp_path)["figure_2"]
    assert len(found) == 12
    assert {path.stem for path in tmp_path.iterdir()} >= {f"figure-{n}" for n in (2, 3, 4, 6, 7, 8)}


def test_a_folder_without_the_tables_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match="classe3"):
        run("paper", tmp_path)


def test_consensus_gives_each_item_a_label_and_writes_them(labels: Path, tmp_path: Path) -> None:
    found = document("consensus", labels, "-o", tmp_path / "one.csv")
    assert len(found["items"]) == 40
    second = found["items"][1]
    assert second.keys() == {"item", "majority", "dawid_skene", "weight", "weights", "review"}
    written = list(csv.DictReader((tmp_path / "one.csv").read_text("utf-8").splitlines()))
    assert list(written[0])[:6] == ["item", "label", "majority", "dawid_skene", "weight", "review"]
    assert (written[1]["item"], written[1]["label"]) == ("i1", second["dawid_skene"])
    assert sum(int(row["review"]) for row in written) == found["review"] == sum(e["review"] for e in found["items"])
    for row in written:
        assert sum(float(row[f"weight({name})"]) for name in found["classes"]) == pytest.approx(1, abs=0.001)


def test_votes_without_names_have_a_majority_and_no_model(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("item,label\n1,a\n1,a\n1,b\n2,a\n2,b\n", encoding="utf-8")
    found = document("consensus", path)
    assert [each["majority"] for each in found["items"]] == ["a", None]
    assert found["items"][0]["dawid_skene"] is None
    assert "One item has no majority." in run("consensus", path)


def test_sets_of_labels_are_measured_under_their_distance(tmp_path: Path) -> None:
    path = tmp_path / "sets.csv"
    rows = [
        f"{item},{who},{'x|y' if item % 3 and who == 'a' else 'xy'[item % 2]}" for item in range(12) for who in "abc"
    ]
    path.write_text("item,annotator,label\n" + "\n".join(rows), encoding="utf-8")
    found = document("measure", path, "--no-change", "--distance", "jaccard")["coefficients"]
    assert found["krippendorff_alpha_jaccard"]["value"] > found["krippendorff_alpha_nominal"]["value"]
