"""What an entry sees: its files, copied and hashed, and the command line that shows it nothing else.

What is hashed is what runs: the entry cannot change it, nor can its author after the fact. Links that lead out of
the folder, devices and pipes are refused. Sizes are looked at before anything is read or copied; who wants only the
digest gets it without a copy.
"""

import errno
import fcntl
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from anaphor.challenge.proxy.sites import PORT
from anaphor.errors import AnaphorError, InputError, OutputError

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
NOBODY = 65534
"""The user and the group that entries run as when the referee is root."""
_PREFIX = "anaphor-sealed-"
_ABANDONED_S = 60
"""A folder younger than this may be one whose lock is about to be taken."""
_PIECE = 2**20
_MOST_FILES = 200_000
_OWN_FAULT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""What goes wrong on this machine, whatever the entry is: it may not cost the entry its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedFiles:
    """A copy of an entry's files."""

    path: Path
    digest: str
    """SHA-256 of the list of files: each with its name, whether it can be run, and the hash of its content."""
    files: int
    size: int


@contextmanager
def private_folder() -> Iterator[Path]:
    """A folder that only this user, and the user that entries run as, can look into; removed at the end."""
    try:
        _remove_abandoned()
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OutputError("challenge-sandbox-no-room", why=str(error.strerror)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.geteuid() == 0:
            os.chown(folder, 0, NOBODY)
            folder.chmod(0o750)
        yield folder
    finally:
        remove_tree(folder)
        os.close(lock)


def _remove_abandoned() -> None:
    """Remove the folders of referees that were killed: nobody holds their locks any more."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if left.stat().st_uid != os.geteuid() or time.time() - left.stat().st_mtime < _ABANDONED_S:
                continue
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove_tree(left)
            finally:
                os.close(lock)


def remove_tree(folder: Path) -> None:
    """Remove a folder as far as that is possible, and what in it may not be written."""
    with suppress(OSError):
        for inner, folders, _ in os.walk(folder):  # what is read-only cannot be emptied
            for name in folders:
                path = os.path.join(inner, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def stage(source: Path, into: Path, *, most: int) -> StagedFiles:
    """A copy of a folder, at most `most` bytes; without write permission and without special bits."""
    with _blaming(source):
        found = _listed(source, most)
        into.mkdir()
        staged = _digested(source, found, most, into)
        for inner, _, _ in os.walk(into, topdown=False):
            os.chmod(inner, 0o555)
    return staged


def tree_digest(source: Path, *, most: int = 2**62) -> str:
    """The digest that a folder has when it is staged; its files are read where they lie, at most `most` bytes."""
    with _blaming(source):
        return _digested(source, _listed(source, most), most).digest


@contextmanager
def _blaming(source: Path) -> Iterator[None]:
    """Whose fault it is when files cannot be read or copied: this machine's, or the entry's."""
    if not source.is_dir():
        raise InputError("challenge-sandbox-no-files", where=source)
    try:
        yield
    except OSError as error:
        why = str(error.strerror)
        if error.errno in _OWN_FAULT:
            raise OutputError("challenge-sandbox-no-room", why=why) from error
        place = Path(str(error.filename or source))
        raise InputError("challenge-sandbox-not-copied", why=why, where=place) from error


def _listed(source: Path, most: int) -> list[Path]:
    """Everything that is not a folder, looked at from outside: too much of it is refused before a byte is read."""

    def fail(error: OSError) -> None:
        raise error

    found: list[Path] = []
    size = 0
    for folder, folders, files in os.walk(source, onerror=fail):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for path in (Path(folder, name) for name in (*files, *links)):
            state = path.lstat()
            size += state.st_size if stat.S_ISREG(state.st_mode) else 0
            found.append(path.relative_to(source))
            if size > most:
                raise InputError("challenge-sandbox-too-large", where=path)
            if len(found) > _MOST_FILES:
                raise InputError("challenge-sandbox-many-files", most=_MOST_FILES, where=source)
    return sorted(found, key=os.fsencode)


def _digested(source: Path, found: list[Path], most: int, into: Path | None = None) -> StagedFiles:
    """The digest of what was listed, copied on the way where there is a place for it."""
    digest, size = hashlib.sha256(), 0
    for relative in found:
        line, length = _taken(source, relative, into, most - size)
        size += length
        digest.update(line.encode("utf-8", "surrogateescape"))
    return StagedFiles(path=into or source, digest=digest.hexdigest(), files=len(found), size=size)


def _taken(source: Path, relative: Path, into: Path | None, room: int) -> tuple[str, int]:
    """Read one file or link, and copy it where there is a place for it; its line in the list, and its length."""
    old, new = source / relative, into / relative if into else None
    if new is not None:
        new.parent.mkdir(parents=True, exist_ok=True)
    mode = old.lstat().st_mode
    if stat.S_ISLNK(mode):
        target = os.readlink(old)
        # Other links on its way count: `here/../..` leads out where `here` is a link to its own folder.
        reached = Path(os.path.realpath(old))
        if os.path.isabs(target) or not reached.is_relative_to(os.path.realpath(source)):
            raise InputError("challenge-sandbox-link-out", target=target, where=old)
        if new is not None:
            new.symlink_to(target)
        return f"link {target!r} {relative.as_posix()!r}\n", 0
    if not stat.S_ISREG(mode):
        raise InputError("challenge-sandbox-special-file", where=old)
    digest, length = _read_file(old, new, room)
    run = bool(mode & 0o111)
    if new is not None:
        new.chmod(0o555 if run else 0o444)
    return f"{'run' if run else 'file'} {digest} {length} {relative.as_posix()!r}\n", length


def _read_file(old: Path, new: Path | None, room: int) -> tuple[str, int]:
    """The hash and the length of a file, which is copied where there is a place for it."""
    digest, length = hashlib.sha256(), 0
    # A file that became a link or a pipe since it was looked at is not followed.
    handle = os.open(old, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb", buffering=0) as reading, new.open("xb") if new else nullcontext() as writing:
        while piece := reading.read(_PIECE):
            length += len(piece)
            if length > room:  # it has grown since it was looked at
                raise InputError("challenge-sandbox-too-large", where=old)
            digest.update(piece)
            if writing is not None:
                writing.write(piece)
    return digest.hexdigest(), length


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
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns"),
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
