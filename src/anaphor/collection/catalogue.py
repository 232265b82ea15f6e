"""Collections by name, embedded and published with where to get them; and the written taxonomy of domains."""

import fcntl
import hashlib
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

from anaphor.collection.protocol import LARGEST_FILE
from anaphor.errors import ChecksumError, DownloadError, InputError, OutputError, Place, UnknownNameError
from anaphor.files import atomic_file, cache_folder, regular_bytes
from anaphor.progress import Progress
from anaphor.progress import progress as bar_for
from anaphor.text import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What the catalogue knows of a collection."""

    name: str
    """As used on the command line."""
    title: str
    language: str
    """Language of its texts; `mul` for several."""
    format: str
    licence: str | None = None
    """What the source states; None when it states nothing."""
    citation: str | None = None
    embedded: str | None = None
    """File name inside the package, for our own collections."""
    repository: str | None = None
    """Public repository that holds the file, as owner/name on GitHub."""
    path: str | None = None
    commit: str | None = None
    """The version of the repository from which the file is taken."""
    page: str | None = None
    """Page from which a person can download it, where there is no address of the file itself."""
    items: int | None = None
    """How many items the publisher's file holds."""
    bytes: int | None = None
    sha256: str | None = None

    @property
    def address(self) -> str | None:
        """Where the file itself is fetched from; None when only a page is known."""
        if self.repository is None:
            return None
        return f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{self.path}"


class Catalogue:
    """The collections that have a name."""

    @cached_property
    def _listings(self) -> dict[str, Listing]:
        entries = tomllib.loads((_data() / "catalogue.toml").read_text("utf-8"))
        return {name: Listing(name=name, **entry) for name, entry in entries.items()}

    def __iter__(self) -> Iterator[Listing]:
        return iter(self._listings.values())

    def get(self, name: str) -> Listing | None:
        """The listing of that name, if there is one."""
        return self._listings.get(name)

    def of_content(self, data: bytes) -> Listing | None:
        """The listing whose published file has exactly this content."""
        if len(data) not in {listing.bytes for listing in self}:
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
        return cache_folder("collections") / listing.name / Path(listing.path or f"{listing.name}.data").name

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


# --- fetching a published collection: resumed where it broke off, and checked before it is kept ----------------------


_PIECE = 64 * 1024
_TIMEOUT_S = 30
_OUT_OF_RANGE = 416
_PARTIAL = 206


def get(
    name: str | Listing,
    *,
    file: str | Path | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> Path:
    """The file of a published collection on this machine, downloaded unless it is already here and whole.

    A broken download is resumed; what does not match the catalogue's checksum is thrown away. `file` is one that was
    downloaded by hand, of which a copy is kept; `address` another place to download from. Licence and citation are in
    `CATALOGUE[name]`.

    >>> get("anaphor-fr").name
    'anaphor-fr.yaml'
    """
    listing = CATALOGUE[name] if isinstance(name, str) else name
    if file is not None:
        return adopt(listing, Path(file))
    path = CATALOGUE.file_of(listing)
    if listing.embedded or (path.exists() and _checksum(path) == listing.sha256):
        return path
    address = address or listing.address
    if address is None:
        raise InputError("collection-no-address", name=listing.name, page=listing.page or "")
    if not address.startswith(("http://", "https://")):
        raise InputError("collection-bad-address", address=address[:80])
    if progress is None:
        with bar_for(text("collection-fetching", name=listing.name)) as bar:
            return get(listing, address=address, progress=bar)
    part = _make_folder(path) / f"{path.name}.part"
    with _lock(part) as begun:
        _fetch(address, begun, listing.bytes, progress)
        size = part.stat().st_size
        if listing.bytes is not None and size < listing.bytes:
            why = text("collection-bytes-missing", came=size, all=listing.bytes)
            raise DownloadError("collection-not-fetched", address=address, why=why)
        try:
            _compare(listing, _checksum(part), address)
        except ChecksumError:
            part.unlink()
            raise
        part.replace(path)
    return path


def adopt(listing: Listing, file: Path) -> Path:
    """Keep a copy of a file that the user downloaded by hand, if it is the one that the catalogue knows."""
    data = regular_bytes(file, LARGEST_FILE)
    _compare(listing, hashlib.sha256(data).hexdigest(), str(file))
    path = CATALOGUE.file_of(listing)
    _make_folder(path)
    with atomic_file(path) as target:
        target.write(data)
    return path


def _make_folder(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("collection-no-cache", where=path.parent, why=error.strerror or "") from error
    return path.parent


@contextmanager
def _lock(part: Path) -> Iterator[BinaryIO]:
    """The partial file, open at its end, while no other process writes it."""
    try:
        with part.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not (part.exists() and os.path.samestat(part.stat(), os.fstat(file.fileno()))):
                # The other process ended between our opening and our lock: this is its finished file.
                raise BlockingIOError
            yield file
    except BlockingIOError as error:
        raise DownloadError("collection-fetched-elsewhere") from error
    except OSError as error:
        raise OutputError("collection-not-written", where=part, why=error.strerror or str(error)) from error


def _fetch(address: str, file: BinaryIO, total: int | None, progress: Progress) -> None:
    """Append to the file what is still missing."""
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    done = file.tell()
    try:
        request = Request(address, headers={"Range": f"bytes={done}-"} if done else {})
        with urlopen(request, timeout=_TIMEOUT_S) as response:
            if response.status != _PARTIAL and done:
                file.truncate(0)
                done = 0
            while (total is None or done <= total) and (piece := response.read1(_PIECE)):
                file.write(piece)
                done += len(piece)
                progress(done, total)
    except HTTPError as error:
        # A complete part file leaves nothing to ask for; the checksum decides about it.
        if error.code != _OUT_OF_RANGE or not done:
            why = text("collection-server-answers", number=error.code, reason=error.reason)
            raise DownloadError("collection-not-fetched", address=address, why=why) from error
    except (URLError, HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        why = str(getattr(error, "reason", error)) or type(error).__name__
        raise DownloadError("collection-not-fetched", address=address, why=why) from error
    file.flush()
    os.fsync(file.fileno())


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _compare(listing: Listing, found: str, origin: str) -> None:
    if listing.sha256 != found:
        wanted = (listing.sha256 or text("collection-word-known"))[:12]
        raise ChecksumError("collection-other-file", origin=origin, name=listing.name, found=found[:12], known=wanted)
