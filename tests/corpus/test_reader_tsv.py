"""A column of a table is found by its name or its number."""

from pathlib import Path

import pytest

from anaphor.corpus import ReadingSettings, open_corpus
from anaphor.corpus.sources.protocol import ReadingTally
from anaphor.errors import FormatError
from tests.corpus.written import read_back

PAIRS = "Hello there.\tBonjour à tous.\nGo away.\tVa-t'en !\n"
VOICES = 'client_id\tsentence\tage\n1\tLe "vent" tourne.\tteens\n2\tOù va-t-il ?\t\n'


def read(path: Path, data: str, column: str | None, tally: ReadingTally | None = None) -> list[str]:
    path.write_text(data, "utf-8")
    corpus = open_corpus([str(path)], ReadingSettings(column=column))
    assert corpus.files[0].format == "tsv"
    return [" ".join(words) for words in read_back(corpus.blocks(tally=tally))]


def test_a_column_by_number_is_text_from_the_first_line(tmp_path: Path) -> None:
    assert read(tmp_path / "a", PAIRS, "2") == ["Bonjour à tous.", "Va-t'en !"]
    assert read(tmp_path / "a", PAIRS, "1") == ["Hello there.", "Go away."]


@pytest.mark.parametrize("column", ["sentence", None])
def test_a_column_by_name_leaves_out_the_line_of_names(tmp_path: Path, column: str | None) -> None:
    assert read(tmp_path / "a", VOICES, column) == ['Le "vent" tourne.', "Où va-t-il ?"]


def test_lines_with_too_few_columns_are_skipped_and_counted(tmp_path: Path) -> None:
    tally = ReadingTally()
    data = PAIRS * 40 + "\nsans tabulation\n" + PAIRS
    assert len(read(tmp_path / "a", data, "2", tally)) == 82
    assert tally.skipped == {"line with too few columns": 1}


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (None, "which of the columns holds the text is not said. State `column` .* 1 'Hello there.'; 2 'Bonjour"),
        ("3", "there is no column 3"),
        ("0", "there is no column 0"),
        ("texte", "no column is called 'texte'"),
    ],
)
def test_a_wrong_column_is_refused_with_those_there_are(tmp_path: Path, column: str | None, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        read(tmp_path / "a", PAIRS, column)


def test_indented_prose_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("\tIl était une fois\n\tun meunier.\n" * 30)
    assert open_corpus([str(path)]).files[0].format == "text"
