"""Questions and small collections that the tests of resolvers ask."""

from collections.abc import Sequence

from anaphor.collection import load
from anaphor.schema import Candidate, Collection, Item, Mark, Problem, Question, Schema, question_of


def question(text: str, *candidates: str, name: str = "q", language: str = "en", prompt: str | None = None) -> Question:
    """A question whose anaphor stands between [ and ]."""
    start, end = text.index("["), text.index("]") - 1
    return Question(
        id=name,
        language=language,
        text=text.replace("[", "").replace("]", ""),
        anaphor=Mark(start=start, end=end),
        candidates=tuple(Candidate(text=each) for each in candidates),
        prompt=prompt,
    )


def cup_collection() -> Collection:
    """Two schemas and a problem, in English, written for these tests."""
    cup = "The cup did not fit into the box because [it] was too {}."
    dog = "The dog chased the cat until [it] was {}."
    fish = "Ann gave Sue and Eve a fish before [she] left."
    return Collection(
        name="cups",
        language="en",
        schemas=tuple(
            Schema(
                id=name,
                variants=tuple(
                    Item(question=question(text.format(word), *candidates, name=f"{name}.{number}"), key=number - 1)
                    for number, word in enumerate(words, 1)
                ),
            )
            for name, text, words, candidates in (
                ("cup", cup, ("large", "small"), ("the cup", "the box")),
                ("dog", dog, ("tired", "caught"), ("the dog", "the cat")),
            )
        ),
        problems=(Problem(id="fish", item=Item(question=question(fish, "Ann", "Sue", "Eve", name="fish"), key=0)),),
    )


def embedded_schemas(count: int) -> list[tuple[Question, ...]]:
    """The first schemas of each embedded collection, as questions with their twins."""
    collections: Sequence[Collection] = [load(name) for name in ("anaphor-fr", "anaphor-en")]
    return [
        tuple(question_of(entry) for entry in schema.variants)
        for collection in collections
        for schema in collection.schemas[:count]
    ]
