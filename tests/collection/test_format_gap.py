"""GAP: offsets in characters, quotes that mean nothing, and `neither`."""

from collections import Counter
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.gap import GAP
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import NEITHER, Collection, Item

SPECIMEN = Path(__file__).parent / "specimens" / "gap.tsv"


def read(data: bytes) -> Collection:
    return GAP.read(Source(name="g.tsv", stem="g", data=data), ReadSettings())


def test_offsets_count_characters_and_quotes_are_text() -> None:
    question = read(SPECIMEN.read_bytes()).questions[0]
    assert question.text.startswith('"Élise')
    assert question.anaphor_form == "she"
    assert [c.span.of(question.text) for c in question.candidates if c.span] == ["Élise", "Anna"]


def test_two_false_candidates_make_neither_the_key() -> None:
    assert [item.key for item in read(SPECIMEN.read_bytes()).items] == [1, NEITHER]


def test_a_file_without_truth_gives_questions() -> None:
    header, *rows = SPECIMEN.read_text("utf-8").splitlines()
    kept = [[cell for place, cell in enumerate(row.split("\t")) if place not in (6, 9)] for row in (header, *rows)]
    entries = read("\n".join("\t".join(row) for row in kept).encode()).entries
    assert not any(isinstance(entry, Item) for entry in entries)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"she\t21", b"she\t19", "g.tsv:2, field Pronoun-offset"),
        (b"she\t21", b"she\tx", "g.tsv:2, field Pronoun-offset"),
        (b"1\tFALSE", b"1\tTRUE", "g.tsv:2, field B-coref"),
        (b"0\tFALSE", b"0\tmaybe", "g.tsv:3, field A-coref"),
        (b"\tIvan\t", b"\t", "g.tsv:3: the row has 10 columns instead of 11"),
    ],
)
def test_a_broken_row_is_an_error_that_names_line_and_field(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(SPECIMEN.read_bytes().replace(old, new, 1))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("split", "count", "neither"), [("development", 2000, 201), ("validation", 454, 62), ("test", 2000, 227)]
)
def test_the_published_files_load(shared: Path, split: str, count: int, neither: int) -> None:
    """490 rows have neither (data/README.md): 201 + 62 + 227."""
    items = read((shared / "gap" / f"gap-{split}.tsv").read_bytes()).items
    assert len(items) == count
    assert Counter(item.key for item in items)[NEITHER] == neither
