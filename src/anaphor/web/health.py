"""Whether what a server needs still works: asked by writing, at most every few seconds however many look."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from anaphor.errors import AnaphorError
from anaphor.web.serving import log_failure

_KEPT_S = 2.0
_PATIENCE_S = 5.0


class Health:
    """The state of one thing that can fail."""

    def __init__(self, name: str, look: Callable[[], Awaitable[object]], mark: Callable[[], object] = int) -> None:
        self._name = name
        self._look = look
        self._mark = mark
        """What is asked each time, cheaply: when it gives something else, what is remembered is not worth anything."""
        self._seen: object = None
        self._until = 0.0
        self._task: asyncio.Task[bool] | None = None

    async def ok(self) -> bool:
        """Whether it works; whoever asks while somebody looks gets what that one finds."""
        if self._task is None or (self._task.done() and (time.monotonic() > self._until or self._seen != self._mark())):
            self._task = asyncio.create_task(self._found())
        return await asyncio.shield(self._task)

    async def _found(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._look()
        except (AnaphorError, TimeoutError) as error:
            log_failure("unhealthy", error, of=self._name)
            return False
        finally:
            self._seen, self._until = self._mark(), time.monotonic() + _KEPT_S
        return True
