"""TLS that the proxy opens: ordinary clients reach allowed sites, in a cage too; all is recorded and replayed."""

import hashlib
import shutil
import ssl
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import requests
from cryptography import x509

from anaphor.challenge import Verdict, open_challenge
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.evidence.evidence import verify
from anaphor.challenge.proxy.authority import Authority
from anaphor.challenge.proxy.sites import NetworkAccess, read_site
from anaphor.challenge.running import sandboxes_of
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.transcript.record import FactKind
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.challenge.validation import RuleName
from anaphor.errors import InputError, MissingExtraError
from tests.challenge.conftest import need_cage
from tests.challenge.entries import PYTHON, SMALL, Heard, Ring, seal_of
from tests.challenge.origin import ASK, Door, ask, door, secure_site, speak
from tests.challenge.origin import Site as Origin
from tests.challenge.rounds import LOOKS_UP, Character, keys, made, reopened, verdict_of, write_files

pytestmark = pytest.mark.waiting


def test_what_is_asked_inside_tls_is_carried_and_written_down_in_full(tmp_path: Path, origin: Origin) -> None:
    here = f"https://localhost:{origin.port}"
    with door(tmp_path, origin) as proxy, proxy.client(origin.port) as client:
        assert ask(client, "/wiki?q=1") == (200, b"page 1: /wiki?q=1")
        assert ask(client, "/chunked", "POST", b"body") == (200, b"page 2: /chunked")
        assert ask(client, "/wiki", "HEAD", headers={"X-Name": "\xe9"}) == (200, b"")
        assert ask(client, "/moved")[0] == 302  # nobody follows it
    method, path, body, headers = origin.asked[1]
    assert (method, path, body, headers["host"]) == ("POST", "/chunked", b"body", f"localhost:{origin.port}")
    assert origin.asked[2][3]["x-name"] == "\xe9"
    first, second = proxy.requests[:2]
    assert (first["method"], first["target"], first["host"]) == ("GET", f"{here}/wiki?q=1", "localhost")
    assert (first["path"], first["status"], first["tls"]) == ("/wiki?q=1", 200, "TLSv1.3")
    assert first["received"] == {"bytes": 17, "sha256": hashlib.sha256(b"page 1: /wiki?q=1").hexdigest()}
    assert second["sent"] == {"bytes": 4, "sha256": hashlib.sha256(b"body").hexdigest()}
    assert [each["refused"] for each in proxy.requests] == [False] * 4
    assert proxy.requests[0]["seconds"] >= 0


def test_the_trace_names_the_authority_and_holds_no_key(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy:
        for _ in range(2):
            with proxy.client(origin.port) as client:
                ask(client, "/")
    kinds = [kind for kind, _ in proxy.records]
    assert kinds == ["authority", "request", "request"]
    certificate = ssl.PEM_cert_to_DER_cert(proxy.trusted.read_text())
    assert proxy.records[0][1]["sha256"] == hashlib.sha256(certificate).hexdigest()
    assert "PRIVATE" not in proxy.trusted.read_text() + str(proxy.records)
    with door(tmp_path, origin) as other:
        assert ssl.PEM_cert_to_DER_cert(other.trusted.read_text()) != certificate  # each run has its own


def test_an_https_address_in_the_open_reaches_the_same_site(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin, "/wiki") as proxy:
        assert proxy.get(f"https://localhost:{origin.port}/wiki")[0] == 200
        assert proxy.get(f"https://localhost:{origin.port}/other")[0] == 403
        assert proxy.get(f"http://localhost:{origin.port}/wiki")[0] == 403
        assert proxy.get(f"intercept://localhost:{origin.port}/wiki")[0] == 400
    assert [each["tls"] for each in proxy.requests] == [None] * 4


def test_a_whole_address_of_the_same_host_is_taken_inside_tls(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy, proxy.client(origin.port) as client:
        assert ask(client, f"https://localhost:{origin.port}/whole") == (200, b"page 1: /whole")


def test_many_requests_share_one_connection_and_may_come_at_once(tmp_path: Path, origin: Origin) -> None:
    one = f"GET /NUMBER HTTP/1.1\r\nHost: localhost:{origin.port}\r\n\r\n"
    last = f"GET /last HTTP/1.1\r\nHost: localhost:{origin.port}\r\nConnection: close\r\n\r\n"
    with door(tmp_path, origin) as proxy, proxy.inside(origin.port) as wire:
        said = speak(wire, "".join(one.replace("NUMBER", str(number)) for number in range(5)).encode() + last.encode())
    assert said.count(b"HTTP/1.1 200 OK") == 6
    assert said.count(b"connection: close") == 1
    assert [path for _, path, _, _ in origin.asked] == ["/0", "/1", "/2", "/3", "/4", "/last"]
    assert len(proxy.requests) == 6


def test_chunks_and_hesitant_clients_are_served(tmp_path: Path, origin: Origin) -> None:
    with door(tmp_path, origin) as proxy:
        with proxy.client(origin.port) as client:
            client.request(
                "POST",
                "/pieces",
                iter([b"one ", b"two"]),
                encode_chunked=True,
                headers={"Transfer-Encoding": "chunked"},
            )
            assert client.getresponse().read() == b"page 1: /pieces"
        with proxy.inside(origin.port) as wire:
            wire.sendall(
                f"POST /waits HTTP/1.1\r\nHost: localhost:{origin.port}\r\nContent-Length: 2\r\n"
                "Expect: 100-continue\r\nConnection: close\r\n\r\n".encode()
            )
            assert wire.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            assert b"page 2: /waits" in speak(wire, b"ok")
    assert [body for _, _, body, _ in origin.asked] == [b"one two", b"ok"]
    assert "expect" not in {name.lower() for name in origin.asked[1][3]}


def test_recorded_traffic_answers_with_the_site_down_and_by_either_way(tmp_path: Path) -> None:
    with (
        secure_site(tmp_path) as (origin, _),
        door(tmp_path, origin, traffic=tmp_path / "traffic") as proxy,
        proxy.client(origin.port) as client,
    ):
        live = [ask(client, f"/{name}", "POST", b"q") for name in ("a", "b", "a")]
    assert live[0] != live[2]
    assert verify_trace(tmp_path / "traffic", head=str(proxy.records[-1][1]["head"])).ok
    with door(tmp_path, origin, replay=(tmp_path / "traffic",)) as proxy, proxy.client(origin.port) as client:
        assert [ask(client, f"/{name}", "POST", b"q") for name in ("b", "a", "a")] == [live[1], live[0], live[2]]
        assert ask(client, "/a", "POST", b"q")[0] == 504  # it was asked twice only
        assert ask(client, "/a", "POST", b"r")[0] == 504
    assert [each["refused"] for each in proxy.requests] == [False] * 5
    # What was recorded inside TLS answers in the open too: there is one kind of recording.
    with door(tmp_path, origin, replay=(tmp_path / "traffic",)) as proxy:
        head = f"POST https://localhost:{origin.port}/b HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nq"
        assert live[1][1] in proxy.say(head.encode())


def test_the_sites_own_certificate_is_checked(tmp_path: Path, origin: Origin) -> None:
    place = f"intercept://localhost:{origin.port}"
    with Door(tmp_path, place) as proxy, proxy.client(origin.port) as client:  # the system knows no such authority
        status, why = ask(client, "/")
        assert (status, b"certificate verify failed" in why) == (502, True)
    assert proxy.requests[0]["refused"] is False
    with (
        secure_site(tmp_path, "elsewhere.example") as (other, trusted),
        Door(tmp_path, f"intercept://localhost:{other.port}", authorities=trusted) as proxy,
        proxy.client(other.port) as client,
    ):
        assert ask(client, "/")[0] == 502
    assert origin.asked == other.asked == []


@pytest.fixture
def curl() -> str:
    """The program, if it is here."""
    return shutil.which("curl") or pytest.skip("no curl here: it was not tried as a client")


def test_curl_is_served_as_it_comes(tmp_path: Path, origin: Origin, curl: str) -> None:
    with door(tmp_path, origin) as proxy, proxy.address() as address:
        here = f"https://localhost:{origin.port}"
        environment = {"https_proxy": address, "CURL_CA_BUNDLE": str(proxy.trusted)}
        large = tmp_path / "large"
        large.write_bytes(b"z" * 2_000_000)  # so much that curl waits to be told to go on
        done = subprocess.run(
            [curl, "-sS", "--http2", f"{here}/a", f"{here}/b", "--data-binary", f"@{large}"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.stdout, done.stderr) == ("page 1: /apage 2: /b", "")
    assert [each["sent"]["bytes"] for each in proxy.requests] == [2_000_000] * 2


def test_requests_and_httpx_are_served_as_they_come(
    tmp_path: Path, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = f"https://localhost:{origin.port}"
    with door(tmp_path, origin) as proxy, proxy.address() as address:
        for name in ("https_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, address)
        for name in ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
            monkeypatch.setenv(name, str(proxy.trusted))
        with requests.Session() as session:
            assert [session.get(f"{here}/{number}").text for number in (1, 2)] == ["page 1: /1", "page 2: /2"]
        with httpx.Client(timeout=300) as client:
            assert [client.post(f"{here}/{number}", json={}).text for number in (3, 4)] == ["page 3: /3", "page 4: /4"]
    assert [each["tls"] for each in proxy.requests] == ["TLSv1.3"] * 4


def caged(ring: Ring, network: NetworkAccess, script: str) -> Heard:
    ring.sandbox = ProcessSandbox(limits=replace(SMALL, memory=256 * 2**20, cpu=20), network=network)
    return ring.ask(ASK + script + "\nsay(choice=0)", count=1, question=30.0)


CAGED = """
tell(get("https://localhost:PORT/wiki/a", b"q"), get("https://localhost:PORT/wiki/b"))
tell(get("https://localhost:PORT/other"))
tell(open(os.environ["SSL_CERT_FILE"]).read().count("CERTIFICATE-----"), os.environ["CURL_CA_BUNDLE"])
try:
    open(os.environ["SSL_CERT_FILE"], "a")
except OSError:
    tell("not written")
import shutil, subprocess
if shutil.which("curl"):
    tell(subprocess.run(["curl", "-sS", "https://localhost:PORT/wiki/curl"], capture_output=True, text=True))
"""


def test_an_entry_in_a_cage_speaks_ordinary_https_recorded_and_replayed(ring: Ring, tmp_path: Path) -> None:
    with secure_site(tmp_path) as (origin, trusted):
        sites = (read_site(f"intercept://localhost:{origin.port}/wiki/"),)
        script = CAGED.replace("PORT", str(origin.port))
        live = caged(ring, NetworkAccess(sites=sites, traffic=tmp_path / "traffic", authorities=trusted), script)
        asked = len(origin.asked)
    again = caged(ring, NetworkAccess(sites=sites, replay=(tmp_path / "traffic",)), script)
    lines = live.stderr.splitlines()
    assert lines[:4] == [
        "(200, 'page 1: /wiki/a') (200, 'page 2: /wiki/b')",
        "(403, 'the rules do not allow this part of the site')",
        "2 /run/anaphor/authorities.pem",
        "not written",
    ]
    assert all("page 3: /wiki/curl" in line for line in lines[4:])
    assert again.stderr == live.stderr
    requests = [record for record in live.records if record["kind"] == "request"]
    assert [request["status"] for request in requests[:3]] == [200, 200, 403]
    assert {request["tls"] for request in requests} == {"TLSv1.3"}
    assert asked == len(requests) - 1
    assert live.facts == {FactKind.REQUEST_REFUSED}
    assert live.detail(FactKind.REQUEST_REFUSED) == f"GET https://localhost:{origin.port}/other"
    assert len([record for record in live.records if record["kind"] == "authority"]) == 1
    noted = next(record for record in live.records if record["kind"] == "traffic")
    assert (noted["exchanges"], noted["head"]) == (asked, verify_trace(tmp_path / "traffic").head)
    assert live.records[0]["sandbox"]["network"]["sites"] == [f"intercept://localhost:{origin.port}/wiki/"]
    assert "PRIVATE KEY" not in str(live.records)


def test_the_key_is_not_in_the_cage(ring: Ring, tmp_path: Path) -> None:
    script = """
import pathlib
found = [str(path) for path in pathlib.Path("/run").rglob("*")]
tell(sorted(found), "PRIVATE" in pathlib.Path("/run/anaphor/authorities.pem").read_text())
"""
    heard = caged(ring, NetworkAccess(sites=(read_site("intercept://a.example"),)), script)
    assert heard.stderr == "['/run/anaphor', '/run/anaphor/authorities.pem', '/run/anaphor/proxy.sock'] False\n"


def test_beside_a_tunnel_the_systems_authorities_are_trusted_too(tmp_path: Path) -> None:
    system = ssl.get_default_verify_paths().cafile
    if system is None:
        pytest.skip("this machine has no list of authorities")
    with Door(tmp_path, "intercept://a.example", "tunnel://b.example") as proxy:
        assert proxy.trusted.read_bytes().endswith(Path(system).read_bytes())
    with Door(tmp_path, "intercept://a.example") as proxy:
        assert proxy.trusted.read_text().count("BEGIN") == 1
    with Door(tmp_path, "http://a.example") as proxy:
        assert not proxy.trusted.exists()


def test_certificates_are_short_lived_and_name_one_host() -> None:
    authority = Authority()
    for host, kind in (
        ("a.example", x509.DNSName),
        ("127.0.0.1", x509.IPAddress),
        (f"{'b' * 63}.example", x509.DNSName),
    ):
        certificate = authority.leaf(host)[0]
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert [str(name) for name in names.get_values_for_type(kind)] == [host]
        assert (certificate.not_valid_after_utc - certificate.not_valid_before_utc).days <= 2
        assert authority.leaf(host)[0] == authority.leaf(host)[0]  # made once


def test_a_site_is_either_opened_or_carried_unseen() -> None:
    assert str(read_site("intercept://A.org/wiki/")) == "intercept://a.org:443/wiki/"
    with pytest.raises(InputError, match="is to be carried unseen and intercepted"):
        NetworkAccess(sites=(read_site("intercept://a.org/x"), read_site("tunnel://a.org")))
    NetworkAccess(sites=(read_site("intercept://a.org/x"), read_site("tunnel://a.org:8443")))


@pytest.mark.parametrize("library", ["cryptography", "OpenSSL"])
def test_without_the_extra_the_install_line_is_named(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'anaphor\[tls\]'"):
        NetworkAccess(sites=(read_site("intercept://a.org"),))
    NetworkAccess(sites=(read_site("https://a.org"),))


ASKS = """
import urllib.request
facts = urllib.request.urlopen("https://localhost:PORT/facts", timeout=20).read().decode()
print(facts, file=sys.stderr, flush=True)
"""


def opened(folder: Path, port: int) -> None:
    """Let a rehearsal run its entries in cages, with one site that is asked in TLS."""
    path = folder / "challenge.toml"
    text = path.read_text("utf-8").replace('backend = "none"', 'backend = "process"')
    path.write_text(text.replace("sites = []", f'sites = ["intercept://localhost:{port}/facts"]'), "utf-8")


def test_a_challenge_repeats_what_an_entry_asked_in_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    folder = made(tmp_path / "challenge")
    with secure_site(tmp_path) as (origin, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))  # what the referee trusts; nothing of it goes into the cage
        opened(folder, origin.port)
        source = write_files(tmp_path / "asking", keys(reopened(folder).rounds, changed=True), Character())
        script = LOOKS_UP.replace("for line in", ASKS.replace("PORT", str(origin.port)) + "for line in")
        (source / "answer.py").write_text(script, "utf-8")
        entry = EntryFile(command=(PYTHON, "answer.py"), source_included=True)
        store_entry(entry, source, folder / "entries" / "asking", most=2**24)
        with open_challenge(folder, writing=True) as challenge:
            sandboxes = sandboxes_of(challenge)
            sandboxes.seals[Backend.PROCESS, None] = seal_of(sandboxes.sandbox(Backend.PROCESS))
            run_rounds(challenge, sandboxes=sandboxes)
            announce(challenge)
            asked = len(origin.asked)
            run_again(challenge, sandboxes=sandboxes)
            found = verdict_of(announce(challenge), "asking")
    assert found.verdict is Verdict.CANDIDATE
    assert asked == 2
    records = read_trace(folder / "traces/schemas/asking.rerun.jsonl")
    assert [(each["status"], each["tls"]) for each in records if each["kind"] == "request"] == [(200, "TLSv1.3")]
    assert "page 2: /facts" in "".join(str(each.get("stderr", "")) for each in records)  # as in the first run
    assert all(each.ok for each in verify(reopened(folder)))


def test_a_challenge_with_opened_tls_says_that_the_extra_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "challenge")
    opened(folder, 443)
    with open_challenge(folder) as challenge:
        assert all(each.holds for each in challenge.check())
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with open_challenge(folder) as challenge:
        broken = [each for each in challenge.check() if not each.holds]
        with pytest.raises(MissingExtraError, match="tls"):
            sandboxes_of(challenge)
    assert [each.rule for each in broken] == [RuleName.INTERNET]
    assert "pip install 'anaphor[tls]'" in str(broken[0].problem)
