"""Text in whatever encoding as UTF-8 in NFC with newlines: the encoding is said by the user or found from the head."""

import codecs
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from anaphor.errors import FormatError, Place, UnknownNameError
from anaphor.files.settings import Errors as Errors
from anaphor.text import Message, message

HEAD = 1 << 16
"""Bytes at the beginning of a file from which its encoding, its format and its layout are found."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte-order marks; the ones of UTF-32 before those of UTF-16, which begin them."""
_KNOWN = ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "iso-8859-15", "mac-roman", "ascii")
_NO_TEXT = bytes(code for code in range(32) if code not in b"\t\n\v\f\r\x1b") + b"\x7f"
_MOST_CONTROLS = 0.01
"""Share of control characters from which on a file is binary; old texts have a stray one now and then."""
_DECLARATION = re.compile(rb"""\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_REPLACED = "\ufffd"
_ZEROS_OF_UTF16 = 0.8
"""Share of zeros among every second byte from which on a text is taken for UTF-16: letters of ours have them all."""

_IMPOSSIBLE = 9
_FOLLOWING = bytes([0] * 0xC0 + [_IMPOSSIBLE] * 2 + [1] * 30 + [2] * 16 + [3] * 5 + [_IMPOSSIBLE] * 11)
"""By first byte of a character: how many bytes follow."""
_TO_LOOK_AT = bytes(code >= 0xCC and code != 0xE2 for code in range(256))
"""By first byte of a character: whether NFC might change it; E2 is looked at more closely."""
_SECOND = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
"""First bytes after which not every second byte is allowed."""
_DENSE = 200
"""Bytes per character to look at: where there are more of them, the whole text is decoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How the characters of a file are written."""

    name: str
    """Python's name of it."""
    mark: int = 0
    """Length of the byte-order mark at the beginning, in bytes."""
    note: Message | None = None
    """What a user should know about how it was found."""

    @property
    def cuttable(self) -> bool:
        """Whether a byte below 128 is always the ASCII character, so that the bytes may be cut at newlines."""
        return self.name == "utf-8" or _one_byte_per_character(self.name)


@cache
def _one_byte_per_character(name: str) -> bool:
    ascii_half = bytes(range(128))
    try:
        same = ascii_half.decode(name) == ascii_half.decode("ascii")
        return same and all(len(bytes([code, 0x41]).decode(name, "replace")) == 2 for code in range(128, 256))
    except (UnicodeError, LookupError):
        return False


def mark_of(head: bytes) -> str | None:
    """The encoding that a byte-order mark shows; None where there is no mark."""
    return next((name for mark, name in _MARKS if head.startswith(mark)), None)


def unmarked_utf16(data: bytes) -> str | None:
    """The order of the bytes of UTF-16 that lacks its mark: every second byte is zero; None for anything else.

    >>> unmarked_utf16("été".encode("utf-16-be"))
    'utf-16-be'
    """
    for order, start in (("utf-16-le", 1), ("utf-16-be", 0)):
        zeros = data[start::2].count(0)
        if zeros > _ZEROS_OF_UTF16 * len(data[start::2]) and data[1 - start :: 2].count(0) < zeros / 10:
            return order
    return None


def find_encoding(head: bytes, given: str | None) -> Encoding | None:
    """The encoding that the user gives, or the one that the head of a file shows; None where it is no text.

    >>> find_encoding("été".encode("cp1252"), None).name
    'cp1252'
    """
    if given is not None:
        try:
            b"a".decode(given, "replace")  # what is no text encoding (base64) fails here
            name = codecs.lookup(given).name
        except (LookupError, ValueError) as error:
            raise UnknownNameError("encoding", given, _KNOWN) from error
        if name in ("utf-8", "utf-8-sig"):
            return Encoding(name="utf-8", mark=3 if head.startswith(codecs.BOM_UTF8) else 0)
        return Encoding(name=name)
    if marked := mark_of(head):
        return Encoding(name=marked, mark=len(codecs.BOM_UTF8) if marked == "utf-8" else 0)
    if b"\0" in head and (order := unmarked_utf16(head)):
        return Encoding(name=order, note=message("files-guessed-encoding", encoding=order))
    if b"\0" in head or len(head) - len(head.translate(None, _NO_TEXT)) > _MOST_CONTROLS * len(head):
        return None
    # A few broken bytes in UTF-8 are an error of the file, not another encoding.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    broken = text.count(_REPLACED)
    plain = len(head.translate(None, bytes(range(0x80, 0x100))))
    if broken * 10 <= len(text) - plain - broken:
        return Encoding(name="utf-8")
    declared = _DECLARATION.match(head)
    if declared and _one_byte_per_character(name := declared[1].decode("ascii")):
        return Encoding(name=codecs.lookup(name).name)
    try:
        head.decode("cp1252")
        name = "cp1252"
    except UnicodeDecodeError:
        name = "latin-1"
    # The accented letters of French are 0x88 to 0x90 on the old Macintosh, and hardly ever anything elsewhere.
    if 2 * sum(head.count(code) for code in b"\x88\x8d\x8e\x8f\x90") > len(head) - plain:
        name = "mac-roman"
    return Encoding(name=name, note=message("files-guessed-encoding", encoding=name))


def binary(file: str) -> FormatError:
    """The error that a file is no text, to raise."""
    return FormatError("files-binary", where=Place(file=file))


def cleaned(data: bytes, encoding: str, errors: Errors) -> tuple[bytes, int]:
    """The text as UTF-8 in NFC with newlines, and how many broken sequences were replaced.

    >>> cleaned("e\\u0301te\\u0301\\r\\n".encode(), "utf-8", Errors.STRICT)[0].decode()
    'été\\n'
    """
    replaced = 0
    clean = in_nfc(data) if encoding == "utf-8" else None
    if clean is None:
        text = data.decode(encoding, errors)
        if errors is Errors.REPLACE:
            replaced = text.count(_REPLACED) - (data.count(_REPLACED.encode()) if encoding == "utf-8" else 0)
        clean = as_utf8(text)
    return with_newlines(clean), replaced


def as_utf8(text: str) -> bytes:
    """A text as UTF-8 in NFC; half surrogate pairs, which JSON can write, become the replacement character."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        data = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")
    return in_nfc(data) or data


def with_newlines(data: bytes) -> bytes:
    """The bytes with a newline for every line end of Windows or of the old Macintosh."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


class Transcoder:
    """A source of UTF-8 from a source of bytes in an encoding that cannot be cut at newlines (UTF-16 …)."""

    def __init__(self, more: Callable[[int], bytes], encoding: str, errors: Errors) -> None:
        self._more = more
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)
        self._counts = errors is Errors.REPLACE
        self._ended = False
        self.taken = 0
        """How many bytes have been taken from the source."""
        self.replaced = 0
        """How many broken sequences have been replaced."""

    def more(self, size: int) -> bytes:
        """Some bytes of UTF-8; none at the end."""
        while not self._ended:
            data = self._more(max(size, 4))
            self._ended = not data
            self.taken += len(data)
            text = self._decoder.decode(data, final=self._ended)
            self.replaced += text.count(_REPLACED) if self._counts else 0
            if text:
                return text.encode("utf-8", "surrogatepass")
        return b""


def in_nfc(data: bytes) -> bytes | None:
    """The same text in NFC; None where the bytes are not UTF-8.

    Seen and made on the bytes: nearly all text is in NFC, and decoding it to see that costs more. U+0000–U+02FF and
    U+2002–U+20BF (letters of western languages, typographic marks, €) are never changed by NFC; only lines with other
    characters are decoded and looked at.

    >>> in_nfc("e\\u0301te\\u0301, l’été".encode()).decode()
    'été, l’été'
    >>> in_nfc(b"\\xe9t\\xe9") is None
    True
    """
    if data.isascii():
        return data
    import numpy as np  # few files get here

    codes = np.frombuffer(data, np.uint8)
    places = np.flatnonzero(codes >= 0x80)
    high = codes[places]
    if not _is_utf8(high, places):
        return None
    look = np.frombuffer(_TO_LOOK_AT, np.bool_)[
        high
    ]  # for each byte, whether it begins a character that NFC might change
    signs = np.flatnonzero(high == 0xE2)
    second, third = high[signs + 1], high[signs + 2]
    look[signs] = (second > 0x82) | ((second == 0x80) & (third < 0x82))
    spots = places[look]
    if spots.size * _DENSE > len(data):
        return unicodedata.normalize("NFC", data.decode()).encode()
    pieces: list[bytes] = []
    kept = seen = 0
    for spot in spots.tolist():
        if spot < seen:
            continue
        start, end = data.rfind(b"\n", 0, spot) + 1, data.find(b"\n", spot)
        seen = end if end >= 0 else len(data)
        line = data[start:seen]
        normal = unicodedata.normalize("NFC", line.decode()).encode()
        if normal != line:
            pieces += (data[kept:start], normal)
            kept = seen
    return b"".join((*pieces, data[kept:])) if pieces else data


def _is_utf8(high: Any, places: Any) -> bool:
    """Whether the bytes above 127, at those places, are whole characters."""
    import numpy as np

    wanted = np.frombuffer(_FOLLOWING, np.uint8)[high]
    following = high < 0xC0
    due = np.zeros(high.size, np.bool_)
    for step in (1, 2, 3):
        due[step:] |= (wanted[:-step] >= step) & (places[step:] - places[:-step] == step)
    if (wanted == _IMPOSSIBLE).any() or not (due == following).all() or wanted.sum() != np.count_nonzero(following):
        return False
    for first, (low, top) in _SECOND.items():
        second = high[np.flatnonzero(high == first) + 1]
        if ((second < low) | (second > top)).any():
            return False
    return True
