"""`anaphor resolve`, `resolver` and `model`: collections put to machines, and machines made and tested."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor.cli.collection import Column, Format, Language, Source, columns_of
from anaphor.cli.command import Shown, progress, say, with_options
from anaphor.collection import load
from anaphor.errors import AnaphorError, InputError
from anaphor.resolver import RESOLVERS, RunSettings, default_path, examine, make, questions_for, run_collection
from anaphor.resolver.words import ModelKind
from anaphor.section import Section
from anaphor.text import message, text

if TYPE_CHECKING:
    from anaphor.resolver.training import TrainingOrder

resolver_app = typer.Typer(no_args_is_help=True)
model_app = typer.Typer(no_args_is_help=True)

_EMBEDDED = ("anaphor-fr", "anaphor-en")


def resolve(
    source: Source,
    resolver: Annotated[str, typer.Option("--with", metavar="NAME[:ARGUMENT][,key=value]…")],
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1)] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    format: Format = None,
    language: Language = None,
    column: Column = None,
) -> Section:
    """Put a collection to a resolver, keep its answers."""
    from anaphor.report.systems import run_section

    collection = load(source, format=format, language=language, columns=columns_of(column))
    machine = make(resolver)
    path = output or default_path(collection, machine)
    given = {"with": resolver, "format": format, "language": language, "columns": " ".join(column or ())}
    kept = {name: value for name, value in given.items() if value}
    settings = RunSettings(source=source, given=kept, limit=limit, again=again)
    written = False
    with progress(text("resolve-progress", resolver=machine.name, collection=collection.name)) as bar:

        def show(done: int, total: int) -> None:
            nonlocal written
            written = written or done > 0
            bar(done, total)

        try:
            run = run_collection(collection, machine, path, settings, show)
        except (KeyboardInterrupt, AnaphorError):
            if written:
                say(text("resolve-stopped", path=str(path)))
            raise
    for note in run.notes:
        say(str(note))
    return run_section(run)


@resolver_app.command("list")
def list_resolvers() -> Section:
    """List the resolvers for `resolve --with`."""
    from anaphor.report.systems import resolvers_section

    return resolvers_section(*RESOLVERS.usable())


@resolver_app.command("test")
def check_resolver(
    resolver: Annotated[str, typer.Argument(metavar="NAME[:ARGUMENT][,key=value]…")],
    collection: Annotated[str | None, typer.Option("--collection")] = None,
    schemas: Annotated[int, typer.Option("--schemas", min=1)] = 5,
) -> Shown:
    """Test that a resolver keeps the rules."""
    from anaphor.report.systems import conformance_section

    sources = (collection,) if collection else _EMBEDDED
    asked = [group for source in sources for group in questions_for(load(source), schemas)]
    with progress(text("resolver-progress", resolver=resolver)) as bar:
        results = list(examine(lambda: make(resolver), asked, bar))
    passed = all(result.passed for result in results)
    return Shown(section=conformance_section(resolver, results), code=0 if passed else 1)


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
"""The options of `train`, which are the fields of a `TrainingOrder`: type and default."""


def training_order(corpus: list[str], prune: str, **told: Any) -> "TrainingOrder":
    """What the options ask for; `prune` is numbers with commas or spaces between."""
    from anaphor.resolver.training import TrainingOrder

    counts = prune.replace(",", " ").split()
    if not counts or not all(part.isdigit() for part in counts):
        raise InputError("model-no-counts", written=prune)
    return TrainingOrder(corpus=tuple(corpus), prune=tuple(map(int, counts)), **told)


@model_app.command()
@with_options("wanted", _TRAINING, training_order)
def train(wanted: "TrainingOrder") -> Section:
    """Train a model on text."""
    from anaphor.report.systems import model_section
    from anaphor.resolver.training import train_model

    with progress(text("model-progress", kind=wanted.kind.value)) as bar:
        card = train_model(wanted, lambda note: say(str(note)), bar)
    return model_section(str(wanted.output), card)


@model_app.command()
def info(model: Annotated[str | None, typer.Argument()] = None) -> Section:
    """Show what a model is."""
    from anaphor.report.systems import model_section, models_section
    from anaphor.resolver.training import card_of
    from anaphor.resolver.words import shipped_file, shipped_names

    if model is not None:
        return model_section(model, card_of(Path(model)))
    names = [name for name in shipped_names() if name.endswith((".onnx", ".xz"))]
    return models_section({name: card_of(shipped_file(name)) for name in names})


@model_app.command()
def export(
    model: Annotated[Path, typer.Argument()], output: Annotated[Path, typer.Option("-o", "--output")]
) -> Section:
    """Write an LSTM as a file that needs no PyTorch."""
    from anaphor.report.systems import model_section
    from anaphor.resolver.training import export_model

    card = export_model(model, output)
    say(str(message("model-written", path=str(output), size=output.stat().st_size)))
    return model_section(str(output), card)
