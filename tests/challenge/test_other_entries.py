"""Entries that are resolvers or addresses, a challenge on the real clock, and the rehearsal that the demo holds."""

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from anaphor.challenge import Seal, Verdict, judge_rounds, open_challenge, rehearse
from anaphor.challenge.acts import announce, run_again, run_rounds, take_entries
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.round import Act, Hearing, RunState
from anaphor.challenge.running import RunPlan, Sandboxes, run_entries
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.serving import question_from, serve
from anaphor.challenge.starting import Start, start_challenge
from anaphor.collection import load
from anaphor.collection.native.writing import write_collection
from anaphor.errors import InputError
from anaphor.experiment import load_study, save_study
from anaphor.report.markdown import markdown_of
from anaphor.report.sections.challenge import challenge_section
from anaphor.resolver import encode, make
from anaphor.section import Report
from anaphor.text import speaking
from tests.challenge.rounds import Character, add_entry, made, reopened, retold, verdict_of
from tests.challenge.times import NOW

pytestmark = pytest.mark.waiting


class Answers(BaseHTTPRequestHandler):
    """An entry at its owner's own address: it always takes the first candidate."""

    def do_POST(self) -> None:
        lines = self.rfile.read(int(self.headers["content-length"])).splitlines()
        body = b"".join(json.dumps({"id": json.loads(line)["id"], "choice": 0}).encode() + b"\n" for line in lines)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def address() -> Iterator[str]:
    """Where that entry is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/answer"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_is_asked_and_never_sealed(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    rules = folder / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("lent = []", 'lent = []\nhosts = ["127.0.0.1"]'), "utf-8")
    with address() as url, open_challenge(folder, writing=True) as challenge:
        store_entry(EntryFile(url=url), None, challenge.path_of("elsewhere"), most=1)
        run_rounds(challenge)
        found = verdict_of(judge_rounds(challenge, challenge.rules.dates.held), "elsewhere")
    assert found.row is not None
    assert (found.row.heard.backend, found.row.heard.sealed) == ("http", False)
    assert found.row.measures.answered == 1


def test_a_resolver_as_an_entry_answers_as_it_does_elsewhere(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        store_entry(EntryFile(resolver="nearest"), None, challenge.path_of("nearest"), most=1)
        run_rounds(challenge)
        found = verdict_of(judge_rounds(challenge, challenge.rules.dates.held), "nearest")
        questions = [item.question for item in challenge.rounds[0].items]
    assert found.row is not None
    replies = [answer.reply for answer in found.row.heard.answers]
    assert replies == [answer.reply for answer in make("nearest").resolve(questions)]


def test_a_question_survives_the_wire_and_the_server_answers_line_by_line() -> None:
    questions = load("anaphor-en").questions[:20]
    lines = [encode(question).decode() for question in questions]
    for question, line in zip(questions, lines, strict=True):
        heard = question_from(json.loads(line))
        assert (heard.text, heard.anaphor, heard.prompt) == (question.text, question.anaphor, question.prompt)
    out = io.StringIO()
    serve(make("first"), lines, out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["id"] for reply in replies] == [question.id for question in questions]
    assert all("choice" in reply or "abstain" in reply for reply in replies)


def real(folder: Path, days: float) -> None:
    """Make a real challenge of a rehearsal, held some days ago, with questions of its own."""
    path = folder / "challenge.toml"
    text = path.read_text("utf-8").replace("rehearsal = true", "rehearsal = false")
    text = text.replace('backend = "none"', 'backend = "process"').replace('"anaphor-fr"', '"own.yaml"')
    held = datetime.now(UTC) - timedelta(days=days)
    dates = {
        "opens": held - timedelta(days=9),
        "closes": held - timedelta(days=1),
        "held": held,
        "source_or_trace": held + timedelta(days=10),
    }
    lines = [
        f"{line.split()[0]} = {dates[line.split()[0]].isoformat()}" if line.split(" = ")[0] in dates else line
        for line in text.splitlines()
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    own = retold(load("anaphor-fr"), lambda text: f"{text} Personne ne l'avait prévu.")
    (folder / "own.yaml").write_text("".join(write_collection(own)), "utf-8")
    study = load_study(folder / "people.jsonl")
    people = tuple(replace(each, simulated=False) for each in study.people)
    (folder / "people.jsonl").unlink()
    asked = replace(study, people=people, collection_fingerprint=load(folder / "own.yaml").fingerprint)
    save_study(asked, folder / "people.jsonl")


def test_on_the_real_clock_everything_has_its_time(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    real(folder, 0.5)
    with open_challenge(folder, writing=True) as challenge:
        assert not [each.problem for each in challenge.check() if not each.holds]
        add_entry(challenge, "now", Character(), tmp_path / "sources")
        take_entries(challenge)
        assert challenge.course.entries["now"].late
        for act, said in ((Act.RERUN, "too early to run again"), (Act.CONCLUDE, "too early to announce final results")):
            with pytest.raises(InputError, match=said):
                challenge.begin(act)
        with pytest.raises(InputError, match="nobody has entered in time"):
            run_rounds(challenge)
    early = made(tmp_path / "early")
    real(early, -2)
    with open_challenge(early, writing=True) as challenge:
        add_entry(challenge, "now", Character(), tmp_path / "early-sources")
        take_entries(challenge)
        assert not challenge.course.entries["now"].late
        with pytest.raises(InputError, match="too early to run"):
            challenge.begin(Act.RUN)


def test_the_hour_of_the_second_run_is_kept_on_the_real_clock(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    real(folder, 1.001)
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path / "sources")
        challenge.begin(Act.ENTER)
        challenge.enter("a", challenge.rules.dates.opens)
        with pytest.raises(InputError, match="drawn by lot"):
            run_again(challenge)


def test_without_a_machine_that_can_cage_a_run_is_lost_and_stays_in_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "challenge")
    path = folder / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace('backend = "none"', 'backend = "process"'), "utf-8")
    monkeypatch.setattr("anaphor.challenge.sandbox.process.shutil.which", lambda *_, **__: None)
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path / "sources")
        challenge.enter("a", challenge.begin(Act.ENTER))
        drawn = challenge.rounds[0]
        sandboxes = Sandboxes(seals={(challenge.rules.backend, None): _seal()})
        plan = RunPlan(
            round_name=drawn.rules.name,
            which=Hearing.RUN,
            seed=1,
            when=NOW,
            questions=tuple(item.question for item in drawn.items),
        )
        run_entries(challenge, plan, ["a"], sandboxes)
        run = challenge.course.run("a", drawn.rules.name, Hearing.RUN)
        assert run.state is RunState.LOST
        assert "bwrap" in (run.reason or "")
        run_entries(challenge, plan, ["a"], sandboxes)
        assert challenge.course.run("a", drawn.rules.name, Hearing.RUN).attempt == 2


def _seal() -> Seal:
    return Seal(backend=Backend.PROCESS, layers=())


def test_the_rehearsal_of_the_demo_shows_what_happens_to_each_kind_of_entry(tmp_path: Path) -> None:
    found = rehearse(tmp_path / "challenge", at=NOW)
    verdicts = {each.name: each.verdict for each in found.entries}
    assert verdicts == {
        "expert": Verdict.PRIZE,
        "cheat": Verdict.DISQUALIFIED,
        "starter-kit": Verdict.BELOW,
        "random": Verdict.BELOW,
    }
    assert found.simulated
    for interface, stamp in (("en", "SIMULATED"), ("fr", "SIMULÉ")):
        with speaking(interface):
            section = challenge_section(found)
        assert stamp in (section.stamp or "")
        text = markdown_of(Report(title="t", interface=interface, sections=(section,)))
        assert all(name in text for name in verdicts)


def test_a_rehearsal_s_provisional_results_can_be_announced_once(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "a", Character(), tmp_path / "sources")
        run_rounds(challenge)
        announce(challenge)
        first = challenge.course.announced
        announce(challenge)
        assert challenge.course.announced == first
        assert sum(event["kind"] == "announced" for event in challenge.events()) == 1


@pytest.mark.shared
def test_the_sixty_problems_of_the_2016_challenge_make_a_round_that_keeps_the_rules(
    shared: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "challenge"
    start = Start(title="2016", collection=str(shared / "pdp" / "PDPChallenge2016.xml"), backend=Backend.NONE)
    start_challenge(folder, start, NOW)
    challenge = reopened(folder)
    assert [(each.rules.kind.value, len(each.items)) for each in challenge.rounds] == [("problems", 60)]
    assert [each.problem for each in challenge.check() if not each.holds] == []
