"""n-gram language models, in tables and as resolvers: the shipped ones, any ARPA file, our own reader or KenLM's.

A table has one sorted array of keys per order. An n-gram's key is the place of its first n−1 words in the order below,
times the size of the vocabulary, plus its last word; so every order fits in 64 bits and a look-up is a binary search.
In files it is ARPA, which every other n-gram program reads, or our own small pack, which loads in a fraction of the
time and holds the model's card.
"""

import gzip
import io
import json
import lzma
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError, Place
from anaphor.files import BAD_ARRAY, atomic_file, digest, read_unpacked
from anaphor.provenance import Signature, plain
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import (
    END,
    SPECIAL,
    START,
    UNKNOWN,
    Floats,
    Ints,
    ModelCard,
    Singles,
    normal_form,
    read_card,
)
from anaphor.resolver.words.word_models import SETTINGS, OneModel, ShippedModels, WordModelResolver
from anaphor.text import Value, joined, message

_NATURAL = math.log(10)
MISSING = -1
"""The place of an n-gram that a table does not hold."""


@dataclass(frozen=True, kw_only=True)
class NgramOrder:
    """The n-grams of one order."""

    keys: Ints
    """Sorted keys; for single words, their numbers."""
    logs: Singles
    """log10 of the probability of the last word after the others."""
    backoffs: Singles
    """log10 of the weight of the order below where the n-gram is a context that is not continued as asked."""

    def __post_init__(self) -> None:
        if not len(self.keys) == len(self.logs) == len(self.backoffs):
            raise ContentError("resolver-table-sizes")

    def find(self, keys: Ints) -> Ints:
        if not len(self.keys):
            return np.full(len(keys), MISSING)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where((self.keys[places] == keys) & (keys >= 0), places, MISSING)


@dataclass(frozen=True, kw_only=True)
class NgramTable:
    """A back-off model of some order."""

    words: tuple[str, ...]
    """The word of each number; the unknown word and both ends are among them."""
    orders: tuple[NgramOrder, ...]
    """Single words first."""

    def __post_init__(self) -> None:
        if not self.orders or len(self.orders[0].keys) != len(self.words):
            raise ContentError("resolver-table-words")
        if len(self.ids) != len(self.words) or not set(SPECIAL) <= self.ids.keys():
            raise ContentError("resolver-table-special", words=joined(SPECIAL))

    @cached_property
    def ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def id_of(self, word: str) -> int:
        """The number of a word as written, else of its lower case, else that of the unknown word."""
        found = self.ids.get(word)
        if found is None:
            found = self.ids.get(word.lower())
        return self.ids[UNKNOWN] if found is None else found

    def log10(self, sentences: Sequence[Sequence[int] | Ints]) -> list[Floats]:
        """log10 of the probability of each word after the start mark and those before it; all looked up together."""
        start, ends = self.ids[START], np.cumsum([0, *map(len, sentences)])
        stream = np.insert(np.concatenate([np.zeros(0), *sentences]).astype(np.int64), ends[:-1], start)
        # For each order, the place of the n-gram that ends at each word, MISSING where there is none.
        places = [stream]
        for order in self.orders[1:]:
            before = np.concatenate([np.full(1, MISSING), places[-1][:-1]])
            reaches = (before >= 0) & (stream != start)
            places.append(order.find(np.where(reaches, before * len(self.words) + stream, MISSING)))
        logs, is_open = np.zeros(len(stream)), np.ones(len(stream), np.bool_)
        for number in reversed(range(len(self.orders))):
            order, here = self.orders[number], places[number]
            found = np.flatnonzero(is_open & (here >= 0))
            logs[found] += order.logs[here[found]]
            is_open[found] = False
            if number:  # what is still open falls back to the order below, at the price of its context
                left = np.flatnonzero(is_open[1:]) + 1
                context = places[number - 1][left - 1]
                priced = context >= 0
                logs[left[priced]] += self.orders[number - 1].backoffs[context[priced]]
        edges = enumerate(pairwise(ends.tolist()), start=1)
        return [logs[first + marks : last + marks] for marks, (first, last) in edges]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(order.keys) for order in self.orders)


def perplexity(table: NgramTable, sentences: Sequence[Ints]) -> float:
    """The perplexity of sentences, their end marks counted, unknown words too."""
    logs = np.concatenate(table.log10([np.append(sentence, table.ids[END]) for sentence in sentences]))
    return float(10 ** -logs.mean())


_NO_UNKNOWN = -100.0
"""log10 of the probability of the unknown word where a file gives none, as in KenLM."""
_XZ = b"\xfd7zXZ\0"
_LARGEST_PACK, _LONGEST_LINE = 2**32, 2**20  # bytes, and characters: more would fill the memory
LEVELS = 256
QUANTISED = f"{LEVELS} values per order"


def write_arpa(table: NgramTable, path: Path) -> None:
    """Write a model; probabilities and weights keep all the digits of 32 bits."""
    sizes = "".join(f"ngram {number}={size}\n" for number, size in enumerate(table.sizes, 1))
    size, texts = len(table.words), list(table.words)
    with atomic_file(path) as file:
        file.write(f"\\data\\\n{sizes}".encode())
        for number, order in enumerate(table.orders, 1):
            file.write(f"\n\\{number}-grams:\n".encode())
            if number > 1:
                texts = [f"{texts[key // size]} {table.words[key % size]}" for key in order.keys.tolist()]
            last = number == len(table.orders)
            for text, log, weight in zip(texts, order.logs.tolist(), order.backoffs.tolist(), strict=True):
                line = f"{log:.9g}\t{text}\n" if last else f"{log:.9g}\t{text}\t{weight:.9g}\n"
                file.write(line.encode("utf-8"))
        file.write(b"\n\\end\\\n")


def read_arpa(path: Path) -> NgramTable:
    """The model in an ARPA file, packed with gzip or xz or not; what is wrong is refused with its line."""
    if not path.is_file():
        raise InputError("resolver-no-regular-file" if path.exists() else "resolver-no-file", where=path)
    try:
        with path.open("rb") as file:
            head = file.read(6)
        opener = gzip.open if head.startswith(b"\x1f\x8b") else lzma.open if head == _XZ else open
        with opener(path, "rt", encoding="utf-8") as text:
            return _ArpaReader(path, text).table()
    except (UnicodeDecodeError, EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError("resolver-arpa-unreadable", reason=str(error), where=path) from error
    except OSError as error:
        raise InputError("resolver-file-unreadable", reason=error.strerror or str(error), where=path) from error


class _ArpaReader:
    def __init__(self, path: Path, lines: TextIO) -> None:
        self.path = path
        self.lines = enumerate(iter(lambda: lines.readline(_LONGEST_LINE), ""), 1)
        self.number = 0

    def table(self) -> NgramTable:
        first = self._next()
        while first and first != "\\data\\" and self.number <= 1_000:
            first = self._next()
        if first != "\\data\\":
            raise FormatError("resolver-no-arpa", where=self.path)
        sizes: list[int] = []
        while (line := self._next()).startswith("ngram "):
            head, _, size = line.removeprefix("ngram ").partition("=")
            if head.strip() != str(len(sizes) + 1) or not size.strip().isdigit():
                raise self._error("resolver-arpa-size")
            sizes.append(int(size))
        if not sizes or line != "\\1-grams:":
            raise self._error("resolver-arpa-order", order=1)
        ids: dict[str, int] = {}
        _, logs, weights = self._entries(1, sizes[0], ids)
        if len(ids) != sizes[0]:
            raise self._error("resolver-arpa-word-twice")
        missing = [special for special in SPECIAL if special not in ids]
        ids |= {special: number for number, special in enumerate(missing, len(ids))}
        logs = np.append(logs, np.full(len(missing), _NO_UNKNOWN, np.float32))
        weights = np.append(weights, np.zeros(len(missing), np.float32))
        orders = [NgramOrder(keys=np.arange(len(ids)), logs=logs, backoffs=weights)]
        for order, count in enumerate(sizes[1:], 2):
            orders.append(self._order(order, count, ids, orders))
        if self._next() != "\\end\\":
            raise self._error("resolver-arpa-cut")
        try:
            return NgramTable(words=tuple(ids), orders=tuple(orders))
        except ContentError as error:
            raise FormatError(error.what, where=Place(file=str(self.path), line=self.number)) from error

    def _next(self) -> str:
        """The next line that is not empty; an empty text at the end of the file."""
        for number, line in self.lines:
            self.number = number
            if line.strip():
                return line.strip("\r\n ")
        return ""

    def _order(self, order: int, size: int, ids: dict[str, int], below: list[NgramOrder]) -> NgramOrder:
        if self._next() != f"\\{order}-grams:":
            raise self._error("resolver-arpa-order", order=order)
        numbers, logs, weights = self._entries(order, size, ids)
        keys = numbers[:, 0]
        for column, shorter in enumerate(below[1:], 1):
            keys = shorter.find(keys * len(ids) + numbers[:, column])
            if np.any(keys < 0):
                raise self._error("resolver-arpa-prefix", order=order, shorter=column + 1)
        keys = keys * len(ids) + numbers[:, -1]
        ranked = np.argsort(keys, kind="stable")
        if np.any(np.diff(keys[ranked]) == 0):
            raise self._error("resolver-arpa-twice", order=order)
        return NgramOrder(keys=keys[ranked], logs=logs[ranked], backoffs=weights[ranked])

    def _entries(self, order: int, size: int, ids: dict[str, int]) -> tuple[Ints, Singles, Singles]:
        """The words' numbers, logarithms and weights of so many lines; single words get their numbers here."""
        numbers = np.zeros((size, order), np.int64)
        logs, weights = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for place in range(size):
            line = self._next()
            if "\t" in line:
                parts = line.split("\t")
            else:  # some programs write blanks where others write tabs
                fields = line.split()
                parts = [fields[0] if fields else "", " ".join(fields[1 : order + 1]), *fields[order + 1 :]]
            words = parts[1].split(" ") if len(parts) > 1 else []
            try:
                log, weight = float(parts[0]), float(parts[2]) if len(parts) > 2 else 0.0
            except ValueError:
                raise self._error("resolver-arpa-entry", order=order) from None
            if len(words) != order or len(parts) > 3 or math.isnan(log) or math.isnan(weight):
                raise self._error("resolver-arpa-entry", order=order)
            logs[place], weights[place] = log, weight
            if order == 1:
                ids.setdefault(UNKNOWN if words[0] == "<UNK>" else words[0], place)
                continue
            try:
                numbers[place] = [ids[word] for word in words]
            except KeyError as error:
                raise self._error("resolver-arpa-word-unknown", word=str(error.args[0])) from None
        return numbers, logs, weights

    def _error(self, code: str, **values: Value) -> FormatError:
        return FormatError(message(code, **values), where=Place(file=str(self.path), line=self.number))


class Pack(NamedTuple):
    """A packed model, and the card on which it says what it is."""

    table: NgramTable
    card: ModelCard


def write_pack(path: Path, table: NgramTable, card: ModelCard) -> None:
    """Write a model in little space: a NumPy archive inside xz, probabilities and weights as one of 256 values per
    order. Single words carry their list; longer ones how many follow each shorter one, and which, low bytes apart."""
    size = len(table.words)
    arrays: dict[str, NDArray[np.generic]] = {"words": _bytes("\n".join(table.words))}
    for number, order in enumerate(table.orders, 1):
        if number > 1:
            followers = np.bincount(order.keys // size, minlength=table.sizes[number - 2])
            narrow = np.uint16 if followers.max(initial=0) < 2**16 else np.uint32
            arrays[f"followers{number}"] = followers.astype(narrow)
            for byte in range(3):
                arrays[f"last{number}.{byte}"] = (order.keys % size >> 8 * byte & 255).astype(np.uint8)
        for name, values in (("logs", order.logs), ("backoffs", order.backoffs)):
            arrays[f"{name}{number}"], arrays[f"{name}{number}.codes"] = quantised(values)
    arrays["card"] = _bytes(json.dumps(plain(card), ensure_ascii=False))
    plain_archive = io.BytesIO()
    np.savez(plain_archive, **arrays)  # type: ignore[arg-type]  # numpy's stubs see allow_pickle in the names
    with atomic_file(path) as file:
        file.write(lzma.compress(plain_archive.getvalue(), preset=9))


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)


def rounded(table: NgramTable) -> NgramTable:
    """The model as it comes back from a pack."""
    orders: list[NgramOrder] = []
    for order in table.orders:
        logs, backoffs = (centres[codes] for centres, codes in map(quantised, (order.logs, order.backoffs)))
        orders.append(NgramOrder(keys=order.keys, logs=logs, backoffs=backoffs))
    return replace(table, orders=tuple(orders))


def quantised(values: Singles) -> tuple[Singles, NDArray[np.uint8]]:
    """At most 256 values that stand for all, and which stands for each; 0, which most weights are, keeps its own."""
    distinct = np.unique(values)
    if len(distinct) <= LEVELS:
        return distinct, np.searchsorted(distinct, values).astype(np.uint8)
    inside = np.sort(values[values != 0])
    edges = inside[np.linspace(0, len(inside), LEVELS - 1, endpoint=False).astype(np.int64)]
    share = np.searchsorted(edges, inside, side="right") - 1
    sums = np.bincount(share, weights=inside, minlength=len(edges))
    means = sums / np.maximum(np.bincount(share, minlength=len(edges)), 1)
    centres = np.unique(np.append(means, 0.0).astype(np.float32))
    middle = (centres[1:] + centres[:-1]) / 2
    return centres, np.searchsorted(middle, values).astype(np.uint8)


def read_pack(path: Path) -> Pack:
    """The model in a packed file."""
    if not path.is_file():
        raise InputError("resolver-no-file", where=path)
    try:
        with np.load(io.BytesIO(read_unpacked(path, _LARGEST_PACK))) as found:
            arrays = {name: found[name] for name in found.files}
        card = read_card(arrays["card"].tobytes().decode("utf-8"), path)
        words = tuple(arrays["words"].tobytes().decode("utf-8").split("\n"))
        orders = [_order(arrays, 1, np.arange(len(words)))]
        while f"followers{len(orders) + 1}" in arrays:
            number = len(orders) + 1
            followers = arrays[f"followers{number}"].astype(np.int64)
            prefix = np.repeat(np.arange(len(followers)), followers)
            last = sum(arrays[f"last{number}.{byte}"].astype(np.int64) << 8 * byte for byte in range(3))
            orders.append(_order(arrays, number, prefix * len(words) + last))
        return Pack(NgramTable(words=words, orders=tuple(orders)), card)
    except (*BAD_ARRAY, ContentError) as error:
        if isinstance(error, ContentError) and error.where:
            raise
        raise FormatError("resolver-no-pack", where=path) from error


def is_pack(path: Path) -> bool:
    """Whether a file looks like a packed model: an archive in xz, not a text in xz."""
    try:
        with path.open("rb") as file:
            if file.read(6) != _XZ:
                return False
        with lzma.open(path) as inside:
            return inside.read(4) == b"PK\x03\x04"
    except (OSError, lzma.LZMAError, EOFError):
        return False


def _order(arrays: dict[str, NDArray[np.generic]], number: int, keys: Ints) -> NgramOrder:
    logs, backoffs = (
        arrays[f"{name}{number}"].astype(np.float32)[arrays[f"{name}{number}.codes"].astype(np.int64)]
        for name in ("logs", "backoffs")
    )
    return NgramOrder(keys=keys, logs=logs, backoffs=backoffs)


@dataclass(frozen=True, slots=True)
class NgramModel:
    """An n-gram model asked through our own tables."""

    table: NgramTable
    name: str
    signature: Signature

    def knows(self, word: str, /) -> bool:
        return self.table.id_of(normal_form(word)) != self.table.ids[UNKNOWN]

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        numbers = [[self.table.id_of(normal_form(word)) for word in sentence] for sentence in sentences]
        return [logs * _NATURAL for logs in self.table.log10(numbers)]


class KenlmModel:
    """The same, asked through KenLM (extra `kenlm`): for models that are too large for our tables."""

    def __init__(self, path: Path, name: str, signature: Signature) -> None:
        try:
            import kenlm  # type: ignore[import-not-found, unused-ignore]  # a C extension, an extra
        except ImportError:
            raise MissingExtraError("reader=kenlm", "kenlm") from None
        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        try:
            self._model: Any = kenlm.Model(str(path), config)  # a C extension without types
        except OSError as error:
            raise FormatError("resolver-kenlm-unreadable", where=path) from error
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        return self._form(word) in self._model

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        texts = (" ".join(self._form(word) for word in sentence) for sentence in sentences)
        return [
            np.array([log for log, _, _ in self._model.full_scores(text, bos=True, eos=False)]) * _NATURAL
            for text in texts
        ]

    def _form(self, word: str) -> str:
        """The word as written where the model has it, else in lower case: as our own tables do."""
        form = normal_form(word)
        return form if form in self._model else form.lower()


def ngram(spec: Spec) -> Resolver:
    """The sentence that an n-gram model finds most probable: the shipped, or yours."""
    spec.allow(*SETTINGS, "reader")
    reader = spec.setting("reader", "own", ("own", "kenlm"))
    if spec.argument is None:
        if reader == "kenlm":
            raise InputError("resolver-kenlm-shipped")
        return WordModelResolver(shipped_ngrams(), spec)
    path = Path(spec.argument)
    name = f"ngram {path.stem}"
    if is_pack(path):
        return WordModelResolver(packed_model(path, name), spec)
    if not path.is_file():
        raise InputError("resolver-no-arpa-file", where=path)
    signature = Signature.of(model="ngram", file=path.name, content=digest(path), reader=reader)
    if reader == "kenlm":
        return WordModelResolver(OneModel(KenlmModel(path, name, signature)), spec)
    return WordModelResolver(OneModel(NgramModel(read_arpa(path), name, signature)), spec)


@cache
def shipped_ngrams() -> ShippedModels:
    """The n-gram models that come with the package, each read when its language is first asked about."""
    return ShippedModels("ngram", ".xz", lambda path: packed_model(path, "ngram").only)


def packed_model(path: Path, name: str) -> OneModel:
    """The model in a packed file, for the language that its card names."""
    table, card = read_pack(path)
    return OneModel(NgramModel(table, name, card.signature), card.language)
