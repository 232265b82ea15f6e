"""Fetching from a real server on this machine: resumed, checked, and one sentence when it fails."""

import hashlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from anaphor.collection import CATALOGUE, get
from anaphor.collection.catalogue import Listing, adopt
from anaphor.errors import ChecksumError, DownloadError, InputError, OutputError

CONTENT = bytes(range(256)) * 2000
SET = Listing(
    name="set",
    title="A set",
    language="fr",
    format="native",
    path="folder/set.yaml",
    bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)
GET_SET = """
import sys
from anaphor.collection.catalogue import Listing
from anaphor.collection.catalogue import get
from anaphor.errors import AnaphorError
try:
    print(get(Listing(name="set", title="A set", language="fr", format="native", path="folder/set.yaml",
                      bytes=512000, sha256=sys.argv[2]), address=sys.argv[1]))
except AnaphorError as error:
    print(error)
"""


class Handler(BaseHTTPRequestHandler):
    """Serves CONTENT in the way that the path names, and remembers what was asked."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        """Answer one request."""
        server = self.server
        assert isinstance(server, Server)
        asked = self.headers.get("Range")
        server.ranges.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        if self.path == "/missing":
            self.send_error(404)
        elif self.path == "/no-range":
            self._send(200, CONTENT)
        elif self.path == "/breaks" and len(server.ranges) < 3:
            self._send(206 if start else 200, CONTENT[start : start + 150_000], announced=len(CONTENT) - start)
        elif start >= len(CONTENT):
            self.send_error(416)
        elif self.path == "/other":
            self._send(200, b"x" * len(CONTENT))
        elif self.path == "/endless":
            self._send(200, CONTENT * 100)
        elif self.path == "/waits":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(CONTENT[:1000])
            self.wfile.flush()
            server.reached.set()
            server.release.wait(20)
            self.wfile.write(CONTENT[1000:])
        else:
            self._send(206 if asked else 200, CONTENT[start:])

    def _send(self, code: int, data: bytes, announced: int | None = None) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(announced or len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except ConnectionError:
            return

    def log_message(self, format: str, *arguments: object) -> None:
        """Keep quiet."""


class Server(ThreadingHTTPServer):
    """A server that remembers the ranges it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.ranges: list[str | None] = []
        self.reached = threading.Event()
        self.release = threading.Event()

    def at(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.release.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "cache"


def files(folder: Path) -> dict[str, int]:
    """Every file below a folder with its size."""
    return {path.name: path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_fetched_whole_and_its_progress_is_told(server: Server, cache: Path) -> None:
    told: list[tuple[int, int | None]] = []
    path = get(SET, address=server.at("/set"), progress=lambda done, total: told.append((done, total)))
    assert path == CATALOGUE.file_of(SET)
    assert path.read_bytes() == CONTENT
    assert files(cache) == {"set.yaml": len(CONTENT)}
    assert told == sorted(told)
    assert told[-1] == (len(CONTENT), len(CONTENT))


def test_what_is_here_and_whole_is_not_fetched_again(server: Server) -> None:
    get(SET, address=server.at("/set"))
    get(SET, address=server.at("/set"))
    assert len(server.ranges) == 1


def test_what_is_here_and_damaged_is_fetched_again(server: Server) -> None:
    get(SET, address=server.at("/set")).write_bytes(b"damaged")
    assert get(SET, address=server.at("/set")).read_bytes() == CONTENT


def test_a_broken_download_goes_on_where_it_stopped(server: Server, cache: Path) -> None:
    for size in (150_000, 300_000):
        with pytest.raises(DownloadError, match=f"only {size:,} of 512,000 bytes came.*goes on where it stopped"):
            get(SET, address=server.at("/breaks"))
        assert files(cache) == {"set.yaml.part": size}
    assert get(SET, address=server.at("/breaks")).read_bytes() == CONTENT
    assert server.ranges == [None, "bytes=150000-", "bytes=300000-"]


def test_a_server_that_knows_no_ranges_starts_over(server: Server) -> None:
    with pytest.raises(DownloadError):
        get(SET, address=server.at("/breaks"))
    assert get(SET, address=server.at("/no-range")).read_bytes() == CONTENT
    assert server.ranges[-1] == "bytes=150000-"


def test_a_complete_part_that_was_never_moved_is_taken(server: Server) -> None:
    path = CATALOGUE.file_of(SET)
    path.parent.mkdir(parents=True)
    path.with_name("set.yaml.part").write_bytes(CONTENT)
    assert get(SET, address=server.at("/set")).read_bytes() == CONTENT


@pytest.mark.parametrize("path", ["/other", "/endless"])
def test_what_is_not_what_the_catalogue_promises_is_thrown_away(server: Server, cache: Path, path: str) -> None:
    with pytest.raises(ChecksumError, match="is not the set that the catalogue knows"):
        get(SET, address=server.at(path))
    assert files(cache) == {}


def test_a_server_that_never_stops_is_left_soon_after_the_promised_size(server: Server) -> None:
    told: list[int] = []
    with pytest.raises(ChecksumError):
        get(SET, address=server.at("/endless"), progress=lambda done, total: told.append(done))
    assert max(told) < len(CONTENT) + 200_000


def test_a_file_that_is_not_there_is_one_sentence(server: Server) -> None:
    with pytest.raises(DownloadError, match="the server answers 404 Not Found"):
        get(SET, address=server.at("/missing"))


def test_offline_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(DownloadError, match=r"Connection refused.*Check the connection and run the same") as caught:
        get(SET, address=f"http://127.0.0.1:{port}/set")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["http://", "http://[", "http://a b/"])
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    with pytest.raises(DownloadError, match="could not fetch"):
        get(SET, address=address)


@pytest.mark.parametrize("address", ["nonsense", "ftp2://x/y", "file:///etc/hostname"])
def test_only_web_addresses_are_fetched(address: str) -> None:
    with pytest.raises(InputError, match="is no web address"):
        get(SET, address=address)


@pytest.mark.slow
def test_two_processes_at_once_do_not_mix_their_bytes(server: Server) -> None:
    command = [sys.executable, "-c", GET_SET, server.at("/waits"), str(SET.sha256)]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.reached.wait(20)
    second = subprocess.run(command, capture_output=True, text=True, check=True)
    assert second.stdout == "another process is fetching this collection. Wait for it to end.\n"
    server.release.set()
    printed, _ = first.communicate(timeout=20)
    assert Path(printed.strip()).read_bytes() == CONTENT


def test_a_collection_without_an_address_says_from_which_page_it_comes() -> None:
    with pytest.raises(
        InputError, match=r"Download it from http\S+, then run: anaphor collection get wsc-fr --from FILE"
    ):
        get(CATALOGUE["wsc-fr"])


def test_an_embedded_collection_needs_no_server() -> None:
    assert get(CATALOGUE["anaphor-fr"]).is_file()


def test_a_file_downloaded_by_hand_is_kept_when_it_is_the_right_one(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_bytes(CONTENT)
    assert adopt(SET, mine).read_bytes() == CONTENT
    assert CATALOGUE.file_of(SET).is_file()
    assert mine.read_bytes() == CONTENT


def test_a_file_downloaded_by_hand_is_refused_when_it_is_another(tmp_path: Path, cache: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_bytes(b"other")
    with pytest.raises(ChecksumError, match="mine is not the set"):
        adopt(SET, mine)
    with pytest.raises(InputError, match="there is no such file"):
        adopt(SET, tmp_path / "nowhere")
    assert files(cache) == {}


def test_a_cache_that_cannot_be_made_is_one_sentence(server: Server, cache: Path) -> None:
    cache.write_text("a file stands where the folder should be")
    with pytest.raises(OutputError, match="Set ANAPHOR_CACHE to a folder"):
        get(SET, address=server.at("/set"))
