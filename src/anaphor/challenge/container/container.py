"""Entries in containers of podman or docker with the limits of the `process` backend.

Which layers hold depends on how the engine was set up, so the same probe is run in a container as in a process.
"""

import json
import math
import os
import platform
import resource
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from anaphor.challenge.container import engine as engines
from anaphor.challenge.container.wire import ContainerWire, lacks_program, listening_at, no_container, receive_report
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy
from anaphor.challenge.sandbox.isolation import (
    ENTRY,
    ENVIRONMENT,
    IsolatingSandbox,
    Prepared,
    check_readable,
    resource_limits,
)
from anaphor.challenge.sandbox.pipes import start_piped
from anaphor.challenge.sandbox.sandbox import (
    Backend,
    Launcher,
    Layer,
    Limits,
    Record,
    Sandbox,
    Seal,
    Submission,
    on_linux,
)
from anaphor.challenge.sandbox.seccomp import obstacle, profile
from anaphor.challenge.sandbox.selftest import try_layers, untried
from anaphor.challenge.staging import NOBODY
from anaphor.errors import AnaphorError, InputError

_PATIENCE_S = 60.0
"""Seconds that an engine may take to make a container."""
_SLACK_S = 10
"""Seconds after which a container ends by itself when the referee, whose task that is, is no more."""
_FILTERING = ("seccomp", "listener", "notify")
"""Words of a runtime that cannot hand notifications on."""
_KEPT = ("PATH", "LANG")
"""Variables that an image knows better."""
_LIMIT_NAMES = {
    resource.RLIMIT_CPU: "cpu",
    resource.RLIMIT_FSIZE: "fsize",
    resource.RLIMIT_NOFILE: "nofile",
    resource.RLIMIT_NPROC: "nproc",
    resource.RLIMIT_CORE: "core",
}
"""What engines call the limits of a process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerSandbox(IsolatingSandbox):
    """The `container` backend."""

    engine: engines.ContainerEngine

    backend: ClassVar[Backend] = Backend.CONTAINER

    @property
    def terms(self) -> Mapping[str, object]:
        engine = self.engine
        terms = {"engine": engine.name, "version": engine.version, "options": list(engine.options)}
        return {**terms, "disk": self.disk, "network": self.network_terms}

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator[Launcher]:
        engine, readable = self.engine, [path.resolve() for path in submission.readable]
        image = engines.find_image(
            engine, submission.image, entry=submission.name, has_command=bool(submission.command)
        )
        for path in readable:
            if ":" in str(path):  # which would end the name in an option of the engine
                raise InputError("challenge-sandbox-lent-no-folder", where=path)
        check_readable(readable, self.covered)
        engines.remove_abandoned(engine)
        if self.network and (not engine.watched or os.geteuid() != 0):  # no bridge to the proxy can be built
            raise AnaphorError("challenge-sandbox-container-internet", engine=engine.name)
        with self.staged(submission, record) as prepared:
            (prepared.folder / "empty").touch(mode=0o444)
            (prepared.folder / "nothing").mkdir(mode=0o555)
            launcher = ContainerLauncher(self, submission, prepared, image)
            yield Launcher(manifest=launcher.manifest, start=launcher.start)


class ContainerLauncher:
    def __init__(
        self, sandbox: ContainerSandbox, submission: Submission, prepared: Prepared, image: engines.Image
    ) -> None:
        self._sandbox, self._submission, self._prepared, self._image = sandbox, submission, prepared, image
        self._hierarchy = sandbox.hierarchy
        # Without our own libseccomp attempts have no names; the engine's filter holds all the same.
        self._watched = sandbox.engine.watched and obstacle(platform.machine()) is None

    @property
    def environment(self) -> dict[str, str]:
        better = set(_KEPT) & set(self._image.environment)
        ours = {key: text for key, text in ENVIRONMENT.items() if key not in better}
        return {**ours, **self._prepared.environment, **self._submission.environment}

    @property
    def manifest(self) -> Mapping[str, object]:
        return {
            "image": self._image.id,
            "digest": self._prepared.staged.digest if self._prepared.staged else None,
            "command": list(self._submission.command),
            "environment": self.environment,
            "readable": [str(path) for path in self._submission.readable],
        }

    def start(self, *, until: float, output: int) -> ContainerWire:
        if self._watched:
            try:
                path = self._prepared.folder / "watch.sock"
                with listening_at(path) as listening:
                    wire = self._launch(until, output, str(path))
                    if self._settled(wire, listening):
                        return wire
            except OSError:
                pass  # no such socket can be made: the filter works as well without
            self._watched = False
        if self._prepared.proxy_socket:
            raise no_container("", "its runtime does not say which process it is, so that nothing leads to the proxy")
        return self._launch(until, output, None)

    def _settled(self, wire: ContainerWire, listening: socket.socket) -> bool:
        """Whether a container is under way and looked after; False: its runtime has no notifications to hand on."""
        try:
            report = None
            deadline = time.monotonic() + _PATIENCE_S
            while report is None and time.monotonic() < deadline:
                ended = wire.process.poll() is not None
                report = receive_report(listening, _PATIENCE_S)
                if ended:
                    break
            if report is not None:
                way = self._prepared.proxy_socket
                wire.look_after(*report, group=self._group, proxy_socket=way)
                return True
        except (OSError, AnaphorError) as error:
            raise no_container(wire.end(kill=True).stderr, error) from error
        except BaseException:
            wire.end(kill=True)
            raise
        code = wire.process.poll()
        words = wire.last_words()
        if lacks_program(code, words):
            return True
        with suppress(AnaphorError):
            wire.end(kill=True)
        if code is None or any(word in words.lower() for word in _FILTERING):
            return False
        raise no_container(words, f"exit code {code}")

    def _group(self) -> Cgroup | None:
        return Cgroup(self._hierarchy, self._sandbox.limits) if isinstance(self._hierarchy, Hierarchy) else None

    def _launch(self, until: float, output: int, listener: str | None) -> ContainerWire:
        engine, name, command = self._sandbox.engine, engines.new_name(), self._submission.command
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

    def _resource_limits(self) -> Iterator[str]:
        """Limits that hold for each process; none may be higher than the referee's own."""
        grouped = self._watched and isinstance(self._hierarchy, Hierarchy)
        for number, value in resource_limits(self._sandbox.limits, others=0, grouped=grouped).items():
            own = resource.getrlimit(number)[1]
            # The hard limit on processor time kills at once; a second earlier a signal says why.
            pair = (value, value + 1 if number == resource.RLIMIT_CPU else value)
            soft, hard = (limit if own == resource.RLIM_INFINITY else min(limit, own) for limit in pair)
            yield from ("--ulimit", f"{_LIMIT_NAMES[number]}={soft}:{hard}")

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
        yield from self._resource_limits()
        for key, text in self.environment.items():
            yield from ("--env", f"{key}={text}")
        prepared = self._prepared
        if prepared.staged:
            yield from ("--volume", f"{prepared.staged.path}:{ENTRY}:ro", "--workdir", ENTRY)
        lent = [path.resolve() for path in self._submission.readable]
        for inside, outside in {**prepared.shown, **{str(path): path for path in lent}}.items():
            yield from ("--volume", f"{outside}:{inside}:ro")
        for path in self._sandbox.covered:
            if path.exists() and any(path.is_relative_to(each) for each in lent):
                cover = prepared.folder / ("nothing" if path.is_dir() else "empty")
                yield from ("--volume", f"{cover}:{path}:ro")


def try_container(image: str | None) -> Seal:
    """Which layers of the `container` backend hold on this machine; an image with python3 is needed to try them."""
    engine = engines.find_engine() if on_linux() else "a sealed run needs Linux"
    if isinstance(engine, str):
        return Seal(backend=Backend.CONTAINER, layers=(Layer(name="engine", required=True, ok=False, reason=engine),))
    if image is None:
        layers = untried("not tried: no image was named")
    else:
        layers = _try(engine, engines.find_image(engine, image, entry="probe", has_command=True))
    first = Layer(name="engine", required=True, ok=True, reason=f"{engine.name} {engine.version}")
    return Seal(backend=Backend.CONTAINER, layers=(first, *layers))


@cache
def _try(engine: engines.ContainerEngine, image: engines.Image) -> tuple[Layer, ...]:

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ContainerSandbox(limits=limits, engine=engine, hidden=hidden)

    return try_layers(make, ("python3",), image.id, brought=image.environment)
