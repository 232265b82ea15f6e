"""The `container` backend: an entry's image, run by podman or docker with the limits of the `process` backend.

Which layers hold depends on how the engine was set up, so the same probe is run in a container as in a cage.
"""

import json
import math
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from anaphor.challenge.sandbox import Backend, Ending, Layer, Limits, Record, Sandbox, Seal, Submission
from anaphor.challenge.sandbox_cage import ENTRY, ENVIRONMENT
from anaphor.challenge.sandbox_selftest import REQUIRED, try_layers
from anaphor.challenge.sandbox_staging import NOBODY, Staged, private_folder, stage
from anaphor.challenge.seccomp import profile
from anaphor.challenge.wire import PipeWire
from anaphor.errors import AnaphorError, InputError

_PATIENCE_S = 60.0
_USERS = (f"0:100000:{NOBODY}", f"{NOBODY}:{NOBODY}:1")
"""Inside, nobody is nobody and can read the entry's files; everybody else is somebody without a name outside."""
_SIGNALLED = 128
_REMOVALS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A program that runs containers."""

    name: str
    """podman or docker."""
    options: tuple[str, ...] = ()
    """What this machine needs before `run`."""
    own_users: tuple[str, ...] = ()
    """What gives a container users of its own; docker has that as a setting of its daemon."""
    scratch: str = ""
    """What makes the temporary folder ours and not the image's."""
    removal: tuple[str, ...] = ("rm", "-f")
    """What ends a container at once and takes it away."""


def find_engine() -> Engine | str:
    """The first engine that answers, or why there is none."""
    reasons = []
    for name in ("podman", "docker"):
        if not shutil.which(name):
            reasons.append(f"{name} is not installed")
            continue
        said = _ask([name, "info", "--format", "json"])
        if isinstance(said, str):
            reasons.append(f"{name}: {said}")
            continue
        return _podman() if name == "podman" else Engine(name=name)
    return "; ".join(reasons)


def engine_missing() -> str | None:
    """Why no container can be run on this machine; None: one can."""
    engine = find_engine()
    return f"no container can be run here ({engine}); install podman or docker" if isinstance(engine, str) else None


def _podman() -> Engine:
    """podman with what it needs where version 1 and 2 of control groups are mixed: another runtime, no systemd."""
    mixed = Path("/sys/fs/cgroup/memory").is_dir()
    runtime = ("--runtime", "runc") if shutil.which("runc") else ()
    users = [f"{option}={users}" for option in ("--uidmap", "--gidmap") for users in _USERS]
    return Engine(
        name="podman",
        options=("--cgroup-manager=cgroupfs", *runtime) if mixed else (),
        own_users=tuple(users) if os.geteuid() == 0 else ("--userns=keep-id",),
        scratch=",notmpcopyup",
        removal=("rm", "-f", "-t", "0"),
    )


def _ask(command: list[str]) -> bytes | str:
    """What a program prints, or its last words."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {done.returncode}"
    return done.stdout


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerSandbox:
    """The `container` backend."""

    limits: Limits
    """What each entry may use."""
    engine: Engine
    """Who runs the containers."""
    hidden: tuple[Path, ...] = ()
    """Files that are covered in folders that are lent."""
    disk: int = 64 * 2**30
    """Bytes that an entry's files may have."""

    @property
    def backend(self) -> Backend:
        """`container`."""
        return Backend.CONTAINER

    @property
    def terms(self) -> Mapping[str, object]:
        """The engine."""
        return {"engine": self.engine.name, "options": list(self.engine.options), "network": "none"}

    @contextmanager
    def admit(self, submission: Submission, record: Record) -> Iterator["ContainerCell"]:
        """A cell with the entry's image and a copy of its files."""
        if not submission.image:
            raise InputError(f"entry {submission.name} has no image", todo="Give the name of a container image.")
        digest = _ask([self.engine.name, *self.engine.options, "image", "inspect", submission.image])
        if isinstance(digest, str):
            raise InputError(f"the image {submission.image} is not here ({digest})", todo="Load or pull it first.")
        with private_folder() as folder:
            staged = stage(submission.folder, folder / "entry", most=self.disk) if submission.folder else None
            (folder / "empty").touch(mode=0o444)
            (folder / "seccomp.json").write_text(json.dumps(profile()), "utf-8")
            yield ContainerCell(self, submission, staged, folder, _image_id(digest))


def _image_id(inspected: bytes) -> str:
    try:
        return str(json.loads(inspected)[0]["Id"])
    except (ValueError, KeyError, IndexError, TypeError):
        raise AnaphorError("the engine does not say which image it has") from None


class ContainerCell:
    """An image that is ready to be started."""

    def __init__(
        self, sandbox: ContainerSandbox, submission: Submission, staged: Staged | None, folder: Path, image: str
    ) -> None:
        self._sandbox, self._submission, self._staged = sandbox, submission, staged
        self._folder, self._image = folder, image

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run, exactly."""
        return {
            "image": self._image,
            "digest": self._staged.digest if self._staged else None,
            "command": list(self._submission.command),
            "environment": {**ENVIRONMENT, **self._submission.environment},
            "readable": [str(path) for path in self._submission.readable],
        }

    def start(self, *, until: float, output: int) -> "ContainerWire":
        """Start the entry in a new container."""
        engine, name = self._sandbox.engine, f"anaphor-{secrets.token_hex(8)}"
        command = [engine.name, *engine.options, "run", *engine.own_users, "--name", name,
                   *self._options(), self._image, *self._submission.command]  # fmt: skip
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, cwd="/",
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise AnaphorError(f"{engine.name} could not be started ({error.strerror})") from error
        return ContainerWire(process, [engine.name, *engine.options, *engine.removal, name], until=until, output=output)

    def _options(self) -> Iterator[str]:
        limits = self._sandbox.limits
        yield from ("-i", "--network", "none", "--read-only", "--cap-drop", "ALL", "--ipc", "private")
        yield from ("--security-opt", "no-new-privileges", "--user", f"{NOBODY}:{NOBODY}", "--hostname", "sealed")
        yield from ("--memory", str(limits.memory), "--memory-swap", str(limits.memory))
        yield from ("--pids-limit", str(limits.processes), "--shm-size", str(limits.scratch))
        scratch = f"rw,nosuid,nodev,size={limits.scratch},mode=1777{self._sandbox.engine.scratch}"
        yield from ("--tmpfs", f"/tmp:{scratch}", "--security-opt", f"seccomp={self._folder / 'seccomp.json'}")
        if limits.cores:
            yield from ("--cpus", str(limits.cores))
        yield from ("--ulimit", f"cpu={math.ceil(limits.cpu)}:{math.ceil(limits.cpu) + 1}")
        for kind, value in (("fsize", limits.file), ("core", 0), ("nofile", limits.open_files),
                            ("nproc", limits.processes)):  # fmt: skip
            yield from ("--ulimit", f"{kind}={value}:{value}")
        for key, text in {**ENVIRONMENT, **self._submission.environment}.items():
            yield from ("--env", f"{key}={text}")
        yield from self._volumes()

    def _volumes(self) -> Iterator[str]:
        if self._staged:
            yield from ("--volume", f"{self._staged.path}:{ENTRY}:ro", "--workdir", ENTRY)
        lent = [path.resolve() for path in self._submission.readable]
        for path in lent:
            yield from ("--volume", f"{path}:{path}:ro")
        for path in self._sandbox.hidden:
            if any(path.is_relative_to(each) for each in lent):
                yield from ("--volume", f"{self._folder / 'empty'}:{path}:ro")


class ContainerWire(PipeWire):
    """The pipes of an entry in a container."""

    def __init__(self, process: "subprocess.Popen[bytes]", remove: list[str], *, until: float, output: int) -> None:
        super().__init__(process, until=until, output=output)
        self._remove = remove

    @property
    def applied(self) -> Mapping[str, str]:
        """What the engine was asked for."""
        return {"groups": "by the engine", "seccomp": "the engine's own", "landlock": "no"}

    def end(self, *, kill: bool) -> Ending:
        """Remove the container with everything in it."""
        ending = self.finish(kill=kill, slay=self._slay)
        if ending.code is not None and ending.code > _SIGNALLED:
            return replace(ending, code=None, signal=ending.code - _SIGNALLED)
        return ending

    def _slay(self) -> None:
        """End the engine's client first: it may still be making the container, which would then stay."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for _ in range(_REMOVALS):
            if isinstance(_ask(self._remove), str):  # there is no such container, or no longer
                break
            time.sleep(0.1)


@cache
def try_container(image: str | None) -> Seal:
    """Which layers of the `container` backend hold on this machine; an image with python3 is needed to try them."""
    if sys.platform != "linux":
        return _no("a sealed run needs Linux")
    engine = find_engine()
    if isinstance(engine, str):
        return _no(engine)
    first = Layer(name="engine", required=True, ok=True, reason=engine.name)
    if image is None:
        untried = tuple(Layer(name=name, required=True, ok=False, reason="not tried: no image was named")
                        for name in REQUIRED)  # fmt: skip
        return Seal(backend=Backend.CONTAINER, layers=(first, *untried))

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ContainerSandbox(limits=limits, engine=engine, hidden=hidden)

    return Seal(backend=Backend.CONTAINER, layers=(first, *try_layers(make, ("python3",), image)))


def _no(why: str) -> Seal:
    return Seal(backend=Backend.CONTAINER, layers=(Layer(name="engine", required=True, ok=False, reason=why),))
