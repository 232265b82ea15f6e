"""What lies beside the answers for others: an analysis in R, a Psych-DS data set, a research object (RO-Crate)."""

import csv
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphor.experiment import (
    Crowd,
    DesignPlan,
    Store,
    StudyAnalysis,
    analyse_study,
    export_study,
    make_design,
    open_store,
    rehearse,
    study_of,
)
from anaphor.provenance import CRATE, ro_crate
from tests.experiment.specimens import collection

pytestmark = pytest.mark.slow

_DATAFILE = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv")
"""How Psych-DS wants data files to be called (its schema, rules.files.tabular_data)."""
_REQUIRED = {"name", "description", "variableMeasured", "@type", "@context"}
"""What Psych-DS asks of the description of a data set (its schema, rules.compiled_metadata)."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = make_design(collection([2] * 24), DesignPlan(quota=24, name="who.does-what"))
    opened = open_store(str(tmp_path_factory.mktemp("study") / "s.db"), made)
    rehearse(opened, Crowd(finishing=24, seed=3, accuracy=0.75))
    yield opened
    opened.engine.dispose()


@pytest.fixture(scope="module")
def folder(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export")
    export_study(store, path, ["csv", "psych-ds"])
    return path


@pytest.fixture(scope="module")
def found(store: Store) -> StudyAnalysis:
    return analyse_study(study_of(store))


@pytest.fixture(scope="module")
def in_r(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[float]]:
    """What the script prints, by name, run by R itself."""
    if (
        shutil.which("Rscript") is None
        or subprocess.run(["Rscript", "-e", "library(lme4)"], check=False, capture_output=True).returncode
    ):
        pytest.skip("R with lme4 is not installed (Debian: r-base-core r-cran-lme4): analysis.R did not run")
    place = tmp_path_factory.mktemp("r")
    for name in ("answers.csv", "trials.csv", "analysis.R"):
        shutil.copy(folder / name, place)
    done = subprocess.run(
        ["Rscript", "analysis.R"],
        check=False,
        cwd=place,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    rows = (line.split() for line in done.stdout.splitlines())
    told = {row[0]: [float(cell) for cell in row[1:]] for row in rows}
    with (place / "analysis-items.csv").open(encoding="utf-8") as file:
        told["items"] = [float(row["probability"]) for row in sorted(csv.DictReader(file), key=lambda row: row["item"])]
    return told


def test_lme4_finds_the_model_that_ours_finds(in_r: dict[str, list[float]], found: StudyAnalysis) -> None:
    model = found.model
    assert model is not None
    assert in_r["intercept"] == pytest.approx([model.intercept, model.intercept_se], abs=0.01)
    assert in_r["sd_people"] == pytest.approx([model.sd_people], abs=0.01)
    assert in_r["sd_items"] == pytest.approx([model.sd_items], abs=0.01)
    assert in_r["log_likelihood"] == pytest.approx([model.log_likelihood], abs=0.02)
    mine = [each.probability for each in sorted(model.items, key=lambda each: each.name)]
    assert in_r["items"] == pytest.approx(mine, abs=0.01)


def test_the_contrasts_of_r_are_ours_to_the_last_digit_that_is_printed(
    in_r: dict[str, list[float]], found: StudyAnalysis
) -> None:
    assert len(found.contrasts) == 2
    for each in found.contrasts:
        assert each.interval is not None
        assert in_r[each.name] == pytest.approx([each.difference, each.interval.low, each.interval.high], abs=1e-6)


def test_a_folder_is_a_data_set_of_psych_ds_by_its_schema(folder: Path) -> None:
    description = json.loads((folder / "dataset_description.json").read_text("utf-8"))
    assert description.keys() >= _REQUIRED
    assert (description["@type"], description["@context"]) == ("Dataset", "http://schema.org/")
    assert all(each["@type"] == "PropertyValue" and each["description"] for each in description["variableMeasured"])
    known = {each["name"] for each in description["variableMeasured"]}
    files = sorted(path.name for path in (folder / "data").iterdir())
    assert files == ["study-whodoeswhat_data.csv", "study-whodoeswhat_description-people_data.csv"]
    for name in files:
        assert _DATAFILE.fullmatch(name)
        with (folder / "data" / name).open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        assert len(set(head)) == len(head)
        assert set(head) <= known
        assert rows
        assert {len(row) for row in rows} == {len(head)}
    ignored = {line.lstrip("/") for line in (folder / ".psychdsignore").read_text("utf-8").split()}
    specified = {"dataset_description.json", "README.md", ".psychdsignore"}
    assert {path.name for path in folder.iterdir() if path.is_file()} == ignored | specified


def test_a_folder_is_a_research_object(folder: Path) -> None:
    graph = {each["@id"]: each for each in json.loads((folder / CRATE).read_text("utf-8"))["@graph"]}
    root = graph[graph[CRATE]["about"]["@id"]]
    assert root.keys() >= {"name", "description", "datePublished", "license", "hasPart"}
    assert "Nobody was asked" in root["description"] or "Personne" in root["description"]
    parts = {each["@id"] for each in root["hasPart"]}
    assert parts == {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - {CRATE}
    for name in parts:
        assert graph[name]["contentSize"] == str((folder / name).stat().st_size)
        assert graph[name]["description"]
    assert graph["analysis.R"]["programmingLanguage"]["@id"] in graph
    assert graph[root["license"]["@id"]]["name"]


def test_a_licence_with_an_address_is_linked_by_it() -> None:
    address = "https://spdx.org/licenses/CC-BY-4.0.html"
    made: dict[str, Any] = json.loads(ro_crate("A", "B.", {}, day="2026-01-31", licence=address, version="1"))
    assert made["@graph"][1]["license"] == {"@id": address}
    assert made["@graph"][1]["version"] == "1"
