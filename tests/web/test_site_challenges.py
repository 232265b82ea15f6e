"""Challenges below the site's roof: live pages, what they keep to themselves, and broken folders."""

import json
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest

from anaphor.challenge import open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, hand_in, run_again, run_rounds
from anaphor.challenge.round import Act
from anaphor.experiment import Accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.replies import BadRequestError
from anaphor.web.site.live import BrokenChallengeError, Challenges
from tests.challenge.rounds import SECRETS, Character, add_entry, made
from tests.web.conftest import PASSWORD
from tests.web.served import listening

pytestmark = pytest.mark.waiting

FRENCH = {"accept-language": "fr"}


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A site with a rehearsal that has one entry and no results."""
    folder = SiteFolder(root=tmp_path / "site")
    folder.make()
    with open_challenge(made(folder.challenges / "essai-1"), writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path / "sources")
        challenge.enter("good", challenge.begin(Act.ENTER))
    return folder


@pytest.fixture
def address(folder: SiteFolder, accounts: Accounts) -> Iterator[str]:
    """Where it is served."""
    with listening(Site(folder, {}, accounts, SiteSetting())) as found:
        yield found


def text_of(client: httpx.Client, address: str, **headers: str) -> str:
    """A page that is there."""
    found = client.get(address, headers=headers)
    assert found.status_code == 200, address
    return found.text


def test_a_page_follows_the_challenge_without_a_restart(
    folder: SiteFolder, address: str, client: httpx.Client, tmp_path: Path
) -> None:
    page, place = f"{address}/challenges/essai-1/", folder.challenges / "essai-1"
    paper = tmp_path / "paper.txt"
    paper.write_text("How it works.\n", "utf-8")
    assert '<body class="before ' in text_of(client, page)
    with open_challenge(place, writing=True) as challenge:
        run_rounds(challenge)
        assert '<body class="before ' in text_of(client, page), "nothing is announced yet"
        assert client.get(f"{page}evidence/judgement.json").status_code == 404
        announce(challenge)
    assert '<body class="provisional ' in text_of(client, page)
    assert "PROVISOIRES" in text_of(client, f"{page}fr/")
    with open_challenge(place, writing=True) as challenge:
        hand_in(challenge, "good", paper=paper)
        run_again(challenge)
        shown = client.get(f"{page}evidence/journal.jsonl").text
        assert SECRETS.rerun not in shown
        assert client.get(f"{page}evidence/sheets.json").status_code == 404
        announce(challenge, final=True)
    assert '<body class="final ' in text_of(client, page)
    assert client.get(f"{page}evidence/sheets.json").status_code == 200


def test_live_pages_are_those_that_publish_would_write(folder: SiteFolder, tmp_path: Path) -> None:
    place = folder.challenges / "essai-1"
    with open_challenge(place, writing=True) as challenge:
        run_rounds(challenge)
        announce(challenge)
        names = publish_site(challenge, output=tmp_path / "written").files
    live = Challenges(folder.challenges)
    for name in names:
        found = live.reply(f"essai-1/{name}")
        assert found.status_code == 200
        assert bytes(found.body) == (tmp_path / "written" / name).read_bytes(), name


def test_the_start_page_links_the_site_in_the_language_of_the_visitor(
    folder: SiteFolder, address: str, client: httpx.Client
) -> None:
    for side in ("", "fr/"):
        (folder.published / "old" / side).mkdir(exist_ok=True)
        (folder.published / "old" / side / "index.html").write_text("<title>x</title>", "utf-8")
    english, french = text_of(client, f"{address}/"), text_of(client, f"{address}/", **FRENCH)
    for start, side in ((english, ""), (french, "fr/")):
        assert f'href="/challenges/essai-1/{side}">Essai</a>' in start
        assert f'href="/published/old/{side}">old</a>' in start
    assert "Défis" in french


def test_nothing_else_of_the_folder_is_served(address: str, client: httpx.Client) -> None:
    for path in (
        "secret.json",
        "challenge.toml",
        "people.jsonl",
        "journal.jsonl",
        "entries/good/entry.toml",
        "../essai-1/secret.json",
        "%2e%2e/essai-1/secret.json",
        "fr/../secret.json",
        "traces/",
        "evidence/",
        "evidence/../secret.json",
        "nobody",
        "\x00",
    ):
        found = client.get(f"{address}/challenges/essai-1/{path.replace(chr(0), '%00')}")
        assert found.status_code == 404, path
        assert SECRETS.run not in found.text
    for name in ("", "none", "none/", "%2e%2e/", "%2e%2e%2f"):
        assert client.get(f"{address}/challenges/{name}").status_code == 404, name


@pytest.mark.parametrize(("path", "to"), [("essai-1", "essai-1/"), ("essai-1/fr", "fr/")])
def test_a_missing_slash_is_added(address: str, client: httpx.Client, path: str, to: str) -> None:
    found = client.get(f"{address}/challenges/{path}")
    assert (found.status_code, found.headers["location"]) == (303, to)


def test_pages_run_no_script_and_evidence_is_a_file_to_keep(address: str, client: httpx.Client) -> None:
    page = client.get(f"{address}/challenges/essai-1/rules.html")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert json.loads(client.get(f"{address}/challenges/essai-1/evidence/rules.json").text)["title"] == "Essai"


def test_a_page_that_names_no_icon_costs_no_complaint_in_the_browser(address: str, client: httpx.Client) -> None:
    assert client.get(f"{address}/favicon.ico").status_code == 204


@pytest.mark.parametrize("file", ["challenge.toml", "journal.jsonl", "people.jsonl"])
def test_a_broken_folder_costs_its_own_page_one_sentence(
    folder: SiteFolder, address: str, client: httpx.Client, file: str
) -> None:
    with open_challenge(folder.challenges / "essai-1", writing=True) as challenge:
        run_rounds(challenge)
        announce(challenge)
    with open_challenge(made(folder.challenges / "essai-2")):
        (folder.challenges / "essai-1" / file).write_text("{}\n{broken\n", "utf-8")
    found = client.get(f"{address}/challenges/essai-1/", headers=FRENCH)
    assert found.status_code == 503
    assert "Ce défi ne peut pas être affiché pour l’instant." in found.text
    assert str(folder.root) not in found.text
    assert "essai-1" in text_of(client, f"{address}/")
    assert "Essai" in text_of(client, f"{address}/challenges/essai-2/")
    client.post(f"{address}/login", data={"name": "marie", "password": PASSWORD})
    assert file in client.get(f"{address}/challenges/essai-1/").text


def test_a_mended_folder_is_shown_again(folder: SiteFolder) -> None:
    live, rules = Challenges(folder.challenges), folder.challenges / "essai-1" / "challenge.toml"
    whole = rules.read_text("utf-8")
    rules.write_text("title = ", "utf-8")
    with pytest.raises(BrokenChallengeError, match="TOML"):
        live.reply("essai-1/")
    assert live.titles() == {"essai-1": "essai-1"}
    rules.write_text(whole, "utf-8")
    assert live.titles() == {"essai-1": "Essai"}
    assert live.reply("essai-1/").status_code == 200


def test_pages_are_made_once_for_each_state_of_the_journal_and_anew_when_a_date_has_come(tmp_path: Path) -> None:
    place = made(tmp_path / "real")
    rules = place / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("rehearsal = true ", "rehearsal = false "), "utf-8")
    live = Challenges(tmp_path)
    with open_challenge(place) as challenge:
        dates = challenge.rules.dates

    def shown(when: datetime) -> bytes:
        found = live.reply("real/", when)
        assert found.status_code == 200
        return bytes(found.body)

    moment = timedelta(seconds=1)
    assert b"Draft" in shown(dates.opens - moment)
    assert b"Open" in shown(dates.opens)
    assert shown(dates.closes - moment) is shown(dates.closes - moment)
    assert b"Closed" in shown(dates.closes)


def test_what_is_no_challenge_is_no_page(tmp_path: Path) -> None:
    live = Challenges(tmp_path / "none")
    assert live.titles() == {}
    (tmp_path / "plain").mkdir()
    with pytest.raises(BadRequestError):
        Challenges(tmp_path).reply("plain/")


def test_new_pages_of_a_large_challenge_are_made_elsewhere_while_the_old_ones_are_shown(
    folder: SiteFolder, accounts: Accounts, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anaphor.web.site.live._FEW", 0)
    monkeypatch.setattr("anaphor.web.site.live._FIRST_S", 60.0)
    monkeypatch.setattr("anaphor.web.site.live._PATIENCE_FOR_NEW_S", 0.01)
    with listening(Site(folder, {}, accounts, SiteSetting())) as address:
        page = f"{address}/challenges/essai-1/"
        first = text_of(client, page)
        assert '<body class="before ' in first
        with open_challenge(folder.challenges / "essai-1", writing=True) as challenge:
            run_rounds(challenge)
            announce(challenge)
        assert text_of(client, page) == first, "the old page, at once"
        began = time.monotonic()
        while '<body class="provisional ' not in text_of(client, page):
            assert time.monotonic() - began < 600
            assert client.get(f"{address}/login").status_code == 200
            time.sleep(0.1)


def test_the_first_pages_of_a_large_challenge_are_announced(
    folder: SiteFolder, accounts: Accounts, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anaphor.web.site.live._FEW", 0)
    monkeypatch.setattr("anaphor.web.site.live._FIRST_S", 0.01)
    with listening(Site(folder, {}, accounts, SiteSetting())) as address:
        found = client.get(f"{address}/challenges/essai-1/", headers=FRENCH)
        assert (found.status_code, found.headers["retry-after"]) == (503, "10")
        assert "en préparation" in found.text
