"""Who is at the dashboard: the cookie of a session, the check that a form is our own, the key of a program."""

import hmac
import ipaddress
import math
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

import anyio
from anyio.to_thread import run_sync
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from anaphor import experiment
from anaphor.errors import AnaphorError
from anaphor.experiment import Accounts, Role, Session
from anaphor.web.replies import BadRequestError, limited, redirect, refuse_large
from anaphor.web.serving import log_failure
from anaphor.web.turns import PASSWORDS

T = TypeVar("T")

COOKIE = "anaphor_desk"
_DEVICE = "anaphor_device"
_LARGEST_FORM = 20_000
"""Bytes of a form without files."""
_MOST_FIELDS = 200
_MOST_FILES = 20
_WIDE = 200
"""Wrong passwords from one address within the window, whatever the names, after which its tries go slowly: behind one
address there may be a whole school."""
_SLOW_S = 1.0
_IN_LINE = 48
"""Slow tries of one address that may wait; more are sent away at once."""
_NEWCOMERS, _NEWCOMERS_A_DAY, _DAY_S = 10, 30, 86_400.0
"""Tries to register from one address within the window, and within a day."""
_KEPT = 10_000
"""Addresses, devices and names at an address whose wrong passwords are remembered."""


class NotLoggedInError(Exception):
    """Somebody whom we do not know asks for something of the dashboard."""


class UnknownKeyError(NotLoggedInError):
    """A program shows an API key that nobody has, or none."""


class MustWaitError(Exception):
    """Too many wrong passwords lately."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, math.ceil(seconds))


class WrongTries:
    """The times of wrong passwords, by address, by name at an address, or by device: in memory alone, not for long."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def of(self, key: str, now: float, window: float = experiment.WINDOW_S) -> list[float]:
        """When it was wrong within the window."""
        return [at for at in self._times.get(key, ()) if now - window < at <= now]

    def add(self, key: str, now: float, window: float = experiment.WINDOW_S) -> None:
        """Remember one more; whoever was wrong longest ago is forgotten first."""
        with self._lock:
            self._add(key, now, window)

    def wait_or_add(self, key: str, now: float, most: int) -> float:
        """Seconds until somebody with so many wrong ones may try again; 0: now, and this try counts from here on."""
        with self._lock:
            wrong = self.of(key, now)
            if len(wrong) >= most:
                return wrong[-most] + experiment.WINDOW_S - now
            self._add(key, now, experiment.WINDOW_S)
            return 0.0

    def _add(self, key: str, now: float, window: float) -> None:
        self._times[key] = [*self.of(key, now, window), now][-_WIDE:]
        self._times[key] = self._times.pop(key)
        while len(self._times) > _KEPT:
            del self._times[next(iter(self._times))]

    def forget(self, key: str) -> None:
        """A right one wipes the slate."""
        with self._lock:
            self._times.pop(key, None)


class Guard:
    """Lets organisers in.

    Nobody can lock others out for long. Wrong passwords count for a name at an address, which must wait after some; for
    a name, which then waits longer with each, a minute at most, unless the browser is one in which it has logged in
    before; and for an address, which only becomes slow, and after many. Every password is hashed in turns that are the
    whole process's, so that a storm of them takes neither memory nor the time of other pages.
    """

    def __init__(
        self, accounts: Accounts, base: str, *, assistants: bool = True, wrong: WrongTries | None = None
    ) -> None:
        self.accounts = accounts
        self.assistants = assistants
        self.path = f"{base}/desk"
        self.cookie = COOKIE
        self.wrong = wrong or WrongTries()
        """Doors to the same accounts share it: to try at each of them is no way to try more often."""
        self._trying: Counter[str] = Counter()
        self._lines: dict[str, anyio.Lock] = {}

    async def anybody(self) -> bool:
        """Whether there is anybody who can log in."""
        return bool(await self._ask(experiment.list_accounts))

    async def _ask(self, work: Callable[..., T], *values: object) -> T:
        """Ask the accounts; when they cannot be reached a stranger is told that much, and the log why."""
        try:
            return await run_sync(work, self.accounts, *values)
        except AnaphorError as error:
            raise _storage_fails(error) from error

    async def session(self, request: Request) -> Session:
        """The session of a request, or an error."""
        secret = request.cookies.get(self.cookie, "")
        session = await self._ask(experiment.session_of, secret, time.time()) if secret else None
        if session is None:
            raise NotLoggedInError
        if session.role is Role.ASSISTANT and not self.assistants:
            raise BadRequestError("web-authors-only", 403)
        return session

    @asynccontextmanager
    async def form(self, request: Request) -> AsyncIterator[tuple[Session, "Form"]]:
        """Who sent a form and what is in it; refused unless our own page made it for this very session.

        Nothing is read from strangers. Files go to disk as they come, and are gone when the block is left.
        """
        await self.session(request)
        form = await form_of(request)
        try:
            yield await self._sender(request, form.fields.get("check", "")), form
        finally:
            await form.close()

    async def _sender(self, request: Request, check: str) -> Session:
        """Who sent a form that is read: asked again, since it may take minutes to arrive, and people are removed."""
        session = await self.session(request)
        if not hmac.compare_digest(check.encode(), session.check.encode()):
            raise BadRequestError("web-old-form", 403)
        return session

    async def enter(self, request: Request, address: str) -> Response | None:
        """The way on with a new session, for whoever sent name and password; None when one of them is wrong.

        The browser gets a cookie for the dashboard alone, and never for a script or another site.
        """
        fields = (await form_of(request)).fields
        name, password = fields.get("name", ""), fields.get("password", "")
        mark, brought = await self._ask(experiment.device_mark, name), request.cookies.get(_DEVICE, "")
        known = mark is not None and hmac.compare_digest(mark.encode(), brought.encode())
        address_of_visitor = address_of(request)
        whence = f"device {name}" if known else f"{name} at {address_of_visitor}"
        attempt = partial(self._attempt, name, password, whence, known=known)
        async with self._pace(whence if known else address_of_visitor):
            try:
                secret = await hashed(address_of_visitor, attempt)
            except AnaphorError as error:
                raise _storage_fails(error) from error
        if secret is None or mark is None:
            if not known:
                self.wrong.add(address_of_visitor, time.time())
            return None
        return await self.admit(request, redirect(address), secret, mark)

    def _attempt(self, name: str, password: str, whence: str, *, known: bool) -> str | None:
        """The secret of a new session, or None; looked at only when it is its turn, since others fail meanwhile."""
        now = time.time()
        wait = 0.0 if known else experiment.must_wait(self.accounts, name, now)
        if wait := wait or self.wrong.wait_or_add(whence, now, experiment.TRIES):
            raise MustWaitError(wait)
        secret = experiment.log_in(self.accounts, name, password, now)
        if secret is not None:
            self.wrong.forget(whence)
        return secret

    async def admit(self, request: Request, response: Response, secret: str, mark: str) -> Response:
        """The reply with the cookies of a new session; the one that this browser had ends, whosever it was."""
        await self._ask(experiment.log_out, request.cookies.get(self.cookie, ""), time.time())
        ages = {self.cookie: (secret, experiment.SESSION_S), _DEVICE: (mark, experiment.REMEMBERED_S)}
        for cookie, (value, age) in ages.items():
            response.set_cookie(cookie, value, max_age=int(age), **own_cookie(request, self.path))
        return response

    @asynccontextmanager
    async def _pace(self, whence: str) -> AsyncIterator[None]:
        """Try a password at once, or after a while where very many were wrong; tries under way count too."""
        if len(self.wrong.of(whence, time.time())) + self._trying[whence] < _WIDE:
            self._trying[whence] += 1
            try:
                yield
            finally:
                self._trying[whence] -= 1
                self._trying += Counter()  # without those who are at zero
            return
        line = self._lines.setdefault(whence, anyio.Lock())
        if line.statistics().tasks_waiting >= _IN_LINE:
            raise MustWaitError(_SLOW_S * (_IN_LINE + 1))
        try:
            async with line:
                await anyio.sleep(_SLOW_S)
                yield
        finally:
            if not line.locked():
                self._lines.pop(whence, None)

    async def leave(self, request: Request, address: str) -> Response:
        """End the session of a request, take the cookie back, and show the way on."""
        async with self.form(request):
            pass  # only a page of ours may end a session
        await self._ask(experiment.log_out, request.cookies.get(self.cookie, ""), time.time())
        response = redirect(address)
        response.delete_cookie(self.cookie, path=self.path)
        return response

    async def register(self, request: Request, make: Callable[..., None]) -> None:
        """Let somebody make an account of a form's fields; from one address only some try that within the window."""
        fields, whence = (await form_of(request)).fields, f"new at {address_of(request)}"
        now = time.time()
        for most, window in ((_NEWCOMERS, experiment.WINDOW_S), (_NEWCOMERS_A_DAY, _DAY_S)):
            if len(tries := self.wrong.of(whence, now, window)) >= most:
                raise MustWaitError(tries[-most] + window - now)
        self.wrong.add(whence, now, _DAY_S)
        name, contact = (fields.get(field, "").strip() for field in ("name", "contact"))
        await hashed(address_of(request), partial(make, name, fields.get("password", ""), contact))

    async def key(self, request: Request) -> str:
        """The name of the organiser whose API key a program shows, or an error."""
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        name = None
        if kind.lower() == "bearer" and key:
            name = await self._ask(experiment.owner_of_key, key.strip(), time.time())
        if name is None:
            raise UnknownKeyError
        return name


async def hashed(whence: str, work: Callable[[], T]) -> T:
    """What some work gives that hashes a password, when it is the turn of the address that asks."""
    return await PASSWORDS.run(whence, work, busy="web-passwords-busy")


def _storage_fails(error: AnaphorError) -> BadRequestError:
    log_failure("failed", error)
    return BadRequestError("web-storage-fails", 503)


def own_cookie(request: Request, path: str) -> dict[str, Any]:
    """How something is left in the browser that no script reads and that no other site can send along."""
    secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    return {"path": path, "secure": secure, "httponly": True, "samesite": "strict"}


def address_of(request: Request) -> str:
    """Whence a request comes, as a trusted proxy says or else the connection; of IPv6 the half that a line has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), 64), strict=False))


def is_local(request: Request) -> bool:
    """Whether a request comes from this machine, and through no proxy."""
    host = request.client.host if request.client else ""
    return host in ("127.0.0.1", "::1") and "x-forwarded-for" not in request.headers


def refuse_foreign(request: Request) -> None:
    """Refuse a form that another site sent."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        ours = site in ("same-origin", "none")
    else:  # old browsers name only the origin
        hosts = (request.headers.get("host"), request.headers.get("x-forwarded-host"))
        ours = origin is None or urlsplit(origin).netloc in hosts
    if not ours:
        raise BadRequestError("web-foreign-form", 403)


@dataclass(frozen=True, slots=True)
class Form:
    """What a form brought."""

    fields: Mapping[str, str]
    """Its fields; of one that comes several times, a line for each."""
    files: Mapping[str, UploadFile]
    """Files by the name of their field: they lie in the temporary folder until the form is closed."""

    async def close(self) -> None:
        """Remove the files."""
        for file in self.files.values():
            await file.close()


def brings_files(request: Request) -> bool:
    """Whether a form is of the kind that may bring files."""
    return request.headers.get("content-type", "").startswith("multipart/form-data")


async def form_of(request: Request) -> Form:
    """A form that one of our own pages sent; one that brings no files is small."""
    refuse_foreign(request)
    if not brings_files(request):
        refuse_large(request, _LARGEST_FORM)
        request = Request(request.scope, limited(request.receive, _LARGEST_FORM))
    try:
        sent = await request.form(max_files=_MOST_FILES, max_fields=_MOST_FIELDS)
    except HTTPException:  # in the framework's words, which are English
        raise BadRequestError("web-unreadable-form") from None
    except ClientDisconnect:
        raise BadRequestError("web-broken-off") from None
    texts = {name: [value for value in sent.getlist(name) if isinstance(value, str)] for name in sent}
    fields = {name: "\n".join(values).replace("\x00", "") for name, values in texts.items() if values}
    return Form(fields, {name: value for name, value in sent.items() if isinstance(value, UploadFile)})
