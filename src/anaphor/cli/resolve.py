"""`anaphor resolve`, `resolver` and `model`: collections put to machines, and machines made and tested."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from anaphor import resolver as resolvers
from anaphor.cli.command import Argument, Group, Shown, command, leave_line, say
from anaphor.errors import AnaphorError
from anaphor.parameters import Parameter
from anaphor.resolver import ModelKind, ResolveSettings, TrainSettings
from anaphor.section import Section
from anaphor.text import message

resolver_app = Group("resolver")
model_app = Group("model")

Output = Annotated[Path, Parameter(flags=("-o", "--output"))]
_SPEC = "NAME[:ARGUMENT][,key=value]…"


@command("resolve")
def resolve(
    *,
    source: Annotated[str, Argument("PATH_OR_NAME")],
    resolver: Annotated[str, Parameter(flags=("--with",), metavar=_SPEC)],
    settings: ResolveSettings,
) -> Shown:
    """Put a collection to a resolver, keep its answers."""
    try:
        run = resolvers.resolve.with_settings(source, resolver, replace(settings, folder="runs"))
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
    return resolvers.available().section


@resolver_app.command("test")
def check_resolver(
    resolver: Annotated[str, Argument(_SPEC)],
    collection: str | None = None,
    schemas: Annotated[int, Parameter(least=1)] = 5,
) -> Shown:
    """Test that a resolver keeps the rules."""
    found = resolvers.examine(resolver, collection=collection, schemas=schemas)
    return Shown(section=found.section, code=0 if found.passed else 1)


@model_app.command()
def train(
    *, kind: Annotated[ModelKind, Argument()], corpus: list[str], output: Output, settings: TrainSettings
) -> Section:
    """Train a model on text."""
    return resolvers.train.with_settings(kind, corpus, output, replace(settings, tell=say)).section


@model_app.command()
def info(model: Annotated[str | None, Argument()] = None) -> Section:
    """Show what a model is."""
    return (resolvers.shipped_models() if model is None else resolvers.model_info(model)).section


@model_app.command()
def export(model: Annotated[Path, Argument()], output: Output) -> Section:
    """Write an LSTM as a file that needs no PyTorch."""
    found = resolvers.export_model(model, output)
    say(str(message("model-written", path=str(output), size=output.stat().st_size)))
    return found.section
