"""Texts of published sets, known by their sketches: figures from which no text can be read.

A sketch is the smallest hashes of a text's word pairs; the share of those that two sketches have in common estimates
the share of word pairs that the texts do. The file begins with a line of JSON: how many sketches each set has.
"""

import itertools
import json
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
        found = [each for each in dict.fromkeys(map(sketch, texts)) if each and each not in seen]
        seen.update(found)
        counts[name] = len(found)
        body += b"".join(number.to_bytes(_BYTES, "little") for each in found for number in each)
    return json.dumps(counts).encode() + b"\n" + body


@cache
def _known() -> tuple[dict[str, int], list[str], dict[int, list[int]], list[frozenset[int]]]:
    """How many texts each set has, the set of each text, the texts that hold a hash, the hashes of each text."""
    header, _, body = files("anaphor").joinpath("data", "literature", "published.bin").read_bytes().partition(b"\n")
    counts: dict[str, int] = json.loads(header)
    owners = [name for name, count in counts.items() for _ in range(count)]
    holders: dict[int, list[int]] = defaultdict(list)
    sketches = []
    for text in range(len(owners)):
        start = text * KEPT * _BYTES
        cut = (body[place : place + _BYTES] for place in range(start, start + KEPT * _BYTES, _BYTES))
        sketches.append(frozenset(int.from_bytes(each, "little") for each in cut))
        for number in sketches[-1]:
            holders[number].append(text)
    return counts, owners, holders, sketches


def published(texts: Iterable[str]) -> tuple[int, str, float] | None:
    """The published text that one of some texts is a copy of: its number, its set, and the share in common."""
    _, owners, holders, sketches = _known()
    best: tuple[int, str, float] | None = None
    for own in filter(None, map(sketch, texts)):
        common = Counter(text for number in own for text in holders.get(number, ()))
        for text, shared in common.most_common(3):
            union = sorted(sketches[text] | set(own))[:KEPT]
            share = len(sketches[text] & set(own) & set(union)) / KEPT
            if shared >= _ENOUGH and share >= _ENOUGH / KEPT and (best is None or share > best[2]):
                best = text, owners[text], share
    return best


def size_of(name: str) -> int:
    """How many texts of a set are known."""
    return _known()[0][name]
