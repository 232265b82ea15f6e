"""A study converted to PCIbex uses documented commands alone, and its results file comes back as our own answers."""

import csv
import io
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from anaphor import experiment
from anaphor.experiment import Study, present, save_design
from tests.experiment.projects import full_design

pytestmark = [pytest.mark.browser, pytest.mark.waiting]
DESIGN = full_design()
COMMANDS = Path(__file__).with_name("penncontroller.js").read_text("utf-8")
_HEAD = (
    *("Results reception time", "MD5 hash of participant's IP address", "Controller name", "Order number of item"),
    *("Inner element number", "Label", "Latin Square Group", "PennElementType", "PennElementName", "Parameter"),
    *("Value", "EventTime"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pcibex")
    save_design(DESIGN, place / "study.json")
    experiment.convert(place / "study.json", place / "project", to="pcibex")
    return place


def take_part(browser: Browser, folder: Path, group: str, **about: str) -> dict[str, Any]:
    """What one person does, whose answers are the second of what is shown, or what an attention trial asks for."""
    said = {"adult": "yes", "native": "yes", "age": "30", "town": "", "c0": "choose"} | about
    rows = list(csv.DictReader(io.StringIO((folder / "project/chunk_includes/presentations.csv").read_text("utf-8"))))
    page = browser.new_page()
    page.add_script_tag(content=COMMANDS)
    page.evaluate("([rows, group]) => begin(rows, group)", [rows, group])
    page.add_script_tag(content=(folder / "project/data_includes/main.js").read_text("utf-8"))
    found: dict[str, Any] = page.evaluate(
        """(said) => play({
          about: (name, options) => said[name],
          choose: (trial, names) => trial.kind === "attention" ? names.indexOf("choice-" + (said.asleep ? 0 : 1)) : 1,
        })""",
        said,
    )
    page.close()
    return found


def results(visits: list[dict[str, Any]]) -> str:
    """The results file in which PCIbex keeps some visits, by its documentation."""
    lines = ["# Results on Monday, 16 November 2026 10:00:00 GMT", "# USER AGENT: Mozilla/5.0"]
    for person, visit in enumerate(visits):
        for number, trial in enumerate(visit["trials"]):
            names = [*_HEAD, *(name for name, _ in trial["logs"]), "Comments"]
            lines += ["# Columns below this comment are as follows:"]
            lines += [f"# {place}. {name}." for place, name in enumerate(names, 1)]
            for kind, name, parameter, value, when in trial["events"]:
                cells = [1_700_000_000 + person, "0123abcd", "PennController", number, 0, trial["label"], "NULL"]
                cells += [kind, name, parameter, value, when, *(value for _, value in trial["logs"]), "NULL"]
                lines.append(",".join(quote(str(cell), safe=" ") for cell in cells))
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def imported(browser: Browser, folder: Path) -> Study:
    visits = [take_part(browser, folder, f"{group:04d}") for group in (1, 2, 3)]
    assert all(visit["sent"] for visit in visits)
    assert all(any("SESAME" in text for text in visit["shown"]) for visit in visits)
    (folder / "results.csv").write_text(results(visits), "utf-8")
    return experiment.import_answers(folder / "results.csv", design=folder / "study.json").study


def test_each_person_sees_what_our_own_server_shows_the_next_one(imported: Study) -> None:
    for person, (number, nth) in zip(imported.people, ((0, 0), (1, 0), (0, 1)), strict=True):
        mine = [each for each in imported.responses if each.person == person.name]
        shown = present(DESIGN, number, nth)
        assert [each.trial for each in mine] == [each.trial for each in shown]
        assert [each.position for each in mine] == [each.position + 1 for each in shown]
        right = [1 if each.trial.startswith("attention") else each.order[1] for each in shown]
        assert [each.choice for each in mine] == right
        keys = [DESIGN.by_id[each.trial].key for each in shown]
        assert [each.key for each in mine] == keys
        places = [None if key is None else each.order.index(key) for each, key in zip(shown, keys, strict=True)]
        assert [each.key_side for each in mine] == places
        assert {each.rt_ms for each in mine} == {700.0}


def test_people_and_rules_come_back(imported: Study) -> None:
    assert [(each.finished, each.adult, each.native, each.list_number) for each in imported.people] == [
        (True, True, True, 1),
        (True, True, True, 2),
        (True, True, True, 1),
    ]
    assert imported.people[0].answers == {"age": "30"}
    assert (imported.fingerprint, imported.exclusion) == (DESIGN.fingerprint, DESIGN.exclusion)


@pytest.mark.parametrize(
    ("about", "told"),
    [({"age": "12"}, "OUT"), ({"native": "no"}, None), ({"c0": "read aloud"}, "OUT"), ({"age": "old"}, None)],
)
def test_nothing_is_sent_of_who_is_turned_away(
    browser: Browser, folder: Path, about: dict[str, str], told: str | None
) -> None:
    visit = take_part(browser, folder, "0001", **about)
    assert not visit["sent"]
    assert told is None or any(told in text for text in visit["shown"])


def test_who_fails_the_checks_gets_the_other_code(browser: Browser, folder: Path) -> None:
    visit = take_part(browser, folder, "0001", asleep="yes")
    assert visit["sent"]
    assert any("ASLEEP" in text for text in visit["shown"])
    assert not any("SESAME" in text for text in visit["shown"])
