"""A study to be put under load: as it is served, or with a commit for every request."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
import uvicorn

from anaphor.experiment import (
    Design,
    Receipt,
    Store,
    SubmittedAnswer,
    TrialKind,
    load_design,
    open_store,
    save_answers,
    save_design,
)
from anaphor.experiment.design.design import Trial, Words
from anaphor.files import writing
from anaphor.web import create_app, listen
from anaphor.web.study.writer import Writer


class NaiveWriter(Writer):
    """A writer as one would first write it: every request its own transaction, in a thread of the pool."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._naive_store = store

    async def save(self, answers: Sequence[SubmittedAnswer]) -> list[Receipt]:
        """What became of the answers, once they are on disk."""
        return await anyio.to_thread.run_sync(self._save_at_once, answers)

    def _save_at_once(self, answers: Sequence[SubmittedAnswer]) -> list[Receipt]:
        with writing(self._naive_store.engine) as connection:
            return save_answers(connection, self._naive_store.design, answers, self._clock())


def long_design(trials: int) -> Design:
    """A study with so many trials for everybody."""
    made = tuple(
        Trial(
            id=f"i{n}",
            kind=TrialKind.ITEM,
            text=f"The trophy does not fit into suitcase {n}: it is too large.",
            prompt="What is too large?",
            candidates=("the trophy", "the suitcase"),
            key=0,
            item=f"i{n}",
            schema=f"s{n}",
        )
        for n in range(trials)
    )
    names = tuple(trial.id for trial in made)
    words = Words(title="Bench", consent="You agree.", instructions="Read.", debrief="Thank you.")
    return Design(
        name="bench",
        interface="en",
        collection="bench",
        collection_fingerprint="0" * 16,
        seed=1,
        trials=made,
        lists=(names, names),
        words=words,
        quota=1_000_000,
    )


def prepare(folder: Path, trials: int) -> Design:
    """Write the design of a study into a folder."""
    found = long_design(trials)
    save_design(found, folder / "d.json")
    return found


def main() -> None:
    """Serve the study in a folder; the port is the first line that is printed."""
    folder, naive = Path(sys.argv[1]), "naive" in sys.argv
    store = open_store(str(folder / "d.db"), load_design(folder / "d.json"))
    app = create_app(store)
    gc.collect()
    gc.freeze()
    if naive:
        app.participants.writer = NaiveWriter(store)
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, proxy_headers=False, server_header=False, backlog=4096
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
