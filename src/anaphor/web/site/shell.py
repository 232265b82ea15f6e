"""The shell of the site: one header, one language switch and one way to make a page, for every page of the site.

A page is a function of a `PageVisit`, run in a thread: it calls what a command would call, and hands values to a
template that extends `shell.html`. Which address leads to which page, and who may come, stands in `routes.py`; `Shell`
lets them in, and refuses forms that are not our own.
"""

import shlex
import shutil
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.datastructures import URL, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from anaphor.errors import InputError, command_at_work
from anaphor.experiment import Role, Session, session_of
from anaphor.files import refuse_low_disk
from anaphor.text import Interface, speaking
from anaphor.web import replies
from anaphor.web.jobs.queue import JobQueue
from anaphor.web.jobs.records import JobBook, JobState
from anaphor.web.readings import READING, refuse_reserved
from anaphor.web.replies import BadRequestError, words_of
from anaphor.web.security import Guard, NotLoggedInError, address_of, brings_files
from anaphor.web.site.folder import SiteFolder, append_record
from anaphor.web.site.kept import Kept
from anaphor.web.site.live import Challenges
from anaphor.web.site.room import LARGEST_UPLOAD, ArrivingFiles, room_in, save_new
from anaphor.web.site.slow import AGAIN_S, SlowPages
from anaphor.web.site.teams import TeamDoors
from anaphor.web.site.uploads import Readers
from anaphor.web.turns import ACTS, HEAVY, PUBLIC, FairTurns

if TYPE_CHECKING:
    from anaphor.web.study.app import StudyApp

T = TypeVar("T")

PLACES = ("collections", "corpora", "studies", "agreement", "systems", "challenges", "reports")
"""What the navigation leads to."""
LANGUAGE = "anaphor_language"
"""The cookie that keeps the language of the pages."""
_MOST_ASKED, _ASKED_S = 240, 60.0
"""So many pages below a list may one person ask for, and forms send, in so many seconds."""
_ROWS = 20_000
"""Rows of lists that are kept: a few words each."""
Crumbs = Sequence[tuple[str, str]]
"""Name and path of the pages above one."""


class ListEntry(NamedTuple):
    """Something in a list that leads to its page."""

    name: str
    href: str
    note: str = ""
    """What stands beside it."""


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
        "other": next(language.value for language in Interface if language != interface),
        "session": session,
    }


def line_of(*words: object, **options: object) -> str:
    """A command as it is typed: words as they are, options by their names where they have a value.

    >>> line_of("collection", "check", "my file.yaml", language="fr", quick=True, column=["a=b", "c=d"], seed=None)
    "anaphor collection check 'my file.yaml' --language fr --quick --column a=b --column c=d"
    """
    typed = ["anaphor", *map(str, words)]
    for name, value in options.items():
        for part in value if isinstance(value, list | tuple) else [value]:
            if part not in (None, False, ""):
                typed += [f"--{name.replace('_', '-')}", *([] if part is True else [str(part)])]
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
        parts = ((key.rpartition("/"), app) for key, app in list(self.shell.studies.items()))
        return {name: app for (project, _, name), app in parts if project == self.project}

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
        listed = self.folder.listed(kind).items()
        return {name: path for name, path in listed if path.is_file() and not name.casefold().endswith(READING)}

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def link(self, *parts: str) -> str:
        return "/".join((self.home, *map(quote, parts)))

    def page(
        self, template: str, title: str, *, trail: Crumbs = (), status: int = 200, **values: object
    ) -> HTMLResponse:
        """A page of the site from its template below `data/web/pages`."""
        variables: dict[str, object] = {
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
        variables |= values
        if isinstance(variables["said"], str):  # where the project lies on the server is nobody's business
            variables["said"] = variables["said"].replace(f"{self.folder.root}/", "")
        page = replies.rendered(f"pages/{template}.html", variables, status)
        page.headers["vary"] = "accept-language, cookie"
        return page

    def to(self, *parts: str) -> Response:
        """The way on to another page of the project."""
        return replies.redirect(self.link(*parts))

    def start_job(self, kind: str, title: str, **order: Any) -> Response:
        """Ask for a job; the way to its page."""
        refuse_low_disk(self.folder.root)
        return self.to("jobs", self.queue.add(self.folder.root, kind, title, who=self.who, **order).id)

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
        awaited = (str(job.told.get("output", "")) for job in jobs if job.state is not JobState.DONE)
        pages = self.folder.collection_pages()
        return frozenset((*awaited, *(str(place / f"{page}{ending}") for page in pages for ending in ("", ".yaml"))))


class ElsewhereError(Exception):
    """Whoever comes is led to another page of the site, whose path this says."""


PageWork = Callable[[PageVisit], Response]


class Who(Enum):
    """Who may come to a page, or send its form."""

    EVERYBODY = "everybody"
    """Strangers, too; in a project its members alone, but for its challenges."""
    READERS = "readers"
    """Whoever logs in, in a project its members."""
    AUTHORS = "authors"
    """Owners and authors, of a project those of the project."""
    OWNERS = "owners"
    TEAM = "team"
    """A team of the challenge that the address names."""
    TEAM_OR_EVERYBODY = "team or everybody"
    """The same page for a team and for those who do not enter."""

    @property
    def public(self) -> bool:
        """Whether a session of the site is not needed."""
        return self not in (Who.READERS, Who.AUTHORS, Who.OWNERS)

    @property
    def teams(self) -> bool:
        """Whether a team is known here."""
        return self in (Who.TEAM, Who.TEAM_OR_EVERYBODY)


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
    readers: Readers = field(default_factory=Readers)
    """Children that read files which were sent."""

    async def leave(self) -> None:
        """End what is under way in the background, so that a server that stops waits for none of it."""
        await self.slow.leave()
        await self.readers.leave()

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
        folder, role = self.folder, session.role if session else None
        if project:  # one that one does not belong to is as good as none
            place = await run_sync(self.folder.project, project)
            role = (await run_sync(place.roles)).get(session.name) if place and session else None
            if place is None or (role is None and not opened):
                raise BadRequestError("web-no-page", 404)
            folder = place
        return PageVisit(
            shell=self,
            request=request,
            session=session,
            folder=folder,
            project=project,
            interface=interface_chosen(request),
            role=role,
            said=await self.open_new(project) if public or request.url.path.startswith("/studies") else None,
        )

    def refuse_haste(self, visit: PageVisit) -> None:
        """Refuse whoever asks for too much at once; lists, and what strangers see, take no work."""
        seen, now = self.asked.setdefault(visit.actor, deque(maxlen=_MOST_ASKED)), time.monotonic()
        if not visit.actor or (visit.request.url.path.count("/") < 2 and visit.request.method == "GET"):
            return
        if len(seen) == _MOST_ASKED and now - seen[0] < _ASKED_S:
            raise BadRequestError("web-too-fast", 429)
        seen.append(now)

    async def _let_in(self, request: Request, who: Who) -> tuple[PageVisit, Guard]:
        """Who comes, and whose guard reads their form; whoever may not is refused, or led to a door."""
        visit = await self.visit(request, public=who.public)
        if who is Who.AUTHORS:
            visit.as_author()
        if who is Who.OWNERS:
            visit.as_owner()
        if not who.teams:
            return visit, self.guard
        guard = await run_sync(self.teams.guard, visit.folder, request.path_params["name"])
        try:
            return replace(visit, team=await guard.session(request)), guard
        except NotLoggedInError:
            if who is Who.TEAM:
                raise ElsewhereError(guard.path) from None
            return visit, guard

    async def show(self, request: Request, work: PageWork, who: Who, *, light: bool) -> Response:
        """A page that is looked at; a study that cannot be opened is said to those who log in."""
        visit, _ = await self._let_in(request, who)
        self.refuse_haste(visit)
        make = partial(_speaking, visit if visit.role else replace(visit, said=None), work)
        if who.teams:  # teams let themselves in: whatever they ask for, those who organise do not wait for it
            return await self.make(PUBLIC, visit.actor or address_of(request), make, busy="web-too-fast")
        if visit.actor and not light:
            return await self._heavy(visit, make)
        return await self.readers.make(visit.actor, run_sync, make)

    async def make(self, turns: FairTurns, who: str, work: Callable[[], T], *, busy: str) -> T:
        """What some work gives, when it is somebody's turn; what it needs is read between two turns."""
        return await self.readers.make(who, lambda part: turns.run(who, part, busy=busy), work)

    async def _heavy(self, visit: PageVisit, make: Callable[[], Response]) -> Response:
        """A page that takes work, when it is its reader's turn; one that takes long is made on, and asked for again."""
        key = (visit.actor, str(visit.role), visit.interface, visit.project, str(visit.request.url))
        made = await self.slow.get(key, partial(self.make, HEAVY, visit.actor, make, busy="web-pages-busy"))
        if made is not None:
            return made
        page = visit.page("problem", visit.words["slow"], status=202, waits=visit.words["slow_note"])
        page.headers.update({"refresh": str(AGAIN_S), "retry-after": str(AGAIN_S)})
        return page

    async def act(self, request: Request, work: PageWork, who: Who, *, needs_room: bool) -> Response:
        """What a form does, with files where it brings some."""
        visit, guard = await self._let_in(request, who)
        visit = replace(visit, said=None)
        if visit.team is None:
            return await self._with_form(request, guard, visit, partial(self._acted, work, needs_room))
        with self.teams.turn(f"{visit.project}/{visit.actor}"):  # before a byte of what it sends is kept
            return await self._with_form(request, guard, visit, partial(self._team_acted, work))

    async def _with_form(
        self, request: Request, guard: Guard, visit: PageVisit, act: Callable[[PageVisit], Awaitable[Response]]
    ) -> Response:
        """What becomes of a form that is read now; files that it brings go to disk as they come, if they find room."""
        with self.arriving.reserved(LARGEST_UPLOAD) if brings_files(request) else nullcontext():
            async with guard.form(request) as (_, form):
                return await act(replace(visit, fields=form.fields, files=form.files))

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

    async def _acted(self, work: PageWork, needs_room: bool, visit: PageVisit) -> Response:
        self.refuse_haste(visit)
        done = partial(_speaking, visit, partial(_done_with_room, work, needs_room))
        return await self.make(ACTS, visit.actor, done, busy="web-acts-busy")

    async def _team_acted(self, work: PageWork, visit: PageVisit) -> Response:
        self.refuse_haste(visit)
        return await self.readers.make(visit.actor, self.teams.run, partial(_speaking, visit, work))


def _done_with_room(work: PageWork, needs_room: bool, visit: PageVisit) -> Response:
    """What a form does for whoever may still send it, where the project may have more files or it needs none."""
    visit.shell.refuse_departed(visit)
    if needs_room:
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
        try:
            return record_act(visit, work(visit))
        except RecursionError as error:  # of what somebody sent: what is nested too deeply for a reader is no bug
            raise InputError("web-too-deep") from error
