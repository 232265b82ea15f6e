"""English tokens, lemmas and noun phrases: head word, gender, number and animacy, each with its evidence."""

import re
from collections.abc import Sequence
from functools import lru_cache

from anaphor.language import dictionary
from anaphor.language.english.reading.phrase import number_of
from anaphor.language.english.reading.words import BASES, DETERMINERS, KINSHIP
from anaphor.language.finding import Conjunct, sentence_spans
from anaphor.language.protocol import (
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    Animacy,
    Concord,
    Gender,
    Token,
)
from anaphor.language.word_tables import first_name_gender, is_first_name, pronoun_table, word_set, word_sets, words
from anaphor.schema import Span

_SETS = word_sets("english")
_LIFELESS = word_sets("english", "reading_words")["lifeless"]
_PRONOUNS = pronoun_table("english")
_GENDERS = (("masculine_nouns", MASCULINE), ("feminine_nouns", FEMININE))
_ANIMACIES = (
    ("persons", Animacy.PERSON),
    ("animals", Animacy.ANIMAL),
    ("groups", Animacy.GROUP),
    ("things", Animacy.THING),
)
_DOUBLED = re.compile(r"[aeiou][^aeiou]+(?:e|na|va|da)ll$")
"""A lemma of two syllables that kept its doubled consonant: travell, signall."""
_PARTICLES = word_set("von van der den de da di du del della la le el al bin ibn ter zu of")
"""Words in small letters that belong to a name."""
_OPENING = _SETS["determiners"] | _SETS["numerals"] | {"one"}
_GOING_ON = _SETS["determiners"] | _SETS["prepositions"]
"""Words behind a participle that show that it has an object or a place: `wearing a hat`."""
_ENDS_IN_ELL = ("tell", "sell", "spell", "well", "smell", "shell")


@lru_cache(maxsize=65_536)
def lemma(form: str) -> str:
    """The dictionary form of a word; a name is returned as written.

    >>> lemma("Mice"), lemma("Alice"), lemma("Thomson"), lemma("n't"), lemma("travelling")
    ('mouse', 'Alice', 'Thomson', 'not', 'travel')
    """
    if fold(form) in ("n't", "'s", "'"):
        return {"n't": "not"}.get(fold(form), fold(form))
    if form[:1].isupper() and (is_first_name(form, "english") or not dictionary.is_known(fold(form), lang="en")):
        return form
    base = dictionary.lemmatize(fold(form), lang="en") if form else ""
    if form[:1].isupper() and base[:1].isupper():
        return form
    # British spelling doubles the consonant before an ending, and the lexicon kept it.
    base = base.lower()
    doubled = base != fold(form) and _DOUBLED.search(base) and not base.endswith(_ENDS_IN_ELL)
    return base[:-1] if doubled else base


def own_forms(word: str) -> tuple[str, ...] | None:
    """The forms of a noun in -ing whose lemma, form by form, is that of a verb; None where its lemma is its own.

    >>> own_forms("painting"), own_forms("paint")
    (('painting', 'paintings'), None)
    """
    plural = f"{word}s"
    apart = word.endswith("ing") and lemma(word) != word and lemma(plural) == word
    return (word, plural) if apart else None


@lru_cache(maxsize=4096)
def parse(phrase: str) -> tuple[Conjunct, ...]:
    """The conjuncts of a noun phrase; none when there is no word in it.

    >>> [conjunct.head.text for conjunct in parse("the sack of potatoes and Ann's big bag")]
    ['sack', 'bag']
    """
    words_in = [token for token in tokens(phrase) if token.is_word or token.text == ","]
    pieces: list[list[Token]] = [[]]
    for index, token in enumerate(words_in):
        if fold(token.text) in ("and", "or", ",") and pieces[-1] and _joins(pieces[-1], words_in[index:]):
            pieces.append([])
        elif pieces[-1] or fold(token.text) not in ("and", "or", ","):
            pieces[-1].append(token)
    return tuple(_conjunct(piece) for piece in pieces if piece)


def head(phrase: str) -> Span:
    """Where the head word of a phrase stands; the first word of a name (paper 2).

    >>> head("the guy in uniform").of("the guy in uniform"), head("Dr. Adams").of("Dr. Adams")
    ('guy', 'Dr')
    """
    conjuncts = parse(phrase)
    if not conjuncts:
        return Span(start=0, end=len(phrase))
    token = conjuncts[0].head
    return Span(start=token.start, end=token.end - token.text.endswith("."))


@lru_cache(maxsize=4096)
def concord(phrase: str) -> Concord:
    """Gender, number and animacy of a phrase, and what they were taken from.

    >>> concord("Ann's uncle").gender, concord("Sam and Amy").number
    (<Gender.MASCULINE: 'masculine'>, <Number.PLURAL: 'plural'>)
    """
    parts = [_concord(conjunct) for conjunct in parse(phrase)]
    if len(parts) < 2:
        return parts[0] if parts else Concord()
    genders, animacies = {part.gender for part in parts}, {part.animacy for part in parts}
    return Concord(
        gender=genders.pop() if len(genders) == 1 else None,
        number=None if "or" in [fold(token.text) for token in tokens(phrase)] else PLURAL,
        animacy=animacies.pop() if len(animacies) == 1 else None,
        is_name=all(part.is_name for part in parts),
        evidence=("coordination", *(word for part in parts for word in part.evidence)),
    )


def is_name(conjunct: Conjunct) -> bool:
    """Whether a noun phrase is a proper name: capitals and no determiner (`Hall`), or an unknown word (`the Alps`)."""
    core, head_word = conjunct.core, conjunct.head.text
    # It opens with a capital or a particle, and both its core and its complement end in a capital.
    capital = next((token for token in core if fold(token.text) not in _PARTICLES), core[-1])
    ends = (core[-1], *conjunct.complement[-1:])
    named = capital.text[:1].isupper() and all(token.text[:1].isupper() or token.text.isdigit() for token in ends)
    if named and not conjunct.determiners:
        return True
    unknown = head_word[:1].isupper() and animacy_of_noun(head_word) is None
    return unknown and not dictionary.is_known(fold(head_word), lang="en")


def animacy_of_noun(form: str) -> Animacy | None:
    """The animacy of a noun by the lists; None when it is in none of them, or speaks of beings and things alike."""
    names = (fold(form), lemma(fold(form)))
    if any(name in words("english", "ambiguous_beings") for name in names):
        return None
    return next((kind for table, kind in _ANIMACIES if any(name in words("english", table) for name in names)), None)


def _joins(left: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether the conjunction that begins the rest joins noun phrases, not adjectives or complements."""
    if len(rest) < 2 or (rest[0].text == "," and not any(fold(token.text) in ("and", "or") for token in rest)):
        return False
    following = rest[1]
    if fold(following.text) in _SETS["determiners"] | _SETS["numerals"] | _SETS["pronouns"]:
        return True
    if following.text[:1].isupper():
        owns = len(rest) > 2 and fold(rest[2].text) in ("'s", "'")
        return owns or not any(fold(token.text) in _SETS["prepositions"] for token in left)
    return fold(left[0].text) not in _SETS["determiners"] or animacy_of_noun(following.text) is not None


def _conjunct(piece: Sequence[Token]) -> Conjunct:
    forms, last = [fold(token.text) for token in piece], len(piece) - 1
    start = 0
    while start < last and forms[start] in _SETS["prepositions"]:
        start += 1
    # The core begins behind the determiners and a possessor (`Ann 's`, `the boys '`); one word is always left.
    marks = [index for index in range(start, last) if forms[index] in ("'s", "'")]
    core_start = marks[-1] + 1 if marks else start
    while not marks and core_start < last and forms[core_start] in _OPENING:
        core_start += 1
    # It ends before a preposition or a clause, and before `wearing a hat`.
    end = core_start + 1
    while end <= last and forms[end] not in _SETS["stoppers"]:
        if forms[end].endswith("ing") and end < last and forms[end + 1] in _GOING_ON:
            break
        end += 1
    # The head is the last word of the core; the first word of a name or behind a title.
    core, first = tuple(piece[core_start:end]), piece[core_start].text
    titled = is_first_name(first, "english", "french") or fold(first) in _SETS["titles"]
    head = core[-2] if len(core) > 1 and core[-1].text.isdigit() else core[-1]
    if (first[:1].isupper() and titled) or fold(first) in _SETS["abbreviations"]:
        head = core[0]
    return Conjunct(
        prepositions=tuple(piece[:start]),
        determiners=tuple(piece[start:core_start]),
        core=core,
        head=head,
        complement=tuple(piece[end:]),
    )


def _concord(conjunct: Conjunct) -> Concord:
    form = fold(conjunct.head.text)
    if form in _PRONOUNS:
        gender, number, animacy = _PRONOUNS[form]
        return Concord(gender=gender, number=number, animacy=animacy, evidence=(f"pronoun {form}",))
    if form in _SETS["titles"] and len(conjunct.core) > 1 and conjunct.core[-1].text[:1].isupper():
        gender = MASCULINE if form in _SETS["masculine_titles"] else None
        gender = FEMININE if form in _SETS["feminine_titles"] else gender
        evidence = (f"title {form}",)
        return Concord(gender=gender, number=SINGULAR, animacy=Animacy.PERSON, is_name=True, evidence=evidence)
    # A name behind its noun (`the rioter Pancho Planes`), or a title that counts (`Two Brothers`)
    opening = [fold(token.text) for token in conjunct.determiners]
    counted = [token for token in conjunct.determiners if fold(token.text) in _SETS["numerals"] | {"some"}]
    behind = conjunct.core[0].text[:1].islower() and fold(conjunct.core[0].text) not in _PARTICLES
    if conjunct.head.text[:1].isupper() and (behind or any(token.text[:1].isupper() for token in counted)):
        singular = any(fold(token.text) in _SETS["singular_determiners"] for token in conjunct.determiners)
        return Concord(number=SINGULAR if singular else None, is_name=True, evidence=("name",))
    if is_name(conjunct):
        return _name_concord(conjunct)
    # The whole expression first, then its head: a hot dog is no dog, a roast duck and a toy soldier are no beings
    before = [fold(token.text) for token in conjunct.core if token.start < conjunct.head.start]
    animacy = animacy_of_noun("-".join((*before, lemma(form))))
    if animacy is None and not _LIFELESS.intersection(before):
        animacy = animacy_of_noun(form)
    gender = NEUTER if animacy is Animacy.THING else _listed_gender(form)
    if animacy is Animacy.ANIMAL:
        # `It` may speak of any animal, `he` and `she` too, a cow or a bull included.
        gender = None
    # The number that a determiner shows, or that the form of the head shows
    number = number_of(form)
    number_evidence = (f"form {form}",) if number else ()
    for determiner in reversed(opening if "'s" not in opening else []):
        singular = determiner in _SETS["singular_determiners"]
        if singular or determiner in _SETS["plural_determiners"] | _SETS["numerals"]:
            number, number_evidence = SINGULAR if singular else PLURAL, (f"determiner {determiner}",)
    listed = (f"list {lemma(form)}",) if animacy or gender else ()
    return Concord(gender=gender, number=number, animacy=animacy, evidence=(*number_evidence, *listed))


def _name_concord(conjunct: Conjunct) -> Concord:
    """A name: one bearer unless an article and an s say several; its gender by the first word, never by a surname."""
    name = conjunct.core[0].text
    several = bool(conjunct.determiners) and conjunct.head.text.endswith("s")
    kin = len(conjunct.core) == 1 and fold(name) in KINSHIP
    # Only the English list: what the other list calls a first name is often a surname here (Davis, Jackson).
    has_first_name = not conjunct.determiners and not kin and is_first_name(name, "english")
    gender = first_name_gender(name, "english") if has_first_name else _listed_gender(fold(name)) if kin else None
    return Concord(
        gender=gender,
        number=PLURAL if several else SINGULAR,
        animacy=Animacy.PERSON if has_first_name or kin else None,
        is_name=True,
        evidence=(f"first name {name}",) if has_first_name else (f"list {fold(name)}",) if kin else ("name",),
    )


def _listed_gender(form: str) -> Gender | None:
    return next((value for table, value in _GENDERS if {form, lemma(form)} & words("english", table)), None)


_LAST_WORD = re.compile(r"(?:.*[\W\d_])?([^\W\d_]+)\W*$", re.DOTALL)
"""From the end, where the word is: a search from the start would try every letter."""


def lemma_at(text: str, span: Span) -> str | None:
    """The lemma that the word before a form asks for; None when it does not matter.

    >>> lemma_at("It was gone", Span(start=7, end=11)), lemma_at("the rose", Span(start=4, end=8))
    ('go', None)
    """
    form = span.of(text).lower()
    last = _LAST_WORD.match(text[: span.start])
    if last and last[1].lower() in DETERMINERS:
        return form if form.endswith("ing") else None
    return BASES.get(form)


_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_APOSTROPHE = "['’ʼ]"
_TOKEN, _ASCII_TOKEN = (
    re.compile(
        rf"""
    (?P<number>(?:(?<!\w)[+-])?\d+(?:[.,:]\d+)*(?:{letter})*)
  | (?P<initial>\b(?:{letter}\.){{2,}}|\b[A-Za-z]\.(?=[ \u00a0]?[A-Za-z]))
  | (?P<word>(?:{letter})(?:(?:{letter}|\d)+|(?:{_APOSTROPHE}|-)(?={letter}|\d))*)
  | (?P<clitic>(?<=\w){_APOSTROPHE}[Ss]?\b)
  | (?P<mark>\.{{2,}}|…|_+|-{{2,}}|[^\s])
    """,
        re.VERBOSE | flags,
    )
    for letter, flags in ((_LETTER, re.IGNORECASE), ("[A-Za-z]", re.NOFLAG))
)
"""Of any text, and of one in ASCII, which takes half the time."""
_CONTRACTED = re.compile(rf"(?P<word>.+?)(?P<tail>n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|re|ve|ll|d|m))$", re.IGNORECASE)


@lru_cache(maxsize=65_536)
def fold(form: str) -> str:
    """The form in lower case with a straight apostrophe.

    >>> fold("Don’t")
    "don't"
    """
    return form.lower().replace("’", "'").replace("ʼ", "'")


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; contracted verbs, `n't` and the possessive mark stand alone.

    >>> [token.text for token in tokens("Mr. Lee doesn't like Ann's dogs.")]
    ['Mr.', 'Lee', 'does', "n't", 'like', 'Ann', "'s", 'dogs', '.']
    """
    spans: list[tuple[int, int, bool]] = []
    position = 0
    pattern = _ASCII_TOKEN if text.isascii() else _TOKEN
    while match := pattern.search(text, position):
        start, end = match.span()
        word, cut = match.lastgroup == "word", None
        if word and text[end : end + 1] == "." and fold(text[start : end + 1]) in _SETS["abbreviations"]:
            # A word before a full stop is an abbreviation there; `no.` and `co.` need what follows.
            end += fold(text[start:end]) not in ("no", "co", "p", "fig") or bool(re.match(r"\.\s*\d", text[end:]))
        plain = text[start:end].isascii() and text[start:end].isalpha()  # no apostrophe is in it
        if word and not plain and fold(text[start:end]) not in _SETS["whole"]:
            cut = _CONTRACTED.fullmatch(text[start:end])
        middle = start + cut.end("word") if cut else end
        spans.append((start, middle, match.lastgroup != "mark"))
        spans += [(middle, end, True)] if middle < end else []
        position = end
    return tuple([Token(text[start:end], start, end, word) for start, end, word in spans])


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text; the full stop of `Mr.` or `Dr.` ends none."""
    return sentence_spans(text, tokens(text))
