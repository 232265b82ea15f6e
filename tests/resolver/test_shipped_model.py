"""The language model that every installation has runs on the machine and tells nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RUN = """
from anaphor.resolver.words.word_models import shipped_file
from anaphor.resolver.networks.compact_lstm import CompactLstm

model = CompactLstm(shipped_file("lstm-fr.npz"), "lstm-fr")
print(len(model.log_probabilities([["la", "coupe", "est", "grande"]])[0]))
"""


def test_a_model_that_is_run_leaves_nothing_for_its_maker(tmp_path: Path) -> None:
    environment = {key: text for key, text in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    environment |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=True)
    assert int(done.stdout) > 0
    assert list(tmp_path.rglob("*")) == []
