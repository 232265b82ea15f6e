"""Wrong passwords: whoever types them slows down themselves, never an organiser."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import httpx
import pytest
from argon2.exceptions import VerifyMismatchError
from starlette.requests import Request

from anaphor.experiment import TRIES, WINDOW_S, Accounts, Store, add_account
from anaphor.experiment.accounts import LONGEST_WAIT_S
from anaphor.web import Site, SiteFolder, SiteSetting, security
from anaphor.web.security import WrongTries
from anaphor.web.turns import PASSWORDS, FairTurns
from tests.web.conftest import PASSWORD
from tests.web.served import listening

pytestmark = pytest.mark.waiting

OURS = {"sec-fetch-site": "same-origin"}
MOST_HASHED = 4
"""Passwords that a process hashes at once, however many processors it has."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow tries that take a moment only; hashes that cost little."""
    monkeypatch.setattr(security, "_SLOW_S", 0.2)


def entering(address: str, client: httpx.Client) -> Callable[[str, str], httpx.Response]:
    """Type a name and a password."""
    return lambda name, word: client.post(address, data={"name": name, "password": word}, headers=OURS)


def test_invented_names_lock_nobody_out_even_from_the_same_address(
    desk: str, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "_WIDE", 20)
    monkeypatch.setattr(security, "_IN_LINE", 4)
    log_in = entering(f"{desk}/desk/login", client)
    with ThreadPoolExecutor(16) as pool:
        heard = list(pool.map(lambda n: log_in(f"nobody{n}", "guess").status_code, range(70)))
    assert set(heard) <= {403, 429}
    assert heard.count(429) > 10, "the address that tries them all at once is sent away"
    assert log_in("marie", PASSWORD).status_code == 303


def test_people_of_one_address_get_in_whatever_others_typed_there(desk: str, accounts: Accounts) -> None:
    names = [f"person{n}" for n in range(45)]
    for name in names:
        add_account(accounts, name, PASSWORD, 1_700_000_000.0)
    with httpx.Client(timeout=300) as client, ThreadPoolExecutor(45) as pool:
        log_in = entering(f"{desk}/desk/login", client)
        assert {log_in(f"nobody{n}", "guess").status_code for n in range(25)} == {403}
        assert [log_in("person0", "guess").status_code for _ in range(TRIES - 1)] == [403] * (TRIES - 1)
        heard = list(pool.map(lambda name: log_in(name, PASSWORD).status_code, names))
    assert heard == [303] * 45


def test_guesses_from_elsewhere_keep_nobody_out_for_long(
    desk: str, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in = entering(f"{desk}/desk/login", client)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(security, "address_of", lambda _request: "192.0.2.1")
        assert [log_in("marie", f"guess {n}").status_code for n in range(TRIES + 1)] == [403] * TRIES + [429]
    at_home = log_in("marie", PASSWORD)
    assert at_home.status_code == 303 or int(at_home.headers["retry-after"]) <= LONGEST_WAIT_S


def test_doors_of_one_site_share_what_they_know_of_wrong_passwords(
    tmp_path_factory: pytest.TempPathFactory, accounts: Accounts, store: Store
) -> None:
    folder = SiteFolder(root=tmp_path_factory.mktemp("site"))
    folder.make()
    with (
        listening(Site(folder, {"study": store}, accounts, SiteSetting())) as address,
        httpx.Client(timeout=300) as client,
    ):
        doors = [entering(f"{address}{path}", client) for path in ("/login", "/studies/study/desk/login")]
        heard = [doors[n % 2]("nobody", f"guess {n}").status_code for n in range(TRIES + 3)]
    assert heard == [403] * TRIES + [429] * 3


class HeldHasher:
    """Takes every password for wrong, counts how many it hashes at once, and ends none of them before it may."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.most = self._at_once = 0
        self._lock = threading.Lock()

    def verify(self, _hashed: str, _password: str) -> None:
        with self._lock:
            self._at_once += 1
            self.most = max(self.most, self._at_once)
        assert self.may_end.wait(300)
        with self._lock:
            self._at_once -= 1
        raise VerifyMismatchError


def test_however_many_doors_a_site_has_few_passwords_are_hashed_at_once(
    tmp_path_factory: pytest.TempPathFactory, accounts: Accounts, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SiteFolder(root=tmp_path_factory.mktemp("site"))
    folder.make()
    studies = {f"study-{n}": store for n in range(1, 21)}
    paths = ["/login", *(f"/studies/{name}/desk/login" for name in studies)]
    hasher, come = HeldHasher(), threading.Semaphore(0)

    def mark_of(_accounts: Accounts, _name: str) -> None:
        """What a door asks of everybody before the password is hashed."""
        come.release()

    monkeypatch.setattr("anaphor.experiment.accounts._HASHER", hasher)
    monkeypatch.setattr("anaphor.experiment.accounts._no_password", lambda: "")
    monkeypatch.setattr("anaphor.experiment.device_mark", mark_of)
    with listening(Site(folder, studies, accounts, SiteSetting())) as address, ThreadPoolExecutor(len(paths)) as pool:

        def log_in(number: int) -> int:
            fields = {"name": f"nobody{number}", "password": "guess"}
            return httpx.post(f"{address}{paths[number]}", data=fields, headers=OURS, timeout=300).status_code

        asked = [pool.submit(log_in, number) for number in range(len(paths))]
        try:
            assert all(come.acquire(timeout=300) for _ in paths)
            for _ in range(50):  # what is not hashed after so many pages waits for its turn
                assert httpx.get(f"{address}/health", timeout=300).status_code == 200
        finally:
            hasher.may_end.set()
        assert [each.result() for each in asked] == [403] * len(paths)
    assert hasher.most <= MOST_HASHED, "for all doors together"
    assert hasher.most <= PASSWORDS.at_once <= MOST_HASHED


def test_more_log_ins_than_can_wait_are_sent_away_with_a_sentence_and_a_time(
    desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = FairTurns("test", at_once=1, each_at_once=1, each_waiting=2, waiting=2)
    monkeypatch.setattr(security, "PASSWORDS", turns)
    hashing, begun, most = threading.Event(), threading.Event(), list[int]()

    def slow(*_: object) -> None:
        most.append(turns._at_work.total())
        begun.set()
        assert hashing.wait(60)

    monkeypatch.setattr("anaphor.experiment.log_in", slow)

    def log_in(n: int) -> httpx.Response:
        return httpx.post(f"{desk}/desk/login", data={"name": f"n{n}", "password": "x"}, headers=OURS, timeout=300)

    with ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(log_in, n) for n in range(12)]
        assert begun.wait(60)
        refused = [each.result() for each in islice(as_completed(asked), 9)]
        hashing.set()
        served = [each.result() for each in asked if each.result() not in refused]
    assert [each.status_code for each in refused] == [429] * 9
    assert all("logging in just now" in each.text and each.headers["retry-after"] == "5" for each in refused)
    assert [each.status_code for each in served] == [403] * 3
    assert set(most) == {1}


def test_the_site_itself_is_not_locked_either(tmp_path_factory: pytest.TempPathFactory, accounts: Accounts) -> None:
    folder = SiteFolder(root=tmp_path_factory.mktemp("site"))
    folder.make()
    with listening(Site(folder, {}, accounts, SiteSetting())) as address, httpx.Client(timeout=300) as client:
        log_in = entering(f"{address}/login", client)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: log_in(f"nobody{n}", "guess"), range(62)))
        assert log_in("marie", PASSWORD).status_code == 303


def test_who_guesses_somebody_s_password_does_not_lock_out_the_browser_that_they_use(desk: str) -> None:
    with httpx.Client(timeout=300) as mine, httpx.Client(timeout=300) as stranger:
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
    with httpx.Client(timeout=300, cookies={"anaphor_device": "0" * 64}) as stranger:
        guess = entering(f"{desk}/desk/login", stranger)
        assert [guess("marie", f"guess {n}").status_code for n in range(TRIES + 1)] == [403] * TRIES + [429]


@pytest.mark.parametrize(
    ("host", "counted"), [("2001:db8:1:2:3::9", "2001:db8:1:2::/64"), ("::ffff:10.0.0.7", "10.0.0.7"), ("x", "x")]
)
def test_an_address_is_that_of_the_connection_whatever_a_header_says(host: str, counted: str) -> None:
    headers = [(b"x-forwarded-for", b"9.9.9.9")]
    assert security.address_of(Request({"type": "http", "client": (host, 1), "headers": headers})) == counted


def test_what_is_remembered_is_bounded_and_short() -> None:
    wrong = WrongTries()
    for n in range(security._KEPT + 50):
        wrong.add(f"10.0.{n // 256}.{n % 256}", 1000.0)
    for _ in range(security._WIDE + 50):
        wrong.add("1.2.3.4", 1000.0)
    assert len(wrong._times) == security._KEPT
    assert len(wrong.of("1.2.3.4", 1000.0)) == security._WIDE
    assert wrong.of("1.2.3.4", 1000.0 + WINDOW_S) == []
