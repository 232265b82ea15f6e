"""Parts built by a Dask cluster: one that runs already, or workers started through Slurm. Needs the extra `cluster`."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from anaphor.corpus.index.building import PartTask
from anaphor.corpus.index.engine import Progress, attempt, raise_failure
from anaphor.errors import InputError, MissingExtraError

_ADDRESS = re.compile(r"(?:\w+://)?[^\s/]+:\d+")
_PATIENCE_S = 30
_RETRIES = 3
"""How often a part is tried again when its worker is lost."""


class DaskEngine:
    """The workers of a Dask scheduler; they must see the inputs and the index under the same paths."""

    def __init__(self, scheduler: str) -> None:
        if not _ADDRESS.fullmatch(scheduler):
            raise InputError(
                f"{scheduler!r} is no address of a Dask scheduler", todo="Write, for example, tcp://host:8786."
            )
        self._scheduler = scheduler
        with self._client() as client:
            self.processes = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = _distributed()
        try:
            client = distributed.Client(self._scheduler, timeout=_PATIENCE_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at {self._scheduler}",
                todo="Start one with `dask scheduler`, and write its address, e.g. --scheduler tcp://host:8786.",
            ) from error
        try:
            yield client
        finally:
            client.close()

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; the part of a worker that is lost is built by another one."""
        with self._client() as client:
            _run(client, tasks, progress)


class SlurmEngine:
    """Workers that a Slurm site starts as jobs; what a job asks for comes from Dask's own settings (jobqueue.slurm)."""

    def __init__(self, jobs: int) -> None:
        self.processes = jobs

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Start the jobs, build all parts, and end the jobs."""
        cluster_of = _slurm_cluster()
        distributed = _distributed()
        try:
            with cluster_of(cores=1, processes=1, memory="2GB") as cluster:
                cluster.scale(jobs=min(self.processes, len(tasks)))
                with distributed.Client(cluster, set_as_default=False) as client:
                    _run(client, tasks, progress)
        except (OSError, RuntimeError) as error:
            raise InputError(
                f"Slurm could not start the jobs ({error})", todo="Check that `sbatch` works from here."
            ) from error


def _run(client: Any, tasks: Sequence[PartTask], progress: Progress | None) -> None:
    distributed = _distributed()
    futures = [client.submit(attempt, task, retries=_RETRIES, pure=False) for task in tasks]
    finished = distributed.as_completed(futures, loop=client.loop)
    try:
        for done, future in enumerate(finished, start=1):
            raise_failure(future.result())
            if progress:
                progress(done, len(tasks))
    except distributed.KilledWorker as error:
        raise InputError(
            "a part was given up: every worker that took it was lost",
            todo="Give the workers more memory; finished parts are kept.",
        ) from error
    finally:
        client.cancel(futures)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtraError("a Dask cluster", "cluster") from error
    return distributed


def _slurm_cluster() -> Any:
    try:
        from dask_jobqueue.slurm import SLURMCluster
    except ImportError as error:
        raise MissingExtraError("starting Dask through Slurm", "cluster") from error
    return SLURMCluster
