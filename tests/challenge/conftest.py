"""What the tests of the challenge share: a ring in which entries are run, sealed where this machine can."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphor.challenge.container.container import ContainerSandbox
from anaphor.challenge.sandbox.cgroup import find_hierarchy
from anaphor.challenge.sandbox.unsealed import PlainSandbox
from tests.challenge.entries import SMALL, Ring
from tests.challenge.images import engine_here, imported, python_tar, try_engine
from tests.challenge.origin import Site, secure_site


@pytest.fixture
def ring(tmp_path: Path) -> Ring:
    """Runs entries in cages; skipped, loudly, where no cage can be made."""
    need_cage()
    return Ring(tmp_path)


@pytest.fixture
def open_ring(tmp_path: Path) -> Ring:
    """Runs entries as plain processes: for what is about the referee and not about the cage."""
    return Ring(tmp_path, PlainSandbox(limits=SMALL))


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[Site]:
    """A site that speaks TLS; `tmp_path` has the certificate of who vouches for it."""
    with secure_site(tmp_path) as (up, _):
        yield up


@pytest.fixture(scope="session")
def tar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file system with Python in it, for images."""
    engine_here()
    return python_tar(tmp_path_factory.mktemp("image"))


@pytest.fixture(scope="session")
def image(tar: Path) -> Iterator[str]:
    """An image with Python in it, on an engine that works."""
    engine = engine_here()
    with imported(engine, tar) as name:
        try_engine(engine, name)
        yield name


@pytest.fixture
def box(tmp_path: Path, image: str) -> Ring:
    """Runs entries in containers; skipped, loudly, where no container can be run."""
    made = Ring(tmp_path, ContainerSandbox(limits=SMALL, engine=engine_here()))
    made.image, made.patience = image, 3.0  # a container takes longer to begin
    return made


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
