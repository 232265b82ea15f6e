"""A resolver sees neither keys nor what could stand in for them: ids, and the order in which candidates are listed."""

import dataclasses
from collections.abc import Iterator, Sequence

import pytest

from anaphor.answer import Answer, Choice
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.provenance import Signature
from anaphor.resolver import TracedAnswer, blind
from anaphor.resolver.asking.asking import ask, in_asking_order
from anaphor.schema import Question
from tests.resolver.questions import cup_collection


class Listed:
    """A resolver that chooses by the place in the list, and keeps what it was shown."""

    name = "listed"
    signature = Signature.of(resolver="listed")

    def __init__(self) -> None:
        self.shown: list[Question] = []

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The first candidate listed, with scores and traces that name their candidates."""
        for question in questions:
            self.shown.append(question)
            traces = tuple({"text": candidate.text} for candidate in question.candidates)
            scores = tuple(float(len(question.candidates) - number) for number in range(len(question.candidates)))
            yield TracedAnswer(
                respondent=self.name,
                question=question.id,
                reply=Choice(candidate=0),
                scores=scores,
                candidate_traces=traces,
            )


class Broken:
    """A resolver that answers as its test wants."""

    name = "broken"
    signature = Signature.of(resolver="broken")

    def __init__(self, answers: list[Answer] | BaseException) -> None:
        self.answers = answers

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The answers given."""
        if isinstance(self.answers, BaseException):
            raise self.answers
        yield from self.answers


def test_a_question_has_no_field_for_a_key() -> None:
    assert {field.name for field in dataclasses.fields(Question)} == {
        "id",
        "language",
        "text",
        "anaphor",
        "candidates",
        "prompt",
        "scale",
        "cues",
        "readings",
    }


def test_ids_shown_say_nothing_of_the_collections_ids() -> None:
    collection = cup_collection()
    resolver = Listed()
    answers = list(ask(resolver, collection.questions, salt=collection.fingerprint))
    assert [answer.question for answer in answers] == [question.id for question in collection.questions]
    shown = [question.id for question in resolver.shown]
    assert len(set(shown)) == len(shown)
    assert not any(name.partition(".")[0] in each for name in ("cup", "dog", "fish") for each in shown)


def test_the_same_id_is_shown_otherwise_under_another_salt() -> None:
    question = cup_collection().questions[0]
    assert blind(question, "a").shown.id != blind(question, "b").shown.id
    assert blind(question, "a") == blind(question, "a")


def test_choices_scores_and_traces_come_back_in_the_collections_order() -> None:
    collection = cup_collection()
    resolver = Listed()
    answers = list(ask(resolver, collection.questions, salt="s"))
    for question, shown, answer in zip(collection.questions, resolver.shown, answers, strict=True):
        assert isinstance(answer, TracedAnswer)
        assert isinstance(answer.reply, Choice)
        assert question.candidates[answer.reply.candidate] == shown.candidates[0]
        assert [trace["text"] for trace in answer.candidate_traces] == [each.text for each in question.candidates]
        assert max(range(len(question.candidates)), key=lambda i: answer.scores[i] or 0) == answer.reply.candidate


def test_always_the_first_listed_is_no_longer_the_key_of_every_first_item() -> None:
    # In the embedded collection the answers are listed special first, so that index 0 is always right in item 1.
    collection = load("anaphor-fr")
    keys = {item.id: item.key for item in collection.items}
    assert all(keys[schema.variants[0].id] == 0 for schema in collection.schemas)
    answers = list(ask(Listed(), collection.questions, salt=collection.fingerprint))
    first_items = {schema.variants[0].id for schema in collection.schemas}
    right = sum(
        isinstance(answer.reply, Choice) and answer.reply.candidate == keys[answer.question]
        for answer in answers
        if answer.question in first_items
    )
    assert 0.3 < right / len(first_items) < 0.7


def test_only_models_of_the_house_are_asked_in_the_collections_order() -> None:
    class Ordered(Listed):
        keeps_order = True

    questions = load("anaphor-en").questions
    asked = in_asking_order(Ordered(), questions, salt="s")
    assert asked != list(questions)
    assert asked == in_asking_order(Listed(), questions, salt="s")


def test_nobody_but_the_house_learns_the_salt() -> None:
    class Curious(Listed):
        told: str | None = None

        def salted(self, salt: str, /) -> "Curious":
            self.told = salt
            return self

    curious = Curious()
    list(ask(curious, cup_collection().questions, salt="secret"))
    assert curious.told is None


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ((), "gave 0 answers to 1 questions"),
        ([("q", 0, ()), ("q", 0, ())], "gave more answers than the 1 questions"),
        ([("other", 0, ())], "was asked cup.1 and answered another question"),
        ([("q", 2, ())], "chose candidate number 2 of 2"),
        ([("q", 0, (1.0,))], "gave 1 scores to 2 candidates"),
        (ValueError("oh"), r"broke \(ValueError: oh\)"),
        (SystemExit(0), r"broke \(SystemExit: 0\)"),
    ],
    ids=["too-few", "too-many", "another", "out-of-range", "scores", "raises", "leaves"],
)
def test_a_resolver_that_breaks_the_protocol_is_refused_in_one_sentence(
    answers: Sequence[tuple[str, int, tuple[float, ...]]] | BaseException, complaint: str
) -> None:
    question = cup_collection().questions[0]
    opaque = blind(question, "s").shown.id
    given = (
        answers
        if isinstance(answers, BaseException)
        else [
            Answer(
                respondent="broken",
                question=opaque if name == "q" else name,
                reply=Choice(candidate=number),
                scores=scores,
            )
            for name, number, scores in answers
        ]
    )
    with pytest.raises(AnaphorError, match=complaint):
        list(ask(Broken(given), [question], salt="s"))
