"""The answers of a study in the rows of a file: which column is what, by its name or as the user says."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import exp, floor
from pathlib import Path
from statistics import median
from typing import Any

from anaphor.answer import TrialKind
from anaphor.answers.rows import Row
from anaphor.answers.vocabulary import STUDY, heading
from anaphor.errors import FormatError, InputError, Place, UnknownNameError
from anaphor.files import given_text, whole_number
from anaphor.text import Message, message

_LARGEST = 2**30
"""Bytes of the largest file of a study: the sessions of many people may be one file."""
_BY_HAND = "by_hand"
_LEAST_MEDIAN_MS = 50.0
"""Nobody reads and answers in less: such times are seconds, or logarithms of milliseconds (6 to 9)."""
_TAG = re.compile(r"<[^>]{0,200}>")


def plain_text(text: str) -> str:
    """The text without HTML tags and with single spaces.

    >>> plain_text("because <b> she </b>&nbsp;left .")
    'because she left .'
    """
    return " ".join(_TAG.sub(" ", text).replace("&nbsp;", " ").replace("&amp;", "&").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSettings:
    """What the user says about a file."""

    columns: Mapping[str, str]
    """Our names of columns with the file's own, e.g. item=stimulus_id."""
    where: tuple[tuple[str, str], ...] = ()
    """Only rows that have these values in these columns are read."""
    count_from: int | None = None
    """Number of the first candidate where choices are numbers; the format's own where None."""
    keep_names: bool = False
    """True: people keep the names that the file gives; they are p0001, p0002 … otherwise."""
    unfinished: bool = False
    """True: those who did not end the study are analysed too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAnswer:
    """One answer as a file has it; what a study's `Response` has too means the same there."""

    person: str
    item: str
    """What was asked: an id, a label, or the text itself."""
    text: str | None = None
    prompt: str | None = None
    schema: str | None = None
    condition: str | None = None
    candidates: tuple[str, ...] = ()
    choice: int | None = None
    """Number of what was chosen, from 0."""
    chosen: str | None = None
    key: int | None = None
    """Number of what is right, from 0."""
    key_text: str | None = None
    right: bool | None = None
    """Whether the answer was right, as the file says."""
    kind: TrialKind = TrialKind.ITEM
    list_number: int | None = None
    position: int | None = None
    side: int | None = None
    order: tuple[int, ...] = ()
    """For each place on the screen the candidate shown there, as a converted design says it."""
    rt_ms: float | None = None
    hidden_ms: float = 0.0
    focus_losses: int = 0
    comment: str | None = None
    at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPerson:
    """What a file says of somebody."""

    name: str
    finished: bool = True
    adult: bool | None = None
    native: bool | None = None
    excluded: str | None = None
    """Why the organiser left them out by hand."""
    simulated: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    """What they answered to the study's own questions about them, by the question's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAnswers:
    """Everything that a file holds."""

    source: str
    answers: tuple[StudyAnswer, ...]
    """In the order of the file."""
    people: tuple[StudyPerson, ...] = ()
    """People of whom more is known, or who answered nothing, by their names in the file."""
    asked: tuple[StudyAnswer, ...] = ()
    """What was asked and perhaps never answered, with an empty person."""
    notes: tuple[Message, ...] = ()
    designs: frozenset[str] = frozenset()
    """Fingerprints of the converted designs that were answered, where the file says so."""


def text_of(path: Path) -> str:
    """The text of a file; UTF-8, or Latin-1 where it is none."""
    return given_text(path, fallback="latin-1", most=_LARGEST)


_TRUE = {"1", "true", "yes", "right", "correct", "vrai", "oui", "juste"}
_FALSE = {"0", "false", "no", "wrong", "incorrect", "faux", "non"}
_NOTHING = {"", "null", "na", "n/a", "nan", "none", "undefined"}


def cell(row: Row, column: str | None) -> str | None:
    """The text in a column; None where there is no such column, or nothing in it."""
    value = row[1].get(column) if column is not None else None
    if value is None or isinstance(value, (dict, list)):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value).strip()
    return None if text.casefold() in _NOTHING else text


def wanted(rows: Sequence[Row], settings: ImportSettings, file: str) -> list[Row]:
    """The rows that have the values asked for."""
    columns = {name for _, cells in rows for name in cells}
    for column, _ in settings.where:
        if rows and column not in columns:
            names = ", ".join(sorted(columns)[:20])
            raise InputError("experiment-unknown-column", where=Place(file=file), column=column, names=names)
    kept = [row for row in rows if all(cell(row, column) == value for column, value in settings.where)]
    if not kept:
        raise FormatError("experiment-no-row-left", where=Place(file=file))
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column of a file is what."""

    file: str
    names: Mapping[str, str]
    """Our names with the file's; those that the file has not are absent."""
    count_from: int = 0
    """Number of the first candidate where choices are numbers."""

    def text(self, row: Row, ours: str) -> str | None:
        """What stands in the column of a row; None where there is nothing."""
        return cell(row, self.names.get(ours))

    def place(self, row: Row, ours: str) -> Place:
        return Place(file=self.file, line=row[0], field=self.names.get(ours))

    def truth(self, row: Row, ours: str) -> bool | None:
        """Whether a column says yes; None where it says nothing."""
        text = self.text(row, ours)
        if text is not None and text.casefold() not in _TRUE | _FALSE:
            raise FormatError("experiment-neither-yes-nor-no", where=self.place(row, ours), text=text)
        return None if text is None else text.casefold() in _TRUE

    def number(self, row: Row, ours: str) -> float | None:
        """The number in a column; None where there is nothing."""
        text = self.text(row, ours)
        try:
            value = None if text is None else float(text.replace(",", "."))
        except ValueError:
            value = float("nan")
        if value is not None and not abs(value) < float("inf"):
            raise FormatError("experiment-no-number", where=self.place(row, ours), text=text or "")
        return value

    def moment(self, row: Row, ours: str) -> float | None:
        """The moment in a column, in seconds since 1970: as such a number, or as ISO 8601 has it."""
        with suppress(ValueError):
            return datetime.fromisoformat(self.text(row, ours) or "").timestamp()
        return self.number(row, ours)

    def whole(self, row: Row, ours: str) -> int | None:
        """The whole number in a column; None where there is nothing."""
        value = self.number(row, ours)
        if value is not None and value != int(value):
            raise FormatError("experiment-no-whole-number", where=self.place(row, ours), value=value)
        return None if value is None else int(value)


def columns_of(rows: Sequence[Row], named: Mapping[str, str], file: str, *, count_from: int = 0) -> Columns:
    """The columns of a file: as the user says, else by their usual names."""
    there = list(dict.fromkeys(name for _, cells in rows for name in cells))
    shown = ", ".join(there[:30])
    for ours, theirs in named.items():
        if ours not in STUDY:
            raise UnknownNameError("column", ours, STUDY)
        if theirs not in there:
            raise InputError("experiment-unknown-column", where=Place(file=file), column=theirs, names=shown)
    written = {heading(name): name for name in reversed(there)}  # of two that are called alike the first
    found = {ours: written[usual] for ours, names in STUDY.items() for usual in reversed(names) if usual in written}
    found.update(named)
    for ours, options in (("person", ("person",)), ("item", ("item", "text")), ("choice", ("choice", "right"))):
        if not any(option in found for option in options):
            raise FormatError("experiment-unclear-columns", where=Place(file=file), shown=shown, ours=ours)
    return Columns(file=file, names=found, count_from=count_from)


_ORDER = re.compile(r"\d+")
_ORDERED = re.compile(r"\d+(?:[, ]\d+)+")
"""The order in which candidates were shown, as a converted design writes it."""
ASKED = "asked_"
"""Stands before the names of columns in which a converted design keeps what people say of themselves."""
_UNITS: Mapping[str, Callable[[float], float]] = {"rt_s": lambda time: 1000 * time, "rt_log": exp, "rt_ms": float}


def read_rows(rows: Sequence[Row], columns: Columns) -> tuple[StudyAnswer, ...]:
    """An answer for each row that names a person and an item."""
    answers = []
    for row in rows:
        person, item = columns.text(row, "person"), columns.text(row, "item") or columns.text(row, "text")
        if item is None and "kind" in columns.names:  # trials that are no items have a name of their own
            item = columns.text(row, "trial")
        if person is None or item is None:
            continue
        candidates = _candidates(row, columns.names.get("candidates"))
        choice, chosen = _numbered(columns.text(row, "choice"), candidates, columns.count_from)
        key, key_text = _numbered(columns.text(row, "key"), candidates, columns.count_from)
        kind = columns.text(row, "kind") or TrialKind.ITEM.value
        if kind not in list(TrialKind):
            where, names = columns.place(row, "kind"), ", ".join(TrialKind)
            raise FormatError("experiment-unknown-trial-kind", where=where, text=kind, names=names)
        unit, time = next(((unit, time) for unit in _UNITS if (time := columns.number(row, unit)) is not None), ("", 0))
        try:
            rt_ms = _UNITS[unit](time) if unit else None
        except OverflowError:
            where = columns.place(row, unit)
            raise FormatError("experiment-bad-log-time", where=where, value=time) from None
        # A converted design says where a trial stood and in which order; elsewhere such columns may hold anything.
        index, ours = columns.whole(row, "trial_index"), cell(row, "design") is not None
        order = (columns.text(row, "order") if ours else None) or ""
        answers.append(
            StudyAnswer(
                person=person,
                item=item,
                text=columns.text(row, "text"),
                prompt=columns.text(row, "prompt"),
                schema=columns.text(row, "schema"),
                condition=columns.text(row, "condition"),
                candidates=candidates,
                choice=choice,
                chosen=chosen,
                key=key,
                key_text=key_text,
                right=columns.truth(row, "right"),
                kind=TrialKind(kind),
                list_number=columns.whole(row, "list"),
                position=columns.whole(row, "position") if index is None or ours else index + 1,
                side=columns.whole(row, "side"),
                order=tuple(map(int, _ORDER.findall(order))) if _ORDERED.fullmatch(order) else (),
                rt_ms=rt_ms,
                hidden_ms=columns.number(row, "hidden_ms") or 0.0,
                focus_losses=columns.whole(row, "focus_losses") or 0,
                comment=columns.text(row, "comment"),
                at=columns.moment(row, "at"),
            )
        )
    return tuple(answers)


def _candidates(row: Row, name: str | None) -> tuple[str, ...]:
    """What could be chosen: a list, a list in JSON, or texts set apart by | or ;."""
    value = row[1].get(name) if name else None
    text = cell(row, name) or ""
    if text.startswith("["):
        with suppress(ValueError, TypeError, RecursionError):  # it only looks like JSON
            value = list(json.loads(text))
    if isinstance(value, list):
        return tuple(str(each) for each in value)
    return tuple(part.strip() for part in text.split("|" if "|" in text else ";") if part.strip())


def _numbered(text: str | None, candidates: Sequence[str], start: int) -> tuple[int | None, str | None]:
    """A choice as a number from 0, or in words; digits that are themselves a candidate are words."""
    if text is not None and text in candidates:
        return candidates.index(text), text
    if text is not None and (number := whole_number(text)) is not None:
        return number - start, None
    return None, text


def without_doubtful_times(
    answers: tuple[StudyAnswer, ...], columns: Columns, settings: ImportSettings
) -> tuple[tuple[StudyAnswer, ...], tuple[Message, ...]]:
    """The answers and a note: times whose unit nobody named are left out where they cannot be milliseconds."""
    name = columns.names.get("rt_ms")
    named = "rt_ms" in settings.columns or any(other in columns.names for other in ("rt_s", "rt_log"))
    times = [each.rt_ms for each in answers if each.rt_ms is not None]
    if name is None or named or not times or median(times) >= _LEAST_MEDIAN_MS:
        return answers, ()
    note = message("experiment-notes-doubtful-times", column=name, median=floor(median(times)) + 1)
    return tuple(replace(each, rt_ms=None) for each in answers), (note,)


def people_of_rows(rows: Sequence[Row], columns: Columns) -> tuple[StudyPerson, ...]:
    """What the rows say of people; a person who once did not finish, or is once said to be young, stays so."""
    found: dict[str, StudyPerson] = {}
    for row in rows:
        name = columns.text(row, "person")
        if name is None:
            continue
        old = found.get(name) or StudyPerson(name=name)
        said = {ours: columns.truth(row, ours) for ours in ("finished", "adult", "native")}
        known: dict[str, Any] = {
            ours: getattr(old, ours) if new is None else new and getattr(old, ours) is not False
            for ours, new in said.items()
        }
        simulated = old.simulated or columns.truth(row, "simulated") is True
        by_hand = _BY_HAND if columns.text(row, "excluded") == _BY_HAND else None
        own = {column.removeprefix(ASKED): cell(row, column) for column in row[1] if column.startswith(ASKED)}
        answers = old.answers | {which: said for which, said in own.items() if said is not None}
        found[name] = replace(old, **known, simulated=simulated, excluded=old.excluded or by_hand, answers=answers)
    return tuple(found.values())
