"""Answers into the database: many in one transaction, each once, none ever overwritten."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from operator import attrgetter

from sqlalchemy import Connection, func, insert, select, update

from anaphor.experiment.design.design import Design, TrialKind
from anaphor.experiment.session.session import Fate, Receipt, Refusal, RefusedError, SubmittedAnswer, VisitOutcome
from anaphor.experiment.study.tables import ANSWERS, CONFLICTS, PARTICIPANTS, RECRUITS, SHOWN
from anaphor.files import insert_many

_KEPT = (
    "choice",
    "rt_ms",
    "onset_ms",
    "response_ms",
    "frame_ms",
    "focus_losses",
    "hidden_ms",
    "repeated_key",
    "device",
    "attempt",
    "comment",
)
_COLUMNS = ("participant", "trial", *_KEPT, "received_at")
_kept = attrgetter(*_KEPT)
_EVIDENCE = 500
"""Conflicting answers kept of one participant: enough for any accident, and nobody fills the disk with them."""
_SIGN_OF_LIFE = 0.02
"""A place is renewed when this share of its lease has passed: not at every answer, which would write twice as much."""


def save_answers(connection: Connection, design: Design, sent: Sequence[SubmittedAnswer], now: float) -> list[Receipt]:
    """What became of each answer; once the transaction has ended, everything said to be saved is on disk.

    One transaction serves all answers that are waiting, of however many participants: that is what makes it fast.
    """
    fresh: dict[tuple[int, str], SubmittedAnswer] = {}
    receipts = [
        _receipt(connection, design, known, fresh, answer, now)
        for answer, known in zip(sent, _known(connection, sent), strict=True)
    ]
    insert_many(connection, ANSWERS, _COLUMNS, [(*key, *_kept(answer), now) for key, answer in fresh.items()])
    _renew(connection, sorted({number for number, _ in fresh}), now, design.lease_s)
    return receipts


@dataclass(frozen=True, slots=True)
class _Known:
    """What the database says of one answer that came in."""

    number: int | None
    withdrawn: bool
    consented: bool
    shown: bool
    stored: bool
    choice: int | None
    attempt: str | None


@cache
def _question(dialect: str) -> str:
    """One look-up for all answers: whose they are, whether the trial is theirs, and what is there already."""
    if dialect == "postgresql":
        sent = "unnest(%s::text[], %s::text[]) WITH ORDINALITY AS sent(token, trial, n)"
    else:
        pair = "json_extract(value, '$[0]') AS token, json_extract(value, '$[1]') AS trial"
        sent = f"(SELECT key AS n, {pair} FROM json_each(?)) AS sent"
    return f"""
    SELECT p.number, p.withdrawn_at IS NOT NULL, p.consent IS NOT NULL AND p.outcome IS NULL, s.trial IS NOT NULL,
           a.trial IS NOT NULL, a.choice, a.attempt
    FROM {sent}
    LEFT JOIN participants AS p ON p.token = sent.token
    LEFT JOIN shown AS s ON s.participant = p.number AND s.trial = sent.trial
    LEFT JOIN answers AS a ON a.participant = p.number AND a.trial = sent.trial
    ORDER BY sent.n"""


def _known(connection: Connection, sent: Sequence[SubmittedAnswer]) -> list[_Known]:
    """What is known of each answer, in order.

    Where several workers write, a participant's row is locked, in one order, so that no answer is judged twice at once.
    """
    postgresql = connection.dialect.name == "postgresql"
    tokens, trials = [answer.token for answer in sent], [answer.trial for answer in sent]
    if postgresql:
        lock = "SELECT 1 FROM participants WHERE token = ANY(%s) ORDER BY number FOR UPDATE"
        connection.exec_driver_sql(lock, (sorted(set(tokens)),))
    values = (tokens, trials) if postgresql else (json.dumps(list(zip(tokens, trials, strict=True))),)
    rows = connection.exec_driver_sql(_question(connection.dialect.name), values)
    return [_Known(*row) for row in rows]


def _renew(connection: Connection, numbers: Sequence[int], now: float, lease_s: float) -> None:
    """Keep the places of those who answered; a clock that was moved back frees nobody."""
    late = now - lease_s * _SIGN_OF_LIFE
    if connection.dialect.name == "postgresql":
        sql = "UPDATE participants SET seen_at = %s WHERE number = ANY(%s) AND seen_at < %s"
        connection.exec_driver_sql(sql, (now, list(numbers), late))
    else:
        sql = "UPDATE participants SET seen_at = ? WHERE number IN (SELECT value FROM json_each(?)) AND seen_at < ?"
        connection.exec_driver_sql(sql, (now, json.dumps(list(numbers)), late))


def _receipt(  # noqa: PLR0913, PLR0917  # one answer against all that is known at this moment
    connection: Connection,
    design: Design,
    known: _Known,
    fresh: dict[tuple[int, str], SubmittedAnswer],
    answer: SubmittedAnswer,
    now: float,
) -> Receipt:
    reason = _refusal(design, known, answer)
    if reason is not None or known.number is None:
        return Receipt(trial=answer.trial, fate=Fate.REFUSED, reason=reason or Refusal.UNKNOWN_TOKEN)
    key = (known.number, answer.trial)
    waiting = fresh.get(key)
    if not known.stored and waiting is None:
        fresh[key] = answer
        return Receipt(trial=answer.trial, fate=Fate.SAVED)
    choice, attempt = (waiting.choice, waiting.attempt) if waiting else (known.choice, known.attempt)
    if choice == answer.choice and answer.attempt in (attempt, None):
        return Receipt(trial=answer.trial, fate=Fate.REPEATED)
    _keep_evidence(connection, known.number, answer, now)
    return Receipt(trial=answer.trial, fate=Fate.CONFLICT)


def _keep_evidence(connection: Connection, number: int, answer: SubmittedAnswer, now: float) -> None:
    mine = select(func.count()).select_from(CONFLICTS).where(CONFLICTS.c.participant == number)
    if connection.execute(mine).scalar_one() >= _EVIDENCE:
        return
    sent = {name: value for name, value in asdict(answer).items() if name != "token"}
    row = {
        "participant": number,
        "trial": answer.trial,
        "sent": json.dumps(sent, ensure_ascii=False),
        "received_at": now,
    }
    connection.execute(insert(CONFLICTS), row)


def _refusal(design: Design, known: _Known, answer: SubmittedAnswer) -> Refusal | None:
    if known.number is None:
        return Refusal.UNKNOWN_TOKEN
    if known.withdrawn:
        return Refusal.WITHDRAWN
    if not known.consented:
        return Refusal.NO_CONSENT
    if not known.shown:
        return Refusal.UNKNOWN_TRIAL
    if answer.choice is not None and not 0 <= answer.choice < len(design.by_id[answer.trial].candidates):
        return Refusal.BAD_CHOICE
    return None


def consent(  # noqa: PLR0913, PLR0917  # who agreed to what, when
    connection: Connection, design: Design, token: str, consent_hash: str, screening: Mapping[str, object], now: float
) -> VisitOutcome | None:
    """Keep that a participant agreed to these very words, and what the screening questions were answered.

    Gives SCREENED_OUT for somebody whom a declared rule would leave out of the analysis: they are not made to work
    for nothing, and their place is free again. None: they may go on. Said twice, the first word stands.
    """
    person = _living(connection, token)
    if person.outcome is not None or person.consented:
        return person.outcome
    rules = design.exclusion
    out = (rules.adults_only and screening.get("adult") is False) or (
        rules.native_only and screening.get("native") is False
    )
    values: dict[str, object] = {
        "consent": consent_hash,
        "consented_at": now,
        "seen_at": now,
        "screening": json.dumps(dict(screening)),
    }
    if out:
        values |= {"outcome": VisitOutcome.SCREENED_OUT.value, "freed_at": now}
    connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == person.number), values)
    return VisitOutcome.SCREENED_OUT if out else None


def decline(connection: Connection, token: str, now: float) -> VisitOutcome:
    """Keep no more than that somebody did not agree to take part; their place is free again."""
    person = _living(connection, token)
    if person.outcome is not None:
        return person.outcome
    if person.consented:
        withdraw(connection, token, now)
        return VisitOutcome.DECLINED
    for table in (RECRUITS, SHOWN):
        connection.execute(table.delete().where(table.c.participant == person.number))
    values = {"outcome": VisitOutcome.DECLINED.value, "freed_at": now}
    connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == person.number), values)
    return VisitOutcome.DECLINED


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What the server says when a browser wants to end the study."""

    missing: tuple[str, ...]
    """Trials that are not answered yet: nothing is ended while there are any."""
    outcome: VisitOutcome | None
    """How it ended; None while something is missing."""


def finish(connection: Connection, design: Design, token: str, now: float) -> End:
    """End a participant's study, unless trials are still missing."""
    person = _living(connection, token)
    if not person.consented or person.outcome is not None:
        raise RefusedError(Refusal.NO_CONSENT)  # without it nothing is shown, and nothing would be missing
    number = person.number
    joined = SHOWN.outerjoin(
        ANSWERS, (ANSWERS.c.participant == SHOWN.c.participant) & (ANSWERS.c.trial == SHOWN.c.trial)
    )
    mine = select(SHOWN.c.trial).select_from(joined).where(SHOWN.c.participant == number)
    missing = connection.execute(mine.where(ANSWERS.c.trial.is_(None)).order_by(SHOWN.c.position)).scalars().all()
    if missing:
        return End(missing=tuple(missing), outcome=None)
    if not person.finished:
        ended = {"finished_at": now, "seen_at": now}
        connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == number), ended)
    failed = _failed_checks(connection, design, number) >= design.exclusion.attention_failures
    return End(missing=(), outcome=VisitOutcome.FAILED_CHECKS if failed else VisitOutcome.COMPLETED)


def _failed_checks(connection: Connection, design: Design, number: int) -> int:
    keys = {trial.id: trial.key for trial in design.of_kind(TrialKind.ATTENTION)}
    mine = (ANSWERS.c.participant == number) & ANSWERS.c.trial.in_(list(keys))
    rows = connection.execute(select(ANSWERS.c.trial, ANSWERS.c.choice).where(mine)).all()
    return sum(choice != keys[trial] for trial, choice in rows)


@dataclass(frozen=True, slots=True)
class _Person:
    """What must be known of a participant before something is written."""

    number: int
    finished: bool
    consented: bool
    outcome: VisitOutcome | None


def _living(connection: Connection, token: str) -> _Person:
    """Somebody who has not withdrawn; nobody else writes about them until this transaction ends."""
    columns = (
        PARTICIPANTS.c.number,
        PARTICIPANTS.c.finished_at,
        PARTICIPANTS.c.withdrawn_at,
        PARTICIPANTS.c.consent,
        PARTICIPANTS.c.outcome,
    )
    row = connection.execute(select(*columns).where(PARTICIPANTS.c.token == token).with_for_update()).one_or_none()
    if row is None:
        raise RefusedError(Refusal.UNKNOWN_TOKEN)
    if row.withdrawn_at is not None:
        raise RefusedError(Refusal.WITHDRAWN)
    outcome = None if row.outcome is None else VisitOutcome(row.outcome)
    return _Person(row.number, row.finished_at is not None, row.consent is not None, outcome)


def withdraw(connection: Connection, token: str, now: float) -> int:
    """Delete all that a participant answered, and their name at the recruiter; gives how many answers went.

    What stays is that somebody came and withdrew, so that counts add up.
    """
    number = connection.execute(select(PARTICIPANTS.c.number).where(PARTICIPANTS.c.token == token)).scalar_one_or_none()
    if number is None:
        raise RefusedError(Refusal.UNKNOWN_TOKEN)
    gone = connection.execute(
        select(func.count()).select_from(ANSWERS).where(ANSWERS.c.participant == number)
    ).scalar_one()
    for table in (ANSWERS, CONFLICTS, RECRUITS, SHOWN):
        connection.execute(table.delete().where(table.c.participant == number))
    values = {"withdrawn_at": func.coalesce(PARTICIPANTS.c.withdrawn_at, now), "screening": None, "consent": None}
    connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == number).values(values))
    return int(gone)
