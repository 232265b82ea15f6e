"""What teams can take of a disk: each has a share, all have one, some stays free; and who is let in and sent away."""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest

from anaphor import challenge as house
from anaphor.challenge import entrants
from anaphor.challenge import team_room as room
from anaphor.challenge.entrants import Registration, TeamBook, TeamState
from anaphor.challenge.team_room import places_of
from anaphor.challenge.transcript import trace
from anaphor.challenge.transcript.trace import read_trace
from anaphor.errors import InputError, OutputError
from anaphor.experiment import Accounts, list_accounts
from anaphor.files import disk_use, space
from tests.challenge.test_archive import zipped
from tests.experiment.specimens import cheap_passwords

SECRET = "0123456789 secret"
TOLD = {"command": "python3 answer.py"}
KILO = os.urandom(1000)
MIB = 2**20


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A challenge that teams can enter, made once."""
    place = tmp_path_factory.mktemp("begun") / "prix"
    house.new(place, questions=20, desk="https://lab.example/", backend="none", seed=1)
    shutil.rmtree(place / "entries" / "starter-kit")
    return place


@pytest.fixture
def book(tmp_path: Path, begun: Path) -> TeamBook:
    """Its teams."""
    shutil.copytree(begun, tmp_path / "prix")
    return TeamBook(tmp_path / "prix")


@pytest.fixture
def accounts(book: TeamBook) -> Accounts:
    """Who may log in as one."""
    return book.accounts()


def register(book: TeamBook, accounts: Accounts, *names: str) -> None:
    """Some teams."""
    with cheap_passwords():
        for name in names:
            book.register(accounts, name, SECRET, f"{name}@example.org")


def archive(place: Path, size: int, name: str = "weights.bin") -> Path:
    """A program with so many bytes that nothing makes fewer."""
    path = place / "sent.zip"
    path.write_bytes(zipped({"answer.py": b"print()", name: os.urandom(size)}))
    return path


def test_the_files_of_a_team_have_a_limit_that_counts_all_its_copies(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a", "b")
    monkeypatch.setattr(room, "TEAM_MOST", 5 * MIB)
    book.send("a", archive(tmp_path, 2 * MIB), TOLD)
    book.enter("a")
    with pytest.raises(InputError, match="there is room for 0 MB"):
        book.send("a", archive(tmp_path, 2 * MIB), TOLD)
    assert disk_use(*places_of(book.folder, "a")).size < 5 * MIB
    assert (book.sent("a") or (Path(),))[0].is_dir(), "what was sent before stays"
    book.send("b", archive(tmp_path, 2 * MIB), TOLD)


def test_what_was_sent_has_to_fit_a_second_time_to_be_entered(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a")
    monkeypatch.setattr(room, "TEAM_MOST", 3 * MIB)
    book.send("a", archive(tmp_path, 2 * MIB), TOLD)
    with pytest.raises(InputError, match="there is room for 0 MB"):
        book.enter("a")
    assert not (book.folder / "entries" / "a").exists()


def test_all_teams_of_a_challenge_share_a_limit_and_so_do_the_files_of_its_project(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a", "b", "c")
    monkeypatch.setattr(room, "CHALLENGE_MOST", disk_use(book.folder).size + 5 * MIB)
    book.send("a", archive(tmp_path, 2 * MIB), TOLD)
    with pytest.raises(InputError, match="there is room for 1 MB"):  # half of what is left
        book.send("b", archive(tmp_path, 2 * MIB), TOLD)
    with pytest.raises(InputError, match="there is room for 0 MB"):
        book.send("c", archive(tmp_path, 500), TOLD, room=100)
    monkeypatch.setattr(room, "CHALLENGE_MOST", disk_use(book.folder).size)
    for act in (lambda: book.begin_trial("a"), lambda: book.enter("a")):
        with pytest.raises(InputError, match="this challenge takes no more files"):
            act()
    assert book.log("a", "tried", "entered") == []


def test_a_few_teams_do_not_take_the_room_of_all_that_come_after_them(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "CHALLENGE_MOST", disk_use(book.folder).size + 16 * MIB)
    register(book, accounts, "a", "b", "c", "honest")
    for greedy in ("a", "b", "c"):
        for most in (15.9, 15, 12, 7.9, 3.9, 1.9, 0.9):  # as much as is taken
            with suppress(InputError):
                book.send(greedy, archive(tmp_path, int(most * MIB)), TOLD)
                break
    book.send("honest", archive(tmp_path, MIB // 2), TOLD)
    assert book.enter("honest").late is False


def test_of_what_is_refused_after_it_was_unpacked_nothing_stays(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a")

    def refusing(*_: object) -> None:
        raise InputError("challenge-team-needs")

    monkeypatch.setattr("anaphor.challenge.entry.write_entry", refusing)
    for _ in range(2):
        with pytest.raises(InputError):
            book.send("a", archive(tmp_path, MIB), TOLD)
    assert disk_use(*places_of(book.folder, "a")).size < MIB
    for field in ("command", "authors", "description"):
        with pytest.raises(InputError, match=f"{field} has more than 10,000 characters"):
            book.send("a", archive(tmp_path, 10), {**TOLD, field: "x " * 6000})


def test_many_small_files_count_as_what_they_are(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a")
    path = tmp_path / "many.zip"
    path.write_bytes(zipped({f"f{n}": b"" for n in range(50)}))
    book.send("a", path, TOLD)
    monkeypatch.setattr(room, "MOST_FILES", disk_use(book.folder).files)
    with pytest.raises(InputError, match="or are too many"):
        book.send("a", path, TOLD)


def test_a_disk_that_is_nearly_full_takes_no_program_and_no_trial_and_nothing_is_lost(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a")
    book.send("a", archive(tmp_path, 500), TOLD)
    monkeypatch.setattr(space, "KEPT_FREE", 2**60)
    for act in (
        lambda: book.send("a", archive(tmp_path, 500), TOLD),
        lambda: book.enter("a"),
        lambda: book.begin_trial("a"),
        lambda: register(book, accounts, "b"),
    ):
        with pytest.raises(OutputError, match="so that answers can still be saved"):
            act()
    assert [each["kind"] for each in book.log("a")] == ["registered", "sent"]
    assert book.names() == ["a"]


def test_of_entries_that_were_replaced_the_last_copy_alone_is_kept(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    register(book, accounts, "a", "a-b")
    for team in ("a-b", "a", "a", "a"):
        book.send(team, archive(tmp_path, 500), TOLD)
        book.enter(team)
    hidden = [path.name for path in (book.folder / "entries").glob(".*")]
    assert len(hidden) == 1
    assert hidden[0].startswith(".a.")
    assert house.verify(book.folder).ok


def test_traces_of_old_trials_are_removed(book: TeamBook, accounts: Accounts) -> None:
    register(book, accounts, "a")
    traces = book.trace("a", "x").parent
    traces.mkdir()
    for number in range(entrants.KEPT_TRIALS + 5):
        book.trace("a", f"t{number}").write_text("old", "utf-8")
        os.utime(book.trace("a", f"t{number}"), ns=(number, number))
    book._forget_trials("a", but=book.trace("a", "new"))
    kept = {f"t{number}.jsonl" for number in range(6, entrants.KEPT_TRIALS + 5)}
    assert {path.name for path in traces.iterdir()} == kept
    assert len(kept) == entrants.KEPT_TRIALS - 1


def test_papers_have_a_number_a_day(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(book, accounts, "a")
    book.send("a", archive(tmp_path, 500), TOLD)
    book.enter("a")
    monkeypatch.setattr(entrants, "_PAPERS", 3)
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"%PDF-1.4\n%%EOF\n")
    book.hand_in("a", paper, post=True)
    for _ in range(2):
        book.hand_in("a", None, post=False)
    with pytest.raises(InputError, match="too often today"):
        book.hand_in("a", None, post=True)


# --- who is let in ----------------------------------------------------------------------------------------------------


def test_a_team_that_waits_for_approval_can_send_nothing_until_it_has_it(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    book.set_registration("approval")
    register(book, accounts, "a")
    assert book.state("a") is TeamState.WAITING
    answers = tmp_path / "answers.jsonl"
    answers.write_text("", "utf-8")
    for act in (
        lambda: book.send("a", archive(tmp_path, 500), TOLD),
        lambda: book.enter("a"),
        lambda: book.begin_trial("a"),
        lambda: book.hand_in("a", None, post=True),
        lambda: book.answer("a", answers, shown=True),
    ):
        with pytest.raises(InputError, match="has not approved this team"):
            act()
    book.approve("a", "marie")
    book.send("a", archive(tmp_path, 500), TOLD)
    assert book.state("a") is TeamState.ADMITTED
    assert [(each["kind"], each.get("by")) for each in book.log("a", "approved")] == [("approved", "marie")]


def test_teams_that_came_before_approval_was_asked_for_go_on(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    register(book, accounts, "a")
    book.set_registration("approval")
    book.send("a", archive(tmp_path, 500), TOLD)
    assert book.registration is Registration.APPROVAL


def test_registration_can_be_closed_and_a_setting_that_says_nothing_lets_nobody_in(
    book: TeamBook, accounts: Accounts
) -> None:
    with pytest.raises(InputError, match="open, approval, closed"):
        book.set_registration("whatever")
    for written in ("closed\n", "\x00"):
        (book.folder / "registration.txt").write_text(written, "utf-8")
        with pytest.raises(InputError, match="takes no more teams"):
            register(book, accounts, "a")
    book.set_registration("open")
    register(book, accounts, "a")


def test_only_so_many_teams_register_within_an_hour_whatever_their_addresses(
    book: TeamBook, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "_NEWCOMERS", 2)
    register(book, accounts, "a", "b")
    with pytest.raises(InputError, match="within an hour"):
        register(book, accounts, "c")


def test_a_team_of_which_the_journal_says_nothing_is_removed_with_everything_and_its_name_is_free(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    register(book, accounts, "a")
    book.send("a", archive(tmp_path, 500), TOLD)
    book.remove(accounts, "a", "marie", "spam")
    assert (book.names(), list_accounts(accounts)) == ([], [])
    assert not (book.folder / "teams" / "a").exists()
    (line,) = read_trace(book.folder / "teams" / "removed.jsonl")
    assert [line[each] for each in ("team", "contact", "by", "because")] == ["a", "a@example.org", "marie", "spam"]
    register(book, accounts, "a")


def test_a_team_that_entered_is_withdrawn_by_its_removal_and_the_record_of_it_stays(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    register(book, accounts, "a")
    book.send("a", archive(tmp_path, MIB), TOLD)
    book.enter("a")
    book.remove(accounts, "a", "marie", "two teams of one person")
    with house.open_challenge(book.folder) as held:
        assert held.in_time == ()
        assert [each.values["because"] for each in held.course.changes] == ["two teams of one person"]
    assert house.verify(book.folder).ok
    assert disk_use(*places_of(book.folder, "a")).size < 100_000, "of its files only the log stays"
    assert [each["kind"] for each in book.log("a")] == ["registered", "sent", "entered", "removed"]
    assert book.state("a") is TeamState.REMOVED
    with pytest.raises(InputError, match="there is no team a"):
        book.remove(accounts, "a", "marie")
    with pytest.raises(InputError, match="already"):
        register(book, accounts, "a")


def test_after_the_deadline_a_removed_team_s_entry_stays_where_the_journal_says_it_is(
    book: TeamBook, accounts: Accounts, tmp_path: Path
) -> None:
    register(book, accounts, "a")
    book.send("a", archive(tmp_path, 500), TOLD)
    book.enter("a")
    house.run(book.folder)
    book.remove(accounts, "a", "marie")
    assert (book.folder / "entries" / "a" / "files" / "answer.py").is_file()
    assert not (book.folder / "teams" / "a" / "drafts").exists()
    assert list_accounts(accounts) == []
    assert house.verify(book.folder).ok


def test_what_a_clock_ahead_dated_uses_up_no_other_day(
    book: TeamBook, accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A team that had entered under a clock three weeks ahead could not enter for three weeks once it was put right."""
    register(book, accounts, "a")

    class Ahead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(datetime.now(UTC).timestamp() + 21 * 86_400, tz)

    book.send("a", archive(tmp_path, 1000), TOLD)
    most = book.left("a", "entered")
    monkeypatch.setattr(trace, "datetime", Ahead)
    book.enter("a")
    monkeypatch.undo()
    assert book.left("a", "entered") == most
    book.send("a", archive(tmp_path, 1000), TOLD)
    book.enter("a")
    assert book.left("a", "entered") == most - 1
