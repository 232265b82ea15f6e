"""Scripts as strangers write them: from the import to a saved figure in eight lines, in an empty folder.

`make check` has their types looked at as strictly as ours.
"""

import csv
import random
from pathlib import Path

import pytest

import anaphor
from tests.golden.running import run_script

pytestmark = pytest.mark.slow

SCRIPTS = sorted((Path(__file__).parent / "strangers").glob("*.py"))
MOST_LINES = 8


def _labels(path: Path) -> None:
    """The labels of four people who agree on most of sixty sentences."""
    rng = random.Random(1)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("sentence", "who", "antecedent"))
        for number in range(60):
            usual = rng.choice(("first", "second"))
            for who in ("ann", "bob", "eve", "max"):
                table.writerow((number, who, usual if rng.random() < 0.85 else "second"))


def _items(path: Path) -> None:
    """The English items in a spreadsheet, as an experimenter keeps them."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("item", "condition", "text", "options", "answer"))
        for item in anaphor.load("anaphor-en").items:
            question, place = item.question, item.question.anaphor
            if isinstance(place, anaphor.Mark) and item.answer:
                before, after = question.text[: place.span.start], question.text[place.span.end :]
                marked = f"{before}[{place.span.of(question.text)}]{after}"
                schema, _, twin = item.id.rpartition(".")
                options = "|".join(candidate.text for candidate in question.candidates)
                table.writerow((schema or item.id, twin, marked, options, item.answer))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_of_eight_lines_ends_in_a_figure(script: Path, tmp_path: Path) -> None:
    lines = [line for line in script.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES
    _labels(tmp_path / "labels.csv")
    _items(tmp_path / "items.csv")
    stdout, stderr = run_script(script.read_text("utf-8"), tmp_path, name=str(script))
    assert stderr == ""
    drawn = list(tmp_path.glob("*.png"))
    assert [path.read_bytes()[:4] for path in drawn] == [b"\x89PNG"]
    assert drawn[0].stat().st_size > 5_000
    assert "print(" not in script.read_text("utf-8") or stdout.count("\n") == 1


def test_there_is_a_script_for_each_of_the_six_jobs() -> None:
    assert [path.stem for path in SCRIPTS] == [
        "agreement_of_a_table",
        "audit_of_a_file",
        "comparing_two_runs",
        "scoring_a_function",
        "simulating_a_study",
        "writing_a_report",
    ]
