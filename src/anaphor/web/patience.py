"""A connection over which nothing, or half a request, comes is closed after a while: it would hold a place for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_S = 30.0
"""Seconds within which the head of a request must have come."""
CONTENT_S = 300.0
"""Seconds within which its content must have come."""
LARGEST_HEAD = 1 << 17
"""Bytes of a head that may come while it has no end; nothing else bounds what one takes in memory."""
_LOOK_S = 5.0


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc,valid-type]  # uvicorn chooses which one it is
    """HTTP with an end to waiting."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._waited, self._seen = 0.0, None
        self._head = 0
        self.loop.call_later(_LOOK_S, self._look)

    def data_received(self, data: bytes) -> None:
        """Take what has come, and no more where it is more and more of a head."""
        before: Any = self.cycle
        content = before is not None and before.more_body
        super().data_received(data)
        self._head = 0 if content or self.cycle is not before else self._head + len(data)
        if self._head > LARGEST_HEAD:
            self.transport.close()

    def shutdown(self) -> None:
        """Finish a reply that is being made before the server stops, unless it is a stream, which has no end."""
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete and cycle.scope.get("state", {}).get("stream"):
            self.transport.close()
        else:
            super().shutdown()

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        cycle: Any = self.cycle
        asked = cycle is not None and not cycle.response_complete
        # While a reply is made nobody waits for the other side; a new request begins a new wait.
        waiting = not asked or cycle.more_body
        self._waited = self._waited + _LOOK_S if waiting and cycle is self._seen else 0.0
        self._seen = cycle
        if self._waited >= (CONTENT_S if asked else HEAD_S):
            self.transport.close()
        else:
            self.loop.call_later(_LOOK_S, self._look)
