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
from anaphor.web.headers import Door
from anaphor.web.participants import Participants

_STATIC = {"experiment.js": "text/javascript; charset=utf-8", "experiment.css": "text/css; charset=utf-8"}


def create_app(store: Store, *, base: str = "") -> FastAPI:
    """The app of one study; `base` is the path under which a proxy shows it."""
    participants = Participants(store, base=base)

    @asynccontextmanager
    async def living(_app: FastAPI) -> AsyncIterator[None]:
        yield
        participants.writer.close()

    app = FastAPI(title="anaphor", version=__version__, lifespan=living, docs_url=None, redoc_url=None)
    app.add_middleware(Door, base=base, short=(participants.answers_path, participants.answers))
    app.router.routes.extend([Route("/health", _health), Route("/static/{name}", _static), *participants.routes()])
    return app


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
