# ruff: noqa: PLR0913, PLR0917
# For numba: plain loops over arrays; records would have to be taken apart first.
"""The compiled passes over the words of a shard. Needs the extra `build`."""

from typing import Any

import numpy as np

from anaphor.corpus.kernel.numba import compiled
from anaphor.corpus.kernel.stream import END, SOURCE

_NEVER = np.uint32(0xFFFFFFFF)

# Where an expansion keeps how many words, sentences and sources it has written, and the length of the open sentence.
WORDS, SENTENCES, SOURCES, LENGTH = 0, 1, 2, 3


@compiled
def expand(
    stream: Any,
    begin: int,
    single: Any,
    starts: Any,
    types: Any,
    longest: int,
    state: Any,
    words: Any,
    lengths: Any,
    sources: Any,
) -> Any:
    """Write the words, sentences and sources of a raw stream; where it stopped: at the end, or with no room left."""
    at, sentence, source, length = state[WORDS], state[SENTENCES], state[SOURCES], state[LENGTH]
    done = stream.size
    for index in range(begin, stream.size):
        raw = stream[index]
        if raw >= SOURCE:
            if length:
                lengths[sentence] = length
                sentence += 1
                length = 0
            if raw != END:
                sources[source] = sentence
                source += 1
            continue
        kind = single[raw]
        first, last = (0, 1) if kind >= 0 else (starts[-1 - kind], starts[-kind])
        if at + last - first > words.size:
            done = index
            break
        for place in range(first, last):
            if length == longest:
                lengths[sentence] = length
                sentence += 1
                length = 0
            words[at] = kind if kind >= 0 else types[place]
            at += 1
            length += 1
    state[WORDS], state[SENTENCES], state[SOURCES], state[LENGTH] = at, sentence, source, length
    return done


@compiled
def count(words: Any, lengths: Any, lemma_of: Any, occurrences: Any, sentences: Any) -> None:
    """Count the occurrences of types and the sentences of lemmas."""
    last = np.full(sentences.size, _NEVER, np.uint32)
    at = 0
    for sentence in range(lengths.size):
        for _ in range(lengths[sentence]):
            word = words[at]
            at += 1
            occurrences[word] += 1
            lemma = lemma_of[word]
            if last[lemma] != sentence:
                last[lemma] = sentence
                sentences[lemma] += 1


@compiled
def fill(words: Any, lengths: Any, lemma_of: Any, places: Any, found: Any) -> None:
    """Write the sentences of each lemma from its place on."""
    last = np.full(places.size, _NEVER, np.uint32)
    at = 0
    for sentence in range(lengths.size):
        for _ in range(lengths[sentence]):
            lemma = lemma_of[words[at]]
            at += 1
            if last[lemma] != sentence:
                last[lemma] = sentence
                found[places[lemma]] = sentence
                places[lemma] += 1


@compiled
def tabulate_sentences(words: Any, lengths: Any, lemma_of: Any, size: int, table: Any) -> None:
    """Count the sentences that hold two frequent lemmas: in the row of the one that is met later."""
    last = np.full(size, _NEVER, np.uint32)
    distinct = np.empty(size, np.int64)
    at = 0
    for sentence in range(lengths.size):
        found = 0
        for _ in range(lengths[sentence]):
            lemma = np.int64(lemma_of[words[at]])
            at += 1
            if lemma >= size or last[lemma] == sentence:
                continue
            last[lemma] = sentence
            row = lemma * size
            for each in range(found):
                table[row + distinct[each]] += 1
            distinct[found] = lemma
            found += 1


@compiled
def tabulate_windows(words: Any, lengths: Any, lemma_of: Any, size: int, window: int, table: Any) -> None:
    """Count how often a frequent lemma follows another within a window: in the row of the one that follows.

    A rare word stands in a column of its own, behind the others, which spares a question for each pair.
    """
    columns = size + 1
    ring = np.empty(window, np.int64)
    at = 0
    rare = np.int64(size)
    for sentence in range(lengths.size):
        ring[:] = rare
        place = 0
        for _ in range(lengths[sentence]):
            lemma = np.int64(lemma_of[words[at]])
            at += 1
            if lemma < size:
                row = lemma * columns
                for each in ring:
                    table[row + each] += 1
            else:
                lemma = rare
            ring[place] = lemma
            place = place + 1 if place + 1 < window else 0


@compiled
def add_neighbours(words: Any, lengths: Any, lemma_of: Any, size: int, window: int, before: Any, behind: Any) -> None:
    """Add up how many words stand within a window before and behind each frequent lemma."""
    start: Any = 0
    for sentence in range(lengths.size):
        length = np.int64(lengths[sentence])
        for place in range(length):
            lemma = lemma_of[words[start + place]]
            if lemma < size:
                before[lemma] += min(window, place)
                behind[lemma] += min(window, length - 1 - place)
        start += length


# The portable format of Roaring bitmaps without runs: cookie, number of containers, their keys and sizes, their places,
# their content: up to 4096 numbers as they are, more as a bitmap of 8 KiB.
_COOKIE, _HEAD, _PER_CONTAINER, _MOST, _BITMAP = 12346, 8, 8, 4096, 8192


@compiled
def packed_sizes(postings: Any, starts: Any, sizes: Any) -> None:
    """The bytes that each set of sentences needs: as a Roaring bitmap, or as plain numbers where that is not more."""
    for number in range(sizes.size):
        first, last = starts[number], starts[number + 1]
        size, at = _HEAD, first
        while at < last:
            key, begin = postings[at] >> 16, at
            while at < last and postings[at] >> 16 == key:
                at += 1
            size += _PER_CONTAINER + (2 * (at - begin) if at - begin <= _MOST else _BITMAP)
        sizes[number] = min(size, 4 * (last - first))


@compiled
def write_number(out: Any, at: int, value: int, size: int) -> None:
    """Write a number, lowest byte first."""
    for byte in range(size):
        out[at + byte] = (value >> (8 * byte)) & 255


@compiled
def pack(postings: Any, starts: Any, places: Any, out: Any) -> None:
    """Write each set of sentences at its place."""
    for number in range(places.size - 1):
        first, last, place = starts[number], starts[number + 1], places[number]
        if places[number + 1] - place == 4 * (last - first):
            for at in range(first, last):
                write_number(out, place + 4 * (at - first), np.int64(postings[at]), 4)
        else:
            pack_bitmap(postings, first, last, out, place)


@compiled
def pack_bitmap(postings: Any, first: int, last: int, out: Any, place: int) -> None:
    """Write one set of sentences as a Roaring bitmap."""
    containers, at = 0, first
    while at < last:
        key = postings[at] >> 16
        containers += 1
        while at < last and postings[at] >> 16 == key:
            at += 1
    write_number(out, place, _COOKIE, 4)
    write_number(out, place + 4, containers, 4)
    content = _HEAD + _PER_CONTAINER * containers
    at = first
    for container in range(containers):
        key, begin = np.int64(postings[at] >> 16), at
        while at < last and postings[at] >> 16 == key:
            at += 1
        write_number(out, place + _HEAD + 4 * container, key, 2)
        write_number(out, place + _HEAD + 4 * container + 2, at - begin - 1, 2)
        write_number(out, place + _HEAD + 4 * containers + 4 * container, content, 4)
        if at - begin <= _MOST:
            for each in range(begin, at):
                low = np.int64(postings[each] & 0xFFFF)
                out[place + content] = low & 255
                out[place + content + 1] = low >> 8
                content += 2
        else:
            for each in range(begin, at):
                low = np.int64(postings[each] & 0xFFFF)
                out[place + content + (low >> 3)] |= 1 << (low & 7)
            content += _BITMAP
