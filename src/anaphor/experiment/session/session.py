"""A participant's way through a study: consent, answers (many a transaction, none overwritten), end, withdrawal."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.design.design import Design, PlacedTrial, TrialKind
from anaphor.experiment.study.tables import (
    ANSWER,
    ANSWERS,
    CONFLICTS,
    LOG,
    PARTICIPANTS,
    PERSON,
    RECRUITS,
    SHOWING,
    SHOWN,
    answer_sum,
    change_person,
    count_rows,
    log_line,
)
from anaphor.experiment.study.times import LONGEST_MS, TimeFault, time_fault
from anaphor.files import insert_many
from anaphor.text import choice


class Refusal(StrEnum):
    """Why a study does not take somebody in, or an answer."""

    FULL = "full"
    PAUSED = "paused"
    BLOCKED = "blocked"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    NOT_INVITED = "not_invited"
    UNKNOWN_TOKEN = "unknown_token"
    UNKNOWN_TRIAL = "unknown_trial"
    BAD_CHOICE = "bad_choice"
    NO_CONSENT = "no_consent"
    SCREENED_OUT = "screened_out"


class RefusedError(InputError):
    """The study refuses, and why."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(choice("experiment-refused", reason))
        self.reason = reason


class VisitOutcome(StrEnum):
    """How a participant's visit ended, where it did not end in the middle."""

    COMPLETED = "completed"
    FAILED_CHECKS = "failed_checks"
    """Completed, with too many attention trials failed."""
    SCREENED_OUT = "screened_out"
    FAILED_COMPREHENSION = "failed_comprehension"
    """Did not understand the instructions in two attempts."""
    DECLINED = "declined"
    """Did not agree to take part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantPlace:
    """A participant's place in the study."""

    participant: int
    """Number, from 1."""
    token: str
    """What the participant's browser shows to be recognised; it cannot be guessed."""
    list_number: int
    shown: tuple[PlacedTrial, ...]
    """Trials in this participant's order."""
    answered: tuple[str, ...]
    """Ids of the trials that are already answered."""
    returned: bool
    """True when the participant was here before."""
    consented: bool
    attempts: int = 0
    """How often they tried to answer the questions on the instructions."""
    understood: bool = False
    """Whether they answered them rightly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedAnswer:
    """What a browser sends for one trial."""

    token: str
    trial: str
    choice: int | None
    """Index of the chosen candidate in the design's order; None: no answer was given."""
    rt_ms: float | None = None
    """From the first frame that showed the trial to the answer's own time stamp."""
    onset_ms: float | None = None
    """When the trial was on the screen, on the page's clock."""
    response_ms: float | None = None
    """When the answer was given, on the same clock."""
    frame_ms: float | None = None
    """Time between two frames of the screen."""
    focus_losses: int = 0
    """How often the page lost the focus while the trial was shown."""
    hidden_ms: float = 0.0
    """How long the page was hidden while the trial was shown."""
    repeated_key: bool = False
    """True when a key was still held down from the trial before; that alone is no answer."""
    device: str | None = None
    """key, mouse, touch or pen."""
    attempt: str | None = None
    """Made by the browser for this very answer, so that a repetition is known as one."""
    comment: str | None = None


class Fate(StrEnum):
    """What became of an answer."""

    SAVED = "saved"
    REPEATED = "repeated"
    """It was already there, the same."""
    CONFLICT = "conflict"
    """Another answer was there; it stands, and this one is kept as evidence."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the server says of one answer, after it is on disk."""

    trial: str
    fate: Fate
    reason: Refusal | None = None


_KEPT = tuple(each.name for each in fields(SubmittedAnswer) if each.name not in ("token", "trial"))
_COLUMNS = ("participant", "trial", *_KEPT, "received_at", "check_sum")
_kept = attrgetter(*_KEPT)
ATTEMPTS = 2
"""Attempts at the questions on the instructions."""
_DECLINES = (LOG.c.who == "participants") & (LOG.c.what == VisitOutcome.DECLINED.value)
_EVIDENCE = 500
"""Conflicting answers kept of one participant: enough for any accident, and nobody fills the disk with them."""
_SLACK_MS = 60_000.0
"""Milliseconds by which clocks of browser and server may differ over a visit."""
_LONGEST_PAGE_MS = 1e12
"""A page's own clock may have begun long before the visit."""
_TIMES = ("rt_ms", "onset_ms", "response_ms", "frame_ms", "hidden_ms")
_SIGN_OF_LIFE = 0.02
"""A place is renewed when this share of its lease has passed: not at every answer, which would write twice as much."""


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
    consented_at: float | None
    """When they agreed to take part; None for simulated people, whose clock jumps."""

    def refusal(self, design: Design, answer: SubmittedAnswer) -> Refusal | None:
        """Why the answer is not taken; None: it is."""
        if self.number is None:
            return Refusal.UNKNOWN_TOKEN
        if self.withdrawn:
            return Refusal.WITHDRAWN
        if not self.consented:
            return Refusal.NO_CONSENT
        if not self.shown:
            return Refusal.UNKNOWN_TRIAL
        if answer.choice is not None and not 0 <= answer.choice < len(design.by_id[answer.trial].candidates):
            return Refusal.BAD_CHOICE
        return None


_SENT = {
    "postgresql": "unnest(%s::text[], %s::text[]) WITH ORDINALITY AS sent(token, trial, n)",
    "sqlite": """(
        SELECT key AS n, json_extract(value, '$[0]') AS token, json_extract(value, '$[1]') AS trial FROM json_each(?)
    ) AS sent""",
}
_LOOK_UP = """
    SELECT p.number, p.withdrawn_at IS NOT NULL, p.consent IS NOT NULL AND p.outcome IS NULL, s.trial IS NOT NULL,
           a.trial IS NOT NULL, a.choice, a.attempt, CASE WHEN p.simulated THEN NULL ELSE p.consented_at END
    FROM {sent}
    LEFT JOIN participants AS p ON p.token = sent.token
    LEFT JOIN shown AS s ON s.participant = p.number AND s.trial = sent.trial
    LEFT JOIN answers AS a ON a.participant = p.number AND a.trial = sent.trial
    ORDER BY sent.n"""
_QUESTIONS = {dialect: _LOOK_UP.format(sent=sent) for dialect, sent in _SENT.items()}
"""One look-up for all answers: whose they are, whether the trial is theirs, and what is there already."""
_RENEWALS = {
    "postgresql": "UPDATE participants SET seen_at = %s WHERE number = ANY(%s) AND seen_at < %s",
    "sqlite": "UPDATE participants SET seen_at = ? WHERE number IN (SELECT value FROM json_each(?)) AND seen_at < ?",
}
"""Keep the places of those who answered; a clock that was moved back frees nobody."""


def save_answers(connection: Connection, design: Design, sent: Sequence[SubmittedAnswer], now: float) -> list[Receipt]:
    """What became of each answer; once the transaction has ended, everything said to be saved is on disk.

    One transaction serves all answers that are waiting, of however many participants: that is what makes it fast.
    Where several workers write, a participant's row is locked, in one order, so that no answer is judged twice at once.
    """
    dialect = connection.dialect.name
    tokens, trials = [answer.token for answer in sent], [answer.trial for answer in sent]
    values: tuple[object, ...] = (tokens, trials)
    if dialect == "postgresql":
        lock = "SELECT 1 FROM participants WHERE token = ANY(%s) ORDER BY number FOR UPDATE"
        connection.exec_driver_sql(lock, (sorted(set(tokens)),))
    else:
        values = (json.dumps(list(zip(tokens, trials, strict=True))),)
    fresh: dict[tuple[int, str], SubmittedAnswer] = {}
    receipts = []
    for answer, row in zip(sent, connection.exec_driver_sql(_QUESTIONS[dialect], values).all(), strict=True):
        known = _Known(*row)
        reason = known.refusal(design, answer)
        if reason is not None or known.number is None:
            receipts.append(Receipt(trial=answer.trial, fate=Fate.REFUSED, reason=reason))
            continue
        waiting = fresh.get((known.number, answer.trial))
        chosen, attempt = (waiting.choice, waiting.attempt) if waiting else (known.choice, known.attempt)
        fate = Fate.CONFLICT
        if not known.stored and waiting is None:
            believed, faults = with_possible_times(answer, known.consented_at, now)
            fate, fresh[known.number, answer.trial] = Fate.SAVED, believed
            if faults:
                detail = f"{known.number} {answer.trial}: {', '.join(faults)}"
                log_line(connection, "participants", "impossible time", detail, now)
        elif chosen == answer.choice and answer.attempt in (attempt, None):
            fate = Fate.REPEATED
        elif count_rows(connection, CONFLICTS, CONFLICTS.c.participant == known.number) < _EVIDENCE:
            evidence = {name: value for name, value in asdict(answer).items() if name != "token"}
            kept = {"sent": json.dumps(evidence, ensure_ascii=False), "received_at": now}
            connection.execute(insert(CONFLICTS), {"participant": known.number, "trial": answer.trial, **kept})
        receipts.append(Receipt(trial=answer.trial, fate=fate))
    rows = [(*key, *_kept(answer), now) for key, answer in fresh.items()]
    insert_many(connection, ANSWERS, _COLUMNS, [(*row, answer_sum(row)) for row in rows])
    numbers = sorted({number for number, _ in fresh})
    renewed = numbers if dialect == "postgresql" else json.dumps(numbers)
    connection.exec_driver_sql(_RENEWALS[dialect], (now, renewed, now - design.lease_s * _SIGN_OF_LIFE))
    return receipts


def with_possible_times(answer: SubmittedAnswer, since: float | None, now: float) -> tuple[SubmittedAnswer, list[str]]:
    """The answer, without times that cannot be, and each of those as it came with the reason.

    No trial is on the screen for longer than since its participant agreed to take part. What cannot be is missing; of
    how long the page was hidden, which is never missing, the nearest that can be.
    """
    # A server's clock that was moved back since then says nothing of how long a visit took.
    visit = LONGEST_MS if since is None or now < since else min(LONGEST_MS, 1000 * (now - since) + _SLACK_MS)
    wrong: dict[str, float | None] = {}
    faults = []
    for name in _TIMES:
        given = getattr(answer, name)
        most = _LONGEST_PAGE_MS if name in ("onset_ms", "response_ms") else visit
        if given is None or (fault := time_fault(given, most)) is None:
            continue
        wrong[name] = None
        if name == "hidden_ms":
            wrong[name] = most if fault is TimeFault.TOO_LONG else 0.0
        faults.append(f"{name}={given!r} ({fault.value})")
    return (replace(answer, **wrong), faults) if faults else (answer, faults)  # type: ignore[arg-type]  # by name


def consent(  # noqa: PLR0913, PLR0917  # who agreed to what, when
    connection: Connection, design: Design, token: str, consent_hash: str, screening: Mapping[str, object], now: float
) -> VisitOutcome | None:
    """Keep that a participant agreed to these very words, and what the screening questions were answered.

    Gives SCREENED_OUT for somebody whom a declared rule would leave out of the analysis: they are not made to work
    for nothing, and their place is free again. None: they may go on. Said twice, the first word stands.
    """
    person = _living(connection, token)
    if person.outcome is not None:
        return VisitOutcome(person.outcome)
    if person.consent is not None:
        return None
    rules, said = design.exclusion, screening.get("answers")
    answers = said if isinstance(said, dict) else {}
    out = (
        (rules.adults_only and screening.get("adult") is False)
        or (rules.native_only and screening.get("native") is False)
        or not all(each.lets_in(answers.get(each.id, "")) for each in design.questions)
    )
    values: dict[str, object] = {"consent": consent_hash, "consented_at": now, "seen_at": now}
    values["screening"] = json.dumps(dict(screening))
    if out:
        values |= {"outcome": VisitOutcome.SCREENED_OUT.value, "freed_at": now}
    change_person(connection, person.number, out or person.seen_at < now, **values)
    return VisitOutcome.SCREENED_OUT if out else None


def count_decline(connection: Connection, now: float) -> VisitOutcome:
    """Count somebody who does not agree to take part and has no place: one line of the log holds how many they are."""
    line = connection.execute(select(LOG.c.id, LOG.c.detail).where(_DECLINES)).first()
    if line is None:
        log_line(connection, "participants", VisitOutcome.DECLINED.value, "1", now)
    else:
        changed = {"detail": str(int(line.detail or 0) + 1), "at": now}
        connection.execute(update(LOG).where(LOG.c.id == line.id), changed)
    return VisitOutcome.DECLINED


def declines(connection: Connection) -> int:
    """How many did not agree to take part and had no place."""
    return int(connection.execute(select(LOG.c.detail).where(_DECLINES)).scalar() or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """What came of an attempt at the questions on the instructions."""

    passed: bool
    left: int
    """Attempts that are left."""
    outcome: VisitOutcome | None = None
    """How the visit ended, where no attempt is left."""


def check_comprehension(
    connection: Connection, design: Design, token: str, choices: Sequence[int], now: float
) -> Understanding:
    """Try the questions on the instructions; after two failures the visit ends and the place is free again."""
    person = _living(connection, token)
    if person.consent is None or person.outcome is not None:
        raise RefusedError(Refusal.NO_CONSENT)
    known = json.loads(person.screening or "{}")
    if not known.get("understood"):
        known["attempts"] = known.get("attempts", 0) + 1
        known["understood"] = list(choices) == [each.key for each in design.comprehension]
    left = 0 if known["understood"] else max(0, ATTEMPTS - known["attempts"])
    values: dict[str, object] = {"screening": json.dumps(known), "seen_at": now}
    outcome = None if known["understood"] or left else VisitOutcome.FAILED_COMPREHENSION
    if outcome is not None:
        values |= {"outcome": outcome.value, "freed_at": now}
    change_person(connection, person.number, **values)
    return Understanding(passed=known["understood"], left=left, outcome=outcome)


def decline(connection: Connection, token: str, now: float) -> VisitOutcome:
    """Keep no more than that somebody did not agree to take part; their place is free again."""
    person = _living(connection, token)
    if person.outcome is not None:
        return VisitOutcome(person.outcome)
    if person.consent is not None:
        withdraw(connection, token, now)
        return VisitOutcome.DECLINED
    for table in (RECRUITS, SHOWN):
        connection.execute(table.delete().where(table.c.participant == person.number))
    change_person(connection, person.number, outcome=VisitOutcome.DECLINED.value, freed_at=now)
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
    if person.consent is None or person.outcome is not None:
        raise RefusedError(Refusal.NO_CONSENT)  # without it nothing is shown, and nothing would be missing
    number = person.number
    joined = SHOWN.outerjoin(ANSWERS, (ANSWER.participant == SHOWING.participant) & (ANSWER.trial == SHOWING.trial))
    mine = select(SHOWING.trial).select_from(joined).where(SHOWING.participant == number)
    missing = connection.execute(mine.where(ANSWER.trial.is_(None)).order_by(SHOWING.position)).scalars().all()
    if missing:
        return End(missing=tuple(missing), outcome=None)
    if person.finished_at is None:
        change_person(connection, number, finished_at=now, seen_at=now)
    keys = {trial.id: trial.key for trial in design.of_kind(TrialKind.ATTENTION)}
    checks = (ANSWER.participant == number) & ANSWER.trial.in_(list(keys))
    rows = connection.execute(select(ANSWER.trial, ANSWER.choice).where(checks)).all()
    failed = sum(choice != keys[trial] for trial, choice in rows) >= design.exclusion.attention_failures
    return End(missing=(), outcome=VisitOutcome.FAILED_CHECKS if failed else VisitOutcome.COMPLETED)


_PERSON = select(PARTICIPANTS).where(PERSON.token == bindparam("token")).with_for_update()


def _living(connection: Connection, token: str) -> Row[*tuple[Any, ...]]:
    """Somebody who has not withdrawn; nobody else writes about them until this transaction ends."""
    row = connection.execute(_PERSON, {"token": token}).one_or_none()
    if row is None:
        raise RefusedError(Refusal.UNKNOWN_TOKEN)
    if row.withdrawn_at is not None:
        raise RefusedError(Refusal.WITHDRAWN)
    return row


def withdraw(connection: Connection, token: str, now: float) -> int:
    """Delete all that a participant answered, and their name, but not that they came; gives how many answers went."""
    row = connection.execute(_PERSON, {"token": token}).one_or_none()
    if row is None:
        raise RefusedError(Refusal.UNKNOWN_TOKEN)
    number = row.number
    gone = count_rows(connection, ANSWERS, ANSWER.participant == number)
    for table in (ANSWERS, CONFLICTS, RECRUITS, SHOWN):
        connection.execute(table.delete().where(table.c.participant == number))
    since = now if row.withdrawn_at is None else row.withdrawn_at
    change_person(connection, number, withdrawn_at=since, screening=None, consent=None)
    return gone
