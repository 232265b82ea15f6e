"""An organiser and two entrants in real browsers: from the form to the published site, and nobody has a terminal."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from anaphor import challenge as house
from anaphor.experiment import Accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from tests.challenge.conftest import need_cage
from tests.challenge.test_archive import zipped
from tests.looking import CHROMIUM
from tests.web.served import listening
from tests.web.test_accessibility import findings
from tests.web.test_challenges import ANSWERS, PDF, SECRET
from tests.web.test_site_in_browser import log_in
from tests.web.visiting import PATIENCE_MS, patient_chromium

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: nobody entered in a browser"),
]
PICTURES = os.environ.get("ANAPHOR_PICTURES")
"""A folder for pictures of every page, for whoever wants to look at them."""
SIZES = ((1280, "light"), (390, "dark"), (1280, "dark"), (390, "light"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this file."""
    with patient_chromium() as found:
        yield found


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with a page, small and large, light and dark: serious findings, and what is too wide."""
    found = []
    for width, scheme in SIZES if PICTURES else SIZES[:2]:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found += findings(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{name} is wider than {width}")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{name}-{width}-{scheme}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    return found


def done(page: Page) -> None:
    """Wait until the job on the page is done."""
    expect(page.get_by_role("status").first).to_contain_text("done", timeout=4 * PATIENCE_MS)


def test_from_the_form_to_the_published_site_with_two_entrants(  # noqa: PLR0915  # one course, from end to end
    browser: Browser, tmp_path: Path, accounts: Accounts
) -> None:
    need_cage()
    folder = SiteFolder(root=tmp_path / "site")
    folder.make()
    found: list[str] = []
    contexts = [browser.new_context(java_script_enabled=number != 2) for number in range(3)]
    pages = [each.new_page() for each in contexts]
    for each in pages:
        each.set_default_timeout(PATIENCE_MS)
    organiser, one, two = pages  # the second entrant has no scripts
    with listening(Site(folder, {}, accounts, SiteSetting())) as address:
        organiser.goto(f"{address}/challenges/new")
        log_in(organiser)
        organiser.locator("input[name=name]").first.fill("prix")
        organiser.locator("#title").fill("Prix 2026")
        organiser.locator("#questions").fill("5000")
        expect(organiser.locator("#answer [role=alert]")).to_contain_text("5000")  # while it is typed
        organiser.locator("#questions").fill("20")
        expect(organiser.get_by_role("button", name="Make this challenge")).to_be_visible()
        found += looked_at(organiser, "new")
        organiser.get_by_role("button", name="Make this challenge").click()
        expect(organiser.locator("h1")).to_have_text("Prix 2026")
        organiser.locator("#rules").fill(organiser.locator("#rules").input_value().replace("0.9\n", "0.5\n"))
        expect(organiser.locator("#answer")).to_contain_text("BROKEN")
        found += looked_at(organiser, "organise")
        for number, (page, name) in enumerate(((one, "team-a"), (two, "team-b"))):
            page.goto(f"{address}/challenges/prix/team")
            if page is one:
                found += looked_at(page, "door")
            page.locator("input[name=name]").first.fill(name)
            page.locator("#contact").fill(f"{name}@example.org")
            page.locator("#password").fill(SECRET)
            page.get_by_role("button", name="Register a team").click()
            expect(page.get_by_role("status")).to_contain_text("registered")
            page.locator("#in-name").fill(name)
            page.locator("#in-password").fill(SECRET)
            page.get_by_role("button", name="Log in").click()
            program = zipped({"my/answer.py": ANSWERS.replace("CHOICE", str(number)).encode()})
            page.locator("#file").set_input_files({"name": "my.zip", "mimeType": "application/zip", "buffer": program})
            page.locator("#authors").fill(f"Author of {name}")
            page.get_by_role("button", name="Send", exact=True).click()
            expect(page.get_by_text("Sent, and it can be entered.")).to_be_visible()
            page.get_by_role("button", name="Enter it").click()
            expect(page.get_by_text("Entered in time.")).to_be_visible()
        one.get_by_role("button", name="Start a trial run").click()
        done(one)
        expect(one.get_by_text("trace.jsonl")).to_be_visible()
        found += looked_at(one, "trial")
        one.goto(f"{address}/challenges/prix/team")
        expect(one.locator("main")).to_contain_text("run here, sealed")
        one.locator("#paper").set_input_files({"name": "p.pdf", "mimeType": "application/pdf", "buffer": PDF})
        one.get_by_text("it may be posted").click()
        one.get_by_role("button", name="Hand in").click()
        expect(one.locator("main")).to_contain_text("paper handed in")
        found += looked_at(one, "team")
        for act in ("Run the entries", "Announce provisional", "Run candidates", "Announce final", "Publish the site"):
            organiser.goto(f"{address}/challenges/prix/organise")
            if act == "Publish the site":
                organiser.get_by_text("with the questions’ texts").click()
            organiser.get_by_role("button", name=act).click()
            done(organiser)
        organiser.goto(f"{address}/challenges/prix/organise")
        expect(organiser.locator("main")).to_contain_text("Standing")
        found += looked_at(organiser, "organised")
        organiser.goto(f"{address}/challenges")
        found += looked_at(organiser, "list")
        two.goto(f"{address}/published/prix/")
        expect(two.locator("main")).to_contain_text("Author of team-b")
        expect(two.get_by_role("link", name="team-a (PDF)")).to_be_visible()
        one.goto(f"{address}/published/prix/")
        found += looked_at(one, "published")
        two.goto(f"{address}/published/prix/items.html")
        expect(two.locator("main")).to_contain_text("candidates")
    for context in contexts:
        context.close()
    assert found == []
    assert house.verify(folder.published / "prix").ok
