# ruff: noqa: PLR0913, PLR0917
# For numba: plain loops over arrays; records would have to be taken apart first.
"""The pass that counts some targets and their pairs in raw streams; compiled where numba is installed.

Words are of a kind: 0 for every word of no interest, which is nearly all of them, else what they may be in a target.
"""

from typing import Any

from anaphor.corpus.kernel.numba import compiled
from anaphor.corpus.kernel.stream import SOURCE

# Where the state of a count is kept: words so far, and of the open sentence its words, its words of interest, its hits.
WORDS, LENGTH, SEEN, HITS = 0, 1, 2, 3


@compiled
def find_targets(
    kinds: Any,
    places: Any,
    seen: int,
    by_last: Any,
    first: Any,
    ends: Any,
    slots: Any,
    fits: Any,
    hits: Any,
    found: int,
) -> Any:
    """Add the targets that end with the latest word of interest; how many hits there are now."""
    last = seen - 1
    for at in range(first[kinds[last]], first[kinds[last] + 1]):
        target = by_last[at]
        end = ends[target + 1]
        size = end - ends[target]
        whole = size <= seen
        for back in range(1, size):
            whole = (
                whole and places[last - back] == places[last] - back and fits[slots[end - 1 - back], kinds[last - back]]
            )
        if whole:
            hits[found, 0], hits[found, 1], hits[found, 2] = target, places[last] + 1 - size, places[last] + 1
            found += 1
    return found


@compiled
def close_sentence(
    hits: Any, found: int, length: int, windows: Any, distinct: Any, met: Any, both: Any, near: Any, around: Any
) -> None:
    """Count the targets of a sentence and their pairs; `met` is all false before and after."""
    different = 0
    for one in range(found):
        a = hits[one, 0]
        for number in range(windows.size):
            around[number, a, 0] += min(windows[number], hits[one, 1])
            around[number, a, 1] += min(windows[number], length - hits[one, 2])
            for two in range(found):
                apart = hits[two, 1] - hits[one, 2] + 1
                if 1 <= apart <= windows[number]:
                    near[number, a, hits[two, 0]] += 1
        if not met[a]:
            met[a] = True
            both[a, a] += 1
            for each in range(different):
                both[a, distinct[each]] += 1
                both[distinct[each], a] += 1
            distinct[different] = a
            different += 1
    for each in range(different):
        met[distinct[each]] = False


@compiled
def count_targets(
    stream: Any,
    telling: Any,
    single: Any,
    starts: Any,
    types: Any,
    longest: int,
    alone: Any,
    by_last: Any,
    first: Any,
    ends: Any,
    slots: Any,
    fits: Any,
    windows: Any,
    state: Any,
    kinds: Any,
    places: Any,
    hits: Any,
    distinct: Any,
    met: Any,
    both: Any,
    near: Any,
    around: Any,
    lengths: Any,
) -> None:
    """Count targets in a raw stream, going on where the last one stopped.

    `telling` has a byte for each raw word, 0 for one word of no interest: nearly all of them end there, and bytes stay
    near the processor. `alone` has for each kind its only target, where that is a single word, which needs no search.
    """
    words, length, seen, found = state[WORDS], state[LENGTH], state[SEEN], state[HITS]
    for raw in stream:
        if raw < SOURCE and telling[raw] == 0 and length < longest:
            length += 1
            continue
        kind = -1 if raw >= SOURCE else single[raw]
        begin, end = (0, 1) if kind >= 0 or raw >= SOURCE else (starts[-1 - kind], starts[-kind])
        for place in range(begin, end):
            if length and (raw >= SOURCE or length == longest):
                if found:
                    close_sentence(hits, found, length, windows, distinct, met, both, near, around)
                lengths[length] += 1
                words += length
                length, seen, found = 0, 0, 0
            if raw >= SOURCE:
                break
            slot = kind if kind >= 0 else types[place]
            if slot:
                kinds[seen], places[seen] = slot, length
                seen += 1
                if alone[slot] >= 0:
                    hits[found, 0], hits[found, 1], hits[found, 2] = alone[slot], length, length + 1
                    found += 1
                else:
                    found = find_targets(kinds, places, seen, by_last, first, ends, slots, fits, hits, found)
            length += 1
    state[WORDS], state[LENGTH], state[SEEN], state[HITS] = words, length, seen, found
