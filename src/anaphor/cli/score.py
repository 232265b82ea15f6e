"""`anaphor score` and `anaphor compare`: what runs are worth, and whether one system is better than another."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli.collection import Column, Format, Language, columns_of
from anaphor.cli.command import Shown, say
from anaphor.collection import in_language, load
from anaphor.errors import AnaphorError, ContentError, InputError, Place, UnknownNameError
from anaphor.language import LANGUAGES
from anaphor.report.systems import comparison_section, counts_section, scores_report, scores_section
from anaphor.resolver import StoredRun, read_run
from anaphor.schema import Collection, Item, Mark, Question, question_of
from anaphor.scoring import (
    ScoredRun,
    collection_in,
    compare_runs,
    counted,
    document_in,
    literature,
    read_origins,
    read_people,
    run_signature,
    said_of,
    table_rows,
)
from anaphor.scoring import score as score_runs
from anaphor.scoring.items import IntervalMethod, Missing, Sampling, outcomes_of, targets_of
from anaphor.section import Section
from anaphor.text import text

Source = Annotated[str | None, typer.Option("--collection")]
MissingOption = Annotated[Missing, typer.Option("--missing")]
IntervalOption = Annotated[IntervalMethod, typer.Option("--interval")]
Level = Annotated[float, typer.Option("--level")]
Times = Annotated[int, typer.Option("--times")]
Seed = Annotated[int, typer.Option("--seed")]
PeopleOption = Annotated[Path | None, typer.Option("--people")]
PanelOption = Annotated[int | None, typer.Option("--panel", min=1)]

ByKind = dict[str, tuple[str, ...]]
"""An item's labels by kind of group."""
_OWN_KINDS = ("domain", "pronoun", "associative", "switchable", "gender", "candidates")
_AUDIT_KINDS = ("audit", "exposure")
_AUDIT_OUTCOMES = {True: "right", False: "wrong", None: "unscored"}


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


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


def score(
    runs: Annotated[list[Path] | None, typer.Argument(metavar="RUN")] = None,
    collection: Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    counts: Annotated[tuple[int, int, int] | None, typer.Option("--counts", metavar="N H THETA")] = None,
    by: Annotated[list[str] | None, typer.Option("--by")] = None,
    audit: Annotated[Path | None, typer.Option("--audit")] = None,
    groups: Annotated[Path | None, typer.Option("--groups")] = None,
    people: PeopleOption = None,
    panel: PanelOption = None,
    origins: Annotated[Path | None, typer.Option("--origins")] = None,
    missing: MissingOption = Missing.REFUSE,
    interval: IntervalOption = IntervalMethod.AUTO,
    level: Level = 0.95,
    times: Times = 2000,
    seed: Seed = 0,
    items: Annotated[bool, typer.Option("--items")] = False,
    with_literature: Annotated[bool, typer.Option("--literature")] = False,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    draw: Annotated[Draw, typer.Option("--draw")] = Draw.SCORES,
) -> Shown:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    if (counts is None) == (not runs):
        raise InputError("score-nothing" if counts is None else "score-runs-and-counts")
    if counts:
        return Shown(section=counts_section(counted(*counts, level=level), literature() if with_literature else ()))
    if origins and len(runs or ()) < 2:
        raise InputError("score-origins-two-runs")
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = RunOrigin(source=collection, format=format, language=language, columns=columns_of(column))
    labels = WantedLabels(kinds=tuple(dict.fromkeys(by or ())), audit=audit, table=groups)
    found = score_runs(
        read_scored(runs or (), origin, missing, labels),
        kinds=labels.kinds,
        sampling=sampling,
        people=read_people(people) if people else None,
        panel=panel,
        origins=read_origins(origins) if origins else None,
        with_literature=with_literature,
    )
    if figure:
        from anaphor.report import save
        from anaphor.report.systems import calibration_figure, risk_figure, scores_figure

        if draw is Draw.SCORES:
            save(scores_figure(found.cards, found.published), figure)
        else:
            save((risk_figure if draw is Draw.RISK else calibration_figure)(found.cards), figure)
        say(text("scoring-sentences-figure", path=str(figure)))
    return Shown(section=scores_section(found, items=items), report=lambda: scores_report(found))


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN")],
    collection: Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    people: PeopleOption = None,
    panel: PanelOption = None,
    missing: MissingOption = Missing.REFUSE,
    interval: IntervalOption = IntervalMethod.AUTO,
    level: Level = 0.95,
    times: Times = 2000,
    seed: Seed = 0,
) -> Section:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = RunOrigin(source=collection, format=format, language=language, columns=columns_of(column))
    known = read_people(people) if people else None
    return comparison_section(compare_runs(read_scored(runs, origin, missing), sampling, known, panel))


# ------------------------------------------------------------------------------------------------------------ runs


def read_scored(
    paths: Sequence[Path],
    origin: RunOrigin,
    missing: Missing = Missing.REFUSE,
    labels: WantedLabels | None = None,
) -> list[ScoredRun]:
    """The runs with their outcomes; a run that was made on another state of its collection is refused."""
    known: dict[tuple[str, str], tuple[Collection, Any]] = {}
    read: dict[Path, StoredRun] = {}
    scored: list[ScoredRun] = []
    for path in paths:
        run, where = read_run(path), Place(file=str(path))
        header = run.header
        for other, each in read.items():  # under the same name or as a copy, a run would count twice
            if other.resolve() == path.resolve():
                raise InputError("score-run-twice", where=where)
            if each == run:
                raise InputError("score-run-copy", path=str(other), where=where)
        place = origin.source or header.source, header.fingerprint
        if place not in known:
            collection = _collection(path, run, origin)
            known[place] = collection, targets_of(collection, labels_of(collection, labels or WantedLabels()))
        collection, targets = known[place]
        questions = {question.id for question in collection.questions}
        strange = [answer.question for answer in run.answers if answer.question not in questions]
        if strange:
            code = "score-strange-questions" if len(strange) > 1 else "score-strange-question"
            more = len(strange) - 1
            raise ContentError(code, question=strange[0], collection=collection.name, more=more, where=where)
        try:
            outcomes = outcomes_of(targets.items, run.answers, missing=missing)
        except AnaphorError as error:
            raise said_of(path, error) from error
        asked = f"{header.collection}#{header.fingerprint}"
        read[path] = run
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
    names = Counter((each.fingerprint, each.name) for each in scored)
    stems = Counter(each.path.stem for each in scored)
    return [
        each
        if names[each.fingerprint, each.name] == 1
        else replace(each, name=f"{each.name} ({each.path.stem if stems[each.path.stem] == 1 else each.path})")
        for each in scored
    ]


def _collection(path: Path, run: StoredRun, origin: RunOrigin) -> Collection:
    """What the run was asked: the collection that is given or that its header names, read as the run read it."""
    header, where = run.header, Place(file=str(path))
    noted = header.settings
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
        ways = [(origin.source, origin), (origin.source, as_run)]
    else:  # the likeliest place first; a run may be scored from elsewhere
        folders = (path.parent, path.parent.parent)
        places = [header.source, *(str(folder / header.source) for folder in folders)]
        ways = [*((place, as_run) for place in places), (header.collection, origin), (header.collection, as_run)]
    found: Collection | None = None
    problem: AnaphorError | None = None
    for source, how in dict.fromkeys(ways):
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


# ---------------------------------------------------------------------------------------------------------- labels


def labels_of(collection: Collection, wanted: WantedLabels) -> dict[str, ByKind]:
    """Labels of items by kind, for the kinds that are wanted: the items' own, an audit's, and those of a table."""
    given: dict[str, ByKind] = {}
    for _, row in table_rows(wanted.table, ("item",), once=True) if wanted.table else ():
        item = row.pop("item")
        given[item] = {  # several labels of one kind are set apart by `;`
            kind: tuple(part.strip() for part in value.split(";") if part.strip())
            for kind, value in row.items()
            if value
        }
    if wanted.table and given.keys().isdisjoint(question.id for question in collection.questions):
        raise ContentError("score-no-such-item", collection=collection.name, where=Place(file=str(wanted.table)))
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


def _audited(wanted: WantedLabels, collection: Collection) -> dict[str, ByKind]:
    """Whether mutual information is right on each item, and whether the corpus holds a copy of it."""
    kinds = [kind for kind in wanted.kinds if kind in _AUDIT_KINDS]
    if not kinds:
        return {}
    if wanted.audit is None:
        raise InputError("score-by-needs-audit", kind=kinds[0])
    where = Place(file=str(wanted.audit))
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
