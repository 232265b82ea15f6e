"""French, put together, and where a French text speaks of a phrase."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from anaphor.language.finding import Conjunct, Finding, FindingRules, Place, find_phrase
from anaphor.language.french import nouns, pronouns
from anaphor.language.french.clause.group import verb_group
from anaphor.language.french.clause.words import shape, words_of
from anaphor.language.french.lexicon import Category, fold, of_category
from anaphor.language.french.reading.reading import readings
from anaphor.language.french.tokens import is_title, lemma, sentences, tokens
from anaphor.language.outlines.french import outline
from anaphor.language.protocol import AnaphorAnalysis, AnaphorKind, Found, FoundBy, Language, LanguageRules, Token
from anaphor.language.word_tables import plain_letters, word_set, word_sets
from anaphor.schema import Span

_SETS = word_sets("french")
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
    found = pronouns.analyse(text, span)
    if found is None or found.kind is not AnaphorKind.OBJECT or found.gender is not None:
        return found
    words = words_of(text)
    host = next((number for number, word in enumerate(words) if word.start >= span.end), len(words))
    if host == len(words) or "avoir" not in shape(words[host].low).lemmas:
        return found
    group = verb_group(words, host)
    if group.participle is None or group.infinitive is not None:  # `les a fait venir` agrees with nothing
        return found
    shown = words[group.participle]
    return replace(found, witness=Span(start=shown.start, end=shown.end))


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


def _determined(words: Sequence[Token], place: Place, conjunct: Conjunct) -> Iterator[Finding]:
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
    return next((each.lemma for each in of_category(form, Category.NOUN)), None)


_FINDING = FindingRules(key, _determined, _heads, _noun)
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
    outline=outline,
)
"""French, as the registry has it."""
