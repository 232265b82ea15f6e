"""The referee asks each question once, in an order that the seed decides, and whatever an entry does is a fact."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, Choice
from anaphor.challenge.sandbox.sandbox import Limits, Submission
from anaphor.challenge.sandbox.unsealed import PlainSandbox
from anaphor.challenge.transcript.record import FactKind, Terms, shuffle
from anaphor.challenge.transcript.session import run_session
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.collection import load
from anaphor.errors import ContentError, InputError
from anaphor.resolver.conformance import hostile_questions
from anaphor.schema import question_of
from tests.challenge.entries import PYTHON, SMALL, Ring, body, questions

pytestmark = pytest.mark.waiting

CUP = 'say(choice=next(i for i, c in enumerate(q["candidates"]) if "cup" in c))'
"""An entry that always means the same candidate, wherever it stands."""


def test_answers_come_back_under_the_collections_ids_and_orders(ring: Ring) -> None:
    heard = ring.ask(CUP, count=12)
    assert heard.replies == [0] * 12
    assert [answer.question for answer in heard.hearing.answers] == [f"cup.{number}" for number in range(12)]
    assert heard.hearing.facts == ()
    assert heard.hearing.sealed
    assert all(answer.seconds is not None and answer.at is not None for answer in heard.hearing.answers)


def test_an_entry_sees_no_id_no_key_and_no_cue_of_the_collection(open_ring: Ring) -> None:
    heard = open_ring.ask("tell(line.strip())\nsay(choice=0, scores=[1.5, -2])", count=5)
    lines = [json.loads(line) for line in heard.stderr.splitlines()]
    assert {tuple(sorted(line)) for line in lines} == {("anaphor", "candidates", "id", "language", "prompt", "text")}
    assert not any("cup." in line["id"] for line in lines)
    shown = {record["question"]: record for record in heard.records if record["kind"] == "answer"}
    first = [each for record in heard.records if record["kind"] == "asked" for each in record["questions"]]
    for each in first:  # the choice and the scores are put back in the collection's order
        assert shown[each["question"]]["reply"]["candidate"] == each["order"][0]
        assert shown[each["question"]]["scores"][each["order"][0]] == 1.5


def test_the_seed_decides_the_order_the_ids_and_the_candidates_orders() -> None:
    asked = questions(40)
    one, same, other = shuffle(asked, 1), shuffle(asked[::-1], 1), shuffle(asked, 2)
    assert one == same
    assert [each.original for each in one] != [each.original for each in other]
    assert {each.shown.id for each in one}.isdisjoint(each.shown.id for each in other)
    orders = {each.original: each.order for each in one}
    assert 5 < sum(orders[each.original] != each.order for each in other) < 35
    assert {each.original for each in one} == {question.id for question in asked}


def test_batches_may_be_answered_in_any_order(open_ring: Ring) -> None:
    script = """#!
import json, sys
waiting = []
for line in sys.stdin:
    waiting.append(json.loads(line)["id"])
    if len(waiting) == 4:
        for name in reversed(waiting):
            print(json.dumps({"id": name, "choice": 0}))
        sys.stdout.flush()
        waiting = []
"""
    heard = open_ring.ask(script, count=12, batch=4)
    assert set(heard.replies) == {0, 1}
    assert heard.hearing.facts == ()
    assert sum(record["kind"] == "asked" for record in heard.records) == 3


@pytest.mark.parametrize(
    ("script", "replies", "fact"),
    [
        ("say(choice=0)\nsay(choice=1)", {"unreadable"}, FactKind.TWICE),
        ("say(choice=0)\nsay(choice=0)", {"unreadable"}, FactKind.TWICE),
        ('print(json.dumps({"id": "cup.0", "choice": 0}), flush=True)', {"timeout"}, FactKind.UNKNOWN),
        (
            'for _ in range(300): print(json.dumps({"id": "x", "choice": 0}), flush=True)',
            {"unreadable", "failed"},
            FactKind.FLOOD,
        ),
        (
            "sys.stdout.buffer.write(b'\\xff\\xfe\\xc3(\\n'); sys.stdout.buffer.flush()",
            {"unreadable"},
            FactKind.UNREADABLE,
        ),
        ("print('maybe', flush=True)", {"unreadable"}, FactKind.UNREADABLE),
        ("print('[' * 100000, flush=True)", {"unreadable"}, FactKind.UNREADABLE),
        ("print('[1]', flush=True)", {"unreadable"}, FactKind.UNREADABLE),
        ("print('{\"id\": 7}', flush=True)", {"unreadable"}, FactKind.UNREADABLE),
        ("pass", {"timeout"}, FactKind.SILENT),
        ("sys.exit(3)", {"failed"}, FactKind.DIED),
        ("os.kill(os.getpid(), 9)", {"failed"}, FactKind.DIED),
        ("os.close(1); time.sleep(30)", {"failed"}, FactKind.DIED),
        ("sys.stdout.write('x' * (1 << 21)); sys.stdout.flush()", {"unreadable"}, FactKind.ENDLESS_LINE),
    ],
    ids=[
        "twice",
        "same-twice",
        "unknown",
        "flood",
        "utf8",
        "not-json",
        "deep",
        "list",
        "no-id",
        "silent",
        "exit",
        "signal",
        "closed",
        "endless",
    ],
)
def test_whatever_an_entry_does_is_a_fact_and_an_abstention(
    open_ring: Ring, script: str, replies: set[str], fact: FactKind
) -> None:
    heard = open_ring.ask(
        script, count=2, question=0.3, start=0.2 if fact in (FactKind.SILENT, FactKind.UNKNOWN) else 5
    )
    assert set(heard.replies) <= replies
    assert fact in heard.facts


@pytest.mark.parametrize(
    "reply",
    [
        "choice=7",
        "choice=-1",
        "choice=True",
        "choice=0.5",
        "choice='0'",
        "scores=[1]",
        "scores=[10**400, 1]",
        "scores=[float('nan'), 1]",
        "scores='ab'",
        "scores=[float('inf'), 1]",
        "other=1",
        "abstain=False",
    ],
)
def test_a_reply_that_cannot_be_used_is_an_abstention(open_ring: Ring, reply: str) -> None:
    assert open_ring.ask(f"say({reply})", count=1).replies == ["unreadable"]


def test_an_entry_may_decline_and_half_characters_do_no_harm(open_ring: Ring) -> None:
    heard = open_ring.ask('say(abstain="no idea \\ud800", detail="\\udfff")', count=2)
    assert heard.replies == ["declined", "declined"]
    assert heard.hearing.facts == ()


def test_empty_lines_cost_nothing(open_ring: Ring) -> None:
    heard = open_ring.ask("print()\nprint('  ', flush=True)\nsay(choice=0)\nprint('', flush=True)", count=4)
    assert set(heard.replies) == {0, 1}
    assert heard.hearing.facts == ()


def test_an_answer_after_a_line_that_cannot_be_read_is_no_second_answer(open_ring: Ring) -> None:
    heard = open_ring.ask("print('loading', flush=True) if number == 0 else None\nsay(choice=0)", count=3)
    assert heard.replies.count("unreadable") == 1
    assert heard.facts == {FactKind.UNREADABLE, FactKind.LATE}


def test_an_answer_after_its_time_does_not_count(open_ring: Ring) -> None:
    # So many questions that the first answer, which is late, comes before the last of them on a busy machine too.
    heard = open_ring.ask("time.sleep(0.5 if number == 0 else 0)\nsay(choice=0)", count=60, question=0.25, start=0.15)
    assert heard.replies.count("timeout") >= 1
    assert FactKind.SILENT in heard.facts
    assert FactKind.LATE in heard.facts


def test_an_entry_that_dies_once_goes_on_after_a_new_start(open_ring: Ring) -> None:
    heard = open_ring.ask("if number == 2: os._exit(1)\nsay(choice=0)", count=5, starts=3)
    assert heard.replies.count("failed") == 1
    assert sum(record["kind"] == "start" for record in heard.records) == 2


def test_an_entry_that_does_not_read_is_not_waited_for(open_ring: Ring) -> None:
    asked = tuple(replace(each, text=each.text + " x" * 4000) for each in questions(60))
    entry = open_ring.entry("#!\nimport time\ntime.sleep(60)")
    case = replace(open_ring.case(entry, batch=60, question=0.02, start=0.3), questions=asked)
    heard = open_ring.run(case)
    assert set(heard.replies) == {"timeout"}
    assert FactKind.STUCK in heard.facts


def test_a_command_that_is_not_there_is_a_fact(ring: Ring) -> None:
    case = ring.case(Submission(name="x", command=("no-such-program",)))
    heard = ring.run(case)
    assert heard.replies == ["failed", "failed"]
    assert "cannot be started: no-such-program" in heard.stderr


def test_the_hostile_questions_go_over_the_wire(open_ring: Ring) -> None:
    case = replace(open_ring.case(open_ring.entry("say(choice=0)")), questions=hostile_questions())
    heard = open_ring.run(case)
    assert all(isinstance(answer.reply, Choice) for answer in heard.hearing.answers)


def test_the_trace_holds_what_a_judge_needs(ring: Ring) -> None:
    heard = ring.ask("tell('thinking')\n" + CUP, count=3)
    run, end = heard.records[0], heard.records[-1]
    assert run["kind"] == "run"
    assert len(run["entry"]["digest"]) == 64
    assert run["entry"]["command"] == [PYTHON, "answer.py"]
    assert run["entry"]["environment"]["HOME"] == "/tmp"
    assert run["terms"]["seed"] == 7
    assert run["backend"] == "process"
    assert run["sealed"] is True
    assert run["layers"][0]["name"] == "test"
    assert run["versions"].keys() >= {"anaphor", "python", "system", "bubblewrap"}
    ending = next(record for record in heard.records if record["kind"] == "ending")
    assert ending["stderr"] == "thinking\n" * 3
    assert ending["usage"]["seconds"] > 0
    assert end["outcomes"] == {f"cup.{number}": {"candidate": 0, "kind": "choice"} for number in range(3)}
    assert (end["answers"], end["abstentions"], end["starts"]) == (3, 0, 1)


def test_stderr_is_kept_from_both_ends(open_ring: Ring) -> None:
    heard = open_ring.ask("tell('first')\ntell('x' * 200_000)\ntell('last')\nsay(choice=0)", count=1)
    assert heard.stderr.startswith("first\nxxx")
    assert heard.stderr.endswith("xxx\nlast\n")
    assert "bytes left out" in heard.stderr
    assert len(heard.stderr) < 70_000


def test_two_hearings_with_one_seed_ask_the_same(open_ring: Ring) -> None:
    entry = open_ring.entry(CUP)
    one, two = (open_ring.run(open_ring.case(entry, 6)) for _ in range(2))
    asked = [[record["questions"] for record in heard.records if record["kind"] == "asked"] for heard in (one, two)]
    assert asked[0] == asked[1]
    assert one.hearing.signature == two.hearing.signature
    assert one.hearing.head != two.hearing.head


def test_a_case_needs_questions_with_ids_of_their_own(open_ring: Ring) -> None:
    case = open_ring.case(open_ring.entry(CUP))
    with pytest.raises(InputError, match="each with an id of its own"):
        replace(case, questions=())
    with pytest.raises(InputError, match="each with an id of its own"):
        replace(case, questions=questions(1) * 2)
    for wrong in ({"batch": 0}, {"starts": 0}, {"question": 0.0}, {"start": -1.0}, {"question": float("nan")}):
        with pytest.raises(InputError):
            replace(case.terms, **wrong)


KILLED = """
import sys
from pathlib import Path
from tests.challenge.entries import Ring, questions
from anaphor.challenge.sandbox.unsealed import PlainSandbox
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.transcript.session import run_session
from tests.challenge.entries import SMALL
from anaphor.challenge.sandbox.sandbox import Submission
folder = Path(sys.argv[1])
ring = Ring(folder, ProcessSandbox(limits=SMALL))
case = ring.case(Submission(name="entry", command=("python3", "answer.py"), folder=folder / "entry"), 30)
print("go", flush=True)
run_session(case, folder / "trace")
"""


@pytest.mark.parametrize("answers", [0, 7, 29])
def test_a_hearing_that_was_killed_goes_on_and_asks_nothing_twice(ring: Ring, tmp_path: Path, answers: int) -> None:
    (tmp_path / "entry").mkdir()
    (tmp_path / "entry" / "answer.py").write_text(body("time.sleep(0.02)\n" + CUP))
    root = Path(__file__).resolve().parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    with process:
        trace = tmp_path / "trace"
        while process.poll() is None and not (trace.exists() and count(trace) >= answers):
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    settled = count(trace) if trace.exists() else 0
    case = ring.case(Submission(name="entry", command=("python3", "answer.py"), folder=tmp_path / "entry"), 30)
    hearing = run_session(case, trace, resume=trace.exists())
    assert verify_trace(trace).ok
    assert [answer.reply for answer in hearing.answers] == [Choice(candidate=0)] * 30
    records = read_trace(trace)
    asked = [each["question"] for record in records if record["kind"] == "asked" for each in record["questions"]]
    again = [record["question"] for record in records if record.get("fact") == FactKind.ASKED_AGAIN.value]
    assert len(asked) - len(again) == len(set(asked)) == 30
    assert len(again) <= 1
    before = next((number for number, record in enumerate(records) if record["kind"] == "resumed"), 0)
    assert sum(record["kind"] == "answer" for record in records[:before]) >= settled
    assert survivors(tmp_path) == []


def count(trace: Path) -> int:
    return trace.read_bytes().count(b'"kind":"answer"')


def survivors(folder: Path) -> list[str]:
    """Processes that were started for an entry of this test and stay although the referee was killed."""
    found = []
    for _ in range(300):  # a busy machine takes its time to end them
        time.sleep(0.1)
        found = [line for line in command_lines() if str(folder) in line]
        if not found:
            break
    return found


def command_lines() -> list[str]:
    """How the processes of this machine were started, without this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if int(path.parent.name) != os.getpid():
                found.append(path.read_bytes().decode(errors="replace"))
    return found


def test_a_trace_of_another_hearing_is_not_gone_on_with(open_ring: Ring, tmp_path: Path) -> None:
    case = open_ring.case(open_ring.entry(CUP), 3)
    run_session(case, tmp_path / "trace")
    lines = (tmp_path / "trace").read_bytes().splitlines(keepends=True)
    (tmp_path / "trace").write_bytes(b"".join(lines[:4]))
    for other, name in (
        (replace(case, terms=replace(case.terms, seed=8)), "terms"),
        (replace(case, questions=questions(4)), "questions"),
        (replace(case, sandbox=PlainSandbox(limits=replace(SMALL, cpu=9))), "limits"),
        (replace(case, submission=open_ring.entry(CUP + " ")), "entry"),
    ):
        with pytest.raises(ContentError, match=f"its {name} differs"):
            run_session(other, tmp_path / "trace", resume=True)
    assert len(run_session(case, tmp_path / "trace", resume=True).answers) == 3


def test_limits_must_be_possible() -> None:
    for wrong in ({"memory": 0}, {"processes": -1}, {"wall": float("nan")}, {"cores": 0.0}, {"cpu": float("inf")}):
        with pytest.raises(InputError, match="the limit"):
            Limits(**wrong)


def test_the_embedded_collection_goes_through_a_cage(ring: Ring) -> None:
    asked = tuple(question_of(entry) for schema in load("anaphor-fr").schemas[:30] for entry in schema.variants)
    heard = ring.run(replace(ring.case(ring.entry("say(choice=0)")), questions=asked, terms=Terms(seed=3, question=20)))
    assert not any(isinstance(answer.reply, Abstention) for answer in heard.hearing.answers)
    assert str(heard.hearing.signature).startswith("entry:entry#")
