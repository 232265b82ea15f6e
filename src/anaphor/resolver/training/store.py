"""The text that models are trained on, as numbers: every word once in a list, every sentence a stretch of one array.

The store knows no model's vocabulary: any size and any treatment of capitals is one look-up table over the word list
(`vocabulary.translation`), so that an n-gram model, an LSTM and context2vec are trained from one pass over the text.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise, repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.sources import CorpusSource, TextBlock
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import write_text
from anaphor.language import LANGUAGES, Language
from anaphor.resolver.words.model_folder import TrainingText
from anaphor.resolver.words.vocabulary import LetterCase, Vocabulary, make_vocabulary, normal_form, translation
from anaphor.schema import Question

MOST_TYPES = 4_000_000
"""Distinct words that a store keeps apart; what comes later for the first time is the unknown word."""
PASSAGE = 100
"""Sentences per passage: a file of running text is no document of its own."""
_MOST_FREQUENT = 200
"""Words that every text has and that say nothing of it."""
_FILES = ("tokens.npy", "starts.npy", "documents.npy", "words.txt", "store.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Running text from one source."""

    source: str
    """Name of the file or document."""
    text: str
    """The text; an end of line ends a sentence."""


@dataclass(frozen=True, kw_only=True)
class TokenStore:
    """Sentences as stretches of an array of word numbers."""

    language: str
    """Language of the text."""
    words: tuple[str, ...]
    """The word of each number; number 0 is the unknown word."""
    tokens: NDArray[np.uint32]
    """The words of all sentences, one after the other."""
    starts: NDArray[np.int64]
    """Where each sentence starts, and the end of the last."""
    documents: NDArray[np.int64]
    """Number of the first sentence of each document, and the number of sentences."""
    sources: tuple[str, ...]
    """Names of the documents."""

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        return len(self.starts) - 1

    def counts(self) -> NDArray[np.int64]:
        """How often each word occurs."""
        return np.bincount(self.tokens, minlength=len(self.words))

    def vocabulary(self, size: int, case: LetterCase = LetterCase.KEEP) -> Vocabulary:
        """The most frequent words as a vocabulary; the unknown word is not counted among them."""
        counts = self.counts()
        counts[0] = 0
        seen = counts > 0
        kept = [word for word, there in zip(self.words, seen.tolist(), strict=True) if there]
        return make_vocabulary(kept, counts[seen], size=size, case=case)

    def training_text(self, name: str, licence: str | None = None, selected_for: str | None = None) -> TrainingText:
        """What the card of a model says of this text."""
        tokens = len(self.tokens)
        return TrainingText(
            name=name, sentences=self.sentences, tokens=tokens, licence=licence, selected_for=selected_for
        )

    def encoded(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """All tokens as numbers of a vocabulary."""
        return translation(self.words, vocabulary)[self.tokens]


def subset(store: TokenStore, kept: NDArray[np.bool_]) -> TokenStore:
    """The store with only some of its documents; the word list stays as it is."""
    per_document = np.diff(store.documents)
    sentences = np.repeat(kept, per_document)
    lengths = np.diff(store.starts)
    return TokenStore(
        language=store.language,
        words=store.words,
        tokens=np.asarray(store.tokens)[np.repeat(sentences, lengths)],
        starts=_edges(lengths[sentences]),
        documents=_edges(per_document[kept]),
        sources=tuple(source for source, stays in zip(store.sources, kept.tolist(), strict=True) if stays),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Part of a store, with its own word list."""

    words: list[str]
    tokens: NDArray[np.uint32]
    lengths: NDArray[np.int64]
    per_document: list[int]
    sources: list[str]


def build_store(documents: Iterable[Document], language: str, *, workers: int = 1) -> TokenStore:
    """The store of a corpus; documents are cut into sentences and words by the language's rules.

    Documents stream through `workers` processes; the result does not depend on their number.
    """
    batches = _batched(documents)
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            return _merged(pool.map(_piece, batches, repeat(language)), language)
    return _merged((_piece(batch, language) for batch in batches), language)


def _batched(documents: Iterable[Document], most: int = 1_000_000) -> Iterator[list[Document]]:
    """Documents in handfuls of about a million characters."""
    batch: list[Document] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document.text)
        if size >= most:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _piece(documents: Sequence[Document], language: str) -> _Piece:
    rules = LANGUAGES.get(language)
    numbers: dict[str, int] = {}
    tokens: list[int] = []
    lengths: list[int] = []
    per_document: list[int] = []
    for document in documents:
        before = len(lengths)
        for sentence in sentences_of(rules, document.text):
            tokens.extend([numbers.setdefault(word, len(numbers)) for word in sentence])
            lengths.append(len(sentence))
        per_document.append(len(lengths) - before)
    return _Piece(
        words=list(numbers),
        tokens=np.array(tokens, dtype=np.uint32),
        lengths=np.array(lengths, dtype=np.int64),
        per_document=per_document,
        sources=[document.source for document in documents],
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


def _merged(pieces: Iterable[_Piece], language: str) -> TokenStore:
    numbers: dict[str, int] = {"<unk>": 0}
    tokens: list[NDArray[np.uint32]] = []
    lengths: list[NDArray[np.int64]] = []
    per_document: list[int] = []
    sources: list[str] = []
    for piece in pieces:
        for word in piece.words:
            if len(numbers) < MOST_TYPES:
                numbers.setdefault(word, len(numbers))
        table = np.array([numbers.get(word, 0) for word in piece.words], dtype=np.uint32)
        tokens.append(table[piece.tokens] if len(table) else piece.tokens)
        lengths.append(piece.lengths)
        per_document += piece.per_document
        sources += piece.sources
    return TokenStore(
        language=language,
        words=tuple(numbers),
        tokens=np.concatenate([np.zeros(0, np.uint32), *tokens]),
        starts=_edges(np.concatenate([np.zeros(0, np.int64), *lengths])),
        documents=_edges(np.array(per_document, dtype=np.int64)),
        sources=tuple(sources),
    )


def _edges(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
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
        raise FormatError("resolver-no-store", file=missing[0], where=Place(file=str(folder)))
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
    if kept is not None and (kept / "store.json").is_file():
        return load_store(kept)
    store = build_store(documents_of(source), language, workers=workers)
    if kept is None:
        return store
    save_store(store, kept)
    return load_store(kept)


def overlaps(store: TokenStore, questions: Sequence[Question]) -> NDArray[np.float64]:
    """For each document, how much its words are those of the questions: F1 of the two sets of word types.

    The two hundred most frequent words of the corpus are left out of both sets.
    """
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
