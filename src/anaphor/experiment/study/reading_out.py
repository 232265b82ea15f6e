"""A study out of its database: streaming, so that a million answers need little memory."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from functools import partial
from math import isfinite
from operator import itemgetter
from typing import Any, NamedTuple, TypeGuard

from sqlalchemy import Integer, cast, null, select

from anaphor.errors import FormatError, Place
from anaphor.experiment.design.design import Design, Trial, TrialKind
from anaphor.experiment.study.record import Asked, Person, Response, Study
from anaphor.experiment.study.store import Store
from anaphor.experiment.study.tables import ANSWER, ANSWERS, PARTICIPANTS, PERSON, SHOWING, SHOWN, answer_sum
from anaphor.files import reading, shown_place

_AT_ONCE = 5000
_OUT = ("screened_out", "failed_comprehension")
"""Outcomes of those who were turned away after they had agreed to take part."""
_NOT_OURS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of cells that no study wrote: a database takes a text for a number, and a disk turns bits."""


class AnswerRow(NamedTuple):
    """One answer with all that was recorded: the columns of every export and of the codebook, named alike in all files.

    A new column stands here with its type, in `_QUERY` or `answer_rows` with where it comes from, and in the catalogue
    as `experiment-codebook-columns-NAME`.
    """

    study: str
    participant: str
    list: int
    position: int
    trial: str
    kind: str
    item_set: str | None
    item: str | None
    condition: str | None
    chosen: int | None
    chosen_text: str | None
    key: int | None
    right: int | None
    side: int | None
    key_side: int | None
    rt_ms: float | None
    onset_ms: float | None
    response_ms: float | None
    frame_ms: float | None
    hidden_ms: float
    focus_losses: int
    repeated_key: int
    device: str | None
    comment: str | None
    excluded_by: str | None
    answered_at: float
    simulated: int

    @property
    def again(self) -> bool:
        """A study of ours asks nobody twice."""
        return False


def people_of(store: Store) -> tuple[Person, ...]:
    """Everybody who started, in order."""
    with reading(store.engine) as connection:
        rows = connection.execute(select(PARTICIPANTS).order_by(PERSON.number)).all()
    people = []
    for row in rows:
        with refused_person(store, row):
            screening = json.loads(row.screening) if row.screening else {}
            said = screening.get("answers", {}).items()
            people.append(
                Person(
                    name=person_name(row.number),
                    list_number=row.list + 1,
                    finished=row.finished_at is not None,
                    withdrawn=row.withdrawn_at is not None,
                    consented=row.consent is not None,
                    adult=screening.get("adult"),
                    native=screening.get("native"),
                    screened_out=row.outcome in _OUT,
                    excluded="–" if row.excluded and store.blind else row.excluded,
                    restarts=row.restarts,
                    simulated=bool(row.simulated),
                    started_at=row.started_at,
                    finished_at=row.finished_at,
                    answers={} if store.blind else {name: str(each) for name, each in said},
                )
            )
    return tuple(people)


@contextmanager
def refused_person(store: Store, row: Any) -> Iterator[None]:
    """While something is made of the row of a participant: a row that no study wrote is a sentence that names them."""
    try:
        numbers = (row.list, row.restarts, row.started_at, row.seen_at, row.finished_at or 0.0)
        if not all(map(is_number, numbers)) or isinstance(row.excluded, bytes):
            raise ValueError("a cell of another kind")
        yield
    except _NOT_OURS as error:
        where = Place(file=shown_place(store.where))
        raise FormatError("experiment-person-damaged", person=person_name(row.number), where=where) from error


def is_number(value: object) -> TypeGuard[float]:
    """Whether a cell holds a number that can be one: SQLite keeps whatever a hand wrote into a column of numbers."""
    return isinstance(value, int | float) and isfinite(value)


def person_name(number: int) -> str:
    """A pseudonym that says nothing.

    >>> person_name(7)
    'p0007'
    """
    return f"p{number:04d}"


_QUERY = (
    select(
        ANSWER.participant,
        PERSON.list + 1,
        SHOWING.position + 1,
        ANSWER.trial,
        SHOWING.order,
        ANSWER.choice,
        *(ANSWER[name] for name in ("rt_ms", "onset_ms", "response_ms", "frame_ms", "hidden_ms", "focus_losses")),
        cast(ANSWER.repeated_key, Integer),
        ANSWER.device,
        ANSWER.comment,
        null(),
        ANSWER.received_at,
        cast(PERSON.simulated, Integer),
        ANSWER.attempt,
        ANSWER.check_sum,
    )
    .select_from(
        ANSWERS.join(SHOWN, (SHOWING.participant == ANSWER.participant) & (SHOWING.trial == ANSWER.trial)).join(
            PARTICIPANTS, PERSON.number == ANSWER.participant
        )
    )
    .order_by(ANSWER.participant, SHOWING.position)
)
"""Answers with what was shown and to whom, person by person, in the order in which trials were shown; last
what is only checked."""
_CHECKED = 2
_ASTRAY = (
    select(ANSWER.participant, ANSWER.trial)
    .outerjoin(SHOWN, (SHOWING.participant == ANSWER.participant) & (SHOWING.trial == ANSWER.trial))
    .outerjoin(PARTICIPANTS, PERSON.number == ANSWER.participant)
    .where(SHOWING.trial.is_(None) | PERSON.number.is_(None))
    .limit(1)
)
"""An answer to what its participant was not shown, or of no participant: the query above would pass it over."""
_saved = itemgetter(0, 3, 5, 6, 7, 8, 9, 11, 10, 12, 13, -_CHECKED, 14, 16)
"""The cells that were saved, in the order of the table's columns; the attempt stands before the check sum, last."""
_UNCHECKED = "UPDATE answers SET check_sum = NULL WHERE participant = {} AND trial = '{}';"
"""What somebody types into their database who has changed an answer and means it."""


def answer_rows(store: Store) -> Iterator[list[AnswerRow]]:
    """Every answer, person by person, in the order in which the trials were shown; some thousands at a time.

    One that is not as it was saved is refused: a disk may have turned its bits, or somebody its choice.
    """
    study, trials, make = store.design.name, store.design.by_id, partial(tuple.__new__, AnswerRow)
    shared: dict[tuple[object, ...], tuple[object, ...]] = {}
    # As a text, without the library's conversion of each cell: the columns are plain numbers and texts.
    asked = str(_QUERY.compile(store.engine, compile_kwargs={"literal_binds": True}))
    last, person = None, ""
    with reading(store.engine) as connection:
        astray = connection.execute(_ASTRAY).first()
        if astray is not None:
            raise _changed(store, "experiment-answer-astray", *astray)
        with closing(connection.execution_options(yield_per=_AT_ONCE).exec_driver_sql(asked)) as found:
            for part in found.partitions(_AT_ONCE):
                rows = []
                for cells in part:
                    try:
                        if cells[-1] is None:
                            _check_cells(cells)
                        elif cells[-1] != answer_sum(_saved(cells)):
                            raise _changed(store, "experiment-answer-changed", cells[0], cells[3])
                        middle = shared.get(cells[3:6])
                        if middle is None:
                            middle = shared[cells[3:6]] = _middle(trials[cells[3]], cells[4], cells[5])
                    except _NOT_OURS as error:
                        raise _changed(store, "experiment-answer-damaged", cells[0], str(cells[3])) from error
                    if cells[0] != last:
                        last, person = cells[0], person_name(cells[0])
                    made = (study, person) + cells[1:3] + middle + cells[6:-_CHECKED]  # noqa: RUF005  # much faster
                    rows.append(make(made))
                yield rows


def _middle(trial: Trial, shown: str, choice: int | None) -> tuple[object, ...]:
    """The columns from the trial to the key's place, which many answers share."""
    order = [int(each) for each in shown.split(",")]
    if sorted(order) != list(range(len(trial.candidates))):
        raise ValueError("not the places of the candidates")
    right = None if trial.key is None or choice is None else int(choice == trial.key)
    sides = (None if each is None else order.index(each) for each in (choice, trial.key))
    said = None if choice is None else trial.candidates[choice]
    what = (trial.id, trial.kind.value, trial.schema, trial.item, trial.condition)
    return (*what, choice, said, trial.key, right, *sides)


def _check_cells(cells: Sequence[Any]) -> None:
    """Look at each cell of an answer that has no check sum; `ValueError` where one is not of its column's kind."""
    numbers, counts, texts = (*cells[5:13], cells[16]), (cells[5], cells[11]), (cells[13], cells[14], cells[-_CHECKED])
    whole = all(each is None or isinstance(each, int) for each in counts)
    worded = all(each is None or isinstance(each, str) for each in texts)
    if not (whole and worded and all(each is None or is_number(each) for each in numbers)):
        raise ValueError("a cell of another kind")


def _changed(store: Store, code: str, number: int, trial: str) -> FormatError:
    """An answer that is not as it was saved."""
    statement = _UNCHECKED.format(number, trial.replace("'", "''"))
    where = Place(file=shown_place(store.where))
    return FormatError(code, person=person_name(number), trial=trial, statement=statement, where=where)


_KINDS = {kind.value: kind for kind in TrialKind}
_ASKED = tuple(field.name for field in fields(Asked) if field.name != "trial")
_FIELDS = tuple(field.name for field in fields(Response))
_NOT_AGAIN = len(AnswerRow._fields)
"""Where a cell stands that says no: a study of ours asks nobody twice."""
_RENAMED = {
    "person": "participant",
    "list_number": "list",
    "schema": "item_set",
    "choice": "chosen",
    "at": "answered_at",
}
_pick = itemgetter(
    *(_NOT_AGAIN if name == "again" else AnswerRow._fields.index(_RENAMED.get(name, name)) for name in _FIELDS)
)


def response_cells(row: AnswerRow) -> tuple[Any, ...]:
    """The cells of a response, in the order of its fields; made without the record, which would take twice as long."""
    cells: tuple[Any, ...] = _pick((*row, False))
    return cells


def responses_of(store: Store) -> Iterator[Response]:
    """Every answer, person by person, in the order in which the trials were shown."""
    for part in answer_rows(store):
        for row in part:
            cells = dict(zip(_FIELDS, response_cells(row), strict=True))
            yield Response(**{**cells, "kind": _KINDS[row.kind]})


def asked_of(design: Design) -> tuple[Asked, ...]:
    """What a design asks, trial by trial."""
    return tuple(Asked(trial=trial.id, **{name: getattr(trial, name) for name in _ASKED}) for trial in design.trials)


def study_of(store: Store, *, answers: bool = True) -> Study:
    """The whole study; without its answers where those are to be streamed."""
    design = store.design
    own = ("name", "fingerprint", "collection", "collection_fingerprint", "exclusion", "counting", "adaptive")
    return Study(
        people=people_of(store),
        responses=tuple(responses_of(store)) if answers else (),
        asked=asked_of(design),
        **{name: getattr(design, name) for name in own},
    )
