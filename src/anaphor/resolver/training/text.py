"""The text that models are trained on: any corpus that the house can read, as documents."""

from collections.abc import Iterator
from pathlib import Path

from anaphor.corpus.sources import Block, CorpusSource, TextBlock
from anaphor.resolver.training.store import Document, TokenStore, build_store, load_store, save_store


def documents_of(source: CorpusSource) -> Iterator[Document]:
    """The blocks of a corpus as documents; sentences that the source has already cut stand one per line."""
    for block in source.blocks():
        yield Document(source=block.source, text=_text(block))


def _text(block: Block) -> str:
    if isinstance(block, TextBlock):
        return block.text.decode("utf-8", "replace")
    return "\n".join(" ".join(form for form, _ in sentence) for sentence in block.sentences)


def store_of(source: CorpusSource, language: str, *, workers: int = 1, kept: Path | None = None) -> TokenStore:
    """The token store of a corpus; with a folder, it is written there once and read from there ever after."""
    if kept is not None and (kept / "store.json").is_file():
        return load_store(kept)
    store = build_store(documents_of(source), language, workers=workers)
    if kept is None:
        return store
    save_store(store, kept)
    return load_store(kept)
