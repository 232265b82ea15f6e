"""Rows with named columns into answers: which column is what, by its name or as the user says."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, floor
from statistics import median

from anaphor.errors import FormatError, InputError, Place, UnknownNameError
from anaphor.experiment.design.design import TrialKind
from anaphor.experiment.importing.records import (
    Given,
    GivenPerson,
    ImportSettings,
    Row,
    cell,
    number,
    truth,
    whole,
    written_note,
)

_LEAST_MEDIAN_MS = 50.0
"""Nobody reads and answers in less: such times are seconds, or logarithms of milliseconds (6 to 9)."""

USUAL: Mapping[str, tuple[str, ...]] = {
    "person": (
        "person",
        "participant",
        "participant_id",
        "subject",
        "subject_id",
        "subject_nr",
        "prolific_pid",
        "worker",
        "workerid",
        "worker_id",
        "annotator",
        "respondent",
        "run_id",
        "user",
    ),
    "item": ("item", "item_id", "question_id", "question", "stimulus_id", "sentence_id", "word", "stimulus"),
    "trial": ("trial", "stimulus"),
    "text": ("text", "sentence"),
    "prompt": ("prompt",),
    "schema": ("schema", "schema_id", "pair"),
    "candidates": ("candidates", "choices", "options"),
    "choice": ("choice", "answer", "response", "chosen"),
    "key": ("key", "gold", "correct_response", "correct_answer", "correct_choice"),
    "right": ("right", "correct", "accuracy", "acc"),
    "kind": ("kind",),
    "list": ("list", "list_number"),
    "position": ("position", "trial_number"),
    "trial_index": ("trial_index",),
    "rt_ms": ("rt_ms", "rt", "reaction_time", "response_time", "latency"),
    "rt_s": ("rt_s", "seconds"),
    "rt_log": ("rt_log", "log_rt", "logrt"),
    "side": ("side",),
    "comment": ("comment", "remark", "comments"),
    "at": ("at", "timestamp"),
    "finished": ("finished",),
    "adult": ("adult",),
    "native": ("native", "nativespeaker"),
    "simulated": ("simulated",),
}
"""Our names of columns, each with the names that files usually have for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column of a file is what."""

    file: str
    """The file, for messages."""
    names: Mapping[str, str]
    """Our names with the file's; those that the file has not are absent."""
    count_from: int
    """Number of the first candidate where choices are numbers."""

    def get(self, ours: str) -> str | None:
        """The file's name of a column; None where it has none."""
        return self.names.get(ours)


def columns_of(rows: Sequence[Row], settings: ImportSettings, file: str, *, count_from: int = 0) -> Columns:
    """The columns of a file: as the user says, else by their usual names."""
    there = list(dict.fromkeys(name for _, cells in rows for name in cells))
    for ours, theirs in settings.columns.items():
        if ours not in USUAL:
            raise UnknownNameError("column", ours, USUAL)
        if theirs not in there:
            raise InputError(
                "experiment-no-column-called", where=Place(file=file), column=theirs, names=", ".join(there[:30])
            )
    plain = {name.casefold().replace(" ", "_").replace("-", "_"): name for name in reversed(there)}
    found = {ours: plain[usual] for ours, names in USUAL.items() for usual in reversed(names) if usual in plain}
    found.update(settings.columns)
    start = settings.count_from if settings.count_from is not None else count_from
    return Columns(file=file, names=_needed(found, there, file), count_from=start)


def _needed(found: dict[str, str], there: Sequence[str], file: str) -> dict[str, str]:
    shown = ", ".join(there[:30])
    for ours, options in (("person", ("person",)), ("item", ("item", "text")), ("choice", ("choice", "right"))):
        if not any(option in found for option in options):
            raise FormatError("experiment-which-columns-not-clear", where=Place(file=file), shown=shown, ours=ours)
    return found


def read_rows(rows: Sequence[Row], columns: Columns) -> tuple[Given, ...]:
    """An answer for each row that names a person and an item."""
    return tuple(_given(row, columns) for row in rows if _names_both(row, columns))


def _names_both(row: Row, columns: Columns) -> bool:
    return _asked(row, columns) is not None and cell(row, columns.get("person")) is not None


def _asked(row: Row, columns: Columns) -> str | None:
    """What was asked; trials that are no items have a name only where the file knows kinds of trials."""
    found = cell(row, columns.get("item")) or cell(row, columns.get("text"))
    return found or (cell(row, columns.get("trial")) if columns.get("kind") else None)


def _given(row: Row, columns: Columns) -> Given:
    file, get = columns.file, columns.get
    candidates = _candidates(row, columns)
    choice, chosen = _numbered(cell(row, get("choice")), candidates, columns.count_from)
    key, key_text = _numbered(cell(row, get("key")), candidates, columns.count_from)
    index = whole(file, row, get("trial_index"))
    return Given(
        person=cell(row, get("person")) or "",
        item=_asked(row, columns) or "",
        text=cell(row, get("text")),
        prompt=cell(row, get("prompt")),
        schema=cell(row, get("schema")),
        candidates=candidates,
        choice=choice,
        chosen=chosen,
        key=key,
        key_text=key_text,
        right=truth(file, row, get("right")),
        kind=_kind(row, columns),
        list_number=whole(file, row, get("list")),
        position=whole(file, row, get("position")) if index is None else index + 1,
        side=whole(file, row, get("side")),
        rt_ms=_time(row, columns),
        comment=cell(row, get("comment")),
        at=number(file, row, get("at")),
        line=row[0],
    )


def _candidates(row: Row, columns: Columns) -> tuple[str, ...]:
    """What could be chosen: a list, a list in JSON, or texts set apart by | or ;."""
    name = columns.get("candidates")
    value = row[1].get(name) if name else None
    if isinstance(value, list):
        return tuple(str(each) for each in value)
    text = cell(row, name)
    if text is None:
        return ()
    if text.startswith("["):
        try:
            return tuple(str(each) for each in json.loads(text))
        except (ValueError, TypeError, RecursionError):
            pass
    return tuple(part.strip() for part in text.split("|" if "|" in text else ";") if part.strip())


def _numbered(text: str | None, candidates: Sequence[str], start: int) -> tuple[int | None, str | None]:
    """A choice as a number from 0, or in words; digits that are themselves a candidate are words."""
    if text is None:
        return None, None
    if text in candidates:
        return candidates.index(text), text
    if text.lstrip("-").isdecimal():
        return int(text) - start, None
    return None, text


def _kind(row: Row, columns: Columns) -> TrialKind:
    text = cell(row, columns.get("kind"))
    if text is None:
        return TrialKind.ITEM
    if text not in list(TrialKind):
        raise FormatError(
            "experiment-no-kind-trial",
            where=Place(file=columns.file, line=row[0], field=columns.get("kind")),
            text=text,
            names=", ".join(TrialKind),
        )
    return TrialKind(text)


_UNITS: Mapping[str, Callable[[float], float]] = {"rt_s": lambda time: 1000 * time, "rt_log": exp, "rt_ms": float}


def _time(row: Row, columns: Columns) -> float | None:
    for ours, in_ms in _UNITS.items():
        value = number(columns.file, row, columns.get(ours))
        if value is not None:
            try:
                return in_ms(value)
            except OverflowError:
                where = Place(file=columns.file, line=row[0], field=columns.get(ours))
                raise FormatError("experiment-no-logarithm-milliseconds", where=where, value=value) from None
    return None


def without_doubtful_times(
    answers: tuple[Given, ...], columns: Columns, settings: ImportSettings
) -> tuple[tuple[Given, ...], tuple[str, ...]]:
    """The answers and a note: times whose unit nobody named are left out where they cannot be milliseconds."""
    name = columns.get("rt_ms")
    named = "rt_ms" in settings.columns or any(columns.get(other) for other in ("rt_s", "rt_log"))
    times = [each.rt_ms for each in answers if each.rt_ms is not None]
    if name is None or named or not times or median(times) >= _LEAST_MEDIAN_MS:
        return answers, ()
    note = written_note("doubtful_times", column=name, median=floor(median(times)) + 1)
    return tuple(replace(each, rt_ms=None) for each in answers), (note,)


_OF_PEOPLE = ("finished", "adult", "native", "simulated")


def people_of_rows(rows: Sequence[Row], columns: Columns) -> tuple[GivenPerson, ...]:
    """What the rows say of people; a person who once did not finish, or is once said to be young, stays so."""
    found: dict[str, GivenPerson] = {}
    for row in rows:
        name = cell(row, columns.get("person"))
        if name is None:
            continue
        said = {ours: truth(columns.file, row, columns.get(ours)) for ours in _OF_PEOPLE}
        old = found.get(name) or GivenPerson(name=name)
        found[name] = GivenPerson(
            name=name,
            finished=old.finished and said["finished"] is not False,
            adult=_both(old.adult, said["adult"]),
            native=_both(old.native, said["native"]),
            simulated=old.simulated or said["simulated"] is True,
        )
    return tuple(found.values())


def _both(old: bool | None, new: bool | None) -> bool | None:
    return new if old is None else old if new is None else old and new
