"""The self-test starts a real probe and says which layers hold; a layer that is missing is never called sealed."""

import json
import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anaphor.challenge import sandbox_cage, sandbox_process, sandbox_selftest
from anaphor.challenge.sandbox import Backend, Layer, Limits, Sandbox, Seal
from anaphor.challenge.sandbox_process import ProcessSandbox
from anaphor.challenge.sandbox_selftest import REQUIRED, self_test, try_layers
from anaphor.cli.challenge_sandbox import app
from tests.challenge.conftest import need_cage


def test_this_machine_seals_and_the_command_says_so() -> None:
    need_cage()
    result = CliRunner().invoke(app, ["sandbox", "--self-test", "--json"])
    document = json.loads(result.stdout)
    assert [layer for layer in document["layers"] if layer["required"] and not layer["ok"]] == []
    assert document["sealed"] is True
    assert result.exit_code == 0
    assert {layer["name"] for layer in document["layers"]} >= set(REQUIRED) | {"Landlock", "control groups"}
    assert all(set(layer) == {"name", "required", "ok", "reason"} for layer in document["layers"])
    assert [path for path in Path("/sys/fs/cgroup").rglob(f"anaphor-{os.getpid()}-*") if path.is_dir()] == []


def test_a_cage_with_a_hole_is_not_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe must see real holes, or its word is worth nothing: a network, a shared pid namespace, no read-only."""
    need_cage()
    whole = sandbox_cage.arguments

    def holed(cage: sandbox_cage.Cage) -> list[str]:
        words = whole(cage)
        words[words.index("--unshare-all")] = "--unshare-ipc"
        end = len(words) - 4
        assert words[end : end + 2] == ["--remount-ro", "/"]
        return [*words[:end], *words[end + 2 :]]

    monkeypatch.setattr(sandbox_process, "arguments", holed)
    seal = self_test()
    layers = {layer.name: layer.ok for layer in seal.layers}
    assert not layers["network namespace"]
    assert not layers["no network"]
    assert not layers["pid namespace"]
    assert not layers["read-only system"]
    assert not layers["referee out of reach"]
    assert layers["no capabilities"]
    assert not seal.sealed


def test_limits_that_do_not_hold_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    need_cage()
    monkeypatch.setattr(sandbox_process, "_resource_limits", lambda *_args, **_kwargs: {})

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ProcessSandbox(limits=limits, groups=False)

    monkeypatch.setattr(sandbox_selftest, "_PATIENCE_S", 3.0)
    layers = {layer.name: layer.ok for layer in try_layers(make, ("python3",))}
    names = ("memory limit", "cpu limit", "process limit", "file size limit", "limits cannot be raised", "hidden files")
    assert {name: layers[name] for name in names} == dict.fromkeys(names, False)


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
    assert "no cage could be made" in seal.missing[0].reason


def test_elsewhere_than_on_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    result = CliRunner().invoke(app, ["sandbox", "--self-test"])
    assert result.exit_code == 1
    assert "a sealed run needs Linux" in result.stdout


@pytest.mark.parametrize("backend", ["http", "none"])
def test_what_has_no_cage_is_never_sealed(backend: str) -> None:
    result = CliRunner().invoke(app, ["sandbox", "--self-test", "--backend", backend, "--json"])
    assert (result.exit_code, json.loads(result.stdout)["sealed"]) == (1, False)
    good = Layer(name="x", required=True, ok=True, reason="")
    assert not Seal(backend=Backend(backend), layers=(good,)).sealed
    assert not Seal(backend=Backend.PROCESS, layers=()).sealed


def test_without_an_act_there_is_one_sentence() -> None:
    result = CliRunner().invoke(app, ["sandbox"])
    assert "there is nothing to do" in str(result.exception)
