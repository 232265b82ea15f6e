"""Wrong passwords: whoever types them slows down themselves, never an organiser."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.requests import Request

from anaphor.experiment.accounts.accounts import TRIES, WINDOW_S, Accounts
from anaphor.web import security
from anaphor.web.security import WrongTries
from anaphor.web.site.folder import SiteFolder
from anaphor.web.site.site import Site, SiteSetting
from tests.web.conftest import PASSWORD
from tests.web.served import listening

OURS = {"sec-fetch-site": "same-origin"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow tries that take a moment only; hashes that cost little."""
    monkeypatch.setattr(security, "_SLOW_S", 0.2)


def entering(address: str, client: httpx.Client) -> Callable[[str, str], httpx.Response]:
    """Type a name and a password."""
    return lambda name, word: client.post(address, data={"name": name, "password": word}, headers=OURS)


def test_invented_names_lock_nobody_out_even_from_the_same_address(desk: str, client: httpx.Client) -> None:
    log_in = entering(f"{desk}/desk/login", client)
    with ThreadPoolExecutor(16) as pool:
        heard = list(pool.map(lambda n: log_in(f"nobody{n}", "guess").status_code, range(70)))
    assert set(heard) <= {403, 429}
    assert heard.count(429) > 10, "the address that tries them all at once is sent away"
    began = time.monotonic()
    assert log_in("marie", PASSWORD).status_code == 303
    assert time.monotonic() - began < 10


def test_the_site_itself_is_not_locked_either(tmp_path_factory: pytest.TempPathFactory, accounts: Accounts) -> None:
    folder = SiteFolder(root=tmp_path_factory.mktemp("site"))
    folder.make()
    with listening(Site(folder, {}, accounts, SiteSetting())) as address, httpx.Client(timeout=60) as client:
        log_in = entering(f"{address}/login", client)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: log_in(f"nobody{n}", "guess"), range(62)))
        assert log_in("marie", PASSWORD).status_code == 303


def test_who_guesses_somebody_s_password_does_not_lock_out_the_browser_that_they_use(desk: str) -> None:
    with httpx.Client(timeout=30) as mine, httpx.Client(timeout=30) as stranger:
        assert entering(f"{desk}/desk/login", mine)("marie", PASSWORD).status_code == 303
        guess = entering(f"{desk}/desk/login", stranger)
        assert [guess("marie", f"guess {n}").status_code for n in range(TRIES + 1)] == [403] * TRIES + [429]
        assert entering(f"{desk}/desk/login", mine)("marie", PASSWORD).status_code == 303


def test_a_browser_that_is_known_has_as_few_tries_as_any_other(desk: str, client: httpx.Client) -> None:
    log_in = entering(f"{desk}/desk/login", client)
    assert log_in("marie", PASSWORD).status_code == 303
    heard = [log_in("marie", f"guess {n}").status_code for n in range(TRIES + 1)]
    assert heard == [403] * TRIES + [429]


def test_a_forged_mark_makes_no_browser_known(desk: str) -> None:
    with httpx.Client(timeout=30, cookies={"anaphor_device": "0" * 64}) as stranger:
        guess = entering(f"{desk}/desk/login", stranger)
        assert [guess("marie", f"guess {n}").status_code for n in range(TRIES + 1)] == [403] * TRIES + [429]


@pytest.mark.parametrize(
    ("host", "counted"), [("2001:db8:1:2:3::9", "2001:db8:1:2::/64"), ("::ffff:10.0.0.7", "10.0.0.7"), ("x", "x")]
)
def test_an_address_is_that_of_the_connection_whatever_a_header_says(host: str, counted: str) -> None:
    headers = [(b"x-forwarded-for", b"9.9.9.9")]
    assert security._address_of(Request({"type": "http", "client": (host, 1), "headers": headers})) == counted


def test_what_is_remembered_is_bounded_and_short() -> None:
    wrong = WrongTries()
    for n in range(security._KEPT + 50):
        wrong.add(f"10.0.{n // 256}.{n % 256}", 1000.0)
    for _ in range(100):
        wrong.add("1.2.3.4", 1000.0)
    assert len(wrong._times) == security._KEPT
    assert len(wrong.of("1.2.3.4", 1000.0)) == security._QUICK
    assert wrong.of("1.2.3.4", 1000.0 + WINDOW_S) == []
