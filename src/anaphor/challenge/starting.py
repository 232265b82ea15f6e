"""A new challenge: rules with every setting, secrets, simulated people for a rehearsal, a starter kit for entrants.

And a challenge that rehearses itself, with entries that show what happens to each kind. The expert knows the answers
and changed wordings of them, the cheat knows the answers by heart and nothing else, the starter kit guesses by
position. All of them are run as real programs by the real referee, without a sandbox.
"""

import fcntl
import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from anaphor.challenge.acts import announce, hand_in, run_again, run_rounds
from anaphor.challenge.calendar import Moment, moment_of
from anaphor.challenge.drawing import Secrets, new_secrets, save_secrets
from anaphor.challenge.entry import EntryFile, read_entry, store_entry, write_entry
from anaphor.challenge.judging.judging import Judgement
from anaphor.challenge.results import ChallengeValidation, NewChallenge
from anaphor.challenge.round import Act
from anaphor.challenge.rulebook import LEAST_QUESTIONS, RULES_FILE, RoundKind, read_rules, rules_of
from anaphor.challenge.running import try_backend
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.settings import Metric
from anaphor.challenge.staging import remove_tree
from anaphor.challenge.store import make_folder, open_challenge
from anaphor.challenge.validation import Proposal, RuleName, check_rules
from anaphor.collection import load
from anaphor.errors import ContentError, InputError, OutputError, member_of
from anaphor.experiment import Counting, Crowd, DesignPlan, Study, load_study, make_design, open_store, save_study
from anaphor.experiment import rehearse as rehearse_study
from anaphor.files import write_text
from anaphor.progress import progress
from anaphor.provenance import canonical_json
from anaphor.schema import Collection, Mark
from anaphor.text import text

FilePath = str | PathLike[str]
_PEOPLE = "people.jsonl"
_CROWD = 8
"""Simulated people: four for each half of a schema."""
_KIT = "starter-kit"
_MOST = 2**30
"""Bytes of the entries that are made here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a new challenge begins with."""

    title: str
    collection: str
    """A file, or a collection of the catalogue."""
    people: Path | None = None
    """A study of the collection; simulated people where there is none."""
    backend: Backend | None = Backend.PROCESS
    """How entries are run; None: sealed where this machine can."""
    zone: str = "UTC"
    seed: int = 1
    questions: int = LEAST_QUESTIONS
    """Questions of a round; fewer than paper 4 has are declared as a rule of the challenge's own."""
    metric: Metric = Metric.RIGHT
    both_halves: bool = False
    """Whether both halves of a schema are asked; they are where the metric needs them."""
    rehearsal: bool = True
    organiser: str = "A name and an address"
    dates: Mapping[str, datetime] = field(default_factory=dict)
    """When what happens (opens, closes, held, source_due); each that is left out follows the one before it."""
    desk: str | None = None
    """Where teams enter in a browser; None: nowhere."""
    development: str = "anaphor-fr"
    """What they try their programs on there."""

    @property
    def both(self) -> bool:
        return self.both_halves or self.metric is Metric.PAIRS


@cache
def _texts() -> dict[str, str]:
    return tomllib.loads(files("anaphor").joinpath("data/challenge/starter.toml").read_text("utf-8"))


def seeded_secrets(seed: int) -> Secrets:
    """Secrets that are none: a rehearsal drawn from them can be held again, lot by lot."""
    return Secrets(run=f"{seed:064x}", rerun=f"{seed + 1:064x}")


def new(  # noqa: PLR0913  # what users of the library may say, by keyword
    folder: FilePath,
    *,
    title: str = "A Winograd schema challenge",
    collection: FilePath = "anaphor-fr",
    people: FilePath | None = None,
    backend: Backend | str | None = None,
    questions: int = LEAST_QUESTIONS,
    metric: Metric | str = Metric.RIGHT,
    both_halves: bool = False,
    real: bool = False,
    seed: int | None = None,
    at: Moment = None,
    organiser: str = "A name and an address",
    opens: Moment = None,
    closes: Moment = None,
    held: Moment = None,
    source_due: Moment = None,
    desk: str | None = None,
    development: FilePath = "anaphor-fr",
) -> NewChallenge:
    """Write a challenge that can be run into a folder: rules, secrets, a starter kit, and for a rehearsal an entry.

    The questions are drawn from `collection`, a file or a name of the catalogue. `people` is the file of a study in
    which people answered them; without one they are simulated, which only a rehearsal allows. `real` makes a challenge
    that is no rehearsal. `backend` says how entries run (process, container, none); left out, sealed where this machine
    can. `metric` is what the threshold is held against (right, pairs, adjusted); `both_halves` asks both halves of each
    schema. A rehearsal may be given a `seed`, so that the same questions are drawn again, and another day (`at`) than
    today on which it opens. `opens`, `closes`, `held` and `source_due` are its dates; each that is left out follows the
    one before. `desk` is the address of an `anaphor serve` at which teams register and enter; their trial runs ask
    questions of the collection `development`.
    """
    start, secrets, when = _start(**{name: value for name, value in locals().items() if name != "folder"})
    place = Path(folder)
    with _alone(place.parent), whole_or_nothing(place):
        start_challenge(place, start, when, secrets)
        if start.rehearsal:  # `run` can run it as it is
            store_entry(read_entry(place / _KIT), place / _KIT, place / "entries" / _KIT, most=_MOST)
    return NewChallenge(folder=place, rules=read_rules(place))


def _start(**options: Any) -> tuple[Start, Secrets | None, datetime]:
    """What `new` is told, as it begins with; what is left out is usual."""
    seed, at, real, people = (options.pop(name, None) for name in ("seed", "at", "real", "people"))
    if real and (seed is not None or at is not None):
        raise InputError("challenge-start-drawn")
    if options.get("questions", 1) < 1:
        raise InputError("challenge-start-questions", given=options["questions"])
    dates = {name: moment_of(options.pop(name, None)) for name in ("opens", "closes", "held", "source_due")}
    if options.get("backend") is not None:
        options["backend"] = member_of(Backend, options["backend"], "backend")
    if "metric" in options:
        options["metric"] = member_of(Metric, options["metric"], "metric")
    options |= {name: str(options[name]) for name in ("collection", "development") if name in options}
    start = Start(
        **options,
        people=None if people is None else Path(people),
        rehearsal=not real,
        seed=1 if seed is None else seed,
        dates={name: when for name, when in dates.items() if when},
    )
    return start, None if seed is None else seeded_secrets(seed), moment_of(at) or datetime.now(UTC)


def start_challenge(folder: Path, start: Start, now: datetime, secrets: Secrets | None = None) -> None:
    """Write a challenge that `validate` accepts and `run` can run; a folder with a challenge in it is left alone.

    Where that fails, nothing of it is left behind.
    """
    if (folder / RULES_FILE).exists():
        raise InputError("challenge-start-there", where=folder)
    if not start.rehearsal and start.people is None:
        raise InputError("challenge-start-no-people")
    collection = load(start.collection)
    kinds = _kinds(start, collection)
    people = load_study(start.people) if start.people else simulated_people(collection, start.seed)
    with whole_or_nothing(folder):
        make_folder(folder / "entries")
        # A copy of each: whoever is given the folder can verify all of it.
        save_study(people, folder / _PEOPLE)
        drawn = secrets or new_secrets()
        save_secrets(drawn, folder)
        name = _taken(start.collection, folder, "collection")
        start = replace(start, development=_taken(start.development, folder, "development"))
        write_starter_kit(folder / _KIT)
        write_text(folder / RULES_FILE, _rules_text(start, name, kinds, drawn, now))


def _taken(given: str, folder: Path, name: str) -> str:
    """What the rules call a collection: its name in the catalogue, or that of a copy of its file."""
    if not (source := Path(given)).is_file():
        return given
    name += "".join(source.suffixes[-2:])
    try:
        shutil.copyfile(source, folder / name)
    except OSError as error:
        raise OutputError("challenge-start-not-copied", why=str(error.strerror), where=source) from error
    return name


def _kinds(start: Start, collection: Collection) -> list[RoundKind]:
    """The rounds for which a collection has enough questions."""
    name, least, problems, schemas = collection.name, start.questions, len(collection.problems), len(collection.schemas)
    sizes = {RoundKind.PROBLEMS: problems, RoundKind.SCHEMAS: schemas * (2 if start.both else 1)}
    kinds = [kind for kind, size in sizes.items() if size >= least]
    if start.metric is Metric.PAIRS and RoundKind.SCHEMAS not in kinds:
        raise ContentError("challenge-start-no-pairs", name=name, halves=sizes[RoundKind.SCHEMAS], least=least)
    if not kinds:
        raise ContentError("challenge-start-few", name=name, problems=problems, schemas=schemas, least=least)
    return kinds


def propose(**told: Any) -> ChallengeValidation:
    """Say what would become of each rule if `new` were told this, as far as that shows without people's answers."""
    start, _, now = _start(**told)
    if not start.rehearsal and start.people is None:
        raise InputError("challenge-start-no-people")
    secrets = seeded_secrets(start.seed)
    rules = rules_of(_rules_text(start, start.collection, _kinds(start, load(start.collection)), secrets, now))
    # These are not the secrets that the challenge will have.
    undrawn = text("challenge-rules-seeds-undrawn")
    checks = tuple(
        replace(check, text=undrawn) if check.rule is RuleName.SEEDS else check
        for check in check_rules(Proposal(rules=rules, rounds=(), secrets=secrets))
    )
    return ChallengeValidation(rules=rules, checks=checks, obstacles={}, drawn=False)


@contextmanager
def _alone(parent: Path) -> Iterator[None]:
    """Keep others waiting who make a challenge in the same place: the second of one name finds the first one whole."""
    made = [path for path in (parent, *parent.parents) if not path.exists()]
    make_folder(parent)
    handle = os.open(parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):  # where a file system knows no locks, challenges are made by one person at a time
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    except BaseException:
        with suppress(OSError):  # where something else lies by now
            for path in made:
                path.rmdir()
        raise
    finally:
        os.close(handle)


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


def _rules_text(start: Start, collection: str, kinds: list[RoundKind], secrets: Secrets, now: datetime) -> str:
    # What strangers send to a desk is run sealed or not at all.
    sealed = start.desk or not start.rehearsal or start.backend is not None or try_backend(Backend.PROCESS).sealed
    backend = start.backend or (Backend.PROCESS if sealed else Backend.NONE)
    day, written = now.astimezone(UTC).replace(hour=8, minute=0, second=0, microsecond=0), {}
    for name, days in {"opens": 0, "closes": 14, "held": 1, "source_due": 14}.items():
        day = start.dates.get(name) or day + timedelta(days=days)
        written[name] = day.isoformat()
    texts, asked = _texts(), {"collection": collection, "people": _PEOPLE}
    rounds = []
    for kind in kinds:
        both = texts["both"] if start.both and kind is RoundKind.SCHEMAS else ""
        round_text = texts["round"].format(**_quoted(asked | {"name": kind, "kind": kind}), questions=start.questions)
        rounds.append(round_text + both)
    # What is not of the challenge's own stands there as a comment.
    written |= {
        "own": "" if start.questions < LEAST_QUESTIONS else "# ",
        "metric": f'# metric = "{Metric.PAIRS}"' if start.metric is Metric.RIGHT else f'metric = "{start.metric}"',
        "rehearsal": "true " if start.rehearsal else "false",
    }
    texts_of_rules = {
        "title": start.title,
        "organiser": start.organiser,
        "zone": start.zone,
        "backend": backend.value,
        "run": secrets.commitments.run,
        "rerun": secrets.commitments.rerun,
    }
    desk = {"address": start.desk or "", "development": start.development}
    written["desk"] = "" if start.desk is None else texts["desk"].format(**_quoted(desk))
    return texts["challenge"].lstrip("\n").format(**_quoted(texts_of_rules), **written, rounds="".join(rounds))


def _quoted(values: Mapping[str, str]) -> dict[str, str]:
    return {name: canonical_json(value) for name, value in values.items()}


def write_starter_kit(folder: Path) -> None:
    """A whole entry in plain Python, and how to try it."""
    make_folder(folder)
    for name, part in {"answer.py": "answer", "README.md": "readme", "LISEZMOI.md": "readme_fr"}.items():
        write_text(folder / name, _texts()[part].lstrip("\n"))
    write_entry(EntryFile(command=("python3", "answer.py"), source_included=True), folder)


def simulated_people(collection: Collection, seed: int) -> Study:
    """A rehearsed study in which simulated people get nearly everything right; it says that it is simulated."""
    design = make_design(collection, DesignPlan(lists=2, quota=_CROWD, seed=seed, bare=True, counting=Counting.FIRST_3))
    crowd = Crowd(finishing=_CROWD, seed=seed, accuracy=0.985, item_spread=0.5, person_spread=0.2)
    with tempfile.TemporaryDirectory() as place:
        store = open_store(str(Path(place) / "rehearsal.db"), design)
        try:
            return rehearse_study(store, crowd).study
        finally:
            store.engine.dispose()


def rehearse(
    folder: FilePath,
    *,
    collection: FilePath = "anaphor-fr",
    at: Moment = None,
    seed: int = 1,
    title: str = "Rehearsal",
) -> Judgement:
    """Hold a whole rehearsal with four simulated entries, from its rules to final results, and leave it in a folder.

    One `seed` gives one set of verdicts; `at` is the day on which it opens, else today.
    """
    start = Start(title=title, collection=str(collection), backend=Backend.NONE, seed=seed)
    place, now = Path(folder), moment_of(at) or datetime.now(UTC)
    with progress(text("challenge-rehearse-progress")) as bar:
        bar(0, None)
        start_challenge(place, start, now, seeded_secrets(seed))
        return _rehearsed(place)


def _rehearsed(folder: Path) -> Judgement:
    """Enter four entries into a challenge that was just made, and hold it."""
    with open_challenge(folder, writing=True) as challenge:
        asked = [item for drawn in challenge.rounds for item in drawn.items]
        changed = [each.item for items in challenge.changed_questions.values() for each in items]
        by_heart = EntryFile(command=(sys.executable, "answer.py"), source_included=True, description="simulated")
        for name, items in {"expert": [*asked, *changed], "cheat": asked}.items():
            table = {}
            for item in items:
                question = item.question
                place = question.anaphor.start if isinstance(question.anaphor, Mark) else None
                table[f"{place} {question.text} {question.prompt}"] = item.answer
            source = challenge.folder / "sources" / name
            source.mkdir(parents=True)
            write_text(source / "answer.py", _texts()["by_heart"].lstrip("\n"))
            write_text(source / "table.json", json.dumps(table))
            store_entry(by_heart, source, challenge.path_of(name), most=_MOST)
        kit = challenge.folder / _KIT
        store_entry(read_entry(kit), kit, challenge.path_of(_KIT), most=_MOST)
        store_entry(EntryFile(resolver="random,seed=1"), None, challenge.path_of("random"), most=_MOST)
        for name in ("expert", "cheat", _KIT, "random"):
            challenge.enter(name, challenge.begin(Act.ENTER))
        run_rounds(challenge)
        announce(challenge)
        paper = folder / "paper.txt"
        write_text(paper, "How it works.\n")
        for name in ("expert", "cheat"):
            hand_in(challenge, name, paper=paper)
        run_again(challenge)
        return announce(challenge, final=True)
