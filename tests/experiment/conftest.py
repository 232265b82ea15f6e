"""Stores of small studies, on SQLite and on a real PostgreSQL."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphor.experiment.store import Store, open_store
from tests.experiment.databases import new_database, running_postgresql
from tests.experiment.specimens import design

_NAMES = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A real PostgreSQL server."""
    with running_postgresql() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Place of an empty database, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "study.db")
    return new_database(request.getfixturevalue("postgresql"), f"study{next(_NAMES)}")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty study of six schemas in two lists, for eight people."""
    opened = open_store(where, design())
    yield opened
    opened.engine.dispose()
