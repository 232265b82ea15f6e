"""One definition of sentence, word and lemma, for building an index and for asking it.

Text is NFC. A word is a maximal run of letters, digits and combining marks; a single apostrophe or hyphen between two
of them joins, except after an elided form, which keeps its apostrophe (l'homme: l', homme; aujourd'hui: one word). A
joined word is what the language's own tokens say: grand-mère one, dit-il two. Forms are folded: lower case, ſ as s,
straight apostrophes; œ and digits stay. A capitalised word that the language knows as a name is its own lemma, wherever
in the sentence it stands (Claire is not clair). A sentence ends at a newline, and at . ! ? … before white space and a
word that does not begin in lower case; the full stop of an abbreviation (M.) or an initial (J.) ends none.
"""

import hashlib
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files

from anaphor.corpus.kernel.analysis_memory import memory_path, read_memory, write_memory
from anaphor.corpus.kernel.analysis_profile import Profile, profile_of
from anaphor.corpus.kernel.analysis_scan import PlainScan, RawWord, SentenceEnd
from anaphor.corpus.kernel.analysis_types import TypeAnalyser, Word
from anaphor.language import LANGUAGES
from anaphor.provenance import fingerprint

_RULES = 1
"""Raised whenever the same text would give other words."""
LONGEST_SENTENCE = 1023
"""Words; a longer one (a list without full stops) goes on as another sentence."""
_PROBE = (
    "chevaux",
    "Claire",
    "claires",
    "dit-il",
    "aujourd'hui",
    "grand-mère",
    "presqu'île",
    "ouverte",
    "l'",
    "Roi",
    "Xanrof",
    "xanrofs",
    "Ann's",
    "doesn't",
    "mice",
    "mother-in-law",
    "Roses",
    "left",
    "travelling",
    "o'clock",
    "Thomsons",
)
"""Words whose analysis tells sets of rules apart; rules that change and do not show here must raise `_RULES`."""
_DATA = {"fr": "french", "en": "english"}
_LISTS = ("lexicon", "first_names", "word_sets")
"""How the names of the files begin that words and lemmas depend on."""


_WORTH_KEEPING = 20_000
"""New analyses of words that are worth writing to disk."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of one language."""

    language: str
    """ISO 639-1 code."""
    profile: Profile
    """Its closed lists."""
    types: TypeAnalyser
    """What its raw words are made of."""
    fingerprint: str
    """Sixteen digits that change whenever the same text could give other words."""

    def words(self, text: str) -> tuple[Word, ...]:
        """The words of a short text, sentences ignored: how a question is read.

        >>> [word.lemma for word in analysis_of("fr").words("les bus scolaires")]
        ['le', 'bus', 'scolaire']
        """
        text = unicodedata.normalize("NFC", text)
        found = PlainScan(self.profile).feed(text)
        return tuple(word for raw in found if isinstance(raw, RawWord) for word in self.types.words(raw))

    def sentences(self, text: str) -> Iterator[tuple[Word, ...]]:
        """The sentences of a text, word by word: the definition in plain Python.

        >>> [len(sentence) for sentence in analysis_of("fr").sentences("M. Lise dort. Dit-il vrai ?")]
        [3, 3]
        """
        sentence: list[Word] = []
        for each in PlainScan(self.profile).feed(unicodedata.normalize("NFC", text) + "\n"):
            if isinstance(each, RawWord):
                for word in self.types.words(each):
                    if len(sentence) == LONGEST_SENTENCE:
                        yield tuple(sentence)
                        sentence = []
                    sentence.append(word)
            elif isinstance(each, SentenceEnd) and sentence:
                yield tuple(sentence)
                sentence = []

    @contextmanager
    def with_memory(self) -> Iterator[None]:
        """Analyse a whole corpus inside: with what was learnt of words before, and what is learnt now is kept."""
        path = memory_path(self.fingerprint)
        if len(self.types.known) < _WORTH_KEEPING:
            self.types.known = read_memory(path)
        before = len(self.types.known)
        yield
        if len(self.types.known) - before >= _WORTH_KEEPING:
            write_memory(path, self.types.known)


@cache
def analysis_of(language: str) -> Analysis:
    """The analysis of a language; one per process, so that what it learns of words is kept."""
    rules = LANGUAGES.get(language)
    profile, types = profile_of(language), TypeAnalyser(rules)
    return Analysis(language, profile, types, _fingerprint(profile, types))


def _fingerprint(profile: Profile, types: TypeAnalyser) -> str:
    """Everything that lemmas and sentences depend on: rules, lists, lexicon, Python's Unicode data, and a probe."""
    return fingerprint(
        {
            "rules": _RULES,
            "longest": LONGEST_SENTENCE,
            "profile": profile,
            "lexicon": _lexicon_hash(profile.language),
            "simplemma": version("simplemma"),
            "unicode": unicodedata.unidata_version,
            "probe": [types.words(RawWord(form, form[0].isupper())) for form in _PROBE],
        }
    )


def _lexicon_hash(language: str) -> str | None:
    """A hash of the lists that the package carries for the words of a language; None where it carries none."""
    folder = _DATA.get(language)
    if folder is None:
        return None
    digest = hashlib.sha256()
    for file in sorted(files("anaphor").joinpath("data", folder).iterdir(), key=lambda each: each.name):
        if file.name.startswith(_LISTS):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
