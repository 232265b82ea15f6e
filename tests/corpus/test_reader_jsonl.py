"""The text of JSON lines is one field of each record."""

from pathlib import Path

import pytest

from anaphor.corpus import ReadingSettings, open_corpus
from anaphor.corpus.sources.protocol import ReadingTally
from anaphor.errors import FormatError
from tests.corpus.written import read_back


def read(path: Path, data: str, field: str | None = None, tally: ReadingTally | None = None) -> list[str]:
    path.write_text(data, "utf-8")
    corpus = open_corpus([str(path)], ReadingSettings(field=field))
    assert corpus.files[0].format == "jsonl"
    return [" ".join(words) for words in read_back(corpus.blocks(tally=tally))]


def test_the_field_may_stand_anywhere_and_inside_others(tmp_path: Path) -> None:
    data = '{"a": {"b": "un"}, "text": "deux"}\n\n  {"text": "tro\\u0069s\\r\\nquatre", "a": null}\n'
    assert read(tmp_path / "a", data) == ["deux", "trois", "quatre"]
    assert read(tmp_path / "a", data, "a.b") == ["un"]


def test_records_without_text_are_skipped_and_counted(tmp_path: Path) -> None:
    tally = ReadingTally()
    data = '{"text": "un"}\n{"text": null}\n{"other": 1}\n{"text": ""}\n{"text": "deux"}'
    assert read(tmp_path / "a", data, tally=tally) == ["un", "deux"]
    assert tally.skipped == {"no text in the field text": 2}


def test_decomposed_letters_in_escapes_are_composed(tmp_path: Path) -> None:
    assert read(tmp_path / "a", '{"text": "e\\u0301te\\u0301 \\ud83d\\ude00 \\ud800x"}\n') == ["été \U0001f600 �x"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ('{"body": "x", "id": 3}\n', r"the first record has no field 'text'. Name one with `field`; it has: body, id"),
        ('{"text": "x"}\n{"text": "y"\n', r"a:2: the line is no JSON record"),
        ('{"text": "x"}\n[1]\n', r"a:2: the field 'text' holds no text|a:2: the line is no JSON record"),
        ('{"text": "x"}\n{"text": 5}\n', r"a:2: the field 'text' holds no text"),
        ('{"text": "x"}\n' + "[" * 5000 + "\n", r"a:2: "),
    ],
    ids=["field", "cut", "list", "number", "deep"],
)
def test_a_wrong_record_is_named_with_its_line(tmp_path: Path, data: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        read(tmp_path / "a", data)
