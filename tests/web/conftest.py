"""Small studies that are served, and somebody to look at their desk."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext

from anaphor.experiment import Accounts, Store, add_account, open_accounts, open_store
from tests.experiment.databases import running_postgresql
from tests.experiment.specimens import cheap_passwords, design
from tests.memory import in_memory
from tests.resolver.chat_server import Reply, chat_server
from tests.web.served import served
from tests.web.visiting import patient_chromium

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def tmp_path_factory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pytest.TempPathFactory]:
    """Folders in memory: a study commits each answer."""
    with in_memory(tmp_path_factory) as found:
        yield found


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A real PostgreSQL server."""
    with running_postgresql() as server:
        yield server


@pytest.fixture(scope="module", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    with cheap_passwords():
        yield


@pytest.fixture(scope="session")
def slow_model() -> Iterator[str]:
    """The address of a model that takes a moment for each answer."""
    with chat_server(lambda _: Reply(hang=0.1)) as server:
        yield server.url


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A study of four schemas with practice, attention and control trials."""
    opened = open_store(str(tmp_path / "study.db"), design(4, quota=50, bare=False))
    yield opened
    opened.engine.dispose()


@pytest.fixture(scope="session")
def accounts_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Accounts with one organiser, made once."""
    path = tmp_path_factory.mktemp("accounts") / "accounts.db"
    made = open_accounts(str(path))
    add_account(made, "marie", PASSWORD, 1_700_000_000.0)
    made.engine.dispose()
    return path


@pytest.fixture
def accounts(tmp_path: Path, accounts_file: Path) -> Iterator[Accounts]:
    """Accounts with one organiser."""
    opened = open_accounts(str(shutil.copy(accounts_file, tmp_path / "accounts.db")))
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
    with httpx.Client(timeout=300) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    """One browser for all tests of a file."""
    with patient_chromium() as found:
        yield found


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile."""
    found = browser.new_context()
    yield found
    found.close()


@pytest.fixture
def link(store: Store) -> Iterator[str]:
    """What participants are sent."""
    with served(store) as address:
        yield f"{address}/s/{store.design.name}"
