"""French tokens, sentences and lemmas: elided forms, inverted clitics, abbreviations; the lexicon, then simplemma."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from anaphor.language import dictionary
from anaphor.language.finding import sentence_spans
from anaphor.language.french.lexicon import Category, LexicalEntry, feminine_uses, fold, lookup
from anaphor.language.protocol import Gender, Number, Token
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_SETS = word_sets("french")
_ELIDED = "lorsqu|puisqu|quoiqu|jusqu|presqu|quelqu|que?|[ldjmtsncç]"
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_APOSTROPHE = "['’ʼ]"
_HYPHEN = r"[-\u2010\u2011]"
_CLITIC = "je|tu|ils?|elles?|on|nous|vous|ce|les?|la|lui|leur|moi|toi|y|en"

_TOKEN = re.compile(
    rf"""
    (?P<plain>[^\W\d_]++(?=[ ,;]))
  | (?P<number>(?:(?<!\w)[+-])?\d+(?:[.,:\u00a0\u202f]\d+)*(?:{_LETTER})*(?:\d+)?)
  | (?P<initial>\b(?:{_LETTER}\.){{2,}}|\b[A-ZÉÈ]\.(?=[ \u00a0\u202f]?[A-ZÉÈ]))
  | (?P<word>(?:{_LETTER})(?:(?:{_LETTER}|\d)+|(?:{_APOSTROPHE}|{_HYPHEN})(?={_LETTER}|\d))*{_APOSTROPHE}?)
  | (?P<clitic>(?<=\s){_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})\b)
  | (?P<mark>\.{{2,}}|…|_+|-{{2,}}|[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ELISION = re.compile(rf"({_ELIDED}){_APOSTROPHE}", re.IGNORECASE)
_INVERTED = re.compile(
    rf"(?P<verb>.+?)(?P<tail>(?:{_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})|{_HYPHEN}[mtl]{_APOSTROPHE}(?:y|en))+)$",
    re.IGNORECASE,
)
_TAIL = re.compile(rf"{_HYPHEN}[mtl]{_APOSTROPHE}|{_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})(?!\w)|\w+", re.IGNORECASE)
_LONGEST_WORD = 200
"""Characters up to which a word may be a verb with clitics; the longest of the lexicon has 30."""
_FUNCTION = (Category.DETERMINER, Category.PRONOUN, Category.PREPOSITION, Category.CONJUNCTION)
_DETERMINERS = (
    _SETS["articles"] | _SETS["demonstratives"] | _SETS["possessives"] | _SETS["quantities"] | _SETS["numerals"]
)
_CLITICS = _SETS["subject_clitics"] | _SETS["object_clitics"] | {"ne", "n'", "qui"}
_ARTICLE_CLITICS = word_set("le la les l' leur en")
_DEGREES = _SETS["adverbs_in_verb_group"] | {"vraiment", "tellement", "ne", "n'"}


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; an elided form keeps its apostrophe, an inverted clitic its hyphen.

    >>> [token.text for token in tokens("L’avocat dit qu'il viendra. Vint-il ?")]
    ['L’', 'avocat', 'dit', "qu'", 'il', 'viendra', '.', 'Vint', '-il', '?']
    """
    pieces: list[Token] = []
    matches = _TOKEN.finditer(text)
    while match := next(matches, None):
        start, end = match.span()
        if match.lastgroup == "plain":  # as most are: nothing could be cut off
            pieces.append(Token(match[0], start, end, True))
        elif match.lastgroup == "word":
            dotted = text[start : end + 1]
            if dotted.endswith(".") and (is_title(dotted) or fold(dotted) in _SETS["abbreviations"]):
                end += 1
                matches = _TOKEN.finditer(text, end)
            pieces += _word(text, start, end)
        else:
            pieces.append(Token(text[start:end], start, end, match.lastgroup != "mark"))
    return tuple(pieces)


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text; the full stop of `M.` or `Dr.` ends none."""
    return sentence_spans(text, tokens(text))


def is_title(token: str) -> bool:
    """Whether a token is an abbreviated title such as `M.` or `Dr`; `me` needs its capital.

    >>> is_title("Dr."), is_title("me")
    (True, False)
    """
    return fold(token) in _SETS["titles"] and token[:1].isupper()


def _word(text: str, start: int, end: int) -> Iterator[Token]:
    """The parts of a word: elided forms, the word itself, inverted clitics (`a-t-il` gives `a` and `-t-il`)."""
    while start < end:
        elision = _ELISION.match(text, start, end)
        if not elision or (end - start <= _LONGEST_WORD and fold(text[start:end]) in _SETS["whole"]):
            break
        cut = elision.end()
        yield Token(text=text[start:cut], start=start, end=cut, is_word=True)
        start = cut
    word = text[start:end]
    match, cut = _INVERTED.fullmatch(word) if len(word) <= _LONGEST_WORD else None, end
    # Not where the lexicon has the whole word as something else than a phrase with a clitic (`rendez-vous`).
    if match and not any(entry.category in (Category.NOUN, Category.ADJECTIVE) for entry in lookup(word)):
        last = re.split(_APOSTROPHE, match["verb"])[-1]
        verb = any(entry.category in (Category.VERB, Category.AUXILIARY) for entry in lookup(last))
        cut = start + match.end("verb") if verb or fold(last) in ("voici", "voilà") else end
    if start < end:
        yield Token(text=text[start:cut], start=start, end=cut, is_word=True)
    for piece in _TAIL.finditer(text, cut, end):
        yield Token(text=piece.group(), start=piece.start(), end=piece.end(), is_word=True)


@lru_cache(maxsize=65_536)
def lemma(form: str) -> str:
    """The dictionary form of a word, by its commonest use; a name is returned as written.

    >>> lemma("Chevaux"), lemma("Claire"), lemma("claires"), lemma("L’")
    ('cheval', 'Claire', 'clair', 'le')
    """
    bare = form.removeprefix("-t-").removeprefix("-") if form.startswith("-") and len(form) > 1 else form
    entries = lookup(bare)
    if bare[:1].isupper():
        # A name: unknown to the lexicon, or a first name that is no function word.
        function = bool(entries) and entries[0].category in _FUNCTION
        if is_title(bare) or not (entries or bare.isupper()) or (is_first_name(bare, "french") and not function):
            return bare
    if entries:
        return entries[0].lemma
    if not bare:
        return ""
    return dictionary.lemmatize(fold(bare), lang="fr")


def lemma_at(text: str, span: Span) -> str | None:
    """The lemma that the words before a form ask for; None when the lexicon does not have the form as they want it."""
    form = span.of(text)
    entries, start = lookup(form), text[: span.start]
    inside = start.rstrip(' «"“').rstrip(".!?…") == start.rstrip()
    if not entries or (text[span.start].isupper() and inside):
        return None
    parts = tokens(text)
    if any(token.start < span.start < token.end for token in parts):
        parts = tokens(start)  # the form begins inside a word
    before = [fold(token.text) for token in parts if token.is_word and token.end <= span.start][::-1]
    if entries[0].category is Category.ADVERB:
        return entries[0].lemma
    if before[:1] == ["très"]:
        # The adjective that a participle is, where the lexicon has only its verb (très impressionnées)
        verbs, bare = {entry.lemma for entry in entries if "par:pas" in entry.traits}, fold(form)
        shorter = (bare.removesuffix("s").removesuffix("e"), bare.removesuffix("s"), bare)
        analyses = ((base, entry) for base in shorter for entry in lookup(base) if "par:pas" in entry.traits)
        participle = next((base for base, entry in analyses if entry.lemma in verbs), None)
        return _best(entries, (Category.ADJECTIVE,)) or participle
    wanted = _fitting_categories(before, entries)
    return _best(entries, wanted or (entries[0].category,) if entries[0].category is Category.NOUN else wanted)


def _best(entries: Sequence[LexicalEntry], wanted: tuple[Category, ...]) -> str | None:
    likeliest = next((entry for category in wanted for entry in entries if entry.category is category), None)
    return _in_its_gender(likeliest) if likeliest and likeliest is entries[0] else likeliest and likeliest.lemma


def _in_its_gender(entry: LexicalEntry) -> str:
    """The lemma; of a feminine noun that the lexicon has under a masculine one (serveuses) its own singular."""
    if entry.category is not Category.NOUN or entry.gender is not Gender.FEMININE:
        return entry.lemma
    shorter = entry.form.removesuffix("s") if entry.number is Number.PLURAL else entry.form
    alike = any(other.lemma == entry.lemma and other.gender is Gender.FEMININE for other in lookup(shorter))
    return shorter if alike and shorter != entry.lemma else entry.lemma


@lru_cache(maxsize=4096)
def own_forms(word: str) -> tuple[str, ...] | None:
    """The forms of a noun whose lemma, form by form, is mostly another word; None where its lemma is its own.

    So it is with nouns in -ant (`manifestant`, counted as manifester), with a feminine that has another meaning than
    its masculine (`serveuse`), and with the masculine where the feminine is used more (`portier`, portière). Only forms
    that are this noun more often than anything else are given.

    >>> own_forms("serveuse"), own_forms("manifestant"), own_forms("sculpture")
    (('serveuse', 'serveuses'), ('manifestants',), None)
    """
    if word[:1].isupper() or not (entries := lookup(word)):
        return None
    first, filed = entries[0], lemma(word)
    feminine = first.category is Category.NOUN and first.gender is Gender.FEMININE and first.lemma != first.form
    heads = [
        entry for entry in entries if entry.category in (Category.NOUN, Category.ADJECTIVE) and entry.lemma == word
    ]
    noun = first if feminine else next(iter(heads), None)
    if noun is None or noun.number is Number.PLURAL or (noun.category is Category.ADJECTIVE and word[-3:] != "ant"):
        return None
    if filed == word:
        outweighed = noun is first and noun.gender is Gender.MASCULINE
        if not outweighed or feminine_uses().get(word, 0.0) <= noun.frequency:
            return None
    endings = ("", "s", "e", "es") if noun.category is Category.ADJECTIVE else ("", "s")
    forms = [*(word + ending for ending in endings), f"{word}x", f"{word.removesuffix('l')}ux"]
    return tuple(
        form
        for form in forms
        if (analyses := lookup(form)[:1])
        and (analyses[0].category, analyses[0].lemma) == (noun.category, noun.lemma)
        and (analyses[0].gender is noun.gender or noun.category is Category.ADJECTIVE)
    )


def _fitting_categories(before: list[str], entries: Sequence[LexicalEntry]) -> tuple[Category, ...]:
    """The parts of speech that may stand there, best first; empty when the words before do not tell."""
    previous, second = [*before, "", ""][:2]
    if any("inf" in entry.traits for entry in entries) and previous not in _DETERMINERS - _CLITICS:
        return (Category.VERB,)
    near = next((word for word in before if word not in _DEGREES), "")
    auxiliaries = {entry.lemma for entry in lookup(near)} if near else set()
    if "avoir" in auxiliaries or near == "été":
        return (Category.VERB, Category.NOUN)
    if "être" in auxiliaries or near == "air":
        # Adjective or participle behind être: the one that is used more; behind `avoir l'air` the adjective.
        adjective = next((entry for entry in entries if entry.category is Category.ADJECTIVE), None)
        if adjective is None:
            return (Category.VERB, Category.NOUN, Category.ADVERB)
        alike = sum(entry.frequency for entry in entries if entry.lemma == adjective.lemma)
        verb = sum(entry.frequency for entry in entries if entry.category is Category.VERB)
        if near == "air" or alike >= verb:
            return (Category.ADJECTIVE, Category.VERB, Category.NOUN)
        return (Category.VERB, Category.ADJECTIVE, Category.NOUN)
    # The l' of `il l'influence`, not that of `dans l'eau`
    object_clitic = previous in _ARTICLE_CLITICS and second in _SETS["subject_clitics"] | {"ne", "n'"}
    if previous in _CLITICS - _ARTICLE_CLITICS or object_clitic:
        return (Category.VERB, Category.AUXILIARY)
    if previous in _DETERMINERS or previous in _SETS["prepositions"]:
        return (Category.NOUN, Category.ADJECTIVE, Category.ADVERB)
    return ()
