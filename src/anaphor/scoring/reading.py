"""From runs to outcomes: the collection that was asked is found again, and its items get their labels."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from anaphor.answers import (
    Run,
    StoredRun,
    exported_answers,
    is_run,
    logged_format,
    logged_runs,
    read_run,
    stored_runs,
    table_rows,
    table_runs,
)
from anaphor.collection import load, own_label
from anaphor.errors import AnaphorError, ContentError, InputError, Place, UnknownNameError
from anaphor.files import MemoryTable, document_in, is_path, place_of
from anaphor.provenance import read_path
from anaphor.schema import Collection, question_of
from anaphor.scoring.card import run_signature
from anaphor.scoring.inputs import collection_in, said_of
from anaphor.scoring.items.outcomes import Missing, outcomes_of, targets_of
from anaphor.scoring.systems.runs import ScoredRun
from anaphor.text import text

RunInput: TypeAlias = str | Path | Run | MemoryTable
"""A run: its file, one in memory, or a table of predictions with a row per item."""
ByKind = dict[str, tuple[str, ...]]
"""An item's labels by kind of group."""
_OWN_KINDS = ("domain", "pronoun", "associative", "switchable", "gender", "candidates")
_AUDIT_KINDS = ("audit", "exposure")
_AUDIT_OUTCOMES = {True: "right", False: "wrong", None: "unscored"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrigin:
    """Where a run's collection is found."""

    source: str | Path | Collection | MemoryTable | None = None
    """Whatever `load` takes; None: what the run was made on, or what its header says."""
    format: Any = None
    """Format of the file, if it is not recognised."""
    language: str | None = None
    """Which language of several."""
    columns: tuple[tuple[str, str], ...] = ()
    """Columns of a dataset: ours, theirs."""
    answers: str | None = None
    """Which program wrote the runs, if that is not recognised."""

    def load(self, source: Any) -> Collection:
        """A source, read as this origin says."""
        return load(source, format=self.format, language=self.language, columns=self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLabels:
    """Which labels are wanted, and where they come from."""

    kinds: tuple[str, ...] = ()
    audit: Any = None
    """What `anaphor audit --json` printed: its file, the document, or an audit in memory."""
    table: Any = None
    """A table with the column `item` and one column per kind: its file, or in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenRun:
    """A run as it was given."""

    run: StoredRun | Run
    path: Path | None = None
    name: str | None = None

    @property
    def where(self) -> Place | None:
        return Place(file=str(self.path)) if self.path else None


def listed_runs(given: Sequence[Any]) -> list[tuple[str | None, RunInput]]:
    """The runs that are meant, each with the name that it was given: lists and mappings of runs are taken apart."""
    found: list[tuple[str | None, RunInput]] = []
    for each in given:
        # A mapping of columns is a table; one of tables or lists of records names runs.
        if isinstance(each, Mapping) and not all(
            isinstance(part, Sequence) and not is_path(part) and not any(isinstance(row, Mapping) for row in part)
            for part in each.values()
        ):
            found += [(str(name), part) for name, part in each.items()]
        elif isinstance(each, list | tuple) and each and not all(isinstance(row, Mapping) for row in each):
            found += listed_runs(each)
        else:
            found.append((None, each))
    return found


def _read(runs: Sequence[tuple[str | None, RunInput]], origin: RunOrigin) -> Iterator[_GivenRun]:
    for name, run in runs:
        if isinstance(run, Run):
            yield _GivenRun(run=run, path=run.path, name=name)
        elif is_path(run) and (people := _people(Path(run), origin)):
            yield from (_GivenRun(run=each) for each in people)
        elif is_path(run) and not (program := logged_format(Path(run), origin.answers)):
            yield _GivenRun(run=read_run(Path(run)), path=Path(run), name=name)
        elif callable(run):
            raise InputError("score-function", name=getattr(run, "__name__", type(run).__name__))
        elif origin.source is None:
            code = "score-samples-collection" if is_path(run) else "score-table-collection"
            raise InputError(code, where=Place(file=str(run)) if is_path(run) else None)
        elif is_path(run):
            found = logged_runs(Path(run), origin.load(origin.source), str(program), name)
            yield from (_GivenRun(run=each) for each in found)
        else:
            yield from (_GivenRun(run=each) for each in table_runs(run, origin.load(origin.source), name))


def _people(path: Path, origin: RunOrigin) -> list[Run]:
    """The runs of those who chose in an annotation tool, one of each; none for another file."""
    if origin.answers or origin.source is None or not path.is_file() or is_run(path):
        return []
    with path.open("rb") as file:
        packed = file.read(2) == b"PK"
    if not packed and logged_format(path) not in (None, "table"):
        return []
    collection = origin.load(origin.source)
    stored = exported_answers(path, collection.questions)
    return stored_runs(stored.of(collection.questions), collection) if stored else []


def read_scored(
    runs: Sequence[RunInput],
    origin: RunOrigin,
    missing: Missing = Missing.REFUSE,
    labels: WantedLabels | None = None,
) -> list[ScoredRun]:
    """The runs with their outcomes; a run that was made on another state of its collection is refused."""
    known: dict[tuple[str, str], tuple[Collection, Any]] = {}
    read: list[_GivenRun] = []
    scored: list[ScoredRun] = []
    for each in _read(listed_runs(runs), origin):
        run, path, header = each.run, each.path, each.run.header
        for other in read:  # under the same name or as a copy, a run would count twice
            if other.run is run or (path and other.path and other.path.resolve() == path.resolve()):
                raise InputError("score-run-twice", where=each.where)
            if other.run == run:
                raise InputError("score-run-copy", path=str(other.path or other.name), where=each.where)
        place = "" if origin.source is not None else header.source, header.fingerprint
        if place not in known:
            collection = _collection(each, origin)
            known[place] = collection, targets_of(collection, labels_of(collection, labels or WantedLabels()))
        collection, targets = known[place]
        questions = {question.id for question in collection.questions}
        strange = [answer.question for answer in run.answers if answer.question not in questions]
        if strange:
            code = "score-strange-questions" if len(strange) > 1 else "score-strange-question"
            more = len(strange) - 1
            raise ContentError(code, question=strange[0], collection=collection.name, more=more, where=each.where)
        try:
            outcomes = outcomes_of(targets.items, run.answers, missing=missing)
        except AnaphorError as error:
            raise said_of(path, error) from error
        asked = f"{header.collection}#{header.fingerprint}"
        columns = " ".join(f"{ours}={theirs}" for ours, theirs in origin.columns) or header.settings.get("columns")
        read.append(each)
        scored.append(
            ScoredRun(
                name=each.name or header.respondent.name,
                path=path,
                respondent=header.respondent.name,
                resolver=header.signature,
                blind=header.blind,
                half_line=isinstance(run, StoredRun) and run.half_line,
                asked=asked,
                collection=collection,
                targets=targets,
                outcomes=outcomes,
                signature=run_signature(asked, header.signature, targets, missing, blind=header.blind, columns=columns),
                tokens=run.tokens,
                notes=run.notes if isinstance(run, Run) and not path else (),
            )
        )
    # Runs of one respondent on one collection are told apart by their files, those in memory by their number.
    names = Counter((each.fingerprint, each.name) for each in scored)
    stems = Counter(each.path.stem for each in scored if each.path)
    marks = [
        str(number) if not each.path else each.path.stem if stems[each.path.stem] == 1 else str(each.path)
        for number, each in enumerate(scored, 1)
    ]
    return [
        each if names[each.fingerprint, each.name] == 1 else replace(each, name=f"{each.name} ({mark})")
        for each, mark in zip(scored, marks, strict=True)
    ]


def _collection(given: _GivenRun, origin: RunOrigin) -> Collection:
    """What the run was asked: the collection that is given or that its header names, read as the run read it."""
    run, header = given.run, given.run.header
    if isinstance(run, Run) and origin.source is None:
        return run.collection
    noted = header.settings
    # "text=sentence split=a b" is two columns: a space before NAME= begins the next
    pairs = [each for each in re.split(r"(?<!\s)\s++(?=\w+=)", noted.get("columns") or "") if each]
    columns = tuple((ours, theirs) for ours, _, theirs in (each.partition("=") for each in pairs))
    if bad := next((pair for pair, each in zip(pairs, columns, strict=True) if not all(each)), None):
        raise said_of(given.path, InputError("collection-bad-mapping", pair=bad))
    as_run = replace(
        origin,
        format=origin.format or noted.get("format"),
        language=origin.language or noted.get("language"),
        columns=origin.columns or columns,
    )
    ways: list[tuple[Any, RunOrigin]]
    if origin.source is not None:
        ways = [(origin.source, origin), *([(origin.source, as_run)] if is_path(origin.source) else [])]
    else:  # the likeliest place first; a run may be scored from elsewhere
        folder, source = (given.path or Path()).parent, read_path(header.source)
        places = [source, *(str(each / source) for each in (folder, folder.parent))]
        ways = [*((place, as_run) for place in places), (header.collection, origin), (header.collection, as_run)]
    found: Collection | None = None
    problem: AnaphorError | None = None
    for number, (source, how) in enumerate(ways):
        if (source, how) in ways[:number]:
            continue
        try:
            read = how.load(source)
        except AnaphorError as error:
            problem = problem or error
            continue
        # Of a collection in several languages, the one that was asked.
        codes = sorted({question.language for question in read.questions}) if read.language == "mul" else []
        parts = (load(read, language=code) for code in codes)
        read = next((part for part in parts if part.fingerprint == header.fingerprint), read)
        if read.fingerprint == header.fingerprint:
            return read
        found = found or read
    if found is not None:
        code = "score-other-collection" if header.collection != found.name else "score-other-state"
        asked, here = f"{header.collection}#{header.fingerprint}", f"{found.name}#{found.fingerprint}"
        named = text("score-the-given" if origin.source is not None else "score-the-file")
        raise ContentError(code, asked=asked, given=named, here=here, where=given.where)
    if problem is None or origin.source is not None:
        raise problem or InputError("score-no-collection", where=given.where)
    raise InputError("score-unread-collection", problem=str(problem).rstrip("."), where=given.where) from problem


def labels_of(collection: Collection, wanted: WantedLabels) -> dict[str, ByKind]:
    """Labels of items by kind, for the kinds that are wanted: the items' own, an audit's, and those of a table."""
    given: dict[str, ByKind] = {}
    for _, row in table_rows(wanted.table, ("item",), once=True) if wanted.table is not None else ():
        item = row.pop("item")
        given[item] = {  # several labels of one kind are set apart by `;`
            kind: tuple(part.strip() for part in value.split(";") if part.strip())
            for kind, value in row.items()
            if value
        }
    if wanted.table is not None and given.keys().isdisjoint(question.id for question in collection.questions):
        raise ContentError("score-no-such-item", collection=collection.name, where=place_of(wanted.table))
    known = {*_OWN_KINDS, *_AUDIT_KINDS, *(kind for labels in given.values() for kind in labels)}
    for kind in wanted.kinds:
        if kind not in known:
            raise UnknownNameError(text("scoring-kind-of-group"), kind, known, todo=text("score-groups-from"))
    audited = _audited(wanted, collection)
    unlabelled: ByKind = {kind: () for kind in wanted.kinds if kind != "domain"}
    labels: dict[str, ByKind] = {}
    for entry in collection.entries:
        name = question_of(entry).id
        own = {kind: (label,) for kind in wanted.kinds if (label := own_label(entry, kind))}
        labels[name] = {**unlabelled, **own, **audited.get(name, {}), **given.get(name, {})}
    return labels


def _audited(wanted: WantedLabels, collection: Collection) -> dict[str, ByKind]:
    """Whether mutual information is right on each item, and whether the corpus holds a copy of it."""
    kinds = [kind for kind in wanted.kinds if kind in _AUDIT_KINDS]
    if not kinds:
        return {}
    if wanted.audit is None:
        raise InputError("score-by-needs-audit", kind=kinds[0])
    where = place_of(wanted.audit)
    with document_in(wanted.audit, "score-no-audit") as document:
        labels: dict[str, ByKind] = {
            each["item"]: {"audit": (_AUDIT_OUTCOMES[each["right"]],)} for each in document["items"]
        }
        labels |= {each["item"]: {"audit": (_AUDIT_OUTCOMES[None],)} for each in document.get("unfit", ())}
        seen = [each for each in document.get("shortcuts", ()) if each["name"] == "exposure" and each["items"]]
        copied = {piece["place"] for each in seen[:1] for piece in each["evidence"]}
        for item in labels if seen else ():
            labels[item]["exposure"] = ("in the corpus" if item in copied else "not found",)
        audited = collection_in(str(document.get("signature", "")))
    known = {each.id for each in collection.questions}
    strange = next((item for item in labels if item not in known), None)
    asked = f"{collection.name}#{collection.fingerprint}"
    if audited and (strange is not None or audited.rpartition("#")[2] != collection.fingerprint):
        raise ContentError("score-other-audit", audited=audited, asked=asked, where=where)
    if strange is not None:
        raise ContentError("score-other-audit-item", item=strange, asked=asked, where=where)
    return labels
