"""Runs of made-up respondents, and the commands that score them."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Respondent, RespondentKind
from anaphor.answers import RunHeader, RunWriter
from anaphor.cli.collection import perturb
from anaphor.cli.score import compare, score
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.schema import Item, Neither
from anaphor.text import speaking

APP = click.Group(commands=[score, compare, perturb])


def call(*words: str | Path) -> str:
    with speaking("en"):
        done = CliRunner().invoke(APP, [*map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def document(*words: str | Path) -> dict[str, Any]:
    found = json.loads(call(*words, "--json"))
    assert isinstance(found, dict)
    return found


def refusal(*words: str | Path) -> str:
    """What the user is told; any error of ours ends with exit code 2."""
    with speaking("en"), pytest.raises(AnaphorError) as caught:
        CliRunner().invoke(APP, [*map(str, words)], catch_exceptions=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


Chooser = Callable[[int, Item], Answer]


def right(number: int, item: Item) -> Answer:
    assert not isinstance(item.key, Neither)
    return Answer(respondent="r", question=item.id, reply=Choice(candidate=item.key), scores=_scores(item, item.key))


def first(number: int, item: Item) -> Answer:
    return Answer(respondent="r", question=item.id, reply=Choice(candidate=0), scores=_scores(item, 0))


def shaky(number: int, item: Item) -> Answer:
    """Right, wrong and abstained in turn."""
    if number % 3 == 2:
        return Answer(respondent="r", question=item.id, reply=Abstention(reason=AbstentionReason.TIE))
    assert not isinstance(item.key, Neither)
    return (
        right(number, item)
        if number % 3 == 0
        else Answer(
            respondent="r", question=item.id, reply=Choice(candidate=(item.key + 1) % len(item.question.candidates))
        )
    )


def _scores(item: Item, chosen: int) -> tuple[float, ...]:
    return tuple(-0.5 if place == chosen else -2.0 for place in range(len(item.question.candidates)))


def write(
    path: Path, source: str | Path, name: str, choose: Chooser, *, keep: int | None = None, **settings: str
) -> Path:
    """A run of a made-up respondent, written by the house's own writer; `settings` are how the collection was read."""
    collection = load(source, format=settings.get("format"), language=settings.get("language"))
    header = RunHeader(
        collection=collection.name,
        fingerprint=collection.fingerprint,
        source=str(source),
        questions=len(collection.questions),
        respondent=Respondent(name=name, kind=RespondentKind.MACHINE),
        signature=f"resolver:{name}|seed:0",
        started=datetime(2026, 1, 1, tzinfo=UTC),
        anaphor="0",
        settings=settings,
    )
    with RunWriter(path, header) as run:
        for number, item in enumerate(collection.items[:keep]):
            run.append(choose(number, item))
    return path
