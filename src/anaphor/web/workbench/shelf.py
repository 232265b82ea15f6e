"""The collections on this machine: which text of theirs resembles a draft."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anaphor.collection import CATALOGUE, load
from anaphor.collection.checks import TextIndex
from anaphor.errors import AnaphorError
from anaphor.schema import Collection, Problem, Schema, question_of

NEAR = 0.45
"""Share of word pairs from which on a text is shown as similar."""
_LARGEST = 5_000
"""Items of a collection that is put on the shelf: larger ones would keep the author waiting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Similar:
    """A text on the shelf that resembles a draft."""

    name: str
    """COLLECTION#ID, or the id alone in the author's own file."""
    share: float
    """Share of word pairs in common."""
    text: str
    """The text."""


class Texts:
    """The texts of some entries, by name, with an index."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._texts = dict(texts)
        self._index = TextIndex(self._texts.items())

    def nearest(self, text: str, skip: frozenset[str] = frozenset()) -> Similar | None:
        """The text that resembles most, if one does."""
        found = self._index.nearest(text, at_least=NEAR, skip=skip)
        return Similar(name=found.name, share=found.share, text=self._texts[found.name]) if found else None


def texts_of(collection: Collection, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Name and text of each entry of a collection, the first variant's for a schema."""
    for part in parts_of(collection):
        yield f"{prefix}{part.id}", text_of(part)


def parts_of(collection: Collection) -> tuple[Schema | Problem, ...]:
    """The schemas and problems of a collection, in the order of the file."""
    return (*collection.schemas, *collection.problems)


def text_of(part: Schema | Problem) -> str:
    """The text of an entry; the first variant's for a schema."""
    return question_of(part.variants[0] if isinstance(part, Schema) else part.item).text


class Shelf:
    """The collections of one language that are on this machine, read once."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._lock = threading.Lock()
        self._texts: Texts | None = None

    def fill(self) -> None:
        """Read the collections, unless that is done."""
        with self._lock:
            if self._texts is not None:
                return
            collections = _on_this_machine(self.language)
            self._texts = Texts(pair for each in collections for pair in texts_of(each, f"{each.name}#"))

    def nearest(self, text: str) -> Similar | None:
        """The known text that resembles most; None also while the shelf is being filled."""
        return self._texts.nearest(text) if self._texts else None


def _on_this_machine(language: str) -> Iterator[Collection]:
    for listing in CATALOGUE:
        fits = listing.language in (language, "mul") and (listing.items or 0) <= _LARGEST
        if fits and CATALOGUE.file_of(listing).exists():
            try:
                yield load(listing.name, language=language)
            except AnaphorError:
                continue  # a damaged download is not the author's trouble now
