"""Images as entries: odd names, missing and changed ones, what an image brings along; a challenge with one in it."""

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

from anaphor.challenge.container.container import ContainerSandbox, try_container
from anaphor.challenge.container.engine import ContainerEngine
from anaphor.challenge.container.wire import ContainerWire
from anaphor.challenge.sandbox.sandbox import Submission
from anaphor.challenge.transcript.trace import read_trace
from anaphor.cli.challenge import app
from anaphor.cli.main import app as whole
from anaphor.errors import AnaphorError, InputError
from tests.challenge.entries import PYTHON, SMALL, Ring
from tests.challenge.images import engine_here, imported, load, renamed
from tests.challenge.rounds import Character, keys, made, reopened, write_files

pytestmark = pytest.mark.waiting

ODD = ["--privileged", "-v/:/host", "", " ", "a b", "a\nb", "$(reboot)", "x;y", "../x", "é", "x" * 600]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_an_odd_name_of_an_image_never_reaches_the_engine(name: str, tmp_path: Path) -> None:
    said = tmp_path / "said"
    fake = tmp_path / "podman"
    fake.write_text(f'#!/bin/sh\necho "$@" >>{said}\n')
    fake.chmod(0o755)
    sandbox = ContainerSandbox(limits=SMALL, engine=ContainerEngine(name=str(fake)))
    with pytest.raises(InputError, match=r"cannot name a container image|has no image"):
        Ring(tmp_path, sandbox).run(Ring(tmp_path, sandbox).case(Submission(name="x", image=name, command=("y",))))
    assert not said.exists()


def test_an_image_that_is_missing_is_one_sentence_and_no_fault_of_the_entry(box: Ring) -> None:
    entry = replace(box.entry("say(choice=0)"), image="localhost/nobody-has-this")
    with pytest.raises(AnaphorError, match=r"the image localhost/nobody-has-this is not here") as caught:
        box.run(box.case(entry))
    assert not isinstance(caught.value, InputError)
    result = CliRunner().invoke(
        whole, ["challenge", "sandbox", "--self-test", "--backend", "container", "--image", "localhost/none"]
    )
    assert isinstance(result.exception, AnaphorError)


def test_an_image_without_the_program_fails_and_one_without_python_is_not_called_sealed(
    box: Ring, tmp_path: Path
) -> None:
    heard = box.run(box.case(replace(box.entry("pass"), command=("no-such-program",)), 2))
    assert heard.replies == ["failed", "failed"]
    assert "no-such-program" in heard.stderr
    assert [record["code"] for record in heard.records if record["kind"] == "ending"] == [127, 127]
    assert box.run(box.case(replace(box.entry("pass"), command=("./answer.py",)), 1)).replies == ["failed"]
    (tmp_path / "bare").mkdir()
    subprocess.run(["tar", "-C", tmp_path / "bare", "-cf", tmp_path / "bare.tar", "."], check=True)
    engine = engine_here()
    with imported(engine, tmp_path / "bare.tar") as bare:
        seal = try_container(bare)
        assert not seal.sealed
        assert "python3" in seal.missing[0].reason
        with pytest.raises(InputError, match="does not say what is run"):
            box.run(box.case(Submission(name="x", image=bare)))


def test_a_program_that_ends_at_once_has_failed_and_its_run_is_not_lost(box: Ring) -> None:
    for command in (("python3", "--no-such-option"), ("sh", "-c", "exit 125")):
        assert box.run(box.case(replace(box.entry("pass"), command=command), 1)).replies == ["failed"]


@pytest.mark.skipif(sys.platform != "linux", reason="handles of processes are Linux's")
def test_a_program_that_has_ended_before_it_was_looked_at_has_begun_all_the_same() -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    pipe = subprocess.PIPE
    client = subprocess.Popen(["sh", "-c", "exit 125"], stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    wire = ContainerWire(client, ContainerEngine(name="true"), "x", until=time.monotonic() + 60, output=1000)
    notifications, other = os.pipe()
    os.close(other)
    wire.look_after(dead.pid, notifications, group=lambda: None, proxy_socket=None)
    assert wire.end(kill=False).code == 125  # the entry's own, not a failure of the engine


def test_a_link_in_an_image_does_not_lead_to_a_folder_out_here(box: Ring, tar: Path, tmp_path: Path) -> None:
    root = tmp_path / "linked"
    root.mkdir()
    subprocess.run(["tar", "-C", root, "-xf", tar], check=True)
    (root / "tmp").rmdir()
    (root / "tmp").symlink_to("/var")
    subprocess.run(["tar", "-C", root, "-cf", tmp_path / "linked.tar", "."], check=True)
    with imported(engine_here(), tmp_path / "linked.tar") as name:
        heard = box.run(box.case(replace(box.entry("say(choice=0)"), image=name), 1))
    assert not heard.facts
    assert [each["usage"].get("scratch") for each in heard.records if each["kind"] == "ending"] == [None]


def test_an_image_starts_what_it_says_and_an_entrys_command_takes_its_place(box: Ring, tar: Path) -> None:
    answers = box.entry("tell('from the files')\nsay(choice=0)")
    program = (
        "import json, sys; [print(json.dumps({'id': json.loads(line)['id'], 'choice': 1}), flush=True) "
        "for line in sys.stdin]"
    )
    entrypoint = f"ENTRYPOINT {json.dumps(['/usr/bin/python3', '-c', program])}"
    with imported(engine_here(), tar, entrypoint, "VOLUME /writable", "ENV MODEL=small", "ENV PATH=/usr/bin") as name:
        by_itself = box.run(box.case(Submission(name="x", image=name)))
        assert by_itself.facts == set()
        assert set(by_itself.replies) <= {0, 1}
        heard = box.run(box.case(replace(answers, image=name), 1))
        assert heard.stderr == "from the files\n"
        looking = box.entry(
            'tell(os.environ["MODEL"], os.environ["PATH"], os.access("/writable", os.W_OK))\nsay(choice=0)'
        )
        assert box.run(box.case(replace(looking, image=name), 1)).stderr == "small /usr/bin False\n"


@pytest.mark.long
def test_an_image_with_homes_and_variables_of_its_own_is_sealed_too(tar: Path) -> None:
    with imported(engine_here(), tar, "ENV GPG_KEY=E3FF2839", "ENV PATH=/usr/local/bin:/usr/bin:/bin") as name:
        assert try_container(name).missing == ()


def test_an_engine_that_would_not_limit_an_images_volumes_is_not_given_them(tmp_path: Path) -> None:
    told = [{"Id": "sha256:1", "Config": {"Cmd": ["x"], "Volumes": {"/data": {}}}}]
    fake = tmp_path / "docker"
    fake.write_text(f"#!/bin/sh\necho '{json.dumps(told)}'\n")
    fake.chmod(0o755)
    box = Ring(tmp_path, ContainerSandbox(limits=SMALL, engine=ContainerEngine(name=str(fake))))
    with pytest.raises(InputError, match=r"wants to write to /data.*Build it without VOLUME"):
        box.run(box.case(Submission(name="x", image="image")))


def command(*words: str) -> dict[str, Any]:
    """What a command of the challenge prints."""
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def images(folder: Path) -> dict[str, str]:
    """The image of each trace of a challenge."""
    return {path.stem: read_trace(path)[0]["entry"]["image"] for path in folder.glob("traces/*/*.jsonl")}


def test_an_image_is_entered_run_again_judged_and_verified_and_its_name_may_mean_another_one_meanwhile(
    tmp_path: Path, image: str, tar: Path
) -> None:
    folder, engine = made(tmp_path / "challenge"), engine_here()
    files = write_files(tmp_path / "files", keys(reopened(folder).rounds, changed=True), Character())
    with renamed(engine, image) as name:
        program = ["--folder", str(files), "--source-included", "--image", name, "--", PYTHON, "answer.py"]
        entered = CliRunner().invoke(app, ["enter", str(folder), "boxed", *program])
        assert entered.exit_code == 0, entered.output
        assert [each["state"] for each in command("run", str(folder))["entries"]] == ["finished"]
        first = images(folder)
        load(engine, tar, name, "ENV CHANGED=yes")
        assert command("rerun", str(folder))["rerun"] == ["boxed"]
        assert len(images(folder)) > len(first)
        assert set(images(folder).values()) == set(first.values())
        judged = command("judge", str(folder))["entries"][0]
        assert (judged["name"], judged["score"]) == ("boxed", 1.0)
        assert all(each["ok"] for each in command("verify", str(folder))["evidence"])
        assert all(read_trace(path)[0]["sealed"] for path in folder.glob("traces/*/*.jsonl"))


def test_without_its_image_an_entry_stays_in_the_queue(tmp_path: Path, tar: Path) -> None:
    folder, engine = made(tmp_path / "challenge"), engine_here()
    files = write_files(tmp_path / "files", keys(reopened(folder).rounds, changed=False), Character())
    with imported(engine, tar, "ENV OWN=yes") as name:
        words = ["enter", str(folder), "boxed", "--folder", str(files), "--image", name, "--", PYTHON, "answer.py"]
        assert CliRunner().invoke(app, words).exit_code == 0
        kept = f"dir:{tmp_path / 'image'}"
        subprocess.run([*engine.command, "push", "-q", name, kept], check=True, capture_output=True)
        subprocess.run([*engine.command, "rmi", name], check=True, capture_output=True)
        result = CliRunner().invoke(app, ["run", str(folder), "--json"])
        assert result.exit_code == 1
        assert [each["state"] for each in json.loads(result.stdout)["entries"]] == ["lost"]
        back = subprocess.check_output([*engine.command, "pull", "-q", kept], text=True).strip()
        subprocess.run([*engine.command, "tag", back, name], check=True, capture_output=True)
        assert [each["state"] for each in command("run", str(folder))["entries"]] == ["finished"]


class Registry(BaseHTTPRequestHandler):
    """A registry of images that lie in folders, as far as an engine asks when it fetches one."""

    tags: ClassVar[dict[str, Path]] = {}

    def do_GET(self) -> None:
        last = self.path.rpartition("/")[2]
        files = {path.name: path for folder in self.tags.values() for path in folder.iterdir()}
        known = {sha256((each / "manifest.json").read_bytes()).hexdigest(): each for each in self.tags.values()}
        path = files.get(last.removeprefix("sha256:"))
        if "/manifests/" in self.path:
            found = self.tags.get(last) or known.get(last.removeprefix("sha256:"))
            path = found / "manifest.json" if found else None
        data = path.read_bytes() if path else b"{}"
        self.send_response(200 if path or self.path == "/v2/" else 404)
        kind = (
            "application/vnd.oci.image.manifest.v1+json" if "/manifests/" in self.path else "application/octet-stream"
        )
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data)))):
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_a_tag_is_resolved_once_fetched_from_an_allowed_registry_and_run_by_its_digest_ever_after(
    tmp_path: Path, tar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, engine = made(tmp_path / "challenge"), engine_here()
    files = write_files(tmp_path / "files", keys(reopened(folder).rounds, changed=True), Character())
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{server.server_port}"
    (tmp_path / "registries.conf").write_text(f'[[registry]]\nlocation = "{host}"\ninsecure = true\n', "utf-8")
    monkeypatch.setenv("CONTAINERS_REGISTRIES_CONF", str(tmp_path / "registries.conf"))
    for tag in ("1", "2"):
        with imported(engine, tar, f"ENV VERSION={tag}") as name:
            line = [*engine.command, "push", "-q", name, f"dir:{tmp_path / tag}"]
            subprocess.run(line, check=True, capture_output=True)
    monkeypatch.setattr(Registry, "tags", {"new": tmp_path / "1"})
    wanted = f"{host}/team/program:new"
    digest = "sha256:" + sha256((tmp_path / "1" / "manifest.json").read_bytes()).hexdigest()
    program = ["--folder", str(files), "--source-included", "--image", wanted, "--", PYTHON, "answer.py"]
    try:
        other = made(tmp_path / "other")
        refused = CliRunner().invoke(app, ["enter", str(other), "boxed", *program])
        assert isinstance(refused.exception, AnaphorError)
        assert "is not here" in str(refused.exception), "no registry is asked that the rules do not name"
        rules = folder / "challenge.toml"
        rules.write_text(f'registries = ["{host}"]\n' + rules.read_text("utf-8"), "utf-8")
        assert not (other / "entries" / "boxed").exists()
        entered = CliRunner().invoke(app, ["enter", str(folder), "boxed", "--json", *program], catch_exceptions=False)
        assert json.loads(entered.stdout)["image"] == f"{host}/team/program@{digest}"
        assert reopened(folder).course.entries["boxed"].image == f"{host}/team/program@{digest}"
        monkeypatch.setattr(Registry, "tags", {"new": tmp_path / "2", "old": tmp_path / "1"})
        subprocess.run([*engine.command, "rmi", "-f", f"{host}/team/program@{digest}"], check=True, capture_output=True)
        assert [each["state"] for each in command("run", str(folder))["entries"]] == ["finished"]
        (first,) = set(images(folder).values())
        assert command("rerun", str(folder))["rerun"] == ["boxed"]
        assert set(images(folder).values()) == {first}
        assert all(each["ok"] for each in command("verify", str(folder))["evidence"])
    finally:
        subprocess.run(
            [*engine.command, "rmi", "-f", f"{host}/team/program@{digest}"], check=False, capture_output=True
        )
        server.shutdown()
        server.server_close()
