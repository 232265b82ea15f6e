"""The command line that makes a cage: what an entry can see, and nothing else."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
DOOR = "/run/anaphor/proxy.sock"
"""Where the proxy's socket lies in the cage of an entry that may use the internet."""
AUTHORITIES = "/run/anaphor/authorities.pem"
"""Where the certificates lie that such an entry has to trust when the proxy opens TLS."""
ENTRY = "/entry"
"""Where the entry's files lie in its cage."""

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "alternatives",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "pki/tls",
    "ssl/certs",
    "ssl/openssl.cnf",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Cage:
    """What goes into a cage."""

    folder: Path
    """A private folder of this machine, for the few files that are made for the cage."""
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
    door: Path | None = None
    """The proxy's socket."""
    authorities: Path | None = None
    """The certificates that clients inside are to trust."""

    def __post_init__(self) -> None:
        for path in self.readable:
            if not path.is_dir() or path.parent == path:
                raise InputError("only a folder can be lent to an entry", where=Place(file=str(path)))
        covered = [path for path in self.readable if any(path.is_relative_to(each) for each in self.hidden)]
        if covered:
            raise InputError("this folder is hidden from entries and cannot be lent", where=Place(file=str(covered[0])))

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


def arguments(cage: Cage) -> list[str]:
    """bubblewrap and all its options, without the program that it starts."""
    return [
        "bwrap",
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--uid",
        str(cage.user),
        "--gid",
        str(cage.user),
        "--hostname",
        "sealed",
        "--cap-drop",
        "ALL",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
        "--setenv",
        "PATH",
        ENVIRONMENT["PATH"],
        "--ro-bind",
        "/usr",
        "/usr",
        *_system(),
        *_settings(cage),
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--size",
        str(cage.scratch),
        "--perms",
        "1777",
        "--tmpfs",
        "/dev/shm",
        "--remount-ro",
        "/dev",
        "--size",
        str(cage.scratch),
        "--perms",
        "1777",
        "--tmpfs",
        "/tmp",
        # What is lent may lie below /tmp, so it comes after it; what is covered comes last.
        *_lent(cage),
        *_covers(cage),
        "--remount-ro",
        "/",
        "--chdir",
        ENTRY,
    ]


def _system() -> Iterator[str]:
    for path in _SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            yield from ("--ro-bind", path, path)


def _settings(cage: Cage) -> Iterator[str]:
    for name in _SETTINGS:
        if os.path.exists(f"/etc/{name}"):
            yield from ("--ro-bind", f"/etc/{name}", f"/etc/{name}")
    for name in _FILES:
        yield from ("--ro-bind", str(cage.folder / "etc" / name), f"/etc/{name}")


def _lent(cage: Cage) -> Iterator[str]:
    yield from ("--ro-bind", str(cage.entry), ENTRY) if cage.entry else ("--dir", ENTRY)
    for path in cage.readable:
        yield from ("--ro-bind", str(path), str(path))
    if cage.door:
        yield from ("--ro-bind", str(cage.door), DOOR)
    if cage.authorities:
        yield from ("--ro-bind", str(cage.authorities), AUTHORITIES)


def _covers(cage: Cage) -> Iterator[str]:
    """An empty folder or file over what would be seen and must not be."""
    for path in cage.hidden:
        if not any(path.is_relative_to(each) for each in cage.visible):
            continue
        if path.is_dir():
            yield from ("--size", str(_COVER), "--perms", "0555", "--tmpfs", str(path), "--remount-ro", str(path))
        elif path.exists():
            yield from ("--ro-bind", str(cage.folder / "etc" / "empty"), str(path))


def find_python() -> str:
    """A Python that is part of the read-only system: the cage's own first program runs on it."""
    own = os.path.realpath(sys.executable)
    for path in ("/usr/bin/python3", "/usr/local/bin/python3", own if own.startswith("/usr/") else ""):
        if path and os.access(path, os.X_OK):
            return path
    raise AnaphorError("a sealed run needs a Python under /usr", todo="Install python3 with the system's packages.")
