"""The object behind avoir and its participle: the participle is found across anything, or there is no reading."""

from unicodedata import normalize

import pytest

from anaphor.language import NoReading
from anaphor.language.french.clause.verbs import bare_participle
from tests.language.french_cases import made

ADVERBIALS = (
    "tout de suite",
    "d'abord",
    "à peine",
    "peut-être",
    "sans doute",
    "bientôt",
    "quelquefois",
    "en vain",
    "sans cesse",
    "tout à coup",
    "par hasard",
    "à nouveau",
    "de nouveau",
    "en partie",
    "un peu",
    "elle-même",
    "à tort",
    "une fois",
    "depuis",
    "autrefois",
    "bel et bien",
    "pour ainsi dire",
    "au moins",
    "tant bien que mal",
    "toutefois",
    "tout juste",
    "fort heureusement",
    "plus ou moins",
    "exprès, semble-t-il,",
)


@pytest.mark.parametrize("adverbial", ADVERBIALS)
def test_the_object_goes_behind_the_participle_whatever_stands_before_it(adverbial: str) -> None:
    found = made(f"Elle [l']a {adverbial} préparée.", "la soupe")
    assert not isinstance(found, NoReading)
    assert found[0].text == f"Elle a {adverbial} préparé la soupe."


PARTICIPLES = {
    "cuites": "cuit",
    "teinte": "teint",
    "jointes": "joint",
    "élue": "élu",
    "bues": "bu",
    "dissoute": "dissous",
    "absoutes": "absous",
    "résolue": "résolu",
    "incluse": "inclus",
    "mues": "mû",
    "ouïes": "ouï",
    "fuies": "fui",
    "découverte": "découvert",
    "mises": "mis",
    "crue": "cru",
}


@pytest.mark.parametrize(("form", "bare"), PARTICIPLES.items())
def test_agreement_is_undone_also_where_the_form_is_a_noun_as_well(form: str, bare: str) -> None:
    assert bare_participle(form) == bare


CASES: list[tuple[str, str, str]] = [
    ("On [l']a élue présidente.", "Mme Roux", "On a élu Mme Roux présidente."),
    ("Ils [l']ont nommé capitaine.", "Hector", "Ils ont nommé Hector capitaine."),
    ("Ce sont eux qui [l']ont découverte.", "l'île", "Ce sont eux qui ont découvert l'île."),
    ("Elle ne [l']a pas non plus invité.", "Bruno", "Elle n'a pas non plus invité Bruno."),
    ("Luc ne [l']a ni lue ni signée.", "la pétition", "Luc n'a ni lu ni signé la pétition."),
    ("Il [l']a lavée et séchée.", "la tasse", "Il a lavé et séché la tasse."),
    ("L’aurait-il lue ? Il [l’]avait déjà.", "la lettre", "L’aurait-il lue ? Il avait déjà la lettre."),
    ("On [le] voit à peine.", "le clocher", "On voit à peine le clocher."),
    ("Je ne [le] voyais presque pas.", "le clocher", "Je ne voyais presque pas le clocher."),
    ("[Le] voilà qui arrive.", "le train", "Voilà le train qui arrive."),
    ("[La] voilà bien punie.", "le menteur", "Voilà le menteur bien puni."),
    ("Te voilà, et [les] voici.", "les invités", "Te voilà, et voici les invités."),
    ("Apporte-[les]-y.", "les caisses", "Apportes-y les caisses."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), CASES)
def test_an_object_finds_its_place(marked: str, candidate: str, expected: str) -> None:
    found = made(marked, candidate)
    assert not isinstance(found, NoReading), found.detail
    assert found[0].text == expected


REFUSED: list[tuple[str, str]] = [
    ("Elle ne [l']a à vrai dire guère aimée.", "la ville"),
    ("Mange-[la], ta soupe !", "ta soupe"),
    ("Nous [la] voici donc revenue.", "la question"),
    ("Elle se [la] coule douce.", "la valise"),
    ("Ils ne sont pas tels que nous [les] avions espérés.", "les résultats"),
]


@pytest.mark.parametrize(("marked", "candidate"), REFUSED)
def test_an_object_without_a_sure_place_is_refused(marked: str, candidate: str) -> None:
    assert isinstance(made(marked, candidate), NoReading)


def test_decomposed_letters_are_read_like_composed_ones() -> None:
    found = made(normalize("NFD", "Il [l']a terminée."), "la thèse")
    assert not isinstance(found, NoReading)
    assert found[0].text == "Il a terminé la thèse."
