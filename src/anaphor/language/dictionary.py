"""Answers of simplemma, whose dictionary of a language takes a third of a second to load: those given before are kept,
and a file of them that is missing, broken or of another version is as good as none."""

import atexit
from contextlib import suppress
from functools import cache
from importlib.metadata import version

from anaphor.settings import cache_folder

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
    kept = _kept(lang)
    if (found := kept.get((what, word))) is None:
        import simplemma

        known = what == "known" and simplemma.is_known(word, lang)
        found = simplemma.lemmatize(word, lang=lang) if what == "lemma" else ("no", "yes")[known]
        if len(kept) < _MOST and word.isprintable() and found.isprintable():
            kept[what, word] = found
    return found


@cache
def _kept(lang: str) -> dict[tuple[str, str], str]:
    """The answers of earlier processes; those that this one adds are appended when it ends."""
    path, kept = cache_folder("words") / f"simplemma-{version('simplemma')}-{lang}.tsv", dict[tuple[str, str], str]()
    with suppress(OSError):
        lines = [line.split("\t") for line in path.read_text("utf-8", errors="ignore").split("\n")]
        kept.update(((line[0], line[1]), line[2]) for line in lines[:-1] if len(line) == 3)  # the last may be cut off
    before = len(kept)

    @atexit.register
    def keep() -> None:
        if new := "".join(f"{what}\t{word}\t{found}\n" for (what, word), found in list(kept.items())[before:]):
            with suppress(OSError, UnicodeError):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(new)

    return kept
