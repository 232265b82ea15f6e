"""What is refused when TLS is opened: other hosts and paths, other protocols, dawdlers, crowds; never a hang."""

import random
import socket
import ssl
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.challenge.origin import Door, ask, door, speak
from tests.challenge.origin import Site as Origin

pytestmark = pytest.mark.waiting


def test_other_paths_and_hosts_are_refused_inside_tls_and_written_down(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin, "/wiki/") as proxy:
        with proxy.client(origin.port) as client:
            for path in ("/other", "/wiki/../other", "/wiki/%2e%2e/other", "/wiki/..%2fother", "//evil.example/wiki/"):
                assert ask(client, path) == (403, b"the rules do not allow this part of the site\n"), path
            assert ask(client, "/wiki/a")[0] == 200  # the connection is as good as before
        assert proxy.get(f"127.0.0.1:{origin.port}", "CONNECT")[0] == 403
        assert proxy.get("example.org:443", "CONNECT")[0] == 403
        assert proxy.get("localhost:443", "CONNECT")[0] == 403
    assert [path for _, path, _, _ in origin.asked] == ["/wiki/a"]
    assert [each["refused"] for each in proxy.requests] == [True] * 5 + [False] + [True] * 3
    assert proxy.requests[0]["target"] == f"https://localhost:{origin.port}/other"


@pytest.mark.parametrize(
    ("head", "status", "refused"),
    [
        ("GET /wiki/ HTTP/1.1\r\nHost: evil.example\r\n", 421, True),
        ("GET /wiki/ HTTP/1.1\r\nHost: localhost\r\n", 421, True),
        ("GET https://evil.example/wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\n", 421, True),
        ("GET http://localhost:PORT/wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\n", 400, True),
        ("CONNECT localhost:PORT HTTP/1.1\r\nHost: localhost:PORT\r\n", 400, True),
        ("OPTIONS * HTTP/1.1\r\nHost: localhost:PORT\r\n", 400, True),
        ("GET /wiki/ HTTP/1.1\r\n", 400, True),
        ("GET /wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n", 501, False),
        ("PRI * HTTP/2.0\r\n", 400, True),
        ("GET /wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 999999999\r\n", 413, True),
        ("GET /wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 3\r\nContent-Length: 4\r\n", 400, True),
        (f"GET /wiki/ HTTP/1.1\r\nHost: localhost:PORT\r\nX: {'y' * 100_000}\r\n", 400, True),
        ("\x16\x03\x01 and noise", 400, True),
    ],
    ids=[
        "host",
        "port",
        "whole",
        "open",
        "connect",
        "star",
        "no-host",
        "websocket",
        "http2",
        "large",
        "two-lengths",
        "long-head",
        "noise",
    ],
)
def test_what_is_no_clean_request_for_this_host_goes_nowhere(
    tmp_path: Path, origin: Origin, head: str, status: int, refused: bool
) -> None:
    with door(tmp_path, origin, "/wiki/", size=200_000) as proxy, proxy.inside(origin.port) as wire:
        said = speak(wire, f"{head}\r\n".replace("PORT", str(origin.port)).encode("latin-1"))
        assert said.startswith(b"HTTP/1.1 %d " % status), said
    assert origin.asked == []
    assert [(each["status"], each["refused"]) for each in proxy.requests] == [(status, refused)]


@pytest.mark.parametrize(
    ("pieces", "status", "why"),
    [
        ((b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",), 400, "handshake failed (http request)"),
        ((b"SSH-2.0-x\r\n",), 400, "handshake failed (wrong version number)"),
        ((b"\x16\x03\x01\xff\xff" + b"x" * 100,), 400, "handshake failed (data length too long)"),
        ((b"\x16\x02\x00\x00\x05",), 400, "handshake failed (wrong version number)"),
        ((b"\x16\x03\x01\x00\x04\x02\x00\x00\x00",), 400, "handshake failed (unexpected message)"),
        ((b"\x16\x03\x01\x00\x04\x01\xff\xff\xff",), 400, "handshake failed (excessive message size)"),
        ((b"\x16\x03\x01\x00\x08\x01\x00\x00\x04abcd",), 400, "handshake failed (length mismatch)"),
        ((b"\x16\x03\x01\x00\x30\x01\x00\x00\x2c" + bytes(44),), 400, "handshake failed"),
        ((b"\x16\x03\x01\x00\x01\x01" * 50_000,), 400, "handshake failed"),
        ((b"\x16\x03\x01\x40\x00\x01\x00\xff\xf0" + bytes(100),), 400, "broken off"),
    ],
    ids=["http", "ssh", "long-record", "old", "other", "huge", "short", "empty", "crumbs", "half"],
)
def test_what_is_no_tls_after_connect_ends_there(
    tmp_path: Path, origin: Origin, pieces: tuple[bytes, ...], status: int, why: str
) -> None:
    with door(tmp_path, origin) as proxy, proxy.tunnel(f"localhost:{origin.port}") as wire:
        with suppress(OSError):  # the proxy may have heard enough already
            for piece in pieces:
                wire.sendall(piece)
            wire.shutdown(socket.SHUT_WR)
        speak(wire)
    assert [(each["method"], each["status"], each["refused"]) for each in proxy.requests] == [
        ("CONNECT", status, False)
    ]
    assert why in proxy.requests[0]["why"]
    assert origin.asked == []


def test_a_handshake_that_names_another_host_is_refused(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy:
        with pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"):
            proxy.inside(origin.port, name="evil.example")
        assert b"\x15" in _greet(proxy, origin.port, hello(b"evil\xff"))
        assert b"\x16" in _greet(proxy, origin.port, hello(b"LocalHost"))
    assert [each["status"] for each in proxy.requests] == [421, 421, 400]
    assert [each["refused"] for each in proxy.requests] == [True, True, False]
    assert "evil.example" in proxy.requests[0]["why"]


def _greet(proxy: Door, port: int, data: bytes) -> bytes:
    """What comes back for a greeting that nothing follows."""
    with proxy.tunnel(f"localhost:{port}") as wire:
        with suppress(OSError):
            wire.sendall(data)
            wire.shutdown(socket.SHUT_WR)
        return speak(wire)


def hello(name: bytes) -> bytes:
    """A real greeting in which the name is another."""
    stand_in = b"a" * len(name)
    going = ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), going, server_hostname=stand_in.decode())
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return going.read().replace(stand_in, name)


def test_a_client_may_speak_before_it_is_told_to(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy, proxy.wire() as wire:
        context = ssl.create_default_context(cafile=str(proxy.trusted))
        coming, going = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context.wrap_bio(coming, going, server_hostname="localhost")
        with pytest.raises(ssl.SSLWantReadError):
            client.do_handshake()
        wire.sendall(f"CONNECT localhost:{origin.port} HTTP/1.1\r\nHost: x\r\n\r\n".encode() + going.read())
        said = b""
        while b"\x16\x03\x03" not in said:
            said += wire.recv(65536)
        assert said.startswith(b"HTTP/1.1 200 Connection established\r\n\r\n\x16\x03\x03")


@pytest.mark.parametrize("version", ["TLSv1", "TLSv1_1"])
def test_old_versions_of_tls_are_not_spoken(tmp_path: Path, origin: Origin, version: str) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="deprecated"):
        context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
    with door(tmp_path, origin) as proxy:
        wire = proxy.tunnel(f"localhost:{origin.port}")
        with wire, pytest.raises((ssl.SSLError, ConnectionError)):
            context.wrap_socket(wire, server_hostname="localhost")
        assert "handshake failed (unsupported protocol)" in proxy.settled(1)[0]["why"]


def test_a_client_that_does_not_trust_the_run_is_no_cheat(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy, proxy.tunnel(f"localhost:{origin.port}") as wire:
        with pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(wire, server_hostname="localhost")
        noted = proxy.settled(1)[0]
    assert "unknown ca" in noted["why"]
    assert noted["refused"] is False


def test_only_http_1_1_is_agreed_on(tmp_path: Path, origin: Origin) -> None:
    context = ssl.create_default_context()
    with door(tmp_path, origin) as proxy:
        context.load_verify_locations(proxy.trusted)
        for offered, agreed in ((["h2", "http/1.1"], "http/1.1"), (["h2"], None)):
            context.set_alpn_protocols(offered)
            with context.wrap_socket(proxy.tunnel(f"localhost:{origin.port}"), server_hostname="localhost") as wire:
                assert wire.selected_alpn_protocol() == agreed
                assert b"400 " in speak(wire, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    assert [each["method"] for each in proxy.requests] == ["PRI"] * 2


def test_whoever_dawdles_is_cut_off_and_written_down(tmp_path: Path, origin: Origin) -> None:
    place = f"localhost:{origin.port}"
    with door(tmp_path, origin, seconds=0.5) as proxy:
        with proxy.tunnel(place) as half, proxy.inside(origin.port) as idle, proxy.inside(origin.port) as slow:
            half.sendall(b"\x16\x03\x01")
            slow.sendall(b"GET / HT")
            assert [speak(wire) for wire in (half, idle, slow)] == [b"", b"", b""]
        with proxy.client(origin.port) as client:
            assert ask(client, "/")[0] == 200  # others are served meanwhile and afterwards
    found = sorted((each["method"], each["status"]) for each in proxy.requests)
    assert found == [("?", 504), ("CONNECT", 408), ("CONNECT", 504), ("GET", 200)]
    assert not any(each["refused"] for each in proxy.requests)


def test_a_hundred_connections_at_once_are_all_served(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy, ExitStack() as stack:
        clients = [stack.enter_context(proxy.client(origin.port)) for _ in range(100)]
        for number, client in enumerate(clients):
            client.request("GET", f"/{number}")
        statuses = [client.getresponse().status for client in clients]
    assert statuses == [200] * 100
    assert sorted(each["path"] for each in proxy.requests) == sorted(f"/{number}" for number in range(100))


def test_more_connections_than_an_honest_entry_needs_are_turned_away(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy, ExitStack() as stack:
        for _ in range(256):
            stack.enter_context(proxy.wire())
        assert b"503 " in proxy.say(b"")
        stack.close()
        while b" 200 " not in proxy.say(f"GET https://localhost:{origin.port}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode()):
            pass  # until the others are gone
    assert proxy.requests[0]["why"] == "more than 256 connections at one time"
    assert proxy.requests[0]["refused"] is False


def test_requests_are_counted_inside_tls_as_outside(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin, requests=3) as proxy:
        with proxy.client(origin.port) as client:
            assert [ask(client, "/")[0] for _ in range(2)] == [200, 200]
        with proxy.client(origin.port) as client:
            assert [ask(client, "/")[0] for _ in range(3)] == [200, 429, 429]
        assert proxy.get(f"localhost:{origin.port}", "CONNECT")[0] == 429


def test_refusals_without_end_do_not_fill_the_trace(
    tmp_path: Path, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anaphor.challenge.proxy.server._MORE_NOTES", 3)
    with door(tmp_path, origin, requests=2) as proxy, proxy.client(origin.port) as client:
        assert [ask(client, "/")[0] for _ in range(9)] == [200] * 2 + [429] * 7
    assert len(proxy.requests) == 5
    assert proxy.records[-1] == ("unwritten", {"requests": 4})


HELLO = hello(b"a.example.org")


@pytest.mark.parametrize("seed", range(8))
def test_a_greeting_with_changed_bytes_harms_nobody(tmp_path: Path, origin: Origin, seed: int) -> None:
    rng = random.Random(seed)
    with door(tmp_path, origin) as proxy:
        for _ in range(12):
            place = rng.randrange(len(HELLO))
            cut = rng.choice((len(HELLO), place))
            said = _greet(proxy, origin.port, (HELLO[:place] + rng.randbytes(1) + HELLO[place + 1 :])[:cut])
            assert b"\x16\x03\x03" not in said  # no certificate: the greeting names another host
        with proxy.client(origin.port) as client:
            assert ask(client, "/")[0] == 200  # others are served afterwards
    assert origin.asked[-1][1] == "/"
    assert len(origin.asked) == 1


def test_a_greeting_may_come_in_several_records(tmp_path: Path, origin: Origin) -> None:
    right, other = hello(b"localhost"), HELLO
    with door(tmp_path, origin) as proxy:
        assert b"\x16" in _greet(proxy, origin.port, cut(right, 8))[:100]
        assert _greet(proxy, origin.port, cut(other, 8)).endswith(b"\x02\x70")
    assert [each["status"] for each in proxy.requests] == [400, 421]


def cut(data: bytes, pieces: int) -> bytes:
    """The same greeting in several records."""
    head, message = data[:3], data[5:]
    size = -(-len(message) // pieces)
    cuts = [message[place : place + size] for place in range(0, len(message), size)]
    return b"".join(head + len(each).to_bytes(2) + each for each in cuts)


def test_what_is_under_way_when_the_run_ends_is_written_down(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, ExitStack() as stack:
        place = f"127.0.0.1:{silent.getsockname()[1]}"
        with Door(tmp_path, f"http://{place}") as proxy, proxy.wire() as wire:
            wire.sendall(f"POST http://{place}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nsecret".encode())
            reached = stack.enter_context(silent.accept()[0])
            assert b"POST" in reached.recv(100)  # it went out, and no answer comes before the end
    (noted,) = proxy.requests
    assert (noted["method"], noted["sent"]["bytes"], noted["why"]) == ("POST", 6, "the run ended before the answer")
