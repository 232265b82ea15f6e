"""Every page, light and dark, small and large, as axe-core judges it: no serious finding."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it carries no types
from playwright.sync_api import Browser, Page, expect

from anaphor.experiment import Accounts, open_store
from anaphor.experiment.design.design import Recruiting
from anaphor.experiment.design.making import package_extras
from tests.experiment.specimens import design
from tests.looking import CHROMIUM
from tests.web.conftest import PASSWORD
from tests.web.served import served
from tests.web.visiting import Visit

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at"),
]


def findings(page: Page) -> list[str]:
    """What axe-core calls serious or critical, with the place, once the page is there as a whole."""
    page.wait_for_load_state("load")
    return [
        f"{page.url}: {found['id']} at {found['nodes'][0]['html']}"
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("scheme", "width", "interface"), [("light", 1000, "en"), ("dark", 320, "fr")])
def test_no_page_has_a_serious_finding(
    browser: Browser, tmp_path: Path, accounts: Accounts, scheme: str, width: int, interface: str
) -> None:
    planned = replace(
        design(2, bare=False),
        interface=interface,
        words=package_extras(interface).words,
        block=2,
        recruiting=Recruiting(completion_code="SESAME"),
    )
    store = open_store(str(tmp_path / "s.db"), planned)
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
    )
    found: list[str] = []
    with served(store, accounts) as address:
        visit = Visit(context.new_page(), f"{address}/s/{planned.name}").open()
        page = visit.page
        visit.page.locator("#adult").wait_for()
        found += findings(page)
        visit.next.click()
        found += findings(page)
        visit.page.locator("#adult").check()
        visit.page.locator("#native").select_option("yes")
        visit.next.click()
        visit.page.locator("#adult").wait_for(state="detached")
        found += findings(page)
        visit.come_to_trial()
        page.locator("summary").click()
        found += findings(page)
        visit.answer()
        visit.next.wait_for()
        found += findings(page)
        visit.finish()
        found += findings(page)
        page.goto(f"{address}/s/{planned.name}/withdraw")
        found += findings(page)
        page.goto(f"{address}/desk")
        found += findings(page)
        page.locator("#name").fill("marie")
        page.locator("#password").fill(PASSWORD)
        page.locator("button.main").click()
        page.locator(".figures").wait_for()
        for each in page.locator("details").all():
            each.evaluate("details => { details.open = true; }")
        found += findings(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    store.engine.dispose()
    assert found == []


def test_the_judge_can_find_fault(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html><body><main><button></button><img src='data:,'></main></body></html>")
    assert len(findings(page)) >= 2
    page.close()


def test_the_desk_in_a_browser_counts_live_and_obeys(browser: Browser, tmp_path: Path, accounts: Accounts) -> None:
    store = open_store(str(tmp_path / "s.db"), design(2, bare=False))
    desk, people = browser.new_context(), browser.new_context()
    with served(store, accounts) as address:
        page = desk.new_page()
        page.goto(f"{address}/desk")
        page.locator("#name").fill("marie")
        page.locator("#password").fill("wrong")
        page.locator("button.main").click()
        expect(page.get_by_role("alert")).to_contain_text("wrong")
        page.locator("#name").fill("marie")
        page.locator("#password").fill(PASSWORD)
        page.locator("button.main").click()
        expect(page.locator('[data-show="answers"]')).to_have_text("0")
        visit = Visit(people.new_page(), f"{address}/s/{store.design.name}").open().agree()
        visit.answer_some(3)
        visit.saved(3)
        expect(page.locator('[data-show="answers"]')).to_have_text("3", timeout=120_000)  # without a reload
        expect(page.locator("#by-list tr").first.locator("td").last).to_have_text("1")
        page.get_by_role("button", name="Pause").click()
        expect(page.locator('[data-show="paused"]')).to_have_text("Paused")
        page.reload()
        page.get_by_text("Exclude", exact=True).first.click()
        page.get_by_label("Reason").fill("spoke to a friend")
        page.get_by_role("button", name="Exclude").click()
        expect(page.locator("main")).to_contain_text("excluded: spoke to a friend")
        expect(page.locator("#log").locator("xpath=..")).to_contain_text("exclude")
        with page.expect_download() as waiting:
            page.get_by_role("link", name="csv").click()
        day = time.strftime("%Y-%m-%d", time.gmtime())
        assert waiting.value.suggested_filename == f"{store.design.name}-csv-{day}.zip"
        page.get_by_role("button", name="Log out").click()
        page.goto(f"{address}/desk")
        expect(page.locator("#password")).to_be_visible()
    desk.close()
    people.close()
    store.engine.dispose()
