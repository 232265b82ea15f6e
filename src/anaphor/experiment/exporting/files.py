"""A study as files that others read, streamed in one reading: a codebook, people, trials, and a manifest of hashes."""

import csv
import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from importlib.resources import files
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, get_args, get_type_hints

import msgspec

from anaphor import __version__
from anaphor.errors import InputError, MissingExtraError, OutputError, Place
from anaphor.experiment.analysis.screening import PersonRule, TrialRule, person_rule, trial_reason
from anaphor.experiment.design.design import Design
from anaphor.experiment.study.reading_out import AnswerRow, answer_rows, people_of, response_cells, study_of
from anaphor.experiment.study.record import Person, head_lines, response_lines, summed_file
from anaphor.experiment.study.store import Store
from anaphor.files import atomic_file, iso_time, safe_cell, safe_table, write_safely, write_text
from anaphor.progress import uncollected
from anaphor.provenance import CRATE, plain, ro_crate
from anaphor.text import choice, speaking, text

COLUMNS = AnswerRow._fields
"""Columns of the long table."""
SIMULATED = "simulated-"
"""Stands before the names of simulated participants where a record has no other place to say so."""
_TYPES = {name: (get_args(kind) or (kind,))[0] for name, kind in get_type_hints(AnswerRow).items()}
_TYPES["answered_at"] = str  # in seconds where it is read, in ISO 8601 where it is written
"""What a column holds, where it holds something: str, int or float."""
_FREE_TEXT = tuple(
    place for place, name in enumerate(COLUMNS) if _TYPES[name] is str and name not in ("participant", "kind")
)
"""Columns in which somebody's own words may stand; pseudonyms and kinds of trials are ours."""
_BY, _AT = COLUMNS.index("excluded_by"), COLUMNS.index("answered_at")
_DECLINED = {"kind": "abstention", "reason": "declined"}
_ABOUT = ("finished", "withdrawn", "consented", "adult", "native", "restarts")
_PERSON = ("participant", "list", "started_at", "finished_at", *_ABOUT, "excluded_by", "reason", "simulated")
_Json = msgspec.defstruct("_Json", COLUMNS)
Write = Callable[[Sequence[AnswerRow]], object]
"""Writes some thousand answers at a time, so that any number of them fits into little memory."""


@contextmanager
def _csv_file(file: BinaryIO, _: Store) -> Iterator[Write]:
    """The long table, a line per answer: what lme4 and pandas read at once."""
    wrapper = io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="")
    writer = csv.writer(wrapper, lineterminator="\n")
    writer.writerow(COLUMNS)

    def write(rows: Sequence[AnswerRow]) -> None:
        texts = set().union(*(map(itemgetter(place), rows) for place in _FREE_TEXT))
        if all(safe_cell(each) == each and "\r" not in (each or "") for each in texts):
            writer.writerows(rows)
        else:
            write_safely(wrapper, rows)

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
    # It is closed whatever happens: one that is left to the collector grumbles about the file that is gone.
    with parquet.ParquetWriter(file, layout, compression="zstd") as writer:

        def write(rows: Sequence[AnswerRow]) -> None:
            if rows:
                columns = zip(*rows, strict=True)
                arrays = [arrow.array(each, field.type) for each, field in zip(columns, layout, strict=True)]
                writer.write_table(arrow.Table.from_arrays(arrays, schema=layout))

        yield write


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
                "subject": row.participant,
                "participant": row.participant,
                "rt": row.rt_ms,
                "response": row.side,
                "stimulus": row.trial,
                "correct": None if row.right is None else bool(row.right),
                "choice": row.chosen,
                "chosen": row.chosen,
                "chosen_text": row.chosen_text,
                "key": row.key,
                "item_set": row.item_set,
                "item": row.item,
                "condition": row.condition,
                "schema": row.item_set,
                "list": row.list,
                "kind": row.kind,
                "comment": row.comment,
                "excluded_by": row.excluded_by,
                "answered_at": row.answered_at,
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
            reply = _DECLINED if row.chosen is None else {"candidate": row.chosen, "kind": "choice"}
            found: dict[str, object] = {"question": row.item or row.trial, "reply": reply}
            found["respondent"] = f"{SIMULATED}{row.participant}" if row.simulated else row.participant
            if row.rt_ms is not None and row.rt_ms >= 0:
                found["seconds"] = row.rt_ms / 1000
            records.append(found)
        file.write(encode(records))

    yield write


@contextmanager
def _study_file(file: BinaryIO, store: Store) -> Iterator[Write]:
    """The file that `anaphor experiment analyse` reads without a database."""
    with summed_file(file) as write:
        write(b"".join(head_lines(study_of(store, answers=False))))
        yield lambda rows: write(response_lines(map(response_cells, rows)))


_WRITERS: dict[str, tuple[str, Callable[[BinaryIO, Store], AbstractContextManager[Write]]]] = {
    "csv": ("answers.csv", _csv_file),
    "jsonl": ("answers.jsonl", _jsonl_file),
    "parquet": ("answers.parquet", _parquet_file),
    "jspsych": ("jspsych.json", _jspsych_file),
    "answers": ("answer-records.jsonl", _answers_file),
    "study": ("study.jsonl", _study_file),
    "psych-ds": ("data/study-{name}_data.csv", _csv_file),
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


def export_study(store: Store, folder: Path, formats: Iterable[str]) -> tuple[Exported, ...]:
    """Write the study in some formats, with its people, trials, codebook and a manifest, into a folder."""
    wanted = sorted(dict.fromkeys(formats), key=lambda name: name == "study")
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown:
        raise InputError("experiment-unknown-export", unknown=unknown[0], names=", ".join(FORMATS))
    design = store.design
    judged: dict[str, tuple[Person, PersonRule | None]] = {each.name: (each, None) for each in people_of(store)}
    simulated = any(person.simulated for person, _ in judged.values())
    names = {form: _WRITERS[form][0].format(name=_bare(design.name)) for form in wanted}
    try:
        for each in {folder, *((folder / name).parent for name in names.values())}:
            each.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        where = Place(file=str(folder))
        raise OutputError("experiment-no-folder-made", where=where, why=str(error.strerror)) from error
    with uncollected(), ExitStack() as stack:
        writers = {}
        for form, name in names.items():
            file = stack.enter_context(atomic_file(folder / name, private=True))
            writers[form] = stack.enter_context(_WRITERS[form][1](file, store))
        for rows, told in _judged(store, judged):
            for form, write in writers.items():
                write(rows if form == "study" else told)
    texts = {"people.csv": _people(judged), "trials.csv": _trials(design), "codebook.md": codebook(design)}
    if "csv" in wanted:
        texts["analysis.R"] = files("anaphor").joinpath("data/experiment/analysis.R").read_text("utf-8")
    if "psych-ds" in wanted:
        texts |= _psych_ds(design, texts, [*names.values(), *texts], simulated)
    for name, content in texts.items():
        write_text(folder / name, content, private=True)
    found = []
    for name in (*names.values(), *texts):
        with (folder / name).open("rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
            found.append(Exported(name=name, bytes=written.tell(), sha256=digest))
    manifest = {
        "study": design.name,
        "design": design.fingerprint,
        "collection": design.collection,
        "collection_fingerprint": design.collection_fingerprint,
        "simulated": simulated,
        "anaphor": __version__,
        "files": [{"name": each.name, "bytes": each.bytes, "sha256": each.sha256} for each in found],
    }
    listed = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    write_text(folder / "manifest.json", listed)
    sizes = {each.name: each.bytes for each in found} | {"manifest.json": len(listed.encode())}
    write_text(folder / CRATE, _crate(design, sizes, simulated), private=True)
    return tuple(found)


def _bare(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", name)


def _about(design: Design, simulated: bool) -> str:
    """What the whole is, in a sentence or two, in the language of the page."""
    code = "experiment-crate-simulated" if simulated else "experiment-crate-about"
    return text(code, collection=design.collection, fingerprint=design.collection_fingerprint)


def _crate(design: Design, sizes: Mapping[str, int], simulated: bool) -> str:
    """The folder as a research object; nobody has said by which licence the answers may be used."""
    with speaking(design.interface):
        kinds = {name: "psych-ds" if "/" in name else name.replace(".", "-").lower() for name in sizes}
        kinds[".psychdsignore"] = "ignored"
        about = {name: (size, str(choice("experiment-crate-files", kinds[name]))) for name, size in sizes.items()}
        return ro_crate(
            design.words.title,
            _about(design, simulated),
            about,
            day=datetime.now(UTC).date().isoformat(),
            licence=text("experiment-crate-licence"),
            version=f"anaphor {__version__}, design {design.fingerprint}",
        )


def _psych_ds(design: Design, texts: Mapping[str, str], others: Iterable[str], simulated: bool) -> dict[str, str]:
    """What makes the folder a data set of Psych-DS: its description, people as a table of it, what is no part of it."""
    own = {each.id: each.text for each in design.questions}
    with speaking(design.interface):
        columns = dict.fromkeys((*COLUMNS, *_PERSON))
        meant = {name: str(choice("experiment-codebook-columns", name)) for name in columns} | own
        description = {
            "@context": "http://schema.org/",
            "@type": "Dataset",
            "name": design.words.title,
            "description": _about(design, simulated),
            "keywords": ["Winograd schema", "pronoun resolution"],
            "variableMeasured": [
                {"@type": "PropertyValue", "name": name, "description": about} for name, about in meant.items()
            ],
        }
    apart = [name for name in (*others, "manifest.json", CRATE) if "/" not in name]
    return {
        "dataset_description.json": json.dumps(description, ensure_ascii=False, indent=1) + "\n",
        f"data/study-{_bare(design.name)}_description-people_data.csv": texts["people.csv"],
        "README.md": texts["codebook.md"],
        ".psychdsignore": "".join(f"/{name}\n" for name in apart),
    }


def _judged(
    store: Store, people: dict[str, tuple[Person, PersonRule | None]]
) -> Iterator[tuple[list[AnswerRow], list[AnswerRow]]]:
    """Answers, with the rule that leaves each out, and as they are written; people stay whole, for their rules."""
    rules, make = store.design.exclusion, partial(tuple.__new__, AnswerRow)
    for name, (person, _) in people.items():
        people[name] = (person, person_rule(person, (), rules))
    rest: list[AnswerRow] = []
    for part in chain(answer_rows(store), [[]]):
        last, cut = part[-1].participant if part else None, len(part)
        while cut and part[cut - 1].participant == last:
            cut -= 1
        whole, rest, told = rest + part[:cut], part[cut:], list[AnswerRow]()
        if whole and part and whole[-1].participant == last:  # somebody with more answers than are read at once
            rest, whole = whole + rest, []
        for name, found in groupby(whole, itemgetter(1)):
            mine = list(found)
            person = people[name][0]
            rule = person_rule(person, mine, rules)
            people[name] = (person, rule)
            for row in mine:
                by = rule or (trial_reason(row, TrialRule.ANTICIPATIONS) if row.kind == "item" else None)
                when = iso_time(row.answered_at)
                told.append(make((*row[:_BY], by and by.value, when, *row[_AT + 1 :])))
        yield whole, told


def _people(people: Mapping[str, tuple[Person, PersonRule | None]]) -> str:
    """A line for each participant, with the answers to the study's own questions about them."""
    own = list(dict.fromkeys(name for person, _ in people.values() for name in person.answers if name not in _PERSON))
    rows = (
        (
            name,
            person.list_number,
            iso_time(person.started_at),
            iso_time(person.finished_at),
            *(getattr(person, each) for each in _ABOUT),
            rule and rule.value,
            person.excluded,
            person.simulated,
            *(person.answers.get(each) for each in own),
        )
        for name, (person, rule) in people.items()
    )
    return safe_table((*_PERSON, *own), rows)


def _trials(design: Design) -> str:
    lists: dict[str, list[str]] = {trial.id: [] for trial in design.trials}
    for number, names in enumerate(design.lists, 1):
        for name in names:
            lists[name].append(str(number))
    heads = ("trial", "kind", "item_set", "item", "condition", "lists", "text", "prompt", "candidates", "key", "scale")
    rows = (
        (
            *(trial.id, trial.kind, trial.schema, trial.item, trial.condition, " ".join(lists[trial.id])),
            *(trial.text, trial.prompt, json.dumps(trial.candidates, ensure_ascii=False), trial.key, trial.ordered),
        )
        for trial in design.trials
    )
    return safe_table(heads, rows)


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
        others = [name for name in (*_PERSON, "lists", "text", "prompt", "candidates", "scale") if name not in COLUMNS]
        about = [(f"`{name}`", str(choice("experiment-codebook-columns", name))) for name in others]
        parts = [
            f"# {text('experiment-codebook-title', study=design.name)}",
            text("experiment-codebook-lines"),
            _table(("column", "meaning"), columns),
            f"{text('experiment-codebook-people')}:",
            _table(("column", "meaning"), about),
            _table(("kind", "number", "meaning", "answers"), trials),
            f"{text('experiment-codebook-rules')}:",
            _table(("rule", "value"), rules),
        ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    said = [text(f"experiment-codebook-{each}") for each in heads]
    lines = [said, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
