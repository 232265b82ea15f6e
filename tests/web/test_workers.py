"""Several workers: they share the jobs of a site and the entries of a challenge, and the end of one costs nothing."""

import json
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from anaphor import challenge as house
from anaphor.challenge.transcript.trace import read_trace
from anaphor.errors import InputError
from anaphor.experiment import Accounts
from anaphor.web import JobQueue, Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import JobBook, JobState, offers_of
from tests.challenge.entries import PYTHON
from tests.experiment.databases import new_database
from tests.web.served import listening
from tests.web.test_jobs import HERE, answers, asking, kill_worker, until
from tests.web.test_site import log_in

pytestmark = pytest.mark.waiting

_SLOWLY = """
import json, sys, time
for line in sys.stdin:
    time.sleep(0.2)
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""
TOLD = {"challenge": "prix", "act": "run"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A challenge that runs sealed, with the program of an entry beside it, made once."""
    place = tmp_path_factory.mktemp("begun") / "prix"
    house.new(place, questions=15, backend="process", seed=1)
    shutil.rmtree(place / "entries" / "starter-kit")
    source = place.parent / "source"
    source.mkdir()
    (source / "answer.py").write_text(_SLOWLY, "utf-8")
    return place


def site_of(root: Path, begun: Path, *names: str) -> Path:
    """The folder of a site with that challenge and some entries."""
    place = root / "challenges" / "prix"
    shutil.copytree(begun, place)
    for name in names:
        house.enter(place, name, command=(PYTHON, "answer.py"), folder=begun.parent / "source")
    return place


@contextmanager
def worked(*queues: JobQueue) -> Iterator[None]:
    """Queues whose workers end with the test."""
    try:
        yield
    finally:
        for each in queues:
            each.leave()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_two_workers_one_is_killed_and_each_entry_and_question_is_run_once(
    tmp_path: Path, begun: Path, kind: str, slow_model: str, request: pytest.FixtureRequest
) -> None:
    url = None if kind == "sqlite" else new_database(request.getfixturevalue("postgresql"), "workers")
    place, book = site_of(tmp_path, begun, "one", "two", "three"), JobBook(tmp_path)
    queue = JobQueue(tmp_path, url, workers=2, endpoints=HERE)
    with worked(queue):
        told = {"source": "anaphor-fr", "resolver": asking(slow_model, "bob"), "limit": 60}
        queue.add(tmp_path, "resolve", "slow", who="bob", told=told)
        whole = queue.add(tmp_path, "challenge", "run", who="ann", told=TOLD)

        def under_way() -> bool:
            """Whether two entries run at once, and one of them has answered something."""
            running = {job.told["entry"] for job in book.unfinished() if job.part_of and job.state is JobState.RUNNING}
            found = [path for name in running for path in place.glob(f"traces/*/{name}.run.jsonl")]
            return len(running) == 2 and any(path.read_bytes().count(b'"kind":"answer"') > 2 for path in found)

        until(under_way)
        assert len(offers_of(tmp_path)) == 2
        kill_worker(queue)
        until(lambda: len(offers_of(tmp_path)) == 1)
        until(lambda: not book.unfinished())
    jobs = {job.title: job for job in book.jobs()}
    assert {job.state for job in jobs.values()} == {JobState.DONE}, [job.said for job in jobs.values()]
    assert sum(job.tries == 2 for job in jobs.values()) >= 1, "what the killed one did was taken up"
    with house.open_challenge(place) as held:
        events = Counter((each["kind"], each.get("entry")) for each in held.events())
        ended = {run.state.value for run in held.course.runs.values()}
    assert {events[kind, name] for kind in ("started", "ended") for name in ("one", "two", "three")} == {1}
    assert ended == {"finished"}
    for name in ("one", "two", "three"):
        (path,) = place.glob(f"traces/*/{name}.run.jsonl")
        heard = Counter(each["question"] for each in read_trace(path) if each["kind"] == "answer")
        assert set(heard.values()) == {1}
        assert len(heard) == 15
    assert house.verify(place).ok
    assert set(answers(tmp_path).values()) == {1}
    assert len(answers(tmp_path)) == 60
    assert whole.id == jobs["run"].id
    assert {job.part_of for job in jobs.values() if " · " in job.title} == {whole.id}


def test_a_run_waits_for_a_worker_that_offers_what_it_needs_and_the_page_says_so(
    tmp_path: Path, begun: Path, accounts: Accounts, client: httpx.Client
) -> None:
    folder = SiteFolder(root=tmp_path / "site")
    folder.make()
    place, book = site_of(folder.root, begun), JobBook(folder.root)
    rules = place / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("[dates]", "[needs]\ngpus = 1\nmemory = 2\n\n[dates]"), "utf-8")
    for name, needs in (("small", "needs = { memory = 2 }\n"), ("large", ""), ("huge", "needs = { gpus = 8 }\n")):
        source = tmp_path / name
        shutil.copytree(begun.parent / "source", source)
        (source / "entry.toml").write_text(f"{needs}command = {json.dumps([PYTHON, 'answer.py'])}\n", "utf-8")
        if name != "huge":
            house.enter(place, name, folder=source)
    for command in ((), (PYTHON, "answer.py")):
        with pytest.raises(InputError, match="more than the rules"):
            house.enter(place, "huge", folder=tmp_path / "huge", command=command)
    setting = SiteSetting(job_workers=1, offers={"memory": 4})
    with listening(Site(folder, {}, accounts, setting)) as address:
        check = log_in(client, address)
        french = {"accept-language": "fr"}
        asked = client.post(f"{address}/challenges/prix/organise/run", data={"check": check}, headers=french)
        page = asked.headers["location"]

        def state_of(name: str) -> Any:
            return next((job.state for job in book.jobs() if job.told.get("entry") == name), None)

        until(lambda: state_of("small") is JobState.DONE)
        assert state_of("large") is JobState.WAITING
        shown = client.get(address + page).text
        assert "waits for a worker that offers 1 graphics card(s), 2 GiB of memory" in shown
        large = next(job for job in book.jobs() if job.told.get("entry") == "large")
        assert large.title.endswith(" · exécution")  # in the language of who asked for it
        shown = client.get(f"{address}/jobs/{large.id}").text
        assert "Runs on a machine with 1 graphics card(s), 2 GiB of memory. A sealed run sees no graphics card" in shown
        line = [sys.executable, "-m", "anaphor", "serve", str(folder.root), "--only-jobs"]
        with subprocess.Popen([*line, "--offer", "gpus=1", "--offer", "memory=2"], stderr=subprocess.PIPE) as other:
            until(lambda: not book.unfinished())
            other.send_signal(signal.SIGTERM)
            assert other.wait(20) == 0
        assert state_of("large") is JobState.DONE
        assert "waits for" not in client.get(address + page).text
    bad = subprocess.run([*line, "--offer", "cards=2"], capture_output=True, text=True, check=False)
    assert (bad.returncode, "nothing that a worker can offer" in bad.stderr) == (2, True)
