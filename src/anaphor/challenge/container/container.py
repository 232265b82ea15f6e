"""Entries in containers of podman or docker with the limits of the `process` backend.

Which layers hold depends on how the engine was set up, so the same probe is run in a container as in a process.
"""

import json
import math
import os
import platform
import resource
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphor.challenge.container.engine import (
    ContainerEngine,
    Image,
    find_engine,
    find_image,
    new_name,
    remove_abandoned,
)
from anaphor.challenge.container.wire import ContainerWire, Listener, lacks_program, no_container
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy
from anaphor.challenge.sandbox.isolation import AUTHORITIES, ENTRY, ENVIRONMENT, PROXY_SOCKET, check_readable
from anaphor.challenge.sandbox.pipes import start_piped
from anaphor.challenge.sandbox.process import SLACK, IsolatingSandbox, Prepared
from anaphor.challenge.sandbox.sandbox import Backend, Layer, Limits, Record, Sandbox, Seal, Submission, on_linux
from anaphor.challenge.sandbox.seccomp import PROCESSORS, profile
from anaphor.challenge.sandbox.selftest import try_layers, untried
from anaphor.challenge.sandbox.staging import NOBODY
from anaphor.errors import AnaphorError, InputError, Place

_PATIENCE_S = 60.0
"""Seconds that an engine may take to make a container."""
_SLACK_S = 10
"""Seconds after which a container ends by itself when the referee, whose task that is, is no more."""
_FILTERING = ("seccomp", "listener", "notify")
"""Words of a runtime that cannot hand notifications on."""
_KEPT = ("PATH", "LANG")
"""Variables that an image knows better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerSandbox(IsolatingSandbox):
    """The `container` backend."""

    engine: ContainerEngine
    """Who runs the containers."""

    @property
    def backend(self) -> Backend:
        """`container`."""
        return Backend.CONTAINER

    @property
    def terms(self) -> Mapping[str, object]:
        """The engine."""
        return {
            "engine": self.engine.name,
            "version": self.engine.version,
            "options": list(self.engine.options),
            "disk": self.disk,
            "network": self.network.terms if self.network else "none",
        }

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator["ContainerLauncher"]:
        """What starts the entry's image with a copy of its files."""
        engine, readable = self.engine, [path.resolve() for path in submission.readable]
        image = find_image(engine, submission.image, entry=submission.name, has_command=bool(submission.command))
        for path in readable:
            if ":" in str(path):  # which would end the name in an option of the engine
                raise InputError("challenge-sandbox-lent-no-folder", where=Place(file=str(path)))
        check_readable(readable, self.covered)
        remove_abandoned(engine)
        if self.network and (not engine.watched or os.geteuid() != 0):  # no bridge to the proxy can be built
            raise AnaphorError("challenge-sandbox-container-internet", engine=engine.name)
        with self.staged(submission, record) as prepared:
            (prepared.folder / "empty").touch(mode=0o444)
            (prepared.folder / "nothing").mkdir(mode=0o555)
            yield ContainerLauncher(self, submission, prepared, image)


class ContainerLauncher:
    """An image that is ready to be started."""

    def __init__(self, sandbox: ContainerSandbox, submission: Submission, prepared: Prepared, image: Image) -> None:
        self._sandbox, self._submission, self._prepared, self._image = sandbox, submission, prepared, image
        self._hierarchy = sandbox.hierarchy
        self._processor = PROCESSORS.get(platform.machine())
        self._watched = sandbox.engine.watched and self._processor is not None

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that the entry gets beside its image's own."""
        better = set(_KEPT) & set(self._image.environment)
        ours = {key: text for key, text in ENVIRONMENT.items() if key not in better}
        return {**ours, **self._prepared.environment, **self._submission.environment}

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run, exactly."""
        return {
            "image": self._image.id,
            "digest": self._prepared.digest,
            "command": list(self._submission.command),
            "environment": self.environment,
            "readable": [str(path) for path in self._submission.readable],
        }

    def start(self, *, until: float, output: int) -> ContainerWire:
        """Start the entry in a new container."""
        if self._watched:
            try:
                with Listener(self._prepared.folder / "watch.sock") as listener:
                    wire = self._launch(until, output, str(listener.path))
                    if self._settled(wire, listener):
                        return wire
            except OSError:
                pass  # no such socket can be made: the filter works as well without
            self._watched = False
        if self._prepared.proxy_socket:
            raise no_container("", "its runtime does not say which process it is, so that nothing leads to the proxy")
        return self._launch(until, output, None)

    def _settled(self, wire: ContainerWire, listener: Listener) -> bool:
        """Whether a container is under way and looked after; False: its runtime has no notifications to hand on."""
        try:
            report = None
            deadline = time.monotonic() + _PATIENCE_S
            while report is None and time.monotonic() < deadline:
                ended = wire.process.poll() is not None
                report = listener.receive(_PATIENCE_S)
                if ended:
                    break
            if report is not None:
                wire.look_after(report, self._processor, group=self._group, proxy_socket=self._prepared.proxy_socket)
                return True
        except (OSError, AnaphorError) as error:
            raise no_container(wire.end(kill=True).stderr, error) from error
        except BaseException:
            wire.end(kill=True)
            raise
        code = wire.process.poll()
        said = wire.last_words()
        if lacks_program(code, said):
            return True
        with suppress(AnaphorError):
            wire.end(kill=True)
        if code is None or any(word in said.lower() for word in _FILTERING):
            return False
        raise no_container(said, f"exit code {code}")

    def _group(self) -> Cgroup | None:
        return Cgroup(self._hierarchy, self._sandbox.limits) if isinstance(self._hierarchy, Hierarchy) else None

    def _launch(self, until: float, output: int, listener: str | None) -> ContainerWire:
        engine, name, command = self._sandbox.engine, new_name(), self._submission.command
        (self._prepared.folder / "seccomp.json").write_text(json.dumps(profile(listener)), "utf-8")
        # An engine that reports nothing is asked afterwards whether the entry ever began, and must still know it.
        goes = ("--rm",) if listener else ()
        # The image goes by what is in it and not by its name, and the entry's command takes the place of its own.
        program = (*([f"--entrypoint={command[0]}"] if command else []), self._image.id, *command[1:])
        run = [*engine.command, "run", "--name", name, *goes, *engine.running, *self._options(until), *program]
        try:
            process = start_piped(run, cwd="/")
        except OSError as error:
            raise AnaphorError("challenge-sandbox-engine", engine=engine.name, why=str(error.strerror)) from error
        return ContainerWire(process, engine, name, until=until, output=output)

    def _options(self, until: float) -> Iterator[str]:
        limits, engine, folder = self._sandbox.limits, self._sandbox.engine, self._prepared.folder
        yield from ("-i", "--network", "none", "--read-only", "--cap-drop", "ALL", "--ipc", "private")
        yield from ("--cgroupns", "private", "--pull", "never", "--log-driver", "none", "--no-healthcheck")
        yield from ("--security-opt", "no-new-privileges", "--user", f"{NOBODY}:{NOBODY}", "--hostname", "sealed")
        yield from ("--memory", str(limits.memory), "--memory-swap", str(limits.memory))
        yield from ("--pids-limit", str(limits.processes), "--shm-size", str(limits.scratch))
        scratch = f"rw,nosuid,nodev,size={limits.scratch},mode=1777{engine.scratch}"
        yield from ("--tmpfs", f"/tmp:{scratch}", "--security-opt", f"seccomp={folder / 'seccomp.json'}")
        if engine.timeout:
            yield from (engine.timeout, str(max(1, math.ceil(until - time.monotonic())) + _SLACK_S))
        if limits.cores:
            yield from ("--cpus", str(limits.cores))
        # A control group of ours, where the entry will be in one, is to be met first.
        grouped = self._watched and isinstance(self._hierarchy, Hierarchy)
        yield from _resource_limits(limits, SLACK if grouped else 0)
        for key, text in self.environment.items():
            yield from ("--env", f"{key}={text}")
        yield from self._volumes()

    def _volumes(self) -> Iterator[str]:
        prepared = self._prepared
        if prepared.staged:
            yield from ("--volume", f"{prepared.staged.path}:{ENTRY}:ro", "--workdir", ENTRY)
        lent = [path.resolve() for path in self._submission.readable]
        shown = [(prepared.proxy_socket, PROXY_SOCKET), (prepared.authorities, AUTHORITIES)]
        for outside, inside in (*shown, *((path, str(path)) for path in lent)):
            if outside:
                yield from ("--volume", f"{outside}:{inside}:ro")
        for path in self._sandbox.covered:
            if path.exists() and any(path.is_relative_to(each) for each in lent):
                cover = prepared.folder / ("nothing" if path.is_dir() else "empty")
                yield from ("--volume", f"{cover}:{path}:ro")


def _resource_limits(limits: Limits, slack: int) -> Iterator[str]:
    """Limits that hold for each process; none may be higher than the referee's own."""
    cpu, processes = math.ceil(limits.cpu), limits.processes + slack
    for kind, number, soft, hard in (
        ("cpu", resource.RLIMIT_CPU, cpu, cpu + 1),
        ("fsize", resource.RLIMIT_FSIZE, limits.file, limits.file),
        ("core", resource.RLIMIT_CORE, 0, 0),
        ("nofile", resource.RLIMIT_NOFILE, limits.open_files, limits.open_files),
        ("nproc", resource.RLIMIT_NPROC, processes, processes),
    ):
        own = resource.getrlimit(number)[1]
        most = [value if own == resource.RLIM_INFINITY else min(value, own) for value in (soft, hard)]
        yield from ("--ulimit", f"{kind}={most[0]}:{most[1]}")


def try_container(image: str | None) -> Seal:
    """Which layers of the `container` backend hold on this machine; an image with python3 is needed to try them."""
    engine = find_engine() if on_linux() else "a sealed run needs Linux"
    if isinstance(engine, str):
        return Seal(backend=Backend.CONTAINER, layers=(Layer(name="engine", required=True, ok=False, reason=engine),))
    if image is None:
        layers = untried("not tried: no image was named")
    else:
        layers = _try(engine, find_image(engine, image, entry="probe", has_command=True))
    first = Layer(name="engine", required=True, ok=True, reason=f"{engine.name} {engine.version}")
    return Seal(backend=Backend.CONTAINER, layers=(first, *layers))


@cache
def _try(engine: ContainerEngine, image: Image) -> tuple[Layer, ...]:
    """The layers, tried once for each image."""

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ContainerSandbox(limits=limits, engine=engine, hidden=hidden)

    return try_layers(make, ("python3",), image.id, brought=image.environment)
