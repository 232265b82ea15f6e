"""The command line that isolates an entry: what it can see, and nothing else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from anaphor.errors import AnaphorError, InputError, Place

ENVIRONMENT: Mapping[str, str] = MappingProxyType(
    {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
)
"""The environment variables that every entry has; nothing of the referee's own goes in."""
PROXY_SOCKET = "/run/anaphor/proxy.sock"
"""Where the proxy's socket lies in the sandbox of an entry that may use the internet."""
AUTHORITIES = "/run/anaphor/authorities.pem"
"""Where the certificates lie that such an entry has to trust when the proxy opens TLS."""
ENTRY = "/entry"
"""Where the entry's files lie in its sandbox."""

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
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
_COVER = 4096
"""Bytes of the empty folder that covers another."""


def check_readable(paths: Iterable[Path], hidden: Iterable[Path]) -> None:
    """Refuse to lend what is no folder, is the whole machine, or is hidden; links are resolved before."""
    for path in paths:
        if not path.is_dir() or path.parent == path:
            raise InputError("challenge-sandbox-lent-no-folder", where=Place(file=str(path)))
        if any(path.is_relative_to(each) for each in hidden):
            raise InputError("challenge-sandbox-lent-hidden", where=Place(file=str(path)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """What an entry sees of this machine."""

    folder: Path
    """A private folder of this machine, for the few files that are made for the sandbox."""
    user: int
    """The user that the entry is inside and outside."""
    entry: Path | None
    """The copy of the entry's files."""
    readable: tuple[Path, ...] = ()
    """Folders of this machine that are lent, under their own names; links are resolved."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that are covered where they would be seen; links are resolved."""
    scratch: int
    """Bytes of the temporary folder."""
    proxy_socket: Path | None = None
    authorities: Path | None = None
    """The certificates that clients inside are to trust."""

    def __post_init__(self) -> None:
        check_readable(self.readable, self.hidden)

    @property
    def visible(self) -> tuple[str, ...]:
        """The folders that can be read inside."""
        system = ("/usr", *(path for path in _SYSTEM if os.path.isdir(path) and not os.path.islink(path)))
        return (*system, "/etc", "/proc", "/dev", "/run", ENTRY, *map(str, self.readable))

    def write_files(self) -> None:
        """Make the files that stand in for this machine's own."""
        made = self.folder / "etc"
        made.mkdir()
        for name, text in {**_FILES, "empty": ""}.items():
            (made / name).write_text(text.format(user=self.user), "utf-8")
            (made / name).chmod(0o444)
        made.chmod(0o755)


def arguments(isolation: Isolation) -> list[str]:
    """bubblewrap and all its options, without the program that it starts."""
    user, scratch = str(isolation.user), ("--size", str(isolation.scratch), "--perms", "1777")
    return [
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", user, "--gid", user, "--hostname", "sealed", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session", "--clearenv", "--setenv", "PATH", ENVIRONMENT["PATH"]),
        *_system(isolation),
        *("--proc", "/proc", "--dev", "/dev", *scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"),
        *(*scratch, "--tmpfs", "/tmp"),
        # What is lent may lie below /tmp, so it comes after it; what is covered comes last.
        *_lent(isolation),
        *_covers(isolation),
        *("--remount-ro", "/", "--chdir", ENTRY),
    ]


def _system(isolation: Isolation) -> Iterator[str]:
    """The system's programs, read-only, and what of /etc they need."""
    yield from ("--ro-bind", "/usr", "/usr")
    for path in _SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            yield from ("--ro-bind", path, path)
    for name in _SETTINGS:
        if os.path.exists(f"/etc/{name}"):
            yield from ("--ro-bind", f"/etc/{name}", f"/etc/{name}")
    for name in _FILES:
        yield from ("--ro-bind", str(isolation.folder / "etc" / name), f"/etc/{name}")


def _lent(isolation: Isolation) -> Iterator[str]:
    yield from ("--ro-bind", str(isolation.entry), ENTRY) if isolation.entry else ("--dir", ENTRY)
    shown = [(path, str(path)) for path in isolation.readable]
    for outside, inside in (*shown, (isolation.proxy_socket, PROXY_SOCKET), (isolation.authorities, AUTHORITIES)):
        if outside:
            yield from ("--ro-bind", str(outside), inside)


def _covers(isolation: Isolation) -> Iterator[str]:
    """An empty folder or file over what would be seen and must not be."""
    for path in isolation.hidden:
        if not any(path.is_relative_to(each) for each in isolation.visible):
            continue
        if path.is_dir():
            yield from ("--size", str(_COVER), "--perms", "0555", "--tmpfs", str(path), "--remount-ro", str(path))
        elif path.exists():
            yield from ("--ro-bind", str(isolation.folder / "etc" / "empty"), str(path))


def find_python() -> str:
    """A Python that is part of the read-only system: the sandbox's own first program runs on it."""
    own = os.path.realpath(sys.executable)
    for path in ("/usr/bin/python3", "/usr/local/bin/python3", own if own.startswith("/usr/") else ""):
        if path and os.access(path, os.X_OK):
            return path
    raise AnaphorError("challenge-sandbox-no-python")


@cache
def bubblewrap_version() -> str | None:
    """The version of bubblewrap; None where there is none."""
    found = shutil.which("bwrap", path=ENVIRONMENT["PATH"]) if sys.platform == "linux" else None
    if found is None:
        return None
    try:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip().removeprefix("bubblewrap ")
