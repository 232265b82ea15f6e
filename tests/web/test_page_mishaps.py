"""What happens to people in the middle of a study, in a real browser: no network, reloads, two windows."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from anaphor.experiment import Store, open_store, study_status
from tests.looking import CHROMIUM
from tests.web.served import free_port, served
from tests.web.visiting import Visit, answers, short_design, trials

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at"),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The short study."""
    opened = open_store(str(tmp_path / "s.db"), short_design())
    yield opened
    opened.engine.dispose()


def test_without_network_in_the_middle_nothing_is_lost(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(3)
    visit.saved(3)
    context.set_offline(True)
    visit.answer_some(3)
    expect(visit.page.locator("#net")).to_contain_text("No connection")
    visit.saved(3)
    assert answers(store) == 3
    context.set_offline(False)
    visit.saved(6)
    expect(visit.page.locator("#net")).to_be_empty()
    visit.finish()
    assert answers(store) == trials(store)


def test_without_network_at_the_end_the_code_waits_for_the_server(
    context: BrowserContext, link: str, store: Store
) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(trials(store) - 1)
    visit.come_to_trial()
    context.set_offline(True)
    visit.answer()
    expect(visit.page.get_by_role("heading")).to_have_text("Saving your answers")
    visit.page.wait_for_timeout(500)
    assert "SESAME" not in visit.page.content()
    context.set_offline(False)
    expect(visit.page.locator("main")).to_contain_text("SESAME")
    assert study_status(store, 0).finished == 1


def test_a_window_closed_while_the_server_is_away_sends_its_answers_when_it_is_opened_again(
    context: BrowserContext, store: Store
) -> None:
    port = free_port()
    link = f"http://127.0.0.1:{port}/s/{store.design.name}"
    with served(store, port=port):
        visit = Visit(context.new_page(), link).open().agree()
        visit.answer_some(2)
        visit.saved(2)
    visit.answer_some(2)
    expect(visit.page.locator("#net")).to_contain_text("No connection")
    visit.page.close()
    assert answers(store) == 2
    with served(store, port=port):
        again = Visit(context.new_page(), link).open()
        again.saved(4)
        assert answers(store) == 4
        again.finish()
    assert (study_status(store, 0).finished, study_status(store, 0).started, answers(store)) == (1, 1, trials(store))


def test_a_window_that_is_closed_sends_its_last_answers_on_the_way(
    context: BrowserContext, link: str, store: Store
) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(2)
    visit.saved(2)
    visit.page.route("**/answers", lambda route: route.abort())
    visit.answer_some(1)
    expect(visit.page.locator("#net")).to_contain_text("No connection")
    visit.page.unroute("**/answers")
    visit.page.close()  # the page waits half a second before it tries again: it is closed before
    deadline = time.monotonic() + 600
    while answers(store) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert answers(store) == 3


def test_a_server_that_fails_for_a_while_is_asked_again(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    replies = iter([503, 502])

    def failing(route: object) -> None:
        code = next(replies, None)
        if code is None:
            route.continue_()  # type: ignore[attr-defined]  # playwright's route
        else:
            route.fulfill(status=code, body="<html>Bad gateway</html>")  # type: ignore[attr-defined]  # the same

    visit.page.route("**/answers", failing)
    visit.answer_some(1)
    visit.saved(1)
    assert next(replies, None) is None
    assert answers(store) == 1


def test_a_reload_goes_on_where_one_was(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(3)
    visit.come_to_trial()
    before = visit.number()
    visit.page.reload()
    expect(visit.next).to_have_text("Go on where I stopped")
    visit.come_to_trial()
    assert visit.number() == before
    visit.finish()
    assert (answers(store), study_status(store, 0).conflicts, study_status(store, 0).started) == (trials(store), 0, 1)
    visit.page.reload()
    expect(visit.page.locator("main")).to_contain_text("SESAME")


def test_the_back_button_leads_back_into_the_study(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(2)
    visit.page.goto(link + "/withdraw")
    visit.page.go_back()
    visit.come_to_trial()
    assert visit.number() == "3"
    visit.answer_some(2)
    visit.page.go_forward()
    visit.page.go_back()
    visit.finish()
    assert (answers(store), study_status(store, 0).conflicts, study_status(store, 0).started) == (trials(store), 0, 1)


def test_two_windows_take_turns(context: BrowserContext, link: str, store: Store) -> None:
    first = Visit(context.new_page(), link).open().agree()
    first.answer_some(2)
    second = Visit(context.new_page(), link).open()
    expect(second.page.get_by_role("heading")).to_have_text("The study is open in another window")
    first.answer_some(1)
    first.page.close()
    second.come_to_trial()
    assert second.number() == "4"
    second.finish()
    assert (answers(store), study_status(store, 0).conflicts, study_status(store, 0).started) == (trials(store), 0, 1)


def test_withdrawing_deletes_everything_and_a_reload_does_not_begin_anew(
    context: BrowserContext, link: str, store: Store
) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(3)
    visit.saved(3)
    visit.page.once("dialog", lambda dialog: dialog.accept())
    visit.page.get_by_role("button", name="Withdraw").click()
    expect(visit.page.get_by_role("heading")).to_have_text("Your answers are deleted")
    visit.page.reload()
    expect(visit.page.locator("main")).to_contain_text("You have withdrawn")
    assert (answers(store), study_status(store, 0).started) == (0, 1)


def test_the_page_waits_in_the_browsers_database_under_the_token_of_its_owner(
    context: BrowserContext, link: str, store: Store
) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(3)
    visit.saved(3)
    context.set_offline(True)
    visit.answer_some(1)
    expect(visit.page.locator("#net")).to_contain_text("No connection")
    kept = visit.page.evaluate(
        """() => new Promise((resolve) => { indexedDB.databases().then(([found]) => {
        indexedDB.open(found.name).onsuccess = (event) => {
          event.target.result.transaction("answers").objectStore("answers").getAll().onsuccess =
            (inner) => resolve(JSON.stringify(inner.target.result)); }; }); })"""
    )
    [answer] = json.loads(kept)
    assert answer["trial"] == "4"
    assert answer["token"] in visit.page.locator("footer").inner_text()
