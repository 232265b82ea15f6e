"""Building can be stopped at any moment and taken up again; what is finished stays, and the bytes are the same."""

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from anaphor.corpus import CorpusSource, open_corpus, open_index
from anaphor.corpus.index.making import HereEngine, IndexOrder, ProcessesEngine, make_index, part_named
from anaphor.errors import InputError, OutputError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus
from tests.corpus.test_index import folder_bytes
from tests.golden.running import run_command

pytestmark = pytest.mark.waiting


def run(*arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """The command; with `limit`, the largest file that it may write, in a process of its own."""
    if limit is None:
        made = run_command(arguments, Path.cwd(), home=Path(os.environ["ANAPHOR_CACHE"]), foreseen=False)
        return subprocess.CompletedProcess(arguments, made.code, made.stdout, made.stderr)
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
    code += "from anaphor.cli.main import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


def wait_for(happened: Callable[[], bool], process: subprocess.Popen[str], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


def test_a_build_that_is_killed_and_started_again_gives_the_same_bytes(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(12_000))
    arguments = ["corpus", "index", *inputs, "--parts", "12", "--processes", "1", "--name", "x"]
    assert run(*arguments, "-o", str(tmp_path / "whole")).returncode == 0
    folder = tmp_path / "killed"
    code = "from anaphor.cli.main import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *arguments, "-o", str(folder)], text=True)
    wait_for((folder / "parts" / "00002.json").exists, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 3 <= _finished(folder) < 12, "the build was not killed in the middle"
    with pytest.raises(InputError, match="not finished"):
        open_index(folder)
    finished = {path: path.stat().st_mtime_ns for path in (folder / "parts").glob("*.json")}
    for begun in (folder / "parts" / ".00011.json.x.part", folder / "shards" / "00002-00" / ".data.x.part"):
        begun.write_bytes(b"{")  # as of a process that was killed while it wrote
    assert run(*arguments, "-o", str(folder)).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in finished} == finished, "finished parts were built again"
    assert folder_bytes(folder) == folder_bytes(tmp_path / "whole")


@pytest.mark.long  # on a quick machine the build may be over before its workers can be held
def test_a_killed_process_is_one_sentence_and_finished_parts_stay(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(60_000))
    folder = tmp_path / "out"
    code = "from anaphor.cli.main import main; main()"
    arguments = ["corpus", "index", *inputs, "--parts", "16", "--processes", "2", "--name", "x", "-o", str(folder)]
    arguments += ["--language", "fr"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], text=True, stderr=subprocess.PIPE, start_new_session=True
    )
    wait_for(lambda: _finished(folder) >= 1, process, seconds=300)
    try:
        os.killpg(process.pid, signal.SIGSTOP)  # all at once: nothing is finished while the workers are looked for
        workers = _workers_of(process.pid)
        assert workers, "no worker was found"
        assert 1 <= _finished(folder) < 12, "the build was not held in the middle"
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        os.killpg(process.pid, signal.SIGCONT)
        _, said = process.communicate()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 2
    assert "was ended from outside" in said
    assert said.count("\n") == 1
    assert run(*arguments).returncode == 0
    whole = index_of(inputs, tmp_path / "whole")
    assert open_index(folder).pair("moulin", "lourd") == whole.pair("moulin", "lourd")


def _finished(folder: Path) -> int:
    """So many parts are built."""
    return len(list((folder / "parts").glob("*.json")))


def _workers_of(parent: int) -> list[int]:
    """Processes below a process that take up work: those of its fork server."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    servers = [int(row[0]) for row in rows if int(row[1]) == parent and "forkserver" in row[2]]
    return [int(row[0]) for row in rows if int(row[1]) in servers]


def test_a_full_disk_is_one_sentence_and_finished_shards_stay(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    small, large = tmp_path / "in" / "a.txt", tmp_path / "in" / "b.txt"
    small.write_text(invented(12_000), "utf-8")
    new_words = "".join(f"motneuf{number} " for number in range(100_000)).encode()
    large.write_bytes(new_words[: small.stat().st_size])  # of one size, so that each is one part
    folder = tmp_path / "out"
    arguments = ["corpus", "index", str(small), str(large), "--parts", "2", "--processes", "1", "-o", str(folder)]
    arguments += ["--language", "fr"]
    stopped = run(*arguments, limit=2_000_000)
    assert stopped.returncode == 2
    assert "could not be written" in stopped.stderr
    assert stopped.stderr.count("\n") == 1
    assert "Traceback" not in stopped.stderr
    finished = list((folder / "shards").glob("0*/meta.json"))
    assert len(finished) == 1
    assert not list((folder / "shards").rglob(".*"))
    assert "Finished shards are kept" in stopped.stderr
    assert run(*arguments).returncode == 0
    assert open_index(folder).damaged() == ()


def test_a_broken_input_is_one_sentence_and_finished_shards_stay(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.txt", tmp_path / "b.txt.gz"
    good.write_text(invented(9000), "utf-8")
    bad.write_bytes(gzip.compress(invented(30_000).encode())[:-200])
    folder = tmp_path / "out"
    arguments = ("--language", "fr", "--parts", "2", "--processes", "2", "-o", str(folder))
    stopped = run("corpus", "index", str(good), str(bad), *arguments)
    assert stopped.returncode == 2
    assert "b.txt.gz" in stopped.stderr
    assert stopped.stderr.count("\n") == 1
    assert len(list((folder / "shards").glob("0*"))) == 1  # what the other process had begun


def ordered(inputs: tuple[str, ...], corpus: CorpusSource, folder: Path, *, parts: int) -> IndexOrder:
    return IndexOrder(inputs=inputs, corpus=corpus, folder=folder, name="x", language="fr", parts=parts)


def test_several_processes_build_the_same_bytes_as_one(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(4000), files=3)
    made = []
    for name, engine in (("one", HereEngine()), ("two", ProcessesEngine(2))):
        make_index(ordered(inputs, open_corpus(inputs), tmp_path / name, parts=4), engine)
        made.append(folder_bytes(tmp_path / name))
    assert made[0] == made[1]


def test_a_failing_part_is_one_sentence_from_another_process(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(200), files=2)
    source = open_corpus(inputs)
    Path(inputs[1]).unlink()
    with pytest.raises(OutputError, match=r"text1\.txt"):
        make_index(ordered(inputs, source, tmp_path / "out", parts=2), ProcessesEngine(2))


def test_progress_ends_at_the_size_of_the_inputs(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(400), files=2)
    seen: list[tuple[int, int]] = []
    order = ordered(inputs, open_corpus(inputs), tmp_path / "out", parts=2)
    make_index(order, HereEngine(), lambda done, total: seen.append((done, total)))
    size = sum(Path(path).stat().st_size for path in inputs)
    assert seen[-1] == (size, size)
    assert seen == sorted(seen)


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "a/b", "1/0", "-1/3", "1/2/3"])
def test_what_names_no_part_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="names no part"):
        part_named(text)
