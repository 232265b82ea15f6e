"""Where a design may be written: not over another one, and never over one that people have answered."""

from pathlib import Path

from anaphor.errors import AnaphorError, InputError
from anaphor.experiment.design.design import Design
from anaphor.experiment.design.file import load_design
from anaphor.experiment.study.reading_out import people_of
from anaphor.experiment.study.record import Person
from anaphor.experiment.study.store import open_store


def refuse_replacing(design: Design, path: Path, database: Path, *, force: bool = False) -> None:
    """Refuse to write a design over another one, or beside a database whose people were shown another one.

    `force` gives up a design that nobody has answered; answers in a database elsewhere are not seen from here.
    """
    people = _people_of_another(database, design)
    if people:
        who, or_else = (
            ("people", "")
            if not all(each.simulated for each in people)
            else ("simulated participants", f", or delete {database}")
        )
        raise InputError(
            f"{len(people)} {who} have taken part in the study in {database}, which has another design",
            todo=f"Name another file than {path}{or_else}.",
        )
    if path.is_file() and not force and not _holds(path, design):
        raise InputError(
            f"{path} is there already, and is not this design",
            todo="Name another file, or say --force if nobody has answered it.",
        )


def _people_of_another(database: Path, design: Design) -> tuple[Person, ...]:
    """Those who have started a study that has another design; nobody where there is no study, or it has this one."""
    if not database.is_file():
        return ()
    try:
        store = open_store(str(database), new=False)
    except AnaphorError:
        return ()  # no study of ours: who serves this design will be told
    try:
        return people_of(store) if store.design != design else ()
    finally:
        store.engine.dispose()


def _holds(path: Path, design: Design) -> bool:
    try:
        return load_design(path) == design
    except AnaphorError:
        return False
