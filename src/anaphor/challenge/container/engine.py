"""The program that runs containers, podman or docker: which one is here, its images, what it left behind."""

import json
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.errors import AnaphorError, InputError

_PATIENCE_S = 60.0
_USERS = "0:100000:65536"
"""Whoever somebody is inside, outside he is nobody who has a name; one range, since podman maps no second one."""
_PREFIX = "anaphor-"
_OWN = re.compile(rf"{_PREFIX}(\d+)-(\d+)-(\d+)-[0-9a-f]{{16}}")
"""The name of a container of ours, as `new_name` makes it."""
_PULL_S = 1800.0
DIGESTED = re.compile(r"[^@\s]+@sha256:[0-9a-f]{64}")
"""The name of an image that can mean no other one."""
_IMAGE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,511}")
"""What an image can be called: never an option, never two words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerEngine:
    """A program that runs containers."""

    name: str
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
        return [self.name, *self.options]


def find_engine() -> ContainerEngine | str:
    """The first engine that answers, or why there is none."""
    reasons = []
    for name in ("podman", "docker"):
        if not shutil.which(name):
            reasons.append(f"{name} is not installed")
            continue
        answer = answer_of([name, "info", "--format", "json"])
        if isinstance(answer, str):
            reasons.append(f"{name}: {answer}")
            continue
        try:
            info = json.loads(answer)
            if name == "docker":
                return ContainerEngine(name=name, version=str(info["ServerVersion"]))
            version = f"{info['version']['Version']}, {info['host']['ociRuntime']['name']}"
        except (ValueError, KeyError, TypeError):
            version = ""
        return _podman(version) if name == "podman" else ContainerEngine(name=name)
    return "; ".join(reasons)


def _podman(version: str) -> ContainerEngine:
    """podman with what it needs where version 1 and 2 of control groups are mixed: another runtime, no systemd."""
    mixed = Path("/sys/fs/cgroup/memory").is_dir()
    runtime = ("--runtime", "runc") if shutil.which("runc") else ()
    users = (f"--uidmap={_USERS}", f"--gidmap={_USERS}") if os.geteuid() == 0 else ("--userns=keep-id",)
    # What podman does by itself: hand on the referee's proxies and hosts, open /run and /var/tmp, keep volumes.
    not_by_itself = ("--http-proxy=false", "--no-hosts", "--read-only-tmpfs=false", "--image-volume=ignore")
    return ContainerEngine(
        name="podman",
        version=version,
        options=("--cgroup-manager=cgroupfs", *runtime) if mixed else (),
        running=(*users, *not_by_itself),
        scratch=",notmpcopyup",
        timeout="--timeout",
        volumes=True,
        groups=os.geteuid() == 0 or not mixed,
        watched=True,
        removal=("rm", "-f", "-i", "-t", "0"),
    )


def answer_of(command: list[str], patience: float | None = None) -> bytes | str:
    patience = _PATIENCE_S if patience is None else patience
    try:
        done = subprocess.run(command, capture_output=True, timeout=patience, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"it did not answer within {patience:g} seconds"
    except OSError as error:
        return error.strerror or str(error)
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else f"exit code {done.returncode}"
    return done.stdout


def new_name() -> str:
    """A name for a container that says whose it is: the pid namespace, the process, and when that began."""
    namespace, process = os.stat("/proc/self/ns/pid").st_ino, os.getpid()
    return f"{_PREFIX}{namespace}-{process}-{_began(process)}-{secrets.token_hex(8)}"


def _began(process: int) -> int | None:
    """When a process began, in the kernel's ticks; None when it is no more."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19])
    except (OSError, IndexError, ValueError):
        return None


def is_abandoned(name: str) -> bool:
    """Whether a container is one of ours whose referee is no more; those of other pid namespaces are left alone."""
    match = _OWN.fullmatch(name)
    if not match:
        return False
    namespace, process, began = map(int, match.groups())
    return namespace == os.stat("/proc/self/ns/pid").st_ino and _began(process) != began


def remove_abandoned(engine: ContainerEngine) -> tuple[str, ...]:
    """Take away the containers of referees that were killed; which ones there were."""
    answer = answer_of([*engine.command, "ps", "-a", "--filter", f"name={_PREFIX}", "--format", "{{.Names}}"])
    names = answer.decode("utf-8", "replace").split() if isinstance(answer, bytes) else []
    abandoned = tuple(filter(is_abandoned, names))
    if abandoned:
        answer_of([*engine.command, *engine.removal, *abandoned])
    return abandoned


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """An image of this machine: which one exactly, what it starts by itself, what it brings along."""

    id: str
    """The engine's digest of all that is in it: the same name may be another image tomorrow."""
    environment: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    """Folders that it asks to be writable, outside every limit."""
    starts: bool = True
    """Whether it says by itself what is run in it."""


def check_image_name(name: str) -> str:
    """The name of an image, if it can be one."""
    if not _IMAGE_NAME.fullmatch(name):
        raise InputError("challenge-sandbox-image-name", name=repr(name))
    return name


def _inspected(engine: ContainerEngine, name: str) -> Mapping[str, Any]:
    """What an engine says of an image that it has."""
    answer = answer_of([*engine.command, "image", "inspect", check_image_name(name)])
    if isinstance(answer, str):  # loading it is the organiser's task: that it is missing costs nobody a turn
        raise AnaphorError("challenge-sandbox-image-missing", name=name, why=answer, engine=engine.name)
    document: Mapping[str, Any] = json.loads(answer)[0]
    return document


def fetch_image(name: str, registries: Sequence[str]) -> str:
    """An image by its digest, whatever its tag means tomorrow; where it is not here, of a registry that is allowed."""
    engine = find_engine()
    if isinstance(engine, str):
        raise AnaphorError("challenge-sandbox-no-engine", why=engine)
    try:
        inspected = _inspected(engine, name)
    except AnaphorError:
        if name.partition("/")[0] not in registries:
            raise
        answer = answer_of([*engine.command, "pull", "--quiet", name], _PULL_S)
        if isinstance(answer, str):
            raise AnaphorError("challenge-sandbox-image-missing", name=name, why=answer, engine=engine.name) from None
        inspected = _inspected(engine, name)
    if DIGESTED.fullmatch(name):
        return name
    digests = [str(digest) for digest in inspected.get("RepoDigests") or ()]
    folder, slash, last = name.rpartition("/")
    place = folder + slash + last.partition(":")[0]
    pinned = next((digest for digest in digests if digest.startswith(f"{place}@")), digests[0] if digests else "")
    if not DIGESTED.fullmatch(pinned):
        raise InputError("challenge-sandbox-image-undigested", name=name)
    return pinned


def find_image(engine: ContainerEngine, name: str | None, *, entry: str, has_command: bool) -> Image:
    """The image of an entry as it is on this machine now; one that starts nothing needs the entry's own command."""
    if not name:
        raise InputError("challenge-sandbox-no-image", entry=entry)
    try:
        inspected = _inspected(engine, name)
        settings: Mapping[str, Any] = inspected.get("Config") or {}
        image = Image(
            id=str(inspected["Id"]),
            environment=tuple(str(pair).partition("=")[0] for pair in settings.get("Env") or ()),
            volumes=tuple(sorted(settings.get("Volumes") or ())),
            starts=bool(settings.get("Entrypoint") or settings.get("Cmd")),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise AnaphorError("challenge-sandbox-image-unknown") from None
    if not image.starts and not has_command:
        raise InputError("challenge-sandbox-image-starts-nothing", name=name)
    if image.volumes and not engine.volumes:
        volumes = ", ".join(image.volumes)
        raise InputError("challenge-sandbox-image-volumes", name=name, volumes=volumes, engine=engine.name)
    return image
