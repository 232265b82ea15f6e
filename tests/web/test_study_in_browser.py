"""An experimenter makes a study from nothing to analysed in a real browser, with twelve participants in browsers."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from anaphor import experiment
from anaphor.experiment import add_account, open_accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import JobBook
from tests.experiment.specimens import cheap_passwords
from tests.looking import CHROMIUM
from tests.web.benches import FILE
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_accessibility import findings
from tests.web.visiting import Visit

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the site was not looked at"),
]
PEOPLE = 12
READING_MS = 320
"""Who answers sooner has not read the sentence, and is left out."""
PATIENCE_MS = 300_000
"""A job starts a process, on a machine that does other things too."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SiteFolder]]:
    """An empty site; Marie and Paul have accounts."""
    folder = SiteFolder(root=tmp_path_factory.mktemp("asked") / "site")
    folder.make()
    accounts = open_accounts(str(folder.root / "accounts.db"))
    with cheap_passwords():
        for name in ("marie", "paul"):
            add_account(accounts, name, PASSWORD, 0.0)
        with listening(Site(folder, {}, accounts, SiteSetting())) as address:
            yield address, folder


def desk_of(browser: Browser, address: str, name: str, **settings: object) -> Page:
    """Somebody's window, logged in; what a page complains about is kept with it."""
    page = browser.new_context(**settings).new_page()  # type: ignore[arg-type]  # settings of several kinds
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(f"{address}/login")
    page.locator("#name").fill(name)
    page.locator("#password").fill(PASSWORD)
    page.locator("button.main").click()
    return page


def take_part(browser: Browser, link: str, number: int) -> None:
    """One participant in a browser of their own: consent, check, all sentences, to the code."""
    context = browser.new_context(locale="fr-FR")
    visit = Visit(context.new_page(), link).open().agree()
    answers = visit.page.locator("fieldset input")
    if number == 0:  # misunderstands at first, and reads the instructions again
        answers.first.check()
        visit.next.click()
        expect(visit.page.locator(".again")).to_be_visible()
    answers.last.check()
    visit.next.click()
    answers.last.wait_for(state="detached")
    count = 0
    while visit.come_to_trial():
        visit.page.wait_for_timeout(READING_MS)
        visit.answer((number + count) % 2)
        count += 1
    expect(visit.page.locator("main")).to_contain_text("MERCI-7")
    assert visit.problems == []
    context.close()


@pytest.fixture(scope="module")
def marie(browser: Browser, site: tuple[str, SiteFolder]) -> Iterator[Page]:
    """The experimenter; nothing of hers leaves the server, and no page complains."""
    page = desk_of(browser, site[0], "marie", locale="fr-FR")
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda each: None if each.url.startswith((site[0], "data:")) else heard.append(each.url))
    yield page
    page.context.close()
    assert heard == []


def plan_preview_and_publish(marie: Page, site: tuple[str, SiteFolder], tmp_path: Path) -> None:
    marie.get_by_text("Nouveau projet").click()
    marie.locator("details #name").fill("labo")
    marie.get_by_role("button", name="Créer").click()
    marie.get_by_role("link", name="Personnes", exact=True).click()
    marie.locator("#who").fill("paul")
    marie.locator("#as").select_option("assistant")
    marie.get_by_role("button", name="Ajouter").click()
    expect(marie.get_by_text("paul")).not_to_have_count(0)
    (tmp_path / "colis.yaml").write_text(FILE, "utf-8")
    marie.locator("nav.places").get_by_role("link", name="Collections", exact=True).click()
    marie.locator("#file").set_input_files(tmp_path / "colis.yaml")
    marie.get_by_role("button", name="Déposer").click()
    marie.get_by_role("link", name="Interroger des gens").click()
    expect(marie.locator("[aria-current=step]")).to_have_text("1. Plan")
    for name, value in (("name", "etude-1"), ("quota", str(PEOPLE)), ("code", "MERCI-7")):
        marie.locator(f"#{name}").fill(value)
    marie.locator("input[name=no_extras]").check()
    marie.get_by_role("button", name="Continuer vers les textes").click()
    marie.locator("#title").fill("Qui a fait cela ?")
    marie.locator("#check-1").fill("Que faut-il <faire> ?")
    marie.locator("#answers-1").fill("Lire à voix haute\n*Lire, puis <choisir>")
    marie.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(marie.locator("#answers-1")).to_have_value("Lire à voix haute\n*Lire, puis <choisir>\n")
    with marie.context.expect_page() as opening:
        marie.get_by_role("link", name="La voir comme un participant").click()
    preview = Visit(opening.value, "")
    expect(preview.page.locator("h1")).to_have_text("Qui a fait cela ?")
    expect(preview.page.locator("#net")).not_to_be_empty()  # it says that nothing is saved
    preview.agree()
    preview.page.get_by_label("Lire à voix haute").check()
    preview.next.click()
    preview.answer_some(2)
    expect(preview.page.locator("h1")).to_have_text("Fin de l’aperçu")
    preview.page.close()
    marie.get_by_role("link", name="3. Publication").click()
    marie.get_by_role("button", name="Publier").click()
    expect(marie.locator("#live")).to_contain_text("Ouverte")
    marie.get_by_role("link", name="Recruter").click()
    link = f"{site[0]}/in/labo/studies/etude-1/s/etude-1"
    expect(marie.locator("pre code").first).to_have_text(link)


def let_twelve_people_answer_while_the_dashboard_follows(
    browser: Browser, marie: Page, site: tuple[str, SiteFolder]
) -> None:
    marie.goto(f"{site[0]}/in/labo/studies/etude-1")
    marie.evaluate("window.same = true")
    for number in range(PEOPLE):
        take_part(browser, f"{site[0]}/in/labo/studies/etude-1/s/etude-1", number)
    live = marie.locator("#live")
    expect(live).to_contain_text(re.compile(rf"{PEOPLE} / {PEOPLE} terminé"))
    assert marie.evaluate("window.same")  # without a reload
    expect(live.locator("table").first.locator("tbody tr td:nth-child(2)")).to_have_text([str(PEOPLE // 2)] * 2)
    with browser.new_context(locale="fr-FR") as late:
        visit = Visit(late.new_page(), f"{site[0]}/in/labo/studies/etude-1/s/etude-1").open()
        expect(visit.page.locator("main")).to_contain_text("tous les participants")


def analyse_in_place_and_export(marie: Page, site: tuple[str, SiteFolder]) -> None:
    marie.get_by_role("link", name="Analyse", exact=True).click()
    marie.get_by_role("button", name="Analyser les réponses reçues").click()
    expect(marie.locator("#analysis")).to_contain_text("Analysé le")  # the page follows the job
    expect(marie.locator("#analysis .numbers").first).to_contain_text(str(PEOPLE))
    project = site[1].root / "projects/labo"
    people = experiment.analyse(project / "studies/etude-1.json").study.people
    assert [each.finished for each in people] == [True] * PEOPLE
    assert (project / "reports/etude-1-study.html").is_file()
    marie.get_by_role("link", name="Exporter").click()
    with marie.expect_download() as waiting:
        marie.get_by_role("link", name="csv", exact=True).click()
    with zipfile.ZipFile(waiting.value.path()) as packed:
        assert len(packed.read("people.csv").decode().splitlines()) == PEOPLE + 1


def follow_it_as_an_assistant_who_can_not_pause_it(browser: Browser, site: tuple[str, SiteFolder]) -> None:
    address = site[0]
    here = f"{address}/in/labo/studies/etude-1"
    page = desk_of(browser, address, "paul", locale="en-GB", java_script_enabled=False)  # nothing here needs a script
    page.goto(f"{address}/in/labo/studies")
    page.get_by_role("link", name="etude-1").click()
    expect(page.locator("#live")).to_contain_text(f"{PEOPLE} / {PEOPLE} finished")
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(page.get_by_role("link", name="Participants", exact=True)).to_have_count(0)
    check = page.locator('input[name="check"]').first.get_attribute("value") or ""
    refused = page.request.post(f"{here}/pause", form={"check": check})
    assert (refused.status, "only owners and authors of the project" in refused.text()) == (403, True)
    assert page.request.get(f"{here}/people").status == 403
    page.get_by_role("link", name="Analysis", exact=True).click()
    expect(page.locator("#analysis")).to_contain_text("Analysed")
    page.get_by_role("button", name="Analyse again").click()  # what an assistant may start
    assert [each.who for each in JobBook(site[1].root / "projects/labo").jobs()] == ["paul", "marie"]
    page.get_by_role("button", name="Français").click()
    expect(page.locator("#analysis")).to_contain_text("Analysé le")
    page.context.close()


def look_at_every_page(browser: Browser, site: tuple[str, SiteFolder], width: int, scheme: str, locale: str) -> None:
    view = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme, "locale": locale}
    page = desk_of(browser, site[0], "marie", **view)
    page.goto(f"{site[0]}/in/labo/studies/new?collection=colis")
    page.locator("#name").fill(f"plan-{width}")
    page.locator("main button.main").click()
    views = ["", "/items", "/recruit", "/people", "/design", "/export", "/analysis"]
    steps = [f"drafts/plan-{width}{each}" for each in ("", "/words", "/publish")]
    found, wide = [], []
    for place in ("", "new", *steps, *(f"etude-1{each}" for each in views)):
        page.goto(f"{site[0]}/in/labo/studies/{place}".rstrip("/"))
        found += findings(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(place)
    page.context.close()
    assert (found, wide) == ([], [])


def test_a_study_goes_from_nothing_to_analysed_in_browsers(
    browser: Browser, marie: Page, site: tuple[str, SiteFolder], tmp_path: Path
) -> None:
    """One story: each step needs the ones before it, so that no step is another worker's."""
    plan_preview_and_publish(marie, site, tmp_path)
    let_twelve_people_answer_while_the_dashboard_follows(browser, marie, site)
    analyse_in_place_and_export(marie, site)
    follow_it_as_an_assistant_who_can_not_pause_it(browser, site)
    look_at_every_page(browser, site, 1280, "light", "en-GB")
    look_at_every_page(browser, site, 390, "dark", "fr-FR")
