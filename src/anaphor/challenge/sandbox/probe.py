"""A program that tries to get out of the sandbox it is started in, and prints what it found.

It runs inside, on whatever Python is there (3.8 or later), so it uses the standard library alone. It prints one line
of JSON, `{layer: [held, what was tried]}`, for the things that it can judge itself; the rest it only does, and the
referee looks on. Everything it tries is bounded.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

MIB = 1 << 20
KNOWN: dict[str, Any] = {}
"""What the referee knows: the second argument."""
_NAMES = {"mnt": "mount", "net": "network"}
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def main() -> None:
    KNOWN.update(json.loads(sys.argv[2]))
    if sys.argv[1] == "look":
        print(json.dumps(look()), flush=True)
        sys.stdin.readline()
    elif sys.argv[1] == "memory":
        hold(KNOWN["bytes"])
    elif sys.argv[1] == "memories":
        hold_together(KNOWN["bytes"], KNOWN["processes"])
    elif sys.argv[1] == "cpu":
        while True:
            pass
    elif sys.argv[1] == "wall":
        time.sleep(60)
    elif sys.argv[1] == "output":
        for _ in range(64):
            sys.stdout.write("x" * 65535 + "\n")
    elif sys.argv[1] == "linger":
        linger()


def look() -> dict[str, tuple[bool, str]]:
    """Everything that can be tried in one go; what goes wrong itself has not held."""
    outcomes = {**who(), **namespaces()}
    for name, trial in TRIALS.items():
        try:
            outcomes[name] = trial()
        except Exception as error:
            outcomes[name] = False, f"the trial failed: {error!r}"
    return outcomes


def failure(what: Callable[..., object], *arguments: object) -> str | None:
    try:
        what(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except (ValueError, MemoryError) as error:
        return type(error).__name__
    return None


def who() -> dict[str, tuple[bool, str]]:
    with open("/proc/self/status") as file:
        status = {name: value.strip() for name, _, value in (line.partition(":") for line in file)}
    with open("/proc/self/uid_map") as file:
        maps = [line.split() for line in file]
    root = any(outer == "0" or int(length) > 1 for _, outer, length in maps) and os.getuid() == 0
    # As another user than the referee's, the probe may not read what only that one may; what is lent it can.
    lent, secret = (failure(lambda name=name: open(f"{KNOWN['lent']}/{name}").close()) for name in ("open", "secret"))
    become = failure(os.setuid, 0) if os.getuid() else "is root"
    good = not root and become is not None and lent is None and (secret == "EACCES" or not KNOWN["root"])
    powers = [status.get(name, "?") for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    user = f"user {os.getuid()}; a lent file: {lent or 'read'}, one for root alone: {secret}; becoming root: {become}"
    return {
        "unprivileged user": (good, user),
        "no capabilities": (all(int(power, 16) == 0 for power in powers if power != "?"), "sets: " + ", ".join(powers)),
        "no new privileges": (status.get("NoNewPrivs") == "1", "NoNewPrivs: " + status.get("NoNewPrivs", "?")),
        "system-call filter": (status.get("Seccomp") == "2", "Seccomp: " + status.get("Seccomp", "?")),
    }


def namespaces() -> dict[str, tuple[bool, str]]:
    outcomes: dict[str, tuple[bool, str]] = {}
    for kind, theirs in KNOWN["namespaces"].items():
        mine = os.readlink("/proc/self/ns/" + kind)
        outcomes[_NAMES.get(kind, kind) + " namespace"] = mine != theirs, f"{mine} inside, {theirs} outside"
    return outcomes


def read_only() -> tuple[bool, str]:
    folders = ["", "/usr", "/usr/bin", "/etc", "/entry", "/run", "/dev", "/proc/sys/kernel", KNOWN["lent"]]
    places = [folder + "/probe" for folder in folders]
    errors = {place: failure(lambda place=place: open(place, "w").close()) for place in places}
    open_ones = [place for place, error in errors.items() if error is None]
    return not open_ones, "writable: " + ", ".join(open_ones) if open_ones else f"{len(places)} places refused"


def temporary() -> tuple[bool, str]:
    before = [name for name in os.listdir("/tmp") if not KNOWN["lent"].startswith(f"/tmp/{name}/")]
    own = failure(lambda: open("/tmp/probe", "w").close())
    failure(lambda: open(KNOWN["outside"] + ".probe", "w").close())  # the referee looks whether it is there
    seen = failure(lambda: open(KNOWN["outside"]).close())
    good = not before and own is None and seen is not None
    return good, f"empty at first: {not before}; writing: {own or 'works'}; a file outside: {seen}"


def homes() -> tuple[bool, str]:
    """Whether no home of the machine is seen; an image may have folders of these names, which are others."""
    seen = [place for place in KNOWN["homes"] if failure(os.listdir, place) is None]
    if KNOWN["own_homes"]:
        states = {place: os.stat(place) for place in seen}
        seen = [place for place in seen if [states[place].st_dev, states[place].st_ino] == KNOWN["homes"][place]]
    return not seen, "seen: " + ", ".join(seen) if seen else "none of " + ", ".join(KNOWN["homes"]) + " is there"


def hidden() -> tuple[bool, str]:
    try:
        with open(f"{KNOWN['lent']}/hidden") as file:
            size = len(file.read())
    except OSError as error:
        return False, f"a hidden file in a lent folder should be empty: {error.strerror}"
    return not size, f"a hidden file in a lent folder has {size} bytes inside"


def environment() -> tuple[bool, str]:
    try:
        with open("/proc/1/environ", "rb") as file:
            first = {os.fsdecode(pair.partition(b"=")[0]) for pair in file.read().split(b"\0") if pair}
    except OSError:
        first = set()
    # Shells and container engines put these in by themselves; they hold nothing of the referee's.
    own = {"PWD", "SHLVL", "_", "LC_CTYPE", "OLDPWD", "HOSTNAME", "TERM", "container"}
    others = sorted((set(os.environ) | first) - set(KNOWN["environment"]) - own)
    return not others, "also there: " + ", ".join(others) if others else "only " + ", ".join(sorted(os.environ))


def network() -> tuple[bool, str]:
    """Every way out that there is: none may work."""
    tried = {
        "the referee's loopback": reach(socket.AF_INET, ("127.0.0.1", KNOWN["port"])),
        "internet": reach(socket.AF_INET, ("192.0.2.1", 80)),
        "internet 6": reach(socket.AF_INET6, ("2001:db8::1", 80)),
        "datagram": reach(socket.AF_INET, ("192.0.2.1", 53), b"x"),
        "abstract socket": reach(socket.AF_UNIX, "\0" + KNOWN["abstract"]),
        "names": failure(socket.getaddrinfo, "example.org", 80),
    }
    if hasattr(socket, "AF_VSOCK"):
        tried["vsock"] = reach(socket.AF_VSOCK, (2, 1))
    if hasattr(socket, "AF_PACKET"):
        packets = socket.AF_PACKET
        tried["packets"] = failure(lambda: socket.socket(packets, socket.SOCK_RAW).close())
    with open("/proc/net/dev") as file:
        cards = [line.partition(":")[0].strip() for line in file if ":" in line]
    open_ways = [name for name, error in tried.items() if error is None]
    ways = "open: " + ", ".join(open_ways) if open_ways else f"{len(tried)} ways refused"
    return not open_ways and cards == ["lo"], f"{ways}; network cards: {', '.join(cards)}"


def reach(family: int, address: Any, datagram: bytes = b"") -> str | None:
    """The error that a connection, or a datagram, to an address ends in; None when it works."""

    def connect() -> None:
        with socket.socket(family, socket.SOCK_DGRAM if datagram else socket.SOCK_STREAM) as wire:
            wire.settimeout(0.5)
            if datagram:
                wire.sendto(datagram, address)
            else:
                wire.connect(address)

    return failure(connect)


def referee() -> tuple[bool, str]:
    """Whether only the sandbox's own processes are seen; pids are no names, since each namespace counts anew."""
    # The first process of a pid namespace takes no signal from inside: nothing happens, here or outside.
    failure(os.kill, 1, signal.SIGKILL)
    failure(os.kill, os.getppid(), signal.SIGKILL)
    seen = sum(name.isdigit() for name in os.listdir("/proc"))
    return seen <= KNOWN["seen"], f"{seen} processes are seen; the first one was killed and is still there"


def closed() -> tuple[bool, str]:
    """Whether no memory of the sandbox's own processes can be opened: code written there runs without a filter."""
    others = sorted(name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid())
    errors = {name: failure(lambda name=name: open(f"/proc/{name}/mem", "r+b").close()) for name in others}
    open_ones = [name for name, error in errors.items() if error is None]
    return not open_ones, "memory of processes that can be written: " + (
        ", ".join(open_ones) or f"none of {len(errors)}"
    )


def nested() -> tuple[bool, str]:
    library = ctypes.CDLL(None, use_errno=True)
    done = [flag for flag in (_NEW_USER, _NEW_NETWORK) if library.unshare(flag) == 0]
    mounted = library.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0
    return not done and not mounted, "a new namespace was made" if done or mounted else "user, network, mount refused"


def raised() -> tuple[bool, str]:
    names = ("RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CPU", "RLIMIT_CORE")
    done = []
    for name in names:
        number = getattr(resource, name)
        soft, hard = resource.getrlimit(number)
        if hard == resource.RLIM_INFINITY or failure(resource.setrlimit, number, (soft, hard + 1)) is None:
            done.append(name)
    return not done, "raised: " + ", ".join(done) if done else f"{len(names)} limits stay"


def large_file() -> tuple[bool, str]:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    most, block = KNOWN["file"], b"x" * 65536
    error, written = None, 0
    with open("/tmp/large", "wb", buffering=0) as file:
        while written <= most and error is None:
            error = failure(file.write, block)
            written += len(block)
    os.unlink("/tmp/large")
    return error is not None, f"a file ended after {written} bytes with {error}"


def full() -> tuple[bool, str]:
    """Fill both places that can be written to, to twice what is allowed at most."""
    most, block = KNOWN["scratch"], b"x" * 65536
    held = []
    for folder in ("/tmp", "/dev/shm"):
        written, number, error = 0, 0, failure(os.listdir, folder)
        while error is None and written < 2 * most:
            with open(f"{folder}/fill{number}", "wb", buffering=0) as file:
                for _ in range(8):
                    error = error or failure(file.write, block)
            written, number = written + 8 * len(block), number + 1
        held.append(f"{folder}: {error} after {written} bytes")
        for name in range(number):
            os.unlink(f"{folder}/fill{name}")
        if error is None:
            return False, "; ".join(held)
    return True, "; ".join(held)


def crowd() -> tuple[bool, str]:
    most = KNOWN["processes"]
    children: list[int] = []
    error = None
    while len(children) < 2 * most and error is None:
        try:
            child = os.fork()
        except OSError as problem:
            error = errno.errorcode.get(problem.errno or 0)
            break
        if child == 0:
            time.sleep(30)
            os._exit(0)
        children.append(child)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return error is not None, f"{len(children)} processes, then {error}"


def hold(size: int) -> None:
    pieces = []
    try:
        for _ in range(size // MIB):
            pieces.append(b"x" * MIB)
    except MemoryError:
        print(f"refused after {len(pieces)} MiB", flush=True)
        return
    print(f"held {len(pieces)} MiB", flush=True)
    sys.stdin.readline()


def hold_together(size: int, processes: int) -> None:
    """Several processes, each with its part of the memory; they wait until they are ended."""
    held = 0
    for _ in range(processes):
        ready, done = os.pipe()
        if os.fork() == 0:
            pieces = [b"x" * MIB for _ in range(size // MIB // processes)]
            os.write(done, b"x")
            time.sleep(60)
            os._exit(len(pieces) % 2)
        os.close(done)
        held += len(os.read(ready, 1))  # nothing comes of one that was ended
    print("all of them held it" if held == processes else f"{held} of them held it", flush=True)
    # A control group may have ended one after the other, each before the next held its part, and this one never.
    os.waitpid(-1, 0)
    print("one of them was ended", flush=True)


def linger() -> None:
    """Leave a process behind that has a session of its own and keeps standard output open."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            print("here", flush=True)
            time.sleep(60)
        os._exit(0)
    time.sleep(0.2)


TRIALS: dict[str, Callable[[], tuple[bool, str]]] = {
    "read-only system": read_only,
    "private temporary folder": temporary,
    "no host home": homes,
    "hidden files": hidden,
    "clean environment": environment,
    "no network": network,
    "referee out of reach": referee,
    "own processes closed": closed,
    "nested namespaces refused": nested,
    "limits cannot be raised": raised,
    "file size limit": large_file,
    "scratch limit": full,
    "process limit": crowd,
}


if __name__ == "__main__":
    main()
