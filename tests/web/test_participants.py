"""What a participant's browser asks of the server, by real requests."""

import csv
import gzip
import json
import re
import threading
import time
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from sqlalchemy import select

from anaphor.experiment import Accounts, Design, Store, export_study, open_store, present, study_status
from anaphor.experiment.design.asking import ComprehensionQuestion, PersonQuestion
from anaphor.experiment.design.design import Recruiter, Recruiting, Words
from anaphor.experiment.study.tables import ANSWERS, CONFLICTS, RECRUITS
from anaphor.files import reading
from anaphor.web.replies import words_of
from bench.experiment_load import drive, post
from tests.experiment.specimens import design
from tests.web.served import Browser, served

pytestmark = pytest.mark.waiting

HOSTILE = [
    "'; DROP TABLE answers; --",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202e\u2028\"'\\",
    "{{7*7}}${7*7}%s%n",
    "../../etc/passwd",
    "=cmd|' /C calc'!A0",
]


NO_WAY_OUT = {"code": None, "redirect": None, "place": None}


def test_a_whole_study_by_requests(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    trials = browser.place["trials"]
    for n in range(len(trials) - 1):
        assert browser.answer(n)["fate"] == "saved"
    assert browser.finish() == {"outcome": None, "missing": [trials[-1]["id"]], **NO_WAY_OUT}
    assert browser.answer(len(trials) - 1)["fate"] == "saved"
    assert browser.finish()["outcome"] in ("completed", "failed_checks")
    found = study_status(store, 1e12)
    assert (found.finished, found.answers) == (1, len(trials))


def test_a_time_that_cannot_be_costs_nobody_an_answer(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    for number, rt_ms in enumerate((-5, 1e308, 800)):
        assert browser.answer(number, rt_ms=rt_ms)["fate"] == "saved"
    with reading(store.engine) as connection:
        times = connection.execute(select(ANSWERS.c.rt_ms).order_by(ANSWERS.c.received_at)).scalars().all()
    assert times == [None, None, 800.0]


def test_the_browser_hears_no_key_no_kind_and_no_id(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    text = json.dumps(browser.place)
    assert {trial["kind"] for trial in browser.place["trials"]} == {"practice", "trial"}
    assert all(
        set(trial) == {"id", "kind", "text", "prompt", "choices", "keys", "scale"} for trial in browser.place["trials"]
    )
    for word in ("attention", "control", '"key"', "s1.1"):
        assert word not in text
    page = client.get(f"{address}/s/{store.design.name}").text
    assert not any(trial.text in page for trial in store.design.trials)


def test_the_choice_is_kept_as_the_candidate_that_stood_there(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    for n in range(len(browser.place["trials"])):
        browser.answer(n, choice=n % 2)
    with reading(store.engine) as connection:
        kept = {row.trial: row.choice for row in connection.execute(select(ANSWERS.c.trial, ANSWERS.c.choice))}
    by_text = {(trial.text, trial.prompt): trial for trial in store.design.trials}
    for n, shown in enumerate(browser.place["trials"]):
        trial = by_text[shown["text"], shown["prompt"]]
        assert trial.candidates[kept[trial.id]] == shown["choices"][n % 2]


def test_practice_says_whether_it_was_right_and_nothing_else_does(
    address: str, store: Store, client: httpx.Client
) -> None:
    browser = Browser(address, store.design, client).start("ada")
    heard = [browser.answer(n) for n in range(len(browser.place["trials"]))]
    kinds = [trial["kind"] for trial in browser.place["trials"]]
    assert [kind for kind, said in zip(kinds, heard, strict=True) if "right" in said] == ["practice"] * 2


def test_a_reload_finds_the_same_place_and_what_was_answered(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    browser.answer(0)
    again = Browser(address, store.design, client).start("ada")
    assert again.place["token"] == browser.place["token"]
    assert again.place["answered"] == [browser.place["trials"][0]["id"]]
    assert again.place["returned"]


def test_another_participants_token_reaches_only_that_participants_trials(
    address: str, store: Store, client: httpx.Client
) -> None:
    ada = Browser(address, store.design, client).start("ada")
    bea = Browser(address, store.design, client).start("bea")
    ada.answer(3, choice=0)
    # With Bea's token Ada can speak for Bea, as anybody who holds a secret can, but never for herself or others.
    ada.place["token"] = bea.place["token"]
    ada.answer(4, choice=1)
    with reading(store.engine) as connection:
        owners = connection.execute(select(ANSWERS.c.participant).order_by(ANSWERS.c.participant)).scalars().all()
    assert owners == [1, 2]
    for token in ("x" * 24, "1", "ada", "' OR '1'='1", bea.place["token"].swapcase(), bea.place["token"] + "x"):
        for path, body in (
            ("answers", {"answers": [{"trial": "1", "choice": 0, "attempt": "a"}]}),
            ("finish", {}),
            ("withdraw", {}),
        ):
            assert ada.ask(path, body, token).status_code == 404
    assert ada.ask("finish", {}, "x" * 500).status_code == 404
    assert study_status(store, 1e12).answers == 2


_ONE = b'{"answers": [{"trial": "1", "choice": %b, "attempt": %b}]}'
UNREADABLE = {
    "nothing": b"",
    "half": b"{",
    "list": b"[]",
    "null": b"null",
    "no answers": b'{"answers": []}',
    "empty answer": b'{"answers": [{}]}',
    "no text": b"\xff\xfe",
    "text for a number": _ONE % (b'"0"', b'"a"'),
    "unknown field": _ONE % (b"0", b'"a", "more": 1'),
    "too large a choice": _ONE % (b"1e400", b'"a"'),
    "too long a time": _ONE % (b"0", b'"a", "rt_ms": 1e999'),
    "half a letter": _ONE % (b"0", b'"\\ud800"'),
    "too deep": b"[" * 100_000,
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_refused_in_a_sentence(
    address: str, store: Store, client: httpx.Client, body: bytes
) -> None:
    browser = Browser(address, store.design, client).start("ada")
    headers = {"x-participant": browser.place["token"]}
    for path in ("start", "consent", "answers"):
        reply = client.post(f"{browser.root}/{path}", content=body, headers=headers)
        assert reply.status_code == 400, (path, reply.text)
        assert reply.json()["error"].startswith("the request cannot be read")
    assert study_status(store, 1e12).answers == 0


def test_what_is_too_large_is_refused_with_or_without_a_length(
    address: str, store: Store, client: httpx.Client
) -> None:
    browser = Browser(address, store.design, client).start("ada")
    headers = {"x-participant": browser.place["token"]}
    big = b" " * 300_000
    for path in ("start", "consent", "answers", "finish", "withdraw"):
        assert client.post(f"{browser.root}/{path}", content=big, headers=headers).status_code == 413
        pieces = (big[:50_000] for _ in range(6))
        assert client.post(f"{browser.root}/{path}", content=pieces, headers=headers).status_code == 413


@pytest.mark.parametrize("text", HOSTILE, ids=["sql", "script", "image", "controls", "template", "path", "formula"])
def test_hostile_text_in_every_field_is_text(address: str, store: Store, client: httpx.Client, text: str) -> None:
    browser = Browser(address, store.design, client).start(text, session=text)
    trial = browser.place["trials"][0]["id"]
    sent = {"trial": trial, "choice": 0, "attempt": text, "device": text[:20], "comment": text}
    assert browser.ask("answers", {"answers": [sent]}).json()["receipts"][0]["fate"] == "saved"
    assert browser.ask("answers", {"answers": [{**sent, "trial": text}]}).json()["receipts"][0]["fate"] == "refused"
    assert browser.ask("consent", {"person": "x", "hash": text, "adult": True, "native": True}).status_code == 409
    with reading(store.engine) as connection:
        row = connection.execute(select(ANSWERS)).one()
        person = connection.execute(select(RECRUITS)).one()
    assert (row.attempt, row.comment, row.device) == (text, text, text[:20])
    assert (person.person, person.session) == (text, text)


def test_a_remark_with_a_nul_is_kept_without_it(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    assert browser.answer(0, comment="a\x00b \\u0000 c")["fate"] == "saved"
    with reading(store.engine) as connection:
        assert connection.execute(select(ANSWERS.c.comment)).scalar_one() == "a\N{REPLACEMENT CHARACTER}b \\u0000 c"


def test_a_design_written_by_somebody_hostile_cannot_run_a_script(tmp_path: Path, client: httpx.Client) -> None:
    nasty = HOSTILE[1]
    words = Words(title=nasty, consent=nasty, instructions=nasty, debrief=nasty, contact=nasty)
    store = open_store(str(tmp_path / "s.db"), replace(design(), words=words))
    with served(store) as address:
        page = client.get(f"{address}/s/{store.design.name}")
        late = client.get(f"{address}/s/{store.design.name}/withdraw")
    for reply in (page, late):
        assert reply.text.count("<script") <= 2
        assert "<script>alert" not in reply.text
        assert "script-src 'self'" in reply.headers["content-security-policy"]
        assert "unsafe" not in reply.headers["content-security-policy"]
    store.engine.dispose()


def test_withdrawal_by_the_code_alone(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client).start("ada")
    browser.answer(0)
    page = f"{address}/s/{store.design.name}/withdraw"
    assert client.get(page).status_code == 200
    assert client.post(page, data={"code": "wrong", "sure": "yes"}).status_code == 404
    assert client.post(page, data={"code": browser.place["token"]}).status_code == 400
    assert study_status(store, 1e12).answers == 1
    reply = client.post(page, data={"code": f"  {browser.place['token']} ", "sure": "yes"})
    assert (reply.status_code, "deleted" in reply.text) == (200, True)
    assert study_status(store, 1e12).answers == 0
    assert browser.ask("finish", {}).json()["reason"] == "withdrawn"
    assert browser.ask("withdraw", {}).json() == {"deleted": 0}


def test_who_is_screened_out_or_declines_gets_the_code_for_it(tmp_path: Path, client: httpx.Client) -> None:
    recruiting = Recruiting(
        recruiter=Recruiter.PROLIFIC, screened_out_code="OUT", no_consent_code="NO", completion_code="DONE"
    )
    store = open_store(str(tmp_path / "s.db"), replace(design(), recruiting=recruiting))
    with served(store) as address:
        for person, agreed, found in (
            ("ada", {"native": False}, ("screened_out", "OUT")),
            ("bea", {"native": True, "agree": False}, ("declined", "NO")),
            ("cleo", {"native": True}, (None, None)),
        ):
            browser = Browser(address, store.design, client)
            who = {"person": person, "session": f"visit of {person}", "study": "s"}
            browser.place = browser.ask("start", who, "").json()
            body = {**who, "hash": browser.place["consent"]["hash"], "adult": True, **agreed}
            reply = browser.ask("consent", body).json()
            assert (reply["outcome"], reply["code"]) == found
            assert (reply["redirect"] or "").endswith(found[1] or "")
        assert client.post(f"{address}/api/{store.design.name}/start", json={"person": "dora"}).status_code == 403
    store.engine.dispose()


def test_a_proxy_may_show_the_study_under_a_path_of_its_own(
    tmp_path: Path, accounts: Accounts, client: httpx.Client
) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    name = store.design.name
    with served(store, accounts, base="/etude") as address:
        for prefix in ("", "/etude"):  # a proxy takes its path off, or leaves it
            page = client.get(f"{address}{prefix}/s/{name}").text
            assert '"base": "/etude"' in page
            assert re.findall(r'(?:src|href)="(/[^"]*)"', page) == [
                "/etude/static/experiment.css",
                "/etude/static/experiment.js",
            ]
            assert client.get(f"{address}{prefix}/static/experiment.js").status_code == 200
            assert client.get(f"{address}{prefix}/desk").headers["location"] == "/etude/desk/login"
            browser = Browser(f"{address}{prefix}", store.design, client).start(f"ada{prefix}")
            assert browser.answer(0)["fate"] == "saved"
        assert client.get(f"{address}/etudes/s/{name}").status_code == 404
    store.engine.dispose()


def test_a_thousand_who_start_at_once_leave_the_lists_level(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design(20, lists=4, quota=1000))
    with served(store) as address:
        path, agreed = f"/api/{store.design.name}/consent", {"hash": store.design.consent_hash, "adult": True}
        sent = [[post(path, {"person": f"p{n}", "native": True, **agreed})] for n in range(1000)]
        load, replies = drive(int(address.rpartition(":")[2]), sent)
    assert load.errors == 0
    assert len({json.loads(each[0])["place"]["token"] for each in replies}) == 1000
    assert [each.live for each in study_status(store, 0).lists] == [250, 250, 250, 250]
    store.engine.dispose()


def test_answers_of_many_at_once_are_each_kept_once(address: str, store: Store) -> None:
    def take_part(person: str) -> None:
        with httpx.Client(timeout=300) as client:
            browser = Browser(address, store.design, client).start(person)
            for _ in range(2):  # everything is sent twice
                for n in range(len(browser.place["trials"])):
                    assert browser.answer(n)["fate"] in ("saved", "repeated")
            assert browser.finish()["outcome"] is not None

    threads = [threading.Thread(target=take_part, args=(f"p{n}",)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = study_status(store, 1e12)
    assert (found.finished, found.conflicts) == (12, 0)
    with reading(store.engine) as connection:
        assert connection.execute(select(CONFLICTS)).all() == []
    assert found.answers == 12 * len(present(store.design, 0, 0))


def test_the_page_and_all_it_loads_are_small_and_come_from_here(
    address: str, store: Store, client: httpx.Client
) -> None:
    page = client.get(f"{address}/s/{store.design.name}")
    loaded = re.findall(r'(?:src|href)="([^"]*)"', page.text)
    assert loaded == ["data:,", "/static/experiment.css", "/static/experiment.js"]
    parts = [page.content, *(client.get(address + each).content for each in loaded[1:])]
    assert sum(len(gzip.compress(part)) for part in parts) <= 15_000
    script = files("anaphor").joinpath("data/web/experiment.js").read_text("utf-8")
    assert not re.search(r"https?://|import |eval\(|innerHTML", script)


def test_every_word_that_the_script_uses_is_there() -> None:
    script = files("anaphor").joinpath("data/web/experiment.js").read_text("utf-8")
    assert set(re.findall(r"\bwords\.(\w+)", script)) - {"refusals"} <= set(words_of("study-", "en"))


@pytest.mark.parametrize("path", ["/nothing", "/static/../app.py", "/static/study.html", "/s/other", "/docs"])
def test_what_is_not_there_is_a_404(address: str, client: httpx.Client, path: str) -> None:
    reply = client.get(address + path)
    assert reply.status_code == 404
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_design_with_a_code_shows_it_only_at_the_end(tmp_path: Path, client: httpx.Client) -> None:
    planned: Design = replace(design(), recruiting=Recruiting(completion_code="SESAME"))
    store = open_store(str(tmp_path / "s.db"), planned)
    with served(store) as address:
        browser = Browser(address, planned, client).start("ada")
        assert "SESAME" not in json.dumps(browser.place)
        assert "SESAME" not in client.get(f"{address}/s/{planned.name}").text
        assert browser.finish()["code"] is None
        for n in range(len(browser.place["trials"])):
            browser.answer(n)
        assert browser.finish()["code"] == "SESAME"
    store.engine.dispose()


def test_looking_at_the_page_takes_no_place(address: str, store: Store, client: httpx.Client) -> None:
    looking = Browser(address, store.design, client)
    for person in ("ada", "bea", "ada"):
        place = looking.ask("start", {"person": person}).json()
        assert (place["token"], place["trials"], place["consented"]) == ("", [], False)
    found = study_status(store, time.time())
    assert (found.started, found.frozen, sum(each.live for each in found.lists)) == (0, False, 0)
    taking = Browser(address, store.design, client).start("ada")
    assert taking.place["token"]
    assert study_status(store, time.time()).started == 1


def test_who_declines_is_counted_and_is_no_participant(address: str, store: Store, client: httpx.Client) -> None:
    browser = Browser(address, store.design, client)
    for person in ("ada", "bea"):
        said = browser.ask("consent", {"person": person, "hash": store.design.consent_hash, "agree": False})
        assert said.json()["outcome"] == "declined"
    found = study_status(store, time.time())
    assert (found.started, found.declined) == (0, 2)
    with reading(store.engine) as connection:
        assert connection.execute(select(RECRUITS)).all() == []


@pytest.mark.parametrize(
    "pid", ["{{%PROLIFIC_PID%}}", "%7B%7B%25PROLIFIC_PID%25%7D%7D", "${PROLIFIC_PID}", "PROLIFIC_PID", "[PID]", "<id>"]
)
def test_a_preview_shows_the_study_and_takes_no_place(tmp_path: Path, client: httpx.Client, pid: str) -> None:
    recruiting = Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="DONE")
    store = open_store(str(tmp_path / "s.db"), replace(design(), recruiting=recruiting))
    who = {"person": unquote(pid), "session": "{{%SESSION_ID%}}", "study": "{{%STUDY_ID%}}"}
    with served(store) as address:
        browser = Browser(address, store.design, client)
        place = browser.ask("start", who).json()
        assert (place["preview"], place["token"], len(place["trials"])) == (True, "", 6)
        agreed = {**who, "hash": store.design.consent_hash, "adult": True, "native": True}
        assert browser.ask("consent", agreed).json()["reason"] == "not_invited"
    assert study_status(store, time.time()).started == 0
    store.engine.dispose()


def asking(tmp_path: Path) -> Store:
    questions = (
        PersonQuestion(id="age", text="How old are you?", least=18, most=99),
        PersonQuestion(id="native", text="Mother tongue?", options=("English", "French"), accept=("English",)),
        PersonQuestion(id="town", text="Where do you live?", required=False),
    )
    checks = (ComprehensionQuestion(text="What do you do?", candidates=("read", "sing"), key=0),)
    made = replace(design(), questions=questions, comprehension=checks, standard_questions=False)
    return open_store(str(tmp_path / "s.db"), replace(made, recruiting=Recruiting(screened_out_code="OUT")))


def test_questions_of_the_study_s_own_screen_and_are_exported(tmp_path: Path, client: httpx.Client) -> None:
    store = asking(tmp_path)
    with served(store) as address:
        browser = Browser(address, store.design, client)
        place = browser.ask("start", {"person": "x"}).json()
        assert [each["id"] for each in place["questions"]] == ["age", "native", "town"]
        assert place["standard"] == []

        def agree(person: str, **answers: str) -> dict[str, Any]:
            body = {"person": person, "hash": store.design.consent_hash, "answers": answers}
            found: dict[str, Any] = browser.ask("consent", body).json()
            return found

        assert "error" in agree("a", age="20")
        assert "error" in agree("a", age="old", native="English")
        assert "error" in agree("a", age="20", native="Latin")
        assert "error" in agree("a", age="20", native="English", shoe="43")
        assert study_status(store, time.time()).started == 0
        assert (
            agree("young", age="17", native="English")["outcome"],
            agree("u", age="30", native="French")["code"],
        ) == (
            "screened_out",
            "OUT",
        )
        assert agree("ada", age="30,5", native="English", town="=Here")["place"]["token"]
    export_study(store, tmp_path / "out", ["csv"])
    with (tmp_path / "out" / "people.csv").open(encoding="utf-8", newline="") as file:
        people = list(csv.DictReader(file))
    assert [(row["age"], row["native"], row["excluded_by"]) for row in people] == [
        ("17", "1", "screened_out"),
        ("30", "0", "not_native"),
        ("30,5", "1", "unfinished"),
    ]
    store.engine.dispose()


def test_two_attempts_at_the_instructions_and_no_third(tmp_path: Path, client: httpx.Client) -> None:
    store = asking(tmp_path)
    body = {"hash": store.design.consent_hash, "answers": {"age": "20", "native": "English"}}
    with served(store) as address:
        good, bad = Browser(address, store.design, client), Browser(address, store.design, client)
        for browser, person in ((good, "good"), (bad, "bad")):
            browser.place = browser.ask("consent", {"person": person, **body}).json()["place"]
            assert browser.place["comprehension"] == [{"text": "What do you do?", "choices": ["read", "sing"]}]
            failed = browser.ask("comprehension", {"choices": [1]}).json()
            assert (failed["passed"], failed["left"], failed["outcome"]) == (False, 1, None)
        assert good.ask("comprehension", {"choices": [0]}).json()["passed"] is True
        assert good.ask("start", {"person": "good"}).json()["comprehension"] == []
        assert good.answer(0)["fate"] == "saved"
        last = bad.ask("comprehension", {"choices": [1]}).json()
        assert (last["outcome"], last["code"]) == ("failed_comprehension", "OUT")
        assert bad.answer(0)["reason"] == "no_consent"
        assert bad.ask("comprehension", {"choices": [0]}).json()["reason"] == "no_consent"
        assert bad.ask("start", {"person": "bad"}).json()["reason"] == "screened_out"
    found = study_status(store, time.time())
    assert (found.screened_out, sum(each.live for each in found.lists)) == (1, 1)
    store.engine.dispose()
