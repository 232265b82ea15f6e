"""CWB vertical text as the WaCky corpora ship it: word, part of speech and lemma in columns, sentences in <s>."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import unescape

from anaphor.corpus.sources.protocol import (
    AnalysedBlock,
    Block,
    Certainty,
    Cut,
    Head,
    Passage,
    ReadingSettings,
    SourceFormat,
)
from anaphor.errors import InputError
from anaphor.files import whole_number

_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^\t]*)?/?>")
_EDGE = re.compile(r"</?s(?:\s[^\t]*)?>")
_AFTER_SENTENCE = Cut(after=re.compile(rb"\n</s>[^\n]*\n"))
_BEFORE_SENTENCE = Cut(after=re.compile(rb"\n(?=<s[ >])"))
_ENTITIES = {"&quot;": '"', "&apos;": "'"}
_LEMMA_COLUMN = 3
_NO_LEMMA = frozenset(("", "<unknown>", "@card@", "@ord@", "_", "__UNDEF__"))
_MOST_CACHED = 400_000
_MOST_COLUMNS = 100

_Token = tuple[str, str | None]
_END: _Token = ("", None)
"""Stands where a sentence begins or ends."""


class _Tokens(dict[str, _Token | None]):
    """The token of a line, remembered: most lines of a corpus are repetitions; None for other tags and blank lines."""

    def __init__(self, lemma_column: int) -> None:
        super().__init__()
        self._place = lemma_column - 1

    def __missing__(self, line: str) -> _Token | None:
        if not line.strip() or (line.startswith("<") and _TAG.fullmatch(line.rstrip())):
            self[line] = _END if _EDGE.match(line) else None
            return self[line]
        columns = [unescape(column, _ENTITIES) if "&" in column else column for column in line.split("\t")]
        lemma = columns[self._place].strip() if len(columns) > self._place else ""
        # Where the tagger left several lemmas open (fils|fil), the lexicon decides which one it is.
        ambiguous = len(lemma) > 2 and "|" in lemma
        self[line] = columns[0], None if lemma in _NO_LEMMA or ambiguous else lemma
        return self[line]


class _Vertical(SourceFormat):
    name = "vertical"

    def certainty(self, head: Head, /) -> Certainty:
        """Sure where tags such as <s> stand on lines of their own among lines of columns."""
        lines = [line.rstrip() for line in head.text.split("\n") if line.strip()][:2000]
        tags = sum(1 for line in lines if _TAG.fullmatch(line))
        sentences = any(line in ("</s>", "<s>") or line.startswith("<s ") for line in lines)
        columns = sum(1 for line in lines if "\t" in line)
        return Certainty.CERTAIN if sentences and columns and tags + columns >= 0.95 * len(lines) else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        _lemma_column(settings.column)

    def cut(self, head: Head, settings: ReadingSettings, /) -> Cut:
        """After </s>, or before <s> where sentences are not closed."""
        return _AFTER_SENTENCE if "</s>" in head.text else _BEFORE_SENTENCE

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The sentences; what stands outside <s> counts as a sentence too."""
        tokens = _Tokens(_lemma_column(passage.settings.column))
        for chunk in passage.chunks(self.cut(passage.head, passage.settings)):
            if len(tokens) > _MOST_CACHED:
                tokens.clear()
            read = filter(None, map(tokens.__getitem__, chunk.data.decode().split("\n")))
            if sentences := tuple(_between_ends([*read, _END])):
                yield AnalysedBlock(source=passage.name, sentences=sentences)


def _between_ends(tokens: list[_Token]) -> Iterator[tuple[_Token, ...]]:
    start = 0
    while start < len(tokens):
        end = tokens.index(_END, start)
        if end > start:
            yield tuple(tokens[start:end])
        start = end + 1


def _lemma_column(stated: str | None) -> int:
    if stated is None:
        return _LEMMA_COLUMN
    if 1 < (number := whole_number(stated) or 0) <= _MOST_COLUMNS:
        return number
    raise InputError("corpus-bad-lemma-column", column=repr(stated))


VERTICAL = _Vertical()
