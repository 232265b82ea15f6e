"""French noun phrases: their conjuncts, and of each the head word, gender, number and animacy, with its evidence."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from anaphor.language.finding import Conjunct
from anaphor.language.french.lexicon import Category, LexicalEntry, fold, frequency, lookup, nouns, of_category
from anaphor.language.french.tokens import is_title, tokens
from anaphor.language.protocol import (
    FEMININE,
    MASCULINE,
    PLURAL,
    SINGULAR,
    Animacy,
    Concord,
    Gender,
    Number,
    Token,
)
from anaphor.language.word_tables import first_name_gender, is_first_name, pronoun_table, word_set, word_sets, words
from anaphor.schema import Span

_SETS = word_sets("french")
_LIFELESS = word_sets("french", "reading_words")["lifeless"]
DETERMINERS = frozenset().union(
    *(_SETS[name] for name in ("articles", "demonstratives", "possessives", "quantities", "questions"))
)
"""Words that can open a noun phrase."""
_OPENING = _SETS["before_articles"] | DETERMINERS | _SETS["numerals"]
_PREPOSITIONS = _SETS["prepositions"] - _SETS["contractions"]
_POINTERS = word_set("celui celle ceux celles")
_STRONG = _POINTERS | word_set("lui elle eux elles moi toi nous vous")
_CONJUNCTIONS = word_set("et ou ni ,")
_STAND_FOR_NOUN = ("un", "une", "l'un", "aucun", "aucune", "plusieurs", "certains", "certaines")
_STOPS = _SETS["stoppers"] | _SETS["articles"] | _SETS["possessives"] | {","}
_AGENTS = re.compile(r"(.{3,}iste|.{3,}ologue|.{3,}icien(ne)?|.{3,}thérapeute|.{3,}crate|.{3,}graphe)s?")
_NOT_AGENTS = word_set("catalogue dialogue monologue épilogue analogue prologue paragraphe télégraphe schiste")
# Such nouns name a person or a tool (carreleur, moteur): unlisted ones are not guessed.
_PERHAPS_AGENTS = re.compile(r"(.{2,}(eur|euse|trice|ier|ière|ien|ienne|ard|arde|ant|ante|on|onne|er|ère)|garde-.+)s?")
_PREFIXES = ("ex-", "vice-", "sous-", "co-", "demi-", "arrière-", "grand-", "petit-", "petite-", "beau-", "belle-")
_BEINGS = (("persons", Animacy.PERSON), ("animals", Animacy.ANIMAL), ("groups", Animacy.GROUP))
_PRONOUNS = pronoun_table("french")
_QUOTES = frozenset((('"', '"'), ("«", "»"), ("“", "”")))
_VOWELS = tuple("aàâeéèêëiîïoôuùûyh")
_SURE = 0.9
"""A gender that holds for this share of a noun's uses is taken for its gender (livre: book, not pound)."""


class Phrase(NamedTuple):
    """A phrase as conjuncts; one when nothing is coordinated."""

    conjuncts: tuple[Conjunct, ...]
    """At least one."""
    alternatives: bool
    """True when `ou` or `ni` joins them."""


@lru_cache(maxsize=4096)
def parse(phrase: str) -> Phrase | None:
    """The parts of a noun phrase; None when there is no word in it.

    >>> [conjunct.head.text for conjunct in parse("le fils de la voisine et sa petite amie").conjuncts]
    ['fils', 'amie']
    """
    written = [token for token in tokens(phrase) if token.is_word or token.text == ","]
    pieces: list[list[Token]] = [[]]
    alternatives = False
    for index, token in enumerate(written):
        word = fold(token.text)
        if word in _CONJUNCTIONS and pieces[-1] and _joins(pieces[-1], written[index:]):
            alternatives = alternatives or word in ("ou", "ni")
            pieces.append([])
        elif pieces[-1] or word not in _CONJUNCTIONS:
            pieces[-1].append(token)
    conjuncts = tuple(_conjunct(piece) for piece in pieces if piece)
    return Phrase(conjuncts, alternatives) if conjuncts else None


def _joins(left: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether the conjunction that begins the rest joins whole noun phrases, not adjectives or complements."""
    if len(rest) < 2 or (rest[0].text == "," and not any(fold(token.text) in ("et", "ou", "ni") for token in rest)):
        return False
    following = fold(rest[1].text)
    if following in _SETS["contractions"]:
        return False
    if following in DETERMINERS or following in _SETS["numerals"]:
        return True
    if _is_capitalised(rest[1]) or following in _STRONG:
        return not any(fold(token.text) in _SETS["prepositions"] for token in left[1:])
    return fold(left[0].text) not in DETERMINERS and _mostly_noun(following)


def _conjunct(written: Sequence[Token]) -> Conjunct:
    forms, last = [fold(token.text) for token in written], len(written) - 1
    start = 0
    while start < last and forms[start] in _PREPOSITIONS and not _is_capitalised(written[start]):
        start += 1
    # Index of the first word behind the determiners (`tous les trois`, `beaucoup de`); one word is always left.
    index = start
    while index < last:
        if forms[index] in _SETS["amounts"] and forms[index + 1] in ("de", "d'") and index + 1 < last:
            index += 2
            continue
        # A determiner stands for a noun: the `un` of `un des guichetiers`.
        of_some = forms[index] in _STAND_FOR_NOUN and forms[index + 1] in ("des", "d'entre", "de", "d'")
        if forms[index] not in _OPENING or of_some:
            break
        index += 1
    end = next((k for k in range(index + 1, last + 1) if forms[k] in _STOPS), last + 1)
    core = tuple(written[index:end])
    # The first word of the core that is a noun and not an adjective before one; the last word failing that.
    head = next((token for k, token in enumerate(core) if is_title(token.text) or _can_head(core, k)), core[-1])
    return Conjunct(
        prepositions=tuple(written[:start]),
        determiners=tuple(written[start:index]),
        core=core,
        head=head,
        complement=tuple(written[end:]),
    )


def _is_capitalised(token: Token) -> bool:
    return token.text[:1].isupper()


def _may_be_noun(token: Token) -> bool:
    """Whether a word has a capital, or the lexicon has it as a noun, or not at all."""
    entries = lookup(token.text)
    return not entries or _is_capitalised(token) or any(entry.category is Category.NOUN for entry in entries)


def _mostly_noun(form: str) -> bool:
    return frequency(form, Category.NOUN) > frequency(form, Category.ADJECTIVE, Category.VERB)


def _can_head(core: tuple[Token, ...], index: int) -> bool:
    """Whether a word may be the head of its core: a noun, and no adjective before one."""
    form, following = fold(core[index].text), core[index + 1 :]
    if not _may_be_noun(core[index]) or not following:
        return bool(_may_be_noun(core[index]))
    if form in _SETS["prenominal"] or form in _SETS["numerals"]:
        return not any(map(_may_be_noun, following))
    adjective, noun = frequency(form, Category.ADJECTIVE, Category.ADVERB), frequency(form, Category.NOUN)
    return not (adjective > noun and _mostly_noun(fold(following[0].text)))


def is_name(conjunct: Conjunct) -> bool:
    """Whether a noun phrase is a proper name: a first name, a word that is no known noun, or a title before a name."""
    head = conjunct.head
    if not _is_capitalised(head) and head.text[:1].isalpha():
        return False
    if is_title(head.text) or (not conjunct.determiners and is_first_name(head.text, "french", "english")):
        return True
    if any(_is_capitalised(token) for token in conjunct.core[conjunct.core.index(head) + 1 :]):
        return True
    return _is_capitalised(head) and not of_category(head.text, Category.NOUN, Category.PRONOUN)


def animacy_of_noun(form: str) -> Animacy | None:
    """The animacy of a noun; None when it is not known or depends on the sentence.

    >>> animacy_of_noun("infirmières"), animacy_of_noun("valise"), animacy_of_noun("monstre")
    (<Animacy.PERSON: 'person'>, <Animacy.THING: 'thing'>, None)
    """
    entries = nouns(form)
    # The names under which a noun may be listed: its form, its lemma, and what follows a prefix (ex-mari).
    names = list(dict.fromkeys((fold(form), *(entry.lemma for entry in entries[:1]))))
    names += [name.split("-", 1)[1] for name in names if name.startswith(_PREFIXES)]
    if any(name in words("french", "ambiguous_beings") for name in names):
        return None
    listed = (animacy for name in names for table, animacy in _BEINGS if name in words("french", table))
    agent = any(_AGENTS.fullmatch(name) and name.removesuffix("s") not in _NOT_AGENTS for name in names)
    kind = next(listed, Animacy.PERSON if agent else None)
    if kind:
        return kind
    if not entries or any(entry.gender is None for entry in entries) or _PERHAPS_AGENTS.fullmatch(names[-1]):
        return None
    return Animacy.THING


def head(phrase: str) -> Span:
    """Where the head word of a phrase stands; below a function word, and the first word of a name (paper 2).

    >>> head("du garçon").of("du garçon"), head("celle de la femme").of("celle de la femme")
    ('garçon', 'femme')
    """
    parsed = parse(phrase)
    if parsed is None:
        return Span(start=0, end=len(phrase))
    token = _below(parsed.conjuncts[0])
    end = token.end - 1 if is_title(token.text) and token.text.endswith(".") else token.end
    return Span(start=token.start, end=end)


@lru_cache(maxsize=4096)
def concord(phrase: str) -> Concord:
    """Gender, number and animacy of a phrase, and what they were taken from.

    >>> concord("mon amie").gender, concord("Pierre et Marie").number
    (<Gender.FEMININE: 'feminine'>, <Number.PLURAL: 'plural'>)
    """
    parsed, bare = parse(phrase), phrase.strip()
    if parsed is None:
        return Concord()
    if len(bare) > 1 and (bare[0], bare[-1]) in _QUOTES:
        # A quotation speaks of its own words.
        return Concord(number=SINGULAR, evidence=("quotation",))
    parts = [_concord(conjunct) for conjunct in parsed.conjuncts]
    if len(parts) == 1:
        return parts[0]
    genders, animacies = {part.gender for part in parts}, {part.animacy for part in parts}
    return Concord(
        gender=MASCULINE if MASCULINE in genders else FEMININE if genders == {FEMININE} else None,
        number=None if parsed.alternatives else PLURAL,
        animacy=animacies.pop() if len(animacies) == 1 else None,
        is_name=all(part.is_name for part in parts),
        evidence=("coordination", *(word for part in parts for word in part.evidence)),
    )


def _below(conjunct: Conjunct) -> Token:
    """The head, or the head of its complement where the head is a function word."""
    if not conjunct.complement or fold(conjunct.head.text) not in _PRONOUNS:
        return conjunct.head
    complement = parse(" ".join(token.text for token in conjunct.complement))
    wanted = complement.conjuncts[0].head.text if complement else ""
    return next((token for token in conjunct.complement if token.text == wanted), conjunct.head)


def _concord(conjunct: Conjunct) -> Concord:
    form = fold(conjunct.head.text)
    if form in _PRONOUNS and (not conjunct.determiners or form in _POINTERS):
        gender, number, animacy = _PRONOUNS[form]
        below = _below(conjunct)
        if animacy is None and below is not conjunct.head and form not in _POINTERS:
            animacy = animacy_of_noun(below.text)
        return Concord(gender=gender, number=number, animacy=animacy, evidence=(f"pronoun {form}",))
    if is_name(conjunct):
        return _name_concord(conjunct)
    own = _noun_concord(conjunct)
    if form not in _SETS["collectives"] or not conjunct.complement:
        return own
    # `la plupart des élèves` agrees with its complement, `une foule de gens` with either.
    inner = concord(" ".join(token.text for token in conjunct.complement))
    if inner.number is not PLURAL:
        return own
    if form == "plupart":
        return Concord(gender=inner.gender, number=PLURAL, animacy=inner.animacy, evidence=("plupart", *inner.evidence))
    return Concord(
        gender=own.gender if own.gender is inner.gender else None,
        animacy=Animacy.GROUP if inner.animacy in (Animacy.PERSON, Animacy.ANIMAL) else inner.animacy,
        evidence=(*own.evidence, *inner.evidence),
    )


def _name_concord(conjunct: Conjunct) -> Concord:
    """A name: its determiner, its title, its first name; a bare surname or a place leaves the gender unknown."""
    gender, number, evidence = _from_determiners(conjunct)
    titles = [fold(token.text) for token in conjunct.core[:2]]
    genders = [
        value
        for title in titles
        for kind, value in (("masculine", MASCULINE), ("feminine", FEMININE), ("neutral", None))
        if title in _SETS[f"{kind}_titles"]
    ]
    gender = gender or next((sign for sign in genders if sign), None)
    name = conjunct.head.text
    name = name if is_first_name(name, "french", "english") else name.split("-", maxsplit=1)[0]
    has_first_name = not conjunct.determiners and is_first_name(name, "french", "english")
    if genders:
        evidence = (*evidence, f"title {titles[0]}")
    elif has_first_name:
        gender = gender or first_name_gender(name, "french", "english")
        evidence = (*evidence, f"first name {conjunct.head.text}")
    plural = any(title in ("mm.", "mmes", "mlles", "drs") for title in titles)
    return Concord(
        gender=gender,
        number=number or (PLURAL if plural else SINGULAR),
        animacy=Animacy.PERSON if genders or has_first_name else None,
        is_name=True,
        evidence=evidence or ("name",),
    )


def _noun_concord(conjunct: Conjunct) -> Concord:
    form = conjunct.head.text
    determiner_gender, determiner_number, evidence = _from_determiners(conjunct)
    entries = _noun_entries(form)
    numbers = {entry.number for entry in entries}
    gender: Gender | None = None
    if entries and not any(entry.gender is None for entry in of_category(entries[0].lemma, Category.NOUN)):
        # The gender that (nearly) all uses have; none where the singular takes either (un enfant, une enfant)
        total = sum(entry.frequency for entry in entries)
        for candidate in (MASCULINE, FEMININE):
            share = sum(entry.frequency for entry in entries if entry.gender is candidate)
            if all(entry.gender is candidate for entry in entries) or share > _SURE * total:
                gender = gender or candidate
    if entries:
        evidence = (*evidence, f"lexicon {fold(form)}")
    for token in conjunct.core if determiner_gender is None and gender is None else ():
        # The gender that an adjective of the phrase shows.
        genders = {entry.gender for entry in of_category(token.text, Category.ADJECTIVE)}
        if token is not conjunct.head and len(genders) == 1 and None not in genders:
            gender, evidence = genders.pop(), (*evidence, f"adjective {fold(token.text)}")
            break
    animacy = animacy_of_noun(form) if entries or form[:1].islower() else None
    behind = [fold(token.text) for token in (*conjunct.core, *conjunct.complement) if token.start > conjunct.head.start]
    alive = animacy in (Animacy.PERSON, Animacy.ANIMAL)
    if alive and _LIFELESS.intersection(
        behind[:1] if behind[:1] not in (["de"], ["d'"], ["en"], ["à"]) else behind[1:2]
    ):
        animacy = None
    if fold(form) == "monde" and any(fold(token.text) == "tout" for token in conjunct.determiners):
        animacy = Animacy.GROUP
    elif fold(form) in _SETS["prenominal"]:
        animacy = None
    return Concord(
        gender=determiner_gender or gender,
        number=determiner_number or (numbers.pop() if len(numbers) == 1 else None),
        animacy=animacy,
        evidence=evidence,
    )


def _noun_entries(form: str) -> tuple[LexicalEntry, ...]:
    """The analyses of a form as a noun; as an adjective used as one (`les grands`) when there is none.

    A compound that the lexicon lacks takes after its first noun, and is masculine behind a verb (`grille-pain`).
    """
    adjectives = of_category(form, Category.ADJECTIVE)
    if adjectives and fold(form) in _SETS["prenominal"]:
        return adjectives
    entries, parts = nouns(form) or adjectives, fold(form).split("-")
    if entries or len(parts) < 2 or not all(parts):
        return entries
    if parts[0] in _SETS["compound_verbs"]:
        number = None if parts[-1].endswith(("s", "x")) else SINGULAR
        return (LexicalEntry(fold(form), fold(form), Category.NOUN, MASCULINE, number, (), 0.0),)
    return nouns(parts[-1] if parts[0] in _SETS["first_of_compound_is_adverb"] else parts[0])


def _from_determiners(conjunct: Conjunct) -> tuple[Gender | None, Number | None, tuple[str, ...]]:
    """Gender and number that the determiners show (the last that does), and those that show something."""
    gender: Gender | None = None
    number: Number | None = None
    evidence: list[str] = []
    forms = [fold(token.text) for token in (*conjunct.determiners, *conjunct.core)]
    for form, following in list(pairwise(forms))[: len(conjunct.determiners)]:
        entries = of_category(form, Category.DETERMINER)
        found_gender, found_number = (entries[0].gender, entries[0].number) if entries else (None, None)
        if form in _SETS["numerals"]:
            found_gender, found_number = None, PLURAL
        elif form in ("mon", "ton", "son") and following[:1] in _VOWELS:
            found_gender = None
        if found_gender or found_number:
            evidence.append(f"determiner {form}")
        gender, number = found_gender or gender, found_number or number
    return gender, number, tuple(evidence)
