"""The shell of the site: one header, one language switch and one way to make a page, for every page of the site.

A page is a function of a `PageVisit`, run in a thread: it calls what a command would call, and hands values to a
template that extends `shell.html`. A `PageTable` collects such functions, `Shell.routes` makes routes of them: they let
in who may come, and refuse forms that are not our own.
"""

import fcntl
import os
import re
import shlex
import shutil
import tempfile
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.datastructures import URL, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from anaphor.errors import FormatError, InputError, OutputError, command_at_work
from anaphor.experiment import Role, Session, session_of
from anaphor.files import NameTakenError, disk_use, refuse_low_disk, write_new
from anaphor.text import Interface, speaking
from anaphor.web import replies
from anaphor.web.jobs.queue import JobQueue
from anaphor.web.jobs.records import JobBook, JobState
from anaphor.web.readings import READING, refuse_reserved
from anaphor.web.replies import BadRequestError, words_of
from anaphor.web.security import Guard, NotLoggedInError, address_of
from anaphor.web.site.folder import SiteFolder, append_record, make_private_folder
from anaphor.web.site.live import Challenges
from anaphor.web.site.slow import AGAIN_S, SlowPages
from anaphor.web.site.teams import TeamDoors
from anaphor.web.turns import ACTS, HEAVY, PUBLIC

if TYPE_CHECKING:
    from anaphor.web.app import StudyApp

T = TypeVar("T")

PLACES = ("collections", "corpora", "studies", "agreement", "systems", "challenges", "reports")
"""What the navigation leads to."""
LANGUAGE = "anaphor_language"
"""The cookie that keeps the language of the pages."""
LARGEST_UPLOAD = 64 * 2**20
_LARGEST_PROJECT = int(os.environ.get("ANAPHOR_PROJECT_MB", "4096")) * 2**20
"""Bytes that the files of a project may have together before no more are taken."""
_COUNTED = (
    "challenges",
    "collections",
    "corpora",
    "jobs",
    "labels",
    "published",
    "reports",
    "runs",
    "studies",
    "texts",
)
"""What counts as files of a project; models are laid there by whoever runs the server."""
_IN_A_FULL_PROJECT = re.compile(
    r"/(people|invitations|projects)(/.*)?"
    r"|/jobs/[^/]+/cancel"
    r"|/(agreement|systems)/[^/]+/remove|/studies/drafts/[^/]+/remove"
    r"|/studies/(?!drafts/)[^/]+/(pause|open|quota|exclude|include|free|forget)"
    r"|/challenges/[^/]+/organise/(approve|remove|refuse|registration|reset)"
)
"""Forms that are taken when a project has all the files that it may have: they remove something, keep nothing among
its files, or let those go on who take part; what they write is a short line."""
_MOST_ASKED, _ASKED_S = 240, 60.0
"""So many pages below a list may one person ask for, and forms send, in so many seconds."""
_REMEMBERED, _REMEMBERED_WEIGHT = 200, 128 * 2**20
"""So much that was made of files is kept, and of what is large no more than weighs so many bytes together."""
_ROWS = 20_000
"""Rows of lists that are kept: a few words each."""
_STRANGE = re.compile(r"[^A-Za-z0-9À-ÿ_.-]+")
Crumbs = Sequence[tuple[str, str]]
"""Name and path of the pages above one."""


def interface_chosen(request: Request) -> str:
    """The language of the pages: the one that was chosen, else the browser's."""
    chosen = request.cookies.get(LANGUAGE, "")
    return chosen if chosen in list(Interface) else replies.interface_of(request)


def bar(request: Request, root: str, session: Session | None, *, project: str = "") -> dict[str, Any]:
    """What the header of every page shows."""
    interface, place = interface_chosen(request), request.url.path.split("/")[1]
    home = f"{root}/in/{quote(project)}" if project else root
    here = home + quote(request.url.path) + (f"?{request.url.query}" if request.url.query else "")
    return {
        "words": words_of("site-", interface),
        "root": root,
        "home": home,
        "project": project,
        "places": PLACES,
        "current": "collections" if place == "write" else place,
        "here": here if request.method == "GET" else f"{home}/",
        "other": next(each.value for each in Interface if each != interface),
        "session": session,
    }


def line_of(*words: object, **options: object) -> str:
    """A command as it is typed: words as they are, options by their names where they have a value.

    >>> line_of("collection", "check", "my file.yaml", language="fr", quick=True, column=["a=b", "c=d"], seed=None)
    "anaphor collection check 'my file.yaml' --language fr --quick --column a=b --column c=d"
    """
    typed = ["anaphor", *map(str, words)]
    for name, value in options.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            if each not in (None, False, ""):
                typed += [f"--{name.replace('_', '-')}", *([] if each is True else [str(each)])]
    return shlex.join(typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVisit:
    """One request for a page: who asks, in which language, in which project, and what a form brought."""

    shell: "Shell"
    request: Request
    session: Session | None
    team: Session | None = None
    """The team that is logged in, on pages of a challenge that it enters."""
    folder: SiteFolder
    """The project: the site's own folder, or one below it."""
    project: str
    """Name of the project; empty for the site's own."""
    interface: str
    role: Role | None = None
    """What the visitor may do in the project; None for strangers."""
    said: str | None = None
    """What is said above the page."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What a form says; of a field that may be chosen several times, one value a line."""
    files: Mapping[str, UploadFile] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Path of the site."""
        return self.shell.root

    @property
    def home(self) -> str:
        """Path of the project's pages."""
        return f"{self.root}/in/{quote(self.project)}" if self.project else self.root

    @property
    def kept(self) -> "Kept":
        return self.shell.kept

    @property
    def queue(self) -> JobQueue:
        return self.shell.queue

    @property
    def who(self) -> str:
        """Name of the one who is logged in."""
        return self.session.name if self.session else ""

    @property
    def studies(self) -> "dict[str, StudyApp]":
        """The studies of the project that are being served, by name."""
        parts = ((key.rpartition("/"), each) for key, each in list(self.shell.studies.items()))
        return {name: each for (project, _, name), each in parts if project == self.project}

    @property
    def works(self) -> bool:
        """Whether the visitor may change something, and see who took part: owners and authors may."""
        return self.role in (Role.OWNER, Role.AUTHOR)

    @property
    def actor(self) -> str:
        """Whose act it is: an account's, or a team's with its challenge before it; empty: a stranger's."""
        return f"{self.part('name')}/{self.team.name}" if self.team else self.who

    def as_author(self) -> None:
        """Refuse all but owners and authors of the project."""
        if not self.works:
            raise BadRequestError("web-authors-only", 403)

    def as_owner(self) -> None:
        """Refuse all but owners of the project."""
        if self.role is not Role.OWNER:
            raise BadRequestError("web-owners-only", 403)

    @property
    def words(self) -> dict[str, str]:
        return words_of("site-", self.interface)

    def asked(self, name: str, default: str = "") -> str:
        """A value of the address's query."""
        return self.request.query_params.get(name, default).strip()

    def asked_all(self, **usual: str) -> dict[str, str]:
        """Values of the query by name, with those that are usual."""
        return {name: self.asked(name, value) for name, value in usual.items()}

    def files_of(self, kind: str) -> dict[str, Path]:
        """The files of a kind in the project, without those that say how others are read."""
        found = self.folder.listed(kind).items()
        return {name: path for name, path in found if path.is_file() and not name.casefold().endswith(READING)}

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def link(self, *parts: str) -> str:
        return "/".join((self.home, *map(quote, parts)))

    def page(
        self, template: str, title: str, *, trail: Crumbs = (), status: int = 200, **values: object
    ) -> HTMLResponse:
        """A page of the site from its template below `data/web/pages`."""
        known: dict[str, object] = {
            "bar": bar(self.request, self.root, self.session, project=self.project),
            "interface": self.interface,
            "words": self.words,
            "session": self.session,
            "team": self.team,
            "root": self.root,
            "home": self.home,
            "owner": self.role is Role.OWNER,
            "author": self.works,
            "title": title,
            "trail": trail,
            "said": self.said,
            "command": None,
        }
        known |= values
        if isinstance(known["said"], str):  # where the project lies on the server is nobody's business
            known["said"] = known["said"].replace(f"{self.folder.root}/", "")
        made = replies.rendered(f"pages/{template}.html", known, status)
        made.headers["vary"] = "accept-language, cookie"
        return made

    def to(self, *parts: str) -> Response:
        """The way on to another page of the project."""
        return replies.redirect(self.link(*parts))

    def start_job(self, kind: str, title: str, **asked: Any) -> Response:
        """Ask for a job; the way to its page."""
        refuse_low_disk(self.folder.root)
        return self.to("jobs", self.queue.add(self.folder.root, kind, title, who=self.who, **asked).id)

    def room(self) -> int:
        """Bytes that the files of the project may still have; refused where there are none, or the disk is short."""
        return room_in(self.folder)

    def refuse_full(self, size: int = 0) -> None:
        """Take no more files than a project may have, and the disk can hold: none of so many bytes."""
        room_in(self.folder, size)

    def save_upload(self, name: str, folder: Path, *, named: Callable[[str], str] = str) -> Path:
        """Keep a file that was sent, whole or not at all, under a name that no file has yet.

        `named` gives the name that is wished for, of the one that it was sent under.
        """
        sent = self.files.get(name)
        if sent is None or not sent.filename:
            raise InputError("web-no-upload")
        last = named(sent.filename.replace("\\", "/").rpartition("/")[2])
        refuse_reserved(last)
        self.refuse_full(sent.size or 0)
        return save_new(folder, last, partial(shutil.copyfileobj, sent.file), promised=self.promised)

    def promised(self) -> frozenset[str]:
        """Files that nobody else may make: those that jobs of the project have yet to write, and those of collections
        that would be called on pages as another is.

        A job that failed may be taken up again.
        """
        jobs, place = JobBook(self.folder.root).jobs(), self.folder.collections
        awaited = (str(each.told.get("output", "")) for each in jobs if each.state is not JobState.DONE)
        pages = self.folder.collection_pages()
        return frozenset((*awaited, *(str(place / f"{page}{ending}") for page in pages for ending in ("", ".yaml"))))


def room_in(folder: SiteFolder, wanted: int = 0) -> int:
    """Bytes that the files of a project may still have; refused where there are none, or fewer than are wanted.

    They are counted each time: a number that is some seconds old would let in whatever is sent within them.
    """
    refuse_low_disk(folder.root, wanted)
    left = _LARGEST_PROJECT - disk_use(*map(folder.place, _COUNTED)).size
    if left <= 0 or left < wanted:
        raise InputError("web-project-full", most=_LARGEST_PROJECT // 2**20)
    return left


def save_new(
    folder: Path,
    name: str,
    write: Callable[[BinaryIO], object],
    *,
    promised: Callable[[], Collection[str]] = frozenset,
) -> Path:
    """A new file in a folder that holds what `write` puts into it, called as somebody wishes as far as can be."""
    with reserve_path(folder, name, promised=promised) as target:
        try:
            write_new(target, write, private=True)
        except NameTakenError:  # by somebody who has not reserved it, in this moment
            raise InputError("web-name-taken") from None
    return target


@contextmanager
def reserve_path(folder: Path, name: str, *, promised: Callable[[], Collection[str]] = frozenset) -> Iterator[Path]:
    """A file in a folder that is not there yet, called as somebody wishes as far as an address allows.

    Meanwhile nobody else is given the name: a hidden file that is locked holds it, and is made before it is looked
    whether the name is free. It goes in the end; one that a killed server has left behind is locked by nobody, and
    holds nothing. `promised` gives the files that jobs have yet to write, which are as good as there.
    """
    called = _STRANGE.sub("-", name)[-60:].lstrip(".-") or "table.csv"  # cut first: a cut may leave a dot in front
    refuse_reserved(called)
    make_private_folder(folder)
    target, number = folder / called, 1
    while (handle := _reserve(target, promised)) is None:
        number += 1
        target = folder / f"{Path(called).stem}-{number}{Path(called).suffix}"
    try:
        yield target
    finally:
        _release(target, handle)


def _reserve(target: Path, promised: Callable[[], Collection[str]]) -> int | None:
    """What holds a name that is free; None where it is not."""
    try:
        handle = os.open(_reservation(target), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise OutputError("files-cannot-write", why=str(error.strerror), where=target) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if isinstance(error, BlockingIOError):
            return None
        raise OutputError("files-cannot-write", why=str(error.strerror), where=target) from error
    if not os.fstat(handle).st_nlink:  # whoever had it has let go of it in between
        os.close(handle)
        return None
    # Looked for again behind the promises: a job that keeps its own in this moment has then written its file.
    if not os.path.lexists(target) and str(target) not in promised() and not os.path.lexists(target):
        return handle
    _release(target, handle)
    return None


def _release(target: Path, handle: int) -> None:
    _reservation(target).unlink(missing_ok=True)  # while it is locked: it is nobody else's
    os.close(handle)


def _reservation(target: Path) -> Path:
    return target.with_name(f".{target.name}.reserved")


class Kept:
    """What was made of files, for as long as these stay the same; what nobody asked for longest goes first."""

    def __init__(self, most: int = _REMEMBERED) -> None:
        self._most = most
        self._lock = Lock()
        self._made: OrderedDict[object, tuple[object, object, int]] = OrderedDict()
        self._turns: dict[object, Lock] = {}

    def get(
        self, key: object, paths: Sequence[Path], make: Callable[[], T], weigh: Callable[[T], int] | None = None
    ) -> T:
        """What was made, or is made now; what is wrong in a file is remembered as well, and not looked for again.

        What is large says what it weighs.
        """
        stamps = tuple((each.stat().st_mtime_ns, each.stat().st_size, each.stat().st_ino) for each in paths)
        place = (key, tuple(paths))
        with self._lock:
            turn = self._turns.setdefault((place, stamps), Lock())
        with turn:  # of many who ask at once, one works and the others wait
            known = self._made.get(place)
            made: object
            weight = 0
            try:
                if known is not None and known[0] == stamps:
                    _, made, weight = known
                else:
                    made = found = make()
                    weight = weigh(found) if weigh else 0
            except FormatError as error:
                made = error
            finally:
                self._turns.pop((place, stamps), None)
            with self._lock:
                self._made[place] = (stamps, made, weight)
                self._made.move_to_end(place)
                self._forget()
        if isinstance(made, FormatError):
            raise made.with_traceback(None)
        return made  # type: ignore[return-value]  # what `make` of the same key gave

    def _forget(self) -> None:
        """Let go of what nobody asked for longest, and of what is large first; the newest stays. The lock is held."""
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        weight = sum(each[2] for each in self._made.values())
        for place in [place for place, each in self._made.items() if each[2]][:-1]:
            if weight > _REMEMBERED_WEIGHT:
                weight -= self._made.pop(place)[2]


class ArrivingFiles:
    """Room for files that are being sent: they lie in the temporary folder before anybody has looked at them."""

    def __init__(self) -> None:
        self._bytes = 0

    @contextmanager
    def reserved(self, size: int) -> Iterator[None]:
        """Keep room for one that may have so many bytes, beside those that are on their way; refused where none is."""
        refuse_low_disk(Path(tempfile.gettempdir()), self._bytes + size)
        self._bytes += size
        try:
            yield
        finally:
            self._bytes -= size


PageWork = Callable[[PageVisit], Response]


class PageTable:
    """The pages of one place of the site: functions of a visit, by method and path."""

    def __init__(self) -> None:
        self.pages: list[tuple[str, str, bool, bool, PageWork]] = []
        self.light: set[PageWork] = set()

    def read(
        self, path: str, *, public: bool = False, team: bool = False, light: bool | None = None
    ) -> Callable[[PageWork], PageWork]:
        """Make a function a page that is looked at: by those who log in, by teams of a challenge, or by everybody.

        A page that takes work has its turn, of which each person has few at once. Unless `light` says otherwise, pages
        below a list take work and lists do not.
        """

        def keep(work: PageWork) -> PageWork:
            if path.count("/") < 2 if light is None else light:
                self.light.add(work)
            return self._keep("GET", path, public, team, work)

        return keep

    def act(self, path: str, *, assistants: bool = False, team: bool = False) -> Callable[[PageWork], PageWork]:
        """Make a function what a form does: for owners and authors, for assistants, too, or for a team."""
        return partial(self._keep, "POST", path, assistants, team)

    def _keep(self, method: str, path: str, wide: bool, team: bool, work: PageWork) -> PageWork:
        self.pages.append((method, path, wide, team, work))
        return work


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """What pages are made with."""

    folder: SiteFolder
    guard: Guard
    root: str
    """Path of the site."""
    public: str = ""
    """Address by which others reach it, where one was given."""
    queue: JobQueue
    challenges: Challenges
    teams: TeamDoors
    studies: "Mapping[str, StudyApp]"
    """All that are being served: by name, those of a project as `PROJECT/NAME`."""
    open_new: Callable[[str], Awaitable[str | None]]
    """Opens studies that were put into the folder of a project since; why one could not be."""
    demo: bool = False
    provider: str = ""
    """What the identity provider is called, where there is one."""
    kept: Kept = field(default_factory=Kept)
    rows: Kept = field(default_factory=partial(Kept, _ROWS))
    """What lists show of each file: were it forgotten before a long list ends, each look would read all files anew."""
    asked: dict[str, deque[float]] = field(default_factory=dict)
    """When each person asked for something, of late."""
    of_projects: dict[str, Challenges] = field(default_factory=dict)
    arriving: ArrivingFiles = field(default_factory=ArrivingFiles)
    """Room for files that are being sent."""
    slow: SlowPages = field(default_factory=SlowPages)
    """Pages that take long."""

    def live(self, folder: SiteFolder) -> Challenges:
        """The challenges of the site's own folder, or of a project."""
        if not folder.called:
            return self.challenges
        return self.of_projects.setdefault(folder.called, Challenges(folder.challenges))

    def address(self, request: Request, path: str, query: str = "") -> str:
        """Where others reach a path of the site: at its public address, or at the one that a request calls it by."""
        return str(URL(self.public or str(request.base_url)).replace(path=path, query=query))

    async def visit(self, request: Request, *, public: bool = False) -> PageVisit:
        """Who comes, and to which project; strangers are refused unless the page is for everybody.

        Of a project only its challenges are: teams enter them, and everybody reads of them.
        """
        project = str(request.scope.get("anaphor.project", ""))
        opened = public and (not project or request.url.path.startswith("/challenges/"))
        try:
            session = await self.guard.session(request)
        except NotLoggedInError:
            if not opened:
                raise
            session = None
        found, role = self.folder, session.role if session else None
        if project:  # one that one does not belong to is as good as none
            place = await run_sync(self.folder.project, project)
            role = (await run_sync(place.roles)).get(session.name) if place and session else None
            if place is None or (role is None and not opened):
                raise BadRequestError("web-no-page", 404)
            found = place
        return PageVisit(
            shell=self,
            request=request,
            session=session,
            folder=found,
            project=project,
            interface=interface_chosen(request),
            role=role,
            said=await self.open_new(project) if public or request.url.path.startswith("/studies") else None,
        )

    def routes(self, table: PageTable) -> list[Route]:
        """The routes of some pages; `/agreement/plan` comes before `/agreement/{name}`."""
        pages = sorted(table.pages, key=lambda page: page[1].count("{"))
        shows = {work: partial(self._show, work, work in table.light) for _, _, _, _, work in pages}
        return [
            Route(
                path, partial(shows[work] if method == "GET" else partial(self._do, work), wide, team), methods=[method]
            )
            for method, path, wide, team, work in pages
        ]

    def refuse_haste(self, visit: PageVisit) -> None:
        """Refuse whoever asks for too much at once; lists, and what strangers see, take no work."""
        seen, now = self.asked.setdefault(visit.actor, deque(maxlen=_MOST_ASKED)), time.monotonic()
        if not visit.actor or (visit.request.url.path.count("/") < 2 and visit.request.method == "GET"):
            return
        if len(seen) == _MOST_ASKED and now - seen[0] < _ASKED_S:
            raise BadRequestError("web-too-fast", 429)
        seen.append(now)

    async def _show(self, work: PageWork, light: bool, public: bool, team: bool, request: Request) -> Response:
        """A page that is looked at; a study that cannot be opened is said to those who log in."""
        visit = await self.visit(request, public=public or team)
        if team:
            guard = await run_sync(self.teams.guard, visit.folder, request.path_params["name"])
            try:
                visit = replace(visit, team=await guard.session(request))
            except NotLoggedInError:
                if not public:
                    return replies.redirect(guard.path)
        made = partial(_speaking, visit if visit.role else replace(visit, said=None), work)
        if team:  # teams let themselves in: whatever they ask for, those who organise do not wait for it
            return await PUBLIC.run(visit.actor or address_of(request), made, busy="web-too-fast")
        if visit.actor and not light:
            return await self._heavy(visit, made)
        return await run_sync(made)

    async def _heavy(self, visit: PageVisit, made: Callable[[], Response]) -> Response:
        """A page that takes work, when it is its reader's turn; one that takes long is made on, and asked for again."""
        key = (visit.actor, str(visit.role), visit.interface, visit.project, str(visit.request.url))
        found = await self.slow.get(key, partial(HEAVY.run, visit.actor, made, busy="web-pages-busy"))
        if found is not None:
            return found
        page = visit.page("problem", visit.words["slow"], status=202, waits=visit.words["slow_note"])
        page.headers.update({"refresh": str(AGAIN_S), "retry-after": str(AGAIN_S)})
        return page

    async def _do(self, work: PageWork, assistants: bool, team: bool, request: Request) -> Response:
        """What a form does, with files where it brings some."""
        visit, guard = replace(await self.visit(request, public=team), said=None), self.guard
        if team:
            guard = await run_sync(self.teams.guard, visit.folder, request.path_params["name"])
            try:
                visit = replace(visit, team=await guard.session(request))
            except NotLoggedInError:
                return replies.redirect(guard.path)
        elif not assistants:
            visit.as_author()
        if visit.team is None:
            return await self._taken(request, guard, visit, partial(self._acted, work))
        async with self.teams.turn(f"{visit.project}/{visit.actor}"):  # before a byte of what it sends is kept
            return await self._taken(request, guard, visit, partial(self._team_acted, work))

    async def _taken(
        self, request: Request, guard: Guard, visit: PageVisit, done: Callable[[PageVisit], Awaitable[Response]]
    ) -> Response:
        """What becomes of a form that is read now; files that it brings go to disk as they come, if they find room."""
        if not request.headers.get("content-type", "").startswith("multipart/form-data"):
            _, fields = await guard.form(request)
            return await done(replace(visit, fields=fields))
        with self.arriving.reserved(LARGEST_UPLOAD):
            _, form = await guard.upload(request)
            try:
                fields = {name: value for name, value in form.items() if isinstance(value, str)}
                sent = {name: value for name, value in form.items() if isinstance(value, UploadFile)}
                return await done(replace(visit, fields=fields, files=sent))
            finally:
                await form.close()

    def refuse_departed(self, visit: PageVisit) -> None:
        """Refuse whoever has lost what let them in since their request began: a form takes time to come, and its turn.

        Else somebody who is removed would come back by an invitation that they had begun to ask for.
        """
        secret = visit.request.cookies.get(self.guard.cookie, "")
        session = session_of(self.guard.accounts, secret, time.time())
        if session is None:
            raise NotLoggedInError
        role = visit.folder.roles().get(session.name) if visit.project else session.role
        if (session.name, role) != (visit.who, visit.role):
            raise BadRequestError("web-authors-only", 403)

    async def _acted(self, work: PageWork, visit: PageVisit) -> Response:
        return await ACTS.run(
            visit.actor, partial(_speaking, visit, partial(_done_with_room, work)), busy="web-acts-busy"
        )

    async def _team_acted(self, work: PageWork, visit: PageVisit) -> Response:
        return await self.teams.run(partial(_speaking, visit, work))


def _done_with_room(work: PageWork, visit: PageVisit) -> Response:
    """What a form does for whoever may still send it, where the project may have more files or it needs none."""
    visit.shell.refuse_departed(visit)
    if not _IN_A_FULL_PROJECT.fullmatch(visit.request.url.path):
        visit.refuse_full()
    return work(visit)


def record_act(visit: PageVisit, done: Response) -> Response:
    """What was done, kept with who did it and when: its address, and no word of what it brought along."""
    if done.status_code < 400 and visit.request.method == "POST":
        append_record(visit.shell.folder.acts, who=visit.actor, project=visit.project, act=visit.request.url.path)
    return done


def _speaking(visit: PageVisit, work: PageWork) -> Response:
    """The page in the visitor's language; sentences name options as they stand in the command that a page shows."""
    with speaking(visit.interface), command_at_work():
        visit.shell.refuse_haste(visit)
        try:
            return record_act(visit, work(visit))
        except RecursionError as error:  # of what somebody sent: what is nested too deeply for a reader is no bug
            raise InputError("web-too-deep") from error
