"""The app: pages and routes of a study put together, with headers, health and static files.

Answers and the workbench are served without FastAPI for speed; `operation` describes such routes in OpenAPI, beside
those that FastAPI describes itself, from the records that read them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec
from anyio.to_thread import run_sync
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from anaphor import __version__
from anaphor.errors import AnaphorError
from anaphor.experiment.accounts import Accounts
from anaphor.experiment.design import Recruiter
from anaphor.experiment.organiser import forget_undecided, keep_retention
from anaphor.experiment.study import Store
from anaphor.text import text
from anaphor.web.organiser import Dashboard, dashboard_api
from anaphor.web.replies import BadRequestError, explained, limited, reply, static_file, with_headers
from anaphor.web.security import NotLoggedInError
from anaphor.web.study import wire
from anaphor.web.study.participants import Participants

_LOOK_AGAIN_S = 3600.0
Operation = Mapping[str, Any]
_PLACE = "#/components/schemas/{name}"
_ERRORS = {
    "400": "Not readable, or not possible.",
    "401": "Not logged in, or a wrong key.",
    "403": "Refused, with the reason.",
    "404": "No such thing, or nobody is known by this token.",
    "409": "Changed meanwhile.",
    "413": "Too large.",
    "503": "Not on disk: try again.",
}


class BasedApp(FastAPI):
    """An app below a path of a proxy: requests have a largest size, replies have the headers that keep others out."""

    largest_body = wire.LARGEST_BODY

    def __init__(self, base: str, lifespan: Callable[[Any], AbstractAsyncContextManager[None]]) -> None:
        self.base = base
        super().__init__(
            title="anaphor",
            version=__version__,
            lifespan=lifespan,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            servers=[{"url": base}] if base else None,
        )

    def inner_path(self, path: str) -> str:
        """The path inside the app: whether a proxy takes its own path off or leaves it, the app sees none.

        With the base `/study`, `/study/health` and `/health` are `/health`, and `/studying` stays as it is.
        """
        return path[len(self.base) :] if self.base and path.startswith(f"{self.base}/") else path

    async def serve(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request for a path inside the app."""
        scope = {**scope, "path": path, "raw_path": None}
        await super().__call__(scope, limited(receive, self.largest_body), with_headers(send))


class StudyApp(BasedApp):
    """The app of one study; answers take a short way in, past all that other requests go through."""

    def __init__(self, store: Store, accounts: Accounts | None = None, *, base: str = "") -> None:
        self.store = store
        self.accounts = accounts
        self.participants = Participants(store, base=base)
        super().__init__(base, _living)
        own = [Route("/health", self.health), Route("/static/{name}", static_file)]
        self.router.routes.extend([*own, *self.participants.routes()])
        if accounts is not None:
            dashboard = Dashboard(store, accounts, base=base)
            self.router.routes.extend(dashboard.routes())
            self.include_router(dashboard_api(store, dashboard.guard))
        for kind in (AnaphorError, BadRequestError, NotLoggedInError, RequestValidationError, HTTPException):
            self.add_exception_handler(kind, _explain)

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
        """FastAPI's description of all routes under /api, with the participants' routes added."""
        if self.openapi_schema is not None:
            return self.openapi_schema
        document = self.openapi_schema = super().openapi()
        bodies = (wire.AnswersBody, wire.ConsentBody, wire.EmptyBody, wire.EventBody, wire.StartBody)
        replies = (wire.EndReply, wire.EventReply, wire.PlaceReply, wire.ReceiptsReply, wire.WithdrawnReply)
        add_records(document, *bodies, *replies, key={"type": "http", "scheme": "bearer"})
        for path, operations in document["paths"].items():
            for each in operations.values():
                each["responses"].pop("422", None)  # what cannot be read is a 400 here, with our own sentence
                if path.startswith("/api/desk"):
                    each["security"] = [{"key": []}]
        token = header(
            "x-participant", "The token that the start gave.", minLength=1, maxLength=199, pattern="^[!-~]+$"
        )
        usual = "400 403 413 503"
        known = partial(operation, errors=f"{usual} 404")
        posts = {
            "start": operation("Find or make a place", wire.PlaceReply, body=wire.StartBody, errors=usual),
            "consent": known(
                "Agree to take part, or not", wire.EndReply, token, body=wire.ConsentBody, errors=f"{usual} 404 409"
            ),
            "answers": known("Answers in; acknowledged when on disk", wire.ReceiptsReply, token, body=wire.AnswersBody),
            "finish": known("End the study once everything is there", wire.EndReply, token, body=wire.EmptyBody),
            "withdraw": known("Delete everything of a participant", wire.WithdrawnReply, token, body=wire.EmptyBody),
        }
        design = self.store.design
        if design.recruiting.recruiter is Recruiter.PROLIFIC:
            names = ("x-prolific-request-timestamp", "x-prolific-request-signature", "x-event-id")
            signed = [header(name, required=False, pattern="^[!-~]*$") for name in names]
            posts["prolific"] = known(
                "What Prolific reports", wire.EventReply, *signed, body=wire.EventBody, errors=f"{usual} 401"
            )
        for name, post in posts.items():
            document["paths"][f"/api/{design.name}/{name}"] = {"post": {**post, "tags": ["participants"]}}
        return document

    async def health(self, _request: Request) -> Response:
        return reply({"ok": True, "version": __version__, "study": self.store.design.name})


def create_app(store: Store, accounts: Accounts | None = None, *, base: str = "") -> StudyApp:
    """The app of one study; without accounts it has no dashboard. `base` is the path under which a proxy shows it."""
    return StudyApp(store, accounts, base=base)


@asynccontextmanager
async def _living(app: StudyApp) -> AsyncIterator[None]:
    """While the app lives the retention date is looked at; when it ends, what waits is written first."""

    async def watch_retention() -> None:
        while True:
            with suppress(AnaphorError):  # a disk that fails now may work in an hour
                for forget in (forget_undecided, keep_retention):
                    await run_sync(partial(forget, app.store, time.time()))
            await asyncio.sleep(_LOOK_AGAIN_S)

    watch = asyncio.create_task(watch_retention())
    yield
    watch.cancel()
    with suppress(asyncio.CancelledError):
        await watch
    await run_sync(app.participants.writer.close)
    for kept in (app.store, app.accounts):
        if kept is not None:
            kept.engine.dispose()  # the last one to leave folds SQLite's journal into the file


async def _explain(_request: Request, error: Exception) -> Response:
    """Every error of a route as a sentence in JSON."""
    if isinstance(error, NotLoggedInError):
        return reply(wire.ErrorReply(text("web-key-needed")), 401, {"www-authenticate": "Bearer"})
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        return reply(wire.ErrorReply(text("web-unreadable", why=f"{field}: {first['msg']}")), 400)
    status, said = explained(error, organiser=True)
    return reply(said, status, error.headers if isinstance(error, HTTPException) else None)


# --- descriptions -----------------------------------------------------------------------------------------------------


def operation(
    summary: str, good: type, *parameters: Operation, body: type | None = None, errors: str, by: str = ""
) -> dict[str, Any]:
    """One request and its replies; `errors` are the statuses that it may have, `by` how its sender is known."""
    found: dict[str, Any] = {"summary": summary, "parameters": list(parameters)}
    if by:
        found["security"] = [{by: []}]
    if body is not None:
        found["requestBody"] = {"required": True, "content": _json(body)}
    replies = {"200": {"description": "Done.", "content": _json(good)}}
    return {**found, "responses": replies | {code: error_reply(code, wire.ErrorReply) for code in errors.split()}}


def error_reply(code: str, kind: type) -> dict[str, Any]:
    """What a refusal looks like."""
    return {"description": _ERRORS[code], "content": _json(kind)}


def header(name: str, description: str = "", *, required: bool = True, **schema: object) -> dict[str, Any]:
    """A header that a request brings along."""
    found = {"name": name, "in": "header", "required": required, "schema": {"type": "string", **schema}}
    return found | ({"description": description} if description else {})


def add_records(document: dict[str, Any], *kinds: type, **security: Operation) -> dict[str, Any]:
    """Put the schemas of records, and the ways to be known, into a description; the schemas by name."""
    _, schemas = msgspec.json.schema_components((*kinds, wire.ErrorReply), ref_template=_PLACE)
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = dict(security)
    return schemas


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _PLACE.format(name=kind.__name__)}}}
