"""A study as files that others read, with a codebook, its people and trials, and a manifest of hashes.

The database is read once, whatever the number of formats, and everything streams.
"""

import csv
import gc
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from anaphor import __version__
from anaphor.errors import InputError, OutputError, Place
from anaphor.experiment.design.design import Design
from anaphor.experiment.exporting.formats import WRITERS
from anaphor.experiment.study.reading_out import AnswerRow, answer_rows, people_of, response_cells, study_of
from anaphor.experiment.study.record import Person
from anaphor.experiment.study.record_file import head_lines, response_lines
from anaphor.experiment.study.store import Store
from anaphor.files import atomic_file, write_text
from anaphor.provenance import plain
from anaphor.text import choice, speaking, text

STUDY = "study"
FORMATS = (*WRITERS, STUDY)
"""What a study can be exported as; `study` is the file that `anaphor experiment analyse` reads without a database."""
_STUDY_FILE = "study.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file that was written."""

    name: str
    """Its name in the folder."""
    bytes: int
    """Its size."""
    sha256: str
    """Its hash."""


def export(store: Store, folder: Path, formats: Iterable[str]) -> tuple[Exported, ...]:
    """Write the study in some formats, with its people, trials, codebook and a manifest, into a folder."""
    wanted = list(dict.fromkeys(formats))
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown:
        raise InputError("experiment-study-cannot-exported-as", unknown=unknown[0], names=", ".join(FORMATS))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            "experiment-folder-cannot-made", where=Place(file=str(folder)), why=str(error.strerror)
        ) from error
    with _no_collecting():
        names = _write_answers(store, folder, [name for name in wanted if name != STUDY])
        if STUDY in wanted:
            names.append(_write_study(store, folder))
    people = people_of(store)
    for name, content in (
        ("people.csv", _people(people)),
        ("trials.csv", _trials(store)),
        ("codebook.md", codebook(store.design)),
    ):
        write_text(folder / name, content)
        names.append(name)
    found = tuple(_exported(folder / name) for name in names)
    write_text(folder / "manifest.json", _manifest(store, found, simulated=any(each.simulated for each in people)))
    return found


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Meanwhile nobody looks for circles: a million rows have none, and looking takes a fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _write_answers(store: Store, folder: Path, formats: Sequence[str]) -> list[str]:
    """Write all formats while the answers are read once."""
    with ExitStack() as stack:
        files = [stack.enter_context(atomic_file(folder / WRITERS[name][0])) for name in formats]
        writers = [WRITERS[name][1](file) for name, file in zip(formats, files, strict=True)]
        for rows in answer_rows(store) if writers else ():
            for writer in writers:
                writer.write(rows)
        for writer in writers:
            writer.close()
    return [WRITERS[name][0] for name in formats]


def _write_study(store: Store, folder: Path) -> str:
    with atomic_file(folder / _STUDY_FILE) as file:
        file.writelines(head_lines(study_of(store, answers=False)))
        for rows in answer_rows(store):
            file.write(response_lines(map(response_cells, rows)))
    return _STUDY_FILE


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def _people(people: Iterable[Person]) -> str:
    names = [field.name for field in fields(Person)]
    return _csv(names, ([getattr(person, name) for name in names] for person in people))


def _trials(store: Store) -> str:
    lists: dict[str, list[str]] = {trial.id: [] for trial in store.design.trials}
    for number, names in enumerate(store.design.lists, 1):
        for name in names:
            lists[name].append(str(number))
    heads = ("trial", "kind", "item", "schema", "lists", "text", "prompt", "candidates", "key")
    return _csv(
        heads,
        (
            (
                trial.id,
                trial.kind.value,
                trial.item,
                trial.schema,
                " ".join(lists[trial.id]),
                trial.text,
                trial.prompt,
                json.dumps(trial.candidates, ensure_ascii=False),
                trial.key,
            )
            for trial in store.design.trials
        ),
    )


def _exported(path: Path) -> Exported:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return Exported(name=path.name, bytes=path.stat().st_size, sha256=digest.hexdigest())


def _manifest(store: Store, found: tuple[Exported, ...], *, simulated: bool) -> str:
    design = store.design
    manifest = {
        "study": design.name,
        "design": design.fingerprint,
        "collection": design.collection,
        "collection_fingerprint": design.collection_fingerprint,
        "simulated": simulated,
        "anaphor": __version__,
        "files": [{"name": each.name, "bytes": each.bytes, "sha256": each.sha256} for each in found],
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"


def codebook(design: Design) -> str:
    """What the files of a study hold, as Markdown in the language of its page."""
    with speaking(design.interface):
        kinds = Counter(trial.kind for trial in design.trials)
        trials = [
            (f"`{kind.value}`", str(count), _said("kinds", kind), _sizes(design, kind.value))
            for kind, count in kinds.items()
        ]
        rules = [(f"`{name}`", str(value)) for name, value in plain(design.exclusion).items()]
        columns = [(f"`{name}`", _said("columns", name)) for name in AnswerRow._fields]
        head, meaning = text("experiment-codebook-column"), text("experiment-codebook-meaning")
        heads = (text("experiment-codebook-kind"), text("experiment-codebook-number"), meaning)
        parts = [
            f"# {text('experiment-codebook-title', study=design.name)}",
            text("experiment-codebook-lines"),
            _table((head, meaning), columns),
            _table((*heads, text("experiment-codebook-answers")), trials),
            f"{text('experiment-codebook-rules')}:",
            _table((text("experiment-codebook-rule"), text("experiment-codebook-value")), rules),
        ]
    return "\n\n".join(parts) + "\n"


def _said(family: str, name: str) -> str:
    return str(choice(f"experiment-codebook-{family}", name))


def _sizes(design: Design, kind: str) -> str:
    """How many answers the trials of a kind have to choose from."""
    sizes = sorted({len(trial.candidates) for trial in design.trials if trial.kind.value == kind})
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
