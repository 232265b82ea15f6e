"""An entry, or this machine, tried before a challenge: nothing is registered and nothing counts."""

import dataclasses
import tempfile
from os import PathLike
from pathlib import Path

from anaphor.answer import Choice
from anaphor.challenge import entry as entries
from anaphor.challenge.entry import Command
from anaphor.challenge.results import EntryTrial
from anaphor.challenge.running import Sandboxes, try_backend
from anaphor.challenge.sandbox.sandbox import Backend, Limits, Seal
from anaphor.challenge.transcript.record import Terms
from anaphor.challenge.transcript.session import SessionSetup, run_session
from anaphor.challenge.transcript.trace import read_trace
from anaphor.collection import load
from anaphor.errors import member_of
from anaphor.progress import progress
from anaphor.text import text

FilePath = str | PathLike[str]


def try_entry(  # noqa: PLR0913  # what users of the library may say, by keyword
    folder: FilePath = ".",
    *,
    command: Command = (),
    resolver: str | None = None,
    url: str | None = None,
    collection: FilePath = "anaphor-fr",
    questions: int = 40,
    backend: Backend | str = Backend.NONE,
    seed: int = 1,
    trace: FilePath | None = None,
    limits: Limits | None = None,
    sealed: bool = False,
) -> EntryTrial:
    """Ask an entry some public questions as the organiser will ask it; nothing is registered.

    `folder` holds its files, and says in `entry.toml` what it is unless a `command`, a `resolver` or a `url` is given.
    `questions` are taken evenly from `collection`. `backend` is how it runs, unless it needs another way; `seed` draws
    the order of questions and candidates; `trace` is the file in which all that was said is kept. `limits` are what it
    may use; one of which nobody knows what it does should run `sealed` or not at all.
    """
    way = member_of(Backend, backend, "backend")
    with progress(text("challenge-run-progress")) as bar, tempfile.TemporaryDirectory() as place:
        bar(0, None)
        files = Path(folder).resolve()  # its own author may reach it by a link
        entry = entries.entry_from(command, resolver, url) or entries.described_entry(files)
        public = load(str(collection))
        needed, elsewhere = entry.backend or way, bool(entry.resolver or entry.url)
        submission = entries.submission_of("try", entry, files)
        submission = dataclasses.replace(submission, folder=None if elsewhere else files)
        if needed is Backend.PROCESS:
            entries.check_lent(submission)
        sandboxes = Sandboxes(limits=limits or Limits(), must_seal=sealed)
        step = max(1, len(public.items) // questions)
        setup = SessionSetup(
            submission=submission,
            questions=tuple(item.question for item in public.items[::step][:questions]),
            sandbox=sandboxes.sandbox(needed),
            seal=sandboxes.seal(needed, entry.image),
            terms=Terms(seed=seed),
        )
        transcript = run_session(setup, Path(place) / "trace.jsonl" if trace is None else Path(trace))
        written = [str(record["stderr"]) for record in read_trace(transcript.trace) if record.get("stderr")]
    keys = {item.id: item.key for item in public.items}
    chosen = [
        (answer.question, answer.reply.candidate) for answer in transcript.answers if isinstance(answer.reply, Choice)
    ]
    right = sum(keys[question] == candidate for question, candidate in chosen)
    return EntryTrial(transcript=transcript, right=right, stderr=written[-1] if written else "")


def try_sandbox(backend: Backend | str = Backend.PROCESS, *, image: str | None = None) -> Seal:
    """Try what keeps an entry in on this machine, layer by layer, for a way of running it."""
    return try_backend(member_of(Backend, backend, "backend"), image)
