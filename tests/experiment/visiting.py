"""What a participant does, each step in a transaction of its own."""

from collections.abc import Mapping, Sequence

from anaphor.experiment import Newcomer, ParticipantPlace, Receipt, Store, SubmittedAnswer, VisitOutcome
from anaphor.experiment.session import assignment
from anaphor.experiment.session import session as answering
from anaphor.files import writing


def start(store: Store, newcomer: Newcomer, now: float) -> ParticipantPlace:
    """Somebody comes."""
    with writing(store.engine, alone=True) as connection:
        return assignment.start(connection, store.design, newcomer, now)


def consent(
    store: Store, token: str, consent_hash: str, screening: Mapping[str, object], now: float
) -> VisitOutcome | None:
    """They agree."""
    with writing(store.engine) as connection:
        return answering.consent(connection, store.design, token, consent_hash, screening, now)


def save_answers(store: Store, sent: Sequence[SubmittedAnswer], now: float) -> list[Receipt]:
    """They answer."""
    with writing(store.engine) as connection:
        return answering.save_answers(connection, store.design, sent, now)


def finish(store: Store, token: str, now: float) -> tuple[str, ...]:
    """They end the study; gives the trials that are still missing."""
    with writing(store.engine) as connection:
        return answering.finish(connection, store.design, token, now).missing


def withdraw(store: Store, token: str, now: float) -> int:
    """They withdraw; gives how many answers went."""
    with writing(store.engine) as connection:
        return answering.withdraw(connection, token, now)
