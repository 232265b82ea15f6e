"""A real Dask scheduler with worker processes builds the same shards, also when one of them is killed in the middle."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from anaphor.corpus.index.making import DaskEngine
from anaphor.errors import InputError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus
from tests.corpus.test_building import wait_for
from tests.corpus.test_index import folder_bytes

pytestmark = pytest.mark.waiting

PATIENCE_S = 60
PARTS = 24


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--no-show",
            "--scheduler-file",
            str(file),
        )
        self._wait(file.exists)
        self._wait(lambda: bool(file.read_text().strip()))
        self.address: str = json.loads(file.read_text())["address"]
        self.workers = [self._start_worker(number) for number in range(2)]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        log = (self._folder / f"log{len(self._started)}.txt").open("wb")
        with log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder)
        self._started.append(process)
        return process

    def _start_worker(self, number: int) -> subprocess.Popen[bytes]:
        return self._start(
            "worker",
            self.address,
            "--host",
            "127.0.0.1",
            "--no-nanny",
            "--nthreads",
            "1",
            "--no-dashboard",
            "--name",
            str(number),
            "--local-directory",
            str(self._folder / f"worker{number}"),
        )

    def _wait(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.05)

    def stop(self) -> None:
        """End every process that was started."""
        for process in self._started:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "dask"
    folder.mkdir()
    made = Cluster(folder)
    yield made
    made.stop()


def test_a_cluster_that_loses_a_worker_gives_the_bytes_of_one_process(cluster: Cluster, tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(30_000), files=2)
    folder = tmp_path / "dask-index"
    arguments = [
        "corpus",
        "index",
        *inputs,
        "--name",
        "test",
        "--parts",
        str(PARTS),
        "--engine",
        "dask",
        "--scheduler",
        cluster.address,
        "-o",
        str(folder),
        "--json",
    ]
    code = "from anaphor.cli.main import main; main()"
    building = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)
    wait_for(lambda: len(list((folder / "parts").glob("*.json"))) >= 3, building)
    cluster.workers[0].send_signal(signal.SIGKILL)
    left = PARTS - len(list((folder / "parts").glob("*.json")))
    printed, _ = building.communicate(timeout=PATIENCE_S * 2)
    assert building.returncode == 0
    assert left > 3, "the worker was not killed in the middle"
    assert json.loads(printed)["parts"] == PARTS
    whole = index_of(inputs, tmp_path / "whole", parts=PARTS)
    assert folder_bytes(folder) == folder_bytes(tmp_path / "whole")
    one = index_of(inputs, tmp_path / "one")
    assert whole.pair("moulin", "lourd") == one.pair("moulin", "lourd")


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphor.corpus.index.making._PATIENCE_S", 1)
    with pytest.raises(InputError, match="no Dask scheduler answers"):
        DaskEngine("tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="no address"):
        DaskEngine("nonsense")
