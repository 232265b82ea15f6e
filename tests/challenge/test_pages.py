"""The published site: whole in itself, in two languages, on a telephone and in the dark, and safe from its entrants."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from anaphor.challenge import Publication, disqualify, judge_rounds, open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_rounds
from anaphor.challenge.judging.verdict import Reason
from anaphor.challenge.round import Act, Phase
from anaphor.challenge.validation import BACKEND, RuleName, rule_texts, word
from anaphor.report.html.challenge_site import PAGES, site_of
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.sections.challenge import challenge_section
from anaphor.section import Report
from anaphor.text import message, speaking, typeset, words
from tests.challenge.rounds import Character, add_entry, made, reopened
from tests.looking import CHROMIUM, chromium, look_at

pytestmark = pytest.mark.waiting

NASTY = "<script>alert(1)</script> & Co"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a challenge with two entries and a title that tries to be a script."""
    place = tmp_path_factory.mktemp("site")
    folder = made(place / "challenge")
    path = folder / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace('title = "Essai"', f'title = "{NASTY}"'), "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(wrong=2, wrong_by="text"), place)
        add_entry(challenge, "a-name-that-is-as-long-as-a-name-may-be-and-has-no-space-in-it-x", Character(), place)
        run_rounds(challenge)
        announce(challenge)
        publish_site(challenge, output=place / "site")
    return place / "site"


class Links(HTMLParser):
    """Everything that a page points to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def pages(site: Path) -> list[Path]:
    """All pages."""
    return sorted(site.rglob("*.html"))


def test_there_are_three_pages_in_each_language(site: Path) -> None:
    names = {str(path.relative_to(site)) for path in pages(site)}
    assert names == {f"{folder}{name}.html" for folder in ("", "fr/") for name in PAGES}


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    for page in pages(site):
        links = Links()
        links.feed(page.read_text("utf-8"))
        assert len(links.found) > 4
        for link in links.found:
            assert link.startswith("#") or (page.parent / link).resolve().is_file(), (page, link)


def test_nothing_in_a_page_asks_for_anything_from_elsewhere(site: Path) -> None:
    for page in pages(site):
        text = page.read_text("utf-8")
        assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?https?:", text)
        assert "<script" not in text


def test_a_title_cannot_become_a_script(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert NASTY not in text
    assert "&lt;script&gt;" in text


HIDING = {"title": "Prix \u202e7202\u202c", "organiser": "A\x1b[2Jname\u2066", "because": "It \u200bhid\x07."}
"""What turns a line around, clears a screen or hides, in what people write."""


def test_nothing_that_people_write_hides_or_turns_a_line_around(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    path = folder / "challenge.toml"
    text = path.read_text("utf-8")
    for old, new in (("Essai", HIDING["title"]), ("A name and an address", HIDING["organiser"])):
        assert old in text
        text = text.replace(f'"{old}"', json.dumps(new))
    path.write_text(text, "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path / "sources")
        run_rounds(challenge)
        disqualify(challenge, "good", rule="access", because=HIDING["because"])
        found = announce(challenge)
        publish_site(challenge, output=tmp_path / "site")
    report = Report(title="t", interface="en", sections=(challenge_section(found),))
    written = [page.read_text("utf-8") for page in pages(tmp_path / "site")]
    for shown in (*written, markdown_of(report), latex_of(report)):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]", shown)
    for shown in (written[0], markdown_of(report)):
        assert "It \N{REPLACEMENT CHARACTER}hid\N{REPLACEMENT CHARACTER}." in shown


def test_the_pages_say_the_same_in_french(site: Path) -> None:
    english = (site / "index.html").read_text("utf-8")
    french = (site / "fr" / "index.html").read_text("utf-8")
    assert 'lang="fr"' in french
    with speaking("fr"):
        assert words("challenge-page-")["verdicts"] in french
    assert "PROVISOIRES" in french
    for name in ("good", "problems"):
        assert name in english
        assert name in french
    assert english.count("<tr>") == french.count("<tr>")


def test_the_grid_shows_every_entry_and_people_on_every_question(site: Path) -> None:
    text = (site / "items.html").read_text("utf-8")
    assert text.count("✓") + text.count("✗") + text.count('<td class="a">') - 2 * 2 == 4 * 60
    assert "people (%)" in text


def test_domains_have_people_beside_them_and_small_ones_are_marked(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert '<span class="bar p">' in text
    assert re.search(r"<th scope=\"row\">[\w-]+ \*</th>", text)


def test_before_results_only_the_rules_are_shown(site: Path, tmp_path: Path) -> None:
    challenge = reopened(site.parent / "challenge")
    found = site_of(Publication(rules=challenge.rules, phase=Phase.DRAFT, judgement=None))
    assert "There are no results yet" in found["index.html"]
    assert challenge.rules.fingerprint in found["rules.html"]
    assert '<body class="before flawed">' in found["index.html"]


def test_a_page_is_the_same_however_often_it_is_written(site: Path) -> None:
    challenge = reopened(site.parent / "challenge")
    judgement = judge_rounds(challenge, challenge.course.last or challenge.rules.dates.held)
    shown = Publication(rules=challenge.rules, phase=judgement.phase, judgement=judgement)
    assert site_of(shown) == site_of(shown)


def test_nobody_entering_in_time_is_a_site_too(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        challenge.begin(Act.ENTER)
        assert "index.html" in publish_site(challenge, output=tmp_path / "site").files


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with chromium() as browser:
        yield browser


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at")
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_opens_from_a_file_without_a_request_and_without_sideways_scrolling(
    browser: Browser, site: Path, width: int, dark: bool
) -> None:
    for path in pages(site):
        look_at(browser, path, width, dark).close()


def test_no_two_regions_of_a_page_have_one_name(site: Path) -> None:
    for page in pages(site):
        found = re.findall(r'role="region" aria-label="([^"]*)"', page.read_text("utf-8"))
        assert len(set(found)) == len(found), page


def test_dark_colours_are_for_screens_and_paper_stays_white(site: Path) -> None:
    for page in pages(site):
        assert page.read_text("utf-8").count("prefers-color-scheme: dark") == 2
        assert page.read_text("utf-8").count("@media screen and (prefers-color-scheme: dark)") == 2


LOST = Reason(
    said=message("challenge-reasons-changed", round="schemas", originals=60, sign="", drop=41.1, compared="<", p=0.001),
    rule=RuleName.RERUN,
)


def test_a_reason_says_chances_and_backends_in_words() -> None:
    ran, moon = (
        Reason(said=message("challenge-reasons-unsealed-rehearsal", backend=word(name, BACKEND)))
        for name in ("none", "moon")
    )
    assert "p < 0.001" in LOST.short()
    assert moon.short().count("moon") == 1
    with speaking("fr"):
        assert "41,1 points perdus, p < 0,001." in LOST.short()
        assert "(en simple processus)" in ran.short()


def test_a_rule_that_two_reasons_name_is_quoted_once(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path / "sources")
        run_rounds(challenge)
        found = announce(challenge)
    broken = replace(found, entries=tuple(replace(each, reasons=(LOST, LOST)) for each in found.entries))
    page = site_of(Publication(rules=found.rules, phase=found.phase, judgement=broken))["fr/index.html"]
    with speaking("fr"):
        text = typeset(rule_texts(found.rules)[RuleName.RERUN], "fr")
        section = challenge_section(broken)
    assert page.count(text) == 1
    assert page.count("seconde exécution\u00a0».)") == 2
    assert markdown_of(Report(title="t", interface="fr", sections=(section,))).count(text) == 1


_TALLEST = """cells => Math.max(...cells.map(cell => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getBoundingClientRect().height;
}))"""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at")
def test_a_number_and_its_interval_stay_on_one_line_on_a_phone(browser: Browser, site: Path) -> None:
    page = look_at(browser, site / "fr" / "index.html", 320, dark=False)
    tall = page.eval_on_selector_all(".numbers tbody td", _TALLEST)
    line = page.eval_on_selector(".numbers td", "cell => parseFloat(getComputedStyle(cell).lineHeight)")
    page.close()
    assert 0 < tall < 1.5 * line
