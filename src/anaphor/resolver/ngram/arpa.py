"""ARPA files: n-gram models as text, written and read here, and read by every other n-gram program."""

import gzip
import lzma
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import atomic_file
from anaphor.resolver.ngram.table import NgramOrder, NgramTable
from anaphor.resolver.words.vocabulary import END, START, UNKNOWN

_NO_UNKNOWN = -100.0
"""log10 of the probability of the unknown word where a file gives none, as in KenLM."""


def write_arpa(table: NgramTable, path: Path) -> None:
    """Write a model; probabilities and weights keep all the digits of 32 bits."""
    with atomic_file(path) as file:
        for line in arpa_lines(table):
            file.write(line.encode("utf-8"))


def arpa_lines(table: NgramTable) -> Iterator[str]:
    """The lines of the ARPA file of a model."""
    yield "\\data\\\n"
    for number, size in enumerate(table.sizes, 1):
        yield f"ngram {number}={size}\n"
    texts: list[str] = []
    for number, order in enumerate(table.orders, 1):
        yield f"\n\\{number}-grams:\n"
        texts = _texts(table, order, texts)
        last = number == len(table.orders)
        for text, log, weight in zip(texts, order.logs.tolist(), order.backoffs.tolist(), strict=True):
            yield f"{log:.9g}\t{text}\n" if last else f"{log:.9g}\t{text}\t{weight:.9g}\n"
    yield "\n\\end\\\n"


def _texts(table: NgramTable, order: NgramOrder, below: list[str]) -> list[str]:
    if not below:
        return list(table.words)
    size = len(table.words)
    return [f"{below[key // size]} {table.words[key % size]}" for key in order.keys.tolist()]


def read_arpa(path: Path) -> NgramTable:
    """The model in an ARPA file, packed with gzip or xz or not; what is wrong is refused with its line."""
    with _opened(path) as lines:
        try:
            return _Reader(path, lines).table()
        except (UnicodeDecodeError, EOFError, lzma.LZMAError, gzip.BadGzipFile) as error:
            raise FormatError(f"the ARPA file cannot be read ({error})", where=Place(file=str(path))) from error


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    where = Place(file=str(path))
    if not path.is_file():
        raise InputError("there is no such file" if not path.exists() else "this is no regular file", where=where)
    try:
        with path.open("rb") as file:
            head = file.read(6)
        if head.startswith(b"\x1f\x8b"):
            with gzip.open(path, "rt", encoding="utf-8") as text:
                yield text
        elif head == b"\xfd7zXZ\0":
            with lzma.open(path, "rt", encoding="utf-8") as text:
                yield text
        else:
            with path.open("r", encoding="utf-8") as text:
                yield text
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror or error})", where=where) from error


class _Reader:
    """Reads one file, line by line."""

    def __init__(self, path: Path, lines: TextIO) -> None:
        self.path = path
        self.lines = enumerate(lines, 1)
        self.number = 0

    def table(self) -> NgramTable:
        sizes = self._sizes()
        words, single = self._words(sizes[0])
        orders = [single]
        ids = {word: number for number, word in enumerate(words)}
        for order, size in enumerate(sizes[1:], 2):
            orders.append(self._order(order, size, ids, orders))
        if self._next() != "\\end\\":
            raise self._error("\\end\\ is missing: the file is cut off")
        try:
            return NgramTable(words=tuple(words), orders=tuple(orders))
        except ContentError as error:
            raise self._error(error.what) from error

    def _next(self) -> str:
        """The next line that is not empty; an empty text at the end of the file."""
        for number, line in self.lines:
            self.number = number
            if line.strip():
                return line.strip("\r\n ")
        return ""

    def _sizes(self) -> list[int]:
        first = self._next()
        while first and first != "\\data\\":
            if self.number > 1_000:
                break
            first = self._next()
        if first != "\\data\\":
            raise FormatError("this is no ARPA file", where=Place(file=str(self.path)), todo="It begins with \\data\\.")
        sizes: list[int] = []
        while (line := self._next()).startswith("ngram "):
            head, _, size = line.removeprefix("ngram ").partition("=")
            if head.strip() != str(len(sizes) + 1) or not size.strip().isdigit():
                raise self._error("a line `ngram N=COUNT` was expected")
            sizes.append(int(size))
        if not sizes or line != "\\1-grams:":
            raise self._error("\\1-grams: was expected")
        return sizes

    def _words(self, size: int) -> tuple[list[str], NgramOrder]:
        words: list[str] = []
        logs, weights = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for place in range(size):
            logs[place], (word,), weights[place] = self._entry(1)
            words.append(UNKNOWN if word == "<UNK>" else word)
        for special in (UNKNOWN, START, END):
            if special not in words:
                words.append(special)
                logs, weights = np.append(logs, np.float32(_NO_UNKNOWN)), np.append(weights, np.float32(0))
        if len(set(words)) != len(words):
            raise self._error("a word stands twice among the 1-grams")
        return words, NgramOrder(keys=np.arange(len(words)), logs=logs, backoffs=weights)

    def _order(self, order: int, size: int, ids: dict[str, int], below: list[NgramOrder]) -> NgramOrder:
        if self._next() != f"\\{order}-grams:":
            raise self._error(f"\\{order}-grams: was expected")
        numbers = np.zeros((size, order), np.int64)
        logs, weights = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for place in range(size):
            logs[place], words, weights[place] = self._entry(order)
            try:
                numbers[place] = [ids[word] for word in words]
            except KeyError as error:
                raise self._error(f"the word {error} is not among the 1-grams") from None
        keys = self._keys(numbers, len(ids), below)
        ranked = np.argsort(keys, kind="stable")
        if np.any(np.diff(keys[ranked]) == 0):
            raise self._error(f"an n-gram stands twice among the {order}-grams")
        return NgramOrder(keys=keys[ranked], logs=logs[ranked], backoffs=weights[ranked])

    def _keys(self, numbers: NDArray[np.int64], size: int, below: list[NgramOrder]) -> NDArray[np.int64]:
        place = numbers[:, 0]
        for column, order in enumerate(below[1:], 1):
            place = order.find(place * size + numbers[:, column])
            if np.any(place < 0):
                raise self._error(f"a {numbers.shape[1]}-gram begins with words that are no {column + 1}-gram")
        return place * size + numbers[:, -1]

    def _entry(self, order: int) -> tuple[float, list[str], float]:
        line = self._next()
        parts = line.split("\t") if "\t" in line else _unspaced(line, order)
        words = parts[1].split(" ") if len(parts) > 1 else []
        try:
            log, weight = float(parts[0]), float(parts[2]) if len(parts) > 2 else 0.0
        except ValueError:
            raise self._error(f"a {order}-gram was expected: LOG10 WORDS [WEIGHT]") from None
        if len(words) != order or len(parts) > 3 or math.isnan(log) or math.isnan(weight):
            raise self._error(f"a {order}-gram was expected: LOG10 WORDS [WEIGHT]")
        return log, words, weight

    def _error(self, what: str) -> FormatError:
        return FormatError(what, where=Place(file=str(self.path), line=self.number))


def _unspaced(line: str, order: int) -> list[str]:
    """The fields of a line that has blanks where others have tabs."""
    parts = line.split()
    return [parts[0] if parts else "", " ".join(parts[1 : order + 1]), *parts[order + 1 :]]
