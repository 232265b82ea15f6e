"""A challenge's folder: entries of every kind, frozen rules, one writer, and evidence that shows every change."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from anaphor.challenge import Verdict, disqualify, hand_in, judge_rounds, open_challenge, publication_of
from anaphor.challenge.acts import announce, run_again, run_rounds, take_entries
from anaphor.challenge.entry import (
    EntryFile,
    check_name,
    read_entry,
    store_entry,
    stored_entry,
    submission_of,
    write_entry,
)
from anaphor.challenge.evidence.evidence import verify, verify_file
from anaphor.challenge.round import Act
from anaphor.challenge.rulebook import JOURNAL
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, UnknownNameError
from anaphor.report.html.challenge_site import site_files
from anaphor.text import speaking
from tests.challenge.entries import PYTHON, body
from tests.challenge.rounds import Character, add_entry, made, reopened, verdict_of
from tests.challenge.times import AFTER_CLOSING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A rehearsal that nobody has entered."""
    return made(tmp_path / "challenge")


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rehearsal in which one entry passed both rounds, and results are provisional."""
    place = tmp_path_factory.mktemp("passed")
    folder = made(place / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), place)
        run_rounds(challenge)
        announce(challenge)
    return folder


def copied(folder: Path, to: Path) -> Path:
    """A copy to do things with."""
    shutil.copytree(folder, to)
    return to


@pytest.mark.parametrize(
    "entry",
    [
        EntryFile(command=("python3", "a.py"), source_included=True, environment={"A": 'b"\n'}, readable=("/opt",)),
        EntryFile(image="localhost/entry:1", command=("answer",)),
        EntryFile(resolver="lstm,sentences=last"),
        EntryFile(url="https://entry.example/answer", authors=("Ada", "Bob"), description="ça répond"),
    ],
    ids=["command", "image", "resolver", "url"],
)
def test_an_entry_is_read_back_as_it_was_written(entry: EntryFile, tmp_path: Path) -> None:
    write_entry(entry, tmp_path)
    assert read_entry(tmp_path) == entry


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one of command, image, resolver and url"),
        ('url = "https://a"\nresolver = "first"', "exactly one"),
        ('comand = ["x"]', "field comand"),
        ("command = [1]", "field command"),
        ("command =", "no TOML"),
        ('resolver = ",x=1"', "names no resolver"),
        ('resolver = "oracle"', "no resolver is called 'oracle'"),
    ],
    ids=["nothing", "two", "misspelt", "number", "broken", "no resolver", "unknown resolver"],
)
def test_an_entry_that_cannot_be_run_is_refused_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "entry.toml").write_text(text, "utf-8")
    with pytest.raises(FormatError, match=said):
        read_entry(tmp_path)


@pytest.mark.parametrize("name", ["", "A", "../x", "a/b", "-a", "a" * 65, "é", "a\n"])
def test_a_name_that_could_leave_its_folder_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot name an entry"):
        check_name(name)


def test_an_entry_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "big").write_bytes(b"x" * 1000)
    with pytest.raises(InputError, match="larger than the disk limit"):
        store_entry(EntryFile(command=("big",)), source, tmp_path / "entries" / "a", most=10)
    assert list((tmp_path / "entries").iterdir()) == []
    store_entry(EntryFile(command=("big",)), source, tmp_path / "entries" / "a", most=10_000)
    with pytest.raises(InputError, match="already"):
        store_entry(EntryFile(command=("big",)), source, tmp_path / "entries" / "a", most=10_000)


def test_a_changed_file_changes_the_digest(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "answer.py").write_text("1", "utf-8")
    write_entry(EntryFile(command=("x",)), tmp_path)
    before = stored_entry(tmp_path).digest
    (files / "answer.py").write_text("2", "utf-8")
    assert stored_entry(tmp_path).digest != before


def test_a_resolver_runs_as_an_entry_with_this_python(tmp_path: Path) -> None:
    found = submission_of("a", EntryFile(resolver="first"), tmp_path)
    assert found.command[1:] == ("-m", "anaphor.challenge.serving", "first")
    assert found.readable


def test_the_rules_are_frozen_by_the_first_entry(folder: Path, tmp_path: Path) -> None:
    path = folder / "challenge.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("same_text = 3", "same_text = 2"), "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path)
        challenge.enter("a", challenge.begin(Act.ENTER))
    path.write_text(text, "utf-8")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(ContentError, match="same_text"):
        challenge.begin(Act.RUN)
    assert [each.name for each in verify(reopened(folder)) if not each.ok] == ["rules"]


@pytest.mark.parametrize("act", [Act.RUN, Act.ANNOUNCE, Act.RERUN, Act.CONCLUDE])
def test_what_fails_for_want_of_entries_changes_nothing(folder: Path, act: Act) -> None:
    with open_challenge(folder, writing=True) as challenge:
        with pytest.raises(InputError, match="nobody has entered"):
            challenge.begin(act)
        assert challenge.events() == ()


def test_questions_and_people_are_frozen_too(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path)
        challenge.enter("a", challenge.begin(Act.ENTER))
    with (folder / "people.jsonl").open("ab") as file:
        file.write(b"\n")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(InputError, match="people of the round"):
        run_rounds(challenge)


def test_a_challenge_that_breaks_its_rules_takes_no_entries(folder: Path) -> None:
    path = folder / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace("questions = 60", "questions = 20"), "utf-8")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(ContentError, match="rule questions"):
        challenge.begin(Act.ENTER)


def test_two_processes_cannot_write_one_journal(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True):
        with pytest.raises(InputError, match="being written by a run"), open_challenge(folder, writing=True):
            pass
        assert reopened(folder).course.entries == {}


def test_a_rehearsal_takes_what_lies_in_its_folder(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "b", Character(), tmp_path)
        add_entry(challenge, "a", Character(), tmp_path)
        take_entries(challenge)
        assert [each.name for each in challenge.in_time] == ["a", "b"]


def test_only_a_rehearsal_can_be_given_another_time(folder: Path) -> None:
    path = folder / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace("rehearsal = true", "rehearsal = false"), "utf-8")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(InputError, match="only a rehearsal"):
        challenge.clock(Act.ENTER, datetime(2026, 1, 1, tzinfo=UTC))


def test_an_entry_whose_files_changed_is_not_run(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path)
        challenge.enter("a", challenge.begin(Act.ENTER))
        table = challenge.path_of("a") / "files" / "table.json"
        table.chmod(0o600)
        table.write_text("{}", "utf-8")
        run_rounds(challenge)
        run = next(iter(challenge.course.runs.values()))
        assert (run.state.value, run.reason) == ("lost", "the files of a are not those that were entered")
    assert "entry a" in [each.name for each in verify(reopened(folder)) if not each.ok]


def hopeless(folder: Path, name: str, command: tuple[str, ...], script: str | None = None) -> None:
    """An entry that cannot do well."""
    source = None
    if script is not None:
        source = folder.parent / name
        source.mkdir()
        (source / "answer.py").write_text(script, "utf-8")
    store_entry(EntryFile(command=command), source, folder / "entries" / name, most=2**20)


@pytest.mark.slow
def test_what_cannot_be_run_has_failed_and_others_go_on(folder: Path, tmp_path: Path) -> None:
    path = folder / "challenge.toml"
    quick = path.read_text("utf-8").replace("question = 60", "question = 30").replace("start = 300", "start = 20")
    path.write_text(quick.replace("starts = 3", "starts = 1"), "utf-8")
    hopeless(folder, "absent", ("/no/such/program",))
    hopeless(folder, "dying", (PYTHON, "answer.py"), body("say(choice=0); sys.exit(3)"))
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path)
        run_rounds(challenge)
        found = judge_rounds(challenge, challenge.rules.dates.held)
    absent, dying = verdict_of(found, "absent"), verdict_of(found, "dying")
    assert (absent.state, absent.verdict, absent.row) == ("failed", Verdict.NO_RESULT, None)
    assert "cannot be started" in absent.reasons[0].text(found.rules)
    assert (dying.state, dying.verdict) == ("failed", Verdict.BELOW)
    assert dying.row is not None
    assert dying.row.measures.theta == 59
    assert verdict_of(found, "good").verdict is Verdict.CANDIDATE


@pytest.mark.slow
def test_where_both_halves_are_asked_twins_are_scored_and_shown(folder: Path, tmp_path: Path) -> None:
    path = folder / "challenge.toml"
    head, _, rest = path.read_text("utf-8").rpartition("questions = 60\n")
    path.write_text(f'{head}questions = 60\nhalves = "both"\n{rest}', "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path)
        run_rounds(challenge)
        found = announce(challenge)
        pages = site_files(publication_of(challenge))
    row = found.rounds[1].rows[0]
    assert row.twins is not None
    assert (row.twins.schemas, row.twins.share) == (30, 1.0)
    assert row.interval.method != "wilson"
    assert b"both twins" in pages["index.html"]
    assert b"both halves of each schema" in pages["rules.html"]


@pytest.mark.slow
def test_nobody_passes_and_the_second_round_is_not_held(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "poor", Character(wrong=128, wrong_by="text"), tmp_path)
        run_rounds(challenge)
        found = announce(challenge)
        assert run_again(challenge) == ()
    assert [each.rules.name for each in found.rounds] == ["problems"]
    assert verdict_of(found, "poor").verdict is Verdict.BELOW


@pytest.mark.slow
def test_without_a_paper_a_candidate_is_disqualified_with_the_rule_s_text(passed: Path, tmp_path: Path) -> None:
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        run_again(challenge)
        found = verdict_of(announce(challenge, final=True), "good")
    assert found.verdict is Verdict.DISQUALIFIED
    assert "hands in a paper that explains it" in found.reasons[0].text(challenge.rules)
    with speaking("fr"):
        assert "remet un article" in found.reasons[0].text(challenge.rules)


@pytest.mark.slow
def test_a_late_paper_is_kept_and_does_not_count(passed: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"late")
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        run_again(challenge)
        assert hand_in(challenge, "good", paper=paper, at=challenge.rules.dates.paper).late
        assert verdict_of(announce(challenge, final=True), "good").verdict is Verdict.DISQUALIFIED
        assert len(list((challenge.folder / "deposits" / "good").iterdir())) == 1


def test_final_results_wait_for_second_runs(passed: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"how")
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        hand_in(challenge, "good", paper=paper)
        with pytest.raises(InputError, match="has not been run again"):
            announce(challenge, final=True)


def test_the_organiser_disqualifies_with_a_rule_and_a_reason(passed: Path, tmp_path: Path) -> None:
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        with pytest.raises(UnknownNameError, match="no rule is called"):
            disqualify(challenge, "good", rule="manners", because="it was rude")
        with pytest.raises(InputError, match="for a reason"):
            disqualify(challenge, "good", rule="access", because=" ")
        with pytest.raises(UnknownNameError, match="no entry is called"):
            disqualify(challenge, "nobody", rule="access", because="it asked")
        disqualify(challenge, "good", rule="access", because="It asked a colleague.")
        found = verdict_of(announce(challenge), "good")
    assert found.verdict is Verdict.DISQUALIFIED
    said = found.reasons[0].text(challenge.rules)
    assert said.startswith("It asked a colleague. Rule: Forbidden access disqualifies")


@pytest.mark.slow
def test_what_is_final_is_over(passed: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"how")
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        hand_in(challenge, "good", paper=paper)
        run_again(challenge)
        assert verdict_of(announce(challenge, final=True), "good").verdict is Verdict.PRIZE
        with pytest.raises(InputError, match="results are final"):
            run_rounds(challenge)
        assert announce(challenge, final=True).winners == ("good",)


def test_after_closing_an_entry_is_late_and_stays_so(passed: Path, tmp_path: Path) -> None:
    with open_challenge(copied(passed, tmp_path / "copy"), writing=True) as challenge:
        add_entry(challenge, "later", Character(), tmp_path / "sources")
        assert challenge.enter("later", challenge.begin(Act.ENTER)).late
        assert challenge.course.entries["later"].when >= AFTER_CLOSING


def flip(path: Path, place: int) -> None:
    """Change one bit of a file."""
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def test_one_flipped_byte_of_a_trace_is_found_and_named(passed: Path, tmp_path: Path) -> None:
    folder = copied(passed, tmp_path / "copy")
    trace = folder / "traces/problems/good.run.jsonl"
    flip(trace, trace.stat().st_size // 2)
    wrong = [each for each in verify(reopened(folder)) if not each.ok]
    assert [each.name for each in wrong] == ["traces/problems/good.run.jsonl"]
    assert "line " in (wrong[0].fault or "")
    with pytest.raises(AnaphorError, match="not what was written"):
        judge_rounds(reopened(folder), AFTER_CLOSING)


def test_a_trace_that_was_rewritten_whole_is_not_the_one_of_the_journal(passed: Path, tmp_path: Path) -> None:
    folder = copied(passed, tmp_path / "copy")
    trace, other = folder / "traces/problems/good.run.jsonl", folder / "traces/schemas/good.run.jsonl"
    trace.write_bytes(other.read_bytes())
    assert verify_file(trace).ok
    assert "not the published" in str([each.fault for each in verify(reopened(folder)) if not each.ok])
    with pytest.raises(ContentError, match="not the trace that the journal speaks of"):
        judge_rounds(reopened(folder), AFTER_CLOSING)


def test_a_journal_can_be_verified_on_its_own(passed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "published.jsonl"
    copy.write_bytes((passed / JOURNAL).read_bytes())
    assert verify_file(copy).ok
    flip(copy, 2000)
    assert "not what was written" in (verify_file(copy).fault or "")


def test_a_changed_journal_is_not_opened(passed: Path, tmp_path: Path) -> None:
    folder = copied(passed, tmp_path / "copy")
    flip(folder / JOURNAL, 2000)
    with pytest.raises(ContentError, match="not what was written"):
        reopened(folder)


def test_a_secret_other_than_the_promised_one_is_refused(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path)
        challenge.enter("a", challenge.begin(Act.ENTER))
    path = folder / "secret.json"
    path.write_text(json.dumps({"run": "55" * 32, "rerun": "22" * 32}), "utf-8")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(AnaphorError):
        run_rounds(challenge)


def test_without_the_secrets_everything_can_be_verified(passed: Path, tmp_path: Path) -> None:
    folder = copied(passed, tmp_path / "copy")
    (folder / "secret.json").unlink()
    found = verify(reopened(folder))
    assert all(each.ok for each in found)
    assert {"journal", "rules", "seed of the run", "questions and people"} <= {each.name for each in found}


def test_secrets_are_for_their_owner_s_eyes(folder: Path) -> None:
    assert (folder / "secret.json").stat().st_mode & 0o077 == 0
