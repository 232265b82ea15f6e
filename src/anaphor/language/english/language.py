"""English, put together, and where an English text speaks of a phrase."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from anaphor.language import dictionary
from anaphor.language.english import nouns, pronouns
from anaphor.language.english.alternates import alternates, are_opposites
from anaphor.language.english.binding import ruled_out
from anaphor.language.english.nouns import fold, lemma, lemma_at, own_forms, sentences, tokens
from anaphor.language.english.outline import outline
from anaphor.language.english.reading.reading import readings
from anaphor.language.finding import Conjunct, Finding, FindingRules, Place, find_phrase
from anaphor.language.protocol import AnaphorKind, Found, FoundBy, Gender, Language, LanguageRules, Token, WordLists
from anaphor.language.word_tables import first_name_gender, frequent_names, lists_digest, word_set, word_sets

_SETS = word_sets("english")
_READING_WORDS = word_sets("english", "reading_words")
_BEFORE_NUMBERS = word_set("no. co. p. fig.")
"""These abbreviate only before a number; as words they often end a sentence."""


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


def _behind_determiner(words: Sequence[Token], place: Place, conjunct: Conjunct) -> Iterator[Finding]:
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


def _is_word(word: str) -> bool:
    return dictionary.is_known(word, lang="en")


def _lists_digest() -> str:
    return lists_digest("english")


def _gender_of_name(name: str) -> Gender | None:
    return first_name_gender(name, "english")


def _frequent_names() -> Mapping[Gender, tuple[str, ...]]:
    return frequent_names("en")


_FINDING = FindingRules(key, _behind_determiner, _heads, _noun)
_WORD_LISTS = WordLists(
    function_words=_READING_WORDS["function_words"],
    light_verbs=_READING_WORDS["light_verbs"],
    closed_class=_READING_WORDS["closed_class"],
    boundaries=_READING_WORDS["boundaries"],
    degrees=word_set("so as"),
    negations=word_set("not n't never"),
    indefinites=word_set("a an some"),
    definites=frozenset({"the"}),
    epithets=word_set("poor worthy unhappy dear unfortunate excellent brave"),
    subject_relatives=word_set("who that which"),
    of_words=frozenset({"of"}),
    nearest=word_set("latter"),
    farthest=word_set("former"),
    abbreviations=_SETS["abbreviations"] - _BEFORE_NUMBERS,
)
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
    word_lists=_WORD_LISTS,
    gendered_nouns=False,  # most nouns are he and she alike: a doctor, a friend
    lemma_at=lemma_at,
    own_forms=own_forms,
    is_word=_is_word,
    lists_digest=_lists_digest,
    alternates=alternates,
    are_opposites=are_opposites,
    outline=outline,
    # There is no dative, and *this one* is left alone.
    outlined_kinds=(AnaphorKind.SUBJECT, AnaphorKind.OBJECT, AnaphorKind.POSSESSIVE, AnaphorKind.DISJUNCTIVE),
    ruled_out=ruled_out,
    first_name_gender=_gender_of_name,
    frequent_names=_frequent_names,
)
"""English, as the registry has it."""
