"""The battery passes every resolver of the house, and each kind of cheat fails where it should."""

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import AnaphorError
from anaphor.language import LANGUAGES, candidate_lemmas, lemma_at, own_cue
from anaphor.provenance import Signature
from anaphor.resolver import RESOLVERS, Resolver, make
from anaphor.resolver.conformance import CheckResult, check_all, hostile_questions
from anaphor.resolver.ensemble import EnsembleResolver, How
from anaphor.schema import Question
from tests.resolver.questions import embedded_schemas

SCHEMAS = embedded_schemas(3)

ANSWER = """
import hashlib, json, sys
for line in sys.stdin:
    q = json.loads(line)
    keys = [hashlib.sha256((q["text"] + c).encode("utf-8", "replace")).hexdigest() for c in q["candidates"]]
    print(json.dumps({"id": q["id"], "choice": keys.index(max(keys))}), flush=True)
"""


def battery(maker: Callable[[], Resolver]) -> list[CheckResult]:
    """The results of all checks."""
    return list(check_all(maker, SCHEMAS))


def failures(results: list[CheckResult]) -> dict[str, str]:
    """What failed, and why."""
    return {result.name: result.problem for result in results if result.problem is not None}


def write_counts(path: Path) -> None:
    """A file of counts, drawn by a seed, for the French words that the schemas confront."""
    language = LANGUAGES.get("fr")
    draw = random.Random(1)
    words: dict[str, int] = {}
    pairs: dict[tuple[str, str], int] = {}
    for question in sum(SCHEMAS, ()):
        cue = own_cue(language, question) if question.language == "fr" else None
        for word in candidate_lemmas(language, question) if cue else ():
            lemma = lemma_at(language, question.text, cue.head) if cue else ""
            words[word], words[lemma] = draw.randint(50, 900), draw.randint(50, 900)
            pairs[word, lemma] = draw.randint(0, 40)
    document = {
        "format": "anaphor-counts",
        "version": 1,
        "language": "fr",
        "corpora": [
            {
                "name": "drawn",
                "words": 90_000,
                "signature": [["corpus", "drawn"]],
                "source": "drawn",
                "licence": "CC0-1.0",
                "hash": "0",
            }
        ],
        "withins": [None],
        "totals": [[10_000]],
        "words": [["lemma", word, [[count]]] for word, count in words.items()],
        "pairs": [["lemma", a, b, [[both]]] for (a, b), both in pairs.items()],
    }
    path.write_text(json.dumps(document))


def specs(folder: Path) -> dict[str, str]:
    """A spec for each resolver of the house that needs no model."""
    rows = "".join(f"{question.id},ann,{number % 2}\n" for number, question in enumerate(sum(SCHEMAS, ())))
    (folder / "answers.csv").write_text(f"question,respondent,choice\n{rows}")
    (folder / "answer.py").write_text(ANSWER)
    write_counts(folder / "counts.json")
    return {
        "random": "random,seed=5",
        "first": "first",
        "nearest": "nearest",
        "replay": f"replay:{folder / 'answers.csv'}",
        "panel": f"panel:{folder / 'answers.csv'}",
        "command": f"command:{sys.executable} -I -S {folder / 'answer.py'}",
        "ensemble": "ensemble:random+first+nearest",
        "cooccurrence": f"cooccurrence:{folder / 'counts.json'},threshold=0.5,shape=any",
        "most_frequent": f"most_frequent:{folder / 'counts.json'}",
    }


MODELS = {"causal", "masked", "ngram", "lstm", "context2vec", "chat"}
"""Resolvers that need a model or a server; the tests beside theirs run this battery on one."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["random", "first", "nearest", "replay", "panel", "command", "ensemble", "cooccurrence", "most_frequent"]
)
def test_a_resolver_of_the_house_passes_the_battery(name: str, tmp_path: Path) -> None:
    spec = specs(tmp_path)[name]
    assert failures(battery(lambda: make(spec))) == {}


def test_no_resolver_of_the_house_is_left_out(tmp_path: Path) -> None:
    assert set(RESOLVERS.names()) - MODELS == set(specs(tmp_path))


class Honest:
    """Chooses by a number drawn from the words; the cheats below change one thing."""

    name = "honest"
    signature = Signature.of(resolver="honest")

    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        """Index of the candidate whose words draw the highest number."""
        draws = [random.Random(question.text + each.text).random() for each in question.candidates]
        return draws.index(max(draws))

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer each."""
        for question in questions:
            yield self.answer(question, questions)

    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        """The answer to one question, asked beside others."""
        return Answer(respondent=self.name, question=question.id, reply=Choice(candidate=self.choice(question, beside)))


class SeesTwin(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        before = [each for each in beside if each.text < question.text and each.candidates == question.candidates]
        return len(before) % 2


class RemembersTwin(Honest):
    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.given: dict[tuple[str, ...], int] = {}

    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        names = tuple(sorted(each.text for each in question.candidates))
        if question.text not in self.known:
            self.known[question.text] = self.given.get(names, 0)
            self.given[names] = 1 - self.known[question.text]
        texts = [each.text for each in question.candidates]
        return texts.index(names[self.known[question.text]])


class ReadsIds(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        return int(question.id.endswith("2"))


class TakesFirstListed(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        return 0


class DependsOnBatch(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        return (super().choice(question, beside) + (len(beside) > 4)) % 2


class DependsOnPlace(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        return (super().choice(question, beside) + (beside[0] is question)) % 2


class Restless(Honest):
    def choice(self, question: Question, beside: Sequence[Question]) -> int:
        return random.SystemRandom().randrange(2)


class TooFew(Honest):
    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        yield from super().resolve(questions[1:])


class Swapped(Honest):
    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        yield from super().resolve(questions[::-1])


class LowScore(Honest):
    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        answer = super().answer(question, beside)
        chosen = answer.reply.candidate if isinstance(answer.reply, Choice) else 0
        return replace(answer, scores=tuple(float(i != chosen) for i in range(len(question.candidates))))


class NotFinite(Honest):
    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        return replace(super().answer(question, beside), scores=(float("nan"),) * len(question.candidates))


class Fragile(Honest):
    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        if not question.text.isascii() and question.language not in ("fr", "en"):
            raise ValueError("what language is this")
        return super().answer(question, beside)


class Mumbles(Honest):
    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        reply = Abstention(reason=AbstentionReason.UNREADABLE)
        return Answer(respondent=self.name, question=question.id, reply=reply)


class AnonymousSignature(Honest):
    signature = Signature(())


class OtherName(Honest):
    def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
        return replace(super().answer(question, beside), respondent="someone else")


class SeesIds(Honest):
    finds_by_id = True


@pytest.mark.parametrize(
    ("cheat", "check"),
    [
        (SeesIds, "is asked blind"),
        (SeesTwin, "answers an item alone as beside its twin"),
        (RemembersTwin, "answers an item alone as beside its twin"),
        (ReadsIds, "does not depend on ids or the order of candidates"),
        (TakesFirstListed, "does not depend on ids or the order of candidates"),
        (DependsOnBatch, "does not depend on the size of the batch"),
        (DependsOnPlace, "does not depend on the order of questions"),
        (Restless, "gives the same answers again"),
        (TooFew, "answers every question once, in order"),
        (Swapped, "answers every question once, in order"),
        (LowScore, "chooses the highest score"),
        (NotFinite, "answers every question once, in order"),
        (Fragile, "survives hostile questions"),
        (Mumbles, "gives replies that can be read"),
        (AnonymousSignature, "has a name and a signature of one line"),
        (OtherName, "signs its answers with its name"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
def test_each_kind_of_cheat_fails_where_it_should(cheat: type[Honest], check: str) -> None:
    assert check in failures(battery(cheat))


def test_a_cheat_in_an_ensemble_is_named_and_stored_answers_are_none(tmp_path: Path) -> None:
    stored = make(specs(tmp_path)["replay"])
    cheating = EnsembleResolver(members=(stored, SeesIds()), how=How.VOTE)
    assert failures(battery(lambda: cheating))["is asked blind"].startswith("honest is not blind")
    beside = EnsembleResolver(members=(stored, Honest()), how=How.VOTE)
    (found,) = [each for each in battery(lambda: beside) if each.name == "is asked blind"]
    assert (found.problem, found.skipped) == (None, "its answers are stored under the collection's ids")


def test_what_answers_when_nothing_is_asked_fails_and_so_does_what_breaks() -> None:
    class Eager(Honest):
        def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
            yield from super().resolve(questions or SCHEMAS[0])

    class Breaks(Honest):
        def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
            questions[0]
            yield from super().resolve(questions)

    for cheat in (Eager, Breaks):
        assert "answers nothing when nothing is asked" in failures(battery(cheat))


def test_the_honest_one_passes() -> None:
    assert failures(battery(Honest)) == {}


def test_a_resolver_that_asks_for_items_is_told_that_they_hold_keys() -> None:
    class Greedy(Honest):
        def resolve(self, questions, /):  # type: ignore[no-untyped-def]  # the annotation is set below
            yield from super().resolve(questions)

    from anaphor.schema import Item

    Greedy.resolve.__annotations__["questions"] = Sequence[Item]
    assert "anaphor.schema.Item" in failures(battery(Greedy))["never sees keys"]


def test_abstaining_always_for_one_reason_is_no_fault() -> None:
    class Silent(Honest):
        def answer(self, question: Question, beside: Sequence[Question]) -> Answer:
            reply = Abstention(reason=AbstentionReason.DECLINED)
            return Answer(respondent=self.name, question=question.id, reply=reply)

    assert failures(battery(Silent)) == {}


def test_hostile_questions_are_of_many_kinds_under_one_name_each() -> None:
    names = [question.id for question in hostile_questions()]
    assert len(set(names)) == len(names) >= 25
    assert max(len(question.candidates) for question in hostile_questions()) == 100
    assert max(len(question.text) for question in hostile_questions()) > 9_000


def _refuses() -> Resolver:
    raise ValueError("no good")


def _leaves() -> Resolver:
    sys.exit(3)


class _Odd(Honest):
    kind = "robot"


class _Nameless:
    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        return iter(())


@pytest.mark.parametrize(
    "maker",
    [_refuses, _leaves, _Odd, _Nameless, lambda: None],
    ids=["refuses", "leaves", "odd", "nameless", "nothing"],
)
def test_a_plug_in_that_makes_no_resolver_is_one_sentence(
    maker: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RESOLVERS, "get", lambda name: lambda spec: maker())
    with pytest.raises(AnaphorError, match="the resolver mine could not be made"):
        make("mine")


class _Dictionaries:
    name = "mine"
    signature = Signature.of(resolver="mine")

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        return iter([{"question": each.id} for each in questions])  # type: ignore[misc]  # that is the fault


def test_a_plug_in_that_gives_no_answers_fails_the_battery() -> None:
    assert "answers every question once, in order" in failures(battery(_Dictionaries))
