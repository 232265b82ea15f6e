"""Tables and studies that only say right or wrong give no κ of what was chosen."""

from pathlib import Path

import numpy as np
import pytest

from anaphor import agreement, experiment
from anaphor.errors import FormatError
from anaphor.text import set_interface


def answers(path: Path, *, chosen: bool = False) -> Path:
    """Eight people on forty items of two candidates, whose keys are one as often as the other."""
    set_interface("en")
    rng = np.random.default_rng(4)
    lines = ["participant,item,correct" + (",choice" if chosen else "")]
    for item in range(40):
        hard = item % 5 == 0
        for person in range(8):
            right = rng.random() < (0.6 if hard else 0.97)
            choice = item % 2 if right else 1 - item % 2
            lines.append(f"p{person},q{item},{int(right)}" + (f",{choice}" if chosen else ""))
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_column_of_outcomes_is_refused_unless_it_is_asked_for(tmp_path: Path) -> None:
    table = answers(tmp_path / "answers.csv")
    with pytest.raises(FormatError, match="says whether answers were right, not what was chosen"):
        agreement.measure(table)
    found = agreement.measure(table, label="correct", change=False)
    assert any("it is not that of what was chosen" in note for note in found.notes)


@pytest.mark.parametrize("words", [("wrong", "right"), ("incorrect", "correct"), ("0", "1")])
def test_outcomes_under_another_name_and_side_by_side_are_said_to_be_that(
    tmp_path: Path, words: tuple[str, str]
) -> None:
    rng, path = np.random.default_rng(5), tmp_path / "wide.csv"
    rows = [[words[int(rng.random() < 0.9)] for _ in range(4)] for _ in range(30)]
    people = [f"p{number}_correct" if words[0] == "0" else f"p{number}" for number in range(4)]
    path.write_text(
        "\n".join(",".join(row) for row in [["item", *people], *([f"q{n}", *r] for n, r in enumerate(rows))])
    )
    assert any("not that of what was chosen" in note for note in agreement.measure(path, change=False).notes)
    long = [{"item": n, "who": who, "label": cell} for n, row in enumerate(rows) for who, cell in enumerate(row)]
    notes = agreement.measure(long, annotator="who", change=False).notes
    assert any("not that of what was chosen" in note for note in notes) is (words[0] != "0")


def test_what_was_chosen_is_measured_where_it_stands_beside(tmp_path: Path) -> None:
    table = answers(tmp_path / "answers.csv", chosen=True)
    kappa = agreement.measure(table, label="choice", change=False)["davies_fleiss_kappa"].value
    outcomes = agreement.measure(table, label="correct", change=False)["davies_fleiss_kappa"].value
    assert kappa is not None
    assert outcomes is not None
    assert kappa > 0.6
    assert outcomes < 0.4


def test_a_study_of_which_only_right_or_wrong_is_known_has_no_agreement(tmp_path: Path) -> None:
    study = experiment.import_answers(answers(tmp_path / "answers.csv"), output=tmp_path / "study.jsonl").study
    assert len(study.only_right) == 40
    found = experiment.analyse(study)
    assert found.agreement is not None
    assert not found.agreement.coefficients
    assert "only right or wrong is known" in str(found.agreement.reason)
    with pytest.raises(FormatError, match="only whether answers were right"):
        agreement.measure(tmp_path / "study.jsonl")


def test_a_study_whose_choices_are_known_keeps_its_agreement(tmp_path: Path) -> None:
    study = experiment.import_answers(answers(tmp_path / "answers.csv", chosen=True)).study
    assert not study.only_right
    found = experiment.analyse(study)
    assert found.agreement is not None
    kappa = found.agreement.coefficients["davies_fleiss_kappa"].coefficient.value
    assert kappa is not None
    assert kappa > 0.6
