"""The app: pages and routes of a study put together, with headers, health and static files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphor import __version__
from anaphor.experiment.store import Store
from anaphor.web.headers import Receive, Scope, Send, inner_path, with_headers
from anaphor.web.participants import Participants

_STATIC = {"experiment.js": "text/javascript; charset=utf-8", "experiment.css": "text/css; charset=utf-8"}


class StudyApp(FastAPI):
    """The app of one study; answers take a short way in, past all that other requests go through."""

    def __init__(self, store: Store, *, base: str = "") -> None:
        self.participants = Participants(store, base=base)
        self.base = base
        super().__init__(title="anaphor", version=__version__, lifespan=_living, docs_url=None, redoc_url=None)
        own = [Route("/health", _health), Route("/static/{name}", _static)]
        self.router.routes.extend([*own, *self.participants.routes()])

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
        await super().__call__(scope, receive, with_headers(send))


def create_app(store: Store, *, base: str = "") -> StudyApp:
    """The app of one study; `base` is the path under which a proxy shows it."""
    return StudyApp(store, base=base)


@asynccontextmanager
async def _living(app: StudyApp) -> AsyncIterator[None]:
    yield
    app.participants.writer.close()


async def _health(_request: Request) -> Response:
    return JSONResponse({"ok": True, "version": __version__})


@cache
def _file(name: str) -> bytes:
    return files("anaphor").joinpath(f"data/web/{name}").read_bytes()


async def _static(request: Request) -> Response:
    """One of the few files that pages load."""
    name = request.path_params["name"]
    if name not in _STATIC:
        return JSONResponse({"error": "there is no such file"}, status_code=404)
    return Response(_file(name), media_type=_STATIC[name], headers={"cache-control": "no-cache"})
