"""A column of a Parquet file is its text; row groups are its parts."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from anaphor.corpus import Part, ReadingSettings, open_corpus
from anaphor.corpus.sources.protocol import ReadingTally
from anaphor.errors import FormatError, MissingExtraError
from tests.corpus.written import read_back

TEXTS = ["Un.", None, "Deux e\u0301te\u0301.\r\nTrois.", "", "Quatre."]


def written(path: Path, columns: dict[str, object], rows: int = 2) -> str:
    import_module("pyarrow.parquet").write_table(import_module("pyarrow").table(columns), path, row_group_size=rows)
    return str(path)


def read(path: str, column: str | None = None, tally: ReadingTally | None = None) -> list[str]:
    corpus = open_corpus([path], ReadingSettings(column=column))
    return [" ".join(words) for words in read_back(corpus.blocks(tally=tally))]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_the_cells_of_a_column_are_its_text_however_they_are_stored(tmp_path: Path, kind: str) -> None:
    arrow = import_module("pyarrow")
    stored = (
        arrow.array(TEXTS).dictionary_encode() if kind == "dictionary" else arrow.array(TEXTS, getattr(arrow, kind)())
    )
    path, tally = written(tmp_path / "a.parquet", {"id": list(range(5)), "body": stored}), ReadingTally()
    assert read(path, None, tally) == ["Un.", "Deux été.", "Trois.", "Quatre."]
    assert tally.skipped == {"no text in the column body": 1}


@pytest.mark.slow
def test_each_row_group_is_read_by_one_part(tmp_path: Path) -> None:
    corpus = open_corpus([written(tmp_path / "a.parquet", {"text": [str(number) for number in range(9)]})])
    parts = [read_back(corpus.blocks(Part(index=index, count=3))) for index in range(3)]
    assert [len(part) for part in parts] == [2, 4, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "says"),
    [
        (None, r"which of the columns holds the text is not said. State `column`; columns of text are: a, b"),
        ("c", "no column is called 'c'"),
        ("n", "the column 'n' holds no text"),
    ],
)
def test_a_wrong_column_is_refused_with_those_there_are(tmp_path: Path, column: str | None, says: str) -> None:
    path = written(tmp_path / "a.parquet", {"a": ["x"], "b": ["y"], "n": [1]})
    with pytest.raises(FormatError, match=says):
        read(path, column)


def test_a_file_that_is_cut_off_is_one_sentence(tmp_path: Path) -> None:
    path = Path(written(tmp_path / "a.parquet", {"text": ["x" * 100] * 100}))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(FormatError, match=r"a\.parquet: the Parquet file cannot be read"):
        read(str(path))


@pytest.mark.slow
def test_without_the_extra_parquet_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.parquet", {"text": ["x"]})
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[hf\]"):
        read(path)
