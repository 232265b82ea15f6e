"""A whole study in a real browser: mouse, keyboard, phone, screen reader, and what is kept with an answer."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from sqlalchemy import select

from anaphor.experiment import Store, open_store, participants, study_status
from anaphor.experiment.dashboard import State
from anaphor.experiment.design.design import Recruiter, Recruiting, Words
from anaphor.experiment.design.making import package_extras
from anaphor.experiment.study.tables import ANSWERS
from anaphor.files import reading
from tests.looking import CHROMIUM
from tests.web.served import served
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


def test_a_whole_study_with_the_mouse(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    seen: list[str] = []
    while visit.come_to_trial():
        seen.append(visit.number())
        assert "SESAME" not in visit.page.content()
        visit.answer(len(seen) % 2)
    expect(visit.page.locator("main")).to_contain_text("SESAME")
    assert seen == [str(n + 1) for n in range(trials(store))]
    assert visit.problems == []
    assert all(url.startswith((link.rpartition("/s/")[0], "data:")) for url in visit.requests)
    found = study_status(store, 0)
    assert (found.finished, found.answers, found.conflicts) == (1, len(seen), 0)
    with reading(store.engine) as connection:
        for row in connection.execute(select(ANSWERS)):
            assert row.device == "mouse"
            assert 0 < row.rt_ms == pytest.approx(row.response_ms - row.onset_ms, abs=0.02)
            assert 0 < row.frame_ms < 1000


def test_consent_is_asked_for_before_anything_is_shown(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open()
    visit.next.click()
    expect(visit.page.get_by_role("alert")).to_contain_text("tick the box")
    assert visit.page.locator("#adult").evaluate("box => box === document.activeElement")
    assert all(trial.text not in visit.page.content() for trial in store.design.trials)
    assert study_status(store, 0).started == 0
    expect(visit.page.get_by_role("progressbar")).to_be_hidden()
    visit.page.get_by_role("button", name="I do not want to take part").click()
    expect(visit.page.get_by_role("heading")).to_have_text("You chose not to take part")
    assert (participants(store, 0), study_status(store, 0).declined) == ([], 1)


def test_who_is_no_native_speaker_is_thanked_at_the_door(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open()
    visit.page.locator("#adult").check()
    visit.page.locator("#native").select_option("no")
    visit.next.click()
    expect(visit.page.get_by_role("heading")).to_have_text("Thank you for your interest")
    visit.page.reload()
    expect(visit.page.locator("main")).to_contain_text("other participants")
    assert participants(store, 0)[0].state is State.SCREENED_OUT


def test_a_whole_study_with_the_keyboard_alone(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open()
    visit.page.locator("#adult").wait_for()
    press = visit.page.keyboard.press
    for key in ("Tab", "Space", "Tab", "y", "Tab", "Enter"):
        press(key)
    visit.page.locator("#adult").wait_for(state="detached")
    for _ in range(100):
        visit.page.locator("main[data-ready], main[data-complete], main .next").first.wait_for()
        if visit.page.locator("main[data-complete]").count():
            break
        number = visit.page.locator("main").get_attribute("data-ready")
        if number is None:
            press("Tab")
            assert visit.next.evaluate("button => button === document.activeElement")
            press("Enter")
            visit.page.wait_for_timeout(50)
        elif int(number) % 3:
            press("j" if int(number) % 2 else "F")
            visit.page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")
        else:  # or by the buttons themselves
            press("Tab")
            press("Space")
            visit.page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")
    expect(visit.page.locator("main")).to_contain_text("SESAME")
    with reading(store.engine) as connection:
        assert set(connection.execute(select(ANSWERS.c.device)).scalars()) == {"key"}
    assert answers(store) == trials(store)


@pytest.mark.parametrize("interface", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_on_a_small_phone_everything_fits_and_can_be_tapped(browser: Browser, tmp_path: Path, interface: str) -> None:
    store = open_store(
        str(tmp_path / "s.db"), replace(short_design(), interface=interface, words=package_extras(interface).words)
    )
    context = browser.new_context(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    with served(store) as address:
        visit = Visit(context.new_page(), f"{address}/s/{store.design.name}").open()
        wide = "document.documentElement.scrollWidth"
        visit.page.locator("#adult").wait_for()
        assert visit.page.evaluate(wide) <= 320
        visit.agree()
        while visit.come_to_trial():
            assert visit.page.evaluate(wide) <= 320
            boxes = [box for each in visit.choices.all() if (box := each.bounding_box())]
            assert len(boxes) == visit.choices.count()
            assert all(box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
            number = visit.number()
            visit.page.wait_for_timeout(550)  # quicker than any reader, it would be taken for half of a double tap
            visit.choices.first.tap()
            visit.page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")
        assert visit.page.evaluate(wide) <= 320
    context.close()
    with reading(store.engine) as connection:
        assert set(connection.execute(select(ANSWERS.c.device)).scalars()) == {"touch"}
    store.engine.dispose()


def test_a_screen_reader_finds_every_part_by_role_and_name(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open()
    page = visit.page
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.get_by_role("checkbox", name="at least 18 years old")).to_be_visible()
    expect(page.get_by_role("combobox", name="mother tongue")).to_be_visible()
    visit.agree()
    visit.come_to_trial()
    trial = next(each for each in store.design.trials if page.get_by_text(each.text, exact=True).count())
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sentence 1 of")
    expect(page.get_by_role("progressbar", name="Progress")).to_be_visible()
    group = page.get_by_role("group", name=trial.prompt or "")
    for candidate in trial.candidates:
        expect(group.get_by_role("button", name=candidate, exact=True)).to_be_visible()
    # The sentence has the focus, so it is read first; nothing else is read again at every trial.
    assert page.locator(".sentence").evaluate("each => each === document.activeElement")
    assert page.get_by_role("status").count() == 1


def test_remarks_and_what_disturbed_are_kept_with_the_answer(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(2)
    visit.come_to_trial()
    visit.page.get_by_text("Remark on this sentence").click()
    visit.page.locator("#remark").press_sequentially("fj: the keys of a remark are no answer")
    visit.page.evaluate("() => { window.dispatchEvent(new Event('blur')); }")
    visit.answer()
    visit.saved(3)
    with reading(store.engine) as connection:
        row = connection.execute(select(ANSWERS).where(ANSWERS.c.comment.is_not(None))).one()
    assert row.comment == "fj: the keys of a remark are no answer"
    assert row.focus_losses == 1


def test_a_key_held_down_is_noted_and_answers_nothing(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(2)
    visit.come_to_trial()
    first = visit.number()
    visit.page.keyboard.down("f")
    visit.page.locator(f'main[data-ready="{first}"]').wait_for(state="detached")
    visit.come_to_trial()
    second = visit.number()
    visit.page.keyboard.down("f")  # still down: the browser calls it a repetition
    visit.page.keyboard.up("f")
    assert visit.number() == second
    visit.page.keyboard.press("j")
    visit.page.locator(f'main[data-ready="{second}"]').wait_for(state="detached")
    visit.saved(4)
    with reading(store.engine) as connection:
        rows = connection.execute(select(ANSWERS.c.repeated_key).order_by(ANSWERS.c.onset_ms)).scalars().all()
    assert [bool(each) for each in rows] == [False, False, False, True]


# The second half comes as soon as the next sentence is there, so that a slow machine does not draw the two apart.
DOUBLE_CLICK = """() => {
  const main = document.querySelector("main"), before = main.dataset.ready;
  const click = (detail) =>
    document.querySelector(".choice").dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));
  new MutationObserver((_, watch) => {
    if (!main.dataset.ready || main.dataset.ready === before) return;
    watch.disconnect();
    click(2);
  }).observe(main, { attributes: true });
  click(1);
}"""


def test_a_double_click_answers_one_sentence(context: BrowserContext, link: str, store: Store) -> None:
    visit = Visit(context.new_page(), link).open().agree()
    visit.answer_some(2)
    visit.come_to_trial()
    visit.page.evaluate(DOUBLE_CLICK)
    visit.page.locator('main[data-ready="4"]').wait_for()
    visit.saved(3)
    assert visit.number() == "4"
    visit.answer()  # a click that is meant for the sentence counts
    visit.saved(4)
    assert answers(store) == 4


def test_words_of_a_hostile_author_are_shown_as_words(browser: Browser, tmp_path: Path) -> None:
    nasty = "<img src=x onerror=\"document.title='owned'\"></script><script>document.title='owned'</script>"
    words = Words(title=nasty, consent=nasty, instructions=nasty, debrief=nasty, contact=nasty)
    plain = short_design()
    odd = tuple(replace(each, text=f"{nasty} {each.id}", prompt=nasty) for each in plain.trials)
    store = open_store(str(tmp_path / "s.db"), replace(plain, words=words, trials=odd))
    context = browser.new_context()
    with served(store) as address:
        visit = Visit(context.new_page(), f"{address}/s/{store.design.name}").open().agree()
        visit.finish()
        expect(visit.page.locator("main")).to_contain_text("onerror")
        assert visit.page.title() == nasty
        assert visit.page.locator("main img, main script").count() == 0
        assert visit.problems == []
    context.close()
    store.engine.dispose()


def test_prolific_brings_people_in_and_takes_them_back(browser: Browser, tmp_path: Path) -> None:
    recruiting = Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="C0DE", prolific_study="study1")
    store = open_store(str(tmp_path / "s.db"), replace(short_design(), recruiting=recruiting))
    context = browser.new_context()
    with served(store) as address:
        link = f"{address}/s/{store.design.name}"
        stranger = Visit(context.new_page(), link).open()
        expect(stranger.page.locator("main")).to_contain_text("This link is not valid")
        stranger.page.close()
        page = context.new_page()
        page.route("https://app.prolific.com/**", lambda route: route.fulfill(body="back at Prolific"))
        visit = Visit(page, f"{link}?PROLIFIC_PID={'5f' * 12}&STUDY_ID=study1&SESSION_ID=visit1").open().agree()
        visit.finish()
        expect(page.locator("main")).to_contain_text("C0DE")
        page.wait_for_url("https://app.prolific.com/submissions/complete?cc=C0DE")
    context.close()
    assert study_status(store, 0).finished == 1
    store.engine.dispose()
