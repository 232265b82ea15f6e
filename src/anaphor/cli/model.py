"""`anaphor model`: train the language models of the house, look at them, and write small ones."""

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError, Place
from anaphor.provenance import plain
from anaphor.resolver.words import ModelCard, ModelKind

app = typer.Typer(no_args_is_help=True)

Corpus = Annotated[list[str], typer.Option("--corpus")]


@app.command()
def train(
    kind: Annotated[ModelKind, typer.Argument()],
    corpus: Corpus,
    output: Annotated[Path, typer.Option("-o", "--output")],
    language: Annotated[str, typer.Option("--language")] = "fr",
    preset: Annotated[
        str,
        typer.Option(
            "--preset",
        ),
    ] = "paper",
    vocabulary: Annotated[int | None, typer.Option("--vocabulary", min=10)] = None,
    epochs: Annotated[int | None, typer.Option("--epochs", min=1)] = None,
    batch: Annotated[int | None, typer.Option("--batch", min=1)] = None,
    sentences: Annotated[int | None, typer.Option("--sentences", min=1)] = None,
    order: Annotated[int, typer.Option("--order", min=1, max=5)] = 3,
    prune: Annotated[str, typer.Option("--prune")] = "0",
    select: Annotated[
        str | None,
        typer.Option(
            "--select",
        ),
    ] = None,
    share: Annotated[float, typer.Option("--share")] = 0.1,
    held_out: Annotated[float | None, typer.Option("--held-out")] = None,
    device: Annotated[str, typer.Option("--device")] = "auto",
    seed: Annotated[int, typer.Option("--seed")] = 1,
    workers: Annotated[int, typer.Option("--workers", min=1)] = 1,
    store: Annotated[Path | None, typer.Option("--store")] = None,
    licence: Annotated[str | None, typer.Option("--licence")] = None,
    column: Annotated[str | None, typer.Option("--column")] = None,
    json: Json = False,
) -> None:
    """Train a model on text. The same command goes on where a stopped training was."""
    from anaphor.cli.model_training import Wanted, train_model

    card = train_model(
        Wanted(
            kind=kind,
            corpus=tuple(corpus),
            output=output,
            language=language,
            preset=preset,
            vocabulary=vocabulary,
            epochs=epochs,
            batch=batch,
            sentences=sentences,
            order=order,
            prune=_numbers(prune),
            select=select,
            share=share,
            held_out=held_out,
            device=device,
            seed=seed,
            workers=workers,
            store=store,
            licence=licence,
            column=column,
        )
    )
    _show(str(output), card, json=json)


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdigit() for part in parts):
        raise InputError(f"{text!r} is no list of counts", todo="Write e.g. --prune '0 0 1'.")
    return tuple(int(part) for part in parts)


@app.command()
def info(
    model: Annotated[str | None, typer.Argument()] = None,
    json: Json = False,
) -> None:
    """Show what a model is. Its kind, text, settings, results and signature."""
    from anaphor.resolver.words import shipped_file, shipped_names

    if model is not None:
        _show(model, card_of(Path(model)), json=json)
        return
    found = {name: card_of(shipped_file(name)) for name in shipped_names() if name.endswith((".onnx", ".xz"))}
    if json:
        print_json({"models": [_document(name, card) for name, card in found.items()]})
        return
    rows = [
        [name, card.language, card.words, card.text.tokens, _perplexity(card), card.text.name]
        for name, card in found.items()
    ]
    print_table(["model", "language", "words", "tokens of text", "perplexity", "text"], rows)


@app.command()
def export(
    model: Annotated[Path, typer.Argument()],
    output: Annotated[Path, typer.Option("-o", "--output")],
    json: Json = False,
) -> None:
    """Write an LSTM as a file that needs no PyTorch. The file is ONNX, and small."""
    from anaphor.resolver.networks import export_lstm, load_network, lstm_settings
    from anaphor.resolver.words import open_model

    found = open_model(model, ModelKind.LSTM)
    network = load_network(found)
    weights = {name: each.detach().numpy() for name, each in network.state_dict().items()}
    card = export_lstm(output, lstm_settings(found), found.vocabulary, weights, found.card)
    say(f"{output}: {output.stat().st_size:,} bytes")
    _show(str(output), card, json=json)


def card_of(path: Path) -> ModelCard:
    """The card of whatever model stands at a path."""
    from anaphor.resolver.networks import OnnxLstm
    from anaphor.resolver.ngram import is_pack, read_pack
    from anaphor.resolver.words import open_model, read_card

    if path.is_dir() or not path.exists():
        return open_model(path).card
    if is_pack(path):
        return read_pack(path).card
    beside = path.with_suffix(".card.json")
    if path.suffix == ".arpa":
        if not beside.is_file():
            raise InputError("this ARPA file has no card beside it", where=Place(file=str(path)))
        return read_card(beside.read_text("utf-8"), Place(file=str(beside)))
    return OnnxLstm(path, path.stem).card


def _perplexity(card: ModelCard) -> str:
    return f"{card.result.perplexity:.1f}" if card.result and card.result.perplexity else "–"


def _document(name: str, card: ModelCard) -> dict[str, Any]:
    return {"model": name, **plain(card), "signature": str(card.signature)}


def _show(name: str, card: ModelCard, *, json: bool) -> None:
    if json:
        print_json(_document(name, card))
        return
    rows = [[key, _cell(value)] for key, value in _document(name, card).items()]
    print_table(["field", "value"], rows)


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items())
    return json_module.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)
