"""`anaphor write` and `anaphor serve`: what is refused, and that the real commands serve and stop well."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner

from anaphor.cli.serve import listen_for, serve, write
from anaphor.errors import AnaphorError
from anaphor.experiment import save_design
from tests.experiment.specimens import design

pytestmark = pytest.mark.slow

_COMMAND = "from anaphor.cli.serve import {name}; {name}()"
_NATIVE = "anaphor: 1\nlanguage: fr\n"


def refused(command: click.Command, *arguments: str) -> str:
    """What a command says when it refuses its arguments."""
    found = CliRunner().invoke(command, list(arguments))
    assert isinstance(found.exception, AnaphorError), found.output
    return found.exception.sentence


def test_write_refuses_what_it_could_not_save(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(_NATIVE, "utf-8")
    assert "anaphor collection convert anaphor-fr" in refused(write, "anaphor-fr", "--no-browser")
    foreign = tmp_path / "x.xml"
    assert f"Name it {tmp_path / 'x.yaml'}" in refused(write, str(foreign), "--no-browser")
    foreign.write_text("<collection/>", "utf-8")
    assert "collection convert" in refused(write, str(foreign), "--no-browser")
    assert "fr or en" in refused(write, str(path), "--interface", "de", "--no-browser")
    assert "no such" in refused(write, str(path), "--corpus", str(tmp_path / "none"), "--no-browser").lower()
    path.write_text("anaphor: 2\nlanguage: fr\nschemas: []\n", "utf-8")
    assert "version 2" in refused(write, str(path), "--no-browser")


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "--port" in refused(write, str(tmp_path / "x.yaml"), "--port", port, "--no-browser")
        assert "--port" in refused(serve, str(tmp_path / "site"), "--port", port)


def test_serve_refuses_what_it_could_not_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAPHOR_ACCOUNTS", str(tmp_path / "accounts.db"))
    site = str(tmp_path / "site")
    assert "postgresql://" in refused(serve, site, "--workers", "2")
    assert "postgresql://" in refused(serve, site, "--database", "file.db")
    assert "Leave it out for SQLite" in refused(serve, site, "--database", "sqlite:///x.db")
    for base in ("../x", "/a/../b", "a//b", "./x"):
        assert "cannot be a path" in refused(serve, site, "--base", base)
    (tmp_path / "site" / "studies").mkdir(parents=True)
    save_design(design(2), tmp_path / "site" / "studies" / "good.json")
    assert "mysql" in refused(serve, site, "--database", "mysql://x/y", "--port", "0")
    assert "path" in refused(serve, site, "--base", "a b")
    (tmp_path / "site" / "studies" / "bad.json").write_text("{", "utf-8")
    assert "bad.json" in refused(serve, site, "--port", "0")
    (tmp_path / "file").write_text("x", "utf-8")
    assert "cannot be used" in refused(serve, str(tmp_path / "file"))


def test_two_sites_cannot_serve_one_study(tmp_path: Path) -> None:
    (tmp_path / "studies").mkdir()
    save_design(design(2), tmp_path / "studies" / "s.json")
    process, address = started("serve", str(tmp_path), "--port", "0", folder=tmp_path)
    try:
        assert httpx.get(f"{address}/health", timeout=300).json()["studies"] == {"s": True}
        assert "another server" in refused(serve, str(tmp_path), "--port", "0")
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert list((tmp_path / "studies").glob("*-serving")) == []


def started(name: str, *arguments: str, folder: Path) -> tuple["subprocess.Popen[str]", str]:
    """A command that serves, and its address without the last slash, once it answers."""
    environment = {**os.environ, "ANAPHOR_ACCOUNTS": str(folder / "accounts.db")}
    command = [sys.executable, "-c", _COMMAND.format(name=name), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    said = ""
    while "Stop with" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    address = said.split(" is at ")[1].split()[0].rstrip("/")
    for _ in range(600):
        try:
            httpx.get(f"{address}/", timeout=5).raise_for_status()
            break
        except httpx.HTTPError:
            time.sleep(0.05)
    return process, address


def test_the_real_command_writes_the_file_and_stops_well(tmp_path: Path) -> None:
    path = tmp_path / "neuf.yaml"
    process, address = started("write", str(path), "--port", "0", "--no-browser", "--language", "en", folder=tmp_path)
    try:
        secret = address.rpartition("/")[2]
        draft = {
            "text": "The cat sees the dog because [it] is {hungry|loud}.",
            "candidates": ["the cat", "the dog"],
            "keys": [0, 1],
        }
        saved = httpx.post(
            f"{address}/api/save", json={"draft": draft, "file": "absent"}, headers={"x-check": secret}, timeout=300
        )
        assert saved.status_code == 200, saved.text
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert "language: en" in path.read_text("utf-8")
    assert "hungry-loud" in path.read_text("utf-8")


def test_a_file_keeps_its_port_so_that_the_browser_keeps_its_words(tmp_path: Path) -> None:
    ports = []
    for _ in range(2):
        with listen_for(tmp_path / "x.yaml", None) as listening:
            ports.append(listening.getsockname()[1])
            with listen_for(tmp_path / "x.yaml", None) as second:  # where it is taken, any other will do
                assert second.getsockname()[1] != ports[-1]
    assert ports[0] == ports[1]


@pytest.mark.parametrize("option", ["--database", "--accounts"])
def test_a_database_that_does_not_answer_is_said_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    pytest.importorskip("psycopg", reason="the extra postgres is not installed")
    monkeypatch.setenv("ANAPHOR_ACCOUNTS", str(tmp_path / "accounts.db"))
    with socket.socket() as closed:  # bound and not listening: nobody else answers there
        closed.bind(("127.0.0.1", 0))
        url = f"postgresql://ada:secret@127.0.0.1:{closed.getsockname()[1]}/study"
        said = refused(serve, str(tmp_path / "site"), option, url, "--port", "0")
    assert "cannot be reached" in said
    assert "ada:***@" in said
    assert "secret" not in said
