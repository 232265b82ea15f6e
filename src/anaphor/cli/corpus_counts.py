"""The counts that a command asks: corpora that the user names, or what the package carries."""

from collections.abc import Sequence
from pathlib import Path

from anaphor.corpus import Counts, is_counts_file, pooled, read_counts, shipped
from anaphor.errors import InputError
from anaphor.schema import Collection


def counts_for(collection: Collection, corpora: Sequence[Path]) -> Counts:
    """The named corpora together, or what the package carries for the collection's language."""
    if len({path.resolve() for path in corpora}) < len(corpora):
        raise InputError("a corpus is named twice, so its counts would be doubled", todo="Name each once.")
    if corpora:
        return pooled([_opened(path) for path in corpora])
    if collection.language == "mul":
        raise InputError("the collection is in several languages", todo="Say which with --language, e.g. fr.")
    return shipped(collection.language)


def _opened(path: Path) -> Counts:
    if is_counts_file(path):
        return read_counts(path)
    from anaphor.corpus.index import open_index

    return open_index(path)
