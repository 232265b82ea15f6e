"""Four people do their work in a real browser, without a terminal: an author, a builder, a lead and an evaluator."""

import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from playwright.sync_api import Browser, Page, expect

from anaphor import agreement, load
from anaphor.experiment import add_account, open_accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from tests.experiment.specimens import cheap_passwords
from tests.looking import CHROMIUM
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_accessibility import findings
from tests.web.test_site import filled
from tests.web.test_site_in_browser import log_in

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the site was not looked at"),
]
PATIENCE_MS = 300_000
"""A job starts a process, on a machine that does other things too."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SiteFolder]]:
    """One site for all four."""
    folder = filled(tmp_path_factory.mktemp("tasks") / "site")
    accounts = open_accounts(str(folder.root / "accounts.db"))
    with cheap_passwords():
        add_account(accounts, "marie", PASSWORD, 0.0)
        with listening(Site(folder, folder.open_studies(), accounts, SiteSetting(demo=True))) as address:
            yield address, folder


@pytest.fixture(scope="module")
def desk(browser: Browser, site: tuple[str, SiteFolder]) -> Iterator[Page]:
    """Somebody who is logged in; nothing of theirs leaves the server, and no page complains."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda each: None if each.url.startswith((site[0], "data:")) else heard.append(each.url))
    page.goto(f"{site[0]}/login")
    log_in(page)
    yield page
    context.close()
    assert heard == []


def workbook(path: Path, rows: list[list[str]]) -> Path:
    """An Excel sheet with these rows, as small as one can be."""
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(each)}</t></is></c>' for each in row) + "</row>"
        for row in rows
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
        f'PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/s.xml" '
        f'ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" '
        f'Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{relation}"><sheets><sheet name="one" sheetId="1" '
        f'r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" '
        f'Type="{relation}/worksheet" Target="s.xml"/></Relationships>',
        "xl/s.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{content}')
    return path


def go(page: Page, place: str) -> None:
    """Follow the navigation."""
    page.locator("nav.places").get_by_role("link", name=place, exact=True).click()


def test_a_lead_gets_from_a_sheet_to_the_sentence_and_the_figure(
    desk: Page, site: tuple[str, SiteFolder], tmp_path: Path
) -> None:
    rng = random.Random(3)
    truth = [rng.choice(("good", "bad")) for _ in range(60)]
    rows = [["text", "anna", "ben", "chloé", "remark"]]
    for number, label in enumerate(truth):
        seen = [label if rng.random() < 0.85 else "bad" for _ in range(3)]
        rows.append([f"sentence {number}", *seen, "x"])
    go(desk, "Agreement")
    desk.locator("#file").set_input_files(workbook(tmp_path / "labels.xlsx", rows))
    desk.get_by_role("button", name="Measure").click()
    found = agreement.measure(tmp_path / "labels.xlsx")
    expect(desk.locator(".answer")).to_contain_text(str(found.sentences[0])[:60])
    expect(desk.locator("#answer figure svg").first).to_be_visible()
    assert findings(desk) == []
    desk.locator("#panel").fill("5")  # the answer follows without a button
    expect(desk.locator(".answer")).to_contain_text("With another panel of 5")
    marks = desk.locator("figure svg use > title")  # each point says what it is when pointed at
    assert "a fresh panel · 5 · " in " | ".join(marks.all_text_contents())
    desk.get_by_text("Correct it").click()
    desk.get_by_role("group", name="Leave out").get_by_label("ben", exact=True).check()
    desk.get_by_role("button", name="Read again").click()
    expect(desk.locator("#answer .numbers")).to_contain_text("2annotators")
    with desk.expect_download() as waiting:
        desk.get_by_role("link", name="figure (SVG)").click()
    assert "<svg" in Path(waiting.value.path()).read_text("utf-8")
    desk.get_by_text("The command that does the same").click()
    assert "--without ben" in desk.locator(".command code").inner_text()
    assert (site[1].root / "labels" / "labels.xlsx").is_file()
    rest = desk.locator("details").filter(has=desk.get_by_role("columnheader", name="value", include_hidden=True))
    rest.locator("summary").first.click()
    rest.get_by_role("columnheader", name="value").get_by_role("button").click()
    expect(desk.locator("th[aria-sort=ascending]")).to_have_count(1)


def test_a_builder_audits_an_uploaded_set_of_five_thousand(
    desk: Page, site: tuple[str, SiteFolder], tmp_path: Path
) -> None:
    nouns, rng = ("cat", "dog", "wolf", "king", "queen", "river", "tree", "car", "nurse", "doctor"), random.Random(5)
    lines = ["qID,sentence,option1,option2,answer"]
    for number in range(5_000):
        one, two = rng.sample(nouns, 2)
        word = rng.choice(("loud", "old", "hungry", "cold"))
        lines.append(f"q{number},The {one} passed the {two} because the _ was {word}.,{one},{two},{1 + number % 2}")
    (tmp_path / "built.csv").write_text("\n".join(lines) + "\n", "utf-8")
    go(desk, "Collections")
    desk.locator("#file").set_input_files(tmp_path / "built.csv")
    desk.get_by_role("button", name="Upload").click()
    expect(desk.locator("h1")).to_have_text("built.csv")
    desk.get_by_role("link", name="Audit", exact=True).click()
    desk.get_by_role("button", name="Start the audit").click()
    expect(desk.locator("progress")).to_be_visible()
    expect(desk.locator("#job [role=status]")).to_contain_text("done")  # the page follows the job
    expect(desk.locator("#job")).to_contain_text("longer candidate")
    assert findings(desk) == []
    desk.get_by_role("link", name="reports/built-audit.html").click()
    expect(desk.locator("h1")).to_contain_text("built")
    assert (site[1].reports / "built-audit.html").is_file()
    desk.go_back()


def test_an_evaluator_compares_two_runs(desk: Page, site: tuple[str, SiteFolder]) -> None:
    for resolver in ("first", "nearest"):
        go(desk, "Systems")
        desk.get_by_label("Collection").first.select_option("anaphor-en")
        desk.get_by_label("Resolver").select_option(resolver)
        desk.get_by_role("button", name="Start").click()
        expect(desk.locator("#job [role=status]")).to_contain_text("done")
    go(desk, "Systems")
    assert findings(desk) == []
    for box in desk.locator("tbody input[type=checkbox]").all():
        box.check()
    desk.get_by_role("button", name="Compare those ticked").click()
    expect(desk.locator("main")).to_contain_text("nearest")
    assert desk.locator("main figure svg").count()
    assert findings(desk) == []
    desk.get_by_label("Items shown").select_option("wrong")
    desk.get_by_role("button", name="Show").click()
    table = desk.locator("table.figures").last
    wrong = table.locator("tbody tr").count()
    assert 0 < wrong < len(load("anaphor-en").entries)
    assert "✓" not in table.locator("tbody").inner_text()
    assert len(list(site[1].place("runs").glob("*.jsonl"))) == 2


def test_an_author_writes_ten_schemas_and_takes_a_save_back(desk: Page, site: tuple[str, SiteFolder]) -> None:
    go(desk, "Collections")
    desk.get_by_text("New collection").click()
    desk.locator("#new-name").fill("essai")
    desk.locator("#new-language").fill("fr")
    desk.get_by_role("button", name="Make").click()
    desk.locator("body[data-ready]").wait_for()
    animals = ("loup", "chat", "chien", "renard", "lynx", "tigre", "cheval", "furet", "serpent", "lion")
    for number, who in enumerate(f"le {each}" for each in animals):
        if number:
            desk.get_by_role("button", name="New schema").click()
        desk.locator("#text").fill(f"{who.capitalize()} regarde le lapin parce qu'[il] a {{faim|peur}}.")
        desk.locator("#candidate-0").fill(who)
        desk.locator("#candidate-1").fill("le lapin")
        desk.locator("#do-save").click()
        expect(desk.locator("#said")).to_contain_text("aved")
    path = site[1].collections / "essai.yaml"
    whole = path.read_bytes()
    assert len(load(path).schemas) == 10
    go(desk, "Collections")
    desk.get_by_role("link", name="essai").click()
    desk.get_by_role("link", name="History").click()
    desk.get_by_role("button", name="Restore").first.click()
    expect(desk.get_by_role("button", name="Restore")).to_have_count(10)
    assert len(load(path).schemas) == 9
    desk.get_by_role("button", name="Restore").first.click()
    desk.wait_for_load_state()
    assert path.read_bytes() == whole


_CUT = """[...document.querySelectorAll('main :has(> table)')].filter((each) => each.scrollWidth > each.clientWidth + 1
    && !getComputedStyle(each).backgroundImage.includes('gradient')).length"""
"""Tables that are cut, and nothing says so."""


@pytest.mark.parametrize(("width", "scheme", "locale"), [(1280, "light", "en-GB"), (390, "dark", "fr-FR")])
def test_every_page_fits_and_has_no_serious_finding(
    browser: Browser, site: tuple[str, SiteFolder], width: int, scheme: str, locale: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light", locale=locale
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{site[0]}/login")
    log_in(page)
    found, wide, cut = [], [], 0
    views = ["entries", "entries/colis", "check", "readings", "audit", "diff?with=anaphor-en", "export", "history"]
    places = ["", "collections", "corpora", "studies", "agreement", "agreement/interpret", "agreement/plan", "systems"]
    places += [
        "challenges",
        "reports",
        "people",
        "invitation?key=none",
        "jobs",
        "search?q=a",
        *(f"collections/mes-schemas/{view}" for view in views),
    ]
    for place in places:
        page.goto(f"{site[0]}/{place}")
        found += findings(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(place)
        cut += page.evaluate(_CUT)
        assert page.evaluate("document.querySelector('header.bar').offsetHeight") < 60, place
    context.close()
    assert (found, wide, cut) == ([], [], 0)
