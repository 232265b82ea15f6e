"""Asking an index, and counting without one: latencies over ten thousand pairs, exactness, beside `wc -w`."""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from anaphor.corpus import SENTENCE, Index, ReadingSettings, Within, count_targets, open_corpus, open_index
from anaphor.corpus.sources.protocol import Lines
from bench.corpus import WORDS, build, build_here, french, is_there
from bench.table import Row
from tests.conftest import SHARED

PAIRS = 10_000
_TARGETS = 400


def run() -> list[Row]:
    """One index of the whole text, one in twelve shards, and one pass without any."""
    if not is_there():
        return []
    with french(WORDS) as folder:
        build_here(folder, "one")
        index = open_index(folder / "one", literal=True)
        pairs = sample(index, PAIRS)
        rows = [_opening(folder / "one")]
        index.pair("le", "un", within=Within(words=6))
        _load_compiled_pass()
        rows.append(_latency("pair in a sentence", index, pairs, SENTENCE, (10, 100)))
        rows.append(_latency("pair within ±5 words", index, pairs, Within(words=5), (None, 100)))
        build(folder, "twelve", "--processes", "2", "--parts", "12")
        twelve = open_index(folder / "twelve", literal=True)
        rows.append(_latency("pair in a sentence, 12 shards", twelve, pairs, SENTENCE, (100, 1000)))
        rows.append(_same(index, twelve, pairs))
        rows += _stream(folder, index)
    return rows


def sample(index: Index, count: int) -> list[tuple[str, str]]:
    """Pairs of lemmas: a third by frequency, a third any that occur five times, a third one of each."""
    shard = index.counters[0].shard
    rng = np.random.default_rng(0)
    occurrences = np.array([shard.occurrences[lemma] for lemma in range(shard.meta.lemmas)], np.int64)
    share = occurrences / occurrences.sum()
    known = np.flatnonzero(occurrences >= 5)
    third = count // 3
    frequent = [rng.choice(share.size, size, p=share) for size in (third, third, count - 2 * third)]
    anyone = [rng.choice(known, size) for size in (third, third, count - 2 * third)]
    one = np.concatenate([frequent[0], anyone[0], frequent[2]])
    two = np.concatenate([frequent[1], anyone[1], anyone[2]])
    return [(shard.lemmas[a], shard.lemmas[b]) for a, b in zip(one.tolist(), two.tolist(), strict=True)]


def _load_compiled_pass() -> None:
    """What a process that asks for many windows loads by itself after a while."""
    import numba  # noqa: F401  # that it is there is what the index looks for


def _latency(
    work: str, index: Index, pairs: list[tuple[str, str]], within: Within, wanted: tuple[int | None, int]
) -> Row:
    best = np.full(len(pairs), np.inf)
    for _ in range(3):
        for number, (a, b) in enumerate(pairs):
            start = time.perf_counter()
            index.pair(a, b, within=within)
            best[number] = min(best[number], time.perf_counter() - start)
    median, p99, most = np.quantile(best, [0.5, 0.99, 1]) * 1e6
    goal = f"≤ {wanted[0]} / ≤ {wanted[1]}" if wanted[0] else f"– / ≤ {wanted[1]}"
    return {
        "work": f"{work}, {len(pairs):,} pairs, warm",
        "ours": f"median {median:.1f} µs, p99 {p99:.0f} µs, slowest {most:.0f} µs (wanted: {goal})",
    }


def _opening(folder: Path) -> Row:
    code = (
        "import time; from anaphor.corpus.index.index import open_index; start = time.perf_counter();"
        f"index = open_index({str(folder)!r}); index.counters; opened = time.perf_counter() - start;"
        "index.pair('maison', 'grand');"
        "print(opened, [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    seconds, memory = printed.split()
    return {
        "work": "open an index and ask it for one pair, in a new process",
        "ours": f"opened in {float(seconds) * 1e3:.1f} ms (wanted: < 300), {int(memory) / 1e3:.0f} MB (wanted: ≤ 200)",
    }


def _same(one: Index, two: Index, pairs: list[tuple[str, str]]) -> Row:
    withins = (SENTENCE, Within(words=5))
    equal = sum(one.pair(a, b, within=each) == two.pair(a, b, within=each) for a, b in pairs for each in withins)
    return {"work": "counts of 1 and 12 shards", "ours": f"{equal:,} of {2 * len(pairs):,} equal"}


def _lemmas_of_schemas(index: Index) -> list[str]:
    """The words that the audit of the French schemas asks for, and some of the corpus, to make four hundred."""
    items = json.loads((SHARED / "fwsc285" / "wsc_285_v3.json").read_text("utf-8"))
    pairs = [item.get(name) or "" for item in items for name in ("pair_correct", "pair_wrong")]
    asked = [word for pair in pairs for word in pair.split("|")]
    more = [a for a, b in sample(index, 4 * _TARGETS)[2 * _TARGETS :]]
    return list(dict.fromkeys(word for word in asked + more if word.isalpha()))[:_TARGETS]


def _stream(folder: Path, index: Index) -> list[Row]:
    lemmas = _lemmas_of_schemas(index)
    source = open_corpus([str(folder / "text.txt")], ReadingSettings(lines=Lines.LINE))
    count_targets(source, lemmas[:2], language="fr", windows=())  # kernels compiled, words learnt
    start = time.process_time()
    counted = count_targets(source, lemmas, language="fr", windows=())
    seconds = time.process_time() - start
    counting = _processor_of(["wc", "-w", str(folder / "text.txt")])
    asked = open_index(index.folder)
    pairs = [(a, b) for a in lemmas[:60] for b in lemmas[:60]]
    equal = sum(counted.pair(a, b) == asked.pair(a, b) for a, b in pairs)
    return [
        {
            "work": f"no index: {len(lemmas)} lemmas in one pass, by a passing index of them",
            "ours": f"{counted.words / seconds / 1e6:.1f} million words per second of processor time (wanted: ≥ 30)",
            "peer": f"`wc -w`: {counted.words / counting / 1e6:.1f}",
            "ratio": counting / seconds,
        },
        {"work": "counts of one pass and of the index", "ours": f"{equal:,} of {len(pairs):,} equal"},
        *_audit(folder),
    ]


def _audit(folder: Path) -> list[Row]:
    """What a user does: the audit of a collection on a text, once; an index of everything first would be the peer."""
    text = [str(folder / "text.txt"), "--newlines", "line"]
    audit = ["audit", "anaphor-fr", "--quick"]
    once = _clocked([*audit, "--stream", *text])
    build = _clocked(["corpus", "index", *text, "-o", str(folder / "whole"), "--processes", "1"])
    after = _clocked([*audit, "--corpus", str(folder / "whole")])
    return [
        {
            "work": "audit of anaphor-fr on this text without an index, by the clock, start-up included",
            "ours": f"{once:.1f} s",
            "peer": f"an index of all words {build:.1f} s, then the audit {after:.1f} s",
            "ratio": (build + after) / once,
        }
    ]


def _clocked(arguments: list[str]) -> float:
    start = time.perf_counter()
    code = "from anaphor.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def _processor_of(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
