"""Texts of published sets, known by their sketches: figures from which no text can be read.

A sketch is the smallest hashes of a text's word pairs; the share of those that two sketches have in common estimates
the share of word pairs that the texts do. The file begins with a line of JSON: how many sketches each set has.
"""

import itertools
import json
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from anaphor.collection.checks.findings import normal_words

KEPT = 8
"""Hashes of a sketch; a text with fewer word pairs has none."""
_BYTES = 3
_ENOUGH = 5
"""Hashes in common from which on a text is taken for a copy: about six word pairs of ten."""


def sketch(text: str) -> tuple[int, ...]:
    """The smallest hashes of a text's word pairs; empty where it has too few."""
    words = normal_words(text)
    pairs = {zlib.crc32(f"{one} {other}".encode("utf-8", "replace")) >> 8 for one, other in itertools.pairwise(words)}
    return tuple(sorted(pairs)[:KEPT]) if len(pairs) >= KEPT else ()


def packed(sets: Mapping[str, Iterable[str]]) -> bytes:
    """The file of sketches of some sets of texts, each text once and under the first set that has it."""
    seen: set[tuple[int, ...]] = set()
    counts, body = {}, b""
    for name, texts in sets.items():
        sketches = [digest for digest in dict.fromkeys(map(sketch, texts)) if digest and digest not in seen]
        seen.update(sketches)
        counts[name] = len(sketches)
        body += b"".join(number.to_bytes(_BYTES, "little") for digest in sketches for number in digest)
    return json.dumps(counts).encode() + b"\n" + body


@cache
def _sketches_of_published() -> tuple[dict[str, int], tuple[int, ...], frozenset[int]]:
    """How many texts each set has, the hashes of all texts, one text behind the other, and each hash once."""
    header, _, body = files("anaphor").joinpath("data", "literature", "published.bin").read_bytes().partition(b"\n")
    wide = bytearray(len(body) // _BYTES * 4)
    for place in range(_BYTES):
        wide[place::4] = body[place::_BYTES]
    hashes = struct.unpack(f"<{len(wide) // 4}I", wide)
    return json.loads(header), hashes, frozenset(hashes)


@cache
def _holders() -> tuple[list[str], dict[int, list[int]]]:
    """The set of each text, and the texts that hold a hash."""
    counts, hashes, _ = _sketches_of_published()
    holders: dict[int, list[int]] = defaultdict(list)
    for place, number in enumerate(hashes):
        holders[number].append(place // KEPT)
    return [name for name, count in counts.items() for _ in range(count)], holders


def published(texts: Iterable[str]) -> tuple[int, str, float] | None:
    """The published text that one of some texts is a copy of: its number, its set, and the share in common."""
    _, hashes, every = _sketches_of_published()
    best: tuple[int, str, float] | None = None
    for own in map(set, map(sketch, texts)):
        if len(own & every) < _ENOUGH:  # nearly always: which text holds a hash is not asked for
            continue
        owners, holders = _holders()
        common = Counter(text for number in own for text in holders.get(number, ()))
        for text, shared in common.most_common(3):
            theirs = set(hashes[text * KEPT : (text + 1) * KEPT])
            share = len(theirs & own & set(sorted(theirs | own)[:KEPT])) / KEPT
            if shared >= _ENOUGH and share >= _ENOUGH / KEPT and (best is None or share > best[2]):
                best = text, owners[text], share
    return best


def size_of(name: str) -> int:
    """How many texts of a set are known."""
    return _sketches_of_published()[0][name]
