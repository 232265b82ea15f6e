"""What every reply says to the browser: load nothing from elsewhere, keep nothing, be framed by nobody."""

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


def with_headers(send: Send) -> Send:
    """The same way out, on which every reply gets the headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))  # a finished page brings a policy of its own
            message["headers"] = [*own, *(each for each in _HEADERS if each[0] not in {name for name, _ in own})]
        await send(message)

    return sending


def inner_path(path: str, base: str) -> str:
    """The path inside the app: whether a proxy takes its own path off or leaves it, the app sees none.

    >>> inner_path("/study/health", "/study"), inner_path("/health", "/study"), inner_path("/studying", "/study")
    ('/health', '/health', '/studying')
    """
    return path[len(base) :] if base and path.startswith(f"{base}/") else path
