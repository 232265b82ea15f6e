"""TLS towards the entry, over a connection that is already there, so that what is inside can be read.

pyOpenSSL does it and not `ssl`, for two reasons. It tells the name of the host in a greeting as bytes, where `ssl`
writes a traceback to the referee's terminal when an entry sends a name that is no ASCII; and it takes a key as it is,
where `ssl` wants a file, and no key of a run goes to a disk.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from OpenSSL import SSL

from anaphor.challenge.proxy.http import NotPassedError

if TYPE_CHECKING:
    from anaphor.challenge.proxy.authority import Authority

_PIECE = 2**16
"""Bytes that are read or written at one time."""
_HANDSHAKE_S = 10.0
"""How long a handshake may take: one that is honest takes hundredths of a second."""
_ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
_WRONG_NAME = b"\x15\x03\x03\x00\x02\x02\x70"
"""The alert that says: no such host here."""
_Result = TypeVar("_Result")


class TlsStream:
    """A connection inside which TLS is spoken, read and written like any other."""

    def __init__(self, context: SSL.Context, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._inside = SSL.Connection(context, None)
        self._inside.set_accept_state()

    @property
    def version(self) -> str | None:
        return self._inside.get_protocol_version_name()

    async def shake_hands(self, early: bytes, host: str) -> None:
        """Agree on keys, beginning with what came already, with a client that names this host or none."""

        def agree() -> None:
            try:
                self._inside.do_handshake()
            finally:  # before anything is answered: the certificate goes only to whom it is for
                named = self._inside.get_servername()
                if named is not None and named.decode("latin-1").lower().rstrip(".") != host:
                    why = f"the TLS handshake names {named[:255]!r}, CONNECT {host}"
                    raise NotPassedError(421, why, reply=_WRONG_NAME)

        if early:
            self._inside.bio_write(early)
        await self._driven(agree)

    async def read(self, most: int, /) -> bytes:
        """What came next; nothing at its end, however it ended."""
        try:
            return await self._driven(lambda: self._inside.recv(most))
        except SSL.Error:  # a connection that breaks has ended: what was asked is then not whole
            return b""

    async def write(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            self._inside.sendall(data[start : start + _PIECE])
            await self._flush()

    async def finish(self) -> None:
        """Say that nothing more comes; the answer is not waited for."""
        with suppress(SSL.Error):
            self._inside.shutdown()
        await self._flush()

    async def _driven(self, act: Callable[[], _Result]) -> _Result:
        """What an act comes to, fed with what it needs."""
        while True:
            try:
                done = act()
            except SSL.WantReadError:
                await self._flush()
            except SSL.Error:
                await self._flush()  # an alert that says why
                raise
            else:
                await self._flush()
                return done
            if piece := await self._reader.read(_PIECE):
                self._inside.bio_write(piece)
            else:
                self._inside.bio_shutdown()

    async def _flush(self) -> None:
        with suppress(SSL.Error):  # there is nothing more to send
            while True:
                self._writer.write(self._inside.bio_read(_PIECE))
        await self._writer.drain()


async def secure(
    authority: "Authority", host: str, early: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> TlsStream:
    """The inside of a tunnel that the entry believes to lead to a host."""
    writer.write(_ESTABLISHED)
    await writer.drain()
    secured = TlsStream(authority.context(host), reader, writer)
    try:
        async with asyncio.timeout(_HANDSHAKE_S):
            await secured.shake_hands(early, host)
    except TimeoutError:
        raise NotPassedError(408, "the TLS handshake took too long", refused=False, reply=b"") from None
    except (OSError, SSL.Error) as error:
        raise NotPassedError(400, f"the TLS handshake failed ({_reason(error)})", refused=False, reply=b"") from None
    return secured


def _reason(error: Exception) -> str:
    """Why a handshake failed, in OpenSSL's words; they are a list of what went wrong, the first cause first."""
    if isinstance(error, SSL.Error) and not isinstance(error, SSL.SysCallError) and error.args:
        for _library, _function, reason in error.args[0]:
            return str(reason)
    return "broken off"
