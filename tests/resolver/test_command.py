"""Any program as a resolver: what it may say, and what becomes of silence, garbage and death."""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.answers import read_run
from anaphor.errors import AnaphorError, InputError
from anaphor.resolver import encode, make
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Question, Unmarked, UnmarkedReason
from tests.resolver.questions import cup_collection, question

pytestmark = pytest.mark.waiting

QUESTIONS = cup_collection().questions
PYTHON = f"{sys.executable} -I -S"

LOOP = """
import json, os, sys, time
for number, line in enumerate(sys.stdin):
    q = json.loads(line)
    def say(**reply):
        print(json.dumps({"id": q["id"], **reply}), flush=True)
    BODY
"""


@pytest.fixture
def program(tmp_path: Path) -> "Program":
    """Writes programs."""
    return Program(tmp_path)


class Program:
    """A program whose loop has a given body."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def answers(self, body: str, *questions: Question, settings: str = "") -> list[Answer]:
        """What a program with that body answers."""
        script = self.folder / "answer.py"
        script.write_text(LOOP.replace("BODY", body.replace("\n", "\n    ")))
        resolver = make(f"command:{PYTHON} {script}{settings}")
        return list(resolver.resolve(questions or QUESTIONS))

    def reply(self, body: str, settings: str = "") -> Reply:
        """What it replies to one question."""
        return self.answers(body, QUESTIONS[0], settings=settings)[0].reply


def reasons(answers: list[Answer]) -> list[str]:
    """Why there is no choice, or the choice, for each answer."""
    return [str(each.reply.candidate) if isinstance(each.reply, Choice) else each.reply.reason for each in answers]


def test_a_choice_with_scores_comes_back(program: Program) -> None:
    answers = program.answers("say(choice=1, scores=[0.5] + [2] * (len(q['candidates']) - 1))")
    assert reasons(answers) == ["1"] * 5
    assert answers[0].scores == (0.5, 2.0)
    assert all(each.seconds is not None and each.seconds > 0 for each in answers)


def test_scores_alone_are_a_choice_and_equal_ones_a_tie(program: Program) -> None:
    body = "say(scores=[1.0] * len(q['candidates'])) if number else say(scores=[0, 3])"
    assert reasons(program.answers(body)) == ["1", "tie", "tie", "tie", "tie"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("abstain='unknown_words'", AbstentionReason.UNKNOWN_WORDS),
        ("abstain=True", AbstentionReason.DECLINED),
        ("abstain='no idea'", AbstentionReason.DECLINED),
        ("choice=2", AbstentionReason.UNREADABLE),
        ("choice=-1", AbstentionReason.UNREADABLE),
        ("choice='the cup'", AbstentionReason.UNREADABLE),
        ("choice=True", AbstentionReason.UNREADABLE),
        ("choice=0, scores=[1]", AbstentionReason.UNREADABLE),
        ("choice=0, scores=[1, None]", AbstentionReason.UNREADABLE),
        ("choice=0, scores=[1, float('nan')]", AbstentionReason.UNREADABLE),
        ("", AbstentionReason.UNREADABLE),
    ],
)
def test_every_other_reply_is_an_abstention_with_its_reason(program: Program, reply: str, reason: str) -> None:
    said = program.reply(f"say({reply})")
    assert isinstance(said, Abstention)
    assert said.reason is reason


@pytest.mark.parametrize("garbage", ["print('hello')", "print('[1]')", "print('{}')", "print('')", "print('{' * 5000)"])
def test_garbage_is_unreadable(program: Program, garbage: str) -> None:
    said = program.reply(f"{garbage}; sys.stdout.flush()")
    assert isinstance(said, Abstention)
    assert said.reason is AbstentionReason.UNREADABLE


def test_a_stray_line_costs_one_question_and_not_the_next(program: Program) -> None:
    body = "print('Loading…', flush=True) if number == 0 else None\nsay(choice=0)"
    assert reasons(program.answers(body)) == ["unreadable", "0", "0", "0", "0"]


def test_an_endless_line_is_unreadable_and_the_next_question_meets_a_fresh_process(program: Program) -> None:
    body = "if 'large' in q['text']: print('x' * 3_000_000, flush=True)\nelse: say(choice=0)"
    assert reasons(program.answers(body)) == ["unreadable", "0", "0", "0", "0"]


def test_an_answer_to_another_question_is_unreadable(program: Program) -> None:
    body = "print(json.dumps({'id': 'elsewhere', 'choice': 0}), flush=True)"
    assert reasons(program.answers(body)) == ["unreadable"] * 5


def test_silence_is_a_timeout_and_the_next_question_meets_a_fresh_process(program: Program) -> None:
    body = "if 'small' in q['text']: time.sleep(60)\nsay(choice=0)"
    answers = program.answers(body, settings=",timeout=3")
    assert reasons(answers) == ["0", "timeout", "0", "0", "0"]


def test_death_is_a_failure_with_the_last_words_of_stderr(program: Program) -> None:
    body = "if 'small' in q['text']: sys.stderr.write('first\\nno more memory\\n'); os._exit(3)\nsay(choice=0)"
    answers = program.answers(body)
    assert reasons(answers) == ["0", "failed", "0", "0", "0"]
    assert isinstance(answers[1].reply, Abstention)
    assert answers[1].reply.detail == "dead: exit code 3: no more memory"


def test_a_program_that_ends_after_each_answer_is_started_again(program: Program) -> None:
    assert reasons(program.answers("say(choice=0); sys.exit()")) == ["0"] * 5


def test_a_last_line_without_its_end_is_read_when_the_program_ends(program: Program) -> None:
    body = "sys.stdout.write(json.dumps({'id': q['id'], 'choice': 1})); sys.exit()"
    assert reasons(program.answers(body)) == ["1"] * 5


def test_a_program_that_always_dies_stops_the_run_with_one_sentence(program: Program) -> None:
    with pytest.raises(AnaphorError, match=r"ended 3 times without an answer \(dead: exit code 1: no model\)"):
        program.answers("sys.exit('no model')")


def test_failures_in_a_row_are_not_kept_when_they_stop_the_run(program: Program, tmp_path: Path) -> None:
    program.answers("say(choice=0)")
    script = tmp_path / "answer.py"
    script.write_text(LOOP.replace("BODY", "say(choice=0) if 'large' in q['text'] else sys.exit('no model')"))
    resolver = make(f"command:{PYTHON} {script}")
    with pytest.raises(AnaphorError, match="ended 3 times"):
        run_collection(cup_collection(), resolver, tmp_path / "run.jsonl", RunSettings(source="cups"))
    assert {each.question for each in read_run(tmp_path / "run.jsonl").answers} <= {"cup.1", "fish"}


def test_two_failures_between_answers_are_kept(program: Program) -> None:
    body = "if 'large' in q['text'] or 'fish' in q['text'] or 'caught' in q['text']: say(choice=0)\nelse: os._exit(1)"
    assert reasons(program.answers(body)) == ["0", "failed", "failed", "0", "0"]


def test_a_program_of_its_own_for_each_question_remembers_nothing(program: Program) -> None:
    body = "say(scores=[number, 0.5] + [0] * (len(q['candidates']) - 2))"
    assert reasons(program.answers(body)) == ["1", "0", "0", "0", "0"]
    assert reasons(program.answers(body, settings=",process=each")) == ["1"] * 5


def test_a_flood_on_stderr_does_not_block(program: Program) -> None:
    assert reasons(program.answers("sys.stderr.write('x' * 1_000_000)\nsay(choice=0)")) == ["0"] * 5


def test_a_question_larger_than_a_pipe_is_asked(program: Program) -> None:
    large = question("[It] left.", *("the cat " * 1200 for _ in range(100)))
    assert len(encode(large)) > 900_000
    assert reasons(program.answers("say(choice=99)", large)) == ["99"]


def test_a_program_that_never_reads_is_a_timeout(tmp_path: Path) -> None:
    script = tmp_path / "deaf.py"
    script.write_text("import time\ntime.sleep(60)")
    large = question("[It] left.", *("the cat " * 1200 for _ in range(100)))
    answers = list(make(f"command:{PYTHON} {script},start=0.5").resolve([large]))
    assert reasons(answers) == ["timeout"]


def test_children_of_the_program_end_with_it(program: Program, tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    body = f"import subprocess; subprocess.Popen(['sh', '-c', 'sleep 1; echo > {mark}'])\ntime.sleep(60)"
    assert reasons(program.answers(body, QUESTIONS[0], settings=",start=0.4")) == ["timeout"]
    time.sleep(1.2)
    assert not mark.exists()


def test_the_line_that_is_sent_is_the_question_and_no_more() -> None:
    asked = replace(QUESTIONS[0], prompt="What was too large?")
    assert json.loads(encode(asked)) == {
        "id": "cup.1",
        "language": "en",
        "text": "The cup did not fit into the box because it was too large.",
        "anaphor": {"start": 41, "end": 43, "form": "it"},
        "candidates": ["the cup", "the box"],
        "prompt": "What was too large?",
    }
    unmarked = replace(asked, anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT))
    assert json.loads(encode(unmarked))["anaphor"] is None


def test_what_cannot_be_started_is_one_sentence() -> None:
    with pytest.raises(InputError, match="'no-such-program' cannot be started"):
        list(make("command:no-such-program --x").resolve(QUESTIONS))
    with pytest.raises(InputError, match="needs a command line"):
        make("command")
    with pytest.raises(InputError, match="No closing quotation"):
        make("command:sh -c 'x")


def test_a_script_on_the_command_line_may_be_long() -> None:
    reply = "json.dumps({'id': json.loads(line)['id'], 'choice': 0})"
    body = f"import json, sys; {'x = 1; ' * 200} [print({reply}) for line in sys.stdin]"
    resolver = make(f'command:{PYTHON} -u -c "{body}"')
    assert resolver.name.startswith("command(python")
    assert reasons(list(resolver.resolve(QUESTIONS))) == ["0"] * 5


def test_another_script_is_another_signature(tmp_path: Path) -> None:
    script = tmp_path / "answer.py"
    script.write_text("1")
    before = make(f"command:python {script}")
    text = str(before.signature)
    script.write_text("2")
    assert str(make(f"command:python {script}").signature) != text
    assert str(make(f"command:python {script},version=2").signature).endswith("|version:2|process:one|timeout:60.0")
    assert before.name == "command(answer.py)"


@pytest.mark.parametrize("pause", ["", "sys.stdout.flush(); time.sleep(0.05); "], ids=["at-once", "in-pieces"])
@pytest.mark.parametrize(("size", "reason"), [(2**20, "0"), (2**20 + 1, "unreadable"), (2**20 + 70_000, "unreadable")])
def test_the_fate_of_a_long_line_depends_on_its_length_alone(
    program: Program, pause: str, size: int, reason: str
) -> None:
    body = f"""
start = json.dumps({{"id": q["id"], "choice": 0}})[:-1] + ', "x": "'
line = start + "y" * ({size} - len(start) - 2) + '"}}'
sys.stdout.write(line[:900_000]); {pause}sys.stdout.write(line[900_000:1_048_000]); {pause}
sys.stdout.write(line[1_048_000:] + chr(10)); sys.stdout.flush()"""
    assert reasons(program.answers(body, QUESTIONS[0])) == [reason]


@pytest.mark.parametrize("setting", ["timeout=1e300", "start=1e15", "timeout=nan", "start=inf"])
def test_a_time_without_measure_is_refused(setting: str) -> None:
    with pytest.raises(InputError, match=f"cannot use {setting}"):
        make(f"command:true,{setting}")


def test_scores_at_the_edge_of_numbers_are_answers(program: Program, tmp_path: Path) -> None:
    body = "say(scores=[1e308] + [-1e308] * (len(q['candidates']) - 1))"
    answers = program.answers(body)
    assert reasons(answers) == ["0"] * 5
    script = f"command:{PYTHON} {tmp_path / 'answer.py'}"
    both = list(make(f"ensemble:{script}+{script},how=score").resolve(QUESTIONS))
    assert all(isinstance(each.reply, Choice) and max(score or 0 for score in each.scores) == 1e308 for each in both)
