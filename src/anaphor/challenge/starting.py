"""A new challenge: rules with every setting, secrets, made-up people for a rehearsal, a starter kit for entrants."""

import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path

from anaphor.challenge.entry import EntryFile, write_entry
from anaphor.challenge.rules import LEAST_QUESTIONS, RoundKind
from anaphor.challenge.rules_file import RULES_FILE as RULES
from anaphor.challenge.sandbox.isolation import remove_tree
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.secret import Secrets, new_secrets, save_secrets
from anaphor.challenge.store import make_folder
from anaphor.collection import load
from anaphor.errors import ContentError, InputError, OutputError, Place
from anaphor.experiment import Crowd, simulate
from anaphor.experiment.design import Counting, DesignPlan, make_design
from anaphor.experiment.study import Study, load_study, open_store, save_study, study_of
from anaphor.files import write_text
from anaphor.provenance import canonical_json
from anaphor.schema import Collection

_PEOPLE = "people.jsonl"
_CROWD = 8
"""Made-up people: four for each half of a schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a new challenge begins with."""

    title: str
    """What it is called."""
    collection: str
    """A file, or a collection of the catalogue."""
    people: Path | None = None
    """A study of the collection; made-up people where there is none."""
    backend: Backend = Backend.PROCESS
    """How entries are run."""
    zone: str = "Europe/Paris"
    """The time zone."""
    seed: int = 1
    """Seed of the made-up people."""


@cache
def _texts() -> dict[str, str]:
    return tomllib.loads(files("anaphor").joinpath("data/challenge/starter.toml").read_text("utf-8"))


def start_challenge(folder: Path, start: Start, now: datetime, secrets: Secrets | None = None) -> None:
    """Write a challenge that `validate` accepts and `run` can run; a folder with a challenge in it is left alone.

    Where that fails, nothing of it is left behind.
    """
    if (folder / RULES).exists():
        raise InputError("there is a challenge already", where=Place(file=str(folder)), todo="Name another folder.")
    collection = load(start.collection)
    kinds = _kinds(collection)
    people = load_study(start.people) if start.people else made_up_people(collection, start.seed)
    with whole_or_nothing(folder):
        make_folder(folder / "entries")
        # A copy of each: whoever is given the folder can verify all of it.
        save_study(people, folder / _PEOPLE)
        drawn = secrets or new_secrets()
        save_secrets(drawn, folder)
        rounds = "".join(_round(kind, _own(start.collection, folder)) for kind in kinds)
        write_starter_kit(folder / "starter-kit")
        write_text(folder / RULES, _rules_text(start, rounds, drawn, now))


@contextmanager
def whole_or_nothing(folder: Path) -> Iterator[None]:
    """Remove what the block has put into a folder, and the folders that it made on the way, if it fails."""
    before = set(folder.iterdir()) if folder.is_dir() else set()
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for path in set(folder.iterdir()) - before:
                remove_tree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
            for path in made:
                path.rmdir()
        raise


def _kinds(collection: Collection) -> list[RoundKind]:
    sizes = {RoundKind.PROBLEMS: len(collection.problems), RoundKind.SCHEMAS: len(collection.schemas)}
    kinds = [kind for kind, size in sizes.items() if size >= LEAST_QUESTIONS]
    if not kinds:
        raise ContentError(
            f"{collection.name} has {sizes[RoundKind.PROBLEMS]} problems and {sizes[RoundKind.SCHEMAS]} schemas",
            todo=f"A round needs {LEAST_QUESTIONS} of one kind.",
        )
    return kinds


def _own(collection: str, folder: Path) -> str:
    """The collection as the rules name it: a copy of the file in the challenge's folder, or its name."""
    source = Path(collection)
    if not source.is_file():
        return collection
    name = f"collection{''.join(source.suffixes[-2:])}"
    try:
        shutil.copyfile(source, folder / name)
    except OSError as error:
        raise OutputError(f"it cannot be copied ({error.strerror})", where=Place(file=str(source))) from error
    return name


def _round(kind: RoundKind, collection: str) -> str:
    return _texts()["round"].format(
        name=canonical_json(kind.value),
        kind=canonical_json(kind.value),
        collection=canonical_json(collection),
        people=canonical_json(_PEOPLE),
    )


def _rules_text(start: Start, rounds: str, secrets: Secrets, now: datetime) -> str:
    day = now.astimezone(UTC).replace(hour=8, minute=0, second=0, microsecond=0)
    dates = {"opens": 0, "closes": 14, "held": 15, "source": 29}
    written = {name: (day + timedelta(days=days)).isoformat() for name, days in dates.items()}
    promised = secrets.commitments
    return (
        _texts()["challenge"]
        .lstrip("\n")
        .format(
            title=canonical_json(start.title),
            zone=canonical_json(start.zone),
            backend=canonical_json(start.backend.value),
            rounds=rounds,
            run=canonical_json(promised.run),
            rerun=canonical_json(promised.rerun),
            **written,
        )
    )


def write_starter_kit(folder: Path) -> None:
    """A whole entry in plain Python, and how to try it."""
    make_folder(folder)
    write_text(folder / "answer.py", _texts()["answer"].lstrip("\n"))
    write_text(folder / "README.md", _texts()["readme"].lstrip("\n"))
    write_text(folder / "LISEZMOI.md", _texts()["readme_fr"].lstrip("\n"))
    write_entry(EntryFile(command=("python3", "answer.py"), source_included=True), folder)


def made_up_people(collection: Collection, seed: int) -> Study:
    """A rehearsed study in which made-up people get nearly everything right; it says that it is simulated."""
    design = make_design(collection, DesignPlan(lists=2, quota=_CROWD, seed=seed, bare=True, counting=Counting.FIRST_3))
    crowd = Crowd(finishing=_CROWD, seed=seed, accuracy=0.985, item_spread=0.5, person_spread=0.2)
    with tempfile.TemporaryDirectory() as place:
        store = open_store(str(Path(place) / "rehearsal.db"), design)
        try:
            simulate(store, crowd)
            return study_of(store)
        finally:
            store.engine.dispose()
