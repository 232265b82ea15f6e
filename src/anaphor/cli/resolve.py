"""`anaphor resolve`, `resolver` and `model`: collections put to machines, and machines made and tested."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import resolver as house
from anaphor.answer import MOST_FAILED
from anaphor.cli.collection import Source, loading
from anaphor.cli.command import Options, Shown, Told, leave_line, option, say, told, with_options
from anaphor.errors import AnaphorError, InputError
from anaphor.section import Section
from anaphor.settings import ModelKind
from anaphor.text import message

resolver_app = typer.Typer(no_args_is_help=True)
model_app = typer.Typer(no_args_is_help=True)


@loading
@told(
    resolver=option(str, ..., "--with", metavar="NAME[:ARGUMENT][,key=value]…"),
    output=option(Path | None, None, "-o", "--output"),
    limit=option(int | None, min=1),
    again=option(bool, False, "--again"),
    most_failed=option(float, MOST_FAILED, metavar="SHARE"),
)
def resolve(source: Source, told: Told, settings: Told) -> Shown:
    """Put a collection to a resolver, keep its answers."""
    try:
        run = house.resolve(source, folder="runs", **told, **settings)
    except (KeyboardInterrupt, AnaphorError) as error:  # said when the bar is gone, below the ^C
        if isinstance(error, KeyboardInterrupt):
            leave_line()
        say(*getattr(error, "__notes__", ()))
        raise
    say(*run.notes)
    return Shown(section=run.section, code=0 if run.trusted else 1)


@resolver_app.command("list")
def list_resolvers() -> Section:
    """List the resolvers for `resolve --with`."""
    return house.available().section


@resolver_app.command("test")
def check_resolver(
    resolver: Annotated[str, typer.Argument(metavar="NAME[:ARGUMENT][,key=value]…")],
    collection: Annotated[str | None, typer.Option("--collection")] = None,
    schemas: Annotated[int, typer.Option("--schemas", min=1)] = 5,
) -> Shown:
    """Test that a resolver keeps the rules."""
    found = house.examine(resolver, collection=collection, schemas=schemas)
    return Shown(section=found.section, code=0 if found.passed else 1)


_TRAINING: Options = {
    "kind": (ModelKind, typer.Argument(...)),
    "corpus": option(list[str], ...),
    "output": option(Path, ..., "-o", "--output"),
    "language": option(str, "fr"),
    "preset": option(str, "paper"),
    "vocabulary": option(int | None, min=10),
    "epochs": option(int | None, min=1),
    "batch": option(int | None, min=1),
    "sentences": option(int | None, min=1),
    "order": option(int, 3, min=1, max=5),
    "prune": option(str, "0"),
    "select": option(str | None),
    "share": option(float, 0.1),
    "held_out": option(float | None),
    "device": option(str, "auto"),
    "seed": option(int, 1),
    "workers": option(int, 1, min=1),
    "store": option(Path | None),
    "licence": option(str | None),
    "column": option(str | None),
}
"""The options of `train`: type and default."""


def training_settings(prune: str, **told: Any) -> dict[str, Any]:
    """What the options ask for; `prune` is numbers with commas or spaces between."""
    counts = prune.replace(",", " ").split()
    if not counts or not all(part.isdigit() for part in counts):
        raise InputError("model-no-counts", written=prune)
    return {**told, "prune": tuple(map(int, counts))}


@model_app.command()
@with_options("wanted", _TRAINING, training_settings)
def train(wanted: dict[str, Any]) -> Section:
    """Train a model on text."""
    return house.train(**wanted, tell=say).section


@model_app.command()
def info(model: Annotated[str | None, typer.Argument()] = None) -> Section:
    """Show what a model is."""
    return (house.shipped_models() if model is None else house.model_info(model)).section


@model_app.command()
def export(
    model: Annotated[Path, typer.Argument()], output: Annotated[Path, typer.Option("-o", "--output")]
) -> Section:
    """Write an LSTM as a file that needs no PyTorch."""
    found = house.export_model(model, output)
    say(str(message("model-written", path=str(output), size=output.stat().st_size)))
    return found.section
