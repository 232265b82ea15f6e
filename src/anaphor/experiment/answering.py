"""Answers into the database: many in one transaction, each once, none ever overwritten."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, func, insert, select, update

from anaphor.experiment.assignment import refused
from anaphor.experiment.design import Design
from anaphor.experiment.session import Fate, Receipt, Refusal, SubmittedAnswer
from anaphor.experiment.store import Store
from anaphor.experiment.tables import ANSWERS, CONFLICTS, PARTICIPANTS, RECRUITS, SHOWN
from anaphor.storage.database import writing

_KEPT = ("choice", "rt_ms", "onset_ms", "response_ms", "frame_ms", "focus_losses", "hidden_ms", "repeated_key",
         "device", "attempt", "comment")  # fmt: skip


def save_answers(store: Store, sent: Sequence[SubmittedAnswer], now: float) -> list[Receipt]:
    """What became of each answer; when this returns, everything said to be saved is on disk.

    One transaction serves all answers that are waiting, of however many participants: that is what makes it fast.
    """
    with writing(store.engine) as connection:
        people = _people(connection, {answer.token for answer in sent})
        stored = _stored(connection, people, sent)
        fresh: dict[tuple[int, str], SubmittedAnswer] = {}
        receipts = [_receipt(connection, store.design, people, stored, fresh, answer, now) for answer in sent]
        if fresh:
            connection.execute(insert(ANSWERS), [_row(key, answer, now) for key, answer in fresh.items()])
        living = sorted({people[answer.token][0] for answer in sent if answer.token in people})
        if living:
            connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number.in_(living)), {"seen_at": now})
    return receipts


def _people(connection: Connection, tokens: set[str]) -> dict[str, tuple[int, bool]]:
    """Number of each participant, and whether they withdrew.

    Where several workers write, a participant's row is locked, in one order, so that no answer is judged twice at once.
    """
    columns = (PARTICIPANTS.c.token, PARTICIPANTS.c.number, PARTICIPANTS.c.withdrawn_at)
    mine = PARTICIPANTS.c.token.in_(tokens)
    rows = connection.execute(select(*columns).where(mine).order_by(PARTICIPANTS.c.number).with_for_update()).all()
    return {row.token: (row.number, row.withdrawn_at is not None) for row in rows}


Stored = dict[tuple[int, str], tuple[int | None, str | None]]


def _stored(
    connection: Connection, people: dict[str, tuple[int, bool]], sent: Sequence[SubmittedAnswer]
) -> tuple[set[tuple[int, str]], Stored]:
    """Which of the trials these participants are shown at all, and the answers that are already there."""
    numbers = {number for number, _ in people.values()}
    trials = {answer.trial for answer in sent}
    shown = connection.execute(
        select(SHOWN.c.participant, SHOWN.c.trial)
        .where(SHOWN.c.participant.in_(numbers))
        .where(SHOWN.c.trial.in_(trials))
    ).all()
    rows = connection.execute(
        select(ANSWERS.c.participant, ANSWERS.c.trial, ANSWERS.c.choice, ANSWERS.c.attempt)
        .where(ANSWERS.c.participant.in_(numbers))
        .where(ANSWERS.c.trial.in_(trials))
    ).all()
    there = {(row.participant, row.trial): (row.choice, row.attempt) for row in rows}
    return {(row.participant, row.trial) for row in shown}, there


def _receipt(  # noqa: PLR0913, PLR0917  # one answer against all that is known at this moment
    connection: Connection,
    design: Design,
    people: dict[str, tuple[int, bool]],
    known: tuple[set[tuple[int, str]], Stored],
    fresh: dict[tuple[int, str], SubmittedAnswer],
    answer: SubmittedAnswer,
    now: float,
) -> Receipt:
    reason = _refusal(design, people, known[0], answer)
    if reason is not None:
        return Receipt(trial=answer.trial, fate=Fate.REFUSED, reason=reason)
    key = (people[answer.token][0], answer.trial)
    waiting = fresh.get(key)
    before = known[1].get(key) or ((waiting.choice, waiting.attempt) if waiting else None)
    if before is None:
        fresh[key] = answer
        return Receipt(trial=answer.trial, fate=Fate.SAVED)
    if before == (answer.choice, answer.attempt) or (answer.attempt is None and before[0] == answer.choice):
        return Receipt(trial=answer.trial, fate=Fate.REPEATED)
    sent = {name: value for name, value in asdict(answer).items() if name != "token"}
    row = {"participant": key[0], "trial": key[1], "sent": json.dumps(sent, ensure_ascii=False), "received_at": now}
    connection.execute(insert(CONFLICTS), row)
    return Receipt(trial=answer.trial, fate=Fate.CONFLICT)


def _refusal(
    design: Design, people: dict[str, tuple[int, bool]], shown: set[tuple[int, str]], answer: SubmittedAnswer
) -> Refusal | None:
    if answer.token not in people:
        return Refusal.UNKNOWN_TOKEN
    number, withdrawn = people[answer.token]
    if withdrawn:
        return Refusal.WITHDRAWN
    if (number, answer.trial) not in shown:
        return Refusal.UNKNOWN_TRIAL
    if answer.choice is not None and not 0 <= answer.choice < len(design.by_id[answer.trial].candidates):
        return Refusal.BAD_CHOICE
    return None


def _row(key: tuple[int, str], answer: SubmittedAnswer, now: float) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(answer, name) for name in _KEPT}
    return {"participant": key[0], "trial": key[1], **values, "received_at": now}


def consent(store: Store, token: str, consent_hash: str, screening: dict[str, object], now: float) -> None:
    """Keep that a participant agreed to these very words, and what the screening questions were answered."""
    values = {"consent": consent_hash, "consented_at": now, "seen_at": now, "screening": json.dumps(screening)}
    with writing(store.engine) as connection:
        changed = connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.token == token), values)
        if not changed.rowcount:
            raise refused(Refusal.UNKNOWN_TOKEN)


def finish(store: Store, token: str, now: float) -> tuple[str, ...]:
    """End a participant's study; gives the trials that are still missing, and ends nothing while there are any."""
    with writing(store.engine) as connection:
        row = connection.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.token == token)).one_or_none()
        if row is None:
            raise refused(Refusal.UNKNOWN_TOKEN)
        if row.withdrawn_at is not None:
            raise refused(Refusal.WITHDRAWN)
        answered = select(ANSWERS.c.trial).where(ANSWERS.c.participant == row.number)
        missing = connection.execute(
            select(SHOWN.c.trial)
            .where(SHOWN.c.participant == row.number)
            .where(SHOWN.c.trial.not_in(answered))
            .order_by(SHOWN.c.position)
        ).scalars().all()  # fmt: skip
        if not missing and row.finished_at is None:
            ended = {"finished_at": now, "seen_at": now}
            connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == row.number), ended)
    return tuple(missing)


def withdraw(store: Store, token: str, now: float) -> int:
    """Delete all that a participant answered, and their name at the recruiter; gives how many answers went."""
    with writing(store.engine) as connection:
        number = connection.execute(
            select(PARTICIPANTS.c.number).where(PARTICIPANTS.c.token == token)
        ).scalar_one_or_none()
        if number is None:
            raise refused(Refusal.UNKNOWN_TOKEN)
        gone = connection.execute(
            select(func.count()).select_from(ANSWERS).where(ANSWERS.c.participant == number)
        ).scalar_one()
        for table in (ANSWERS, CONFLICTS, RECRUITS):
            connection.execute(table.delete().where(table.c.participant == number))
        values = {"withdrawn_at": now, "screening": None}
        connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == number), values)
    return int(gone)
