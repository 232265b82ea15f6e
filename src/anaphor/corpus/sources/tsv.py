"""One column of a table with tabs (Tatoeba, Common Voice), found by its name in the first line or by its number."""

from collections.abc import Iterator

from anaphor.corpus.sources.protocol import (
    AT_NEWLINES,
    Block,
    Certainty,
    Head,
    Passage,
    ReadingSettings,
    SourceFormat,
    text_block,
)
from anaphor.files import whole_number

_USUAL_NAMES = ("text", "sentence")
_LOOKED_AT = 50
_TAB = "\t"


class _Tsv(SourceFormat):
    name = "tsv"
    at = AT_NEWLINES

    def certainty(self, head: Head, /) -> Certainty:
        """Likely where all of the first lines have the same number of tabs and two filled cells."""
        rows = [line.split(_TAB) for line in head.text.split("\n") if line.strip()][:_LOOKED_AT]
        filled = all(sum(1 for cell in row if cell.strip()) > 1 for row in rows)
        return Certainty.LIKELY if rows and filled and len({len(row) for row in rows}) == 1 else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        _place(head, settings.column)

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The cells of the column, each on its line; quotation marks are letters like others."""
        place, named = _place(passage.head, passage.settings.column)
        header = named and passage.offset == 0
        for chunk in passage.chunks(AT_NEWLINES):
            rows = [line.split(b"\t", place + 1) for line in chunk.data.split(b"\n") if line][1 if header else 0 :]
            header = False
            cells = [row[place] for row in rows if len(row) > place]
            passage.tally.skip("line with too few columns", len(rows) - len(cells))
            if text := b"\n".join(filter(None, cells)):
                yield text_block(passage, text)


def _place(head: Head, stated: str | None) -> tuple[int, bool]:
    """The column's place, from 0, and whether it was found by name, so that the first line is no text."""
    first = head.first_line.split(_TAB)
    columns = "; ".join(f"{number} {cell[:30]!r}" for number, cell in enumerate(first[:8], 1))
    if stated is None:
        usual = next((name for name in _USUAL_NAMES if name in first), None)
        if usual is None:
            raise head.error("corpus-which-cell", columns=columns)
        return first.index(usual), True
    if stated.isascii() and stated.isdigit():
        if not 1 <= (number := whole_number(stated) or 0) <= len(first):
            raise head.error("corpus-no-column-number", column=stated, columns=columns)
        return number - 1, False
    if stated not in first:
        raise head.error("corpus-no-cell-name", column=repr(stated), columns=columns)
    return first.index(stated), True


TSV = _Tsv()
