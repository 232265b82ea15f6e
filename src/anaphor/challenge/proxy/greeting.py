"""The first message of a TLS connection, read before anything is done with it: which host does it name?

`ssl` could say so in a callback, which writes to the terminal when the name is no ASCII.
"""

from collections.abc import Iterator

from anaphor.challenge.proxy.http import NotPassedError

_HANDSHAKE, _CLIENT_HELLO, _SERVER_NAME = 22, 1, b"\0\0"
_HEAD, _LARGEST_RECORD = 5, 2**14
_LARGEST = 2**16
"""Bytes of the largest greeting; real ones have one or two thousand."""
_MOST_RECORDS = 32
"""Records that a greeting may come in; real ones come in one or two, and each is looked at again when more comes."""
_FIXED = 34
"""Bytes of version and random number, with which a greeting begins."""


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
    """The contents of the whole records that the data begins with."""
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
