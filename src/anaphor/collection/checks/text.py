"""Checks of the texts themselves: characters, length, and the question asked of people."""

import re
import unicodedata
from collections.abc import Iterator

from anaphor.collection.checks import findings as f
from anaphor.collection.checks.findings import Code, Finding
from anaphor.collection.checks.similarity import normal_words
from anaphor.language import Language
from anaphor.schema import Collection, Problem, Question

_WORD = re.compile(r"[^\W\d_]+")
_MOJIBAKE = re.compile(r"\S{0,20}(?:Ã[\x80-\xbf©¨ª«®´»¢§¯]|â€[™œ˜\x9d“”]|Â[\xa0«»°©])\S{0,20}")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_JOINERS = frozenset("\u200c\u200d")
_LONG = 60
_MOST_SENTENCES = 3


def check_text(question: Question, language: Language | None) -> Iterator[Finding]:
    """What is wrong with the characters, the length and the prompt."""
    fields = {"text": question.text, "question": question.prompt or ""}
    fields |= {"candidate": " ".join(candidate.text for candidate in question.candidates)}
    for field, text in fields.items():
        yield from _characters(question, field, text)
    if re.search(r"[ \t]{2}|^\s|\s$", question.text):
        yield _finding(f.SPACING, question)
    words = len(normal_words(question.text))
    if words > _LONG:
        yield _finding(f.TOO_LONG, question, words=str(words))
    yield from _prompt(question, language)


def check_length(problem: Problem, question: Question, language: Language | None) -> Iterator[Finding]:
    """Whether a problem has more sentences than people like to read (paper 4)."""
    count = len(language.sentences(question.text)) if language else 0
    if count > _MOST_SENTENCES:
        yield Finding(code=f.TOO_LONG_PROBLEM, place=problem.id, details={"sentences": str(count)})


def check_apostrophes(collection: Collection) -> Iterator[Finding]:
    """Whether straight and curly apostrophes are mixed in one collection."""
    straight = sum(question.text.count("'") for question in collection.questions)
    curly = sum(question.text.count("’") for question in collection.questions)
    if straight and curly:
        details = {"straight": str(straight), "curly": str(curly)}
        yield Finding(code=f.MIXED_APOSTROPHES, place=collection.name, details=details)


def _finding(code: Code, question: Question, **details: str) -> Finding:
    return Finding(code=code, place=question.id, details=details)


def _characters(question: Question, field: str, text: str) -> Iterator[Finding]:
    if text.isascii() and text.isprintable():
        return
    hidden = next((character for character in text if _is_hidden(character)), None)
    if hidden:
        name = f"U+{ord(hidden):04X} {unicodedata.name(hidden, 'without a name')}"
        yield _finding(f.HIDDEN_CHARACTER, question, field=field, name=name)
    if not unicodedata.is_normalized("NFC", text):
        yield _finding(f.NOT_NORMALISED, question, field=field)
    if match := _MOJIBAKE.search(text):
        yield _finding(f.MOJIBAKE, question, word=match[0])
    for word in _WORD.findall(text):
        scripts = [] if word.isascii() else sorted({script for letter in word for script in _script(letter)})
        if len(scripts) > 1:
            yield _finding(f.MIXED_SCRIPTS, question, word=word, names=", ".join(scripts).lower())
            return


def _is_hidden(character: str) -> bool:
    category = unicodedata.category(character)
    return category in ("Cf", "Cc", "Co", "Cn", "Cs") and character not in "\n\t" and character not in _JOINERS


def _script(letter: str) -> Iterator[str]:
    name = unicodedata.name(letter, "")
    yield from (script for script in _SCRIPTS if name.startswith(script))


def _prompt(question: Question, language: Language | None) -> Iterator[Finding]:
    if question.prompt is None:
        yield _finding(f.PROMPT_MISSING, question)
        return
    if not question.prompt.rstrip().endswith(("?", "？")):
        yield _finding(f.PROMPT_NOT_A_QUESTION, question, prompt=question.prompt)
    if language is None:
        return
    asked = {language.lemma(word) for word in normal_words(question.prompt)}
    told = {language.lemma(word) for word in normal_words(question.text)}
    if not asked & told:
        yield _finding(f.PROMPT_UNRELATED, question, prompt=question.prompt)
    named = [each.text for each in question.candidates if _names(question.prompt, each.text)]
    if named and len(named) < len(question.candidates):
        yield _finding(f.PROMPT_NAMES_CANDIDATE, question, candidate=named[0])


def _names(prompt: str, candidate: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(candidate)}(?!\w)", prompt, re.IGNORECASE) is not None
