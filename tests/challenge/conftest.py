"""What the tests of the challenge share: a ring in which entries are run, sealed where this machine can."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from anaphor.challenge.cgroup import find_hierarchy
from anaphor.challenge.sandbox_plain import PlainSandbox
from tests.challenge.entries import SMALL, Ring


@pytest.fixture
def ring(tmp_path: Path) -> Ring:
    """Runs entries in cages; skipped, loudly, where no cage can be made."""
    need_cage()
    return Ring(tmp_path)


@pytest.fixture
def open_ring(tmp_path: Path) -> Ring:
    """Runs entries as plain processes: for what is about the referee and not about the cage."""
    return Ring(tmp_path, PlainSandbox(limits=SMALL))


def need_cage() -> None:
    """Skip the test where bubblewrap or Linux is missing; fail in CI, which must have both."""
    if sys.platform == "linux" and shutil.which("bwrap"):
        return
    if os.environ.get("CI"):
        pytest.fail("CI must have bubblewrap")
    pytest.skip("no bubblewrap here: this test of the cage did not run")


def need_groups() -> None:
    """Skip the test where control groups cannot be used: what they alone can count is not counted."""
    if isinstance(why := find_hierarchy(), str):
        pytest.skip(f"no control groups here ({why}): this test did not run")
