"""Runs: written as answers come, whole when killed, taken up where they stopped, refused when they are another's."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.answers import RunWriter, read_run
from anaphor.answers.run_file import totals
from anaphor.collection import load
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, OutputError
from anaphor.provenance import Signature
from anaphor.resolver import FinishedRun, Resolver, TracedAnswer, make
from anaphor.resolver.running import RunSettings, header_of, run_collection
from anaphor.schema import Question
from tests.embedded import ENGLISH
from tests.resolver.questions import cup_collection

pytestmark = pytest.mark.slow

CUPS = cup_collection()
SETTINGS = RunSettings(source="cups.yaml", given={"with": "counting"})


class Counting:
    """Chooses candidate 0, counts how often it is asked, and can be made to break."""

    name = "counting"

    def __init__(self, *, breaks_at: int | None = None, version: int = 1) -> None:
        self.asked: list[str] = []
        self.breaks_at = breaks_at
        self.version = version

    @property
    def signature(self) -> Signature:
        """With a version that tests can change."""
        return Signature.of(resolver="counting", version=self.version, seed=7)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """Candidate 0, or an error."""
        for question in questions:
            if len(self.asked) == self.breaks_at:
                raise InputError("the lamp went out")
            self.asked.append(question.text)
            yield TracedAnswer(
                respondent=self.name,
                question=question.id,
                reply=Choice(candidate=0),
                trace={"usage": {"tokens": 3}},
                seconds=0.5,
            )


class Failing(Counting):
    """Fails at first, and answers when it is asked again."""

    name = "failing"
    broken = True

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """A failure, a timeout, and what cannot be read; choices once it is mended."""
        reasons = [AbstentionReason.FAILED, AbstentionReason.TIMEOUT, AbstentionReason.UNREADABLE]
        for number, question in enumerate(questions):
            self.asked.append(question.text)
            broken = self.broken and number < len(reasons)
            reply = Abstention(reason=reasons[number]) if broken else Choice(candidate=1)
            yield Answer(respondent=self.name, question=question.id, reply=reply)


def run(path: Path, resolver: Resolver | None = None, settings: RunSettings = SETTINGS) -> FinishedRun:
    """A run over the small collection."""
    return run_collection(CUPS, resolver or Counting(), path, settings)


def by_question(answers: Sequence[Answer]) -> dict[str, Answer]:
    return {answer.question: answer for answer in answers}


def test_a_run_has_a_header_and_then_a_line_per_answer(tmp_path: Path) -> None:
    state = run(tmp_path / "run.jsonl")
    header, *answers = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text("utf-8").splitlines()]
    assert header["kind"] == "anaphor-run"
    assert header["fingerprint"] == CUPS.fingerprint
    assert header["source"] == "cups.yaml"
    assert header["signature"] == "resolver:counting|version:1|seed:7"
    assert header["seed"] == 7
    assert header["settings"] == {"with": "counting"}
    asked = [answer["question"] for answer in answers]
    assert sorted(asked) == sorted(question.id for question in CUPS.questions)
    assert asked != [question.id for question in CUPS.questions]  # the order in a file can give the key away
    assert state.missing == 0
    assert not state.abstentions


def test_what_is_read_back_is_what_was_answered(tmp_path: Path) -> None:
    state = run(tmp_path / "run.jsonl")
    again = read_run(tmp_path / "run.jsonl")
    assert by_question(again.answers) == by_question(state.answers)
    assert again.header == state.header
    assert totals(again.answers) == {"tokens": 15}
    assert not again.half_line


def test_a_run_that_broke_is_taken_up_without_asking_twice(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    broken = Counting(breaks_at=2)
    with pytest.raises(InputError, match="the lamp went out"):
        run(path, broken)
    fresh = Counting()
    state = run(path, fresh)
    assert state.asked == 3
    assert sorted(broken.asked + fresh.asked) == sorted(question.text for question in CUPS.questions)
    assert [answer.question for answer in state.answers] == [question.id for question in CUPS.questions]


def test_a_limit_leaves_the_rest_for_later(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert run(path, settings=replace(SETTINGS, limit=2)).missing == 3
    state = run(path)
    assert (state.asked, state.missing) == (3, 0)


def test_a_finished_run_asks_nothing(tmp_path: Path) -> None:
    run(tmp_path / "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    resolver = Counting()
    assert run(tmp_path / "run.jsonl", resolver).asked == 0
    assert resolver.asked == []
    assert (tmp_path / "run.jsonl").read_bytes() == before


@pytest.mark.parametrize("lost", [1, 10, 60])
def test_a_half_written_last_line_is_dropped_and_said(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "run.jsonl"
    whole = run(path)
    path.write_bytes(path.read_bytes()[: -1 - lost])
    assert read_run(path).half_line
    assert len(read_run(path).answers) == 4
    state = run(path)
    assert state.dropped
    assert state.asked == 1
    assert [answer.reply for answer in state.answers] == [answer.reply for answer in whole.answers]
    assert not read_run(path).half_line


def test_a_last_answer_that_only_lacks_its_line_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    path.write_bytes(path.read_bytes()[:-1])
    state = run(path)
    assert (state.asked, state.dropped) == (0, False)
    assert path.read_bytes().endswith(b"}\n")


def test_a_run_cut_at_any_byte_ends_like_one_that_was_never_cut(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = run(path)
    data = path.read_bytes()
    for length in range(0, len(data), 37):
        path.write_bytes(data[:length])
        state = run(path)
        assert [answer.reply for answer in state.answers] == [answer.reply for answer in whole.answers], length
        assert len(read_run(path).answers) == 5


def test_zeros_that_a_power_cut_leaves_at_the_end_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    path.write_bytes(path.read_bytes() + b"\0" * 300)
    assert run(path).dropped
    assert len(read_run(path).answers) == 5


def test_another_signature_collection_or_resolver_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    with pytest.raises(ContentError, match=r"other settings \(version\)"):
        run(path, Counting(version=2))
    with pytest.raises(ContentError, match="made by counting, not by random"):
        run(path, make("random"))
    fewer = replace(CUPS, problems=())
    with pytest.raises(ContentError, match=f"this run is of cups#{CUPS.fingerprint}, not of cups#"):
        run_collection(fewer, Counting(), path, SETTINGS)


@pytest.mark.parametrize("content", ["hello\n", "", "{}\n", '{"kind":"else"}\n', "[1]\n", "\0\0\n"], ids=repr)
def test_what_is_no_run_is_not_read_as_one(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(FormatError, match="this is no run"):
        read_run(path)


def test_a_file_that_is_no_run_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    with pytest.raises(FormatError, match="this is no run"):
        run(path)
    assert path.read_text() == "my notes"


@pytest.mark.parametrize(
    "line",
    [
        '{"question": 3}',
        "nonsense",
        '{"question":"cup.1","reply":{"kind":"choice","candidate":-1},"respondent":"x"}',
    ],
    ids=["fields", "json", "content"],
)
def test_a_line_that_is_no_answer_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[2:]]) + "\n")
    with pytest.raises(FormatError, match=r"run\.jsonl:3: this line is no answer"):
        read_run(path)


def test_a_later_answer_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    resolver = Failing()
    assert run(path, resolver).abstentions == {"failed": 1, "timeout": 1, "unreadable": 1}
    assert run(path, resolver).asked == 0
    resolver.broken = False
    state = run(path, resolver, replace(SETTINGS, again=True))
    assert state.asked == 2
    assert state.abstentions == {"unreadable": 1}
    assert by_question(read_run(path).answers) == by_question(state.answers)


def test_a_second_writer_is_refused_while_the_first_writes(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    writing = RunWriter(path, header_of(CUPS, Counting(), SETTINGS))
    with writing, pytest.raises(OutputError, match="another process is writing this run"):
        run(path)
    assert run(path).missing == 0


def test_where_nothing_can_be_written_one_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="could not be written"):
        run(tmp_path / "file" / "run.jsonl")
    with pytest.raises(OutputError, match=r"could not be written|no regular file"):
        run(tmp_path)
    with pytest.raises(OutputError, match="no regular file"):
        run(Path("/dev/null"))


FULL = """
import resource, sys
from pathlib import Path
from anaphor.errors import OutputError
from anaphor.collection.loading import load
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, run_collection
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    run_collection(load("anaphor-en"), make("random"), Path(sys.argv[1]), RunSettings(source="anaphor-en"))
except OutputError as error:
    print(error)
"""


def test_a_full_disk_is_one_sentence_and_costs_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    found = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    assert "the run could not be written (File too large)" in found.stdout
    assert path.read_bytes().endswith(b"}\n")  # no half line, after which another could not begin
    kept = read_run(path)
    assert len(kept.answers) > 10
    state = run_collection(load("anaphor-en"), make("random"), path, RunSettings(source="anaphor-en"))
    assert state.asked == ENGLISH - len(kept.answers)
    assert state.missing == 0


NO_ROOM = FULL.replace("(5000, 5000)", "(int(sys.argv[2]), int(sys.argv[2]))")


@pytest.mark.parametrize("room", [0, 20])
def test_a_header_that_cannot_be_written_leaves_no_file(tmp_path: Path, room: int) -> None:
    path = tmp_path / "run.jsonl"
    command = [sys.executable, "-c", NO_ROOM, str(path), str(room)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "the run could not be written (File too large)" in found.stdout
    assert not path.exists()


def test_a_trace_that_json_cannot_hold_is_one_sentence(tmp_path: Path) -> None:
    class Odd(Counting):
        def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
            for question in questions:
                yield TracedAnswer(
                    respondent=self.name, question=question.id, reply=Choice(candidate=0), trace={"x": float("nan")}
                )

    with pytest.raises(AnaphorError, match="a trace that JSON cannot hold"):
        run(tmp_path / "run.jsonl", Odd())


SLOW = """
import json, sys, time
asked = open(sys.argv[1], "a")
for line in sys.stdin:
    question = json.loads(line)
    asked.write(question["text"] + chr(10)); asked.flush()
    time.sleep(0.02)
    print(json.dumps({"id": question["id"], "choice": 0}), flush=True)
"""

RESOLVE = """
import sys
from pathlib import Path
from anaphor.collection.loading import load
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, run_collection
run_collection(load("anaphor-en"), make(sys.argv[1]), Path(sys.argv[2]), RunSettings(source="anaphor-en"))
"""


def _killed_after(lines: int, command: list[str], path: Path) -> None:
    """Start a run, and kill it and its children when so many lines are written."""
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            deadline = time.monotonic() + 60
            while not path.exists() or path.read_bytes().count(b"\n") < lines:
                assert process.poll() is None, "the run ended early"
                assert time.monotonic() < deadline, "the run did not get under way"
                time.sleep(0.01)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


def test_a_run_that_is_killed_goes_on_without_asking_twice(tmp_path: Path) -> None:
    script, asked, path = tmp_path / "slow.py", tmp_path / "asked.txt", tmp_path / "run.jsonl"
    script.write_text(SLOW)
    spec = f"command:{sys.executable} -I -S {script} {asked}"
    command = [sys.executable, "-c", RESOLVE, spec, str(path)]
    for lines in (10, 40):
        _killed_after(lines, command, path)
    subprocess.run(command, check=True)
    run_ = read_run(path)
    assert len(run_.answers) == run_.header.questions == ENGLISH
    # Each kill can cost the one question that was under way.
    texts = asked.read_text("utf-8").splitlines()
    assert len(texts) <= ENGLISH + 2
    assert len(set(texts)) >= ENGLISH - 10


def test_a_failed_start_leaves_nothing_that_refuses_the_mended_command(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with pytest.raises(InputError, match="lamp"):
        run_collection(CUPS, Counting(breaks_at=0), path, SETTINGS)
    assert not path.exists()
    state = run_collection(CUPS, Counting(version=2), path, SETTINGS)
    assert state.missing == 0


def test_a_header_without_answers_binds_nobody(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with RunWriter(path, header_of(CUPS, Counting(), SETTINGS)):
        pass  # killed before the first answer
    state = run_collection(CUPS, Counting(version=2), path, SETTINGS)
    assert "version:2" in state.header.signature
    assert "version:2" in read_run(path).header.signature
    assert path.read_bytes().count(b"anaphor-run") == 1


class Prompt(Counting):
    """Answers as it likes, and can answer wrongly."""

    name = "prompt"
    twice = False

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """From the last question to the first."""
        answers = list(self.resolve(questions))[::-1]
        yield from ([*answers[:2], *answers[1:]] if self.twice else answers)


def test_answers_in_any_order_are_those_of_their_questions(tmp_path: Path) -> None:
    prompt, plain = tmp_path / "prompt.jsonl", tmp_path / "plain.jsonl"
    state = run_collection(CUPS, Prompt(), prompt, SETTINGS)
    straight = run_collection(CUPS, Counting(), plain, SETTINGS)
    assert [(each.question, each.reply) for each in state.answers] == [
        (each.question, each.reply) for each in straight.answers
    ]


def test_an_answer_given_twice_breaks_the_rules(tmp_path: Path) -> None:
    double = Prompt()
    double.twice = True
    with pytest.raises(AnaphorError, match="answered a question that was not asked, or one twice"):
        run_collection(CUPS, double, tmp_path / "run.jsonl", SETTINGS)
