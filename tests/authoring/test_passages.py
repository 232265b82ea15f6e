"""Problems in a paragraph: who may be meant, and whom syntax rules out."""

from typing import Any

import pytest

from anaphor.authoring.passages import drafts_in
from anaphor.language import LANGUAGES, outline_of


def found(text: str, code: str = "fr", **settings: Any) -> dict[str, list[str]]:
    """The candidates of each pronoun of a text that became a problem, by the pronoun and its place."""
    rules = LANGUAGES.get(code)
    drafts = drafts_in(text, rules, outline_of(rules, text), **settings)
    return {
        f"{each.place.of(text)}@{each.place.start}": [one.phrase.text for one in each.candidates] for each in drafts
    }


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("Le juge demanda au greffier pourquoi il avait perdu la carte.", ["le juge", "le greffier"]),
        ("Marie salua Jeanne parce qu'elle connaissait le maire.", ["Marie", "Jeanne"]),
        ("Un vieillard suivit l'instituteur, mais il glissa.", ["le vieillard", "l'instituteur"]),
        ("Madame de Rosny et la comtesse d'Arc quittèrent le bal ; leurs voitures attendaient.", None),
    ],
)
def test_candidates_agree_and_have_the_article_of_a_second_mention(text: str, candidates: list[str] | None) -> None:
    assert list(found(text).values()) == ([candidates] if candidates else [])


@pytest.mark.parametrize(
    "text",
    [
        "Le juge vit la voisine, et il partit.",  # one candidate of that gender
        "Paul et Jean dînaient alors qu'il pleuvait.",  # the il of weather
        "« Paul a vu Jean, dit Luc, mais il est parti. »",  # quoted speech
        "Paul parla à Jean ; quelqu'un rit et il sortit.",  # whoever
        "Le chapeau du juge tomba sur le banc, puis il roula.",  # things, unless they are asked for
    ],
)
def test_what_grammar_or_use_decides_is_no_problem(text: str) -> None:
    assert found(text) == {}


def test_a_clitic_does_not_take_up_its_own_subject_nor_that_of_its_relative() -> None:
    assert list(found("Paul appela Luc, et Jean le salua.").values()) == [["Paul", "Luc"]]
    assert "l'@40" not in found("La fermière évita la couturière, qui l'attendait.")


def test_a_neuter_clitic_takes_up_a_clause() -> None:
    assert found("Paul regarda Jean. Luc partait, et il le savait.").keys() == {"il@35"}


def test_a_subject_does_not_take_up_what_stands_before_it_in_its_own_clause() -> None:
    assert found("Paul vit Jean. Devant Luc, il se tut.") == {"il@27": ["Paul", "Jean"]}


def test_names_and_coordinations_are_one_candidate_each() -> None:
    text = "Jean Dupuis rencontra Paul. Dupuis parla à Paul, mais il partit."
    assert found(text, sentences=3)["il@54"] == ["Dupuis", "Paul"]
    assert found("Paul et Luc virent les voisins. Ils rirent.")["Ils@32"] == ["Paul et Luc", "les voisins"]


def test_things_are_candidates_only_where_they_are_asked_for() -> None:
    text = "The lamp fell on the chair when it broke."
    assert found(text, "en") == {}
    assert list(found(text, "en", things=True).values()) == [["the lamp", "the chair"]]


def test_english_he_takes_up_people_of_either_or_unknown_gender() -> None:
    assert found("The doctor told the carpenter that he ought to rest.", "en") == {
        "he@35": ["the doctor", "the carpenter"]
    }
    assert found("The queen told the carpenter that he ought to rest.", "en") == {}


def test_a_pronoun_that_nothing_in_the_passage_explains_makes_it_loose() -> None:
    rules = LANGUAGES.get("fr")
    text = "Il entra. Paul salua Jean, et il sortit."
    drafts = list(drafts_in(text, rules, outline_of(rules, text), sentences=2))
    assert [each.loose for each in drafts] == [0]
    wide = "Elle entra avec son sac. Marie salua Jeanne quand elle sortit."
    assert [each.sentences for each in drafts_in(wide, rules, outline_of(rules, wide))] == [1]
