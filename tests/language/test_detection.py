"""The language of texts is told by their frequent words; where they are torn between two, nothing is assumed."""

import pytest

from anaphor.language import language_evidence

SENTENCES = {
    "fr": "Le chien suit la fille parce qu'elle est dans le jardin.",
    "en": "The dog follows the girl because she is in the garden.",
    "de": "Der Hund folgt dem Mädchen, weil es im Garten ist.",
    "es": "El perro sigue a la niña porque ella está en el jardín con los otros.",
    "it": "Il cane segue la ragazza perché lei è nel giardino con gli altri.",
    "pt": "O cachorro segue a menina porque ela não está no jardim.",
    "nl": "De hond volgt het meisje omdat zij niet in de tuin is.",
    "af": "Die hond volg die meisie omdat sy nie in die tuin is nie.",
    "ru": "Собака идёт за девочкой, потому что она в саду.",
    "ja": "犬は庭にいる女の子について行く。",
    "zh": "狗跟着女孩，因为她在花园里。",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_one_sentence_tells_its_language(language: str) -> None:
    assert language_evidence([SENTENCES[language]]).code == language


def test_halves_in_two_languages_are_torn_and_a_few_quotations_are_not() -> None:
    torn = language_evidence([SENTENCES["fr"], SENTENCES["en"]])
    assert torn.torn
    assert torn.code is None
    assert language_evidence([SENTENCES["fr"]] * 9 + [SENTENCES["en"]]).code == "fr"


@pytest.mark.parametrize("texts", [[], [""], ["12 34"], ["Kwa hiyo mtoto alilala."], ["Ada _ Ben"]])
def test_what_is_not_recognised_is_no_language(texts: list[str]) -> None:
    found = language_evidence(texts)
    assert found.code is None
    assert not found.torn
