"""Fetching a published collection: resumed where it broke off, and checked before it is kept."""

import fcntl
import hashlib
import http.client
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from anaphor.collection.catalogue import CATALOGUE, Listing
from anaphor.collection.protocol import LARGEST_FILE
from anaphor.errors import ChecksumError, DownloadError, InputError, OutputError, Place
from anaphor.files import atomic_file, regular_bytes
from anaphor.text import text

Progress = Callable[[int, int | None], None]
"""Called with the bytes that are there and the bytes that there will be, if known."""

_PIECE = 64 * 1024
_TIMEOUT_S = 30
_OUT_OF_RANGE = 416
_PARTIAL = 206


def get(listing: Listing, *, address: str | None = None, progress: Progress = lambda done, total: None) -> Path:
    """The file of a published collection on this machine, downloaded unless it is already here and whole.

    A broken download is resumed; what does not match the catalogue's checksum is thrown away.
    """
    path = CATALOGUE.file_of(listing)
    if listing.embedded or (path.exists() and _checksum(path) == listing.sha256):
        return path
    address = address or listing.address
    if address is None:
        raise InputError("collection-no-address", name=listing.name, page=listing.page or "")
    if not address.startswith(("http://", "https://")):
        raise InputError("collection-bad-address", address=address[:80])
    part = _make_folder(path) / f"{path.name}.part"
    with _locked(part) as file:
        _fetch(address, file, listing.bytes, progress)
        size = part.stat().st_size
        if listing.bytes is not None and size < listing.bytes:
            raise _failed(address, text("collection-bytes-missing", came=size, all=listing.bytes))
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
        where = Place(file=str(path.parent))
        raise OutputError("collection-no-cache", where=where, why=error.strerror or "") from error
    return path.parent


@contextmanager
def _locked(part: Path) -> Iterator[BinaryIO]:
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
        where = Place(file=str(part))
        raise OutputError("collection-not-written", where=where, why=error.strerror or str(error)) from error


def _fetch(address: str, file: BinaryIO, total: int | None, progress: Progress) -> None:
    """Append to the file what is still missing."""
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
            answer = text("collection-server-answers", number=error.code, reason=error.reason)
            raise _failed(address, answer) from error
    except (URLError, http.client.HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        raise _failed(address, str(getattr(error, "reason", error)) or type(error).__name__) from error
    file.flush()
    os.fsync(file.fileno())


def _failed(address: str, why: str) -> DownloadError:
    return DownloadError("collection-not-fetched", address=address, why=why)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _compare(listing: Listing, found: str, origin: str) -> None:
    if listing.sha256 != found:
        known = (listing.sha256 or text("collection-word-known"))[:12]
        raise ChecksumError("collection-other-file", origin=origin, name=listing.name, found=found[:12], known=known)
