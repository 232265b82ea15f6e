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
    answers, request = _earlier_answers(lang), f"{what}\t{word}"
    if (answer := answers.get(request)) is None:
        import simplemma

        is_listed = what == "known" and simplemma.is_known(word, lang)
        answer = simplemma.lemmatize(word, lang=lang) if what == "lemma" else ("no", "yes")[is_listed]
        if len(answers) < _MOST and word.isprintable() and answer.isprintable():
            answers[request] = answer
    return answer


@cache
def _earlier_answers(lang: str) -> dict[str, str]:
    """The answers of earlier processes; those that this one adds are appended when it ends."""
    path, answers = cache_folder("words") / f"simplemma-{version('simplemma')}-{lang}.tsv", dict[str, str]()
    with suppress(OSError):
        lines = path.read_text("utf-8", errors="ignore").split("\n")[:-1]  # the last may be cut off
        answers.update([(request, answer) for request, tab, answer in (line.rpartition("\t") for line in lines) if tab])
    before = len(answers)

    @atexit.register
    def keep() -> None:
        if new := "".join(f"{asked}\t{found}\n" for asked, found in list(answers.items())[before:]):
            with suppress(OSError, UnicodeError):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(new)

    return answers
