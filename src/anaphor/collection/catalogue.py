"""Collections by name, embedded and published with where to get them; and the written taxonomy of domains."""

import hashlib
import os
import tomllib
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from platformdirs import user_cache_path

from anaphor.errors import InputError, Place, UnknownNameError
from anaphor.text import attribute, speaking, text

_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What the catalogue knows of a collection."""

    __pydantic_config__ = _STRICT

    name: str
    """As used on the command line."""
    title: str
    """For people."""
    language: str
    """Language of its texts; `mul` for several."""
    format: str
    """Format of the published file."""
    licence: str | None = None
    """What the source states; None when it states nothing."""
    citation: str | None = None
    """How to cite it."""
    embedded: str | None = None
    """File name inside the package, for our own collections."""
    repository: str | None = None
    """Public repository that holds the file, as owner/name on GitHub."""
    path: str | None = None
    """Path of the file in that repository."""
    commit: str | None = None
    """The version of the repository from which the file is taken."""
    page: str | None = None
    """Page from which a person can download it, where there is no address of the file itself."""
    items: int | None = None
    """How many items the publisher's file holds."""
    bytes: int | None = None
    """Size of the file."""
    sha256: str | None = None
    """Checksum of the file."""

    @property
    def address(self) -> str | None:
        """Where the file itself is fetched from; None when only a page is known."""
        if self.repository is None:
            return None
        return f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{self.path}"


def cache_folder() -> Path:
    """Where downloaded collections are kept: `ANAPHOR_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("ANAPHOR_CACHE")
    return (Path(chosen) if chosen else user_cache_path("anaphor")) / "collections"


class Catalogue:
    """The collections that have a name."""

    @cached_property
    def _listings(self) -> dict[str, Listing]:
        from pydantic import TypeAdapter

        adapter, entries = TypeAdapter(Listing), tomllib.loads((_data() / "catalogue.toml").read_text("utf-8"))
        return {name: adapter.validate_python({"name": name, **entry}) for name, entry in entries.items()}

    def __iter__(self) -> Iterator[Listing]:
        return iter(self._listings.values())

    def get(self, name: str) -> Listing | None:
        """The listing of that name, if there is one."""
        return self._listings.get(name)

    def of_content(self, data: bytes) -> Listing | None:
        """The listing whose published file has exactly this content."""
        sizes = {listing.bytes for listing in self}
        if len(data) not in sizes:
            return None
        digest = hashlib.sha256(data).hexdigest()
        return next((listing for listing in self if listing.sha256 == digest), None)

    def __getitem__(self, name: str) -> Listing:
        if name not in self._listings:
            raise UnknownNameError("collection", name, self._listings)
        return self._listings[name]

    def file_of(self, listing: Listing) -> Path:
        """Where the file of a collection is, or would be once it is downloaded."""
        if listing.embedded:
            return _data() / "collections" / listing.embedded
        return cache_folder() / listing.name / Path(listing.path or f"{listing.name}.data").name

    def path_of(self, name: str) -> Path:
        """The file of a collection that is on this machine; says how to get it when it is not."""
        if name not in self._listings:
            if "/" in name or "." in name:
                raise InputError("collection-no-file", where=Place(file=name))
            raise UnknownNameError("collection", name, self._listings, todo=text("collection-or-a-path"))
        path = self.file_of(self._listings[name])
        if not path.exists():
            raise InputError("collection-not-here", name=name)
        return path


def _data() -> Path:
    return Path(str(files("anaphor"))) / "data"


CATALOGUE = Catalogue()
"""The collections that have a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A kind of common sense, or a topic; its names are in the catalogue of messages."""

    name: str
    """As written in collections."""
    kind: str
    """`common sense` or `topic`."""
    dbpedia: str
    """Name of the DBpedia resource that fits it."""

    @property
    def covers(self) -> str:
        """What it covers, in the language that is spoken."""
        return attribute(f"collection-domain-{self.name}", "covers") or ""


@cache
def domains() -> dict[str, Domain]:
    """All domains by name, kinds of common sense first."""
    entries = tomllib.loads((_data() / "domains.toml").read_text("utf-8"))
    return {name: Domain(name=name, **entry) for name, entry in entries.items()}


def domain_name(name: str, interface: str | None = None) -> str:
    """The name of a domain in the language that is spoken, or in another; one that is not in the taxonomy is as given.

    >>> domain_name("physical", "fr"), domain_name("physical", "en"), domain_name("mine", "fr")
    ('physique', 'physical', 'mine')
    """
    if name not in domains():
        return name
    with speaking(interface) if interface else nullcontext():
        return text(f"collection-domain-{name}")
