# ruff: noqa: PLR0913, PLR0917
# For numba: plain loops over arrays; records would have to be taken apart first.
"""The passes over the words of a shard and over its text; compiled where numba is installed."""

from typing import Any

import numpy as np

from anaphor.corpus.kernel.kernel import COLUMNS, END, ESCAPE, SENTENCES_PER_BASE, SOURCE, compiled

_NEVER = np.uint32(0xFFFFFFFF)
_NO_CODE = ESCAPE + 1

# Where an expansion keeps how many words, sentences and sources it has written, and the length of the open sentence.
WORDS, SENTENCES, SOURCES, LENGTH = 0, 1, 2, 3


@compiled
def expand(stream: Any, begin: int, expansion: Any, longest: int, state: Any, out: Any) -> Any:
    """Write the words, sentences and sources of a raw stream; where it stopped: at the end, or with no room left."""
    single, starts, types = expansion
    words, lengths, sources = out
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
    """Count how often a frequent lemma follows another within a window: in the row of the one that follows; rare words
    share a column, which spares a question for each pair."""
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
def tabulate_beside(words: Any, lengths: Any, lemma_of: Any, first: int, rows: int, window: int, table: Any) -> None:
    """Count how often the most frequent lemmas stand within a window behind, and before, some from `first` on."""
    start: Any = 0
    for sentence in range(lengths.size):
        end = start + np.int64(lengths[sentence])
        for place in range(start, end):
            row = np.int64(lemma_of[words[place]]) - first
            if 0 <= row < rows:
                for near in range(max(start, place - window), min(end, place + window + 1)):
                    other = lemma_of[words[near]]
                    if other < COLUMNS and near != place:
                        table[(2 * row + (near < place)) * COLUMNS + other] += 1
        start = end


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


@compiled
def bounds(sentences: Any, bases: Any, offsets: Any, codes: Any, found: Any) -> Any:
    """Write where each sentence begins and ends; words are touched on the way, which brings them near the processor
    many at a time. The sum only keeps the touch."""
    touched = 0
    for number in range(sentences.size):
        sentence = sentences[number]
        start = np.int64(bases[sentence // SENTENCES_PER_BASE]) + offsets[sentence]
        end = np.int64(bases[(sentence + 1) // SENTENCES_PER_BASE]) + offsets[sentence + 1]
        found[number, 0], found[number, 1] = start, end
        touched += codes[start] + codes[(start + end) >> 1] + codes[end - 1]
    return touched


@compiled
def count_near(sentences: Any, text: Any, types: Any, others: Any, before: int, behind: int) -> Any:
    """How many words of the other types stand so near before and behind those of the first; two ranges each."""
    bases, offsets, codes, escapes, escaped = text
    found = np.empty((sentences.size, 2), np.int64)
    bounds(sentences, bases, offsets, codes, found)
    low, width = np.uint16(types[0, 0]), np.uint16(types[0, 1] - types[0, 0])
    rare_low, rare_high = types[1, 0], types[1, 1]
    other_low, other_high = np.uint16(others[0, 0]), np.uint16(others[0, 1])
    other_rare_low, other_rare_high = others[1, 0], others[1, 1]
    is_hidden = rare_low < rare_high
    other_hidden = np.uint32(ESCAPE if other_rare_low < other_rare_high else _NO_CODE)
    count = 0
    for number in range(sentences.size):
        start, end = found[number, 0], found[number, 1]
        for place in range(start, end):
            if np.uint16(codes[place] - low) >= width:  # one comparison for both ends: below them it wraps around
                if not is_hidden or codes[place] != ESCAPE:
                    continue
                if not rare_low <= escaped[np.searchsorted(escapes, place)] < rare_high:
                    continue
            for near in range(max(start, place - before), min(end, place + behind + 1)):
                other = codes[near]
                fits = other_low <= other < other_high
                if other == other_hidden:
                    fits = other_rare_low <= escaped[np.searchsorted(escapes, near)] < other_rare_high
                if fits and near != place:
                    count += 1
    return count
