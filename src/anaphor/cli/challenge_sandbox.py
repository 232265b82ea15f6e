"""`anaphor challenge sandbox`: does this machine keep entries in?"""

from typing import Annotated, Any

import typer

from anaphor.challenge import tried
from anaphor.challenge.sandbox import Backend, Seal
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Run entries in a cage."""


@app.command("sandbox")
def sandbox(
    wanted: Annotated[bool, typer.Option("--self-test")] = False,
    backend: Annotated[Backend, typer.Option("--backend")] = Backend.PROCESS,
    image: Annotated[str | None, typer.Option("--image")] = None,
    json: Json = False,
) -> None:
    """Try every layer that keeps an entry in. Exit 0 when a run here is sealed, 1 when it is not."""
    if not wanted:
        raise InputError("there is nothing to do", todo="Run: anaphor challenge sandbox --self-test")
    seal = tried(backend, image)
    if json:
        print_json(_document(seal))
    else:
        rows = [[layer.name, _mark(layer.ok), _need(layer.required), layer.reason] for layer in seal.layers]
        print_table(["layer", "holds", "for sealed", "what was tried"], rows)
        say(_verdict(seal))
    if not seal.sealed:
        raise typer.Exit(1)


def _mark(ok: bool) -> str:
    return "yes" if ok else "no"


def _need(required: bool) -> str:
    return "required" if required else "welcome"


def _verdict(seal: Seal) -> str:
    if seal.sealed:
        return "Sealed: every required layer holds on this machine."
    names = ", ".join(layer.name for layer in seal.missing) or "a cage"
    return f"Not sealed: {names} {'does' if len(seal.missing) == 1 else 'do'} not hold. No run here is called sealed."


def _document(seal: Seal) -> dict[str, Any]:
    layers = [
        {"name": layer.name, "required": layer.required, "ok": layer.ok, "reason": layer.reason}
        for layer in seal.layers
    ]
    return {"sealed": seal.sealed, "backend": seal.backend.value, "layers": layers}
