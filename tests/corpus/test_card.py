"""The card says what a corpus is and how it was read."""

import json
from pathlib import Path

import pytest

from anaphor.corpus import ReadingSettings, open_corpus
from anaphor.corpus.index.building import read_card, write_record
from anaphor.corpus.sources.protocol import Lines
from anaphor.errors import FormatError, InputError
from tests.corpus.written import SENTENCES, text


def test_a_card_is_written_and_read_back(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(text(SENTENCES).decode().encode("cp1252"))
    corpus = open_corpus([str(tmp_path / "a.txt")], ReadingSettings(lines=Lines.LINE))
    card = corpus.card(name="moulins", language="fr", source="https://example.org", licence="CC0-1.0", analyser="a1")
    write_record(tmp_path / "card.json", card)
    assert read_card(tmp_path / "card.json") == card
    said = json.loads((tmp_path / "card.json").read_text("utf-8"))
    assert said["settings"] == {"errors": "strict", "lines": "line"}
    assert said["hash"] == corpus.hash()
    assert said["bytes"] == (tmp_path / "a.txt").stat().st_size
    assert said["formats"] == ["text"]
    assert "cp1252" in said["notes"][0]
    assert said["made_by"].startswith("anaphor ")


@pytest.mark.parametrize("content", ['{"name": "x"}', "[]", "not JSON", '{"name": "x", "colour": "red"}'])
def test_what_is_no_card_is_one_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "card.json").write_text(content)
    with pytest.raises(FormatError, match=r"card\.json.*: this is no corpus card"):
        read_card(tmp_path / "card.json")


def test_a_card_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_card(tmp_path / "card.json")
