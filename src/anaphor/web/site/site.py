"""One app on one port: start page, workbench, studies, desks, challenges, reports, published sites, health, log-in."""

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from anaphor import __version__, experiment
from anaphor.corpus import Counts
from anaphor.errors import AnaphorError, OutputError
from anaphor.experiment import Accounts, Session, Store, device_mark, held, try_writing
from anaphor.text import Interface, speaking
from anaphor.web import replies
from anaphor.web.application import BasedApp
from anaphor.web.description import describe, new_document, operations_of
from anaphor.web.jobs.orders import DEFAULT_ENDPOINT
from anaphor.web.jobs.queue import JobQueue
from anaphor.web.replies import BadRequestError, reply, words_of
from anaphor.web.security import (
    Guard,
    MustWaitError,
    NotLoggedInError,
    UnknownKeyError,
    address_of,
    form_of,
    hashed,
)
from anaphor.web.serving import Health
from anaphor.web.site.benches import Benches
from anaphor.web.site.events import Streams
from anaphor.web.site.folder import SiteFolder, is_possible
from anaphor.web.site.live import BeingMadeError, BrokenChallengeError, Challenges, Pages
from anaphor.web.site.oidc import IdentityProvider, OidcSetting
from anaphor.web.site.pages import challenges, entrants, jobs, people, studies
from anaphor.web.site.room import LARGEST_UPLOAD
from anaphor.web.site.routes import ROUTES
from anaphor.web.site.shell import LANGUAGE, ElsewhereError, PageVisit, Shell, bar, interface_chosen, record_act
from anaphor.web.site.teams import TeamDoors
from anaphor.web.study.app import StudyApp, create_app
from anaphor.web.study.wire import ErrorReply
from anaphor.web.turns import HEAVY, FewAtOnce
from anaphor.web.workbench import wire

_DEPARTED_S = 5.0
"""Seconds between two looks at who was removed in a terminal."""
_YEAR_S = 31_536_000
_SMALL = 4_000
"""Bytes of a request for an audit that is answered at once."""
_LOOKS = 8
"""Requests of one author's workbenches that may be under way: a page asks for one or two at a time."""
_OF_STUDIES = ("s", "api", "static", "desk", "health", "ready", "openapi.json")
"""Paths below a study that its own app serves; what else is there are pages of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSetting:
    """How a site is served."""

    base: str = ""
    """Path under which a proxy shows it."""
    public: str = ""
    """Address by which others reach it, without the path; empty: links say what a request calls it."""
    demo: bool = False
    """True: everything is made up, and the start page says so."""
    corpora: tuple[Counts, ...] = ()
    """Corpora that the workbench asks, at most one of a language; what the package carries else."""
    oidc: OidcSetting | None = None
    """Who else vouches for people."""
    job_workers: int = 1
    """Processes that do jobs."""
    offers: Mapping[str, int] = field(default_factory=dict)
    """What each of them has: `gpus`, `memory`, `scratch`."""
    endpoints: tuple[str, ...] = (DEFAULT_ENDPOINT,)
    """Where chat models may be asked: `public` for the public internet, `HOST`, `HOST:PORT`."""


class Site(BasedApp):
    """The app; a study's requests go to the study's own app as they came."""

    largest_body = wire.LARGEST_BODY

    def __init__(self, folder: SiteFolder, stores: dict[str, Store], accounts: Accounts, setting: SiteSetting) -> None:
        self.folder = folder
        self.accounts = accounts
        self.setting = setting
        self.guard = Guard(accounts, setting.base)
        self.guard.path = setting.base or "/"  # one log-in for the whole site
        self.health_of = Health("accounts", partial(run_sync, try_writing, accounts))
        self.health_of_jobs = Health("jobs", self._look_at_workers)
        self.benches = Benches(folder, self.guard, setting.base, setting.corpora)
        self.studies: dict[str, StudyApp] = {name: self._study(name, store) for name, store in stores.items()}
        self.stack: AsyncExitStack | None = None
        self._opening = asyncio.Lock()
        self.challenges = Challenges(folder.challenges)
        told: dict[str, Any] = {"workers": setting.job_workers, "offers": setting.offers}
        self.jobs = JobQueue(folder.root, folder.database, **told, endpoints=setting.endpoints)
        self.provider = IdentityProvider(setting.oidc, setting.base, setting.public) if setting.oidc else None
        self.shell = Shell(
            folder=folder,
            guard=self.guard,
            root=setting.base,
            public=setting.public,
            queue=self.jobs,
            challenges=self.challenges,
            teams=TeamDoors(setting.base),
            studies=self.studies,
            open_new=self.open_new,
            demo=setting.demo,
            provider=self.provider.name if self.provider else "",
        )
        self._project_benches: dict[str, Benches] = {}
        self.streams = Streams()
        self._looks = FewAtOnce(_LOOKS)
        super().__init__(setting.base, _living)
        gets: dict[str, Callable[..., Any]] = {
            "/login": self.login_page,
            "/health": self.health,
            "/ready": self.health,
            "/static/{name}": replies.static_file,
            "/published/{path:path}": self.publication,
            "/favicon.ico": self.no_icon,
            "/events/{kind}/{name}": self.events,
            "/challenges/{name}/team/events/{id}": self.team_events,
            "/write/{name}": self.slash,
            "/oidc": self.lead_to_provider,
            "/oidc/back": self.come_back,
        }
        posts = {
            "/login": self.log_in,
            "/logout": self.log_out,
            "/invitation": self.accept,
            "/language": self.choose_language,
            "/write": self.new,
            "/api/audit": self.audit,
        }
        self.router.routes.extend(Route(path, work, methods=["GET"]) for path, work in gets.items())
        self.router.routes.extend(Route(path, work, methods=["POST"]) for path, work in posts.items())
        self.router.routes.append(Route("/write/{name}/{rest:path}", self.write, methods=["GET", "POST"]))
        self.router.routes.append(Route("/challenges/{name}/team/in/{act}", self.team_door, methods=["POST"]))
        self.state.shell = self.shell
        self.router.routes.extend(ROUTES)
        self.router.routes.append(Route("/challenges/{path:path}", self.challenge, methods=["GET"]))
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, MustWaitError, HTTPException):
            self.add_exception_handler(kind, self._explain)
        self.add_exception_handler(ElsewhereError, _lead_on)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        path, project = self.inner_path(scope["path"]), ""
        if path.startswith("/in/"):  # the same pages, of a project: `/in/NAME/collections` is its `/collections`
            _, _, project, *rest = path.split("/", 3)
            path, scope = f"/{rest[0]}" if rest else "/", {**scope, "anaphor.project": project}
        _, place, name, inner = [*path.split("/", 3), "", "", ""][:4]
        if place == "studies" and inner.partition("/")[0] in _OF_STUDIES:  # participants belong to no project
            key = f"{project}/{name}" if project else name
            if key not in self.studies:
                await self.open_new(project, name)
            if key in self.studies:
                await self.studies[key]({**scope, "path": f"/{inner}", "raw_path": None}, receive, send)
                return
        await self.serve(path, scope, receive, send)

    def limit_of(self, scope: Scope) -> int:
        """A form may bring files, which are larger than what any other request brings."""
        kinds = [value for name, value in scope["headers"] if name == b"content-type"]
        return LARGEST_UPLOAD if kinds and kinds[0].startswith(b"multipart/form-data") else self.largest_body

    def _study(self, name: str, store: Store, project: str = "") -> StudyApp:
        """The app of one study, whose dashboard has the site's header; a project's is looked at by its members alone,
        on the pages of the site.
        """
        root = self.setting.base
        if project:
            return create_app(store, base=f"{root}/in/{quote(project)}/studies/{quote(name)}")

        def header(request: Request, session: Session | None) -> dict[str, Any]:
            return {**bar(request, root, session), "current": "studies", "here": f"{root}/studies/{quote(name)}/desk"}

        base = f"{root}/studies/{quote(name)}"
        return create_app(store, self.accounts, base=base, bar=header, wrong=self.guard.wrong)

    async def open_new(self, project: str = "", only: str | None = None) -> str | None:
        """Open the studies whose designs were put into the folder since; why one could not be, for its organiser."""
        fault, folder = None, self.folder.project(project) if project else self.folder
        async with self._opening:
            for name in await run_sync(folder.designs) if folder else ():
                key = f"{project}/{name}" if project else name
                if folder is None or self.stack is None or key in self.studies or only not in (None, name):
                    continue
                try:
                    store = await run_sync(folder.open_study, name)
                    self.stack.enter_context(held(folder.database_of(name)))  # nobody else serves it meanwhile
                except AnaphorError as error:
                    fault = str(error)
                    continue
                app = self._study(name, store, project)
                await self.stack.enter_async_context(app.router.lifespan_context(app))
                self.studies[key] = app
        return fault

    def openapi(self) -> dict[str, Any]:
        """The description of the workbench's and the audit's routes; every study describes its own beside it."""
        document = new_document(self.base)
        schemas = describe(document, wire, operations_of("site"))
        schemas["AuditBody"]["properties"]["language"]["enum"] = list(self.benches.languages())
        return document

    # --- pages -------------------------------------------------------------------------------------------------------

    async def _page(self, request: Request, template: str, title: str, *, status: int = 200, **values: Any) -> Response:
        """A page for whoever comes, in the shell."""
        project = request.scope.pop("anaphor.project", None)
        values["back"] = f"{self.base}/in/{quote(project)}" if project else self.base
        try:
            visit = await self.shell.visit(request, public=True)
        except BadRequestError:  # nobody can be recognised just now: the page that strangers see
            spoken = interface_chosen(request)
            visit = PageVisit(
                shell=self.shell, request=request, session=None, folder=self.folder, project="", interface=spoken
            )
        return visit.page(template, title, status=status, **values)

    async def login_page(self, request: Request, said: str | None = None, status: int = 200) -> Response:
        anybody = await self.guard.anybody()
        after = _after(request)
        query, title = f"?next={quote(after)}" if after else "", self._words(request)["log_in"]
        values: dict[str, Any] = {"anybody": anybody, "after": query, "provider": self.shell.provider, "way_out": None}
        if self.provider and request.query_params.get("out"):
            values["way_out"] = await self.provider.way_out(self.shell.address(request, f"{self.base}/login"))
        return await self._page(request, "login", title, status=status, said=said, **values)

    async def log_in(self, request: Request) -> Response:
        response = await self.guard.enter(request, f"{self.base}{_after(request) or '/'}")
        return response or await self.login_page(request, self._words(request)["wrong"], 403)

    async def accept(self, request: Request) -> Response:
        """What a stranger's form says who was invited."""
        visit = await self.shell.visit(request, public=True)
        return await hashed(
            address_of(request), partial(people.accept, replace(visit, fields=(await form_of(request)).fields))
        )

    async def log_out(self, request: Request) -> Response:
        return await self.guard.leave(request, f"{self.base}/login?out=1" if self.provider else f"{self.base}/")

    async def lead_to_provider(self, request: Request) -> Response:
        """Send somebody to the identity provider, with the invitation that they may have."""
        if self.provider is None:
            raise BadRequestError("web-no-page", 404)
        return await self.provider.lead_there(
            request, next=_after(request) or "/", invitation=request.query_params.get("key", "")[:100]
        )

    async def come_back(self, request: Request) -> Response:
        """Let somebody in whom the identity provider knows; a page of ours leads on.

        The browser would not send the session's cookie along with a request that another site's page began.
        """
        if self.provider is None:
            raise BadRequestError("web-no-page", 404)
        email, kept = await self.provider.come_back(request)
        told: dict[str, Any] = {"invitation": kept["invitation"], "domains": self.provider.setting.domains}
        enter = partial(experiment.enter_by_email, self.accounts, email, time.time(), **told)
        name, secret, invited = await run_sync(enter)
        told = await run_sync(people.join, self.folder, name, invited) if invited else {}
        on = f"{self.base}{told.get('after') or kept['next']}"
        page = await self._page(request, "entered", self._words(request)["entered"], **told, on=on)
        self.provider.forget(page)
        mark = await run_sync(device_mark, self.accounts, name)
        return await self.guard.admit(request, page, secret, mark or "")

    async def choose_language(self, request: Request) -> Response:
        """Keep the language of the pages in a cookie, and go back to the page."""
        fields = (await form_of(request)).fields
        path = fields.get("next", "/")
        response = replies.redirect(path if _is_own(path) else f"{self.base}/")
        if fields.get("language") in list(Interface):
            response.set_cookie(
                LANGUAGE, fields["language"], max_age=31_536_000, path=self.base or "/", samesite="strict"
            )
        return response

    def _words(self, request: Request) -> dict[str, str]:
        return words_of("site-", interface_chosen(request))

    async def new(self, request: Request) -> Response:
        """A new collection: its file is made at the first save."""
        async with self.guard.form(request) as (_, form):
            name, language = (form.fields.get(field, "").strip() for field in ("name", "language"))
        visit = await self.shell.visit(request)
        visit.as_author()
        problem = "bad_name" if not is_possible(name, language) else ""
        if not problem and name in visit.folder.collection_pages():
            problem = "taken"
        if problem:
            return visit.page("problem", visit.words["new_collection"], status=400, said=visit.words[problem])
        await run_sync(self._benches(visit).make, name, language)
        return visit.to("write", name, "")

    def _benches(self, visit: PageVisit) -> Benches:
        """The workbenches of the site's own collections, or of a project's."""
        if not visit.project:
            return self.benches
        if visit.project not in self._project_benches:
            shared: dict[str, Any] = {"static": f"{visit.root}/static", "lookers": self.benches.lookers}
            made = Benches(visit.folder, self.guard, visit.home, self.setting.corpora, **shared)
            self._project_benches[visit.project] = made
        return self._project_benches[visit.project]

    async def no_icon(self, _request: Request) -> Response:
        """Nothing, and no complaint: browsers ask for a picture that pages made elsewhere do not name."""
        return Response(status_code=204, headers={"cache-control": "max-age=86400"})

    async def slash(self, request: Request) -> Response:
        """The page's own addresses go out from its slash; whether there is such a page is said behind it."""
        project = request.scope.get("anaphor.project")
        home = f"{self.base}/in/{quote(project)}" if project else self.base
        return replies.redirect(f"{home}/write/{quote(request.path_params['name'])}/")

    async def write(self, request: Request) -> Response:
        visit = await self.shell.visit(request)  # nobody learns from outside which collections there are
        visit.as_author()
        benches, name = self._benches(visit), request.path_params["name"]
        bench = benches.opened(name)
        if bench is None:  # to read its file may take seconds, and a broken one is read each time
            bench = await self.shell.make(HEAVY, visit.who, partial(benches.get, name), busy="web-pages-busy")
        work = bench.handlers.get((request.method, request.path_params["rest"])) if bench else None
        if work is None:
            raise BadRequestError("web-no-collection", 404)
        request.state.bar = bar(request, visit.root, visit.session, project=visit.project)
        request.state.interface = visit.interface

        async def receive() -> Message:
            """What comes of the request; it may take minutes, so who sent it is asked again when all is here."""
            come = await request.receive()
            if not come.get("more_body"):
                (await self.shell.visit(request)).as_author()
            return come

        with self._looks.of(visit.who, busy="web-pages-busy"):
            done = await work(Request(request.scope, receive))
        saves = request.path_params["rest"] in ("api/save", "api/remove")
        return await run_sync(record_act, visit, done) if saves else done

    async def events(self, request: Request) -> Response:
        """What becomes of a job, a challenge or a study, told while it does."""
        visit = await self.shell.visit(request)
        watches = {"jobs": jobs.watch, "challenges": challenges.watch, "studies": studies.watch}
        if (watch := watches.get(visit.part("kind"))) is None:
            raise BadRequestError("web-no-page", 404)
        return self.streams.reply(request, visit.who, await run_sync(watch, visit))

    async def team_events(self, request: Request) -> Response:
        """What becomes of a trial, told to the team whose it is."""
        visit = await self.shell.visit(request, public=True)
        guard = await run_sync(self.shell.teams.guard, visit.folder, request.path_params["name"])
        visit = replace(visit, team=await guard.session(request))
        look = await run_sync(entrants.watch, visit)
        return self.streams.reply(request, f"{guard.path} {visit.team.name if visit.team else ''}", look)

    async def publication(self, request: Request) -> Response:
        return Pages(self._folder(request).published).reply(request.path_params["path"])

    def _folder(self, request: Request) -> SiteFolder:
        """The site's own folder, or that of the project that the address names, for what everybody may see of it."""
        project = str(request.scope.get("anaphor.project", ""))
        if (folder := self.folder.project(project) if project else self.folder) is None:
            raise BadRequestError("web-no-page", 404)
        return folder

    async def team_door(self, request: Request) -> Response:
        """Let a team in, out, or make it."""
        visit = await self.shell.visit(request, public=True)
        return await self.shell.teams.enter(request, visit.folder, self.accounts, visit.words, visit.page)

    async def challenge(self, request: Request) -> Response:
        """A challenge's page as it is now; what is wrong with a broken one is said to those who log in."""
        try:
            return await self.shell.live(self._folder(request)).serve(request.path_params["path"])
        except BeingMadeError:
            words = self._words(request)
            page = await self._page(request, "problem", words["broken"], status=503, said=words["making"])
            page.headers["retry-after"] = "10"
            return page
        except BrokenChallengeError as error:
            visit = await self.shell.visit(request, public=True)
            said = str(error) if visit.role else None
            return visit.page("problem", visit.words["broken"], status=503, said=said)

    # --- programs ----------------------------------------------------------------------------------------------------

    async def audit(self, request: Request) -> Response:
        """What co-occurrence counts say of one schema: for a page of ours, or a program with a key."""
        if "authorization" in request.headers:
            who = await self.guard.key(request)
        else:
            session = await self.guard.session(request)
            who = session.name
            if not hmac.compare_digest(request.headers.get("x-check", "").encode(), session.check.encode()):
                raise BadRequestError("web-foreign-request", 403)
        data = await replies.bounded(request, wire.LARGEST_BODY)
        body = replies.decode(wire.AuditBody, data)
        known = body.language in self.benches.lookers

        def work() -> wire.AuditReply:
            with speaking(body.interface):
                return self.benches.looker(body.language).audit(body.draft)

        # To ask a looker takes a millisecond: less than a change of threads is worth. A huge draft, or the first one of
        # a language, takes seconds, and nobody else should wait for it.
        if known and len(data) < _SMALL:
            return reply(work())
        return reply(await HEAVY.run(who, work, busy="web-pages-busy"))

    async def health(self, _request: Request) -> Response:
        """Whether everything can be written; `/ready` asks the same, for a server that is up is ready."""
        names = sorted(self.studies)
        looks = (self.health_of.ok(), self.health_of_jobs.ok(), *(self.studies[name].healthy() for name in names))
        accounts, jobs, *of_studies = await asyncio.gather(*looks)
        warm = {language: looker.warm for language, looker in self.benches.lookers.items()}
        ok = accounts and jobs and all(of_studies)
        own = {
            name: state for name, state in zip(names, of_studies, strict=True) if "/" not in name
        }  # projects are private
        document = {"ok": ok, "version": __version__, "accounts": accounts, "jobs": jobs, "studies": own, "warm": warm}
        return reply(document, 200 if ok else 503)

    async def _look_at_workers(self) -> None:
        if not await run_sync(self.jobs.alive):
            raise OutputError("web-worker-died")

    async def _explain(self, request: Request, error: Exception) -> Response:
        """Every error as a page for people, or a sentence for programs."""
        words, program = self._words(request), "/api/" in request.url.path
        if isinstance(error, MustWaitError):
            wait = words["wait"].replace("{minutes}", str(-(-error.seconds // 60)))
            page = await self.login_page(request, wait, 429)
            page.headers["retry-after"] = str(error.seconds)
            return page
        if isinstance(error, NotLoggedInError):
            if program:
                said = words["wrong_key" if isinstance(error, UnknownKeyError) else "again"]
                return reply(ErrorReply(said), 401, {"www-authenticate": "Bearer"})
            project = request.scope.get("anaphor.project")
            path = f"/in/{project}{request.url.path}" if project else self.inner_path(request.url.path)
            return replies.redirect(f"{self.base}/login?next={quote(path)}")
        with speaking(interface_chosen(request)):
            status, refusal = replies.explained(error, organiser=True)
        if program:
            return reply(refusal, status, replies.retry_header(error))
        title = words["not_found" if status == 404 else "not_done"]
        told = None if status == 404 else refusal.error
        page = await self._page(request, "problem", title, status=status, said=told)
        page.headers.update(replies.retry_header(error))
        return page


async def _lead_on(_request: Request, error: Exception) -> Response:
    """Send a browser where a page says that it belongs."""
    return replies.redirect(str(error))


def _after(request: Request) -> str | None:
    """Where somebody wanted to go before they logged in: a path of this site, never another's address."""
    path = request.query_params.get("next", "")
    return path if _is_own(path) else None


def _is_own(path: str) -> bool:
    return path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()


async def _watch_departures(site: Site) -> None:
    """While the site lives, what somebody had begun ends soon after their account was removed in a terminal."""
    while True:
        with suppress(AnaphorError):  # a database that fails now may work later
            await run_sync(people.end_departed, site.shell)
        await asyncio.sleep(_DEPARTED_S)


@asynccontextmanager
async def _living(site: Site) -> AsyncIterator[None]:
    """All studies live as long as the site does; when it ends, what waits is written first."""
    async with AsyncExitStack() as stack:
        site.stack = stack
        for study in site.studies.values():
            await stack.enter_async_context(study.router.lifespan_context(study))
        for project in await run_sync(site.folder.listed, "projects"):
            await site.open_new(project)
        await run_sync(site.challenges.start)
        await run_sync(site.jobs.start)
        watch = asyncio.create_task(_watch_departures(site))
        yield
        watch.cancel()
        await site.shell.leave()
        await run_sync(site.benches.leave)
        for pages in (site.challenges, *site.shell.of_projects.values()):
            pages.leave()
        await run_sync(site.jobs.leave)
    for accounts in (site.accounts, *(guard.accounts for guard in site.shell.teams.guards.values())):
        accounts.engine.dispose()
