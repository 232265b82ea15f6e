"""jsPsych as npm installs it, once for all runs: in a cache of the tests' own, never in the project."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = ("jspsych@8.3.0", "@jspsych/plugin-html-button-response@2.1.0", "@jspsych/plugin-survey-html-form@2.1.0")
_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "anaphor-tests" / "jspsych-8.3.0"


def jspsych_scripts() -> Path:
    """The folder that `experiment convert --scripts` takes; tests are skipped, loudly, where npm cannot install it."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: no jsPsych study ran in a browser")
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / "lock").open("w") as lock:  # two workers ask for it at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (_CACHE / "whole").exists():
            words = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(_CACHE), *PACKAGES]
            told = subprocess.run(words, capture_output=True, text=True, check=False)
            if told.returncode:
                pytest.skip(f"npm could not install jsPsych, so that no study ran in a browser: {told.stderr[-300:]}")
            (_CACHE / "whole").touch()
    return _CACHE
