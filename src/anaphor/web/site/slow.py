"""Pages that take longer than a proxy waits: they are made on, while their reader sees one that asks again.

The work goes on as it was begun, in its turn; asked for again by the same person, in the same language, the page is
there or still being made, and is not begun anew. What nobody fetches is thrown away.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.responses import Response

PATIENCE_S = 45.0
"""Seconds that a request waits for its page; proxies give up after sixty."""
AGAIN_S = 5
"""Seconds after which a reader's page asks again."""
_FETCHED_S = 600.0
"""Seconds for which a page that is done waits for its reader."""
_MOST = 200
Key = tuple[str, ...]
"""Who asks, as what, in which language, for which address."""


class SlowPages:
    """The pages that are being made, or wait to be fetched."""

    def __init__(self) -> None:
        self._begun: dict[Key, asyncio.Task[Response]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[Response]]) -> Response | None:
        """The page, or None where it takes longer: it is made on, and this is asked again."""
        begun = self._begun.get(key)
        task = begun or asyncio.ensure_future(_made(make))
        try:
            await asyncio.wait_for(asyncio.shield(task), PATIENCE_S)
        except Exception:
            if not task.done():  # it takes longer than anybody waits
                self._keep(key, task)
                return None
        if begun is not None and self._begun.pop(key, None) is not begun:
            return None  # another window of the same reader has fetched it
        return task.result()

    async def leave(self) -> None:
        """End those that are being made for readers who have not fetched them yet."""
        tasks = list(self._begun.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _keep(self, key: Key, task: "asyncio.Task[Response]") -> None:
        """Keep a page that is being made until somebody fetches it, or nobody has for a while."""
        if key in self._begun:
            if self._begun[key] is not task:  # two windows began it at once
                task.add_done_callback(_clear)
            return
        self._begun[key] = task
        while len(self._begun) > _MOST:
            self._forget(next(iter(self._begun)))
        loop = asyncio.get_running_loop()
        task.add_done_callback(lambda _: loop.call_later(_FETCHED_S, self._forget, key, task))

    def _forget(self, key: Key, task: "asyncio.Task[Response] | None" = None) -> None:
        begun = self._begun.get(key)
        if begun is None or (task is not None and begun is not task):
            return  # it was fetched, and perhaps asked for anew
        del self._begun[key]
        begun.add_done_callback(_clear)


async def _made(make: Callable[[], Awaitable[Response]]) -> Response:
    return await make()


def _clear(task: "asyncio.Task[Response]") -> None:
    """Remove the file of a page that nobody fetched."""
    with suppress(BaseException):
        if (background := task.result().background) is not None:
            asyncio.get_running_loop().create_task(_swept(background))


async def _swept(clean: Callable[[], Awaitable[None]]) -> None:
    await clean()
