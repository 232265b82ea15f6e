"""A real browser, and a page in it: it opens from its file, asks nobody for anything, and does not scroll sideways."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

WHOLE = shutil.which("chromium") or shutil.which("google-chrome")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
"""The same engine without windows where it is installed: pages take it a third of the processor time."""
_QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def chromium(*, whole: bool = False) -> Iterator[Browser]:
    """Debian's Chromium, headless; the whole of it where the engine alone edits or times in another way."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=(WHOLE if whole else None) or CHROMIUM, args=_QUIET)
        yield browser
        browser.close()


def look_at(browser: Browser, path: Path, width: int, dark: bool) -> Page:
    """Open a page and see that it is whole; whoever asked closes it."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light")
    requests: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(path.as_uri())
    assert requests == [path.as_uri()]
    assert problems == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    return page
