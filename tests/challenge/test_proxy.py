"""The internet of an entry: off, or a few sites through one socket, each request written down and replayable."""

import base64
import hashlib
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.challenge.proxy.sites import NetworkAccess, is_allowed, read_site, read_target
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.transcript.record import FactKind
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.errors import AnaphorError, ContentError, InputError, OutputError
from tests.challenge.entries import SMALL, Heard, Ring
from tests.challenge.origin import ASK, Door, site

pytestmark = pytest.mark.waiting


def test_allowed_sites_are_reached_and_every_request_is_written_down(tmp_path: Path) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}") as door:
        address = f"http://127.0.0.1:{origin.port}/wiki?q=1"
        assert door.get(address) == (200, b"page 1: /wiki?q=1")
        assert door.get(address.replace("wiki", "chunked"))[1] == b"page 2: /chunked?q=1"
        assert door.get(address, "HEAD") == (200, b"")
        assert door.get(address.replace("wiki", "moved"))[0] == 302  # nobody follows it
        posted = door.say(
            f"POST {address} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\nX-Own: 1\r\n"
            "Proxy-Authorization: y\r\n\r\nbody".encode()
        )
        assert b"page 5" in posted
        method, path, body, headers = origin.asked[-1]
        assert (method, path, body, headers["host"]) == ("POST", "/wiki?q=1", b"body", f"127.0.0.1:{origin.port}")
        assert headers["x-own"] == "1"
        assert "proxy-authorization" not in headers
    first, last = door.requests[0], door.requests[-1]
    assert (first["method"], first["host"], first["path"], first["status"]) == ("GET", "127.0.0.1", "/wiki?q=1", 200)
    assert first["received"] == {"bytes": 17, "sha256": hashlib.sha256(b"page 1: /wiki?q=1").hexdigest()}
    assert last["sent"] == {"bytes": 4, "sha256": hashlib.sha256(b"body").hexdigest()}
    assert all(request["seconds"] >= 0 and request["refused"] is False for request in door.requests)


def test_everything_else_is_refused_and_written_down(tmp_path: Path) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}/wiki/") as door:
        here = f"http://127.0.0.1:{origin.port}"
        for address, status in (
            (f"{here}/other", 403),
            (f"{here}/wiki/../other", 403),
            (f"{here}/wiki/%2e%2e/other", 403),
            (f"{here}/wiki/..%2fother", 403),
            (f"{here}/wiki/%252e./other", 403),
            (f"{here}/wiki/..%5Cother", 403),
            (f"{here}/wiki/..;/other", 403),
            (f"{here}0/wiki/", 400),
            ("http://example.org/wiki/", 403),
            (f"https://127.0.0.1:{origin.port}/wiki/", 403),
            (f"http://user:word@127.0.0.1:{origin.port}/wiki/", 400),
            ("/wiki/", 400),
            ("ftp://127.0.0.1/wiki/", 400),
            (f"http://127.1:{origin.port}/wiki/", 403),
            (f"http://localhost:{origin.port}/wiki/", 403),
            ("http://[::1]/wiki/", 400),
            ("tunnel://127.0.0.1/wiki/", 400),
        ):
            assert door.get(address)[0] == status, address
        assert door.get(f"127.0.0.1:{origin.port}", "CONNECT")[0] == 403
        assert origin.asked == []
        assert door.get(f"{here}/wiki/a")[0] == 200
    assert [request["refused"] for request in door.requests] == [True] * 18 + [False]
    assert door.requests[8]["target"] == "http://example.org/wiki/"


@pytest.mark.parametrize(
    "pieces",
    [
        (b"GET http://HERE/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",),
        (b"GET http://HERE/ HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",),
        (b"POST http://HERE/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",),
        (b"GET http://HERE/ HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",),
        (b"GET http://HERE/\r\n\r\n",),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 50,),
        (b"GET http://HERE/a b HTTP/1.1\r\nHost: x\r\n\r\n",),
        (b"GET http://HERE/ HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n Y: folded\x00\r\n\r\n",),
        (b"POST http://HERE/ HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", b"z" * 300_000),
    ],
    ids=["two-lengths", "negative", "two-codings", "long-head", "no-version", "tls", "space", "zero", "large"],
)
def test_what_is_no_clean_request_goes_nowhere(tmp_path: Path, pieces: tuple[bytes, ...]) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}", size=200_000) as door:
        here = f"127.0.0.1:{origin.port}".encode()
        said = door.say(*(piece.replace(b"HERE", here) for piece in pieces))
        assert said[9:12] in (b"400", b"413")
        assert origin.asked == []
    assert door.requests[0]["refused"]


def test_one_request_per_connection_leaves_nothing_to_smuggle(tmp_path: Path) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}/wiki/") as door:
        one = f"GET http://127.0.0.1:{origin.port}/wiki/ HTTP/1.1\r\nHost: x\r\n\r\n"
        other = "GET http://127.0.0.1/secret HTTP/1.1\r\nHost: x\r\n\r\n"
        assert door.say((one + other).encode()).count(b"HTTP/1.1 200") == 1
        assert [path for _, path, _, _ in origin.asked] == ["/wiki/"]


def test_requests_sizes_and_times_are_limited(tmp_path: Path) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}", requests=2, size=1000) as door:
        assert door.get(f"http://127.0.0.1:{origin.port}/large")[0] == 502
        assert door.get(f"http://127.0.0.1:{origin.port}/")[0] == 200
        assert door.get(f"http://127.0.0.1:{origin.port}/")[0] == 429
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, Door(tmp_path, f"http://127.0.0.1:{silent.getsockname()[1]}", seconds=0.3) as door:
        assert door.say(f"GET http://127.0.0.1:{silent.getsockname()[1]}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode()) == b""
        assert door.requests[0]["why"] == "it took too long"
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with Door(tmp_path, f"http://127.0.0.1:{port}") as door:
        assert door.get(f"http://127.0.0.1:{port}/")[0] == 502
        assert door.requests[0]["refused"] is False


def test_what_comes_from_the_sites_is_limited_in_all_so_that_it_can_be_read_again(tmp_path: Path) -> None:
    recording = tmp_path / "traffic.jsonl"
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        with Door(tmp_path, here, total=2_500_000, traffic=recording) as door:
            assert [door.get(f"{here}/large")[0] for _ in range(5)] == [200, 200, 429, 429, 429]
        assert len(origin.asked) == 3  # once it is known to be too much, nobody is asked any more
    assert [each["refused"] for each in door.requests] == [False, False, True, True, True]
    assert len([each for each in read_trace(recording) if each["kind"] == "exchange"]) == 2


def test_headers_leave_a_mark_and_cannot_turn_a_request_into_another(tmp_path: Path) -> None:
    with site() as origin, Door(tmp_path, f"http://127.0.0.1:{origin.port}/wiki/") as door:
        head = f"GET http://127.0.0.1:{origin.port}/wiki/ HTTP/1.1\r\nHost: x\r\n"
        turned = "X-Original-URL: /secret\r\nX-HTTP-Method-Override: DELETE\r\nForwarded: host=evil.example\r\n"
        door.say(f"{head}X-Kept: text of a question\r\n{turned}\r\n".encode())
        door.say(f"{head}\r\n".encode())
        names = {name.lower() for name in origin.asked[0][3]}
    assert "x-kept" in names
    assert not names & {"x-original-url", "x-http-method-override", "forwarded"}
    kept = b"x-kept: text of a question\r\n"
    assert door.requests[0]["headers"] == {"bytes": len(kept), "sha256": hashlib.sha256(kept).hexdigest()}
    assert door.requests[1]["headers"]["bytes"] == 0


def test_a_tunnel_is_carried_only_where_it_is_allowed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def echo() -> None:
            wire, _ = server.accept()
            with wire:
                wire.sendall(wire.recv(100)[::-1])

        thread = threading.Thread(target=echo, daemon=True)
        thread.start()
        with Door(tmp_path, f"tunnel://127.0.0.1:{port}") as door:
            assert door.get("127.0.0.1:1", "CONNECT")[0] == 403
            assert door.get(f"http://127.0.0.1:{port}/")[0] == 403
            with socket.socket(socket.AF_UNIX) as wire:
                wire.connect(str(door.path))
                wire.sendall(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                assert wire.recv(100).startswith(b"HTTP/1.1 200")
                wire.sendall(b"hello")
                assert wire.recv(100) == b"olleh"
            thread.join()
    tunnel = door.requests[-1]
    assert (tunnel["method"], tunnel["sent"]["bytes"], tunnel["received"]["bytes"]) == ("CONNECT", 5, 5)
    assert tunnel["sent"]["sha256"] == hashlib.sha256(b"hello").hexdigest()


def test_a_second_run_may_use_a_tunnel_too_which_cannot_be_replayed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
        for settings in ({"traffic": tmp_path / "traffic"}, {"replay": (tmp_path / "traffic",)}):
            with Door(tmp_path, f"tunnel://{place}", **settings) as door, door.tunnel(place):
                server.accept()[0].close()
            assert [each["refused"] for each in door.settled(1)] == [False]


class Full(list[tuple[str, Mapping[str, object]]]):
    """Records for which there is no room."""

    def append(self, record: tuple[str, Mapping[str, object]], /) -> None:
        """Refuse it."""
        raise OutputError(f"no space left for {record[0]} {record[1]['status']}")


def test_a_run_whose_requests_cannot_be_written_down_is_lost(tmp_path: Path) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        door = Door(tmp_path, here, traffic=tmp_path / "traffic")
        door.records = Full()
        with pytest.raises(OutputError, match="no space left for request 200"), door:
            door.get(f"{here}/")


def test_recorded_traffic_answers_with_the_site_down(tmp_path: Path) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        with Door(tmp_path, here, traffic=tmp_path / "traffic") as door:
            live = [door.get(f"{here}/{name}") for name in ("a", "b", "a")]
    assert live[0] != live[2]
    assert door.records[-1][0] == "traffic"
    assert door.records[-1][1]["exchanges"] == 3
    assert verify_trace(tmp_path / "traffic", head=str(door.records[-1][1]["head"])).ok
    with Door(tmp_path, here, replay=(tmp_path / "traffic",)) as door:
        assert [door.get(f"{here}/{name}") for name in ("b", "a", "a")] == [live[1], live[0], live[2]]
        assert door.get(f"{here}/a")[0] == 504  # it was asked twice only
        assert door.get(f"{here}/c")[0] == 504
        assert door.get("http://example.org/")[0] == 403
    # What was not recorded was allowed all the same: only the last of these is forbidden access.
    assert [each["refused"] for each in door.requests[-3:]] == [False, False, True]


def test_a_changed_recording_is_not_replayed(tmp_path: Path) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        with Door(tmp_path, here, traffic=tmp_path / "traffic") as door:
            door.get(f"{here}/a")
    data = (tmp_path / "traffic").read_bytes()
    (tmp_path / "traffic").write_bytes(data.replace(base64.b64encode(b"pag"), base64.b64encode(b"pbg")))
    with pytest.raises(ContentError, match="is not what was written"):
        Door(tmp_path, here, replay=(tmp_path / "traffic",))
    (tmp_path / "traffic").write_bytes(b"")
    with pytest.raises(ContentError, match="no recording"):
        Door(tmp_path, here, replay=(tmp_path / "traffic",))


def test_the_proxy_speaks_tls_for_the_entry_and_sees_what_it_carries(tmp_path: Path) -> None:
    if not shutil.which("openssl"):
        pytest.skip("no openssl here to make a certificate: https through the proxy was not tried")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            key,
            "-out",
            certificate,
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with site(context) as origin:
        here = f"https://localhost:{origin.port}"
        with Door(tmp_path, here, authorities=certificate) as door:
            assert door.get(f"{here}/secret") == (200, b"page 1: /secret")
            assert door.requests[0]["target"] == f"{here}/secret"
        with Door(tmp_path, here) as door:  # the system's authorities do not know this one
            assert door.get(f"{here}/secret")[0] == 502


def caged(ring: Ring, network: NetworkAccess | None, script: str) -> Heard:
    ring.sandbox = ProcessSandbox(limits=replace(SMALL, memory=128 * 2**20), network=network)
    return ring.ask(ASK + script + "\nsay(choice=0)", count=1, question=10.0)


def test_an_entry_in_a_cage_reaches_allowed_sites_through_the_proxy_alone(ring: Ring) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        heard = caged(
            ring,
            NetworkAccess(sites=(read_site(here),)),
            f"""
tell(get("{here}/wiki"))
tell(get("http://example.org/"))
tell(get("https://example.org/")[0])
import socket
for address in (("127.0.0.1", {origin.port}), ("192.0.2.1", 80)):
    try:
        socket.create_connection(address, 1)
        tell("reached", address)
    except OSError as error:
        tell("direct", type(error).__name__)
wire = socket.socket(socket.AF_UNIX)
wire.connect(os.environ["ANAPHOR_PROXY"])
wire.sendall(b"GET {here}/again HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
tell(wire.recv(1000).split()[1])
""",
        )
    assert heard.stderr.splitlines() == [
        "(200, 'page 1: /wiki')",
        "(403, 'the rules do not allow this site')",
        "failed",
        "direct ConnectionRefusedError",
        "direct OSError",
        "b'200'",
    ]
    requests = [record for record in heard.records if record["kind"] == "request"]
    assert [request["status"] for request in requests] == [200, 403, 403, 200]
    assert heard.facts == {FactKind.REQUEST_REFUSED, FactKind.REFUSED}
    assert "GET http://example.org/ CONNECT example.org:443" in heard.detail(FactKind.REQUEST_REFUSED)
    assert "192.0.2.1 port 80" in heard.detail(FactKind.REFUSED)
    assert heard.records[0]["sandbox"]["network"]["sites"] == [f"{here}/"]


def test_a_replayed_run_equals_the_live_one(ring: Ring, tmp_path: Path) -> None:
    with site() as origin:
        here = f"http://127.0.0.1:{origin.port}"
        script = f'tell(get("{here}/a", b"q"), get("{here}/a", b"r"))'
        live = caged(ring, NetworkAccess(sites=(read_site(here),), traffic=tmp_path / "traffic"), script)
    again = caged(ring, NetworkAccess(sites=(read_site(here),), replay=(tmp_path / "traffic",)), script)
    assert live.stderr == again.stderr == "(200, 'page 1: /a') (200, 'page 2: /a')\n"
    noted = next(record for record in live.records if record["kind"] == "traffic")
    assert (noted["exchanges"], noted["head"]) == (2, verify_trace(tmp_path / "traffic").head)


def test_without_allowed_sites_there_is_no_door(ring: Ring) -> None:
    heard = caged(ring, None, 'tell(os.path.exists("/run/anaphor"), [n for n in os.environ if "proxy" in n.lower()])')
    assert heard.stderr == "False []\n"
    assert heard.records[0]["sandbox"]["network"] == "none"


def test_sites_are_written_as_addresses() -> None:
    assert str(read_site("http://Example.org")) == "http://example.org:80/"
    assert str(read_site("tunnel://example.org:8443")) == "tunnel://example.org:8443"
    for wrong in (
        "example.org",
        "ftp://example.org",
        "http://",
        "http://*.example.org",
        "http://a@b.org",
        "http://x:y",
        "https://example.org/?q",
        "http://exa mple.org",
        "",
    ):
        with pytest.raises(InputError, match="is no site"):
            read_site(wrong)


def test_a_target_must_match_in_scheme_host_port_and_path() -> None:
    sites = (read_site("https://a.org/wiki/"), read_site("tunnel://b.org"))
    for method, address, allowed in (
        ("GET", "https://a.org/wiki/x?y=/../z", True),
        ("GET", "https://A.ORG.:443/wiki/x", True),
        ("GET", "https://a.org/wiki", False),
        ("GET", "http://a.org/wiki/", False),
        ("GET", "https://a.org:8/wiki/", False),
        ("GET", "https://a.org.evil.org/wiki/", False),
        ("CONNECT", "a.org:443", False),
        ("CONNECT", "b.org:443", True),
        ("CONNECT", "b.org:80", False),
        ("GET", "https://b.org/", False),
        ("GET", "https://a.org/wiki/..", False),
    ):
        target = read_target(method, address)
        assert target is not None
        assert is_allowed(target, sites) is allowed, address


@pytest.mark.parametrize(
    "written",
    [
        "..",
        "%2e%2e",
        "%252e%252e",
        "%25252e%25252e",
        "..;x",
        "..%00",
        "..%09",
        "..%20",
        "..%3f",
        "%c0%ae%c0%ae",
        "a/..",
    ],
)
def test_a_path_that_some_server_could_climb_by_is_never_allowed(written: str) -> None:
    sites = (read_site("https://a.org/wiki/"),)
    for address in (
        f"https://a.org/wiki/{written}/x",
        f"https://a.org/wiki/{written}%5cx",
        f"https://a.org/wiki/{written}",
    ):
        target = read_target("GET", address)
        assert target is not None
        assert not is_allowed(target, sites), address
    for path in ("...", "a..b", "%2e", "caf%C3%A9", "100%25"):
        target = read_target("GET", f"https://a.org/wiki/{path}/x")
        assert target is not None
        assert is_allowed(target, sites), path


def test_a_proxy_whose_socket_cannot_be_made_says_so(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match="could not be started"):
        Door(tmp_path / "nowhere", "http://a.org").__enter__()
