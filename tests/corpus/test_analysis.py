"""One definition of word, sentence and lemma: what it decides, and that questions are read as texts are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import analysis_of
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE
from anaphor.errors import UnknownNameError
from anaphor.language import LANGUAGES
from tests.corpus.naive import sentences_of


def forms(text: str, language: str = "fr") -> list[list[str]]:
    return [[word.form for word in sentence] for sentence in sentences_of(text, language)]


def lemmas(text: str, language: str = "fr") -> list[str]:
    return [word.lemma for sentence in sentences_of(text, language) for word in sentence]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L’ami d'Anne", ["l'", "ami", "d'", "anne"]),
        ("aujourd'hui, quelqu’un", ["aujourd'hui", "quelqu'un"]),
        ("qu'aujourd’hui", ["qu'", "aujourd'hui"]),
        ("la grand-mère", ["la", "grand-mère"]),
        ("dit-il ; parle-t-elle ?", ["dit", "il", "parle", "elle"]),
        ("l'arc-en-ciel", ["l'", "arc-en-ciel"]),
        ("va-t'en", ["va", "t'", "en"]),
        ("la maiſon ſage", ["la", "maison", "sage"]),
        ("cœur coeur", ["cœur", "coeur"]),
        ("eﬀet ﬁn", ["effet", "fin"]),
        ("en 1984, 3,5 km²", ["en", "1984", "3", "5", "km²"]),
        ("e\u0301te\u0301", ["été"]),
        ("co\u00adopé\u200bration", ["coopération"]),
        ("un_deux a/b", ["un", "deux", "a", "b"]),
        ("- non - —oui’", ["non", "oui"]),
    ],
)
def test_french_words_are_cut_as_documented(text: str, expected: list[str]) -> None:
    assert [form for sentence in forms(text) for form in sentence] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann's dog doesn't bark", ["ann", "'s", "dog", "does", "n't", "bark"]),
        ("her mother-in-law", ["her", "mother-in-law"]),
        ("six o'clock", ["six", "o'clock"]),
    ],
)
def test_english_words_are_cut_as_documented(text: str, expected: list[str]) -> None:
    assert [form for sentence in forms(text, "en") for form in sentence] == expected


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("Il dort. Elle lit.", [2, 2]),
        ("Il dort. elle lit.", [4]),
        ("Il dort.Elle lit.", [4]),
        ("M. Roc et Mme. Lis viennent. Ils rient.", [6, 2]),
        ("J. Roc vient. On rit.", [3, 2]),
        ("« Viens ! » dit-elle. Il vint.", [3, 2]),
        ("Quoi ?! — Rien… Bon.", [1, 1, 1]),
        ("Il vint, vit ; Vainquit : Fin.", [5]),
        ("Un titre\nUne phrase", [2, 2]),
        ("En 1900. 25 ans après.", [2, 3]),
        ("Il dort... Elle lit.", [2, 2]),
        ("...", []),
    ],
)
def test_sentences_end_as_documented(text: str, sizes: list[int]) -> None:
    assert [len(sentence) for sentence in forms(text)] == sizes


def test_names_are_not_lemmatised() -> None:
    assert lemmas("Claire voit Pierre") == ["Claire", "voir", "Pierre"]
    assert lemmas("une eau claire, des pierres") == ["un", "eau", "clair", "un", "pierre"]
    assert lemmas("CLAIRE") == ["Claire"]
    assert lemmas("Les Rois") == ["le", "roi"]


def test_oe_is_one_lemma_however_it_is_written() -> None:
    assert set(lemmas("cœur coeurs Cœurs")) == {"coeur"}


@given(st.text(alphabet=st.sampled_from("abcdeéèçlnrstu'-LMP "), max_size=40))
def test_the_lemma_of_a_lemma_is_that_lemma(text: str) -> None:
    for lemma in lemmas(text):
        if lemma.isalpha():
            assert [word.lemma for word in analysis_of("fr").words(lemma)] == [lemma]


def test_a_lemma_is_found_when_it_is_asked_for_by_its_lemma_or_by_a_form() -> None:
    words = analysis_of("fr").words
    for form, lemma in (("ouverte", "ouvrir"), ("ouvert", "ouvrir"), ("joues", "jouer"), ("chevaux", "cheval")):
        assert words(form)[0].lemma == words(lemma)[0].lemma == lemma


def test_a_question_is_read_without_sentences() -> None:
    assert [word.lemma for word in analysis_of("fr").words("Bus. Scolaires")] == ["bus", "scolaire"]


def test_a_sentence_without_end_is_cut() -> None:
    assert [len(sentence) for sentence in forms("mot " * (LONGEST_SENTENCE + 2))] == [LONGEST_SENTENCE, 2]


def test_the_fingerprint_tells_languages_apart_and_is_stable() -> None:
    assert analysis_of("fr").fingerprint != analysis_of("en").fingerprint
    assert analysis_of("fr").fingerprint == analysis_of.__wrapped__("fr").fingerprint


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="fr"):
        analysis_of("frr")


PLAIN = (
    "Le meunier n'a pas vu l'écluse ; dit-il vrai ? Quelqu'un viendra-t-il jusqu'à la grand-place, lorsqu'il neige ?"
)


def test_words_are_those_of_the_language_room() -> None:
    ours = [form for sentence in forms(PLAIN) for form in sentence]
    theirs = [token.text for token in LANGUAGES.get("fr").tokens(PLAIN) if token.is_word]
    assert ours == [text.lower().removeprefix("-t-").removeprefix("-") for text in theirs]
