"""Invented text for the tests of the index: enough words, some of them frequent, some in company."""

import random
from collections.abc import Iterator

import pytest

_NOUNS = [
    "moulin",
    "roue",
    "meunier",
    "farine",
    "sac",
    "âne",
    "rivière",
    "pont",
    "grand-mère",
    "enfant",
    "route",
    "neige",
    "Claire",
    "Pierre",
    "pierre",
    "cœur",
]
_VERBS = ["voit", "porte", "ferme", "répare", "traverse", "regarde", "oublie", "encombre", "suit", "perd"]
_ADJECTIVES = ["lourd", "lourde", "clair", "claire", "petit", "petite", "vieux", "vieille", "grands", "rouges"]


def invented(lines: int, seed: int = 1) -> str:
    """Lines of invented French; the same for the same seed."""
    rng = random.Random(seed)
    made = []
    for number in range(lines):
        subject, thing = rng.choice(_NOUNS), rng.choice(_NOUNS)
        line = f"Le {rng.choice(_ADJECTIVES)} {subject} {rng.choice(_VERBS)} la {thing} {rng.choice(_ADJECTIVES)}"
        if rng.random() < 0.3:
            line += f" ; l'{rng.choice(['âne', 'enfant'])} {rng.choice(_VERBS)}-t-il le bus scolaire ?"
        if rng.random() < 0.05:
            line += f" Il vit le mot{rng.randrange(100_000)}."
        made.append(line if number % 7 else f"{line}. Aujourd’hui il neige")
    return "\n".join(made) + "\n"


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is learnt of words here is not left in the user's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANAPHOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def text() -> str:
    """Some hundred lines."""
    return invented(400)
