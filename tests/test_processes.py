"""Processes beside this one: a script without a guard is not run again in them."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.waiting

SCRIPT = """
import os, sys
print("script", flush=True)
from anaphor.processes import WorkerPool, process_context
with WorkerPool(2, mp_context=process_context("anaphor.errors")) as pool:
    print(sorted(pool.map(abs, [-2, -1])), __file__ == sys.argv[0], flush=True)
"""


def test_a_script_without_a_guard_is_run_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(SCRIPT, "utf-8")
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("script\n[1, 2] True\n", "", 0)
