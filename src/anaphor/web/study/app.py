"""The app of one study: participants' pages and requests, the organiser's dashboard, health and static files."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from anaphor import __version__
from anaphor.errors import AnaphorError
from anaphor.experiment import FORMATS, Accounts, Recruiter, Store, clock_of, forget_undecided, keep_retention
from anaphor.text import text
from anaphor.web.application import BasedApp
from anaphor.web.description import describe, new_document, operations_of
from anaphor.web.replies import BadRequestError, explained, reply, retry_header, static_file
from anaphor.web.security import MustWaitError, NotLoggedInError, WrongTries
from anaphor.web.serving import Health
from anaphor.web.study import wire
from anaphor.web.study.dashboard import Bar, Dashboard, dashboard_api
from anaphor.web.study.participants import Participants

_LOOK_AGAIN_S = 3600.0
"""Seconds between two looks at whether names are to be forgotten."""


class StudyApp(BasedApp):
    """The app of one study; answers take a short way in, past all that other requests go through."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts | None = None,
        *,
        base: str = "",
        bar: Bar | None = None,
        wrong: WrongTries | None = None,
    ) -> None:
        self.store = store
        self.accounts = accounts
        self.participants = Participants(store, base=base)
        super().__init__(base, _living)
        writer = self.participants.writer
        self._health = Health(store.design.name, writer.probe, writer.mark)
        own = [Route("/health", self.health), Route("/ready", self.health), Route("/static/{name}", static_file)]
        self.router.routes.extend([*own, *self.participants.routes()])
        if accounts is not None:
            self.dashboard = Dashboard(store, accounts, base=base, bar=bar, wrong=wrong)
            self.router.routes.extend(self.dashboard.routes())
            self.router.routes.append(Mount("/api/desk", routes=dashboard_api(store, self.dashboard.guard)))
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, MustWaitError):
            self.add_exception_handler(kind, self.explain)
        self.add_exception_handler(HTTPException, _explain)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        path = self.inner_path(scope["path"])
        if path == self.participants.answers_path and scope["method"] == "POST":
            await self.participants.answers(scope, receive, send)
        else:
            await self.serve(path, scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The description of all routes under /api: those of participants, and those of programs with a key."""
        document, design = new_document(self.base), self.store.design
        offered = {"prolific": design.recruiting.recruiter is Recruiter.PROLIFIC, "comprehension": design.comprehension}
        rows = {path: row for path, row in operations_of("study").items() if offered.get(path, True)}
        describe(document, wire, {f"/api/{design.name}/{path}": row for path, row in rows.items()}, "participants")
        if self.accounts is not None:
            desk = {f"/api/desk/{path}": row for path, row in operations_of("desk").items()}
            describe(document, wire, desk, "desk")
            form = {**operations_of("parameters")["form"], "schema": {"type": "string", "enum": list(FORMATS)}}
            document["paths"]["/api/desk/download/{form}"]["get"]["parameters"] = [form]
        return document

    async def explain(self, request: Request, error: Exception) -> Response:
        """Every error of a route: a page at the dashboard, else a sentence for a program."""
        at_desk = request.scope["path"].startswith("/desk")
        return await self.dashboard.explain(request, error) if at_desk else await _explain(request, error)

    async def healthy(self) -> bool:
        """Whether answers can be written: the file in its place, the disk not full, the database there."""
        return await self._health.ok()

    async def health(self, _request: Request) -> Response:
        ok = await self.healthy()
        return reply({"ok": ok, "version": __version__, "study": self.store.design.name}, 200 if ok else 503)


def create_app(
    store: Store,
    accounts: Accounts | None = None,
    *,
    base: str = "",
    bar: Bar | None = None,
    wrong: WrongTries | None = None,
) -> StudyApp:
    """The app of one study; without accounts it has no dashboard. `base` is the path under which a proxy shows it.

    `bar` is what the header of a site that it belongs to shows, `wrong` the wrong passwords that other doors to the
    same accounts have seen.
    """
    return StudyApp(store, accounts, base=base, bar=bar, wrong=wrong)


@asynccontextmanager
async def _living(app: StudyApp) -> AsyncIterator[None]:
    """While the app lives the retention date is looked at; when it ends, what waits is written first."""

    doubting = False

    async def look_at_clock() -> None:
        nonlocal doubting
        record = await run_sync(clock_of, app.store, time.time())
        if record.doubted is not None and not doubting:
            told = {"study": app.store.design.name, **asdict(record), "why": text("web-clock-doubted")}
            logging.getLogger("anaphor.web").warning("clock doubted", extra={"request": told})
        doubting = record.doubted is not None

    async def watch_retention() -> None:
        while True:
            with suppress(AnaphorError):  # a disk that fails now may work in an hour
                await look_at_clock()
                for forget in (forget_undecided, keep_retention):
                    await run_sync(partial(forget, app.store, time.time()))
            await asyncio.sleep(_LOOK_AGAIN_S)

    with suppress(AnaphorError):  # before anybody's visit is dated by it
        await look_at_clock()

    watch = asyncio.create_task(watch_retention())
    yield
    watch.cancel()
    with suppress(asyncio.CancelledError):
        await watch
    await run_sync(app.participants.writer.close)
    for kept in (app.store, app.accounts):
        if kept is not None:
            kept.engine.dispose()  # the last one to leave folds SQLite's journal into the file


async def _explain(request: Request, error: Exception) -> Response:
    """Every error of a route as a sentence in JSON; why a disk fails is told to organisers alone."""
    if isinstance(error, NotLoggedInError):
        return reply(wire.ErrorReply(text("web-key-needed")), 401, {"www-authenticate": "Bearer"})
    status, said = explained(error, organiser=request.scope["path"].startswith("/api/desk"))
    return reply(said, status, error.headers if isinstance(error, HTTPException) else retry_header(error))
