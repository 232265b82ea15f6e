"""A study out of its database: streaming, so that a million answers need little memory."""

import json
from collections.abc import Iterator

from sqlalchemy import select

from anaphor.experiment.record import Person, Response, Study
from anaphor.experiment.store import Store
from anaphor.experiment.tables import ANSWERS, PARTICIPANTS, SHOWN
from anaphor.storage.database import reading

_AT_ONCE = 5000


def people_of(store: Store) -> tuple[Person, ...]:
    """Everybody who started, in order."""
    with reading(store.engine) as connection:
        rows = connection.execute(select(PARTICIPANTS).order_by(PARTICIPANTS.c.number)).all()
    people = []
    for row in rows:
        screening = json.loads(row.screening) if row.screening else {}
        people.append(
            Person(
                name=person_name(row.number),
                list_number=row.list + 1,
                finished=row.finished_at is not None,
                withdrawn=row.withdrawn_at is not None,
                consented=row.consent is not None,
                adult=screening.get("adult"),
                native=screening.get("native"),
                excluded=row.excluded,
                simulated=bool(row.simulated),
            )
        )
    return tuple(people)


def person_name(number: int) -> str:
    """A pseudonym that says nothing.

    >>> person_name(7)
    'p0007'
    """
    return f"p{number:04d}"


def responses_of(store: Store) -> Iterator[Response]:
    """Every answer, person by person, in the order in which the trials were shown."""
    joined = ANSWERS.join(
        SHOWN, (SHOWN.c.participant == ANSWERS.c.participant) & (SHOWN.c.trial == ANSWERS.c.trial)
    ).join(PARTICIPANTS, PARTICIPANTS.c.number == ANSWERS.c.participant)
    columns = (ANSWERS.c.participant, ANSWERS.c.trial, ANSWERS.c.choice, ANSWERS.c.rt_ms, ANSWERS.c.hidden_ms,
               ANSWERS.c.focus_losses, ANSWERS.c.comment, ANSWERS.c.received_at, SHOWN.c.position, SHOWN.c.order,
               PARTICIPANTS.c.list)  # fmt: skip
    asked = select(*columns).select_from(joined).order_by(ANSWERS.c.participant, SHOWN.c.position)
    trials = store.design.by_id
    sides: dict[tuple[str, int | None], int | None] = {}
    with reading(store.engine) as connection:
        found = connection.execution_options(yield_per=_AT_ONCE).execute(asked)
        for number, name, choice, rt, hidden, focus, comment, received, position, order, list_number in found:
            trial = trials[name]
            if (order, choice) not in sides:
                sides[order, choice] = None if choice is None else order.split(",").index(str(choice))
            yield Response(
                person=person_name(number), trial=name, kind=trial.kind, item=trial.item, schema=trial.schema,
                list_number=list_number + 1, position=position + 1, choice=choice, key=trial.key,
                side=sides[order, choice], rt_ms=rt, hidden_ms=hidden, focus_losses=focus, comment=comment, at=received,
            )  # fmt: skip


def study_of(store: Store) -> Study:
    """The whole study."""
    design = store.design
    return Study(
        name=design.name,
        people=people_of(store),
        responses=tuple(responses_of(store)),
        fingerprint=design.fingerprint,
        collection=design.collection,
        collection_fingerprint=design.collection_fingerprint,
    )
