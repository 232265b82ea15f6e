"""A participant in a real browser: what they see and do, screen by screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from playwright.sync_api import Browser, Locator, Page, expect

from anaphor.experiment import Design, Store, present, study_status
from anaphor.experiment.design.design import Recruiting
from tests.experiment.specimens import design
from tests.looking import chromium

PATIENCE_MS = 120_000


@contextmanager
def patient_chromium(*, whole: bool = False) -> Iterator[Browser]:
    """Chromium, whose pages are given the time that a busy machine needs."""
    with chromium(whole=whole) as browser:
        expect.set_options(timeout=PATIENCE_MS)
        yield browser


def short_design() -> Design:
    """A short study with practice, a break, an attention trial and a code at the end."""
    whole = design(4, quota=50, bare=False)
    dropped = {trial.id for trial in whole.trials if trial.kind.value == "control"}
    trials = tuple(trial for trial in whole.trials if trial.id not in dropped)
    return replace(whole, trials=trials, block=3, recruiting=Recruiting(completion_code="SESAME"))


def answers(store: Store) -> int:
    """Answers on disk."""
    return study_status(store, 0).answers


def trials(store: Store) -> int:
    """Trials that each participant is shown."""
    return len(present(store.design, 0, 0))


class Visit:
    """One participant's window."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.page.set_default_timeout(PATIENCE_MS)
        self.address = address
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self) -> "Visit":
        """Open the link."""
        self.page.goto(self.address)
        return self

    @property
    def next(self) -> Locator:
        """The button that leads on from a screen of text."""
        return self.page.locator("main .next")

    @property
    def choices(self) -> Locator:
        """The answers of the trial on the screen."""
        return self.page.locator("main .choice")

    def agree(self) -> "Visit":
        """Consent and instructions."""
        self.page.locator("#adult").check()
        self.page.locator("#native").select_option("yes")
        self.next.click()
        self.page.locator("#adult").wait_for(state="detached")
        self.next.click()
        return self

    def come_to_trial(self) -> bool:
        """Pass screens of text until a trial is ready; False at the end."""
        while True:
            self.page.locator("main[data-ready], main[data-complete], main .next").first.wait_for()
            if self.page.locator("main[data-complete]").count():
                return False
            if self.page.locator("main[data-ready]").count():
                return True
            self.next.click()

    def number(self) -> str:
        """The number of the trial on the screen."""
        return self.page.locator("main[data-ready]").get_attribute("data-ready") or ""

    def answer(self, at: int = 0) -> None:
        """Answer the trial on the screen and wait until it is gone."""
        number = self.number()
        self.choices.nth(at).click()
        self.page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")

    def answer_some(self, count: int) -> None:
        """Answer so many trials."""
        for n in range(count):
            assert self.come_to_trial()
            self.answer(n % 2)

    def finish(self) -> None:
        """Answer everything that is left."""
        while self.come_to_trial():
            self.answer()

    def saved(self, count: int) -> None:
        """Wait until the page says that so many answers are saved."""
        expect(self.page.locator("#saved")).to_contain_text(f"saved {count} /")
