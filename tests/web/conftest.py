"""Small studies that are served, and somebody to look at their desk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anaphor.experiment.accounts import Accounts, add_account, open_accounts
from anaphor.experiment.store import Store, open_store
from tests.experiment.databases import running_postgresql
from tests.experiment.specimens import design
from tests.web.served import served

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A real PostgreSQL server."""
    with running_postgresql() as server:
        yield server


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A study of four schemas with practice, attention and control trials."""
    opened = open_store(str(tmp_path / "study.db"), design(4, quota=50, bare=False))
    yield opened
    opened.engine.dispose()


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    """Accounts with one organiser."""
    opened = open_accounts(str(tmp_path / "accounts.db"))
    add_account(opened, "marie", PASSWORD, 1_700_000_000.0)
    yield opened
    opened.engine.dispose()


@pytest.fixture
def address(store: Store) -> Iterator[str]:
    """Where the study is served, without a desk."""
    with served(store) as found:
        yield found


@pytest.fixture
def desk(store: Store, accounts: Accounts) -> Iterator[str]:
    """Where the study is served, with its desk."""
    with served(store, accounts) as found:
        yield found


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    """A client that follows no redirect by itself."""
    with httpx.Client(timeout=30) as found:
        yield found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The desk and the page are still being built: until that is finished their tests run in the long profile only."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.long)
