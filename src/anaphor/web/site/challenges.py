"""Challenges of a site, shown live: the pages that `anaphor challenge publish` would write now, and nothing else."""

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.responses import Response

from anaphor.challenge import JOURNAL, Challenge, Dates, open_challenge, read_rules
from anaphor.challenge import RULES_FILE as RULES
from anaphor.report.systems import site_files
from anaphor.web.replies import BadRequestError
from anaphor.web.site.files import page_headers, page_kind
from anaphor.web.site.folder import is_name

_INDEX = "index.html"
_FAULT_S = 5
"""Seconds after which a folder that could not be shown is tried again, though its journal is the same."""
State = tuple[tuple[int, int, int] | None, ...]


class BrokenChallengeError(Exception):
    """A challenge that cannot be shown; the text is for its organisers, since it may name their files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """The pages of a challenge, and how long they are good for."""

    state: State
    """Rules and journal that they were made from."""
    until: datetime | None
    """The next date of the rules, from which on something else may have to be said."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Every file by its path."""
    fault: str | None = None
    """Why there are none."""


class Challenges:
    """The challenges in a folder, each in a folder of its own with its rules and its journal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._made: dict[str, _Made] = {}

    def titles(self) -> dict[str, str]:
        """What each challenge is called, by the name of its folder; one that cannot be read goes by that name."""
        if not self.folder.is_dir():
            return {}
        names = [path.name for path in sorted(self.folder.iterdir()) if _is_challenge(path)]
        return {name: _title(self.folder / name) for name in names}

    def reply(self, path: str, now: datetime | None = None) -> Response | str:
        """The file at NAME/PATH; where a folder's slash is missing, the name to go to instead."""
        name, slash, rest = path.partition("/")
        if not _is_challenge(self.folder / name):
            raise BadRequestError("web-no-page", 404)
        if not slash:
            return f"{name}/"
        found = self._current(name, now)
        if found.fault is not None:
            raise BrokenChallengeError(found.fault)
        if f"{rest}/{_INDEX}" in found.files:
            return f"{rest.rpartition('/')[2]}/"
        wanted = f"{rest}{_INDEX}" if not rest or rest.endswith("/") else rest
        if wanted not in found.files:
            raise BadRequestError("web-no-page", 404)
        return Response(found.files[wanted], media_type=page_kind(wanted), headers=page_headers(wanted))

    def _current(self, name: str, now: datetime | None) -> _Made:
        """The pages as they are now; whoever asks while they are made waits for them, and nobody makes them twice."""
        when = now or datetime.now(UTC)
        with self._lock:
            lock = self._locks.setdefault(name, threading.Lock())
        with lock:
            made, state = self._made.get(name), _state(self.folder / name)
            if made is None or made.state != state or (made.until is not None and when >= made.until):
                made = self._made[name] = _make(self.folder / name, state, when)
            return made


def _is_challenge(folder: Path) -> bool:
    return is_name(folder.name) and any(each is not None for each in _state(folder))


def _state(folder: Path) -> State:
    """What changes when anything happens in a challenge: every act leaves a line in the journal."""
    return tuple(_stamp(folder / name) for name in (RULES, JOURNAL))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _title(folder: Path) -> str:
    try:
        return read_rules(folder).title
    except Exception:  # its own page says what is wrong with it
        return folder.name


def _make(folder: Path, state: State, when: datetime) -> _Made:
    try:
        with open_challenge(folder) as challenge:
            files = site_files(challenge, now=_moment(challenge, when))
            return _Made(state=state, until=_next(challenge.rules.dates, when), files=files)
    except Exception as error:  # whatever is wrong with one folder, the site and its other challenges go on
        fault = str(error) or type(error).__name__
        return _Made(state=state, until=when + timedelta(seconds=_FAULT_S), fault=fault)


def _moment(challenge: Challenge, when: datetime) -> datetime | None:
    """The moment that the pages speak of; a rehearsal's own clock stands where its last act left it."""
    return None if challenge.rules.rehearsal else when


def _next(dates: Dates, when: datetime) -> datetime | None:
    known = (
        dates.opens,
        dates.closes,
        dates.held,
        dates.provisional,
        dates.rerun,
        dates.source_or_trace,
        dates.paper,
        dates.final,
    )
    return min((each for each in known if each > when), default=None)
