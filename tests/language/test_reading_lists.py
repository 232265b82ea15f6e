"""Lists of the reading rules stand apart from the analysis of corpora, whose fingerprint the shipped counts carry."""

from importlib.resources import files
from pathlib import Path

import pytest

from anaphor.corpus import shipped_table
from anaphor.corpus.kernel import analysis as kernel
from anaphor.language import word_sets, word_tables

FOLDERS = {"fr": "french", "en": "english"}
ANALYSED = {
    "fr": {"first_names.txt", "lexicon_corrections.tsv", "mapped_lexicon.tsv", "word_sets.txt"},
    "en": {"first_names.txt", "word_sets.txt"},
}


@pytest.mark.parametrize("language", FOLDERS)
def test_only_lexicon_first_names_and_closed_sets_are_part_of_the_fingerprint(language: str) -> None:
    """An edit of one of these makes `audit` refuse the shipped pairs; words of a reading rule go into other files."""
    held = {file.name for file in files("anaphor").joinpath("data", FOLDERS[language]).iterdir()}
    assert {name for name in held if name.startswith(word_tables._LEMMA_LISTS)} == ANALYSED[language]
    assert {"reading_words.txt", "reading_shares.toml"} <= held - ANALYSED[language]


@pytest.mark.parametrize("language", FOLDERS)
def test_the_shipped_pairs_are_of_the_analysis_as_it_is(language: str) -> None:
    table = shipped_table(language)
    assert table is not None
    made_with = {dict(card.signature)["analysis"] for card in table.corpora}
    assert made_with == {kernel.analysis_of(language).fingerprint}


@pytest.mark.parametrize("folder", FOLDERS.values())
def test_every_list_of_the_reading_rules_is_used(folder: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in _modules())
    patterns = files("anaphor").joinpath("data", folder)
    texts = [each.read_text(encoding="utf-8") for each in patterns.iterdir() if each.name == "impersonal_it.txt"]
    unused = {
        name
        for name in word_sets(folder, "reading_words")
        if f'"{name}"' not in code and not any(f"«{name}»" in text for text in texts)
    }
    built = {f"{kind}_{rest}" for kind in ("families", "places") for rest in ("with_article", "with_dans", "with_à")}
    assert unused - built == set()


def _modules() -> list[Path]:
    return sorted(Path(str(files("anaphor"))).joinpath("language").rglob("*.py"))
