"""bubblewrap's command line: an entry sees the system's programs, its own files and what is lent, and nothing else."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphor.challenge.sandbox.isolation import ENTRY, ENVIRONMENT, Prepared, check_readable
from anaphor.errors import AnaphorError

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Folders of programs beside /usr; on most machines they are links into it."""
_SETTINGS = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"),
    *("pki/tls", "ssl/certs", "ssl/openssl.cnf"),
)
"""What of /etc programs need to run; no names, no addresses, no keys of this machine."""
_FILES = {
    "passwd": "entry:x:{user}:{user}:entry:/tmp:/bin/sh\n",
    "group": "entry:x:{user}:\n",
    "hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "nsswitch.conf": "hosts: files dns\n",
}
"""Files of /etc that are made up: one user, the loopback, and no more names."""
_COVER = 4096
"""Bytes of the empty folder that covers another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """What an entry sees of this machine."""

    prepared: Prepared
    user: int
    """The user that the entry is inside and outside."""
    readable: tuple[Path, ...] = ()
    """Folders of this machine that are lent, under their own names; links are resolved."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that are covered where they would be seen; links are resolved."""
    scratch: int

    def __post_init__(self) -> None:
        check_readable(self.readable, self.hidden)

    @property
    def visible(self) -> tuple[str, ...]:
        system = ("/usr", *(path for path in _SYSTEM if os.path.isdir(path) and not os.path.islink(path)))
        return (*system, "/etc", "/proc", "/dev", "/run", ENTRY, *map(str, self.readable))

    def write_files(self) -> None:
        """Make the files that stand in for this machine's own."""
        folder = self.prepared.folder / "etc"
        folder.mkdir()
        for name, text in {**_FILES, "empty": ""}.items():
            (folder / name).write_text(text.format(user=self.user), "utf-8")
            (folder / name).chmod(0o444)
        folder.chmod(0o755)


def arguments(isolation: Isolation) -> list[str]:
    """bubblewrap and all its options, without the program that it starts."""
    prepared, user = isolation.prepared, str(isolation.user)
    scratch = ("--size", str(isolation.scratch), "--perms", "1777")
    system = ["--ro-bind", "/usr", "/usr"]
    for path in _SYSTEM:
        if os.path.islink(path):
            system += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            system += ["--ro-bind", path, path]
    for path in (f"/etc/{name}" for name in _SETTINGS):
        if os.path.exists(path):
            system += ["--ro-bind", path, path]
    for name in _FILES:
        system += ["--ro-bind", str(prepared.folder / "etc" / name), f"/etc/{name}"]
    lent = ["--ro-bind", str(prepared.staged.path), ENTRY] if prepared.staged else ["--dir", ENTRY]
    for inside, outside in {**{str(path): path for path in isolation.readable}, **prepared.shown}.items():
        lent += ["--ro-bind", str(outside), inside]
    covers: list[str] = []  # an empty folder or file over what would be seen and must not be
    for hidden in isolation.hidden:
        if not any(hidden.is_relative_to(place) for place in isolation.visible):
            continue
        if hidden.is_dir():
            covers += ["--size", str(_COVER), "--perms", "0555", "--tmpfs", str(hidden), "--remount-ro", str(hidden)]
        elif hidden.exists():
            covers += ["--ro-bind", str(prepared.folder / "etc" / "empty"), str(hidden)]
    return [
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--as-pid-1"),
        *("--uid", user, "--gid", user, "--hostname", "sealed", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session", "--clearenv", "--setenv", "PATH", ENVIRONMENT["PATH"]),
        *system,
        *("--proc", "/proc", "--dev", "/dev", *scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"),
        *(*scratch, "--tmpfs", "/tmp"),
        # What is lent may lie below /tmp, so it comes after it; what is covered comes last.
        *lent,
        *covers,
        *("--remount-ro", "/", "--chdir", ENTRY),
    ]


def find_python() -> str:
    """A Python that is part of the read-only system: the sandbox's own first program runs on it."""
    own = os.path.realpath(sys.executable)
    for path in ("/usr/bin/python3", "/usr/local/bin/python3", own if own.startswith("/usr/") else ""):
        if path and os.access(path, os.X_OK):
            return path
    raise AnaphorError("challenge-sandbox-no-python")


@cache
def bubblewrap_version() -> str | None:
    program = shutil.which("bwrap", path=ENVIRONMENT["PATH"]) if sys.platform == "linux" else None
    if program is None:
        return None
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip().removeprefix("bubblewrap ")
