"""The tables of pairs that the package carries: of the same corpora as its exact counts, never against them, quick."""

from fractions import Fraction

import pytest

from anaphor.corpus import (
    Fewer,
    PairCount,
    PairTable,
    TableCounts,
    Unit,
    analysis_of,
    shipped,
    shipped_for_authors,
    shipped_table,
)

LANGUAGES = ("fr", "en")


def table_of(language: str) -> PairTable:
    """The table of a language."""
    found = shipped_table(language)
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_of_the_corpora_and_the_analysis_of_the_exact_counts(language: str) -> None:
    """When this fails the table is stale: make it again, as docs/audit.md says."""
    table = table_of(language)
    assert table.corpora == shipped(language).cards
    assert {dict(card.signature)["analysis"] for card in table.corpora} == {analysis_of(language).fingerprint}
    assert table.keeping.ratio == Fraction(3, 2)


@pytest.mark.parametrize(("language", "least"), [("fr", 300), ("en", 280)])
def test_a_table_never_contradicts_an_exact_count(language: str, least: int) -> None:
    table, exact = table_of(language), shipped(language)
    both_know = 0
    for a, b, unit in exact.pairs:
        found, truth = table.find(a, b) if unit is Unit.LEMMA else None, exact.pair(a, b, unit=unit)
        assert truth is not None
        both_know += found is not None
        if isinstance(found, Fewer):
            assert (found.total, found.a, found.b) == (truth.total, truth.a, truth.b)
            assert truth.both < found.below
        elif found is not None:
            assert found == truth
    assert both_know > least


@pytest.mark.parametrize("language", LANGUAGES)
def test_authors_get_the_exact_counts_where_there_are_any(language: str) -> None:
    counts, exact = shipped_for_authors(language), shipped(language)
    assert isinstance(counts, TableCounts)
    for a, b, unit in exact.pairs:
        assert counts.pair(a, b, unit=unit) == exact.pair(a, b, unit=unit)
        assert counts.fewer(a, b, unit=unit) is None


def test_the_counts_of_an_audit_are_exact_or_none() -> None:
    assert shipped("fr").pair("chien", "aboyer") is None
    found = shipped_for_authors("fr").pair("chien", "aboyer")
    assert found is not None
    assert found.both > 100


def test_words_that_nobody_asked_for_beforehand_are_known() -> None:
    french, english = table_of("fr"), table_of("en")
    assert isinstance(french.find("oiseau", "voler"), PairCount)
    assert isinstance(french.find("chien", "voler"), Fewer)
    assert french.find("Marie", "voler") is None
    assert isinstance(english.find("cat", "purr"), PairCount)
    assert isinstance(english.find("dog", "purr"), Fewer)
