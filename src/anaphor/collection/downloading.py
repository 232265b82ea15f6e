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
        raise InputError(
            f"{listing.name} has no address of its own",
            todo=f"Download it from {listing.page}, then run: anaphor collection get {listing.name} --from FILE",
        )
    if not address.startswith(("http://", "https://")):
        raise InputError(f"{address[:80]} is no web address", todo="It begins with https:// or http://.")
    part = _make_folder(path) / f"{path.name}.part"
    with _locked(part) as file:
        _fetch(address, file, listing.bytes, progress)
        _verify(listing, part, address)
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
        raise OutputError(
            f"the cache folder cannot be made ({error.strerror})",
            where=Place(file=str(path.parent)),
            todo="Set ANAPHOR_CACHE to a folder that you may write to.",
        ) from error
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
        raise DownloadError("another process is fetching this collection", todo="Wait for it to end.") from error
    except OSError as error:
        raise OutputError(f"could not be written ({error.strerror or error})", where=Place(file=str(part))) from error


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
            raise _failed(address, f"the server answers {error.code} {error.reason}") from error
    except (URLError, http.client.HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        raise _failed(address, str(getattr(error, "reason", error)) or type(error).__name__) from error
    file.flush()
    os.fsync(file.fileno())


def _failed(address: str, why: str) -> DownloadError:
    return DownloadError(
        f"could not fetch {address} ({why})",
        todo="Check the connection and run the same command again: it goes on where it stopped.",
    )


def _verify(listing: Listing, part: Path, address: str) -> None:
    if listing.bytes is not None and part.stat().st_size < listing.bytes:
        raise _failed(address, f"only {part.stat().st_size:,} of {listing.bytes:,} bytes came")
    try:
        _compare(listing, _checksum(part), address)
    except ChecksumError:
        part.unlink()
        raise


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _compare(listing: Listing, found: str, origin: str) -> None:
    if listing.sha256 != found:
        raise ChecksumError(
            f"{origin} is not the {listing.name} that the catalogue knows (sha256 {found[:12]}…, not "
            f"{(listing.sha256 or 'known')[:12]}…)",
            todo="It was changed or is another version; read it by its path if you trust it.",
        )
