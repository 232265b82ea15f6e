"""The commands round a running study: account, status, backup, restore, invite, and serve with wrong arguments."""

import json
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from anaphor.cli.account import app as account
from anaphor.cli.experiment import app as experiment
from anaphor.cli.serve import secret_of
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.experiment import log_in, open_accounts, open_store, owner_of_key, save_design
from anaphor.experiment.design.design import Recruiter, Recruiting
from tests.experiment.specimens import design


def run(app: click.Group, *words: str, typed: str | None = None) -> Any:
    """What a command prints as JSON, or its error."""
    found = CliRunner().invoke(app, [*words], input=typed, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout) if "--json" in words else found.stdout


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """Where accounts are kept."""
    return str(tmp_path / "accounts.db")


@pytest.fixture
def planned(tmp_path: Path) -> Path:
    """A design in a file."""
    save_design(design(), tmp_path / "d.json")
    return tmp_path / "d.json"


def test_accounts_are_added_listed_and_removed(kept: str) -> None:
    run(account, "add", "marie", "--accounts", kept, typed="correct horse battery\n")
    made = run(account, "add", "paul", "--generate", "--accounts", kept, "--json")
    assert [each["name"] for each in run(account, "list", "--accounts", kept, "--json")["accounts"]] == [
        "marie",
        "paul",
    ]
    accounts = open_accounts(kept)
    assert log_in(accounts, "marie", "correct horse battery", 0) is not None
    assert log_in(accounts, "paul", made["password"], 0) is not None
    key = run(account, "key", "paul", "--label", "nightly", "--accounts", kept, "--json")["key"]
    assert owner_of_key(accounts, key, time.time()) == "paul"
    [known] = run(account, "keys", "paul", "--accounts", kept, "--json")["keys"]
    assert (known["label"], round((known["until"] - known["made_at"]) / 86_400)) == ("nightly", 365)
    short = run(account, "key", "paul", "--days", "1", "--accounts", kept, "--json")
    assert owner_of_key(accounts, short["key"], time.time() + 2 * 86_400) is None
    run(account, "revoke", "paul", str(known["id"]), "--accounts", kept)
    assert owner_of_key(accounts, key, time.time()) is None
    key = run(account, "key", "paul", "--accounts", kept, "--json")["key"]
    assert owner_of_key(accounts, key, time.time()) == "paul"
    run(account, "remove", "paul", "--accounts", kept)
    assert owner_of_key(accounts, key, time.time()) is None
    accounts.engine.dispose()


@pytest.mark.parametrize(
    ("words", "typed", "error"),
    [
        (["add", "marie"], "short\n", InputError),
        (["add", "no spaces"], "correct horse battery\n", InputError),
        (["add", "marie"], "", InputError),
        (["remove", "nobody"], None, UnknownNameError),
        (["key", "nobody"], None, UnknownNameError),
    ],
)
def test_wrong_accounts_are_a_sentence(kept: str, words: list[str], typed: str | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(account, *words, "--accounts", kept, typed=typed)


def test_status_backup_and_restore(planned: Path, tmp_path: Path) -> None:
    open_store(str(planned.with_suffix(".db")), design()).engine.dispose()
    found = run(experiment, "status", str(planned), "--json")
    assert (found["finished"], found["quota"], found["imbalance"]) == (0, 8, 0)
    assert "finished" in run(experiment, "status", str(planned))
    copy = run(experiment, "backup", str(planned), "-o", str(tmp_path / "copy.db"), "--json")
    assert (copy["name"], copy["answers"]) == ("specimen", 0)
    again = run(experiment, "restore", str(tmp_path / "copy.db"), "--database", str(tmp_path / "new.db"), "--json")
    assert again["fingerprint"] == copy["fingerprint"]
    with pytest.raises(AnaphorError, match="already"):
        run(experiment, "restore", str(tmp_path / "copy.db"), "--database", str(tmp_path / "new.db"))


def test_invitations_are_links(tmp_path: Path, planned: Path) -> None:
    closed = replace(design(), recruiting=Recruiting(recruiter=Recruiter.TOKENS))
    save_design(closed, tmp_path / "closed.json")
    link = "https://example.org/etude/"
    links = run(experiment, "invite", str(tmp_path / "closed.json"), "--count", "3", "--link", link, "--json")["links"]
    assert len(set(links)) == 3
    assert all(each.startswith("https://example.org/etude/s/specimen?token=") for each in links)
    with pytest.raises(InputError, match="invited"):
        run(experiment, "invite", str(planned), "--count", "3")


def test_serving_with_wrong_arguments_is_a_sentence(
    planned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANAPHOR_ACCOUNTS", str(tmp_path / "accounts.db"))  # not those of whoever runs the tests
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words, said in (
            ([str(planned), "--port", port], "cannot listen"),
            ([str(planned), "--host", "nowhere.invalid", "--port", "0"], "cannot listen"),
            ([str(planned), "--workers", "2"], "SQLite"),
            ([str(planned), "--base", "/a b?"], "path"),
            ([str(planned), "--public-url", "study.example.org"], "no address"),
            ([str(tmp_path / "nothing.json")], "no such file"),
        ):
            with pytest.raises(AnaphorError, match=said):
                run(experiment, "serve", *words)


def test_the_address_of_a_file_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    first = secret_of(one)
    assert secret_of(one) == first
    assert secret_of(other) != first
    assert len(first) >= 24
    key = tmp_path / "anaphor" / "write.key"
    assert key.stat().st_mode & 0o077 == 0
    key.chmod(0o644)  # whoever reads it knows every address: it is not used
    assert secret_of(one) != first
