"""Entries in real containers: hostile ones, contained and reported; changed, missing and odd images."""

import inspect
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.challenge.container import engine as sandbox_engine
from anaphor.challenge.container.container import ContainerSandbox
from anaphor.challenge.container.engine import ContainerEngine, find_engine, is_abandoned, new_name, remove_abandoned
from anaphor.challenge.proxy.sites import NetworkAccess, read_site
from anaphor.challenge.sandbox.isolation import own_collections
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.transcript.record import FactKind
from anaphor.cli.main import app as whole
from anaphor.errors import AnaphorError, InputError
from tests.challenge import test_attacks as attacks
from tests.challenge.entries import SMALL, Ring
from tests.challenge.images import engine_here
from tests.challenge.origin import ASK, site

pytestmark = pytest.mark.waiting

in_the_open = attacks.in_the_open


def ours() -> list[str]:
    """The containers of this process that are there."""
    said = subprocess.check_output([*engine_here().command, "ps", "-a", "--format", "{{.Names}}"], text=True)
    return [name for name in said.split() if name.startswith(new_name().rpartition("-")[0])]


BRIEF = [
    attacks.test_the_answers_cannot_be_read_on_disk_or_in_the_referee,
    attacks.test_another_entry_cannot_be_read,
    attacks.test_nothing_can_be_written_outside,
    attacks.test_the_network_is_out_of_reach_by_any_family,
    attacks.test_a_fork_bomb_stays_small,
    attacks.test_a_memory_bomb_ends_itself_alone,
    attacks.test_a_disk_filler_fills_only_its_own_folder,
    attacks.test_an_entry_cannot_kill_its_parent_the_first_process_or_the_referee,
    attacks.test_nothing_outlives_the_run,
]
"""Attacks on the cage that are tried in a container at every test run …"""
LONG = [
    attacks.test_names_are_not_resolved_and_no_datagram_leaves,
    attacks.test_memory_cannot_be_hidden_in_shared_mappings_or_files_in_memory,
    attacks.test_endless_output_is_cut,
    attacks.test_an_endless_loop_is_ended,
    attacks.test_processor_time_counts_over_all_processes,
    attacks.test_an_entry_that_never_answers_costs_its_time_and_no_more,
    attacks.test_a_line_of_a_gigabyte_is_not_waited_for,
    attacks.test_limits_cannot_be_raised,
    attacks.test_namespaces_cannot_be_nested,
    attacks.test_other_processes_cannot_be_read_or_traced,
    attacks.test_nobody_becomes_root_and_no_key_is_found,
    attacks.test_an_entry_that_dies_is_started_as_often_as_the_terms_allow,
]
"""… and in the long profile; those on the cage's own program make no sense in a container."""
ATTACKS = [*BRIEF, *(pytest.param(attack, marks=pytest.mark.long) for attack in LONG)]
CHOSEN = {"groups": True, "stream": "stdout"}
"""What the attacks are made with that come in two kinds."""


@pytest.mark.parametrize("attack", ATTACKS, ids=[each.__name__.removeprefix("test_") for each in (*BRIEF, *LONG)])
def test_in_a_container_too(
    attack: Callable[..., None], box: Ring, in_the_open: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"ring": box, "in_the_open": in_the_open, "monkeypatch": monkeypatch, **CHOSEN}
    attack(**{name: given[name] for name in inspect.signature(attack).parameters})
    assert ours() == []


def test_a_container_of_this_machine_is_sealed_and_the_command_says_so(image: str) -> None:
    result = CliRunner().invoke(
        whole, ["challenge", "sandbox", "--self-test", "--backend", "container", "--image", image, "--json"]
    )
    document = json.loads(result.stdout)
    assert [layer for layer in document["layers"] if layer["required"] and not layer["ok"]] == []
    assert document["sealed"] is True
    assert result.exit_code == 0
    assert ours() == []


def test_one_file_cannot_be_larger_than_allowed_and_the_entry_is_told(box: Ring) -> None:
    """The first process of a container takes no such signal as ends one in the cage: it gets an error instead."""
    heard = box.ask('open("/tmp/large", "wb", buffering=0).write(b"x" * (2 << 20))\nsay(choice=0)', count=1, starts=1)
    assert box.ask('open("/tmp/l", "ab").write(b"x" * (2 << 20))', count=1, starts=1).replies == ["failed"]
    assert heard.replies in ([0], [1])  # a part was written


def test_nothing_of_the_referee_is_inherited(box: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """podman hands on the proxies of whoever calls it, and his list of hosts, unless it is told not to."""
    for name in ("SECRET_TOKEN", "HTTP_PROXY", "http_proxy", "no_proxy", "FTP_PROXY"):
        monkeypatch.setenv(name, "http://somebody:secret@proxy.invalid/")
    heard = box.ask(
        'tell(sorted(os.environ), sorted(os.listdir("/proc/self/fd"))[:-1], os.getcwd())\n'
        'tell(os.path.exists("/etc/hosts"))\nsay(choice=0)',
        count=1,
    )
    names = ["HOME", "HOSTNAME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "TERM", "TMPDIR", "container"]
    assert heard.stderr == f"{names!r} ['0', '1', '2'] /entry\nFalse\n"


def test_lent_folders_can_be_read_and_hidden_ones_cannot(box: Ring, in_the_open: Path) -> None:
    for name in ("seen", "covered"):
        (in_the_open / name).mkdir()
        (in_the_open / name / "words").write_text(name)
    engine = engine_here()
    box.sandbox = ContainerSandbox(limits=SMALL, engine=engine, hidden=(in_the_open / "covered",))
    entry = box.entry(f'tell(*(os.listdir("{in_the_open}/" + name) for name in ("seen", "covered")))\nsay(choice=0)')
    assert box.run(box.case(replace(entry, readable=(in_the_open,)), 1)).stderr == "['words'] []\n"
    data = own_collections().parent
    entry = box.entry(f'tell(*map(os.listdir, ("{data}/collections", "{data}/challenge")))\nsay(choice=0)')
    assert box.run(box.case(replace(entry, readable=(data,)), 1)).stderr.startswith("[] ['")
    for wrong, said in ((in_the_open / "covered", "cannot be lent"), (in_the_open / "no", "only a folder")):
        with pytest.raises(InputError, match=said):
            box.run(box.case(replace(entry, readable=(wrong,))))


@pytest.mark.long
def test_a_start_and_a_question_cost_what_the_documentation_says(box: Ring, tmp_path: Path) -> None:
    """Prints the figures; a question costs about the same wherever it is answered."""
    entry = box.entry("say(choice=0)")
    starts: dict[str, list[float]] = {}
    questions: dict[str, list[float]] = {}
    with box.sandbox.prepare(entry, note) as boxed, ProcessSandbox(limits=SMALL).prepare(entry, note) as caged:
        for _ in range(10):
            for name, cell in (("container", boxed), ("process", caged)):
                began = time.perf_counter()
                wire = cell.start(until=time.monotonic() + 600, output=100_000)
                for number in range(50):
                    wire.send(b'{"id": "x"}\n', time.monotonic() + 600)
                    assert isinstance(wire.receive(time.monotonic() + 600), bytes)
                    kept = questions if number else starts
                    kept.setdefault(name, []).append(time.perf_counter() - began)
                    began = time.perf_counter()
                wire.end(kill=False)
    for name, seconds in starts.items():
        print(f"{name}: start {min(seconds) * 1000:.0f} ms, question {min(questions[name]) * 1000:.3f} ms")
    assert min(questions["container"]) < 20 * min(questions["process"])


def note(kind: str, fields: Mapping[str, object]) -> None:
    """A record that nobody keeps."""


LACKING = """#!/bin/sh
for word in "$@"; do
  case $word in
    seccomp=*) grep -q listenerPath "${word#seccomp=}" && echo "Error: no seccomp notify here" >&2 && exit CODE;;
  esac
done
exec NAME "$@"
"""


@pytest.mark.parametrize("code", [125, 126])
def test_a_runtime_without_notifications_runs_entries_all_the_same(box: Ring, tmp_path: Path, code: int) -> None:
    engine = engine_here()
    lacking = tmp_path / "lacking"
    lacking.write_text(LACKING.replace("CODE", str(code)).replace("NAME", engine.name))
    lacking.chmod(0o755)
    box.sandbox = ContainerSandbox(limits=SMALL, engine=replace(engine, name=str(lacking)))
    heard = box.ask("say(choice=0)", count=1)
    assert heard.replies in ([0], [1])
    assert next(record for record in heard.records if record["kind"] == "start")["applied"]["seccomp"] == "silent"


def test_an_engine_that_fails_is_no_fault_of_the_entry(box: Ring) -> None:
    """Its exit code is one that an entry may have too; then the entry has died."""
    engine = engine_here()
    box.sandbox = ContainerSandbox(limits=SMALL, engine=replace(engine, running=(*engine.running, "--no-such-option")))
    with pytest.raises(AnaphorError, match=r"no container could be made.*no-such-option"):
        box.ask("say(choice=0)")
    box.sandbox = ContainerSandbox(limits=SMALL, engine=replace(engine, running=("--volume=/proc/1:/proc/1",)))
    with pytest.raises(AnaphorError, match="no container could be made"):  # the runtime refuses: no fault either
        box.ask("say(choice=0)")
    for watched in (True, False):
        box.sandbox = ContainerSandbox(limits=SMALL, engine=replace(engine, watched=watched))
        heard = box.ask("os._exit(125)", count=1, starts=1)
        assert heard.replies == ["failed"]
        assert [record["code"] for record in heard.records if record["kind"] == "ending"] == [125]


REFEREE = """
import sys, time
from pathlib import Path
from anaphor.challenge.sandbox.sandbox import Limits, Submission
from anaphor.challenge.container.container import ContainerSandbox
from anaphor.challenge.container.engine import find_engine
stays = "import signal, time; print('here', flush=True); time.sleep(600)"
entry = Submission(name="x", image=sys.argv[1], command=("python3", "-c", stays))
with ContainerSandbox(limits=Limits(), engine=find_engine()).prepare(entry, lambda kind, fields: None) as cell:
    wire = cell.start(until=time.monotonic() + 600, output=1000)
    print(wire.receive(time.monotonic() + 120), flush=True)
    time.sleep(600)
"""


def test_what_a_killed_referee_leaves_behind_is_gone_at_the_next_start(box: Ring, image: str) -> None:
    engine = engine_here()
    with subprocess.Popen([sys.executable, "-c", REFEREE, image], stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        assert "here" in referee.stdout.readline()
        referee.send_signal(signal.SIGKILL)
    left = [name for name in names(engine) if f"-{referee.pid}-" in name]
    assert len(left) == 1
    assert is_abandoned(left[0])
    assert set(box.ask("say(choice=0)", count=1).replies) <= {0, 1}
    assert left[0] not in names(engine)


def names(engine: ContainerEngine) -> list[str]:
    """The containers that are there."""
    return subprocess.check_output([*engine.command, "ps", "-a", "--format", "{{.Names}}"], text=True).split()


def test_only_the_containers_of_dead_referees_are_abandoned(tmp_path: Path) -> None:
    mine = new_name()
    prefix, namespace, process, began, end = mine.split("-")
    dead = f"{prefix}-{namespace}-{process}-{int(began) + 1}-{end}"
    elsewhere = f"{prefix}-{int(namespace) + 1}-{process}-1-{end}"
    found = {name: is_abandoned(name) for name in (mine, dead, elsewhere, "somebody-elses", "anaphor-of-a-user", "")}
    assert [name for name, gone in found.items() if gone] == [dead]
    said = tmp_path / "said"
    fake = tmp_path / "podman"
    fake.write_text(f'#!/bin/sh\nif [ "$1" = ps ]; then echo "{mine} {dead}"; else echo "$@" >{said}; fi\n')
    fake.chmod(0o755)
    assert remove_abandoned(ContainerEngine(name=str(fake))) == (dead,)
    assert said.read_text() == f"rm -f {dead}\n"


def test_an_engine_that_takes_its_time_takes_none_of_the_entrys(box: Ring, tmp_path: Path) -> None:
    engine = engine_here()
    slow = tmp_path / "slow"
    slow.write_text(f'#!/bin/sh\nsleep 1\nexec {engine.name} "$@"\n')
    slow.chmod(0o755)
    box.sandbox = ContainerSandbox(limits=SMALL, engine=replace(engine, name=str(slow)))
    heard = box.ask("say(choice=0)", start=20.0)
    assert set(heard.replies) <= {0, 1}
    assert max(answer.seconds or 0 for answer in heard.hearing.answers) < 20


def test_an_engine_that_does_not_answer_is_said_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stuck = tmp_path / "podman"
    stuck.write_text("#!/bin/sh\nexec sleep 60\n")
    stuck.chmod(0o755)
    monkeypatch.setattr(sandbox_engine, "_PATIENCE_S", 0.2)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert "podman: it did not answer within 0.2 seconds" in str(find_engine())


def test_allowed_sites_are_reached_from_a_container_and_nothing_else_is(box: Ring, tmp_path: Path) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}/wiki/"
        network = NetworkAccess(sites=(read_site(here),), traffic=tmp_path / "traffic.jsonl")
        box.sandbox = ContainerSandbox(limits=SMALL, engine=engine_here(), network=network)
        words = f'tell(get("{here}a"), get("{here}../b")[0], get("http://example.org/")[0])\nsay(choice=0)'
        heard = box.ask(ASK + words, count=1)
        assert heard.stderr == "(200, 'page 1: /wiki/a') 403 403\n"
        assert FactKind.REQUEST_REFUSED in heard.facts
        assert [record["status"] for record in heard.records if record["kind"] == "request"] == [200, 403, 403]
        box.sandbox = replace(box.sandbox, network=replace(network, traffic=None, replay=(tmp_path / "traffic.jsonl",)))
        assert box.ask(ASK + f'tell(get("{here}a"))\nsay(choice=0)', count=1).stderr == "(200, 'page 1: /wiki/a')\n"
        assert len(origin.asked) == 1
        box.sandbox = replace(box.sandbox, engine=replace(engine_here(), watched=False))
        with pytest.raises(AnaphorError, match="cannot be led to it here"):
            box.ask("say(choice=0)", count=1)
