"""Answers as other programs wrote them, before they are put in the house's order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphor.errors import FormatError, InputError, Place
from anaphor.experiment.design.design import TrialKind
from anaphor.text import Value, choice, speaking


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
class Given:
    """One answer as a file has it."""

    person: str
    """Who answered, in the file's words."""
    item: str
    """What was asked: an id, a label, or the text itself."""
    text: str | None = None
    """The sentence."""
    prompt: str | None = None
    """The question."""
    schema: str | None = None
    """Schema of the item."""
    candidates: tuple[str, ...] = ()
    """What could be chosen."""
    choice: int | None = None
    """Number of what was chosen, from 0."""
    chosen: str | None = None
    """What was chosen, in words."""
    key: int | None = None
    """Number of what is right, from 0."""
    key_text: str | None = None
    """What is right, in words."""
    right: bool | None = None
    """Whether the answer was right, as the file says."""
    kind: TrialKind = TrialKind.ITEM
    """What the trial was for."""
    list_number: int | None = None
    """List of the person, from 1."""
    position: int | None = None
    """When in the study, from 1."""
    side: int | None = None
    """Place on the screen of what was chosen."""
    rt_ms: float | None = None
    """Reaction time in milliseconds."""
    comment: str | None = None
    """What the person remarked."""
    at: float | None = None
    """When, in seconds since 1970."""
    line: int | None = None
    """Line of the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPerson:
    """What a file says of a person."""

    name: str
    """In the file's words."""
    finished: bool = True
    """Whether they ended the study."""
    adult: bool | None = None
    """Of age."""
    native: bool | None = None
    """Native speaker."""
    simulated: bool = False
    """True for a simulated participant, as an exported rehearsal says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """Everything that a file holds."""

    source: str
    """Which program wrote it."""
    answers: tuple[Given, ...]
    """In the order of the file."""
    people: tuple[GivenPerson, ...] = ()
    """People of whom more is known, or who answered nothing."""
    asked: tuple[Given, ...] = ()
    """What was asked and perhaps never answered, with an empty person."""
    notes: tuple[str, ...] = ()
    """What was left out or supposed."""


def written_note(name: str, **values: Value) -> str:
    """A note as study files keep it: in English, whatever language is spoken."""
    with speaking("en"):
        return str(choice("experiment-notes", name, **values))


Row = tuple[int, Mapping[str, object]]
"""A line's number and its cells by column."""

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


def truth(file: str, row: Row, column: str | None) -> bool | None:
    """Whether a column says yes; None where it says nothing."""
    text = cell(row, column)
    if text is None:
        return None
    word = text.casefold()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise FormatError("experiment-neither-yes-nor-no", where=Place(file=file, line=row[0], field=column), text=text)


def number(file: str, row: Row, column: str | None) -> float | None:
    """The number in a column; None where there is nothing."""
    text = cell(row, column)
    try:
        value = None if text is None else float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if value is not None and not abs(value) < float("inf"):
        raise FormatError("experiment-no-number", where=Place(file=file, line=row[0], field=column), text=text or "")
    return value


def whole(file: str, row: Row, column: str | None) -> int | None:
    """The whole number in a column; None where there is nothing."""
    value = number(file, row, column)
    if value is not None and value != int(value):
        raise FormatError("experiment-no-whole-number", where=Place(file=file, line=row[0], field=column), value=value)
    return None if value is None else int(value)


def wanted(rows: Sequence[Row], settings: ImportSettings, file: str) -> list[Row]:
    """The rows that have the values asked for."""
    columns = {name for _, cells in rows for name in cells}
    for column, _ in settings.where:
        if rows and column not in columns:
            raise InputError(
                "experiment-no-column-called",
                where=Place(file=file),
                column=column,
                names=", ".join(sorted(columns)[:20]),
            )
    kept = [row for row in rows if all(cell(row, column) == value for column, value in settings.where)]
    if not kept:
        raise FormatError("experiment-no-row-left-read", where=Place(file=file))
    return kept
