"""Dictionary forms of French words: the lexicon first, then simplemma; the words before decide between lemmas."""

from collections.abc import Sequence
from functools import lru_cache

import simplemma

from anaphor.language.french.lexicon import Category, LexicalEntry, fold, lookup
from anaphor.language.french.tokens import is_title, tokens
from anaphor.language.word_tables import is_first_name, word_sets
from anaphor.schema import Span

_FUNCTION = (Category.DETERMINER, Category.PRONOUN, Category.PREPOSITION, Category.CONJUNCTION)


@lru_cache(maxsize=65_536)
def lemma(form: str) -> str:
    """The dictionary form of a word, by its commonest use; a name is returned as written.

    >>> lemma("Chevaux"), lemma("Claire"), lemma("claires"), lemma("L’")
    ('cheval', 'Claire', 'clair', 'le')
    """
    bare = form.removeprefix("-t-").removeprefix("-") if form.startswith("-") and len(form) > 1 else form
    entries = lookup(bare)
    if bare[:1].isupper() and _is_name(bare, known=bool(entries)):
        return bare
    if entries:
        return entries[0].lemma
    return simplemma.lemmatize(fold(bare), lang="fr") if bare else ""


def _is_name(form: str, *, known: bool) -> bool:
    """Whether a capitalised word is a name: unknown to the lexicon, or a first name that is no function word."""
    if is_title(form) or (not known and not form.isupper()):
        return True
    entries = lookup(form)
    return is_first_name(form, "french") and not (entries and entries[0].category in _FUNCTION)


_SETS = word_sets("french")
_DETERMINERS = (
    _SETS["articles"] | _SETS["demonstratives"] | _SETS["possessives"] | _SETS["quantities"] | _SETS["numerals"]
)
_CLITICS = _SETS["subject_clitics"] | _SETS["object_clitics"] | {"ne", "n'", "qui"}
_DEGREES = _SETS["adverbs_in_verb_group"] | {"vraiment", "tellement", "ne", "n'"}
_AVOIR, _ETRE = "avoir", "être"


def lemma_at(text: str, span: Span) -> str | None:
    """The lemma that the words before a form ask for; None when the lexicon does not have the form as they want it."""
    form = span.of(text)
    entries = lookup(form)
    # A capital inside a sentence.
    if not entries or (
        text[span.start].isupper()
        and bool(text[: span.start].rstrip(' «"“').rstrip(".!?…") == text[: span.start].rstrip())
    ):
        return None
    before = [fold(token.text) for token in tokens(text[: span.start]) if token.is_word][::-1]
    if entries[0].category is Category.ADVERB:
        return entries[0].lemma
    if before[:1] == ["très"]:
        return _best(entries, (Category.ADJECTIVE,)) or _masculine_participle(form, entries)
    wanted = _wanted(before, entries)
    return _best(entries, wanted) if wanted else None


def _masculine_participle(form: str, entries: Sequence[LexicalEntry]) -> str | None:
    """The adjective that a participle behind `très` is, where the lexicon has only its verb (très impressionnées)."""
    verbs = {entry.lemma for entry in entries if "par:pas" in entry.traits}
    bare = fold(form)
    for shorter in (bare.removesuffix("s").removesuffix("e"), bare.removesuffix("s"), bare):
        if any(entry.lemma in verbs and "par:pas" in entry.traits for entry in lookup(shorter)):
            return shorter
    return None


def _best(entries: Sequence[LexicalEntry], wanted: tuple[Category, ...]) -> str | None:
    return next((entry.lemma for category in wanted for entry in entries if entry.category is category), None)


def _wanted(before: list[str], entries: Sequence[LexicalEntry]) -> tuple[Category, ...]:
    """The parts of speech that may stand there, best first; empty when the words before do not tell."""
    previous = before[0] if before else ""
    if any("inf" in entry.traits for entry in entries) and previous not in _DETERMINERS - _CLITICS:
        return (Category.VERB,)
    near = next((word for word in before if word not in _DEGREES), "")
    if _is_form_of(_AVOIR, near) or near == "été":
        return (Category.VERB, Category.NOUN)
    if _is_form_of(_ETRE, near) or near == "air":
        return _state(entries, seeming=near == "air")
    if previous in _CLITICS - {"le", "la", "les", "l'", "leur", "en"} or _follows_object_clitic(before):
        return (Category.VERB, Category.AUXILIARY)
    if previous in _DETERMINERS or previous in _SETS["prepositions"]:
        return (Category.NOUN, Category.ADJECTIVE, Category.ADVERB)
    return ()


def _follows_object_clitic(before: list[str]) -> bool:
    """True for the l' of `il l'influence`, not for that of `dans l'eau`."""
    return (
        before[:1] != []
        and before[0] in {"le", "la", "les", "l'", "leur", "en"}
        and before[1:2] != []
        and (before[1] in _SETS["subject_clitics"] | {"ne", "n'"})
    )


def _is_form_of(lemma: str, form: str) -> bool:
    return any(entry.lemma == lemma for entry in lookup(form)) if form else False


def _state(entries: Sequence[LexicalEntry], *, seeming: bool) -> tuple[Category, ...]:
    """Adjective or participle behind être: the one that is used more; behind `avoir l'air` the adjective."""
    adjective = next((entry for entry in entries if entry.category is Category.ADJECTIVE), None)
    if adjective is None:
        return (Category.VERB, Category.NOUN, Category.ADVERB)
    alike = sum(entry.frequency for entry in entries if entry.lemma == adjective.lemma)
    verb = sum(entry.frequency for entry in entries if entry.category is Category.VERB)
    first = (Category.ADJECTIVE, Category.VERB) if seeming or alike >= verb else (Category.VERB, Category.ADJECTIVE)
    return (*first, Category.NOUN)
