"""`anaphor challenge sandbox` and `try`: does this machine keep entries in, and how does an entry fare here?"""

from pathlib import Path
from typing import Annotated

import typer

from anaphor.challenge.sandbox import Backend
from anaphor.cli.command import Shown
from anaphor.errors import InputError


def sandbox(
    wanted: Annotated[bool, typer.Option("--self-test")] = False,
    backend: Annotated[Backend, typer.Option("--backend")] = Backend.PROCESS,
    image: Annotated[str | None, typer.Option("--image")] = None,
) -> Shown:
    """Exit 0 when a run here is sealed, 1 when it is not."""
    from anaphor.challenge import try_backend
    from anaphor.report.systems import seal_section

    if not wanted:
        raise InputError("challenge-sandbox-nothing-to-do")
    seal = try_backend(backend, image)
    return Shown(section=seal_section(seal), code=0 if seal.sealed else 1)


def try_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    command: Annotated[list[str] | None, typer.Argument()] = None,
    resolver: Annotated[str | None, typer.Option("--resolver")] = None,
    url: Annotated[str | None, typer.Option("--url")] = None,
    collection: Annotated[str, typer.Option("--collection")] = "anaphor-fr",
    questions: Annotated[int, typer.Option("--questions", min=1)] = 40,
    backend: Annotated[Backend, typer.Option("--backend")] = Backend.NONE,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    trace: Annotated[Path | None, typer.Option("--trace")] = None,
) -> Shown:
    """Exit code 1 when the entry answers nothing."""
    from anaphor.challenge import EntryFile, TrialSettings, described_entry, try_entry
    from anaphor.collection import load
    from anaphor.report.systems import trial_section

    given = command or resolver or url
    entry = EntryFile(command=tuple(command or ()), resolver=resolver, url=url) if given else described_entry(folder)
    settings = TrialSettings(questions=questions, backend=backend, seed=seed, trace=trace)
    trial = try_entry(entry, folder, load(collection), settings)
    section = trial_section(trial)
    return Shown(section=section, code=0 if (section.data or {})["answered"] else 1)
