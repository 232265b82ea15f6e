"""What a run was made with."""

import platform
import shutil
import subprocess
import sys
from functools import cache

from anaphor import __version__
from anaphor.challenge.sandbox.isolation import ENVIRONMENT


def versions() -> dict[str, str]:
    """Versions of what can change a run: this program, Python, the kernel, bubblewrap."""
    return {
        "anaphor": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "bubblewrap": bubblewrap_version() or "not installed",
    }


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
