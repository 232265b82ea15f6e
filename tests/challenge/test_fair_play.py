"""Who was asked what, what is new, whose clock it is, and that nobody pays for what another got wrong."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copyfile
from threading import Thread

import pytest
from click.testing import CliRunner

from anaphor.challenge import hand_in, open_challenge
from anaphor.challenge.acts import run_rounds, take_entries
from anaphor.challenge.round import Act, Hearing, RunState
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.validation import Proposal, RuleName, check_rules, published_texts, rule_texts
from anaphor.cli.challenge import app
from anaphor.collection import CATALOGUE
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import Asked, Study, load_study, save_study
from tests.challenge.rounds import Character, add_entry, made, reopened, retold


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A rehearsal that nobody has entered."""
    return made(tmp_path / "challenge")


def problems(folder: Path) -> dict[RuleName, str]:
    """The rules that are broken, with what breaks them."""
    return {each.rule: each.problem for each in reopened(folder).check() if each.problem}


def change_study(folder: Path, change: Callable[[Asked], Asked]) -> None:
    """A study of some other collection, of which only what was asked is known."""
    study: Study = load_study(folder / "people.jsonl")
    (folder / "people.jsonl").unlink()
    other = replace(study, collection_fingerprint="0" * 16, asked=tuple(map(change, study.asked)))
    save_study(other, folder / "people.jsonl")


def test_people_may_come_from_another_file_if_they_read_the_same_texts(folder: Path) -> None:
    change_study(folder, lambda asked: replace(asked, text=(asked.text or "").upper().replace(",", "")))
    assert problems(folder) == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda asked: replace(asked, text="Elle dort. Qui dort ?"),
        lambda asked: replace(asked, text=None),
        lambda asked: replace(asked, key=1 - (asked.key or 0)),
        lambda asked: replace(asked, key=9),
    ],
    ids=["other-text", "unknown-text", "other-key", "no-such-candidate"],
)
def test_people_who_were_asked_something_else_do_not_count(folder: Path, change: Callable[[Asked], Asked]) -> None:
    last = reopened(folder).rounds[0].items[-1].id
    change_study(folder, lambda asked: change(asked) if asked.item == last else asked)
    assert f"problems: people may have been asked another text than that of {last}" in problems(folder)[RuleName.PEOPLE]
    done = CliRunner().invoke(app, ["validate", str(folder)])
    assert done.exit_code == 1


@pytest.mark.parametrize(
    ("days", "said"),
    [("provisional_days = 2", "the next day"), ("paper_days = 14\nfinal_days = 20", "final after 21 days")],
)
def test_results_come_the_next_day_and_are_final_after_three_weeks(folder: Path, days: str, said: str) -> None:
    path = folder / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace("source_or_trace =", f"{days}\nsource_or_trace ="), "utf-8")
    assert said in problems(folder)[RuleName.DATES]


def unpublished(folder: Path, change: Callable[[str], str]) -> str | None:
    """What is said of the rule when the challenge is a real one."""
    challenge = reopened(folder)
    rounds = tuple(
        replace(each, collection=retold(each.collection, change), whole=retold(each.whole, change))
        for each in challenge.rounds
    )
    proposal = Proposal(rules=replace(challenge.rules, rehearsal=False), rounds=rounds, secrets=challenge.secrets)
    return next(each.problem for each in check_rules(proposal) if each.rule is RuleName.UNPUBLISHED)


@pytest.mark.slow
def test_a_public_question_under_another_name_is_still_public(folder: Path) -> None:
    found = unpublished(folder, lambda text: text.replace(".", " !"))
    assert found is not None
    assert "stands in anaphor-fr" in found
    assert unpublished(folder, lambda text: f"{text} Personne ne l'avait prévu.") is None


def test_a_collection_that_was_downloaded_is_public_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path))
    listing = next(each for each in CATALOGUE if not each.embedded)
    place = CATALOGUE.file_of(listing)
    place.parent.mkdir(parents=True)
    place.write_text("cut off", "utf-8")
    before = published_texts()
    copyfile(CATALOGUE.path_of("anaphor-en"), place)
    assert listing.name not in before.values()
    assert listing.name in published_texts().values()


def test_a_rehearsal_claims_neither_new_questions_nor_a_cage_that_it_does_not_have(folder: Path) -> None:
    rules = reopened(folder).rules
    told = rule_texts(rules)
    assert "rehearsal" in told[RuleName.UNPUBLISHED]
    assert "nothing is sealed" in told[RuleName.SEALED]
    caged = rule_texts(replace(rules, backend=Backend.PROCESS))
    assert "run sealed (process sandbox)" in caged[RuleName.SEALED]
    real = rule_texts(replace(rules, rehearsal=False))
    assert "have not been published" in real[RuleName.UNPUBLISHED]


def test_time_does_not_run_backwards(folder: Path, tmp_path: Path) -> None:
    with open_challenge(folder, writing=True) as challenge:
        opens = challenge.rules.dates.opens
        add_entry(challenge, "a", Character(), tmp_path)
        challenge.enter("a", challenge.begin(Act.ENTER, opens + timedelta(days=2)))
        assert challenge.begin(Act.ENTER, opens + timedelta(days=2)) == challenge.course.last
        with pytest.raises(InputError, match="the journal already holds something of"):
            challenge.begin(Act.ENTER, opens + timedelta(days=1))
        paper = tmp_path / "paper.txt"
        paper.write_text("How it works.", "utf-8")
        with pytest.raises(InputError, match="the journal already holds something of"):
            hand_in(challenge, "a", paper=paper, at=opens + timedelta(days=1))


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "javascript:alert(1)", "http://", "https://a b/", "http://u:p@a/", "http://a:x/"]
)
def test_an_address_that_cannot_be_asked_is_refused_at_once(folder: Path, url: str) -> None:
    done = CliRunner().invoke(app, ["enter", str(folder), "far", "--url", url])
    assert isinstance(done.exception, InputError)
    assert "no usable address" in str(done.exception)
    assert not (folder / "entries" / "far").exists()


def test_an_image_that_nothing_here_can_run_is_taken_by_its_digest_alone_and_said_to_be_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anaphor.challenge.container.engine.find_engine", lambda: "podman is not installed")
    tagged = CliRunner().invoke(app, ["enter", str(folder), "boxed", "--image", "example/entry:1"])
    assert isinstance(tagged.exception, AnaphorError)
    assert "podman is not installed" in str(tagged.exception), "what the tag means cannot be settled here"
    assert not (folder / "entries" / "boxed").exists()
    digest = f"example/entry@sha256:{'0' * 64}"
    done = CliRunner().invoke(app, ["enter", str(folder), "boxed", "--image", digest])
    assert done.exit_code == 0
    assert "its run will be lost: no container can be run here (podman is not installed)" in done.stderr


@pytest.mark.slow
def test_one_odd_folder_stops_nobody_else(folder: Path, tmp_path: Path) -> None:
    for name, text in (("No Name", 'command = ["true"]\n'), ("broken", "command = "), ("odd", 'colour = "red"\n')):
        (folder / "entries" / name).mkdir()
        (folder / "entries" / name / "entry.toml").write_text(text, "utf-8")
    (folder / "entries" / "piped").mkdir()
    os.mkfifo(folder / "entries" / "piped" / "entry.toml")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(InputError, match="'broken' was refused"):
        run_rounds(challenge)
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path)
        run_rounds(challenge)
        assert set(challenge.refused) == {"No Name", "broken", "odd", "piped"}
        assert set(challenge.course.entries) == {"good"}
        assert challenge.course.run("good", "problems", Hearing.RUN).state is RunState.FINISHED
    done = CliRunner().invoke(app, ["run", str(folder)])
    assert "Refused: odd: " in done.stderr


def test_an_entry_waits_until_the_journal_is_free(folder: Path, tmp_path: Path) -> None:
    taken: list[str] = []

    def enter() -> None:
        with open_challenge(folder, writing=True, patience=60) as challenge:
            take_entries(challenge)
            taken.extend(challenge.course.entries)

    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path)
        with (
            pytest.raises(InputError, match="the journal is being written by a run"),
            open_challenge(folder, writing=True, patience=0.1),
        ):
            pass
        waiting = Thread(target=enter)
        waiting.start()
        challenge.enter("a", challenge.begin(Act.ENTER))
        assert not taken
    waiting.join(60)
    assert taken == ["a"]
