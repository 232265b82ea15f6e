"""TLS towards the entry, over a connection that is already there, so that what is inside can be read.

The first message is read before anything is done with it: which host does it name? `ssl` could say so in a callback,
which writes to the terminal when the name is no ASCII.
"""

import asyncio
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from anaphor.challenge.proxy.http import NotPassedError

if TYPE_CHECKING:
    from anaphor.challenge.proxy.authority import Authority

_PIECE = 2**16
_HANDSHAKE_S = 10.0
_ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
_WRONG_NAME = b"\x15\x03\x03\x00\x02\x02\x70"
"""The alert that says: no such host here."""
_HANDSHAKE, _CLIENT_HELLO, _SERVER_NAME = 22, 1, b"\0\0"
_HEAD, _LARGEST_RECORD = 5, 2**14
_LARGEST = 2**16
"""Bytes of the largest greeting; real ones have one or two thousand."""
_MOST_RECORDS = 32
"""Records that a greeting may come in; real ones come in one or two, and each is looked at again when more comes."""
_FIXED = 34
"""Bytes of version and random number, with which a greeting begins."""
_Result = TypeVar("_Result")


class TlsStream:
    """A connection inside which TLS is spoken, read and written like any other."""

    def __init__(self, context: ssl.SSLContext, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._coming, self._going = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._inside = context.wrap_bio(self._coming, self._going, server_side=True)

    @property
    def version(self) -> str | None:
        return self._inside.version()

    async def shake_hands(self, hello: bytes) -> None:
        """Agree on keys, beginning with what came already."""
        self._coming.write(hello)
        await self._driven(self._inside.do_handshake)

    async def read(self, most: int, /) -> bytes:
        """What came next; nothing at its end, however it ended."""
        try:
            return await self._driven(lambda: self._inside.read(most))
        except ssl.SSLError:  # a connection that breaks has ended: what was asked is then not whole
            return b""

    async def write(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            self._inside.write(data[start : start + _PIECE])
            await self._flush()

    async def finish(self) -> None:
        """Say that nothing more comes; the answer is not waited for."""
        with suppress(ssl.SSLError):
            self._inside.unwrap()
        await self._flush()

    async def _driven(self, act: Callable[[], _Result]) -> _Result:
        """What an act comes to, fed with what it needs."""
        while True:
            try:
                return act()
            except ssl.SSLWantReadError:
                pass
            finally:
                await self._flush()  # an alert, where the act failed
            if piece := await self._reader.read(_PIECE):
                self._coming.write(piece)
            else:
                self._coming.write_eof()

    async def _flush(self) -> None:
        self._writer.write(self._going.read())
        await self._writer.drain()


async def secure(
    authority: "Authority", host: str, early: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> TlsStream:
    """The inside of a tunnel that the entry believes to lead to a host."""
    writer.write(_ESTABLISHED)
    await writer.drain()
    try:
        async with asyncio.timeout(_HANDSHAKE_S):
            data = early
            while (hello := greeting(data)) is None:
                if not (piece := await reader.read(_PIECE)):
                    raise NotPassedError(400, "the TLS handshake was broken off", refused=False, reply=b"")
                data += piece
            for name in server_names(hello):
                if name.decode("latin-1").lower().rstrip(".") != host:
                    why = f"the TLS handshake names {name[:255]!r}, CONNECT {host}"
                    raise NotPassedError(421, why, reply=_WRONG_NAME)
            secured = TlsStream(authority.context(host), reader, writer)
            await secured.shake_hands(data)
    except TimeoutError:
        raise NotPassedError(408, "the TLS handshake took too long", refused=False, reply=b"") from None
    except OSError as error:
        why = (getattr(error, "reason", None) or "broken off").lower().replace("_", " ")
        raise NotPassedError(400, f"the TLS handshake failed ({why})", refused=False, reply=b"") from None
    return secured


def greeting(data: bytes) -> bytes | None:
    """The greeting that the data begins with, out of its records; None: more data is needed."""
    message = b""
    for number, record in enumerate(_records(data)):
        message += record
        size = 4 + int.from_bytes(message[1:4])
        if message[0] != _CLIENT_HELLO or size > _LARGEST or number >= _MOST_RECORDS:
            raise NotPassedError(400, "this is no TLS greeting", refused=False)
        if len(message) >= max(4, size):
            return message[4:size]
    return None


def _records(data: bytes) -> Iterator[bytes]:
    place = 0
    while place < len(data):
        head = data[place : place + _HEAD]
        length = int.from_bytes(head[3:])
        whole = len(head) == _HEAD
        if head[0] != _HANDSHAKE or head[1:2] not in (b"", b"\3") or (whole and not 0 < length <= _LARGEST_RECORD):
            raise NotPassedError(400, "no TLS came after CONNECT", refused=False)
        place += _HEAD + length
        if whole and place <= len(data):
            yield data[place - length : place]


def server_names(hello: bytes) -> tuple[bytes, ...]:
    """The hosts that a greeting names: none, or one."""
    names: list[bytes] = []
    try:
        rest = hello[_FIXED:]
        for width in (1, 2, 1):  # session, ciphers, compressions
            _, rest = _vector(rest, width)
        extensions = _vector(rest, 2)[0] if rest else b""
        while extensions:
            kind = extensions[:2]
            content, extensions = _vector(extensions[2:], 2)
            listed = _vector(content, 2)[0] if kind == _SERVER_NAME else b""
            while listed:
                name, listed = _vector(listed[1:], 2)
                names.append(name)
    except ValueError:
        raise NotPassedError(400, "the TLS greeting cannot be read", refused=False) from None
    return tuple(names)


def _vector(data: bytes, width: int) -> tuple[bytes, bytes]:
    """What a length of so many bytes says follows, and what comes after."""
    end = width + int.from_bytes(data[:width])
    if len(data) < end:
        raise ValueError
    return data[width:end], data[end:]
