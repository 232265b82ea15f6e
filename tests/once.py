"""What is expensive to make is made once for all processes of a run of the tests."""

import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden.running import Outcome, run_command


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that whoever comes first fills, while the others wait; nobody may change it."""
    base = factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base).resolve() / "once"
    place.mkdir(exist_ok=True)
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = place / f"{name}.done"
        if not done.exists():
            (place / name).mkdir()
            make(place / name)
            done.touch()
    return place / name


def demonstration(factory: pytest.TempPathFactory, interface: str) -> Outcome:
    """What `anaphor demo` did in one language; its report is in the folder `anaphor-demo`."""

    def make(folder: Path) -> None:
        home = folder / "home"
        home.mkdir()
        spoken = () if interface == "en" else ("--interface", interface)
        made = run_command(("demo", *spoken), folder, home=home)
        said = {"code": made.code, "stdout": made.stdout, "stderr": made.stderr}
        (folder / "said.json").write_text(json.dumps(said), "utf-8")

    folder = once(factory, f"demo-{interface}", make)
    return Outcome(**json.loads((folder / "said.json").read_text("utf-8")), folder=folder)
