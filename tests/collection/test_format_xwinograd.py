"""XWinograd: languages in one table, token spans as places in the text."""

import lzma
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.xwinograd import XWINOGRAD
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError, UnknownNameError
from anaphor.schema import Collection

SPECIMEN = Path(__file__).parent / "specimens" / "xwinograd.tsv"


def read(data: bytes, language: str | None = None) -> Collection:
    return XWINOGRAD.read(Source(name="x.tsv", stem="x", data=data), ReadSettings(language=language))


def test_a_language_selects_its_rows_and_jp_is_japanese() -> None:
    assert len(read(SPECIMEN.read_bytes(), "fr").items) == 2
    for code in ("jp", "ja"):
        collection = read(SPECIMEN.read_bytes(), code)
        assert (collection.language, [item.id for item in collection.items]) == ("ja", ["ja-1"])


def test_without_a_language_all_rows_come_each_in_its_own() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert (collection.language, [q.language for q in collection.questions]) == ("mul", ["fr", "fr", "ja"])


def test_token_spans_become_places_in_the_text_quotes_included() -> None:
    french, _, japanese = read(SPECIMEN.read_bytes()).items
    for item in (french, japanese):
        texts = [candidate.span.of(item.question.text) for candidate in item.question.candidates if candidate.span]
        assert texts == [candidate.text for candidate in item.question.candidates]
    assert (french.question.anaphor_form, japanese.question.anaphor_form) == ("elle", "それ")


def test_twins_are_grouped_and_the_english_original_is_kept() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert [schema.id for schema in collection.schemas] == ["fr-1", "ja-1"]
    assert [item.annotations.original is None for item in collection.items] == [True, True, False]


def test_an_unknown_language_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(UnknownNameError, match="fr, ja"):
        read(SPECIMEN.read_bytes(), "xx")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (b"[7, 8]", b"[7, 99]", "pronoun"),
        (b'"fendue"', b'"cassee"', "tokens"),
        (b"false]]", b"true]]", "candidates"),
        (b'["elle", [7', b'["elle", {7', "x.tsv:1"),
    ],
)
def test_a_broken_row_is_an_error_that_names_line_and_field(old: bytes, new: bytes, field: str) -> None:
    with pytest.raises(FormatError, match=f"x.tsv:1.*{field}|{field}.*no JSON"):
        read(SPECIMEN.read_bytes().replace(old, new, 1))


@pytest.mark.slow
@pytest.mark.shared
def test_the_published_table_loads(shared: Path) -> None:
    """Figures from data/README.md; 83 French items leave one twin alone."""
    data = lzma.decompress((shared / "xwinograd" / "dataset.tsv.xz").read_bytes())
    counts = {code: len(read(data, code).items) for code in ("en", "fr", "jp", "pt", "ru", "zh")}
    assert counts == {"en": 2325, "fr": 83, "jp": 959, "pt": 263, "ru": 315, "zh": 16}
    assert len(read(data).items) == 3961
    french = read(data, "fr")
    assert sorted(len(schema.variants) for schema in french.schemas) == [1] + [2] * 41
    assert french.items[0].answer == "La coupe"
