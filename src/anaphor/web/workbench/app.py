"""The app of `anaphor write`: one file's workbench on this machine, behind a secret in its address."""

import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from anaphor.text import text
from anaphor.web.pages import static_file
from anaphor.web.replies import App, Receive, Scope, Send, limited, reply, with_headers
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench.file import WorkFile
from anaphor.web.workbench.looker import Looker
from anaphor.web.workbench.wire import LARGEST_BODY
from anaphor.web.workbench.workbench import Setting, Workbench


def writing_app(file: WorkFile, looker: Looker, secret: str, *, interface: str | None = None) -> App:
    """The app; whoever does not know the secret, and whatever other site the browser shows, gets nothing."""
    root = f"/{secret}"

    async def door(_request: Request) -> str:
        return secret  # the address itself is the key

    setting = Setting(path=root, static=f"{root}/static", file=file.id, shown=file.path.name, interface=interface)
    bench = Workbench(file, looker, door, setting)
    inner = Starlette(routes=[*bench.routes(root), Route(f"{root}/static/{{name}}", static_file)], lifespan=_living)
    inner.state.looker = looker

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return
        given = scope["path"].split("/")[1].encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, secret.encode()):
            await reply(ErrorReply(text("web-nothing-here")), 404)(scope, receive, with_headers(send))
            return
        await inner(scope, limited(receive, LARGEST_BODY), with_headers(send))

    return app


@asynccontextmanager
async def _living(app: Starlette) -> AsyncIterator[None]:
    """Models and collections are read in the background as soon as the app lives."""
    app.state.looker.start()
    yield
    await anyio.to_thread.run_sync(app.state.looker.leave)
