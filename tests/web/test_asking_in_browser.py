"""What an experimenter may add to the page: Markdown, questions, a check of the instructions, scales."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect
from sqlalchemy import select

from anaphor.experiment import Store, open_store, study_status
from anaphor.experiment.design.asking import ComprehensionQuestion, PersonQuestion
from anaphor.experiment.design.design import Recruiter, Recruiting
from anaphor.experiment.study.tables import ANSWERS
from anaphor.files import reading
from tests.experiment.specimens import design
from tests.looking import CHROMIUM
from tests.web.served import served
from tests.web.visiting import Visit

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at"),
]
CONSENT = """## About us
You read **short** sentences, *nothing* else. <img src=x onerror="document.title='run'">

- [our page](https://example.org/?a=1&b=2)
- [not a page](javascript:alert(1)) and 2*3*4 and snake_case_name

1. read
2. answer"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Four items, one of them a scale, a break after each, with questions and a check."""
    made = design(4, quota=50)
    rated = replace(made.trials[0], candidates=tuple("1234567"), key=None)
    plan = replace(
        made,
        block=1,
        trials=(rated, *made.trials[1:]),
        words=replace(made.words, consent=CONSENT),
        questions=(
            PersonQuestion(id="age", text="Your age?", least=18),
            PersonQuestion(id="h", text="Hand?", required=False),
        ),
        comprehension=(ComprehensionQuestion(text="What to do?", candidates=("read", "sing"), key=0),),
    )
    opened = open_store(str(tmp_path / "s.db"), plan)
    yield opened
    opened.engine.dispose()


def test_markdown_is_shown_and_nothing_in_it_runs(context: BrowserContext, link: str) -> None:
    page = Visit(context.new_page(), link).open().page
    expect(page.locator("main h3")).to_have_text("About us")
    assert page.locator("main strong").all_inner_texts() == ["short"]
    assert page.locator("main em").all_inner_texts() == ["nothing"]
    assert page.locator("main ul > li").count() == page.locator("main ol > li").count() == 2
    assert [each.get_attribute("href") for each in page.locator("main a").all()] == ["https://example.org/?a=1&b=2"]
    assert page.locator("main img").count() == 0
    for text in ("<img src=x", "javascript:alert(1)", "2*3*4", "snake_case_name"):
        expect(page.locator("main")).to_contain_text(text)
    assert page.title() != "run"


def test_the_whole_way_with_enter_and_digits(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open()
    page = visit.page
    page.locator("#adult").check()
    page.locator("#native").select_option("yes")
    visit.next.click()
    expect(page.get_by_role("alert")).to_contain_text("every question")
    assert study_status(store, 0).started == 0
    page.locator("#q-age").fill("33")
    visit.next.click()
    page.locator("#adult").wait_for(state="detached")
    assert study_status(store, 0).started == 1
    page.keyboard.press("Enter")  # past the instructions
    page.get_by_label("sing").check()
    visit.next.click()
    expect(page.locator(".again")).to_contain_text("one more attempt")
    page.get_by_label("read").check()
    visit.next.click()
    page.locator("fieldset").wait_for(state="detached")
    breaks = []
    for n in range(4):
        page.locator("main[data-ready], main .next").first.wait_for()
        if page.locator("main .next").count():
            breaks.append(n)
            page.keyboard.press("Enter")
        page.locator("main[data-ready]").wait_for()
        number = visit.number()
        page.keyboard.press("4" if page.locator(".scale").count() else "f")
        page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")
    page.locator("main[data-complete]").wait_for()
    assert breaks == [1, 2]  # none before the last
    with reading(store.engine) as connection:
        kept = {row.trial: row.choice for row in connection.execute(select(ANSWERS.c.trial, ANSWERS.c.choice))}
    rated = store.design.trials[0]
    assert rated.id not in kept or rated.candidates[kept[rated.id]] == "4"
    assert visit.problems == []


def test_a_preview_can_be_walked_through_and_leaves_nothing(context: BrowserContext, tmp_path: Path) -> None:
    made = replace(design(2, quota=9), recruiting=Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="X"))
    opened = open_store(str(tmp_path / "p.db"), made)
    with served(opened) as address:
        query = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
        visit = Visit(context.new_page(), f"{address}/s/{made.name}?{query}").open().agree()
        expect(visit.page.locator("#net")).to_contain_text("preview")
        visit.answer_some(2)
        expect(visit.page.locator("h1")).to_have_text("End of the preview")
        assert "answers" not in " ".join(visit.requests)
    assert (study_status(opened, 0).started, study_status(opened, 0).answers) == (0, 0)
    opened.engine.dispose()
