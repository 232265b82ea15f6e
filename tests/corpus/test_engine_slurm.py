"""A real Slurm of one node starts the workers; where its daemons are not installed, the test says so."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from anaphor.corpus import open_index
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus
from tests.corpus.test_index import folder_bytes

pytestmark = pytest.mark.long

PATIENCE_S = 60
DAEMONS = ("slurmctld", "slurmd", "sbatch")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={first}
SlurmdPort={second}
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=6000 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as two:
        one.bind(("127.0.0.1", 0))
        two.bind(("127.0.0.1", 0))
        return one.getsockname()[1], two.getsockname()[1]


@pytest.fixture
def slurm(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a Slurm that was started for this test."""
    if not all(map(shutil.which, DAEMONS)) or os.geteuid() != 0:
        pytest.skip("Slurm's daemons are not here, or this is not root: the engine was not run")
    folder = tmp_path / "slurm"
    (folder / "state").mkdir(parents=True)
    (folder / "spool").mkdir()
    first, second = free_ports()
    host = socket.gethostname().split(".")[0]
    configuration = folder / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(host=host, folder=folder, first=first, second=second))
    environment = os.environ | {"SLURM_CONF": str(configuration)}
    for daemon in ("slurmctld", "slurmd"):
        subprocess.run([daemon], env=environment, check=True, capture_output=True)
    end = time.monotonic() + PATIENCE_S
    while "idle" not in subprocess.run(["sinfo"], env=environment, capture_output=True, text=True, check=False).stdout:
        assert time.monotonic() < end, "Slurm did not start"
        time.sleep(0.1)
    yield environment
    for daemon in ("slurmd", "slurmctld"):
        with suppress(OSError, ValueError):
            os.kill(int((folder / f"{daemon}.pid").read_text()), signal.SIGTERM)


def test_slurm_jobs_build_the_bytes_of_one_process(slurm: dict[str, str], tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(2000))
    folder = tmp_path / "slurm-index"
    code = "from anaphor.cli.main import main; main()"
    arguments = [
        "corpus",
        "index",
        *inputs,
        "--name",
        "test",
        "--parts",
        "4",
        "--engine",
        "slurm",
        "--processes",
        "2",
        "-o",
        str(folder),
    ]
    built = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=slurm,
        capture_output=True,
        text=True,
        timeout=180,
        cwd=tmp_path,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    index_of(inputs, tmp_path / "whole", parts=4)
    assert folder_bytes(folder) == folder_bytes(tmp_path / "whole")


def test_an_array_of_jobs_needs_no_engine(slurm: dict[str, str], tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(1000))
    folder = tmp_path / "array-index"
    script = tmp_path / "job.sh"
    command = (
        f"{sys.executable} -m anaphor corpus shard {inputs[0]} --name test -o {folder} --part $SLURM_ARRAY_TASK_ID/3"
    )
    script.write_text(f"#!/bin/sh\n{command}\n")
    subprocess.run(
        ["sbatch", "--wait", "--array=1-3", "--output", str(tmp_path / "job.%a.log"), str(script)],
        env=slurm,
        check=True,
        capture_output=True,
        timeout=180,
        cwd=tmp_path,
    )
    assert open_index(folder).pair("moulin", "lourd") == index_of(inputs, tmp_path / "whole").pair("moulin", "lourd")
