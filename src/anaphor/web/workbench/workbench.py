"""The workbench: a page on which an author writes schemas and sees at every pause what is wrong with them.

`Workbench` has the routes of one file. Who may use them is decided by whoever serves it: `anaphor write` by the secret
in its address, `anaphor serve` by a log-in.
"""

import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, partial

import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphor.collection import domain_name, domains
from anaphor.errors import AnaphorError, ContentError, InputError
from anaphor.files import DatabaseReadError, ReadOnlyError
from anaphor.schema import Problem, Schema
from anaphor.text import Interface, speaking, text
from anaphor.web.pages import rendered, script_data, words_of
from anaphor.web.replies import BadRequestError, bounded, decode, decoder, explained, reply
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench.draft import draft_of, lines_of, part_of, proposed_id
from anaphor.web.workbench.file import ConflictError, Version, WorkFile, print_of
from anaphor.web.workbench.looker import Beside, Looker
from anaphor.web.workbench.shelf import parts_of, text_of
from anaphor.web.workbench.wire import (
    LARGEST_BODY,
    ConflictReply,
    Draft,
    EntryReply,
    ListedEntry,
    LookBody,
    LookReply,
    RemoveBody,
    SaveBody,
    SavedReply,
    StateReply,
)

_LOOK, _SAVE, _REMOVE = decoder(LookBody), decoder(SaveBody), decoder(RemoveBody)
_LONGEST_LABEL = 200
_MOST_TABS = 100
_TOO_LONG = "of length <="
"""What the decoder says of a field, or a list, that holds too much."""
Handler = Callable[[Request], Awaitable[Response]]
Door = Callable[[Request], Awaitable[str]]
"""Refuses whoever may not use the workbench; gives what the page's own requests must bring along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the page must know of where it is."""

    path: str
    """Path of the workbench, without its last slash."""
    static: str
    """Path of its scripts and styles."""
    file: str
    """Stands for the file in the browser's own store."""
    shown: str
    """The file's name for people."""
    interface: str | None = None
    """Language of the page; None: the browser's."""
    home: str | None = None
    """Where the start page is; None: there is none."""


class Workbench:
    """The workbench of one file."""

    def __init__(self, file: WorkFile, looker: Looker, door: Door, setting: Setting) -> None:
        self.file = file
        self.looker = looker
        self.door = door
        self.setting = setting
        self._lock = threading.Lock()
        self._latest: dict[str, int] = {}

    @cached_property
    def handlers(self) -> dict[tuple[str, str], Handler]:
        """The page and what it asks, by method and the path below the workbench's own."""
        found = {
            ("GET", ""): self.page,
            ("GET", "api/state"): self.state,
            ("GET", "api/entry"): self.entry,
            ("POST", "api/look"): self.look,
            ("POST", "api/save"): self.save,
            ("POST", "api/remove"): self.remove,
        }
        return {place: self._guarded(work) for place, work in found.items()}

    def routes(self, path: str) -> list[Route]:
        """The same as routes under a path."""
        return [Route(f"{path}/{rest}", work, methods=[method]) for (method, rest), work in self.handlers.items()]

    def _guarded(self, work: Handler) -> Handler:
        """The same work for those whom the door lets in; refusals are sentences."""

        async def safe(request: Request) -> Response:
            check = await self.door(request)
            try:
                if request.method == "POST" and request.headers.get("x-check", "") != check:
                    raise BadRequestError("web-foreign-request", 403)
                request.state.check = check
                return await work(request)
            except (BadRequestError, AnaphorError) as error:
                status, said = _refusal(error)
                return reply(said, status)

        return safe

    async def page(self, request: Request) -> Response:
        """The page itself."""
        setting, spoken = self.setting, {each.value: words_of("workbench-", each) for each in Interface}
        data = {
            "path": setting.path,
            "file": setting.file,
            "shown": setting.shown,
            "interface": setting.interface,
            "home": setting.home,
            "check": request.state.check,
            "words": spoken,
            "domains": {each.value: _domain_names(each) for each in Interface},
        }
        language = setting.interface or Interface.EN.value
        values = {
            "language": language,
            "words": spoken[language],
            "shown": setting.shown,
            "static": setting.static,
            "data": script_data(data),
            "needs_script": [each["needs_script"] for each in spoken.values()],
        }
        return rendered("workbench.html", values)

    async def state(self, _request: Request) -> Response:
        """The file as it is now."""
        return reply(await anyio.to_thread.run_sync(self._state))

    def _state(self) -> StateReply:
        try:
            return state_of(self.file.current())
        except AnaphorError as error:  # somebody is in the middle of an edit: the page goes on with what it has
            return StateReply("unreadable", self.file.path.stem, self.looker.language, [], str(error))

    async def entry(self, request: Request) -> Response:
        """One entry as the form shows it."""
        name = request.query_params.get("id", "")
        found = await anyio.to_thread.run_sync(self._entry, name)
        return reply(found) if found else reply(ErrorReply(text("web-no-entry")), 404)

    def _entry(self, name: str) -> EntryReply | None:
        version = self.file.current()
        part = version.part(name)
        return entry_of(part, version.collection.language) if part else None

    async def look(self, request: Request) -> Response:
        """What there is to say about a draft; a question that a later one of the same tab overtook is not answered."""
        body = decode(_LOOK, await bounded(request, LARGEST_BODY))
        self._remember(body)
        found = await anyio.to_thread.run_sync(self._look, body)
        return reply(found)

    def _remember(self, body: LookBody) -> None:
        with self._lock:
            if len(self._latest) > _MOST_TABS:
                self._latest.clear()
            self._latest[body.tab] = max(body.number, self._latest.get(body.tab, 0))

    def _look(self, body: LookBody) -> LookReply:
        try:
            now = self.file.current()
            beside = Beside(collection=now.collection, fingerprint=now.fingerprint, was=body.was)
        except AnaphorError:
            beside = Beside(fingerprint="unreadable", was=body.was)
        with speaking(body.interface):
            found = self.looker.look(body.draft, beside, stale=partial(self._is_stale, body))
        if found is None:
            return LookReply(number=body.number, file=beside.fingerprint, lacks=[], stale=True)
        return msgspec.structs.replace(found, number=body.number)

    def _is_stale(self, body: LookBody) -> bool:
        return self._latest.get(body.tab, 0) > body.number

    async def save(self, request: Request) -> Response:
        """Write a draft into the file, or hand both versions back."""
        body = decode(_SAVE, await bounded(request, LARGEST_BODY))
        return await anyio.to_thread.run_sync(self._save, body)

    def _save(self, body: SaveBody) -> Response:
        before = self.file.current()
        language = before.collection.language
        part = part_of(_named(body.draft, before), language)
        _refuse_half_keyed(body.draft)
        try:
            now = self.file.save(part, body.was, body.base)
        except ConflictError as conflict:
            return self._conflict(conflict, lines_of(part, language))
        saved = now.part(part.id)
        entry = entry_of(saved, language) if saved else None
        return reply(SavedReply(state_of(now), before.fingerprint != body.file, entry))

    async def remove(self, request: Request) -> Response:
        """Take an entry out of the file."""
        body = decode(_REMOVE, await bounded(request, LARGEST_BODY))
        return await anyio.to_thread.run_sync(self._remove, body)

    def _remove(self, body: RemoveBody) -> Response:
        before = self.file.current()
        try:
            now = self.file.remove(body.was, body.base)
        except ConflictError as conflict:
            return self._conflict(conflict, "")
        return reply(SavedReply(state_of(now), before.fingerprint != body.file))

    def _conflict(self, conflict: ConflictError, mine: str) -> Response:
        language = conflict.version.collection.language
        theirs = conflict.theirs
        said = ConflictReply(
            text("web-conflict"),
            state_of(conflict.version),
            entry_of(theirs, language) if theirs else None,
            mine,
            lines_of(theirs, language) if theirs else "",
        )
        return reply(said, 409)


def _refusal(error: BadRequestError | AnaphorError) -> tuple[int, ErrorReply]:
    """Status and sentence of an error; those that an author can bring about have a reason that the page translates."""
    if isinstance(error, ReadOnlyError):
        return 403, ErrorReply(error.what, "read_only")
    if isinstance(error, BadRequestError) and (error.status == 413 or _TOO_LONG in str(error)):
        return error.status, ErrorReply(str(error), "too_long")
    if isinstance(error, InputError) and not isinstance(error, DatabaseReadError):
        return 400, ErrorReply(str(error))
    return explained(error)


def _named(draft: Draft, version: Version) -> Draft:
    """The draft with a name: its own, or one that is free."""
    if draft.raw or draft.id.strip():
        return draft
    return msgspec.structs.replace(draft, id=proposed_id(draft, version.names))


def _refuse_half_keyed(draft: Draft) -> None:
    given = [key is not None for key in draft.keys]
    if any(given) and not all(given):
        raise ContentError("web-half-keyed")


def state_of(version: Version) -> StateReply:
    """The list of a file's entries."""
    found = version.collection
    return StateReply(version.fingerprint, found.name, found.language, [_listed(each) for each in parts_of(found)])


def _listed(part: Schema | Problem) -> ListedEntry:
    kind = "schema" if isinstance(part, Schema) else "problem"
    return ListedEntry(part.id, kind, text_of(part)[:_LONGEST_LABEL], part.status.value, print_of(part))


def entry_of(part: Schema | Problem, language: str) -> EntryReply:
    """An entry as the form shows it."""
    return EntryReply(draft_of(part, language), print_of(part))


def _domain_names(language: Interface) -> dict[str, str]:
    return {name: domain_name(name, language) for name in domains()}
