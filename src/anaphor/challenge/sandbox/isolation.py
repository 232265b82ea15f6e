"""What an entry sees: a copy of its files, and the command line that shows it nothing else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from anaphor.challenge.proxy.sites import PORT
from anaphor.challenge.staging import StagedFiles
from anaphor.errors import AnaphorError, InputError

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
_TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
"""Where OpenSSL (and with it Python), requests, curl and Node look for the certificates that they trust."""
_COVER = 4096
"""Bytes of the empty folder that covers another."""


def check_readable(paths: Iterable[Path], hidden: Iterable[Path]) -> None:
    """Refuse to lend what is no folder, is the whole machine, or is hidden; links are resolved before."""
    for path in paths:
        if not path.is_dir() or path.parent == path:
            raise InputError("challenge-sandbox-lent-no-folder", where=path)
        if any(path.is_relative_to(each) for each in hidden):
            raise InputError("challenge-sandbox-lent-hidden", where=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What lies ready on this machine before an entry is started."""

    folder: Path
    staged: StagedFiles | None = None
    proxy_socket: Path | None = None
    """Where the proxy listens, if the rules allow sites."""
    authorities: Path | None = None
    """The certificates that clients are to trust, where the proxy opens TLS."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead an entry to the proxy, and to the certificates that it has to trust."""
        if not self.proxy_socket:
            return {}
        names = ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY")
        ways = {"ANAPHOR_PROXY": PROXY_SOCKET, **dict.fromkeys(names, f"http://127.0.0.1:{PORT}")}
        return ways | (dict.fromkeys(_TRUST, AUTHORITIES) if self.authorities else {})


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
        made = self.prepared.folder / "etc"
        made.mkdir()
        for name, text in {**_FILES, "empty": ""}.items():
            (made / name).write_text(text.format(user=self.user), "utf-8")
            (made / name).chmod(0o444)
        made.chmod(0o755)


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
    shown = [(path, str(path)) for path in isolation.readable]
    for outside, inside in (*shown, (prepared.proxy_socket, PROXY_SOCKET), (prepared.authorities, AUTHORITIES)):
        if outside:
            lent += ["--ro-bind", str(outside), inside]
    covers: list[str] = []  # an empty folder or file over what would be seen and must not be
    for hidden in isolation.hidden:
        if not any(hidden.is_relative_to(each) for each in isolation.visible):
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
    found = shutil.which("bwrap", path=ENVIRONMENT["PATH"]) if sys.platform == "linux" else None
    if found is None:
        return None
    try:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip().removeprefix("bubblewrap ")
