"""English, put together, and where an English text speaks of a phrase."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from anaphor.language.english import nouns, pronouns
from anaphor.language.english.nouns import fold, lemma, sentences, tokens
from anaphor.language.english.reading.reading import readings
from anaphor.language.finding import Conjunct, Finding, FindingRules, Place, find_phrase
from anaphor.language.outlines.english import outline
from anaphor.language.protocol import Found, FoundBy, Language, LanguageRules, Token
from anaphor.language.word_tables import word_sets

_SETS = word_sets("english")


@lru_cache(maxsize=32_768)
def find(phrase: str, text: str) -> tuple[Found, ...]:
    """Where a text speaks of a phrase, best kind of evidence first.

    >>> [found.by.value for found in find("the dog", "A dog barked. The dog slept.")]
    ['form', 'article']
    """
    conjuncts = nouns.parse(phrase)
    return find_phrase(tokens(text), phrase, tokens(phrase), conjuncts, _FINDING) if conjuncts else ()


@lru_cache(maxsize=65_536)
def key(form: str) -> str:
    """What two spellings of a word share: capitals, apostrophes and the stop of `Dr.` are left out."""
    folded = fold(form)
    return folded.rstrip(".") if len(folded) > 1 else folded


def _determined(words: Sequence[Token], place: Place, conjunct: Conjunct) -> Iterator[Finding]:
    """The phrase behind another determiner or possessor."""
    start, end = place
    before = key(words[start - 1].text) if start and not nouns.is_name(conjunct) else ""
    owned = before in ("'s", "'")
    determined = owned or before in _SETS["articles"] or before in _SETS["numerals"]
    if determined and (conjunct.determiners or before != "'s"):
        yield FoundBy.ARTICLE, (start - (not owned), end)


def _heads(conjunct: Conjunct, phrase: str) -> tuple[list[str], bool]:
    """The head word alone; of a name any of its words."""
    named = nouns.is_name(conjunct)
    forms = [token.text for token in conjunct.core] if named else [conjunct.head.text]
    return [form for form in forms if fold(form) not in _SETS["titles"]] or forms, named


@lru_cache(maxsize=65_536)
def _noun(form: str) -> str | None:
    return lemma(fold(form)) if form[:1].isalpha() else None


_FINDING = FindingRules(key, _determined, _heads, _noun)
ENGLISH: Language = LanguageRules(
    code="en",
    tokens=tokens,
    sentences=sentences,
    lemma=lemma,
    head=nouns.head,
    concord=nouns.concord,
    analyse=pronouns.analyse,
    anaphors=pronouns.anaphors,
    find=find,
    readings=readings,
    outline=outline,
)
"""English, as the registry has it."""
