"""Help for authors in a real browser: the other half is suggested while they type, and proposals are judged by keys."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from anaphor import authoring
from anaphor.collection import load, read_text
from anaphor.schema import Item, Status
from tests.looking import CHROMIUM
from tests.web.benches import bench
from tests.web.test_accessibility import findings
from tests.web.test_workbench_in_browser import Author
from tests.web.visiting import patient_chromium

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: nobody typed or pressed a key"),
]
COUPE = "La coupe n'entre pas dans la valise, car [elle] est trop {grande"
ANIMALS = ("le renard", "le hérisson", "le blaireau", "le lièvre", "le castor", "le sanglier", "le putois", "le furet")


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    """One browser for all tests of this file."""
    with patient_chromium() as browser:
        yield browser.new_context(viewport={"width": 1300, "height": 900})


def test_the_other_half_is_suggested_at_a_pause_and_one_key_puts_it_into_the_draft(
    context: BrowserContext, tmp_path: Path
) -> None:
    path = tmp_path / "neuf.yaml"
    with bench(path) as address:
        author = Author(context, address)
        page, shown = author.page, author.page.locator("#alternates")
        expect(shown).to_be_hidden()
        page.locator("#text").press_sequentially(f"{COUPE}|}}.", delay=5)
        for number, candidate in enumerate(("la coupe", "la valise")):
            page.locator(f"#candidate-{number}").fill(candidate)
        expect(shown).to_be_hidden()  # who is right must be known first
        page.locator("#question").fill("Qu'est-ce qui est trop {grande|} ?")
        page.locator("#key-0").select_option("0")
        rows = shown.locator("ol > li")
        expect(rows).to_have_count(9)
        words = [each.split(" Alt")[0] for each in rows.locator("button").all_inner_texts()]
        assert words == [each.word for each in _told(9)]  # the command says the same
        assert words[0] == "petite"
        expect(rows.first.locator("ul li")).to_have_text([each or "" for each in _told(1)[0].readings])
        expect(rows.first).to_contain_text("bits towards “la valise”")
        expect(shown).to_contain_text("for you to judge")
        assert findings(page) == []
        page.keyboard.press("Alt+1")
        expect(page.locator("#text")).to_have_value(f"{COUPE}|petite}}.")
        expect(page.locator("#question")).to_have_value("Qu'est-ce qui est trop {grande|petite} ?")
        expect(page.locator("#key-1")).to_have_value("1")
        assert not path.exists()  # nothing is saved by itself
        rows.nth(1).locator("button").click()
        expect(page.locator("#text")).to_have_value(f"{COUPE}|{words[1]}}}.")
        page.locator("#do-undo").click()
        author.save()
        assert author.problems == []
    assert "trop {grande|petite}." in path.read_text("utf-8")


def _told(most: int) -> tuple[authoring.Suggestion, ...]:
    """What the command suggests for the same sentence."""
    entry = f'  - id: s\n    text: "{COUPE}}}."\n    candidates: [la coupe, la valise]\n    answers: [la coupe]\n'
    alone = read_text(f"anaphor: 1\nname: essai\nlanguage: fr\nschemas:\n{entry}")
    return authoring.suggest(alone, most=most).suggestions


def test_fifty_proposals_are_accepted_edited_and_rejected_without_a_mouse(
    context: BrowserContext, tmp_path: Path
) -> None:
    path = tmp_path / "trouvés.yaml"
    pairs = [(one, other) for one in ANIMALS for other in ANIMALS if one != other][:50]
    entries = "".join(
        f'  - id: p{number}\n    text: "{one.capitalize()} a suivi {other} et [il] s\'est perdu au {number}e détour."\n'
        f"    candidates: [{one}, {other}]\n    status: unvalidated\n    reason: trouvé\n"
        for number, (one, other) in enumerate(pairs, 1)
    )
    path.write_text(f"anaphor: 1\nname: trouvés\nlanguage: fr\nproblems:\n{entries}", "utf-8")
    with bench(path) as address:
        author = Author(context, address)
        page, heading = author.page, author.page.locator("#heading")
        expect(page.locator("#review")).to_contain_text("50")
        for number in range(1, 51):
            expect(heading).to_have_text(f"Problem p{number}")
            if number == 3:  # left for later: it comes again at the end
                page.keyboard.press("Alt+n")
                continue
            if number == 7:  # edited: what is typed is kept with the verdict
                page.locator("#text").focus()
                page.keyboard.press("Control+End")
                page.keyboard.type(" C'était en mai.")
            page.keyboard.press(f"Alt+{number % 2 + 1}")
            page.keyboard.press("Alt+x" if number % 5 == 0 else "Alt+k")
        expect(heading).to_contain_text("p3")
        page.keyboard.press("Alt+k")
        expect(page.locator("#said")).to_contain_text("All proposals")
        expect(page.locator("#review")).to_be_hidden()
        assert author.problems == []
    found = {each.id: each for each in load(path).problems}
    assert Counter(each.status for each in found.values()) == {Status.PROPOSED: 40, Status.EXCLUDED: 10}
    item = found["p7"].item
    assert isinstance(item, Item)
    assert item.answer == "le furet"
    assert item.question.text == "Le renard a suivi le furet et il s'est perdu au 7e détour. C'était en mai."
    assert found["p5"].reason == "rejected by its author"
