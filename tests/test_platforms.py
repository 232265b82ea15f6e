"""Every module loads where Linux's own calls are absent."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

_LOADED_TWICE = """
import builtins, importlib, os, pkgutil, resource, select, signal, socket, sys
import anaphor

names = [each.name for each in pkgutil.walk_packages(anaphor.__path__, "anaphor.")]
names = [name for name in names if not name.endswith("__main__")]
for name in names:
    importlib.import_module(name)  # with it come the libraries of others, which look at the platform for themselves
for name in [name for name in sys.modules if name.partition(".")[0] == "anaphor"]:
    del sys.modules[name]

sys.platform = "darwin"
absent = {
    os: "O_PATH copy_file_range eventfd memfd_create pidfd_open posix_fadvise sched_getaffinity setns splice unshare",
    resource: "prlimit", select: "epoll", signal: "pidfd_send_signal",
    socket: "AF_NETLINK AF_PACKET AF_VSOCK SO_PEERCRED",
}
for module, calls in absent.items():
    for call in calls.split():
        vars(module).pop(call, None)
plain = open

def guarded(path, *rest, **named):
    if str(path).startswith(("/proc/", "/sys/")):
        raise FileNotFoundError(2, "macOS has no such folder", str(path))
    return plain(path, *rest, **named)

builtins.open = guarded
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_every_module_loads_as_on_macos() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED_TWICE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 300
