"""A study that was converted to jsPsych runs in a browser, and its answers come back as if our own server had them."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from anaphor import experiment
from anaphor.experiment import (
    Newcomer,
    Response,
    Study,
    SubmittedAnswer,
    analyse_study,
    open_store,
    save_design,
    study_of,
)
from anaphor.experiment.analysis.screening import TrialRule
from tests.experiment.projects import full_design
from tests.experiment.visiting import consent, save_answers, start
from tests.web.jspsych_scripts import jspsych_scripts

pytestmark = [pytest.mark.browser, pytest.mark.waiting]
DESIGN = full_design()
PEOPLE = 4
SAME = ("person", "trial", "kind", "item", "schema", "list_number", "position", "choice", "key", "side", "key_side")
"""What must be the same whoever served the study; times are the browser's own."""


class _Server(SimpleHTTPRequestHandler):
    """A folder on a server that keeps what is sent to save.php, as that script does."""

    kept: Path | None = None

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.kept is not None:
            (self.kept / f"{sent['code']}.json").write_text(sent["data"], "utf-8")
        self.send_response(200 if self.kept else 404)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("jspsych")
    save_design(DESIGN, place / "study.json")
    experiment.convert(place / "study.json", place / "project", to="jspsych", scripts=jspsych_scripts())
    return place


def _serve(folder: Path, kept: Path | None) -> Iterator[str]:
    handler = type("_Here", (_Server,), {"kept": kept})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder / "project"))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def address(folder: Path, kept: Path) -> Iterator[str]:
    yield from _serve(folder, kept)


def chosen(trial: str, person: int, size: int) -> int:
    """What somebody chooses: the same here and there, and not always right."""
    return (sum(map(ord, trial)) + person) % size if not trial.startswith("attention") else 1


def agree(page: Page, age: str = "30") -> None:
    page.get_by_role("checkbox").check()
    page.get_by_label("mother tongue").select_option("yes")
    page.get_by_label("How old").fill(age)
    page.get_by_role("button", name="Go on").click()


def understand(page: Page, *choices: str) -> None:
    page.get_by_role("button", name="Start").click()
    for choice in choices:
        page.get_by_label(choice).check()
        page.get_by_role("button", name="Go on").click()


def answer_all(page: Page, person: int) -> None:
    """Sentence after sentence, by key and by mouse in turn, until the end."""
    by_text = {trial.text: trial for trial in DESIGN.trials}
    done = page.locator("#study[data-complete]")
    while not done.count():
        sentence = page.locator(".sentence")
        if not sentence.count():
            screen = page.locator("#jspsych-html-button-response-btngroup button")
            if screen.count():
                screen.first.click()
            page.wait_for_function(
                "document.querySelector('.sentence, [data-complete], #jspsych-html-button-response-btngroup')"
            )
            continue
        trial = by_text[sentence.inner_text()]
        number = chosen(trial.id, person, len(trial.candidates))
        before = page.locator(".count").inner_text()
        buttons = page.locator("button.choice")
        shown = buttons.evaluate_all("all => all.map(each => each.firstChild.textContent)")
        place = shown.index(trial.candidates[number])
        if person % 2 and len(trial.candidates) == 2:
            page.keyboard.press("fj"[place])
        else:
            buttons.nth(place).click()
        page.wait_for_function("(before) => document.querySelector('.count')?.innerText !== before", arg=before)


@pytest.fixture(scope="module")
def imported(browser: Browser, address: str, folder: Path, kept: Path) -> Study:
    """Four people go through the study, and their files are imported."""
    for person in range(PEOPLE):
        page = browser.new_page()
        page.goto(f"{address}?n={person}")
        agree(page)
        understand(page, *(("read aloud", "choose") if person == 3 else ("choose",)))
        answer_all(page, person)
        expect(page.locator("#study")).to_contain_text("SESAME")
        page.close()
    return experiment.import_answers(kept, design=folder / "study.json").study


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """The same people through our own store."""
    store = open_store(str(tmp_path_factory.mktemp("own") / "s.db"), DESIGN)
    for person in range(PEOPLE):
        place = start(store, Newcomer(), 1000.0 + person)
        consent(store, place.token, DESIGN.consent_hash, {"adult": True, "native": True}, 1000.0 + person)
        for each in place.shown:
            size = len(DESIGN.by_id[each.trial].candidates)
            answer = SubmittedAnswer(
                token=place.token, trial=each.trial, choice=chosen(each.trial, person, size), rt_ms=900.0
            )
            save_answers(store, [answer], 1000.0 + person)
    found = study_of(store)
    store.engine.dispose()
    return found


def rows(study: Study, people: dict[str, str]) -> list[tuple[Any, ...]]:
    def row(each: Response) -> tuple[Any, ...]:
        return tuple(people[each.person] if name == "person" else getattr(each, name) for name in SAME)

    return sorted(map(row, study.responses), key=str)


def test_the_answers_are_those_that_our_own_server_has(imported: Study, own: Study) -> None:
    def whose(study: Study) -> dict[str, str]:  # the first trials that somebody saw say who it is
        mine = {each.name: [r for r in study.responses if r.person == each.name] for each in study.people}
        return {name: str(sorted((r.position, r.trial, r.side) for r in found)) for name, found in mine.items()}

    assert rows(imported, whose(imported)) == rows(own, whose(own))
    assert (imported.fingerprint, imported.exclusion, imported.asked) == (own.fingerprint, own.exclusion, own.asked)
    assert all(each.rt_ms is not None and each.rt_ms > 0 for each in imported.responses)


def test_people_are_known_as_on_our_own_server(imported: Study) -> None:
    assert [each.finished for each in imported.people] == [True] * PEOPLE
    assert {(each.adult, each.native, each.answers["age"]) for each in imported.people} == {(True, True, "30")}
    assert sorted(each.list_number or 0 for each in imported.people) == [1, 1, 2, 2]


def test_the_analysis_is_the_same(imported: Study, own: Study) -> None:
    ended = replace(own, people=tuple(replace(each, finished=True) for each in own.people))
    mine, theirs = (analyse_study(each, trial_rule=TrialRule.NONE) for each in (imported, ended))
    assert [(each.item, each.right, each.answers) for each in mine.items] == [
        (each.item, each.right, each.answers) for each in theirs.items
    ]
    assert mine.contrasts == theirs.contrasts


def test_who_stops_half_way_is_there_and_unfinished(browser: Browser, folder: Path, tmp_path: Path) -> None:
    for address in _serve(folder, tmp_path):
        page = browser.new_page()
        page.goto(f"{address}?n=0")
        agree(page)
        understand(page, "choose")
        while not page.get_by_role("heading", name="A short break").count():
            page.locator("#jspsych-html-button-response-btngroup button").first.click()
        page.wait_for_timeout(500)
        page.close()
        found = experiment.import_answers(tmp_path, design=folder / "study.json").study
        assert [each.finished for each in found.people] == [False]


@pytest.mark.parametrize(("age", "choices", "code"), [("12", (), "OUT"), ("30", ("read aloud", "read aloud"), "OUT")])
def test_nothing_is_kept_of_who_is_turned_away(
    browser: Browser, folder: Path, tmp_path: Path, age: str, choices: tuple[str, ...], code: str
) -> None:
    for address in _serve(folder, tmp_path):
        page = browser.new_page()
        page.goto(address)
        agree(page, age)
        if choices:
            understand(page, *choices)
        expect(page.locator("#study[data-complete]")).to_contain_text(code)
        page.close()
        assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_saved_people_download_their_answers(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    for address in _serve(folder, None):
        page = browser.new_page()
        page.goto(f"{address}?n=1")
        agree(page)
        understand(page, "choose")
        answer_all(page, 1)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="download").click()
        waiting.value.save_as(tmp_path / "answers.json")
        page.close()
        found = experiment.import_answers(tmp_path / "answers.json", design=folder / "study.json").study
        assert [each.finished for each in found.people] == [True]
