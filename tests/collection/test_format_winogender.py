"""Winogender: all sentences, and the templates they were made from."""

from collections import Counter
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.winogender import WINOGENDER
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection, Mark, question_of

SPECIMENS = Path(__file__).parent / "specimens"


def read(data: bytes) -> Collection:
    return WINOGENDER.read(Source(name="w.tsv", stem="w", data=data), ReadSettings())


def test_sentences_give_candidates_key_gender_and_pronoun() -> None:
    items = read((SPECIMENS / "winogender.tsv").read_bytes()).items
    assert [item.answer for item in items] == ["the pilot", "the traveller", "the pilot", "someone"]
    assert [item.annotations.gender for item in items] == ["male", "male", "neutral", "female"]
    assert [item.question.anaphor_form for item in items] == ["he", "he", "they", "she"]


def test_sentences_that_differ_in_their_answer_are_a_schema() -> None:
    schemas = read((SPECIMENS / "winogender.tsv").read_bytes()).schemas
    assert [schema.id for schema in schemas] == [
        "pilot.traveller.male",
        "pilot.traveller.neutral",
        "pilot.someone.female",
    ]
    assert [question_of(entry).id for entry in schemas[0].variants] == [
        "pilot.traveller.0.male",
        "pilot.traveller.1.male",
    ]


def test_templates_have_a_blank_for_the_pronoun_and_a_possessive_before_a_noun() -> None:
    first, second = read((SPECIMENS / "winogender-templates.tsv").read_bytes()).items
    assert first.question.text == "The pilot told the traveller that _ would land soon."
    assert first.question.anaphor == Mark(start=34, end=35, blank=True)
    assert second.question.text == "The pilot asked the traveller to fasten their belt."
    assert second.question.anaphor == Mark(start=40, end=45)
    assert (first.answer, second.answer) == ("the pilot", "the traveller")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (b"pilot.someone.1.female.txt", b"pilot.someone.1.txt", "sentid"),
        (b"told someone", b"told her", "sentence"),
        (b"\tThe pilot told someone", b" The pilot told someone", "columns"),
    ],
)
def test_a_broken_row_is_an_error_that_names_its_line(old: bytes, new: bytes, field: str) -> None:
    with pytest.raises(FormatError, match=f"w.tsv:5.*{field}"):
        read((SPECIMENS / "winogender.tsv").read_bytes().replace(old, new))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(("name", "items", "schemas"), [("all_sentences", 720, 360), ("templates", 120, 60)])
def test_the_published_files_load(shared: Path, name: str, items: int, schemas: int) -> None:
    collection = read((shared / "winogender" / f"{name}.tsv").read_bytes())
    assert (len(collection.items), len(collection.schemas)) == (items, schemas)
    assert all(isinstance(question.anaphor, Mark) for question in collection.questions)
    assert Counter(item.key for item in collection.items) == {0: items // 2, 1: items // 2}
