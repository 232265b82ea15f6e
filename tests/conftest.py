"""What all tests share: the place of the real data, and the profiles of the fuzzers."""

import gc
import os
import resource
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # two workers on two cores: threads that spin take the other's

import pytest
from hypothesis import HealthCheck, settings

from anaphor.text import set_interface
from tests.marks import may_be_chosen

collect_ignore_glob = ["strangers/*"]  # scripts: to import one is to run it
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

# `make test` tries the same few examples every time, `make test-long` many others each time.
settings.register_profile(
    "quick", max_examples=25, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# A shell that starts the tests in the background has SIGINT ignored, and programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--seconds`: where the time goes."""
    parser.addoption("--seconds", action="store_true", help="print what folders and the slowest files took")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread none of whose tests `-m` can choose: each worker would import all of them.

    A mark is found by its words in the file, so it is written there and not handed on from elsewhere.
    """
    if not config.option.markexpr or not collection_path.name.startswith("test_") or not collection_path.is_file():
        return None
    return True if not may_be_chosen(config.option.markexpr, collection_path.read_text("utf-8")) else None


def _processor() -> float:
    """Seconds of the processor that this process and those that it has waited for have used."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


_used = [_processor()]
_seconds: dict[str, list[float]] = {}


def pytest_collection_finish() -> None:
    """What finding the tests took is no test's."""
    _used[0] = _processor()


def pytest_sessionfinish() -> None:
    """What is left at the end is looked through once for errors in what is thrown away, not five times."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give each report the seconds of the processor since the one before; they come from the workers with it."""
    report = yield
    before, _used[0] = _used[0], _processor()
    report.processor = _used[0] - before  # type: ignore[attr-defined]  # carried to the report's reader
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up by file."""
    found = _seconds.setdefault(report.nodeid.partition("::")[0], [0.0, 0.0])
    found[0] += getattr(report, "processor", 0.0)
    found[1] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What folders and the slowest files took, where that was asked for."""
    if not config.getoption("--seconds") or not _seconds:
        return
    folders: dict[str, list[float]] = {}
    for file, (processor, clock) in _seconds.items():
        total = folders.setdefault("/".join(file.split("/")[: 1 if file.startswith("src/") else 2]), [0.0, 0.0])
        total[0] += processor
        total[1] += clock
    terminalreporter.section("seconds of the processor, and by the clock")
    whole = [sum(each) for each in zip(*folders.values(), strict=True)]
    slowest = sorted(_seconds.items(), key=lambda row: -row[1][0])[:40]
    for name, (processor, clock) in [
        ("everything", whole),
        *sorted(folders.items(), key=lambda row: -row[1][0]),
        *slowest,
    ]:
        terminalreporter.write_line(f"{processor:8.1f} {clock:8.1f}  {name}")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A command that was asked for French leaves no trace of it."""
    yield
    set_interface("en")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data sets; where it is not beside the project, the test is skipped and says so."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"CI must have the real data at {SHARED}")
        pytest.skip(f"the real data sets are not at {SHARED}: this golden test did not run")
    return SHARED
