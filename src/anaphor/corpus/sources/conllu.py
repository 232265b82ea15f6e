"""CoNLL-U: sentences, tokens and lemmas as a treebank gives them."""

import re
from collections.abc import Iterator

from anaphor.corpus.sources.protocol import AT_BLANK_LINES, AnalysedBlock, Block, Certainty, Head, Passage, SourceFormat

_LINE = re.compile(r"#.*|\d{1,9}(?:[-.]\d{1,9})?(?:\t[^\t]*){9,}")
_ROW = re.compile(r"\d{1,9}(?:[-.]\d{1,9})?(?:\t[^\t]++){3}.*")
_OPEN_CLASSES = frozenset(("NOUN", "VERB", "ADJ", "ADV", "PROPN"))
_NO_LEMMA = "_"

_Token = tuple[str, str | None]


class _ConllU(SourceFormat):
    name = "conllu"
    at = AT_BLANK_LINES

    def certainty(self, head: Head, /) -> Certainty:
        """Sure where every line is blank, a comment or a numbered row of ten columns, and one is a row."""
        lines = [line for line in head.text.split("\n") if line.strip()][:200]
        good = all(_LINE.fullmatch(line) for line in lines) and any(not line.startswith("#") for line in lines)
        return Certainty.CERTAIN if good else Certainty.NO

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The sentences; a multiword token (au = à + le) is one token, as it is written."""
        for chunk in passage.chunks(AT_BLANK_LINES):
            try:
                sentences = tuple(filter(None, map(_tokens, chunk.data.decode().split("\n\n"))))
            except (IndexError, ValueError) as error:
                lines = enumerate(chunk.data.decode().split("\n"))
                rows = ((place, line) for place, line in lines if line.strip() and line[0] != "#")
                bad = next((place for place, line in rows if not _ROW.fullmatch(line)), 0)
                raise passage.error("corpus-bad-conllu", chunk=chunk, line=bad) from error
            if sentences:
                yield AnalysedBlock(source=passage.name, sentences=sentences)


def _tokens(sentence: str) -> tuple[_Token, ...]:
    rows = [line.split("\t", 4) for line in sentence.split("\n") if line and line[0] != "#"]
    if rows and int(rows[-1][0].partition(".")[0]) != len(rows):  # more rows than words: spans or empty nodes
        return tuple(_tokens_of(rows))
    return tuple([(row[1], row[2] if row[2] != _NO_LEMMA else _lemma(row)) for row in rows])


def _tokens_of(rows: list[list[str]]) -> Iterator[_Token]:
    """The tokens of a sentence that has multiword tokens, whose words are left out, or empty nodes."""
    last = 0
    for place, row in enumerate(rows):
        first, span, end = row[0].partition("-")
        if span:
            last = int(end)
            # The lemma of the one noun, verb, adjective or adverb in a multiword token; None where there are more or
            # none.
            words = rows[place + 1 : place + 2 + last - int(first)]
            open_words = [_lemma(row) for row in words if row[3] in _OPEN_CLASSES]
            yield row[1], (open_words[0] if len(open_words) == 1 else None)
        elif first.isdigit() and int(first) > last:
            yield row[1], _lemma(row)


def _lemma(row: list[str]) -> str | None:
    return row[2] if row[2] != _NO_LEMMA or row[1] == _NO_LEMMA else None


CONLLU = _ConllU()
