"""Stores of small studies, on SQLite and on a real PostgreSQL."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphor.experiment import Store, open_store
from tests.experiment.databases import empty, new_database, running_postgresql
from tests.experiment.specimens import design
from tests.memory import in_memory


@pytest.fixture(scope="session")
def tmp_path_factory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pytest.TempPathFactory]:
    """Folders in memory: a study commits each answer."""
    with in_memory(tmp_path_factory) as found:
        yield found


@pytest.fixture(autouse=True)
def _thrown_away_in_memory(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Studies that are simulated and thrown away lie there too."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.getbasetemp()))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A real PostgreSQL server."""
    with running_postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def one_database(postgresql: Any) -> str:
    """A database of that server, for one test after the other."""
    return new_database(postgresql, "study")


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Place of an empty database, of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "study.db")
        return
    url: str = request.getfixturevalue("one_database")
    yield url
    empty(url)


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty study of six schemas in two lists, for eight people."""
    opened = open_store(where, design())
    yield opened
    opened.engine.dispose()
