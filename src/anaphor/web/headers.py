"""The door of the app: what every reply says to the browser, the path a proxy adds, and the short way for answers."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Door:
    """An app whose replies all tell the browser: load nothing from elsewhere, be framed by nobody."""

    def __init__(self, app: App, *, base: str = "", short: "tuple[str, App] | None" = None) -> None:
        self.app = app
        self.base = base
        self.short_path = short[0] if short else None
        self.short_app = short[1] if short else app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; whether a proxy takes its own path off or leaves it, the app sees none."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if self.base and path.startswith(f"{self.base}/"):
            path = path[len(self.base) :]
            scope = {**scope, "path": path, "raw_path": None}

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        if path == self.short_path and scope["method"] == "POST":
            await self.short_app(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)
