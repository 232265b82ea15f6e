"""Peers on the same French text: how fast they index or count it, and how fast they answer.

They start from words that are cut already, one sentence per line: less work than ours, which starts from raw text.
Those that are much slower get a part of the text. All rates are words per second of processor time, of all threads.
"""

import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from anaphor.corpus import Index, open_index
from bench.corpus import WORDS, build_here, french, is_there
from bench.corpus_count import sample
from bench.table import Row

_ASKED = 2_000


def run() -> list[Row]:
    """tantivy, nltk, gensim, scikit-learn and infini-gram, where they are installed."""
    if not is_there():
        return []
    with french(WORDS) as folder:
        build_here(folder, "warm")
        ours = build_here(folder, "ours")
        index = open_index(folder / "ours", literal=True)
        lines = _write_words(index, folder / "words.txt")
        rate = index.words / ours.processor
        made: list[tuple[str, float, Callable[[], tuple[int, float, str]]]] = [
            ("tantivy", 1.1, lambda: _tantivy(folder, index, lines)),
            ("nltk", 20, lambda: _nltk(folder)),
            ("gensim", 5, lambda: _gensim(folder)),
            ("scikit-learn", 1, lambda: _sklearn(folder)),
            ("infini-gram", 2.5, lambda: _infini_gram(folder, index)),
        ]
        return [_row(name, wanted, work, rate) for name, wanted, work in made if _is_installed(name)]


def _is_installed(name: str) -> bool:
    return find_spec({"scikit-learn": "sklearn", "infini-gram": "infini_gram"}.get(name, name)) is not None


def _row(name: str, wanted: float, work: Callable[[], tuple[int, float, str]], ours: float) -> Row:
    words, seconds, remark = work()
    theirs = words / seconds
    return {
        "work": f"index or count, beside {name}",
        "ours": f"{ours / 1e6:.2f} million words per second of processor time",
        "peer": f"{name} {version(name)}: {theirs / 1e6:.2f} ({words / 1e6:.1f} million words{remark})",
        "ratio": ours / theirs,
        "wanted": wanted,
    }


def _write_words(index: Index, path: Path) -> int:
    """The words of an index, one sentence per line; how many lines."""
    shard = index.counters[0].shard
    forms = [shard.types[number] for number in range(shard.meta.types)]
    sentences = np.arange(shard.meta.sentences + 1, dtype=np.uint32)
    starts = shard.start(sentences)
    with path.open("w", encoding="utf-8") as file:
        for begin in range(0, shard.meta.sentences, 50_000):
            end = min(begin + 50_000, shard.meta.sentences)
            words = shard.words_at(np.arange(starts[begin], starts[end])).tolist()
            cuts = (starts[begin : end + 1] - starts[begin]).tolist()
            file.writelines(" ".join(forms[word] for word in words[one:two]) + "\n" for one, two in pairwise(cuts))
    return shard.meta.sentences


def _tantivy(folder: Path, index: Index, lines: int) -> tuple[int, float, str]:
    tantivy: Any = import_module("tantivy")  # peers are not in the test environment
    schema = tantivy.SchemaBuilder().add_text_field("text", stored=False, tokenizer_name="whitespace").build()
    target = folder / "tantivy"
    target.mkdir()
    made = tantivy.Index(schema, str(target))
    start = time.process_time()
    writer = made.writer(heap_size=200_000_000, num_threads=1)
    with (folder / "words.txt").open(encoding="utf-8") as file:
        for line in file:
            writer.add_document(tantivy.Document(text=line))
    writer.commit()
    writer.wait_merging_threads()
    seconds = time.process_time() - start
    made.reload()
    searcher = made.searcher()
    size = sum(path.stat().st_size for path in target.iterdir())
    shard = index.counters[0].shard
    spent = []
    for a, b in sample(index, _ASKED):
        forms = [shard.types[shard.types_of_lemma(shard.lemma(each))[0][0]] for each in (a, b)]
        query = tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, tantivy.Query.term_query(schema, "text", form, "basic")) for form in forms]
        )
        start_one = time.perf_counter()
        searcher.search(query, limit=1, count=True)
        spent.append(time.perf_counter() - start_one)
    median, p99 = np.quantile(spent, [0.5, 0.99]) * 1e6
    remark = (
        f", {lines:,} sentences, {size / index.words:.2f} bytes per word, pair median {median:.0f} µs, p99 {p99:.0f} µs"
    )
    return index.words, seconds, remark


def _sentences(folder: Path, words: int) -> tuple[list[list[str]], int]:
    """Sentences from the middle of the text, of about so many words."""
    with (folder / "words.txt").open(encoding="utf-8") as file:
        found = [line.split() for line in islice(file, words // 16)]
    return found, sum(map(len, found))


def _nltk(folder: Path) -> tuple[int, float, str]:
    from nltk.collocations import BigramCollocationFinder  # type: ignore[import-untyped]  # it has no types

    sentences, words = _sentences(folder, min(WORDS, 1_000_000))
    start = time.process_time()
    BigramCollocationFinder.from_words([word for sentence in sentences for word in sentence], window_size=6)
    return words, time.process_time() - start, ", windows only, in memory"


def _gensim(folder: Path) -> tuple[int, float, str]:
    phrases: Any = import_module("gensim.models.phrases").Phrases
    sentences, words = _sentences(folder, min(WORDS, 4_000_000))
    start = time.process_time()
    phrases(sentences, min_count=1, threshold=1)
    return words, time.process_time() - start, ", neighbours only, in memory"


def _sklearn(folder: Path) -> tuple[int, float, str]:
    from sklearn.feature_extraction.text import CountVectorizer  # type: ignore[import-untyped]  # it has no types

    sentences, words = _sentences(folder, min(WORDS, 4_000_000))
    lines = [" ".join(sentence) for sentence in sentences]
    start = time.process_time()
    matrix = CountVectorizer(token_pattern=r"\S+", lowercase=False, binary=True).fit_transform(lines)
    return words, time.process_time() - start, f", a matrix of {matrix.shape[0]:,} × {matrix.shape[1]:,}, in memory"


def _infini_gram(folder: Path, index: Index) -> tuple[int, float, str]:
    """Its suffix array over our word numbers: it takes sixteen bits, so rare words become one."""
    save, data = folder / "infini", folder / "infini-in"
    save.mkdir()
    data.mkdir()
    (data / "empty.jsonl").write_text(json.dumps({"text": ""}) + "\n")
    shard = index.counters[0].shard
    starts = shard.start(np.arange(shard.meta.sentences + 1, dtype=np.uint32))
    tokens = np.insert(np.minimum(shard.text.codes, 65533), starts[:-1], 65535).astype(np.uint16)
    tokens.tofile(save / "tokenized.0")
    ((starts[:-1] + np.arange(starts.size - 1)) * 2).astype(np.uint64).tofile(save / "offset.0")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "infini_gram.indexing", "--data_dir", str(data), "--save_dir", str(save)]
    limit = str(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    subprocess.run([*command, "--cpus", "1", "--mem", "8", "--ulimit", limit], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    size = sum(path.stat().st_size for path in save.iterdir())
    shutil.rmtree(save)
    return index.words, seconds, f", {size / index.words:.2f} bytes per word, n-grams only"
