"""Foreign bytes are read in a child: what goes beyond its limits is refused in a sentence, and nobody else dies."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from anaphor.errors import ContentError, FormatError, MissingExtraError, Place, UnknownNameError, command_at_work
from anaphor.files import ReadingLimits, read_guarded
from anaphor.text import speaking, text

pytestmark = pytest.mark.waiting

FEW = ReadingLimits(seconds=1, patience=60, memory=256 << 20, result=1 << 20)


def lengths(data: bytes, *, times: int = 1) -> list[int]:
    return [len(data)] * times


def spin() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(600)


def fill() -> int:
    return len(bytearray(1 << 40))


def abort() -> None:
    os.abort()


def swell() -> bytes:
    return b"x" * (4 << 20)


def refuse(kind: str) -> None:
    if kind == "unknown":
        raise UnknownNameError("format", "yml", ["yaml", "json"])
    if kind == "extra":
        raise MissingExtraError("reading Parquet", "hf")
    raise ContentError("files-json-too-large", where=Place(file="a.json", line=3))


def fail() -> None:
    raise KeyError("a bug of ours")


def spoken() -> str:
    return text("files-absent")


def environment() -> list[str]:
    return sorted(os.environ)


def chatty() -> int:
    print("a library talks")
    return 7


def test_what_a_function_returns_comes_back() -> None:
    assert read_guarded(lengths, b"abc", times=2, file="x") == [3, 3]
    assert read_guarded(chatty, file="x") == 7


def test_too_much_time_of_the_processor_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^x\.csv: reading the file took more than 1 seconds"):
        read_guarded(spin, file="x.csv", limits=FEW)


def test_too_much_time_by_the_clock_is_refused() -> None:
    with pytest.raises(FormatError, match="took more than"):
        read_guarded(sleep, file="x.csv", limits=ReadingLimits(patience=1))


@pytest.mark.parametrize("work", [fill, abort, swell])
def test_too_much_memory_a_crash_and_too_large_a_result_are_refused(work: object) -> None:
    with pytest.raises(FormatError, match=r"^x\.xlsx: .*256 MiB"):
        read_guarded(work, file="x.xlsx", limits=FEW)  # type: ignore[arg-type]


def hold() -> int:
    return len(bytearray(600 << 20))


def limits_of_child() -> list[str]:
    return Path("/proc/self/limits").read_text().splitlines()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_lower_limits_of_the_machine_leave_the_others_as_they_should_be() -> None:
    """A batch system that limits the processor's time took the limit of memory away."""
    script = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
from anaphor.errors import FormatError
from anaphor.files import ReadingLimits, read_guarded
from tests.files.test_guarded import hold, limits_of_child
limits = ReadingLimits(memory=256 << 20)  # and 60 seconds of the processor, as the machine allows
for line in read_guarded(limits_of_child, file="x", limits=limits):
    print(*line.split()[-4:-1])
try:
    print(read_guarded(hold, file="x", limits=limits))
except FormatError as error:
    print(error)
"""
    root = Path(__file__).resolve().parents[2]
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=True)
    assert "time 60 61" in found.stdout
    assert "256 MiB" in found.stdout.splitlines()[-1]


def test_errors_of_ours_come_as_they_were_raised() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean"):
        read_guarded(refuse, "unknown", file="x")
    with pytest.raises(MissingExtraError, match="anaphor\\[hf\\]"):
        read_guarded(refuse, "extra", file="x")
    with pytest.raises(ContentError) as raised:
        read_guarded(refuse, "content", file="x")
    assert raised.value.code == "files-json-too-large"
    assert raised.value.where == Place(file="a.json", line=3)


def test_a_bug_is_no_refusal() -> None:
    with pytest.raises(RuntimeError, match="a bug of ours"):
        read_guarded(fail, file="x")


def test_a_child_speaks_the_language_that_is_spoken_and_knows_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAPHOR_STUDIES", "postgresql://user:password@host/db")
    with speaking("fr"), command_at_work():
        assert read_guarded(spoken, file="x") == text("files-absent")
    assert "ANAPHOR_STUDIES" not in read_guarded(environment, file="x")


def test_children_are_started_from_threads() -> None:
    with ThreadPoolExecutor(3) as threads:
        made = list(threads.map(lambda n: read_guarded(lengths, b"x" * n, file="x"), range(6)))
    assert made == [[n] for n in range(6)]


def test_no_child_outlives_its_reading(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        read_guarded(wait_with_mark, tmp_path / "pid", file="x", limits=ReadingLimits(patience=2))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def wait_with_mark(path: Path) -> None:
    path.write_text(str(os.getpid()))
    time.sleep(600)
