"""A running study is copied as it is at one moment, and made again from the copy on either kind of database."""

import gc
import itertools
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from anaphor.errors import AnaphorError, FormatError
from anaphor.experiment import (
    Newcomer,
    Store,
    SubmittedAnswer,
    export_study,
    open_store,
    payment_table,
    study_of,
    study_status,
    work_of,
)
from anaphor.experiment.study.reading_out import responses_of
from anaphor.experiment.study.store import back_up, restore
from anaphor.experiment.study.tables import ANSWERS
from anaphor.files import writing
from tests.experiment.databases import new_database
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, save_answers, start

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0


def answer_on(store: Store, people: int, prefix: str = "p") -> int:
    """So many people come and answer everything, one answer at a time."""
    count = 0
    for n in range(people):
        place = start(store, Newcomer(person=f"{prefix}{n}"), NOW)
        consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, NOW)
        for shown in place.shown:
            save_answers(store, [SubmittedAnswer(token=place.token, trial=shown.trial, choice=0, comment="é")], NOW)
            count += 1
    return count


def test_a_copy_made_while_answers_come_in_is_one_moment_of_the_study(where: str, tmp_path: Path) -> None:
    store = open_store(where, design(quota=1000))
    before = answer_on(store, 3)
    stop = threading.Event()

    def keep_answering() -> None:
        for n in itertools.count():
            if stop.is_set():
                return
            answer_on(store, 1, f"late{n}-")

    thread = threading.Thread(target=keep_answering)
    thread.start()
    try:
        copies = [back_up(store, tmp_path / f"copy{n}.db") for n in range(3)]
    finally:
        stop.set()
        thread.join()
    assert before <= copies[0].answers <= copies[1].answers <= copies[2].answers <= study_status(store, NOW).answers
    for n, copy in enumerate(copies):
        again = open_store(str(tmp_path / f"copy{n}.db"))
        assert (again.design, study_status(again, NOW).answers) == (store.design, copy.answers)
        assert len(list(responses_of(again))) == copy.answers
        again.engine.dispose()
    store.engine.dispose()


def test_a_study_goes_on_in_the_database_into_which_it_was_restored(
    where: str, tmp_path: Path, postgresql: Any
) -> None:
    store = open_store(where, design(quota=1000))
    answer_on(store, 3)
    back_up(store, tmp_path / "copy.db")
    places = [str(tmp_path / "new.db"), new_database(postgresql, f"restored{abs(hash(where))}")]
    for place in places:
        found = restore(tmp_path / "copy.db", place)
        assert (found.participants, found.answers) == (3, 18)
        again = open_store(place, store.design)
        assert list(responses_of(again)) == list(responses_of(store))
        answer_on(again, 2, "new")
        assert study_status(again, NOW).started == 5
        again.engine.dispose()
        with pytest.raises(AnaphorError):
            restore(tmp_path / "copy.db", place)
    store.engine.dispose()


def test_a_copy_and_its_digest_take_the_place_of_older_ones_only_when_whole(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "copy.db").write_text("an older copy")
    back_up(store, folder / "copy.db")
    assert sorted(os.listdir(folder)) == ["copy.db", "copy.db.sum"]
    assert (folder / "copy.db").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("name", ["no/such/folder/copy.db", "."])
def test_a_place_where_no_copy_can_be_made_is_refused(store: Store, tmp_path: Path, name: str) -> None:
    with pytest.raises(AnaphorError):
        back_up(store, tmp_path / name)


def test_a_study_is_not_copied_onto_itself(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    with pytest.raises(AnaphorError, match="onto itself"):
        back_up(store, tmp_path / "s.db")
    assert study_status(store, NOW).started == 0
    store.engine.dispose()


@pytest.mark.parametrize("content", [None, b"no database"])
def test_what_is_no_copy_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "copy.db").write_bytes(content)
    with pytest.raises(AnaphorError):
        restore(tmp_path / "copy.db", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_a_study_and_its_copies_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    answer_on(store, 1)
    back_up(store, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", str(tmp_path / "new.db"))
    assert {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {
        path.name: 0 for path in tmp_path.iterdir()
    }
    store.engine.dispose()


def test_a_copy_in_which_a_bit_has_flipped_is_not_made_a_study_again(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "study.db"), design())
    answer_on(store, 2)
    back_up(store, tmp_path / "copy.db")
    store.engine.dispose()
    again = open_store(str(tmp_path / "copy.db"), read_only=True)  # whoever only looks changes nothing
    assert study_status(again, NOW).answers == 12
    again.engine.dispose()
    restore(tmp_path / "copy.db", str(tmp_path / "new.db"))
    data = bytearray((tmp_path / "copy.db").read_bytes())
    data[data.index("é".encode()) + 1] ^= 0x01  # a remark says something else, and every page is sound
    (tmp_path / "copy.db").write_bytes(data)
    with pytest.raises(AnaphorError, match="not as it was written"):
        restore(tmp_path / "copy.db", str(tmp_path / "other.db"))
    (tmp_path / "copy.db.sum").unlink()  # as with copies of earlier versions
    restore(tmp_path / "copy.db", str(tmp_path / "other.db"))


OTHERWISE: dict[str, object] = {
    "choice": 1,
    "rt_ms": 901.25,
    "hidden_ms": 1.0,
    "focus_losses": 1,
    "repeated_key": True,
    "device": "touch",
    "attempt": "other",
    "comment": "è",
    "received_at": NOW + 1,
}
"""Another value than that of the answer below, for each column in which something was recorded."""


def test_an_answer_that_is_not_as_it_was_saved_is_refused_by_whoever_reads_it(where: str, tmp_path: Path) -> None:
    store = open_store(where, design())
    answer_on(store, 2)
    place = start(store, Newcomer(person="late"), NOW)
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, NOW)
    mine = SubmittedAnswer(token=place.token, trial=place.shown[0].trial, choice=0, rt_ms=900, onset_ms=-0.0)
    save_answers(store, [mine], NOW + 0.1)
    before = study_of(store)
    row = (ANSWERS.c.participant == 3) & (ANSWERS.c.trial == mine.trial)
    for name, other in OTHERWISE.items():
        with writing(store.engine) as connection:
            saved = connection.execute(select(ANSWERS.c[name]).where(row)).scalar_one()
            connection.execute(update(ANSWERS).where(row).values({name: other}))
        for act in (lambda: study_of(store), lambda: export_study(store, tmp_path / "out", ["csv"])):
            with pytest.raises(
                FormatError, match=f"answer of p0003 to trial {mine.trial} is not the one that was saved"
            ):
                act()
        with writing(store.engine) as connection:
            connection.execute(update(ANSWERS).where(row).values({name: saved}))
        assert study_of(store) == before
    store.engine.dispose()


def test_an_answer_to_what_was_not_shown_is_refused_and_not_passed_over(where: str) -> None:
    store = open_store(where, design())
    answer_on(store, 1)
    with writing(store.engine) as connection:
        first = select(func.min(ANSWERS.c.trial)).scalar_subquery()
        connection.execute(update(ANSWERS).where(ANSWERS.c.trial == first).values(trial="elsewhere"))
    with pytest.raises(FormatError, match="p0001 to trial elsewhere is to nothing that they were shown"):
        study_of(store)
    store.engine.dispose()


def test_what_is_told_to_those_who_changed_an_answer_on_purpose_works(where: str) -> None:
    store = open_store(where, design())
    answer_on(store, 1)
    with writing(store.engine) as connection:
        connection.execute(update(ANSWERS).values(choice=1))
    study = None
    while study is None:
        try:
            study = study_of(store)
        except FormatError as error:
            statement = str(error).rpartition("check sum: ")[2].removesuffix(".")
            with writing(store.engine) as connection:
                assert connection.execute(text(statement)).rowcount == 1
    assert {each.choice for each in study.responses} == {1}
    store.engine.dispose()


DAMAGES = {
    "a text for a time": "UPDATE answers SET rt_ms = 'abc' WHERE trial = '{}'",
    "a time that has no end": "UPDATE answers SET rt_ms = 9e999, check_sum = NULL WHERE trial = '{}'",
    "a text for a time, unsummed": "UPDATE answers SET rt_ms = 'abc', check_sum = NULL WHERE trial = '{}'",
    "a choice that nobody had": "UPDATE answers SET choice = 7, check_sum = NULL WHERE trial = '{}'",
    "a choice before the first": "UPDATE answers SET choice = -1, check_sum = NULL WHERE trial = '{}'",
    "a trial that there is not": "UPDATE answers SET trial = 'x', check_sum = NULL WHERE trial = '{0}'; "
    "UPDATE shown SET trial = 'x' WHERE trial = '{0}'",
    "an order with a place twice": "UPDATE shown SET \"order\" = '0,0' WHERE trial = '{}'",
    "no order": "UPDATE shown SET \"order\" = '' WHERE trial = '{}'",
    "a person who is gone": "DELETE FROM participants",
    "a list without a number": "UPDATE participants SET list = 'x'",
    "a time of coming without a number": "UPDATE participants SET started_at = 'x'",
    "what they said, cut": "UPDATE participants SET screening = '{{'",
    "what they said, another kind": "UPDATE participants SET screening = '{{\"answers\": 3}}'",
}
"""What a disk or a hand makes of a study's file, in SQLite, whose columns take everything."""


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_row_is_one_sentence_for_whoever_reads_it_and_the_desk_goes_on(
    damage: str, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / "d.db"
    store = open_store(str(path), design())
    answer_on(store, 1)
    trial = study_of(store).responses[0].trial
    with closing(sqlite3.connect(path)) as file:
        file.executescript(damage.format(trial))
    acts: list[Callable[[], object]] = [
        lambda: study_of(store),
        lambda: export_study(store, tmp_path / "out", ["parquet"]),
    ]
    if "screening" not in damage:
        acts.append(lambda: payment_table(store))
    for act in acts:
        with pytest.raises(FormatError, match=r"p0001.*(the file was damaged, or changed by hand)"):
            act()
    gc.collect()
    assert not [each for each in recwarn if "ParquetWriter" in str(each.message)]
    assert study_status(store, NOW).answers == len(store.design.lists[0])
    assert len(work_of(store, [1])) <= 1
    store.engine.dispose()
