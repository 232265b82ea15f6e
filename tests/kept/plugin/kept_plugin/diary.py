"""A reader of diaries: a first line `=diary`, then lines with a date, a colon and a sentence."""

from collections.abc import Iterator

from anaphor.corpus.cutting import AT_NEWLINES, Cut
from anaphor.corpus.reader_format import Certainty, Head, Passage, ReadingSettings, text_block
from anaphor.corpus.text import Block


class Diary:
    """The source format."""

    name = "kept-diary"
    deals = False
    record = None

    def certainty(self, head: Head, /) -> Certainty:
        """By the first line."""
        return Certainty.CERTAIN if head.first_line == "=diary" else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        """Refuse a diary without an entry."""
        if head.whole and head.text.count("\n") < 2:
            raise head.error("the diary is empty")

    def cut(self, head: Head, settings: ReadingSettings, /) -> Cut:
        """At newlines."""
        return AT_NEWLINES

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """What stands behind the dates."""
        for chunk in passage.chunks(AT_NEWLINES):
            rows = [line.partition(b": ") for line in chunk.data.split(b"\n") if line and line != b"=diary"]
            passage.tally.skip("line without a date", sum(1 for row in rows if not row[1]))
            if text := b"\n".join(row[2] for row in rows if row[2]):
                yield text_block(passage, text)


DIARY = Diary()
