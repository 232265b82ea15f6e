# ruff: noqa: PLR0913, PLR0917
# For numba: plain loops over arrays; records would have to be taken apart first.
"""The pass that counts some targets and their pairs in raw streams; compiled where numba is installed."""

from typing import Any

from anaphor.corpus.kernel_numba import compiled
from anaphor.corpus.kernel_stream import SOURCE

# Where the state of a count is kept: words and sentences so far, words and hits of the open sentence.
WORDS, SENTENCES, LENGTH, HITS = 0, 1, 2, 3


@compiled
def find_targets(
    recent: Any, length: int, by_last: Any, first: Any, ends: Any, slots: Any, fits: Any, hits: Any, found: int
) -> Any:
    """Add the targets that end with the latest word of a sentence; how many hits there are now."""
    last = recent[(length - 1) % recent.size]
    for at in range(first[last], first[last + 1]):
        target = by_last[at]
        end = ends[target + 1]
        size = end - ends[target]
        whole = size <= length
        for back in range(1, size):
            whole = whole and fits[slots[end - 1 - back], recent[(length - 1 - back) % recent.size]]
        if whole:
            hits[found, 0], hits[found, 1], hits[found, 2] = target, length - size, length
            found += 1
    return found


@compiled
def close_sentence(
    hits: Any, found: int, length: int, windows: Any, distinct: Any, seen: Any, both: Any, near: Any, around: Any
) -> None:
    """Count the targets of a sentence and their pairs; `seen` is all false before and after."""
    different = 0
    for one in range(found):
        a = hits[one, 0]
        for number in range(windows.size):
            around[number, a, 0] += min(windows[number], hits[one, 1])
            around[number, a, 1] += min(windows[number], length - hits[one, 2])
        for two in range(found):
            apart = hits[two, 1] - hits[one, 2] + 1
            for number in range(windows.size if apart >= 1 else 0):
                if apart <= windows[number]:
                    near[number, a, hits[two, 0]] += 1
        if not seen[a]:
            seen[a] = True
            both[a, a] += 1
            for each in range(different):
                both[a, distinct[each]] += 1
                both[distinct[each], a] += 1
            distinct[different] = a
            different += 1
    for each in range(different):
        seen[distinct[each]] = False


@compiled
def count_targets(
    stream: Any, single: Any, starts: Any, types: Any, longest: int, by_last: Any, first: Any, ends: Any, slots: Any,
    fits: Any, windows: Any, state: Any, recent: Any, hits: Any, distinct: Any, seen: Any, both: Any, near: Any,
    around: Any, lengths: Any,
) -> None:  # fmt: skip
    """Count targets in a raw stream, going on where the last one stopped."""
    words, sentences, length, found = state[WORDS], state[SENTENCES], state[LENGTH], state[HITS]
    for raw in stream:
        if raw >= SOURCE:
            if length:
                if found:
                    close_sentence(hits, found, length, windows, distinct, seen, both, near, around)
                lengths[length] += 1
                sentences += 1
                length, found = 0, 0
            continue
        kind = single[raw]
        begin, end = (0, 1) if kind >= 0 else (starts[-1 - kind], starts[-kind])
        for place in range(begin, end):
            if length == longest:
                if found:
                    close_sentence(hits, found, length, windows, distinct, seen, both, near, around)
                lengths[length] += 1
                sentences += 1
                length, found = 0, 0
            slot = kind if kind >= 0 else types[place]
            recent[length % recent.size] = slot
            length += 1
            words += 1
            if slot:
                found = find_targets(recent, length, by_last, first, ends, slots, fits, hits, found)
    state[WORDS], state[SENTENCES], state[LENGTH], state[HITS] = words, sentences, length, found
