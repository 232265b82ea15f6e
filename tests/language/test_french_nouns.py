"""French noun phrases: head, concord, animacy, and where a text speaks of them."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import FRENCH, Animacy, FoundBy, Gender, Number
from anaphor.language.french.nouns import animacy_of_noun
from anaphor.language.word_tables import words

pytestmark = pytest.mark.slow

M, F, S, P = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL
PIECES = (
    "le",
    "la",
    "l'",
    "un",
    "des",
    "aux",
    "mon",
    "petite",
    "vieux",
    "chat",
    "voisine",
    "de",
    "et",
    "qui",
    "Claire",
)
MORE_PIECES = ("Dr.", "M.", "deux", "celle", ",", "«", "»", "les", "du", "son", "d'", "ou")
PHRASES = st.lists(st.sampled_from(PIECES + MORE_PIECES), max_size=7).map(" ".join)


@pytest.mark.parametrize(
    ("phrase", "word"),
    [
        ("le cousin de la boulangère", "cousin"),
        ("du facteur", "facteur"),
        ("sa vieille tante", "tante"),
        ("dans la cave", "cave"),
        ("celui du menuisier", "menuisier"),
        ("Dr. Morel", "Dr"),
        ("Lucie Morel", "Lucie"),
        ("un riche marchand", "marchand"),
        ("les trois petits cochons roses", "cochons"),
        ("l’âne qui brait", "âne"),
        ("une magnifique armoire", "armoire"),
        ("mon arrière grand-mère", "grand-mère"),
        ("une des serveuses", "serveuses"),
        ("Luc et Zoé", "Luc"),
    ],
)
def test_the_head_is_the_word_that_the_phrase_is_about(phrase: str, word: str) -> None:
    assert FRENCH.head(phrase).of(phrase) == word


@pytest.mark.parametrize(
    ("phrase", "gender", "number"),
    [
        ("la marmite", F, S),
        ("le neveu de la concierge", M, S),
        ("les facteurs", M, P),
        ("l'institutrice", F, S),
        ("mon amie", F, S),
        ("ton histoire", F, S),
        ("mon cousin", M, S),
        ("l'élève", None, S),
        ("cette élève", F, S),
        ("le professeur", M, S),
        ("la professeur", F, S),
        ("les journalistes", None, P),
        ("les élèves studieuses", F, P),
        ("Mme Prat", F, S),
        ("M. Prat", M, S),
        ("le Dr Prat", M, S),
        ("Lucie", F, S),
        ("Camille", None, S),
        ("Dominique", None, S),
        ("Sacha", None, S),
        ("Claude", None, S),
        ("Luc et Jean", M, P),
        ("Lucie et Zoé", F, P),
        ("Lucie et Camille", None, P),
        ("le roi et la reine", M, P),
        ("la reine ou la princesse", F, None),
        ("Luc, Zoé et leur chien", M, P),
        ("un homme grand et fort", M, S),
        ("la sœur de Luc et Zoé", F, S),
        ("une foule de gens", None, None),
        ("la plupart des vaches", F, P),
        ("beaucoup de chèvres", F, P),
        ("un des guichetiers", M, S),
        ("celles de la voisine", F, P),
        ("les Morel", None, P),
        ("le Jura", M, S),
        ("Vesoul", None, S),
        ("le sèche-cheveux", M, S),
        ("des essuie-glaces", M, P),
        ("les belles-sœurs de Luc", F, P),
        ("aucune vache", F, S),
        ("chaque renard", M, S),
        ("deux renardes", F, P),
        ("« les petites choses »", None, S),
    ],
)
def test_gender_and_number_are_those_of_the_head(phrase: str, gender: Gender | None, number: Number | None) -> None:
    concord = FRENCH.concord(phrase)
    assert (concord.gender, concord.number) == (gender, number)


def test_a_determiner_that_contradicts_the_lexicon_wins_and_both_are_told() -> None:
    concord = FRENCH.concord("le marmite")
    assert concord.gender is M
    assert concord.evidence == ("determiner le", "lexicon marmite")


@pytest.mark.parametrize(
    ("phrase", "animacy"),
    [
        ("la bouchère", Animacy.PERSON),
        ("les dermatologues", Animacy.PERSON),
        ("mon ex-mari", Animacy.PERSON),
        ("Lucie", Animacy.PERSON),
        ("le Dr Prat", Animacy.PERSON),
        ("le pâtre", Animacy.PERSON),
        ("un fantassin", Animacy.PERSON),
        ("le copilote", Animacy.PERSON),
        ("les cheminots", Animacy.PERSON),
        ("la barmaid", Animacy.PERSON),
        ("un nouveau-né", Animacy.PERSON),
        ("le coyote", Animacy.ANIMAL),
        ("la fauvette", Animacy.ANIMAL),
        ("le reptile", Animacy.ANIMAL),
        ("un ange", None),
        ("le zombie", None),
        ("la muette", None),
        ("la jument", Animacy.ANIMAL),
        ("les chatons", Animacy.ANIMAL),
        ("la mairie", Animacy.GROUP),
        ("l'équipe", Animacy.GROUP),
        ("tout le monde", Animacy.GROUP),
        ("le tabouret", Animacy.THING),
        ("la monstre", None),
        ("les autres", None),
        ("Vesoul", None),
        ("le zorglub", None),
    ],
)
def test_animacy_is_known_or_left_open(phrase: str, animacy: Animacy | None) -> None:
    assert FRENCH.concord(phrase).animacy is animacy


def test_names_are_told_from_nouns() -> None:
    assert FRENCH.concord("Rose").is_name
    assert not FRENCH.concord("la rose").is_name
    assert not FRENCH.concord("Biscuits au beurre").is_name
    assert FRENCH.concord("Jean-Marc Prat").is_name


def test_the_lists_are_as_long_as_promised_and_do_not_overlap() -> None:
    persons, animals, groups = (words("french", name) for name in ("persons", "animals", "groups"))
    assert len(persons) > 800
    assert len(animals) > 200
    assert persons.isdisjoint(animals)
    assert persons.isdisjoint(groups)
    assert all(animacy_of_noun(noun) in (Animacy.ANIMAL, None) for noun in animals)


@pytest.mark.parametrize(
    ("phrase", "text", "by", "place"),
    [
        ("la chèvre", "La chèvre broute.", FoundBy.FORM, "La chèvre"),
        ("l'âne", "Puis L’âne brait.", FoundBy.FORM, "L’âne"),
        ("le Dr Prat", "Hier le Dr. Prat est venu.", FoundBy.FORM, "le Dr. Prat"),
        ("Éric", "Voici Eric.", FoundBy.FORM, "Eric"),
        ("de Luc", "Zoé admire Luc.", FoundBy.FORM, "Luc"),
        ("le maçon", "Luc parle au maçon.", FoundBy.CONTRACTION, "au maçon"),
        ("les maçons", "Luc écrit aux maçons.", FoundBy.CONTRACTION, "aux maçons"),
        ("du maçon", "Le maçon chante.", FoundBy.CONTRACTION, "Le maçon"),
        ("le maçon", "Un maçon chante.", FoundBy.ARTICLE, "Un maçon"),
        ("le frère", "Son frère chante.", FoundBy.ARTICLE, "Son frère"),
        ("la soupe", "Luc a mangé trois soupes.", FoundBy.HEAD, "soupes"),
        ("les juments", "Une vieille jument dort.", FoundBy.HEAD, "jument"),
        ("Lucie Prat", "Puis Prat est partie.", FoundBy.HEAD, "Prat"),
    ],
)
def test_a_phrase_is_found_with_the_best_evidence(phrase: str, text: str, by: FoundBy, place: str) -> None:
    found = FRENCH.find(phrase, text)[0]
    assert (found.by, found.span.of(text)) == (by, place)


def test_a_phrase_is_not_found_inside_a_word() -> None:
    assert FRENCH.find("le rat", "Le ratage est total.") == ()


def test_no_break_spaces_do_not_hide_a_phrase() -> None:
    assert FRENCH.find("la chèvre", "Voici la\u00a0chèvre.")[0].by is FoundBy.FORM


def test_every_place_is_found_once() -> None:
    text = "Le loup hurle, un loup répond, et Luc tire sur le loup."
    assert [found.by for found in FRENCH.find("le loup", text)] == [FoundBy.FORM, FoundBy.FORM, FoundBy.ARTICLE]


@given(st.one_of(st.text(), PHRASES))
def test_any_phrase_has_a_head_inside_it_and_a_concord(phrase: str) -> None:
    head = FRENCH.head(phrase)
    assert 0 <= head.start <= head.end <= len(phrase)
    assert isinstance(FRENCH.concord(phrase).evidence, tuple)


@given(st.one_of(st.text(), PHRASES), st.one_of(st.text(), PHRASES))
def test_what_is_found_lies_within_the_text_and_never_overlaps(phrase: str, text: str) -> None:
    spans = sorted((found.span.start, found.span.end) for found in FRENCH.find(phrase, text))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.shared
def test_nine_candidates_in_ten_of_fwsc285_have_a_gender_and_are_found(shared: Path) -> None:
    items = json.loads((shared / "fwsc285" / "wsc_285_v3.json").read_text("utf-8"))
    pairs = [(item["french_text"], item[role]) for item in items for role in ("correct_answer", "wrong_answer")]
    known = sum(FRENCH.concord(candidate).gender is not None for _, candidate in pairs)
    found = sum(bool(FRENCH.find(candidate, text.replace("[", "").replace("]", ""))) for text, candidate in pairs)
    assert known / len(pairs) > 0.93
    assert found / len(pairs) > 0.97


@pytest.mark.parametrize(
    ("phrase", "animacy"),
    [
        ("l'ours en peluche", None),
        ("le cheval de bois", None),
        ("le soldat de plomb", None),
        ("la souris d'ordinateur", None),
        ("le canard rôti", None),
        ("le chien de la voisine", Animacy.ANIMAL),
        ("le soldat de Paris", Animacy.PERSON),
    ],
)
def test_a_toy_or_a_dish_is_no_being(phrase: str, animacy: Animacy | None) -> None:
    assert FRENCH.concord(phrase).animacy is animacy
