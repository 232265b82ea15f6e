"""A missed window, a wrong clock, a deadline put off, an entry taken back: in the journal, for all to read."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.challenge import Challenge, correct, disqualify, hand_in, open_challenge, status
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.calendar import rerun_hour, rerun_until
from anaphor.challenge.evidence.evidence import verify, verify_path
from anaphor.challenge.round import Act, Change
from anaphor.challenge.rulebook import JOURNAL
from anaphor.cli.main import app
from anaphor.errors import InputError
from tests.challenge.rounds import SECRETS, Character, add_entry, made, reopened, verdict_of

FAR = datetime(2036, 5, 1, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A challenge with an entry that knows everything, not registered yet."""
    made(tmp_path / "challenge")
    with open_challenge(tmp_path / "challenge") as challenge:
        add_entry(challenge, "expert", Character(), tmp_path)
    return tmp_path / "challenge"


def say(*words: object, code: int = 0) -> Mapping[str, Any]:
    """What a command prints as JSON."""
    done = CliRunner().invoke(app, ["challenge", str(words[0]), "--json", *map(str, words[1:])])
    assert done.exit_code == code, (done.output, done.exception)
    return dict(json.loads(done.stdout))


def faults(folder: Path) -> list[str]:
    return [f"{each.name}: {each.fault}" for each in verify(reopened(folder)) if not each.ok]


def ran(folder: Path, paper: Path) -> None:
    """Up to provisional results, with a paper."""
    paper.write_text("How it works.")
    with open_challenge(folder, writing=True) as challenge:
        run_rounds(challenge)
        announce(challenge)
        hand_in(challenge, "expert", paper=paper)


@pytest.mark.slow
def test_a_second_run_that_comes_late_is_a_published_fact_and_costs_nobody_anything(
    folder: Path, tmp_path: Path
) -> None:
    ran(folder, tmp_path / "paper")
    with open_challenge(folder, writing=True) as challenge:
        dates = challenge.rules.calendar
        due = rerun_hour(SECRETS.rerun, dates)
        assert run_again(challenge, at=rerun_until(due, dates) + timedelta(days=3)) == ("expert",)
        assert [each.kind for each in challenge.course.changes] == [Change.LATE_RERUN]
        found = announce(challenge, final=True)
        assert found.winners == ("expert",)
        publish_site(challenge, output=tmp_path / "site")
    assert faults(folder) == []
    assert all(each.ok for each in verify_path(tmp_path / "site"))
    assert "were run again" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "ont tourné une seconde fois" in (tmp_path / "site" / "fr" / "index.html").read_text("utf-8")
    told = json.loads((tmp_path / "site" / "evidence" / "judgement.json").read_text("utf-8"))
    assert told["changes"][0]["kind"] == "late rerun"


def test_at_least_two_days_are_left_after_the_drawn_hour(folder: Path) -> None:
    dates = reopened(folder).rules.dates
    for days in (2, 3, 14):
        short = replace(dates, rerun_days=days)
        for number in range(50):
            due = rerun_hour(f"{number:064x}", short)
            assert due >= short.provisional
            assert rerun_until(due, short) - due >= timedelta(hours=48)


@pytest.mark.slow
def test_one_command_under_a_wrong_clock_does_not_end_a_challenge(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        early = challenge.rules.dates.opens + timedelta(days=1)
        challenge.enter("expert", challenge.begin(Act.ENTER, FAR))
        assert [each.late for each in challenge.course.entries.values()] == [True]
        with pytest.raises(InputError, match="journal already holds"):
            challenge.begin(Act.ENTER, early)
        with pytest.raises(InputError, match="with its reason"):
            correct(challenge, clock=True, because=" ", at=early)
        correct(challenge, clock=True, because="the battery was empty", at=early)
        assert [each.late for each in challenge.course.entries.values()] == [False]
        with pytest.raises(InputError, match="nothing to correct"):
            correct(challenge, clock=True, because="again", at=early)
        assert challenge.begin(Act.ENTER, early) == early
    assert faults(folder) == []
    ran(folder, tmp_path / "paper")
    with open_challenge(folder, writing=True) as challenge:
        run_again(challenge)
        assert announce(challenge, final=True).winners == ("expert",)
        publish_site(challenge, output=tmp_path / "site", traces=True)
    assert faults(folder) == []
    assert all(each.ok for each in verify_path(tmp_path / "site"))
    assert "the battery was empty" in (tmp_path / "site" / "index.html").read_text("utf-8")


@pytest.mark.slow
def test_what_was_announced_under_a_wrong_clock_is_void_and_announced_again(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        challenge.enter("expert", challenge.begin(Act.ENTER))
        run_rounds(challenge)
        assert verdict_of(announce(challenge, at=FAR), "expert").verdict == "disqualified"  # no paper came, says 2036
        correct(challenge, clock=True, because="wrong clock", at=challenge.rules.dates.held + timedelta(hours=2))
        assert verdict_of(announce(challenge), "expert").verdict == "candidate"
        (tmp_path / "paper").write_text("How it works.")
        hand_in(challenge, "expert", paper=tmp_path / "paper")
        run_again(challenge)
        announce(challenge, final=True)
    assert faults(folder) == []


def test_a_dishonest_correction_is_found(folder: Path) -> None:
    """Whoever is late stays late: a correction cannot call an entry in time that came after the deadline by then."""
    with open_challenge(folder, writing=True) as challenge:
        challenge.enter("expert", challenge.begin(Act.ENTER, FAR))
        after = challenge.rules.dates.closes + timedelta(hours=1)
        correct(challenge, clock=True, because="wrong clock", at=after)
        assert challenge.course.entries["expert"].late
    with open_challenge(folder, writing=True) as challenge:
        challenge.add("entered", FAR, entry="friend", digest="0" * 64, late=True)
        challenge.add(Change.CLOCK, after, was=FAR.isoformat(), in_time=["friend"], because="a friend")
    assert any("entry friend" in each and "said to be in time" in each for each in faults(folder))


def test_a_command_far_after_everything_asks_first(folder: Path) -> None:
    with open_challenge(folder) as challenge:
        real: Challenge = challenge
        real.rules = replace(real.rules, rehearsal=False)
        dates = real.rules.dates
        for when in (dates.opens, dates.closes + timedelta(days=1), dates.final + timedelta(days=29)):
            real.refuse_backwards(when)
        for when in (FAR, dates.final + timedelta(days=31)):
            with pytest.raises(InputError, match="more than a month"):
                real.refuse_backwards(when)
        real.sure = True
        real.refuse_backwards(FAR)


def test_a_deadline_is_put_off_before_it_comes_and_the_rules_stay_those_that_were_frozen(folder: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        dates = challenge.rules.dates
        with pytest.raises(InputError, match="nobody has entered"):
            correct(challenge, extend=7, because="holidays", at=dates.opens)
        challenge.enter("expert", challenge.begin(Act.ENTER))
        before = challenge.rules.fingerprint
        correct(challenge, extend=7, because="holidays")
        later = dates.closes + timedelta(days=6)
        add_entry(challenge, "second", Character(), folder.parent)
        assert not challenge.enter("second", challenge.begin(Act.ENTER, later)).late
        with pytest.raises(InputError, match="too early"):
            challenge.begin(Act.RUN, dates.held)
        with pytest.raises(InputError, match="cannot be put off"):
            correct(challenge, extend=7, because="again", at=dates.closes + timedelta(days=7))
        assert challenge.rules.fingerprint == before
        assert challenge.rules.calendar.final == dates.final + timedelta(days=7)
    assert faults(folder) == []
    assert reopened(folder).rules.calendar.closes == dates.closes + timedelta(days=7)


@pytest.mark.slow
def test_an_entry_is_replaced_and_withdrawn_before_the_run_alone(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    told: Mapping[str, Any] = {}
    for number in (1, 2):
        (tmp_path / "mine" / "answer.py").write_text(f"print({number})")
        more = ("--replace",) if number == 2 else ()
        told = say("enter", folder, "mine", "--folder", tmp_path / "mine", *more, "--", "python3", "answer.py")
    assert told["digest"] == reopened(folder).course.entries["mine"].digest
    assert "print(2)" in (folder / "entries" / "mine" / "files" / "answer.py").read_text()
    (tmp_path / "mine" / "out").symlink_to("/etc")
    refused = CliRunner().invoke(
        app, ["challenge", "enter", str(folder), "mine", "--folder", str(tmp_path / "mine"), "--replace", "--", "cat"]
    )
    assert refused.exit_code == 2 or isinstance(refused.exception, InputError)
    assert reopened(folder).course.entries["mine"].digest == told["digest"]  # the old one stays where the new one fails
    assert say("enter", folder, "mine", "--withdraw", "--because", "a mistake")["withdrawn"]
    assert list(reopened(folder).course.entries) == ["expert"]
    with open_challenge(folder, writing=True) as challenge:
        run_rounds(challenge)
        assert [each.name for each in announce(challenge).entries] == ["expert"]
    done = CliRunner().invoke(app, ["challenge", "enter", str(folder), "expert", "--withdraw"])
    assert "any more" in str(done.exception) + done.output
    assert faults(folder) == []


@pytest.mark.slow
def test_the_status_says_who_entered_what_is_due_and_the_next_date(folder: Path, tmp_path: Path) -> None:
    first = say("status", folder)
    assert (first["entries"], first["due"]["act"]) == ([], "enter")
    ran(folder, tmp_path / "paper")
    told = say("status", folder)
    assert [(each["name"], each["state"], each["handed_in"]) for each in told["entries"]] == [
        ("expert", "finished", ["paper"])
    ]
    assert told["due"]["act"] == "rerun"
    assert told["next"]["name"] in told["dates"]
    with open_challenge(folder, writing=True) as challenge:
        disqualify(challenge, "expert", rule="access", because="It asked.")
        assert status(challenge).due is not None
    assert (folder / JOURNAL).read_bytes().count(b"\n") == len(reopened(folder).events())
    for language in ("en", "fr"):
        done = CliRunner().invoke(app, ["challenge", "status", str(folder), "--interface", language])
        assert done.exit_code == 0
        assert "UTC" in done.output
        assert "CET" not in done.output
