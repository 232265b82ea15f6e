"""UTF-8 in NFC, seen and made on the bytes: nearly all text is in NFC, and decoding it to see that costs more."""

import unicodedata
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_IMPOSSIBLE = 9
_FOLLOWING = np.array(
    [0] * 0xC0 + [_IMPOSSIBLE] * 2 + [1] * 30 + [2] * 16 + [3] * 5 + [_IMPOSSIBLE] * 11,
    np.uint8,
)
"""By first byte of a character: how many bytes follow."""
_TO_LOOK_AT = np.array([code >= 0xCC and code != 0xE2 for code in range(256)])
"""By first byte of a character: whether NFC might change it; E2 is looked at more closely."""
_SECOND = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
"""First bytes after which not every second byte is allowed."""
_DENSE = 200
"""Bytes per character to look at: where there are more of them, the whole text is decoded."""

_Codes: TypeAlias = NDArray[np.uint8]
_Places: TypeAlias = NDArray[np.intp]
_Mask: TypeAlias = NDArray[np.bool_]


def in_nfc(data: bytes) -> bytes | None:
    """The same text in NFC; None where the bytes are not UTF-8.

    U+0000–U+02FF and U+2002–U+20BF (letters of western languages, typographic marks, €) are never changed by NFC;
    only lines with other characters are decoded and looked at.

    >>> in_nfc("e\\u0301te\\u0301, l’été".encode()).decode()
    'été, l’été'
    >>> in_nfc(b"\\xe9t\\xe9") is None
    True
    """
    if data.isascii():
        return data
    codes: _Codes = np.frombuffer(data, np.uint8)
    places: _Places = np.flatnonzero(codes >= 0x80)
    high: _Codes = codes[places]
    if not _is_utf8(high, places):
        return None
    look: _Mask = _TO_LOOK_AT[high]  # for each byte, whether it begins a character that NFC might change
    signs = np.flatnonzero(high == 0xE2)
    second, third = high[signs + 1], high[signs + 2]
    look[signs] = (second > 0x82) | ((second == 0x80) & (third < 0x82))
    spots = places[look]
    if spots.size * _DENSE > len(data):
        return unicodedata.normalize("NFC", data.decode()).encode()
    return _with_lines_in_nfc(data, spots) if spots.size else data


def _is_utf8(high: _Codes, places: _Places) -> bool:
    """Whether the bytes above 127, at those places, are whole characters."""
    wanted = _FOLLOWING[high]
    following: _Mask = high < 0xC0
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


def _with_lines_in_nfc(data: bytes, spots: _Places) -> bytes:
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
