"""A study as files that others read, with a codebook, its people and trials, and a manifest of hashes.

The database is read once, whatever the number of formats, and everything streams.
"""

import csv
import gc
import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, fields
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, get_args, get_type_hints

import msgspec

from anaphor import __version__
from anaphor.errors import InputError, MissingExtraError, OutputError, Place
from anaphor.experiment.design.design import Design
from anaphor.experiment.study.reading_out import AnswerRow, answer_rows, people_of, response_cells, study_of
from anaphor.experiment.study.record import Person, head_lines, response_lines
from anaphor.experiment.study.store import Store
from anaphor.files import atomic_file, write_text
from anaphor.provenance import plain
from anaphor.text import choice, speaking, text

COLUMNS = AnswerRow._fields
"""Columns of the long table."""
SIMULATED = "simulated-"
"""Stands before the names of simulated participants where a record has no other place to say so."""
_TYPES = {name: (get_args(kind) or (kind,))[0] for name, kind in get_type_hints(AnswerRow).items()}
"""What a column holds, where it holds something: str, int or float."""
_FREE_TEXT = tuple(
    place for place, name in enumerate(COLUMNS) if _TYPES[name] is str and name not in ("person", "kind")
)
"""Columns in which somebody's own words may stand; pseudonyms and kinds of trials are ours."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so is a formula to a spreadsheet."""
_DECLINED = {"kind": "abstention", "reason": "declined"}
_PERSON = tuple(field.name for field in fields(Person))
_Json = msgspec.defstruct("_Json", COLUMNS)
Write = Callable[[Sequence[AnswerRow]], object]
"""Writes some thousand answers at a time, so that any number of them fits into little memory."""


@contextmanager
def _csv_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """The long table, a line per answer: what lme4 and pandas read at once.

    A text that a spreadsheet would take for a formula is led by an apostrophe.
    """
    wrapper = io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="")
    writer = csv.writer(wrapper, lineterminator="\n")
    writer.writerow(COLUMNS)

    def write(rows: Sequence[AnswerRow]) -> None:
        texts = set().union(*(map(itemgetter(place), rows) for place in _FREE_TEXT))
        if not any(each is not None and each.startswith(_FORMULA) for each in texts):
            writer.writerows(rows)
            return
        for row in rows:
            writer.writerow(f"'{each}" if isinstance(each, str) and each.startswith(_FORMULA) else each for each in row)

    yield write
    wrapper.flush()
    wrapper.detach()


@contextmanager
def _jsonl_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """One JSON object per answer, with the columns as keys."""
    encode = msgspec.json.Encoder().encode_lines
    yield lambda rows: file.write(encode([_Json(*row) for row in rows]))


@contextmanager
def _parquet_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """The long table as Parquet, some thousand answers in a row group."""
    try:
        arrow: Any = import_module("pyarrow")  # it carries no types
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("writing Parquet", "hf") from None
    kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    layout = arrow.schema([(name, kinds[_TYPES[name]]) for name in COLUMNS])
    writer = parquet.ParquetWriter(file, layout, compression="zstd")

    def write(rows: Sequence[AnswerRow]) -> None:
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [arrow.array(each, field.type) for each, field in zip(columns, layout, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=layout))

    yield write
    writer.close()


@contextmanager
def _jspsych_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """A JSON array in the shape of jsPsych's data, for tools that read that."""
    encode, before = msgspec.json.Encoder().encode, b"[\n"

    def write(rows: Sequence[AnswerRow]) -> None:
        nonlocal before
        trials = [
            {
                "trial_type": "html-button-response",
                "trial_index": row.position - 1,
                "subject": row.person,
                "rt": row.rt_ms,
                "response": row.side,
                "stimulus": row.trial,
                "correct": None if row.right is None else bool(row.right),
                "choice": row.choice,
                "key": row.key,
                "item": row.item,
                "schema": row.schema,
                "list": row.list,
                "kind": row.kind,
                "comment": row.comment,
                "study": row.study,
                "simulated": bool(row.simulated),
            }
            for row in rows
        ]
        if trials:
            file.write(before + b",\n".join(map(encode, trials)))
            before = b",\n"

    yield write
    file.write(b"\n]\n" if before == b",\n" else b"[]\n")


@contextmanager
def _answers_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """Answers to items, one `Answer` per line, as agreement and scoring read them."""
    encode = msgspec.json.Encoder().encode_lines

    def write(rows: Sequence[AnswerRow]) -> None:
        records = []
        for row in rows:
            if row.kind != "item":
                continue
            # The canonical JSON, keys in order; made without the record, which would take ten times longer.
            reply = _DECLINED if row.choice is None else {"candidate": row.choice, "kind": "choice"}
            found: dict[str, object] = {"question": row.item or row.trial, "reply": reply}
            found["respondent"] = f"{SIMULATED}{row.person}" if row.simulated else row.person
            if row.rt_ms is not None and row.rt_ms >= 0:
                found["seconds"] = row.rt_ms / 1000
            records.append(found)
        file.write(encode(records))

    yield write


@contextmanager
def _study_file(file: BinaryIO, store: Store) -> Iterator[Write]:
    """The file that `anaphor experiment analyse` reads without a database."""
    file.writelines(head_lines(study_of(store, answers=False)))
    yield lambda rows: file.write(response_lines(map(response_cells, rows)))


_WRITERS: dict[str, tuple[str, Callable[[BinaryIO, Store], AbstractContextManager[Write]]]] = {
    "csv": ("answers.csv", _csv_file),
    "jsonl": ("answers.jsonl", _jsonl_file),
    "parquet": ("answers.parquet", _parquet_file),
    "jspsych": ("jspsych.json", _jspsych_file),
    "answers": ("answer-records.jsonl", _answers_file),
    "study": ("study.jsonl", _study_file),
}
"""Formats by name, each with the name of its file."""
FORMATS = tuple(_WRITERS)
"""What a study can be exported as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file that was written."""

    name: str
    bytes: int
    sha256: str
    """Its hash."""


def export(store: Store, folder: Path, formats: Iterable[str]) -> tuple[Exported, ...]:
    """Write the study in some formats, with its people, trials, codebook and a manifest, into a folder."""
    wanted = sorted(dict.fromkeys(formats), key=lambda name: name == "study")
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown:
        raise InputError("experiment-unknown-export", unknown=unknown[0], names=", ".join(FORMATS))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        where = Place(file=str(folder))
        raise OutputError("experiment-no-folder-made", where=where, why=str(error.strerror)) from error
    collecting = gc.isenabled()
    gc.disable()  # a million rows have no circles, and looking for them takes a fifth of the time
    try:
        with ExitStack() as stack:
            writers = []
            for name, writer in (_WRITERS[each] for each in wanted):
                file = stack.enter_context(atomic_file(folder / name))
                writers.append(stack.enter_context(writer(file, store)))
            for rows in answer_rows(store) if writers else ():
                for write in writers:
                    write(rows)
    finally:
        if collecting:
            gc.enable()
    people = people_of(store)
    texts = {
        "people.csv": _csv(_PERSON, ([getattr(person, name) for name in _PERSON] for person in people)),
        "trials.csv": _trials(store.design),
        "codebook.md": codebook(store.design),
    }
    for name, content in texts.items():
        write_text(folder / name, content)
    found = []
    for name in (*(_WRITERS[each][0] for each in wanted), *texts):
        with (folder / name).open("rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
            found.append(Exported(name=name, bytes=written.tell(), sha256=digest))
    manifest = {
        "study": store.design.name,
        "design": store.design.fingerprint,
        "collection": store.design.collection,
        "collection_fingerprint": store.design.collection_fingerprint,
        "simulated": any(each.simulated for each in people),
        "anaphor": __version__,
        "files": [{"name": each.name, "bytes": each.bytes, "sha256": each.sha256} for each in found],
    }
    write_text(folder / "manifest.json", json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
    return tuple(found)


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return written.getvalue()


def _trials(design: Design) -> str:
    lists: dict[str, list[str]] = {trial.id: [] for trial in design.trials}
    for number, names in enumerate(design.lists, 1):
        for name in names:
            lists[name].append(str(number))
    heads = ("trial", "kind", "item", "schema", "lists", "text", "prompt", "candidates", "key")
    rows = []
    for trial in design.trials:
        where, candidates = " ".join(lists[trial.id]), json.dumps(trial.candidates, ensure_ascii=False)
        rows.append(
            (trial.id, trial.kind, trial.item, trial.schema, where, trial.text, trial.prompt, candidates, trial.key)
        )
    return _csv(heads, rows)


def codebook(design: Design) -> str:
    """What the files of a study hold, as Markdown in the language of its page."""
    with speaking(design.interface):
        trials = []
        for kind, count in Counter(trial.kind for trial in design.trials).items():
            sizes = sorted({len(trial.candidates) for trial in design.of_kind(kind)})
            size = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"
            trials.append((f"`{kind}`", str(count), str(choice("experiment-codebook-kinds", kind)), size))
        rules = [(f"`{name}`", str(value)) for name, value in plain(design.exclusion).items()]
        columns = [(f"`{name}`", str(choice("experiment-codebook-columns", name))) for name in COLUMNS]
        parts = [
            f"# {text('experiment-codebook-title', study=design.name)}",
            text("experiment-codebook-lines"),
            _table(("column", "meaning"), columns),
            _table(("kind", "number", "meaning", "answers"), trials),
            f"{text('experiment-codebook-rules')}:",
            _table(("rule", "value"), rules),
        ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    said = [text(f"experiment-codebook-{each}") for each in heads]
    lines = [said, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
