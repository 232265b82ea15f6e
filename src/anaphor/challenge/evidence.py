"""Does the evidence hold together? Journal, traces, entries, seeds and rules, each held against the others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from anaphor.challenge.entry import entry_digest
from anaphor.challenge.secret import commitment
from anaphor.challenge.store import JOURNAL, Challenge
from anaphor.challenge.trace import read_trace, verify_trace
from anaphor.errors import AnaphorError


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One piece of evidence."""

    name: str
    """What it is."""
    fault: str | None
    """What is wrong with it; None: nothing."""

    @property
    def ok(self) -> bool:
        """Whether it holds."""
        return self.fault is None


def verify(challenge: Challenge) -> tuple[Evidence, ...]:
    """Every piece of evidence of a challenge, with what is wrong."""
    return tuple(Evidence(name=name, fault=_said(check)) for name, check in _checks(challenge))


def verify_file(path: Path, head: str | None = None) -> Evidence:
    """One trace, or a journal, on its own."""
    if head is None and path.is_file() and _is_journal(path):
        return Evidence(name=str(path), fault=_said(partial(_journal, path)))
    check = verify_trace(path, head=head)
    where = f"line {check.line}: " if check.line else ""
    return Evidence(name=str(path), fault=f"{where}{check.fault}" if check.fault else None)


def _said(check: Callable[[], str | None]) -> str | None:
    try:
        return check()
    except AnaphorError as error:
        return str(error)
    except OSError as error:
        return f"it cannot be read ({error.strerror})"


def _checks(challenge: Challenge) -> Iterator[tuple[str, Callable[[], str | None]]]:
    course = challenge.course
    yield "journal", partial(_journal, challenge.folder / JOURNAL)
    yield "rules", partial(_rules, challenge)
    if challenge.secrets is not None and course.fingerprint is not None:
        yield "questions and people", challenge.check_material
    for which, secret in course.revealed.items():
        yield f"seed of the {which}", partial(_seed, challenge, which, secret)
    for name, entered in course.entries.items():
        yield f"entry {name}", partial(_entry, challenge.path_of(name), entered.digest)
    for run in course.runs.values():
        if run.trace is not None and run.head is not None:
            yield run.trace, partial(_trace, challenge.folder / run.trace, run.head)


def _trace(path: Path, head: str) -> str | None:
    return verify_file(path, head).fault


def _entry(folder: Path, digest: str) -> str | None:
    return None if entry_digest(folder) == digest else "its files are not those that came"


def _is_journal(path: Path) -> bool:
    """Whether a file begins as a journal does: that has no last record."""
    with path.open("rb") as file:
        return b'"kind":"opened"' in file.readline(1000)


def _journal(path: Path) -> str | None:
    read_trace(path)
    return None


def _rules(challenge: Challenge) -> str | None:
    published = challenge.course.fingerprint
    if published is None or published == challenge.rules.fingerprint:
        return None
    return f"the rules are {challenge.rules.fingerprint}, those at the opening were {published}"


def _seed(challenge: Challenge, which: str, secret: str) -> str | None:
    promised: str = getattr(challenge.rules.commitments, which)
    return None if commitment(secret) == promised else "it is not the one that was committed to"
