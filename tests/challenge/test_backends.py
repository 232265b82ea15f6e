"""The other backends: an address elsewhere, a plain process, a container where there is an engine."""

import json
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from anaphor.challenge.container.container import ContainerSandbox, try_container
from anaphor.challenge.container.engine import ContainerEngine
from anaphor.challenge.sandbox.bubblewrap import Isolation
from anaphor.challenge.sandbox.isolation import Prepared
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import Backend, Submission
from anaphor.challenge.sandbox.unsealed import UNSEALED, HttpSandbox
from anaphor.challenge.transcript.record import FactKind
from anaphor.challenge.transcript.session import SessionSetup
from anaphor.errors import AnaphorError, InputError
from tests.challenge.entries import SMALL, TERMS, Heard, Ring, questions
from tests.challenge.images import engine_here

pytestmark = pytest.mark.waiting

Answerer = Callable[[BaseHTTPRequestHandler, bytes], None]


@contextmanager
def address(answer: Answerer) -> Iterator[str]:
    """An entrant's own address."""

    class Page(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer(self, self.rfile.read(int(self.headers["content-length"])))

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/ask"
    finally:
        server.shutdown()
        server.server_close()


def reply(page: BaseHTTPRequestHandler, body: bytes, status: int = 200) -> None:
    page.send_response(status)
    page.send_header("Content-Length", str(len(body)))
    page.end_headers()
    page.wfile.write(body)


def first(page: BaseHTTPRequestHandler, body: bytes) -> None:
    lines = [json.loads(line) for line in body.splitlines()]
    reply(page, b"".join(json.dumps({"id": line["id"], "choice": 0}).encode() + b"\n" for line in lines))


def hear_address(ring: Ring, url: str, batch: int = 1, question: float = 0.4) -> Heard:
    terms = replace(TERMS, question=question, start=0.0, starts=9, batch=batch)
    case = SessionSetup(
        submission=Submission(name="there", url=url),
        questions=questions(4),
        seal=UNSEALED[Backend.HTTP],
        terms=terms,
        sandbox=HttpSandbox(limits=SMALL),
    )
    return ring.run(case)


@pytest.mark.parametrize("batch", [1, 3])
def test_an_address_is_asked_and_never_sealed(open_ring: Ring, batch: int) -> None:
    with address(first) as url:
        heard = hear_address(open_ring, url, batch=batch, question=30)
    assert set(heard.replies) <= {0, 1}
    assert heard.hearing.facts == ()
    assert heard.hearing.sealed is False
    assert heard.records[0]["entry"]["url"] == url


def slow(page: BaseHTTPRequestHandler, body: bytes) -> None:
    time.sleep(0.7)
    first(page, body)


def drip(page: BaseHTTPRequestHandler, body: bytes) -> None:
    page.send_response(200)
    page.end_headers()
    for _ in range(20):
        page.wfile.write(b"x")
        page.wfile.flush()
        time.sleep(0.1)


def endless(page: BaseHTTPRequestHandler, body: bytes) -> None:
    page.send_response(200)
    page.end_headers()
    while True:
        page.wfile.write(b"x" * 65536)


@pytest.mark.parametrize(
    ("answer", "reasons", "fact"),
    [
        (lambda page, body: reply(page, b"nonsense\n"), {"unreadable"}, FactKind.UNREADABLE),
        (lambda page, body: reply(page, b""), {"failed"}, FactKind.DIED),
        (lambda page, body: reply(page, b"", 500), {"failed"}, FactKind.DIED),
        (slow, {"timeout"}, FactKind.SILENT),
        (drip, {"timeout"}, FactKind.SILENT),
        (endless, {"unreadable", "failed"}, FactKind.OUTPUT_LIMIT),
    ],
    ids=["nonsense", "empty", "error", "slow", "drip", "endless"],
)
def test_what_goes_wrong_at_an_address_is_a_fact(
    open_ring: Ring, answer: Answerer, reasons: set[str], fact: FactKind
) -> None:
    with address(answer) as url:
        heard = hear_address(open_ring, url)
    assert set(heard.replies) <= reasons
    assert fact in heard.facts


def test_an_address_where_nobody_is_fails(open_ring: Ring) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        url = f"http://127.0.0.1:{gone.getsockname()[1]}/"
    assert set(hear_address(open_ring, url).replies) == {"failed"}
    for wrong in ("", "ftp://x/", "http://", "http://a:b/", "nonsense"):
        with pytest.raises(InputError, match="no usable address"):
            hear_address(open_ring, wrong)


def test_a_plain_process_is_never_sealed(open_ring: Ring) -> None:
    heard = open_ring.ask("say(choice=0)")
    assert heard.hearing.backend is Backend.NONE
    assert heard.hearing.sealed is False
    assert heard.records[0]["sealed"] is False
    with pytest.raises(InputError, match="cannot be started"):
        open_ring.run(open_ring.case(Submission(name="x", command=("/no/such/program",))))
    with pytest.raises(InputError, match="has no command"):
        open_ring.run(open_ring.case(Submission(name="x")))


def test_an_impossible_submission_is_refused() -> None:
    for wrong in (
        {"name": " "},
        {"name": "x", "command": ("a\0b",)},
        {"name": "x", "environment": {"A=B": "c"}},
        {"name": "x", "command": ("y" * 70_000,)},
    ):
        with pytest.raises(InputError):
            Submission(**wrong)


def test_lent_folders_can_be_read_and_hidden_ones_cannot(ring: Ring, tmp_path: Path) -> None:
    lent = Path("/usr/share")
    ring.sandbox = ProcessSandbox(limits=SMALL, hidden=(lent / "doc", Path("/usr/lib/os-release")))
    heard = ring.ask(
        """
tell(os.listdir("/usr/share/doc"), os.path.isdir("/usr/share/zoneinfo"), open("/usr/lib/os-release").read())
say(choice=0)
""",
        count=1,
    )
    assert heard.stderr == "[] True \n"
    with pytest.raises(InputError, match="only a folder can be lent"):
        ring.run(ring.case(replace(ring.entry("pass"), readable=(tmp_path / "nowhere",))))
    with pytest.raises(InputError, match="cannot be lent"):
        Isolation(prepared=Prepared(folder=tmp_path), user=1, readable=(tmp_path,), hidden=(tmp_path,), scratch=1)


def test_a_folder_that_nobody_may_enter_is_one_sentence(ring: Ring, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "inner").mkdir()
    if ProcessSandbox(limits=SMALL).terms["user"] != 65534:
        pytest.skip("only root's entries run as somebody else")
    with pytest.raises(AnaphorError, match=r"no sandbox could be made.*Permission denied"):
        ring.run(ring.case(replace(ring.entry("pass"), readable=(closed / "inner",))))


def test_an_entry_has_its_own_environment(ring: Ring) -> None:
    entry = replace(
        ring.entry('tell(os.environ["MODEL"], os.environ["HOME"])\nsay(choice=0)'),
        environment={"MODEL": "small é", "LD_PRELOAD": "/nowhere.so"},
    )
    heard = ring.run(ring.case(entry, 1))
    assert heard.stderr.endswith("small é /tmp\n")


def test_containers_get_the_same_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line, without an engine: what it asks for must not be forgotten."""
    fake = tmp_path / "podman"
    fake.write_text('#!/bin/sh\nif [ "$2" = inspect ]; then echo \'[{"Id": "sha256:1"}]\'; else echo "$@"; fi\n')
    fake.chmod(0o755)
    sandbox = ContainerSandbox(limits=replace(SMALL, cores=1.5), engine=ContainerEngine(name=str(fake)))
    (tmp_path / "entry").mkdir()
    submission = Submission(name="x", image="image", command=("python3", "a.py"), folder=tmp_path / "entry")
    with sandbox.prepare(submission, lambda _kind, _fields: None) as cell:
        assert cell.manifest["image"] == "sha256:1"
        wire = cell.start(until=time.monotonic() + 20, output=10_000)
        line = wire.receive(time.monotonic() + 10)
        wire.end(kill=True)
    assert isinstance(line, bytes)
    said = line.decode()
    for option in (
        "--network none",
        "--read-only ",
        "--cap-drop ALL",
        "--log-driver none",
        "--pull never",
        "--security-opt no-new-privileges",
        "--user 65534:65534",
        f"--memory {SMALL.memory}",
        f"--memory-swap {SMALL.memory}",
        "--pids-limit 32",
        "--cpus 1.5",
        f"--ulimit fsize={SMALL.file}:{SMALL.file}",
        "--ulimit cpu=2:3",
        f"size={SMALL.scratch}",
        ":/entry:ro",
        "--entrypoint=python3 sha256:1 a.py",
    ):
        assert option in said
    with pytest.raises(InputError, match="has no image"), sandbox.prepare(Submission(name="x"), lambda *_: None):
        pass


def test_without_an_engine_a_container_is_not_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    seal = try_container(None)
    assert not seal.sealed
    assert "podman is not installed" in seal.layers[0].reason


def test_a_real_engine_without_an_image_is_not_called_sealed() -> None:
    engine_here()
    seal = try_container(None)
    assert not seal.sealed
    assert seal.layers[0].ok
