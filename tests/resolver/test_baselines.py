"""Guesses, places and frequencies."""

from collections import Counter
from dataclasses import replace

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.resolver import make
from anaphor.resolver.asking.asking import ask
from anaphor.schema import Candidate, Question, Span, Unmarked, UnmarkedReason
from tests.resolver.questions import question

TOM = question("Tom thanked Paul after Tom had fallen because [he] was kind to Ann.", "Paul", "Tom", "Ann")


def answer(spec: str, asked: Question) -> Answer:
    """What a resolver answers to one question."""
    return next(iter(make(spec).resolve([asked])))


def chosen(spec: str, asked: Question) -> str | AbstentionReason:
    """The words of the chosen candidate, or why there is none."""
    reply = answer(spec, asked).reply
    return asked.candidates[reply.candidate].text if isinstance(reply, Choice) else reply.reason


def test_first_takes_the_candidate_named_first_and_nearest_the_one_next_to_the_anaphor() -> None:
    assert chosen("first", TOM) == "Tom"
    assert chosen("nearest", TOM) == "Ann"
    assert chosen("nearest", question("Tom thanked Paul because [he] was kind.", "Paul", "Tom")) == "Paul"


def test_the_order_in_which_candidates_are_listed_changes_nothing() -> None:
    turned = replace(TOM, candidates=TOM.candidates[::-1])
    for spec in ("first", "nearest", "random"):
        assert chosen(spec, TOM) == chosen(spec, turned)


def test_a_place_given_by_the_source_wins_over_the_words() -> None:
    places = (Candidate(text="Tom", span=Span(start=23, end=26)), Candidate(text="Paul", span=Span(start=12, end=16)))
    assert chosen("first", replace(TOM, candidates=places)) == "Paul"


def test_candidates_are_found_under_another_article() -> None:
    asked = question("J'ai parlé au témoin et à une juge avant qu'[elle] parte.", "la juge", "le témoin", language="fr")
    assert chosen("first", asked) == "le témoin"


@pytest.mark.slow
def test_what_has_no_place_is_atypical() -> None:
    assert (
        chosen("first", question("Tom left because [he] was late.", "Tom", "a zeppelin")) is AbstentionReason.ATYPICAL
    )
    unmarked = replace(TOM, anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT))
    assert chosen("nearest", unmarked) is AbstentionReason.ATYPICAL
    assert chosen("first", unmarked) == "Tom"


def test_two_candidates_at_one_place_are_a_tie_and_not_the_first_listed() -> None:
    assert chosen("first", question("Tom left because [he] was late.", "Tom", "tom")) is AbstentionReason.TIE


def test_words_are_found_in_a_language_without_rules() -> None:
    asked = question("tlhIngan Hol Dajatlh'a' [ghaH].", "hol", "TLHINGAN", language="tlh")
    assert chosen("first", asked) == "TLHINGAN"


def test_a_guess_depends_on_the_seed_and_the_words_alone() -> None:
    questions = load("anaphor-fr").questions
    one, other = make("random,seed=1"), make("random,seed=2")
    first = [each.reply for each in one.resolve(questions)]
    assert [each.reply for each in one.resolve(questions[::-1])][::-1] == first
    assert [each.reply for each in one.resolve([replace(each, id="x") for each in questions])] == first
    assert [each.reply for each in other.resolve(questions)] != first


def test_guesses_are_even_and_independent_of_the_twin() -> None:
    collection = load("anaphor-fr")
    replies = {each.question: each.reply for each in ask(make("random"), collection.questions, salt="s")}
    keys = Counter(
        reply.candidate == item.key
        for item in collection.items
        if isinstance(reply := replies[item.id], Choice) and len(item.question.candidates) == 2
    )
    assert abs(keys[True] - keys.total() / 2) < 3 * keys.total() ** 0.5 / 2
    pairs = [
        [replies[each.id] for each in schema.variants] for schema in collection.schemas if len(schema.variants) == 2
    ]
    same = sum(pair[0] == pair[1] for pair in pairs)
    assert abs(same - len(pairs) / 2) < 3 * len(pairs) ** 0.5 / 2


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("rnadom", "no resolver is called 'rnadom'. Did you mean random"),
        ("random:3", "takes nothing after its name"),
        ("random,seed=x", "needs a number: seed=x"),
        ("random,seed=1.5", "needs a whole number: seed=1.5"),
        ("random,seed=inf", "cannot use seed=inf"),
        ("first,seed=1", "has no setting 'seed'. It knows: none"),
        (",seed=1", "names no resolver"),
        (":x", "names no resolver"),
    ],
)
def test_a_wrong_spec_is_one_sentence(spec: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        make(spec)
    assert complaint in str(caught.value)


def test_one_candidate_alone_is_chosen() -> None:
    assert chosen("first", question("Tom left because [he] was late.", "Tom")) == "Tom"
    assert isinstance(answer("random", question("[He] left.", "Tom")).reply, Choice)


def test_abstentions_say_why_in_words() -> None:
    reply = answer("first", question("[He] left.", "Tom")).reply
    assert isinstance(reply, Abstention)
    assert "“Tom”" in (reply.detail or "")
