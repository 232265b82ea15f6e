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
