"""French, put together, and where a French text speaks of a phrase."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from anaphor.language.finding import Conjunct, Finding, FindingRules, Place, find_phrase
from anaphor.language.french import junctures, nouns, pronouns
from anaphor.language.french.alternates import alternates, are_opposites
from anaphor.language.french.binding import final_clause, ruled_out
from anaphor.language.french.clause.group import verb_group
from anaphor.language.french.clause.words import shape, words_of
from anaphor.language.french.lexicon import Category, fold, lookup, of_category
from anaphor.language.french.outline import outline
from anaphor.language.french.reading.reading import readings
from anaphor.language.french.tokens import is_title, lemma, lemma_at, own_forms, sentences, tokens
from anaphor.language.protocol import (
    AnaphorAnalysis,
    AnaphorKind,
    Found,
    FoundBy,
    Gender,
    Language,
    LanguageRules,
    Token,
    WordLists,
)
from anaphor.language.word_tables import (
    first_name_gender,
    frequent_names,
    lists_digest,
    plain_letters,
    word_set,
    word_sets,
)
from anaphor.schema import Span

_SETS = word_sets("french")
_READING_WORDS = word_sets("french", "reading_words")
_UNPACKED = "52936e71a39f8d9d9b008a31740c1ac28186b800cba541c133720efcb793fe52"
"""The hash of the lists as they are."""
_PACKED = "0a06d8a7b3b5cc7fe097500abe2e3c014cbaa0b84790048fcd43568c22dd7391"
"""The hash of the same lists as indexes and tables have it that were made when the lexicon was packed."""
_FUSED = (("le", "au", "du"), ("les", "aux", "des"))
"""What an article may turn into when a preposition fuses with it, and back."""
_PARTITIVE_BEHIND = word_set("avoir prendre vouloir manger boire mettre acheter faire être vendre voir trouver")
"""Verbs behind which du and des are articles of their own: `il y a du savon`."""


@lru_cache(maxsize=32_768)
def find(phrase: str, text: str) -> tuple[Found, ...]:
    """Where a text speaks of a phrase, best kind of evidence first; a preposition before the phrase is set aside.

    >>> [found.by.value for found in find("le témoin", "L'avocat interroge un témoin, puis parle au témoin.")]
    ['contraction', 'article']
    """
    parsed = nouns.parse(phrase)
    return find_phrase(tokens(text), phrase, tokens(phrase), parsed.conjuncts, _FINDING) if parsed else ()


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """What the form at a place asks of its antecedent, with the participle that agrees with an object.

    >>> analyse("On l' a grondée.", Span(start=3, end=5)).witness
    Span(start=8, end=15)
    """
    analysis = pronouns.analyse(text, span)
    if analysis is None or analysis.kind is not AnaphorKind.OBJECT or analysis.gender is not None:
        return analysis
    words = words_of(text)
    host = next((number for number, word in enumerate(words) if word.start >= span.end), len(words))
    if host == len(words) or "avoir" not in shape(words[host].low).lemmas:
        return analysis
    group = verb_group(words, host)
    if group.participle is None or group.infinitive is not None:  # `les a fait venir` agrees with nothing
        return analysis
    participle = words[group.participle]
    return replace(analysis, witness=Span(start=participle.start, end=participle.end))


@lru_cache(maxsize=65_536)
def key(form: str) -> str:
    """What two spellings of a word share: capitals (and their accents), apostrophes and the stop of `Dr.` are left out.

    >>> key("Éric") == key("Eric"), key("Dr.")
    (True, 'dr')
    """
    folded = fold(form)
    if len(folded) > 1 and form[0].isupper():
        folded = plain_letters(folded[0]) + folded[1:]
    return folded.rstrip(".") if len(folded) > 1 else folded


def _behind_determiner(words: Sequence[Token], place: Place, conjunct: Conjunct) -> Iterator[Finding]:
    """The phrase behind another determiner than its own."""
    start = place[0] - 1
    form = key(words[start].text) if start >= 0 else ""
    if not conjunct.determiners or not (form in nouns.DETERMINERS or form in _SETS["numerals"]):
        return
    own = key(conjunct.determiners[-1].text)
    fused = form != own and any(own in forms and form in forms for forms in _FUSED)
    if fused and form in ("du", "des") and start:
        # An article of its own (`il y a du savon`), not `de` and an article.
        before = key(words[start - 1].text)
        lemmas = {entry.lemma for entry in of_category(before, Category.VERB, Category.AUXILIARY)}
        fused = not lemmas & _PARTITIVE_BEHIND and before not in ("que", "qu'", "et", "où")
    yield (FoundBy.CONTRACTION if fused else FoundBy.ARTICLE), (start, place[1])


def _heads(conjunct: Conjunct, phrase: str) -> tuple[list[str], bool]:
    """The head word alone; of a name any of its words."""
    if nouns.is_name(conjunct):
        return [token.text for token in conjunct.core if not is_title(token.text)], True
    return [nouns.head(phrase).of(phrase)], False


@lru_cache(maxsize=65_536)
def _noun(form: str) -> str | None:
    return next((entry.lemma for entry in of_category(form, Category.NOUN)), None)


def _is_word(word: str) -> bool:
    return bool(lookup(word))


def _lists_digest() -> str:
    return lists_digest("french").replace(_UNPACKED, _PACKED)


def _gender_of_name(name: str) -> Gender | None:
    return first_name_gender(name, "french")


def _frequent_names() -> Mapping[Gender, tuple[str, ...]]:
    return frequent_names("fr")


_FINDING = FindingRules(key, _behind_determiner, _heads, _noun)
_WORD_LISTS = WordLists(
    function_words=_READING_WORDS["function_words"],
    light_verbs=_READING_WORDS["light_verbs"],
    closed_class=_READING_WORDS["closed_class"],
    boundaries=_READING_WORDS["boundaries"],
    degrees=word_set("si bien comme"),
    negations=word_set("ne pas plus jamais"),
    indefinites=word_set("un une des"),
    definites=word_set("le la les l'"),
    epithets=word_set(
        "aimable excellent honnête pauvre jeune vieux vieil vieille brave bon bonne cher chère malheureux malheureuse"
        " digne gentil gentille"
    ),
    subject_relatives=frozenset({"qui"}),
    of_words=word_set("de d'"),
    nearest=word_set("celui-ci celle-ci ceux-ci celles-ci") | {"ce dernier", "cette dernière", "ces derniers"},
    farthest=word_set("celui-là celle-là ceux-là celles-là"),
    # Presqu'île and quelqu'un are whole words: those two are left to the tokens, type by type.
    elided=("l", "d", "j", "m", "t", "s", "n", "c", "ç", "qu", "lorsqu", "puisqu", "quoiqu", "jusqu"),
    abbreviations=_SETS["abbreviations"],
    titles=_SETS["titles"],
)
FRENCH: Language = LanguageRules(
    code="fr",
    tokens=tokens,
    sentences=sentences,
    lemma=lemma,
    head=nouns.head,
    concord=nouns.concord,
    analyse=analyse,
    anaphors=pronouns.anaphors,
    find=find,
    readings=readings,
    word_lists=_WORD_LISTS,
    lemma_at=lemma_at,
    own_forms=own_forms,
    is_word=_is_word,
    lists_digest=_lists_digest,
    alternates=alternates,
    are_opposites=are_opposites,
    outline=outline,
    ruled_out=ruled_out,
    final_clause=final_clause,
    replace_words=junctures.replace_words,
    begin_alike=junctures.begin_alike,
    first_name_gender=_gender_of_name,
    frequent_names=_frequent_names,
)
"""French, as the registry has it."""
