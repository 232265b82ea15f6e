"""Container images for the tests, made of the system's own Python: no registry can be reached from a test."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import pytest

from anaphor.challenge.container.engine import ContainerEngine, find_engine
from anaphor.challenge.sandbox.bubblewrap import find_python

_FOLDERS = ("tmp", "entry", "proc", "dev", "etc", "run", "home", "usr/bin", "usr/lib", "usr/lib64", "usr/local/bin")
_PROGRAMS = ("sh", "sleep", "su")
_LEFT_OUT = ("test*", "idlelib", "ensurepip", "lib2to3", "pydoc_data", "dist-packages", "config-*", "unittest")
_LIMITS = ("--ulimit", "nofile=512:512", "--ulimit", "nproc=512:512")
"""Where the tests themselves run in a container, an engine may not raise its own limits."""


def engine_here() -> ContainerEngine:
    """The container engine of this machine; where there is none, the test is skipped and says so."""
    if os.geteuid():
        pytest.skip("what keeps an ordinary user's containers in depends on the machine: only root's are tried")
    engine = find_engine()
    if isinstance(engine, str):
        pytest.skip(f"no container engine here ({engine}): the container backend was not tried")
    return engine


def try_engine(engine: ContainerEngine, image: str) -> None:
    """Skip, loudly, where an engine is installed and cannot run the simplest container."""
    command = [*engine.command, "run", "--rm", *engine.running, "--network", "none", *_LIMITS, image, "python3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL)
    if done.returncode:
        pytest.skip(f"{engine.name} runs no container here ({done.stderr.strip()[-300:]}): the backend was not tried")


@contextmanager
def imported(engine: ContainerEngine, tar: Path, *changes: str) -> Iterator[str]:
    """An image with a name of its own; `changes` are lines as in a container file."""
    name = f"localhost/anaphor-test-{token_hex(6)}"
    load(engine, tar, name, *changes)
    try:
        yield name
    finally:
        subprocess.run([*engine.command, "rmi", "-f", name], check=False, capture_output=True)


@contextmanager
def renamed(engine: ContainerEngine, image: str) -> Iterator[str]:
    """The same image under another name, which may be given to another one."""
    name = f"{image}-{token_hex(4)}"
    subprocess.run([*engine.command, "tag", image, name], check=True, capture_output=True)
    try:
        yield name
    finally:
        subprocess.run([*engine.command, "rmi", name], check=False, capture_output=True)


def load(engine: ContainerEngine, tar: Path, name: str, *changes: str) -> None:
    """Give a name to an image, in place of the one that had it."""
    options = [word for change in changes for word in ("--change", change)]
    subprocess.run([*engine.command, "import", *options, str(tar), name], check=True, capture_output=True)


def python_tar(folder: Path) -> Path:
    """A root file system with the system's Python, a few programs, and what they need."""
    root, python = folder / "root", Path(find_python()).resolve()
    ask = "import os; print(os.path.dirname(os.__file__))"
    library = Path(subprocess.check_output([python, "-c", ask], text=True).strip())
    for name in _FOLDERS:
        (root / name).mkdir(parents=True)
    for name in ("bin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    (root / "tmp").chmod(0o1777)
    shutil.copy(python, root / "usr/bin/python3")
    shutil.copytree(library, root / "usr/lib" / library.name, symlinks=True, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    programs = [Path(found) for name in _PROGRAMS if (found := shutil.which(name, path="/usr/bin:/bin"))]
    for program in programs:
        shutil.copy(program.resolve(), root / "usr/bin" / program.name)
    _copy_needed([python, *programs, *library.glob("lib-dynload/*.so")], root)
    tar = folder / "root.tar"
    subprocess.run(["tar", "-C", root, "-cf", tar, "."], check=True)
    shutil.rmtree(root)
    return tar


def _copy_needed(programs: list[Path], root: Path) -> None:
    """The shared libraries that programs load, where the loader looks for them."""
    said = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=False).stdout
    for path in sorted({Path(word) for word in said.split() if word.startswith("/") and ".so" in word}):
        if path.name.endswith(":"):
            continue
        place = root / "usr" / path.parent.relative_to("/usr" if path.is_relative_to("/usr") else "/")
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place / path.name)
