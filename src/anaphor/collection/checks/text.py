"""Checks of the texts themselves: characters, length, and the question asked of people."""

import re
import unicodedata
from collections.abc import Iterator

from anaphor.collection.checks.findings import Finding, finding
from anaphor.collection.checks.similarity import normal_words
from anaphor.language import Language
from anaphor.schema import Collection, Question
from anaphor.text import choice, joined, message

_WORD = re.compile(r"[^\W\d_]+")
# UTF-8 read as Windows-1252: é becomes Ã©, ’ becomes â€™, a no-break space becomes Â and a space.
_MOJIBAKE = re.compile(r"\S{0,20}(?:Ã[\x80-\xbf©¨ª«®´»¢§¯]|â€[™œ˜\x9d“”]|Â[\xa0«»°©])\S{0,20}")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_HIDDEN = ("Cf", "Cc", "Co", "Cn", "Cs")
"""Categories of characters that cannot be seen."""
_VISIBLE = frozenset("\n\t\u200c\u200d")
"""Characters of these categories that a text may hold: some scripts need joiners."""
_LONG = 60
"""Words above which a text is long for a schema."""


def check_text(question: Question, language: Language | None) -> Iterator[Finding]:
    """What is wrong with the characters, the length and the prompt."""
    candidates = " ".join(candidate.text for candidate in question.candidates)
    for field, text in (("text", question.text), ("question", question.prompt or ""), ("candidate", candidates)):
        if not (text.isascii() and text.isprintable()):
            yield from _check_characters(question.id, field, text)
    if re.search(r"[ \t]{2}|^\s|\s$", question.text):
        yield finding("spacing", question.id)
    words = len(normal_words(question.text))
    if words > _LONG:
        yield finding("many-words", question.id, words=words)
    if question.prompt is None:
        yield finding("prompt-missing", question.id)
    else:
        yield from _check_prompt(question, question.prompt, language)


def check_apostrophes(collection: Collection) -> Iterator[Finding]:
    """Whether straight and curly apostrophes are mixed in one collection."""
    straight = sum(question.text.count("'") for question in collection.questions)
    curly = sum(question.text.count("’") for question in collection.questions)
    if straight and curly:
        yield finding("mixed-apostrophes", collection.name, straight=straight, curly=curly)


def _check_characters(place: str, field: str, text: str) -> Iterator[Finding]:
    unseen = (each for each in text if each not in _VISIBLE and unicodedata.category(each) in _HIDDEN)
    hidden = next(unseen, None)
    where = choice("collection-word", field)
    if hidden:
        name = unicodedata.name(hidden, "") or message("collection-word-unnamed")
        yield finding("hidden-character", place, field=where, name=joined([f"U+{ord(hidden):04X}", name], " "))
    if not unicodedata.is_normalized("NFC", text):
        yield finding("not-normalised", place, field=where)
    if match := _MOJIBAKE.search(text):
        yield finding("mojibake", place, word=match[0])
    for word in _WORD.findall(text):
        names = "" if word.isascii() else " ".join(unicodedata.name(letter, "").partition(" ")[0] for letter in word)
        scripts = sorted({script for script in _SCRIPTS if script in names.split()})
        if len(scripts) > 1:
            listed = joined(choice("collection-word", script) for script in scripts)
            yield finding("mixed-scripts", place, word=word, names=listed)
            return


def _check_prompt(question: Question, prompt: str, language: Language | None) -> Iterator[Finding]:
    if not prompt.rstrip().endswith(("?", "？")):
        yield finding("prompt-not-a-question", question.id, prompt=prompt)
    if language is None:
        return
    asked = {language.lemma(word) for word in normal_words(prompt)}
    if asked.isdisjoint(language.lemma(word) for word in normal_words(question.text)):
        yield finding("prompt-unrelated", question.id, prompt=prompt)
    named = [
        each.text
        for each in question.candidates
        if re.search(rf"(?<!\w){re.escape(each.text)}(?!\w)", prompt, re.IGNORECASE)
    ]
    if named and len(named) < len(question.candidates):
        yield finding("prompt-names-candidate", question.id, candidate=named[0])
