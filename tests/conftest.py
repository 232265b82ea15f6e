"""What all tests share: the place of the real data, and the profiles of the fuzzers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from anaphor.text import set_interface

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

settings.register_profile("quick", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# A shell that starts the tests in the background has SIGINT ignored, and programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


SLOW = frozenset(Path(__file__).with_name("slow.txt").read_text("utf-8").split())
"""Files of tests that `make quick` leaves out: those that took longest when the whole suite was last timed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`: only what is over in seconds; a new file of tests belongs to it until it is listed as slow."""
    parser.addoption("--quick", action="store_true", help="leave out the files that tests/slow.txt lists")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave slow files out where that was asked for."""
    if not config.getoption("--quick") or not collection_path.is_file():
        return None
    name = collection_path.relative_to(config.rootpath).as_posix()
    return True if name in SLOW or name.startswith("src/") else None


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
