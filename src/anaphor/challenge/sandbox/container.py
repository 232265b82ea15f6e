"""The `container` backend: an entry's image, run by podman or docker with the limits of the `process` backend.

Which layers hold depends on how the engine was set up, so the same probe is run in a container as in a cage.
"""

import json
import math
import os
import platform
import resource
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphor.challenge.proxy.proxy import Network
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy, find_hierarchy
from anaphor.challenge.sandbox.container_wire import ContainerWire, lacks_program, no_container
from anaphor.challenge.sandbox.engine import Engine, answer_of, find_engine, new_name, remove_abandoned
from anaphor.challenge.sandbox.image import Image, check_image_name, read_image
from anaphor.challenge.sandbox.isolation import AUTHORITIES, DOOR, ENTRY, ENVIRONMENT
from anaphor.challenge.sandbox.listener import Listener, Report
from anaphor.challenge.sandbox.process import own_collections, ways_out
from anaphor.challenge.sandbox.sandbox import Backend, Layer, Limits, Record, Sandbox, Seal, Submission, on_linux
from anaphor.challenge.sandbox.seccomp import profile
from anaphor.challenge.sandbox.seccomp_numbers import PROCESSORS
from anaphor.challenge.sandbox.selftest import REQUIRED, try_layers
from anaphor.challenge.sandbox.staging import NOBODY, Staged, private_folder, stage
from anaphor.errors import AnaphorError, InputError, Place

_DOOR, _AUTHORITIES = "proxy.sock", "authorities.pem"
_PATIENCE_S = 60.0
"""Seconds that an engine may take to make a container."""
_SLACK_S = 10
"""Seconds after which a container ends by itself when the referee, whose task that is, is no more."""
_SLACK = 16
"""Where a control group of ours counts the processes, and writes down what it refused, it is to be met first."""
_FILTERING = ("seccomp", "listener", "notify")
"""Words of a runtime that cannot hand notifications on."""
_KEPT = ("PATH", "LANG")
"""Variables that an image knows better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerSandbox:
    """The `container` backend."""

    limits: Limits
    """What each entry may use."""
    engine: Engine
    """Who runs the containers."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that are covered in folders that are lent."""
    disk: int = 64 * 2**30
    """Bytes that an entry's files may have."""
    network: Network | None = None
    """The part of the internet that entries may use; None: nothing."""
    groups: bool = True
    """Whether use is counted in control groups of our own where there are any; the engine's limits hold anyway."""

    @property
    def backend(self) -> Backend:
        """`container`."""
        return Backend.CONTAINER

    @property
    def terms(self) -> Mapping[str, object]:
        """The engine."""
        engine, network = self.engine, self.network.terms if self.network else "none"
        return {
            "engine": engine.name,
            "version": engine.version,
            "options": list(engine.options),
            "disk": self.disk,
            "network": network,
        }

    @property
    def covered(self) -> tuple[Path, ...]:
        """What no entry may see in a folder that is lent: what is hidden, and the collections of this program."""
        return (*(path.resolve() for path in self.hidden), own_collections())

    @contextmanager
    def admit(self, submission: Submission, record: Record) -> Iterator["ContainerCell"]:
        """A cell with the entry's image and a copy of its files."""
        image = find_image(self.engine, submission)
        _check_lent(submission, self.covered)
        remove_abandoned(self.engine)
        with private_folder() as folder, ExitStack() as stack:
            if self.network:
                _check_network(self.engine)
                from anaphor.challenge.proxy.server import Proxy

                proxy = stack.enter_context(Proxy(self.network, folder / _DOOR, record))
                proxy.write_authorities(folder / _AUTHORITIES)
            staged = stage(submission.folder, folder / "entry", most=self.disk) if submission.folder else None
            (folder / "empty").touch(mode=0o444)
            (folder / "nothing").mkdir(mode=0o555)
            yield ContainerCell(self, submission, staged, folder, image)


def _check_network(engine: Engine) -> None:
    """Refuse an engine with which no bridge to the proxy can be built."""
    if not engine.watched or os.geteuid() != 0:
        raise AnaphorError(
            f"the rules let entries use the internet, and containers of {engine.name} cannot be led to it here",
            todo="Run the challenge as root with podman, or let entries be commands.",
        )


def find_image(engine: Engine, submission: Submission) -> Image:
    """The image of an entry as it is on this machine now."""
    if not submission.image:
        raise InputError(f"entry {submission.name} has no image", todo="Give the name of a container image.")
    name = check_image_name(submission.image)
    said = answer_of([*engine.command, "image", "inspect", name])
    if isinstance(said, str):  # loading it is the organiser's task: that it is missing costs nobody a turn
        raise AnaphorError(f"the image {name} is not here ({said})", todo=f"Load or pull it with {engine.name}.")
    image = read_image(said)
    if not image.starts and not submission.command:
        raise InputError(f"the image {name} does not say what is run in it", todo="Give the entry a command.")
    if image.volumes and not engine.volumes:
        raise InputError(
            f"the image {name} wants to write to {', '.join(image.volumes)}, which {engine.name} would not limit",
            todo="Build it without VOLUME.",
        )
    return image


def _check_lent(submission: Submission, hidden: tuple[Path, ...]) -> None:
    for path in map(Path.resolve, submission.readable):
        if not path.is_dir() or path.parent == path or ":" in str(path):
            raise InputError("only a folder can be lent to an entry", where=Place(file=str(path)))
        if any(path.is_relative_to(each) for each in hidden):
            raise InputError("this folder is hidden from entries and cannot be lent", where=Place(file=str(path)))


class ContainerCell:
    """An image that is ready to be started."""

    def __init__(
        self, sandbox: ContainerSandbox, submission: Submission, staged: Staged | None, folder: Path, image: Image
    ) -> None:
        self._sandbox, self._submission, self._staged = sandbox, submission, staged
        self._folder, self._image = folder, image
        self._hierarchy = find_hierarchy() if sandbox.groups else "not wanted"
        self._processor = PROCESSORS.get(platform.machine())
        self._watched = sandbox.engine.watched and self._processor is not None
        door, authorities = folder / _DOOR, folder / _AUTHORITIES
        self._door = door if door.exists() else None
        self._authorities = authorities if authorities.exists() else None

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that the entry gets beside its image's own."""
        better = set(_KEPT) & set(self._image.environment)
        ways = ways_out(authorities=self._authorities is not None) if self._door else {}
        ours = {key: text for key, text in ENVIRONMENT.items() if key not in better}
        return {**ours, **ways, **self._submission.environment}

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run, exactly."""
        return {
            "image": self._image.id,
            "digest": self._staged.digest if self._staged else None,
            "command": list(self._submission.command),
            "environment": self.environment,
            "readable": [str(path) for path in self._submission.readable],
        }

    @property
    def _counts(self) -> bool:
        """Whether the entry will be in a control group of ours."""
        return self._watched and isinstance(self._hierarchy, Hierarchy)

    def start(self, *, until: float, output: int) -> ContainerWire:
        """Start the entry in a new container."""
        if self._watched:
            try:
                with Listener(self._folder / "watch.sock") as listener:
                    wire = self._launch(until, output, str(listener.path))
                    if self._settled(wire, listener):
                        return wire
            except OSError:
                pass  # no such socket can be made: the filter works as well without
            self._watched = False
        if self._door:
            raise no_container("", "its runtime does not say which process it is, so that nothing leads to the proxy")
        return self._launch(until, output, None)

    def _settled(self, wire: ContainerWire, listener: Listener) -> bool:
        """Whether a container is under way and looked after; False: its runtime has no notifications to hand on."""
        try:
            report = _report(wire, listener)
            if report is not None:
                wire.look_after(report, self._processor, group=self._group, door=self._door)
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
        if not isinstance(self._hierarchy, Hierarchy):
            return None
        return Cgroup(self._hierarchy, self._sandbox.limits)

    def _launch(self, until: float, output: int, listener: str | None) -> ContainerWire:
        engine, name = self._sandbox.engine, new_name()
        (self._folder / "seccomp.json").write_text(json.dumps(profile(listener)), "utf-8")
        # An engine that reports nothing is asked afterwards whether the entry ever began, and must still know it.
        goes = ("--rm",) if listener else ()
        command = [
            *engine.command,
            "run",
            "--name",
            name,
            *goes,
            *engine.running,
            *self._options(until),
            *self._program(),
        ]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            raise AnaphorError(f"{engine.name} could not be started ({error.strerror})") from error
        return ContainerWire(process, engine, name, until=until, output=output)

    def _program(self) -> Iterator[str]:
        """The image, by what is in it and not by its name, and the command in place of its own."""
        command = self._submission.command
        if command:
            yield f"--entrypoint={command[0]}"
        yield from (self._image.id, *command[1:])

    def _options(self, until: float) -> Iterator[str]:
        limits, engine = self._sandbox.limits, self._sandbox.engine
        yield from ("-i", "--network", "none", "--read-only", "--cap-drop", "ALL", "--ipc", "private")
        yield from ("--cgroupns", "private", "--pull", "never", "--log-driver", "none", "--no-healthcheck")
        yield from ("--security-opt", "no-new-privileges", "--user", f"{NOBODY}:{NOBODY}", "--hostname", "sealed")
        yield from ("--memory", str(limits.memory), "--memory-swap", str(limits.memory))
        yield from ("--pids-limit", str(limits.processes), "--shm-size", str(limits.scratch))
        scratch = f"rw,nosuid,nodev,size={limits.scratch},mode=1777{engine.scratch}"
        yield from ("--tmpfs", f"/tmp:{scratch}", "--security-opt", f"seccomp={self._folder / 'seccomp.json'}")
        if engine.timeout:
            yield from (engine.timeout, str(max(1, math.ceil(until - time.monotonic())) + _SLACK_S))
        if limits.cores:
            yield from ("--cpus", str(limits.cores))
        yield from _resource_limits(limits, _SLACK if self._counts else 0)
        for key, text in self.environment.items():
            yield from ("--env", f"{key}={text}")
        yield from self._volumes()

    def _volumes(self) -> Iterator[str]:
        if self._staged:
            yield from ("--volume", f"{self._staged.path}:{ENTRY}:ro", "--workdir", ENTRY)
        for inside, outside in ((DOOR, self._door), (AUTHORITIES, self._authorities)):
            if outside:
                yield from ("--volume", f"{outside}:{inside}:ro")
        lent = [path.resolve() for path in self._submission.readable]
        for path in lent:
            yield from ("--volume", f"{path}:{path}:ro")
        for path in self._sandbox.covered:
            if path.exists() and any(path.is_relative_to(each) for each in lent):
                cover = self._folder / ("nothing" if path.is_dir() else "empty")
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


def _report(wire: ContainerWire, listener: Listener) -> Report | None:
    """What the runtime reports; None when the engine's client ends, or nothing comes for a long time."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        ended = wire.process.poll() is not None
        report = listener.hear(_PATIENCE_S)
        if report is not None or ended:
            return report
    return None


def try_container(image: str | None) -> Seal:
    """Which layers of the `container` backend hold on this machine; an image with python3 is needed to try them."""
    if not on_linux():
        return _no("a sealed run needs Linux")
    engine = find_engine()
    if isinstance(engine, str):
        return _no(engine)
    if image is None:
        untried = "not tried: no image was named"
        layers = tuple(Layer(name=name, required=True, ok=False, reason=untried) for name in REQUIRED)
    else:
        layers = _tried(engine, find_image(engine, Submission(name="probe", image=image, command=("python3",))))
    first = Layer(name="engine", required=True, ok=True, reason=f"{engine.name} {engine.version}")
    return Seal(backend=Backend.CONTAINER, layers=(first, *layers))


@cache
def _tried(engine: Engine, image: Image) -> tuple[Layer, ...]:
    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ContainerSandbox(limits=limits, engine=engine, hidden=hidden)

    return try_layers(make, ("python3",), image.id, brought=image.environment)


def _no(why: str) -> Seal:
    return Seal(backend=Backend.CONTAINER, layers=(Layer(name="engine", required=True, ok=False, reason=why),))
