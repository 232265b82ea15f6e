"""The rows of a table of pairs in few bits: the words that a word meets, each with a value from 1 on.

A row holds rising numbers below a limit. They are coded after Elias and Fano: the low bits as they are, the high ones
as the gaps between them, each gap a run of zeros before a one. A value is coded after Elias (gamma): its length as such
a run, then its bits. All of it is read with whole-array operations, so that a row of a thousand pairs takes some ten
microseconds.
"""

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint8]
Numbers = NDArray[np.int64]


def encoded(numbers: Numbers, values: Numbers, limit: int) -> bytes:
    """A row as bytes: rising numbers below the limit, and a value from 1 on for each."""
    low = _low_bits(numbers.size, limit)
    lows = (numbers[:, None] >> np.arange(low)) & 1
    highs = np.zeros(_high_size(numbers.size, limit, low), np.uint8)
    highs[(numbers >> low) + np.arange(numbers.size)] = 1
    parts = (lows.astype(np.uint8).ravel(), highs, _encoded_values(values))
    return b"".join(np.packbits(part, bitorder="little").tobytes() for part in parts)


def decoded(row: NDArray[np.uint8], size: int, limit: int) -> tuple[Numbers, Numbers]:
    """The numbers of a row of that size, and their values."""
    low = _low_bits(size, limit)
    lows_end = -(-size * low // 8)
    highs_end = lows_end - (-_high_size(size, limit, low) // 8)
    highs = np.flatnonzero(_bits(row[lows_end:highs_end]))[:size] - np.arange(size)
    lows = _bits(row[:lows_end])[: size * low].reshape(size, low) @ (1 << np.arange(low))
    return (highs << low) | lows, _decoded_values(_bits(row[highs_end:]), size)


def _low_bits(size: int, limit: int) -> int:
    """How many bits of each number are kept as they are: the fewest bits in all, for numbers spread evenly."""
    return max(0, (limit // max(1, size)).bit_length() - 1)


def _high_size(size: int, limit: int, low: int) -> int:
    return size + (limit >> low) + 1


def _bits(data: NDArray[np.uint8]) -> Bits:
    return np.unpackbits(data, bitorder="little")


def _encoded_values(values: Numbers) -> Bits:
    """Values from 1 on: all lengths, then all bits behind the leading ones."""
    lengths = np.frexp(values.astype(np.float64))[1].astype(np.int64) - 1
    ends = np.cumsum(lengths + 1)
    runs = np.zeros(int(ends[-1]) if ends.size else 0, np.uint8)
    runs[ends - 1] = 1
    owner = np.repeat(np.arange(values.size), lengths)
    place = np.arange(owner.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.concatenate([runs, ((values[owner] >> place) & 1).astype(np.uint8)])


def _decoded_values(bits: Bits, size: int) -> Numbers:
    """What `_encoded_values` wrote."""
    ends = np.flatnonzero(bits)[:size]
    lengths = np.diff(ends, prepend=-1) - 1
    firsts = np.cumsum(lengths) - lengths
    owner = np.repeat(np.arange(size), lengths)
    tail = bits[ends[-1] + 1 : ends[-1] + 1 + owner.size].astype(np.int64) << (np.arange(owner.size) - firsts[owner])
    return (1 << lengths) + np.bincount(owner, tail, size).astype(np.int64)
