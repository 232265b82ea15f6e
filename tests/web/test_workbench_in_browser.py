"""An author at the workbench in a real browser: writes, mends, saves, and loses nothing whatever happens meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from anaphor.collection import load
from anaphor.web import Looker
from tests.looking import CHROMIUM
from tests.web.benches import FILE, bench, small_index, warm_looker
from tests.web.test_accessibility import findings
from tests.web.visiting import PATIENCE_MS, patient_chromium

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the workbench was not looked at"),
]
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&{{7*7}}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this file, the whole of it: its engine alone undoes more at once."""
    with patient_chromium(whole=True) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile."""
    found = browser.new_context()
    yield found
    found.close()


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Looker:
    """A looker whose corpus ties wolves to hunger and rabbits to fear."""
    looker = Looker("fr", corpus=small_index(tmp_path_factory.mktemp("index")))
    looker.start().join()
    return looker


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two schemas and comments."""
    path = tmp_path / "mes-schemas.yaml"
    path.write_text(FILE, "utf-8")
    return path


class Author:
    """Somebody at the workbench."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", lambda dialog: self.problems.append(dialog.message))
        self.page.goto(f"{address}/")
        self.ready()

    def ready(self) -> None:
        """Wait until the page has begun."""
        self.page.locator("body[data-ready]").wait_for()

    def write(self, text: str, candidates: tuple[str, str], question: str = "") -> None:
        """Fill the form; the first candidate is right with the first word."""
        self.page.locator("#text").fill(text)
        self.page.locator("#question").fill(question)
        for number, candidate in enumerate(candidates):
            self.page.locator(f"#candidate-{number}").fill(candidate)
        for number in range(2):
            self.page.locator(f"#key-{number}").select_option(str(number))

    def open(self, name: str) -> None:
        """Open an entry of the list."""
        self.page.locator("#entries button", has_text=name).first.click()
        expect(self.page.locator("#heading")).to_contain_text(name)

    def save(self) -> None:
        """Save and wait until it is said to be in the file."""
        self.page.locator("#do-save").click()
        expect(self.page.locator("#said[data-why=saved]")).not_to_be_empty()
        expect(self.page.locator("#do-save")).to_be_disabled()


def test_an_author_writes_three_schemas_mends_them_and_the_file_is_right(
    context: BrowserContext, tmp_path: Path, leaking: Looker
) -> None:
    path = tmp_path / "neuf.yaml"
    with bench(path, leaking) as address:
        author = Author(context, address)
        page, results = author.page, author.page.locator("#results")
        author.write(
            "Le loup regarde le lapin parce qu'[il] a {faim|peur}.", ("le loup", "le lapin"), "Qui a {faim|peur} ?"
        )
        expect(results.locator(".whole.leak")).to_contain_text("This schema leaks")
        expect(results.locator("article").first.locator(".verdict")).to_contain_text("would solve this half")
        page.locator("#text").fill("Le loup s'éloigne du lapin parce qu'[il] a {peur|faim}.")
        page.locator("#question").fill("Qui a {peur|faim} ?")
        expect(results.locator(".whole.fine")).to_contain_text("resists")
        author.save()

        page.locator("#do-new-schema").click()
        author.write(
            "Le jardinier a vu la voisine parce qu'[il] était {dehors|devant lui}.",
            ("le jardinier", "la voisine"),
            "Qui était {dehors|devant lui} ?",
        )
        expect(results.locator("[data-code=concord-gender]")).to_contain_text("la voisine")
        page.locator("#text").fill("Le jardinier a vu le voisin parce qu'[il] était {dehors|devant lui}.")
        page.locator("#candidate-1").fill("le voisin")
        expect(results.locator("[data-code=concord-gender]")).to_have_count(0)
        page.locator("#id").fill("jardin")
        author.save()

        page.locator("#do-new-schema").click()
        author.write(
            "Le peintre a prêté l'échelle au maçon parce qu'[il] en {avait deux|avait besoin}.",
            ("le peintre", "le maçon"),
            "Qui {en avait deux|en avait besoin} ?",
        )
        expect(results.locator("article mark").first).to_have_text("le peintre")
        assert results.locator("article mark").count() == 4
        author.save()
        expect(page.locator("#entries li")).to_have_count(3)
        assert author.problems == []
        assert all(url.startswith(address) for url in author.requests)
    assert path.read_text("utf-8") == (
        "anaphor: 1\nname: neuf\nlanguage: fr\n\nschemas:\n"
        "  - id: peur-faim\n    text: \"Le loup s'éloigne du lapin parce qu'[il] a {peur|faim}.\"\n"
        '    question: "Qui a {peur|faim} ?"\n    answers: [le loup, le lapin]\n'
        '  - id: jardin\n    text: "Le jardinier a vu le voisin parce qu\'[il] était {dehors|devant lui}."\n'
        '    question: "Qui était {dehors|devant lui} ?"\n    answers: [le jardinier, le voisin]\n'
        "  - id: avait-deux-avait-besoin\n"
        "    text: \"Le peintre a prêté l'échelle au maçon parce qu'[il] en {avait deux|avait besoin}.\"\n"
        '    question: "Qui en avait {deux|besoin} ?"\n    answers: [le peintre, le maçon]\n'
    )


def test_who_saves_too_early_is_told_what_is_missing_until_it_is_mended(
    context: BrowserContext, tmp_path: Path, leaking: Looker
) -> None:
    with bench(tmp_path / "neuf.yaml", leaking) as address:
        author = Author(context, address)
        page, said = author.page, author.page.locator("#said")
        page.locator("#text").fill("Le loup regarde le lapin parce qu'il a faim.")
        expect(page.locator("#results [data-show=lacks]")).to_contain_text("Name two candidates")
        page.locator("#do-save").click()
        expect(said).to_contain_text("Mark the anaphor")
        expect(said).to_contain_text("Name two candidates")
        page.locator("#text").fill("Le loup regarde le lapin parce qu'[il] a faim.")
        expect(said).to_be_empty()


def test_marks_are_made_with_the_keyboard_and_undone(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        # Time stands still from the start of the page: letters are one step on a busy machine too, marks are not.
        context.add_init_script("performance.now = () => 0;")
        author = Author(context, address)
        page = author.page
        page.locator("#do-new-schema").click()
        text = page.locator("#text")
        text.press_sequentially("Le chat suit le chien car il a faim.")
        for word, keys in (("Le chat", "Alt+c"), ("le chien", "Alt+c"), ("il", "Alt+a"), ("faim", "Alt+s")):
            text.evaluate(
                "(field, word) => { const at = field.value.lastIndexOf(word); "
                "field.setSelectionRange(at, at + word.length); }",
                word,
            )
            text.press(keys)
        page.keyboard.type("peur")
        expect(text).to_have_value("Le chat suit le chien car [il] a {faim|peur}.")
        expect(page.locator("#candidate-0")).to_have_value("Le chat")
        expect(page.locator("#candidate-1")).to_have_value("le chien")
        expect(page.locator("#keys label").last).to_have_text("With “peur”")
        text.press("Control+z")
        expect(text).to_have_value("Le chat suit le chien car [il] a {faim|}.")
        text.press("Control+z")
        expect(text).to_have_value("Le chat suit le chien car [il] a faim.")
        text.press("Control+Shift+z")
        text.press("Control+y")
        expect(text).to_have_value("Le chat suit le chien car [il] a {faim|peur}.")
        page.locator("#key-0").select_option("0")
        page.locator("#key-1").select_option("1")
        page.keyboard.press("Control+s")
        expect(page.locator("#said")).to_contain_text("Saved in mes-schemas.yaml")
        assert author.problems == []
    assert load(path).schemas[2].id == "faim-peur"
    assert path.read_text("utf-8").startswith(FILE)


def test_two_tabs_and_an_editor_are_merged_or_both_shown(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        one, other = Author(context, address), Author(context, address)
        one.open("panne")
        other.open("colis")
        other.page.locator("#text").fill("Le voisin a remercié le facteur parce qu'[il] avait {reçu|porté} le colis.")
        other.save()
        one.page.locator("#domains").fill("transport")
        one.page.locator("#do-save").click()
        expect(one.page.locator("#said[data-why=saved]")).to_contain_text("Saved")
        assert "{reçu|porté}" in path.read_text("utf-8")
        assert "domains: [transport]" in path.read_text("utf-8")

        # Another field of the same entry was changed in an editor: both changes stay.
        one.page.locator("#domains").fill("transport, social")
        in_editor = path.read_text("utf-8").replace("avait {ses outils|crevé}.", "avait {ses clés|crevé}.")
        path.write_text(in_editor, "utf-8")
        one.save()
        expect(one.page.locator("#text")).to_have_value(
            "Le mécanicien a dépanné le cycliste parce qu'[il] avait {ses clés|crevé}."
        )
        assert "{ses clés|crevé}" in path.read_text("utf-8")
        assert "[transport, social]" in path.read_text("utf-8")
        assert "# celui-ci est bon" in path.read_text("utf-8")


def test_of_a_field_that_both_changed_one_version_is_chosen(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        one = Author(context, address)
        one.open("panne")
        one.page.locator("#domains").fill("transport")
        one.page.locator("#question").fill("Qui avait donc {ses outils|crevé} ?")
        in_editor = (
            path.read_text("utf-8").replace("Qui avait {", "Lequel avait {").replace("[causal, tr", "[social, tr")
        )
        path.write_text(in_editor, "utf-8")
        one.page.locator("#do-save").click()
        conflict = one.page.locator("#conflict")
        conflict.wait_for()
        assert [each.get_attribute("data-torn") for each in conflict.locator("[data-torn]").all()] == [
            "question",
            "domains",
        ]
        expect(conflict).to_contain_text("Lequel avait {ses outils|crevé} ?")
        assert "id: panne" not in conflict.inner_text()  # fields, no YAML
        assert path.read_text("utf-8") == in_editor
        conflict.locator("[name=torn-question][value=theirs]").check()
        conflict.get_by_role("button", name="Save what is chosen").click()
        expect(one.page.locator("#said[data-why=saved]")).not_to_be_empty()
        assert "Lequel avait {" in path.read_text("utf-8")
        assert "domains: [transport]" in path.read_text("utf-8")

        one.page.locator("#question").fill("Qui ?")
        path.write_text(path.read_text("utf-8").replace("Lequel avait {", "Qui donc avait {"), "utf-8")
        one.page.locator("#do-save").click()
        conflict.get_by_role("button", name="Take the file’s").click()
        expect(one.page.locator("#question")).to_have_value("Qui donc avait {ses outils|crevé} ?")
        one.page.locator("#do-undo").click()  # what was written here is not lost either
        expect(one.page.locator("#question")).to_have_value("Qui ?")


def test_a_save_waits_for_a_program_that_was_started_anew(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        author = Author(context, address)
        author.open("colis")
        author.page.locator("#question").fill("Qui avait {reçu|apporté} le colis ?")
        context.set_offline(True)
        author.page.locator("#do-save").click()
        expect(author.page.locator("#said")).to_contain_text("does not answer")
        context.set_offline(False)  # and nobody presses anything
        expect(author.page.locator("#said[data-why=saved]")).not_to_be_empty()
        assert "Qui avait {reçu|apporté} le colis ?" in path.read_text("utf-8")
        # A check that the server no longer takes is asked for anew.
        author.page.route(
            "**/api/save",
            lambda route: route.continue_(headers={**route.request.headers, "x-check": "old"}),
            times=1,
        )
        author.page.locator("#question").fill("Lequel avait {reçu|apporté} le colis ?")
        author.save()
        assert "Lequel avait {reçu|apporté}" in path.read_text("utf-8")


def test_entries_have_coloured_marks_and_an_error_is_the_verdict(context: BrowserContext, path: Path) -> None:
    given_away = """
  - id: grondée
    text: "Paul et Marie ont joué. Le maître [l'] a grondée {hier|jadis}."
    answers: [Paul, Marie]
"""
    path.write_text(FILE + given_away, "utf-8")
    with bench(path, interface="fr") as address:
        author = Author(context, address)
        marks = author.page.locator("#entries .dot")
        expect(marks).to_have_count(3)
        expect(marks.nth(2)).to_have_class("dot sev-error")
        author.open("grondée")
        verdict = author.page.locator("#results .whole")
        expect(verdict).to_have_class("said whole leak")
        expect(verdict).to_contain_text("« grondée » s’accorde avec l’anaphore")
        expect(author.page.locator("#results .said.fine")).to_have_count(0)
        author.page.locator("#glossary summary").click()
        expect(author.page.locator("#glossary")).to_contain_text("Anaphore")
        author.page.locator("#text").fill("")
        expect(author.page.locator("[data-show=lacks]")).to_contain_text("Écrivez une phrase")
        author.page.locator("#do-save").click()
        expect(author.page.locator("#said")).to_contain_text("Écrivez une phrase")


def test_unsaved_words_survive_a_reload_a_closed_tab_and_a_dead_program(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        author = Author(context, address)
        author.open("colis")
        author.page.locator("#notes").evaluate("field => { field.closest('details').open = true; }")
        author.page.locator("#notes").fill("à revoir")
        author.page.reload()
        author.ready()
        expect(author.page.locator("#notes")).to_have_value("à revoir")
        expect(author.page.locator("#notices")).to_contain_text("Text that was not saved is back")
        context.set_offline(True)
        author.page.locator("#notes").fill("à revoir demain")
        author.page.locator("#do-save").click()
        expect(author.page.locator("#said")).to_contain_text("does not answer")
        author.page.close()
        context.set_offline(False)
        again = Author(context, address)
        offer = again.page.locator("[data-offer]")
        expect(offer).to_contain_text("le colis")
        offer.get_by_role("button", name="Take it up").click()
        expect(again.page.locator("#notes")).to_have_value("à revoir demain")
        again.page.locator("#do-save").click()
        expect(again.page.locator("#said[data-why=saved]")).not_to_be_empty()
        expect(again.page.locator("[data-offer]")).to_have_count(0)
    assert "notes: à revoir demain" in path.read_text("utf-8")


def test_a_copied_tab_does_not_write_over_the_words_of_the_first(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        author = Author(context, address)
        with context.expect_page() as opened:
            author.page.evaluate("window.open(location.href)")
        copy = opened.value
        copy.locator("body[data-ready]").wait_for()
        for page, words in ((author.page, "mes mots"), (copy, "d'autres mots")):
            page.locator("#entries button", has_text="panne").click()
            expect(page.locator("#heading")).to_contain_text("panne")
            page.locator("#question").fill(words)
        author.page.reload()
        author.ready()
        expect(author.page.locator("#question")).to_have_value("mes mots")


def test_hostile_words_stay_words(context: BrowserContext, path: Path) -> None:
    with bench(path) as address:
        author = Author(context, address)
        author.write(f"[Il] voit {HOSTILE.replace('{{7*7}}', '')} {{a<b>|c}}.", (HOSTILE, "le <b>chien</b>"), HOSTILE)
        author.page.locator("#domains").fill(HOSTILE)
        expect(author.page.locator("#results [data-field=question]")).to_contain_text("inside another")
        author.page.locator("#id").fill("<i>x</i>")
        author.page.locator("#question").fill("Qui ?")
        author.page.locator("#results [data-show=findings]").wait_for()
        author.page.locator("#do-save").click()
        expect(author.page.locator("#said[data-why=saved]")).not_to_be_empty()
        expect(author.page.locator("#entries")).to_contain_text("<i>x</i>")
        assert author.page.locator("img, #results b img, #entries i").count() == 0
        assert author.problems == []
    assert load(path).schemas[2].id == "<i>x</i>"


def test_a_save_pressed_twice_makes_one_entry_and_a_reload_is_answered(context: BrowserContext, tmp_path: Path) -> None:
    path = tmp_path / "neuf.yaml"
    with bench(path) as address:
        author = Author(context, address)
        author.write("Le peintre voit le maçon parce qu'[il] est {dehors|dedans}.", ("le peintre", "le maçon"))
        author.page.locator("#results article").first.wait_for()
        for _ in range(3):
            author.page.keyboard.press("Control+s")
        expect(author.page.locator("#said[data-why=saved]")).not_to_be_empty()
        expect(author.page.locator("#do-save")).to_be_disabled()
        author.page.reload()
        author.ready()
        author.page.locator("#results article").first.wait_for()
        assert author.problems == []
    assert [each.id for each in load(path).schemas] == ["dehors-dedans"]


def test_another_language_keeps_the_entry_that_is_open_and_what_is_said_of_it(
    context: BrowserContext, path: Path
) -> None:
    with bench(path) as address:
        author = Author(context, address)
        author.write("Le peintre voit le maçon parce qu'[il] est {dehors|dedans}.", ("le peintre", "le maçon"))
        author.page.locator("#results article").first.wait_for()
        author.open("panne")
        with author.page.expect_navigation():
            author.page.locator("#do-other-language").click()
        author.ready()
        expect(author.page.locator("html")).to_have_attribute("lang", "fr")
        expect(author.page.locator("#heading")).to_contain_text("panne")
        author.page.locator("#results article[data-variant='panne.1']").wait_for()
        assert author.problems == []


def test_what_holds_of_both_twins_is_said_once(context: BrowserContext, tmp_path: Path, leaking: Looker) -> None:
    with bench(tmp_path / "neuf.yaml", leaking) as address:
        author = Author(context, address)
        author.write("Le loup suit le lapin parce qu'[il] cherche {le jardinier|le parc}.", ("le loup", "le lapin"))
        expect(author.page.locator("#results .whole")).to_contain_text("Cannot tell: the counts show neither")
        expect(author.page.locator("#results").get_by_text("the words are not seen together")).to_have_count(1)


def test_buttons_do_not_touch_the_text_below_them(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    with bench(tmp_path / "neuf.yaml", interface="fr") as address:
        page = Author(context, address).page
        button, text = page.locator("#do-mark-special").bounding_box(), page.locator("#text").bounding_box()
        assert button is not None
        assert text is not None
        assert text["y"] - button["y"] - button["height"] >= 6  # the ring around the text is 5 pixels wide
    context.close()


@pytest.mark.parametrize(("scheme", "width", "interface"), [("light", 1300, "en"), ("dark", 320, "fr")])
def test_the_workbench_has_no_serious_finding(
    browser: Browser, path: Path, scheme: str, width: int, interface: str
) -> None:
    dark = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
    )
    with bench(path, warm_looker(), interface=interface) as address:
        author = Author(dark, address)
        page = author.page
        found = findings(page)
        page.locator("nav details").evaluate_all("all => { for (const each of all) each.open = true; }")
        author.open("panne")
        page.locator("#results article").first.wait_for()
        for each in page.locator("details").all():
            each.evaluate("details => { details.open = true; }")
        found += findings(page)
        page.locator("#text").fill("Le mécanicien a dépanné le cycliste parce qu'[il] avait {ses clés|crevé}.")
        path.write_text(FILE.replace("crevé}.", "déraillé}."), "utf-8")
        page.locator("#do-save").click()
        page.locator("#conflict").wait_for()
        found += findings(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("html").get_attribute("lang") == interface
    dark.close()
    assert found == []


def test_what_is_too_long_or_read_only_is_said_in_the_pages_language(context: BrowserContext, path: Path) -> None:
    with bench(path, interface="fr") as address:
        author = Author(context, address)
        author.page.locator("#text").fill("x" * 40_001)
        expect(author.page.locator("#said")).to_contain_text("Trop long pour être gardé")
        author.page.locator("#text").fill("Le loup regarde le lapin parce qu'[il] a {faim|peur}.")
        for number, candidate in enumerate(("le loup", "le lapin")):
            author.page.locator(f"#candidate-{number}").fill(candidate)
        path.chmod(0o444)
        author.page.locator("#do-save").click()
        expect(author.page.locator("#said")).to_contain_text("en lecture seule")
    assert path.read_text("utf-8") == FILE


def test_a_french_author_sees_bounds_as_bounds_and_domains_by_their_french_names(
    context: BrowserContext, tmp_path: Path
) -> None:
    path = tmp_path / "neuf.yaml"
    with bench(path, interface="fr") as address:
        author = Author(context, address)
        page, results = author.page, author.page.locator("#results")
        author.write(
            "Le cavalier attend le marin parce qu'[il] cherche son {cheval|navire}.",
            ("le cavalier", "le marin"),
            "Qui cherche son {cheval|navire} ?",
        )
        expect(results.locator(".whole.leak")).to_contain_text("Ce schéma livre sa réponse")
        row = results.locator("article").nth(1).locator("tbody tr").first
        expect(row).to_contain_text("< 2")
        expect(row).to_contain_text("≤ 0,1")
        expect(row).to_contain_text("moins de 2 phrases")
        expect(results.locator("[data-show=no-lines]")).to_contain_text("--corpus INDEX")
        page.locator(".suggestions button", has_text="transports").click()
        expect(page.locator("#domains")).to_have_value("transports")
        page.locator("#domains").fill("transports, Physique, à moi")
        author.save()
        expect(page.locator("#domains")).to_have_value("transports, physique, à moi")
        assert findings(page) == []
        assert author.problems == []
    assert "domains: [transport, physical, à moi]\n" in path.read_text("utf-8")
