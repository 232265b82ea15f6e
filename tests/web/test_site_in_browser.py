"""The site in a real browser: its pages on a phone in the dark, and an author whose log-in ends in the middle."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from anaphor.experiment import Accounts, list_accounts, remove_account
from anaphor.web import Site, SiteSetting
from tests.looking import CHROMIUM
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_accessibility import findings
from tests.web.test_site import filled
from tests.web.visiting import PATIENCE_MS, patient_chromium

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the site was not looked at"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this file."""
    with patient_chromium() as found:
        yield found


def log_in(page: Page) -> None:
    """Name and password."""
    page.locator("#name").fill("marie")
    page.locator("#password").fill(PASSWORD)
    page.locator("button.main").click()


def test_the_pages_of_the_site_have_no_serious_finding_and_an_ended_log_in_loses_nothing(
    browser: Browser, tmp_path: Path, accounts: Accounts
) -> None:
    folder = filled(tmp_path / "site")
    context = browser.new_context(viewport={"width": 320, "height": 800}, color_scheme="dark", locale="fr-FR")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wide = []
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting(demo=True))) as address:
        found = []
        for path in ("/", "/login", "/none"):
            page.goto(address + path)
            found += findings(page)
            wide.append(page.evaluate("document.documentElement.scrollWidth"))
        page.goto(f"{address}/write/mes-schemas/")
        log_in(page)
        page.locator("body[data-ready]").wait_for()
        expect(page.locator("button[lang=en]")).to_have_count(1)  # the header's: one switch for all pages of a site
        page.goto(f"{address}/")
        assert page.evaluate("document.querySelector('header.bar').offsetHeight") < 60  # one row
        expect(page.locator("nav.places")).to_be_hidden()
        page.locator("header.bar summary").press("Enter")
        expect(page.locator("nav.places")).to_be_visible()
        expect(page.get_by_role("button", name="Se déconnecter")).to_be_visible()
        for details in page.locator("details").all():
            details.evaluate("details => { details.open = true; }")
        found += findings(page)
        wide.append(page.evaluate("document.documentElement.scrollWidth"))
        page.get_by_role("link", name="mes-schemas").click()
        page.get_by_role("link", name="atelier").click()
        page.locator("body[data-ready]").wait_for()
        page.locator("nav summary", has_text="Entrées").click()
        page.locator("#entries button", has_text="colis").click()
        expect(page.locator("#heading")).to_contain_text("colis")
        page.locator("#question").fill("Qui avait {reçu|apporté} le colis ?")
        for account in list_accounts(accounts):
            remove_account(accounts, account.name, 0.0)
        page.locator("#do-save").click()
        expect(page.locator("#said")).to_contain_text("reconnecter")
        expect(page.locator("#heading")).to_contain_text("non enregistré")
    context.close()
    assert found == []
    assert max(wide) <= 320
    assert "reçu|apporté} le colis ?" not in (folder.collections / "mes-schemas.yaml").read_text("utf-8")
