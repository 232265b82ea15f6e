"""The workbenches of a site: one for each file in its folder of collections, opened when somebody asks for it."""

import threading
from urllib.parse import quote

from starlette.requests import Request

from anaphor.corpus import Counts
from anaphor.errors import UnknownNameError
from anaphor.language import LANGUAGES
from anaphor.text import text
from anaphor.web.security import Guard
from anaphor.web.site.folder import SiteFolder
from anaphor.web.workbench.file import WorkFile, open_work
from anaphor.web.workbench.looker import Looker
from anaphor.web.workbench.workbench import Setting, Workbench


class Benches:
    """Workbenches by name, and what they share: a looker for each language."""

    def __init__(self, folder: SiteFolder, guard: Guard, base: str, corpora: tuple[Counts, ...] = ()) -> None:
        self._folder = folder
        self._guard = guard
        self._base = base
        self._corpora = {counts.language: counts for counts in corpora}
        self._lock = threading.RLock()
        self._benches: dict[str, Workbench] = {}
        self._lookers: dict[str, Looker] = {}

    def start(self) -> None:
        """Read models and counts for the languages of the house, before somebody needs them."""
        for language in LANGUAGES.names():
            self.looker(language)

    def leave(self) -> None:
        """Read no more."""
        for looker in self._lookers.values():
            looker.leave()

    def warm(self) -> dict[str, bool]:
        """Which languages are ready."""
        return {language: looker.warm for language, looker in self._lookers.items()}

    def looker(self, language: str) -> Looker:
        """What looks at drafts in a language; it warms up by itself."""
        with self._lock:
            if language not in self._lookers:
                self._lookers[language] = Looker(language, corpus=self._corpora.get(language))
                self._lookers[language].start()
            return self._lookers[language]

    def passing(self, language: str) -> Looker:
        """The same for a request from outside, which can make none for a language that nobody writes in."""
        found = self._lookers.get(language)  # without the lock: nobody waits for one that is being made
        if found is not None:
            return found
        if language not in self.languages():
            raise UnknownNameError(text("web-site-language"), language, self.languages())
        return self.looker(language)

    def languages(self) -> tuple[str, ...]:
        """The languages that can be asked for: those of the house, of the corpora, and of collections in use."""
        return tuple(sorted({*LANGUAGES.names(), *self._corpora, *self._lookers}))

    def get(self, name: str) -> Workbench | None:
        """The workbench of a file in the folder; None where there is none."""
        with self._lock:
            path = self._folder.collection_files().get(name)
            known = self._benches.get(name)
            if known is None and path is not None:
                known = self._benches[name] = self._bench(name, open_work(path))
            return known

    def make(self, name: str, language: str) -> Workbench:
        """A workbench for a file that is made at the first save."""
        with self._lock:
            file = open_work(self._folder.collections / f"{name}.yaml", language=language)
            self._benches[name] = self._bench(name, file)
            return self._benches[name]

    def _bench(self, name: str, file: WorkFile) -> Workbench:
        setting = Setting(
            path=f"{self._base}/write/{quote(name)}",
            static=f"{self._base}/static",
            file=file.id,
            shown=file.path.name,
            home=f"{self._base}/",
        )
        return Workbench(file, self.looker(file.current().collection.language), self._door, setting)

    async def _door(self, request: Request) -> str:
        session = await self._guard.session(request)
        return session.check
