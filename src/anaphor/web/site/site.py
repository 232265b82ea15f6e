"""One app on one port: start page, workbench, studies, desks, challenges, reports, published sites, health, log-in."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

import anyio.to_thread
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from anaphor import __version__
from anaphor.corpus import Counts
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment.accounts import Accounts, Session, list_accounts
from anaphor.experiment.study import Store, log_lines
from anaphor.files import DatabaseReadError
from anaphor.text import speaking
from anaphor.web.app import StudyApp, create_app
from anaphor.web.description import add_records, error_reply, header, operation
from anaphor.web.pages import FRESH, interface_of, rendered, static_file, words_of
from anaphor.web.replies import (
    BadRequestError,
    Receive,
    Scope,
    Send,
    bounded,
    decode,
    decoder,
    explained,
    inner_path,
    limited,
    reply,
    with_headers,
)
from anaphor.web.security import COOKIE, Guard, MustWaitError, NotLoggedInError, UnknownKeyError, form_of
from anaphor.web.site.benches import Benches
from anaphor.web.site.challenges import BrokenChallengeError, Challenges
from anaphor.web.site.files import Pages
from anaphor.web.site.folder import SiteFolder, is_possible
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench.wire import (
    LARGEST_BODY,
    AuditBody,
    AuditReply,
    ConflictReply,
    EntryReply,
    LookBody,
    LookReply,
    RemoveBody,
    SaveBody,
    SavedReply,
    StateReply,
)

_AUDIT = decoder(AuditBody)
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


def site_page(
    request: Request, kind: str, values: Mapping[str, object], *, status: int = 200, session: Session | None = None
) -> HTMLResponse:
    """One of the site's own pages: where one starts, the log-in, and what is not there."""
    interface = interface_of(request)
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
    }
    page = rendered("site.html", known | dict(values), status)
    page.headers["vary"] = "accept-language, cookie"
    return page


class Site(FastAPI):
    """The app; a study's requests go to the study's own app as they came."""

    def __init__(self, folder: SiteFolder, studies: dict[str, Store], accounts: Accounts, setting: SiteSetting) -> None:
        self.folder = folder
        self.accounts = accounts
        self.setting = setting
        self.base = setting.base
        self.guard = Guard(accounts, self.base)
        self.guard.path = self.base or "/"  # one log-in for the whole site
        self.benches = Benches(folder, self.guard, self.base, setting.corpora)
        self.studies: dict[str, StudyApp] = {
            name: create_app(store, accounts, base=f"{self.base}/studies/{quote(name)}")
            for name, store in studies.items()
        }
        self.reports, self.published = Pages(folder.reports), Pages(folder.published)
        self.challenges = Challenges(folder.challenges)
        super().__init__(
            title="anaphor",
            version=__version__,
            lifespan=_living,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            servers=[{"url": self.base}] if self.base else None,
        )
        self.router.routes.extend(self._own_routes())
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, MustWaitError, HTTPException):
            self.add_exception_handler(kind, self._explain)

    def _own_routes(self) -> list[Route]:
        gets = {
            "/": self._start,
            "/login": self._login_page,
            "/health": self._health,
            "/static/{name}": static_file,
            "/reports/{path:path}": self._report,
            "/published/{path:path}": self._publication,
            "/challenges/{path:path}": self._challenge,
        }
        posts = {"/login": self._log_in, "/logout": self._log_out, "/write": self._new, "/api/audit": self._audit}
        return [
            *(Route(path, work, methods=["GET"]) for path, work in gets.items()),
            *(Route(path, work, methods=["POST"]) for path, work in posts.items()),
            Route("/favicon.ico", self._no_icon, methods=["GET"]),
            Route("/write/{name}", self._slash, methods=["GET"]),
            Route("/write/{name}/{rest:path}", self._write, methods=["GET", "POST"]),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        path = inner_path(scope["path"], self.base)
        name = path.split("/", 3)[2] if path.startswith("/studies/") else ""
        if name in self.studies:
            inner = path.removeprefix(f"/studies/{name}") or "/"
            await self.studies[name]({**scope, "path": inner, "raw_path": None}, receive, send)
            return
        await super().__call__(
            {**scope, "path": path, "raw_path": None}, limited(receive, LARGEST_BODY), with_headers(send)
        )

    def openapi(self) -> dict[str, Any]:
        """The description of the site's own routes under /api."""
        if self.openapi_schema is None:
            self.openapi_schema = _described(super().openapi(), self.benches.languages())
        return self.openapi_schema

    # --- pages -------------------------------------------------------------------------------------------------------

    async def _visitor(self, request: Request) -> Session | None:
        try:
            return await self.guard.session(request)
        except NotLoggedInError:
            return None

    async def _start(self, request: Request, said: str | None = None, status: int = 200) -> Response:
        session = await self._visitor(request)
        names = await anyio.to_thread.run_sync(self._names)
        values = {
            "base": self.base,
            "studies": {name: each.store for name, each in self.studies.items()},
            "demo": self.setting.demo,
            "said": said,
            **names,
        }
        return site_page(request, "start", values, session=session, status=status)

    def _names(self) -> dict[str, object]:
        return {
            "published": self.published.names(),
            "french": self.published.french(),
            "challenges": self.challenges.titles(),
            "reports": self.reports.names(),
            "collections": list(self.folder.collection_files()),
        }

    async def _login_page(self, request: Request) -> Response:
        return await self._door(request)

    async def _door(self, request: Request, said: str | None = None, status: int = 200) -> Response:
        anybody = bool(await anyio.to_thread.run_sync(list_accounts, self.accounts))
        after = _after(request)
        values = {
            "base": self.base,
            "said": said,
            "anybody": anybody,
            "after": f"?next={quote(after)}" if after else "",
        }
        return site_page(request, "login", values, status=status)

    async def _log_in(self, request: Request) -> Response:
        secret = await self.guard.log_in(request, await form_of(request))
        if secret is None:
            return await self._door(request, words_of("site-", interface_of(request))["wrong"], 403)
        found = RedirectResponse(f"{self.base}{_after(request) or '/'}", 303, headers=FRESH)
        self.guard.let_in(request, found, secret)
        return found

    async def _log_out(self, request: Request) -> Response:
        await self.guard.form(request)
        await self.guard.log_out(request)
        found = RedirectResponse(f"{self.base}/", 303, headers=FRESH)
        self.guard.let_out(found)
        return found

    async def _new(self, request: Request) -> Response:
        """A new collection: its file is made at the first save."""
        _, fields = await self.guard.form(request)
        name, language = fields.get("name", "").strip(), fields.get("language", "").strip()
        words = words_of("site-", interface_of(request))
        if not is_possible(name, language):
            return await self._start(request, words["bad_name"], 400)
        if name in self.folder.collection_files():
            return await self._start(request, words["taken"], 400)
        await anyio.to_thread.run_sync(self.benches.make, name, language)
        return RedirectResponse(f"{self.base}/write/{quote(name)}/", 303, headers=FRESH)

    async def _no_icon(self, _request: Request) -> Response:
        """Nothing, and no complaint: browsers ask for a picture that pages made elsewhere do not name."""
        return Response(status_code=204, headers={"cache-control": "max-age=86400"})

    async def _slash(self, request: Request) -> Response:
        """The page's own addresses go out from its slash; whether there is such a page is said behind it."""
        return RedirectResponse(f"{self.base}/write/{quote(request.path_params['name'])}/", 303, headers=FRESH)

    async def _write(self, request: Request) -> Response:
        await self.guard.session(request)  # nobody learns from outside which collections there are
        bench = await anyio.to_thread.run_sync(self.benches.get, request.path_params["name"])
        work = bench.handlers.get((request.method, request.path_params["rest"])) if bench else None
        if work is None:
            raise BadRequestError("web-no-collection", 404)
        return await work(request)

    async def _report(self, request: Request) -> Response:
        await self.guard.session(request)
        return self._page_of(self.reports, request)

    async def _publication(self, request: Request) -> Response:
        return self._page_of(self.published, request)

    async def _challenge(self, request: Request) -> Response:
        """A challenge's page as it is now; what is wrong with a broken one is said to those who log in."""
        try:
            found = await anyio.to_thread.run_sync(self.challenges.reply, request.path_params["path"])
        except BrokenChallengeError as error:
            session = await self._visitor(request)
            values = {"base": self.base, "said": str(error) if session else None}
            return site_page(request, "broken", values, status=503, session=session)
        return RedirectResponse(quote(found), 303) if isinstance(found, str) else found

    def _page_of(self, pages: Pages, request: Request) -> Response:
        found = pages.reply(request.path_params["path"])
        return RedirectResponse(quote(found), 303) if isinstance(found, str) else found

    # --- programs ----------------------------------------------------------------------------------------------------

    async def _audit(self, request: Request) -> Response:
        """What co-occurrence counts say of one schema: for a page of ours, or a program with a key."""
        if "authorization" in request.headers:
            await self.guard.key(request)
        else:
            session = await self.guard.session(request)
            if not hmac.compare_digest(request.headers.get("x-check", "").encode(), session.check.encode()):
                raise BadRequestError("web-foreign-request", 403)
        data = await bounded(request, LARGEST_BODY)
        body = decode(_AUDIT, data)
        looker = self.benches.passing(body.language)

        def work() -> AuditReply:
            with speaking(body.interface):
                return looker.audit(body.draft)

        # A looker is there since the start, and asking it takes a millisecond: less than a change of threads is worth.
        # A huge draft takes seconds, and nobody else should wait for it.
        return reply(work() if len(data) < _SMALL else await anyio.to_thread.run_sync(work))

    async def _health(self, _request: Request) -> Response:
        """Whether everything that is needed can be reached."""
        checks = {name: await anyio.to_thread.run_sync(_reached, app.store) for name, app in self.studies.items()}
        accounts = await anyio.to_thread.run_sync(_accounts_reached, self.accounts)
        ok = accounts and all(checks.values())
        found = {"ok": ok, "version": __version__, "accounts": accounts, "studies": checks, "warm": self.benches.warm()}
        return reply(found, 200 if ok else 503)

    async def _explain(self, request: Request, error: Exception) -> Response:
        """Every error as a page for people, or a sentence for programs."""
        words = words_of("site-", interface_of(request))
        if isinstance(error, MustWaitError):
            wait = words["wait"].replace("{minutes}", str(-(-error.seconds // 60)))
            page = await self._door(request, wait, 429)
            page.headers["retry-after"] = str(error.seconds)
            return page
        if "/api/" in request.url.path:
            return _told(error, words)
        if isinstance(error, NotLoggedInError):
            path = inner_path(request.url.path, self.base)
            return RedirectResponse(f"{self.base}/login?next={quote(path)}", 303, headers=FRESH)
        status, said = _status(error)
        if status == 404:
            return site_page(request, "missing", {"base": self.base}, status=404)
        return site_page(request, "missing", {"base": self.base, "said": said.error}, status=status)


def _told(error: Exception, words: dict[str, str]) -> Response:
    if isinstance(error, NotLoggedInError):
        found = reply(ErrorReply(words["wrong_key" if isinstance(error, UnknownKeyError) else "again"]), 401)
        found.headers["www-authenticate"] = "Bearer"
        return found
    status, said = _status(error)
    return reply(said, status)


def _status(error: Exception) -> tuple[int, ErrorReply]:
    if isinstance(error, HTTPException):
        return error.status_code, ErrorReply(str(error.detail))
    if isinstance(error, InputError) and not isinstance(error, DatabaseReadError):
        return 400, ErrorReply(str(error))
    return explained(error)


def _after(request: Request) -> str | None:
    """Where somebody wanted to go before they logged in: a path of this site, never another's address."""
    path = request.query_params.get("next", "")
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else None


def _reached(store: Store) -> bool:
    try:
        log_lines(store)
    except AnaphorError:
        return False
    return True


def _accounts_reached(accounts: Accounts) -> bool:
    try:
        list_accounts(accounts)
    except AnaphorError:
        return False
    return True


@asynccontextmanager
async def _living(site: Site) -> AsyncIterator[None]:
    """All studies live as long as the site does; when it ends, what waits is written first."""
    async with AsyncExitStack() as stack:
        for study in site.studies.values():
            await stack.enter_async_context(study.router.lifespan_context(study))
        warming = asyncio.create_task(anyio.to_thread.run_sync(site.benches.start))
        yield
        await warming
        await anyio.to_thread.run_sync(site.benches.leave)
    site.accounts.engine.dispose()


def _described(document: dict[str, Any], languages: tuple[str, ...]) -> dict[str, Any]:
    """The description with the workbench's and the audit's routes; every study describes its own beside it."""
    kinds = (LookBody, LookReply, RemoveBody, SaveBody, SavedReply, StateReply, EntryReply, ConflictReply)
    session = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    key = {"type": "http", "scheme": "bearer"}
    schemas = add_records(document, AuditBody, AuditReply, *kinds, key=key, session=session)
    schemas["AuditBody"]["properties"]["language"]["enum"] = list(languages)
    errors = "400 401 403 404 413"
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
    entry = {"name": "id", "in": "query", "required": True, "schema": {"type": "string"}}
    check = header("x-check", "What the page got with its session.")
    asked = partial(operation, errors=errors, by="session")
    look = asked("All there is to say about a draft", LookReply, name, check, body=LookBody)
    save = asked("Write a draft into its file", SavedReply, name, check, body=SaveBody)
    remove = asked("Take an entry out of its file", SavedReply, name, check, body=RemoveBody)
    for each in (save, remove):
        each["responses"]["409"] = error_reply("409", ConflictReply)
    audit = operation("Audit one schema on co-occurrence counts", AuditReply, body=AuditBody, errors=errors, by="key")
    root = "/write/{name}/api"
    document["paths"] = {
        "/api/audit": {"post": audit},
        f"{root}/state": {"get": asked("The entries of a collection", StateReply, name)},
        f"{root}/entry": {"get": asked("One entry", EntryReply, name, entry)},
        f"{root}/look": {"post": look},
        f"{root}/save": {"post": save},
        f"{root}/remove": {"post": remove},
    }
    return document
