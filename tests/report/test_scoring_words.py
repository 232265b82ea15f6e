"""The words of scoring: every reason, kind and domain has its name, and the user's own stay as they are."""

import json
import re

import pytest

import anaphor
from anaphor.answer import AbstentionReason
from anaphor.collection import domains
from anaphor.language import AnaphorKind
from anaphor.report.figures.scoring import percent_text, system_name
from anaphor.report.sections.scoring import _points, label_name
from anaphor.scoring import literature
from anaphor.text import codes, is_known, number, speaking, text


def test_every_reason_and_kind_of_pronoun_has_its_words() -> None:
    assert all(is_known(f"scoring-reasons-{each.value.replace('_', '-')}") for each in AbstentionReason)
    assert all(is_known(f"scoring-labels-{each.value}") for each in AnaphorKind)


def test_every_domain_has_a_french_name_of_its_own() -> None:
    assert [label_name("domain", name) for name in domains()] == list(domains())
    with speaking("fr"):
        french = [label_name("domain", name) for name in domains()]
    assert len(set(french)) == len(french) > 20


def test_every_translated_system_is_published() -> None:
    known = {re.sub(r"[^a-z0-9]+", "-", row.system.lower()).strip("-"): row.system for row in literature()}
    for code in codes("scoring"):
        if code.startswith("scoring-systems-"):
            assert text(code) == known[code.removeprefix("scoring-systems-")]


def test_what_is_not_in_the_taxonomy_is_as_given() -> None:
    with speaking("fr"):
        assert label_name("domain", "physical") == "physique"
        assert label_name("domain", "right") == "right"
        assert label_name("mine", "physical") == "physical"
        assert label_name("author", "yes") == "yes"
        assert system_name("BLOOM 3b") == "BLOOM 3b"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ("50.94", "–", "12,345", "−1.9 points", "2.0 points", "0.0432")),
        ("fr", ("50,94", "–", "12\u202f345", "−1,9 point", "2,0 points", "0,0432")),
    ],
)
def test_numbers_are_written_as_each_language_writes_them(language: str, shown: tuple[str, ...]) -> None:
    with speaking(language):
        points = [str(_points(share)) for share in (-0.019, 0.02)]
        found = (percent_text(0.50936), percent_text(None), number(12345), *points, number(0.04321, ".3g"))
    assert found == shown


def test_names_from_files_are_not_changed_by_typography() -> None:
    with speaking("fr"):
        assert "a ; b : c" in text("scoring-titles-ranked", name="a ; b : c")


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", ("accuracy", "precision on answered", "guess-adjusted accuracy")),
        ("fr", ("exactitude", "qualité", "réussite")),
    ],
)
def test_measures_have_the_fields_words_and_the_papers_in_brackets_once(language: str, named: tuple[str, ...]) -> None:
    with speaking(language):
        assert tuple(text(f"scoring-columns-{key}") for key in ("exactitude", "qualite", "reussite")) == named
        legend = text("scoring-sentences-letters")
    if language == "en":
        assert [legend.count(word) for word in ("(exactitude)", "(qualité)", "(réussite:")] == [1, 1, 1]


def test_french_keys_stay_and_have_english_synonyms() -> None:
    run = anaphor.resolve("anaphor-en", "first")
    measures = anaphor.score(run).to_dict()
    found = json.dumps(measures)
    for own, synonym in (
        ("exactitude", "accuracy"),
        ("qualite", "precision_on_answered"),
        ("reussite", "guess_adjusted_accuracy"),
    ):
        assert found.count(f'"{own}": ')
        assert f'"{synonym}": ' in found
