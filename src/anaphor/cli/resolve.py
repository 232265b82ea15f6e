"""`anaphor resolve`, `resolver` and `model`: collections put to machines, and machines made and tested."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import resolver as house
from anaphor.cli.collection import Column, CountFrom, Format, Language, Source
from anaphor.cli.command import Shown, columns_of, leave_line, say, with_options
from anaphor.errors import AnaphorError, InputError
from anaphor.section import Section
from anaphor.settings import ModelKind
from anaphor.text import message

resolver_app = typer.Typer(no_args_is_help=True)
model_app = typer.Typer(no_args_is_help=True)


def resolve(
    source: Source,
    resolver: Annotated[str, typer.Option("--with", metavar="NAME[:ARGUMENT][,key=value]…")],
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1)] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
) -> Section:
    """Put a collection to a resolver, keep its answers."""
    try:
        run = house.resolve(
            source,
            resolver,
            output=output,
            folder="runs",
            limit=limit,
            again=again,
            format=format,
            language=language,
            columns=columns_of(column, count_from),
        )
    except (KeyboardInterrupt, AnaphorError) as error:  # said when the bar is gone, below the ^C
        if isinstance(error, KeyboardInterrupt):
            leave_line()
        for note in getattr(error, "__notes__", ()):
            say(note)
        raise
    for note in run.notes:
        say(str(note))
    return run.section


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


_TRAINING: dict[str, tuple[Any, Any]] = {
    "kind": (Annotated[ModelKind, typer.Argument()], ...),
    "corpus": (Annotated[list[str], typer.Option("--corpus")], ...),
    "output": (Annotated[Path, typer.Option("-o", "--output")], ...),
    "language": (Annotated[str, typer.Option("--language")], "fr"),
    "preset": (Annotated[str, typer.Option("--preset")], "paper"),
    "vocabulary": (Annotated[int | None, typer.Option("--vocabulary", min=10)], None),
    "epochs": (Annotated[int | None, typer.Option("--epochs", min=1)], None),
    "batch": (Annotated[int | None, typer.Option("--batch", min=1)], None),
    "sentences": (Annotated[int | None, typer.Option("--sentences", min=1)], None),
    "order": (Annotated[int, typer.Option("--order", min=1, max=5)], 3),
    "prune": (Annotated[str, typer.Option("--prune")], "0"),
    "select": (Annotated[str | None, typer.Option("--select")], None),
    "share": (Annotated[float, typer.Option("--share")], 0.1),
    "held_out": (Annotated[float | None, typer.Option("--held-out")], None),
    "device": (Annotated[str, typer.Option("--device")], "auto"),
    "seed": (Annotated[int, typer.Option("--seed")], 1),
    "workers": (Annotated[int, typer.Option("--workers", min=1)], 1),
    "store": (Annotated[Path | None, typer.Option("--store")], None),
    "licence": (Annotated[str | None, typer.Option("--licence")], None),
    "column": (Annotated[str | None, typer.Option("--column")], None),
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
    return house.train(**wanted, tell=lambda note: say(str(note))).section


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
