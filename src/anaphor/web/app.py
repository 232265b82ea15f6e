"""The app: pages and routes of a study put together, with headers, health and static files."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import anyio.to_thread
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphor import __version__
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment.accounts import Accounts
from anaphor.experiment.design import Recruiter
from anaphor.experiment.organiser import forget_undecided, keep_retention
from anaphor.experiment.study import Store
from anaphor.files import DatabaseReadError
from anaphor.text import text
from anaphor.web.description import add_records, header, operation
from anaphor.web.organiser.api import dashboard_api
from anaphor.web.organiser.dashboard import Dashboard
from anaphor.web.pages import static_file
from anaphor.web.replies import (
    BadRequestError,
    Receive,
    Scope,
    Send,
    explained,
    inner_path,
    limited,
    reply,
    with_headers,
)
from anaphor.web.security import NotLoggedInError
from anaphor.web.study.participants import Participants
from anaphor.web.study.webhooks import Webhooks
from anaphor.web.study.wire import (
    AnswersBody,
    ConsentBody,
    EmptyBody,
    EndReply,
    ErrorReply,
    EventBody,
    EventReply,
    PlaceReply,
    ReceiptsReply,
    StartBody,
    WithdrawnReply,
)

_LOOK_AGAIN_S = 3600.0


class StudyApp(FastAPI):
    """The app of one study; answers take a short way in, past all that other requests go through."""

    def __init__(self, store: Store, accounts: Accounts | None = None, *, base: str = "") -> None:
        self.store = store
        self.accounts = accounts
        self.base = base
        self.participants = Participants(store, base=base)
        super().__init__(
            title="anaphor",
            version=__version__,
            lifespan=_living,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            servers=[{"url": base}] if base else None,
        )
        own = [Route("/health", self._health), Route("/static/{name}", static_file)]
        self.router.routes.extend([*own, *self.participants.routes(), *Webhooks(store).routes()])
        if accounts is not None:
            dashboard = Dashboard(store, accounts, base=base)
            self.router.routes.extend(dashboard.routes())
            self.include_router(dashboard_api(store, dashboard.guard))
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, RequestValidationError, HTTPException):
            self.add_exception_handler(kind, _explain)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        path = inner_path(scope["path"], self.base)
        if path == self.participants.answers_path and scope["method"] == "POST":
            await self.participants.answers(scope, receive, send)
            return
        if path != scope["path"]:
            scope = {**scope, "path": path, "raw_path": None}
        await super().__call__(scope, limited(receive), with_headers(send))

    def openapi(self) -> dict[str, Any]:
        """The description of all routes under /api."""
        if self.openapi_schema is None:
            self.openapi_schema = _described(super().openapi(), self.store)
        return self.openapi_schema

    async def _health(self, _request: Request) -> Response:
        return reply({"ok": True, "version": __version__, "study": self.store.design.name})


def create_app(store: Store, accounts: Accounts | None = None, *, base: str = "") -> StudyApp:
    """The app of one study; without accounts it has no dashboard. `base` is the path under which a proxy shows it."""
    return StudyApp(store, accounts, base=base)


@asynccontextmanager
async def _living(app: StudyApp) -> AsyncIterator[None]:
    """While the app lives the retention date is looked at; when it ends, what waits is written first."""
    watch = asyncio.create_task(_watch_retention(app.store))
    yield
    watch.cancel()
    with suppress(asyncio.CancelledError):
        await watch
    await anyio.to_thread.run_sync(app.participants.writer.close)
    for kept in (app.store, app.accounts):
        if kept is not None:
            kept.engine.dispose()  # the last one to leave folds SQLite's journal into the file


async def _watch_retention(store: Store) -> None:
    while True:
        with suppress(AnaphorError):  # a disk that fails now may work in an hour
            for forget in (forget_undecided, keep_retention):
                await anyio.to_thread.run_sync(partial(forget, store, time.time()))
        await asyncio.sleep(_LOOK_AGAIN_S)


async def _explain(_request: Request, error: Exception) -> Response:
    """Every error of a route as a sentence in JSON."""
    if isinstance(error, NotLoggedInError):
        found = reply(ErrorReply(text("web-key-needed")), 401)
        found.headers["www-authenticate"] = "Bearer"
        return found
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        return reply(ErrorReply(text("web-unreadable", why=f"{field}: {first['msg']}")), 400)
    if isinstance(error, HTTPException):
        found = reply(ErrorReply(str(error.detail)), error.status_code)
        found.headers.update(error.headers or {})
        return found
    if isinstance(error, InputError) and not isinstance(error, DatabaseReadError):
        return reply(ErrorReply(str(error)), 400)
    status, said = explained(error)
    return reply(said, status)


def _described(document: dict[str, Any], store: Store) -> dict[str, Any]:
    """FastAPI's description with the participants' routes added."""
    kinds = (AnswersBody, ConsentBody, EmptyBody, EndReply, EventBody, EventReply, PlaceReply, ReceiptsReply, StartBody)
    add_records(document, *kinds, WithdrawnReply, key={"type": "http", "scheme": "bearer"})
    for path, operations in document["paths"].items():
        for each in operations.values():
            each["responses"].pop("422", None)  # what cannot be read is a 400 here, with our own sentence
            if path.startswith("/api/desk"):
                each["security"] = [{"key": []}]
    token = header("x-participant", "The token that the start gave.", minLength=1, maxLength=199, pattern="^[!-~]+$")
    usual = "400 403 413 503"
    known = partial(operation, errors=f"{usual} 404")
    posts = {
        "start": operation("Find or make a place", PlaceReply, body=StartBody, errors=usual),
        "consent": operation(
            "Agree to take part, or not", EndReply, token, body=ConsentBody, errors=f"{usual} 404 409"
        ),
        "answers": known("Answers in; acknowledged when on disk", ReceiptsReply, token, body=AnswersBody),
        "finish": known("End the study once everything is there", EndReply, token, body=EmptyBody),
        "withdraw": known("Delete everything of a participant", WithdrawnReply, token, body=EmptyBody),
    }
    if store.design.recruiting.recruiter is Recruiter.PROLIFIC:
        names = ("x-prolific-request-timestamp", "x-prolific-request-signature", "x-event-id")
        signed = [header(name, required=False, pattern="^[!-~]*$") for name in names]
        posts["prolific"] = operation(
            "What Prolific reports", EventReply, *signed, body=EventBody, errors=f"{usual} 401"
        )
    for name, post in posts.items():
        document["paths"][f"/api/{store.design.name}/{name}"] = {"post": {**post, "tags": ["participants"]}}
    return document
