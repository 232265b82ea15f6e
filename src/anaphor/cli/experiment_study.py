"""A study named on the command line: its design with the database beside it, or a file made by import or export."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.experiment_serve import existing_store
from anaphor.errors import InputError
from anaphor.experiment.study import Study, is_study, load_study, study_of

StudyFile = Annotated[
    Path,
    typer.Argument(metavar="STUDY"),
]


def study_from(path: Path, database: str | None = None) -> Study:
    """The study that a path names."""
    if not is_study(path):
        return study_of(existing_store(path, database))
    if database is not None:
        raise InputError(f"{path} holds its answers itself", todo="Leave --database out.")
    return load_study(path)
