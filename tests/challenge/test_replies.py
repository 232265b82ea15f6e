"""Whoever rewrites a trace and the journal with it still has to make every answer follow from the entry's own line."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.challenge import judge_rounds, open_challenge
from anaphor.challenge.acts import run_rounds
from anaphor.challenge.evidence.evidence import verify_file
from anaphor.challenge.evidence.replies import check_asked, check_replies
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import summary_of
from anaphor.challenge.rulebook import JOURNAL
from anaphor.challenge.transcript.record import read_line
from anaphor.challenge.transcript.session import NOT_ASKED
from anaphor.challenge.transcript.trace import read_trace
from anaphor.cli.challenge import app
from anaphor.errors import FormatError
from tests.challenge.entries import Ring, questions
from tests.challenge.rounds import Character, add_entry, made, reopened
from tests.challenge.test_attacked import Records, faults, forged, held

pytestmark = pytest.mark.slow

TRACE = "traces/schemas/cheat.run.jsonl"


def forge(folder: Path, change: Callable[[Records], Records], *, trace: str = TRACE) -> None:
    """Rewrite a trace, and the journal so that it speaks of the new one: everything that an organiser's disk allows."""
    head = forged(folder / trace, change)
    digest = fingerprint_of(summary_of(read_trace(folder / trace)))
    entry, which, _ = Path(trace).name.split(".")

    def point(records: Records) -> Records:
        for each in records:
            if (each["kind"], each.get("entry"), each.get("round"), each.get("which")) == (
                "ended",
                entry,
                Path(trace).parent.name,
                which,
            ):
                each |= {"head": head, "replies": digest}
        return records

    forged(folder / JOURNAL, point)


def chosen_otherwise(records: Records) -> Records:
    """Another answer, told in the last record too; the entry's line is left as it came."""
    first = next(each for each in records if each["kind"] == "answer")
    first["reply"] = {**first["reply"], "candidate": 1 - first["reply"]["candidate"]}
    records[-1]["outcomes"] = {**records[-1]["outcomes"], first["question"]: first["reply"]}
    return records


def test_an_answer_that_the_entry_s_line_does_not_give_is_found(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    forge(folder, chosen_otherwise)
    assert "the entry's line says candidate" in faults(folder)[TRACE]
    assert "the entry's line says candidate" in (verify_file(folder / TRACE).fault or "")


def test_a_line_that_was_changed_with_its_answer_is_found_by_the_announced_outcomes(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def lie(records: Records) -> Records:
        chosen_otherwise(records)
        first = next(each for each in records if each["kind"] == "answer")
        said = json.loads(first["line"])
        first["line"] = json.dumps({**said, "choice": 1 - said["choice"]})
        return records

    forge(folder, lie)
    found = faults(folder)
    assert TRACE not in found  # nothing is left that gives it away there …
    assert "do not follow" in found["verdicts announced"]  # … but the journal holds every outcome


def test_an_abstention_that_nothing_explains_is_found(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def silence(records: Records) -> Records:
        first = next(each for each in records if each["kind"] == "answer")
        first["reply"] = {"reason": "timeout", "detail": "no answer in time", "kind": "abstention"}
        first["line"] = ""
        records[-1]["outcomes"] = {**records[-1]["outcomes"], first["question"]: first["reply"]}
        return records

    forge(folder, silence)
    assert "no line of the entry says so" in faults(folder)[TRACE]


def test_a_question_that_was_put_in_other_words_is_found(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def helped(records: Records) -> Records:
        part = next(each for each in records if each["kind"] == "asked")["questions"][0]
        part["line"] = part["line"].replace('"text":"', '"text":"Hint. ')
        return records

    forge(folder, helped)
    assert "was not asked as it stands in the collection" in faults(folder)[TRACE]


def test_longer_time_for_one_entry_is_found(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def favoured(records: Records) -> Records:
        records[0]["terms"] = {**records[0]["terms"], "question": 6000.0}
        return records

    forge(folder, favoured)
    assert "other terms than those of the rules" in faults(folder)[TRACE]


def test_a_run_of_other_files_than_those_that_came_is_found(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def other(records: Records) -> Records:
        records[0]["entry"] = {**records[0]["entry"], "digest": "0" * 64}
        return records

    forge(folder, other)
    assert "not what was entered" in faults(folder)[TRACE]


def test_a_trace_whose_replies_are_not_those_of_the_journal_is_named(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def other(records: Records) -> Records:
        for each in records:
            if each["kind"] == "ended" and each["entry"] == "cheat" and each["round"] == "schemas":
                each["replies"] = "0" * 64
        return records

    forged(folder / JOURNAL, other)
    assert "not those that the journal speaks of" in faults(folder)[TRACE]


NOISY = """
if number == 0: print('{"id": 1, "id": 2}', flush=True)
elif number == 1: say(choice=0); say(choice=1)
elif number == 2: say(abstain="declined", detail="é\\u202e\\x07")
elif number == 3: say(scores=[0.25, 1e300], more="x" * 5000)
elif number == 4: time.sleep(9)
elif number == 5: os._exit(3)
else: say(choice=7)
"""


def test_whatever_an_honest_trace_holds_its_answers_follow_from_its_lines(open_ring: Ring) -> None:
    heard = open_ring.ask(NOISY, count=9, question=1.0, start=20, starts=2)
    assert check_replies(heard.records) is None
    assert check_asked(heard.records, questions(9), 7) is None
    assert set(heard.replies) >= {"unreadable", "declined"}
    long = [each["line"] for each in heard.records if each["kind"] == "answer" and len(each["line"]) > 5000]
    assert len(long) == 1  # a line is kept whole, else its answer could not be made anew


def test_other_questions_another_order_or_seed_do_not_fit(open_ring: Ring) -> None:
    records = open_ring.ask("say(choice=0)", count=4).records
    assert check_asked(records, questions(4), 7) is None
    assert check_asked(records, questions(5), 7) is not None
    assert check_asked(records, questions(4), 8) is not None
    turned = list(records)
    places = [number for number, each in enumerate(turned) if each["kind"] == "asked"]
    turned[places[0]], turned[places[1]] = turned[places[1]], turned[places[0]]
    assert "order" in (check_asked(turned, questions(4), 7) or "")


def broken(records: tuple[Mapping[str, Any], ...], **changes: object) -> list[dict[str, Any]]:
    """The records with the first answer changed."""
    first = next(number for number, each in enumerate(records) if each["kind"] == "answer")
    return [{**each, **changes} if number == first else dict(each) for number, each in enumerate(records)]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"shown": "0" * 16}, "not asked under the name"),
        ({"line": "{}"}, "about something else"),
        ({"scores": [0.5, 0.5]}, "says another thing"),
        ({"reply": 7}, "says another thing"),
        ({"line": ""}, "no line of the entry"),
        ({"question": "cup.9"}, "not asked under the name"),
        ({"line": 7}, "no trace of a hearing"),
    ],
    ids=["name", "line", "scores", "reply", "no-line", "question", "number"],
)
def test_every_part_of_an_answer_is_compared(open_ring: Ring, changes: dict[str, object], said: str) -> None:
    records = open_ring.ask("say(choice=0)", count=2).records
    assert said in (check_replies(broken(records, **changes)) or "")


def test_the_last_record_must_sum_up_what_was_answered(open_ring: Ring) -> None:
    records = [dict(each) for each in open_ring.ask("say(choice=0)", count=2).records]
    assert "sums up other answers" in (check_replies([*records[:-1], {**records[-1], "outcomes": {}}]) or "")
    assert "2 questions were to be asked" in (
        check_replies([each for each in records if each.get("question") != "cup.0"]) or ""
    )
    assert NOT_ASKED == "not asked"


def test_a_second_run_outside_a_cage_is_not_sealed_though_the_first_was(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def sealed(records: Records) -> Records:
        records[0]["sealed"] = True
        return records

    for path in sorted(folder.glob("traces/*/*.run.jsonl")):
        forge(folder, sealed, trace=str(path.relative_to(folder)))
    challenge = reopened(folder)
    found = judge_rounds(challenge, challenge.course.last or challenge.rules.dates.final)
    assert all(row.heard.sealed for each in found.rounds for row in each.rows)
    assert not found.sealed
    for path in sorted(folder.glob("traces/*/*.jsonl")):
        forge(folder, sealed, trace=str(path.relative_to(folder)))
    challenge = reopened(folder)
    assert judge_rounds(challenge, challenge.course.last or challenge.rules.dates.final).sealed


def test_candidates_are_heard_again_in_every_round(tmp_path: Path) -> None:
    challenge = reopened(held(tmp_path / "challenge"))
    found = judge_rounds(challenge, challenge.course.last or challenge.rules.dates.final)
    for name in ("expert", "cheat"):
        again = next(each.again for each in found.entries if each.name == name)
        assert list(again.repeats) == list(again.changes) == ["problems", "schemas"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b'{"id": "a", "id": "b"}', "the key 'id' stands twice"),
        (b'{"id": "a", "choice": 0, "choice": 1}', "the key 'choice' stands twice"),
        (b'{"id": "a", "more": {"x": 1, "x": 2}}', "the key 'x' stands twice"),
        (b'{"id": "a", "scores": [NaN, 1]}', "NaN is no number"),
        (b'{"id": "a", "scores": [-Infinity, 1]}', "-Infinity is no number"),
        (b'{"id": "a", "scores": [1e999, 1]}', "a number is too large"),
        (b'{"id": "a", "choice": ' + b"9" * 5000 + b"}", "a number has too many digits"),
        (b'{"id": "a", "x": ' + b"[" * 200_000, "it is nested too deeply"),
    ],
    ids=["id", "choice", "inside", "nan", "infinity", "huge", "digits", "deep"],
)
def test_a_line_that_two_readers_would_read_differently_cannot_be_read(line: bytes, fault: str) -> None:
    found = read_line(line)
    assert (found.fault, found.id, found.record) == (fault, None, None)


def test_the_reason_for_an_unreadable_answer_is_told(open_ring: Ring) -> None:
    heard = open_ring.ask('print(\'{"id": "%s", "choice": 0, "choice": 1}\' % q["id"], flush=True)', count=1)
    reply = heard.hearing.answers[0].reply
    assert heard.replies == ["unreadable"]
    assert "the key 'choice' stands twice" in str(reply)


def test_people_whose_answers_say_two_things_are_refused(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    path = folder / "people.jsonl"
    lines = path.read_text("utf-8").splitlines()
    *others, last, total = lines  # the last answer, and the checksum
    path.write_text("\n".join([*others, last[:-2] + ',"choice":0,"choice":1}}', total, ""]), "utf-8")
    place = f"people.jsonl:{len(lines) - 1}"
    with pytest.raises(FormatError, match=f"{place}: this is no line of a study .the key 'choice' stands twice"):
        _ = reopened(folder).rounds


def test_an_organiser_s_replay_of_a_run_gives_the_same_digest(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "poor", Character(wrong=128, wrong_by="text"), tmp_path / "sources")
        run_rounds(challenge)
    run = next(iter(reopened(folder).course.runs.values()))
    assert run.replies == fingerprint_of(summary_of(read_trace(folder / (run.trace or ""))))


@pytest.mark.parametrize("kind", ["entered", "ended", "opened", "started"])
def test_a_chain_of_lines_that_no_challenge_writes_is_an_answer_and_no_traceback(tmp_path: Path, kind: str) -> None:
    folder = held(tmp_path / "challenge")

    def emptied(records: Records) -> Records:
        return [{"kind": kind, "when": each["when"], "hash": ""} if each["kind"] == kind else each for each in records]

    forged(folder / JOURNAL, emptied)
    done = CliRunner().invoke(app, ["verify", str(folder)])
    assert done.exit_code == 1
    assert "no challenge writes such lines" in done.stdout


def test_a_chain_of_records_that_no_referee_writes_is_named(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    head = forged(folder / TRACE, lambda records: [{"kind": "run", "hash": ""}, {"kind": "end", "hash": ""}])

    def point(records: Records) -> Records:
        for each in records:
            if (each["kind"], each.get("entry"), each.get("round")) == ("ended", "cheat", "schemas"):
                each["head"] = head
        return records

    forged(folder / JOURNAL, point)
    assert "no referee writes such records" in faults(folder)[TRACE]
