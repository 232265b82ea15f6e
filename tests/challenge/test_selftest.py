"""The self-test starts a real probe and says which layers hold; a layer that is missing is never called sealed."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.challenge import Seal
from anaphor.challenge.sandbox import bubblewrap, isolation
from anaphor.challenge.sandbox import process as sandbox_process
from anaphor.challenge.sandbox import selftest as sandbox_selftest
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import MIB, Backend, Layer, Limits, Sandbox, Stop
from anaphor.challenge.sandbox.selftest import REQUIRED, self_test, try_layers
from anaphor.cli.main import app
from tests.challenge.conftest import need_cage

pytestmark = pytest.mark.waiting


def test_this_machine_seals_and_the_command_says_so() -> None:
    need_cage()
    result = CliRunner().invoke(app, ["challenge", "sandbox", "--self-test", "--json"])
    document = json.loads(result.stdout)
    assert [layer for layer in document["layers"] if layer["required"] and not layer["ok"]] == []
    assert document["sealed"] is True
    assert result.exit_code == 0
    assert {layer["name"] for layer in document["layers"]} >= set(REQUIRED) | {"Landlock", "control groups"}
    assert all(set(layer) == {"name", "required", "ok", "reason"} for layer in document["layers"])
    assert [path for path in Path("/sys/fs/cgroup").rglob(f"anaphor-{os.getpid()}-*") if path.is_dir()] == []


def without(words: list[str], *dropped: str) -> list[str]:
    """The words without a run of others in them."""
    at = next(at for at in range(len(words)) if words[at : at + len(dropped)] == list(dropped))
    return [*words[:at], *words[at + len(dropped) :]]


def sharing(words: list[str], shared: str) -> list[str]:
    """The words, with one namespace that is not unshared."""
    kinds = [f"--unshare-{kind}" for kind in ("pid", "ipc", "net", "uts") if kind != shared]
    return ["bwrap", *kinds, *without(words, "--unshare-all")[1:]]


SIZE = ("--size", str(4 * MIB), "--perms", "1777", "--tmpfs")
HOLES: dict[str, tuple[Callable[[list[str]], list[str]], set[str]]] = {
    "network": (lambda words: sharing(words, "net"), {"network namespace", "no network"}),
    "ipc": (lambda words: sharing(words, "ipc"), {"ipc namespace"}),
    "root": (lambda words: without(words, "--remount-ro", "/"), {"read-only system"}),
    "devices": (lambda words: without(words, "--remount-ro", "/dev"), {"read-only system"}),
    "temporary": (
        lambda words: ["bwrap", "--bind", "/tmp", "/tmp", *without(words, *SIZE, "/tmp")[1:]],
        {"private temporary folder", "scratch limit"},
    ),
    "shared-memory": (
        lambda words: ["bwrap", *without(words, *SIZE, "/dev/shm", "--remount-ro", "/dev")[1:], "--tmpfs", "/dev/shm"],
        {"read-only system", "scratch limit"},
    ),
    "home": (lambda words: [*words[:-4], "--ro-bind", "/usr", "/home", *words[-4:]], {"no host home"}),
    "powers": (lambda words: [*without(words, "--cap-drop", "ALL"), "--cap-add", "ALL"], {"no capabilities"}),
}
"""Ways to spoil the cage, and the layers that must then be found missing."""


@pytest.mark.parametrize("hole", sorted(HOLES))
def test_the_probe_sees_a_hole(monkeypatch: pytest.MonkeyPatch, hole: str) -> None:
    """A probe that finds nothing in a spoiled cage would be worth nothing in a good one."""
    need_cage()
    whole, inside = bubblewrap.arguments, sandbox_process._program_text("inside.py")
    spoil, expected = HOLES[hole]
    monkeypatch.setattr(sandbox_process, "arguments", lambda cage: spoil(whole(cage)))
    # Landlock would stand in for the hole: here it does not exist.
    monkeypatch.setattr(
        sandbox_process, "_program_text", lambda _: inside.replace("= 444, 445, 446", "= 9444, 9445, 9446")
    )
    monkeypatch.setattr(sandbox_process, "compiled", sandbox_process.compiled.__wrapped__)
    monkeypatch.setattr(sandbox_selftest, "_WATCHES", {})
    found = {layer.name: layer for layer in self_test().layers if layer.name not in sandbox_selftest.WATCHED}
    assert not found["Landlock"].ok
    missing = {name: layer.reason for name, layer in found.items() if layer.required and not layer.ok}
    assert missing.keys() == expected, missing


def test_the_probe_sees_a_variable_of_the_referees(monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    monkeypatch.setattr(sandbox_process.ProcessLauncher, "environment", {**isolation.ENVIRONMENT, "TOKEN": "x"})
    monkeypatch.setattr(sandbox_selftest, "_WATCHES", {})
    assert "clean environment" in {layer.name for layer in self_test().missing}


def test_limits_that_do_not_hold_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    monkeypatch.setattr(sandbox_process.ProcessLauncher, "_resource_limits", lambda *_args, **_kwargs: {})
    monkeypatch.setattr(isolation.IsolatedWire, "watch_memory", lambda *_args: None)

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ProcessSandbox(limits=limits, groups=False)

    monkeypatch.setattr(sandbox_selftest, "_PATIENCE_S", 2.0)
    layers = {layer.name: layer.ok for layer in try_layers(make, ("python3",))}
    names = (
        *("memory limit", "memory of all processes", "cpu limit", "process limit", "file size limit"),
        *("limits cannot be raised", "hidden files"),
    )
    assert {name: layers[name] for name in names} == dict.fromkeys(names, False)


def test_nobody_waits_for_processes_that_were_ended_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    lines: list[bytes | Stop] = []
    receive = isolation.IsolatedWire.receive

    def heard(wire: isolation.IsolatedWire, deadline: float) -> bytes | Stop:
        lines.append(receive(wire, deadline))
        return lines[-1]

    monkeypatch.setattr(isolation.IsolatedWire, "receive", heard)
    watched = "memory of all processes"
    monkeypatch.setattr(sandbox_selftest, "_WATCHES", {watched: sandbox_selftest._WATCHES[watched]})
    layers = {layer.name: layer.ok for layer in self_test().layers}
    assert layers[watched]
    assert not {Stop.TIMEOUT, Stop.OVER} & set(lines)


def test_without_bubblewrap_nothing_is_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_selftest, "bubblewrap_version", lambda: None)
    seal = self_test()
    assert not seal.sealed
    assert {layer.name for layer in seal.missing} == {"bubblewrap", *REQUIRED}


def test_a_cage_that_cannot_be_made_is_one_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    monkeypatch.setattr(sandbox_process, "arguments", lambda _cage: ["bwrap", "--no-such-option"])
    seal = self_test()
    assert not seal.sealed
    assert "no sandbox could be made" in seal.missing[0].reason


def test_elsewhere_than_on_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    result = CliRunner().invoke(app, ["challenge", "sandbox", "--self-test"])
    assert result.exit_code == 1
    assert "a sealed run needs Linux" in result.stdout


@pytest.mark.parametrize("backend", ["http", "none"])
def test_what_has_no_cage_is_never_sealed(backend: str) -> None:
    result = CliRunner().invoke(app, ["challenge", "sandbox", "--self-test", "--backend", backend, "--json"])
    assert (result.exit_code, json.loads(result.stdout)["sealed"]) == (1, False)
    good = Layer(name="x", required=True, ok=True, reason="")
    assert not Seal(backend=Backend(backend), layers=(good,)).sealed
    assert not Seal(backend=Backend.PROCESS, layers=()).sealed


def test_without_an_act_there_is_one_sentence() -> None:
    result = CliRunner().invoke(app, ["challenge", "sandbox"])
    assert "there is nothing to do" in str(result.exception)
