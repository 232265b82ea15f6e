"""What the app of a study and the app of a site have in common: where a proxy shows them, limits and headers."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from anaphor.web.replies import limited, plain_cookies, with_headers
from anaphor.web.study.wire import LARGEST_BODY


class BasedApp(Starlette):
    """An app below a path of a proxy: requests have a largest size, replies have the headers that keep others out."""

    largest_body = LARGEST_BODY

    def __init__(self, base: str, lifespan: Callable[[Any], AbstractAsyncContextManager[None]]) -> None:
        self.base = base
        self._document: dict[str, Any] | None = None
        super().__init__(routes=[Route("/openapi.json", self.document)], lifespan=lifespan)
        self.router.redirect_slashes = False

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

    def openapi(self) -> dict[str, Any]:
        """The description of the app's routes for programs."""
        raise NotImplementedError

    async def document(self, _request: Request) -> Response:
        """The description, made when it is first asked for."""
        self._document = self._document or self.openapi()
        return JSONResponse(self._document)
