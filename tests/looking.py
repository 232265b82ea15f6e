"""A page in the browser: it opens from its file, asks nobody for anything, and does not scroll sideways."""

from pathlib import Path

from playwright.sync_api import Browser, Page


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
