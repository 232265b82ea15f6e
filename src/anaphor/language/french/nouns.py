"""French noun phrases: head word, gender, number and animacy, each with its evidence."""

import re
from collections.abc import Iterable

from anaphor.language.french.lexicon import Category, LexicalEntry, fold, nouns, of_category
from anaphor.language.french.phrases import PRONOUN_HEADS, Conjunct, is_name, parse
from anaphor.language.french.tokens import is_title
from anaphor.language.protocol import Animacy, Concord, Gender, Number, Token
from anaphor.language.word_tables import first_name_gender, is_first_name, word_sets, words
from anaphor.schema import Span

_AGENTS = re.compile(r"(.{3,}iste|.{3,}ologue|.{3,}icien(ne)?|.{3,}thérapeute|.{3,}crate|.{3,}graphe)s?")
# Such nouns name a person or a tool (carreleur, moteur): unlisted ones are not guessed.
_PERHAPS_AGENTS = re.compile(r"(.{2,}(eur|euse|trice|ier|ière|ien|ienne|ard|arde|ant|ante|on|onne|er|ère)|garde-.+)s?")
_PREFIXES = ("ex-", "vice-", "sous-", "co-", "demi-", "arrière-", "grand-", "petit-", "petite-", "beau-", "belle-")
_NOT_AGENTS = frozenset(
    ("catalogue", "dialogue", "monologue", "épilogue", "analogue", "prologue", "paragraphe", "télégraphe", "schiste")
)


def animacy_of_noun(form: str) -> Animacy | None:
    """The animacy of a noun; None when it is not known or depends on the sentence.

    >>> animacy_of_noun("infirmières"), animacy_of_noun("valise"), animacy_of_noun("monstre")
    (<Animacy.PERSON: 'person'>, <Animacy.THING: 'thing'>, None)
    """
    entries = nouns(form)
    names = _names(fold(form), [entry.lemma for entry in entries[:1]])
    if any(name in words("french", "ambiguous_beings") for name in names):
        return None
    listed = _listed(names)
    if listed:
        return listed
    if any(bool(_AGENTS.fullmatch(name)) and name.removesuffix("s") not in _NOT_AGENTS for name in names):
        return Animacy.PERSON
    if not entries or any(entry.gender is None for entry in entries) or _PERHAPS_AGENTS.fullmatch(names[-1]):
        return None
    return Animacy.THING


def _names(form: str, lemmas: list[str]) -> list[str]:
    """The names under which a noun may be listed: its lemma, its form, and what follows a prefix (ex-mari)."""
    names = list(dict.fromkeys((form, *lemmas)))
    return names + [name.split("-", 1)[1] for name in names if name.startswith(_PREFIXES)]


def _listed(names: list[str]) -> Animacy | None:
    for name in names:
        for table, animacy in (("persons", Animacy.PERSON), ("animals", Animacy.ANIMAL), ("groups", Animacy.GROUP)):
            if name in words("french", table):
                return animacy
    return None


_SETS = word_sets("french")
_M, _F, _S, _P = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL
_PRONOUNS: dict[str, tuple[Gender | None, Number | None, Animacy | None]] = {
    **dict.fromkeys(["celui", "il", "lui", "chacun", "un", "aucun"], (_M, _S, None)),
    **dict.fromkeys(["celle", "elle", "chacune", "une", "aucune"], (_F, _S, None)),
    **dict.fromkeys(["ceux", "ils", "eux", "certains"], (_M, _P, None)),
    **dict.fromkeys(["celles", "elles", "certaines"], (_F, _P, None)),
    **dict.fromkeys(["moi", "je", "toi", "tu", "on"], (None, _S, Animacy.PERSON)),
    "nous": (None, _P, Animacy.PERSON),
    "vous": (None, None, Animacy.PERSON),
    "quelqu'un": (_M, _S, Animacy.PERSON),
    "quelqu'une": (_F, _S, Animacy.PERSON),
    "plusieurs": (None, _P, None),
}
_QUOTES = frozenset((('"', '"'), ("«", "»"), ("“", "”")))
_ELIDED_POSSESSIVES = frozenset(("mon", "ton", "son"))
_SURE = 0.9
"""A gender that holds for this share of a noun's uses is taken for its gender (livre: book, not pound)."""


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


def concord(phrase: str) -> Concord:
    """Gender, number and animacy of a phrase, and what they were taken from.

    >>> concord("mon amie").gender, concord("Pierre et Marie").number
    (<Gender.FEMININE: 'feminine'>, <Number.PLURAL: 'plural'>)
    """
    parsed = parse(phrase)
    if parsed is None:
        return Concord()
    if is_quoted(phrase):
        return Concord(number=_S, evidence=("quotation",))
    parts = [_concord(conjunct) for conjunct in parsed.conjuncts]
    if len(parts) == 1:
        return parts[0]
    genders = {part.gender for part in parts}
    gender = _M if _M in genders else _F if genders == {_F} else None
    animacies = {part.animacy for part in parts}
    return Concord(
        gender=gender,
        number=None if parsed.alternatives else _P,
        animacy=animacies.pop() if len(animacies) == 1 else None,
        is_name=all(part.is_name for part in parts),
        evidence=("coordination", *(word for part in parts for word in part.evidence)),
    )


def is_quoted(phrase: str) -> bool:
    """Whether a phrase is a quotation, which speaks of its own words."""
    bare = phrase.strip()
    return len(bare) > 1 and (bare[0], bare[-1]) in _QUOTES


def _below(conjunct: Conjunct) -> Token:
    """The head, or the head of its complement where the head is a function word."""
    if not conjunct.complement or fold(conjunct.head.text) not in _PRONOUNS:
        return conjunct.head
    complement = parse(" ".join(token.text for token in conjunct.complement))
    wanted = complement.conjuncts[0].head.text if complement else ""
    return next((token for token in conjunct.complement if token.text == wanted), conjunct.head)


def _concord(conjunct: Conjunct) -> Concord:
    form = fold(conjunct.head.text)
    if form in _PRONOUNS and (not conjunct.determiners or form in PRONOUN_HEADS):
        form = fold(conjunct.head.text)
        gender, number, animacy = _PRONOUNS[form]
        below = _below(conjunct)
        if animacy is None and below is not conjunct.head and form not in PRONOUN_HEADS:
            animacy = animacy_of_noun(below.text)
        return Concord(gender=gender, number=number, animacy=animacy, evidence=(f"pronoun {form}",))

    if is_name(conjunct):
        return _name_concord(conjunct)
    if form in _SETS["collectives"] and conjunct.complement:
        # `la plupart des élèves` agrees with its complement, `une foule de gens` with either.
        own = _noun_concord(conjunct)
        inner = concord(" ".join(token.text for token in conjunct.complement))
        if inner.number is not _P:
            return own
        if fold(conjunct.head.text) == "plupart":
            return Concord(gender=inner.gender, number=_P, animacy=inner.animacy, evidence=("plupart", *inner.evidence))
        return Concord(
            gender=own.gender if own.gender is inner.gender else None,
            animacy=Animacy.GROUP if inner.animacy in (Animacy.PERSON, Animacy.ANIMAL) else inner.animacy,
            evidence=(*own.evidence, *inner.evidence),
        )

    return _noun_concord(conjunct)


def _name_concord(conjunct: Conjunct) -> Concord:
    """A name: its determiner, its title, its first name; a bare surname or a place leaves the gender unknown."""
    determiner_gender, determiner_number, evidence = _from_determiners(conjunct)
    titles = [fold(token.text) for token in conjunct.core[:2]]
    gender = determiner_gender or _title_gender(titles)
    titled = any(
        title in _SETS["masculine_titles"] | _SETS["feminine_titles"] | _SETS["neutral_titles"] for title in titles
    )
    known = is_first_name(_first_part(conjunct.head.text), "french", "english")
    if titled:
        evidence = (*evidence, f"title {titles[0]}")
    elif known and not conjunct.determiners:
        gender = gender or first_name_gender(_first_part(conjunct.head.text), "french", "english")
        evidence = (*evidence, f"first name {conjunct.head.text}")
    plural = any(title in ("mm.", "mmes", "mlles", "drs") for title in titles)
    person = titled or (known and not conjunct.determiners)
    return Concord(
        gender=gender,
        number=determiner_number or (_P if plural else _S),
        animacy=Animacy.PERSON if person else None,
        is_name=True,
        evidence=evidence or ("name",),
    )


def _first_part(name: str) -> str:
    return name if is_first_name(name, "french", "english") else name.split("-", maxsplit=1)[0]


def _title_gender(titles: Iterable[str]) -> Gender | None:
    for title in titles:
        if title in _SETS["masculine_titles"]:
            return _M
        if title in _SETS["feminine_titles"]:
            return _F
    return None


def _noun_concord(conjunct: Conjunct) -> Concord:
    form = conjunct.head.text
    determiner_gender, determiner_number, evidence = _from_determiners(conjunct)
    entries = noun_entries(form)
    numbers = {entry.number for entry in entries}
    gender, number = _settled_gender(entries), numbers.pop() if len(numbers) == 1 else None
    if entries:
        evidence = (*evidence, f"lexicon {fold(form)}")
    if determiner_gender is None and gender is None:
        gender, adjective = _adjective_gender(conjunct)
        evidence = (*evidence, f"adjective {adjective}") if adjective else evidence
    return Concord(
        gender=determiner_gender or gender,
        number=determiner_number or number,
        animacy=_phrase_animacy(conjunct, known=bool(entries)),
        evidence=evidence,
    )


def _phrase_animacy(conjunct: Conjunct, *, known: bool) -> Animacy | None:
    opening = [fold(token.text) for token in conjunct.determiners]
    if fold(conjunct.head.text) == "monde" and "tout" in opening:
        return Animacy.GROUP
    if fold(conjunct.head.text) in _SETS["prenominal"]:
        return None
    return animacy_of_noun(conjunct.head.text) if known or conjunct.head.text[:1].islower() else None


def noun_entries(form: str) -> tuple[LexicalEntry, ...]:
    """The analyses of a form as a noun; as an adjective used as one (`les grands`) when there is none.

    A compound that the lexicon lacks takes after its first noun, and is masculine behind a verb (`grille-pain`).
    """
    adjectives = of_category(form, Category.ADJECTIVE)
    if adjectives and fold(form) in _SETS["prenominal"]:
        return adjectives
    known = nouns(form) or adjectives
    return known or _compound_entries(form)


def _compound_entries(form: str) -> tuple[LexicalEntry, ...]:
    parts = fold(form).split("-")
    if len(parts) < 2 or not all(parts):
        return ()
    if parts[0] in _SETS["compound_verbs"]:
        number = None if parts[-1].endswith(("s", "x")) else _S
        return (LexicalEntry(fold(form), fold(form), Category.NOUN, _M, number, (), 0.0),)
    base = parts[-1] if parts[0] in _SETS["first_of_compound_is_adverb"] else parts[0]
    return nouns(base)


def _settled_gender(entries: tuple[LexicalEntry, ...]) -> Gender | None:
    """The gender that (nearly) all uses of a noun have; None when its singular takes either (un enfant, une enfant)."""
    if any(_is_epicene(entry.lemma) for entry in entries[:1]):
        return None
    total = sum(entry.frequency for entry in entries)
    for gender in (_M, _F):
        share = sum(entry.frequency for entry in entries if entry.gender is gender)
        if entries and (all(entry.gender is gender for entry in entries) or share > _SURE * total):
            return gender
    return None


def _is_epicene(lemma: str) -> bool:
    return any(entry.gender is None for entry in of_category(lemma, Category.NOUN))


def _from_determiners(conjunct: Conjunct) -> tuple[Gender | None, Number | None, tuple[str, ...]]:
    gender: Gender | None = None
    number: Number | None = None
    evidence: list[str] = []
    words = (*conjunct.determiners, *conjunct.core)
    for token, after in zip(conjunct.determiners, words[1:], strict=False):
        found_gender, found_number = _determiner_features(fold(token.text), fold(after.text))
        if found_gender or found_number:
            evidence.append(f"determiner {fold(token.text)}")
        gender, number = found_gender or gender, found_number or number
    return gender, number, tuple(evidence)


def _determiner_features(form: str, following: str) -> tuple[Gender | None, Number | None]:
    if form in _SETS["numerals"]:
        return None, _P
    entries = of_category(form, Category.DETERMINER)
    if not entries:
        return None, None
    gender = None if form in _ELIDED_POSSESSIVES and following[:1] in _VOWELS else entries[0].gender
    return gender, entries[0].number


_VOWELS = tuple("aàâeéèêëiîïoôuùûyh")


def _adjective_gender(conjunct: Conjunct) -> tuple[Gender | None, str]:
    """The gender that the adjectives of the phrase show, and the adjective that shows it."""
    for token in conjunct.core:
        if token is not conjunct.head:
            genders = {entry.gender for entry in of_category(token.text, Category.ADJECTIVE)}
            if len(genders) == 1 and None not in genders:
                return genders.pop(), fold(token.text)
    return None, ""
