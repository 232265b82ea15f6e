"""A workbench served for the tests, in a thread of this process, and a small corpus in which some words go together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

from anaphor.corpus import Index
from anaphor.text import speaking
from anaphor.web import Looker, open_work, writing_app
from tests.corpus.naive import index_of, write_corpus
from tests.web.served import listening

T = TypeVar("T")
SECRET = "a-secret-of-the-tests"
FILE = """\
# Mes schémas, à relire
anaphor: 1
name: mes-schemas
language: fr

schemas:
  # celui-ci est bon
  - id: panne
    text: "Le mécanicien a dépanné le cycliste parce qu'[il] avait {ses outils|crevé}."   # à garder
    question: "Qui avait {ses outils|crevé} ?"
    answers: [le mécanicien, le cycliste]
    domains: [causal, transport]

  - id: colis
    text: "Le voisin a remercié le facteur parce qu'[il] avait {reçu|apporté} le colis."
    answers: [le voisin, le facteur]
"""

_CORPUS = (
    "Le loup avait faim et le loup mangeait.\n" * 12
    + "Le loup avait peur du feu.\n"
    + "Le lapin avait peur et le lapin courait.\n" * 12
    + "Le lapin avait faim ce jour.\n"
    + "Le jardinier arrose les fleurs du parc.\n" * 40
)


def small_index(folder: Path) -> Index:
    """An index of invented lines: wolves are hungry in it, and rabbits afraid."""
    return index_of(write_corpus(folder / "in", _CORPUS), folder / "out")


@cache
def warm_looker() -> Looker:
    """A looker for French that has read its models, shared by the tests of a process."""
    looker = Looker("fr")
    looker.start().join()
    return looker


@contextmanager
def bench(path: Path, looker: Looker | None = None, *, interface: str = "en") -> Iterator[str]:
    """The address of a file's workbench, without its last slash."""
    app = writing_app(open_work(path), looker or warm_looker(), SECRET, interface=interface)
    with listening(app) as address:
        yield f"{address}/{SECRET}"


def spoken(language: str, call: Callable[..., T], *values: object) -> T:
    """What a call gives while a language is spoken."""
    with speaking(language):
        return call(*values)
