"""The pages of a site's folder that are shown as they are.

Finished pages are reports and published sites; a challenge is shown live, as `anaphor challenge publish` would write
its pages now. No script of theirs runs.
"""

import asyncio
import mimetypes
import multiprocessing
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import FileResponse, RedirectResponse, Response

from anaphor.challenge import JOURNAL, milestones, open_challenge, publication_of, read_rules
from anaphor.challenge import RULES_FILE as RULES
from anaphor.errors import InputError
from anaphor.web.replies import BadRequestError, attachment
from anaphor.web.site.folder import NAME

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SHOWN = frozenset(
    {".html", ".htm", ".css", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".txt", ".json", ".pdf", ".woff2"}
)
"""What a browser shows; everything else is handed over as a file to keep."""
_INDEX = "index.html"
_FAULT_S = 5
"""Seconds after which a folder that could not be shown is tried again, though its journal is the same."""
_FEW = 20
"""Entries that are judged in less than a second."""
_PATIENCE_FOR_NEW_S, _FIRST_S = 1.0, 10.0
State = tuple[tuple[int, int, int] | None, ...]
"""Inode, size and time of a challenge's rules and of its journal; every act leaves a line in the journal."""


def _kind_and_headers(path: str) -> tuple[str, dict[str, str]]:
    """What a file is, by its name, and how it is handed over: no script runs, and it is asked for again each time."""
    name = path.rpartition("/")[2]
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {"content-security-policy": _POLICY, "cache-control": "no-cache"}
    if PurePosixPath(name).suffix.lower() not in _SHOWN:
        headers["content-disposition"] = attachment(name)
    return (f"{kind}; charset=utf-8" if kind.startswith("text/") else kind), headers


class Pages:
    """The finished pages below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The pages and sites right below the folder: a site is a folder with an index."""
        if not self.folder.is_dir():
            return []
        found = [each for each in sorted(self.folder.iterdir()) if self._found(each.name) is not None]
        pages = [each.name for each in found if each.is_file() and each.suffix.lower() in (".html", ".htm", ".pdf")]
        return [*(f"{each.name}/" for each in found if (each / _INDEX).is_file()), *pages]

    def french(self) -> frozenset[str]:
        """The sites right below the folder that have a French side, as a challenge's has."""
        return frozenset(name for name in self.names() if name.endswith("/") and self._found(f"{name}fr/") is not None)

    def reply(self, path: str) -> Response:
        """The file at a path below the folder; where a folder's slash is missing, the way there."""
        found = self._found(path)
        if found is None:
            raise BadRequestError("web-no-page", 404)
        if found.is_dir():
            return RedirectResponse(quote(f"{found.name}/"), 303)
        kind, headers = _kind_and_headers(found.name)
        return FileResponse(found, media_type=kind, headers=headers)

    def _found(self, path: str) -> Path | None:
        """The file that a path means, or a folder whose slash is missing.

        None where there is none; links that lead out of the folder, and hidden files, lead nowhere.
        """
        parts = [part for part in path.split("/") if part]
        if any(part.startswith(".") or "\\" in part or "\x00" in part for part in parts):
            return None
        try:
            root = self.folder.resolve()
            found = root.joinpath(*parts).resolve()
            if found != root and root not in found.parents:
                return None
            if found.is_dir() and (not path or path.endswith("/")):
                found = found / _INDEX
            return found if found.exists() else None
        except (OSError, RuntimeError, ValueError):  # a name that no file of ours can have, a loop of links
            return None


class BeingMadeError(Exception):
    """The first pages of a large challenge, which are not there yet."""


class BrokenChallengeError(Exception):
    """A challenge that cannot be shown; the text is for its organisers, since it may name their files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LivePages:
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
    """The challenges in a folder, each in a folder of its own with its rules and its journal.

    Pages of one with many entries are made in a process of their own; meanwhile the old ones are shown.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._made: dict[str, _LivePages] = {}
        self._making: dict[str, Future[_LivePages]] = {}
        self._processes: set[BaseProcess] = set()

    def titles(self) -> dict[str, str]:
        """What each challenge is called, by the name of its folder; one that cannot be read goes by that name."""
        found = {}
        for folder in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if is_challenge(folder):
                try:
                    found[folder.name] = read_rules(folder).title
                except Exception:  # its own page says what is wrong with it
                    found[folder.name] = folder.name
        return found

    def start(self) -> None:
        """Begin to make the pages of every challenge, before somebody asks for them."""
        for name in self.titles():
            self._current(name, datetime.now(UTC))

    def leave(self) -> None:
        """Make no more."""
        for process in tuple(self._processes):
            process.kill()

    def reply(self, path: str, now: datetime | None = None) -> Response:
        """The file at NAME/PATH as it is now, however long that takes; where a slash is missing, the way there."""
        name, found = path.partition("/")[0], None
        while found is None or found.state != state_of(self.folder / name):
            if not is_challenge(self.folder / name):
                raise BadRequestError("web-no-page", 404)
            found = self._current(name, now or datetime.now(UTC)).result()
        return _file_of(found, path)

    async def serve(self, path: str) -> Response:
        """The same for a request: without holding up others, and from the old pages where new ones take long."""
        name = path.partition("/")[0]
        if not is_challenge(self.folder / name):
            raise BadRequestError("web-no-page", 404)
        old = found = self._made.get(name)
        patience = None
        if not _is_small(self.folder / name):
            patience = _FIRST_S if old is None else _PATIENCE_FOR_NEW_S
        for _ in range(3):  # an act may come in while pages are made
            future = asyncio.wrap_future(self._current(name, datetime.now(UTC)))
            try:
                found = await asyncio.wait_for(asyncio.shield(future), patience)
            except TimeoutError:
                found = old
                break
            if found.state == state_of(self.folder / name):
                break
        if found is None:
            raise BeingMadeError
        return _file_of(found, path)

    def _current(self, name: str, now: datetime) -> "Future[_LivePages]":
        """The pages as they are now, or once they are made; nobody makes them twice."""
        with self._lock:
            made, state = self._made.get(name), state_of(self.folder / name)
            if made is not None and made.state == state and (made.until is None or now < made.until):
                done: Future[_LivePages] = Future()
                done.set_result(made)
                return done
            if name not in self._making:
                self._making[name] = Future()
                threading.Thread(target=self._make, args=(name, state, now, self._making[name]), daemon=True).start()
            return self._making[name]

    def _make(self, name: str, state: State, now: datetime, future: "Future[_LivePages]") -> None:
        folder = self.folder / name
        try:
            files, until = pages_of(folder, now) if _is_small(folder) else self._elsewhere(folder, now)
            made = _LivePages(state=state, until=until, files=files)
        except Exception as error:  # whatever is wrong with one folder, the site and its other challenges go on
            fault = str(error) or type(error).__name__
            made = _LivePages(state=state, until=now + timedelta(seconds=_FAULT_S), fault=fault)
        with self._lock:
            self._made[name] = made
            del self._making[name]
        future.set_result(made)

    def _elsewhere(self, folder: Path, now: datetime) -> "MadePages":
        """The pages, made by a process that ends with it: neither its work nor its memory is the server's."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=send_pages, args=(theirs, folder, now), daemon=True)
        process.start()
        theirs.close()
        self._processes.add(process)
        found: MadePages | str = "stopped"
        with ours, suppress(EOFError):
            found = ours.recv()
        process.join()
        self._processes.discard(process)
        if isinstance(found, str):
            raise InputError(found)
        return found


MadePages = tuple[dict[str, bytes], datetime | None]
"""Every file by its path, and until when they hold."""


def pages_of(folder: Path, now: datetime) -> MadePages:
    """The pages of a challenge, and the next date of its rules, from which on something else may have to be said."""
    with open_challenge(folder) as challenge:
        # A rehearsal's own clock stands where its last act left it.
        files = publication_of(challenge, now=None if challenge.rules.rehearsal else now).site
        dates = milestones(challenge.rules.calendar).values()
    return dict(files), next((each for each in dates if each > now), None)


def send_pages(pipe: "Connection", folder: Path, now: datetime) -> None:
    """Make pages in a process of its own, and send them, or why there are none."""
    try:
        pipe.send(pages_of(folder, now))
    except Exception as error:
        pipe.send(str(error) or type(error).__name__)


def _file_of(found: _LivePages, path: str) -> Response:
    name, slash, rest = path.partition("/")
    if not slash:
        return RedirectResponse(quote(f"{name}/"), 303)
    if found.fault is not None:
        raise BrokenChallengeError(found.fault)
    if f"{rest}/{_INDEX}" in found.files:
        return RedirectResponse(quote(f"{rest.rpartition('/')[2]}/"), 303)
    wanted = f"{rest}{_INDEX}" if not rest or rest.endswith("/") else rest
    if wanted not in found.files:
        raise BadRequestError("web-no-page", 404)
    kind, headers = _kind_and_headers(wanted)
    return Response(found.files[wanted], media_type=kind, headers=headers)


def _is_small(folder: Path) -> bool:
    """Whether there are so few entries that nobody notices when they are judged."""
    return sum(1 for _ in (folder / "entries").glob("*")) <= _FEW


def is_challenge(folder: Path) -> bool:
    """Whether a folder, by its name and its files, is one that is shown."""
    if not NAME.fullmatch(folder.name) or folder.is_symlink():
        return False
    return any(each is not None for each in state_of(folder))


def state_of(folder: Path) -> State:
    """What changes whenever something is done to a challenge."""
    stamps: list[tuple[int, int, int] | None] = []
    for name in (RULES, JOURNAL):
        try:
            found = (folder / name).stat()
            stamps.append((found.st_ino, found.st_size, found.st_mtime_ns))
        except OSError:
            stamps.append(None)
    return tuple(stamps)
