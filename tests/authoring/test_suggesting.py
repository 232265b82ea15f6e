"""The other half of a schema, and leaks that are levelled: proposals with figures, and nothing that is saved."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from anaphor import authoring
from anaphor.authoring.company import leads_of, leaks
from anaphor.authoring.suggesting import with_word
from anaphor.collection import read_text
from anaphor.corpus import PairTable, TableCounts, read_pairs, shipped_table
from anaphor.corpus.pairs.making import PairFigures, write_pairs
from anaphor.corpus.pairs.table import Keeping
from anaphor.errors import InputError, UnknownNameError
from anaphor.language import LANGUAGES, alternates, are_opposites
from anaphor.schema import Collection, Span, Status, question_of
from tests.resolver.tiny_models import masked_folder

COUPE = "La coupe n'entre pas dans la valise, car [elle] est trop {grande|petite}."


def _one(text: str = COUPE, answers: str = "[la coupe, la valise]", language: str = "fr") -> Collection:
    body = f'anaphor: 1\nname: essai\nlanguage: {language}\nschemas:\n  - id: s\n    text: "{text}"\n'
    return read_text(f"{body}    answers: {answers}\n")


@pytest.mark.slow
def test_the_alternate_that_was_written_is_suggested_with_both_readings() -> None:
    found = authoring.suggest(_one(), "s.1", most=10)
    told = {each.word: each for each in found.suggestions}
    assert (told["petite"].opposite, told["petite"].answer) == (True, "la valise")
    assert told["petite"].readings[1] == "La coupe n'entre pas dans la valise, car la valise est trop petite."
    assert all(each.likely < 0 and each.text.endswith(f"trop {each.word}.") for each in found.suggestions)


@pytest.mark.slow
def test_english_words_of_the_same_form_are_suggested() -> None:
    text = "The trunk does not fit in the shed because [it] is too {large|small}."
    found = authoring.suggest(_one(text, "[the trunk, the shed]", "en"), "s.1")
    assert "small" in [each.word for each in found.suggestions]


@pytest.mark.slow
def test_a_special_word_may_be_named_where_it_is_not_marked() -> None:
    body = 'anaphor: 1\nname: e\nlanguage: fr\nproblems:\n  - id: p\n    text: "La coupe sort de la valise, car [elle] '
    problem = read_text(f'{body}est petite."\n    candidates: [la coupe, la valise]\n    answer: la coupe\n')
    assert authoring.suggest(problem).without == ("p",)
    assert "grande" in [each.word for each in authoring.suggest(problem, "p", word="petite").suggestions]
    with pytest.raises(InputError, match="gigantesque"):
        authoring.suggest(problem, "p", word="gigantesque")


def test_bad_requests_are_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownNameError, match="nobody"):
        authoring.suggest(_one(), "nobody")
    with pytest.raises(InputError, match="most"):
        authoring.suggest(_one(), most=0)
    with pytest.raises(InputError, match="word"):
        authoring.suggest("anaphor-fr", word="grande")


def test_words_in_a_place_have_its_form_and_keep_the_word_before() -> None:
    french = LANGUAGES.get("fr")
    listed = ["petites", "étroites", "petite", "dormait"]
    assert alternates(french, "Elles sont grandes.", Span(start=11, end=18), listed) == {
        "petites": "petit",
        "étroites": "étroit",
    }
    assert alternates(french, "Voici l'arbre.", Span(start=8, end=13), ["chien", "homme"]) == {"homme": "homme"}


@pytest.mark.parametrize(
    ("code", "one", "other", "opposed"),
    [("fr", "patient", "impatient", True), ("en", "careful", "careless", True), ("fr", "chat", "achat", False)],
)
def test_opposites_are_listed_or_made(code: str, one: str, other: str, opposed: bool) -> None:
    assert are_opposites(code, one, other) is are_opposites(code, other, one) is opposed


def test_what_is_marked_moves_with_a_longer_word() -> None:
    question = question_of(_one("Le [il] {a|b} c.", "[a, b]").schemas[0].variants[0])
    moved = with_word(question, Span(start=0, end=2), "grandiose")
    assert moved.text == "Grandiose il a c."
    assert [each.of(moved.text) for each in moved.cues] == ["a"]


def _table(path: Path, meetings: dict[tuple[str, str], int]) -> PairTable:
    """A table in which each word stands in a hundred of a hundred thousand sentences."""
    shipped = shipped_table("fr")
    assert shipped is not None
    words = tuple(sorted({word for pair in meetings for word in pair} | {"boîte", "malle", "caisse", "boule", "lampe"}))
    rows = []
    for number, word in enumerate(words):
        found = [(words.index(other), count) for pair, count in meetings.items() for other in pair if word in pair]
        met = sorted((other, count) for other, count in found if other < number)
        rows.append((np.array([o for o, _ in met], np.int64), np.array([c for _, c in met], np.int64)))
    sizes = np.full(len(words), 100, np.int64)
    keeping = Keeping(ratio=Fraction(0), common=0)
    figures = PairFigures(
        language="fr",
        corpora=shipped.corpora,
        sentences=100_000,
        keeping=keeping,
        words=words,
        frequencies=sizes,
        rows=rows,
    )
    write_pairs(path, figures)
    return read_pairs(path)


@pytest.mark.slow
def test_a_leak_is_levelled_by_words_of_its_gender_and_judged_by_other_counts(tmp_path: Path) -> None:
    leaking = _table(tmp_path / "a.pairs", {("coupe", "grand"): 40, ("petit", "valise"): 40})
    other = _table(tmp_path / "b.pairs", {("coupe", "grand"): 40, ("petit", "valise"): 40, ("boîte", "grand"): 40})
    schema = _one().schemas[0]
    leads = leads_of(schema, leaking)
    assert leads is not None
    assert leaks(schema, TableCounts(leaking))
    found = authoring.repair(_one(), counts=leaking, judge=tmp_path / "b.pairs", most=30)
    nouns = [each for each in found.repairs if each.part == "candidate"]
    assert found.leaking == ("s",)
    assert nouns
    assert {each.new for each in nouns} <= {"boîte", "malle", "caisse", "boule", "lampe"}
    for each in nouns:
        assert min(each.after) <= 0 or max(each.after) < 0.5
        assert each.before == tuple(round(lead.bits, 2) for lead in leads)
        assert each.new in each.texts[0]
        assert each.readings[0][0] is not None
    judged = {each.new: each.judged for each in nouns if each.old == "coupe"}
    assert judged["boîte"] != judged["malle"]  # only the counts that judge know of `grande boîte`
    assert leads_of(schema, other) == leads


def test_nothing_is_repaired_where_nothing_leaks(tmp_path: Path) -> None:
    level = _table(tmp_path / "c.pairs", {("coupe", "valise"): 1, ("grand", "petit"): 1})
    found = authoring.repair(_one(), counts=level)
    assert (found.leaking, found.repairs, found.looked_at) == ((), (), 1)


@pytest.mark.slow
def test_an_excluded_schema_is_repaired_only_where_it_is_named(tmp_path: Path) -> None:
    """It counts for nothing in the audit, which would else contradict the list of what leaks."""
    leaking = _table(tmp_path / "a.pairs", {("coupe", "grand"): 40, ("petit", "valise"): 40})
    one = _one()
    gone = replace(one, schemas=tuple(replace(each, status=Status.EXCLUDED, reason="old") for each in one.schemas))
    whole = authoring.repair(gone, counts=leaking)
    assert (whole.leaking, whole.suspected, whole.repairs, whole.looked_at) == ((), (), (), 0)
    assert authoring.repair(gone, "s", counts=leaking).leaking == ("s",)


def test_a_table_of_another_language_judges_nothing() -> None:
    with pytest.raises(InputError, match="“en”, the collection of “fr”"):
        authoring.repair(_one(), judge=shipped_table("en"))


@pytest.mark.slow
def test_a_model_ranks_the_suggested_words_anew() -> None:
    plain = authoring.suggest(_one(), "s.1", most=3).suggestions
    asked = authoring.suggest(_one(), "s.1", most=3, model="lstm").suggestions
    assert [each.flip for each in plain] == [None] * 3
    assert all(each.flip is not None for each in asked)
    wide = {each.word: each for each in authoring.suggest(_one(), "s.1", most=50).suggestions}
    assert {each.word for each in asked} <= set(wide)  # it chooses among the first fifty
    with pytest.raises(UnknownNameError, match="no-such"):
        authoring.suggest(_one(), "s.1", model="no-such")


@pytest.mark.slow
def test_a_masked_model_says_how_well_words_fit_between_both_sides(tmp_path: Path) -> None:
    folder = masked_folder(tmp_path, "bert")
    plain = {each.word: each for each in authoring.suggest(_one(), "s.1", most=400).suggestions}
    asked = authoring.suggest(_one(), "s.1", most=400, model=f"masked:{folder}").suggestions
    assert {each.word for each in asked[:3]} & set(plain)
    assert any(each.likely != plain[each.word].likely for each in asked if each.word in plain)
    assert all(each.flip is None for each in asked)
