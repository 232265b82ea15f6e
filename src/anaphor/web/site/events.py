"""What changes, told while it changes: a page holds one stream of server-sent events, and asks for its part again.

A stream says that something is other than before, and not what: whoever asks then is let in, or not, as always.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from anaphor.web.replies import FRESH, BadRequestError

Look = Callable[[], tuple[object, bool]]
"""Something as it is now, to be compared, and whether nothing more will come of it."""
MOST = 6
"""Streams that one person may hold: each is an open page."""
_MOST_OF_ALL = 500
_LOOK_S = 0.5
_QUIET_S = 15.0
"""Seconds after which a stream without news says so: proxies close what is silent."""
_LONGEST_S = 60.0
"""Seconds after which a page must ask again, and be let in again."""
_HEADERS = {**FRESH, "x-accel-buffering": "no"}
"""No proxy keeps events back until it has many."""


class Streams:
    """The streams that are open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def reply(self, request: Request, who: str, look: Look) -> Response:
        """A stream that tells of a `change`, and of the `end`; who has too many open is refused."""
        if self._open[who] >= MOST or self._open.total() >= _MOST_OF_ALL:
            raise BadRequestError("web-many-streams", 429)
        request.scope.setdefault("state", {})["stream"] = True  # a server that stops does not wait for it
        return StreamingResponse(self._told(who, look), 200, _HEADERS, "text/event-stream")

    async def _told(self, who: str, look: Look) -> AsyncIterator[bytes]:
        self._open[who] += 1
        try:
            began = spoken = time.monotonic()
            known, over = await run_sync(look)
            yield b": open\n\n"
            while not over and time.monotonic() - began < _LONGEST_S:
                await asyncio.sleep(_LOOK_S)
                found, over = await run_sync(look)
                if found != known or time.monotonic() - spoken > _QUIET_S:
                    yield b": still here\n\n" if found == known else b"event: change\ndata: 1\n\n"
                    known, spoken = found, time.monotonic()
            yield b"event: end\ndata: 1\n\n" if over else b"event: again\ndata: 1\n\n"
        finally:
            self._open[who] -= 1
