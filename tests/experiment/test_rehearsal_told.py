"""What an experimenter is told around a rehearsal, so that it is neither lost nor taken for a study."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.cli.serve import beginning
from anaphor.experiment import stamp_of, store_of
from tests.experiment.specimens import study

RUNNER = CliRunner()

SCHEMAS = """anaphor: 1
name: mes schémas
language: fr
schemas:
  - id: etang
    text: "Maud a repêché Salomé dans l'étang. Les secouristes [l']ont {félicitée|ranimée}."
    question: "Qui les secouristes ont-ils {félicité|ranimé} ?"
    answers: [Maud, Salomé]
"""


@pytest.fixture
def design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A design in a file whose name has a space, in the folder where commands are run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mes schémas.yaml").write_text(SCHEMAS, encoding="utf-8")
    made = RUNNER.invoke(app, ["experiment", "new", "mes schémas.yaml", "-o", "mon plan.json"])
    assert "simulate 'mon plan.json' --participants 40 --seed 1 --database rehearsal.db" in made.stderr
    assert "mes-schemas" in made.stdout  # an accent is dropped, the letter stays
    return tmp_path / "mon plan.json"


def test_a_rehearsal_that_is_not_kept_says_so_and_one_that_is_kept_how_to_go_on(design: Path) -> None:
    lost = RUNNER.invoke(app, ["experiment", "simulate", design.name, "--participants", "2"])
    assert "The answers are not kept" in lost.stderr
    kept = RUNNER.invoke(app, ["experiment", "simulate", design.name, "--participants", "2", "--database", "r.db"])
    assert "analyse 'mon plan.json' --database r.db" in kept.stderr


def test_who_serves_a_rehearsal_is_told_that_its_people_are_simulated(design: Path) -> None:
    RUNNER.invoke(app, ["experiment", "simulate", design.name, "--participants", "2", "--database", "r.db"])
    rehearsed, fresh = store_of(design, "r.db"), store_of(design, "new.db")
    assert "2 of them are simulated" in beginning(rehearsed, "r.db")
    assert "simulated" not in beginning(fresh, "new.db")
    rehearsed.engine.dispose()
    fresh.engine.dispose()


@pytest.mark.parametrize(("simulated", "said"), [(0, None), (1, "1 of the 2"), (2, "nobody was asked")])
def test_the_stamp_tells_a_rehearsal_from_a_mixture(simulated: int, said: str | None) -> None:
    real = study([[True, False], [True, True]])
    people = tuple(replace(each, simulated=place < simulated) for place, each in enumerate(real.people))
    stamp = stamp_of(replace(real, people=people))
    assert stamp is None if said is None else said in (stamp or "")
