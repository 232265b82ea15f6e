"""The app: pages and routes of a study put together, with headers, health and static files.

Answers and the workbench are served without FastAPI for speed; `describe` adds such routes to its OpenAPI document.
"""

import asyncio
import logging
import time
import tomllib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import asdict
from functools import cache, partial
from importlib.resources import files
from types import ModuleType
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
from anaphor.experiment import Accounts, Recruiter, Store, clock_of, forget_undecided, keep_retention
from anaphor.text import text
from anaphor.web.organiser import Bar, Dashboard, dashboard_api
from anaphor.web.replies import (
    BadRequestError,
    explained,
    limited,
    plain_cookies,
    reply,
    retry_header,
    static_file,
    with_headers,
)
from anaphor.web.security import NotLoggedInError, WrongTries
from anaphor.web.serving import Health
from anaphor.web.study import wire
from anaphor.web.study.participants import Participants

_LOOK_AGAIN_S = 3600.0


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
        scope = {**scope, "path": path, "raw_path": None, "headers": plain_cookies(scope["headers"])}
        await super().__call__(scope, limited(receive, self.limit_of(scope)), with_headers(send))

    def limit_of(self, _scope: Scope) -> int:
        """How much a request may bring, in bytes."""
        return self.largest_body


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
            dashboard = Dashboard(store, accounts, base=base, bar=bar, wrong=wrong)
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
        for path, operations in document["paths"].items():
            for each in operations.values():
                each["responses"].pop("422", None)  # what cannot be read is a 400 here, with our own sentence
                if path.startswith("/api/desk"):
                    each["security"] = [{"key": []}]
        design = self.store.design
        some = {"prolific": design.recruiting.recruiter is Recruiter.PROLIFIC, "comprehension": design.comprehension}
        own = {path: row for path, row in operations_of("study").items() if some.get(path, True)}
        describe(document, wire, {f"/api/{design.name}/{path}": row for path, row in own.items()}, "participants")
        return document

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


async def _explain(_request: Request, error: Exception) -> Response:
    """Every error of a route as a sentence in JSON."""
    if isinstance(error, NotLoggedInError):
        return reply(wire.ErrorReply(text("web-key-needed")), 401, {"www-authenticate": "Bearer"})
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        return reply(wire.ErrorReply(text("web-unreadable", why=f"{field}: {first['msg']}")), 400)
    status, said = explained(error, organiser=True)
    return reply(said, status, error.headers if isinstance(error, HTTPException) else retry_header(error))


# --- descriptions -----------------------------------------------------------------------------------------------------

Rows = Mapping[str, Mapping[str, Any]]
"""Operations by path and method, as `data/web/operations.toml` has them."""


@cache
def operations_of(kind: str) -> Rows:
    """One table of `data/web/operations.toml`: what is said of routes that are served without FastAPI for speed."""
    text = files("anaphor").joinpath("data/web/operations.toml").read_text("utf-8")
    found: Rows = tomllib.loads(text)[kind]
    return found


def describe(document: dict[str, Any], records: ModuleType, paths: Rows, tag: str = "") -> dict[str, Any]:
    """Add routes, and the records that they read and write, to an OpenAPI document; the schemas of the records."""

    def content(name: str) -> dict[str, Any]:
        return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}

    def refusal(code: str, name: str = "ErrorReply") -> dict[str, Any]:
        return {"description": operations_of("errors")[code], "content": content(name)}

    ways: set[str] = {"key"}
    for path, methods in paths.items():
        document["paths"][path] = {}
        for method, row in methods.items():
            replies = {"200": {"description": "Done.", "content": content(row["reply"])}}
            replies |= {code: refusal(code) for code in row["errors"].split()}
            if "conflict" in row:
                replies["409"] = refusal("409", row["conflict"])
            parameters = [operations_of("parameters")[name] for name in row.get("parameters", ())]
            found = {"summary": row["summary"], "parameters": parameters, "responses": replies}
            if "security" in row:
                found["security"] = [{row["security"]: []}]
                ways.add(row["security"])
            if "body" in row:
                found["requestBody"] = {"required": True, "content": content(row["body"])}
            document["paths"][path][method] = found | ({"tags": [tag]} if tag else {})
    kinds = [each for each in vars(records).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    _, schemas = msgspec.json.schema_components((*kinds, wire.ErrorReply), ref_template="#/components/schemas/{name}")
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {way: operations_of("security")[way] for way in sorted(ways)}
    return schemas
