"""How a row of a table of pairs is coded, and read: as a whole with numpy, or one number without loading it.

A row holds rising numbers below a limit, the words that a word meets, each with a value from 1 on. The numbers are
coded after Elias and Fano: the low bits as they are, the high ones as the gaps between them, each gap a run of zeros
before a one. A value is coded after Elias (gamma): its length as such a run, then its bits. With whole-array operations
a row of a thousand pairs takes some ten microseconds.
"""

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


def encoded(numbers: "Numbers", values: "Numbers", limit: int) -> bytes:
    """A row as bytes: rising numbers below the limit, and a value from 1 on for each."""
    import numpy as np

    low = _low_bits(numbers.size, limit)
    lows = (numbers[:, None] >> np.arange(low)) & 1
    highs = np.zeros(numbers.size + (limit >> low) + 1, np.uint8)
    highs[(numbers >> low) + np.arange(numbers.size)] = 1
    # The values: all lengths, then all bits behind the leading ones.
    lengths = np.frexp(values.astype(np.float64))[1].astype(np.int64) - 1
    ends = np.cumsum(lengths + 1)
    runs = np.zeros(int(ends[-1]) if ends.size else 0, np.uint8)
    runs[ends - 1] = 1
    owner = np.repeat(np.arange(values.size), lengths)
    place = np.arange(owner.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    bits = np.concatenate([runs, ((values[owner] >> place) & 1).astype(np.uint8)])
    parts = (lows.astype(np.uint8).ravel(), highs, bits)
    return b"".join(np.packbits(part, bitorder="little").tobytes() for part in parts)


def decoded(coded: bytes, size: int, limit: int) -> tuple["Numbers", "Numbers"]:
    """The numbers of a row of that size, and their values."""
    import numpy as np

    if not size:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    row = np.frombuffer(coded, np.uint8)
    bits_of = partial(np.unpackbits, bitorder="little")
    low = _low_bits(size, limit)
    lows_end = -(-size * low // 8)
    highs_end = lows_end - (-(size + (limit >> low) + 1) // 8)
    highs = np.flatnonzero(bits_of(row[lows_end:highs_end]))[:size] - np.arange(size)
    lows = bits_of(row[:lows_end])[: size * low].reshape(size, low) @ (1 << np.arange(low))
    bits = bits_of(row[highs_end:])
    ends = np.flatnonzero(bits)[:size]
    lengths = np.diff(ends, prepend=-1) - 1
    firsts = np.cumsum(lengths) - lengths
    owner = np.repeat(np.arange(size), lengths)
    tail = bits[ends[-1] + 1 : ends[-1] + 1 + owner.size].astype(np.int64) << (np.arange(owner.size) - firsts[owner])
    return (highs << low) | lows, (1 << lengths) + np.bincount(owner, tail, size).astype(np.int64)


def value_in(row: bytes, size: int, limit: int, number: int) -> int | None:
    """The value of one number in a row that `encoded` wrote; None where it is not in it."""
    if not size:
        return None
    low = _low_bits(size, limit)
    bits = f"{int.from_bytes(row, 'little'):0{8 * len(row)}b}"[::-1]
    highs = -(-size * low // 8) * 8
    values = highs - (-(size + (limit >> low) + 1) // 8) * 8
    alike = bits[highs:values].split("0", (number >> low) + 1)  # ones, for each high part those that have it
    place = sum(map(len, alike[: number >> low]))
    end = place + len(alike[number >> low])
    wanted = f"{number & ((1 << low) - 1):0{low}b}"[::-1] if low else ""
    while place < end and bits[place * low : (place + 1) * low] != wanted:
        place += 1
    if place == end:
        return None
    runs = bits[values:].split("1", size)  # the length of each value, as zeros, and all that follows
    tail = len(bits) - len(runs[-1]) + sum(map(len, runs[:place]))
    return int("1" + bits[tail : tail + len(runs[place])][::-1], 2)


def _low_bits(size: int, limit: int) -> int:
    """How many bits of each number are kept as they are: the fewest bits in all, for numbers spread evenly."""
    return max(0, (limit // max(1, size)).bit_length() - 1)
