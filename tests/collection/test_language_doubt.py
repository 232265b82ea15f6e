"""A language that was only assumed is doubted where the words say otherwise; items without a key are told once."""

from pathlib import Path

import pytest

from anaphor.collection import Finding, findings_in, load, other_language
from anaphor.errors import FormatError
from anaphor.text import speaking

FRENCH = """\
qID,sentence,option1,option2,answer
a-1,Le chien suit la fille parce que _ est dans le jardin.,le chien,la fille,1
a-2,Le chien suit la fille parce que _ est avec lui.,le chien,la fille,
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(FRENCH, "utf-8")
    return path


def found(path: Path, code: str, language: str | None = None) -> list[Finding]:
    return [each for each in findings_in(load(path, language=language)) if each.code == code]


def test_french_in_a_table_that_names_no_language_is_read_as_french_and_said(table: Path) -> None:
    heard: list[str] = []
    collection = load(table, hear=lambda code, details: heard.append(f"{code} {details['language']}"))
    assert (collection.language, collection.questions[0].language) == ("fr", "fr")
    assert heard == ["language-assumed fr"]
    heard.clear()
    load(table, language="fr", hear=lambda code, details: heard.append(code))
    assert heard == []


def test_a_language_that_is_said_and_wrong_is_doubted(table: Path) -> None:
    [doubt] = found(table, "language-doubtful", "en")
    for interface in ("en", "fr"):
        with speaking(interface):
            assert "--language fr" in str(doubt.message)
    assert found(table, "language-doubtful", "fr") == []


def test_a_table_in_two_languages_is_refused_until_one_is_said(table: Path) -> None:
    english = "The dog follows the girl because _ is in the garden.,the dog,the girl,1\n"
    table.write_text(f"{FRENCH}b-1,{english}", "utf-8")
    with pytest.raises(FormatError, match="`language` fr"):
        load(table)
    assert len(load(table, language="fr").entries) == 3


def test_words_that_are_not_recognised_are_no_english(table: Path) -> None:
    lines = [f"{n},Mbwa anamfuata msichana kwa sababu _ yuko {n}.,mbwa,msichana,1" for n in range(12)]
    table.write_text("\n".join(["id,sentence,option1,option2,answer", *lines]), "utf-8")
    assert load(table).language == "und"


def test_items_without_a_key_are_told_in_one_note(table: Path) -> None:
    [note] = found(table, "keys-missing")
    assert "1 of 2" in str(note.message)
    table.write_text(FRENCH.replace("la fille,\n", "la fille,2\n"), "utf-8")
    assert found(table, "keys-missing") == []


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_the_embedded_collections_are_not_doubted(name: str) -> None:
    assert other_language(load(name)) is None


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    "file",
    [
        "wsc-fr/French_Wino_Schemas.xml",
        "fwsc285/wsc_285_v3.json",
        "wsc-en/WSCollection-285.xml",
        "winogrande/train_s.jsonl",
        "gap/gap-validation.tsv",
        "knowref/knowref_test.json",
        "winogender/all_sentences.tsv",
    ],
)
def test_no_published_collection_is_doubted(shared: Path, file: str) -> None:
    assert other_language(load(shared / file)) is None
