"""Foreign bytes read in a child process with limits on time and memory: what they do to it, they do to nobody else.

A reader in native code that asks for 500 GB ends its process, and so does one that is led to write where it must not; a
reader in Python that takes a minute keeps the interpreter from everybody. So whatever a library in native code reads is
read here, from the command line too, and on the site all that is not small and plain.

The child is a new interpreter, not a fork: it can be started from any thread of a server, and from a worker. It gets
the call as a file and leaves the result as one, and of the environment only what Python needs: no key, no password.
"""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import IO, Any, TypeVar, cast

from anaphor.errors import AnaphorError, FormatError, Place, command_at_work, is_command_at_work
from anaphor.text import interface, set_interface

Result = TypeVar("Result")
_KEPT = ("PATH", "HOME", "LANG", "LANGUAGE", "TMPDIR", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "ANAPHOR_CACHE", "SYSTEMROOT")
_KEPT_STARTS = ("PYTHON", "LC_", "XDG_")
_SINGLE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""One thread each: threads reserve memory that the limit counts."""
_SYSTEM_POOL = {"ARROW_DEFAULT_MEMORY_POOL": "system"}
"""Arrow's own allocators reserve far more than they use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """What reading one file may take."""

    seconds: int = 60
    """Seconds of the processor."""
    patience: int = 120
    """Seconds by the clock: on a busy machine, twice those of the processor."""
    memory: int = 2 << 30
    """Bytes of memory, beside what Python and its libraries take."""
    result: int = 1 << 30
    """Bytes that the result may have."""


USUAL = ReadingLimits()


def read_guarded(
    work: Callable[..., Result], *args: object, file: str, limits: ReadingLimits = USUAL, **given: object
) -> Result:
    """What a function makes of foreign bytes, in a child within limits; errors name the file.

    `work` is a function of a module, and what it takes and returns can be pickled. Whatever it refuses is refused here;
    a child that takes too much, or dies, is a `FormatError`.
    """
    where = Place(file=file)
    with _call_of(limits, work, args, given) as call, tempfile.TemporaryFile() as answer:
        child = subprocess.Popen(_COMMAND, stdin=call, stdout=answer, **_options())
        try:
            code = child.wait(limits.patience)
        except subprocess.TimeoutExpired:
            raise _slow(limits, where) from None
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        return cast(Result, _returned(code, answer, limits, where))


async def await_guarded(
    work: Callable[..., Result], *args: object, file: str, limits: ReadingLimits = USUAL, **given: object
) -> Result:
    """The same for a server: no thread waits while the child reads, and it ends when whoever waits is cancelled."""
    import asyncio  # which commands and the child itself start without

    where = Place(file=file)
    with _call_of(limits, work, args, given) as call, tempfile.TemporaryFile() as answer:
        child = await asyncio.create_subprocess_exec(*_COMMAND, stdin=call, stdout=answer, **_options())
        try:
            async with asyncio.timeout(limits.patience):
                code = await child.wait()
        except TimeoutError:
            raise _slow(limits, where) from None
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):  # it has ended in this moment
                    child.kill()
                await child.wait()
        # What a child returns may be large: to unpickle it in the loop would keep everybody else waiting.
        return cast(Result, await asyncio.to_thread(_returned, code, answer, limits, where))


_COMMAND = (sys.executable, "-c", "from anaphor.files.guarded import main; main()")


def _call_of(limits: ReadingLimits, work: object, args: object, given: object) -> IO[bytes]:
    """The file from which the child reads what it is to call."""
    call = tempfile.TemporaryFile()  # noqa: SIM115  # whoever asked for it closes it
    try:
        pickle.dump((sys.path, interface().value, is_command_at_work(), limits), call)
        pickle.dump((work, args, given), call, pickle.HIGHEST_PROTOCOL)  # apart: its modules are found by those paths
        call.seek(0)
    except BaseException:
        call.close()
        raise
    return call


def _options() -> dict[str, Any]:
    """How the child is started."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith(_KEPT_STARTS)}
    return {
        "stderr": subprocess.DEVNULL,
        "env": {**kept, **_SINGLE, **_SYSTEM_POOL, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        "start_new_session": True,  # whoever interrupts us leaves it to us to end it
    }


def _returned(code: int, answer: IO[bytes], limits: ReadingLimits, where: Place) -> Any:
    """What the child has returned that ended with a code, or the error that it has raised."""
    if code in (-signal.SIGXCPU, -signal.SIGALRM):
        raise _slow(limits, where)
    if code:
        raise FormatError("files-reading-died", memory=limits.memory >> 20, where=where)
    answer.seek(0)
    kind, value = pickle.load(answer)  # written by our own code, in a process of the same user
    if kind == "value":
        return value
    if kind == "memory":
        raise FormatError("files-reading-memory", memory=limits.memory >> 20, where=where)
    if kind == "error":
        made, what, todo, place = value
        error = made.__new__(made)
        AnaphorError.__init__(error, what, where=place, todo=todo)
        raise error
    raise RuntimeError(value)  # a bug of ours: the child's traceback


def _slow(limits: ReadingLimits, where: Place) -> FormatError:
    return FormatError("files-reading-slow", seconds=limits.seconds, where=where)


# --- the child --------------------------------------------------------------------------------------------------------


def main() -> None:
    """Read a call from the standard input, make it within its limits, and write what comes of it."""
    call, answer = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that is printed gets among the result
    paths, language, commanded, limits = pickle.load(call)  # our parent's
    sys.path[:] = paths
    set_interface(language)
    work, args, given = pickle.load(call)
    _limit(limits)
    try:
        with command_at_work() if commanded else nullcontext():
            told: tuple[str, Any] = ("value", work(*args, **given))
    except MemoryError:
        args = given = ()  # room to say so
        told = ("memory", None)
    except AnaphorError as error:
        told = ("error", (type(error), error._what, error._todo, error.where))
    except Exception:  # carried to the parent, where it is a bug as it would be without a child
        told = ("bug", traceback.format_exc())
    try:
        pickle.dump(told, answer, pickle.HIGHEST_PROTOCOL)
        answer.flush()
    except (MemoryError, OSError):  # larger than a result may be
        os._exit(1)  # what is buffered is not tried once more
    os._exit(0)  # the result is there: how threads of native libraries end is nobody's business


def _limit(limits: ReadingLimits) -> None:
    """Take no more than is allowed from now on; systems without such limits have the clock.

    Each limit is set by itself and never above what this process was given: a batch system may have set lower ones.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(limits.patience)
    try:
        import resource
    except ImportError:
        return
    taken = 0
    with suppress(OSError), open("/proc/self/statm", "rb") as statm:
        taken = int(statm.read().split()[0]) * resource.getpagesize()
    wanted = {
        resource.RLIMIT_AS: (taken + limits.memory,) * 2,
        resource.RLIMIT_FSIZE: (limits.result,) * 2,
        resource.RLIMIT_CPU: (limits.seconds, limits.seconds + 5),
        resource.RLIMIT_CORE: (0, 0),
    }
    for which, (soft, hard) in wanted.items():
        ceiling = resource.getrlimit(which)[1]
        most = hard if ceiling == resource.RLIM_INFINITY else min(hard, ceiling)
        try:
            resource.setrlimit(which, (min(soft, most), most))
        except (OSError, ValueError):
            if sys.platform == "linux":  # nothing is read there without limits
                raise
