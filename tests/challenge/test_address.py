"""An entrant's address is asked where everybody could ask: nothing of the organiser's network answers in its name."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphor.challenge import enter, open_challenge
from anaphor.challenge.acts import run_rounds
from anaphor.challenge.sandbox.address import check_address, read_address, resolve
from anaphor.challenge.sandbox.sandbox import Backend, Submission
from anaphor.challenge.sandbox.unsealed import UNSEALED, HttpSandbox
from anaphor.challenge.transcript.session import SessionSetup
from anaphor.errors import InputError
from tests.challenge.entries import SMALL, TERMS, Ring, questions
from tests.challenge.rounds import made, reopened
from tests.challenge.test_backends import address, first

pytestmark = pytest.mark.waiting

INSIDE = (
    *("127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "198.18.0.1", "240.0.0.1", "192.0.2.1", "localhost"),
    *("[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fec0::1]", "[ff02::1]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]"),
    *("[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:db8::1]"),
)


@pytest.mark.parametrize("host", INSIDE)
def test_what_is_not_public_is_refused(host: str) -> None:
    with pytest.raises(InputError, match="not an address of the public internet"):
        check_address(f"http://{host}:8000/ask", ())


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "010.8.8.8"])
def test_numbers_in_disguise_are_no_addresses(host: str) -> None:
    with pytest.raises(InputError, match="no usable address"):
        read_address(f"http://{host}/ask")


def test_a_host_that_the_rules_name_is_allowed_and_no_other() -> None:
    for hosts in (("LOCALHOST",), ("localhost:8000",)):
        check_address("http://localhost.:8000/ask", hosts)
    for hosts in (("localhost:8001",), ("127.0.0.1",), ("host",)):
        with pytest.raises(InputError, match="public internet"):
            check_address("http://localhost:8000/ask", hosts)
    check_address("https://8.8.8.8/ask", ())
    check_address("https://[2606:4700::1111]/ask", ())


def naming(monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, ...]) -> list[str]:
    """A name service that answers otherwise each time it is asked; who was asked for."""
    asked: list[str] = []
    left = list(answers)

    def look_up(host: str, port: int, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        numbers = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_a_name_is_judged_by_all_that_it_means(monkeypatch: pytest.MonkeyPatch) -> None:
    naming(monkeypatch, ("8.8.8.8", "10.0.0.1"))
    with pytest.raises(InputError, match=r"10\.0\.0\.1"):
        check_address("https://entry.example/ask", ())


def test_a_name_that_means_another_number_later_is_not_followed(
    open_ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rebinding: public when it is looked at, this machine when it is asked."""
    with address(first) as url:
        asked = naming(monkeypatch, ("8.8.8.8",), ("127.0.0.1",))
        tried: list[object] = []

        def connect(where: tuple[str, int], timeout: float = 0, **_: object) -> socket.socket:
            tried.append(where)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "create_connection", connect)
        there = url.replace("127.0.0.1", "entry.example")
        heard = open_ring.run(case(there, hosts=()))
    assert asked == ["entry.example"]
    assert {where[0] for where in tried if isinstance(where, tuple)} == {"8.8.8.8"}
    assert set(heard.replies) == {"failed"}


def case(url: str, hosts: tuple[str, ...] | None, question: float = 0.4) -> SessionSetup:
    return SessionSetup(
        submission=Submission(name="there", url=url),
        questions=questions(2),
        seal=UNSEALED[Backend.HTTP],
        terms=replace(TERMS, question=question, start=0.0, starts=9),
        sandbox=HttpSandbox(limits=SMALL, hosts=hosts),
    )


def test_a_redirection_is_not_followed(open_ring: Ring) -> None:
    reached: list[str] = []

    def elsewhere(page: Any, body: bytes) -> None:
        reached.append(page.path)
        page.send_response(307)
        page.send_header("Location", "/secret")
        page.send_header("Content-Length", "0")
        page.end_headers()

    with address(elsewhere) as url:
        heard = open_ring.run(case(url, ("127.0.0.1",)))
    assert set(reached) == {"/ask"}
    assert set(heard.replies) == {"failed"}


@contextmanager
def dripping() -> Iterator[str]:
    """A server that sends a byte of its headers now and then, and never ends them."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                    threading.Thread(target=drip, args=(connection,), daemon=True).start()
                except OSError:
                    return

        def drip(connection: socket.socket) -> None:
            with connection:
                while True:
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        return
                    time.sleep(0.05)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


def test_headers_that_never_end_cost_the_time_of_the_question(open_ring: Ring) -> None:
    with dripping() as url:
        heard = open_ring.run(case(url, ("127.0.0.1",)))
    assert set(heard.replies) == {"timeout"}


def test_a_challenge_takes_no_address_of_its_own_network_but_those_that_its_rules_name(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with address(first) as url:
        with pytest.raises(InputError, match="public internet"):
            enter(folder, "near", url=url)
        assert not (folder / "entries" / "near").exists()
        folder = made(tmp_path / "other")
        rules = folder / "challenge.toml"
        rules.write_text(rules.read_text("utf-8").replace("lent = []", 'lent = []\nhosts = ["127.0.0.1"]'), "utf-8")
        enter(folder, "near", url=url)
        with open_challenge(folder, writing=True) as challenge:
            run_rounds(challenge)
        run = next(iter(reopened(folder).course.runs.values()))
    assert run.state == "finished"


def test_where_a_name_means_nothing_nobody_answers(open_ring: Ring) -> None:
    with pytest.raises(OSError, match=r"."):
        resolve(read_address("http://no-such-host.invalid/"), ())
    assert set(open_ring.run(case("http://no-such-host.invalid/", ())).replies) == {"failed"}
