"""English tokens, noun phrases and where a text speaks of them."""

import csv
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import Animacy, FoundBy, Gender, Number
from anaphor.language.english.language import ENGLISH
from anaphor.language.english.nouns import _ASCII_TOKEN, _LAST_WORD, _TOKEN

pytestmark = pytest.mark.slow

M, F, N, S, P = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER, Number.SINGULAR, Number.PLURAL
PIECES = ("the", "a", "Ann", "'s", "old", "dog", "dogs", "of", "and", "or", "who", "Dr.", "two", ",", "'", "it", "men")
PHRASES = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zoe can't swim.", ["Zoe", "ca", "n't", "swim", "."]),
        ("Luke’s cat's asleep", ["Luke", "’s", "cat", "'s", "asleep"]),
        ("the girls' mother", ["the", "girls", "'", "mother"]),
        ("They've gone at 7 o'clock", ["They", "'ve", "gone", "at", "7", "o'clock"]),
        ("Mrs. Bell met Dr. Cole", ["Mrs.", "Bell", "met", "Dr.", "Cole"]),
        ("mother-in-law, 3.5", ["mother-in-law", ",", "3.5"]),
    ],
)
def test_clitics_stand_alone_and_abbreviations_stay_whole(text: str, expected: list[str]) -> None:
    assert [token.text for token in ENGLISH.tokens(text)] == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [("Mr. Bell left. He sang.", 2), ('"Who?" she asked.', 1), ("I said no. Then I left!", 2), ("", 0)],
)
def test_sentences_end_where_they_should(text: str, count: int) -> None:
    assert len(ENGLISH.sentences(text)) == count


@pytest.mark.parametrize(
    ("phrase", "word"),
    [
        ("the old lighthouse keeper", "keeper"),
        ("the box of chocolates", "box"),
        ("Zoe's cousin", "cousin"),
        ("Dr. Cole", "Dr"),
        ("Zoe Bell", "Zoe"),
        ("the man who sold the horse", "man"),
        ("the boy wearing a hat", "boy"),
        ("in the kitchen", "kitchen"),
    ],
)
def test_the_head_is_the_last_noun_before_a_complement(phrase: str, word: str) -> None:
    assert ENGLISH.head(phrase).of(phrase) == word


@pytest.mark.parametrize(
    ("phrase", "gender", "number", "animacy"),
    [
        ("the kettle", N, S, Animacy.THING),
        ("the kettles", N, P, Animacy.THING),
        ("Zoe's nephew", M, S, Animacy.PERSON),
        ("the waitresses", F, P, Animacy.PERSON),
        ("two men", M, P, Animacy.PERSON),
        ("the children", None, P, Animacy.PERSON),
        ("Mrs. Bell", F, S, Animacy.PERSON),
        ("Dr. Cole", None, S, Animacy.PERSON),
        ("Deborah", F, S, Animacy.PERSON),
        ("Taylor", None, S, Animacy.PERSON),
        ("Tom and Deborah", None, P, Animacy.PERSON),
        ("the mice", None, P, Animacy.ANIMAL),
        ("the sheep", None, None, Animacy.ANIMAL),
        ("the committee", None, S, Animacy.GROUP),
        ("the Thackerays", None, P, None),
        ("Zanzibar", None, S, None),
    ],
)
def test_gender_number_and_animacy_are_known_or_left_open(
    phrase: str, gender: Gender | None, number: Number | None, animacy: Animacy | None
) -> None:
    concord = ENGLISH.concord(phrase)
    assert (concord.gender, concord.number, concord.animacy) == (gender, number, animacy)


@pytest.mark.parametrize(
    ("form", "lemma"), [("Geese", "goose"), ("Deborah", "Deborah"), ("walked", "walk"), ("n't", "not"), ("", "")]
)
def test_lemmas_are_dictionary_forms_and_names_stay(form: str, lemma: str) -> None:
    assert ENGLISH.lemma(form) == lemma


@pytest.mark.parametrize(
    ("phrase", "text", "by", "place"),
    [
        ("The goat", "Then the goat ran.", FoundBy.FORM, "the goat"),
        ("Dr Cole", "Dr. Cole came.", FoundBy.FORM, "Dr. Cole"),
        ("the goat", "A goat ran.", FoundBy.ARTICLE, "A goat"),
        ("the goat", "Ann's goat ran.", FoundBy.ARTICLE, "goat"),
        ("the geese", "An old goose hissed.", FoundBy.HEAD, "goose"),
        ("Zoe Bell", "Bell left.", FoundBy.HEAD, "Bell"),
    ],
)
def test_a_phrase_is_found_with_the_best_evidence(phrase: str, text: str, by: FoundBy, place: str) -> None:
    found = ENGLISH.find(phrase, text)[0]
    assert (found.by, found.span.of(text)) == (by, place)


def test_a_phrase_is_not_found_inside_a_word() -> None:
    assert ENGLISH.find("the cat", "The category is empty.") == ()


@given(st.text("aBsS't-. ,:12_\n\x1c+I", max_size=12))
def test_ascii_is_cut_as_any_text_is(text: str) -> None:
    plain, usual = ([(each.span(), each.lastgroup) for each in kind.finditer(text)] for kind in (_ASCII_TOKEN, _TOKEN))
    assert plain == usual


@given(st.text("ab 1_,\n é’.", max_size=9))
def test_the_word_before_a_place_is_the_last_one(text: str) -> None:
    last, sought = _LAST_WORD.match(text), re.search(r"([^\W\d_]+)\W*$", text)
    assert (last and last[1]) == (sought and sought[1])


@given(st.one_of(st.text(), PHRASES))
def test_tokens_never_overlap_and_lose_no_letter(text: str) -> None:
    tokens = ENGLISH.tokens(text)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(before.end <= after.start for before, after in pairwise(tokens))
    covered = {place for token in tokens for place in range(token.start, token.end)}
    assert all(letter.isspace() for place, letter in enumerate(text) if place not in covered)


@given(st.one_of(st.text(), PHRASES), st.one_of(st.text(), PHRASES))
def test_any_phrase_and_text_can_be_asked(phrase: str, text: str) -> None:
    head = ENGLISH.head(phrase)
    assert 0 <= head.start <= head.end <= len(phrase)
    assert isinstance(ENGLISH.concord(phrase).is_name, bool)
    spans = sorted((found.span.start, found.span.end) for found in ENGLISH.find(phrase, text))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("travelling", "travel"),
        ("cancelled", "cancel"),
        ("signalling", "signal"),
        ("telling", "tell"),
        ("retelling", "retell"),
        ("recalled", "recall"),
        ("fulfilling", "fulfill"),
        ("Thomson", "Thomson"),
        ("Hopkins", "Hopkins"),
        ("Dogs", "dog"),
    ],
)
def test_a_doubled_consonant_is_undone_and_a_surname_stays(form: str, expected: str) -> None:
    assert ENGLISH.lemma(form) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("Hicks", "Jenkins", "Wells", "Dickens", "Rutherford B. Hayes", "von Sanders", "Hands"),
        *("Hall", "Stone", "Horn", "Mat", "Battlefield 3", "Zsa Zsa Carter", "Carter", "Davis"),
        *("Marx", "Newton", "Yuri", "Raja", "Wei", "America", "Bank of America"),
    ],
)
def test_a_bare_name_is_singular_and_no_surname_or_rare_name_gives_a_gender(name: str) -> None:
    concord = ENGLISH.concord(name)
    assert (concord.gender, concord.number, concord.animacy) == (None, S, None)
    assert concord.is_name
    assert concord.evidence == ("name",)


@pytest.mark.parametrize(
    ("phrase", "number"),
    [("Hicks and Hall", P), ("the Thackerays", P), ("Members of the team", P), ("Wooden chairs", P)],
)
def test_several_are_said_by_and_by_an_article_or_by_a_noun_that_is_no_name(phrase: str, number: Number) -> None:
    assert ENGLISH.concord(phrase).number is number


@pytest.mark.parametrize(
    ("phrase", "gender", "evidence"),
    [
        ("Deborah Stone", F, ("first name Deborah",)),
        ("Thomas Hicks", M, ("first name Thomas",)),
        ("Mom", F, ("list mom",)),
        ("Sam", None, ("first name Sam",)),
    ],
)
def test_the_evidence_of_a_name_names_the_word_that_gave_the_gender(
    phrase: str, gender: Gender | None, evidence: tuple[str, ...]
) -> None:
    concord = ENGLISH.concord(phrase)
    assert (concord.gender, concord.evidence, concord.animacy) == (gender, evidence, Animacy.PERSON)


@pytest.mark.parametrize("phrase", ["the baby cow", "the dog", "the bull", "the hens", "a mare", "the rooster"])
def test_an_animal_has_no_gender_that_could_contradict_a_pronoun(phrase: str) -> None:
    assert (ENGLISH.concord(phrase).gender, ENGLISH.concord(phrase).animacy) == (None, Animacy.ANIMAL)


def _gap_answers(path: Path) -> Iterator[tuple[str, Gender]]:
    """The candidates of GAP that a pronoun speaks of, with the gender of the pronoun."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            gender = M if row["Pronoun"].lower() in ("he", "him", "his") else F
            yield from ((row[key], gender) for key in "AB" if row[f"{key}-coref"].upper() == "TRUE")


@pytest.mark.shared
def test_one_name_of_gap_in_a_hundred_at_most_contradicts_its_pronoun(shared: Path) -> None:
    found = [(ENGLISH.concord(name), gender) for name, gender in _gap_answers(shared / "gap" / "gap-validation.tsv")]
    known = [(concord.gender, gender) for concord, gender in found if concord.gender is not None]
    assert len(known) > 0.4 * len(found)
    assert sum(one is not other for one, other in known) <= 0.01 * len(known)
    assert all(concord.number is S for concord, _ in found)


@pytest.mark.parametrize(
    ("phrase", "number"),
    [
        ("the rioter Pancho Planes", None),
        ("salesman Warren Stamp", None),
        ("an angry Hicks", S),
        ("Two Brothers", None),
    ],
)
def test_a_name_behind_its_noun_and_a_title_are_not_read_as_common_nouns(phrase: str, number: Number | None) -> None:
    concord = ENGLISH.concord(phrase)
    assert (concord.gender, concord.number, concord.animacy) == (None, number, None)


@pytest.mark.parametrize(
    ("phrase", "animacy"),
    [
        ("the hot dog", Animacy.THING),
        ("hot dogs", Animacy.THING),
        ("the bat", None),
        ("the coach", None),
        ("the speaker", None),
        ("the toy soldier", None),
        ("a roast duck", None),
        ("the dog", Animacy.ANIMAL),
        ("the police dog", Animacy.ANIMAL),
        ("the coach driver", Animacy.PERSON),
    ],
)
def test_what_may_be_a_thing_is_no_evidence_of_a_being(phrase: str, animacy: Animacy | None) -> None:
    assert ENGLISH.concord(phrase).animacy is animacy
