"""French tokens, sentences and lemmas."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import FRENCH

pytestmark = pytest.mark.slow

FRENCH_TEXT = st.text(
    alphabet=st.sampled_from(list("aeilstuqcdjnàéœ'’- .,!?…«»\"MÉL1\u00a0\u202f\n()[]_t")), max_size=60
)


def forms(text: str) -> list[str]:
    """The texts of the tokens."""
    return [token.text for token in FRENCH.tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lorsqu'Inès partit", ["Lorsqu'", "Inès", "partit"]),
        ("jusqu’à l’aube", ["jusqu’", "à", "l’", "aube"]),
        ("Chanta-t-elle hier ?", ["Chanta", "-t-elle", "hier", "?"]),
        ("Prends-les-lui", ["Prends", "-les", "-lui"]),
        ("Va-t'en", ["Va", "-t'", "en"]),
        ("Parle-m'en", ["Parle", "-m'", "en"]),
        ("un rendez-vous", ["un", "rendez-vous"]),
        ("aujourd’hui", ["aujourd’hui"]),
        ("c'est-à-dire", ["c'est-à-dire"]),
        ("des prud'hommes", ["des", "prud'hommes"]),
        ("quelqu'un d'autre", ["quelqu'un", "d'", "autre"]),
        ("celui-ci, moi-même", ["celui-ci", ",", "moi-même"]),
        ("un arc-en-ciel", ["un", "arc-en-ciel"]),
        ("Jean-Luc O'Neil", ["Jean-Luc", "O'Neil"]),
        ("3,5 km à 18:30", ["3,5", "km", "à", "18:30"]),
        ("pages 16-18", ["pages", "16", "-", "18"]),
        ("M. Lebrun et Mme Roux", ["M.", "Lebrun", "et", "Mme", "Roux"]),
        ("« Non… »", ["«", "Non", "…", "»"]),
        ("Le chat _ le rat", ["Le", "chat", "_", "le", "rat"]),
    ],
)
def test_tokens_are_cut_as_french_grammar_has_it(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Le Dr. Morel est sorti. Il pleuvait.", 2),
        ("« Entrez ! » dit-elle. Personne ne bougea.", 2),
        ("Il attend… encore un peu.", 1),
        ("Il attend… Rien ne vient.", 2),
        ("Quoi ? Toi ?! Jamais !", 3),
        ("Elle vit à St. Malo avec M. Prat.", 1),
        ("Premier paragraphe\n\nSecond paragraphe", 2),
        ("J. K. Rowling écrit. Elle lit.", 2),
        ("Il coûte 3.50 euros.", 1),
        ("", 0),
        ("   ", 0),
    ],
)
def test_sentences_end_where_they_should(text: str, count: int) -> None:
    assert len(FRENCH.sentences(text)) == count


def test_a_closing_guillemet_belongs_to_its_sentence() -> None:
    text = "« Va-t'en ! » Elle partit."
    assert [span.of(text) for span in FRENCH.sentences(text)] == ["« Va-t'en ! »", "Elle partit."]


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("juments", "jument"),
        ("Galopait", "galoper"),
        ("Claire", "Claire"),
        ("Pierre", "Pierre"),
        ("pierre", "pierre"),
        ("claires", "clair"),
        ("l’", "le"),
        ("-t-il", "il"),
        ("suis", "être"),
        ("Kamtchatka", "Kamtchatka"),
        ("", ""),
    ],
)
def test_lemmas_follow_the_commonest_use_and_names_stay(form: str, lemma: str) -> None:
    assert FRENCH.lemma(form) == lemma


@given(st.one_of(st.text(), FRENCH_TEXT))
def test_tokens_never_overlap_and_lose_no_letter(text: str) -> None:
    tokens = FRENCH.tokens(text)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(before.end <= after.start for before, after in pairwise(tokens))
    covered = {place for token in tokens for place in range(token.start, token.end)}
    assert all(letter.isspace() for place, letter in enumerate(text) if place not in covered)


@given(st.one_of(st.text(), FRENCH_TEXT))
def test_sentences_lie_in_order_and_cover_every_token(text: str) -> None:
    spans = FRENCH.sentences(text)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(any(s.start <= t.start and t.end <= s.end for s in spans) for t in FRENCH.tokens(text))


@given(st.text())
def test_any_form_has_a_lemma(form: str) -> None:
    assert isinstance(FRENCH.lemma(form), str)
