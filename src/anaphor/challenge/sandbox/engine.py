"""The program that runs containers, podman or docker: which one is here, what it must be told, what it left behind."""

import json
import os
import re
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_PATIENCE_S = 60.0
_USERS = "0:100000:65536"
"""Whoever somebody is inside, outside he is nobody who has a name; one range, since podman maps no second one."""
_OWN = re.compile(r"anaphor-(\d+)-(\d+)-(\d+)-[0-9a-f]{16}")
_PREFIX = "anaphor-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A program that runs containers."""

    name: str
    """podman or docker."""
    version: str = ""
    """Its version, and its runtime's."""
    options: tuple[str, ...] = ()
    """What this machine needs before `run`."""
    running: tuple[str, ...] = ()
    """What this engine alone must be told when it runs a container."""
    scratch: str = ""
    """What makes the temporary folder ours and not the image's."""
    timeout: str | None = None
    """The option that ends a container after some seconds, whatever became of the referee."""
    volumes: bool = False
    """Whether folders that an image wants to be writable, outside every limit, are left as they are."""
    groups: bool = True
    """Whether it can limit memory and processes in control groups; version 1 has none for ordinary users."""
    watched: bool = False
    """Whether its runtime hands the filter's notifications to the referee."""
    removal: tuple[str, ...] = ("rm", "-f")
    """What ends a container at once and takes it away."""

    @property
    def command(self) -> list[str]:
        """How every call of it begins."""
        return [self.name, *self.options]


def find_engine() -> Engine | str:
    """The first engine that answers, or why there is none."""
    reasons = []
    for name in ("podman", "docker"):
        if not shutil.which(name):
            reasons.append(f"{name} is not installed")
            continue
        said = answer_of([name, "info", "--format", "json"])
        if isinstance(said, str):
            reasons.append(f"{name}: {said}")
            continue
        return _podman(said) if name == "podman" else Engine(name=name, version=_docker_version(said))
    return "; ".join(reasons)


def engine_missing() -> str | None:
    """Why no container can be run on this machine; None: one can."""
    engine = find_engine()
    return f"no container can be run here ({engine}); install podman or docker" if isinstance(engine, str) else None


def _podman(info: bytes) -> Engine:
    """podman with what it needs where version 1 and 2 of control groups are mixed: another runtime, no systemd."""
    mixed = Path("/sys/fs/cgroup/memory").is_dir()
    runtime = ("--runtime", "runc") if shutil.which("runc") else ()
    users = (f"--uidmap={_USERS}", f"--gidmap={_USERS}") if os.geteuid() == 0 else ("--userns=keep-id",)
    return Engine(
        name="podman",
        version=_podman_version(info),
        options=("--cgroup-manager=cgroupfs", *runtime) if mixed else (),
        running=(
            *users,
            # What podman does by itself: hand on the referee's proxies and hosts, open /run and /var/tmp, keep volumes.
            "--http-proxy=false",
            "--no-hosts",
            "--read-only-tmpfs=false",
            "--image-volume=ignore",
        ),
        scratch=",notmpcopyup",
        timeout="--timeout",
        volumes=True,
        groups=os.geteuid() == 0 or not mixed,
        watched=True,
        removal=("rm", "-f", "-i", "-t", "0"),
    )


def _podman_version(info: bytes) -> str:
    try:
        found = json.loads(info)
        return f"{found['version']['Version']}, {found['host']['ociRuntime']['name']}"
    except (ValueError, KeyError, TypeError):
        return ""


def _docker_version(info: bytes) -> str:
    try:
        return str(json.loads(info)["ServerVersion"])
    except (ValueError, KeyError, TypeError):
        return ""


def answer_of(command: list[str]) -> bytes | str:
    """What a program prints, or its last words."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"it did not answer within {_PATIENCE_S:g} seconds"
    except OSError as error:
        return error.strerror or str(error)
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else f"exit code {done.returncode}"
    return done.stdout


def new_name() -> str:
    """A name for a container that says whose it is: the pid namespace, the process, and when that began."""
    return f"{_PREFIX}{_namespace()}-{os.getpid()}-{_began(os.getpid())}-{secrets.token_hex(8)}"


def _namespace() -> int:
    return os.stat("/proc/self/ns/pid").st_ino


def _began(process: int) -> int | None:
    """When a process began, in the kernel's ticks; None when it is no more."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19])
    except (OSError, IndexError, ValueError):
        return None


def is_abandoned(name: str) -> bool:
    """Whether a container is one of ours whose referee is no more; those of other pid namespaces are left alone."""
    found = _OWN.fullmatch(name)
    if not found:
        return False
    namespace, process, began = map(int, found.groups())
    return namespace == _namespace() and _began(process) != began


def remove_abandoned(engine: Engine) -> tuple[str, ...]:
    """Take away the containers of referees that were killed; which ones there were."""
    said = answer_of([*engine.command, "ps", "-a", "--filter", f"name={_PREFIX}", "--format", "{{.Names}}"])
    names = said.decode("utf-8", "replace").split() if isinstance(said, bytes) else []
    left = tuple(filter(is_abandoned, names))
    if left:
        answer_of([*engine.command, *engine.removal, *left])
    return left
