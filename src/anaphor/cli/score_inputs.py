"""What `score` and `compare` read: runs with their collections, labels of items, people's answers, changed wordings."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Answer
from anaphor.cli.collection import columns_of
from anaphor.collection import in_language, load
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, Place, UnknownNameError
from anaphor.files import digest, regular_bytes
from anaphor.language import LANGUAGES
from anaphor.resolver import Run, read_run
from anaphor.schema import Collection, HumanCount, Item, Mark, Question, question_of
from anaphor.scoring import OriginMap, PeopleInput, ScoredRun, run_signature, said_of
from anaphor.scoring.items import Missing, outcomes_of, targets_of
from anaphor.text import text

ByKind = dict[str, tuple[str, ...]]
"""An item's labels by kind of group."""
_OWN_KINDS = ("domain", "pronoun", "associative", "switchable", "gender", "candidates")
_AUDIT_KINDS = ("audit", "exposure")
_AUDIT_OUTCOMES = {True: "right", False: "wrong", None: "unscored"}
_LARGEST = 2**28
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)
_NO_DOCUMENT = (ValueError, RecursionError, TypeError, KeyError, AttributeError)
"""What is raised by a file that holds another document than the one that is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrigin:
    """Where a run's collection is found."""

    source: str | None = None
    """A file or a name; None: what the run's header says."""
    format: str | None = None
    """Format of the file, if it is not recognised."""
    language: str | None = None
    """Which language of several."""
    columns: tuple[tuple[str, str], ...] = ()
    """Columns of a dataset: ours, theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLabels:
    """Which labels are wanted, and where they come from."""

    kinds: tuple[str, ...] = ()
    """Kinds of group."""
    audit: Path | None = None
    """What `anaphor audit --json` printed."""
    table: Path | None = None
    """A table with the column `item` and one column per kind."""


# -------------------------------------------------------------------------------------------------------------- runs


def read_scored(
    paths: Sequence[Path],
    origin: RunOrigin,
    missing: Missing = Missing.REFUSE,
    labels: WantedLabels | None = None,
) -> list[ScoredRun]:
    """The runs with their outcomes; a run that was made on another state of its collection is refused."""
    known: dict[tuple[str, str], tuple[Collection, Any]] = {}
    read: list[Run] = []
    scored: list[ScoredRun] = []
    for path in paths:
        run = read_run(path)
        header = run.header
        _refuse_again(path, run, dict(zip(paths, read, strict=False)))
        place = origin.source or header.source, header.fingerprint
        if place not in known:
            collection = _collection(path, run, origin)
            known[place] = collection, targets_of(collection, labels_of(collection, labels or WantedLabels()))
        collection, targets = known[place]
        try:
            _refuse_strangers(run, collection)
            outcomes = outcomes_of(targets.items, run.answers, missing=missing)
        except AnaphorError as error:
            raise said_of(path, error) from error
        asked = f"{header.collection}#{header.fingerprint}"
        read.append(run)
        scored.append(
            ScoredRun(
                name=header.respondent.name,
                path=path,
                respondent=header.respondent.name,
                resolver=header.signature,
                blind=header.blind,
                half_line=run.half_line,
                asked=asked,
                collection=collection,
                targets=targets,
                outcomes=outcomes,
                signature=run_signature(asked, header.signature, targets, missing, blind=header.blind),
            )
        )
    # Runs of one respondent on one collection are told apart by their files.
    names = [(each.fingerprint, each.name) for each in scored]
    stems = [each.path.stem for each in scored]
    return [
        each
        if names.count(name) == 1
        else replace(each, name=f"{each.name} ({stem if stems.count(stem) == 1 else each.path})")
        for each, name, stem in zip(scored, names, stems, strict=True)
    ]


def _refuse_again(path: Path, run: Run, before: Mapping[Path, Run]) -> None:
    """Refuse a run that was given before, under the same name or as a copy: it would count twice."""
    for other, each in before.items():
        if other.resolve() == path.resolve():
            raise InputError("score-run-twice", where=Place(file=str(path)))
        if each == run:
            raise InputError("score-run-copy", path=str(other), where=Place(file=str(path)))


def _refuse_strangers(run: Run, collection: Collection) -> None:
    """Refuse answers to questions that the collection does not have."""
    known = {question.id for question in collection.questions}
    strange = [answer.question for answer in run.answers if answer.question not in known]
    if len(strange) == 1:
        raise ContentError("score-strange-question", question=strange[0], collection=collection.name)
    if strange:
        more = len(strange) - 1
        raise ContentError("score-strange-questions", question=strange[0], collection=collection.name, more=more)


def _collection(path: Path, run: Run, origin: RunOrigin) -> Collection:
    """What the run was asked: the collection that is given or that its header names, read as the run read it."""
    header, where = run.header, Place(file=str(path))
    found: Collection | None = None
    problem: AnaphorError | None = None
    for source, how in _ways(path, run, origin):
        try:
            read = load(source, format=how.format, language=how.language, columns=how.columns)
        except AnaphorError as error:
            problem = problem or error
            continue
        # Of a collection in several languages, the one that was asked.
        codes = sorted({question.language for question in read.questions}) if read.language == "mul" else []
        parts = (in_language(read, code) for code in codes)
        read = next((part for part in parts if part.fingerprint == header.fingerprint), read)
        if read.fingerprint == header.fingerprint:
            return read
        found = found or read
    if found is not None:
        code = "score-other-collection" if header.collection != found.name else "score-other-state"
        asked, here = f"{header.collection}#{header.fingerprint}", f"{found.name}#{found.fingerprint}"
        given = "--collection" if origin.source else text("score-the-file")
        raise ContentError(code, asked=asked, given=given, here=here, where=where)
    if problem is None or origin.source:
        raise problem or InputError("score-no-collection", where=where)
    raise InputError("score-unread-collection", problem=str(problem).rstrip("."), where=where) from problem


def _ways(path: Path, run: Run, origin: RunOrigin) -> list[tuple[str, RunOrigin]]:
    """Where the collection may be and how it may have to be read, the likeliest first; what is given comes first."""
    noted = run.header.settings
    try:  # "text=sentence split=a b" is two columns: a space before NAME= begins the next
        columns = columns_of(re.split(r"\s+(?=\w+=)", noted["columns"])) if noted.get("columns") else ()
    except AnaphorError as error:
        raise said_of(path, error) from error
    as_run = replace(
        origin,
        format=origin.format or noted.get("format"),
        language=origin.language or noted.get("language"),
        columns=origin.columns or columns,
    )
    if origin.source:
        return list(dict.fromkeys([(origin.source, origin), (origin.source, as_run)]))
    source, name = run.header.source, run.header.collection
    nearby = [str(folder / source) for folder in (path.parent, path.parent.parent)]  # a run is scored from elsewhere
    files = [(each, as_run) for each in (source, *nearby)]
    return list(dict.fromkeys([*files, (name, origin), (name, as_run)]))


# ------------------------------------------------------------------------------------------------------------ labels


def labels_of(collection: Collection, wanted: WantedLabels) -> dict[str, ByKind]:
    """Labels of items by kind, for the kinds that are wanted."""
    given = _own_table(wanted.table, collection) if wanted.table else {}
    known = {*_OWN_KINDS, *_AUDIT_KINDS, *(kind for labels in given.values() for kind in labels)}
    for kind in wanted.kinds:
        if kind not in known:
            raise UnknownNameError(text("scoring-kind-of-group"), kind, known, todo=text("score-groups-from"))
    audited = _audited(wanted, collection)
    unlabelled: ByKind = {kind: () for kind in wanted.kinds if kind != "domain"}
    labels: dict[str, ByKind] = {}
    for entry in collection.entries:
        name = question_of(entry).id
        own = {kind: (label,) for kind in wanted.kinds if (label := _own_label(entry, kind))}
        labels[name] = {**unlabelled, **own, **audited.get(name, {}), **given.get(name, {})}
    return labels


def _own_label(entry: Item | Question, kind: str) -> str | None:
    """The label that an item has by itself; domains are its schema's."""
    question, notes = question_of(entry), entry.annotations if isinstance(entry, Item) else None
    if kind == "candidates":
        return str(len(question.candidates))
    if kind == "pronoun" and isinstance(question.anaphor, Mark) and question.language in LANGUAGES.names():
        found = LANGUAGES.get(question.language).analyse(question.text, question.anaphor.span)
        return found.kind.value if found else None
    if kind == "switchable" and notes and notes.switchable is not None:
        return "yes" if notes.switchable else "no"
    if kind == "gender" and notes:
        return notes.gender
    return notes.associative.value if kind == "associative" and notes and notes.associative else None


def _own_table(path: Path, collection: Collection) -> dict[str, ByKind]:
    """Labels of the user's own: a table with the column `item`; several labels of one kind are set apart by `;`."""
    found: dict[str, ByKind] = {}
    for _, row in once_each(path, ("item",)):
        item = row.pop("item")
        found[item] = {
            kind: tuple(part.strip() for part in value.split(";") if part.strip())
            for kind, value in row.items()
            if value
        }
    if found.keys().isdisjoint(question.id for question in collection.questions):
        raise ContentError("score-no-such-item", collection=collection.name, where=Place(file=str(path)))
    return found


def _audited(wanted: WantedLabels, collection: Collection) -> dict[str, ByKind]:
    """Whether mutual information is right on each item, and whether the corpus holds a copy of it."""
    kinds = [kind for kind in wanted.kinds if kind in _AUDIT_KINDS]
    if not kinds:
        return {}
    if wanted.audit is None:
        raise InputError("score-by-needs-audit", kind=kinds[0])
    where = Place(file=str(wanted.audit))
    try:
        document = json.loads(read_text(wanted.audit))
        labels: dict[str, ByKind] = {
            each["item"]: {"audit": (_AUDIT_OUTCOMES[each["right"]],)} for each in document["items"]
        }
        labels |= {each["item"]: {"audit": (_AUDIT_OUTCOMES[None],)} for each in document.get("unfit", ())}
        seen = [each for each in document.get("shortcuts", ()) if each["name"] == "exposure" and each["items"]]
        copied = {piece["place"] for each in seen[:1] for piece in each["evidence"]}
        for item in labels if seen else ():
            labels[item]["exposure"] = ("in the corpus" if item in copied else "not found",)
        audited = collection_in(str(document.get("signature", "")))
    except _NO_DOCUMENT as error:
        raise FormatError("score-no-audit", where=where) from error
    known = {each.id for each in collection.questions}
    strange = next((item for item in labels if item not in known), None)
    asked = f"{collection.name}#{collection.fingerprint}"
    if audited and (strange is not None or audited.rpartition("#")[2] != collection.fingerprint):
        raise ContentError("score-other-audit", audited=audited, asked=asked, where=where)
    if strange is not None:
        raise ContentError("score-other-audit-item", item=strange, asked=asked, where=where)
    return labels


# ------------------------------------------------------------------------------------------------------------- files


def collection_in(signature: str) -> str | None:
    """The collection that a signature names, with its fingerprint; None where it names none.

    >>> collection_in("collection:mine#0123|seed:1")
    'mine#0123'
    """
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    return unquote(parts["collection"]) if "#" in parts.get("collection", "") else None


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return regular_bytes(path, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("score-not-utf8", where=Place(file=str(path))) from error


def read_people(path: Path) -> PeopleInput:
    """People's answers (JSON lines), or how many were right on each item (a table)."""
    source = digest(regular_bytes(path, _LARGEST))
    if path.suffix.lower() in (".csv", ".tsv"):
        return PeopleInput(counts=dict(_counts(path)), source=source, path=path)
    written = read_text(path)
    first = written.partition("\n")[0]
    is_run = '"kind"' in first and '"reply"' not in first
    answers = list(_answers(path, written, skip=1 if is_run else 0))
    if is_run:  # in a run, a later answer takes the place of an earlier one
        answers = list({(each.respondent, each.question): each for each in answers}.values())
    return PeopleInput(answers=answers, source=source, path=path)


def _answers(path: Path, written: str, skip: int) -> Iterator[Answer]:
    for number, line in enumerate(written.splitlines(), 1):
        if not line.strip() or number <= skip:
            continue
        try:
            record = json.loads(line)
            if isinstance(record, dict):  # what a run keeps beside an answer
                record = {name: value for name, value in record.items() if name not in ("trace", "candidates")}
            yield _ANSWER.validate_python(record)
        except (ValidationError, ContentError, ValueError, RecursionError) as error:
            problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            where = Place(file=str(path), line=number)
            raise FormatError("score-no-answer", problem=problem, where=where) from error


def _counts(path: Path) -> Iterator[tuple[str, HumanCount]]:
    for number, row in once_each(path, ("item", "right", "asked")):
        try:
            yield row["item"], HumanCount(right=int(row["right"]), asked=int(row["asked"]))
        except (ValueError, ContentError) as error:
            why = str(error) if isinstance(error, ContentError) else text("score-whole-numbers")
            raise FormatError("score-no-counts", problem=why, where=Place(file=str(path), line=number)) from error


def rows_of(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their numbers."""
    written = read_text(path)
    first = written.partition("\n")[0]
    between = "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=first.count)  # spreadsheets in French write ;
    reader = csv.DictReader(io.StringIO(written), delimiter=between)
    try:
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            where = Place(file=str(path), line=1)
            raise FormatError("score-no-column", column=missing[0], needed=", ".join(needed), where=where)
        for row in reader:
            yield reader.line_num, {name: (value or "").strip() for name, value in row.items() if name}
    except csv.Error as error:
        raise FormatError("score-unreadable-table", problem=str(error), where=Place(file=str(path))) from error


def once_each(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table that has at most one per item; a second one is refused."""
    seen: dict[str, int] = {}
    for number, row in rows_of(path, needed):
        if row["item"] in seen:
            where = Place(file=str(path), line=number)
            raise ContentError("score-item-twice", item=row["item"], row=seen[row["item"]], where=where)
        seen[row["item"]] = number
        yield number, row


def read_origins(path: Path) -> OriginMap:
    """The map of changed wordings that was written beside a perturbed collection."""
    try:
        document = json.loads(read_text(path))
        origins = {
            item: (str(each["item"]), tuple(int(place) for place in each["candidates"]))
            for item, each in document["origins"].items()
        }
        made_from = collection_in(str(document.get("signature", "")))
        original = made_from and made_from.rpartition("#")[2]
        return OriginMap(origins=origins, changed=document.get("fingerprint"), original=original, path=path)
    except _NO_DOCUMENT as error:
        raise FormatError("score-origins-unreadable", where=Place(file=str(path))) from error
