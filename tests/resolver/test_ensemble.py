"""Several resolvers as one."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import ContentError, InputError
from anaphor.provenance import Signature
from anaphor.resolver import answer_from_scores, make
from anaphor.resolver.ensemble import (
    EnsembleResolver,
    How,
    WordProbabilities,
    WordScorer,
    mean_probabilities,
    members_of,
    product,
    word_probabilities_of,
)
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.resolver.sentences import CandidateSentences, candidate_sentences
from anaphor.schema import Question
from tests.resolver.questions import cup_collection

QUESTIONS = cup_collection().questions
CUP = QUESTIONS[0]


class Fixed:
    """A model with fixed scores by candidate, or an abstention; words have the probability that it is told."""

    def __init__(self, name: str, scores: dict[str, float] | AbstentionReason, word: float = 0.1) -> None:
        self.name = name
        self.scores = scores
        self.word = word
        self.signature = Signature.of(resolver="fixed", name=name)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """Its fixed scores."""
        for question in questions:
            if isinstance(self.scores, AbstentionReason):
                reply = Abstention(reason=self.scores)
                yield Answer(respondent=self.name, question=question.id, reply=reply)
            else:
                scores = [self.scores[candidate.text] for candidate in question.candidates]
                yield answer_from_scores(self.name, question, scores)

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """The same probability for every word, one part in ten of it behind the cup."""
        for question in questions:
            sentences = candidate_sentences(question)
            if isinstance(self.scores, AbstentionReason) or isinstance(sentences, Abstention):
                yield Abstention(reason=AbstentionReason.UNKNOWN_WORDS)
                continue
            yield word_probabilities_of(sentences, [self._logs(each.text, sentences) for each in sentences.sentences])

    def _logs(self, text: str, sentences: CandidateSentences) -> list[float]:
        words = next(each.words for each in sentences.sentences if each.text == text)
        after = self.word / 10 if "because the cup" in text else self.word
        return [math.log(after if number >= len(words) - 4 else 0.5) for number in range(len(words))]


def ensemble(how: How, *members: Fixed, margin: float = 0.0, least: int = 1) -> EnsembleResolver:
    """An ensemble of fixed models."""
    return EnsembleResolver(members=members, how=how, margin=margin, least=least)


def chosen(resolver: EnsembleResolver) -> str | AbstentionReason:
    """What an ensemble answers to the first question."""
    reply = next(iter(resolver.resolve([CUP]))).reply
    return CUP.candidates[reply.candidate].text if isinstance(reply, Choice) else reply.reason


CUP_1 = Fixed("cup-1", {"the cup": 1.0, "the box": 0.0})
CUP_2 = Fixed("cup-2", {"the cup": 3.0, "the box": 2.0})
BOX = Fixed("box", {"the cup": 0.0, "the box": 9.0}, word=0.001)
NONE = Fixed("none", AbstentionReason.UNKNOWN_WORDS)


def test_a_vote_counts_heads_and_a_mean_weighs_scores() -> None:
    assert chosen(ensemble(How.VOTE, CUP_1, CUP_2, BOX)) == "the cup"
    assert chosen(ensemble(How.SCORE, CUP_1, CUP_2, BOX)) == "the box"
    assert next(iter(ensemble(How.SCORE, CUP_1, CUP_2).resolve([CUP]))).scores == (2.0, 1.0)


def test_who_abstains_has_no_vote_and_equal_votes_are_a_tie() -> None:
    assert chosen(ensemble(How.VOTE, CUP_1, NONE)) == "the cup"
    assert chosen(ensemble(How.VOTE, CUP_1, BOX, NONE)) is AbstentionReason.TIE
    assert chosen(ensemble(How.VOTE, NONE, NONE)) is AbstentionReason.UNKNOWN_WORDS


def test_an_ensemble_abstains_below_its_margin_and_below_its_number_of_voices() -> None:
    assert chosen(ensemble(How.VOTE, CUP_1, CUP_2, BOX, margin=2)) is AbstentionReason.MARGIN
    assert chosen(ensemble(How.VOTE, CUP_1, CUP_2, margin=2)) == "the cup"
    assert chosen(ensemble(How.VOTE, CUP_1, NONE, least=2)) is AbstentionReason.UNKNOWN_WORDS


def test_words_are_averaged_before_they_are_multiplied() -> None:
    one, two = Fixed("a", {}, word=0.2), Fixed("b", {}, word=0.001)
    resolver = ensemble(How.WORDS, one, two)
    answer = next(iter(resolver.resolve([CUP])))
    mean = math.log((0.2 + 0.001) / 2)
    # Four words follow the slot: was, too, large and the full stop; behind the cup each is ten times less probable.
    assert answer.scores == pytest.approx((4 * (mean - math.log(10)), 4 * mean))
    assert chosen(resolver) == "the box"
    assert isinstance(one, WordScorer)


def test_a_full_score_counts_the_words_before_the_common_part_too() -> None:
    probabilities = WordProbabilities(
        question="q", words=(("a", "b", "z"), ("c", "z")), logs=((-1.0, -2.0, -4.0), (-3.0, -4.5)), suffix_words=1
    )
    assert product(probabilities, partial=False) == (-7.0, -7.5)
    assert product(probabilities, partial=True) == (-4.0, -4.5)


@given(st.lists(st.floats(min_value=-800, max_value=0), min_size=1, max_size=6))
def test_the_mean_of_probabilities_lies_between_them_even_when_they_underflow(logs: list[float]) -> None:
    models = [WordProbabilities(question="q", words=(("w",),), logs=((log,),), suffix_words=1) for log in logs]
    mean = mean_probabilities(models).logs[0][0]
    assert min(logs) - 1e-9 <= mean <= max(logs) + 1e-9


def test_models_that_read_other_words_cannot_be_averaged() -> None:
    one = WordProbabilities(question="q", words=(("a",),), logs=((-1.0,),), suffix_words=1)
    two = WordProbabilities(question="q", words=(("b",),), logs=((-1.0,),), suffix_words=1)
    with pytest.raises(InputError, match="do not read the same words"):
        mean_probabilities([one, two])


@pytest.mark.parametrize("logs", [(), (0.5,), (float("-inf"),), (float("nan"),)])
def test_what_is_no_logarithm_of_a_probability_is_refused(logs: tuple[float, ...]) -> None:
    with pytest.raises(ContentError):
        WordProbabilities(question="q", words=(("a",),), logs=(logs,), suffix_words=0)


def test_a_spec_joins_members_with_their_own_settings() -> None:
    resolver = make("ensemble:random;seed=3+first + nearest,how=vote,margin=2")
    assert resolver.name == "vote(random(seed=3)+first+nearest)"
    assert "1.seed:3" in str(resolver.signature)
    assert members_of("command:./c++ -x+random") == ("command:./c++ -x", "random")


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("ensemble", "needs resolvers joined by"),
        ("ensemble:first", "needs two resolvers or more"),
        ("ensemble:first+nearest,how=average", "has no how=average"),
        ("ensemble:first+nearest,how=words", "first cannot say how probable words are"),
        ("ensemble:first+nearst", "no resolver is called 'nearst'"),
        ("ensemble:first+random;sede=1", "has no setting 'sede'"),
    ],
)
def test_a_wrong_ensemble_is_one_sentence(spec: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        make(spec)


def test_stored_answers_can_take_part_and_the_others_stay_blind(tmp_path: Path) -> None:
    rows = "".join(f"{question.id},0\n" for question in QUESTIONS)
    (tmp_path / "a.csv").write_text(f"question,choice\n{rows}")
    resolver = make(f"ensemble:replay:{tmp_path / 'a.csv'}+first+nearest,least=2")
    answers = list(resolver.resolve(QUESTIONS))
    assert [each.question for each in answers] == [question.id for question in QUESTIONS]
    assert answers[0].scores == (2.0, 1.0)


class Watching(Fixed):
    """Keeps what it is shown."""

    def __init__(self, name: str) -> None:
        super().__init__(name, SCORES)
        self.shown: list[Question] = []

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """Its fixed scores."""
        self.shown += questions
        yield from super().resolve(questions)


def test_beside_stored_answers_a_member_sees_what_it_sees_in_a_blind_run(tmp_path: Path) -> None:
    cups = cup_collection()
    rows = "".join(f"{question.id},0\n" for question in QUESTIONS)
    (tmp_path / "a.csv").write_text(f"question,choice\n{rows}")
    alone, beside = Watching("w"), Watching("w")
    mixed = EnsembleResolver(members=(make(f"replay:{tmp_path / 'a.csv'}"), beside), how=How.VOTE)
    settings = RunSettings(source="cups")
    run_collection(cups, alone, tmp_path / "alone.jsonl", settings)
    state = run_collection(cups, mixed, tmp_path / "mixed.jsonl", settings)
    assert beside.shown == alone.shown
    assert [each.text for each in beside.shown] != [each.text for each in QUESTIONS]
    assert not state.header.blind
    assert [each.question for each in state.answers] == [each.id for each in QUESTIONS]


def test_words_are_asked_blind_whatever_a_member_wants() -> None:
    class Seeing(Watching):
        finds_by_id = True

    assert ensemble(How.VOTE, Seeing("s"), CUP_1).finds_by_id
    assert not ensemble(How.WORDS, Seeing("s"), CUP_1).finds_by_id


class Slow(Fixed):
    """Notes how far it has been asked."""

    asked = 0

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """Its fixed scores, one question at a time."""
        for answer in super().resolve(questions):
            self.asked += 1
            yield answer


class Backwards(Fixed):
    """Hands over the last answer first."""

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The answers from the last to the first."""
        yield from list(self.resolve(questions))[::-1]


SCORES = {"the cup": 1.0, "the box": 2.0, "the dog": 1.0, "the cat": 2.0, "Ann": 1.0, "Sue": 2.0, "Eve": 0.0}


@pytest.mark.parametrize("how", [How.VOTE, How.SCORE])
def test_an_answer_is_there_as_soon_as_every_member_has_given_its_own(how: How) -> None:
    slow = Slow("slow", SCORES)
    whole = EnsembleResolver(members=(slow, Fixed("quick", SCORES)), how=how)
    next(iter(whole.resolve(QUESTIONS)))
    assert slow.asked == 1
    next(iter(whole.as_they_come(QUESTIONS)))
    assert slow.asked == 2


def test_members_that_answer_in_another_order_give_the_same_ensemble() -> None:
    whole = EnsembleResolver(members=(Fixed("a", SCORES), Backwards("b", SCORES)), how=How.SCORE)
    prompt = {answer.question: answer for answer in whole.as_they_come(QUESTIONS)}
    assert prompt == {answer.question: answer for answer in whole.resolve(QUESTIONS)}
