"""The first program inside the sandbox: it takes away what is left to take, then starts the entry and waits for it.

It is compiled and run by the system's own Python (3.8 or later), so it uses the standard library alone, and of that
only what loads in a millisecond. The referee speaks to it over one socket, whose number is its only argument: this
program itself, settings and filters come in; what was applied, a handle on the temporary folder and the filter's
notifications go out. Then the entry is started.

An entry that may use the internet has a process beside it that carries connections to the proxy's socket: programs know
proxies by address (HTTP_PROXY), not by socket, so a port of the private loopback leads there.

Both processes of ours are the same user as the entry, which could write other code into their memory and so make system
calls in their names. So they are closed to others (not dumpable), and bound by the filter themselves.
"""

from __future__ import annotations

import _socket
import ctypes
import marshal
import os
import resource
import struct
import sys

TYPE_CHECKING = False  # loading `typing` takes longer than all the rest
if TYPE_CHECKING:
    import asyncio
    import socket

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""Landlock's system calls: the same on every processor. The C library of older systems has no functions for them."""
_SECCOMP = {"x86_64": 317, "aarch64": 277}
"""The number of the call that installs a filter. libseccomp would know it, but need not be there for this Python."""
_LISTENER = 1 << 3
"""The flag that asks for a handle with the filter's notifications."""
_READ = 0b1101
"""Landlock's rights to run a file, to read it, and to list a folder."""
_FILE = 0b0110
"""Landlock's rights to write a file and to read it."""
_FIRST_VERSION = (1 << 13) - 1
"""All rights that Landlock's first version knows; later ones added one each."""
_RENAME = 1 << 13
_TRUNCATE = 1 << 14
_DEVICE = 1 << 15
_SCOPES = 0b11
"""No abstract sockets and no signals to processes outside."""
_DEVICES = (b"/dev/null", b"/dev/zero", b"/dev/full", b"/dev/random", b"/dev/urandom", b"/dev/tty")
_NO_NEW_PRIVILEGES = 38
"""A setting of `prctl`: without it the kernel takes neither Landlock's rules nor a filter from an ordinary user."""
_DUMPABLE = 4
"""A setting of `prctl`: who is not dumpable cannot be traced, and its memory cannot be opened, by the same user."""
_SIGNALLED = 128
"""Exit codes above it tell the signal that ended the entry, as shells have it."""
_INTERRUPT = 2
_IGNORED = 1
_PLACE = getattr(os, "O_PATH", 0) | os.O_CLOEXEC
"""A handle that only names a place: Linux has it."""


def main() -> None:
    """Take the settings, lock up, report, and start the entry."""
    control = _socket.socket(fileno=int(sys.argv[1]))
    settings = marshal.loads(control.recv(1 << 20))
    applied = {"limits": _limit(settings["limits"])}
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    library.prctl(_DUMPABLE, 0, 0, 0, 0)  # what the entry is made of undoes it for the entry alone
    if settings["bridge"]:
        port, proxy = settings["bridge"]
        _start_bridge(library, port, proxy, settings["filters"])
        applied["bridge"] = f"127.0.0.1:{port} to {proxy}"
    scratch = os.open("/tmp", os.O_RDONLY | os.O_DIRECTORY)
    applied["landlock"] = _landlock(library, settings["read"], settings["write"])
    applied["seccomp"], listener = _filter(library, settings["filters"])
    if not settings["filters"]:
        applied["seccomp"] = "no: " + settings["no_filter"]
    handles = [scratch] if listener < 0 else [scratch, listener]
    rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack(f"{len(handles)}i", *handles))
    control.sendmsg([marshal.dumps(applied, 2)], [rights])
    _close_all_but(0, 1, 2)  # whatever else came in from outside
    entry = os.fork()
    if entry:
        _wait_for(library, entry)
    command = settings["command"]
    try:
        os.execvpe(command[0], command, settings["environment"])
    except OSError as error:
        sys.stderr.write(f"the entry cannot be started: {os.fsdecode(command[0])}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(127)


def _close_all_but(*kept: int) -> None:
    for handle in [int(name) for name in os.listdir("/proc/self/fd")]:
        if handle not in kept:
            os.closerange(handle, handle + 1)


def _let_go() -> None:
    """Let go of the entry's pipes: that it closes one of them must be seen outside."""
    nothing = os.open("/dev/null", os.O_RDWR)
    for handle in range(3):
        os.dup2(nothing, handle)


def _wait_for(library: ctypes.CDLL, entry: int) -> None:
    """End as the entry ends, and all that it left behind with it; until then bury what others left."""
    _let_go()
    library.signal(_INTERRUPT, _IGNORED)
    while True:
        process, state = os.wait()
        if process == entry:
            os._exit(os.WEXITSTATUS(state) if os.WIFEXITED(state) else _SIGNALLED + os.WTERMSIG(state))


def _limit(limits: dict[int, int]) -> str:
    """Set limits that nobody inside can raise."""
    for number, value in limits.items():
        hard = resource.getrlimit(number)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # The hard limit on processor time kills at once; a second earlier a signal says why.
        resource.setrlimit(number, (most, most + 1 if number == resource.RLIMIT_CPU and most != hard else most))
    return "set for each process"


def _landlock(library: ctypes.CDLL, read: list[bytes], write: list[bytes]) -> str:
    """Let the rest of this process's life read some folders and write some others."""
    version = library.syscall(_CREATE, None, 0, 1)
    if version < 1:
        return "no: " + os.strerror(ctypes.get_errno())
    device = _DEVICE if version >= 5 else 0
    truncate = _TRUNCATE if version >= 3 else 0
    everything = _FIRST_VERSION | (_RENAME if version >= 2 else 0) | truncate | device
    rights = struct.pack("QQQ", everything, 0, _SCOPES if version >= 6 else 0)
    ruleset = library.syscall(_CREATE, rights, 24 if version >= 6 else 16 if version >= 4 else 8, 0)
    if ruleset < 0:
        return "no: " + os.strerror(ctypes.get_errno())
    allowed = ((read, _READ), (write, everything & ~device), (_DEVICES, _FILE | truncate | device))
    for path, may in [(path, may) for paths, may in allowed for path in paths]:
        try:
            place = os.open(path, _PLACE)
        except OSError:
            continue
        library.syscall(_ADD, ruleset, 1, struct.pack("=Qi", may, place), 0)
        os.close(place)
    if library.syscall(_RESTRICT, ruleset, 0) < 0:
        return "no: " + os.strerror(ctypes.get_errno())
    os.close(ruleset)
    return f"version {version}"


def _filter(library: ctypes.CDLL, filters: dict[str, bytes]) -> tuple[str, int]:
    """Install the first filter that the kernel takes; one that is watched gives a handle for its notifications."""
    number, error = _SECCOMP.get(os.uname().machine, -1), 0
    for name, program in filters.items():
        steps = ctypes.create_string_buffer(program, len(program))
        header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(steps))
        flags = _LISTENER if name == "watched" else 0
        listener = int(library.syscall(number, 1, flags, header))
        if listener >= 0:
            return name, listener if flags else -1
        error = ctypes.get_errno()
    return "no: " + os.strerror(error), -1


def _start_bridge(library: ctypes.CDLL, port: int, proxy: str, filters: dict[str, bytes]) -> None:
    """Listen, so that nothing is refused from now on, and leave a process behind that carries."""
    import asyncio
    import socket

    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.bind(("127.0.0.1", port))
    listening.listen(16)
    if os.fork() == 0:
        try:
            _let_go()
            _close_all_but(0, 1, 2, listening.fileno())
            # Without notifications: the referee looks after one filter, and this process makes no attempts.
            _filter(library, {name: program for name, program in filters.items() if name != "watched"})
            asyncio.run(serve_bridge(listening, proxy))
        finally:
            os._exit(0)
    listening.close()


async def serve_bridge(listening: socket.socket, proxy: str) -> None:
    """Carry whatever comes to the proxy, without end."""
    import asyncio

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(proxy)
            await asyncio.gather(pump(reader, back), pump(there, writer))
            back.close()
        except OSError:
            pass
        writer.close()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                piece = await reader.read(65536)
                if not piece:
                    break
                writer.write(piece)
                await writer.drain()
            writer.write_eof()
        except (OSError, RuntimeError):
            writer.close()

    server = await asyncio.start_server(carry, sock=listening)
    await server.serve_forever()


if __name__ == "__main__":
    main()
