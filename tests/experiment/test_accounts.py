"""Organisers log in with the right password alone, and not by trying."""

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import anaphor.experiment.accounts
from anaphor.errors import InputError, OutputError, UnknownNameError
from anaphor.experiment import (
    KEY_DAYS,
    SESSION_S,
    TRIES,
    WINDOW_S,
    Accounts,
    Invitation,
    Role,
    accept,
    add_account,
    change_account,
    enter_by_email,
    invite_member,
    invited_to,
    keys_of,
    list_accounts,
    log_in,
    log_out,
    logins,
    make_key,
    must_wait,
    open_accounts,
    open_links,
    open_store,
    owner_of_key,
    remove_account,
    revoke_key,
    session_of,
    set_email,
)
from anaphor.experiment.accounts import digest_of, run_sql
from anaphor.experiment.study.tables import step
from anaphor.files import migrate, open_database, reading, writing
from tests.experiment.specimens import cheap_passwords, design

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0
PASSWORD = "correct horse battery"
HASHER = anaphor.experiment.accounts._HASHER
"""The one of every day, which the other tests here do without."""


@pytest.fixture(scope="module", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    with cheap_passwords():
        yield


@pytest.fixture
def accounts(where: str) -> Iterator[Accounts]:
    """Accounts with one organiser."""
    opened = open_accounts(where)
    add_account(opened, "marie", PASSWORD, NOW)
    yield opened
    opened.engine.dispose()


def everything(accounts: Accounts) -> str:
    """All that is on disk, as text."""
    tables = ("organisers", "organiser_keys", "organiser_sessions", "organiser_logins", "organiser_invitations")
    with reading(accounts.engine) as connection:
        return str([connection.execute(text(f"SELECT * FROM {table}")).all() for table in tables])


def test_trying_passwords_against_a_stolen_file_costs_64_megabytes_each(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("anaphor.experiment.accounts._HASHER", HASHER)
        opened = open_accounts(str(tmp_path / "accounts.db"))
        add_account(opened, "marie", PASSWORD, NOW)
        assert log_in(opened, "marie", PASSWORD, NOW) is not None
        assert "$argon2id$v=19$m=65536,t=3," in everything(opened)
        opened.engine.dispose()


def test_the_right_password_opens_a_session_and_no_secret_is_kept(accounts: Accounts) -> None:
    secret = log_in(accounts, "marie", PASSWORD, NOW)
    assert secret is not None
    session = session_of(accounts, secret, NOW + 10)
    assert session is not None
    assert session.name == "marie"
    kept = everything(accounts)
    assert "$argon2id$" in kept
    assert PASSWORD not in kept
    assert secret not in kept


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("marie", "wrong"),
        ("nobody", PASSWORD),
        ("marie", ""),
        ("x" * 5000, "y" * 5000),
        ("'; DROP TABLE organisers --", "x"),
        ("\x00", "\x00"),
    ],
)
def test_anything_else_does_not(accounts: Accounts, name: str, password: str) -> None:
    assert log_in(accounts, name, password, NOW) is None
    assert [each.name for each in list_accounts(accounts)] == ["marie"]


def test_after_some_wrong_passwords_a_name_must_wait_and_the_right_one_wipes_the_slate(accounts: Accounts) -> None:
    for n in range(TRIES):
        assert must_wait(accounts, "marie", NOW + n) == 0
        log_in(accounts, "marie", f"guess {n}", NOW + n)
    last = NOW + TRIES - 1
    assert must_wait(accounts, "marie", last) == 1.0
    assert must_wait(accounts, "paul", last) == 0
    assert must_wait(accounts, "marie", last + 1) == 0
    log_in(accounts, "marie", PASSWORD, last + 1)
    assert must_wait(accounts, "marie", last) == 0


def test_each_wrong_password_makes_a_name_wait_twice_as_long_and_never_longer_than_a_minute(
    accounts: Accounts,
) -> None:
    waits, now = [], NOW
    for n in range(TRIES + 9):
        log_in(accounts, "marie", f"guess {n}", now)
        waits.append(must_wait(accounts, "marie", now))
        now += waits[-1]
    assert waits == [0.0] * (TRIES - 1) + [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 60.0]
    assert must_wait(accounts, "marie", now + WINDOW_S) == 0


def test_sessions_end_by_silence_by_logging_out_and_with_the_account(accounts: Accounts) -> None:
    secrets = [log_in(accounts, "marie", PASSWORD, NOW) or "" for _ in range(3)]
    assert session_of(accounts, secrets[0], NOW + SESSION_S + 1) is None
    log_out(accounts, secrets[1], NOW)
    assert session_of(accounts, secrets[1], NOW) is None
    remove_account(accounts, "marie", NOW)
    assert session_of(accounts, secrets[2], NOW) is None
    assert session_of(accounts, "", NOW) is None


def test_a_session_that_is_used_lives_on_and_a_clock_moved_back_ends_none(accounts: Accounts) -> None:
    secret = log_in(accounts, "marie", PASSWORD, NOW) or ""
    for hours in range(1, 24):
        assert session_of(accounts, secret, NOW + hours * 3600) is not None
    assert session_of(accounts, secret, NOW - 86_400) is not None


def test_a_key_is_somebodys_until_it_is_revoked(accounts: Accounts) -> None:
    key = make_key(accounts, "marie", "nightly export", NOW)
    assert owner_of_key(accounts, key, NOW) == "marie"
    assert key not in everything(accounts)
    [kept] = keys_of(accounts, "marie")
    assert kept.label == "nightly export"
    with pytest.raises(InputError):
        revoke_key(accounts, "paul", kept.id, NOW)
    revoke_key(accounts, "marie", kept.id, NOW)
    assert owner_of_key(accounts, key, NOW) is None
    with pytest.raises(UnknownNameError, match="marie"):
        make_key(accounts, "mari", "x", NOW)


def test_a_key_that_a_clock_years_ahead_dated_opens_nothing(accounts: Accounts) -> None:
    key = make_key(accounts, "marie", "nightly export", NOW + 3 * 365 * 86_400)
    assert owner_of_key(accounts, key, NOW + 3 * 365 * 86_400) == "marie"
    assert owner_of_key(accounts, key, NOW) is None  # the clock was put right
    [kept] = keys_of(accounts, "marie")
    revoke_key(accounts, "marie", kept.id, NOW)
    tomorrow = make_key(accounts, "marie", "nightly export", NOW + 86_400)
    assert owner_of_key(accounts, tomorrow, NOW) == "marie"


def test_a_key_ends_by_itself_and_says_when(accounts: Accounts) -> None:
    key = make_key(accounts, "marie", "a month", NOW, 30)
    [kept] = keys_of(accounts, "marie")
    assert kept.until == NOW + 30 * 86_400
    assert owner_of_key(accounts, key, kept.until - 1) == "marie"
    assert owner_of_key(accounts, key, kept.until + 1) is None
    usual = make_key(accounts, "marie", "a year", NOW)
    assert owner_of_key(accounts, usual, NOW + KEY_DAYS * 86_400 + 1) is None
    for days in (0, -1, 3651):
        with pytest.raises(InputError, match=r"1 to 3.?650 days"):
            make_key(accounts, "marie", "x", NOW, days)


def test_keys_from_before_they_had_an_end_go_on_for_a_year(tmp_path: Path) -> None:
    path, before = str(tmp_path / "old.db"), time.time()
    engine = open_database(path)
    migrate(engine, [step(f"accounts-{number}") for number in (1, 2, 3)], "anaphor_organisers_version")
    with writing(engine) as connection:
        run_sql(connection, "INSERT INTO organisers (name, password, made_at, role) VALUES ('marie', '!', 0, 'owner')")
        into = "INSERT INTO organiser_keys (digest, name, label, made_at) VALUES (:digest, 'marie', 'old', 0)"
        run_sql(connection, into, digest=digest_of("anaphor_old"))
    engine.dispose()
    opened = open_accounts(path)
    [kept] = keys_of(opened, "marie")
    assert kept.until >= before + KEY_DAYS * 86_400
    assert owner_of_key(opened, "anaphor_old", before) == "marie"
    assert owner_of_key(opened, "anaphor_old", kept.until + 1) is None
    opened.engine.dispose()


# --- who is removed --------------------------------------------------------------------------------------------------


def test_whoever_is_removed_leaves_no_link_behind(accounts: Accounts) -> None:
    for name in ("zoe", "paul"):
        add_account(accounts, name, PASSWORD, NOW)
    wanted = (Invitation(), Invitation(project="lab"), Invitation(account="marie"), Invitation(account="paul"))
    made = [invite_member(accounts, "zoe", each, NOW) for each in wanted]
    kept = invite_member(accounts, "paul", Invitation(role=Role.AUTHOR), NOW)
    change_account(accounts, "zoe", None, NOW)
    for secret in made:
        assert invited_to(accounts, secret, NOW) is None
        with pytest.raises(InputError):
            accept(accounts, secret, "back", PASSWORD, NOW)
    assert invited_to(accounts, kept, NOW) is not None
    remove_account(accounts, "paul", NOW)
    assert invited_to(accounts, kept, NOW) is None


def test_who_owns_the_site_no_longer_leaves_no_link_into_it(accounts: Accounts) -> None:
    add_account(accounts, "zoe", PASSWORD, NOW)
    site, reset = (invite_member(accounts, "zoe", each, NOW) for each in (Invitation(), Invitation(account="marie")))
    project = invite_member(accounts, "zoe", Invitation(project="lab"), NOW)
    change_account(accounts, "zoe", Role.AUTHOR, NOW)
    assert [invited_to(accounts, each, NOW) is None for each in (site, reset, project)] == [True, True, False]


def test_who_was_removed_does_not_come_back_by_a_domain_but_by_an_invitation(accounts: Accounts) -> None:
    told: dict[str, Any] = {"domains": ("lab.example",)}
    name, _, _ = enter_by_email(accounts, "Zoe@lab.example", NOW, **told)
    change_account(accounts, name, None, NOW)
    with pytest.raises(InputError, match="no account belongs"):
        enter_by_email(accounts, "zoe@lab.example", NOW, **told)
    with reading(accounts.engine) as connection:
        assert connection.execute(text("SELECT digest FROM organiser_removed")).all() == [
            (digest_of("zoe@lab.example"),)
        ]
    assert enter_by_email(accounts, "yves@lab.example", NOW, **told)[0] == "yves@lab.example"
    secret = invite_member(accounts, "marie", Invitation(role=Role.ASSISTANT), NOW)
    assert enter_by_email(accounts, "zoe@lab.example", NOW, invitation=secret)[0] == "zoe@lab.example"
    remove_account(accounts, "zoe@lab.example", NOW)
    with pytest.raises(InputError):
        enter_by_email(accounts, "zoe@lab.example", NOW, **told)


def test_an_address_that_was_taken_from_somebody_lets_them_in_no_more_by_its_domain(accounts: Accounts) -> None:
    told: dict[str, Any] = {"domains": ("lab.example",)}
    add_account(accounts, "Yves@lab.example", PASSWORD, NOW)  # a name that is an address, and connected with none
    remove_account(accounts, "Yves@lab.example", NOW)
    add_account(accounts, "zoe", PASSWORD, NOW)
    set_email(accounts, "zoe", "zoe@lab.example", NOW)
    set_email(accounts, "zoe", "zoe.new@lab.example", NOW)
    for address in ("yves@lab.example", "zoe@lab.example"):
        with pytest.raises(InputError, match="no account belongs"):
            enter_by_email(accounts, address, NOW, **told)
    set_email(accounts, "zoe", None, NOW)
    with pytest.raises(InputError, match="no account belongs"):
        enter_by_email(accounts, "zoe.new@lab.example", NOW, **told)
    set_email(accounts, "zoe", "zoe@lab.example", NOW)  # given back, it is theirs
    assert enter_by_email(accounts, "zoe@lab.example", NOW, **told)[0] == "zoe"


@pytest.mark.parametrize(
    ("name", "password"), [("marie", PASSWORD), ("no spaces", PASSWORD), ("", PASSWORD), ("paul", "short")]
)
def test_an_account_that_cannot_be_is_refused(accounts: Accounts, name: str, password: str) -> None:
    with pytest.raises(InputError):
        add_account(accounts, name, password, NOW)


def test_what_happens_is_in_the_log(accounts: Accounts) -> None:
    log_in(accounts, "marie", "wrong", NOW)
    log_in(accounts, "marie", PASSWORD, NOW)
    with pytest.raises(UnknownNameError):
        remove_account(accounts, "nobody", NOW)
    assert [(name, what) for _, name, what in reversed(logins(accounts))] == [
        ("marie", "account added"),
        ("marie", "wrong password, then right"),
        ("marie", "logged in"),
    ]


def test_accounts_and_a_study_can_share_a_database(where: str) -> None:
    for first_accounts in (True, False):
        if first_accounts:
            open_accounts(where).engine.dispose()
        store = open_store(where, design())
        opened = open_accounts(where)
        assert list_accounts(opened) == []
        store.engine.dispose()
        opened.engine.dispose()


def test_only_the_owner_of_the_file_can_read_it(tmp_path: Path) -> None:
    opened = open_accounts(str(tmp_path / "deep" / "accounts.db"))
    mode = stat.S_IMODE(os.stat(tmp_path / "deep" / "accounts.db").st_mode)
    assert mode == 0o600
    opened.engine.dispose()


def test_a_place_where_no_accounts_can_be_kept_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="no file can be made here"):
        open_accounts(str(tmp_path / "file" / "accounts.db"))


def test_roles_links_and_addresses_are_kept_and_the_last_owner_stays(accounts: Accounts) -> None:
    secret = invite_member(accounts, "marie", Invitation(project="lab", role=Role.AUTHOR), NOW)
    assert accept(accounts, secret, "ada", PASSWORD, NOW + 1).project == "lab"
    assert {each.name: each.role for each in list_accounts(accounts)} == {"marie": Role.OWNER, "ada": Role.ASSISTANT}
    with pytest.raises(InputError, match="used already"):
        accept(accounts, secret, "eve", PASSWORD, NOW + 2)
    for role in (Role.AUTHOR, None):
        with pytest.raises(InputError, match="only owner"):
            change_account(accounts, "marie", role, NOW)
    with pytest.raises(InputError, match="no account eve"):
        change_account(accounts, "eve", Role.OWNER, NOW)
    session = log_in(accounts, "ada", PASSWORD, NOW) or ""
    change_account(accounts, "ada", Role.OWNER, NOW)
    assert session_of(accounts, session, NOW) is None
    set_email(accounts, "ada", "Ada@Lab.example", NOW)
    with pytest.raises(InputError, match="already"):
        set_email(accounts, "marie", "ada@lab.example", NOW)
    name, session, invited = enter_by_email(accounts, "ADA@lab.example", NOW)
    found = session_of(accounts, session, NOW)
    assert (name, invited, found and found.role) == ("ada", None, Role.OWNER)
    reset = invite_member(accounts, "marie", Invitation(account="ada"), NOW)
    assert invited_to(accounts, reset, NOW + 1) == Invitation(account="ada")
    for n in range(TRIES):
        log_in(accounts, "ada", f"guess {n}", NOW + n)
    accept(accounts, reset, "marie", "another long password", NOW + 10)
    assert session_of(accounts, session, NOW + 11) is None
    assert must_wait(accounts, "ada", NOW + 11) == 0
    assert log_in(accounts, "ada", "another long password", NOW + 11) is not None
    gone = invite_member(accounts, "marie", Invitation(account="ada"), NOW)
    change_account(accounts, "ada", None, NOW)
    assert invited_to(accounts, gone, NOW + 1) is None  # nobody of that name has a password to choose
    assert not {secret, reset, gone, session} & set(everything(accounts).split("'"))


def test_accounts_of_an_earlier_version_are_owners(tmp_path: Path) -> None:
    place = str(tmp_path / "old.db")
    engine = open_database(place)
    migrate(engine, [step("accounts-1"), step("accounts-2")], "anaphor_organisers_version")
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO organisers (name, password, made_at) VALUES ('old', 'x', 0.0)"))
        sql = "INSERT INTO organiser_invitations (digest, name, project, made_at) VALUES (:mine, 'old', 'lab', :now)"
        connection.execute(text(sql), {"mine": digest_of("key"), "now": NOW})
    engine.dispose()
    opened = open_accounts(place)
    assert [(each.name, each.role, each.email) for each in list_accounts(opened)] == [("old", Role.OWNER, None)]
    assert invited_to(opened, "key", NOW + 1) == Invitation(project="lab", role=Role.OWNER)
    opened.engine.dispose()


def test_a_clock_years_ahead_deletes_no_log_no_session_and_no_invitation(accounts: Accounts) -> None:
    secret = log_in(accounts, "marie", PASSWORD, NOW)
    link = invite_member(accounts, "marie", Invitation(project="lab", role=Role.AUTHOR), NOW)
    assert secret is not None
    before = logins(accounts)
    ahead = NOW + 3 * 365 * 86_400
    for minute in range(5):
        assert log_in(accounts, "marie", PASSWORD, ahead + 60 * minute)
        invite_member(accounts, "marie", Invitation(project="lab", role=Role.AUTHOR), ahead + 60 * minute)
    assert set(before) <= set(logins(accounts))
    assert session_of(accounts, secret, NOW + 60) is not None  # the clock was put right
    assert invited_to(accounts, link, NOW + 60) is not None
    for day in range(1, 130):  # and what is really over goes
        log_in(accounts, "marie", PASSWORD, NOW + 86_400 * day)
    assert not any(at < NOW + 86_400 for at, _, _ in logins(accounts, 10_000))


def test_what_a_clock_years_ahead_wrote_is_not_good_for_years(accounts: Accounts) -> None:
    ahead = NOW + 3 * 365 * 86_400
    secret = log_in(accounts, "marie", PASSWORD, ahead) or ""
    links = [invite_member(accounts, "marie", each, ahead) for each in (Invitation(), Invitation(account="marie"))]
    assert session_of(accounts, secret, ahead + 60) is not None
    assert all(invited_to(accounts, link, ahead + 60) for link in links)
    assert session_of(accounts, secret, NOW) is None  # the clock was put right
    assert [invited_to(accounts, link, NOW) for link in links] == [None, None]
    assert open_links(accounts, "", NOW) == []
    with pytest.raises(InputError):
        accept(accounts, links[1], "marie", PASSWORD, NOW)
    tomorrow = invite_member(accounts, "marie", Invitation(), NOW + 86_400)
    assert invited_to(accounts, tomorrow, NOW) is not None
