"""The `none` backend: an entry as a plain process, for whoever writes it. Nothing keeps it in."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anaphor.challenge.sandbox.isolation import ENVIRONMENT
from anaphor.challenge.sandbox.sandbox import Backend, Layer, Limits, Record, Seal, Submission
from anaphor.challenge.sandbox.staging import Staged, private_folder, stage
from anaphor.challenge.transcript.wire import PipeWire
from anaphor.errors import InputError

UNSEALED = Seal(
    backend=Backend.NONE,
    layers=(Layer(name="cage", required=True, ok=False, reason="a plain process, for development only"),),
)
"""What is known about a run without a cage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSandbox:
    """The `none` backend."""

    limits: Limits
    """Only those on time and output hold."""

    @property
    def backend(self) -> Backend:
        """`none`."""
        return Backend.NONE

    @property
    def terms(self) -> Mapping[str, object]:
        """That nothing keeps the entry in."""
        return {"cage": "none"}

    @contextmanager
    def admit(self, submission: Submission, record: Record) -> Iterator["PlainCell"]:
        """A cell with a copy of the entry's files."""
        if not submission.command:
            raise InputError(f"entry {submission.name} has no command", todo="Give one, e.g. python3 answer.py.")
        with private_folder() as folder:
            staged = stage(submission.folder, folder / "entry", most=2**62) if submission.folder else None
            yield PlainCell(submission, staged, folder)


class PlainCell:
    """An entry that is ready to be started as a plain process."""

    def __init__(self, submission: Submission, staged: Staged | None, folder: Path) -> None:
        self._submission, self._staged, self._folder = submission, staged, folder

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run."""
        staged = self._staged
        return {
            "digest": staged.digest if staged else None,
            "command": list(self._submission.command),
            "environment": dict(self._submission.environment),
        }

    def start(self, *, until: float, output: int) -> PipeWire:
        """Start the entry."""
        path = os.environ.get("PATH", ENVIRONMENT["PATH"])
        environment = {**ENVIRONMENT, "PATH": path, **self._submission.environment}
        try:
            process = subprocess.Popen(
                self._submission.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._staged.path if self._staged else self._folder,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            name = self._submission.command[0]
            raise InputError(f"the command {name!r} cannot be started ({error.strerror})") from error
        return PipeWire(process, until=until, output=output)
