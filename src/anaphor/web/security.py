"""Who is at the dashboard: the cookie of a session, the check that a form is our own, the key of a program."""

import hmac
import math
import time
from urllib.parse import parse_qs, urlsplit

import anyio
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from anaphor.experiment.accounts import (
    SESSION_S,
    Accounts,
    Session,
    log_in,
    log_out,
    must_wait,
    owner_of_key,
    session_of,
)
from anaphor.web.replies import BadRequestError, bounded, redirect

COOKIE = "anaphor_desk"
_LARGEST_FORM = 20_000


class NotLoggedInError(Exception):
    """Somebody whom we do not know asks for something of the dashboard."""


class UnknownKeyError(NotLoggedInError):
    """A program shows an API key that nobody has, or none."""


class MustWaitError(Exception):
    """Too many wrong passwords lately."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, math.ceil(seconds))


class Guard:
    """Lets organisers in."""

    def __init__(self, accounts: Accounts, base: str) -> None:
        self.accounts = accounts
        self.path = f"{base}/desk"
        # Hashing takes 64 MB and a core for a moment: two at a time are enough for organisers, and for attackers too.
        self._hashing = anyio.CapacityLimiter(2)

    async def session(self, request: Request) -> Session:
        """The session of a request, or an error."""
        secret = request.cookies.get(COOKIE, "")
        found = await run_sync(session_of, self.accounts, secret, time.time()) if secret else None
        if found is None:
            raise NotLoggedInError
        return found

    async def form(self, request: Request) -> tuple[Session, dict[str, str]]:
        """Who sent a form and what is in it; refused unless our own page made it for this very session."""
        session = await self.session(request)
        fields = await form_of(request)
        if not hmac.compare_digest(fields.get("check", "").encode(), session.check.encode()):
            raise BadRequestError("web-old-form", 403)
        return session, fields

    async def enter(self, request: Request, address: str) -> Response | None:
        """The way on with a new session, for whoever sent name and password; None when one of them is wrong.

        The browser gets a cookie for the dashboard alone, and never for a script or another site.
        """
        fields = await form_of(request)
        name, password = fields.get("name", ""), fields.get("password", "")
        async with self._hashing:  # asked only now: of many tries at once, most wait here while the first ones fail
            wait = await run_sync(must_wait, self.accounts, name, time.time())
            if wait > 0:
                raise MustWaitError(wait)
            secret = await run_sync(log_in, self.accounts, name, password, time.time())
        if secret is None:
            return None
        found = redirect(address)
        secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
        found.set_cookie(
            COOKIE, secret, max_age=int(SESSION_S), path=self.path, secure=secure, httponly=True, samesite="strict"
        )
        return found

    async def leave(self, request: Request, address: str) -> Response:
        """End the session of a request, take the cookie back, and show the way on."""
        await self.form(request)
        await run_sync(log_out, self.accounts, request.cookies.get(COOKIE, ""), time.time())
        found = redirect(address)
        found.delete_cookie(COOKIE, path=self.path)
        return found

    async def key(self, request: Request) -> str:
        """The name of the organiser whose API key a program shows, or an error."""
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        name = None
        if kind.lower() == "bearer" and key:
            name = await run_sync(owner_of_key, self.accounts, key.strip())
        if name is None:
            raise UnknownKeyError
        return name


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that one of our own pages sent; what another site sends is refused."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        ours = site in ("same-origin", "none")
    else:  # old browsers name only the origin
        hosts = (request.headers.get("host"), request.headers.get("x-forwarded-host"))
        ours = origin is None or urlsplit(origin).netloc in hosts
    if not ours:
        raise BadRequestError("web-foreign-form", 403)
    data = (await bounded(request, _LARGEST_FORM)).decode("utf-8", "replace").replace("\x00", "")
    try:
        fields = parse_qs(data, keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise BadRequestError("web-unreadable-form") from None
    return {name: values[0].replace("\x00", "") for name, values in fields.items()}
