"""Whoever can still write to a folder while it is copied gets nothing into the copy that lies elsewhere."""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from anaphor.challenge import enter, hand_in, open_challenge
from anaphor.challenge.round import Act, Hearing
from anaphor.challenge.running import RunPlan, run_entries, sandboxes_of
from anaphor.challenge.staging import private_folder, stage, tree_digest, was_alone
from anaphor.challenge.transcript.trace import read_trace
from anaphor.errors import InputError
from tests.challenge.rounds import made

pytestmark = pytest.mark.waiting

KEY = "the right answers, which no entry may see"
EXCHANGE = 2
"""renameat2's flag that makes two names change places, so that neither is ever missing."""
SWAPPER = f"""
import ctypes, sys
library, one, other = ctypes.CDLL(None), sys.argv[1].encode(), sys.argv[2].encode()
print("ready", flush=True)
while True:
    library.renameat2(-100, one, -100, other, {EXCHANGE})
"""


@contextmanager
def swapped(one: Path, other: Path) -> Iterator[None]:
    """Two names that change places, over and over, as long as the block lasts."""
    process = subprocess.Popen([sys.executable, "-c", SWAPPER, one, other], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.communicate()


def entry_beside_keys(folder: Path) -> tuple[Path, Path]:
    """An entry with a sub-folder, and a folder elsewhere in which a file of the same name holds the keys."""
    entry, keys = folder / "entry", folder / "organiser"
    (entry / "a" / "model").mkdir(parents=True)
    keys.mkdir()
    for number in range(40):
        (entry / "a" / "model" / f"{number}").write_text("mine")
        (keys / f"{number}").write_text(KEY)
    return entry, keys


def holds_keys(folder: Path) -> bool:
    return any(KEY in path.read_text() for path in folder.rglob("*") if path.is_file())


def attempts(act: Callable[[int], None], seconds: float = 1.5) -> int:
    """How often something was done in a while; that it is refused in the middle of a swap is fine."""
    ends, done = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        with suppress(InputError):
            act(done)
        done += 1
    return done


@pytest.mark.parametrize("what", ["sub-folder", "inner folder", "folder itself", "file"])
def test_a_name_that_becomes_a_link_during_the_copy_lets_nothing_in(tmp_path: Path, what: str) -> None:
    entry, keys = entry_beside_keys(tmp_path)
    link = tmp_path / "link"
    target = {"sub-folder": entry / "a", "inner folder": entry / "a" / "model", "folder itself": entry}.get(
        what, entry / "a" / "model" / "7"
    )
    beyond = {"sub-folder": tmp_path / "keys", "folder itself": tmp_path / "wide"}.get(what, keys)
    if what in ("sub-folder", "folder itself"):
        way = beyond / "model" if what == "sub-folder" else beyond / "a" / "model"
        way.parent.mkdir(parents=True)
        keys.rename(way)
    link.symlink_to(beyond / "7" if what == "file" else beyond)
    plain = tree_digest(entry)
    with swapped(target, link):

        def copy(_: int) -> None:
            with private_folder() as folder:
                try:
                    assert stage(entry, folder / "copy", most=2**20).digest == plain
                finally:
                    assert not holds_keys(folder)

        def look(_: int) -> None:
            assert tree_digest(entry) == plain

        assert attempts(copy) > 1
        assert attempts(look) > 1


def test_a_link_that_changes_places_with_another_is_copied_as_it_was_judged(tmp_path: Path) -> None:
    entry, keys = entry_beside_keys(tmp_path)
    (entry / "way").symlink_to("a")
    (entry / "a" / "out").symlink_to("../way/model")
    other = tmp_path / "other"
    other.symlink_to(keys)
    with swapped(entry / "way", other):

        def copy(_: int) -> None:
            with private_folder() as folder:
                staged = stage(entry, folder / "copy", most=2**20)
                for path in staged.path.rglob("*"):
                    assert Path(os.path.realpath(path)).is_relative_to(os.path.realpath(staged.path))

        assert attempts(copy) > 1


def test_a_file_with_a_second_name_is_not_entered_and_runs_where_it_was_entered_alone(tmp_path: Path) -> None:
    entry, keys = entry_beside_keys(tmp_path)
    os.link(keys / "0", entry / "weights")
    with private_folder() as folder, pytest.raises(InputError, match="second name"):
        stage(entry, folder / "copy", most=2**20, entering=True)
    with pytest.raises(InputError, match="second name"):
        tree_digest(entry, entering=True)
    assert tree_digest(entry)  # a back-up by hard links must not cost an entry its run


def test_a_key_that_is_linked_in_opened_and_taken_out_again_is_not_taken_for_a_file_of_ones_own(tmp_path: Path) -> None:
    entry, keys = entry_beside_keys(tmp_path)
    os.utime(keys / "7", (0, 0))  # the date of its content may be any: what counts nobody can set
    os.link(keys / "7", entry / "weights")
    before = time.time_ns()
    with (entry / "weights").open("rb") as file:
        assert was_alone(os.fstat(file.fileno()), before) is False
        (entry / "weights").unlink()
        state = os.fstat(file.fileno())
    assert state.st_nlink == 1
    assert was_alone(state, before) is None
    assert was_alone(state, state.st_ctime_ns + 10**9) is True  # once opened long after that, it is


def test_what_was_written_just_now_is_entered_as_soon_as_it_rests(tmp_path: Path) -> None:
    entry, _ = entry_beside_keys(tmp_path)
    assert tree_digest(entry, entering=True) == tree_digest(entry)


def test_a_deposit_has_no_second_name(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    (folder / "entries" / "mine").mkdir()
    (folder / "entries" / "mine" / "entry.toml").write_text('command = ["cat"]')
    os.link(folder / "secret.json", tmp_path / "paper.pdf")
    with open_challenge(folder, writing=True) as challenge:
        challenge.enter("mine", challenge.begin(Act.ENTER))
        with pytest.raises(InputError, match="second name"):
            hand_in(challenge, "mine", paper=tmp_path / "paper.pdf")


@pytest.mark.parametrize("what", ["entry", "files"])
def test_what_lies_among_the_entries_and_is_a_link_is_refused(tmp_path: Path, what: str) -> None:
    folder = made(tmp_path / "challenge")
    secret = tmp_path / "keys"
    (secret / "files").mkdir(parents=True)
    (secret / "files" / "key").write_text(KEY)
    (secret / "entry.toml").write_text('command = ["cat"]')
    mine = folder / "entries" / "mine"
    if what == "entry":
        mine.symlink_to(secret)
    else:
        mine.mkdir()
        (mine / "entry.toml").write_text('command = ["cat"]')
        (mine / "files").symlink_to(secret / "files")
    with open_challenge(folder, writing=True) as challenge, pytest.raises(InputError, match="is a link"):
        challenge.enter("mine", challenge.begin(Act.ENTER))


def test_the_folder_that_holds_the_challenge_is_no_entry(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    for source in (tmp_path, folder, folder / "entries"):
        with pytest.raises(InputError, match="with its keys"):
            enter(folder, "greedy", command="cat", folder=source)


def test_a_registered_entry_is_described_by_what_was_checked(tmp_path: Path) -> None:
    """The description is read once: what was allowed and what is hashed cannot be two files."""
    folder = made(tmp_path / "challenge")
    mine = folder / "entries" / "mine"
    mine.mkdir()
    (mine / "entry.toml").write_text('command = ["cat"]')
    (tmp_path / "other").write_text('command = ["cat"]\nreadable = ["/root"]')
    good = hashlib.sha256(f"{hashlib.sha256((mine / 'entry.toml').read_bytes()).hexdigest()} none".encode()).hexdigest()
    with open_challenge(folder) as challenge, swapped(mine / "entry.toml", tmp_path / "other"):

        def look(_: int) -> None:
            assert challenge.examine("mine").digest == good

        assert attempts(look) > 1


def test_files_that_change_between_the_check_and_the_copy_are_not_run(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    source, evil = tmp_path / "source", tmp_path / "evil"
    for place in (source, evil):
        place.mkdir()
        (place / "answer.py").write_text("pass")
    (evil / "more").write_text(KEY)
    enter(folder, "mine", command="python3 answer.py", folder=source)
    with open_challenge(folder, writing=True) as challenge:
        item = challenge.rounds[0].items[0]
        when = challenge.begin(Act.RUN)
        with swapped(folder / "entries" / "mine" / "files", evil):
            for number in range(8):
                asked, label = (item.question,), f"r{number}"
                plan = RunPlan(round_name=label, which=Hearing.RUN, questions=asked, seed=1, when=when)
                run_entries(challenge, plan, ["mine"], sandboxes_of(challenge))
        for each in sorted(folder.glob("traces/*/*.jsonl")):
            records = read_trace(each)
            if records:
                assert records[0]["entry"]["digest"] == tree_digest(source)


def test_a_deposit_is_no_link(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    (folder / "entries" / "mine").mkdir()
    (folder / "entries" / "mine" / "entry.toml").write_text('command = ["cat"]')
    (tmp_path / "paper.pdf").symlink_to(folder / "secret.json")
    with open_challenge(folder, writing=True) as challenge:
        challenge.enter("mine", challenge.begin(Act.ENTER))
        with pytest.raises(InputError, match="no file"):
            hand_in(challenge, "mine", paper=tmp_path / "paper.pdf")


def test_folders_within_folders_end_somewhere(tmp_path: Path) -> None:
    deep = tmp_path / "entry" / Path(*["d"] * 101)
    deep.mkdir(parents=True)
    with pytest.raises(InputError, match="lie in one another"):
        tree_digest(tmp_path / "entry")
