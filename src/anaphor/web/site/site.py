"""One app on one port: start page, workbench, studies, desks, challenges, reports, published sites, health, log-in."""

import asyncio
import hmac
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from anaphor import __version__
from anaphor.corpus import Counts
from anaphor.errors import AnaphorError, UnknownNameError
from anaphor.experiment.accounts import Accounts, Session, try_writing
from anaphor.experiment.study import Store, held
from anaphor.language import LANGUAGES
from anaphor.text import speaking, text
from anaphor.web import replies
from anaphor.web.app import BasedApp, StudyApp, create_app, describe, operations_of
from anaphor.web.replies import BadRequestError, reply, words_of
from anaphor.web.security import Guard, MustWaitError, NotLoggedInError, UnknownKeyError
from anaphor.web.serving import Health
from anaphor.web.site.folder import BeingMadeError, BrokenChallengeError, Challenges, Pages, SiteFolder, is_possible
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench import wire
from anaphor.web.workbench.file import WorkFile, open_work
from anaphor.web.workbench.looker import Looker
from anaphor.web.workbench.workbench import Setting, Workbench

_SMALL = 4_000
"""Bytes of a request for an audit that is answered at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSetting:
    """How a site is served."""

    base: str = ""
    """Path under which a proxy shows it."""
    demo: bool = False
    """True: everything is made up, and the start page says so."""
    corpora: tuple[Counts, ...] = ()
    """Corpora that the workbench asks, at most one of a language; what the package carries else."""


class Benches:
    """The workbenches of a site, one for each file in its folder of collections, opened when somebody asks for it.

    They share a looker for each language.
    """

    def __init__(self, folder: SiteFolder, guard: Guard, setting: SiteSetting) -> None:
        self._folder = folder
        self._guard = guard
        self._base = setting.base
        self._corpora = {counts.language: counts for counts in setting.corpora}
        self._lock = threading.RLock()
        self._benches: dict[str, Workbench] = {}
        self.lookers: dict[str, Looker] = {}

    def leave(self) -> None:
        """Read no more."""
        for looker in self.lookers.values():
            looker.leave()

    def _looker(self, language: str) -> Looker:
        """What looks at drafts in a language, without the models that only a page of the workbench asks."""
        with self._lock:
            if language not in self.lookers:
                self.lookers[language] = Looker(language, corpus=self._corpora.get(language))
            return self.lookers[language]

    def looker(self, language: str) -> Looker:
        """The same for a request from outside, which can make none for a language that nobody writes in."""
        found = self.lookers.get(language)  # without the lock: nobody waits for one that is being made
        if found is not None:
            return found
        if language not in self.languages():
            raise UnknownNameError(text("web-site-language"), language, self.languages())
        return self._looker(language)

    def languages(self) -> tuple[str, ...]:
        """The languages that can be asked for: those of the package, of the corpora, and of collections in use."""
        return tuple(sorted({*LANGUAGES.names(), *self._corpora, *self.lookers}))

    def get(self, name: str) -> Workbench | None:
        """The workbench of a file in the folder; None where there is none."""
        with self._lock:
            path = self._folder.collection_files().get(name)
            if name not in self._benches and path is not None:
                self._benches[name] = self._bench(name, open_work(path))
            return self._benches.get(name)

    def make(self, name: str, language: str) -> None:
        """A workbench for a file that is made at the first save."""
        with self._lock:
            file = open_work(self._folder.collections / f"{name}.yaml", language=language)
            self._benches[name] = self._bench(name, file)

    def _bench(self, name: str, file: WorkFile) -> Workbench:
        async def door(request: Request) -> str:
            return (await self._guard.session(request)).check

        setting = Setting(
            path=f"{self._base}/write/{quote(name)}",
            static=f"{self._base}/static",
            file=file.id,
            shown=file.path.name,
            home=f"{self._base}/",
        )
        looker = self._looker(file.current().collection.language)
        looker.start()  # models are read when somebody writes: a server of studies alone has no use for half a gigabyte
        return Workbench(file, looker, door, setting)


class Site(BasedApp):
    """The app; a study's requests go to the study's own app as they came."""

    largest_body = wire.LARGEST_BODY

    def __init__(self, folder: SiteFolder, studies: dict[str, Store], accounts: Accounts, setting: SiteSetting) -> None:
        self.folder = folder
        self.accounts = accounts
        self.setting = setting
        self.guard = Guard(accounts, setting.base)
        self.guard.path = setting.base or "/"  # one log-in for the whole site
        self.health_of = Health("accounts", partial(run_sync, try_writing, accounts))
        self.benches = Benches(folder, self.guard, setting)
        self.studies: dict[str, StudyApp] = {
            name: create_app(store, accounts, base=f"{setting.base}/studies/{quote(name)}")
            for name, store in studies.items()
        }
        self.stack: AsyncExitStack | None = None
        self._opening = asyncio.Lock()
        self.reports, self.published = Pages(folder.reports), Pages(folder.published)
        self.challenges = Challenges(folder.challenges)
        super().__init__(setting.base, _living)
        gets: dict[str, Callable[..., Any]] = {
            "/": self.start_page,
            "/login": self.login_page,
            "/health": self.health,
            "/ready": self.health,
            "/static/{name}": replies.static_file,
            "/reports/{path:path}": self.report,
            "/published/{path:path}": self.publication,
            "/challenges/{path:path}": self.challenge,
            "/favicon.ico": self.no_icon,
            "/write/{name}": self.slash,
        }
        posts = {"/login": self.log_in, "/logout": self.log_out, "/write": self.new, "/api/audit": self.audit}
        self.router.routes.extend(Route(path, work, methods=["GET"]) for path, work in gets.items())
        self.router.routes.extend(Route(path, work, methods=["POST"]) for path, work in posts.items())
        self.router.routes.append(Route("/write/{name}/{rest:path}", self.write, methods=["GET", "POST"]))
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, MustWaitError, HTTPException):
            self.add_exception_handler(kind, self._explain)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        path = self.inner_path(scope["path"])
        name = path.split("/", 3)[2] if path.startswith("/studies/") else ""
        if name and name not in self.studies:
            await self.open_new(name)
        if name in self.studies:
            inner = path.removeprefix(f"/studies/{name}") or "/"
            await self.studies[name]({**scope, "path": inner, "raw_path": None}, receive, send)
        else:
            await self.serve(path, scope, receive, send)

    async def open_new(self, only: str | None = None) -> str | None:
        """Open the studies whose designs were put into the folder since; why one could not be, for its organiser."""
        fault = None
        async with self._opening:
            for name in set(await run_sync(self.folder.designs)) - set(self.studies):
                if self.stack is None or only not in (None, name):
                    continue
                try:
                    store = await run_sync(self.folder.open_study, name)
                    self.stack.enter_context(held(self.folder.database_of(name)))  # nobody else serves it meanwhile
                except AnaphorError as error:
                    fault = str(error)
                    continue
                app = create_app(store, self.accounts, base=f"{self.setting.base}/studies/{quote(name)}")
                await self.stack.enter_async_context(app.router.lifespan_context(app))
                self.studies[name] = app
        return fault

    def openapi(self) -> dict[str, Any]:
        """The description of the workbench's and the audit's routes; every study describes its own beside it."""
        if self.openapi_schema is not None:
            return self.openapi_schema
        document = self.openapi_schema = super().openapi()
        document["paths"] = {}
        schemas = describe(document, wire, operations_of("site"))
        schemas["AuditBody"]["properties"]["language"]["enum"] = list(self.benches.languages())
        return document

    # --- pages -------------------------------------------------------------------------------------------------------

    def _page(
        self, request: Request, kind: str, *, status: int = 200, session: Session | None = None, **values: object
    ) -> HTMLResponse:
        """One of the site's own pages: where one starts, the log-in, and what is not there."""
        interface = replies.interface_of(request)
        words = words_of("site-", interface)
        known: dict[str, object] = {
            "kind": kind,
            "interface": interface,
            "words": words,
            "title": words["title"],
            "session": session,
            "version": f"anaphor {__version__}",
            "said": None,
            "accounts": True,
            "base": self.base,
        }
        page = replies.rendered("site.html", known | values, status)
        page.headers["vary"] = "accept-language, cookie"
        return page

    async def _visitor(self, request: Request) -> Session | None:
        try:
            return await self.guard.session(request)
        except NotLoggedInError:
            return None

    async def start_page(self, request: Request, said: str | None = None, status: int = 200) -> Response:
        """What there is, and for those who log in a form for a new collection."""

        def names() -> dict[str, object]:
            return {
                "published": self.published.names(),
                "french": self.published.french(),
                "challenges": self.challenges.titles(),
                "reports": self.reports.names(),
                "collections": list(self.folder.collection_files()),
            }

        session, fault = await self._visitor(request), await self.open_new()
        said = said or (fault if session else None)
        values = {
            "studies": {name: each.store for name, each in self.studies.items()},
            "demo": self.setting.demo,
            **await run_sync(names),
        }
        return self._page(request, "start", session=session, status=status, said=said, **values)

    async def login_page(self, request: Request, said: str | None = None, status: int = 200) -> Response:
        anybody = await self.guard.anybody()
        after = _after(request)
        query = f"?next={quote(after)}" if after else ""
        return self._page(request, "login", status=status, said=said, anybody=anybody, after=query)

    async def log_in(self, request: Request) -> Response:
        found = await self.guard.enter(request, f"{self.base}{_after(request) or '/'}")
        return found or await self.login_page(request, words_of("site-", replies.interface_of(request))["wrong"], 403)

    async def log_out(self, request: Request) -> Response:
        return await self.guard.leave(request, f"{self.base}/")

    async def new(self, request: Request) -> Response:
        """A new collection: its file is made at the first save."""
        _, fields = await self.guard.form(request)
        name, language = fields.get("name", "").strip(), fields.get("language", "").strip()
        words = words_of("site-", replies.interface_of(request))
        if not is_possible(name, language):
            return await self.start_page(request, words["bad_name"], 400)
        if name in self.folder.collection_files():
            return await self.start_page(request, words["taken"], 400)
        await run_sync(self.benches.make, name, language)
        return replies.redirect(f"{self.base}/write/{quote(name)}/")

    async def no_icon(self, _request: Request) -> Response:
        """Nothing, and no complaint: browsers ask for a picture that pages made elsewhere do not name."""
        return Response(status_code=204, headers={"cache-control": "max-age=86400"})

    async def slash(self, request: Request) -> Response:
        """The page's own addresses go out from its slash; whether there is such a page is said behind it."""
        return replies.redirect(f"{self.base}/write/{quote(request.path_params['name'])}/")

    async def write(self, request: Request) -> Response:
        await self.guard.session(request)  # nobody learns from outside which collections there are
        bench = await run_sync(self.benches.get, request.path_params["name"])
        work = bench.handlers.get((request.method, request.path_params["rest"])) if bench else None
        if work is None:
            raise BadRequestError("web-no-collection", 404)
        return await work(request)

    async def report(self, request: Request) -> Response:
        await self.guard.session(request)
        return self.reports.reply(request.path_params["path"])

    async def publication(self, request: Request) -> Response:
        return self.published.reply(request.path_params["path"])

    async def challenge(self, request: Request) -> Response:
        """A challenge's page as it is now; what is wrong with a broken one is said to those who log in."""
        try:
            return await self.challenges.serve(request.path_params["path"])
        except BeingMadeError:
            making = words_of("site-", replies.interface_of(request))["making"]
            page = self._page(request, "broken", status=503, said=making)
            page.headers["retry-after"] = "10"
            return page
        except BrokenChallengeError as error:
            session = await self._visitor(request)
            said = str(error) if session else None
            return self._page(request, "broken", status=503, session=session, said=said)

    # --- programs ----------------------------------------------------------------------------------------------------

    async def audit(self, request: Request) -> Response:
        """What co-occurrence counts say of one schema: for a page of ours, or a program with a key."""
        if "authorization" in request.headers:
            await self.guard.key(request)
        else:
            session = await self.guard.session(request)
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
        return reply(work() if known and len(data) < _SMALL else await run_sync(work))

    async def health(self, _request: Request) -> Response:
        """Whether everything can be written; `/ready` asks the same, for a server that is up is ready."""
        names = list(self.studies)
        accounts, *found = await asyncio.gather(self.health_of.ok(), *(self.studies[name].healthy() for name in names))
        warm = {language: looker.warm for language, looker in self.benches.lookers.items()}
        ok = accounts and all(found)
        studies = dict(zip(names, found, strict=True))
        said = {"ok": ok, "version": __version__, "accounts": accounts, "studies": studies, "warm": warm}
        return reply(said, 200 if ok else 503)

    async def _explain(self, request: Request, error: Exception) -> Response:
        """Every error as a page for people, or a sentence for programs."""
        words, program = words_of("site-", replies.interface_of(request)), "/api/" in request.url.path
        if isinstance(error, MustWaitError):
            wait = words["wait"].replace("{minutes}", str(-(-error.seconds // 60)))
            page = await self.login_page(request, wait, 429)
            page.headers["retry-after"] = str(error.seconds)
            return page
        if isinstance(error, NotLoggedInError):
            if program:
                said = words["wrong_key" if isinstance(error, UnknownKeyError) else "again"]
                return reply(ErrorReply(said), 401, {"www-authenticate": "Bearer"})
            return replies.redirect(f"{self.base}/login?next={quote(self.inner_path(request.url.path))}")
        status, refusal = replies.explained(error, organiser=True)
        if program:
            return reply(refusal, status)
        return self._page(request, "missing", status=status, said=None if status == 404 else refusal.error)


def _after(request: Request) -> str | None:
    """Where somebody wanted to go before they logged in: a path of this site, never another's address."""
    path = request.query_params.get("next", "")
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else None


@asynccontextmanager
async def _living(site: Site) -> AsyncIterator[None]:
    """All studies live as long as the site does; when it ends, what waits is written first."""
    async with AsyncExitStack() as stack:
        site.stack = stack
        for study in site.studies.values():
            await stack.enter_async_context(study.router.lifespan_context(study))
        await run_sync(site.challenges.start)
        yield
        await run_sync(site.benches.leave)
        site.challenges.leave()
    site.accounts.engine.dispose()
