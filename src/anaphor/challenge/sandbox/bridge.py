"""Inside the sandbox of an entry that may use the internet: carries connections to the proxy's socket.

Programs know proxies by address (HTTP_PROXY), not by socket; so a port of the private loopback leads to the socket.
Like `inside.py`, which runs it, it uses the standard library alone.
"""

from __future__ import annotations

import asyncio
import os
import socket


def start(port: int, proxy: str) -> None:
    """Listen, so that nothing is refused from now on, and leave a process behind that carries."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.bind(("127.0.0.1", port))
    listening.listen(16)
    if os.fork() == 0:
        try:
            # Let go of the entry's pipes and of whatever else is open.
            nothing = os.open("/dev/null", os.O_RDWR)
            for handle in range(3):
                os.dup2(nothing, handle)
            for handle in [int(name) for name in os.listdir("/proc/self/fd")]:
                if handle > 2 and handle != listening.fileno():
                    os.closerange(handle, handle + 1)
            asyncio.run(serve(listening, proxy))
        finally:
            os._exit(0)
    listening.close()


async def serve(listening: socket.socket, proxy: str) -> None:
    """Carry whatever comes to the proxy, without end."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(proxy)
            await asyncio.gather(_pump(reader, back), _pump(there, writer))
            back.close()
        except OSError:
            pass
        writer.close()

    server = await asyncio.start_server(carry, sock=listening)
    await server.serve_forever()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            piece = await reader.read(65536)
            if not piece:
                break
            writer.write(piece)
            await writer.drain()
        writer.write_eof()
    except (OSError, RuntimeError):
        writer.close()
