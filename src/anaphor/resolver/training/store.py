"""The text that models are trained on, as numbers: every word once in a list, every sentence a stretch of one array.

The store knows no model's vocabulary: any size and any treatment of capitals is one look-up table over the word list
(`TokenStore.encoded`), so that an n-gram model, an LSTM and context2vec are trained from one pass over the text.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice, pairwise, repeat
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus import CorpusSource, TextBlock
from anaphor.errors import ContentError, FormatError
from anaphor.files import write_text
from anaphor.language import LANGUAGES, Language
from anaphor.resolver.words.model_folder import (
    END_ID,
    START_ID,
    Floats,
    Ints,
    LetterCase,
    TrainingText,
    Vocabulary,
    make_vocabulary,
    normal_form,
)
from anaphor.schema import Question

Made = TypeVar("Made")
MOST_TYPES = 4_000_000
"""Distinct words that a store keeps apart; what comes later for the first time is the unknown word."""
PASSAGE = 100
"""Sentences per passage: a file of running text is no document of its own."""
_HANDFUL = 1_000_000
"""Characters of the documents that are cut into words together."""
_MOST_FREQUENT = 200
"""Words that every text has and that say nothing of it."""
_AHEAD = 8
_FILES = ("tokens.npy", "starts.npy", "documents.npy", "words.txt", "store.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Running text from one source."""

    source: str
    text: str
    """The text; an end of line ends a sentence."""


@dataclass(frozen=True, kw_only=True)
class TokenStore:
    """Sentences as stretches of an array of word numbers."""

    language: str
    words: tuple[str, ...]
    """The word of each number; number 0 is the unknown word."""
    tokens: NDArray[np.uint32]
    starts: Ints
    """Where each sentence starts, and the end of the last."""
    documents: Ints
    """Number of the first sentence of each document, and the number of sentences."""
    sources: tuple[str, ...]

    @property
    def sentences(self) -> int:
        return len(self.starts) - 1

    def counts(self) -> Ints:
        return np.bincount(self.tokens, minlength=len(self.words))

    def vocabulary(self, size: int, case: LetterCase = LetterCase.KEEP) -> Vocabulary:
        """The most frequent words as a vocabulary; the unknown word is not counted among them."""
        counts = self.counts()
        counts[0] = 0
        seen = counts > 0
        kept = [word for word, there in zip(self.words, seen.tolist(), strict=True) if there]
        return make_vocabulary(kept, counts[seen], size=size, case=case)

    def training_text(self, name: str, licence: str | None = None, selected_for: str | None = None) -> TrainingText:
        tokens = len(self.tokens)
        return TrainingText(
            name=name, sentences=self.sentences, tokens=tokens, licence=licence, selected_for=selected_for
        )

    def encoded(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        return np.array([vocabulary.id_of(word) for word in self.words], dtype=np.int32)[self.tokens]


def subset(store: TokenStore, kept: NDArray[np.bool_]) -> TokenStore:
    """The store with only some of its documents; the word list stays as it is."""
    per_document = np.diff(store.documents)
    sentences = np.repeat(kept, per_document)
    lengths = np.diff(store.starts)
    return replace(
        store,
        tokens=np.asarray(store.tokens)[np.repeat(sentences, lengths)],
        starts=_edges(lengths[sentences]),
        documents=_edges(per_document[kept]),
        sources=tuple(source for source, stays in zip(store.sources, kept.tolist(), strict=True) if stays),
    )


def build_store(documents: Iterable[Document], language: str, *, workers: int = 1) -> TokenStore:
    """The store of a corpus, cut by the language's rules in `workers` processes, whose number changes nothing."""

    def batches() -> Iterator[list[Document]]:
        batch: list[Document] = []
        size = 0
        for document in documents:
            batch.append(document)
            size += len(document.text)
            if size >= _HANDFUL:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            return _merged(pool.map(_piece, batches(), repeat(language)), language)
    return _merged((_piece(batch, language) for batch in batches()), language)


def _piece(documents: Sequence[Document], language: str) -> TokenStore:
    """The store of some documents, with a word list of its own that does not begin with the unknown word."""
    rules = LANGUAGES.get(language)
    numbers: dict[str, int] = {}
    tokens: list[int] = []
    starts, edges = [0], [0]
    for document in documents:
        for sentence in sentences_of(rules, document.text):
            tokens.extend([numbers.setdefault(word, len(numbers)) for word in sentence])
            starts.append(len(tokens))
        edges.append(len(starts) - 1)
    return TokenStore(
        language=language,
        words=tuple(numbers),
        tokens=np.array(tokens, dtype=np.uint32),
        starts=np.array(starts, dtype=np.int64),
        documents=np.array(edges, dtype=np.int64),
        sources=tuple(document.source for document in documents),
    )


def sentences_of(language: Language, text: str) -> Iterator[list[str]]:
    """The sentences of a text as words in their normal form; blank lines and lines without a word give none."""
    for line in text.split("\n"):
        tokens = language.tokens(line)
        if not any(token.is_word for token in tokens):
            continue
        at = 0
        for span in language.sentences(line):
            first = at
            while at < len(tokens) and tokens[at].start < span.end:
                at += 1
            if at > first:
                yield [normal_form(token.text) for token in tokens[first:at]]


def _merged(pieces: Iterable[TokenStore], language: str) -> TokenStore:
    numbers: dict[str, int] = {"<unk>": 0}
    tokens: list[NDArray[np.uint32]] = [np.zeros(0, np.uint32)]
    lengths, per_document = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    sources: list[str] = []
    for piece in pieces:
        for word in piece.words:
            if len(numbers) < MOST_TYPES:
                numbers.setdefault(word, len(numbers))
        table = np.array([numbers.get(word, 0) for word in piece.words], dtype=np.uint32)
        tokens.append(table[piece.tokens] if len(table) else piece.tokens)
        lengths.append(np.diff(piece.starts))
        per_document.append(np.diff(piece.documents))
        sources += piece.sources
    return TokenStore(
        language=language,
        words=tuple(numbers),
        tokens=np.concatenate(tokens),
        starts=_edges(np.concatenate(lengths)),
        documents=_edges(np.concatenate(per_document)),
        sources=tuple(sources),
    )


def _edges(sizes: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def save_store(store: TokenStore, folder: Path) -> None:
    """Write a store into a folder; the arrays can then be read without loading them whole."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in (("tokens", store.tokens), ("starts", store.starts), ("documents", store.documents)):
        np.save(folder / f"{name}.npy", array)
    write_text(folder / "words.txt", "\n".join(store.words))
    write_text(folder / "store.json", json.dumps({"language": store.language, "sources": store.sources}))


def load_store(folder: Path) -> TokenStore:
    """The store in a folder, its arrays mapped from disk."""
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if missing:
        raise FormatError("resolver-no-store", file=missing[0], where=folder)
    about = json.loads((folder / "store.json").read_text("utf-8"))
    return TokenStore(
        language=about["language"],
        words=tuple((folder / "words.txt").read_text("utf-8").split("\n")),
        tokens=np.load(folder / "tokens.npy", mmap_mode="r"),
        starts=np.load(folder / "starts.npy"),
        documents=np.load(folder / "documents.npy"),
        sources=tuple(about["sources"]),
    )


def documents_of(source: CorpusSource) -> Iterator[Document]:
    """The blocks of a corpus as documents; sentences that the source has already cut stand one per line."""
    for block in source.blocks():
        if isinstance(block, TextBlock):
            text = block.text.decode("utf-8", "replace")
        else:
            text = "\n".join(" ".join(form for form, _ in sentence) for sentence in block.sentences)
        yield Document(source=block.source, text=text)


def store_of(source: CorpusSource, language: str, *, workers: int = 1, kept: Path | None = None) -> TokenStore:
    """The token store of a corpus; with a folder, it is written there once and read from there ever after."""
    if kept is None:
        return build_store(documents_of(source), language, workers=workers)
    if not (kept / "store.json").is_file():
        save_store(build_store(documents_of(source), language, workers=workers), kept)
    return load_store(kept)


def overlaps(store: TokenStore, questions: Sequence[Question]) -> Floats:
    """For each document, F1 of its word types and the questions', the two hundred most frequent words left out."""
    rules = LANGUAGES.get(store.language)
    tokens = (token for question in questions for token in rules.tokens(question.text))
    forms = {normal_form(token.text) for token in tokens if token.is_word}
    wanted = forms | {form.lower() for form in forms}
    counted = np.ones(len(store.words), dtype=bool)
    counted[np.argsort(-store.counts(), kind="stable")[:_MOST_FREQUENT]] = False
    counted[0] = False
    asked = np.array([word in wanted for word in store.words], dtype=bool) & counted
    scores = np.zeros(len(store.sources))
    for number, (first, last) in enumerate(pairwise(store.documents.tolist())):
        types = np.unique(store.tokens[store.starts[first] : store.starts[last]])
        types = types[counted[types]]
        scores[number] = 2 * int(asked[types].sum()) / max(len(types) + int(asked.sum()), 1)
    return scores


def passages(store: TokenStore, sentences: int = PASSAGE) -> TokenStore:
    """The store with its documents cut into passages of so many sentences."""
    edges = [range(first, last, sentences) for first, last in pairwise(store.documents.tolist())]
    starts = [start for each in edges for start in each]
    names = [source for source, each in zip(store.sources, edges, strict=True) for _ in each]
    return replace(store, documents=np.array([*starts, store.sentences], dtype=np.int64), sources=tuple(names))


def select(whole: TokenStore, questions: Sequence[Question], share: float, *, sentences: int = PASSAGE) -> TokenStore:
    """The share of a store's passages that overlap most with the questions, in the order of the text (Trinh & Le 2018).

    A model trained on them has seen which words the test asks about. Its card and its signature say so, and no result
    of it is comparable with that of a model trained on whatever text there is.
    """
    if not 0 < share <= 1:
        raise ContentError("resolver-share", share=share)
    store = passages(whole, sentences)
    scores = overlaps(store, questions)
    wanted = max(1, round(share * len(scores)))
    kept = np.zeros(len(scores), dtype=bool)
    kept[np.argsort(-scores, kind="stable")[:wanted]] = True
    return subset(store, kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """What is shown to a network as one sequence: sentences, or discourses of n sentences, with their end marks."""

    tokens: NDArray[np.int32]
    """Word numbers of all units; each unit ends with the end mark, and so does each sentence of a discourse."""
    starts: Ints
    lengths: Ints
    """How many words each has, its end mark included."""

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def words(self) -> int:
        return int(self.lengths.sum())


def make_units(tokens: NDArray[np.int32], starts: Ints, documents: Ints, *, sentences: int, longest: int) -> Units:
    """Units of `sentences` sentences each, never across documents; longer ones than `longest` words are cut.

    >>> words, starts = np.arange(3, 9, dtype=np.int32), np.array([0, 2, 6])
    >>> made = make_units(words, starts, np.array([0, 2]), sentences=1, longest=9)
    >>> made.tokens.tolist(), made.starts.tolist(), made.lengths.tolist()
    ([3, 4, 2, 5, 6, 7, 8, 2], [0, 3], [3, 5])
    """
    ended = np.insert(tokens, starts[1:], np.int32(END_ID))
    edges = starts + np.arange(len(starts))
    first = np.arange(documents[-1] + 1)  # the first sentence of each unit, and the number of sentences
    if sentences > 1:
        parts = [np.arange(a, b, sentences) for a, b in pairwise(documents.tolist())]
        first = np.concatenate([*parts, documents[-1:]])
    begin, end = edges[first[:-1]], edges[first[1:]]
    begin, end = begin[end > begin], end[end > begin]
    pieces = -((begin - end) // longest)
    number = np.arange(int(pieces.sum())) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    start = np.repeat(begin, pieces) + number * longest
    lengths = np.minimum(np.repeat(end, pieces) - start, longest)
    return Units(tokens=ended.astype(np.int32, copy=False), starts=start, lengths=lengths)


def split_units(units: Units, share: float, seed: int) -> tuple[Units, Units]:
    """Units to train on, and a share of them, drawn by a seed, to validate on."""
    held = round(len(units) * share)
    if len(units) - held < 1:
        raise ContentError("resolver-no-sentence-to-train")
    order = np.random.default_rng(seed).permutation(len(units))
    parts = (np.sort(order[held:]), np.sort(order[:held]))
    train, valid = (Units(tokens=units.tokens, starts=units.starts[p], lengths=units.lengths[p]) for p in parts)
    return train, valid


class Batch(NamedTuple):
    """Units side by side: columns are units, rows are steps; short units are filled with the end mark."""

    inputs: Ints
    """(steps, units): the start mark, then the words."""
    places: Ints
    """Which cells of the grid, counted row by row, hold a word to predict."""
    targets: Ints


def epoch_order(units: Units, budget: int, seed: int, epoch: int) -> list[Ints]:
    """The units of each batch of an epoch: near in length, otherwise mixed by the seed, within a budget of cells."""
    rng = np.random.default_rng((seed, epoch))
    mixed = rng.permutation(len(units))
    ranked = mixed[np.argsort(units.lengths[mixed], kind="stable")]
    lengths = units.lengths[ranked]
    batches: list[Ints] = []
    first = 0
    while first < len(lengths):
        last = min(first + max(budget // int(lengths[first]), 1), len(lengths))
        while last > first + 1 and (last - first) * int(lengths[last - 1]) > budget:
            last = first + max(budget // int(lengths[last - 1]), 1)
        batches.append(ranked[first:last])
        first = last
    return [batches[number] for number in rng.permutation(len(batches))]


def make_batch(units: Units, chosen: Ints) -> Batch:
    starts, lengths = units.starts[chosen], units.lengths[chosen]
    steps = int(lengths.max())
    step = np.arange(steps)[:, None]
    there = step < lengths
    grid = np.full((steps, len(chosen)), END_ID, dtype=np.int64)
    grid[there] = units.tokens[(starts + step)[there]]
    inputs = np.concatenate([np.full((1, len(chosen)), START_ID, dtype=np.int64), grid[:-1]])
    return Batch(inputs=inputs, places=np.flatnonzero(there), targets=grid[there])


def prefetched(made: Callable[[Ints], Made], order: list[Ints]) -> Iterator[Made]:
    """What a function makes of each batch's units, made ahead in a thread so that the network never waits for it."""
    rest = iter(order)
    with ThreadPoolExecutor(1) as pool:
        ahead = deque(pool.submit(made, chosen) for chosen in islice(rest, _AHEAD))
        try:
            while ahead:
                yield ahead.popleft().result()
                ahead.extend(pool.submit(made, chosen) for chosen in islice(rest, 1))
        finally:
            for each in ahead:
                each.cancel()
