"""Answers of simplemma, whose dictionary of a language takes a third of a second to load: those given before are kept,
and a file of them that is missing, broken or of another version is as good as none."""

import atexit
from contextlib import suppress
from functools import cache
from importlib.metadata import version

from anaphor.files import cache_folder

_MOST = 20_000
"""Answers that are kept for a language: about 400 kB, read in some milliseconds."""


def lemmatize(word: str, *, lang: str) -> str:
    """simplemma's lemma of a word.

    >>> lemmatize("mice", lang="en")
    'mouse'
    """
    return _answer("lemma", word, lang)


def is_known(word: str, *, lang: str) -> bool:
    """Whether simplemma's dictionary has a word."""
    return _answer("known", word, lang) == "yes"


def _answer(what: str, word: str, lang: str) -> str:
    kept, asked = _kept(lang), f"{what}\t{word}"
    if (found := kept.get(asked)) is None:
        import simplemma

        known = what == "known" and simplemma.is_known(word, lang)
        found = simplemma.lemmatize(word, lang=lang) if what == "lemma" else ("no", "yes")[known]
        if len(kept) < _MOST and word.isprintable() and found.isprintable():
            kept[asked] = found
    return found


@cache
def _kept(lang: str) -> dict[str, str]:
    """The answers of earlier processes; those that this one adds are appended when it ends."""
    path, kept = cache_folder("words") / f"simplemma-{version('simplemma')}-{lang}.tsv", dict[str, str]()
    with suppress(OSError):
        lines = path.read_text("utf-8", errors="ignore").split("\n")[:-1]  # the last may be cut off
        kept.update([(asked, found) for asked, tab, found in (line.rpartition("\t") for line in lines) if tab])
    before = len(kept)

    @atexit.register
    def keep() -> None:
        if new := "".join(f"{asked}\t{found}\n" for asked, found in list(kept.items())[before:]):
            with suppress(OSError, UnicodeError):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(new)

    return kept
