"""n-gram models: how fast they are estimated, read and asked, beside KenLM's query module."""

import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.provenance import Signature
from anaphor.resolver.ngram.kneser_ney import NgramEstimate, estimate, sentence_stream
from anaphor.resolver.ngram.ngram import KenlmModel, NgramModel, NgramTable, read_arpa, read_pack, write_arpa
from anaphor.resolver.words.model_folder import SPECIAL, Vocabulary
from anaphor.resolver.words.word_models import shipped_file
from bench.table import Row, best_of, rounds

_WORDS = rounds(1_000_000, 200_000)


def _made_up() -> tuple[Vocabulary, NDArray[np.int32], NDArray[np.int64]]:
    """Zipfian words in sentences of about twenty."""
    rng = np.random.default_rng(1)
    size = 20_000
    weight = 1.0 / np.arange(3, size)
    tokens = 3 + np.searchsorted(np.cumsum(weight) / weight.sum(), rng.random(_WORDS)).clip(max=size - 4)
    starts = np.append(np.arange(0, _WORDS, 20), _WORDS)
    return Vocabulary(words=(*SPECIAL, *(f"w{n}" for n in range(size - 3)))), tokens.astype(np.int32), starts


def run() -> list[Row]:
    """All rows."""
    vocabulary, tokens, starts = _made_up()
    found: list[NgramEstimate] = []

    def estimated() -> None:
        found[:] = [estimate(sentence_stream(tokens, starts), vocabulary, order=3, prune=(0, 0, 1))]

    seconds = best_of(2, estimated)
    rows: list[Row] = [
        {"work": f"modified Kneser–Ney, order 3, of {_WORDS:,} words", "ours": f"{_WORDS / seconds:,.0f} words/s"},
        {"work": "load the shipped French pack", "ours": f"{best_of(3, _load_pack):.2f} s"},
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.arpa"
        write_arpa(found[0].table, path)
        return rows + _asked(path, found[0].table, tokens, starts)


def _load_pack() -> None:
    read_pack(shipped_file("ngram-fr.xz"))


def _asked(path: Path, table: NgramTable, tokens: NDArray[np.int32], starts: NDArray[np.int64]) -> list[Row]:
    import kenlm  # type: ignore[import-not-found, unused-ignore]  # a C extension

    config = kenlm.Config()
    config.show_progress = False
    read = best_of(1, lambda: read_arpa(path))
    peer_read = best_of(1, lambda: kenlm.Model(str(path), config))
    peer = kenlm.Model(str(path), config)
    sentences = [tokens[a:b].astype(np.int64) for a, b in pairwise(starts[:501].tolist())]
    texts = [" ".join(table.words[word] for word in sentence) for sentence in sentences]
    words = sum(len(sentence) for sentence in sentences)
    ours = best_of(9, lambda: table.log10(sentences))
    theirs = best_of(9, lambda: [list(peer.full_scores(text, bos=True, eos=False)) for text in texts])
    logs = [[log for log, _, _ in peer.full_scores(text, bos=True, eos=False)] for text in texts]
    difference = max(float(np.abs(s - t).max()) for s, t in zip(table.log10(sentences), logs, strict=True))
    couples = [sentences[at : at + 2] for at in range(0, len(sentences), 2)]
    by_two = best_of(9, lambda: [table.log10(couple) for couple in couples])
    # As a resolver asks: words in, natural logarithms out.
    written, signature = [text.split() for text in texts], Signature.of(model="bench")
    own, other = NgramModel(table, "own", signature), KenlmModel(path, "kenlm", signature)
    through = best_of(9, lambda: own.log_probabilities(written))
    peer_through = best_of(9, lambda: other.log_probabilities(written))
    return [
        {
            "work": f"read an ARPA file of {sum(table.sizes):,} n-grams",
            "ours": f"{read:.2f} s",
            "peer": f"kenlm: {peer_read:.2f} s",
            "ratio": peer_read / read,
        },
        {
            "work": f"score {len(texts)} sentences (largest difference {difference:.1e})",
            "ours": f"{words / ours:,.0f} words/s",
            "peer": f"kenlm: {words / theirs:,.0f} words/s",
            "ratio": theirs / ours,
            "wanted": 0.5,
        },
        {
            "work": "the same, two sentences per call",
            "ours": f"{words / by_two:,.0f} words/s",
            "peer": f"kenlm: {words / theirs:,.0f} words/s",
            "ratio": theirs / by_two,
        },
        {
            "work": "the same, as a resolver asks: from words (`reader=own`, `reader=kenlm`)",
            "ours": f"{words / through:,.0f} words/s",
            "peer": f"kenlm: {words / peer_through:,.0f} words/s",
            "ratio": peer_through / through,
            "wanted": 0.5,
        },
    ]
