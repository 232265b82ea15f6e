"""The workbenches of a site: one for each native file in a folder of collections."""

import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request

from anaphor.corpus import Counts
from anaphor.errors import UnknownNameError
from anaphor.language import LANGUAGES
from anaphor.text import text
from anaphor.web.security import Guard
from anaphor.web.site.folder import SiteFolder
from anaphor.web.site.room import room_in
from anaphor.web.site.uploads import is_small, read_upload
from anaphor.web.workbench.file import WorkFile, open_work
from anaphor.web.workbench.looker import Looker
from anaphor.web.workbench.workbench import Setting, Workbench


def _try_to_open(path: Path) -> None:
    open_work(path)


class Benches:
    """The workbenches of a site, one for each file in its folder of collections, opened when somebody asks for it.

    They share a looker for each language. At most one corpus of a language is asked; what the package carries else.
    """

    def __init__(  # noqa: PLR0913  # which files, for whom, below which path, and what is shared
        self,
        folder: SiteFolder,
        guard: Guard,
        base: str,
        corpora: Sequence[Counts],
        *,
        static: str | None = None,
        lookers: dict[str, Looker] | None = None,
    ) -> None:
        self._folder = folder
        self._guard = guard
        self._base = base
        self._static = static or f"{base}/static"
        self._corpora = {counts.language: counts for counts in corpora}
        self._lock = threading.RLock()
        self._benches: dict[str, Workbench] = {}
        self.lookers: dict[str, Looker] = {} if lookers is None else lookers

    def leave(self) -> None:
        """Read no more."""
        for looker in self.lookers.values():
            looker.leave()

    def _looker(self, language: str) -> Looker:
        """What looks at drafts in a language, without the models that only a page of the workbench asks."""
        with self._lock:
            if language not in self.lookers:
                self.lookers[language] = Looker(language, corpus=self._corpora.get(language))
            return self.lookers[language]

    def looker(self, language: str) -> Looker:
        """The same for a request from outside, which can make none for a language that nobody writes in."""
        found = self.lookers.get(language)  # without the lock: nobody waits for one that is being made
        if found is not None:
            return found
        if language not in self.languages():
            raise UnknownNameError(text("web-site-language"), language, self.languages())
        return self._looker(language)

    def languages(self) -> tuple[str, ...]:
        """The languages that can be asked for: those of the package, of the corpora, and of collections in use."""
        return tuple(sorted({*LANGUAGES.names(), *self._corpora, *self.lookers}))

    def opened(self, name: str) -> Workbench | None:
        """The workbench of a file that somebody has asked for before, or that will be made at the first save."""
        return self._benches.get(name)

    def get(self, name: str) -> Workbench | None:
        """The workbench of a file in the folder; None where there is none."""
        path = self._folder.collection_files().get(name)
        if path is None or name in self._benches:
            return self._benches.get(name)
        # Without the lock: to read a large file takes a while, in which others open theirs. One that is broken would be
        # read at each try, so it is tried in a child.
        if not is_small([path]):
            read_upload(_try_to_open, [path], path)
        made = self._bench(name, open_work(path, history=self._folder.history(name)))
        with self._lock:
            return self._benches.setdefault(name, made)

    def make(self, name: str, language: str) -> None:
        """A workbench for a file that is made at the first save."""
        with self._lock:
            path = self._folder.collections / f"{name}.yaml"
            file = open_work(path, language=language, history=self._folder.history(name))
            self._benches[name] = self._bench(name, file)

    def _bench(self, name: str, file: WorkFile) -> Workbench:
        async def door(request: Request) -> str:
            return (await self._guard.session(request)).check

        setting = Setting(
            path=f"{self._base}/write/{quote(name)}",
            static=self._static,
            file=file.id,
            shown=file.path.name,
            home=f"{self._base}/collections/{quote(name)}",
        )
        looker = self._looker(file.current().collection.language)
        with self._lock:
            looker.start()  # when somebody writes: a server of studies alone has no use for half a gigabyte of models
        return Workbench(file, looker, door, setting, refuse_full=partial(room_in, self._folder))
