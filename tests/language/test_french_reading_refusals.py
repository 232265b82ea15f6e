"""French readings with candidates that carry de, and marked places where no noun phrase can stand."""

import pytest

from anaphor.language import FRENCH, NoReading, NoReadingReason, Reading
from anaphor.schema import Span


def read(marked: str, candidate: str) -> tuple[Reading, ...] | NoReading:
    start, end = marked.index("["), marked.index("]") - 1
    return FRENCH.readings(marked.replace("[", "").replace("]", ""), Span(start=start, end=end), candidate)


@pytest.mark.parametrize(
    ("marked", "candidate", "expected"),
    [
        ("Le singe grimpe sur [son] dos.", "du garçon", "Le singe grimpe sur le dos du garçon."),
        ("Le singe grimpe sur [son] dos.", "de l'homme", "Le singe grimpe sur le dos de l'homme."),
        ("Le singe grimpe sur [son] dos.", "de la femme", "Le singe grimpe sur le dos de la femme."),
        ("Le singe grimpe sur [son] dos.", "d'Anne", "Le singe grimpe sur le dos d'Anne."),
        ("Elle a perdu [sa] clé.", "celle de Marie", "Elle a perdu la clé de Marie."),
        ("Elle a perdu [sa] clé.", "celle de la femme", "Elle a perdu la clé de la femme."),
        ("Elle a perdu [ses] clés.", "celles des voisins", "Elle a perdu les clés des voisins."),
        ("Luc joue avec [la sienne].", "celle de Marie", "Luc joue avec celle de Marie."),
    ],
)
def test_an_owner_that_carries_de_is_not_given_another(marked: str, candidate: str, expected: str) -> None:
    made = read(marked, candidate)
    assert isinstance(made, tuple)
    assert made[0].text == expected


@pytest.mark.parametrize("candidate", ["celui de Marie", "celles de la femme"])
def test_an_owner_of_something_else_is_refused(candidate: str) -> None:
    made = read("Elle a perdu [sa] clé.", candidate)
    assert isinstance(made, NoReading)
    assert made.reason is NoReadingReason.UNFIT_CANDIDATE


@pytest.mark.parametrize("marked", ["Que [fait-il] ?", "Que [fait] Luc ?", "[Va-t-il] dormir ?", "Luc [est là]."])
def test_a_marked_stretch_with_a_verb_is_no_anaphor(marked: str) -> None:
    made = read(marked, "Paul")
    assert isinstance(made, NoReading)
    assert made.reason is NoReadingReason.UNKNOWN_ANAPHOR


def test_a_noun_that_could_be_a_verb_can_still_be_replaced() -> None:
    made = read("Luc pousse [la petite porte].", "le portail")
    assert isinstance(made, tuple)
    assert made[0].text == "Luc pousse le portail."


@pytest.mark.parametrize(
    "marked",
    [
        "Tu [l']as vue, ma clé ?",
        "Tu [l']as vue hier, ma clé ?",
        "Je [les] ai lues, leurs lettres.",
        "Je [la] vois, sa clé.",
    ],
)
def test_what_is_said_again_behind_a_comma_leaves_no_room_for_a_candidate(marked: str) -> None:
    made = read(marked, "la valise")
    assert isinstance(made, NoReading)
    assert made.reason is NoReadingReason.UNKNOWN_SYNTAX


def test_someone_called_behind_a_comma_says_nothing_again() -> None:
    made = read("Tu [l']as vue, Marie ?", "la valise")
    assert isinstance(made, tuple)
    assert made[0].text == "Tu as vu la valise, Marie ?"
