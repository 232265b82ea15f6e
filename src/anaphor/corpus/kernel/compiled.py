"""The heavy steps of building a shard, compiled. Needs the extra `build`."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.kernel import passes
from anaphor.corpus.kernel.analysis_scan import TABLE_SIZE, CharacterClass, Profile, class_of, fold_character
from anaphor.corpus.kernel.kernel import COLUMNS, Bytes, Expansion, Kernel, Numbers, Scanner, ShardWords, Tables, Totals
from anaphor.corpus.kernel.scan import (
    BATCH,
    BATCH_BYTES,
    EMPTY,
    EVENT,
    PADDING,
    STATE_SIZE,
    TYPES,
    USED,
    WRITTEN,
    find_events,
    rehash,
    scan,
)

_FIRST_TYPES = 1 << 16
_FIRST_BYTES = 1 << 20
_SPARE = 1 << 16
_MASKS = np.array([[(1 << 8 * min(size, 8)) - 1, (1 << 8 * max(0, size - 8)) - 1] for size in range(17)], np.uint64)
"""For each length of a word up to 16 bytes, the bits of it in the first eight bytes, and in the next."""


@cache
def character_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.uint8]]:
    """The tables of the compiled analysis for all code points below `TABLE_SIZE`; made once per process (about 0.1 s).

    They are the `CharacterClass` of each, the UTF-8 of the folded character, first byte lowest, and how many bytes
    that is.
    """
    classes = np.fromiter(map(class_of, map(chr, range(TABLE_SIZE))), np.uint8, TABLE_SIZE)
    folded, lengths = np.zeros(TABLE_SIZE, np.uint32), np.zeros(TABLE_SIZE, np.uint8)
    inside = np.flatnonzero((classes >= CharacterClass.LOWER) & (classes <= CharacterClass.HYPHEN))
    forms = np.array([fold_character(chr(code)).encode("utf-8") for code in inside.tolist()], "S4")
    folded[inside], lengths[inside] = forms.view("<u4"), np.char.str_len(forms)
    return classes, folded, lengths


def _eventful() -> Bytes:
    """0 for bytes that only go on with a word: small ASCII letters, digits, the bytes of à to ÿ; 1 for all others."""
    eventful = np.ones(256, np.uint8)
    plain = [ord(each) for each in "abcdefghijklmnopqrstuvwxyz0123456789"]
    accented = {byte for code in range(0xE0, 0x100) if chr(code).isalpha() for byte in chr(code).encode()}
    eventful[[*plain, *accented]] = 0
    return eventful


_EVENTFUL = _eventful()


class CompiledScanner(Scanner):
    """The compiled analysis, with a growing table of raw words."""

    def __init__(self, profile: Profile) -> None:
        listed = (
            np.array([int.from_bytes(word.encode("utf-8"), "little") for word in words], np.uint64)
            for words in (profile.elided, profile.abbreviations, profile.titles)
        )
        self._analysis = (*character_tables(), _MASKS, *listed)
        self._state = np.zeros(STATE_SIZE, np.int64)
        self._counts = np.zeros(3, np.int64)
        self._slots = np.full(2 * _FIRST_TYPES, EMPTY, np.uint32)
        self._keys = np.zeros((_FIRST_TYPES, 2), np.uint64)
        self._starts = np.zeros(_FIRST_TYPES + 1, np.uint32)
        self._arena = np.zeros(_FIRST_BYTES, np.uint8)
        self._data, self._events, self._out = np.zeros(0, np.uint8), np.zeros(0, np.uint32), np.zeros(0, np.uint32)

    @property
    def types(self) -> int:
        return int(self._counts[TYPES])

    def feed(self, text: bytes | memoryview) -> Numbers:
        size = len(text)
        if self._events.size <= size:
            self._data = np.zeros((size + PADDING + 7) // 8 * 8, np.uint8)
            self._events = np.zeros(size + 1, np.uint32)
            # A word needs a character that parts it from the next; a sentence end may stand between.
            self._out = np.zeros(size + 2, np.uint32)
        data, wide = self._data, self._data.view(np.uint64)
        data[:size] = np.frombuffer(text, np.uint8)
        data[size : size + PADDING] = 0
        count = find_events(data, size, _EVENTFUL, self._events)
        self._counts[WRITTEN] = self._state[EVENT] = position = 0
        while self._state[EVENT] < count:
            position = scan(
                data,
                wide,
                position,
                self._events,
                count,
                self._analysis,
                self._state,
                (self._slots, self._keys, self._starts, self._arena),
                self._counts,
                self._out,
            )
            if self._counts[USED] + BATCH_BYTES >= self._arena.size:
                self._arena = np.concatenate([self._arena, np.zeros(self._arena.size + BATCH_BYTES, np.uint8)])
            if self.types + BATCH >= self._starts.size:
                self._starts = np.concatenate([self._starts, np.zeros(self._starts.size, np.uint32)])
                self._keys = np.concatenate([self._keys, np.zeros_like(self._keys)])
                self._slots = np.full(2 * self._slots.size, EMPTY, np.uint32)
                rehash(self._slots, self._keys, self.types)
        return self._out[: self._counts[WRITTEN]].copy()

    def raw_words(self) -> tuple[list[str], list[bool]]:
        starts = self._starts[: self.types + 1].astype(np.int64)
        lines = np.insert(self._arena[: starts[-1]], starts[1:-1], ord("\n")).tobytes().decode("utf-8", "replace")
        high = self._keys[: self.types, 1]
        kind = high >> np.uint64(56)  # 255: the word was too long to be packed, and its mark tells of the capital
        capitals = np.where(kind == 255, high & np.uint64(1) == 1, kind == 2)
        return lines.split("\n") if lines else [], capitals.tolist()


class CompiledKernel(Kernel):
    """See `Kernel`."""

    def scanner(self, profile: Profile) -> Scanner:
        return CompiledScanner(profile)

    def expand(self, streams: list[Numbers], expansion: Expansion, longest: int) -> ShardWords:
        room = sum(stream.size for stream in streams) + _SPARE
        out: tuple[NDArray[Any], ...] = tuple(np.empty(room, kind) for kind in (np.uint32, np.uint16, np.uint32))
        types = (expansion.single, expansion.starts, expansion.types)
        state = np.zeros(4, np.int64)
        while streams:
            stream, done = streams.pop(0), 0
            while done < stream.size:
                done = passes.expand(stream, done, types, longest, state, out)
                if done < stream.size:  # many words that are several: rare, so room for them is made when it is needed
                    out = tuple(np.concatenate([each, np.empty_like(each)]) for each in out)
        words, lengths, sources = out
        return ShardWords(
            words=words[: state[passes.WORDS]],
            lengths=lengths[: state[passes.SENTENCES]].copy(),
            sources=sources[: state[passes.SOURCES]].copy(),
        )

    def frequencies(self, text: ShardWords, lemma_of: Numbers, lemmas: int) -> tuple[Totals, Totals]:
        occurrences, sentences = np.zeros(lemma_of.size, np.int64), np.zeros(lemmas, np.int64)
        passes.count(text.words, text.lengths, lemma_of, occurrences, sentences)
        return occurrences, sentences

    def postings(self, text: ShardWords, lemma_of: Numbers, sentences_with: Totals) -> Numbers:
        places = np.cumsum(sentences_with) - sentences_with
        found = np.empty(int(sentences_with.sum()), np.uint32)
        passes.fill(text.words, text.lengths, lemma_of, places, found)
        return found

    def tables(self, text: ShardWords, lemma_of: Numbers, size: int, rows: int, window: int) -> Tables:
        met = np.zeros(size * size, np.uint32)
        passes.tabulate_sentences(text.words, text.lengths, lemma_of, size, met)
        square = met.reshape(size, size)
        both = square + square.T
        after = np.zeros(size * (size + 1), np.uint32)
        passes.tabulate_windows(text.words, text.lengths, lemma_of, size, window, after)
        windows = after.reshape(size, size + 1)[:, :size].T
        beside = np.zeros(rows * 2 * COLUMNS, np.uint32)
        passes.tabulate_beside(text.words, text.lengths, lemma_of, size, rows, window, beside)
        return Tables(both[np.tril_indices(size, -1)], np.ascontiguousarray(windows).ravel(), beside)

    def neighbours(self, text: ShardWords, lemma_of: Numbers, size: int, window: int) -> tuple[Totals, Totals]:
        before, behind = np.zeros(size, np.int64), np.zeros(size, np.int64)
        passes.add_neighbours(text.words, text.lengths, lemma_of, size, window, before, behind)
        return before, behind
