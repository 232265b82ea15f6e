"""Elision, h aspiré and contraction, both ways."""

import pytest

from anaphor.language import word_sets
from anaphor.language.french.junctures import (
    apostrophe_of,
    bare_of_de,
    contracted,
    elides,
    fitted,
    full,
)

FUSED = {"au": ("à", "le"), "aux": ("à", "les"), "du": ("de", "le"), "des": ("de", "les")}
ELIDING = (
    "ami homme herbe héroïne hôpital huître Hélène Henri Hugo Yves Yvonne Yonne yeux Éric Inès œuf âne île l'ami 'ami"
)
NOT_ELIDING = (
    "héros hibou haricot hyène haut hauteur hasard Hollande Hollandaises onze onzième oui ouistiti yaourt yacht yoga "
    "Yannick Yakoutsk Wassila 11 A garçon handicapés haïssait hurlements homards Harry Hawa huit"
)


@pytest.mark.parametrize("word", ELIDING.split())
def test_a_vowel_sound_elides_the_word_before_it(word: str) -> None:
    if word.startswith("l'"):
        assert not elides(word)
    else:
        assert elides(word)


@pytest.mark.parametrize("word", NOT_ELIDING.split())
def test_a_consonant_sound_does_not(word: str) -> None:
    assert not elides(word)


def test_at_least_150_words_have_an_aspirate_h() -> None:
    aspirate = word_sets("french", "reading_words")["aspirate"]
    assert len(aspirate) >= 150
    assert all(word.startswith("h") and not elides(word) for word in aspirate)


@pytest.mark.parametrize(
    ("word", "phrase", "expected"),
    [
        ("que", "Anne", "qu'"),
        ("qu'", "le héros", "que "),
        ("qu'", "Anne", "qu'"),
        ("Qu'", "Paul", "Que "),
        ("lorsqu'", "le roi", "lorsque "),
        ("jusqu'", "Paris", "jusque "),
        ("je", "ai", "j'"),
        ("Je", "ai", "J'"),
        ("j'", "mange", "je "),
        ("ne", "a", "n'"),
        ("n'", "parle", "ne "),
        ("se", "habitue", "s'"),
        ("s'", "rend", "se "),
        ("la", "amie", "l'"),
        ("le", "hibou", "le "),
        ("si", "Anne", "si "),
        ("avec", "Anne", "avec "),
    ],
)
def test_a_word_is_fitted_to_what_follows(word: str, phrase: str, expected: str) -> None:
    assert fitted(word, phrase) == expected


def test_before_il_an_elided_s_is_si() -> None:
    assert fitted("s'", "Anne", before_il=True) == "si "
    assert fitted("S’", "le roi", before_il=True) == "Si "


def test_an_elided_article_that_loses_its_vowel_has_no_known_gender() -> None:
    assert full("l'") is None
    assert fitted("l'", "met") is None


@pytest.mark.parametrize(
    ("preposition", "phrase", "expected"),
    [
        ("de", "le garçon", "du garçon"),
        ("de", "les filles", "des filles"),
        ("de", "la fille", "de la fille"),
        ("de", "l'ami", "de l'ami"),
        ("de", "Anne", "d'Anne"),
        ("de", "Hugo", "d'Hugo"),
        ("de", "Hawa", "de Hawa"),
        ("de", "des moutons", "de moutons"),
        ("de", "des amis", "d'amis"),
        ("de", "de l'eau", "d'eau"),
        ("de", "du pain", "de pain"),
        ("De", "le roi", "Du roi"),
        ("à", "le garçon", "au garçon"),
        ("à", "les filles", "aux filles"),
        ("à", "la fille", "à la fille"),
        ("à", "des amis", "à des amis"),
        ("À", "les amis", "Aux amis"),
        ("à", "Le Havre", "au Havre"),
        ("autour de", "le lac", "autour du lac"),
        ("à l'intérieur de", "Anne", "à l'intérieur d'Anne"),
        ("dans", "le lac", "dans le lac"),
    ],
)
def test_a_preposition_fuses_with_an_article(preposition: str, phrase: str, expected: str) -> None:
    assert contracted(preposition, phrase) == expected


def test_the_article_of_a_family_name_does_not_fuse() -> None:
    assert contracted("de", "Le Pen", fuses=False) == "de Le Pen"


def test_contraction_goes_both_ways() -> None:
    for fused, (preposition, article) in FUSED.items():
        assert contracted(preposition, f"{article} chat") == f"{fused} chat"


def test_names_that_begin_with_de_stay_whole() -> None:
    assert bare_of_de("D'Artagnan") == "D'Artagnan"
    assert bare_of_de("De Gaulle") == "De Gaulle"


@pytest.mark.parametrize(("text", "expected"), [("l’ami", "’"), ("l'ami", "'"), ("l’ami, l'ami", "'"), ("", "'")])
def test_the_apostrophe_of_the_text_is_kept(text: str, expected: str) -> None:
    assert apostrophe_of(text) == expected
    assert fitted("que", "Anne", apostrophe_of(text)) == f"qu{expected}"
