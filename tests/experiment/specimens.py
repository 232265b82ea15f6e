"""Small collections, designs and studies that the tests of the experiment share."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher

from anaphor.experiment import Asked, Design, DesignPlan, Response, Study, TrialKind, make_design
from anaphor.experiment.design.design import Trial, Words
from anaphor.experiment.study.record import Person
from anaphor.schema import Candidate, Collection, Item, Problem, Question, Schema, Unmarked, UnmarkedReason

WORDS = Words(title="Study", consent="You agree.", instructions="Read.", debrief="Thank you.")
_NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eve")


@contextmanager
def cheap_passwords() -> Iterator[None]:
    """Argon2 at its least: at its usual cost every password and every login takes 0.3 s of the processor."""
    with pytest.MonkeyPatch.context() as patched:
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patched.setattr("anaphor.experiment.accounts._HASHER", hasher)
        yield


def item(name: str, key: int = 0, candidates: int = 2) -> Item:
    """An item with made-up names to choose from."""
    question = Question(
        id=name,
        language="en",
        text=f"Sentence {name}: she was late.",
        prompt="Who was late?",
        anaphor=Unmarked(reason=UnmarkedReason.UNSAID),
        candidates=tuple(Candidate(text=each) for each in _NAMES[:candidates]),
    )
    return Item(question=question, key=key)


def collection(sizes: Sequence[int], problems: Sequence[int] = ()) -> Collection:
    """Schemas of so many items each, then problems with so many candidates each."""
    schemas = tuple(
        Schema(id=f"s{n}", variants=tuple(item(f"s{n}.{v + 1}", key=(n + v) % 2) for v in range(size)))
        for n, size in enumerate(sizes)
    )
    lone = tuple(
        Problem(id=f"q{n}", item=item(f"q{n}", key=n % size, candidates=size)) for n, size in enumerate(problems)
    )
    return Collection(name="specimen", language="en", schemas=schemas, problems=lone)


def design(schemas: int = 6, *, lists: int = 2, quota: int = 8, bare: bool = True, **more: Any) -> Design:
    """A design of pairs of items."""
    return make_design(collection([2] * schemas), DesignPlan(lists=lists, quota=quota, bare=bare, **more))


def small_trial(**more: object) -> Trial:
    """A trial that is an item."""
    fields: dict[str, object] = {
        "id": "a",
        "kind": TrialKind.ITEM,
        "text": "She was late.",
        "item": "a",
        "candidates": ("Ada", "Bea"),
        "key": 0,
        "schema": "a",
    }
    return Trial(**{**fields, **more})  # type: ignore[arg-type]  # fields by name


def study(votes: Sequence[Sequence[bool | None]], *, rt: float | None = 2000.0) -> Study:
    """A study in which person p gave answer votes[i][p] to item i: True right, False wrong, None was not asked."""
    responses = [
        Response(
            person=f"p{p}",
            trial=f"i{i}",
            item=f"i{i}",
            schema=f"s{i // 2}",
            choice=0 if right else 1,
            key=0,
            rt_ms=rt,
            position=i + 1,
            side=p % 2,
            key_side=(p % 2 if right else 1 - p % 2),
        )
        for i, row in enumerate(votes)
        for p, right in enumerate(row)
        if right is not None
    ]
    people = sorted({int(each.person[1:]) for each in responses})
    asked = tuple(
        Asked(trial=f"i{i}", item=f"i{i}", schema=f"s{i // 2}", text=f"Sentence {i}.", key=0, candidates=("Ada", "Bea"))
        for i in range(len(votes))
    )
    return Study(
        name="specimen", people=tuple(Person(name=f"p{n}") for n in people), responses=tuple(responses), asked=asked
    )


def random_votes(items: int, people: int, rate: float, seed: int = 1) -> list[list[bool | None]]:
    """Votes in which everybody is right with the same probability."""
    rng = random.Random(seed)
    return [[rng.random() < rate for _ in range(people)] for _ in range(items)]
