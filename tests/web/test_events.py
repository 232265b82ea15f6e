"""Streams of events: what is told, to whom, how long, and what a page does where there is no stream."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from anaphor.experiment import Accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.site import events
from tests.looking import CHROMIUM
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_site import log_in
from tests.web.test_site_in_browser import log_in as log_in_there
from tests.web.visiting import patient_chromium

pytestmark = pytest.mark.waiting


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A site with a project of somebody else's."""
    found = SiteFolder(root=tmp_path / "site")
    found.make()
    found.make_project("theirs", ["paul"])
    return found


@pytest.fixture
def site(folder: SiteFolder, accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> Site:
    """That site, whose jobs nobody does but the tests."""
    found = Site(folder, {}, accounts, SiteSetting())
    monkeypatch.setattr(found.jobs, "ensure", lambda: None)
    return found


@pytest.fixture
def address(site: Site) -> Iterator[str]:
    """Where it is served."""
    with listening(site) as found:
        yield found


def begun(folder: Path, name: str = "ab12") -> Job:
    """A job that is running."""
    job = Job(id=name, kind="audit", title="slow", who="marie", interface="en", made_at=1.0, state=JobState.RUNNING)
    return JobBook(folder).write(job)


def test_a_stream_tells_of_changes_ends_with_the_job_and_is_kept_back_by_no_proxy(
    address: str, client: httpx.Client, folder: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "_QUIET_S", 0.1)
    log_in(client, address)
    job = begun(folder.root)
    with client.stream("GET", f"{address}/events/jobs/ab12") as found:
        assert found.headers["content-type"].startswith("text/event-stream")
        assert (found.headers["x-accel-buffering"], found.headers["cache-control"]) == ("no", "no-store")
        lines = (line for line in found.iter_lines() if line)
        assert next(lines) == ": open"
        assert next(lines) == ": still here", "a comment keeps proxies from closing it"
        JobBook(folder.root).write(replace(job, done=3, total=9))
        assert "event: change" in lines  # reads on until there is one
        JobBook(folder.root).write(replace(job, state=JobState.DONE))
        assert [line for line in lines if "event" in line][-1] == "event: end"  # and the server has closed it


def test_streams_are_for_those_who_may_see_the_page_and_not_too_many(
    address: str, client: httpx.Client, folder: SiteFolder, site: Site
) -> None:
    begun(folder.root)
    begun(folder.root / "projects" / "theirs", "cd34")
    assert httpx.get(f"{address}/events/jobs/ab12", timeout=300).headers["location"].startswith("/login")
    log_in(client, address)
    for path in ("/events/jobs/none", "/events/jobs/cd34", "/in/theirs/events/jobs/cd34", "/events/people/x"):
        assert client.get(address + path).status_code == 404, path
    assert client.get(f"{address}/events/challenges/..%2fx").status_code == 404
    with ExitStack() as stack:
        held = [stack.enter_context(client.stream("GET", f"{address}/events/jobs/ab12")) for _ in range(events.MOST)]
        read = [each.iter_lines() for each in held]
        assert [next(each) for each in read] == [": open"] * events.MOST
        refused = client.get(f"{address}/events/jobs/ab12")
        assert (refused.status_code, "too many pages" in refused.text) == (429, True)
    end = time.monotonic() + 600
    while site.streams._open.total():  # who has gone holds no place
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_server_with_open_streams_stops_at_once(tmp_path: Path) -> None:
    kept = {**os.environ, "ANAPHOR_ACCOUNTS": str(tmp_path / "accounts.db")}
    line, root = [sys.executable, "-m", "anaphor"], tmp_path / "site"
    subprocess.run(
        [*line, "account", "add", "marie"], input=f"{PASSWORD}\n{PASSWORD}\n", env=kept, text=True, check=True
    )
    job = [*line, "serve", str(root), "--port", "0"]
    with subprocess.Popen(job, env=kept, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as server:
        assert server.stderr is not None
        said = ""
        while "Stop with" not in said:
            said += server.stderr.readline()
        address = re.findall(r"http://[^/]+", said)[0]
        begun(root)
        with httpx.Client(timeout=300) as client:
            log_in(client, address)
            with client.stream("GET", f"{address}/events/jobs/ab12") as found:
                lines = found.iter_lines()
                assert next(lines) == ": open"
                server.send_signal(signal.SIGTERM)
                assert server.wait(30) == 0


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: no page followed anything")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_page_follows_a_job_by_a_stream_or_asks_again_where_there_is_none(
    address: str, folder: SiteFolder, blocked: bool
) -> None:
    job = begun(folder.root)
    with patient_chromium() as browser:
        page, asked = browser.new_page(), list[str]()
        if blocked:
            page.route("**/events/**", lambda route: route.abort())
        page.goto(f"{address}/jobs/ab12")
        log_in_there(page)
        page.locator("progress").wait_for()
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        if blocked:
            page.wait_for_event("request", lambda request: urlsplit(request.url).path == "/jobs/ab12")
        else:
            page.wait_for_timeout(3_000)
            assert "/jobs/ab12" not in asked, "nothing has changed"  # the stream itself may open only now
        JobBook(folder.root).write(replace(job, done=3, total=9))
        page.get_by_text("3 / 9").wait_for()
        JobBook(folder.root).write(replace(job, state=JobState.DONE))
        page.get_by_text("done", exact=True).wait_for()
        for _ in range(10):  # what was under way when it ended may come in; who asks every second never falls silent
            count = len(asked)
            page.wait_for_timeout(2_500)
            if len(asked) == count:
                return
        pytest.fail("a job that is over is still asked about")
