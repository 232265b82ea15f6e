"""`anaphor agreement measure`: its table, its JSON, its sentences and its exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.errors import AnaphorError

pytestmark = pytest.mark.slow

LABELS = "item,annotator,label\n" + "\n".join(
    f"{item},{who},{(item + (who == 'c' and item % 4 == 0)) % 2}" for item in range(24) for who in "abcd"
)


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text(LABELS, "utf-8")
    return path


def run(*words: str | Path) -> str:
    done = CliRunner().invoke(app, ["agreement", "measure", *map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_has_the_promised_keys(labels: Path) -> None:
    found = json.loads(run(labels, "--json"))
    assert [found[key] for key in ("annotators", "items", "classes", "labels")] == [4, 24, 2, 96]
    for name in ("davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal"):
        each = found["coefficients"][name]
        assert each["low"] < each["value"] < each["high"]
    unordered = found["coefficients"]["krippendorff_alpha_ordinal"]
    assert (unordered["value"], "no order is stated" in unordered["reason"]) == (None, True)
    assert found["change"]["panel"] == 4
    assert found["signature"].startswith("labels:")


def test_the_screen_says_what_would_change_and_never_a_bare_verdict(labels: Path) -> None:
    shown = run(labels)
    assert "Krippendorff α" in shown
    assert "Davies–Fleiss κ" not in shown
    assert "Davies–Fleiss κ" in run(labels, "--all")
    assert "With another panel of 4," in shown
    assert "Items most likely to change" in shown
    for opinion in ("substantial", "moderate", "almost perfect", "fair "):
        assert opinion not in shown.casefold()


def test_words_keep_the_ordinal_key_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("item,annotator,label\n1,a,yes\n1,b,no\n2,a,no\n2,b,no\n3,a,yes\n3,b,yes\n", "utf-8")
    found = json.loads(run(path, "--json"))["coefficients"]["krippendorff_alpha_ordinal"]
    assert found["value"] is None
    assert "no order is stated" in found["reason"]
    ordered = json.loads(run(path, "--json", "--scale", "ordinal", "--classes", "no,yes"))
    assert ordered["coefficients"]["krippendorff_alpha_ordinal"]["value"] is not None


def test_classes_are_cut_and_merged_on_reading(tmp_path: Path) -> None:
    path = tmp_path / "five.csv"
    rows = [f"{item},{who},{(item * (3 if who == 'a' else 1)) % 5 - 2}" for item in range(20) for who in "abc"]
    path.write_text("item,annotator,label\n" + "\n".join(rows), "utf-8")
    cut = json.loads(run(path, "--json", "--cut=-0.5,0.5"))
    merged = json.loads(run(path, "--json", "--merge=-1=-2,-1", "--merge", "1=1,2"))
    assert (cut["classes"], merged["classes"]) == (3, 3)
    alpha = "krippendorff_alpha_nominal"
    assert cut["coefficients"][alpha]["value"] == pytest.approx(merged["coefficients"][alpha]["value"])


def test_one_annotator_gets_reasons_and_no_error(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("item,annotator,label\n1,a,yes\n2,a,no\n", "utf-8")
    found = json.loads(run(path, "--json"))
    assert found["coefficients"]["fleiss_kappa"]["reason"] == "there is only one annotator"
    assert found["change"] is None
    assert "there is only one annotator" in run(path)


def test_the_change_rate_can_be_left_out(labels: Path) -> None:
    assert json.loads(run(labels, "--json", "--no-change"))["change"] is None
    assert "With another panel" not in run(labels, "--no-change")


def test_an_annotator_can_be_left_out(labels: Path) -> None:
    found = json.loads(run(labels, "--json", "--without", "c", "--coefficient", "fleiss_kappa"))
    assert found["annotators"] == 3
    assert list(found["coefficients"]) == ["fleiss_kappa"]
    assert found["coefficients"]["fleiss_kappa"]["value"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--level", "95"),
        ("--cut", "x"),
        ("--merge", "x"),
        ("--where", "x"),
        ("--coefficient", "x"),
        ("--without", "x"),
        ("--separator", "xx"),
        ("--times", "0"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(labels: Path, words: tuple[str, str]) -> None:
    with pytest.raises(AnaphorError) as caught:
        CliRunner().invoke(app, ["agreement", "measure", str(labels), *words], catch_exceptions=False)
    assert "\n" not in str(caught.value)
