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
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from anaphor.corpus.kernel.analysis_scan import PlainScan, Profile, RawWord, profile_of
from anaphor.errors import OutputError
from anaphor.files import atomic_file, cache_folder
from anaphor.language import LANGUAGES, Language, rules_of
from anaphor.provenance import fingerprint

_RULES = 1
"""Raised whenever the same text would give other words."""
LONGEST_SENTENCE = 1023
"""Words; a longer one (a list without full stops) goes on as another sentence."""
_PROBE_WORDS = (
    "chevaux Claire claires dit-il aujourd'hui grand-mère presqu'île ouverte l' Roi Xanrof xanrofs Ann's "
    "doesn't mice mother-in-law Roses left travelling o'clock Thomsons"
)
_PROBE = _PROBE_WORDS.split()
"""Words whose analysis tells sets of rules apart; rules that change and do not show here must raise `_RULES`."""
_WORTH_KEEPING = 20_000
"""New analyses of words that are worth writing to disk."""
_JOINERS = ("'", "-")
_REMEMBERED = 400_000
"""Raw words whose analysis is kept in memory: about 80 MB."""
_MOST_STEPS = 4
_LARGEST_MEMORY = 1 << 26


class AnalysedWord(NamedTuple):
    """One word of the corpus; what is counted are its form and its lemma."""

    form: str
    """In lower case."""
    capital: bool
    lemma: str
    """Dictionary form in lower case; a name keeps its capital."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownWords:
    """Analyses that were made; it grows."""

    small: dict[str, str] = field(default_factory=dict)
    """Lemmas of words without a capital that are one word."""
    capital: dict[str, str] = field(default_factory=dict)
    """Lemmas of words with a capital that are one word, by their form in lower case."""
    joined: dict[RawWord, tuple[AnalysedWord, ...]] = field(default_factory=dict)
    """Words of those with an apostrophe or a hyphen inside."""

    def __len__(self) -> int:
        return len(self.small) + len(self.capital) + len(self.joined)


class TypeAnalyser:
    """The words of raw words; what was analysed once is remembered."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._last: dict[str, str] = {}
        self.known = KnownWords()

    def words(self, raw: RawWord) -> tuple[AnalysedWord, ...]:
        """The words of a raw word: usually one; two for a verb and its clitic (`dit-il`, `don't`)."""
        form, capital = raw
        lemma = (self.known.capital if capital else self.known.small).get(form)
        if lemma is not None:
            return (AnalysedWord(form, capital, lemma),)
        if not any(joiner in form for joiner in _JOINERS):
            lemma = self._lemma(form, capital)
            if len(self.known) < _REMEMBERED:
                (self.known.capital if capital else self.known.small)[form] = lemma
            return (AnalysedWord(form, capital, lemma),)
        words = self.known.joined.get(raw)
        if words is None:
            # The words that the language sees in a joined form; an inverted clitic loses its hyphen (`-t-il` is `il`)
            tokens = [token.text for token in self._language.tokens(form) if token.is_word]
            parts = [text.removeprefix("-t-").removeprefix("-") for text in tokens]
            found = [part for part in parts if part] or [form]
            marks = [capital, *([False] * (len(found) - 1))]
            words = tuple(
                AnalysedWord(part, mark, self._lemma(part, mark)) for part, mark in zip(found, marks, strict=True)
            )
            if len(self.known) < _REMEMBERED:
                self.known.joined[raw] = words
        return words

    def _lemma(self, form: str, capital: bool) -> str:
        """The lemma of a form, and the lemma of that lemma if it has another: what is asked by its lemma is found."""
        lemma = self._one_step(_capitalised(form) if capital else form)
        last = self._last.get(lemma)
        if last is None:
            last, before = lemma, ""
            for _ in range(_MOST_STEPS):
                last, before = self._one_step(last), last
                if last == before:
                    break
            if len(self._last) < _REMEMBERED:
                self._last[lemma] = last
        return form if last == form else last  # one string in memory, not two that are alike

    def _one_step(self, text: str) -> str:
        lemma = self._language.lemma(text) or text
        return _capitalised(lemma.lower()) if lemma[:1].isupper() else lemma.lower()


def _capitalised(form: str) -> str:
    return form[:1].upper() + form[1:]


# Analyses of words are kept on disk, so that the next corpus does not ask the lexicon for the same ones again. That
# only saves time: a file that is missing, broken or of other rules is as good as none.


def memory_path(fingerprint: str) -> Path:
    """Where the analyses of one definition of words, carried out by the rules of this installation, are kept."""
    return cache_folder("words") / f"{fingerprint}-{_rules()}.txt"


@cache
def _rules() -> str:
    """A hash of the code that analyses words: a change of its rules must not be hidden by what it said before."""
    digest = hashlib.sha256()
    package = Path(str(files("anaphor")))
    for file in sorted([*package.glob("language/**/*.py"), *package.glob("corpus/kernel/analysis*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def write_memory(path: Path, known: KnownWords) -> None:
    """Keep analyses, behind a hash of them; where that is not possible, nothing happens."""
    import msgspec  # only whole corpora are worth its loading

    body = msgspec.msgpack.encode(known)
    with suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write(hashlib.sha256(body).digest() + body)


def read_memory(path: Path) -> KnownWords:
    """The analyses that were kept; none where there are none, or the file is not as it was written."""
    import msgspec

    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST_MEMORY else b""
    except OSError:
        return KnownWords()
    body = data[hashlib.sha256().digest_size :]
    whole = data == hashlib.sha256(body).digest() + body
    return msgspec.msgpack.decode(body, type=KnownWords) if whole else KnownWords()


@dataclass(frozen=True, slots=True)
class TextAnalysis:
    """The analysis of one language."""

    language: str
    profile: Profile
    types: TypeAnalyser
    fingerprint: str
    """Sixteen digits that change whenever the same text could give other words."""

    def words(self, text: str) -> tuple[AnalysedWord, ...]:
        """The words of a short text, sentences ignored: how a question is read.

        >>> [word.lemma for word in analysis_of("fr").words("les bus scolaires")]
        ['le', 'bus', 'scolaire']
        """
        text = unicodedata.normalize("NFC", text)
        found = PlainScan(self.profile).feed(text)
        return tuple(word for raw in found if isinstance(raw, RawWord) for word in self.types.words(raw))

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
def analysis_of(language: str) -> TextAnalysis:
    """The analysis of a language; one per process, so that what it learns of words is kept."""
    rules = LANGUAGES.get(language)
    profile, types, lists = profile_of(language), TypeAnalyser(rules), rules_of(rules).lists_digest
    # Everything that lemmas and sentences depend on: rules, lists, lexicon, Python's Unicode data, and a probe
    depends = {
        "rules": _RULES,
        "longest": LONGEST_SENTENCE,
        "profile": profile,
        "lexicon": lists() if lists else None,
        "simplemma": version("simplemma"),
        "unicode": unicodedata.unidata_version,
        "probe": [types.words(RawWord(form, form[0].isupper())) for form in _PROBE],
    }
    return TextAnalysis(language, profile, types, fingerprint(depends))
