"""The organiser's desk: closed to strangers, safe from other sites, and everything done there is in the log."""

import csv
import io
import re
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from anaphor.errors import OutputError
from anaphor.experiment import (
    FORMATS,
    TRIES,
    Accounts,
    Store,
    TrialKind,
    log_lines,
    make_key,
    participants,
    study_status,
    work_of,
)
from tests.web.conftest import PASSWORD
from tests.web.served import Browser

pytestmark = pytest.mark.waiting

GETS = ["/desk", "/desk/live", "/desk/download/csv", "/desk/payments.csv"]
POSTS = ["pause", "open", "quota", "exclude", "include", "free", "forget", "keys", "revoke", "logout", "nonsense"]
API_GETS = ["status", "items", "participants", "log", "download/csv"]
API_POSTS = ["pause", "open", "quota", "exclude", "include", "free"]
OURS = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def marie(desk: str) -> Iterator[httpx.Client]:
    """An organiser who is logged in."""
    with httpx.Client(base_url=desk, timeout=300) as client:
        reply = client.post("/desk/login", data={"name": "marie", "password": PASSWORD}, headers=OURS)
        assert (reply.status_code, reply.headers["location"]) == (303, "/desk")
        yield client


def check_of(client: httpx.Client) -> str:
    """What forms of this session must bring along."""
    found = re.search(r'name="check" value="([^"]+)"', client.get("/desk").text)
    assert found is not None
    return found[1]


def act(client: httpx.Client, name: str, **fields: str) -> httpx.Response:
    """One form of the desk, sent from its own page."""
    return client.post(f"/desk/{name}", data={"check": check_of(client), **fields}, headers=OURS)


def test_strangers_see_the_door_and_nothing_else(desk: str, client: httpx.Client, store: Store) -> None:
    for cookies in ({}, {"anaphor_desk": "guess"}, {"anaphor_desk": "' OR 1=1 --"}):
        with httpx.Client(base_url=desk, cookies=cookies, timeout=300) as stranger:
            for path in GETS:
                reply = stranger.get(path)
                assert (reply.status_code, reply.headers["location"], reply.content) == (303, "/desk/login", b"")
            for name in POSTS:
                reply = stranger.post(f"/desk/{name}", data={"quota": "9", "participant": "1", "reason": "x"})
                assert (reply.status_code, reply.headers["location"]) == (303, "/desk/login")
    for headers in (
        {},
        {"authorization": "Bearer guess"},
        {"authorization": f"Basic {PASSWORD}"},
        {"authorization": "Bearer"},
    ):
        for path in API_GETS:
            assert client.get(f"{desk}/api/desk/{path}", headers=headers).status_code == 401
        for path in API_POSTS:
            assert client.post(f"{desk}/api/desk/{path}", json={}, headers=headers).status_code in (400, 401)
    assert not study_status(store, 0).paused
    assert log_lines(store) == []


def test_the_cookie_is_for_the_desk_alone_and_hidden_from_scripts(desk: str, client: httpx.Client) -> None:
    fields = {"name": "marie", "password": PASSWORD}
    plain = client.post(f"{desk}/desk/login", data=fields, headers=OURS).headers["set-cookie"]
    assert {"HttpOnly", "Path=/desk", "SameSite=strict"} <= set(plain.split("; "))
    behind_tls = client.post(f"{desk}/desk/login", data=fields, headers={**OURS, "x-forwarded-proto": "https"})
    assert "Secure" in behind_tls.headers["set-cookie"].split("; ")


def test_a_form_from_another_site_or_without_the_check_does_nothing(marie: httpx.Client, store: Store) -> None:
    check = check_of(marie)
    for headers, fields in (
        ({"sec-fetch-site": "cross-site"}, {"check": check}),
        ({"sec-fetch-site": "same-site"}, {"check": check}),
        ({"origin": "https://evil.example"}, {"check": check}),
        ({"origin": "null"}, {"check": check}),
        (OURS, {}),
        (OURS, {"check": "guess"}),
        (OURS, {"check": check[:-1]}),
    ):
        assert marie.post("/desk/pause", data=fields, headers=headers).status_code == 403
    assert not study_status(store, 0).paused
    own = {"origin": str(marie.base_url)}
    assert marie.post("/desk/pause", data={"check": check}, headers=own).status_code == 303
    assert study_status(store, 0).paused


def test_a_log_in_from_another_site_is_refused(desk: str, client: httpx.Client) -> None:
    fields = {"name": "marie", "password": PASSWORD}
    reply = client.post(f"{desk}/desk/login", data=fields, headers={"sec-fetch-site": "cross-site"})
    assert reply.status_code == 403
    assert "set-cookie" not in reply.headers


def test_wrong_passwords_are_counted_and_then_even_the_right_one_must_wait(desk: str, client: httpx.Client) -> None:
    def log_in(password: str) -> httpx.Response:
        return client.post(f"{desk}/desk/login", data={"name": "marie", "password": password}, headers=OURS)

    assert [log_in(f"guess {n}").status_code for n in range(TRIES)] == [403] * TRIES
    late = log_in(PASSWORD)
    assert late.status_code == 429
    assert 0 < int(late.headers["retry-after"]) <= 900
    assert "set-cookie" not in late.headers


def test_passwords_tried_all_at_once_are_counted_too(desk: str) -> None:
    def log_in(password: str) -> int:
        fields = {"name": "marie", "password": password}
        return httpx.post(f"{desk}/desk/login", data=fields, headers=OURS, timeout=300).status_code

    with ThreadPoolExecutor(16) as pool:
        heard = list(pool.map(log_in, [f"guess {n}" for n in range(16)]))
    assert heard.count(403) <= TRIES + 1  # two are looked at side by side
    assert heard.count(403) + heard.count(429) == 16


def test_the_desk_shows_how_far_the_study_is_and_does_what_it_is_told(
    marie: httpx.Client, desk: str, client: httpx.Client, store: Store
) -> None:
    ada = Browser(desk, store.design, client).start("a person's secret name")
    for n in range(5):
        ada.answer(n, comment="<b>bold</b>")
    page = marie.get("/desk").text
    assert "secret name" not in page
    assert ada.place["token"] not in page
    live = marie.get("/desk/live").json()
    assert (live["answers"], live["started"], sum(each["live"] for each in live["lists"])) == (5, 1, 1)
    assert sum(item["answers"] for item in live["items"]) == 5

    assert act(marie, "pause").status_code == 303
    refused = ada.ask("start", {"person": "late"}, "")
    assert (refused.status_code, refused.json()["reason"]) == (403, "paused")
    act(marie, "open")
    act(marie, "quota", quota="77")
    act(marie, "exclude", participant="1", reason="<script>alert(1)</script>")
    assert "<script>alert(1)" not in marie.get("/desk").text
    assert participants(store, 0)[0].excluded == "<script>alert(1)</script>"
    act(marie, "include", participant="1")
    act(marie, "free", participant="1")
    act(marie, "forget")
    assert study_status(store, 0).quota == 77
    assert [(who, what) for _, who, what, _ in log_lines(store)] == [
        ("marie", what) for what in ("pause", "open", "quota", "exclude", "include", "free", "forget identities")
    ]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("quota", {"quota": "many"}),
        ("quota", {"quota": "0"}),
        ("quota", {}),
        ("quota", {"quota": "9" * 40}),
        ("exclude", {"participant": "1"}),
        ("exclude", {"participant": "99", "reason": "x"}),
        ("free", {"participant": "-1"}),
        ("nonsense", {}),
        ("revoke", {"key": "1"}),
    ],
)
def test_what_cannot_be_done_is_a_sentence_on_the_page(
    marie: httpx.Client, store: Store, name: str, fields: dict[str, str]
) -> None:
    reply = act(marie, name, **fields)
    assert reply.status_code in (400, 404)
    assert 'role="alert"' in reply.text
    assert log_lines(store) == []


def test_every_format_can_be_downloaded_and_the_download_is_in_the_log(
    marie: httpx.Client, desk: str, client: httpx.Client, store: Store
) -> None:
    ada = Browser(desk, store.design, client).start("a person's secret name")
    ada.answer(0, comment="kept")
    for name in FORMATS:
        reply = marie.get(f"/desk/download/{name}")
        assert reply.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(reply.content)) as packed:
            assert "manifest.json" in packed.namelist()
            content = b"".join(packed.read(each) for each in packed.namelist())
        assert b"secret name" not in content
        assert ada.place["token"].encode() not in content
    assert marie.get("/desk/download/nonsense").status_code == 404
    assert [(what, detail) for _, _, what, detail in log_lines(store)] == [("download", name) for name in FORMATS]


def test_the_desk_sets_thousands_apart_and_shows_what_hides(
    marie: httpx.Client, desk: str, client: httpx.Client, store: Store
) -> None:
    Browser(desk, store.design, client).start("ada").answer()
    act(marie, "quota", quota="12000")
    act(marie, "exclude", participant="1", reason="\u202egnp.exe\x07")
    page = marie.get("/desk").text
    assert '<span data-show="quota">12,000</span>' in page
    assert 'value="12000"' in page
    assert "\N{REPLACEMENT CHARACTER}gnp.exe\N{REPLACEMENT CHARACTER}" in page
    assert "\u202e" not in page


def test_logging_out_ends_the_session_on_the_server(marie: httpx.Client) -> None:
    cookie = marie.cookies["anaphor_desk"]
    assert act(marie, "logout").headers["location"] == "/desk/login"
    marie.cookies.set("anaphor_desk", cookie, path="/desk")
    assert marie.get("/desk").status_code == 303


def test_a_key_made_at_the_desk_works_until_it_is_revoked(
    marie: httpx.Client, desk: str, client: httpx.Client, store: Store
) -> None:
    found = re.search(r"anaphor_[\w-]+(?=</code>)", act(marie, "keys", label="nightly").text)
    assert found is not None
    headers = {"authorization": f"Bearer {found[0]}"}
    assert client.get(f"{desk}/api/desk/status", headers=headers).json()["quota"] == 50
    assert client.post(f"{desk}/api/desk/quota", json={"quota": 60}, headers=headers).json() == {"ok": True}
    nobody = {"participant": 1, "reason": "x"}
    assert client.post(f"{desk}/api/desk/exclude", json=nobody, headers=headers).status_code == 404
    assert found[0] not in marie.get("/desk").text
    assert act(marie, "revoke", key="1").status_code == 303
    assert client.get(f"{desk}/api/desk/status", headers=headers).status_code == 401
    assert study_status(store, 0).quota == 60


def test_a_key_is_no_password_and_a_cookie_is_no_key(marie: httpx.Client, desk: str) -> None:
    assert marie.get("/api/desk/status").status_code == 401
    assert httpx.get(f"{desk}/desk", headers={"authorization": "Bearer x"}, timeout=300).status_code == 303


def test_the_desk_stays_a_page_when_the_database_fails(
    marie: httpx.Client, monkeypatch: pytest.MonkeyPatch, accounts: Accounts
) -> None:
    def broken(*_: object) -> None:
        raise OutputError("the disk is full")

    key = make_key(accounts, "marie", "x", time.time())
    monkeypatch.setattr("anaphor.experiment.study_status", broken)
    reply = marie.get("/desk")
    assert (reply.status_code, "the disk is full" in reply.text) == (503, True)
    api = marie.get("/api/desk/status", headers={"authorization": f"Bearer {key}"})
    assert (api.status_code, api.json()["error"]) == (503, "the disk is full")


def test_the_desk_says_how_long_how_right_and_which_checks_failed(
    desk: str, store: Store, marie: httpx.Client, client: httpx.Client
) -> None:
    ada = Browser(desk, store.design, client).start("ada")
    for n, shown in enumerate(ada.place["trials"]):
        trial = next(each for each in store.design.trials if each.text == shown["text"])
        wrong = trial.kind in (TrialKind.ATTENTION, TrialKind.CONTROL)
        key = shown["choices"].index(trial.candidates[trial.key or 0])
        ada.answer(n, choice=1 - key if wrong else key)
    ada.finish()
    (work,) = work_of(store, [1]).values()
    assert (work.right, work.judged) == (4, 4)
    assert (work.failed_attention, work.failed_controls) == (3, 8)
    assert work.seconds is not None
    page = marie.get("/desk").text
    assert "4 / 4" in page
    assert "3 + 8" in page
    table = list(csv.DictReader(io.StringIO(marie.get("/desk/payments.csv").text)))
    assert [(row["participant"], row["recruiter_id"], row["outcome"]) for row in table] == [
        ("p0001", "ada", "failed_checks")
    ]
    assert "payments" in [what for _, _, what, _ in log_lines(store)]
